//! Candidate lines without a token, and empty reference lines.
//!
//! | `empty lines` | lines without a token although the other side has some |
//!
//! - `empty lines`: one line of the candidate; in a reference 3 lines, or 1 in 100.

use super::{Check, Finding, LineRecord, Problem, SegmentList, Text, TextProfile};
use crate::checks::diagnose::limits::{FEW_LINES, is_negligible};

pub const OF_CANDIDATE: Check =
    Check::new(|evidence| of_candidate(&SegmentList::of_empty_candidates(evidence.table), evidence.segments()));

pub const OF_REFERENCE: Check = Check::new(|evidence| {
    let is_empty = |(line, row): (&LineRecord, &[u32])| row[0] > 0 && line.is_there && line.is_empty;
    let empty = |text: &TextProfile| -> SegmentList {
        let lines = text.records.iter().zip(evidence.table.rows()).enumerate();
        lines.filter(|(_, line)| is_empty(*line)).map(|(number, _)| number).collect()
    };
    of_references(&evidence.references.iter().map(empty).collect::<Vec<_>>(), evidence.segments())
});

/// Returns the finding on candidate lines that are empty, of this many segments.
pub fn of_candidate(empty: &SegmentList, segments: u64) -> Option<Finding> {
    (empty.segments > 0).then(|| Finding::new(Problem::EmptyCandidateLines).in_segments(empty, segments))
}

/// Returns the finding on lines of references that are empty, of this many segments.
pub fn of_references(empty: &[SegmentList], segments: u64) -> Option<Finding> {
    let (reference, lines) = (1..).zip(empty).max_by_key(|(_, lines)| lines.segments)?;
    let empty = lines.segments;
    let finding = Finding::new(Problem::EmptyReferenceLines).of(Text::Reference(reference));
    // Reference lines may be empty for a reason.
    let is_frequent = empty >= FEW_LINES || empty > 0 && !is_negligible(empty, segments);
    is_frequent.then(|| finding.in_segments(lines, segments))
}
