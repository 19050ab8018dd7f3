//! The factors of a score: for each order its precision, its weight, and how smoothing changed it.

use crate::bleu::scoring::{Definition, Score, Statistics};
use crate::bleu::scoring::{Precision, Smoothing};

/// The factor of one order in the product `BP * p_1^w_1 * p_2^w_2 * ...`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OrderTerm {
    /// Length of the n-grams.
    pub order: usize,
    /// Exponent, from 0 to 1; 0 for an order that does not count. The exponents sum to 1, or to 0 if no order counts.
    pub weight: f64,
    /// Correct n-grams, before smoothing.
    #[cfg_attr(feature = "serde", serde(rename = "count"))]
    pub correct: u64,
    /// Candidate n-grams, before smoothing.
    pub total: u64,
    /// Precision in the product, after smoothing.
    pub precision: Precision,
    /// How the precision follows from the counts.
    pub smoothing: SmoothingApplied,
}

/// How a precision follows from its counts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum SmoothingApplied {
    /// None: the precision is correct / total.
    Unchanged,
    /// `exp`, at the i-th order without a match: the precision is 1 / (2^i * total).
    Exp(u32),
    /// `floor`: this value replaces the count 0.
    Floor(f64),
    /// `add-k`: this value was added to both counts.
    AddK(f64),
    /// No match, and no smoothing that applies: the precision is 0.
    Zero,
    /// No n-grams, because every candidate segment is shorter than the order: the precision is 0.
    NoNgrams,
    /// Omitted by the effective order, because every candidate segment is shorter than the order.
    Omitted,
}

impl OrderTerm {
    /// Breaks down `score`, which `definition` computed from `statistics`; order 1 first.
    ///
    /// The score is the brevity penalty times the product of `precision ^ weight`; 0 if a precision with a weight is 0.
    pub(crate) fn all(definition: &Definition, statistics: &Statistics, score: &Score) -> Vec<OrderTerm> {
        let order = definition.order();
        let no_match = statistics.correct().iter().take(order).all(|&count| count == 0);
        let weight = |n: usize| definition.formula().weight(n);
        let sum: f64 = (0..score.orders_used()).map(weight).sum();
        let mut orders_without_match = 0;
        let term = |n: usize| {
            let [correct, total] = statistics.counts(n);
            let is_omitted = n >= score.orders_used();
            let smoothing = match () {
                () if is_omitted => SmoothingApplied::Omitted,
                () if no_match && total == 0 => SmoothingApplied::NoNgrams,
                () if no_match => SmoothingApplied::Zero,
                () => SmoothingApplied::new(definition.smoothing(), n, [correct, total], &mut orders_without_match),
            };
            let weight = if is_omitted || sum == 0.0 { 0.0 } else { weight(n) / sum };
            OrderTerm { order: n + 1, weight, correct, total, precision: score.precisions()[n], smoothing }
        };
        (0..order).map(term).collect()
    }
}

impl SmoothingApplied {
    /// The smoothing of the precision of order n + 1, in a score with matches, given its correct n-grams and all. Also counts
    /// the orders without a match.
    fn new(smoothing: Smoothing, n: usize, [correct, total]: [u64; 2], orders_without_match: &mut u32) -> Self {
        match smoothing {
            Smoothing::AddK(k) if n > 0 && k > 0.0 => SmoothingApplied::AddK(k),
            Smoothing::AddKAll(k) if k > 0.0 => SmoothingApplied::AddK(k),
            _ if correct > 0 => SmoothingApplied::Unchanged,
            _ if total == 0 => SmoothingApplied::NoNgrams,
            Smoothing::Exp => {
                *orders_without_match += 1;
                SmoothingApplied::Exp(*orders_without_match)
            }
            Smoothing::Floor(value) => SmoothingApplied::Floor(value),
            _ => SmoothingApplied::Zero,
        }
    }
}
