//! From counts to a score: statistics, brevity penalty, smoothing, weights.
//!
//! Everything here works on integers that were counted elsewhere. The formulas
//! are those of Papineni et al., "BLEU: a Method for Automatic Evaluation of
//! Machine Translation" (ACL 2002), with the smoothing methods that Chen and
//! Cherry compare in "A Systematic Comparison of Smoothing Techniques for
//! Sentence-Level BLEU" (WMT 2014), in the order of operations of sacreBLEU.

use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

/// The longest n-grams that can be counted.
pub const MAX_ORDER: usize = 16;

/// The order of BLEU as published, and the default.
pub const DEFAULT_ORDER: usize = 4;

/// What BLEU needs to know of a set of segments. Sums of statistics are the
/// statistics of the union, so any grouping of a corpus gives the same score.
///
/// `correct[n - 1]` and `total[n - 1]` belong to n-grams of order n; beyond the
/// order that was counted they are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Tokens of the candidate.
    pub hyp_len: u64,
    /// Tokens of the closest references, see [`closest_reference_length`].
    pub ref_len: u64,
    /// Candidate n-grams that occur in a reference, clipped.
    pub correct: [u64; MAX_ORDER],
    /// Candidate n-grams.
    pub total: [u64; MAX_ORDER],
}

impl AddAssign for Statistics {
    /// Panics rather than be wrong where a sum exceeds 64 bits, which to read would take centuries.
    fn add_assign(&mut self, other: Statistics) {
        let add = |sum: &mut u64, more: u64| *sum = sum.checked_add(more).expect("a sum of 64 bits");
        add(&mut self.hyp_len, other.hyp_len);
        add(&mut self.ref_len, other.ref_len);
        for n in 0..MAX_ORDER {
            add(&mut self.correct[n], other.correct[n]);
            add(&mut self.total[n], other.total[n]);
        }
    }
}

/// The length, of those of the references, that is closest to the candidate's;
/// of two equally close ones the shorter. 0 where there is no reference.
pub fn closest_reference_length(hyp_len: u32, ref_lens: impl IntoIterator<Item = u32>) -> u32 {
    let distance = |ref_len: &u32| (hyp_len.abs_diff(*ref_len), *ref_len);
    ref_lens.into_iter().min_by_key(distance).unwrap_or(0)
}

/// The statistics of each segment of a corpus, a row of small integers each:
/// `hyp_len, ref_len, correct[1..=order], total[1..=order]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentStatistics {
    order: usize,
    values: Vec<u32>,
}

impl SegmentStatistics {
    /// An empty table for n-grams up to `order` (1 to [`MAX_ORDER`]).
    pub fn new(order: usize) -> Self {
        assert!((1..=MAX_ORDER).contains(&order), "order {order} is not in 1..={MAX_ORDER}");
        SegmentStatistics { order, values: Vec::new() }
    }

    /// The longest n-grams that were counted.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Integers in a row: `2 + 2 * order`.
    pub fn width(&self) -> usize {
        2 + 2 * self.order
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.values.len() / self.width()
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Forgets all segments, keeps the memory.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Adds a segment: its lengths and its correct n-grams of each order. The
    /// totals follow from the candidate's length.
    pub fn push(&mut self, hyp_len: u32, ref_len: u32, correct: &[u32]) {
        debug_assert_eq!(correct.len(), self.order);
        let totals = (0..self.order as u32).map(|n| hyp_len.saturating_sub(n));
        self.values.reserve(self.width());
        self.values.extend([hyp_len, ref_len]);
        self.values.extend(correct);
        self.values.extend(totals);
    }

    /// Adds the segments of another table of the same order behind these.
    pub fn append(&mut self, other: &SegmentStatistics) {
        assert_eq!(self.order, other.order, "tables of different orders");
        self.values.extend_from_slice(&other.values);
    }

    /// The rows, one slice of [`width`](Self::width) integers a segment.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.values.chunks_exact(self.width())
    }

