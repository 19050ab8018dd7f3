//! The signature: one line that says how a score was computed, so that others can compute it again.

use crate::bleu::{DEFAULT_ORDER, Metric};
use crate::tokenize::Preprocessing;
use std::fmt;

/// All that determines a score, given the texts. Displayed with sacreBLEU's keys in sacreBLEU's order; what sacreBLEU
/// has no key for is told only where it is not the default.
#[derive(Clone, Debug)]
pub struct Signature<'a> {
    /// Number of references.
    pub references: usize,
    /// What was done to the text.
    pub preprocessing: Preprocessing,
    /// How counts became a score.
    pub metric: &'a Metric,
}

impl fmt::Display for Signature<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Signature { references, preprocessing, metric } = self;
        write!(f, "nrefs:{references}")?;
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
