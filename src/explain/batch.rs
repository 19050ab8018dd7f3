//! Explanation of one batch of segments, on any thread.

use super::ngram_sums::{Counted, Counts};
use super::plan::Plan;
use super::segment_ngrams::{Found, SegmentNgrams};
use crate::bleu::{SegmentStatistics, Statistics};
use crate::tokenize::Tokens;
use std::ops::AddAssign;
use std::sync::Arc;

/// Maximum number of candidates that can be compared.
pub const MAX_CANDIDATES: usize = 2;

/// Number of occurrences of an n-gram. Sums stop at `u32::MAX`.
#[derive(Clone, Copy, Debug)]
pub struct NgramCount(pub u32);

impl AddAssign for NgramCount {
    fn add_assign(&mut self, other: NgramCount) {
        self.0 = self.0.saturating_add(other.0);
    }
}

impl Counts for NgramCount {
    fn total(&self) -> u64 {
        self.0.into()
    }
}

/// Occurrences of an n-gram that a candidate has too often. Sums stop at `u32::MAX`.
#[derive(Clone, Copy, Debug)]
pub struct Excess {
    /// Occurrences that are not correct.
    pub excess: u32,
    /// Occurrences that are correct.
    pub allowed: u32,
}

impl AddAssign for Excess {
    fn add_assign(&mut self, other: Excess) {
        self.excess = self.excess.saturating_add(other.excess);
        self.allowed = self.allowed.saturating_add(other.allowed);
    }
}

impl Counts for Excess {
    fn total(&self) -> u64 {
        u64::from(self.excess) + u64::from(self.allowed)
    }
}

/// Occurrences of an n-gram that are correct in only one of two candidates. Sums stop at `u32::MAX`.
#[derive(Clone, Copy, Debug)]
pub struct CorrectInOne {
    pub first: u32,
    pub second: u32,
}

impl AddAssign for CorrectInOne {
    fn add_assign(&mut self, other: CorrectInOne) {
        self.first = self.first.saturating_add(other.first);
        self.second = self.second.saturating_add(other.second);
    }
}

impl Counts for CorrectInOne {
    fn total(&self) -> u64 {
        u64::from(self.first) + u64::from(self.second)
    }
}

/// Explains batches of segments; keeps its memory from one batch to the next.
#[derive(Debug)]
pub(crate) struct BatchExplainer {
    plan: Arc<Plan>,
    ngrams: SegmentNgrams,
}

/// Results for a batch of segments, for [`Explainer::add`](super::Explainer::add).
#[derive(Debug)]
pub(crate) struct ExplainedBatch {
    /// Texts as they were read, the candidates first.
    pub(super) texts: Vec<String>,
    pub(super) candidates: Vec<CandidateBatch>,
    /// For each order, the n-grams that only one of two candidates has right; segments are numbered from 0 within the
    /// batch.
    pub(super) advantages: Vec<Vec<Counted<CorrectInOne>>>,
}

/// Segments of one candidate.
#[derive(Debug)]
pub(super) struct CandidateBatch {
    pub(super) statistics: SegmentStatistics,
    /// Score of each segment.
    pub(super) scores: Vec<f64>,
    /// For each order, the n-grams that lower the score.
    pub(super) losses: Vec<BatchLosses>,
}

/// N-grams of one order that lower the score of a candidate; their segments count from 0 in the batch.
#[derive(Debug)]
pub(super) struct BatchLosses {
    /// N-grams of the candidate that no reference has.
    pub(super) unmatched: Vec<Counted<NgramCount>>,
    /// N-grams that the candidate has more often than any reference, if a reference has them.
    pub(super) over_generated: Vec<Counted<Excess>>,
    /// N-grams that a reference has more often than the candidate.
    pub(super) missed: Vec<Counted<NgramCount>>,
}

impl BatchLosses {
    fn with_capacity(capacity: usize) -> Self {
        let list = || Vec::with_capacity(capacity);
        BatchLosses { unmatched: list(), over_generated: Vec::new(), missed: list() }
    }

    /// Adds the loss on an n-gram of one segment, if there is one, given its occurrences in the candidate and in the
    /// reference that has it most often.
    fn add(&mut self, ngram: u64, segment: u32, candidate: u32, reference: u32) {
        if candidate < reference {
            let counts = NgramCount(reference - candidate);
            self.missed.push(Counted { ngram, segment, counts });
        } else if reference == 0 {
            // The n-gram may occur only in the other candidate.
            if candidate > 0 {
                self.unmatched.push(Counted { ngram, segment, counts: NgramCount(candidate) });
            }
        } else if candidate > reference {
            let counts = Excess { excess: candidate - reference, allowed: reference };
            self.over_generated.push(Counted { ngram, segment, counts });
        }
    }
}

impl BatchExplainer {
    /// Creates an explainer for one thread.
    pub fn new(plan: Arc<Plan>) -> Self {
        BatchExplainer { plan, ngrams: SegmentNgrams::default() }
    }

    /// Examines a batch, given its texts as they were read, the one or two candidates first, their tokens, and the
    /// statistics of each candidate.
    pub fn explain(&mut self, texts: &[&str], tokens: &[Tokens], statistics: Vec<SegmentStatistics>) -> ExplainedBatch {
        let order = self.plan.definition.order();
        // In most texts, most n-grams are unmatched or missed.
        let tokens_of = |text: &Tokens| text.segments().map(|segment| segment.len()).sum::<usize>();
        let capacity = tokens.iter().map(tokens_of).max().unwrap_or(0);
        let score = |statistics: Statistics| self.plan.segment_formula.evaluate(&statistics).value();
        let candidate = |statistics: SegmentStatistics| CandidateBatch {
            scores: statistics.iter().map(score).collect(),
            statistics,
            losses: (0..order).map(|_| BatchLosses::with_capacity(capacity)).collect(),
        };
        let mut candidates: Vec<CandidateBatch> = statistics.into_iter().map(candidate).collect();
        let mut advantages = vec![Vec::new(); order];
        for segment in 0..tokens.first().map_or(0, Tokens::len) as u32 {
            let lines = tokens.iter().map(|text| text.segment(segment as usize));
            self.ngrams.count(lines, order, |n, ngram, found| {
                let once = Counted { ngram, segment, counts: NgramCount(1) };
                match found {
                    Found::Once { text } if text < candidates.len() => {
                        candidates[text].losses[n - 1].unmatched.push(once);
                    }
                    Found::Once { .. } => {
                        candidates.iter_mut().for_each(|candidate| candidate.losses[n - 1].missed.push(once));
                    }
                    Found::Counts(counts) => {
                        let (of_candidates, of_references) = counts.split_at(candidates.len());
                        let max = of_references.iter().copied().max().unwrap_or(0);
                        for (candidate, &count) in candidates.iter_mut().zip(of_candidates) {
                            candidate.losses[n - 1].add(ngram, segment, count, max);
                        }
                        if let &[first, second] = of_candidates {
                            let (first, second) = (first.min(max), second.min(max));
                            if first != second {
                                let (first, second) = (first.saturating_sub(second), second.saturating_sub(first));
                                let counts = CorrectInOne { first, second };
                                advantages[n - 1].push(Counted { ngram, segment, counts });
                            }
                        }
                    }
                }
            });
        }
        ExplainedBatch { texts: texts.iter().map(|&text| text.to_owned()).collect(), candidates, advantages }
    }
}
