//! Ranges of consecutive segments.

use std::ops::RangeInclusive;

/// Consecutive segments; serialized as the numbers of the first and the last, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "[u64; 2]"))]
#[non_exhaustive]
pub struct SegmentRange {
    /// First segment, from 0.
    pub first: u64,
    /// Last segment.
    pub last: u64,
}

impl SegmentRange {
    /// Returns the ranges of these segments, which ascend.
    pub(super) fn of(segments: impl IntoIterator<Item = u64>) -> Vec<SegmentRange> {
        let mut ranges: Vec<SegmentRange> = Vec::new();
        for segment in segments {
            match ranges.last_mut() {
                Some(range) if range.last + 1 == segment => range.last = segment,
                _ => ranges.push(SegmentRange { first: segment, last: segment }),
            }
        }
        ranges
    }

    /// Number of segments.
    pub(super) fn len(&self) -> u64 {
        self.last - self.first + 1
    }

    /// Its lines, from 0.
    pub(super) fn lines(&self) -> RangeInclusive<usize> {
        self.first as usize..=self.last as usize
    }

    /// Whether a line, from 0, is in the range.
    pub(super) fn contains(&self, line: usize) -> bool {
        self.lines().contains(&line)
    }

    /// Number of segments that are in ranges of both lists, which ascend.
    pub(super) fn common(one: &[SegmentRange], other: &[SegmentRange]) -> u64 {
        let (mut i, mut j, mut common) = (0, 0, 0);
        while let (Some(a), Some(b)) = (one.get(i), other.get(j)) {
            common += (a.last.min(b.last) + 1).saturating_sub(a.first.max(b.first));
            if a.last < b.last { i += 1 } else { j += 1 }
        }
        common
    }
}

/// The numbers of the first and the last segment, from 1.
impl From<SegmentRange> for [u64; 2] {
    fn from(range: SegmentRange) -> [u64; 2] {
        [range.first + 1, range.last + 1]
    }
}
