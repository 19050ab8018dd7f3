//! The counts of a batch of segments.

use crate::bleu::BatchCounter;
use crate::cli::input::Segments;
use crate::cli::input_summary::InputSummary;
use crate::diagnose::{Suspicion, TextSurvey};
use crate::tokenize::Newlines;
use crate::{ReferenceCount, SegmentStatistics, Statistics, Tokens};
use anyhow::Result;

/// The tokens and n-gram counts of a batch.
pub struct CountedSegments<'a> {
    pub segments: &'a Segments<'a>,
    /// Tokens of each text.
    pub tokens: Vec<Tokens<'a>>,
    /// Statistics of the segments, for each candidate.
    pub systems: Vec<SegmentStatistics>,
    /// Number of references per segment.
    pub references: ReferenceCount,
}

/// Tokenizes and counts a batch.
///
/// # Errors
/// If a text is too long to be tokenized.
pub fn count<'a>(counter: &'a mut BatchCounter, segments: &'a Segments<'a>) -> Result<CountedSegments<'a>> {
    let candidates = segments.candidates().len();
    let counted = counter.count(segments.texts(), candidates, Newlines::Separate, |i| segments.missing(i));
    let counted = counted.map_err(|error| segments.locate(error))?;
    let references = segments.reference_count();
    Ok(CountedSegments { segments, tokens: counted.tokens, systems: counted.systems, references })
}

impl CountedSegments<'_> {
    /// The summary of this batch.
    pub fn summary(&self) -> InputSummary {
        let segments = self.systems.first().map_or(0, |segments| segments.len() as u64);
        let (texts, before) = (self.segments.texts(), self.segments.before());
        InputSummary {
            segments,
            references: (segments > 0).then_some(self.references),
            surveys: TextSurvey::of_batch(texts, before, &self.tokens, &self.systems),
            suspicions: self.systems.iter().map(Suspicion::of_batch).collect(),
            ..InputSummary::default()
        }
    }
}

/// Visits each segment with its place and its statistics, one for each system, of which there is a table each.
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
