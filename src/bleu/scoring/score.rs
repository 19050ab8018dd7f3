//! A score and its components.

use super::DEFAULT_ORDER;
use crate::bleu::error::Error;
#[cfg(feature = "serde")]
use crate::bleu::ngram::MAX_ORDER;
use std::cmp::Ordering;
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

/// By the value; equal values by the numerator.
impl PartialOrd for Precision {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.value().partial_cmp(&other.value())?.then(self.correct.partial_cmp(&other.correct)?))
    }
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

/// A score and its components. Scores are ordered by their [`value`](Self::value); equal values by the components, so that
/// only equal scores compare as equal.
///
/// Serialized, it has the [keys of all JSON](crate#json); `score` is [`value`](Self::value). To read back the same score, there
/// are also `orders_used` and `fractions`, the precisions as pairs of numbers. The crate `serde_json` needs its feature
/// `float_roundtrip` to read floating-point numbers to the last digit.
///
/// ```
/// let definition = bleu::Definition::default();
/// let score = |candidate| definition.sentence_score(candidate, &["a b c d f"]);
/// assert!(score("a b c d e")? < score("a b c d f")?);
/// assert_eq!(["a b c d e", "a b c d f"].map(|text| score(text).ok()).into_iter().max(), Some(score("a b c d f").ok()));
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, PartialOrd)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "SerializedScore", into = "SerializedScore")
)]
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

/// The numbers of each order up to a highest one, made all at once for the usual order: scores of segments are many.
#[inline]
pub(super) fn per_order<T: Default>(order: usize, number: impl Fn(usize) -> T) -> PerOrder<T> {
    match order <= DEFAULT_ORDER {
        true => TinyVec::Inline(ArrayVec::from_array_len(std::array::from_fn(number), order)),
        false => (0..order).map(number).collect(),
    }
}

impl Score {
    /// BLEU, from 0 to 1; higher only by some methods of [`Smoothing::ChenCherry`](super::Smoothing::ChenCherry).
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The brevity penalty, from 0 to 1.
    pub fn bp(&self) -> f64 {
        self.bp
    }

    /// Tokens of the candidate.
    pub fn hyp_len(&self) -> u64 {
        self.hyp_len
    }

    /// Reference length, by the rule of the definition; by default, of the closest references.
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
}

/// No number of a score is NaN.
impl Eq for Score {}

#[expect(
    clippy::derive_ord_xor_partial_ord,
    reason = "no number of a score is NaN, so that the derived order is total"
)]
impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.partial_cmp(other).unwrap_or(Ordering::Equal)
    }
}

impl Score {
    /// The same components with another BLEU, such as a mean.
    pub(crate) fn with_value(self, value: f64) -> Score {
        Score { value, ..self }
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

/// Share of a score, or of a sum of scores, that rounding may take: equal scores may be computed from other factors, and equal sums
/// in another order.
const ROUNDING: f64 = 1e-12;

/// The place of the highest number, of equal ones the first; 0 if there is none. Numbers that only rounding tells apart are equal.
pub(crate) fn first_highest(mut numbers: impl Iterator<Item = f64> + Clone) -> usize {
    let highest = numbers.clone().fold(f64::NEG_INFINITY, f64::max);
    let least = highest - ROUNDING * highest.abs();
    numbers.position(|number| number >= least).unwrap_or(0)
}

/// Returns the only item of a list with an item for each candidate.
///
/// # Errors
/// If there is not exactly one.
pub(crate) fn only<T>(of_candidates: Vec<T>) -> Result<T, Error> {
    let items: Result<[T; 1], Vec<T>> = of_candidates.try_into();
    items.map(|[item]| item).map_err(|items| Error::CandidateCount { candidates: items.len() })
}

/// The score with 4 decimals, or as many as the format asks for, then precisions, brevity penalty and lengths. The alternate form
/// is sacreBLEU's line: score and precisions from 0 to 100, the score with 1 decimal.
///
/// ```
/// let score = bleu::Definition::default().sentence_score("a b c d e", &["a b c d f"])?;
/// let rest = "(BP = 1.000 ratio = 1.000 hyp_len = 5 ref_len = 5)";
/// assert_eq!(format!("{score}"), format!("0.6687 0.800/0.750/0.667/0.500 {rest}"));
/// assert_eq!(format!("{score:#}"), format!("66.9 80.0/75.0/66.7/50.0 {rest}"));
/// # Ok::<(), bleu::Error>(())
/// ```
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (number, decimals) = if f.alternate() { (self.percent(), 1) } else { (self.value, 4) };
        let decimals = f.precision().unwrap_or(decimals);
        write!(f, "{number:.decimals$} {}", self.parts_text(f.alternate()))
    }
}

