//! Comparison of each line with the neighbors of its reference line.
//!
//! A line votes for the shift of the most similar reference line, if that is clearly more similar than others. A range of
//! lines that vote for the same shift, other than 0, is misaligned. Larger shifts are found by
//! [`permutation`](super::permutation).

use super::shifted_range::{OpenRange, ShiftedRange, Vote};
use super::sketch::Sketch;
use super::thresholds::{ALIGNED, MARGIN, MAX_SHIFT};

/// Number of shifts, from `-MAX_SHIFT` to `MAX_SHIFT`; index `MAX_SHIFT` means not shifted.
const SHIFTS: usize = 2 * MAX_SHIFT + 1;

/// Returns the ranges of candidate lines that are shifted by up to [`MAX_SHIFT`] lines.
pub fn shifted_ranges(candidates: &[&Sketch], references: &[&Sketch]) -> Vec<ShiftedRange> {
    let mut open = [OpenRange::default(); SHIFTS];
    let mut shifted = Vec::new();
    for (line, candidate) in candidates.iter().enumerate() {
        let vote = vote(line, candidate, references);
        for (i, range) in open.iter_mut().enumerate().filter(|(i, _)| *i != MAX_SHIFT) {
            let for_it = match vote {
                Some(vote) if vote == i => Some(Vote::For),
                Some(MAX_SHIFT) => Some(Vote::Own),
                Some(_) => Some(Vote::Other),
                None => None,
            };
            range.continue_with(i as i64 - MAX_SHIFT as i64, line as u64 + 1, for_it, &mut shifted);
        }
    }
    open.iter_mut().for_each(|range| range.close(&mut shifted));
    shifted
}

/// Returns the index of the shift that a line votes for; `None` if there is doubt.
fn vote(line: usize, candidate: &Sketch, references: &[&Sketch]) -> Option<usize> {
    let own = references.get(line).map_or(0.0, |reference| candidate.similarity(reference));
    // In aligned files, most lines are so similar to their own reference that no other needs to be compared.
    if own >= ALIGNED {
        return Some(MAX_SHIFT);
    }
    let similarity = std::array::from_fn(|i| {
        let other = (line + i).checked_sub(MAX_SHIFT).and_then(|other| references.get(other));
        other.map_or(0.0, |reference| candidate.similarity(reference))
    });
    winner(&similarity)
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
