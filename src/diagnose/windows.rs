//! Windows of neighboring segments, spread over the whole input, which are kept while it is read: few enough to be looked at
//! closely if something may be wrong, the same for files and pipes, however the input comes in batches.

use super::finding::SegmentRange;
use crate::bleu::SegmentLines;
use crate::lines::{as_strs, joined, lines, lines_of};
use memchr::{memchr_iter, memrchr_iter};
use std::ops::{AddAssign, Range};

/// Number of segments of a window.
const SEGMENTS: u64 = 64;

/// Maximum number of windows: the first ones are all kept, then one in 2, in 4 and so on.
const MOST: u64 = 8;

/// Number of lines of all windows that are glanced at.
const GLANCED: usize = 256;

/// Maximum size in bytes of the texts of a window.
const MAX_BYTES: usize = 1 << 18;

/// Distance of the windows of an input with this many segments.
fn stride(segments: u64) -> u64 {
    segments.div_ceil(SEGMENTS * MOST).max(1).next_power_of_two()
}

/// Whether a segment, from 0, of this many is in a window that is kept: the windows at a distance, and the last
/// segments, which show what was lost anywhere before them.
fn is_kept(segment: u64, segments: u64) -> bool {
    let window = segment / SEGMENTS;
    window.is_multiple_of(stride(segments)) || (window + 2) * SEGMENTS > segments
}

/// The segments in the windows of an input with this many.
pub fn ranges(segments: u64) -> Vec<Range<u64>> {
    let windows = (0..segments).step_by(SEGMENTS as usize).filter(|first| is_kept(*first, segments));
    windows.map(|first| first..segments.min(first + SEGMENTS)).collect()
}

/// The text of some segments.
#[derive(Clone, Debug, Default)]
pub struct Windows {
    /// Number of all segments of the input.
    segments: u64,
    parts: Vec<Window>,
}

/// Consecutive segments.
#[derive(Clone, Debug)]
struct Window {
    /// The first one, from 0.
    first: u64,
    segments: u64,
    /// Text of each candidate, then of each reference.
    texts: Vec<String>,
    /// For each reference, the segments that lack it, from 0 within the window.
    missing: Vec<Vec<usize>>,
}

/// The segments that windows hold, in place of all.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Number of all segments.
    all: u64,
    /// The segment, from 0, that stands for each first segment of a window, and its number in the input; none if all
    /// segments are there.
    starts: Vec<[u64; 2]>,
}

/// The text of some candidates and of the references in all windows.
pub struct Excerpt {
    pub candidates: Vec<String>,
    pub references: Vec<String>,
    /// For each reference, whether each segment lacks it.
    pub missing: Vec<Vec<bool>>,
    pub places: Places,
}

impl Windows {
    /// Keeps the windows of a batch, given its number of segments and the segments before it. `is_missing` says whether a
    /// segment lacks a reference.
    pub fn of_batch(
        texts: &[&str],
        candidates: usize,
        segments: u64,
        before: u64,
        is_missing: impl Fn(usize, usize) -> bool,
    ) -> Windows {
        let mut parts = Vec::new();
        let mut first = before;
        while first < before + segments {
            let end = (first / SEGMENTS + 1).saturating_mul(SEGMENTS).min(before + segments);
            if is_kept(first, before + segments) {
                parts.push(Window { first, segments: end - first, texts: Vec::new(), missing: Vec::new() });
            }
            first = end;
        }
        for text in if parts.is_empty() { &[] } else { texts } {
            for part in &mut parts {
                let [begin, end] = [part.first, part.first + part.segments]
                    .map(|segment| place_of(text, (segment - before) as usize, segments as usize));
                part.texts.push(text[begin..end].to_owned());
            }
        }
        parts.retain(|part| part.texts.iter().map(String::len).sum::<usize>() <= MAX_BYTES);
        for part in &mut parts {
            let lacks = |reference| {
                let places = (0..part.segments as usize).map(|i| (i, (part.first - before) as usize + i));
                places.filter(|(_, segment)| is_missing(reference, *segment)).map(|(i, _)| i).collect()
            };
            part.missing = (0..texts.len() - candidates).map(lacks).collect();
        }
        Windows { segments, parts }
    }

    /// The windows of an input with this many segments, given the segments in them as lines.
    pub fn of_lines(lines: &SegmentLines, segments: u64) -> Windows {
        let texts = [as_strs(&lines.candidates), as_strs(&lines.references)].concat();
        let texts = lines_of(&texts);
        let mut before = 0;
        let parts = ranges(segments).into_iter().map(|range| {
            let own = before..before + (range.end - range.start) as usize;
            before = own.end;
            let missing = |reference| -> Vec<usize> {
                (0..own.len()).filter(|line| lines.is_missing(reference, own.start + line)).collect()
            };
            Window {
                first: range.start,
                segments: range.end - range.start,
                texts: texts.iter().map(|text| joined(text[own.clone()].iter().copied())).collect(),
                missing: (0..lines.references.len()).map(missing).collect(),
            }
        });
        Windows { segments, parts: parts.collect() }
    }

    /// Number of segments in the windows, and of all.
    pub fn numbers(&self) -> [u64; 2] {
        [self.parts.iter().map(|part| part.segments).sum(), self.segments]
    }

    /// Calls a function with lines of a text, spread over all windows; those that are missing are empty.
    pub fn glance(&self, text: usize, mut add: impl FnMut(&str)) {
        let per_window = (GLANCED / self.parts.len().max(1)).max(1);
        for part in &self.parts {
            let lines = part.texts.get(text).into_iter().flat_map(|text| lines(text));
            let missing = std::iter::repeat("");
            lines.chain(missing).take(per_window.min(part.segments as usize)).for_each(&mut add);
        }
    }

