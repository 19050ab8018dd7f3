//! The reason for a score of 0 or 1.
//!
//! | `score of 0`, `score of 1` | the reason for such a score |

use super::{Advice, Check, Evidence, Finding, Problem, Segment};
use crate::explain::{OrderTerm, SmoothingApplied};

pub const ZERO: Check = Check::new("score of 0", "the score is 0", score_of_zero);
pub const ONE: Check = Check::new("score of 1", "the candidate equals its references", score_of_one);

fn score_of_zero(evidence: &Evidence) -> Option<Finding> {
    let (hyp_len, ref_len) = (evidence.score.hyp_len(), evidence.score.ref_len());
    if evidence.score.value() > 0.0 {
        return None;
    }
    let (reason, advice) = zero_reason(evidence);
    // The cause of a score of 0 comes first if another check finds it.
    let loss = if hyp_len == 0 { 1.0 } else { 0.5 };
    let finding = Finding::new(Problem::ScoreOfZero, reason, advice).with_loss(loss);
    Some(finding.count("hyp_len", hyp_len).count("ref_len", ref_len))
}

fn zero_reason(evidence: &Evidence) -> (String, Advice) {
    let (hyp_len, ref_len) = (evidence.score.hyp_len(), evidence.score.ref_len());
    if hyp_len == 0 {
        return ("the candidate has no tokens".into(), "is it the right file?".into());
    }
    let terms = OrderTerm::all(evidence.definition, evidence.statistics, evidence.score);
    if terms.iter().all(|term| term.correct == 0) {
        let reason = "no token of the candidate is in its references, so no smoothing helps";
        return (reason.into(), "do the files belong together?".into());
    }
    match terms.iter().find(|term| term.weight > 0.0 && term.precision.correct == 0.0) {
        Some(&OrderTerm { order, smoothing: SmoothingApplied::NoNgrams, .. }) => (
            format!("no line of the candidate has {order} tokens, so there are no {order}-grams"),
            Advice::EffectiveOrder(order - 1),
        ),
        Some(OrderTerm { order, total, .. }) => (
            format!(
                "none of the candidate's {total} {order}-grams is correct, and smoothing does not raise their precision \
                 above 0"
            ),
            Advice::Smoothing,
        ),
        None => (
            format!("the brevity penalty is 0: the candidate has {hyp_len} tokens, its references have {ref_len}"),
            "is text missing?".into(),
        ),
    }
}

fn score_of_one(evidence: &Evidence) -> Option<Finding> {
    if evidence.score.value() < 1.0 {
        return None;
    }
    let segments = evidence.segments();
    let is_identical = |segment: &Segment| segment.any_reference(|line| line.text == segment.line.text);
    let identical = evidence.segments_that(is_identical).segments;
    let (reason, advice) = if identical == segments {
        let reason = "every candidate line is identical to a reference line of its segment";
        (reason.into(), "is this the intended file?")
    } else {
        let reason = format!(
            "every n-gram that counts is correct and the candidate is long enough, but only {identical} of {segments} \
             candidate lines are identical to a reference line"
        );
        (reason, "the others differ in ways that this score does not see, such as spaces or the order of n-grams")
    };
    let finding = Finding::new(Problem::ScoreOfOne, reason, advice);
    Some(finding.count("identical", identical).count("segments", segments))
}
