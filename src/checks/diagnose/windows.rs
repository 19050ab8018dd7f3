//! Windows of neighboring segments, spread over the whole input, which are kept while it is read: few enough to be looked at
//! closely if something may be wrong, the same for files and pipes, however the input comes in batches.

use super::segment_range::SegmentRange;
use crate::bleu::lines::{as_strs, line_start, lines};
use crate::bleu::scoring::SegmentLines;
use std::iter;
use std::ops::{AddAssign, Range};

/// Number of segments of a window.
const SEGMENTS: u64 = 64;

/// Maximum number of windows: the first ones are all kept, then one in 2, in 4 and so on.
const MOST: u64 = 8;

/// Maximum size in bytes of the texts of a window.
const MAX_BYTES: usize = 1 << 18;

/// The text of some segments.
#[derive(Clone, Debug, Default)]
pub struct Windows {
    /// Number of all segments of the input.
    all: u64,
    windows: Vec<Window>,
}

/// Neighboring segments, all that a window has or the part of them that is in a batch.
#[derive(Clone, Debug)]
struct Window {
    /// Numbers of the segments, from 0.
    segments: Range<u64>,
    /// Text of each candidate, then of each reference.
    texts: Vec<String>,
    /// For each text, the segments that lack it: the i-th is bit i.
    missing: Vec<u64>,
}

/// Whether a segment, from 0, of this many is kept: it is in one of the windows at a distance, or one of the last segments, which
/// show what was lost anywhere before them.
fn is_kept(number: u64, all: u64) -> bool {
    let stride = all.div_ceil(SEGMENTS * MOST).max(1).next_power_of_two();
    let window = number / SEGMENTS;
    window.is_multiple_of(stride) || (window + 2) * SEGMENTS > all
}

/// The windows that are kept of an input with this many segments, from the first segment of a batch on.
fn kept_windows(from: u64, all: u64) -> impl Iterator<Item = Range<u64>> {
    let next = move |first: &u64| Some((first / SEGMENTS + 1) * SEGMENTS);
    let firsts = iter::successors(Some(from), next).take_while(move |first| *first < all);
    firsts.filter(move |first| is_kept(*first, all)).map(move |first| first..all.min((first / SEGMENTS + 1) * SEGMENTS))
}

/// The numbers, from 0, of the segments that are kept of this many.
pub fn kept(all: u64) -> impl Iterator<Item = u64> {
    kept_windows(0, all).flatten()
}

impl Windows {
    /// Keeps windows of a batch, given its number of segments and the segments before it. `is_missing` says whether a
    /// segment lacks a text.
    pub fn of_batch(texts: &[&str], segments: u64, before: u64, is_missing: impl Fn(usize, usize) -> bool) -> Windows {
        let all = before + segments;
        let (mut rest, mut cut) = (texts.to_vec(), before);
        let window = |kept: Range<u64>| {
            let skipped = [kept.start - cut, all - kept.start].map(|lines| lines as usize);
            let first = (kept.start - before) as usize;
            cut = kept.end;
            Window::cut(kept, &mut rest, skipped, |text, line| is_missing(text, first + line))
        };
        let mut windows: Vec<Window> = kept_windows(before, all).map(window).collect();
        windows.retain(|window| window.texts.iter().map(String::len).sum::<usize>() <= MAX_BYTES);
        Windows { all, windows }
    }

    /// The windows of an input with this many segments, given those that are [`kept`].
    pub fn of_kept(kept: &SegmentLines, all: u64) -> Windows {
        let mut rest = [as_strs(&kept.candidates), as_strs(&kept.references)].concat();
        let (candidates, mut before) = (kept.candidates.len(), 0);
        let is_missing = |text: usize, line| text >= candidates && kept.is_missing(text - candidates, line);
        let window = |segments: Range<u64>| {
            let first = before;
            before += (segments.end - segments.start) as usize;
            Window::cut(segments, &mut rest, [0, all as usize], |text, line| is_missing(text, first + line))
        };
        Windows { all, windows: kept_windows(0, all).map(window).collect() }
    }

    /// Number of segments in the windows, and of all.
    pub fn numbers(&self) -> [u64; 2] {
        [self.windows.iter().map(Window::len).sum::<usize>() as u64, self.all]
    }

    /// Calls a function with about these lines of a text, the first ones of each window before all others; those that are missing
    /// are empty.
    pub fn each_line(&self, text: usize, range: Range<usize>, mut add: impl FnMut(&str)) {
        let [before, end] = [range.start, range.end].map(|lines| lines.div_ceil(self.windows.len().max(1)));
        for window in &self.windows {
            let lines = window.texts.get(text).into_iter().flat_map(|text| lines(text)).chain(iter::repeat(""));
            lines.take(end.min(window.len())).skip(before).for_each(&mut add);
        }
    }

    /// The text of a candidate or a reference in all windows.
    pub fn text(&self, text: usize) -> String {
        let of_window =
            |window: &Window| window.texts.get(text).map_or_else(|| "\n".repeat(window.len()), String::clone);
        self.windows.iter().map(of_window).collect()
    }

