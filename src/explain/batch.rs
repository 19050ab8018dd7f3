//! Explanation of one batch of segments, on any thread.

use super::ngram_sums::NgramSums;
use super::plan::Plan;
use super::segment_ngrams::SegmentNgrams;
use crate::Error;
use crate::bleu::{SegmentStatistics, Statistics};
use crate::tokenize::Tokens;
use std::sync::Arc;

/// Explains batches of segments; keeps its memory from one batch to the next.
#[derive(Debug)]
pub(crate) struct BatchExplainer {
    plan: Arc<Plan>,
    ngrams: SegmentNgrams,
}

/// Results for a batch of segments, for [`Explainer::add`](super::Explainer::add). Segments are numbered from 0 within
/// the batch.
#[derive(Debug)]
pub(crate) struct ExplainedBatch {
    /// Texts as they were read, the candidates first.
    pub(super) texts: Vec<String>,
    pub(super) candidates: Vec<CandidateLosses>,
    /// For each order, the n-grams that only one of two candidates has right: correct in the first, in the second.
    pub(super) advantages: Vec<NgramSums<2>>,
}

/// Sums for one candidate.
#[derive(Debug)]
pub(super) struct CandidateLosses {
    pub segments: SegmentStatistics,
    /// Score of each segment.
    pub scores: Vec<f64>,
    /// For each order, the n-grams that lower the score.
    pub losses: Vec<LossSums>,
}

/// N-grams of one order that lower the score of a candidate.
#[derive(Clone, Debug)]
pub(super) struct LossSums {
    /// N-grams of the candidate that no reference has.
    pub unmatched: NgramSums<1>,
    /// N-grams that the candidate has more often than any reference, if a reference has them: occurrences that are not
    /// correct, and those that are.
    pub over_generated: NgramSums<2>,
    /// N-grams that a reference has more often than the candidate.
    pub missed: NgramSums<1>,
}

impl LossSums {
    /// Adds the loss on an n-gram of one segment, if there is one, given its occurrences in the candidate and in the
    /// reference that has it most often.
    fn push(&mut self, ngram: u64, segment: u32, candidate: u32, reference: u32) {
        if candidate < reference {
            self.missed.push(ngram, segment, [reference - candidate]);
        } else if reference > 0 && candidate > reference {
            self.over_generated.push(ngram, segment, [candidate - reference, reference]);
        } else if reference == 0 && candidate > 0 {
            self.unmatched.push(ngram, segment, [candidate]);
        }
    }
}

impl CandidateLosses {
    /// Segments with their scores.
    pub fn new(segments: SegmentStatistics, plan: &Plan) -> CandidateLosses {
        let score = |statistics: Statistics| plan.segment_formula.evaluate(&statistics).value();
        let no_losses =
            LossSums { unmatched: NgramSums::new(), over_generated: NgramSums::new(), missed: NgramSums::new() };
        CandidateLosses {
            scores: segments.iter().map(score).collect(),
            losses: vec![no_losses; plan.definition.order()],
            segments,
        }
    }

    /// Adds the segments of a batch. Of the n-grams in each list, `max_len` are kept.
    pub fn append(&mut self, batch: CandidateLosses, max_len: usize) -> Result<(), Error> {
        let CandidateLosses { segments, scores, losses } = batch;
        let before = self.segments.len();
        self.segments.append(&segments)?;
        self.scores.extend(scores);
        for (sums, LossSums { unmatched, over_generated, missed }) in self.losses.iter_mut().zip(losses) {
            sums.unmatched.append(unmatched, before, max_len);
            sums.over_generated.append(over_generated, before, max_len);
            sums.missed.append(missed, before, max_len);
        }
        Ok(())
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
        let segments = tokens.first().map_or(0, Tokens::len);
        let mut candidates: Vec<CandidateLosses> =
            statistics.into_iter().map(|statistics| CandidateLosses::new(statistics, &self.plan)).collect();
        let mut advantages = vec![NgramSums::new(); order];
        for segment in 0..if self.plan.ngrams { segments } else { 0 } {
            let lines = tokens.iter().map(|text| text.segment(segment));
            let segment = segment as u32;
            self.ngrams.count(lines, order, |n, ngram, counts| {
                let (of_candidates, of_references) = counts.split_at(candidates.len());
                let max = of_references.iter().copied().max().unwrap_or(0);
                for (candidate, &count) in candidates.iter_mut().zip(of_candidates) {
                    candidate.losses[n - 1].push(ngram, segment, count, max);
                }
                if let &[first, second] = of_candidates {
                    let (first, second) = (first.min(max), second.min(max));
                    if first != second {
                        let only = [first.saturating_sub(second), second.saturating_sub(first)];
                        advantages[n - 1].push(ngram, segment, only);
                    }
                }
            });
        }
        let texts = if self.plan.texts { texts } else { &[] };
        ExplainedBatch { texts: texts.iter().map(|&text| text.to_owned()).collect(), candidates, advantages }
    }
}
