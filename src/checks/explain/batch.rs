//! Explanation of one batch of segments, on any thread.

use super::ngram_sums::NgramSums;
use super::plan::Plan;
use super::segment_ngrams::count_ngrams;
use super::unused_words::UnusedWords;
use crate::bleu::scoring::SegmentStatistics;
use crate::bleu::tokenize::Tokens;

/// Results for a batch of segments, for [`Explainer::add`](super::Explainer::add). Segments are numbered from 0 within
/// the batch.
#[derive(Debug)]
pub(crate) struct ExplainedBatch {
    /// Texts as they were read, the candidates first.
    pub(super) texts: Vec<String>,
    /// Statistics of the segments of each candidate.
    pub(super) segments: Vec<SegmentStatistics>,
    /// N-grams of each order.
    pub(super) orders: Vec<OrderSums>,
    /// Words of an only candidate.
    pub(super) words: Option<UnusedWords>,
}

/// N-grams of one order that lower scores, or make the difference between two.
#[derive(Clone, Debug)]
pub(super) struct OrderSums {
    /// For each candidate, the n-grams that lower its score:
    /// - unmatched: n-grams of the candidate that no reference has;
    /// - over-generated: n-grams that the candidate has more often than any reference, if a reference has them, with the
    ///   occurrences that are not correct, and those that are;
    /// - missed: n-grams that a reference has more often than the candidate.
    pub losses: Vec<[NgramSums; 3]>,
    /// For each candidate but the first, n-grams that only one of the two has right: correct in the first, in the other.
    pub advantages: Vec<NgramSums>,
}

impl OrderSums {
    /// No n-grams of any order.
    pub fn none(orders: usize, candidates: usize) -> Vec<OrderSums> {
        let advantages = vec![NgramSums::default(); candidates.saturating_sub(1)];
        vec![OrderSums { losses: vec![Default::default(); candidates], advantages }; orders]
    }

    /// Adds an n-gram of one segment, given its occurrences in each candidate, and in the reference that has it most often.
    fn push(&mut self, ngram: u64, segment: u32, candidates: &[u32], reference: u32) {
        for ([unmatched, over_generated, missed], &candidate) in self.losses.iter_mut().zip(candidates) {
            if candidate < reference {
                missed.push(ngram, segment, [reference - candidate, 0]);
            } else if reference > 0 && candidate > reference {
                over_generated.push(ngram, segment, [candidate - reference, reference]);
            } else if reference == 0 && candidate > 0 {
                unmatched.push(ngram, segment, [candidate, 0]);
            }
        }
        let Some((first, others)) = candidates.split_first() else { return };
        let first = *first.min(&reference);
        for (advantages, second) in self.advantages.iter_mut().zip(others) {
            let second = *second.min(&reference);
            if first != second {
                advantages.push(ngram, segment, [first.saturating_sub(second), second.saturating_sub(first)]);
            }
        }
    }

    pub fn sums(&mut self) -> impl Iterator<Item = &mut NgramSums> {
        self.losses.iter_mut().flatten().chain(&mut self.advantages)
    }
}

impl ExplainedBatch {
    /// Examines a batch, given its texts as they were read, the candidates first, their tokens, and the
    /// statistics of each candidate.
    pub fn new(plan: &Plan, texts: &[&str], tokens: &[Tokens], segments: Vec<SegmentStatistics>) -> ExplainedBatch {
        let order = plan.definition.order();
        let mut orders = OrderSums::none(order, segments.len());
        let counted = if plan.ngrams { tokens.first().map_or(0, Tokens::len) } else { 0 };
        for segment in 0..counted {
            count_ngrams(tokens.iter().map(|text| text.segment(segment)), order, |n, ngram, counts| {
                let (candidates, references) = counts.split_at(segments.len());
                let most = references.iter().copied().max().unwrap_or(0);
                orders[n - 1].push(ngram, segment as u32, candidates, most);
            });
        }
        let words = match tokens.split_first() {
            Some((candidate, references)) if segments.len() == 1 => Some(UnusedWords::new(candidate, references)),
            _ => None,
        };
        let texts = if plan.texts || words.is_some() { texts } else { &[] };
        ExplainedBatch { texts: texts.iter().map(|&text| text.to_owned()).collect(), segments, orders, words }
    }
}
