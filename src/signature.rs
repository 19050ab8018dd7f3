//! The signature: one line that says how a score was computed, so that others can compute it again.

use crate::bleu::{DEFAULT_ORDER, Metric};
use crate::resample::{PairedTest, Resampling};
use crate::tokenize::Preprocessing;
use std::fmt;

/// All that determines a score, given the texts. Displayed with sacreBLEU's keys in sacreBLEU's order; what sacreBLEU
/// has no key for is told only where it is not the default.
#[derive(Clone, Debug)]
pub struct Signature<'a> {
    /// Number of references.
    pub references: usize,
    /// How it was tested, where it was; a confidence interval counts as a bootstrap.
    pub resampling: Option<(PairedTest, Resampling)>,
    /// What was done to the text.
    pub preprocessing: Preprocessing,
    /// How counts became a score.
    pub metric: &'a Metric,
}

impl fmt::Display for Signature<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Signature { references, resampling, preprocessing, metric } = self;
        write!(f, "nrefs:{references}")?;
        if let Some((test, Resampling { resamples, seed, .. })) = resampling {
            let key = match test {
                PairedTest::Bootstrap => "bs",
                PairedTest::Randomization => "ar",
            };
            write!(f, "|{key}:{resamples}|seed:{seed}")?;
        }
        write!(f, "|case:{}", if preprocessing.lowercase { "lc" } else { "mixed" })?;
        write!(f, "|eff:{}", if metric.effective_order { "yes" } else { "no" })?;
        write!(f, "|tok:{}|smooth:{}", preprocessing.tokenization, metric.smoothing)?;
        if metric.order != DEFAULT_ORDER {
            write!(f, "|order:{}", metric.order)?;
        }
        if let Some(weights) = metric.weights.as_ref().filter(|weights| !weights.is_uniform()) {
            let weights: Vec<String> = weights.as_slice().iter().map(f64::to_string).collect();
            write!(f, "|weights:{}", weights.join(","))?;
        }
        if let Some(form) = preprocessing.normalization {
            write!(f, "|norm:{form}")?;
        }
        write!(f, "|version:bleu-{}", env!("CARGO_PKG_VERSION"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::Smoothing;
    use crate::tokenize::Tokenization;

    fn signature(references: usize, preprocessing: Preprocessing, metric: &Metric) -> String {
        let version = format!("|version:bleu-{}", env!("CARGO_PKG_VERSION"));
        let signature = Signature { references, resampling: None, preprocessing, metric }.to_string();
        signature.strip_suffix(&version).unwrap().to_owned()
    }

    #[test]
    fn the_defaults_are_sacrebleus() {
        let found = signature(1, Preprocessing::default(), &Metric::default());
        assert_eq!(found, "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp");
    }

    #[test]
    fn all_that_changes_a_score_is_told() {
        let preprocessing =
            Preprocessing { lowercase: true, tokenization: Tokenization::None, ..Preprocessing::default() };
        let weights = "0.5,0.3,0.2".parse().unwrap();
        let metric =
            Metric { order: 3, weights: Some(weights), smoothing: Smoothing::Floor(0.1), effective_order: true };
        let found = signature(4, preprocessing, &metric);
        assert_eq!(found, "nrefs:4|case:lc|eff:yes|tok:none|smooth:floor[0.10]|order:3|weights:0.5,0.3,0.2");
    }

    #[test]
    fn resampling_comes_after_the_references() {
        let resampling = Resampling { resamples: 40, seed: u64::MAX, threads: 3 };
        let (preprocessing, metric) = (Preprocessing::default(), &Metric::default());
        let of = |test| {
            let resampling = Some((test, resampling));
            Signature { references: 2, resampling, preprocessing, metric }.to_string()
        };
        assert!(of(PairedTest::Bootstrap).starts_with("nrefs:2|bs:40|seed:18446744073709551615|case:mixed|"));
        assert!(of(PairedTest::Randomization).starts_with("nrefs:2|ar:40|seed:18446744073709551615|case:mixed|"));
    }

    #[test]
    fn weights_that_are_all_the_same_are_the_default() {
        let metric = Metric { weights: Some("1/4,1/4,1/4,1/4".parse().unwrap()), ..Metric::default() };
        let preprocessing = Preprocessing::default();
        assert_eq!(signature(1, preprocessing, &metric), signature(1, preprocessing, &Metric::default()));
    }
}
