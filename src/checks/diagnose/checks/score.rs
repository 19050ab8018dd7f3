//! The reason for a score of 0 or 1.
//!
//! | `score of 0`, `score of 1` | the reason for such a score |

use super::{Check, Definition, Evidence, Finding, Problem, Text};
use crate::bleu::scoring::Statistics;
use crate::checks::diagnose::problem::ZeroScore;

pub const ZERO: Check = Check::new(score_of_zero);
pub const ONE: Check = Check::new(score_of_one);

fn score_of_zero(evidence: &Evidence) -> Option<Finding> {
    let (hyp_len, ref_len) = (evidence.score.hyp_len(), evidence.score.ref_len());
    if evidence.score.value() > 0.0 {
        return None;
    }
    let reason = reason_of_zero(evidence.definition, evidence.statistics);
    // The cause of a score of 0 comes first if another check finds it.
    Some(Finding::new(Problem::ScoreOfZero { reason, hyp_len, ref_len }).with_loss(1.0))
}

/// Why the score of these statistics is 0.
pub fn reason_of_zero(definition: &Definition, sum: &Statistics) -> ZeroScore {
    let score = definition.evaluate(sum);
    if sum.hyp_len() == 0 {
        return ZeroScore::NoToken;
    }
    if sum.counts(0)[0] == 0 {
        return ZeroScore::NoCorrectToken;
    }
    let mut orders = (1..=score.orders_used()).filter(|n| definition.formula().weight(n - 1) > 0.0);
    match orders.find(|n| score.precisions()[n - 1].correct == 0.0) {
        Some(order) if sum.counts(order - 1)[1] == 0 => ZeroScore::NoNgram { order },
        Some(order) => no_correct(definition, order, sum),
        None => ZeroScore::TooShort,
    }
}

/// The fact that no n-gram of an order is correct. Then no longer one can be.
pub fn no_correct(definition: &Definition, order: usize, sum: &Statistics) -> ZeroScore {
    let orders = definition.evaluate(sum).orders_used();
    ZeroScore::NoCorrectNgram {
        order,
        total: sum.counts(order - 1)[1],
        has_longer: order < orders && sum.counts(order)[1] > 0,
        has_all_orders: (0..orders).all(|n| sum.counts(n)[1] > 0),
    }
}

fn score_of_one(evidence: &Evidence) -> Option<Finding> {
    if evidence.score.value() < 1.0 {
        return None;
    }
    let segments = evidence.segments();
    let is_identical = |line: &usize| evidence.pairs(Text::Candidate, *line).any(|(own, other)| own.text == other.text);
    let identical = (0..evidence.candidate.records.len()).filter(is_identical).count() as u64;
    Some(Finding::new(Problem::ScoreOfOne { identical, segments }))
}
