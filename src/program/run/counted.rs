//! The counts of a batch of segments.

use crate::bleu::lines::joined;
use crate::bleu::lines::{bits, lines as lines_of_text};
use crate::bleu::scoring::BatchCounter;
use crate::bleu::scoring::{SegmentStatistics, Statistics};
use crate::bleu::tokenize::{Tokenization, Tokens};
use crate::checks::diagnose::InputSigns;
use crate::checks::repair::{Repair, Repairs};
use crate::program::results::input_summary::{CleanedLines, InputSummary};
use crate::text::Segments;
use anyhow::Result;
use std::borrow::Cow;

/// The tokens and n-gram counts of a batch.
pub struct CountedSegments<'a> {
    pub segments: &'a Segments<'a>,
    /// The source text, if it was read.
    pub source: Option<&'a str>,
    /// Tokens of each text.
    pub tokens: Vec<Tokens<'a>>,
    /// Statistics of the segments, for each candidate.
    pub systems: Vec<SegmentStatistics>,
    /// The tokenizer.
    tokenization: Tokenization,
}

/// Tokenizes and counts a batch.
///
/// # Errors
/// If a text is too long to be tokenized.
pub fn count<'a>(counter: &'a mut BatchCounter, segments: &'a Segments<'a>) -> Result<CountedSegments<'a>> {
    let candidates = segments.candidates().len();
    let tokenization = counter.tokenization().clone();
    let counted = counter.count(segments.texts(), candidates, |i| segments.missing(i));
    let counted = counted.map_err(|error| segments.locate(error))?;
    Ok(CountedSegments { segments, source: None, tokens: counted.tokens, systems: counted.systems, tokenization })
}

impl<'a> CountedSegments<'a> {
    /// Segments that were counted before, whose texts are not known.
    pub fn without_texts(segments: &'a Segments<'a>, systems: Vec<SegmentStatistics>) -> CountedSegments<'a> {
        CountedSegments { segments, source: None, tokens: Vec::new(), systems, tokenization: Tokenization::default() }
    }
}

impl<'a> CountedSegments<'a> {
    /// Adds the source text.
    pub fn with_source(self, source: Option<&'a str>) -> CountedSegments<'a> {
        CountedSegments { source, ..self }
    }

    /// Counts some lines of a candidate, which have these numbers, in place of its own. Returns the sums of the statistics of its
    /// own lines and of these.
    ///
    /// # Errors
    /// If one is too long to be tokenized.
    pub fn recount(
        &self,
        counter: &mut BatchCounter,
        candidate: usize,
        lines: &[(usize, &str)],
    ) -> Result<[Statistics; 2]> {
        if lines.is_empty() {
            return Ok([Statistics::EMPTY; 2]);
        }
        let (numbers, lines): (Vec<usize>, Vec<&str>) = lines.iter().copied().unzip();
        let chosen_lines = |text: &&str| {
            let all: Vec<&str> = lines_of_text(text).collect();
            joined(numbers.iter().map(|number| all[*number]))
        };
        let segments = self.segments;
        let references = segments.references().iter().map(chosen_lines);
        let texts: Vec<String> = std::iter::once(joined(lines.into_iter())).chain(references).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let missing: Vec<Vec<u64>> =
            (1..texts.len()).map(|i| bits(&numbers, |number| !segments.has(i - 1, number))).collect();
        let counted = counter.count(&texts, 1, |i| Some(&missing[i]));
        let counted = counted.map_err(|error| segments.locate(error))?.systems[0].sum();
        Ok([self.systems[candidate].sum_of(&numbers), counted])
    }

    /// The lines of each candidate that were cleaned.
    ///
    /// # Errors
    /// If one was too long to be tokenized.
    pub fn cleaned(&self, counter: &mut BatchCounter) -> Result<Vec<CleanedLines>> {
        let cleaned = |candidate: usize| {
            let lines: Vec<_> =
                self.segments.uncleaned(candidate).filter(|(line, _)| *line < self.segments.len()).collect();
            let [own, others] = self.recount(counter, candidate, &lines)?;
            Ok(CleanedLines { lines: lines.len() as u64, own, others, ..CleanedLines::default() })
        };
        (0..self.systems.len()).map(cleaned).collect()
    }

    /// The lines of a candidate that repairs would alter.
    ///
    /// # Errors
    /// If one would be too long to be tokenized.
    pub fn try_repairs(&self, counter: &mut BatchCounter, candidate: usize, repairs: Repairs) -> Result<CleanedLines> {
        let text = self.segments.candidates()[candidate];
        let Some(cleaned) = repairs.clean_text(text) else { return Ok(CleanedLines::default()) };
        let all: Vec<&str> = lines_of_text(&cleaned.text).collect();
        let altered: Vec<_> = cleaned.altered.iter().map(|(line, _)| (*line, all[*line])).collect();
        let [own, others] = self.recount(counter, candidate, &altered)?;
        let mut by_repair = [0; Repair::ALL.len()];
        for (_, range) in &cleaned.altered {
            let mut line = Cow::Borrowed(&text[range.clone()]);
            for repair in repairs.iter() {
                if let Cow::Owned(repaired) = repair.clean(&line) {
                    by_repair[repair as usize] += 1;
                    line = Cow::Owned(repaired);
                }
            }
        }
        Ok(CleanedLines { lines: altered.len() as u64, by_repair, own, others })
    }

    /// Number of segments with a line, of a candidate or a reference, that a function finds in a text.
    fn lines_with(&self, find: impl Fn(&str) -> Vec<usize>) -> u64 {
        let mut lines: Vec<usize> = self.segments.texts().iter().flat_map(|text| find(text)).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.len() as u64
    }

    /// Number of segments that the tokenizer might split into sentences if it had the data.
    pub fn unsplit_sentences(&self) -> u64 {
        self.lines_with(|text| self.tokenization.lines_of_sentences(text))
    }

    /// The summary of this batch, with signs of problems if they are wanted.
    pub fn summary(&self, has_signs: bool) -> InputSummary {
        let segments = self.systems.first().map_or(0, |segments| segments.len() as u64);
        let signs = || InputSigns::of_batch(self.segments.texts(), self.segments.before(), &self.tokens, &self.systems);
        InputSummary {
            segments,
            references: (segments > 0).then(|| self.segments.reference_count()),
            signs: if has_signs { signs() } else { InputSigns::default() },
            newer_characters: self.lines_with(|text| self.tokenization.lines_of_other_versions(text)),
            unsplit_sentences: self.unsplit_sentences(),
            ..InputSummary::default()
        }
    }
}

/// Visits each segment with its place and its statistics, from a table for each system.
///
/// # Errors
/// The first error of `visit`.
pub fn each_segment<E>(
    tables: &[SegmentStatistics],
    mut visit: impl FnMut(usize, &[Statistics]) -> Result<(), E>,
) -> Result<(), E> {
    let mut systems: Vec<_> = tables.iter().map(SegmentStatistics::iter).collect();
    let mut segment = Vec::with_capacity(systems.len());
    (0..tables.first().map_or(0, SegmentStatistics::len)).try_for_each(|i| {
        segment.clear();
        segment.extend(systems.iter_mut().filter_map(Iterator::next));
        visit(i, &segment)
    })
}
