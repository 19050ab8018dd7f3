//! Counts of a candidate's correct n-grams.

mod bitset;
mod hashed;

use crate::bleu::{MAX_ORDER, ReferenceLength, SegmentStatistics};
use crate::tokenize::Tokens;
use bitset::BitsetMatcher;

/// Counts the correct n-grams of segments; keeps its memory from one batch to the next.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    matcher: BitsetMatcher,
}

impl Counter {
    /// Adds the statistics of each segment to `statistics`: line i of the candidate against line i of each reference
    /// that has it. All texts have the same number of lines.
    pub fn count(
        &mut self,
        candidate: Tokens,
        references: &[Tokens],
        reference_length: ReferenceLength,
        statistics: &mut SegmentStatistics,
    ) {
        debug_assert!(references.iter().all(|reference| reference.len() == candidate.len()));
        count(&mut self.matcher, candidate, references, reference_length, statistics);
    }
}

/// See [`Counter::count`]. Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn count(
    matcher: &mut BitsetMatcher,
    candidate: Tokens,
    references: &[Tokens],
    reference_length: ReferenceLength,
    statistics: &mut SegmentStatistics,
) {
    let order = statistics.order();
    for i in 0..candidate.len() {
        let candidate = candidate.segment(i);
        let present = references.iter().filter(|reference| !reference.is_missing(i));
        let references = present.map(|reference| reference.segment(i));
        let hyp_len = candidate.len() as u32;
        let ref_len = reference_length.choose(hyp_len, references.clone().map(|reference| reference.len() as u32));
        let mut correct = [0; MAX_ORDER];
        if matcher.count(candidate, references.clone(), &mut correct[..order]).is_err() {
            hashed::count(candidate, references, &mut correct[..order]);
        }
        statistics.push_counts(hyp_len, ref_len, &correct[..order]);
    }
}
