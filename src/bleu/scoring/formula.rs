//! The formula: from counts to a score.

use super::rules::FormulaRules;
use super::rules::{Aggregation, EmptyCorpus};
use super::score::Score;
use super::smoothing::Smoothing;
use super::tools::Failure;
use super::tools::Tool;
use super::weights::Weights;
use super::{DEFAULT_ORDER, chen_cherry};
use crate::bleu::error::Error;
use crate::bleu::ngram::Statistics;

/// The part of a [`Definition`](crate::bleu::scoring::Definition) that makes a score of statistics: order, weights, smoothing,
/// effective order, and the rules of tools. It needs no text, and so no tokenizer.
///
/// ```
/// use bleu::{Definition, Statistics};
///
/// let statistics = Statistics::new(3, 3, &[3, 2, 1, 0], &[3, 2, 1, 0])?;
/// let formula = Definition::default().formula().clone();
/// assert_eq!(formula.score(&statistics)?.value(), 0.0);
/// assert_eq!(formula.with_effective_order(true).score(&statistics)?.value(), 1.0);
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    pub(super) order: usize,
    /// `None` if all orders have the same weight, so that equal formulas compare equal.
    pub(super) weights: Option<Weights>,
    pub(super) smoothing: Smoothing,
    pub(crate) effective_order: bool,
    pub(super) rules: FormulaRules,
    /// Tool whose formula this is; `None` for sacreBLEU's and its variations.
    pub(crate) tool: Option<Tool>,
}

/// sacreBLEU's formula.
impl Default for Formula {
    fn default() -> Self {
        Formula {
            order: DEFAULT_ORDER,
            weights: None,
            smoothing: Smoothing::Exp,
            effective_order: false,
            rules: FormulaRules::SACREBLEU,
            tool: None,
        }
    }
}

impl Formula {
    /// Longest n-grams that count.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Weights of the orders; `None` if all are equal.
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_ref()
    }

    /// Treatment of orders without a match.
    pub fn smoothing(&self) -> Smoothing {
        self.smoothing
    }

    /// Whether orders are left out for which the candidate is too short.
    pub fn effective_order(&self) -> bool {
        self.effective_order
    }

    /// Rules in which tools differ.
    pub(crate) fn rules(&self) -> &FormulaRules {
        &self.rules
    }

    /// Tool whose formula this is; `None` for sacreBLEU's and its variations.
    pub fn tool(&self) -> Option<Tool> {
        self.tool
    }

    /// Order of the statistics that it needs: its own, or more if the smoothing method looks at longer n-grams.
    pub fn counted_order(&self) -> usize {
        self.smoothing.counted_order(self.order)
    }

    /// Whether a score depends only on summed statistics, as resampling requires.
    pub fn is_score_of_sums(&self) -> bool {
        !self.is_mean() && !self.smoothing.needs_last_segment()
    }

    /// Whether the score of a corpus is the mean of its segments' scores.
    pub(super) fn is_mean(&self) -> bool {
        self.rules.aggregation == Aggregation::MeanOfSegments
    }
}

impl Formula {
    /// The same formula with another setting of the effective order.
    #[must_use]
    pub fn with_effective_order(self, effective_order: bool) -> Formula {
        Formula { effective_order, ..self }
    }

    /// Returns an error unless the score depends only on summed statistics.
    pub(crate) fn check_score_of_sums(&self) -> Result<(), Error> {
        if self.is_score_of_sums() { Ok(()) } else { Err(Error::NotScoreOfSums) }
    }

    /// Whether the formula is sacreBLEU's.
    pub(super) fn is_sacrebleu(&self) -> bool {
        let rules = FormulaRules { empty_corpus: EmptyCorpus::Scored, ..self.rules };
        rules == FormulaRules::SACREBLEU && !self.smoothing.is_tool_specific()
    }

    /// Relative weight of order n + 1.
    pub(crate) fn weight(&self, n: usize) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights.as_slice()[n])
    }

    /// The score of a corpus, from the sum of its segments' statistics. They must have been counted as the formula
    /// expects: only their order is checked.
    ///
    /// # Errors
    /// If the statistics are of another order, if the score is not one of sums
    /// ([`is_score_of_sums`](Self::is_score_of_sums)), or if the formula's tool fails on such statistics.
    pub fn score(&self, statistics: &Statistics) -> Result<Score, Error> {
        self.check_score_of_sums()?;
        statistics.check_order(self.counted_order())?;
        unless_failed(self.failure(statistics), self.evaluate(statistics))
    }

    /// The score of one segment, from its statistics.
    ///
    /// # Errors
    /// If the statistics are of another order, or if the formula's tool fails on such a segment.
    pub fn segment_score(&self, statistics: &Statistics) -> Result<Score, Error> {
        statistics.check_order(self.counted_order())?;
        unless_failed(self.segment_failure(statistics), self.evaluate(statistics))
    }

    /// Reason why the tool fails on a segment; `None` if it succeeds.
    pub fn segment_failure(&self, segment: &Statistics) -> Option<Failure> {
        // mteval fails on corpora only.
        let can_fail = self.rules.empty_corpus != EmptyCorpus::SmoothedNeedsBoth;
        can_fail.then(|| self.failure(segment)).flatten()
    }

    /// Reason why the tool fails on a corpus with this sum; `None` if it succeeds.
    pub fn failure(&self, sum: &Statistics) -> Option<Failure> {
        let (no_candidate, no_references) = (sum.hyp_len() == 0, sum.ref_len() == 0);
        match self.rules.empty_corpus {
            EmptyCorpus::NeedsCandidate if no_candidate && !no_references => return Some(Failure::EmptyCandidate),
            EmptyCorpus::Scored | EmptyCorpus::NeedsCandidate => {}
            EmptyCorpus::SmoothedNeedsBoth if self.smoothing == Smoothing::None => {}
            EmptyCorpus::NeedsAllOrders => {
                return (sum.counts(self.order - 1)[1] == 0).then_some(Failure::ShortCandidate);
            }
            _ if no_candidate => return Some(Failure::EmptyCandidate),
            _ if no_references => return Some(Failure::EmptyReferences),
            _ => {}
        }
        let fails = self.smoothing == Smoothing::ChenCherry(6)
            && sum.counts(0)[0] > 0
            && chen_cherry::method_6_fails(self.order, sum);
        fails.then_some(Failure::NoTrigram)
    }

    /// Whether the score of a corpus is the mean of its segments' scores because that was asked for, and not by the tool's
    /// definition.
    pub(crate) fn is_set_mean(&self) -> bool {
        self.is_mean() && !self.tool.is_some_and(Tool::is_mean)
    }
}

/// The score, or the error that the tool fails.
pub(super) fn unless_failed(failure: Option<Failure>, score: Score) -> Result<Score, Error> {
    failure.map_or(Ok(score), |failure| Err(Error::ToolFails { failure }))
}
