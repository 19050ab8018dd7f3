//! Weighted sums of the statistics of segments, the inner loop of resampling.
//!
//! A resample is a weight for each segment: the number of times it was drawn. Weights are bytes, and statistics are
//! split into digits of 15 bits, so that compilers make one vector instruction of eight products and four sums.

use crate::bleu::{MAX_ORDER, SegmentStatistics, Statistics};

/// Segments per tile: few enough that a sum of products of bytes and 15-bit numbers, at most 256 * 255 * 32767, fits
/// into an `i32`.
const TILE: usize = 256;

/// Bits of a statistic per column. Larger statistics take several columns.
const DIGIT_BITS: usize = 15;

/// A weight from 0 to 255 for each segment.
pub(super) struct SegmentWeights {
    segments: usize,
    tiles: Vec<[u8; TILE]>,
}

impl SegmentWeights {
    /// Weight 0 for every segment.
    pub fn new(segments: usize) -> Self {
        SegmentWeights { segments, tiles: vec![[0; TILE]; segments.div_ceil(TILE)] }
    }

    /// The weights, one per segment.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.tiles.as_flattened_mut()[..self.segments]
    }
}

/// Statistics of the segments of one system, in tiles of [`TILE`] segments, column by column within a tile.
pub(super) struct StatisticsColumns {
    order: usize,
    columns: Vec<Column>,
    tiles: Vec<[i16; TILE]>,
}

/// A column: one digit of one statistic.
struct Column {
    /// Index of the statistic in a row of [`SegmentStatistics`].
    place: usize,
    /// Number of bits of the statistic below this digit.
    shift: usize,
}

impl StatisticsColumns {
    /// The columns of a table.
    pub fn new(statistics: &SegmentStatistics) -> Self {
        let mut largest = vec![0; statistics.width()];
        for row in statistics.rows() {
            for (largest, &value) in largest.iter_mut().zip(row) {
                *largest = value.max(*largest);
            }
        }
        let needed = |&(place, shift): &(usize, usize)| shift == 0 || largest[place] >> shift > 0;
        let columns: Vec<Column> = (0..statistics.width())
            .flat_map(|place| [0, DIGIT_BITS, 2 * DIGIT_BITS].map(|shift| (place, shift)))
            .filter(needed)
            .map(|(place, shift)| Column { place, shift })
            .collect();
        let mut tiles = vec![[0; TILE]; statistics.len().div_ceil(TILE) * columns.len()];
        for (segment, row) in statistics.rows().enumerate() {
            let tiles = &mut tiles[segment / TILE * columns.len()..];
            for (tile, column) in tiles.iter_mut().zip(&columns) {
                tile[segment % TILE] = (row[column.place] >> column.shift & ((1 << DIGIT_BITS) - 1)) as i16;
            }
        }
        StatisticsColumns { order: statistics.order(), columns, tiles }
    }

    /// The sum of the statistics of all segments, each multiplied by its weight.
    pub fn sum(&self, weights: &SegmentWeights) -> Statistics {
        let mut sums = vec![0; self.columns.len()];
        add_products(&weights.tiles, &self.tiles, &mut sums);
        let mut row = [0; 2 + 2 * MAX_ORDER];
        for (column, sum) in self.columns.iter().zip(sums) {
            row[column.place] += sum << column.shift;
        }
        Statistics::from_known_row(&row[..2 + 2 * self.order])
    }
}

/// Adds to each column's sum the products of its values and the weights. Compiled for newer x86-64 processors too; the
/// version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2")))]
fn add_products(weights: &[[u8; TILE]], tiles: &[[i16; TILE]], sums: &mut [u64]) {
    for (weights, tiles) in weights.iter().zip(tiles.chunks_exact(sums.len())) {
        let weights = weights.map(i16::from);
        for (sum, tile) in sums.iter_mut().zip(tiles) {
            *sum += dot(&weights, tile);
        }
    }
}

/// The sum of the products, computed in lanes: compilers make one multiply-and-add instruction (`pmaddwd` on x86-64) of
/// eight lanes.
#[inline(always)]
fn dot(weights: &[i16; TILE], values: &[i16; TILE]) -> u64 {
    const LANES: usize = 32;
    let mut sums = [0; LANES];
    for (weights, values) in weights.as_chunks::<LANES>().0.iter().zip(values.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += i32::from(weights[lane]) * i32::from(values[lane]);
        }
    }
    sums.into_iter().sum::<i32>() as u64
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
            for segments in [1, 255, 256, 257, 1000] {
                let mut statistics = SegmentStatistics::new(2).unwrap();
                (0..segments).for_each(|_| statistics.push_counts(value, value, &[value, value / 2]));
                let mut weights = SegmentWeights::new(segments);
                weights.as_mut_slice().fill(255);
                let expected = plain_sum(&statistics, &vec![255; segments]);
                assert_eq!(StatisticsColumns::new(&statistics).sum(&weights), expected, "{segments} times {value}");
            }
        }
    }

    #[test]
    fn every_segment_has_its_own_weight() {
        let mut statistics = SegmentStatistics::new(3).unwrap();
        (0..700).for_each(|i| statistics.push_counts(i % 90, i * 61 % 77, &[i % 50, i % 40, i % 31]));
        let mut weights = SegmentWeights::new(700);
        (0..).zip(weights.as_mut_slice()).for_each(|(i, weight)| *weight = (i * i % 251) as u8);
        let expected = plain_sum(&statistics, weights.as_mut_slice());
        assert_eq!(StatisticsColumns::new(&statistics).sum(&weights), expected);
    }
}
