//! Notes on surprising scores of other tools' formulas.

use crate::bleu::scoring::CorpusTotals;
use crate::bleu::scoring::rules::{Aggregation, ZeroOrders};
use crate::bleu::scoring::{Definition, Smoothing, Statistics};

const LEFT_OUT: &str = "ignores such orders";
const SMALLEST_NUMBER: &str = "uses the smallest positive number as their precision";

/// Scores below it are printed as 0.
const ALMOST_0: f64 = 5e-5;

/// Returns the surprises of a score, one sentence each.
pub fn surprises(definition: &Definition, totals: &CorpusTotals) -> Vec<String> {
    let Some(tool) = definition.tool() else { return Vec::new() };
    let score = totals.evaluate(definition.formula()).value();
    let mut found = Vec::new();
    if totals.sum().hyp_len() > 0 {
        if definition.formula().rules().aggregation == Aggregation::Corpus {
            let is_tiny = score > 0.0 && score < ALMOST_0;
            let result = if is_tiny { ", so the score is almost 0" } else { "" };
            let order = missing_order(definition, &totals.sum());
            found.extend(order.map(|(order, effect)| format!("{order}; {tool} {effect}{result}")));
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

/// Returns the shortest order that has no n-gram, or no correct one, and its effect on the score. An order of weight 0 has none,
/// except in tools that score 0 without regard to weights.
fn missing_order(definition: &Definition, sum: &Statistics) -> Option<(String, &'static str)> {
    let (orders, zero_orders) = (definition.order(), definition.formula().rules().zero_orders);
    let (correct, total) = (&sum.correct()[..orders], &sum.total()[..orders]);
    if zero_orders == ZeroOrders::LeftOut && correct[0] == 0 {
        return Some((format!("no token is correct (0 of {})", total[0]), "scores 0"));
    }
    let ignores_weights = zero_orders == ZeroOrders::ZeroEvenIfSmoothed;
    let counts = |n: &usize| ignores_weights || definition.formula().weight(*n) > 0.0;
    let is_absent = |n: usize| sum.hyp_len() <= n as u64 || total[n] == 0;
    if let Some(n) = (0..orders).filter(counts).find(|&n| is_absent(n)) {
        let effect = match zero_orders {
            ZeroOrders::Zero | ZeroOrders::ZeroEvenIfSmoothed => "scores 0",
            ZeroOrders::LeftOut => match definition.smoothing() {
                Smoothing::None => LEFT_OUT,
                Smoothing::ChenCherry(0) => SMALLEST_NUMBER,
                _ => "smooths such orders as if they had one n-gram",
            },
            ZeroOrders::EmptyCountAsOne => "counts the precision of such orders as 1",
            ZeroOrders::Smoothed => "smooths such orders like others",
        };
        return Some((format!("the candidate has no {}-gram", n + 1), effect));
    }
    let n = (0..orders).filter(counts).find(|&n| correct[n] == 0)?;
    let effect = match (zero_orders, definition.smoothing()) {
        (ZeroOrders::Zero, Smoothing::None) | (ZeroOrders::ZeroEvenIfSmoothed, _) => "scores 0",
        (ZeroOrders::LeftOut, Smoothing::None) => LEFT_OUT,
        (ZeroOrders::LeftOut, Smoothing::ChenCherry(0)) => SMALLEST_NUMBER,
        _ => "smooths such orders",
    };
    Some((format!("no {}-gram is correct (0 of {})", n + 1, total[n]), effect))
}
