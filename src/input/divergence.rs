//! The place from which two files of different lengths no longer match.

use super::line_reader::LineReader;
use crate::diagnose::Sketch;
use crate::lines::lines;
use std::path::Path;

/// Maximum size of a file that is looked at, in bytes, and size of a read.
const MAX_BYTES: usize = 32 << 20;
const READ_BYTES: usize = 64 << 10;

/// Maximum length difference for which every smaller shift is tried; beyond it, only the full difference is.
const MAX_STEPS: usize = 8;

/// Cost of each further shift, in similarity.
const STEP: f64 = 0.5;

/// Minimum number of lines of the shorter text.
const MIN_LINES: usize = 8;

/// Minimum similarity that all lines together gain from the shifts, and minimum mean similarity.
const MIN_GAIN: f64 = 1.5;
const MIN_MEAN: f64 = 0.15;

/// How the lines of a shorter text fit those of a longer one.
#[derive(Debug, PartialEq, Eq)]
pub enum Fit {
    /// The longer text has lines that the shorter lacks: the first and last of each run, from 1.
    Extra(Vec<(usize, usize)>),
    /// The shorter text ends early.
    Truncated,
}

/// Compares two files, the shorter first; `None` if their lines are too different, or too many.
pub fn compare_files(shorter: &Path, longer: &Path) -> Option<Fit> {
    compare(&sketches(shorter)?, &sketches(longer)?)
}

/// The sketches of all lines of a file; `None` if it is too large or cannot be read.
fn sketches(path: &Path) -> Option<Vec<Sketch>> {
    let mut input = LineReader::open(path, READ_BYTES).ok()?;
    let (mut sketches, mut text, mut bytes) = (Vec::new(), Vec::new(), 0);
    loop {
        let count = input.complete_lines(1..=usize::MAX);
        if count == 0 {
            return input.take_fault().is_none().then_some(sketches);
        }
        input.take_lines(count, &mut text);
        bytes += text.len();
        if bytes > MAX_BYTES {
            return None;
        }
        sketches.extend(lines(&String::from_utf8_lossy(&text)).map(Sketch::new));
    }
}

/// Finds the nondecreasing shifts that make the lines of the shorter text most similar to the longer one's.
fn compare(shorter: &[Sketch], longer: &[Sketch]) -> Option<Fit> {
    let missing = longer.len().checked_sub(shorter.len()).filter(|missing| *missing > 0)?;
    if shorter.len() < MIN_LINES {
        return None;
    }
    let shifts: Vec<usize> = if missing <= MAX_STEPS { (0..=missing).collect() } else { vec![0, missing] };
    let similarity = |line: usize, shift: usize| {
        let (one, other) = (&shorter[line], &longer[line + shift]);
        if one.hash() == other.hash() { 1.0 } else { one.similarity(other) }
    };
    let mut sums: Vec<f64> = shifts.iter().map(|shift| if *shift == 0 { 0.0 } else { -STEP }).collect();
    // For each line and shift, the shift of the line before.
    let mut before: Vec<Vec<u8>> = Vec::with_capacity(shorter.len());
    let mut unshifted = 0.0;
    for line in 0..shorter.len() {
        let (mut previous, mut next) = (Vec::with_capacity(shifts.len()), Vec::with_capacity(shifts.len()));
        let mut best = 0;
        for (i, &shift) in shifts.iter().enumerate() {
            let from = if sums[i] >= sums[best] - STEP { i } else { best };
            let step = if from == i { 0.0 } else { STEP };
            previous.push(from as u8);
            next.push(sums[from] - step + similarity(line, shift));
            best = if sums[i] > sums[best] { i } else { best };
        }
        unshifted += similarity(line, 0);
        sums = next;
        before.push(previous);
    }
    let last = (0..shifts.len()).max_by(|a, b| sums[*a].total_cmp(&sums[*b]))?;
    if sums[last] < MIN_MEAN * shorter.len() as f64 {
        return None;
    }
    let mut extra = Vec::new();
    let mut at = last;
    for line in (0..shorter.len()).rev() {
        let from = if line == 0 { 0 } else { usize::from(before[line][at]) };
        if from != at {
            extra.push((line + shifts[from] + 1, line + shifts[at]));
        }
        at = from;
    }
    extra.reverse();
    if extra.is_empty() {
        Some(Fit::Truncated)
    } else {
        (sums[last] - unshifted >= MIN_GAIN).then_some(Fit::Extra(extra))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(lines: impl IntoIterator<Item = u64>) -> Vec<Sketch> {
        let word = |seed: u64| format!("{:x}", seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 30);
        lines.into_iter().map(|line| Sketch::new(&format!("{} {}", word(line), word(line + 1000)))).collect()
    }

    #[test]
    fn extra_lines_are_found_where_they_are() {
        let longer = text(0..100);
        let without = |missing: &[u64]| text((0..100).filter(|line| !missing.contains(line)));
        assert_eq!(compare(&without(&[50]), &longer), Some(Fit::Extra(vec![(51, 51)])));
        assert_eq!(compare(&without(&[0]), &longer), Some(Fit::Extra(vec![(1, 1)])));
        assert_eq!(compare(&without(&[20, 21, 70]), &longer), Some(Fit::Extra(vec![(21, 22), (71, 71)])));
        let block: Vec<u64> = (30..50).collect();
        assert_eq!(compare(&without(&block), &longer), Some(Fit::Extra(vec![(31, 50)])));
    }

    #[test]
    fn a_truncated_text_lacks_no_line_before_its_end() {
        assert_eq!(compare(&text(0..90), &text(0..100)), Some(Fit::Truncated));
        assert_eq!(compare(&text(0..99), &text(0..100)), Some(Fit::Truncated));
    }

    #[test]
    fn other_texts_fit_nowhere() {
        assert_eq!(compare(&text(5000..5090), &text(0..100)), None);
        assert_eq!(compare(&text(0..5), &text(0..5)), None);
    }
}
