//! A score and its components.

use super::MAX_ORDER;
use std::fmt;

/// A modified n-gram precision after smoothing, as a fraction. Kept as a fraction because sacreBLEU computes
/// percentages as `100 * numerator / denominator`, which decides the last printed digit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
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
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    pub(super) value: f64,
    pub(super) bp: f64,
    pub(super) hyp_len: u64,
    pub(super) ref_len: u64,
    pub(super) order: usize,
    pub(super) effective_order: usize,
    pub(super) counts: [f64; MAX_ORDER],
    pub(super) totals: [f64; MAX_ORDER],
    pub(super) precisions: [Precision; MAX_ORDER],
}

impl Score {
    /// BLEU, from 0 to 1; higher only by some methods of [`Smoothing::ChenCherry`](super::Smoothing::ChenCherry).
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The same components with another BLEU, such as a mean.
    pub(crate) fn with_value(self, value: f64) -> Score {
        Score { value, ..self }
    }

    /// The brevity penalty, from 0 to 1.
    pub fn bp(&self) -> f64 {
        self.bp
    }

    /// Tokens of the candidate.
    pub fn hyp_len(&self) -> u64 {
        self.hyp_len
    }

    /// Reference length, by the rule of the definition; that of the closest references by default.
    pub fn ref_len(&self) -> u64 {
        self.ref_len
    }

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

    /// The score and its precisions on the scale from 0 to 100, to be displayed as sacreBLEU's line.
    ///
    /// ```
    /// let score = bleu::Definition::default().corpus_score(&["a b c d e"], &[["a b c d f"]])?;
    /// let line = "66.9 80.0/75.0/66.7/50.0 (BP = 1.000 ratio = 1.000 hyp_len = 5 ref_len = 5)";
    /// assert_eq!(score.percent().to_string(), line);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn percent(&self) -> Percent<'_> {
        Percent(self)
    }

    /// The score from 0 to 100. Where it is the geometric mean of the precisions, it is computed in sacreBLEU's order of
    /// operations and equal to the last bit, which decides how ties are rounded: 93.75 is 93.7 there.
    pub fn percentage(&self) -> f64 {
        let percentage = 100.0 * self.value;
        let logs: f64 = self.precisions[..self.effective_order].iter().map(|precision| precision.percent().ln()).sum();
        let geometric = self.bp * (logs / self.effective_order as f64).exp();
        // Weighted scores, means of scores and zeros are not.
        if (geometric - percentage).abs() < 1e-10 { geometric } else { percentage }
    }

    /// Candidate length divided by reference length; 0 if the latter is 0.
    pub fn ratio(&self) -> f64 {
        if self.ref_len == 0 { 0.0 } else { self.hyp_len as f64 / self.ref_len as f64 }
    }
}

/// The score with 4 decimals, or as many as the format asks for, then precisions, brevity penalty and lengths:
/// `0.6687 0.800/0.750/0.667/0.500 (BP = 1.000 ratio = 1.000 hyp_len = 5 ref_len = 5)`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let precisions = self.precisions().iter().map(|precision| format!("{:.3}", precision.value()));
        write_line(f, self, (self.value, f.precision().unwrap_or(4)), precisions)
    }
}

/// A score on the scale from 0 to 100; see [`Score::percent`]. It is displayed as in sacreBLEU's lines: one decimal, or
/// as many as the format asks for, then precisions, brevity penalty and lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percent<'a>(&'a Score);

impl fmt::Display for Percent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let precisions = self.0.precisions().iter().map(|precision| format!("{:.1}", precision.percent()));
        write_line(f, self.0, (self.0.percentage(), f.precision().unwrap_or(1)), precisions)
    }
}

/// Writes a score, given its number, number of decimals, and precisions.
fn write_line(
    f: &mut fmt::Formatter,
    score: &Score,
    (number, decimals): (f64, usize),
    precisions: impl Iterator<Item = String>,
) -> fmt::Result {
    let precisions = precisions.collect::<Vec<_>>().join("/");
    let Score { bp, hyp_len, ref_len, .. } = score;
    let ratio = score.ratio();
    write!(
        f,
        "{number:.decimals$} {precisions} (BP = {bp:.3} ratio = {ratio:.3} hyp_len = {hyp_len} ref_len = {ref_len})"
    )
}

/// The value.
#[cfg(feature = "serde")]
impl serde::Serialize for Precision {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

/// The score, its parts, and their ratio, with the keys of the program's JSON.
#[cfg(feature = "serde")]
impl serde::Serialize for Score {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("Score", 8)?;
        object.serialize_field("score", &self.value)?;
        object.serialize_field("precisions", self.precisions())?;
        object.serialize_field("counts", self.counts())?;
        object.serialize_field("totals", self.totals())?;
        object.serialize_field("bp", &self.bp)?;
        object.serialize_field("ratio", &self.ratio())?;
        object.serialize_field("hyp_len", &self.hyp_len)?;
        object.serialize_field("ref_len", &self.ref_len)?;
        object.end()
    }
}
