//! Tokenizing and counting a batch of lines: the work that accumulators, explanations and the program share.

use super::Counter;
use super::counting::{Counting, CountingRules, SegmentParts, UsedReferences};
use super::statistics::SegmentStatistics;
use crate::bleu::error::Error;
use crate::bleu::lines::{count_lines, lines};
#[cfg(feature = "cli")]
use crate::bleu::tokenize::Tokenization;
use crate::bleu::tokenize::{TokenBuffer, Tokenizer, Tokens};

/// Tokenizes and counts batches of lines; keeps its memory from one batch to the next.
#[derive(Clone, Debug)]
pub(crate) struct BatchCounter {
    counting: Counting,
    /// One per text: candidates, then references.
    tokenizers: Vec<Tokenizer>,
    /// Many short references as one text, which one tokenizer takes: it needs more memory than a short text.
    joined: String,
    /// One per candidate.
    counters: Vec<Counter>,
    /// Counts parts of segments in their place, if the rules say so.
    parts: Option<Box<BatchCounter>>,
}

/// The tokens and n-gram counts of a batch. Only this crate has it.
#[derive(Debug)]
pub struct CountedBatch<'a> {
    /// Tokens of each text: candidates, then references.
    pub tokens: Vec<Tokens<'a>>,
    /// Statistics of the segments, for each candidate.
    pub systems: Vec<SegmentStatistics>,
}

impl BatchCounter {
    pub fn new(counting: &Counting) -> BatchCounter {
        let parts = (counting.rules.parts == SegmentParts::Sentences).then(|| {
            let rules = CountingRules { parts: SegmentParts::Whole, references: UsedReferences::All, ..counting.rules };
            Box::new(BatchCounter::new(&Counting { rules, ..counting.clone() }))
        });
        let (counting, tokenizers, counters) = (counting.clone(), Vec::new(), Vec::new());
        BatchCounter { counting, tokenizers, joined: String::new(), counters, parts }
    }

    /// The tokenizer.
    #[cfg(feature = "cli")]
    pub fn tokenization(&self) -> &Tokenization {
        &self.counting.preprocessing.tokenization
    }

    /// Tokenizes texts (the first `candidates` are candidates, the rest references) and counts line i of each candidate
    /// against line i of each reference. `missing(r)` is a bit set of the lines that reference r (from 0) lacks: bit `i
    /// % 64` of word `i / 64` stands for line i.
    ///
    /// # Errors
    /// If the texts differ in their number of lines, or if one is too long.
    pub fn count<'a>(
        &'a mut self,
        texts: &[&'a str],
        candidates: usize,
        missing: impl Fn(usize) -> Option<&'a [u64]>,
    ) -> Result<CountedBatch<'a>, Error> {
        let counting = &self.counting;
        if self.tokenizers.len() < candidates {
            self.tokenizers.resize_with(candidates, || counting.tokenizer());
        }
        let references = &texts[candidates..];
        let joins = are_many_and_short(references);
        let separate = if joins { &texts[..candidates] } else { texts };
        let tokenizers = separate.len() + usize::from(joins);
        if self.tokenizers.len() < tokenizers {
            self.tokenizers.resize_with(tokenizers, || counting.reference_tokenizer());
        }
        let (of_separate, of_joined) = self.tokenizers.split_at_mut(separate.len());
        let tokens = of_separate.iter_mut().zip(separate).map(|(tokenizer, text)| tokenizer.tokenize_lines(text));
        let mut tokens: Vec<Tokens> = tokens.collect::<Result<_, _>>()?;
        if joins {
            self.joined.clear();
            for text in references {
                let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
                self.joined.extend([text, end]);
            }
            let mut rest = of_joined[0].tokenize_lines(&self.joined)?;
            tokens.extend(references.iter().map(|text| rest.take_lines(count_lines(text))));
        }
        let lines = tokens.first().map_or(0, Tokens::len);
        if let Some(other) = tokens.iter().find(|text| text.len() != lines) {
            return Err(Error::LineCountMismatch { expected: lines, found: other.len() });
        }
        let (of_candidates, references) = tokens.split_at_mut(candidates);
        for (i, reference) in references.iter_mut().enumerate() {
            *reference = reference.with_missing(missing(i));
        }
        let systems = match &mut self.parts {
            Some(counter) => count_sentences(counter, texts, candidates, &|r, i| references[r].is_missing(i))?,
            None => {
                let texts = [&texts[..candidates], &texts[candidates..]];
                count_tokenized(counting, &mut self.counters, [of_candidates, references], texts)
            }
        };
        Ok(CountedBatch { tokens, systems })
    }

    /// Counts texts again that were tokenized, against other references: the tokens of candidates and references, and the texts
    /// of both.
    pub fn recount(&mut self, tokens: [&[Tokens]; 2], texts: [&[&str]; 2]) -> Vec<SegmentStatistics> {
        count_tokenized(&self.counting, &mut self.counters, tokens, texts)
    }

    /// Forgets the segments that were counted.
    pub fn clear(&mut self) {
        self.counters.iter_mut().for_each(Counter::clear);
    }

    /// Counts one segment that is tokenized: the candidate, then the references, one line each.
    pub fn count_tokens(&mut self, texts: &[TokenBuffer]) -> SegmentStatistics {
        let tokens: Vec<Tokens> = texts.iter().map(TokenBuffer::tokens).collect();
        // A text of tokens is blank if it has none.
        self.recount([&tokens[..1], &tokens[1..]], [&[""], &[""]]).remove(0)
    }
}

