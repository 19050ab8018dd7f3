//! Lists of segments as texts of lines, for explanation and diagnosis, which work on lines.

use super::Definition;
use super::reference_lists::{ReferenceLists, TextList};
use crate::Error;

/// Segments as lines.
pub(crate) struct SegmentLines {
    /// The text of each candidate.
    pub candidates: Vec<String>,
    /// The text of each reference. Segments with fewer references than others have empty lines in their place.
    pub references: Vec<String>,
    /// Number of references of each segment.
    counts: Vec<usize>,
}

impl SegmentLines {
    /// Joins the segments of candidates, and their references. `before` segments come before these.
    ///
    /// # Errors
    /// If there are not references for as many segments as each candidate has, or if a segment has none.
    pub fn new(
        definition: &Definition,
        candidates: &[impl TextList],
        references: impl ReferenceLists,
        before: u64,
    ) -> Result<SegmentLines, Error> {
        candidates.iter().try_for_each(|segments| references.check(segments.count(), before))?;
        let counts: Vec<usize> = (0..references.segments()?).map(|segment| references.references(segment)).collect();
        let mut lines = SegmentLines {
            candidates: vec![String::new(); candidates.len()],
            // A list of no segments has no segment that lacks a reference.
            references: vec![String::new(); counts.iter().copied().max().unwrap_or(1)],
            counts,
        };
        for (text, segments) in lines.candidates.iter_mut().zip(candidates) {
            (0..segments.count()).for_each(|i| text.extend([&*definition.one_line(segments.text(i)), "\n"]));
        }
        for segment in 0..lines.counts.len() {
            let mut texts = references.texts(segment);
            for text in &mut lines.references {
                text.extend([&*texts.next().map_or_else(String::new, |line| definition.one_line(line)), "\n"]);
            }
        }
        Ok(lines)
    }

    /// Whether line i of reference r stands for a reference that the segment lacks.
    pub fn is_missing(&self, reference: usize, line: usize) -> bool {
        reference >= self.counts[line]
    }
}
