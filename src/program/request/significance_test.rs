//! The test of systems that a command makes.

use crate::bleu::significance::{AllPairs, PairedTest, Resampling, ResamplingFields};

/// A significance mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignificanceTest {
    /// The confidence interval of each score.
    Confidence,
    /// Whether each further candidate differs from the first.
    Paired(PairedTest),
    /// Whether each candidate differs from each other one.
    AllPairs(PairedTest),
}

impl SignificanceTest {
    /// The resampling method.
    pub fn test(self) -> PairedTest {
        match self {
            SignificanceTest::Confidence => PairedTest::Bootstrap,
            SignificanceTest::Paired(test) | SignificanceTest::AllPairs(test) => test,
        }
    }

    /// How this many systems are resampled.
    pub fn resampling(self, resampling: &Resampling, systems: usize) -> ResamplingFields {
        let comparisons = match self {
            SignificanceTest::Confidence => 0,
            SignificanceTest::Paired(_) => systems.saturating_sub(1),
            SignificanceTest::AllPairs(_) => AllPairs::comparisons(systems),
        };
        resampling.fields(self.test(), comparisons)
    }
}

/// A test that is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AskedTest {
    pub test: SignificanceTest,
    /// How the systems are resampled.
    pub resampling: Resampling,
    /// Whether comparisons are tested under other choices too.
    pub robust: bool,
}
