//! The reason for a score of 0 or 1.

use super::Evidence;
use crate::bleu::Score;
use crate::diagnose::finding::Finding;
use crate::explain::{OrderTerm, SmoothingApplied};

pub fn score_of_zero(e: &Evidence) -> Option<Finding> {
    let Score { score, hyp_len, ref_len, .. } = *e.score;
    if score > 0.0 {
        return None;
    }
    let (evidence, advice) = if hyp_len == 0 {
        ("the candidate has no tokens".into(), "is it the right file?".into())
    } else if e.terms.iter().all(|term| term.correct == 0) {
        (
            "no token of the candidate is in its references, so no smoothing helps".into(),
            "do the files belong together?".into(),
        )
    } else {
        match e.terms.iter().find(|term| term.weight > 0.0 && term.precision.numerator == 0.0) {
            Some(OrderTerm { order, smoothing: SmoothingApplied::NoNgrams, .. }) => (
                format!("no line of the candidate has {order} tokens, so there are no {order}-grams"),
                format!("--effective-order omits such orders, --max-order {} avoids them", order - 1),
            ),
            Some(OrderTerm { order, total, .. }) => (
                format!(
                    "none of the candidate's {total} {order}-grams is correct, and smoothing does not raise their \
                     precision above 0"
                ),
                "--smooth exp does".into(),
            ),
            None => (
                format!("the brevity penalty is 0: the candidate has {hyp_len} tokens, its references have {ref_len}"),
                String::from("is text missing?"),
            ),
        }
    };
    let finding = Finding::new("score of 0", evidence, advice).count("hyp_len", hyp_len).count("ref_len", ref_len);
    // The cause of a score of 0 comes first if another check finds it.
    Some(if hyp_len == 0 { finding } else { finding.costs(0.5) })
}

pub fn score_of_one(e: &Evidence) -> Option<Finding> {
    if e.score.score < 1.0 {
        return None;
    }
    let (identical, segments) = (e.segments.identical, e.segments.all);
    let finding = if identical == segments {
        let evidence = "every candidate line is identical to a reference line of its segment";
        Finding::new("score of 1", evidence, "is this the intended file?")
    } else {
        let evidence = format!(
            "every n-gram that counts is correct and the candidate is long enough, but only {identical} of {segments} \
             candidate lines are identical to a reference line"
        );
        let advice = "the others differ in ways that this score does not see, such as spaces or the order of n-grams";
        Finding::new("score of 1", evidence, advice)
    };
    Some(finding.count("identical", identical).count("segments", segments))
}
