//! Totals of a group of segments, from which a formula computes the group's score.

use super::formula::Formula;
use super::formula::unless_failed;
use super::rules::EmptySegments;
use super::score::Score;
use crate::bleu::error::Error;
use crate::bleu::ngram::{SegmentStatistics, Statistics};
use std::borrow::Borrow;

/// Everything that a formula needs for the score of a group of segments: the sum of their [`Statistics`] and, for the few
/// scores that sums do not determine, more.
///
/// Groups of consecutive segments are joined by [`append`](Self::append), in the order of the segments. Sums are the
/// same however the segments are grouped. A mean of segment scores is a sum of floating-point numbers, in the order of
/// the segments: appending groups that were each made at once ([`new`](Self::new)) or segment by segment
/// ([`push`](Self::push)) gives the same bits as one group of all segments; appending groups that were themselves
/// appended may differ in the last digits.
///
/// ```
/// use bleu::CorpusTotals;
/// use bleu::Definition;
///
/// let definition = Definition::builder().tool("moses-sentence".parse()?).build()?;
/// let count = |candidate, reference| definition.accumulator().add_lines(candidate, &[reference]);
/// let mut totals = CorpusTotals::new(definition.formula(), &count("a b\nc d", "a b\nc e")?);
/// totals.append(CorpusTotals::new(definition.formula(), &count("e f", "e f")?))?;
/// assert_eq!(totals.sum().hyp_len(), 6);
/// assert!(totals.score(definition.formula())?.value() > 0.8);
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CorpusTotals {
    sum: Statistics,
    parts: Parts,
    /// Whether a segment has an n-gram that is not correct, or was given a score below 1.
    has_errors: bool,
}

/// Data that a score needs besides the sum. Groups of different kinds are not mixed.
#[derive(Clone, Debug, Default, PartialEq)]
enum Parts {
    /// There is no segment.
    #[default]
    Empty,
    /// None: the score is one of sums.
    Sums,
    /// The last segment, for smoothing methods that look at it.
    Last(Box<Statistics>),
    /// The scores of the segments, for their mean.
    Mean(Box<Mean>),
}

/// A mean of segment scores.
#[derive(Clone, Debug, Default, PartialEq)]
struct Mean {
    /// Scores, kept one by one so that they are summed in the order of the segments regardless of groups.
    scores: Vec<f64>,
    /// Sum and number of the scores that are no longer kept one by one.
    added: (f64, u64),
    /// Whether a segment makes the whole score 0.
    is_zero: bool,
    /// Whether the scores were given, instead of following from the counts.
    is_given: bool,
}

impl CorpusTotals {
    /// The totals of a group of segments.
    pub fn new(formula: &Formula, segments: &SegmentStatistics) -> CorpusTotals {
        let has_errors = segments.iter().any(|segment| !segment.is_all_correct());
        CorpusTotals { sum: segments.sum(), parts: Parts::new(formula, segments.iter()), has_errors }
    }

    /// The totals of a sum whose segments are not known, for a score that is made of sums alone
    /// ([`Formula::is_score_of_sums`]).
    pub fn from_sum(sum: &Statistics) -> CorpusTotals {
        CorpusTotals { sum: sum.clone(), parts: Parts::Sums, has_errors: sum.correct() != sum.total() }
    }

    /// Adds a segment. The formula is the same for all.
    ///
    /// # Errors
    /// If segments were added with [scores](Self::push_score) or for another kind of formula, if the orders differ, or if a
    /// sum exceeds 64 bits.
    pub fn push(&mut self, formula: &Formula, segment: &Statistics) -> Result<(), Error> {
        let parts = Parts::new(formula, std::iter::once(segment));
        self.add(CorpusTotals { sum: segment.clone(), parts, has_errors: !segment.is_all_correct() }, Mean::push)
    }

    /// Adds a segment that has this score, from 0 to 1, whatever its statistics; the score of the group is then the mean.
    /// For the Self-BLEU of many segments:
    ///
    /// ```
    /// use bleu::{CorpusTotals, Definition, Samples};
    ///
    /// let definition = Definition::builder().effective_order(true).build()?;
    /// let mut samples = Samples::new(&definition)?;
    /// let mut totals = CorpusTotals::default();
    /// for translations in [["a b c d", "a b c d"], ["a b c d", "e f g h"]] {
    ///     samples.set(&translations);
    ///     totals.push_score(&samples.count_against_others()?.sum(), samples.self_bleu()?.value())?;
    /// }
    /// assert_eq!(totals.score(definition.formula())?.value(), 0.5);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the score is not from 0 to 1, if segments were added without scores, if the orders differ, or if a sum exceeds 64
    /// bits.
    pub fn push_score(&mut self, statistics: &Statistics, score: f64) -> Result<(), Error> {
        if !(0.0..=1.0).contains(&score) {
            return Err(Error::ScoreOutOfRange { score });
        }
        let parts = Parts::Mean(Box::new(Mean { scores: vec![score], is_given: true, ..Mean::default() }));
        let has_errors = score < 1.0 || !statistics.is_all_correct();
        self.add(CorpusTotals { sum: statistics.clone(), parts, has_errors }, Mean::push)
    }