impl Score {
    /// The precisions, from 0 to 1 or as percentages, and the lengths: the text after the number.
    pub(crate) fn parts_text(&self, is_percent: bool) -> String {
        let precision = |precision: &Precision| match is_percent {
            true => format!("{:.1}", precision.percent()),
            false => format!("{:.3}", precision.value()),
        };
        let precisions = self.precisions().iter().map(precision).collect::<Vec<_>>().join("/");
        let (Score { bp, hyp_len, ref_len, .. }, ratio) = (self, self.ratio());
        format!("{precisions} (BP = {bp:.3} ratio = {ratio:.3} hyp_len = {hyp_len} ref_len = {ref_len})")
    }
}

/// The value.
#[cfg(feature = "serde")]
impl serde::Serialize for Precision {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

/// The form in which scores are serialized.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(expecting = "a score: score, counts, totals, bp, hyp_len, ref_len, orders_used, fractions")]
struct SerializedScore {
    score: f64,
    #[serde(skip_deserializing)]
    precisions: Vec<Precision>,
    counts: Vec<f64>,
    totals: Vec<f64>,
    bp: f64,
    #[serde(skip_deserializing)]
    ratio: f64,
    hyp_len: u64,
    ref_len: u64,
    orders_used: usize,
    fractions: Vec<(f64, f64)>,
}

#[cfg(feature = "serde")]
impl From<Score> for SerializedScore {
    fn from(score: Score) -> Self {
        SerializedScore {
            score: score.value,
            precisions: score.precisions().to_vec(),
            counts: score.correct().to_vec(),
            totals: score.total().to_vec(),
            bp: score.bp,
            ratio: score.ratio(),
            hyp_len: score.hyp_len,
            ref_len: score.ref_len,
            orders_used: score.orders_used,
            fractions: score.precisions().iter().map(|precision| (precision.correct, precision.total)).collect(),
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<SerializedScore> for Score {
    type Error = &'static str;

    fn try_from(serialized: SerializedScore) -> Result<Self, Self::Error> {
        let SerializedScore { score, counts, totals, bp, hyp_len, ref_len, orders_used, fractions, .. } = serialized;
        let order = fractions.len();
        let is_count = |number: &f64| (0.0..f64::INFINITY).contains(number);
        if !(1..=MAX_ORDER).contains(&order) || [counts.len(), totals.len()] != [order; 2] {
            Err("counts, totals and fractions have an item for each order")
        } else if !(1..=order).contains(&orders_used) {
            Err("orders_used is from 1 to the number of orders")
        } else if !is_count(&score) || !(0.0..=1.0).contains(&bp) {
            Err("a score is 0 or more, and bp from 0 to 1")
        } else if !counts
            .iter()
            .zip(&totals)
            .all(|(correct, total)| is_count(total) && (0.0..=*total).contains(correct))
        {
            Err("counts are from 0 to the totals")
        } else if !fractions.iter().all(|(correct, total)| is_count(correct) && is_count(total) && *total > 0.0) {
            Err("fractions are of numbers that are not negative, and the second is not 0")
        } else {
            Ok(Score {
                value: score,
                bp,
                hyp_len,
                ref_len,
                orders_used,
                correct: counts.as_slice().into(),
                total: totals.as_slice().into(),
                precisions: fractions.into_iter().map(|(correct, total)| Precision { correct, total }).collect(),
            })
        }
    }
}
