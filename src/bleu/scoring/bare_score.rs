//! BLEU of segments as bare numbers, without the components: `--sentence` prints millions of them.

use super::Formula;
use super::evaluate::{added, brevity_penalty, precision, term};
use super::rules::FormulaRules;

/// sacreBLEU's formula, for bare numbers.
#[derive(Clone, Copy)]
pub(crate) struct BareScore<'a> {
    formula: &'a Formula,
}

impl<'a> BareScore<'a> {
    /// The formula, unless it is a tool's, which may have other rules or fail on a segment.
    pub fn new(formula: &'a Formula) -> Option<BareScore<'a>> {
        let is_usual = *formula.rules() == FormulaRules::SACREBLEU && !formula.smoothing().is_tool_specific();
        (is_usual && formula.tool().is_none()).then_some(BareScore { formula })
    }

    /// The score of a segment, from its row of a table of the formula's order: the value that [`Formula::evaluate`] finds, to
    /// the last bit.
    #[inline]
    pub fn of_row(self, row: &[u32]) -> f64 {
        let (formula, order) = (self.formula, self.formula.order());
        let (&[hyp_len, ref_len], counts) = row.split_first_chunk().unwrap_or((&[0; 2], &[]));
        let (correct, total) = counts.split_at(order.min(counts.len()));
        // Without any match no smoothing helps.
        if correct.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let (mut sum, mut weights, mut halvings) = (0.0, 0.0, 1.0);
        for (n, (&correct, &total)) in correct.iter().zip(total).enumerate() {
            let (weight, added) = (formula.weight(n), added(formula, n));
            match precision(formula, f64::from(correct) + added, f64::from(total) + added, n, &mut halvings) {
                Some(precision) if weight > 0.0 => {
                    sum += term(formula, n, precision);
                    weights += weight;
                }
                Some(_) => {}
                None if formula.effective_order() && n > 0 => break,
                None if (n..order).any(|n| formula.weight(n) > 0.0) => return 0.0,
                None => break,
            }
        }
        if weights > 0.0 { brevity_penalty(hyp_len.into(), ref_len.into()) * f64::exp(sum / weights) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::ngram::Statistics;
    use crate::bleu::scoring::{Definition, DefinitionBuilder, Smoothing};
    use proptest::prelude::*;

    fn builders() -> Vec<DefinitionBuilder> {
        let usual = Smoothing::METHODS.iter().filter(|(_, method)| !method.is_tool_specific());
        let smoothed = usual.map(|(_, method)| Definition::builder().smoothing(*method));
        let weights = ["0.5,0,0.5", "0,0,0,0,1", "0.1,0.2,0.3,0.4"].map(|weights| weights.parse().unwrap());
        let weighted = weights.map(|weights| Definition::builder().weights(weights));
        let others = [Definition::builder().order(1), Definition::builder().order(7)];
        smoothed.chain(weighted).chain(others).collect()
    }

    fn check(row: &[u32]) {
        for builder in builders() {
            for effective_order in [false, true] {
                let definition = builder.clone().effective_order(effective_order).build().unwrap();
                let (formula, order) = (definition.formula(), definition.order());
                let row: Vec<u32> = [&row[..2 + order], &row[2 + 7..][..order]].concat();
                let expected = formula.evaluate(&Statistics::from_known_row(&row)).value();
                let found = BareScore::new(formula).unwrap().of_row(&row);
                assert_eq!(found.to_bits(), expected.to_bits(), "{definition:?}, {row:?}: {found} for {expected}");
            }
        }
    }

    /// A row of order 7 of a segment of these lengths, whose n-grams match from order 1 up to the number of `correct`.
    fn row(hyp_len: u32, ref_len: u32, correct: &[u32]) -> Vec<u32> {
        let totals = (0..7).map(|n| hyp_len.saturating_sub(n));
        let correct = (0..7).map(|n| correct.get(n).copied().unwrap_or(0).min(hyp_len.saturating_sub(n as u32)));
        [hyp_len, ref_len].into_iter().chain(correct).chain(totals).collect()
    }

    #[test]
    fn scores_of_short_segments_are_those_of_the_formula_to_the_last_bit() {
        for hyp_len in 0..9_u32 {
            for ref_len in [0, 1, 5, 9] {
                for matched in 0..=hyp_len {
                    for skipped in 1..4 {
                        let correct: Vec<u32> = (0..7).map(|n| matched.saturating_sub(skipped * n)).collect();
                        check(&row(hyp_len, ref_len, &correct));
                    }
                }
            }
        }
    }

    #[test]
    fn the_formulas_of_tools_are_left_out() {
        for tool in crate::bleu::scoring::tools::Tool::ALL {
            let definition = Definition::builder().tool(*tool).build();
            assert!(definition.is_ok_and(|definition| BareScore::new(definition.formula()).is_none()), "{tool}");
        }
    }

    proptest! {
        #[test]
        fn scores_are_those_of_the_formula_to_the_last_bit(
            lengths in [0..600u32, 0..600u32],
            correct in prop::collection::vec(0..600u32, 0..7),
        ) {
            check(&row(lengths[0], lengths[1], &correct));
        }

        /// Counts of records of statistics, which need not come from a text.
        #[test]
        fn scores_of_any_counts_are_those_of_the_formula(
            lengths in prop::collection::vec(prop_oneof![0..3u32, any::<u32>()], 2),
            correct in prop::collection::vec(prop_oneof![0..3u32, any::<u32>()], 7),
            others in prop::collection::vec(prop_oneof![0..3u32, any::<u32>()], 7),
        ) {
            let totals = correct.iter().zip(&others).map(|(correct, other)| correct.saturating_add(*other));
            check(&lengths.iter().copied().chain(correct.iter().copied()).chain(totals).collect::<Vec<u32>>());
        }
    }
}
