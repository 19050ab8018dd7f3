//! Windows of neighboring segments, spread over the whole input, which are kept while it is read: few enough to be looked at
//! closely if something may be wrong, the same for files and pipes, however the input comes in batches.

use super::finding::SegmentRange;
use crate::bleu::SegmentLines;
use crate::lines::{joined, lines};
use std::ops::AddAssign;

/// Number of segments of a window.
const SEGMENTS: u64 = 64;

/// Maximum number of windows: the first ones are all kept, then one in 2, in 4 and so on.
const MOST: u64 = 8;

/// Number of segments of all windows that are glanced at.
const GLANCED: usize = 256;

/// Maximum size in bytes of the texts of a segment.
const MAX_BYTES: usize = 1 << 14;

/// The text of some segments.
#[derive(Clone, Debug, Default)]
pub struct Windows {
    /// Number of all segments of the input.
    all: u64,
    segments: Vec<KeptSegment>,
}

#[derive(Clone, Debug)]
struct KeptSegment {
    /// Number of the segment, from 0.
    number: u64,
    /// Its line of each candidate, then of each reference; `None` if it lacks the reference.
    lines: Vec<Option<Box<str>>>,
}

/// Whether a segment, from 0, of this many is kept: it is in one of the windows at a distance, or one of the last segments, which
/// show what was lost anywhere before them.
fn is_kept(number: u64, all: u64) -> bool {
    let stride = all.div_ceil(SEGMENTS * MOST).max(1).next_power_of_two();
    let window = number / SEGMENTS;
    window.is_multiple_of(stride) || (window + 2) * SEGMENTS > all
}

/// The numbers, from 0, of the segments that are kept of this many.
pub fn kept(all: u64) -> impl Iterator<Item = u64> {
    (0..all)
        .step_by(SEGMENTS as usize)
        .filter(move |first| is_kept(*first, all))
        .flat_map(move |first| first..all.min(first + SEGMENTS))
}

impl Windows {
    /// Keeps segments of a batch, given its number of segments and the segments before it. `is_missing` says whether a
    /// segment lacks a text.
    pub fn of_batch(texts: &[&str], segments: u64, before: u64, is_missing: impl Fn(usize, usize) -> bool) -> Windows {
        let all = before + segments;
        let places: Vec<usize> =
            (0..segments).filter(|place| is_kept(before + place, all)).map(|place| place as usize).collect();
        let mut kept: Vec<KeptSegment> =
            places.iter().map(|place| KeptSegment { number: before + *place as u64, lines: Vec::new() }).collect();
        for (number, text) in texts.iter().enumerate() {
            for ((segment, line), place) in kept.iter_mut().zip(lines_at(text, &places, segments as usize)).zip(&places)
            {
                segment.lines.push((!is_missing(number, *place)).then(|| line.into()));
            }
        }
        let size = |segment: &KeptSegment| segment.lines.iter().flatten().map(|line| line.len()).sum::<usize>();
        kept.retain(|segment| size(segment) <= MAX_BYTES);
        Windows { all, segments: kept }
    }

    /// The windows of an input with this many segments, given those that are [`kept`].
    pub fn of_lines(texts: &SegmentLines, all: u64) -> Windows {
        let numbers: Vec<u64> = kept(all).collect();
        let mut segments: Vec<KeptSegment> =
            numbers.into_iter().map(|number| KeptSegment { number, lines: Vec::new() }).collect();
        for text in &texts.candidates {
            segments.iter_mut().zip(lines(text)).for_each(|(segment, line)| segment.lines.push(Some(line.into())));
        }
        for (number, text) in texts.references.iter().enumerate() {
            for (place, (segment, line)) in segments.iter_mut().zip(lines(text)).enumerate() {
                segment.lines.push((!texts.is_missing(number, place)).then(|| line.into()));
            }
        }
        Windows { all, segments }
    }

    /// Number of segments in the windows, and of all.
    pub fn numbers(&self) -> [u64; 2] {
        [self.segments.len() as u64, self.all]
    }

    /// Calls a function with lines of a text, spread over all windows; those that are missing are empty.
    pub fn glance(&self, text: usize, mut add: impl FnMut(&str)) {
        let per_window = (GLANCED as u64 * SEGMENTS).div_ceil(self.segments.len().max(1) as u64);
        for segment in self.segments.iter().filter(|segment| segment.number % SEGMENTS < per_window) {
            add(segment.line(text).unwrap_or_default());
        }
    }

    /// The text of each candidate or reference in all windows.
    pub fn text(&self, text: usize) -> String {
        joined(self.segments.iter().map(|segment| segment.line(text).unwrap_or_default()))
    }

    /// Whether the i-th segment in the windows lacks a text.
    pub fn is_missing(&self, text: usize, place: usize) -> bool {
        self.segments[place].line(text).is_none()
    }

    /// Number of texts.
    pub fn texts(&self) -> usize {
        self.segments.iter().map(|segment| segment.lines.len()).max().unwrap_or_default()
    }

    /// The places of the segments in the input.
    pub fn places(&self) -> Places {
        Places { all: self.all, numbers: self.segments.iter().map(|segment| segment.number).collect() }
    }
}

impl KeptSegment {
    fn line(&self, text: usize) -> Option<&str> {
        self.lines.get(text)?.as_deref()
    }
}

/// The lines at these places of a text with this many lines, read from the nearer end.
fn lines_at<'a>(text: &'a str, places: &[usize], count: usize) -> Vec<&'a str> {
    let is_kept = |place: &usize| places.binary_search(place).is_ok();
    match places {
        [] => Vec::new(),
        [first, ..] if 2 * first >= count => {
            let from_end = text.strip_suffix('\n').unwrap_or(text).rsplit('\n').zip((*first..count).rev());
            let mut lines: Vec<&str> = from_end.filter(|(_, place)| is_kept(place)).map(|(line, _)| line).collect();
            lines.reverse();
            lines
        }
        [.., last] => lines(text).zip(0..=*last).filter(|(_, place)| is_kept(place)).map(|(line, _)| line).collect(),
    }
}

impl AddAssign for Windows {
    fn add_assign(&mut self, next: Windows) {
        self.all = self.all.max(next.all);
        self.segments.extend(next.segments);
        self.segments.retain(|segment| is_kept(segment.number, self.all));
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

    /// The ranges of these segments in the input.
    pub fn of_ranges(&self, ranges: &[SegmentRange]) -> Vec<SegmentRange> {
        SegmentRange::of(ranges.iter().flat_map(|range| range.first..=range.last).map(|segment| self.of(segment)))
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
                assert_eq!(whole.is_missing(1, i as usize), number.is_multiple_of(7));
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
