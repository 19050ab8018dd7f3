//! Whether the samples of a system differ as wholes, as training runs do, or were drawn for each segment by itself.

use super::difference::standard_deviation;
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::bleu::splitmix64::{STEP, mix};
use std::iter;

/// Number of permutations.
const PERMUTATIONS: usize = 199;

/// Number of permutations that may reach the observed deviation: p = (1 + 1) / (199 + 1) is then 0.01.
const MOST: usize = 1;

/// Whether the corpus scores of samples, given by the statistics of their segments, differ by more than if samples were drawn
/// for each segment by itself, at the level 0.01: the test is wrong about one in 100 systems whose samples were drawn so.
///
/// If the samples of a segment are independent draws, any order of them is as likely. So the test is Fisher's permutation test
/// ("The Design of Experiments", 1935): it shuffles the samples of each segment, and compares the standard deviation of the corpus
/// scores with the observed one. It ends as soon as too many permutations reach it, which are few unless the answer is yes.
pub(crate) fn differ_as_wholes(definition: &Definition, samples: &[SegmentStatistics]) -> bool {
    if samples.len() < 2 {
        return false;
    }
    let mut rows: Vec<_> = samples.iter().map(SegmentStatistics::rows).collect();
    // For each segment, the rows of its samples.
    let segments: Vec<Vec<_>> = iter::from_fn(|| rows.iter_mut().map(Iterator::next).collect()).collect();
    let score = |sum: &Vec<u64>| definition.evaluate(&Statistics::from_known_row(sum)).value();
    let empty = vec![vec![0; samples[0].width()]; samples.len()];
    // The order of the samples of a segment decides to which sum each is added.
    let deviation = |order_samples: &mut dyn FnMut(&mut [usize])| {
        let (mut sums, mut order) = (empty.clone(), (0..samples.len()).collect::<Vec<_>>());
        for segment in &segments {
            order_samples(&mut order);
            for (sum, sample) in sums.iter_mut().zip(&order) {
                sum.iter_mut().zip(segment[*sample]).for_each(|(sum, number)| *sum += u64::from(*number));
            }
        }
        standard_deviation(&sums.iter().map(score).collect::<Vec<_>>())
    };
    // Sums in another order are rounded differently.
    let observed = deviation(&mut |_| ()) * (1.0 - 1e-12);
    let mut state = 0u64;
    let reached = (0..PERMUTATIONS).filter(|_| deviation(&mut |order| shuffle(order, &mut state)) >= observed);
    !segments.is_empty() && reached.take(MOST + 1).count() <= MOST
}

/// Shuffles an order (Fisher and Yates), given the state of the generator of random numbers.
fn shuffle(order: &mut [usize], state: &mut u64) {
    for last in 1..order.len() {
        order.swap(last, draw(last + 1, state));
    }
}

/// Draws a number below a bound.
fn draw(bound: usize, state: &mut u64) -> usize {
    *state = state.wrapping_add(STEP);
    ((u128::from(mix(*state)) * bound as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::tries_all;

    /// Samples of 40 segments of 10 to 29 tokens. The share of correct tokens depends on the segment, on the draw and, by up to
    /// `whole` of 100, on the sample.
    fn samples(seed: u64, number: usize, whole: u64) -> Vec<SegmentStatistics> {
        let mut state = seed;
        let mut below = |bound: u64| {
            state = state.wrapping_add(STEP);
            mix(state) % bound
        };
        let mut tables = vec![SegmentStatistics::new(1).unwrap(); number];
        let shifts: Vec<u64> = (0..number).map(|_| below(whole + 1)).collect();
        for _ in 0..40 {
            let (length, chance) = (10 + below(20), 40 + below(30));
            for (table, shift) in tables.iter_mut().zip(&shifts) {
                let own = chance + below(20) - shift;
                let correct = (0..length).filter(|_| below(100) < own).count();
                table.push_counts(length as u32, length as u32, &[correct as u32]);
            }
        }
        tables
    }

    /// Number of systems that are found to differ as wholes, out of this many systems with `number` samples each.
    fn found(systems: u64, number: usize, whole: u64) -> usize {
        let definition = Definition::builder().order(1).build().unwrap();
        (0..systems).filter(|seed| differ_as_wholes(&definition, &samples(seed << 32, number, whole))).count()
    }

    #[test]
    fn independent_samples_are_called_others_in_1_of_100_cases() {
        // 10 of 1000 are expected, with a standard deviation of 3.
        for number in [2, 3, 8] {
            let found = found(1000, number, 0);
            assert!((2..=20).contains(&found), "{number}: {found}");
        }
        assert_eq!(found(1000, 1, 0), 0);
    }

    #[test]
    fn samples_that_are_runs_are_found() {
        let systems = if tries_all() { 1000 } else { 100 };
        for (number, percentage) in [(8, 90), (2, 30)] {
            let found = found(systems, number, 30);
            assert!(found as u64 * 100 > systems * percentage, "{number}: {found} of {systems}");
        }
    }

    #[test]
    fn none_and_equal_samples_do_not_differ() {
        let definition = Definition::builder().order(1).build().unwrap();
        assert!(!differ_as_wholes(&definition, &[]));
        assert!(!differ_as_wholes(&definition, &vec![SegmentStatistics::new(1).unwrap(); 3]));
        let one = samples(1, 1, 0).remove(0);
        assert!(!differ_as_wholes(&definition, &vec![one; 4]));
    }
}
