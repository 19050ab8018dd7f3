//! Ranges of lines that resemble reference lines further up or down.

use super::thresholds::{MIN_SHIFT_EVIDENCE, NO_VOTE, VOTE_AGAINST, VOTE_FOR};
use crate::diagnose::segment_range::SegmentRange;
use std::cmp::Reverse;

/// A range of candidate lines that are most similar to reference lines at another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftedRange {
    /// Distance of the reference lines: above 0 further down, below 0 further up; never 0.
    pub shift: i64,
    pub segments: SegmentRange,
    /// Lines that are most similar to the reference line at this distance.
    pub shifted: u64,
    /// Lines that are most similar to their own reference line.
    pub own: u64,
}

/// Returns the ranges that are shifted by a distance, given the distance that each line votes for: 0 is the line's own reference,
/// `None` no vote.
pub fn ranges_at(shift: i64, votes: &[Option<i64>]) -> Vec<ShiftedRange> {
    // The evidence since the first line of an open range, and the most of it.
    let (mut evidence, mut most) = (0, 0);
    let (mut open, mut best, mut found) = (None, None, Vec::new());
    for (segment, vote) in (0..).zip(votes) {
        let is_for = *vote == Some(shift);
        // Only a vote for the shift opens a range.
        if open.is_none() && !is_for {
            continue;
        }
        let segments = SegmentRange { first: segment, last: segment };
        let range = open.get_or_insert(ShiftedRange { shift, segments, shifted: 0, own: 0 });
        range.segments.last = segment;
        range.shifted += u64::from(is_for);
        range.own += u64::from(*vote == Some(0));
        evidence += vote.map_or(NO_VOTE, |_| if is_for { VOTE_FOR } else { VOTE_AGAINST });
        if evidence > most {
            most = evidence;
            best = (evidence >= MIN_SHIFT_EVIDENCE).then_some(*range);
        }
        // Too many lines vote against it.
        if evidence <= most - MIN_SHIFT_EVIDENCE || evidence <= 0 && best.is_none() {
            found.extend(best.take());
            (evidence, most, open) = (0, 0, None);
        }
    }
    found.extend(best);
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
