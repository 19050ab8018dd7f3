//! Ranges of lines in which evidence adds up: for a shift, or for another text.

use crate::checks::diagnose::segment_range::SegmentRange;
use std::cmp::Reverse;

/// A range of candidate lines that are most similar to reference lines at another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShiftedRange {
    /// Distance of the reference lines: above 0 further down, below 0 further up; never 0.
    pub shift: i64,
    /// The candidate lines.
    pub segments: SegmentRange,
    /// Lines that are most similar to the reference line at this distance.
    pub shifted: u64,
    /// Lines that are most similar to their own reference line.
    pub own: u64,
}

/// Returns the ranges with this much evidence at least, and their evidence, given that of each segment for it, or against it.
pub fn ranges(evidence: impl IntoIterator<Item = (u64, i64)>, least: i64) -> Vec<(SegmentRange, i64)> {
    // The evidence since the first line of an open range, and where it was most.
    let (mut first, mut sum, mut most, mut found) = (0, 0, (SegmentRange::default(), 0), Vec::new());
    for (segment, evidence) in evidence {
        // Only evidence for it opens a range.
        if sum == 0 && evidence <= 0 {
            continue;
        }
        first = if sum == 0 { segment } else { first };
        sum += evidence;
        if sum > most.1 {
            most = (SegmentRange { first, last: segment }, sum);
        }
        // Too many lines are against it.
        if sum <= (most.1 - least).max(0) {
            found.push(most);
            (sum, most) = (0, (SegmentRange::default(), 0));
        }
    }
    found.push(most);
    found.retain(|(_, evidence)| *evidence >= least);
    found
}

/// Returns the ranges without those that lie mostly within stronger ones, in their order.
pub fn strongest(mut ranges: Vec<ShiftedRange>) -> Vec<ShiftedRange> {
    ranges.sort_by_key(|range| (Reverse(range.shifted), range.segments.first, range.shift));
    let mut kept: Vec<ShiftedRange> = Vec::new();
    for range in ranges {
        let common = |other: &ShiftedRange| SegmentRange::common(&[range.segments], &[other.segments]);
        if 2 * kept.iter().map(common).sum::<u64>() <= range.segments.len() {
            kept.push(range);
        }
    }
    kept.sort_by_key(|range| (range.segments.first, range.shift));
    kept
}
