//! Poisson resamples: a bootstrap for corpora whose segments are never in one place.
//!
//! In a bootstrap resample each segment occurs a random number of times, and these numbers sum to the number of segments.
//! Chamandy et al., "Estimating Uncertainty for Massive Data Streams" (2012), draw them independently from the Poisson
//! distribution with mean 1, which for many segments is nearly the same. The draws depend on the seed and the id of the
//! segment alone, so the sums of shards add up to the corpus's, however it was split.

use super::ids::hash_id;
use crate::bleu::error::Error;
use crate::bleu::scoring::Statistics;
use crate::bleu::significance::Resampling;
use crate::bleu::splitmix64::STEP;
use crate::bleu::splitmix64::mix;

/// 2^32 times the probability that a draw from the Poisson distribution with mean 1 is at most the index. Larger draws
/// than the table's length have a probability below 2^-32.
const AT_MOST: [u32; 13] = [
    0x5e2d58d8, 0xbc5ab1b1, 0xeb715e1d, 0xfb239797, 0xff1025f5, 0xffd90f3b, 0xfffa8b71, 0xffff540c, 0xffffed1f,
    0xfffffe21, 0xffffffd4, 0xfffffffc, 0xffffffff,
];

/// Sums of the statistics of segments, each segment weighted by a Poisson draw per resample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoissonSums {
    pub(super) seed: u64,
    pub(super) resamples: usize,
    /// For each resample: hyp_len, ref_len, correct, total; empty before any segment.
    pub(super) sums: Vec<Vec<u64>>,
}

impl PoissonSums {
    /// Sums of no segments; 0 resamples count as 1.
    ///
    /// # Errors
    /// If there are more resamples than [`MAX_RESAMPLES`](Resampling::MAX_RESAMPLES).
    pub(crate) fn new(resamples: usize, seed: u64) -> Result<PoissonSums, Error> {
        match resamples > Resampling::MAX_RESAMPLES {
            true => Err(Error::TooManyResamples { resamples }),
            false => Ok(PoissonSums { seed, resamples: resamples.max(1), sums: Vec::new() }),
        }
    }

    /// Number of resamples.
    pub fn resamples(&self) -> usize {
        self.resamples
    }

    /// Seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Adds a segment.
    ///
    /// # Errors
    /// If the order differs, or a number exceeds 64 bits.
    pub(crate) fn add_segment(&mut self, id: &str, statistics: &Statistics) -> Result<(), Error> {
        let row = statistics.row();
        if row.is_empty() {
            return Ok(());
        }
        self.check_width(row.len())?;
        let mut state = hash_id(id) ^ mix(self.seed.wrapping_add(STEP));
        let mut word = 0;
        for (number, sums) in self.sums.iter_mut().enumerate() {
            // Two draws per word, the low half first.
            if number % 2 == 0 {
                state = state.wrapping_add(STEP);
                word = mix(state);
            } else {
                word >>= 32;
            }
            let draw = word as u32;
            let times = AT_MOST.iter().take_while(|&&at_most| draw >= at_most).count() as u64;
            if times > 0 {
                for (sum, &value) in sums.iter_mut().zip(row.iter()) {
                    *sum = value.checked_mul(times).and_then(|more| sum.checked_add(more)).ok_or(Error::Overflow)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the sums of other segments.
    ///
    /// # Errors
    /// If order, seed or number of resamples differ, or a number exceeds 64 bits.
    pub(crate) fn add(&mut self, other: &PoissonSums) -> Result<(), Error> {
        if (self.resamples, self.seed) != (other.resamples, other.seed) {
            return Err(Error::ResamplingMismatch);
        }
        let Some(first) = other.sums.first() else { return Ok(()) };
        self.check_width(first.len())?;
        for (sum, more) in self.sums.iter_mut().flatten().zip(other.sums.iter().flatten()) {
            *sum = sum.checked_add(*more).ok_or(Error::Overflow)?;
        }
        Ok(())
    }

    fn check_width(&mut self, width: usize) -> Result<(), Error> {
        if self.sums.is_empty() {
            self.sums = vec![vec![0; width]; self.resamples];
        }
        match self.sums[0].len() {
            found if found == width => Ok(()),
            found => Err(Error::OrderMismatch { expected: found / 2 - 1, found: width / 2 - 1 }),
        }
    }

    /// The statistics of each resample.
    pub fn statistics(&self) -> impl Iterator<Item = Statistics> {
        let row = |number| self.sums.get(number).map_or(&[][..], Vec::as_slice);
        (0..self.resamples).map(move |number| Statistics::from_row(row(number)).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_that_of_the_poisson_distribution() {
        let (mut probability, mut sum) = ((-1.0f64).exp(), 0.0);
        for (k, &at_most) in AT_MOST.iter().enumerate() {
            sum += probability;
            probability /= (k + 1) as f64;
            assert!((sum * 4_294_967_296.0 - f64::from(at_most)).abs() <= 1.0, "{k}: {}", sum * 4_294_967_296.0);
        }
    }

    #[test]
    fn draws_have_mean_and_variance_1() {
        let mut sums = PoissonSums::new(1000, 12345).unwrap();
        let one = Statistics::new(1, 1, &[1], &[1]).unwrap();
        (0..1000).for_each(|id| sums.add_segment(&id.to_string(), &one).unwrap());
        let totals: Vec<f64> = sums.statistics().map(|sum| sum.hyp_len() as f64).collect();
        let mean = totals.iter().sum::<f64>() / 1000.0;
        let variance = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / 999.0;
        assert!((mean - 1000.0).abs() < 4.0 && (variance / 1000.0 - 1.0).abs() < 0.2, "{mean} {variance}");
    }
}