    /// The text of some candidates, of this many, and of the references.
    pub fn excerpt(&self, chosen: &[usize], candidates: usize) -> Excerpt {
        let references = self.parts.iter().map(|part| part.missing.len()).max().unwrap_or_default();
        let text_of = |text: usize| -> String {
            let of_part = |part: &Window| match part.texts.get(text) {
                Some(text) => text.clone(),
                None => "\n".repeat(part.segments as usize),
            };
            self.parts.iter().map(of_part).collect()
        };
        let missing = |reference: usize| {
            let lacks =
                |part: &Window, line: usize| part.missing.get(reference).is_none_or(|lines| lines.contains(&line));
            self.parts.iter().flat_map(|part| (0..part.segments as usize).map(move |line| lacks(part, line))).collect()
        };
        let mut before = 0;
        let starts = self.parts.iter().map(|part| {
            before += part.segments;
            [before - part.segments, part.first]
        });
        Excerpt {
            candidates: chosen.iter().map(|candidate| text_of(*candidate)).collect(),
            references: (0..references).map(|reference| text_of(candidates + reference)).collect(),
            missing: (0..references).map(missing).collect(),
            places: Places { all: self.segments, starts: starts.collect() },
        }
    }
}

/// The place in bytes where a line, from 0, of this many begins; the end of the text if there is none.
fn place_of(text: &str, line: usize, lines: usize) -> usize {
    let bytes = text.as_bytes();
    match (line, lines.saturating_sub(line)) {
        (0, _) => 0,
        (_, 0) => text.len(),
        (before, after) if before <= after => {
            memchr_iter(b'\n', bytes).nth(before - 1).map_or(text.len(), |end| end + 1)
        }
        // The line feed after the last line is optional.
        (_, after) => {
            let ended = text.strip_suffix('\n').unwrap_or(text).as_bytes();
            memrchr_iter(b'\n', ended).nth(after - 1).map_or(0, |end| end + 1)
        }
    }
}

impl AddAssign for Windows {
    fn add_assign(&mut self, next: Windows) {
        self.segments += next.segments;
        self.parts.extend(next.parts);
        self.parts.retain(|part| is_kept(part.first, self.segments));
    }
}

impl Places {
    /// Number of all segments, if only some were looked at.
    pub fn all(&self) -> Option<u64> {
        (self.all > 0).then_some(self.all)
    }

    /// The place of a segment in the input; both from 0.
    pub fn of(&self, segment: u64) -> u64 {
        let after = self.starts.partition_point(|[start, _]| *start <= segment);
        after.checked_sub(1).map_or(segment, |place| segment - self.starts[place][0] + self.starts[place][1])
    }

    /// The ranges of these segments in the input.
    pub fn of_ranges(&self, ranges: &[SegmentRange]) -> Vec<SegmentRange> {
        let split = |range: &SegmentRange| {
            let SegmentRange { first, last } = *range;
            let inner = self.starts.iter().map(|[start, _]| *start).filter(|start| first < *start && *start <= last);
            let firsts: Vec<u64> = std::iter::once(first).chain(inner).collect();
            let lasts: Vec<u64> = firsts[1..].iter().map(|first| first - 1).chain([last]).collect();
            firsts.into_iter().zip(lasts).collect::<Vec<_>>()
        };
        let mut placed: Vec<SegmentRange> = Vec::new();
        for (first, last) in ranges.iter().flat_map(split) {
            let range = SegmentRange { first: self.of(first), last: self.of(last) };
            match placed.last_mut() {
                Some(before) if before.last + 1 == range.first => before.last = range.last,
                _ => placed.push(range),
            }
        }
        placed
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
            all += Windows::of_batch(&[&text, &text], 1, count, before, |_, segment| {
                (before + segment as u64).is_multiple_of(7)
            });
        }
        all
    }

    #[test]
    fn windows_do_not_depend_on_batches_and_are_spread_over_the_input() {
        for segments in [0, 1, 300, 512, 513, 2_000, 5_001, 100_000] {
            let excerpt = windows(segments, segments.max(1)).excerpt(&[0], 1);
            for batch in [7, 64, 500] {
                let other = windows(segments, batch).excerpt(&[0], 1);
                assert_eq!((&other.candidates[0], &other.missing), (&excerpt.candidates[0]s[0], &excerpt.missing), "{segments}");
            }
            let kept: Vec<u64> = excerpt.candidates[0].lines().map(|line| line.parse().unwrap()).collect();
            assert!(kept.len() as u64 >= segments.min(256) && kept.len() <= 512 + 128, "{segments}: {}", kept.len());
            assert!(kept.last().is_none_or(|last| last + 1 == segments), "{segments}: {kept:?}");
            for (i, number) in (0..).zip(&kept) {
                assert_eq!(excerpt.places.of(i), *number);
                assert_eq!(excerpt.missing[0][i as usize], number.is_multiple_of(7));
            }
        }
    }

    #[test]
    fn ranges_are_placed_in_the_input() {
        let places = windows(2_000, 100).excerpt(&[0], 1).places;
        let range = |first, last| SegmentRange { first, last };
        assert_eq!(
            places.of_ranges(&[range(59, 69), range(79, 79)]),
            [range(59, 63), range(256, 261), range(271, 271)]
        );
        assert_eq!(Places::default().of_ranges(&[range(3, 9)]), [range(3, 9)]);
    }
}