    /// Whether each segment in the windows lacks a text.
    pub fn missing(&self, text: usize) -> Vec<bool> {
        let of_window = |window: &Window| {
            let bits = window.missing.get(text).copied().unwrap_or(u64::MAX);
            (0..window.len()).map(move |i| bits >> i & 1 == 1)
        };
        self.windows.iter().flat_map(of_window).collect()
    }

    /// Number of texts.
    pub fn texts(&self) -> usize {
        self.windows.iter().map(|window| window.texts.len()).max().unwrap_or_default()
    }

    /// The places of the segments in the input.
    pub fn places(&self) -> Places {
        Places { all: self.all, numbers: self.windows.iter().flat_map(|window| window.segments.clone()).collect() }
    }
}

impl Window {
    /// Cuts segments off the texts, given the numbers of lines before and after their beginning.
    fn cut(
        segments: Range<u64>,
        texts: &mut [&str],
        [before, after]: [usize; 2],
        is_missing: impl Fn(usize, usize) -> bool,
    ) -> Window {
        let lines = (segments.end - segments.start) as usize;
        let cut = |text: &mut &str| {
            let (_, others) = text.split_at(line_start(text.as_bytes(), before, after));
            let (window, rest) = others.split_at(line_start(others.as_bytes(), lines, after - lines));
            *text = rest;
            window.to_owned()
        };
        let lacks = |text: usize| (0..lines).map(|line| u64::from(is_missing(text, line)) << line).sum();
        let missing = (0..texts.len()).map(lacks).collect();
        Window { segments, texts: texts.iter_mut().map(cut).collect(), missing }
    }

    fn len(&self) -> usize {
        (self.segments.end - self.segments.start) as usize
    }
}

impl AddAssign for Windows {
    fn add_assign(&mut self, next: Windows) {
        self.all = self.all.max(next.all);
        self.windows.extend(next.windows);
        self.windows.retain(|window| is_kept(window.segments.start, self.all));
    }
}

/// The segments that windows hold, in place of all.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Number of all segments.
    all: u64,
    /// Their numbers in the input, from 0; none if all segments are there.
    numbers: Vec<u64>,
}

impl Places {
    /// Number of all segments, if only some were looked at.
    pub fn all(&self) -> Option<u64> {
        (self.all > 0).then_some(self.all)
    }

    /// The place of a segment in the input; both from 0.
    pub fn of(&self, segment: u64) -> u64 {
        self.numbers.get(segment as usize).copied().unwrap_or(segment)
    }

    /// The range in the input from the first to the last of these segments.
    pub fn of_ends(&self, range: SegmentRange) -> SegmentRange {
        SegmentRange { first: self.of(range.first), last: self.of(range.last) }
    }

    /// The ranges of these segments in the input.
    pub fn of_ranges(&self, ranges: &[SegmentRange]) -> Vec<SegmentRange> {
        SegmentRange::of(ranges.iter().flat_map(SegmentRange::lines).map(|line| self.of(line as u64)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The windows of an input of numbered lines, in batches of this size.
    fn windows(segments: u64, batch: u64) -> Windows {
        let mut all = Windows::default();
        for before in (0..segments).step_by(batch as usize) {
            let count = batch.min(segments - before);
            let text: String = (before..before + count).map(|i| format!("{i}\n")).collect();
            all += Windows::of_batch(&[&text, &text], count, before, |text, segment| {
                text == 1 && (before + segment as u64).is_multiple_of(7)
            });
        }
        all
    }

    #[test]
    fn windows_do_not_depend_on_batches_and_are_spread_over_the_input() {
        for segments in [0, 1, 300, 512, 513, 2_000, 5_001, 100_000] {
            let whole = windows(segments, segments.max(1));
            for batch in [7, 64, 500] {
                let other = windows(segments, batch);
                assert_eq!([0, 1].map(|text| other.text(text)), [0, 1].map(|text| whole.text(text)), "{segments}");
            }
            let kept: Vec<u64> = whole.text(0).lines().map(|line| line.parse().unwrap()).collect();
            assert_eq!(kept, super::kept(segments).collect::<Vec<_>>());
            assert!(kept.len() as u64 >= segments.min(256) && kept.len() <= 512 + 128, "{segments}: {}", kept.len());
            assert!(kept.last().is_none_or(|last| last + 1 == segments), "{segments}: {kept:?}");
            for (i, number) in (0..).zip(&kept) {
                assert_eq!(whole.places().of(i), *number);
                assert_eq!(whole.missing(1)[i as usize], number.is_multiple_of(7));
            }
        }
    }

    #[test]
    fn ranges_are_placed_in_the_input() {
        let places = windows(2_000, 100).places();
        let range = |first, last| SegmentRange { first, last };
        assert_eq!(
            places.of_ranges(&[range(59, 69), range(79, 79)]),
            [range(59, 63), range(256, 261), range(271, 271)]
        );
        assert_eq!(Places::default().of_ranges(&[range(3, 9)]), [range(3, 9)]);
    }
}