    /// The statistics of each segment.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Statistics> {
        self.rows().map(|row| self.widen(row.iter().map(|&value| u64::from(value))))
    }

    /// The statistics of the whole corpus.
    pub fn sum(&self) -> Statistics {
        let mut sums = [0u64; 2 + 2 * MAX_ORDER];
        for row in self.rows() {
            for (sum, &value) in sums.iter_mut().zip(row) {
                *sum += u64::from(value);
            }
        }
        self.widen(sums.into_iter())
    }

    fn widen(&self, mut values: impl Iterator<Item = u64>) -> Statistics {
        let mut next = || values.next().unwrap_or(0);
        let mut statistics = Statistics { hyp_len: next(), ref_len: next(), ..Statistics::default() };
        statistics.correct[..self.order].fill_with(&mut next);
        statistics.total[..self.order].fill_with(&mut next);
        statistics
    }
}

/// What to do with an order that has no correct n-gram, where others have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Smoothing {
    /// Nothing: the score is 0.
    None,
    /// The count 0 becomes this value (Chen and Cherry's method 1): from 0 to 1, as with more it would be worth more
    /// than a match, and a precision could exceed 1.
    Floor(f64),
    /// This value is added to correct and total counts of orders above 1
    /// (method 2, after Lin and Och, 2004).
    AddK(f64),
    /// The i-th order without a match has precision 1 / (2^i total) (method 3,
    /// NIST's, as in mteval).
    Exp,
}

impl Smoothing {
    /// The spellings that [`FromStr`] takes, each with its default value if it has one.
    pub const METHODS: [(&str, Smoothing); 4] = [
        ("exp", Smoothing::Exp),
        ("floor", Smoothing::Floor(0.1)),
        ("add-k", Smoothing::AddK(1.0)),
        ("none", Smoothing::None),
    ];
}

impl FromStr for Smoothing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let known = Smoothing::METHODS.iter().find(|(known, _)| *known == name);
        let (_, method) =
            known.ok_or_else(|| format!("unknown method '{name}'; known are exp, floor[=X], add-k[=X], none"))?;
        let Some(value) = value else {
            return Ok(*method);
        };
        // Zero has no sign here, so that it is written in one way.
        let number = |most: f64, range: &str| {
            let parsed = value.parse().ok().filter(|x: &f64| x.is_sign_positive() && *x <= most);
            parsed.ok_or_else(|| format!("'{value}' is not a number {range}"))
        };
        match method {
            Smoothing::Floor(_) => Ok(Smoothing::Floor(number(1.0, "from 0 to 1")?)),
            Smoothing::AddK(_) => Ok(Smoothing::AddK(number(f64::MAX, "of 0 or more")?)),
            Smoothing::None | Smoothing::Exp => Err(format!("'{name}' takes no value")),
        }
    }
}

/// sacreBLEU's spelling in signatures: two decimals, or the whole value where
/// two decimals would change it.
impl fmt::Display for Smoothing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (name, value) = match *self {
            Smoothing::None => return f.write_str("none"),
            Smoothing::Exp => return f.write_str("exp"),
            Smoothing::Floor(value) => ("floor", value),
            Smoothing::AddK(value) => ("add-k", value),
        };
        let short = format!("{value:.2}");
        let exact = short.parse() == Ok(value);
        if exact { write!(f, "{name}[{short}]") } else { write!(f, "{name}[{value}]") }
    }
}

/// The weights of the orders 1, 2, ...: none negative, their sum 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<f64>);

impl Weights {
    /// One weight an order; at least one and at most [`MAX_ORDER`].
    pub fn new(weights: Vec<f64>) -> Result<Self, String> {
        if weights.is_empty() || weights.len() > MAX_ORDER {
            return Err(format!("{} weights; from 1 to {MAX_ORDER} are possible", weights.len()));
        }
        if let Some(bad) = weights.iter().find(|w| !(w.is_finite() && **w >= 0.0)) {
            return Err(format!("{bad} is not a weight of 0 or more"));
        }
        let sum: f64 = weights.iter().sum();
        if (sum - 1.0).abs() > 1e-6 {
            return Err(format!("the weights sum to {sum}, not to 1; fractions such as 1/3,1/3,1/3 are exact"));
        }
        Ok(Weights(weights))
    }

