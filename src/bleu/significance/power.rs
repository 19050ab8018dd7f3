//! Power: how large a difference a test set can show.
//!
//! Card et al., "With Little Power Comes Great Responsibility" (EMNLP 2020). A difference of scores is nearly normally
//! distributed over test sets, and its standard error falls with the square root of the number of segments.

use super::difference::{Comparison, TWO_SIDED_95};

/// Fewest segments that power is estimated from. The standard error from fewer is too uncertain.
pub const MIN_SEGMENTS_FOR_POWER: usize = 50;

/// The quantile of the normal distribution that leaves 20% above it.
const POWER_80: f64 = 0.841_621_233_572_914_3;

/// Difference that a test set like this can detect in 80 of 100 cases, with a test that calls equally good systems
/// different in 5 of 100.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Power {
    /// Smallest true difference that such a test set shows in 80 of 100 cases, from 0.
    pub detectable_difference: f64,
    /// Number of segments of this kind that would show the observed difference in 80 of 100 cases, if it is the true
    /// one; `None` if the observed difference is 0, or so small that they are 2^64 or more.
    pub segments_needed: Option<u64>,
}

impl Power {
    /// The power for a comparison on a test set of `segments` segments. `None` if nothing can be said: without a
    /// standard error (randomization), if that is 0, or with fewer than [`MIN_SEGMENTS_FOR_POWER`] segments.
    pub fn new(comparison: &Comparison, segments: usize) -> Option<Power> {
        let standard_error = comparison.spread?.standard_error;
        if segments < MIN_SEGMENTS_FOR_POWER || standard_error <= 0.0 {
            return None;
        }
        let detectable_difference = (TWO_SIDED_95 + POWER_80) * standard_error;
        let times = (detectable_difference / comparison.difference).powi(2);
        let needed = (segments as f64 * times).ceil();
        let segments_needed = (needed < u64::MAX as f64).then_some(needed as u64);
        Some(Power { detectable_difference, segments_needed })
    }
}

#[cfg(test)]
mod tests {
    use super::super::difference::Spread;
    use super::*;

    fn comparison(difference: f64, standard_error: f64) -> Comparison {
        let spread = Some(Spread { low: 0.0, high: 0.0, standard_error, detected: 0.0 });
        Comparison { difference, p_value: 0.5, p_interval: None, spread, segments: None }
    }

    #[test]
    fn power_follows_the_square_root_law() {
        // A two-sided test at 0.05 with power 0.8: 1.959964 + 0.841621 standard errors.
        let power = Power::new(&comparison(0.01, 0.005), 1000).unwrap();
        assert!((power.detectable_difference - 2.801585 * 0.005).abs() < 1e-8);
        assert_eq!(power.segments_needed, Some(1963));
        // Half the difference needs four times as many segments.
        assert_eq!(Power::new(&comparison(-0.005, 0.005), 1000).unwrap().segments_needed, Some(7849));
    }

    #[test]
    fn nothing_is_promised_without_grounds() {
        assert_eq!(Power::new(&comparison(0.01, 0.005), 49), None);
        assert_eq!(Power::new(&comparison(0.0, 0.0), 1000), None);
        assert_eq!(Power::new(&comparison(0.0, 0.005), 1000).unwrap().segments_needed, None);
        assert_eq!(Power::new(&Comparison { spread: None, ..comparison(0.1, 0.1) }, 1000), None);
        assert_eq!(Power::new(&comparison(1e-300, 0.1), 1000).unwrap().segments_needed, None);
    }
}
