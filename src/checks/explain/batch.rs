//! Explanation of one batch of segments, on any thread.

use super::ngram_rows::NgramRows;
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
    pub(super) orders: Vec<NgramRows>,
    /// Words of an only candidate.
    pub(super) words: Option<UnusedWords>,
}

impl ExplainedBatch {
    /// Examines a batch, given its texts as they were read, the candidates first, their tokens, and the
    /// statistics of each candidate.
    pub fn new(plan: &Plan, texts: &[&str], tokens: &[Tokens], segments: Vec<SegmentStatistics>) -> ExplainedBatch {
        let order = plan.definition.order();
        let mut orders = vec![NgramRows::new(segments.len()); order];
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
