//! Candidate lines without a token, and empty reference lines.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;

/// One segment in this many must be affected.
const MIN_AFFECTED: u64 = 100;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    let (lost, segments) = (&evidence.segments.lost, evidence.segments.all);
    let is_frequent = |lines: u64| lines > 0 && lines * MIN_AFFECTED >= segments;
    if is_frequent(lost.segments) {
        let problem = Problem::EmptyCandidateLines { lines: lost.segments, segments };
        return Some(Finding::new(problem).at(lost.ranges()).with_loss(evidence.share(lost.segments)));
    }
    let lines = (1..).zip(evidence.references).map(|(reference, text)| (text.empty_lines, reference));
    let (lines, reference) = lines.max()?;
    (lines > evidence.candidate.empty_lines && is_frequent(lines)).then(|| {
        Finding::new(Problem::EmptyReferenceLines { reference, lines, segments }).with_loss(evidence.share(lines))
    })
}
