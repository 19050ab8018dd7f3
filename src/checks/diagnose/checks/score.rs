//! The reason for a score of 0 or 1.
//!
//! | `score of 0`, `score of 1` | the reason for such a score |

use super::{Advice, Check, Definition, Evidence, Finding, Problem, Text};
use crate::bleu::scoring::{Score, Statistics};

pub const ZERO: Check = Check::new("score of 0", "the score is 0", score_of_zero);
pub const ONE: Check = Check::new("score of 1", "the candidate equals its references", score_of_one);

fn score_of_zero(evidence: &Evidence) -> Option<Finding> {
    let (hyp_len, ref_len) = (evidence.score.hyp_len(), evidence.score.ref_len());
    if evidence.score.value() > 0.0 {
        return None;
    }
    let (reason, advice) = reason_of_zero(evidence.definition, evidence.statistics);
    // The cause of a score of 0 comes first if another check finds it.
    let loss = if hyp_len == 0 { 1.0 } else { 0.5 };
    let finding = Finding::new(Problem::ScoreOfZero, reason, advice).with_loss(loss);
    Some(finding.count("hyp_len", hyp_len).count("ref_len", ref_len))
}

/// Why the score of these statistics is 0, and what raises it.
pub fn reason_of_zero(definition: &Definition, sum: &Statistics) -> (String, Advice) {
    let score = definition.evaluate(sum);
    if sum.hyp_len() == 0 {
        return ("the candidate has no tokens".into(), "is it the right file?".into());
    }
    if sum.counts(0)[0] == 0 {
        let reason = format!("no token is correct (0 of {})", sum.hyp_len());
        return (reason, "do the files belong together?".into());
    }
    let mut orders = (1..=score.orders_used()).filter(|n| definition.formula().weight(n - 1) > 0.0);
    match orders.find(|n| score.precisions()[n - 1].correct == 0.0) {
        Some(n) if sum.counts(n - 1)[1] == 0 => {
            (format!("no segment has {n} tokens, and therefore no {n}-gram"), Advice::EffectiveOrder(n - 1))
        }
        Some(n) if (0..score.orders_used()).all(|n| sum.counts(n)[1] > 0) => {
            (no_correct(n, &score, sum), Advice::Smoothing)
        }
        Some(n) => (no_correct(n, &score, sum), "smoothing by exp raises it, with an effective order".into()),
        None => {
            let reason = format!("the candidate is too short: {} tokens against {}", sum.hyp_len(), sum.ref_len());
            (reason, "is text missing?".into())
        }
    }
}

/// Says that no n-gram of an order is correct. Then no longer one can be.
pub fn no_correct(order: usize, score: &Score, sum: &Statistics) -> String {
    let has_longer = order < score.orders_used() && sum.counts(order)[1] > 0;
    let longer = if has_longer { ", nor any longer n-gram" } else { "" };
    format!("no {order}-gram is correct (0 of {}){longer}", sum.counts(order - 1)[1])
}

fn score_of_one(evidence: &Evidence) -> Option<Finding> {
    if evidence.score.value() < 1.0 {
        return None;
    }
    let segments = evidence.segments();
    let is_identical = |line: &usize| evidence.pairs(Text::Candidate, *line).any(|(own, other)| own.text == other.text);
    let identical = (0..evidence.candidate.records.len()).filter(is_identical).count() as u64;
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
