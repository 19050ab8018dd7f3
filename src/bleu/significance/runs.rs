//! Several runs of each system, to separate better systems from lucky runs.
//!
//! Clark, Dyer, Lavie and Smith, "Better Hypothesis Testing for Statistical Machine Translation: Controlling for
//! Optimizer Instability" (ACL 2011), as in their program MultEval.

use super::difference::standard_deviation;
use super::mean;
use super::paired::PairedTest;
use super::resampling::Resampling;
use super::systems::Systems;
use crate::bleu::error::Error;
use crate::bleu::scoring::Definition;
use std::ops::ControlFlow;

/// Scores of the runs of a system, and the comparison with the first system.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SystemRuns {
    /// Score of each run, from 0 to 1.
    pub scores: Vec<f64>,
    /// Mean of the scores.
    pub mean: f64,
    /// Standard deviation of the scores: variation between runs. 0 for a single run.
    pub run_deviation: f64,
    /// Standard deviation of a run's score over the bootstrap's resamples, the mean over the runs: variation between
    /// test sets.
    pub resample_deviation: f64,
    /// Mean minus the mean of the first system. `None` for the first system itself.
    pub difference: Option<f64>,
    /// Probability of so large a difference from the first system if the two were equally good; above 0 and at most 1.
    /// `None` for the first system itself.
    pub p_value: Option<f64>,
}

impl<F: Fn(usize) -> ControlFlow<()> + Sync> Resampling<F> {
    /// Compares systems of [several runs](Systems::of_runs) with the first system.
    ///
    /// The test is approximate randomization, stratified over segments and runs: a trial swaps the outputs of run j of
    /// two systems for about half of the segments, independently for each j, and compares the scores of all runs taken
    /// together as one corpus. Bootstrap and test have the same number of resamples; progress counts the test's.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence), and if the systems differ in their number of runs, or have none.
    pub fn runs(&self, definition: &Definition, systems: &Systems) -> Result<Vec<SystemRuns>, Error> {
        systems.check(definition, true)?;
        let (test, count, runs) = (PairedTest::Randomization, systems.runs(), systems.each_run());
        // Progress counts the test's resamples.
        let silent = Resampling { progress: None::<F>, ..*self };
        let found = silent.resampler(test, systems.len().saturating_sub(1), definition, &runs)?.bootstrap()?;
        let pooled = systems.pooled()?;
        let tested = self.paired(test, definition, &Systems::on_sets(&pooled))?;
        let mut systems: Vec<SystemRuns> = Vec::with_capacity(tested.len());
        for ((scores, resampled), tested) in found.scores.chunks(count).zip(found.resampled.chunks(count)).zip(tested) {
            let deviations: Vec<f64> = resampled.iter().map(|scores| standard_deviation(scores)).collect();
            let mean_score = mean(scores);
            systems.push(SystemRuns {
                scores: scores.to_vec(),
                mean: mean_score,
                run_deviation: standard_deviation(scores),
                resample_deviation: mean(&deviations),
                difference: systems.first().map(|first| mean_score - first.mean),
                p_value: tested.comparison.map(|comparison| comparison.p_value),
            });
        }
        Ok(systems)
    }
}
