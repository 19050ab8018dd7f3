//! The difference between two systems, as JSON and in a table.

use crate::cli::color::Emphasis;
use crate::cli::style::Style;
use crate::{Comparison, PairedTest, Power, SIGNIFICANCE_LEVEL};
use serde::Serialize;

/// The difference of a system from another one. Null for the system against which the others are tested, and in
/// groups that are too small; randomization has no interval.
#[derive(Serialize)]
pub struct ComparisonFields {
    pub p_value: Option<f64>,
    difference: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference_low: Option<Option<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference_high: Option<Option<f64>>,
    segments_better: Option<u64>,
    segments_worse: Option<u64>,
    segments_equal: Option<u64>,
    #[serde(flatten)]
    power: Option<PowerFields>,
}

/// The standard error, and what it says about the size of the test set; null if that is too small.
#[derive(Serialize)]
struct PowerFields {
    standard_error: Option<f64>,
    detectable_difference: Option<f64>,
    segments_needed: Option<u64>,
}

impl ComparisonFields {
    /// The difference from another system, by a test; `None` from itself. On a test set of so many segments, with its power.
    pub fn new(
        comparison: Option<&Comparison>,
        test: PairedTest,
        segments: Option<u64>,
        style: Style,
    ) -> ComparisonFields {
        let scale = |number: f64| number * style.scale();
        let has_spread = test == PairedTest::Bootstrap;
        let spread = comparison.and_then(|comparison| comparison.spread);
        let power = |segments: u64| {
            let segments = usize::try_from(segments).unwrap_or(usize::MAX);
            let power = comparison.and_then(|comparison| Power::new(comparison, segments));
            PowerFields {
                standard_error: spread.map(|spread| scale(spread.standard_error)),
                detectable_difference: power.map(|power| scale(power.detectable_difference)),
                segments_needed: power.and_then(|power| power.segments_needed),
            }
        };
        let wins = comparison.and_then(|comparison| comparison.segments);
        ComparisonFields {
            p_value: comparison.map(|comparison| comparison.p_value),
            difference: comparison.map(|comparison| scale(comparison.difference)),
            difference_low: has_spread.then(|| spread.map(|spread| scale(spread.low))),
            difference_high: has_spread.then(|| spread.map(|spread| scale(spread.high))),
            segments_better: wins.map(|wins| wins.better),
            segments_worse: wins.map(|wins| wins.worse),
            segments_equal: wins.map(|wins| wins.equal),
            power: segments.filter(|_| has_spread).map(power),
        }
    }

    /// The difference, with the half-width of its interval if there is one.
    pub fn text(&self, style: Style) -> Option<String> {
        let difference = format!("{:+.*}", style.digits, self.difference?);
        Some(match self.difference_low.flatten().zip(self.difference_high.flatten()) {
            Some((low, high)) => format!("{difference} ± {}", style.scaled(0.5 * (high - low))),
            None => difference,
        })
    }

    /// Numbers of segments in which the system is better, worse, equal.
    pub fn wins(&self) -> Option<String> {
        Some(format!("{}/{}/{}", self.segments_better?, self.segments_worse?, self.segments_equal?))
    }

    /// Whether the system is significantly better or worse than the other.
    pub fn emphasis(&self) -> Emphasis {
        match self.difference {
            Some(difference) if self.p_value.is_some_and(|p_value| p_value < SIGNIFICANCE_LEVEL) => {
                if difference > 0.0 { Emphasis::Good } else { Emphasis::Bad }
            }
            _ => Emphasis::Plain,
        }
    }
}
