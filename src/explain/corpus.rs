//! Explanation of a corpus: the sum of its explained batches.

use super::batch::{BatchExplainer, CandidateLosses, ExplainedBatch, LossSums};
use super::breakdown::OrderTerm;
use super::explanation::{
    CorpusExplanation, Counterfactuals, Difference, Missed, NgramAdvantage, OrderDifference, OrderLosses,
    OverGenerated, SystemExplanation, Unmatched,
};
use super::ngram_sums::{Counted, MAX_COUNTS, NgramSums};
use super::plan::Plan;
use super::segment_gains::{Gains, SegmentGain, SegmentScores, SegmentTexts, excerpt, highest};
use super::segment_ngrams::{append, token_fingerprints};
use crate::Error;
use crate::bleu::{ReferenceLists, SegmentLines, count_corpus_lines};
use crate::lines::as_strs;
use crate::tokenize::SegmentTokens;
use memchr::memchr_iter;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of candidates that can be compared.
const MAX_CANDIDATES: usize = 2;

/// Adds up explained batches, and explains the scores of one or two candidates.
///
/// Memory: all texts, the statistics and the score of each segment (48 bytes for order 4, per candidate), and up to 200
/// MB of counts of n-grams.
#[derive(Debug)]
pub struct Explainer {
    plan: Arc<Plan>,
    candidates: Vec<CandidateLosses>,
    /// For each order, the n-grams that only one of two candidates has right; none for one candidate.
    advantages: Vec<NgramSums<2>>,
    /// Maximum number of counts for each kind and order of n-grams.
    max_len: usize,
    texts: CorpusTexts,
}

impl Explainer {
    /// Creates an explainer for one or two candidates.
    ///
    /// # Errors
    /// If there are more candidates or none, or if the score is not by sacreBLEU's formula
    /// ([`Definition::uses_sacrebleu_formula`](crate::Definition::uses_sacrebleu_formula)).
    pub fn new(plan: impl Into<Arc<Plan>>, candidates: usize) -> Result<Self, Error> {
        let plan = plan.into();
        plan.definition.check_sacrebleu_formula()?;
        let order = plan.definition.order();
        if !(1..=MAX_CANDIDATES).contains(&candidates) {
            return Err(Error::CandidateCount { candidates });
        }
        let advantages = if candidates == MAX_CANDIDATES { order } else { 0 };
        // Few n-grams are over-generated.
        let max_len = MAX_COUNTS / (2 * order * candidates + advantages);
        let candidate = || CandidateLosses::new(plan.definition.counting().segment_table(), &plan);
        Ok(Explainer {
            candidates: (0..candidates).map(|_| candidate()).collect(),
            advantages: vec![NgramSums::new(); advantages],
            max_len,
            texts: CorpusTexts::default(),
            plan,
        })
    }

    /// Adds the next lines of the corpus: line i of each candidate with line i of each reference.
    ///
    /// # Errors
    /// If there are not as many candidates as were declared, if there is no reference, if the texts differ in their number of
    /// lines, or if a text is too long.
    pub fn add_lines(&mut self, candidates: &[impl AsRef<str>], references: &[impl AsRef<str>]) -> Result<(), Error> {
        self.add_lines_with_missing(candidates, references, |_, _| false)
    }

    /// Adds the next lines of the corpus, some without references: `is_missing(r, i)` is whether line i of reference
    /// r, both from 0, only stands for a reference that is not there.
    ///
    /// # Errors
    /// As [`add_lines`](Self::add_lines), and if a segment lacks all references.
    ///
    /// ```
    /// use bleu::Definition;
    /// use bleu::explain::{Explainer, Plan};
    ///
    /// let mut explainer = Explainer::new(Plan::new(Definition::default()), 1)?;
    /// let references = ["a small line\nanother line\n", "one line\n\n"];
    /// explainer.add_lines_with_missing(&["one line\none line\n"], &references, |r, i| (r, i) == (1, 1))?;
    /// let unmatched = &explainer.finish().systems[0].losses[0].unmatched;
    /// assert_eq!((&*unmatched[0].ngram, unmatched[0].count), ("one", 1));
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn add_lines_with_missing(
        &mut self,
        candidates: &[impl AsRef<str>],
        references: &[impl AsRef<str>],
        is_missing: impl Fn(usize, usize) -> bool,
    ) -> Result<(), Error> {
        let texts = [&*as_strs(candidates), &as_strs(references)];
        let (plan, expected, before) = (Arc::clone(&self.plan), self.candidates.len(), self.segments());
        count_corpus_lines(plan.definition.counting(), texts, is_missing, expected, before, |texts, counted| {
            self.add(BatchExplainer::new(Arc::clone(&plan)).explain(texts, &counted.tokens, counted.systems))
        })
    }

