//! Comparison of each line with its own reference and with random other lines.

use crate::diagnose::alignment::thresholds::{ALIGNED, MIN_SUBSTRINGS, RANDOM_LINES, RELATED};
use crate::diagnose::alignment::{ShiftedRange, Sketch};
use crate::splitmix64;

/// Lines of a candidate, compared with a reference.
pub struct Sample<'a> {
    pub candidates: &'a [&'a Sketch],
    pub references: &'a [&'a Sketch],
    /// Similarity of each line to its own reference.
    pub own: Vec<f64>,
    /// Lines that are long enough.
    pub compared: Vec<Line>,
}

/// A compared line.
#[derive(Clone, Copy)]
pub struct Line {
    /// Index of the line.
    pub index: usize,
    /// Whether it is more similar to its own reference than to each of the random lines.
    pub wins: bool,
    /// Whether it is clearly more similar to its own reference than lines are by chance.
    pub is_related: bool,
    /// Whether it is within a range that is known to be shifted.
    pub is_shifted: bool,
}

impl Line {
    /// Whether nothing relates the line to its reference.
    pub fn is_losing(&self) -> bool {
        !self.wins && !self.is_related && !self.is_shifted
    }
}

impl<'a> Sample<'a> {
    /// Compares texts of the same number of lines, given the ranges that are known to be shifted.
    pub fn new(candidates: &'a [&'a Sketch], references: &'a [&'a Sketch], known: &[ShiftedRange]) -> Sample<'a> {
        let own: Vec<f64> = candidates.iter().zip(references).map(|(a, b)| a.similarity(b)).collect();
        let is_long = |sketch: &Sketch| sketch.ones() >= MIN_SUBSTRINGS;
        let long: Vec<usize> = (0..own.len()).filter(|&i| is_long(candidates[i]) && is_long(references[i])).collect();
        let other = |i: usize, k: u64| long[random(i as u64 * RANDOM_LINES + k) as usize % long.len()];
        let similarity_to_other = |i: usize, k: u64| candidates[i].similarity(references[other(i, k)]);
        let by_chance = long.iter().map(|&i| similarity_to_other(i, 0)).sum::<f64>() / long.len() as f64;
        let related = RELATED + by_chance.max(0.0);
        let line = |&index: &usize| Line {
            index,
            // A line that equals its reference belongs to it, whatever others do.
            wins: own[index] >= 1.0
                || (0..RANDOM_LINES).all(|k| own[index] > similarity_to_other(index, k) || other(index, k) == index),
            is_related: own[index] >= related,
            is_shifted: known.iter().any(|range| range.has_line(index)),
        };
        let compared = long.iter().map(line).collect();
        Sample { candidates, references, own, compared }
    }

    /// Number of lines of the text.
    pub fn lines(&self) -> usize {
        self.own.len()
    }

    /// Whether most of the lines that win against random ones are not similar to their own reference. If a part is another
    /// text, the lines of the rest are still similar.
    pub fn is_mostly_dissimilar(&self) -> bool {
        let winning = self.compared.iter().filter(|line| line.wins);
        median(winning.map(|line| self.own[line.index]).collect()) < ALIGNED
    }
}

/// The lower of the two middle values; 0 if there are none.
fn median(mut values: Vec<f64>) -> f64 {
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    *values.select_nth_unstable_by(last / 2, f64::total_cmp).1
}

/// Returns a random number.
fn random(seed: u64) -> u64 {
    splitmix64::mix(seed.wrapping_add(splitmix64::STEP))
}
