//! Findings: a problem, its place and its cost.

use super::problem::Problem;

/// Something that looks wrong with the input of a score.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The problem, with its numbers.
    pub problem: Problem,
    /// Segments concerned, the first ones if there are many; all of them if it is the text as a whole.
    pub segments: Vec<SegmentRange>,
    /// Estimate of the share of the score that is lost, from 0 to 1. The findings that cost most come first.
    pub loss: f64,
}

/// Consecutive segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentRange {
    /// First segment, from 1.
    pub first: u64,
    /// Last segment.
    pub last: u64,
}

/// Maximum number of ranges of segments in a finding.
const MAX_RANGES: usize = 20;

impl Finding {
    /// Creates a finding about a text as a whole.
    pub(super) fn new(problem: Problem) -> Finding {
        Finding { problem, segments: Vec::new(), loss: 1.0 }
    }

    /// Sets the segments concerned.
    pub(super) fn at(mut self, ranges: impl IntoIterator<Item = SegmentRange>) -> Finding {
        self.segments = ranges.into_iter().take(MAX_RANGES).collect();
        self
    }

    /// Sets the estimate of the share of the score that is lost.
    pub(super) fn with_loss(mut self, loss: f64) -> Finding {
        self.loss = loss.clamp(0.0, 1.0);
        self
    }
}

impl SegmentRange {
    /// Returns the ranges of these segments, which ascend.
    pub(super) fn of(segments: impl IntoIterator<Item = u64>) -> Vec<SegmentRange> {
        let mut ranges: Vec<SegmentRange> = Vec::new();
        for segment in segments {
            match ranges.last_mut() {
                Some(range) if range.last + 1 == segment => range.last = segment,
                _ => ranges.push(SegmentRange { first: segment, last: segment }),
            }
        }
        ranges
    }
}
