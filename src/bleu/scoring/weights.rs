//! Weights of the orders in the geometric mean of the precisions.

use crate::bleu::error::Error;
use crate::bleu::exact::exact;
use crate::bleu::ngram::MAX_ORDER;
use std::fmt;
use std::str::FromStr;

/// Tolerance for the sum of weights, so that rounded decimals such as 0.3333333 are accepted.
const SUM_TOLERANCE: f64 = 1e-6;

/// Weights of the orders 1, 2, ...: none negative. A [`Definition`](crate::Definition) needs weights that sum to 1 within 1e-6, unless it is a
/// tool's; tools that have weights take them as they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<f64>);

impl Weights {
    /// The weights, order 1 first.
    pub fn as_slice(&self) -> &[f64] {
        &self.0
    }

    /// The order that they are for: their number.
    pub fn order(&self) -> usize {
        self.0.len()
    }

    /// Whether all orders have the same weight, as in BLEU's usual form.
    pub fn is_uniform(&self) -> bool {
        self.0.iter().all(|weight| *weight == self.0[0])
    }

    /// Their sum.
    pub fn sum(&self) -> f64 {
        self.0.iter().sum()
    }
}

impl Weights {
    /// Creates weights, one per order, order 1 first.
    ///
    /// # Errors
    /// If there is none or more than [`MAX_ORDER`], if one is negative or not finite, or if their sum is 0 or not finite.
    pub fn new(weights: Vec<f64>) -> Result<Self, Error> {
        if weights.is_empty() || weights.len() > MAX_ORDER {
            return Err(Error::WeightCount { count: weights.len() });
        }
        if let Some(&weight) = weights.iter().find(|w| !(w.is_finite() && **w >= 0.0)) {
            return Err(Error::WeightOutOfRange { weight });
        }
        // Turn -0.0 into 0.0, so that zero has one spelling.
        let weights = Weights(weights.into_iter().map(f64::abs).collect());
        match weights.sum() {
            sum if sum > 0.0 && sum.is_finite() => Ok(weights),
            sum => Err(Error::WeightSum { sum }),
        }
    }

    /// Checks that they sum to 1.
    pub(super) fn check_sum(&self) -> Result<(), Error> {
        match self.sum() {
            sum if (sum - 1.0).abs() > SUM_TOLERANCE => Err(Error::WeightSum { sum }),
            _ => Ok(()),
        }
    }

    /// Whether they are the weights of the usual form: equal, and exactly one divided by the order.
    pub(super) fn are_usual(&self) -> bool {
        self.is_uniform() && self.0[0] == 1.0 / self.order() as f64
    }

    /// The weights that make the highest order alone count.
    pub(super) fn of_highest_order(order: usize) -> Result<Self, Error> {
        let order = crate::bleu::ngram::check_order(order)?;
        Weights::new((1..=order).map(|n| if n == order { 1.0 } else { 0.0 }).collect())
    }
}

/// Decimals or fractions, separated by commas: `0.5,0.5` or `1/3,1/3,1/3`.
impl FromStr for Weights {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let weights = text.split(',').map(|item| {
            let weight = decimal_or_fraction(item).filter(|w| w.is_finite() && w.is_sign_positive());
            weight.ok_or_else(|| Error::NotANumber { text: item.to_owned() })
        });
        Weights::new(weights.collect::<Result<_, _>>()?)
    }
}

fn decimal_or_fraction(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((numerator, denominator)) => Some(decimal(numerator)? / decimal(denominator)?),
        None => decimal(text),
    }
}

fn decimal(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

/// Decimals, separated by commas, each in its shortest exact form.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let weights: Vec<String> = self.0.iter().copied().map(exact).collect();
        f.write_str(&weights.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_fractions_are_accepted() {
        let parse = |text: &str| text.parse::<Weights>();
        assert_eq!(parse("1/3, 2/3").unwrap().as_slice(), [1.0 / 3.0, 2.0 / 3.0]);
        assert_eq!(parse("0.3333333,0.3333333,0.3333333").unwrap().order(), 3);
        for text in ["", "0,0", "2,-1", "1/0", "nan", "1;0", "1e308,1e308"] {
            assert!(parse(text).is_err(), "{text}");
        }
        for (text, is_1) in
            [("1,1", false), ("0.5", false), ("0.333,0.333,0.333", false), ("0.3333333,0.6666666", true)]
        {
            assert_eq!(parse(text).unwrap().check_sum().is_ok(), is_1, "{text}");
        }
        for item in ["inf", "-0.5", "1/0", "x"] {
            assert_eq!(parse(&format!("1,{item}")), Err(Error::NotANumber { text: item.to_owned() }));
        }
        assert!(Weights::new(vec![1.0 / 16.0; 16]).is_ok());
        assert!(Weights::new(vec![1.0 / 17.0; 17]).is_err());
        assert!(Weights::new(vec![1.0 / 3.0; 3]).unwrap().are_usual());
        assert!(!parse("0.33,0.33,0.33").unwrap().are_usual() && !parse("1/3,2/3").unwrap().are_usual());
    }

    #[test]
    fn only_equal_weights_are_uniform() {
        assert!("0.25,0.25,0.25,0.25".parse::<Weights>().unwrap().is_uniform());
        assert!(!"0.2500001,0.2499999,0.25,0.25".parse::<Weights>().unwrap().is_uniform());
    }

    #[test]
    fn weights_are_read_back_as_written() {
        for text in ["1/3,2/3", "0.1,0.2,0.7", "1e-7,0.9999999"] {
            let weights: Weights = text.parse().unwrap();
            assert_eq!(weights.to_string().parse(), Ok(weights));
        }
    }
}
