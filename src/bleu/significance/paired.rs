//! Tests of whether two systems differ.

use super::Compared;
use super::difference::Comparison;
use super::resampled_scores::Confidence;
use crate::bleu::names::names;
use std::iter;

names! {
    /// Test of whether two systems differ.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum PairedTest: "paired test" {
        /// Paired bootstrap resampling (Koehn, 2004): draws as many segments as there are, with repetition, and compares
        /// the difference of scores with its spread.
        Bootstrap = "bootstrap": "paired bootstrap resampling: segments are drawn with repetition",
        /// Approximate randomization (Riezler and Maxwell, 2005): swaps the two outputs of about half of the segments, and
        /// counts how often the difference of scores is as large.
        Randomization = "randomization":
            "approximate randomization: the systems' outputs are swapped at random, segment by segment",
    }
}

impl PairedTest {
    /// The usual number of resamples.
    pub fn default_resamples(self) -> usize {
        match self {
            PairedTest::Bootstrap => 1_000,
            PairedTest::Randomization => 10_000,
        }
    }
}

/// Result of a paired test for one system.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Paired {
    /// Comparison with the first system; `None` for the first system itself.
    pub comparison: Option<Comparison>,
    /// Confidence interval from the bootstrap's resamples; `None` for randomization, which has none.
    pub confidence: Option<Confidence>,
}

impl Paired {
    /// The pairs to compare: each of a number of systems with the first.
    pub(super) fn pairs(systems: usize) -> Vec<(usize, usize)> {
        (1..systems).map(|system| (system, 0)).collect()
    }

    /// The results of each system, given the comparisons of these pairs.
    pub(super) fn new((comparisons, confidence): Compared) -> Vec<Paired> {
        let comparisons = iter::once(None).chain(comparisons.into_iter().map(Some));
        comparisons.zip(confidence).map(|(comparison, confidence)| Paired { comparison, confidence }).collect()
    }
}
