//! Notes on surprising scores of other tools' formulas.

use crate::rules::{Aggregation, ZeroOrders};
use crate::{Definition, Smoothing, Tally};

const LEFT_OUT: &str = "ignores such orders";
const ALMOST_0: &str = "uses the smallest positive number as their precision, so the score is almost 0";

/// Returns the surprises of a score, one sentence each.
pub fn of(definition: &Definition, tally: &Tally) -> Vec<String> {
    let Some(tool) = definition.tool() else { return Vec::new() };
    let (sum, rules, score) = (tally.sum(), definition.rules(), tally.score(definition).score);
    if sum.hyp_len() == 0 || rules.aggregation == Aggregation::MeanOfSegments {
        return above_1(tool.name(), score).into_iter().collect();
    }
    let orders = definition.order();
    let (correct, total) = (&sum.correct()[..orders], &sum.total()[..orders]);
    let mut found = Vec::new();
    let missing = |n: usize| sum.hyp_len() <= n as u64 || total[n] == 0;
    if let Some(n) = (0..orders).find(|&n| missing(n)) {
        let effect = match rules.zero_orders {
            ZeroOrders::Zero | ZeroOrders::ZeroEvenIfSmoothed => "scores 0",
            ZeroOrders::LeftOut => match definition.smoothing() {
                Smoothing::None => LEFT_OUT,
                Smoothing::ChenCherry(0) => ALMOST_0,
                _ => "smooths such orders as if they had one n-gram",
            },
            ZeroOrders::EmptyCountAsOne => "counts the precision of such orders as 1",
            ZeroOrders::Smoothed => "smooths such orders like others",
        };
        found.push(format!("the candidate has no {}-gram; {tool} {effect}", n + 1));
    } else if let Some(n) = (0..orders).find(|&n| correct[n] == 0) {
        let effect = match (rules.zero_orders, definition.smoothing()) {
            (ZeroOrders::Zero, Smoothing::None) | (ZeroOrders::ZeroEvenIfSmoothed, _) => "scores 0",
            (ZeroOrders::LeftOut, Smoothing::None) => LEFT_OUT,
            (ZeroOrders::LeftOut, Smoothing::ChenCherry(0)) => ALMOST_0,
            _ => "smooths such orders",
        };
        found.push(format!("no {}-gram is correct (0 of {}); {tool} {effect}", n + 1, total[n]));
    }
    let is_perfect =
        correct.iter().zip(total).all(|(correct, total)| correct == total) && sum.hyp_len() >= sum.ref_len();
    if is_perfect && score < 1.0 - 1e-6 {
        found.push(format!("every n-gram is correct, but {tool} scores {score:.4}, not 1"));
    }
    found.extend(above_1(tool.name(), score));
    found
}

fn above_1(tool: &str, score: f64) -> Option<String> {
    (score > 1.0 + 1e-9).then(|| format!("{tool}'s formula gives {score:.4}, more than 1"))
}
