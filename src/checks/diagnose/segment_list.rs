//! Segments in which something occurs.

use super::alignment::thresholds::MAX_LINES;
use super::segment_range::SegmentRange;
use crate::bleu::scoring::SegmentStatistics;
use crate::bleu::tokenize::Tokens;

/// Number of segments in which something occurs, and the first of them.
#[derive(Clone, Debug, Default)]
pub struct SegmentList {
    /// Number of segments.
    pub segments: u64,
    /// The first segments, from 0.
    first: Vec<u64>,
}

impl SegmentList {
    /// The segments whose candidate has no token, but whose closest reference has.
    pub fn of_empty_candidates(statistics: &SegmentStatistics) -> SegmentList {
        SegmentList::of_lengths(statistics, |hyp_len, ref_len| hyp_len == 0 && ref_len > 0)
    }

    /// The segments whose reference is there, but has no token, although one of the candidates has.
    pub fn of_empty_references(reference: &Tokens, candidates: &[SegmentStatistics]) -> SegmentList {
        let has_tokens =
            |segment: usize| candidates.iter().any(|table| table.rows().nth(segment).is_some_and(|row| row[0] > 0));
        let is_empty = |segment: &usize| !reference.is_missing(*segment) && has_tokens(*segment);
        reference.empty_lines().filter(is_empty).collect()
    }

    /// The segments whose lengths, of the candidate and of its closest reference, have a property.
    pub fn of_lengths(statistics: &SegmentStatistics, is_such: impl Fn(u64, u64) -> bool) -> SegmentList {
        let rows = statistics.rows().enumerate().filter(|(_, row)| is_such(u64::from(row[0]), u64::from(row[1])));
        rows.map(|(segment, _)| segment).collect()
    }

    /// These segments, from 0, each once.
    pub fn of_lines(mut lines: Vec<usize>) -> SegmentList {
        lines.sort_unstable();
        lines.dedup();
        lines.into_iter().collect()
    }

    /// Adds a segment, from 0.
    pub fn add(&mut self, segment: u64) {
        self.segments += 1;
        if self.first.len() < MAX_LINES {
            self.first.push(segment);
        }
    }

    /// Adds the occurrences in the segments after the first `before`.
    pub fn append(&mut self, other: &SegmentList, before: u64) {
        self.segments += other.segments;
        let room = MAX_LINES - self.first.len();
        self.first.extend(other.first.iter().take(room).map(|segment| before + segment));
    }

    /// The first segment, from 0.
    pub fn first(&self) -> Option<u64> {
        self.first.first().copied()
    }

    /// The lines of the first segments, from 0.
    pub fn lines(&self) -> impl Iterator<Item = usize> {
        self.first.iter().map(|line| *line as usize)
    }

    /// The first segments.
    pub fn ranges(&self) -> Vec<SegmentRange> {
        SegmentRange::of(self.first.iter().copied())
    }
}

/// The segments, from 0, in ascending order.
impl FromIterator<usize> for SegmentList {
    fn from_iter<I: IntoIterator<Item = usize>>(segments: I) -> SegmentList {
        let mut list = SegmentList::default();
        segments.into_iter().for_each(|segment| list.add(segment as u64));
        list
    }
}