/// The statistics of each candidate by a counter of its own, given the tokens of candidates and references, and the texts of
/// both.
fn count_tokenized(
    counting: &Counting,
    counters: &mut Vec<Counter>,
    [candidates, references]: [&[Tokens]; 2],
    texts: [&[&str]; 2],
) -> Vec<SegmentStatistics> {
    counters.resize_with(counters.len().max(candidates.len()), Counter::default);
    let candidates = candidates.iter().zip(counters).zip(texts[0]);
    let count = |((candidate, counter), text): ((&Tokens, &mut Counter), &&str)| {
        let mut statistics = counting.segment_table();
        counter.count(*candidate, references, counting, &mut statistics);
        counting.rules.adjust_blank(&mut statistics, text, texts[1], references);
        statistics
    };
    candidates.map(count).collect()
}

/// The statistics of each candidate's first sentences against the sentences of each segment's first reference; see
/// [`SegmentParts::Sentences`].
fn count_sentences(
    counter: &mut BatchCounter,
    texts: &[&str],
    candidates: usize,
    is_missing: &dyn Fn(usize, usize) -> bool,
) -> Result<Vec<SegmentStatistics>, Error> {
    const END: &str = ". ";
    let (systems, references) = texts.split_at(candidates);
    let first = |line: &str| line.split(END).next().unwrap_or_default().to_owned() + "\n";
    let columns: Vec<Vec<&str>> = references.iter().map(|text| lines(text).collect()).collect();
    let segments = systems.first().map_or(0, |text| count_lines(text));
    let sentences = |i: usize| -> Vec<&str> {
        let present = (0..columns.len()).find(|&r| !is_missing(r, i));
        present.map_or_else(Vec::new, |r| columns[r][i].split(END).collect())
    };
    let sentences: Vec<Vec<&str>> = (0..segments).map(sentences).collect();
    let most = sentences.iter().map(Vec::len).max().unwrap_or(1);
    let column = |part: usize| -> String {
        sentences.iter().flat_map(|all| [all.get(part).copied().unwrap_or_default(), "\n"]).collect()
    };
    let parts: Vec<String> =
        systems.iter().map(|text| lines(text).map(first).collect()).chain((0..most).map(column)).collect();
    let missing = missing_lines(&parts[0], most, 0, |part, i| part >= sentences[i].len())?;
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    Ok(counter.count(&parts, candidates, |part| missing.get(part).map(Vec::as_slice))?.systems)
}

/// Whether texts need less memory than their tokenizers would.
fn are_many_and_short(texts: &[&str]) -> bool {
    texts.len() > 16 && texts.iter().map(|text| text.len()).sum::<usize>() < texts.len() << 10
}

/// Counts the next lines of a corpus of `expected` candidates, line i of each candidate with line i of each reference that has
/// it, and calls `visit` with all texts, the candidates first, and the counts. `is_missing(r, i)` is whether reference r lacks
/// line i; `segments_before` come before these.
///
/// # Errors
/// If there is no reference, if a line lacks all references, if there are not as many candidates as `expected`, if the texts
/// differ in their number of lines, if a text is too long, or if `visit` fails.
pub(crate) fn count_corpus_lines(
    counting: &Counting,
    [candidates, references]: [&[&str]; 2],
    is_missing: impl Fn(usize, usize) -> bool,
    expected: usize,
    segments_before: u64,
    visit: impl FnOnce(&[&str], CountedBatch) -> Result<(), Error>,
) -> Result<(), Error> {
    let first = candidates.first().copied().unwrap_or_default();
    let missing = missing_lines(first, references.len(), segments_before, is_missing)?;
    let found = candidates.len();
    if found != expected {
        return Err(Error::CandidateCountMismatch { expected, found });
    }
    if references.is_empty() {
        return Err(Error::NoReference { segment: segments_before });
    }
    let (texts, mut counter) = ([candidates, references].concat(), BatchCounter::new(counting));
    let counted = counter.count(&texts, found, |r| missing.get(r).map(Vec::as_slice))?;
    visit(&texts, counted)
}

/// For each of a number of references a bit set of the lines that it lacks, for [`BatchCounter::count`]: `is_missing(r, i)`
/// is whether line i of reference r is one. There are as many lines as a candidate has.
///
/// # Errors
/// If a line lacks all references. `segments_before` came before these lines.
pub(crate) fn missing_lines(
    candidate: &str,
    references: usize,
    segments_before: u64,
    is_missing: impl Fn(usize, usize) -> bool,
) -> Result<Vec<Vec<u64>>, Error> {
    let lines = count_lines(candidate);
    let mut missing = vec![vec![0u64; lines.div_ceil(64)]; references];
    for i in 0..lines {
        let lacks: Vec<usize> = (0..references).filter(|&r| is_missing(r, i)).collect();
        if !lacks.is_empty() && lacks.len() == references {
            return Err(Error::NoReference { segment: segments_before + i as u64 });
        }
        lacks.into_iter().for_each(|r| missing[r][i / 64] |= 1 << (i % 64));
    }
    Ok(missing)
}
