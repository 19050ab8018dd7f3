//! The difference between two systems: its size, its spread over test sets, and the segments that it comes from.

use super::mean;
use super::ranking::SIGNIFICANCE_LEVEL;
use crate::bleu::scoring::{Definition, SegmentStatistics};
use std::cmp::Ordering;

/// Comparison of a system with another one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Comparison {
    /// Score of the system minus the score of the other one, from -1 to 1.
    pub difference: f64,
    /// Probability of a difference at least as large, if the two were equally good; above 0 and at most 1. Corrected as
    /// [`Resampling::correction`](crate::bleu::significance::Resampling::correction) says.
    pub p_value: f64,
    /// p-value of the interval in [`spread`](Self::spread): the smallest level at which the interval would exclude 0. If k of n
    /// resamples have a difference of 0 or of the rarer sign, it is 2 k / n, but at least 1 / (n + 1) and at most 1 (Efron and
    /// Tibshirani, "An Introduction to the Bootstrap", 1993, section 15.4). Corrected as `p_value` is. `None` for
    /// randomization, whose p-value is accurate.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub p_interval: Option<f64>,
    /// Spread of the difference over the bootstrap's resamples; `None` for randomization, whose trials are no test
    /// sets.
    pub spread: Option<Spread>,
    /// Segments that each of the two wins; `None` if only their sums are known.
    pub segments: Option<SegmentComparison>,
}

impl Comparison {
    /// Whether the difference is significant at [`SIGNIFICANCE_LEVEL`]. Without a correction, a difference tested by the
    /// bootstrap is significant if its 95% interval does not contain 0.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.is_significant_at(SIGNIFICANCE_LEVEL)
    }

    /// Whether the difference is significant at a level: `p_interval` is at most the level or, for randomization, `p_value` is
    /// below it.
    #[must_use]
    pub fn is_significant_at(&self, level: f64) -> bool {
        self.p_interval.map_or(self.p_value < level, |p_interval| p_interval <= level)
    }

    /// The comparison of the other system with this one.
    #[must_use]
    pub fn mirrored(self) -> Comparison {
        Comparison {
            difference: opposite(self.difference),
            p_value: self.p_value,
            p_interval: self.p_interval,
            spread: self.spread.map(Spread::mirrored),
            segments: self.segments.map(SegmentComparison::mirrored),
        }
    }
}

/// Spread of a difference of scores over test sets of the same kind, estimated by the bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Spread {
    /// Lower end of the interval of resampled differences (percentile method): of the middle 95%, or another
    /// [level](crate::bleu::significance::Resampling::level).
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Standard deviation of the differences, which estimates the standard error of the observed one; 0 for a single
    /// resample.
    pub standard_error: f64,
    /// Share of resamples, from 0 to 1, whose difference has the observed sign and is at least 1.96 standard errors
    /// from 0; 0 if the observed difference is 0.
    pub detected: f64,
}

impl Spread {
    /// The spread of resampled differences, at least one.
    pub(super) fn new(mut differences: Vec<f64>, observed: f64, level: f64) -> Spread {
        let standard_error = standard_deviation(&differences);
        let needed = TWO_SIDED_95 * standard_error;
        let shows = |difference: &&f64| **difference * observed.signum() >= needed;
        let count = if observed == 0.0 { 0 } else { differences.iter().filter(shows).count() };
        let detected = count as f64 / differences.len() as f64;
        let (low, high) = middle(&mut differences, level);
        Spread { low, high, standard_error, detected }
    }

    /// The spread of the differences with the opposite sign.
    fn mirrored(self) -> Spread {
        Spread { low: opposite(self.high), high: opposite(self.low), ..self }
    }
}

/// The number with the opposite sign. `-number` would make a 0 negative.
fn opposite(number: f64) -> f64 {
    0.0 - number
}

/// Returns the p-value that is the dual of the percentile interval of these resampled differences, at least one: the share of
/// resamples on the rarer side of 0, those at 0 included, times 2; at least 1 / (n + 1).
pub(super) fn p_interval(differences: &[f64]) -> f64 {
    let count = |is_there: fn(&f64) -> bool| differences.iter().copied().filter(is_there).count();
    let rarer = count(|difference| *difference <= 0.0).min(count(|difference| *difference >= 0.0));
    let resamples = differences.len() as f64;
    (2.0 * rarer as f64 / resamples).min(1.0).max(1.0 / (resamples + 1.0))
}

/// Number of standard errors at which a difference is significant at 0.05, if differences are normally distributed: the quantile
/// of the normal distribution that leaves 2.5% above it.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Number of segments that each of two systems wins: those with its higher sentence score, with the effective order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SegmentComparison {
    /// Segments in which the system has the higher score.
    pub better: u64,
    /// Segments in which the other system has the higher score.
    pub worse: u64,
    /// Segments with the same score.
    pub equal: u64,
}

impl SegmentComparison {
    /// Compares the sentence scores of two systems.
    pub(super) fn new(scores: &[f64], others: &[f64]) -> SegmentComparison {
        let mut counts = SegmentComparison::default();
        for (score, other) in scores.iter().zip(others) {
            match score.total_cmp(other) {
                Ordering::Greater => counts.better += 1,
                Ordering::Less => counts.worse += 1,
                Ordering::Equal => counts.equal += 1,
            }
        }
        counts
    }

    /// The same segments, seen from the other system.
    fn mirrored(self) -> SegmentComparison {
        SegmentComparison { better: self.worse, worse: self.better, equal: self.equal }
    }
}

