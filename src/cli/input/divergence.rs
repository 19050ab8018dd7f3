//! The place from which two files of different lengths no longer match.

use super::line_reader::LineReader;
use super::open::{InputStream, rewind_standard_input};
use crate::cli::display::is_standard_input;
use crate::diagnose::Sketch;
use crate::lines::lines;
use std::path::Path;

/// Maximum size of a file that is looked at, in bytes, and size of a read.
const MAX_BYTES: usize = 32 << 20;
const READ_BYTES: usize = 64 << 10;

/// Maximum number of consecutive lines that the shorter text may have alone, and by which shifts may differ from none
/// and from the difference of lengths.
const MAX_STEPS: usize = 8;

/// Similarity that lines must gain from a further shift: more than that of half a line, so that lines in another order
/// are no reason for one.
const STEP: f64 = 0.75;

/// Minimum number of lines of the shorter text.
const MIN_LINES: usize = 8;

/// Minimum similarity that all lines together gain from the shifts, and minimum mean similarity.
const MIN_GAIN: f64 = 1.5;
const MIN_MEAN: f64 = 0.15;

/// Number of lines that must be at least so similar together, in proportion to all: if they are not, the texts differ
/// in another way too.
const STRETCH: usize = 50;
const MIN_STRETCH_SHARE: f64 = 0.25;

/// How the lines of a shorter text fit those of a longer one.
#[derive(Debug, PartialEq, Eq)]
pub enum Fit {
    /// One text has lines that the other lacks, in this order.
    Extra(Vec<Extra>),
    /// The shorter text ends early.
    Truncated,
}

/// Consecutive lines that only one text has; numbers from 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Extra {
    pub side: Side,
    pub first: usize,
    pub last: usize,
}

/// One of two texts of different lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Shorter,
    Longer,
}

/// Compares two files, the shorter first, given their numbers of lines; `None` if their lines are too different, or too
/// many.
pub fn compare_files(shorter: (&Path, u64), longer: (&Path, u64)) -> Option<Fit> {
    compare(&sketches(shorter)?, &sketches(longer)?)
}

/// The sketches of all lines of a file; `None` if it is too large, cannot be read again, or has changed.
fn sketches((path, lines_before): (&Path, u64)) -> Option<Vec<Sketch>> {
    if is_standard_input(path) && !rewind_standard_input() {
        return None;
    }
    let mut reader = LineReader::new(InputStream::open(path).ok()?.with_sgml_as_lines(), READ_BYTES);
    let (mut sketches, mut text, mut bytes) = (Vec::new(), Vec::new(), 0);
    while reader.fill(&mut text, 1..=usize::MAX).ok()? > 0 {
        bytes += text.len();
        if bytes > MAX_BYTES {
            return None;
        }
        sketches.extend(lines(&String::from_utf8_lossy(&text)).map(Sketch::new));
    }
    (reader.lines() == lines_before).then_some(sketches)
}

/// Step of an alignment: lines that are similar, or lines of one text only.
#[derive(Clone, Copy)]
enum Step {
    Similar,
    /// This number of lines of the shorter text.
    Shorter(usize),
    /// Lines of the longer text, from the place with this shift, given its index.
    Longer(usize),
}

