//! The reason for a score of 0 or 1.

use super::Check;
use crate::bleu::Score;
use crate::diagnose::evidence::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::{Problem, ZeroReason};
use crate::explain::{OrderTerm, SmoothingApplied};

pub const ZERO: Check = Check::new(score_of_zero);
pub const ONE: Check = Check::new(score_of_one);

fn score_of_zero(evidence: &Evidence) -> Option<Finding> {
    let Score { score, hyp_len, ref_len, .. } = *evidence.score;
    if score > 0.0 {
        return None;
    }
    let reason = zero_reason(evidence);
    let finding = Finding::new(Problem::ScoreOfZero { reason, hyp_len, ref_len });
    // The cause of a score of 0 comes first if another check finds it.
    Some(if reason == ZeroReason::NoTokens { finding } else { finding.with_loss(0.5) })
}

fn zero_reason(evidence: &Evidence) -> ZeroReason {
    if evidence.score.hyp_len == 0 {
        return ZeroReason::NoTokens;
    }
    if evidence.terms.iter().all(|term| term.correct == 0) {
        return ZeroReason::NoMatch;
    }
    match evidence.terms.iter().find(|term| term.weight > 0.0 && term.precision.numerator == 0.0) {
        Some(&OrderTerm { order, smoothing: SmoothingApplied::NoNgrams, .. }) => ZeroReason::NoNgrams { order },
        Some(&OrderTerm { order, total, .. }) => ZeroReason::NotSmoothed { order, total },
        None => ZeroReason::BrevityPenalty,
    }
}

fn score_of_one(evidence: &Evidence) -> Option<Finding> {
    let (identical, segments) = (evidence.segments.identical, evidence.segments.all);
    (evidence.score.score >= 1.0).then(|| Finding::new(Problem::ScoreOfOne { identical, segments }))
}
