//! Scores of single sentences from tables: the logarithms and exponentials of the formula are computed once for each length and
//! each number of correct n-grams, not for each pair of sentences.

use super::evaluate::{added, brevity_penalty, precision, term};
use super::{Formula, Statistics};

/// Length of the longest text for which there is a table, in tokens. All tables together take half a million numbers per order.
const LONGEST: usize = 512;

/// Scores by sacreBLEU's formula, equal to what [`Formula::evaluate`] returns to the last bit.
#[derive(Debug)]
pub(crate) struct TermTable {
    formula: Formula,
    /// Terms of candidates of each length that has occurred, by length.
    lengths: Vec<Option<Terms>>,
}

/// The terms of candidates of one length.
#[derive(Debug)]
struct Terms {
    /// The terms in the sum of logarithms, one list per order that is used. The list begins with the terms of no correct n-gram,
    /// indexed by the number of lower orders without one; the terms of 1, 2, ... correct n-grams follow.
    logarithms: Vec<Vec<f64>>,
    /// Sum before the first term: minus infinity if an order with a weight has no n-gram.
    start: f64,
    /// Sum of the weights of the orders that are used.
    weights: f64,
    /// The brevity penalty, by the length of the reference.
    penalties: Vec<f64>,
}

impl Terms {
    fn new(formula: &Formula, length: usize) -> Terms {
        let order = formula.order();
        let term = |n: usize, correct: usize, mut halvings: f64| {
            let (total, added) = (length.saturating_sub(n), added(formula, n));
            let precision = precision(formula, correct as f64 + added, total as f64 + added, n, &mut halvings)?;
            // An order of weight 0 does not count, even if the logarithm is infinite.
            Some(if formula.weight(n) > 0.0 { term(formula, n, precision) } else { 0.0 })
        };
        let order_terms = |n: usize| -> Option<Vec<f64>> {
            let unmatched = (0..order as i32).map(|before| term(n, 0, 2f64.powi(before)));
            unmatched.chain((1..=length.saturating_sub(n)).map(|correct| term(n, correct, 1.0))).collect()
        };
        let logarithms: Vec<Vec<f64>> = (0..order).map_while(order_terms).collect();
        let orders = logarithms.len();
        let weights: f64 = (0..orders).map(|n| formula.weight(n)).sum();
        let lacks_order = !formula.effective_order() && (orders..order).any(|n| formula.weight(n) > 0.0);
        let (start, weights) = if lacks_order || weights == 0.0 { (f64::NEG_INFINITY, 1.0) } else { (0.0, weights) };
        let penalties = (0..=LONGEST as u64).map(|ref_len| brevity_penalty(length as u64, ref_len)).collect();
        Terms { logarithms, start, weights, penalties }
    }
}

impl TermTable {
    pub fn new(formula: &Formula) -> TermTable {
        TermTable { formula: formula.clone(), lengths: Vec::new() }
    }

    /// Makes the terms of candidates of these lengths, unless they are long.
    pub fn prepare(&mut self, lengths: &[u32]) {
        for length in lengths.iter().map(|length| *length as usize).filter(|length| *length <= LONGEST) {
            self.lengths.resize_with(self.lengths.len().max(length + 1), || None);
            self.lengths[length].get_or_insert_with(|| Terms::new(&self.formula, length));
        }
    }

    /// The score of a candidate of a length that was [prepared](Self::prepare) against one reference. `correct(n)` is the
    /// number of correct n-grams of order n + 1.
    #[inline(always)]
    pub fn score(&self, hyp_len: u32, ref_len: u32, correct: impl Fn(usize) -> u32) -> f64 {
        let Some(Some(terms)) = self.lengths.get(hyp_len as usize) else {
            return self.evaluate(hyp_len, ref_len, correct);
        };
        let Some(penalty) = terms.penalties.get(ref_len as usize) else {
            return self.evaluate(hyp_len, ref_len, correct);
        };
        // Without a correct token there is no correct n-gram, and no smoothing helps.
        if correct(0) == 0 {
            return 0.0;
        }
        let (mut sum, mut unmatched) = (terms.start, 0);
        for (n, logarithms) in terms.logarithms.iter().enumerate() {
            let correct = correct(n) as usize;
            let place = if correct == 0 { unmatched } else { self.formula.order() - 1 + correct };
            unmatched += usize::from(correct == 0);
            sum += logarithms[place];
        }
        penalty * (sum / terms.weights).exp()
    }

    /// The score of a text of a length that was prepared against itself.
    pub fn own_score(&self, length: u32) -> f64 {
        self.score(length, length, |n| length.saturating_sub(n as u32))
    }

    #[cold]
    fn evaluate(&self, hyp_len: u32, ref_len: u32, correct: impl Fn(usize) -> u32) -> f64 {
        let order = self.formula.order();
        let totals = (0..order as u32).map(|n| hyp_len.saturating_sub(n));
        let row: Vec<u32> = [hyp_len, ref_len].into_iter().chain((0..order).map(correct)).chain(totals).collect();
        self.formula.evaluate(&Statistics::from_known_row(&row)).value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::scoring::{Definition, DefinitionBuilder, Smoothing};

    fn definitions() -> Vec<DefinitionBuilder> {
        let smoothed = Smoothing::METHODS.iter().map(|(_, method)| Definition::builder().smoothing(*method));
        let weights = ["0.5,0,0.5", "0,0,0,0,1", "0.1,0.2,0.3,0.4"].map(|weights| weights.parse().unwrap());
        let weighted = weights.map(|weights| Definition::builder().weights(weights));
        let others = [Definition::builder().order(1), Definition::builder().smoothing(Smoothing::AddK(0.0))];
        smoothed.chain(weighted).chain(others).collect()
    }

    #[test]
    fn scores_are_those_of_the_formula_to_the_last_bit() {
        for builder in definitions() {
            for effective_order in [false, true] {
                let definition = builder.clone().effective_order(effective_order).build().unwrap();
                let mut table = TermTable::new(definition.formula());
                for (hyp_len, ref_len) in
                    [(0, 0), (0, 3), (1, 1), (2, 5), (3, 3), (4, 9), (7, 5), (8, 8), (500, 600), (513, 600)]
                {
                    table.prepare(&[hyp_len]);
                    for matched in 0..=hyp_len.min(9) {
                        for skipped in 1..4 {
                            let correct = |n: usize| matched.saturating_sub(skipped * n as u32);
                            let found = table.score(hyp_len, ref_len, correct);
                            let expected = table.evaluate(hyp_len, ref_len, correct);
                            assert_eq!(
                                found.to_bits(),
                                expected.to_bits(),
                                "{definition:?}, {hyp_len} against {ref_len}, {matched} tokens: {found} for {expected}"
                            );
                        }
                    }
                }
            }
        }
    }
}