    /// Adds the totals of the next segments.
    ///
    /// # Errors
    /// If they are totals of another kind (sums alone, segments with scores of their own, a mean of segment scores), if the
    /// orders differ, or if a sum exceeds 64 bits.
    pub fn append(&mut self, next: CorpusTotals) -> Result<(), Error> {
        self.add(next, Mean::append)
    }

    fn add(&mut self, next: CorpusTotals, add_mean: fn(&mut Mean, Mean)) -> Result<(), Error> {
        if self.parts.is_of_other_kind(&next.parts) {
            return Err(Error::MixedTotals);
        }
        self.sum.merge(&next.sum)?;
        self.has_errors |= next.has_errors;
        match (&mut self.parts, next.parts) {
            (_, Parts::Empty) => {}
            (Parts::Mean(mean), Parts::Mean(next)) => add_mean(mean, *next),
            (parts, next) => *parts = next,
        }
        Ok(())
    }

    /// The sum of the segments' statistics.
    pub fn sum(&self) -> Statistics {
        self.sum.clone()
    }

    /// Whether every n-gram of every segment is correct, and the candidate no shorter than its references. The formulas of
    /// some tools give even such a corpus another score than 1.
    pub fn is_perfect(&self) -> bool {
        let sum = &self.sum;
        !self.has_errors && sum.hyp_len() >= sum.ref_len()
    }

    /// The score of the group. All segments must have been counted as the formula expects.
    ///
    /// # Errors
    /// If the statistics are of another order, if the formula needs more than the [sum](Self::from_sum) that is known, or if
    /// its tool fails on such segments.
    pub fn score(&self, formula: &Formula) -> Result<Score, Error> {
        let sum = &self.sum;
        sum.check_order(formula.counted_order())?;
        if !self.parts.suit(formula) {
            return Err(Error::NotScoreOfSums);
        }
        unless_failed(formula.failure(sum), self.evaluate(formula))
    }

    /// The score of a group whose segments are known to be counted for the formula, even if the tool fails.
    pub(crate) fn evaluate(&self, formula: &Formula) -> Score {
        let sum = &self.sum;
        match &self.parts {
            Parts::Mean(mean) if mean.is_given || formula.is_mean() => formula.evaluate(sum).with_value(mean.value()),
            _ if formula.is_mean() => formula.evaluate(sum).with_value(0.0),
            Parts::Last(last) => formula.evaluate_with_last(sum, last),
            _ => formula.evaluate_with_last(sum, &Statistics::EMPTY),
        }
    }
}

impl Parts {
    /// The parts of segments that the score of a formula needs.
    fn new(formula: &Formula, segments: impl Iterator<Item = impl Borrow<Statistics>>) -> Parts {
        let mut segments = segments.peekable();
        if segments.peek().is_none() {
            Parts::Empty
        } else if formula.is_score_of_sums() {
            Parts::Sums
        } else if formula.is_mean() {
            Parts::Mean(Box::new(Mean::new(formula, segments)))
        } else {
            segments.last().map_or(Parts::Empty, |last| Parts::Last(Box::new(last.borrow().clone())))
        }
    }

    fn is_of_other_kind(&self, other: &Parts) -> bool {
        match (self, other) {
            (Parts::Empty, _) | (_, Parts::Empty) => false,
            (Parts::Mean(mean), Parts::Mean(other)) => mean.is_given != other.is_given,
            _ => std::mem::discriminant(self) != std::mem::discriminant(other),
        }
    }

    /// Whether the score of a formula can be computed.
    fn suit(&self, formula: &Formula) -> bool {
        match self {
            Parts::Empty => true,
            Parts::Mean(mean) if mean.is_given || formula.is_mean() => true,
            Parts::Last(_) if !formula.is_mean() => true,
            _ => formula.is_score_of_sums(),
        }
    }
}

impl Mean {
    fn new(formula: &Formula, segments: impl Iterator<Item = impl Borrow<Statistics>>) -> Mean {
        let mut mean = Mean::default();
        for segment in segments {
            let segment = segment.borrow();
            match (formula.rules().empty_segments, segment.hyp_len(), segment.ref_len()) {
                (EmptySegments::LeftOut, 0, 0) => {}
                (EmptySegments::LeftOut, 0, _) => mean.is_zero = true,
                _ => mean.scores.push(formula.evaluate(segment).value()),
            }
        }
        mean
    }

    /// Adds the scores of the next segments, which are kept.
    fn push(&mut self, Mean { scores, is_zero, .. }: Mean) {
        self.is_zero |= is_zero;
        self.scores.extend(scores);
    }

    /// Adds the next group. Scores are no longer kept.
    fn append(&mut self, next: Mean) {
        let (sum, count) = self.total();
        self.added = (sum + next.added.0, count + next.added.1);
        self.scores.clear();
        self.push(next);
        self.added = self.total();
        self.scores = Vec::new();
    }

