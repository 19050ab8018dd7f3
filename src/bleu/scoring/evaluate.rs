//! From statistics to a score: brevity penalty, smoothed precisions, weighted geometric mean.
//!
//! The formulas are by Papineni et al., "BLEU: a Method for Automatic Evaluation of Machine Translation" (ACL
//! 2002), in sacreBLEU's order of operations, which decides the last digits.

use super::rules::{Arithmetic, Brevity, EmptySegments, FormulaRules, ZeroOrders};
use super::score::per_order;
use super::{Formula, Precision, Score, Smoothing, Statistics, chen_cherry};

/// Returns 1 if the candidate is at least as long as its reference, 0 if only the candidate is empty, else
/// exp(1 - ref_len / hyp_len).
pub fn brevity_penalty(hyp_len: u64, ref_len: u64) -> f64 {
    if hyp_len >= ref_len { 1.0 } else { (1.0 - ref_len as f64 / hyp_len as f64).exp() }
}

/// Returns the brevity penalty by a rule.
fn penalty(rule: Brevity, hyp_len: u64, ref_len: u64) -> f64 {
    let (c, r) = (hyp_len as f64, ref_len as f64);
    match rule {
        Brevity::Papineni => brevity_penalty(hyp_len, ref_len),
        Brevity::Epsilon => {
            let ratio = (c + 1e-15) / (r + 1e-9);
            if ratio < 1.0 { (1.0 - 1.0 / ratio).exp() } else { 1.0 }
        }
        Brevity::PlusOne => (1.0 - (r + 1.0) / (c + 1.0)).min(0.0).exp(),
    }
}

impl Formula {
    /// The score of statistics that are known to be of this order, or of [`Statistics::EMPTY`].
    #[inline]
    pub(crate) fn evaluate(&self, statistics: &Statistics) -> Score {
        self.evaluate_with_last(statistics, statistics)
    }

    /// The score of a sum of segments; `last` are the statistics of the last one.
    pub(super) fn evaluate_with_last(&self, statistics: &Statistics, last: &Statistics) -> Score {
        let (order, rules) = (self.order, &self.rules);
        let (correct, total) = (statistics.correct(), statistics.total());
        let count = |counts: &[u64], n: usize| counts.get(n).map_or(0.0, |&count| count as f64);
        let mut score = Score {
            value: 0.0,
            bp: penalty(rules.brevity, statistics.hyp_len(), statistics.ref_len()),
            hyp_len: statistics.hyp_len(),
            ref_len: statistics.ref_len(),
            orders_used: order,
            correct: per_order(order, |n| count(correct, n)),
            total: per_order(order, |n| count(total, n)),
            precisions: per_order(order, |_| Precision::ZERO),
        };
        if is_zero(rules, order, statistics) {
            return score;
        }
        match self.smoothing {
            Smoothing::ChenCherry(method) => {
                chen_cherry::fill(method, &mut score.precisions, statistics, last);
            }
            _ => smooth(self, &mut score),
        }
        if rules.zero_orders == ZeroOrders::ZeroEvenIfSmoothed && (0..order).any(|n| statistics.counts(n)[0] == 0) {
            return score;
        }
        let double = |score: &Score| score.bp * mean_log_precision(self, score).exp();
        score.value = match rules.arithmetic {
            Arithmetic::Double => double(&score),
            Arithmetic::RoundedToSingle => f64::from(double(&score) as f32),
            Arithmetic::PercentRoundedToSingle => {
                score.value = double(&score);
                f64::from(score.percent() as f32) / 100.0
            }
            Arithmetic::PercentRoundedToFourDecimals => four_decimals(100.0 * double(&score)) / 100.0,
            Arithmetic::Single => f64::from(single_brevity_penalty(&score) * single_mean(self, &score)),
            Arithmetic::SingleMean => score.bp * f64::from(single_mean(self, &score)),
            Arithmetic::SingleLogarithms => single_of_logarithms(&score),
        };
        score
    }
}

/// Whether the score is 0 whatever the smoothing.
fn is_zero(rules: &FormulaRules, order: usize, statistics: &Statistics) -> bool {
    let is_empty = rules.empty_segments == EmptySegments::Zero && statistics.hyp_len().min(statistics.ref_len()) == 0;
    is_empty
        || match rules.zero_orders {
            // Without any match no smoothing helps (sacreBLEU, since its issue 141).
            ZeroOrders::Zero | ZeroOrders::ZeroEvenIfSmoothed => {
                statistics.correct().iter().take(order).all(|&count| count == 0)
            }
            ZeroOrders::LeftOut => statistics.counts(0)[0] == 0,
            ZeroOrders::EmptyCountAsOne => statistics.hyp_len() == 0,
            ZeroOrders::Smoothed => false,
        }
}

/// Rounds a number to four decimals. Formatting does it exactly, and scaling it would not.
fn four_decimals(number: f64) -> f64 {
    format!("{number:.4}").parse().unwrap_or(number)
}

