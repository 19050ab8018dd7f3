//! Candidate lines without a token, and empty reference lines.

use super::{Check, Consequence, Evidence, Finding, Problem, Sign, TextSurvey};
use crate::diagnose::finding::Advice;

/// Reference lines may be empty for a reason: one segment in this many must be affected.
const SEGMENTS_PER_AFFECTED: u64 = 100;

pub const CHECK: Check = Check::new("empty lines", find).with_sign(sign).accounting_for(|cause, other, evidence| {
    let (hyp_len, ref_len) = (evidence.score.hyp_len(), evidence.score.ref_len());
    let is_cause = match cause.problem {
        // At least half of what is missing.
        Problem::EmptyCandidateLines => {
            2.0 * evidence.share(cause.lines) >= 1.0 - hyp_len as f64 / ref_len.max(1) as f64
        }
        _ => hyp_len > ref_len,
    };
    (other.problem == Problem::Length && is_cause).then_some(Consequence)
});

fn find(evidence: &Evidence) -> Option<Finding> {
    let (empty, segments) = (&evidence.segments.empty_candidates, evidence.segments.all);
    if empty.segments > 0 {
        let lines = empty.segments;
        let in_words = format!("{lines} of {segments} candidate lines have no token, but their references do");
        let finding = Finding::new(Problem::EmptyCandidateLines, in_words, "did the translation fail on them?");
        return Some(finding.in_lines(empty, evidence).count("segments", segments));
    }
    let lines = (1..).zip(evidence.references).map(|(reference, text)| (text.empty_lines, reference));
    let (lines, reference) = lines.max()?;
    let is_frequent = lines > 0 && lines * SEGMENTS_PER_AFFECTED >= segments;
    (lines > evidence.candidate.empty_lines && is_frequent).then(|| {
        let in_words = format!("{lines} of {segments} lines of reference {reference} are empty");
        Finding::new(Problem::EmptyReferenceLines, in_words, Advice::MissingReferences)
            .lines(lines)
            .count("segments", segments)
            .with_loss(evidence.share(lines))
    })
}

fn sign(survey: &TextSurvey) -> Option<Sign> {
    Sign::of(survey.empty.segments > 0, true, Problem::EmptyCandidateLines)
}