/// Aligns two texts: finds the lines that only one of them has, so that the others are most similar.
fn compare(shorter: &[Sketch], longer: &[Sketch]) -> Option<Fit> {
    let missing = longer.len().checked_sub(shorter.len()).filter(|missing| *missing > 0)?;
    if shorter.len() < MIN_LINES {
        return None;
    }
    let steps = MAX_STEPS as i64;
    let mut shifts: Vec<i64> =
        [0, missing as i64].into_iter().flat_map(|shift| shift - steps..=shift + steps).collect();
    shifts.sort_unstable();
    shifts.dedup();
    let similarity = |line: usize, shift: i64| {
        let one = &shorter[line];
        let other = usize::try_from(line as i64 + shift).ok().and_then(|line| longer.get(line))?;
        Some(if one.hash() == other.hash() { 1.0 } else { one.similarity(other) })
    };
    // For each number of lines of the shorter text, and each shift of the next one: the highest similarity of the lines
    // so far, and how it is reached.
    let mut sums: Vec<Vec<f64>> = Vec::with_capacity(shorter.len() + 1);
    let mut reached: Vec<Vec<Step>> = Vec::with_capacity(shorter.len() + 1);
    for line in 0..=shorter.len() {
        let (mut row, mut steps) = (Vec::with_capacity(shifts.len()), Vec::with_capacity(shifts.len()));
        let mut best = 0;
        for (i, &shift) in shifts.iter().enumerate() {
            let (mut sum, mut step) = (if line == 0 && shift == 0 { 0.0 } else { f64::NEG_INFINITY }, Step::Similar);
            if let Some(before) = line.checked_sub(1)
                && let Some(similarity) = similarity(before, shift)
            {
                sum = sums[before][i] + similarity;
            }
            for count in 1..=MAX_STEPS.min(line) {
                let is_shift = shifts.get(i + count) == Some(&(shift + count as i64));
                if is_shift && sums[line - count][i + count] - STEP > sum {
                    (sum, step) = (sums[line - count][i + count] - STEP, Step::Shorter(count));
                }
            }
            if i > 0 && row[best] - STEP > sum {
                (sum, step) = (row[best] - STEP, Step::Longer(best));
            }
            row.push(sum);
            steps.push(step);
            best = if sum > row[best] { i } else { best };
        }
        sums.push(row);
        reached.push(steps);
    }
    let ends = (0..shifts.len()).filter(|&i| shifts[i] <= missing as i64);
    let end = ends.max_by(|a, b| sums[shorter.len()][*a].total_cmp(&sums[shorter.len()][*b]))?;
    let (sum, mean) = (sums[shorter.len()][end], sums[shorter.len()][end] / shorter.len() as f64);
    let (mut extra, mut similarities) = (Vec::new(), Vec::new());
    let (mut line, mut at) = (shorter.len(), end);
    while line > 0 || shifts[at] != 0 {
        match reached[line][at] {
            Step::Similar => {
                line = line.checked_sub(1)?;
                similarities.extend(similarity(line, shifts[at]));
            }
            Step::Shorter(count) => {
                extra.push(Extra { side: Side::Shorter, first: line - count + 1, last: line });
                (line, at) = (line - count, at + count);
            }
            Step::Longer(from) => {
                let number = |shift: i64| usize::try_from(line as i64 + shift).unwrap_or(0);
                extra.push(Extra { side: Side::Longer, first: number(shifts[from]) + 1, last: number(shifts[at]) });
                at = from;
            }
        }
    }
    let fits = |stretch: &[f64]| stretch.iter().sum::<f64>() >= MIN_STRETCH_SHARE * mean * stretch.len() as f64;
    if mean < MIN_MEAN || !similarities.windows(STRETCH).all(fits) {
        return None;
    }
    if extra.is_empty() {
        return Some(Fit::Truncated);
    }
    extra.reverse();
    let rest = missing as i64 - shifts[end];
    if rest > 0 {
        extra.push(Extra { side: Side::Longer, first: longer.len() + 1 - rest as usize, last: longer.len() });
    }
    let unshifted: f64 = (0..shorter.len()).filter_map(|line| similarity(line, 0)).sum();
    (sum - unshifted >= MIN_GAIN).then_some(Fit::Extra(extra))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(lines: impl IntoIterator<Item = u64>) -> Vec<Sketch> {
        let word = |seed: u64| format!("{:x}", seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 30);
        lines.into_iter().map(|line| Sketch::new(&format!("{} {}", word(line), word(line + 1000)))).collect()
    }

    /// Lines that only the longer text has.
    fn longer(runs: &[(usize, usize)]) -> Vec<Extra> {
        runs.iter().map(|&(first, last)| Extra { side: Side::Longer, first, last }).collect()
    }

    #[test]
    fn extra_lines_are_found_where_they_are() {
        let whole = text(0..100);
        let without = |missing: &[u64]| text((0..100).filter(|line| !missing.contains(line)));
        assert_eq!(compare(&without(&[50]), &whole), Some(Fit::Extra(longer(&[(51, 51)]))));
        assert_eq!(compare(&without(&[0]), &whole), Some(Fit::Extra(longer(&[(1, 1)]))));
        assert_eq!(compare(&without(&[20, 21, 70]), &whole), Some(Fit::Extra(longer(&[(21, 22), (71, 71)]))));
        let block: Vec<u64> = (30..50).collect();
        assert_eq!(compare(&without(&block), &whole), Some(Fit::Extra(longer(&[(31, 50)]))));
        let block_and_line: Vec<u64> = (30..50).chain([70]).collect();
        assert_eq!(compare(&without(&block_and_line), &whole), Some(Fit::Extra(longer(&[(31, 50), (71, 71)]))));
    }

    #[test]
    fn lines_that_only_the_shorter_text_has_are_found_too() {
        let shorter = text((0..40).chain([5000]).chain(40..70).chain(72..100));
        let extra = Extra { side: Side::Shorter, first: 41, last: 41 };
        let mut expected = vec![extra];
        expected.extend(longer(&[(71, 72)]));
        assert_eq!(compare(&shorter, &text(0..100)), Some(Fit::Extra(expected)));
    }

    #[test]
    fn a_truncated_text_lacks_no_line_before_its_end() {
        assert_eq!(compare(&text(0..90), &text(0..100)), Some(Fit::Truncated));
        assert_eq!(compare(&text(0..99), &text(0..100)), Some(Fit::Truncated));
        let lacks_a_line = text((0..90).filter(|line| *line != 30));
        assert_eq!(compare(&lacks_a_line, &text(0..100)), Some(Fit::Extra(longer(&[(31, 31), (91, 100)]))));
    }

    #[test]
    fn other_texts_fit_nowhere() {
        assert_eq!(compare(&text(5000..5090), &text(0..100)), None);
        assert_eq!(compare(&text(0..5), &text(0..5)), None);
        // Two blocks are missing, of which only the sum is known.
        let two_blocks = text((0..300).filter(|line| !(50..80).contains(line) && !(200..240).contains(line)));
        assert_eq!(compare(&two_blocks, &text(0..300)), None);
    }
}