/// Returns the weighted geometric mean of the precisions in 32-bit arithmetic. Logarithms and exponentials are correctly
/// rounded, unlike torch's, which are off by a unit in the last place for a few numbers, such as log(3/4).
fn single_mean(formula: &Formula, score: &Score) -> f32 {
    let uniform = 1.0 / score.precisions.len() as f64;
    let weight = |n: usize| formula.weights().map_or(uniform, |weights| weights.as_slice()[n]) as f32;
    let precisions = score.precisions.iter().map(|precision| precision.correct as f32 / precision.total as f32);
    let terms = precisions.enumerate().map(|(n, precision)| weight(n) * f64::from(precision).ln() as f32);
    f64::from(terms.fold(0.0, |sum, term| sum + term)).exp() as f32
}

/// Returns the brevity penalty in 32-bit arithmetic.
fn single_brevity_penalty(score: &Score) -> f32 {
    if score.hyp_len > score.ref_len {
        return 1.0;
    }
    f64::from(1.0 - score.ref_len as f32 / score.hyp_len as f32).exp() as f32
}

/// Computes the score with equal weights in 32-bit arithmetic, as a sum of logarithms.
fn single_of_logarithms(score: &Score) -> f64 {
    let ln = |number: f64| number.ln() as f32;
    let logs = score.precisions().iter().fold(0.0, |sum, p| sum + (ln(p.correct) - ln(p.total)));
    let mean = logs / score.correct.len() as f32;
    let penalty = (1.0 - score.ref_len as f32 / score.hyp_len as f32).min(0.0);
    f64::from(f64::from(mean + penalty).exp() as f32)
}

/// Fills in the precisions and the effective order.
fn smooth(formula: &Formula, score: &mut Score) {
    let mut halvings = 1.0;
    for n in 0..score.correct.len() {
        let added = added(formula, n);
        score.correct[n] += added;
        score.total[n] += added;
        match precision(formula, score.correct[n], score.total[n], n, &mut halvings) {
            Some(precision) => score.precisions[n] = precision,
            None if formula.rules().zero_orders == ZeroOrders::EmptyCountAsOne => {
                score.precisions[n] = Precision { correct: 1.0, total: 1.0 };
                continue;
            }
            None => break,
        }
        if formula.effective_order() {
            score.orders_used = n + 1;
        }
    }
}

/// Number that is added to the correct and total n-grams of order n + 1.
pub(super) fn added(formula: &Formula, n: usize) -> f64 {
    match (formula.smoothing(), n) {
        (Smoothing::AddK(k), 1..) | (Smoothing::AddKAll(k), _) => k,
        _ => 0.0,
    }
}

/// Returns the precision of order n + 1, of these correct and total n-grams; `None` without any n-gram. `halvings` is 2 to
/// the number of orders before that have no correct n-gram, and becomes that of the next order.
pub(super) fn precision(
    formula: &Formula,
    mut count: f64,
    mut total: f64,
    n: usize,
    halvings: &mut f64,
) -> Option<Precision> {
    match formula.smoothing() {
        Smoothing::Epsilon => (count, total) = (count + 1e-15, total + 1e-9),
        Smoothing::CodeNn => {
            let added = if n > 0 { 1.0 } else { 0.0 } + f64::MIN_POSITIVE;
            (count, total) = (count + added, total + added);
        }
        _ => {}
    }
    if total == 0.0 {
        return None;
    }
    if count > 0.0 {
        return Some(Precision { correct: count, total });
    }
    *halvings *= 2.0;
    Some(match formula.smoothing() {
        Smoothing::Exp => Precision { correct: 1.0, total: *halvings * total },
        Smoothing::Floor(value) => Precision { correct: value, total },
        Smoothing::TinyPrecision => Precision { correct: 1e-7, total: 1.0 },
        _ => Precision::ZERO,
    })
}

/// Returns the term of order n + 1 in the weighted sum of logarithms.
pub(super) fn term(formula: &Formula, n: usize, precision: Precision) -> f64 {
    formula.weight(n) * precision.value().ln()
}

