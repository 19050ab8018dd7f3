//! Candidate lines without a token, and empty reference lines.
//!
//! | `empty lines` | lines without a token although the other side has some |
//!
//! - `empty lines`: one line of the candidate; in a reference 5 lines, or 1 in 100.

use super::{Advice, Check, Finding, LineRecord, Problem, SegmentList, Text, TextProfile};

/// Reference lines may be empty for a reason: so many segments, or one in so many, must be affected.
const MIN_AFFECTED: u64 = 5;
const SEGMENTS_PER_AFFECTED: u64 = 100;

pub const OF_CANDIDATE: Check = Check::new("empty lines", "lines are empty", |evidence| {
    of_candidate(&SegmentList::of_empty_candidates(evidence.table), evidence.segments())
});

pub const OF_REFERENCE: Check = Check::new("empty lines", "reference lines are empty", |evidence| {
    let is_empty = |(line, row): (&LineRecord, &[u32])| row[0] > 0 && line.is_there && line.is_empty;
    let empty = |text: &TextProfile| -> SegmentList {
        let lines = text.records.iter().zip(evidence.table.rows()).enumerate();
        lines.filter(|(_, line)| is_empty(*line)).map(|(number, _)| number).collect()
    };
    of_references(&evidence.references.iter().map(empty).collect::<Vec<_>>(), evidence.segments())
});

/// Returns the finding on candidate lines that are empty, of this many segments.
pub fn of_candidate(empty: &SegmentList, segments: u64) -> Option<Finding> {
    let in_words = format!("{} of {segments} candidate lines have no token, but their references do", empty.segments);
    let finding = Finding::new(Problem::EmptyCandidateLines, in_words, "did the translation fail on them?");
    (empty.segments > 0).then(|| finding.in_segments(empty, segments).count("segments", segments))
}

/// Returns the finding on lines of references that are empty, of this many segments.
pub fn of_references(empty: &[SegmentList], segments: u64) -> Option<Finding> {
    let (reference, lines) = (1..).zip(empty).max_by_key(|(_, lines)| lines.segments)?;
    let empty = lines.segments;
    let in_words = format!("{empty} of {segments} lines of reference {reference} are empty");
    let finding = Finding::new(Problem::EmptyReferenceLines, in_words, Advice::MissingReferences);
    let is_frequent = empty >= MIN_AFFECTED || empty > 0 && empty * SEGMENTS_PER_AFFECTED >= segments;
    is_frequent.then(|| finding.in_segments(lines, segments).count("segments", segments).of(Text::Reference(reference)))
}
