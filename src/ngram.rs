//! From text to counts: tokens, and the correct n-grams of candidates.
//!
//! [`Counting`] says what is counted. Segments are counted into [`Statistics`], which add up.

mod batch_counter;
mod bitset;
mod counting;
mod fairseq;
mod hashed;
pub(crate) mod pool;
mod reference_length;
mod statistics;
mod tool_rules;

use crate::tokenize::Tokens;
pub(crate) use batch_counter::{BatchCounter, CountedBatch};
use bitset::BitsetMatcher;
pub use counting::{BlankSegments, Counting, CountingRules, Matching, Totals, UsedReferences};
use fairseq::FairseqCounter;
pub use reference_length::ReferenceLength;
pub(crate) use statistics::{CompactStatistics, check_order};
pub use statistics::{SegmentStatistics, Statistics};

/// The longest n-grams that can be counted, in tokens.
pub const MAX_ORDER: usize = 16;

/// Counts the correct n-grams of segments; keeps its memory from one batch to the next.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    matcher: BitsetMatcher,
    fairseq: FairseqCounter,
}

impl Counter {
    /// Adds the statistics of each segment to `statistics`: line i of the candidate against line i of each reference
    /// that has it, by the rules of counting. All texts have the same number of lines.
    pub fn count(
        &mut self,
        candidate: Tokens,
        references: &[Tokens],
        counting: &Counting,
        statistics: &mut SegmentStatistics,
    ) {
        debug_assert!(references.iter().all(|reference| reference.len() == candidate.len()));
        let rules = counting.rules();
        let most = match rules.references {
            UsedReferences::All => references.len(),
            UsedReferences::First => 1,
        };
        match rules.matching {
            Matching::Tokens => {
                count(&mut self.matcher, candidate, references, most, counting.reference_length, statistics);
            }
            Matching::FairseqHash => self.fairseq.count(candidate, references, statistics),
        }
        rules.adjust_totals(statistics);
    }
}

/// See [`Counter::count`]; `most` is the maximum number of references of a segment. Compiled for newer x86-64
/// processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn count(
    matcher: &mut BitsetMatcher,
    candidate: Tokens,
    references: &[Tokens],
    most: usize,
    reference_length: ReferenceLength,
    statistics: &mut SegmentStatistics,
) {
    let order = statistics.order();
    for i in 0..candidate.len() {
        let candidate = candidate.segment(i);
        let present = references.iter().filter(|reference| !reference.is_missing(i)).take(most);
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
