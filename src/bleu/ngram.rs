//! From text to counts: tokens, and the correct n-grams of candidates.
//!
//! [`Counting`] says what is counted. Segments are counted into [`Statistics`], which add up.
//!
//! Each counter is for what the others cannot do, or not as fast:
//! - `bitset` counts segments of usual length, 64 positions at a time; `long_bitset` counts segments of up to a thousand tokens.
//! - `pool` counts by hash tables, in linear time: segments that are too long for bitsets, and lines against all lines of a
//!   pool. `ngram_sets` counts all pairs of lines, by sets that are made once for each line.
//! - `fairseq` reproduces the collisions of fairseq's hash.
//!
//! Explanations need the n-grams themselves, not their number, in each segment and over the whole corpus:
//! `explain::segment_ngrams` counts fingerprints, which are the same in all batches; `explain::ngram_rows` keeps their counts in
//! all texts side by side, and adds them up for each candidate; `explain::ngram_sums` bounds the memory of a large corpus.
//! `explain::segment_tables` counts in the textbook way, for people to follow and for tests to compare with.
//!
//! Imports that the files share are here.

mod batch_counter;
mod bitset;
mod counting;
mod fairseq;
mod long_bitset;
mod ngram_sets;
mod numbered_lines;
pub(crate) mod pool;
mod reference_length;
mod statistics;
mod token_numbers;
mod tool_rules;

pub use super::limits::MAX_ORDER;
use super::tokenize::{SegmentTokens, Tokens};
pub use batch_counter::CountedBatch;
pub(crate) use batch_counter::{BatchCounter, count_corpus_lines, missing_lines};
pub(crate) use bitset::BitsetMatcher;
pub use counting::{
    BlankSegments, Counting, CountingRules, EmptyReferences, Matching, SegmentParts, Totals, UsedReferences,
};
use fairseq::FairseqCounter;
pub(crate) use ngram_sets::NgramSets;
pub use reference_length::ReferenceLength;
pub(crate) use statistics::check_order;
pub use statistics::{SegmentStatistics, Statistics};

/// Counts the correct n-grams of segments; keeps its memory from one batch to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    matcher: BitsetMatcher,
    fairseq: Option<FairseqCounter>,
}

impl Counter {
    /// Forgets the segments that were counted, on which the counts of later ones may depend.
    pub fn clear(&mut self) {
        self.fairseq = None;
    }

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
        match counting.rules.matching {
            Matching::Tokens | Matching::BestReference => {
                let present = |i| references.iter().filter(move |reference| !reference.is_missing(i));
                self.count_tokens(
                    candidate,
                    |i| present(i).map(move |reference| reference.segment(i)),
                    counting,
                    statistics,
                );
            }
            Matching::FairseqHash => {
                self.fairseq.get_or_insert_default().count(candidate, references, statistics);
                counting.rules.adjust_totals(statistics);
            }
        }
    }

    /// Adds the statistics of each line of the candidate, given the references of each, if counting is by tokens
    /// ([`Matching::Tokens`]).
    pub fn count_tokens<'a, R: Iterator<Item = SegmentTokens<'a>>>(
        &mut self,
        candidate: Tokens<'a>,
        references: impl Fn(usize) -> R,
        counting: &Counting,
        statistics: &mut SegmentStatistics,
    ) {
        let most = match counting.rules.references {
            UsedReferences::All => usize::MAX,
            UsedReferences::First => 1,
        };
        let references = |i| references(i).take(most);
        let length = |hyp_len: u32, i| {
            let least = u32::from(counting.rules.empty_references == EmptyReferences::OneToken);
            let lengths = references(i).map(|reference| (reference.len() as u32).max(least));
            counting.reference_length.choose(hyp_len, lengths)
        };
        if counting.rules.matching == Matching::BestReference {
            count_best(&mut self.matcher, candidate, references, length, statistics);
        } else {
            count(&mut self.matcher, candidate, &references, length, statistics);
        }
        counting.rules.adjust_totals(statistics);
    }
}

/// See [`Counter::count_tokens`]. Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn count<'a, R: Iterator<Item = SegmentTokens<'a>>, F: Fn(usize) -> R, L: Fn(u32, usize) -> u32>(
    matcher: &mut BitsetMatcher,
    candidate: Tokens<'a>,
    references: &F,
    reference_length: L,
    statistics: &mut SegmentStatistics,
) {
    let order = statistics.order();
    statistics.reserve(candidate.len());
    for i in 0..candidate.len() {
        let candidate = candidate.segment(i);
        let hyp_len = candidate.len() as u32;
        let ref_len = reference_length(hyp_len, i);
        let mut correct = [0; MAX_ORDER];
        if matcher.count(&candidate, || references(i), &mut correct[..order]).is_err() {
            pool::count_segment(candidate, references(i), &mut correct[..order]);
        }
        statistics.push_counts(hyp_len, ref_len, &correct[..order]);
    }
}

/// See [`Matching::BestReference`].
fn count_best<'a, R: Iterator<Item = SegmentTokens<'a>>>(
    matcher: &mut BitsetMatcher,
    candidate: Tokens<'a>,
    references: impl Fn(usize) -> R,
    reference_length: impl Fn(u32, usize) -> u32,
    statistics: &mut SegmentStatistics,
) {
    let order = statistics.order();
    for i in 0..candidate.len() {
        let candidate = candidate.segment(i);
        let hyp_len = candidate.len() as u32;
        let mut most = [0; MAX_ORDER];
        for reference in references(i) {
            let mut correct = [0; MAX_ORDER];
            let one = || std::iter::once(reference);
            if matcher.count(&candidate, one, &mut correct[..order]).is_err() {
                pool::count_segment(candidate, one(), &mut correct[..order]);
            }
            most.iter_mut().zip(correct).for_each(|(most, correct)| *most = correct.max(*most));
        }
        statistics.push_counts(hyp_len, reference_length(hyp_len, i), &most[..order]);
    }
}
