//! Candidate lines without a token, and empty reference lines.

use super::{Check, Relation};
use crate::diagnose::evidence::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;
use crate::diagnose::survey::{Sign, Suspicion, TextSurvey};

/// Reference lines may be empty for a reason: one segment in this many must be affected.
const SEGMENTS_PER_AFFECTED: u64 = 100;

pub const CHECK: Check = Check::new(find).with_sign(sign).accounting_for(|cause, other, evidence| {
    let Problem::Length { hyp_len, ref_len, .. } = other else { return Relation::Independent };
    Relation::consequence_if(match cause {
        // At least half of what is missing.
        Problem::EmptyCandidateLines { lines, .. } => {
            2.0 * evidence.share(*lines) >= 1.0 - *hyp_len as f64 / (*ref_len).max(1) as f64
        }
        _ => hyp_len > ref_len,
    })
});

fn find(evidence: &Evidence) -> Option<Finding> {
    let (empty, segments) = (&evidence.segments.empty_candidates, evidence.segments.all);
    if empty.segments > 0 {
        let problem = Problem::EmptyCandidateLines { lines: empty.segments, segments };
        return Some(Finding::new(problem).at(empty.ranges()).with_loss(evidence.share(empty.segments)));
    }
    let lines = (1..).zip(evidence.references).map(|(reference, text)| (text.empty_lines, reference));
    let (lines, reference) = lines.max()?;
    let is_frequent = lines > 0 && lines * SEGMENTS_PER_AFFECTED >= segments;
    (lines > evidence.candidate.empty_lines && is_frequent).then(|| {
        Finding::new(Problem::EmptyReferenceLines { reference, lines, segments }).with_loss(evidence.share(lines))
    })
}

fn sign(survey: &TextSurvey) -> Sign {
    match survey.empty.first() {
        Some(first) => Sign::Clear(Suspicion::EmptyLines { lines: survey.empty.segments, first }),
        None => Sign::Absent,
    }
}