    /// Adds segments: `candidates[c]` lists the segments of candidate c. Line feeds inside a text are white space.
    ///
    /// # Errors
    /// As [`add_lines`](Self::add_lines), and if there are not references for as many segments as each candidate has.
    pub fn add_segments(&mut self, candidates: &[&[impl AsRef<str>]], references: ReferenceLists) -> Result<(), Error> {
        let lines = SegmentLines::new(&self.plan.definition, candidates, references, self.segments())?;
        self.add_lines_with_missing(&lines.candidates, &lines.references, |r, i| lines.is_missing(r, i))
    }

    /// Number of segments so far.
    fn segments(&self) -> u64 {
        self.candidates.first().map_or(0, |candidate| candidate.segments.len() as u64)
    }

    /// Adds the next batch of the corpus.
    ///
    /// # Errors
    /// If the batch was explained by another plan.
    pub(crate) fn add(&mut self, batch: ExplainedBatch) -> Result<(), Error> {
        let before = self.segments() as usize;
        for (candidate, batch) in self.candidates.iter_mut().zip(batch.candidates) {
            candidate.append(batch, self.max_len)?;
        }
        for (sums, batch) in self.advantages.iter_mut().zip(batch.advantages) {
            sums.append(batch, before, self.max_len);
        }
        self.texts.batches.push(TextBatch { before, texts: batch.texts });
        Ok(())
    }

    /// Explains the scores, when all batches have been added. If the definition's tool fails on an empty text, its score
    /// here is 0.
    pub fn finish(self) -> CorpusExplanation {
        CorpusExplanation {
            systems: (0..self.candidates.len()).map(|candidate| self.explain(candidate)).collect(),
            difference: match &self.candidates[..] {
                [first, second] => Some(self.compare(first, second)),
                _ => None,
            },
        }
    }

    fn explain(&self, number: usize) -> SystemExplanation {
        let (definition, candidate) = (&self.plan.definition, &self.candidates[number]);
        let statistics = candidate.segments.sum();
        let score = definition.evaluate(&statistics);
        let gains = Gains::new(definition, &statistics);
        let gains = candidate.segments.iter().map(|segment| gains.without(&segment));
        let worst_segment = |(segment, gain): (usize, f64)| SegmentGain {
            segment: segment as u64,
            gain,
            scores: vec![candidate.scores[segment]],
            texts: self.excerpts(segment, number..number + 1),
        };
        SystemExplanation {
            terms: OrderTerm::all(definition, &statistics, &score),
            score,
            counterfactuals: Counterfactuals::new(definition, &statistics),
            losses: (1..).zip(&candidate.losses).map(|(order, sums)| self.losses(order, sums)).collect(),
            segment_scores: SegmentScores::new(candidate.scores.clone()),
            worst_segments: highest(gains, self.plan.show).into_iter().map(worst_segment).collect(),
        }
    }

    fn losses(&self, order: usize, sums: &LossSums) -> OrderLosses {
        let single = |sums: &NgramSums<1>| self.costliest(order, sums, |[count]| count).into_iter();
        let over_generated = self.costliest(order, &sums.over_generated, |[excess, _]| excess).into_iter();
        let over = |(ngram, [excess, allowed]): (String, [u32; 2])| OverGenerated {
            ngram,
            count: u64::from(excess) + u64::from(allowed),
            allowed: allowed.into(),
        };
        OrderLosses {
            order,
            unmatched: single(&sums.unmatched)
                .map(|(ngram, [count])| Unmatched { ngram, count: count.into() })
                .collect(),
            over_generated: over_generated.map(over).collect(),
            missed: single(&sums.missed).map(|(ngram, [count])| Missed { ngram, count: count.into() }).collect(),
            error: sums.unmatched.error().max(sums.over_generated.error()).max(sums.missed.error()),
        }
    }

    fn compare(&self, first: &CandidateLosses, second: &CandidateLosses) -> Difference {
        let gains = Gains::new(&self.plan.definition, &first.segments.sum());
        let gains: Vec<f64> =
            first.segments.iter().zip(second.segments.iter()).map(|(one, other)| gains.with(&one, &other)).collect();
        let segments = |sign: f64| {
            let segment_gain = |(segment, size): (usize, f64)| SegmentGain {
                segment: segment as u64,
                gain: sign * size,
                scores: vec![first.scores[segment], second.scores[segment]],
                texts: self.excerpts(segment, 0..MAX_CANDIDATES),
            };
            let signed = gains.iter().map(|gain| sign * gain);
            highest(signed, self.plan.show).into_iter().map(segment_gain).collect()
        };
        Difference {
            orders: (1..).zip(&self.advantages).map(|(order, sums)| self.advantages(order, sums)).collect(),
            first_better: segments(-1.0),
            second_better: segments(1.0),
        }
    }

