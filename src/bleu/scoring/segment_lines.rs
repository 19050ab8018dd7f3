//! Lists of segments as texts of lines, which is what is counted, explained and diagnosed.

use super::definition::Definition;
use super::reference_lists::ReferenceLists;
use crate::bleu::error::Error;
use crate::bleu::lines::as_strs;
use crate::bleu::ngram::{BatchCounter, Counting, SegmentStatistics, missing_lines};
use crate::bleu::tokenize::Preprocessing;

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
        references: &ReferenceLists,
        before: u64,
    ) -> Result<SegmentLines, Error> {
        candidates.iter().try_for_each(|segments| references.check(segments.len(), before))?;
        let lists: Vec<&[&str]> = (0..references.len()).map(|segment| references.of(segment)).collect();
        Ok(SegmentLines::join(definition.counting(), candidates, &lists))
    }

    /// Joins the segments of candidates, and the references of each.
    pub fn join<'a>(counting: &Counting, candidates: &[&[impl AsRef<str>]], lists: &[&[&'a str]]) -> SegmentLines {
        let text = |preprocessing: &Preprocessing, segments: &[&str]| {
            let mut text = String::with_capacity(segments.iter().map(|segment| segment.len() + 1).sum());
            segments.iter().for_each(|segment| text.extend([&*preprocessing.one_line(segment), "\n"]));
            text
        };
        let (own, others) = (&counting.preprocessing, counting.preprocessing.for_references());
        let candidates = candidates.iter().map(|segments| text(own, &as_strs(segments)));
        let counts: Vec<usize> = lists.iter().map(|texts| texts.len()).collect();
        // A list of no segments has no segment that lacks a reference.
        let most = counts.iter().copied().max().unwrap_or(1);
        let reference = |texts: &&[&'a str], r: usize| texts.get(r).copied().unwrap_or_default();
        let column = |r| text(&others, &lists.iter().map(|texts| reference(texts, r)).collect::<Vec<_>>());
        let references = (0..most).map(column).collect();
        SegmentLines { candidates: candidates.collect(), references, counts }
    }

    /// Counts the segments of the only candidate.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn count(&self, counter: &mut BatchCounter) -> Result<SegmentStatistics, Error> {
        let texts = [as_strs(&self.candidates), as_strs(&self.references)].concat();
        let missing = missing_lines(&self.candidates[0], self.references.len(), 0, |r, i| self.is_missing(r, i))?;
        Ok(counter.count(&texts, 1, |r| missing.get(r).map(Vec::as_slice))?.systems.remove(0))
    }

    /// Whether line i of reference r stands for a reference that the segment lacks.
    pub fn is_missing(&self, reference: usize, line: usize) -> bool {
        reference >= self.counts[line]
    }
}
