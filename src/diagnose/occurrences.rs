//! Segments in which something occurs.

use super::finding::SegmentRange;

/// Maximum number of segments that are remembered.
const MAX_SEGMENTS: usize = 1000;

/// Number of segments in which something occurs, and the first of them.
#[derive(Clone, Debug, Default)]
pub struct Occurrences {
    /// Number of segments.
    pub segments: u64,
    /// The first segments, from 0.
    first: Vec<u64>,
}

impl Occurrences {
    /// Adds a segment, from 0.
    pub fn add(&mut self, segment: u64) {
        self.segments += 1;
        if self.first.len() < MAX_SEGMENTS {
            self.first.push(segment);
        }
    }

    /// Adds the occurrences in the segments after the first `before`.
    pub fn append(&mut self, other: &Occurrences, before: u64) {
        self.segments += other.segments;
        let room = MAX_SEGMENTS - self.first.len();
        self.first.extend(other.first.iter().take(room).map(|segment| before + segment));
    }

    /// The first segments.
    pub fn ranges(&self) -> Vec<SegmentRange> {
        SegmentRange::of(self.first.iter().map(|segment| segment + 1))
    }
}