/// Returns the weighted mean of log p_n over the orders used; minus infinity if an order with a weight has precision 0, or if no
/// order has a weight. For a tool, it is the sum with the weights as they are, whatever their sum.
fn mean_log_precision(formula: &Formula, score: &Score) -> f64 {
    let leaves_out = formula.rules().zero_orders == ZeroOrders::LeftOut;
    let (mut sum, mut weights) = (0.0, 0.0);
    for n in 0..score.orders_used {
        let counts = if leaves_out { score.precisions[n].value() > 0.0 } else { formula.weight(n) > 0.0 };
        if counts {
            sum += term(formula, n, score.precisions[n]);
            weights += formula.weight(n);
        }
    }
    match formula.weights() {
        Some(_) if formula.tool().is_some() => sum,
        None if leaves_out => sum / score.correct.len() as f64,
        _ if weights > 0.0 => sum / weights,
        _ => f64::NEG_INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::scoring::{Definition, DefinitionBuilder};

    /// Statistics of these correct n-grams, of a candidate and a reference of these lengths.
    fn statistics<const N: usize>(hyp_len: u64, ref_len: u64, correct: [u64; N]) -> Statistics {
        let total = std::array::from_fn::<_, N, _>(|n| hyp_len.saturating_sub(n as u64));
        Statistics::new(hyp_len, ref_len, &correct, &total).unwrap()
    }

    fn score(builder: DefinitionBuilder, statistics: &Statistics) -> Score {
        builder.build().unwrap().score(statistics).unwrap()
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-14, "{found} is not {expected}");
    }

    #[test]
    fn only_short_candidates_are_penalized() {
        assert_eq!(brevity_penalty(5, 5), 1.0);
        assert_eq!(brevity_penalty(9, 5), 1.0);
        assert_eq!(brevity_penalty(0, 0), 1.0);
        assert_eq!(brevity_penalty(0, 5), 0.0);
        assert_eq!(brevity_penalty(4, 5), (-0.25f64).exp());
    }

    #[test]
    fn nothing_is_smoothed_without_any_match() {
        for &(_, smoothing) in Smoothing::METHODS {
            let score = score(Definition::builder().smoothing(smoothing), &statistics(9, 9, [0, 0, 0, 0]));
            assert_eq!(score.value(), 0.0);
            assert!(score.precisions().iter().all(|p| p.percent() == 0.0));
            assert_eq!(score.correct(), [0.0; 4]);
        }
    }

    #[test]
    fn the_effective_order_is_that_of_the_longest_ngrams() {
        let effective = || Definition::builder().effective_order(true);
        let short = score(effective(), &statistics(2, 2, [2, 1, 0, 0]));
        assert_eq!((short.value(), short.orders_used()), (1.0, 2));
        let all_orders = score(Definition::builder(), &statistics(2, 2, [2, 1, 0, 0]));
        assert_eq!((all_orders.value(), all_orders.orders_used()), (0.0, 4));
        // An order that has n-grams is used even if none matches.
        let unmatched = score(effective(), &statistics(3, 3, [2, 1, 0, 0]));
        assert_eq!(unmatched.orders_used(), 3);
        assert_near(unmatched.value(), (2.0 / 3.0 * 0.5 * 0.5f64).cbrt());
    }

    #[test]
    fn weights_are_a_mean_over_the_orders_used() {
        let weighted = |weights: &str, effective_order, statistics: &Statistics| {
            let builder = Definition::builder().weights(weights.parse().unwrap()).smoothing(Smoothing::None);
            score(builder.effective_order(effective_order), statistics).value()
        };
        let four = statistics(5, 5, [4, 3, 2, 1]);
        assert_near(
            weighted("1/2,1/4,1/8,1/8", false, &four),
            0.8f64.sqrt() * 0.75f64.powf(0.25) * (2.0f64 / 6.0).powf(0.125),
        );
        assert_near(weighted("0,1,0,0", false, &four), 0.75);
        // An order of weight 0 does not count, even without a match; one with a weight does.
        let two = statistics(5, 5, [4, 3, 0, 0]);
        assert_near(weighted("0.5,0.5,0,0", false, &two), 0.6f64.sqrt());
        assert_eq!(weighted("0.5,0.4,0.1,0", false, &two), 0.0);
        // The weights of the orders used are rescaled to sum to 1; without any there is no score.
        let three = statistics(3, 3, [3, 1, 1, 0]);
        assert_near(weighted("0.2,0.2,0.2,0.4", true, &three), 0.5f64.cbrt());
        assert_eq!(weighted("0,0,0,1", true, &three), 0.0);
    }

    #[test]
    fn percentages_are_multiplied_before_they_are_divided() {
        let precision = Precision { correct: 23.0, total: 80.0 };
        assert_eq!(format!("{:.1}", precision.percent()), "28.8");
        assert_eq!(format!("{:.1}", 23.0 / 80.0 * 100.0), "28.7");
    }

    /// sacreBLEU's sum of logarithms is just below a tie.
    #[test]
    fn the_percentage_is_sacrebleus_to_the_last_bit() {
        let statistics = Statistics::new(64, 64, &[60, 45, 30, 15], &[64, 48, 32, 16]).unwrap();
        let score = score(Definition::builder(), &statistics);
        assert_near(score.value(), 0.9375);
        assert_eq!(score.percent(), 93.749_999_999_999_97);
        assert!(format!("{score:#}").starts_with("93.7 93.8/93.8/93.8/93.8 "));
    }

    #[test]
    fn percentages_of_huge_numbers_are_finite() {
        let builder = Definition::builder().smoothing(Smoothing::AddK(f64::MAX));
        let score = score(builder, &statistics(9, 9, [9, 1, 0, 0]));
        assert!(score.precisions().iter().all(|precision| precision.percent() == 100.0));
        assert_eq!(Precision { correct: 2f64.powi(1022), total: 2f64.powi(1023) }.percent(), 50.0);
    }
}
