//! Notes on surprising scores of other tools' formulas.

use crate::bleu::CorpusTotals;
use crate::bleu::rules::{Aggregation, ZeroOrders};
use crate::{Definition, Smoothing, Statistics};

const LEFT_OUT: &str = "ignores such orders";
const ALMOST_0: &str = "uses the smallest positive number as their precision, so the score is almost 0";

/// Returns the surprises of a score, one sentence each.
pub fn surprises(definition: &Definition, totals: &CorpusTotals) -> Vec<String> {
    let Some(tool) = definition.tool() else { return Vec::new() };
    let score = totals.evaluate(definition.formula()).value();
    let mut found = Vec::new();
    if totals.sum().hyp_len() > 0 {
        if definition.formula().rules().aggregation == Aggregation::Corpus {
            found.extend(
                missing_order(definition, &totals.sum()).map(|(order, effect)| format!("{order}; {tool} {effect}")),
            );
        }
        if totals.is_perfect() && score < 1.0 - 1e-6 {
            found.push(format!("every n-gram is correct, but {tool} scores {score:.4}, not 1"));
        }
    }
    if score > 1.0 + 1e-9 {
        found.push(format!("{tool}'s formula gives {score:.4}, more than 1"));
    }
    found
}

/// Returns the shortest order that has no n-gram, or no correct one, and its effect on the score.
fn missing_order(definition: &Definition, sum: &Statistics) -> Option<(String, &'static str)> {
    let (orders, zero_orders) = (definition.order(), definition.formula().rules().zero_orders);
    let (correct, total) = (&sum.correct()[..orders], &sum.total()[..orders]);
    let is_absent = |n: usize| sum.hyp_len() <= n as u64 || total[n] == 0;
    if let Some(n) = (0..orders).find(|&n| is_absent(n)) {
        let effect = match zero_orders {
            ZeroOrders::Zero | ZeroOrders::ZeroEvenIfSmoothed => "scores 0",
            ZeroOrders::LeftOut => match definition.smoothing() {
                Smoothing::None => LEFT_OUT,
                Smoothing::ChenCherry(0) => ALMOST_0,
                _ => "smooths such orders as if they had one n-gram",
            },
            ZeroOrders::EmptyCountAsOne => "counts the precision of such orders as 1",
            ZeroOrders::Smoothed => "smooths such orders like others",
        };
        return Some((format!("the candidate has no {}-gram", n + 1), effect));
    }
    let n = (0..orders).find(|&n| correct[n] == 0)?;
    let effect = match (zero_orders, definition.smoothing()) {
        (ZeroOrders::Zero, Smoothing::None) | (ZeroOrders::ZeroEvenIfSmoothed, _) => "scores 0",
        (ZeroOrders::LeftOut, Smoothing::None) => LEFT_OUT,
        (ZeroOrders::LeftOut, Smoothing::ChenCherry(0)) => ALMOST_0,
        _ => "smooths such orders",
    };
    Some((format!("no {}-gram is correct (0 of {})", n + 1, total[n]), effect))
}
