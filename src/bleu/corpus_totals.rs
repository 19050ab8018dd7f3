//! Totals of a group of segments, from which a definition computes the group's score.

use super::rules::{Aggregation, EmptySegments};
use super::statistics::CompactStatistics;
use super::{Definition, Score, SegmentStatistics, Statistics};
use crate::Error;

/// All that is needed to score a group of segments: the sum of their statistics and, for definitions that average
/// segments, the segment scores.
///
/// Groups of consecutive segments are joined by [`append`](Self::append), in the order of the segments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CorpusTotals {
    sum: CompactStatistics,
    /// Totals besides the sum, for the few definitions that need them. Boxed, since groups may be many.
    segments: Option<Box<SegmentTotals>>,
    /// Whether a segment has an n-gram that is not correct.
    has_errors: bool,
}

/// Totals of the segments besides their sum, which some definitions need.
#[derive(Clone, Debug, Default, PartialEq)]
struct SegmentTotals {
    /// Statistics of the last segment, for smoothing methods that look at it.
    last: Statistics,
    /// Segment scores for the mean. Kept one by one so that they are summed in segment order regardless of batches.
    scores: Vec<f64>,
    /// Sum and number of the scores that are no longer kept one by one.
    added: (f64, u64),
    /// Whether a segment makes the whole score 0.
    is_zero: bool,
}

impl CorpusTotals {
    /// The totals of a group of segments.
    pub fn new(definition: &Definition, segments: &SegmentStatistics) -> CorpusTotals {
        let mut totals = CorpusTotals::of_sum(segments.sum());
        totals.has_errors = segments.iter().any(|segment| !segment.is_all_correct());
        if !definition.is_score_of_sums() {
            segments.iter().for_each(|segment| totals.segments.get_or_insert_default().push(definition, &segment));
        }
        totals
    }

    /// The totals of segments of which only the sum is known, for a score that is made of sums alone
    /// ([`Definition::is_score_of_sums`]).
    pub(crate) fn of_sum(sum: Statistics) -> CorpusTotals {
        CorpusTotals { sum: sum.into(), segments: None, has_errors: sum.correct() != sum.total() }
    }

    /// Adds a segment.
    ///
    /// # Errors
    /// If the orders differ, or a sum exceeds 64 bits.
    #[cfg(feature = "cli")]
    pub fn push(&mut self, definition: &Definition, segment: &Statistics) -> Result<(), Error> {
        self.sum = (self.sum() + *segment)?.into();
        self.has_errors |= !segment.is_all_correct();
        if !definition.is_score_of_sums() {
            self.segments.get_or_insert_default().push(definition, segment);
        }
        Ok(())
    }

    /// Adds the totals of the next segments.
    ///
    /// # Errors
    /// If the orders differ, or a sum exceeds 64 bits.
    pub fn append(&mut self, next: CorpusTotals) -> Result<(), Error> {
        self.sum = (self.sum() + next.sum())?.into();
        self.has_errors |= next.has_errors;
        match (&mut self.segments, next.segments) {
            (Some(segments), Some(next)) => segments.append(*next),
            (segments @ None, next) => *segments = next,
            (Some(_), None) => {}
        }
        Ok(())
    }

    /// The sum of the segments' statistics.
    pub fn sum(&self) -> Statistics {
        self.sum.get()
    }

    /// Whether every n-gram of every segment is correct, and the candidate no shorter than its references.
    #[cfg(feature = "cli")]
    pub(crate) fn is_perfect(&self) -> bool {
        let sum = self.sum();
        !self.has_errors && sum.hyp_len >= sum.ref_len
    }

    /// The score of the group.
    pub fn score(&self, definition: &Definition) -> Score {
        let segments = self.segments.as_deref();
        let mut score =
            definition.evaluate_corpus(&self.sum(), segments.map_or(&Statistics::EMPTY, |segments| &segments.last));
        if definition.rules().aggregation == Aggregation::MeanOfSegments {
            score.score = segments.map_or(0.0, SegmentTotals::mean);
        }
        score
    }
}

impl SegmentTotals {
    fn push(&mut self, definition: &Definition, segment: &Statistics) {
        self.last = *segment;
        if definition.rules().aggregation == Aggregation::MeanOfSegments {
            match (definition.rules().empty_segments, segment.hyp_len, segment.ref_len) {
                (EmptySegments::LeftOut, 0, 0) => {}
                (EmptySegments::LeftOut, 0, _) => self.is_zero = true,
                _ => self.scores.push(definition.evaluate(segment).score),
            }
        }
    }

    fn append(&mut self, next: SegmentTotals) {
        self.last = next.last;
        self.is_zero |= next.is_zero;
        let kept = std::mem::take(&mut self.scores);
        add_to(&mut self.added, &kept);
        self.added.0 += next.added.0;
        self.added.1 += next.added.1;
        add_to(&mut self.added, &next.scores);
    }

    /// The mean of the segment scores.
    fn mean(&self) -> f64 {
        let mut added = self.added;
        add_to(&mut added, &self.scores);
        let (sum, count) = added;
        if count == 0 || self.is_zero { 0.0 } else { sum / count as f64 }
    }
}

/// Adds scores to their sum and number.
fn add_to(added: &mut (f64, u64), scores: &[f64]) {
    for score in scores {
        added.0 += score;
        added.1 += 1;
    }
}
