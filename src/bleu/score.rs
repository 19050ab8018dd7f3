//! A score and its components.

use super::MAX_ORDER;

/// A modified n-gram precision after smoothing, as a fraction. Kept as a fraction because sacreBLEU computes
/// percentages as `100 * numerator / denominator`, which decides the last printed digit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// Correct n-grams, or the number that smoothing put in their place.
    pub numerator: f64,
    /// Candidate n-grams, likewise; never 0.
    pub denominator: f64,
}

impl Precision {
    pub(crate) const ZERO: Precision = Precision { numerator: 0.0, denominator: 1.0 };

    /// The precision, from 0 to 1.
    pub fn value(self) -> f64 {
        self.numerator / self.denominator
    }

    /// The precision as a percentage, from 0 to 100.
    pub fn percent(self) -> f64 {
        let percentage = 100.0 * self.numerator / self.denominator;
        // Add-k with a huge k makes fractions of numbers that are too large to be multiplied.
        if percentage.is_finite() { percentage } else { 100.0 * self.value() }
    }
}

/// A score and its components.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Score {
    /// BLEU, from 0 to 1.
    pub score: f64,
    /// The brevity penalty, from 0 to 1.
    pub bp: f64,
    /// Tokens of the candidate.
    pub hyp_len: u64,
    /// Tokens of the closest references.
    pub ref_len: u64,
    pub(super) order: usize,
    pub(super) effective_order: usize,
    pub(super) counts: [f64; MAX_ORDER],
    pub(super) totals: [f64; MAX_ORDER],
    pub(super) precisions: [Precision; MAX_ORDER],
}

impl Score {
    /// Correct n-grams of each order; under add-k with the k that was added.
    pub fn counts(&self) -> &[f64] {
        &self.counts[..self.order]
    }

    /// Candidate n-grams of each order; under add-k with the k that was added.
    pub fn totals(&self) -> &[f64] {
        &self.totals[..self.order]
    }

    /// The smoothed precision of each order.
    pub fn precisions(&self) -> &[Precision] {
        &self.precisions[..self.order]
    }

    /// Number of orders that went into the score: the definition's, or fewer if it asks for the effective order.
    pub fn orders_used(&self) -> usize {
        self.effective_order
    }

    /// Candidate length divided by reference length; 0 if the latter is 0.
    pub fn ratio(&self) -> f64 {
        if self.ref_len == 0 { 0.0 } else { self.hyp_len as f64 / self.ref_len as f64 }
    }
}
