//! Lines that only one of two texts of different lengths has.

use super::sketch::Sketch;
use super::thresholds::{LEAD, MAX_SHIFT, MAX_STEPS, MIN_GAIN, MIN_STRETCH_SHARE, SHIFT_COST, STRETCH};
use crate::checks::diagnose::limits::MANY_LINES;

/// How the lines of a shorter text fit a longer one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fit {
    /// One text has lines that the other lacks, in this order.
    Extra(Vec<ExtraLines>),
    /// The shorter text ends early.
    Truncated,
}

/// Consecutive lines that only one of two texts has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtraLines {
    /// The text that has the lines.
    pub side: Side,
    /// First line, from 0.
    pub first: usize,
    /// Last line.
    pub last: usize,
}

/// One of two texts of different lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The text with fewer lines.
    Shorter,
    /// The text with more lines.
    Longer,
}

/// Finds the lines that only one of two texts has, so that the others are most similar; `None` if the texts are too
/// different, have the same number of lines, or the first is not the shorter one.
///
/// Scoring refuses texts of different lengths: this tells where they part.
///
/// Needs up to 1 kB of memory per line, and 100 MB.
pub fn compare(
    shorter: impl IntoIterator<Item = impl AsRef<str>>,
    longer: impl IntoIterator<Item = impl AsRef<str>>,
) -> Option<Fit> {
    let shorter: Vec<Sketch> = shorter.into_iter().map(|line| Sketch::new(line.as_ref())).collect();
    let longer: Vec<Sketch> = longer.into_iter().map(|line| Sketch::new(line.as_ref())).collect();
    fit(&shorter, &longer)
}

fn fit(shorter: &[Sketch], longer: &[Sketch]) -> Option<Fit> {
    if (shorter.len() as u64) < MANY_LINES || longer.len() <= shorter.len() {
        return None;
    }
    Grid::new(shorter, longer).fit()
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

/// For each number of lines of the shorter text, and each shift of the next one: the highest similarity of the lines so
/// far, and how it is reached.
struct Grid<'a> {
    shorter: &'a [Sketch],
    longer: &'a [Sketch],
    /// All shifts up to the difference of lengths, or those close to none and to it if these are too many.
    shifts: Vec<i64>,
    sums: Vec<Vec<f64>>,
    reached: Vec<Vec<Step>>,
}