    /// The weights, that of order 1 first.
    pub fn as_slice(&self) -> &[f64] {
        &self.0
    }

    /// The order that they are for.
    pub fn order(&self) -> usize {
        self.0.len()
    }

    /// Whether all orders weigh the same, as in BLEU's usual form.
    pub fn is_uniform(&self) -> bool {
        self.0.iter().all(|w| (w - self.0[0]).abs() <= 1e-6)
    }
}

/// Decimals or fractions, separated by commas: `0.5,0.5` or `1/3,1/3,1/3`.
impl FromStr for Weights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let weight = |text: &str| match text.split_once('/') {
            Some((above, below)) => Some(number(above)? / number(below)?),
            None => number(text),
        };
        let weights = text.split(',').map(|item| {
            weight(item)
                .filter(|w| w.is_finite() && w.is_sign_positive())
                .ok_or_else(|| format!("'{item}' is not a number or fraction of 0 or more"))
        });
        Weights::new(weights.collect::<Result<_, _>>()?)
    }
}

/// How statistics become a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// The longest n-grams that count, 1 to [`MAX_ORDER`].
    pub order: usize,
    /// One weight an order; `None` weighs all the same.
    pub weights: Option<Weights>,
    /// What to do with an order without a match.
    pub smoothing: Smoothing,
    /// Leave out the orders for which the candidate is too short, which makes
    /// sense of the scores of single sentences.
    pub effective_order: bool,
}

impl Default for Metric {
    fn default() -> Self {
        Metric { order: DEFAULT_ORDER, weights: None, smoothing: Smoothing::Exp, effective_order: false }
    }
}

/// A modified n-gram precision after smoothing, as a fraction. Kept apart so that
/// a percentage can be rounded as `100 * numerator / denominator`, which decides
/// the last digit that is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// Correct n-grams, or what smoothing put in their place.
    pub numerator: f64,
    /// Candidate n-grams, likewise; never 0.
    pub denominator: f64,
}

impl Precision {
    const ZERO: Precision = Precision { numerator: 0.0, denominator: 1.0 };

    /// The precision times `scale`: 1 for a fraction of 1, 100 for a percentage.
    pub fn times(self, scale: f64) -> f64 {
        scale * self.numerator / self.denominator
    }
}

/// A score and all that it was made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// BLEU, from 0 to 1.
    pub score: f64,
    /// The brevity penalty, from 0 to 1.
    pub bp: f64,
    /// Tokens of the candidate.
    pub hyp_len: u64,
    /// Tokens of the closest references.
    pub ref_len: u64,
    order: usize,
    effective_order: usize,
    counts: [f64; MAX_ORDER],
    totals: [f64; MAX_ORDER],
    precisions: [Precision; MAX_ORDER],
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

    /// The precision of each order, smoothed.
    pub fn precisions(&self) -> &[Precision] {
        &self.precisions[..self.order]
    }

    /// The orders that went into the score: the metric's, or fewer where the
    /// effective order was asked for.
    pub fn effective_order(&self) -> usize {
        self.effective_order
    }

    /// Candidate length over reference length; 0 where the latter is 0.
    pub fn ratio(&self) -> f64 {
        if self.ref_len == 0 { 0.0 } else { self.hyp_len as f64 / self.ref_len as f64 }
    }
}

/// 1 for a candidate at least as long as its reference, else exp(1 - r/c).
pub fn brevity_penalty(hyp_len: u64, ref_len: u64) -> f64 {
    if hyp_len >= ref_len {
        1.0
    } else if hyp_len == 0 {
        0.0
    } else {
        (1.0 - ref_len as f64 / hyp_len as f64).exp()
    }
}

