//! Explanation of the scores of a corpus, as data.

use super::breakdown::OrderTerm;
use super::segment_gains::{SegmentGain, SegmentScores};
use crate::bleu::scoring::{Definition, Score, Statistics};

/// Explanation of the scores of one or two candidates.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CorpusExplanation {
    /// One explanation for each candidate, in their order.
    pub systems: Vec<SystemExplanation>,
    /// The difference between two candidates; `None` for one.
    pub difference: Option<Difference>,
}

/// Explanation of the score of a candidate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SystemExplanation {
    /// Corpus score.
    pub score: Score,
    /// Factors of the score, order 1 first.
    pub terms: Vec<OrderTerm>,
    /// The score without each of its losses.
    pub counterfactuals: Counterfactuals,
    /// For each order, the n-grams that lower the score most.
    pub losses: Vec<OrderLosses>,
    /// Words that are in most segments of the references and never in the candidate, at most three; none if two candidates are
    /// explained. Only the first 262,144 segments are looked at.
    pub unused_words: Vec<UnusedWord>,
    /// Distribution of the scores of segments.
    pub segment_scores: SegmentScores,
    /// The segments whose removal would raise the score most.
    pub worst_segments: Vec<SegmentGain>,
}

/// Scores of the corpus with one factor changed and everything else equal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Counterfactuals {
    /// For each order, the score if all its n-grams were correct; `None` if there are none.
    pub perfect_order: Vec<Option<f64>>,
    /// The score without brevity penalty.
    pub no_brevity_penalty: f64,
}

impl Counterfactuals {
    pub(super) fn new(definition: &Definition, statistics: &Statistics) -> Counterfactuals {
        let perfect_order = |n: usize| {
            let [_, total] = statistics.counts(n);
            (total > 0).then(|| definition.evaluate(&statistics.clone().with_correct(n, total)).value())
        };
        let long_enough = statistics.clone().with_ref_len(statistics.hyp_len());
        Counterfactuals {
            perfect_order: (0..definition.order()).map(perfect_order).collect(),
            no_brevity_penalty: definition.evaluate(&long_enough).value(),
        }
    }
}

/// The n-grams of one order that lower a score most, in all segments together; sorted by loss, then alphabetically.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OrderLosses {
    /// Length of the n-grams.
    pub order: usize,
    /// N-grams of the candidate that no reference of their segment has.
    pub unmatched: Vec<NgramCount>,
    /// N-grams that the candidate has more often in a segment than any reference, if a reference has them.
    pub over_generated: Vec<OverGenerated>,
    /// N-grams that a reference has more often in a segment than the candidate, with the occurrences that are missing: for each
    /// segment, those in the reference that has most, less those in the candidate.
    pub missed: Vec<NgramCount>,
    /// Maximum undercount. N-grams with at most this count may be missing from the lists. 0 unless the corpus is very
    /// large.
    #[cfg_attr(feature = "serde", serde(rename = "counts_low_by_up_to"))]
    pub error: u64,
}

/// An n-gram and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NgramCount {
    /// Tokens, separated by spaces.
    pub ngram: String,
    /// Number of occurrences.
    pub count: u64,
}

/// A word of the references that a candidate never uses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UnusedWord {
    /// The word, which is a token.
    pub word: String,
    /// Number of segments in which all references have it; at least three.
    pub segments: u64,
    /// A word that the candidate has in at least half of these segments and their references do not have, and in how many;
    /// `None` if there is no such word.
    pub instead: Option<NgramCount>,
}

/// An n-gram that a candidate has too often.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OverGenerated {
    /// Tokens, separated by spaces.
    pub ngram: String,
    /// Occurrences in the candidate, in the segments that have too many.
    pub count: u64,
    /// How many of these are correct.
    pub allowed: u64,
}

/// The difference between two candidates.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Difference {
    /// For each order, the n-grams that one candidate has right more often than the other.
    pub orders: Vec<OrderDifference>,
    /// Segments in which the first candidate is better: those where the second's translation would lower the first's
    /// score most.
    pub first_better: Vec<SegmentGain>,
    /// Segments in which the second candidate is better.
    pub second_better: Vec<SegmentGain>,
}

/// The n-grams of one order that one candidate has right more often than the other; the largest difference first, equal
/// ones in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OrderDifference {
    /// Length of the n-grams.
    pub order: usize,
    /// N-grams that the first candidate has right more often.
    pub first_better: Vec<NgramAdvantage>,
    /// N-grams that the second candidate has right more often.
    pub second_better: Vec<NgramAdvantage>,
    /// As in [`OrderLosses`].
    #[cfg_attr(feature = "serde", serde(rename = "counts_low_by_up_to"))]
    pub error: u64,
}

/// An n-gram that one candidate has right more often than the other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NgramAdvantage {
    /// Tokens, separated by spaces.
    pub ngram: String,
    /// Correct occurrences that only the first candidate has.
    #[cfg_attr(feature = "serde", serde(rename = "correct_in_first_only"))]
    pub first: u64,
    /// Correct occurrences that only the second candidate has.
    #[cfg_attr(feature = "serde", serde(rename = "correct_in_second_only"))]
    pub second: u64,
}
