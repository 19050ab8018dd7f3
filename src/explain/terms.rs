//! A score as the product it is: for each order its precision, its weight, and what was done to it.

use crate::bleu::{Metric, Precision, Score, Smoothing, Statistics};

/// One order's part of the product `BP * p_1^w_1 * p_2^w_2 * ...`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The length of the n-grams.
    pub order: usize,
    /// The exponent, from 0 to 1; those of all orders add up to 1, unless no order counts. 0 for an order that does
    /// not count.
    pub weight: f64,
    /// Correct n-grams, as counted.
    pub correct: u64,
    /// Candidate n-grams, as counted.
    pub total: u64,
    /// The precision that went into the product.
    pub precision: Precision,
    /// How it came from the counts.
    pub treatment: Treatment,
}

/// How a precision came from the counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Treatment {
    /// It is correct / total.
    AsCounted,
    /// No n-gram is correct; this is the i-th such order, and smoothing `exp` puts 1 / (2^i * total).
    Halved(u32),
    /// No n-gram is correct; smoothing `floor` puts this in place of 0.
    Floored(f64),
    /// Smoothing `add-k` added this to both counts.
    Added(f64),
    /// No n-gram is correct, and nothing is done about it.
    Zero,
    /// There is no n-gram of this order: all candidates are shorter. The precision counts as 0.
    Absent,
    /// Left out, by the effective order: all candidates are shorter.
    LeftOut,
}

/// The terms of `score`, which `metric` made of `statistics`: one for each order, that of order 1 first.
///
/// The score is the brevity penalty times the product of `precision ^ weight`; 0 where a precision with a weight is 0.
pub fn terms(metric: &Metric, statistics: &Statistics, score: &Score) -> Vec<Term> {
    let order = metric.order;
    let hopeless = statistics.correct[..order].iter().all(|&count| count == 0);
    let weight = |n: usize| metric.weights.as_ref().map_or(1.0, |weights| weights.as_slice()[n]);
    let sum: f64 = (0..score.effective_order()).map(weight).sum();
    let mut halvings = 0;
    let term = |n: usize| {
        let (correct, total) = (statistics.correct[n], statistics.total[n]);
        let left_out = n >= score.effective_order();
        let treatment = match metric.smoothing {
            _ if left_out => Treatment::LeftOut,
            _ if hopeless => if_any(total, Treatment::Zero),
            Smoothing::AddK(k) if n > 0 && k > 0.0 => Treatment::Added(k),
            _ if correct > 0 => Treatment::AsCounted,
            _ if total == 0 => Treatment::Absent,
            Smoothing::Exp => {
                halvings += 1;
                Treatment::Halved(halvings)
            }
            Smoothing::Floor(value) => Treatment::Floored(value),
            Smoothing::AddK(_) | Smoothing::None => Treatment::Zero,
        };
        let weight = if left_out || sum == 0.0 { 0.0 } else { weight(n) / sum };
        Term { order: n + 1, weight, correct, total, precision: score.precisions()[n], treatment }
    };
    (0..order).map(term).collect()
}

fn if_any(total: u64, treatment: Treatment) -> Treatment {
    if total == 0 { Treatment::Absent } else { treatment }
}