impl Metric {
    /// BLEU of these statistics: the brevity penalty times the weighted
    /// geometric mean of the precisions.
    pub fn score(&self, statistics: &Statistics) -> Score {
        let mut score = Score {
            score: 0.0,
            bp: brevity_penalty(statistics.hyp_len, statistics.ref_len),
            hyp_len: statistics.hyp_len,
            ref_len: statistics.ref_len,
            order: self.order,
            effective_order: self.order,
            counts: statistics.correct.map(|count| count as f64),
            totals: statistics.total.map(|count| count as f64),
            precisions: [Precision::ZERO; MAX_ORDER],
        };
        // Without any match no smoothing helps (sacreBLEU, since its issue 141).
        if statistics.correct[..self.order].iter().all(|&count| count == 0) {
            return score;
        }
        self.smooth(&mut score);
        score.score = score.bp * self.mean_log_precision(&score).exp();
        score
    }

    /// Fills in the precisions, in sacreBLEU's order of operations.
    fn smooth(&self, score: &mut Score) {
        let mut halvings = 1.0;
        for n in 0..self.order {
            if let (Smoothing::AddK(k), 1..) = (self.smoothing, n) {
                score.counts[n] += k;
                score.totals[n] += k;
            }
            let (count, total) = (score.counts[n], score.totals[n]);
            if total == 0.0 {
                break;
            }
            if self.effective_order {
                score.effective_order = n + 1;
            }
            score.precisions[n] = if count > 0.0 {
                Precision { numerator: count, denominator: total }
            } else {
                match self.smoothing {
                    Smoothing::Exp => {
                        halvings *= 2.0;
                        Precision { numerator: 1.0, denominator: halvings * total }
                    }
                    Smoothing::Floor(value) => Precision { numerator: value, denominator: total },
                    Smoothing::AddK(_) | Smoothing::None => Precision::ZERO,
                }
            };
        }
    }

