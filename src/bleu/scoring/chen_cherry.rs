//! The smoothing methods of Chen and Cherry, "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU"
//! (WMT 2014), as NLTK 3.10 has them, its slips included.

use super::score::Precision;
use crate::bleu::ngram::Statistics;

/// The order whose precision methods 5 and 7 use as "one above the highest", whatever the highest order is.
const ORDER_ABOVE: usize = 5;

/// The correct count that method 1 puts in the place of 0.
const EPSILON: f64 = 0.1;

/// The divisor of the logarithm in method 4, and the weight of the prior in method 6.
const K: f64 = 5.0;
const ALPHA: f64 = 5.0;

/// Fills in the precision of each order by method number `method`. Methods 5 to 7 use the statistics of the last segment
/// (`last`) in some terms. A total of 0 counts as 1, as it does in NLTK.
pub(super) fn fill(method: u8, precisions: &mut [Precision], statistics: &Statistics, last: &Statistics) {
    let mut zero_orders = 0;
    for (n, precision) in precisions.iter_mut().enumerate() {
        let [correct, total] = statistics.counts(n);
        let (correct, total) = (correct as f64, total.max(1) as f64);
        let halved = |zero_orders: i32| 2f64.powi(zero_orders) * total;
        *precision = match method {
            2 if n > 0 => Precision { correct: correct + 1.0, total: total + 1.0 },
            _ if correct > 0.0 => Precision { correct, total },
            0 => Precision { correct: f64::MIN_POSITIVE, total: 1.0 },
            1 => Precision { correct: EPSILON, total },
            3 => {
                zero_orders += 1;
                Precision { correct: 1.0, total: halved(zero_orders) }
            }
            4 | 7 if statistics.hyp_len() > 1 => {
                zero_orders += 1;
                Precision { correct: (statistics.hyp_len() as f64).ln(), total: K * halved(zero_orders) }
            }
            _ => Precision { correct: 0.0, total },
        };
    }
    match method {
        5 | 7 => average(precisions, last),
        6 => interpolate(precisions, statistics, last),
        _ => {}
    }
}

/// Whether NLTK computes method 6: it needs three orders and a correct trigram.
pub(super) fn method_6_fails(order: usize, statistics: &Statistics) -> bool {
    order < 3 || statistics.counts(2)[0] == 0
}

/// Replaces each precision by the mean of the averaged one below it, itself, and the one above it.
fn average(precisions: &mut [Precision], last: &Statistics) {
    let [correct, total] = last.counts(ORDER_ABOVE - 1);
    let above = correct as f64 / total.max(1) as f64;
    let values: Vec<f64> = precisions.iter().map(|p| p.value()).chain([above]).collect();
    let mut below = values[0] + 1.0;
    for (n, precision) in precisions.iter_mut().enumerate() {
        below = (below + values[n] + values[n + 1]) / 3.0;
        *precision = Precision { correct: below, total: 1.0 };
    }
}

/// Interpolates the precisions from order 3 on with a prior estimated from the two below each.
fn interpolate(precisions: &mut [Precision], statistics: &Statistics, last: &Statistics) {
    if method_6_fails(precisions.len(), statistics) {
        precisions.fill(Precision::ZERO);
        return;
    }
    for n in 2..precisions.len() {
        let (below, second_below) = (precisions[n - 1].value(), precisions[n - 2].value());
        let prior = if second_below > 0.0 { below * below / second_below } else { 0.0 };
        let ngrams = last.hyp_len().saturating_sub(n as u64) as f64;
        let correct = statistics.counts(n)[0] as f64 + ALPHA * prior;
        precisions[n] = Precision { correct, total: ngrams + ALPHA };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_6_needs_three_orders_and_a_correct_trigram() {
        let statistics = |correct: &[u64]| {
            let mut row = [0u64; 10];
            row[2..2 + correct.len()].copy_from_slice(correct);
            Statistics::from_known_row(&row)
        };
        let (with_trigram, without) = (statistics(&[4, 3, 2, 1]), statistics(&[2, 1]));
        assert_eq!([2, 3, 4].map(|order| method_6_fails(order, &with_trigram)), [true, false, false]);
        assert_eq!([2, 3, 4].map(|order| method_6_fails(order, &without)), [true; 3]);
        // A trigram without words, which no text has.
        let mut precisions = [Precision::ZERO; 3];
        interpolate(&mut precisions, &statistics(&[0, 0, 1]), &Statistics::EMPTY);
        assert_eq!(precisions[2].correct, 1.0);
    }
}
