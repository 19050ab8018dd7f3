//! Totals of a group of segments, from which a definition computes the group's score.

use super::rules::{Aggregation, EmptySegments};
use super::{Definition, Score, SegmentStatistics, Statistics};
use crate::Error;

/// All that is needed to score a group of segments: the sum of their statistics and, for definitions that average
/// segments, the segment scores.
///
/// Groups of consecutive segments are joined by [`append`](Self::append), in the order of the segments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CorpusTotals {
    sum: Statistics,
    /// Statistics of the last segment, for smoothing methods that look at it. Boxed: few do, and groups may be many.
    last: Option<Box<Statistics>>,
    /// Segment scores for the mean. Kept one by one so that they are summed in segment order regardless of batches.
    scores: Vec<f64>,
    /// Sum and number of the scores that are no longer kept one by one.
    added: (f64, u64),
    /// Whether a segment makes the whole score 0.
    is_zero: bool,
    /// Whether a segment has an n-gram that is not correct.
    has_errors: bool,
}

impl CorpusTotals {
    /// The totals of a group of segments.
    pub fn new(definition: &Definition, segments: &SegmentStatistics) -> CorpusTotals {
        let mut totals = CorpusTotals { sum: segments.sum(), ..CorpusTotals::default() };
        if let Some(last) = segments.iter().next_back() {
            totals.set_last(definition, &last);
        }
        totals.has_errors = segments.iter().any(|segment| !segment.is_all_correct());
        if definition.rules().aggregation == Aggregation::MeanOfSegments {
            segments.iter().for_each(|segment| totals.add_score(definition, &segment));
        }
        totals
    }

    /// The totals of segments of which only the sum is known, for a score that is made of sums alone
    /// ([`Definition::is_score_of_sums`]).
    #[cfg(feature = "cli")]
    pub(crate) fn of_sum(sum: Statistics) -> CorpusTotals {
        CorpusTotals { sum, has_errors: sum.correct() != sum.total(), ..CorpusTotals::default() }
    }

    /// Adds a segment.
    ///
    /// # Errors
    /// If the orders differ, or a sum exceeds 64 bits.
    pub fn push(&mut self, definition: &Definition, segment: &Statistics) -> Result<(), Error> {
        self.sum = (self.sum + *segment)?;
        self.set_last(definition, segment);
        self.has_errors = self.has_errors || !segment.is_all_correct();
        if definition.rules().aggregation == Aggregation::MeanOfSegments {
            self.add_score(definition, segment);
        }
        Ok(())
    }

    fn set_last(&mut self, definition: &Definition, segment: &Statistics) {
        if definition.smoothing().uses_last_segment() {
            **self.last.get_or_insert_default() = *segment;
        }
    }

    fn add_score(&mut self, definition: &Definition, segment: &Statistics) {
        match (definition.rules().empty_segments, segment.hyp_len, segment.ref_len) {
            (EmptySegments::LeftOut, 0, 0) => {}
            (EmptySegments::LeftOut, 0, _) => self.is_zero = true,
            _ => self.scores.push(definition.evaluate(segment).score),
        }
    }

    /// Adds the totals of the next segments.
    ///
    /// # Errors
    /// If the orders differ, or a sum exceeds 64 bits.
    pub fn append(&mut self, next: CorpusTotals) -> Result<(), Error> {
        self.sum = (self.sum + next.sum)?;
        self.last = next.last.or(self.last.take());
        self.is_zero |= next.is_zero;
        self.has_errors |= next.has_errors;
        let kept = std::mem::take(&mut self.scores);
        add_to(&mut self.added, &kept);
        self.added.0 += next.added.0;
        self.added.1 += next.added.1;
        add_to(&mut self.added, &next.scores);
        Ok(())
    }

    /// The sum of the segments' statistics.
    pub fn sum(&self) -> &Statistics {
        &self.sum
    }

    /// Whether every n-gram of every segment is correct, and the candidate no shorter than its references.
    #[cfg(feature = "cli")]
    pub(crate) fn is_perfect(&self) -> bool {
        !self.has_errors && self.sum.hyp_len >= self.sum.ref_len
    }

    /// The score of the group.
    pub fn score(&self, definition: &Definition) -> Score {
        let mut score = definition.evaluate_corpus(&self.sum, self.last.as_deref().unwrap_or(&Statistics::EMPTY));
        if definition.rules().aggregation == Aggregation::MeanOfSegments {
            let mut added = self.added;
            add_to(&mut added, &self.scores);
            let (sum, count) = added;
            score.score = if count == 0 || self.is_zero { 0.0 } else { sum / count as f64 };
        }
        score
    }
}

/// Adds scores to their sum and number.
fn add_to(added: &mut (f64, u64), scores: &[f64]) {
    for score in scores {
        added.0 += score;
        added.1 += 1;
    }
}