impl<'a> Grid<'a> {
    fn new(shorter: &'a [Sketch], longer: &'a [Sketch]) -> Grid<'a> {
        let mut grid = Grid { shorter, longer, shifts: Vec::new(), sums: Vec::new(), reached: Vec::new() };
        let (band, missing) = (MAX_SHIFT, grid.missing());
        let are_few = shorter.len().saturating_mul(missing as usize) <= MAX_STEPS;
        let is_near = |shift: &i64| are_few || *shift <= band || *shift >= missing - band;
        grid.shifts = (-band..=missing + band).filter(is_near).collect();
        (0..=shorter.len()).for_each(|line| grid.add_row(line));
        grid
    }

    fn missing(&self) -> i64 {
        (self.longer.len() - self.shorter.len()) as i64
    }

    /// Similarity of a line of the shorter text to the line of the longer one at this shift; `None` if there is none.
    fn similarity(&self, line: usize, shift: i64) -> Option<f64> {
        let one = &self.shorter[line];
        let other = usize::try_from(line as i64 + shift).ok().and_then(|line| self.longer.get(line))?;
        Some(if one.hash() == other.hash() { 1.0 } else { one.similarity(other) })
    }

    fn add_row(&mut self, line: usize) {
        let (mut row, mut steps) = (Vec::with_capacity(self.shifts.len()), Vec::with_capacity(self.shifts.len()));
        let mut best = 0;
        for (i, &shift) in self.shifts.iter().enumerate() {
            let (mut sum, mut step) = (if line == 0 && shift == 0 { 0.0 } else { f64::NEG_INFINITY }, Step::Similar);
            if let Some(before) = line.checked_sub(1)
                && let Some(similarity) = self.similarity(before, shift)
            {
                sum = self.sums[before][i] + similarity;
            }
            for count in 1..=line.min(MAX_SHIFT as usize) {
                let is_shift = self.shifts.get(i + count) == Some(&(shift + count as i64));
                if is_shift && self.sums[line - count][i + count] - SHIFT_COST > sum {
                    (sum, step) = (self.sums[line - count][i + count] - SHIFT_COST, Step::Shorter(count));
                }
            }
            if i > 0 && row[best] - SHIFT_COST > sum {
                (sum, step) = (row[best] - SHIFT_COST, Step::Longer(best));
            }
            row.push(sum);
            steps.push(step);
            best = if sum > row[best] { i } else { best };
        }
        self.sums.push(row);
        self.reached.push(steps);
    }

    /// Says how the texts fit, if they do: by the way of the highest similarity, which is traced back from its end.
    fn fit(&self) -> Option<Fit> {
        let (lines, missing) = (self.shorter.len(), self.missing());
        let ends = (0..self.shifts.len()).filter(|&i| self.shifts[i] <= missing);
        let end = ends.max_by(|a, b| self.sums[lines][*a].total_cmp(&self.sums[lines][*b]))?;
        let (mut extra, mut similarities) = (Vec::new(), Vec::new());
        let (mut line, mut at) = (lines, end);
        while line > 0 || self.shifts[at] != 0 {
            match self.reached[line][at] {
                Step::Similar => {
                    line = line.checked_sub(1)?;
                    similarities.extend(self.similarity(line, self.shifts[at]));
                }
                Step::Shorter(count) => {
                    extra.push(ExtraLines { side: Side::Shorter, first: line - count, last: line - 1 });
                    (line, at) = (line - count, at + count);
                }
                Step::Longer(from) => {
                    let number = |shift: i64| usize::try_from(line as i64 + shift).unwrap_or(0);
                    let (first, last) = (number(self.shifts[from]), number(self.shifts[at]) - 1);
                    extra.push(ExtraLines { side: Side::Longer, first, last });
                    at = from;
                }
            }
        }
        let sum = self.sums[lines][end];
        let mean = sum / lines as f64;
        let is_similar =
            |stretch: &[f64]| stretch.iter().sum::<f64>() >= MIN_STRETCH_SHARE * mean * stretch.len() as f64;
        if mean < LEAD || !similarities.windows(STRETCH).all(is_similar) {
            return None;
        }
        if extra.is_empty() {
            return Some(Fit::Truncated);
        }
        extra.reverse();
        let rest = (missing - self.shifts[end]) as usize;
        if rest > 0 {
            let last = self.longer.len() - 1;
            extra.push(ExtraLines { side: Side::Longer, first: last + 1 - rest, last });
        }
        let unshifted: f64 = (0..lines).filter_map(|line| self.similarity(line, 0)).sum();
        (sum - unshifted >= MIN_GAIN).then_some(Fit::Extra(extra))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(lines: impl IntoIterator<Item = u64>) -> Vec<Sketch> {
        let word = |seed: u64| format!("{:x}", seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 30);
        lines.into_iter().map(|line| Sketch::new(&format!("{} {}", word(line), word(line + 1000)))).collect()
    }

    /// Lines, from 1, that only the longer text has.
    fn longer(runs: &[(usize, usize)]) -> Vec<ExtraLines> {
        runs.iter().map(|&(first, last)| ExtraLines { side: Side::Longer, first: first - 1, last: last - 1 }).collect()
    }

    #[test]
    fn extra_lines_are_found_where_they_are() {
        let whole = text(0..100);
        let without = |missing: &[u64]| text((0..100).filter(|line| !missing.contains(line)));
        assert_eq!(fit(&without(&[50]), &whole), Some(Fit::Extra(longer(&[(51, 51)]))));
        assert_eq!(fit(&without(&[0]), &whole), Some(Fit::Extra(longer(&[(1, 1)]))));
        assert_eq!(fit(&without(&[20, 21, 70]), &whole), Some(Fit::Extra(longer(&[(21, 22), (71, 71)]))));
        let block: Vec<u64> = (30..50).collect();
        assert_eq!(fit(&without(&block), &whole), Some(Fit::Extra(longer(&[(31, 50)]))));
        let block_and_line: Vec<u64> = (30..50).chain([70]).collect();
        assert_eq!(fit(&without(&block_and_line), &whole), Some(Fit::Extra(longer(&[(31, 50), (71, 71)]))));
        let two_blocks = text((0..300).filter(|line| !(50..80).contains(line) && !(200..240).contains(line)));
        assert_eq!(fit(&two_blocks, &text(0..300)), Some(Fit::Extra(longer(&[(51, 80), (201, 240)]))));
    }

    #[test]
    fn a_truncated_text_lacks_no_line_before_its_end() {
        assert_eq!(fit(&text(0..90), &text(0..100)), Some(Fit::Truncated));
        assert_eq!(fit(&text(0..99), &text(0..100)), Some(Fit::Truncated));
        let lacks_a_line = text((0..90).filter(|line| *line != 30));
        assert_eq!(fit(&lacks_a_line, &text(0..100)), Some(Fit::Extra(longer(&[(31, 31), (91, 100)]))));
    }

    #[test]
    fn other_texts_fit_nowhere() {
        assert_eq!(fit(&text(5000..5090), &text(0..100)), None);
        assert_eq!(fit(&text(0..5), &text(0..5)), None);
    }
}
