//! Totals of a group of segments, from which a formula computes the group's score.

use super::formula::unless_failed;
use super::rules::{Aggregation, EmptySegments};
use super::{Formula, Score, SegmentStatistics, Statistics};
use crate::Error;

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
/// use bleu::tools::{Overrides, Tool};
///
/// let definition = "moses-sentence".parse::<Tool>()?.definition(&Overrides::default())?;
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
    beyond_sums: Option<BeyondSums>,
    /// Whether a segment has an n-gram that is not correct, or a score of its own below 1.
    has_errors: bool,
}

/// Data that the scores of a few tools need besides sums.
#[derive(Clone, Debug, PartialEq)]
enum BeyondSums {
    /// The scores of the segments, for their mean.
    Mean(Box<Mean>),
    /// The last segment, for smoothing methods that look at it.
    Last(Box<Statistics>),
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
        let mut totals = CorpusTotals::from_sum(&segments.sum());
        totals.has_errors = segments.iter().any(|segment| !segment.is_all_correct());
        if !formula.is_score_of_sums() {
            segments.iter().for_each(|segment| totals.push_beyond_sums(formula, &segment));
        }
        totals
    }

    /// The totals of segments of which only the sum is known, for a score that is made of sums alone
    /// ([`Formula::is_score_of_sums`]).
    pub fn from_sum(sum: &Statistics) -> CorpusTotals {
        CorpusTotals { has_errors: sum.correct() != sum.total(), sum: sum.clone(), beyond_sums: None }
    }

    /// Adds a segment.
    ///
    /// # Errors
    /// If segments were added with [scores](Self::push_score), if the orders differ, or if a sum exceeds 64 bits.
    pub fn push(&mut self, formula: &Formula, segment: &Statistics) -> Result<(), Error> {
        self.check_kind(false)?;
        self.sum.merge(segment)?;
        self.has_errors |= !segment.is_all_correct();
        if !formula.is_score_of_sums() {
            self.push_beyond_sums(formula, segment);
        }
        Ok(())
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
        self.check_kind(true)?;
        self.sum.merge(statistics)?;
        self.has_errors |= score < 1.0;
        if let Some(BeyondSums::Mean(mean)) = &mut self.beyond_sums {
            mean.scores.push(score);
        } else {
            self.beyond_sums =
                Some(BeyondSums::Mean(Box::new(Mean { scores: vec![score], is_given: true, ..Mean::default() })));
        }
        Ok(())
    }

    fn push_beyond_sums(&mut self, formula: &Formula, segment: &Statistics) {
        match &mut self.beyond_sums {
            Some(BeyondSums::Mean(mean)) => mean.push(formula, segment),
            _ => self.beyond_sums = Some(BeyondSums::new(formula, segment)),
        }
    }

    /// Whether the scores of segments were given; `None` without segments.
    fn has_given_scores(&self) -> Option<bool> {
        match &self.beyond_sums {
            Some(BeyondSums::Mean(mean)) => Some(mean.is_given),
            Some(BeyondSums::Last(_)) => Some(false),
            None => (self.sum().order() > 0).then_some(false),
        }
    }

    /// Checks that the scores of all segments are given, or none.
    fn check_kind(&self, is_given: bool) -> Result<(), Error> {
        if self.has_given_scores().is_none_or(|known| known == is_given) { Ok(()) } else { Err(Error::MixedTotals) }
    }

    /// Adds the totals of the next segments.
    ///
    /// # Errors
    /// If segments with scores of their own would be added to others, if the orders differ, or if a sum exceeds 64 bits.
    pub fn append(&mut self, next: CorpusTotals) -> Result<(), Error> {
        next.has_given_scores().map_or(Ok(()), |is_given| self.check_kind(is_given))?;
        let CorpusTotals { sum, beyond_sums, has_errors } = next;
        self.sum.merge(&sum)?;
        self.has_errors |= has_errors;
        match (&mut self.beyond_sums, beyond_sums) {
            (Some(BeyondSums::Mean(mean)), Some(BeyondSums::Mean(next))) => mean.append(*next),
            (_, Some(next)) => self.beyond_sums = Some(next),
            (_, None) => {}
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
        let sum = self.sum();
        !self.has_errors && sum.hyp_len() >= sum.ref_len()
    }

    /// The score of the group. All segments must have been counted as the formula expects.
    ///
    /// # Errors
    /// If the statistics are of another order, or if the formula's tool fails on such segments.
    pub fn score(&self, formula: &Formula) -> Result<Score, Error> {
        let sum = self.sum();
        sum.check_order(formula.counted_order())?;
        unless_failed(formula.failure(&sum), self.evaluate(formula))
    }

    /// The score of a group whose segments are known to be of the formula's order, even if the tool fails.
    pub(crate) fn evaluate(&self, formula: &Formula) -> Score {
        let sum = self.sum();
        match &self.beyond_sums {
            Some(BeyondSums::Mean(mean)) => formula.evaluate(&sum).with_value(mean.value()),
            Some(BeyondSums::Last(last)) => formula.evaluate_with_last(&sum, last),
            None if formula.rules().aggregation == Aggregation::MeanOfSegments => {
                formula.evaluate(&sum).with_value(0.0)
            }
            None => formula.evaluate_with_last(&sum, &Statistics::EMPTY),
        }
    }
}

impl BeyondSums {
    fn new(formula: &Formula, segment: &Statistics) -> BeyondSums {
        match formula.rules().aggregation {
            Aggregation::Corpus => BeyondSums::Last(Box::new(segment.clone())),
            Aggregation::MeanOfSegments => {
                let mut mean = Box::<Mean>::default();
                mean.push(formula, segment);
                BeyondSums::Mean(mean)
            }
        }
    }
}

impl Mean {
    fn push(&mut self, formula: &Formula, segment: &Statistics) {
        match (formula.rules().empty_segments, segment.hyp_len(), segment.ref_len()) {
            (EmptySegments::LeftOut, 0, 0) => {}
            (EmptySegments::LeftOut, 0, _) => self.is_zero = true,
            _ => self.scores.push(formula.evaluate(segment).value()),
        }
    }

    fn append(&mut self, Mean { scores, added: (sum, count), is_zero, is_given: _ }: Mean) {
        self.is_zero |= is_zero;
        let kept = std::mem::take(&mut self.scores);
        add_to(&mut self.added, &kept);
        self.added.0 += sum;
        self.added.1 += count;
        add_to(&mut self.added, &scores);
    }

    fn value(&self) -> f64 {
        let mut added = self.added;
        add_to(&mut added, &self.scores);
        let (sum, count) = added;
        if count == 0 || self.is_zero { 0.0 } else { sum / count as f64 }
    }
}

/// Adds scores to their sum and number.
fn add_to(added: &mut (f64, u64), scores: &[f64]) {
    for score in scores {
        added.0 += score;
        added.1 += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::Definition;

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
