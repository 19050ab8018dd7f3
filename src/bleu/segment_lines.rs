//! Lists of segments as texts of lines, for explanation and diagnosis, which work on lines.

use super::{Definition, ReferenceLists};
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
        candidates: &[&[impl AsRef<str>]],
        references: ReferenceLists,
        before: u64,
    ) -> Result<SegmentLines, Error> {
        candidates.iter().try_for_each(|segments| references.check(segments.len(), before))?;
        let text = |segments: &mut dyn Iterator<Item = &str>| {
            let mut text = String::new();
            segments.for_each(|segment| text.extend([&*definition.one_line(segment), "\n"]));
            text
        };
        let candidates = candidates.iter().map(|segments| text(&mut segments.iter().map(AsRef::as_ref)));
        let lists: Vec<&[&str]> = (0..references.len()).map(|segment| references.of(segment)).collect();
        let counts: Vec<usize> = lists.iter().map(|texts| texts.len()).collect();
        // A list of no segments has no segment that lacks a reference.
        let most = counts.iter().copied().max().unwrap_or(1);
        let column = |r: usize| text(&mut lists.iter().map(|texts| texts.get(r).copied().unwrap_or_default()));
        let references = (0..most).map(column).collect();
        Ok(SegmentLines { candidates: candidates.collect(), references, counts })
    }

    /// Whether line i of reference r stands for a reference that the segment lacks.
    pub fn is_missing(&self, reference: usize, line: usize) -> bool {
        reference >= self.counts[line]
    }
}
