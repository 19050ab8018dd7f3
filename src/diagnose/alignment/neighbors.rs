//! Comparison of each line with the neighbors of its reference line.
//!
//! A line votes for the shift of the most similar reference line, if that is clearly more similar than others. A range of
//! lines that vote for the same shift, other than 0, is misaligned. Larger shifts are found by
//! [`permutation`](super::permutation).

use super::shifted_range::{OpenRange, ShiftedRange, Vote};
use super::sketch::Sketch;
use super::thresholds::{ALIGNED, MARGIN, MAX_SHIFT};
use std::collections::VecDeque;

/// Number of shifts, from `-MAX_SHIFT` to `MAX_SHIFT`; index `MAX_SHIFT` means not shifted.
const SHIFTS: usize = 2 * MAX_SHIFT + 1;

/// Finds shifted ranges, one line of candidate and reference at a time.
#[derive(Debug, Default)]
pub struct Neighbors {
    /// The latest lines of each text that are still compared.
    candidates: VecDeque<Sketch>,
    references: VecDeque<Sketch>,
    /// Lines added.
    added: u64,
    /// Lines that have voted.
    voted: u64,
    /// For each shift, the range that may be growing.
    open: [OpenRange; SHIFTS],
    shifted: Vec<ShiftedRange>,
}

impl Neighbors {
    /// Adds the next line of both texts.
    pub fn add(&mut self, candidate: &Sketch, reference: &Sketch) {
        self.candidates.push_back(candidate.clone());
        self.references.push_back(reference.clone());
        self.added += 1;
        if self.added > MAX_SHIFT as u64 {
            self.vote();
        }
    }

    /// Returns the shifted ranges when all lines have been added.
    pub fn finish(mut self) -> Vec<ShiftedRange> {
        while self.voted < self.added {
            self.vote();
        }
        self.open.iter_mut().for_each(|range| range.close(&mut self.shifted));
        self.shifted
    }

    /// Counts the vote of the first line that has not voted.
    fn vote(&mut self) {
        let Some(candidate) = self.candidates.pop_front() else { return };
        // Index of the line's own reference: the number of lines before it that are kept.
        let before = self.voted.min(MAX_SHIFT as u64) as usize;
        let mut similarity = [0.0; SHIFTS];
        let own = self.references.get(before).map_or(0.0, |reference| candidate.similarity(reference));
        similarity[MAX_SHIFT] = own;
        // In aligned files, most lines are so similar to their own reference that no other needs to be compared.
        let vote = if own >= ALIGNED {
            Some(MAX_SHIFT)
        } else {
            for (reference, similarity) in self.references.iter().zip(&mut similarity[MAX_SHIFT - before..]) {
                *similarity = candidate.similarity(reference);
            }
            winner(&similarity)
        };
        if before == MAX_SHIFT {
            self.references.pop_front();
        }
        self.voted += 1;
        for (i, range) in self.open.iter_mut().enumerate().filter(|(i, _)| *i != MAX_SHIFT) {
            let for_it = match vote {
                Some(vote) if vote == i => Some(Vote::For),
                Some(MAX_SHIFT) => Some(Vote::Own),
                Some(_) => Some(Vote::Other),
                None => None,
            };
            range.continue_with(i as i64 - MAX_SHIFT as i64, self.voted, for_it, &mut self.shifted);
        }
    }
}

/// Returns the index of the shift with clearly the highest similarity; `None` if there is doubt.
fn winner(similarity: &[f64; SHIFTS]) -> Option<usize> {
    let best = (0..SHIFTS).max_by(|&a, &b| similarity[a].total_cmp(&similarity[b]))?;
    let rival = if best == MAX_SHIFT {
        similarity.iter().enumerate().filter(|(i, _)| *i != MAX_SHIFT).map(|(_, x)| *x).fold(0.0, f64::max)
    } else {
        similarity[MAX_SHIFT]
    };
    let clear = similarity.iter().filter(|&&other| other >= similarity[best]).count() == 1;
    (clear && similarity[best] - rival.max(0.0) >= MARGIN).then_some(best)
}