    /// The weighted mean of log p_n over the orders used; minus infinity where
    /// an order that counts has precision 0, or no order counts.
    fn mean_log_precision(&self, score: &Score) -> f64 {
        let weight = |n: usize| self.weights.as_ref().map_or(1.0, |weights| weights.as_slice()[n]);
        let (mut sum, mut weights) = (0.0, 0.0);
        for n in (0..score.effective_order).filter(|&n| weight(n) > 0.0) {
            sum += weight(n) * score.precisions[n].times(1.0).ln();
            weights += weight(n);
        }
        if weights > 0.0 { sum / weights } else { f64::NEG_INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statistics of these correct n-grams, of a candidate and a reference of these lengths.
    fn statistics<const N: usize>(hyp_len: u32, ref_len: u32, correct: [u32; N]) -> Statistics {
        let mut segments = SegmentStatistics::new(N);
        segments.push(hyp_len, ref_len, &correct);
        segments.sum()
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-14, "{found} is not {expected}");
    }

    #[test]
    fn of_equally_close_references_the_shorter_counts() {
        assert_eq!(closest_reference_length(5, [7, 4, 6]), 4);
        assert_eq!(closest_reference_length(5, [6, 4]), 4);
        assert_eq!(closest_reference_length(5, [9, 0, 5]), 5);
        assert_eq!(closest_reference_length(1, [0, 3]), 0);
        assert_eq!(closest_reference_length(3, []), 0);
    }

    #[test]
    fn only_a_short_candidate_is_punished() {
        assert_eq!(brevity_penalty(5, 5), 1.0);
        assert_eq!(brevity_penalty(9, 5), 1.0);
        assert_eq!(brevity_penalty(0, 0), 1.0);
        assert_eq!(brevity_penalty(0, 5), 0.0);
        assert_eq!(brevity_penalty(4, 5), (-0.25f64).exp());
    }

    #[test]
    fn segments_are_rows_that_add_up() {
        let mut segments = SegmentStatistics::new(2);
        segments.push(3, 4, &[2, 1]);
        segments.push(1, 1, &[1, 0]);
        segments.push(0, 5, &[0, 0]);
        let rows: Vec<_> = segments.rows().collect();
        assert_eq!(rows, [&[3, 4, 2, 1, 3, 2][..], &[1, 1, 1, 0, 1, 0], &[0, 5, 0, 0, 0, 0]]);
        let sum = segments.sum();
        assert_eq!((sum.hyp_len, sum.ref_len), (4, 10));
        assert_eq!((&sum.correct[..3], &sum.total[..3]), (&[3, 1, 0][..], &[4, 2, 0][..]));
        let mut added = Statistics::default();
        segments.iter().for_each(|segment| added += segment);
        assert_eq!(added, sum);
        segments.append(&segments.clone());
        assert_eq!((segments.len(), segments.sum().hyp_len), (6, 8));
    }

    #[test]
    fn sums_of_large_corpora_do_not_overflow() {
        let mut segments = SegmentStatistics::new(1);
        (0..3).for_each(|_| segments.push(u32::MAX, 1, &[u32::MAX - 1]));
        let sum = segments.sum();
        assert_eq!((sum.correct[0], sum.total[0]), (3 * u64::from(u32::MAX) - 3, 3 * u64::from(u32::MAX)));
        let mut corpus = Statistics::default();
        (0..1000).for_each(|_| corpus += sum);
        assert_eq!((corpus.hyp_len, corpus.ref_len), (3000 * u64::from(u32::MAX), 3000));
        let score = Metric { order: 1, ..Metric::default() }.score(&corpus).score;
        assert_near(score, 1.0 - 1.0 / f64::from(u32::MAX));
    }

    #[test]
    #[should_panic = "a sum of 64 bits"]
    fn sums_beyond_64_bits_are_not_wrong_but_refused() {
        let mut sum = Statistics { ref_len: u64::MAX, ..Statistics::default() };
        sum += statistics(1, 1, [1]);
    }

    #[test]
    fn smoothing_is_spelled_as_it_is_parsed() {
        for (text, method, signature) in [
            ("exp", Smoothing::Exp, "exp"),
            ("none", Smoothing::None, "none"),
            ("floor", Smoothing::Floor(0.1), "floor[0.10]"),
            ("floor=0", Smoothing::Floor(0.0), "floor[0.00]"),
            ("floor=0.125", Smoothing::Floor(0.125), "floor[0.125]"),
            ("floor=1e-3", Smoothing::Floor(0.001), "floor[0.001]"),
            ("add-k", Smoothing::AddK(1.0), "add-k[1.00]"),
            ("add-k=0.5", Smoothing::AddK(0.5), "add-k[0.50]"),
            ("add-k=12", Smoothing::AddK(12.0), "add-k[12.00]"),
        ] {
            assert_eq!(text.parse(), Ok(method));
            assert_eq!(method.to_string(), signature);
        }
        for text in ["", "Exp", "exp ", "add-k=", "add-k=-1", "floor=nan", "none=1", "addk"] {
            assert!(text.parse::<Smoothing>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_ith_order_without_a_match_is_halved_i_times() {
        let score = Metric::default().score(&statistics(6, 6, [3, 1, 0, 0]));
        let precisions: Vec<f64> = score.precisions().iter().map(|p| p.times(1.0)).collect();
        assert_eq!(precisions, [3.0 / 6.0, 1.0 / 5.0, 1.0 / (2.0 * 4.0), 1.0 / (4.0 * 3.0)]);
        assert_near(score.score, (0.5 * 0.2 * 0.125 / 12.0f64).powf(0.25));
    }

    #[test]
    fn add_k_leaves_words_as_they_are() {
        let metric = Metric { smoothing: Smoothing::AddK(0.5), ..Metric::default() };
        let score = metric.score(&statistics(2, 2, [1, 0, 0, 0]));
        assert_eq!(score.counts(), [1.0, 0.5, 0.5, 0.5]);
        assert_eq!(score.totals(), [2.0, 1.5, 0.5, 0.5]);
        assert_near(score.score, (0.5f64 / 3.0).powf(0.25));
    }

    #[test]
    fn nothing_is_smoothed_where_nothing_matches() {
        for (_, smoothing) in Smoothing::METHODS {
            let score = Metric { smoothing, ..Metric::default() }.score(&statistics(9, 9, [0, 0, 0, 0]));
            assert_eq!(score.score, 0.0);
            assert!(score.precisions().iter().all(|p| p.times(100.0) == 0.0));
            assert_eq!(score.counts(), [0.0; 4]);
        }
    }

    #[test]
    fn the_effective_order_is_that_of_the_longest_ngrams_there_are() {
        let metric = Metric { effective_order: true, ..Metric::default() };
        let score = metric.score(&statistics(2, 2, [2, 1, 0, 0]));
        assert_eq!((score.score, score.effective_order()), (1.0, 2));
        let score = Metric::default().score(&statistics(2, 2, [2, 1, 0, 0]));
        assert_eq!((score.score, score.effective_order()), (0.0, 4));
        // A longer one is not left out because nothing matches.
        let score = metric.score(&statistics(3, 3, [2, 1, 0, 0]));
        assert_eq!(score.effective_order(), 3);
        assert_near(score.score, (2.0 / 3.0 * 0.5 * 0.5f64).cbrt());
    }

    #[test]
    fn weights_are_a_mean_over_the_orders_used() {
        let weighted = |weights: &str, effective_order, statistics: &Statistics| {
            let weights: Weights = weights.parse().unwrap();
            let (order, smoothing) = (weights.order(), Smoothing::None);
            Metric { order, weights: Some(weights), smoothing, effective_order }.score(statistics).score
        };
        let four = statistics(5, 5, [4, 3, 2, 1]);
        assert_near(
            weighted("1/2,1/4,1/8,1/8", false, &four),
            0.8f64.sqrt() * 0.75f64.powf(0.25) * (2.0f64 / 6.0).powf(0.125),
        );
        assert_near(weighted("0,1,0,0", false, &four), 0.75);
        // An order of weight 0 does not count, also where it has no match; one with a weight does.
        let two = statistics(5, 5, [4, 3, 0, 0]);
        assert_near(weighted("0.5,0.5,0,0", false, &two), 0.6f64.sqrt());
        assert_eq!(weighted("0.5,0.4,0.1,0", false, &two), 0.0);
        // Of three orders used, the weights are made to sum to 1 again; where none of them has any, there is no score.
        let three = statistics(3, 3, [3, 1, 1, 0]);
        assert_near(weighted("0.2,0.2,0.2,0.4", true, &three), 0.5f64.cbrt());
        assert_eq!(weighted("0,0,0,1", true, &three), 0.0);
    }

    #[test]
    fn weights_sum_to_1() {
        let parse = |text: &str| text.parse::<Weights>();
        assert_eq!(parse("1/3, 2/3").unwrap().as_slice(), [1.0 / 3.0, 2.0 / 3.0]);
        assert_eq!(parse("0.3333333,0.3333333,0.3333333").unwrap().order(), 3);
        assert!(parse("0.25,0.25,0.25,0.25").unwrap().is_uniform());
        assert!(!parse("0.26,0.24,0.25,0.25").unwrap().is_uniform());
        for text in ["", "1,1", "0.5", "2,-1", "0.333,0.333,0.333", "1/0", "nan", "1;0"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(Weights::new(vec![1.0 / 16.0; 16]).is_ok());
        assert!(Weights::new(vec![1.0 / 17.0; 17]).is_err());
    }

    #[test]
    fn percentages_are_computed_in_the_order_that_decides_their_last_digit() {
        let precision = Precision { numerator: 23.0, denominator: 80.0 };
        assert_eq!(format!("{:.1}", precision.times(100.0)), "28.8");
        assert_eq!(format!("{:.1}", 23.0 / 80.0 * 100.0), "28.7");
    }
}
