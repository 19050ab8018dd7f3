//! Tests of whether two systems differ.

use super::{Compared, Comparison, Confidence};
use crate::names::names;
use std::iter;

/// Test of whether two systems differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PairedTest {
    /// Paired bootstrap resampling (Koehn, 2004): draws as many segments as there are, with repetition, and compares
    /// the difference of scores with its spread.
    Bootstrap,
    /// Approximate randomization (Riezler and Maxwell, 2005): swaps the two outputs of about half of the segments, and
    /// counts how often the difference of scores is as large.
    Randomization,
}

names!(PairedTest, "paired test", [Bootstrap = "bootstrap", Randomization = "randomization"]);

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
    /// Compares every one of a number of systems with the first.
    pub(super) fn with_first<E>(
        systems: usize,
        compare: impl FnOnce(&[(usize, usize)]) -> Result<Compared, E>,
    ) -> Result<Vec<Paired>, E> {
        let pairs: Vec<_> = (1..systems).map(|system| (system, 0)).collect();
        let (comparisons, confidence) = compare(&pairs)?;
        let comparisons = iter::once(None).chain(comparisons.into_iter().map(Some));
        Ok(comparisons.zip(confidence).map(|(comparison, confidence)| Paired { comparison, confidence }).collect())
    }
}
