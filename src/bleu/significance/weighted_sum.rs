//! Weighted sums of the statistics of segments, the inner loop of resampling.
//!
//! A resample is a weight for each segment: the number of times it was drawn. Weights are bytes, and statistics are split into
//! digits of 11 bits, so that compilers make one vector instruction of many products and sums.

use crate::bleu::scoring::{MAX_ORDER, SegmentStatistics, Statistics};

/// Segments whose products are added in 32 bits: a sum of products of bytes and digits, at most 4096 * 255 * 2047, fits.
const BLOCK: usize = 4096;

/// Bits of a statistic per column. Larger statistics take several columns.
const DIGIT_BITS: usize = 11;

/// Statistics of the segments of one system, column by column.
pub(super) struct StatisticsColumns {
    /// Number of statistics of a segment.
    width: usize,
    columns: Vec<Column>,
}

/// One digit of one statistic of each segment.
struct Column {
    /// Index of the statistic in a row of [`SegmentStatistics`].
    place: usize,
    /// Number of bits of the statistic below this digit.
    shift: usize,
    digits: Vec<i16>,
}

impl Column {
    /// One digit of one statistic of all segments.
    fn new(statistics: &SegmentStatistics, place: usize, shift: usize) -> Column {
        let digit = |row: &[u32]| (row[place] >> shift & ((1 << DIGIT_BITS) - 1)) as i16;
        Column { place, shift, digits: statistics.rows().map(digit).collect() }
    }

    fn is_zero(&self) -> bool {
        self.digits.iter().all(|digit| *digit == 0)
    }
}

impl StatisticsColumns {
    /// The columns of a table.
    pub fn new(statistics: &SegmentStatistics) -> Self {
        let columns = (0..statistics.width())
            .flat_map(|place| [0, 1, 2].map(|digit| Column::new(statistics, place, digit * DIGIT_BITS)));
        StatisticsColumns { width: statistics.width(), columns: columns.filter(|column| !column.is_zero()).collect() }
    }

    /// The sum of the statistics of all segments, each multiplied by its weight.
    pub fn sum(&self, weights: &[u8]) -> Statistics {
        let mut row = [0; 2 + 2 * MAX_ORDER];
        for Column { place, shift, digits } in &self.columns {
            row[*place] += sum_of_products(weights, digits) << shift;
        }
        Statistics::from_known_row(&row[..self.width])
    }
}

/// Returns the sum of the products of weights and digits. Compiled for newer x86-64 processors too; the version is chosen at
/// run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2")))]
fn sum_of_products(weights: &[u8], digits: &[i16]) -> u64 {
    let block_sum = |(weights, digits): (&[u8], &[i16])| {
        weights.iter().zip(digits).map(|(&weight, &digit)| i32::from(weight) * i32::from(digit)).sum::<i32>() as u64
    };
    weights.chunks(BLOCK).zip(digits.chunks(BLOCK)).map(block_sum).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter::repeat_n;

    /// The weighted sum by repeated addition.
    fn plain_sum(statistics: &SegmentStatistics, weights: &[u8]) -> Statistics {
        let repeated = statistics.iter().zip(weights).flat_map(|(row, &weight)| repeat_n(row, weight.into()));
        repeated.sum::<Result<_, _>>().unwrap()
    }

    #[test]
    fn the_largest_weights_and_numbers_do_not_overflow() {
        for value in [0, 1, 32_767, 32_768, (1 << 30) - 1, u32::MAX] {
            for segments in [1, 255, 4096, 4097] {
                let mut statistics = SegmentStatistics::new(2).unwrap();
                (0..segments).for_each(|_| statistics.push_counts(value, value, &[value, value / 2]));
                let once = plain_sum(&statistics, &vec![1; segments]);
                let expected = repeat_n(&once, 255).sum::<Result<_, _>>().unwrap();
                assert_eq!(
                    StatisticsColumns::new(&statistics).sum(&vec![255; segments]),
                    expected,
                    "{segments} times {value}"
                );
            }
        }
    }

    #[test]
    fn every_segment_has_its_own_weight() {
        let mut statistics = SegmentStatistics::new(3).unwrap();
        (0..700).for_each(|i| statistics.push_counts(i % 90, i * 61 % 77, &[i % 50, i % 40, i % 31]));
        let weights: Vec<u8> = (0..700u32).map(|i| (i * i % 251) as u8).collect();
        let expected = plain_sum(&statistics, &weights);
        assert_eq!(StatisticsColumns::new(&statistics).sum(&weights), expected);
    }
}
