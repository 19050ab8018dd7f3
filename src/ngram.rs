//! Counting n-grams: how many of a candidate's are correct.

mod long;
mod masks;

use crate::bleu::{MAX_ORDER, SegmentStatistics, closest_reference_length};
use crate::tokenize::Tokens;
use masks::Masks;

/// Counts the correct n-grams of segments; keeps its memory from one batch to the next.
#[derive(Debug, Default)]
pub struct Counter {
    masks: Masks,
}

impl Counter {
    /// Adds the statistics of each segment to `statistics`: line i of the
    /// candidate against line i of each reference. They have equally many lines.
    pub fn count(&mut self, candidate: Tokens, references: &[Tokens], statistics: &mut SegmentStatistics) {
        debug_assert!(references.iter().all(|reference| reference.len() == candidate.len()));
        count(&mut self.masks, candidate, references, statistics);
    }
}

/// See [`Counter::count`]. Compiled also for newer x86-64 processors, and chosen when the program runs.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn count(masks: &mut Masks, candidate: Tokens, references: &[Tokens], statistics: &mut SegmentStatistics) {
    let order = statistics.order();
    for i in 0..candidate.len() {
        let candidate = candidate.line(i);
        let lines = references.iter().map(|reference| reference.line(i));
        let hyp_len = candidate.len() as u32;
        let ref_len = closest_reference_length(hyp_len, lines.clone().map(|line| line.len() as u32));
        let mut correct = [0; MAX_ORDER];
        if masks.count(candidate, lines.clone(), &mut correct[..order]).is_none() {
            long::count(candidate, lines, &mut correct[..order]);
        }
        statistics.push(hyp_len, ref_len, &correct[..order]);
    }
}
