//! A score and its components.

use super::DEFAULT_ORDER;
#[cfg(feature = "serde")]
use super::MAX_ORDER;
use std::fmt;
use tinyvec::{ArrayVec, TinyVec};

/// A modified n-gram precision after smoothing, as a fraction. Kept as a fraction because sacreBLEU computes
/// percentages as `100 * correct / total`, which decides the last printed digit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Precision {
    /// The numerator: correct n-grams, or the number that smoothing put in their place.
    pub correct: f64,
    /// The denominator: candidate n-grams, or the number that smoothing put in their place; never 0.
    pub total: f64,
}

/// 0.
impl Default for Precision {
    fn default() -> Self {
        Precision::ZERO
    }
}

impl Precision {
    pub(crate) const ZERO: Precision = Precision { correct: 0.0, total: 1.0 };

    /// The precision, from 0 to 1.
    pub fn value(self) -> f64 {
        self.correct / self.total
    }

    /// The precision as a percentage, from 0 to 100.
    pub fn percent(self) -> f64 {
        let percentage = 100.0 * self.correct / self.total;
        // Add-k with a huge k makes fractions of numbers that are too large to be multiplied.
        if percentage.is_finite() { percentage } else { 100.0 * self.value() }
    }
}

/// A score and its components.
///
/// SerializedScore, it has the keys of the program's JSON, which are sacreBLEU's where that has them: `score` for
/// [`value`](Self::value), `counts` for [`correct`](Self::correct), `totals` for [`total`](Self::total).
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    pub(super) value: f64,
    pub(super) bp: f64,
    pub(super) hyp_len: u64,
    pub(super) ref_len: u64,
    pub(super) orders_used: usize,
    pub(super) correct: PerOrder<f64>,
    pub(super) total: PerOrder<f64>,
    pub(super) precisions: PerOrder<Precision>,
}

/// Numbers of each order. The score itself has room for as many as BLEU has as published; more are on the heap.
pub(super) type PerOrder<T> = TinyVec<[T; DEFAULT_ORDER]>;

/// A number for each order, given the number of order n + 1.
#[inline(always)]
pub(super) fn per_order<T: Copy + Default>(order: usize, number: impl Fn(usize) -> T) -> PerOrder<T> {
    if order > DEFAULT_ORDER {
        return (0..order).map(number).collect();
    }
    let mut numbers = [T::default(); DEFAULT_ORDER];
    for (n, place) in numbers[..order].iter_mut().enumerate() {
        *place = number(n);
    }
    TinyVec::Inline(ArrayVec::from_array_len(numbers, order))
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
    pub fn correct(&self) -> &[f64] {
        &self.correct
    }

    /// Candidate n-grams of each order; under add-k with the k that was added.
    pub fn total(&self) -> &[f64] {
        &self.total
    }

    /// The smoothed precision of each order.
    pub fn precisions(&self) -> &[Precision] {
        &self.precisions
    }

    /// Number of orders that went into the score: the definition's, or fewer if it asks for the effective order.
    pub fn orders_used(&self) -> usize {
        self.orders_used
    }

    /// The score and its precisions on the scale from 0 to 100, to be displayed as sacreBLEU's line.
    ///
    /// ```
    /// let score = bleu::Definition::default().corpus_score(&["a b c d e"], bleu::Single(&["a b c d f"]))?;
    /// let line = "66.9 80.0/75.0/66.7/50.0 (BP = 1.000 ratio = 1.000 hyp_len = 5 ref_len = 5)";
    /// assert_eq!(score.percent_line().to_string(), line);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn percent_line(&self) -> PercentLine<'_> {
        PercentLine(self)
    }

    /// The score from 0 to 100. Where it is the geometric mean of the precisions, it is computed in sacreBLEU's order of
    /// operations and equal to the last bit, which decides how ties are rounded: 93.75 is 93.7 there.
    pub fn percent(&self) -> f64 {
        let percentage = 100.0 * self.value;
        let logs: f64 = self.precisions[..self.orders_used].iter().map(|precision| precision.percent().ln()).sum();
        let geometric = self.bp * (logs / self.orders_used as f64).exp();
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

/// A score on the scale from 0 to 100; see [`Score::percent_line`]. It is displayed as in sacreBLEU's lines: one decimal, or
/// as many as the format asks for, then precisions, brevity penalty and lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PercentLine<'a>(&'a Score);

impl fmt::Display for PercentLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let precisions = self.0.precisions().iter().map(|precision| format!("{:.1}", precision.percent()));
        write_line(f, self.0, (self.0.percent(), f.precision().unwrap_or(1)), precisions)
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
        object.serialize_field("counts", self.correct())?;
        object.serialize_field("totals", self.total())?;
        object.serialize_field("bp", &self.bp)?;
        object.serialize_field("ratio", &self.ratio())?;
        object.serialize_field("hyp_len", &self.hyp_len)?;
        object.serialize_field("ref_len", &self.ref_len)?;
        object.end()
    }
}

/// The form in which a score is read back: its ratio follows from the lengths.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(expecting = "a score: score, precisions, counts, totals, bp, hyp_len, ref_len")]
struct SerializedScore {
    score: f64,
    precisions: Vec<f64>,
    counts: Vec<f64>,
    totals: Vec<f64>,
    bp: f64,
    hyp_len: u64,
    ref_len: u64,
}

/// A score with the same numbers. Precisions are fractions of the counts where these give them; orders beyond the last with
/// an n-gram were not used, unless the score is 0.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Score {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SerializedScore { score, precisions, counts, totals, bp, hyp_len, ref_len } =
            serde::Deserialize::deserialize(deserializer)?;
        let order = precisions.len();
        let is_valid = (1..=MAX_ORDER).contains(&order) && [counts.len(), totals.len()] == [order; 2];
        if !is_valid {
            return Err(serde::de::Error::custom("precisions, counts and totals have a number for each order"));
        }
        let used = totals.iter().rposition(|&total| total > 0.0).map_or(order, |last| last + 1);
        let precision = |((value, &correct), &total): ((f64, &f64), &f64)| match (Precision { correct, total }) {
            fraction if fraction.value() == value => fraction,
            _ => Precision { correct: value, total: 1.0 },
        };
        let precisions = precisions.into_iter().zip(&counts).zip(&totals).map(precision).collect();
        Ok(Score {
            value: score,
            bp,
            hyp_len,
            ref_len,
            orders_used: if score > 0.0 { used } else { order },
            correct: counts.as_slice().into(),
            total: totals.as_slice().into(),
            precisions,
        })
    }
}
