//! The segments on which a difference rests: a few that make it significant.

use crate::bleu::error::Error;
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::bleu::significance::Comparison;
#[cfg(feature = "cli")]
use crate::bleu::significance::PairedTest;
use crate::bleu::significance::difference::TWO_SIDED_95;

/// Maximum number of segments that are named. A difference that needs more of them to vanish rests on no few segments.
pub(super) const MAX_SEGMENTS: usize = 32;

/// One segment in this many is few.
const FEW: usize = 20;

/// Number of standard errors below which a test is not significant. Intervals of the bootstrap may be skewed.
#[cfg(feature = "cli")]
pub(super) fn least(test: PairedTest) -> f64 {
    match test {
        PairedTest::Bootstrap => 1.4,
        PairedTest::Randomization => 1.7,
    }
}

/// Returns the segments, from 0, without which a significant difference of two systems is not significant any more: those
/// first that contribute most to it. `None` if they are more than [`MAX_SEGMENTS`], or more than one in [`FEW`].
///
/// A segment contributes what the difference loses without it. Their number is guessed by the standard error that these
/// contributions give (the jackknife: Efron, "The Jackknife, the Bootstrap and Other Resampling Plans", 1982), and then
/// tested.
///
/// # Errors
/// The first error of `is_significant`.
pub(super) fn on_segments(
    definition: &Definition,
    systems: [&SegmentStatistics; 2],
    given: &Comparison,
    is_significant: impl Fn([&SegmentStatistics; 2]) -> Result<bool, Error>,
) -> Result<Option<Vec<u64>>, Error> {
    let sign = given.difference.signum();
    let contributions = contributions(definition, systems);
    let mut order: Vec<usize> = (0..contributions.len()).collect();
    order.sort_by(|&i, &k| (sign * contributions[k]).total_cmp(&(sign * contributions[i])));
    let guess = guess(&contributions, &order, given.difference.abs(), sign);
    let most = MAX_SEGMENTS.min(order.len() / FEW);
    if guess > 2 * MAX_SEGMENTS || most == 0 {
        return Ok(None);
    }
    let holds_without = |number: usize| {
        let mut kept = order[number..].to_vec();
        kept.sort_unstable();
        let [a, b] = systems.map(|table| table.only(&kept));
        let difference = definition.evaluate(&a.sum()).value() - definition.evaluate(&b.sum()).value();
        Ok::<bool, Error>(difference * sign > 0.0 && is_significant([&a, &b])?)
    };
    // The difference holds without `low` segments, and does not without `high`.
    let (mut low, mut high) = (0, guess.clamp(1, most));
    while holds_without(high)? {
        if high == most {
            return Ok(None);
        }
        (low, high) = (high, (2 * high).min(most));
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds_without(middle)? { low = middle } else { high = middle }
    }
    let mut segments: Vec<u64> = order[..high].iter().map(|&segment| segment as u64).collect();
    segments.sort_unstable();
    Ok(Some(segments))
}

/// Lead of the first of two systems in standard errors; 0 or less if it is not better.
#[cfg(feature = "cli")]
pub(super) fn standard_errors_ahead(definition: &Definition, systems: [&SegmentStatistics; 2]) -> f64 {
    let [a, b] = systems.map(|table| definition.evaluate(&table.sum()).value());
    if a <= b {
        return 0.0;
    }
    (a - b) / contributions(definition, systems).iter().map(|part| part.powi(2)).sum::<f64>().sqrt()
}

/// Returns what each segment contributes to the difference of two systems: the difference less the difference without the
/// segment.
pub(super) fn contributions(definition: &Definition, systems: [&SegmentStatistics; 2]) -> Vec<f64> {
    let sums = systems.map(SegmentStatistics::sum);
    let [a, b] = [0, 1].map(|i| definition.evaluate(&sums[i]).value());
    let without =
        |i: usize, segment: Statistics| definition.evaluate(&sums[i].replace(&segment, &Statistics::EMPTY)).value();
    let pairs = systems[0].iter().zip(systems[1].iter());
    pairs.map(|(first, second)| a - b - (without(0, first) - without(1, second))).collect()
}

/// Guesses the number of segments to leave out, in this order, from their contributions.
fn guess(contributions: &[f64], order: &[usize], difference: f64, sign: f64) -> usize {
    let mut squares: f64 = contributions.iter().map(|contribution| contribution.powi(2)).sum();
    let mut left = difference;
    let is_over = |&segment: &usize| {
        let is_over = left < TWO_SIDED_95 * squares.sqrt();
        left -= sign * contributions[segment];
        squares -= contributions[segment].powi(2);
        is_over
    };
    order.iter().position(is_over).unwrap_or(order.len())
}
