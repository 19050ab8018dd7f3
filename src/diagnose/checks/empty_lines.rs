//! Candidate lines without a token, and empty reference lines.

use super::{Check, Consequence, Evidence, Finding, Problem, TextSurvey};
use crate::diagnose::finding::Advice;

/// Reference lines may be empty for a reason: so many segments, or one in so many, must be affected.
const MIN_AFFECTED: u64 = 5;
const SEGMENTS_PER_AFFECTED: u64 = 100;

pub const OF_CANDIDATE: Check = Check::new("empty lines", "lines are empty", find_in_candidate)
    .with_sign(sign)
    .accounting_for(|cause, other, evidence| {
        let (hyp_len, ref_len) = (evidence.score.hyp_len(), evidence.score.ref_len());
        // At least half of what is missing.
        let is_cause = 2.0 * evidence.share(cause.lines) >= 1.0 - hyp_len as f64 / ref_len.max(1) as f64;
        (other.problem == Problem::Length && is_cause).then_some(Consequence)
    });

pub const OF_REFERENCE: Check = Check::new("empty lines", "reference lines are empty", find_in_references)
    .with_sign(sign_of_reference)
    .accounting_for(|_, other, evidence| {
        let is_cause = evidence.score.hyp_len() > evidence.score.ref_len();
        (other.problem == Problem::Length && is_cause).then_some(Consequence)
    });

fn find_in_candidate(evidence: &Evidence) -> Option<Finding> {
    let (empty, segments) = (&evidence.segments.empty_candidates, evidence.segments.all);
    let in_words = format!("{} of {segments} candidate lines have no token, but their references do", empty.segments);
    let finding = Finding::new(Problem::EmptyCandidateLines, in_words, "did the translation fail on them?");
    (empty.segments > 0).then(|| finding.in_lines(empty, evidence).count("segments", segments))
}

fn find_in_references(evidence: &Evidence) -> Option<Finding> {
    let segments = evidence.segments.all;
    let lines = (1..).zip(&evidence.segments.empty_references);
    let (reference, lines) = lines.max_by_key(|(_, lines)| lines.segments)?;
    let empty = lines.segments;
    let in_words = format!("{empty} of {segments} lines of reference {reference} are empty");
    let finding = Finding::new(Problem::EmptyReferenceLines, in_words, Advice::MissingReferences);
    let is_frequent = empty >= MIN_AFFECTED || empty > 0 && empty * SEGMENTS_PER_AFFECTED >= segments;
    is_frequent.then(|| finding.in_lines(lines, evidence).count("segments", segments))
}

fn sign(survey: &TextSurvey) -> Option<Problem> {
    (survey.empty.segments > 0 && !survey.is_reference).then_some(Problem::EmptyCandidateLines)
}

fn sign_of_reference(survey: &TextSurvey) -> Option<Problem> {
    (survey.empty.segments >= MIN_AFFECTED && survey.is_reference).then_some(Problem::EmptyReferenceLines)
}
