//! Examination of one batch of segments, which any thread can do.

use super::corpus::Plan;
use super::mismatches::SegmentNgrams;
use super::ngram_sums::{Counted, Counts};
use crate::bleu::{SegmentStatistics, Statistics};
use crate::tokenize::Tokens;
use std::ops::AddAssign;
use std::sync::Arc;

/// Maximum number of candidates that can be compared.
pub const MAX_CANDIDATES: usize = 2;

/// Occurrences by which an n-gram lowers the score of a candidate. Sums stop at `u32::MAX`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NgramLosses {
    /// Occurrences in segments whose references all lack the n-gram.
    pub unmatched: u32,
    /// Occurrences in segments where the candidate has the n-gram more often than any reference, which have it.
    pub over_generated: u32,
    /// The correct ones of these.
    pub allowed: u32,
    /// Occurrences in the reference that has the n-gram most often, less those in the candidate, if there are fewer.
    pub missed: u32,
}

impl NgramLosses {
    /// Returns the losses on an n-gram of one segment, given its occurrences in the candidate and in the reference that
    /// has it most often; `None` if there are none.
    fn new(candidate: u32, reference: u32) -> Option<NgramLosses> {
        let none = NgramLosses::default();
        if candidate < reference {
            Some(NgramLosses { missed: reference - candidate, ..none })
        } else if candidate == reference {
            None
        } else if reference == 0 {
            Some(NgramLosses { unmatched: candidate, ..none })
        } else {
            Some(NgramLosses { over_generated: candidate, allowed: reference, ..none })
        }
    }
}

impl AddAssign for NgramLosses {
    fn add_assign(&mut self, other: NgramLosses) {
        self.unmatched = self.unmatched.saturating_add(other.unmatched);
        self.over_generated = self.over_generated.saturating_add(other.over_generated);
        self.allowed = self.allowed.saturating_add(other.allowed);
        self.missed = self.missed.saturating_add(other.missed);
    }
}

impl Counts for NgramLosses {
    fn total(&self) -> u64 {
        u64::from(self.unmatched) + u64::from(self.over_generated) + u64::from(self.missed)
    }
}

/// Correct occurrences of an n-gram that only one of two candidates has. Sums stop at `u32::MAX`.
#[derive(Clone, Copy, Debug, Default)]
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

/// Examines batches of segments; keeps its memory from one batch to the next.
#[derive(Debug)]
pub struct Examiner {
    plan: Arc<Plan>,
    ngrams: SegmentNgrams,
}

/// Findings on a batch of segments, for [`Explainer::add`](super::Explainer::add).
#[derive(Debug)]
pub struct ExaminedBatch {
    /// Texts as they were read, the candidates first.
    pub(super) texts: Vec<String>,
    pub(super) candidates: Vec<CandidateBatch>,
    /// For each order, the n-grams that only one of two candidates has right; their segments count from 0 in the batch.
    pub(super) advantages: Vec<Vec<Counted<CorrectInOne>>>,
}

/// Segments of one candidate.
#[derive(Debug)]
pub(super) struct CandidateBatch {
    pub(super) statistics: SegmentStatistics,
    /// Score of each segment.
    pub(super) scores: Vec<f64>,
    /// For each order, the n-grams that lower the score; their segments count from 0 in the batch.
    pub(super) losses: Vec<Vec<Counted<NgramLosses>>>,
}

impl Examiner {
    /// Creates an examiner for one thread.
    pub fn new(plan: Arc<Plan>) -> Self {
        Examiner { plan, ngrams: SegmentNgrams::default() }
    }

    /// Examines a batch, given its texts as they were read, the one or two candidates first, their tokens, and the
    /// statistics of each candidate.
    pub fn examine(&mut self, texts: &[&str], tokens: &[Tokens], statistics: Vec<SegmentStatistics>) -> ExaminedBatch {
        let order = self.plan.definition.order();
        let score = |statistics: Statistics| self.plan.segment_definition.evaluate(&statistics).score;
        let mut candidates: Vec<CandidateBatch> = statistics
            .into_iter()
            .map(|statistics| CandidateBatch {
                scores: statistics.iter().map(score).collect(),
                statistics,
                losses: vec![Vec::new(); order],
            })
            .collect();
        let mut advantages = vec![Vec::new(); order];
        for segment in 0..tokens.first().map_or(0, Tokens::len) as u32 {
            let lines = tokens.iter().map(|text| text.segment(segment as usize));
            self.ngrams.count(lines, order, |n, ngram, counts| {
                let (of_candidates, of_references) = counts.split_at(candidates.len());
                let max = of_references.iter().copied().max().unwrap_or(0);
                for (candidate, &count) in candidates.iter_mut().zip(of_candidates) {
                    if let Some(counts) = NgramLosses::new(count, max) {
                        candidate.losses[n - 1].push(Counted { ngram, segment, counts });
                    }
                }
                if let &[first, second] = of_candidates {
                    let (first, second) = (first.min(max), second.min(max));
                    if first != second {
                        let counts =
                            CorrectInOne { first: first.saturating_sub(second), second: second.saturating_sub(first) };
                        advantages[n - 1].push(Counted { ngram, segment, counts });
                    }
                }
            });
        }
        ExaminedBatch { texts: texts.iter().map(|&text| text.to_owned()).collect(), candidates, advantages }
    }
}
