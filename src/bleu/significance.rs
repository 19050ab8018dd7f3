//! Significance: confidence intervals, paired tests, rank clusters.
//!
//! Paired bootstrap resampling is by Koehn, "Statistical Significance Tests for Machine Translation Evaluation"
//! (EMNLP 2004), approximate randomization by Riezler and Maxwell, "On Some Pitfalls in Automatic Evaluation and
//! Significance Testing for MT" (2005), both as in sacreBLEU: the same random numbers, the same resamples, the same
//! p-values.
//!
//! Every system, and every pair of systems, sees the same resamples. They are drawn once, each system is summed once
//! per resample, and all pairs are compared by these sums: the time is linear in the number of systems. What the files
//! share is imported here.

mod correction;
pub(crate) mod difference;
pub(crate) mod numpy;
mod paired;
mod power;
mod ranking;
mod resampled_scores;
mod resampler;
mod resampling;
mod runs;
#[cfg(feature = "cli")]
pub(crate) mod student;
mod systems;
mod weighted_sum;
#[cfg(feature = "cli")]
pub(crate) mod whole_samples;

pub use correction::Correction;
pub use difference::{Comparison, SegmentComparison, Spread};
pub use paired::{Paired, PairedTest};
pub use power::{MIN_SEGMENTS_FOR_POWER, Power};
pub use ranking::{AllPairs, Pair, RankedSystem, SIGNIFICANCE_LEVEL};
pub use resampled_scores::Confidence;
#[cfg(feature = "shards")]
pub use resampled_scores::ResampledScores;
pub use resampling::{Resamples, Resampling, ResamplingFields};
pub use runs::SystemRuns;
use std::borrow::Borrow;
pub use systems::Systems;

/// Comparisons of pairs of systems, and the confidence interval of each system if the test has one.
type Compared = (Vec<Comparison>, Vec<Option<Confidence>>);

/// The mean of scores; 0 if there is none. It is kept between the lowest and the highest: a sum of equal numbers, divided by
/// their number, may differ from them by rounding.
pub(crate) fn mean(values: impl IntoIterator<Item: Borrow<f64>>) -> f64 {
    let (mut sum, mut count, mut low, mut high) = (0.0, 0u64, f64::INFINITY, f64::NEG_INFINITY);
    for value in values {
        let value = *value.borrow();
        (sum, count, low, high) = (sum + value, count + 1, value.min(low), value.max(high));
    }
    if count == 0 { 0.0 } else { (sum / count as f64).max(low).min(high) }
}