    /// Sum and number of all scores.
    fn total(&self) -> (f64, u64) {
        self.scores.iter().fold(self.added, |(sum, count), score| (sum + score, count + 1))
    }

    fn value(&self) -> f64 {
        let (sum, count) = self.total();
        if count == 0 || self.is_zero { 0.0 } else { sum / count as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::scoring::Definition;
    use crate::bleu::scoring::Smoothing;

    #[test]
    fn scores_of_segments_are_from_0_to_1_and_not_mixed_with_counts() {
        let (formula, segment) = (Formula::default(), Statistics::new(4, 4, &[4, 3, 2, 1], &[4, 3, 2, 1]).unwrap());
        let (mut counted, mut scored) = (CorpusTotals::default(), CorpusTotals::default());
        counted.push(&formula, &segment).unwrap();
        for score in [f64::NAN, 7.0, -0.25] {
            assert!(matches!(scored.push_score(&segment, score), Err(Error::ScoreOutOfRange { .. })), "{score}");
        }
        scored.push_score(&segment, 0.25).unwrap();
        assert_eq!((scored.score(&formula).unwrap().value(), scored.is_perfect()), (0.25, false));
        assert_eq!(counted.push_score(&segment, 0.25), Err(Error::MixedTotals));
        assert_eq!(scored.push(&formula, &segment), Err(Error::MixedTotals));
        assert_eq!(scored.append(counted.clone()), Err(Error::MixedTotals));
        assert_eq!((counted.score(&formula).unwrap().value(), counted.is_perfect()), (1.0, true));
        scored.append(CorpusTotals::default()).unwrap();
        let mut none = CorpusTotals::default();
        none.append(scored.clone()).unwrap();
        assert_eq!(none, scored);
    }

    /// Sums alone, a last segment, a mean and scores that are given: totals of one do not become another's without a word.
    #[test]
    fn totals_of_different_kinds_are_not_mixed() {
        let formula = |tool: &str| {
            let definition = Definition::builder().tool(tool.parse().unwrap()).build().unwrap();
            definition.formula().clone()
        };
        let (corpus, mean) = (Formula::default(), formula("moses-sentence"));
        let last = Definition::builder().smoothing(Smoothing::ChenCherry(5)).build().unwrap().formula().clone();
        let [good, poor] = [[9, 8, 7, 6], [2, 1, 0, 0]].map(|n| Statistics::new(9, 9, &n, &[9, 8, 7, 6]).unwrap());
        let pushed = |formula: &Formula, segment: &Statistics| {
            let mut totals = CorpusTotals::default();
            totals.push(formula, segment).unwrap();
            totals
        };
        let formulas = [&corpus, &mean, &last];
        for (i, a) in formulas.into_iter().enumerate() {
            for (j, b) in formulas.into_iter().enumerate().filter(|(j, _)| i != *j) {
                if a.counted_order() == b.counted_order() {
                    let mut totals = pushed(a, &good);
                    assert_eq!(totals.push(b, &poor), Err(Error::MixedTotals), "{i} {j}");
                    assert_eq!(totals.append(pushed(b, &poor)), Err(Error::MixedTotals), "{i} {j}");
                    assert_eq!(totals, pushed(a, &good), "{i} {j}");
                }
            }
        }
        assert_eq!(pushed(&mean, &good).append(CorpusTotals::from_sum(&poor)), Err(Error::MixedTotals));
        assert_eq!(CorpusTotals::from_sum(&good).score(&mean), Err(Error::NotScoreOfSums));
        assert_eq!(CorpusTotals::from_sum(&good).score(&corpus).unwrap().value(), 1.0);
        assert_eq!(CorpusTotals::default().score(&mean).unwrap().value(), 0.0);
    }

    #[test]
    fn wrong_ngrams_are_not_perfect_whatever_their_score() {
        let mut totals = CorpusTotals::default();
        totals.push_score(&Statistics::new(4, 4, &[1, 0, 0, 0], &[4, 3, 2, 1]).unwrap(), 1.0).unwrap();
        assert!(!totals.is_perfect());
    }

    #[test]
    fn one_error_makes_a_corpus_imperfect() {
        let definition = Definition::builder().order(1).build().unwrap();
        for (correct, is_perfect) in [([2, 2], true), ([2, 1], false), ([1, 2], false), ([1, 1], false)] {
            let (mut pushed, mut appended) = (CorpusTotals::default(), CorpusTotals::default());
            for segment in correct.map(|correct| Statistics::new(2, 2, &[correct], &[2]).unwrap()) {
                pushed.push(definition.formula(), &segment).unwrap();
                appended.append(CorpusTotals::from_sum(&segment)).unwrap();
            }
            assert_eq!([pushed, appended].map(|totals| totals.is_perfect()), [is_perfect; 2], "{correct:?}");
        }
    }
}
