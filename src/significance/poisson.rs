//! Confidence and bootstrap tests from Poisson resamples, which were summed where the segments were counted.

use super::{AllPairs, Confidence, Paired, Resampling, all_pairs, paired};

/// Scores of systems, and of their Poisson resamples.
#[derive(Clone, Debug)]
pub struct ResampledScores {
    scores: Vec<f64>,
    resampled: Vec<Vec<f64>>,
    resampling: Resampling,
}

impl ResampledScores {
    /// The score of each system, and those of its resamples, which are as many as `resampling` says, at least one.
    pub(crate) fn new(scores: Vec<f64>, resampled: Vec<Vec<f64>>, resampling: Resampling) -> ResampledScores {
        ResampledScores { scores, resampled, resampling }
    }

    /// Number of resamples, seed, and correction of p-values.
    pub fn resampling(&self) -> Resampling {
        self.resampling
    }

    /// The confidence interval of each system.
    pub fn confidence(&self) -> Vec<Confidence> {
        self.resampled.iter().map(|scores| self.resampling.interval(scores)).collect()
    }

    /// The bootstrap test of every system against the first.
    pub fn paired(&self) -> Vec<Paired> {
        paired(self.scores.len(), |pairs| self.resampling.compare_resampled(&self.scores, &self.resampled, pairs))
    }

    /// The bootstrap test of every system against every other.
    pub fn all_pairs(&self) -> AllPairs {
        all_pairs(&self.scores, |pairs| self.resampling.compare_resampled(&self.scores, &self.resampled, pairs))
    }
}
