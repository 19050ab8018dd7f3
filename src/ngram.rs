//! From text to counts: tokens, and the correct n-grams of candidates.
//!
//! [`Counting`] says what is counted. Segments are counted into [`Statistics`], which add up.
//!
//! Each counter is for what the others cannot do, or not as fast:
//! - `bitset` counts segments of usual length, 64 positions at a time; `long_bitset` those of up to a thousand tokens.
//! - `pool` counts by hash tables, in linear time: segments that are too long for bitsets, and lines against all lines of a
//!   pool. `ngram_sets` counts all pairs of lines, by sets that are made once for each line.
//! - `fairseq` reproduces the collisions of fairseq's hash.
//!
//! Explanations need the n-grams themselves, not their number, in each segment and over the whole corpus:
//! `explain::segment_ngrams` counts fingerprints, which are the same in all batches, and `explain::ngram_sums` adds them up in
//! bounded memory. `explain::segment_tables` counts in the textbook way, for people to follow and for tests to compare with.

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

use crate::tokenize::{SegmentTokens, Tokens};
pub(crate) use batch_counter::{BatchCounter, count_corpus_lines};
pub(crate) use bitset::BitsetMatcher;
pub use counting::{BlankSegments, Counting, CountingRules, Matching, Totals, UsedReferences};
use fairseq::FairseqCounter;
pub(crate) use ngram_sets::NgramSets;
pub use reference_length::ReferenceLength;
pub(crate) use statistics::check_order;
pub use statistics::{SegmentStatistics, Statistics};
use std::ops::Range;

/// The longest n-grams that can be counted, in tokens.
pub const MAX_ORDER: usize = 16;

/// The references of the lines of a candidate.
pub(crate) enum ReferenceLines<'a> {
    /// Line i of each text that has it, for line i.
    Columns(&'a [Tokens<'a>]),
    /// A range of lines of one text, for line i.
    Ranges { tokens: Tokens<'a>, of_line: &'a dyn Fn(usize) -> Range<usize> },
}

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
            Matching::Tokens => {
                self.count_tokens(candidate, &ReferenceLines::Columns(references), counting, statistics)
            }
            Matching::FairseqHash => {
                self.fairseq.get_or_insert_default().count(candidate, references, statistics);
                counting.rules.adjust_totals(statistics);
            }
        }
    }

    /// Adds the statistics of each line of the candidate, if counting is by tokens ([`Matching::Tokens`]).
    pub fn count_tokens(
        &mut self,
        candidate: Tokens,
        references: &ReferenceLines,
        counting: &Counting,
        statistics: &mut SegmentStatistics,
    ) {
        let most = match counting.rules.references {
            UsedReferences::All => usize::MAX,
            UsedReferences::First => 1,
        };
        count(&mut self.matcher, candidate, references, most, counting.reference_length, statistics);
        counting.rules.adjust_totals(statistics);
    }
}

/// See [`Counter::count_tokens`]; `most` is the maximum number of references of a segment. Compiled for newer x86-64
/// processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn count(
    matcher: &mut BitsetMatcher,
    candidate: Tokens,
    references: &ReferenceLines,
    most: usize,
    reference_length: ReferenceLength,
    statistics: &mut SegmentStatistics,
) {
    // A loop for each kind of references: a choice within the loop would cost a tenth of the time.
    match references {
        ReferenceLines::Columns(columns) => {
            let of_line = |i| {
                let present = columns.iter().filter(move |column| !column.is_missing(i));
                present.take(most).map(move |column| column.segment(i))
            };
            count_lines(matcher, candidate, of_line, reference_length, statistics);
        }
        ReferenceLines::Ranges { tokens, of_line } => {
            let of_line = |i| of_line(i).take(most).map(|line| tokens.segment(line));
            count_lines(matcher, candidate, of_line, reference_length, statistics);
        }
    }
}

#[inline(always)]
fn count_lines<'a, R: Iterator<Item = SegmentTokens<'a>>>(
    matcher: &mut BitsetMatcher,
    candidate: Tokens<'a>,
    references: impl Fn(usize) -> R,
    reference_length: ReferenceLength,
    statistics: &mut SegmentStatistics,
) {
    let order = statistics.order();
    for i in 0..candidate.len() {
        let candidate = candidate.segment(i);
        let hyp_len = candidate.len() as u32;
        let ref_len = reference_length.choose(hyp_len, references(i).map(|reference| reference.len() as u32));
        let mut correct = [0; MAX_ORDER];
        if matcher.count(&candidate, || references(i), &mut correct[..order]).is_err() {
            pool::count_segment(candidate, references(i), &mut correct[..order]);
        }
        statistics.push_counts(hyp_len, ref_len, &correct[..order]);
    }
}
