//! Ranges of lines that resemble reference lines further up or down.

use super::thresholds::{ALIGNED, MARGIN, MIN_SHIFT_EVIDENCE, NO_VOTE, VOTE_AGAINST, VOTE_FOR};
use std::cmp::Reverse;

/// A range of candidate lines that are most similar to reference lines at another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftedRange {
    /// Distance of the reference lines: above 0 further down, below 0 further up; never 0.
    pub shift: i64,
    /// First segment, from 1.
    pub first: u64,
    /// Last segment.
    pub last: u64,
    /// Lines that are most similar to the reference line at this distance.
    pub shifted: u64,
    /// Lines that are most similar to their own reference line.
    pub own: u64,
}

impl ShiftedRange {
    /// Returns the number of lines.
    pub fn lines(&self) -> u64 {
        self.last - self.first + 1
    }

    /// Whether a line, from 0, is in the range.
    pub fn has_line(&self, line: usize) -> bool {
        (self.first..=self.last).contains(&(line as u64 + 1))
    }
}

/// Returns the ranges without those that lie mostly within stronger ones, in their order.
pub fn strongest(mut ranges: Vec<ShiftedRange>) -> Vec<ShiftedRange> {
    ranges.sort_by_key(|range| (Reverse(range.shifted), range.first, range.shift));
    let mut kept: Vec<ShiftedRange> = Vec::new();
    for range in ranges {
        let common =
            |other: &ShiftedRange| (range.last.min(other.last) + 1).saturating_sub(range.first.max(other.first));
        if 2 * kept.iter().map(common).sum::<u64>() <= range.last - range.first + 1 {
            kept.push(range);
        }
    }
    kept.sort_by_key(|range| (range.first, range.shift));
    kept
}

/// A candidate for a shifted range: its evidence since the first line, and its state at the maximum.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenRange {
    evidence: i64,
    max_evidence: i64,
    first: u64,
    shifted: u64,
    own: u64,
    at_max: Option<ShiftedRange>,
}

/// The vote of a line on a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// For the shift.
    For,
    /// For the line's own reference.
    Own,
    /// For another shift.
    Other,
}

/// Returns the vote of a line between its own reference and one other, given its similarity to them; `None` if unclear.
pub fn vote_for(own: f64, other: impl FnOnce() -> f64) -> Option<Vote> {
    if own >= ALIGNED {
        return Some(Vote::Own);
    }
    let lead = other() - own;
    if lead >= MARGIN { Some(Vote::For) } else { (lead <= -MARGIN).then_some(Vote::Own) }
}

impl OpenRange {
    /// Adds the vote of the next line, and closes the range if too many lines vote against it.
    pub fn continue_with(&mut self, shift: i64, segment: u64, vote: Option<Vote>, found: &mut Vec<ShiftedRange>) {
        // A range without evidence can only start, by a vote for it.
        if self.max_evidence == 0 && vote != Some(Vote::For) {
            return;
        }
        self.add(shift, segment, vote);
        if self.evidence <= self.max_evidence - MIN_SHIFT_EVIDENCE {
            self.close(found);
        }
    }

    fn add(&mut self, shift: i64, segment: u64, vote: Option<Vote>) {
        if self.evidence <= 0 && vote == Some(Vote::For) && self.at_max.is_none() {
            *self = OpenRange { first: segment, ..OpenRange::default() };
        }
        self.evidence += match vote {
            Some(Vote::For) => VOTE_FOR,
            Some(Vote::Own | Vote::Other) => VOTE_AGAINST,
            None => NO_VOTE,
        };
        self.shifted += u64::from(vote == Some(Vote::For));
        self.own += u64::from(vote == Some(Vote::Own));
        if self.evidence > self.max_evidence {
            self.max_evidence = self.evidence;
            let OpenRange { first, shifted, own, .. } = *self;
            let is_shifted = self.evidence >= MIN_SHIFT_EVIDENCE;
            self.at_max = is_shifted.then_some(ShiftedRange { shift, first, last: segment, shifted, own });
        }
        if self.evidence <= 0 && self.at_max.is_none() {
            *self = OpenRange::default();
        }
    }

    pub fn close(&mut self, found: &mut Vec<ShiftedRange>) {
        found.extend(self.at_max);
        *self = OpenRange::default();
    }
}
