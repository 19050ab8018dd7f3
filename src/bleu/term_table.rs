//! Scores of single sentences from tables: the logarithms of the formula are computed once for each length and each number
//! of correct n-grams, not for each pair of sentences.

use super::evaluate::{added, brevity_penalty, precision, term};
use super::{Formula, MAX_ORDER, Statistics};

/// Length of the longest candidate for which there is a table, in tokens. All tables together take half a million numbers
/// per order.
const LONGEST: usize = 512;

/// Scores by sacreBLEU's formula, equal to those of [`Formula::evaluate`] to the last bit.
#[derive(Debug)]
pub(crate) struct TermTable {
    formula: Formula,
    /// Terms of candidates of each length that has occurred, by length.
    of_length: Vec<Option<Terms>>,
}

/// The terms in the sum of logarithms of candidates of one length.
#[derive(Debug)]
struct Terms {
    /// For each order that is used: first, by the number of lower orders without a correct n-gram, the term of no correct
    /// n-gram; then, by their number from 1, those of correct n-grams.
    terms: Vec<f64>,
    /// Start of each order in the terms.
    starts: [usize; MAX_ORDER],
    /// Number of orders that are used.
    orders: usize,
    /// Sum before the first term: minus infinity if an order with a weight has no n-gram.
    start: f64,
    /// Sum of the weights of the orders that are used.
    weights: f64,
}

impl Terms {
    fn new(formula: &Formula, length: usize) -> Terms {
        let order = formula.order();
        let mut new = Terms { terms: Vec::new(), starts: [0; MAX_ORDER], orders: order, start: 0.0, weights: 0.0 };
        for n in 0..order {
            let (total, added) = (length.saturating_sub(n), added(formula, n));
            let term = |correct: usize, mut halvings: f64| {
                let precision = precision(formula, correct as f64 + added, total as f64 + added, n, &mut halvings)?;
                // An order of weight 0 does not count, even if the logarithm is infinite.
                Some(if formula.weight(n) > 0.0 { term(formula, n, precision) } else { 0.0 })
            };
            new.starts[n] = new.terms.len();
            let unmatched = (0..order as i32).map(|before| term(0, 2f64.powi(before)));
            new.terms.extend(unmatched.chain((1..=total).map(|correct| term(correct, 1.0))).map_while(|term| term));
            if new.terms.len() == new.starts[n] {
                new.orders = n;
                break;
            }
            new.weights += formula.weight(n);
        }
        let lacks_order = !formula.effective_order() && (new.orders..order).any(|n| formula.weight(n) > 0.0);
        if lacks_order || new.weights == 0.0 {
            (new.start, new.weights) = (f64::NEG_INFINITY, 1.0);
        }
        new
    }
}

impl TermTable {
    pub fn new(formula: &Formula) -> TermTable {
        TermTable { formula: formula.clone(), of_length: Vec::new() }
    }

    /// Makes the terms of candidates of this length, unless they are long.
    pub fn prepare(&mut self, length: u32) {
        let length = length as usize;
        if length <= LONGEST {
            self.of_length.resize_with(self.of_length.len().max(length + 1), || None);
            self.of_length[length].get_or_insert_with(|| Terms::new(&self.formula, length));
        }
    }

    /// The score of a candidate of a length that was [prepared](Self::prepare), with the brevity penalty `penalty`, against
    /// one reference. `correct(n)` is the number of correct n-grams of order n + 1.
    #[inline(always)]
    pub fn score(&self, hyp_len: u32, ref_len: u32, penalty: f64, correct: impl Fn(usize) -> u32) -> f64 {
        match self.of_length.get(hyp_len as usize) {
            Some(Some(terms)) => terms.score(self.formula.order(), penalty, correct),
            _ => self.evaluate(hyp_len, ref_len, correct),
        }
    }

    #[cold]
    fn evaluate(&self, hyp_len: u32, ref_len: u32, correct: impl Fn(usize) -> u32) -> f64 {
        let order = self.formula.order();
        let totals = (0..order as u32).map(|n| hyp_len.saturating_sub(n));
        let row: Vec<u32> = [hyp_len, ref_len].into_iter().chain((0..order).map(correct)).chain(totals).collect();
        self.formula.evaluate(&Statistics::from_known_row(&row)).value()
    }
}

impl Terms {
    #[inline(always)]
    fn score(&self, order: usize, penalty: f64, correct: impl Fn(usize) -> u32) -> f64 {
        // Without a correct token there is no correct n-gram, and no smoothing helps.
        if correct(0) == 0 {
            return 0.0;
        }
        let (mut sum, mut unmatched) = (self.start, 0);
        for n in 0..self.orders {
            let correct = correct(n) as usize;
            let place = if correct == 0 { unmatched } else { order - 1 + correct };
            unmatched += usize::from(correct == 0);
            sum += self.terms[self.starts[n] + place];
        }
        penalty * (sum / self.weights).exp()
    }
}

/// The brevity penalties of texts of some lengths against each other.
#[derive(Debug, Default)]
pub(crate) struct Penalties {
    /// The different lengths, the shortest first.
    lengths: Vec<u32>,
    /// Place of each text's length in them.
    places: Vec<usize>,
    /// For each length of a candidate, the penalty against each length of a reference.
    penalties: Vec<f64>,
}

impl Penalties {
    /// Replaces the texts by those of these lengths.
    pub fn fill(&mut self, lengths: &[u32]) {
        self.lengths.clear();
        self.lengths.extend(lengths);
        self.lengths.sort_unstable();
        self.lengths.dedup();
        let place = |length| self.lengths.binary_search(length).unwrap_or_default();
        self.places.clear();
        self.places.extend(lengths.iter().map(place));
        self.penalties.clear();
        for &hyp_len in &self.lengths {
            let penalty = |&ref_len: &u32| brevity_penalty(hyp_len.into(), ref_len.into());
            self.penalties.extend(self.lengths.iter().map(penalty));
        }
    }

    /// The different lengths.
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// The penalty of a text against another, both by their places.
    #[inline(always)]
    pub fn get(&self, candidate: usize, reference: usize) -> f64 {
        self.penalties[self.places[candidate] * self.lengths.len() + self.places[reference]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Definition, DefinitionBuilder, Smoothing};

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
                for (hyp_len, ref_len) in [(0, 0), (0, 3), (1, 1), (2, 5), (3, 3), (4, 9), (7, 5), (8, 8), (513, 600)] {
                    table.prepare(hyp_len);
                    let mut penalties = Penalties::default();
                    penalties.fill(&[hyp_len, ref_len]);
                    for matched in 0..=hyp_len.min(9) {
                        for skipped in 1..4 {
                            let correct = |n: usize| matched.saturating_sub(skipped * n as u32);
                            let found = table.score(hyp_len, ref_len, penalties.get(0, 1), correct);
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
