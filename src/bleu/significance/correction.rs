//! Corrections of p-values for the number of comparisons.

use super::difference::Comparison;
use super::ranking::SIGNIFICANCE_LEVEL;
use crate::bleu::error::Error;
use crate::bleu::names::names;

names! {
    /// Correction for the number of comparisons. Of many comparisons of equally good systems, one in twenty is significant
    /// at p < 0.05 by chance; a correction keeps the probability that any of them is below that level.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Correction: "correction" {
        /// None, as in sacreBLEU.
        #[default]
        None = "none": "no correction, as in sacreBLEU",
        /// Holm, "A Simple Sequentially Rejective Multiple Test Procedure" (1979): the smallest of m p-values times m, the
        /// next one times m - 1, and so on, none smaller than the one before.
        Holm = "holm": "never less powerful than bonferroni (Holm, 1979)",
        /// Every p-value times the number of comparisons. Never smaller than Holm's.
        Bonferroni = "bonferroni": "p-values times the number of comparisons",
    }
}

impl Correction {
    /// Returns the number of resamples with which a correction for this many comparisons can show a difference: the lowest
    /// p-value, corrected, is below a tenth of [`SIGNIFICANCE_LEVEL`].
    #[must_use]
    pub fn resamples_needed(comparisons: usize) -> usize {
        comparisons.saturating_mul((10.0 / SIGNIFICANCE_LEVEL).round() as usize)
    }

    /// Returns the corrected p-values of a family of comparisons, in the same order; at most 1. Without a correction they are
    /// returned unchanged.
    ///
    /// # Errors
    /// If a p-value is not from 0 to 1.
    pub fn adjust(self, p_values: &[f64]) -> Result<Vec<f64>, Error> {
        match p_values.iter().find(|p_value| !(0.0..=1.0).contains(*p_value)) {
            Some(&p_value) => Err(Error::PValueOutOfRange { p_value }),
            None => Ok(self.adjusted(p_values)),
        }
    }

    /// The corrected p-values of comparisons, which are from 0 to 1.
    pub(crate) fn adjusted(self, p_values: &[f64]) -> Vec<f64> {
        let count = p_values.len();
        match self {
            Correction::None => p_values.to_vec(),
            Correction::Bonferroni => p_values.iter().map(|p_value| (p_value * count as f64).min(1.0)).collect(),
            Correction::Holm => {
                let mut order: Vec<usize> = (0..count).collect();
                order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
                let mut adjusted = vec![0.0; count];
                let mut largest: f64 = 0.0;
                for (place, comparison) in order.into_iter().enumerate() {
                    largest = largest.max(p_values[comparison] * (count - place) as f64);
                    adjusted[comparison] = largest.min(1.0);
                }
                adjusted
            }
        }
    }

    /// Corrects the p-values of a family of comparisons by one test, of both kinds.
    pub(crate) fn correct(self, comparisons: &mut [Comparison]) {
        let p_values: Vec<f64> = comparisons.iter().map(|comparison| comparison.p_value).collect();
        for (comparison, p_value) in comparisons.iter_mut().zip(self.adjusted(&p_values)) {
            comparison.p_value = p_value;
        }
        let p_intervals: Vec<f64> = comparisons.iter().filter_map(|comparison| comparison.p_interval).collect();
        let found = comparisons.iter_mut().filter_map(|comparison| comparison.p_interval.as_mut());
        for (p_interval, adjusted) in found.zip(self.adjusted(&p_intervals)) {
            *p_interval = adjusted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_multiplied_and_keep_their_order() {
        // Holm: 0.005 * 4, 0.01 * 3, 0.03 * 2, then 0.04 * 1, which may not be below the one before.
        let p_values = [0.01, 0.04, 0.03, 0.005];
        assert_eq!(Correction::Holm.adjusted(&p_values), [0.03, 0.06, 0.06, 0.02]);
        assert_eq!(Correction::Bonferroni.adjusted(&p_values), [0.04, 0.16, 0.12, 0.02]);
        assert_eq!(Correction::None.adjusted(&p_values), p_values);
        assert_eq!(Correction::Bonferroni.adjusted(&[0.5, 0.9]), [1.0, 1.0]);
        for &correction in Correction::ALL {
            assert_eq!(correction.adjust(&[0.2]), Ok(vec![0.2]));
            assert_eq!(correction.adjust(&[]), Ok(vec![]));
        }
    }

    #[test]
    fn what_is_no_probability_is_refused() {
        for &correction in Correction::ALL {
            for wrong in [f64::NAN, -0.1, 1.1, f64::INFINITY] {
                assert!(matches!(correction.adjust(&[0.5, wrong]), Err(Error::PValueOutOfRange { .. })), "{wrong}");
            }
        }
    }
}