/// Returns the score of each segment. The effective order is used, as is usual for sentences.
pub(super) fn sentence_scores(definition: &Definition, system: &SegmentStatistics) -> Vec<f64> {
    let formula = definition.formula().clone().with_effective_order(true);
    system.iter().map(|segment| formula.evaluate(&segment).value()).collect()
}

/// Returns the ends of the interval that contains this share of the values, at least one. For 95% it is
/// sacreBLEU's, which leaves out a fortieth on each side. The values are reordered.
pub(super) fn middle(values: &mut [f64], share: f64) -> (f64, f64) {
    // Decimals such as 0.9 are not exact.
    let outside = (0.5 * (1.0 - share) * values.len() as f64 + 1e-9) as usize;
    let high = values.len() - outside - 1;
    let (below, high, _) = values.select_nth_unstable_by(high, f64::total_cmp);
    let high = *high;
    let low = if outside < below.len() { *below.select_nth_unstable_by(outside, f64::total_cmp).1 } else { high };
    (low, high)
}

/// Returns the standard deviation of a sample; 0 for one value.
pub(crate) fn standard_deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len().saturating_sub(1).max(1)) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_that_of_sorted_values() {
        for count in 1..200 {
            let values: Vec<f64> = (0..count).map(|i| f64::from(i * 61 % 97)).collect();
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            let outside = sorted.len() / 40;
            let expected = (sorted[outside], sorted[sorted.len() - outside - 1]);
            assert_eq!(middle(&mut values.clone(), 0.95), expected, "{count} values");
        }
    }

    #[test]
    fn the_standard_deviation_is_that_of_a_sample() {
        assert_eq!(standard_deviation(&[2.0, 4.0, 4.0, 6.0]), (8.0f64 / 3.0).sqrt());
        assert_eq!(standard_deviation(&[0.3]), 0.0);
    }

    #[test]
    fn resamples_show_a_difference_far_from_0_on_its_side() {
        // Standard deviation 0.01 about 0.03, so that 0.0196 must be reached.
        let spread = |observed: f64| Spread::new(vec![0.02, 0.03, 0.04], observed, 0.95);
        assert!((spread(0.03).standard_error - 0.01).abs() < 1e-12);
        assert_eq!(spread(0.03).detected, 1.0);
        assert_eq!((spread(-0.03).detected, spread(0.0).detected), (0.0, 0.0));
        assert_eq!((spread(0.03).low, spread(0.03).high), (0.02, 0.04));
    }

    #[test]
    fn the_p_value_of_the_interval_is_its_dual() {
        for resamples in 1..300usize {
            for rarer in 0..=resamples.min(20) {
                // Some of the rarer ones are exactly 0.
                let rare = (0..rarer).map(|i| -0.001 * (i / 2) as f64);
                let differences: Vec<f64> = rare.chain((rarer..resamples).map(|i| 0.001 * (i + 1) as f64)).collect();
                let comparison = |differences: Vec<f64>| Comparison {
                    difference: 0.0,
                    p_value: 1.0,
                    p_interval: Some(p_interval(&differences)),
                    spread: Some(Spread::new(differences, 0.0, 0.95)),
                    segments: None,
                };
                let mirrored = differences.iter().map(|difference| 0.0 - difference).collect();
                for found in [comparison(differences), comparison(mirrored)] {
                    let excludes_0 = found.spread.is_some_and(|spread| spread.low > 0.0 || spread.high < 0.0);
                    // The lowest p-value of fewer than 19 resamples is above 0.05.
                    let is_possible = resamples >= 19;
                    assert_eq!(found.is_significant(), excludes_0 && is_possible, "{rarer} of {resamples}: {found:?}");
                }
            }
        }
    }

    #[test]
    fn the_boundary_is_significant() {
        let differences = |rarer: usize| (0..1000).map(|i| if i < rarer { -0.01 } else { 0.01 }).collect::<Vec<_>>();
        assert_eq!((p_interval(&differences(25)), p_interval(&differences(26))), (0.05, 0.052));
        assert_eq!((p_interval(&differences(0)), p_interval(&differences(1))), (1.0 / 1001.0, 0.002));
        assert_eq!((p_interval(&[0.0; 40]), p_interval(&[0.0])), (1.0, 1.0));
        let with = |p_interval| Comparison { difference: 0.1, p_value: 0.01, p_interval, spread: None, segments: None };
        assert!(with(Some(0.05)).is_significant() && !with(Some(0.052)).is_significant());
        assert!(with(None).is_significant() && !Comparison { p_value: 0.05, ..with(None) }.is_significant());
        assert!(with(Some(0.01)).is_significant_at(0.01) && !with(Some(0.02)).is_significant_at(0.01));
    }

    #[test]
    fn mirroring_twice_changes_nothing() {
        let comparison = Comparison {
            difference: 0.1,
            p_value: 0.3,
            p_interval: Some(0.4),
            spread: Some(Spread { low: -0.1, high: 0.2, standard_error: 0.07, detected: 0.5 }),
            segments: Some(SegmentComparison { better: 3, worse: 2, equal: 1 }),
        };
        let mirrored = comparison.mirrored();
        assert_eq!(mirrored.spread.map(|spread| (spread.low, spread.high)), Some((-0.2, 0.1)));
        assert_eq!((mirrored.difference, mirrored.segments.map(|segments| segments.better)), (-0.1, Some(2)));
        assert_eq!(mirrored.mirrored(), comparison);
    }
}