    fn advantages(&self, order: usize, sums: &NgramSums<2>) -> OrderDifference {
        let first_better = self.costliest(order, sums, |[first, second]| first.saturating_sub(second));
        let second_better = self.costliest(order, sums, |[first, second]| second.saturating_sub(first));
        let advantage = |(ngram, [first, second]): (String, [u32; 2])| NgramAdvantage {
            ngram,
            first: first.into(),
            second: second.into(),
        };
        OrderDifference {
            order,
            first_better: first_better.into_iter().map(advantage).collect(),
            second_better: second_better.into_iter().map(advantage).collect(),
            error: sums.error(),
        }
    }

    /// Returns the n-grams with the highest costs above 0, highest first, equal ones in alphabetical order.
    fn costliest<const N: usize>(
        &self,
        order: usize,
        sums: &NgramSums<N>,
        cost: impl Fn([u32; N]) -> u32 + Copy,
    ) -> Vec<(String, [u32; N])> {
        let costly = sums.costliest(self.plan.show, cost);
        let mut ngrams = self.ngrams(order, &costly);
        let mut costly: Vec<(String, [u32; N])> = costly
            .into_iter()
            .map(|counted| (ngrams.remove(&counted.ngram).unwrap_or_default(), counted.counts))
            .collect();
        costly.sort_unstable_by(|(a, x), (b, y)| cost(*y).cmp(&cost(*x)).then_with(|| a.cmp(b)));
        costly.truncate(self.plan.show);
        costly
    }

    /// Finds the text of n-grams by tokenizing their segments again.
    fn ngrams<const N: usize>(&self, order: usize, counted: &[Counted<N>]) -> HashMap<u64, String> {
        let mut ngrams: HashMap<u64, String> = counted.iter().map(|counted| (counted.ngram, String::new())).collect();
        let mut segments: Vec<u32> = counted.iter().map(|counted| counted.segment).collect();
        segments.sort_unstable();
        segments.dedup();
        let mut tokenizer = self.plan.definition.tokenizer();
        for segment in segments {
            for line in self.texts.lines(segment as usize) {
                let tokens = tokenizer.tokenize_lines(line);
                // A text that was counted is not too long.
                if let Some(segment) = tokens.ok().and_then(|tokens| tokens.segments().next()) {
                    name_ngrams(segment, order, &mut ngrams);
                }
            }
        }
        ngrams
    }

    /// Returns the beginnings of the lines of some candidates and of the first reference in a segment (from 0).
    fn excerpts(&self, segment: usize, candidates: Range<usize>) -> SegmentTexts {
        let lines = self.texts.lines(segment);
        let line = |text: usize| lines.get(text).map_or_else(String::new, |line| excerpt(line));
        // A reference that is missing has an empty line.
        let mut references = self.candidates.len()..lines.len();
        let reference = references.clone().find(|&text| !lines[text].trim_end().is_empty()).or(references.next());
        SegmentTexts { candidates: candidates.map(line).collect(), reference: reference.map_or_else(String::new, line) }
    }
}

/// Fills in the text of the n-grams that a line has.
fn name_ngrams(line: SegmentTokens, order: usize, ngrams: &mut HashMap<u64, String>) {
    let fingerprints: Vec<u64> = token_fingerprints(line).collect();
    for (start, tokens) in fingerprints.windows(order).enumerate() {
        let fingerprint = tokens.iter().copied().reduce(append).unwrap_or_default();
        if let Some(text) = ngrams.get_mut(&fingerprint).filter(|text| text.is_empty()) {
            let words = (start..start + order).map(|i| String::from_utf8_lossy(line.bytes(i)));
            *text = words.collect::<Vec<_>>().join(" ");
        }
    }
}

/// The texts of a corpus, as they were read.
#[derive(Debug, Default)]
struct CorpusTexts {
    batches: Vec<TextBatch>,
}

#[derive(Debug)]
struct TextBatch {
    /// Segments in earlier batches.
    before: usize,
    /// The candidates' texts, then the references'.
    texts: Vec<String>,
}

impl CorpusTexts {
    /// Returns the lines of a segment (from 0) in all texts, each with its line feed.
    fn lines(&self, segment: usize) -> Vec<&str> {
        let number = self.batches.partition_point(|batch| batch.before <= segment);
        let Some(batch) = number.checked_sub(1).map(|number| &self.batches[number]) else { return Vec::new() };
        batch.texts.iter().map(|text| line(text, segment - batch.before)).collect()
    }
}

/// Returns a line (from 0) of a text with its line feed, which the last line may lack; empty if there is no such line.
fn line(text: &str, number: usize) -> &str {
    let mut ends = memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
    let start = if number == 0 { Some(0) } else { ends.nth(number - 1) };
    start.map_or("", |start| &text[start..ends.next().unwrap_or(text.len())])
}
