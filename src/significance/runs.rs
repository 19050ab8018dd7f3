//! Several runs of each system, to separate better systems from lucky runs.
//!
//! Clark, Dyer, Lavie and Smith, "Better Hypothesis Testing for Statistical Machine Translation: Controlling for
//! Optimizer Instability" (ACL 2011), as in their program MultEval.

use super::difference::standard_deviation;
use super::{PairedTest, Progress, Resampling, mean};
use crate::Error;
use crate::bleu::{Definition, SegmentStatistics};

/// Scores of the runs of a system, and the comparison with the first system.
#[derive(Clone, Debug, PartialEq)]
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

impl Resampling {
    /// Compares systems of several runs with the first system: `runs[i * count..][..count]` are the runs of system i.
    ///
    /// The test is approximate randomization, stratified over segments and runs: a trial swaps the outputs of run j of
    /// two systems for about half of the segments, independently for each j, and compares the scores of all runs taken
    /// together as one corpus. Bootstrap and test have the same number of resamples.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence), and if the number of tables is not a multiple of `count`.
    pub fn runs(
        &self,
        definition: &Definition,
        runs: &[SegmentStatistics],
        count: usize,
        progress: Progress,
    ) -> Result<Vec<SystemRuns>, Error> {
        self.check(definition, runs)?;
        if count == 0 || !runs.len().is_multiple_of(count) {
            return Err(Error::UnequalRuns { tables: runs.len(), runs: count });
        }
        let resampled = self.bootstrap(definition, runs, &mut |_| ());
        let pooled: Vec<_> = runs.chunks(count).map(pool).collect::<Result<_, _>>()?;
        let tested = self.paired(PairedTest::Randomization, definition, &pooled, progress)?;
        let mut systems: Vec<SystemRuns> = Vec::with_capacity(tested.len());
        for ((runs, resampled), tested) in runs.chunks(count).zip(resampled.chunks(count)).zip(tested) {
            let scores = super::observed(definition, runs);
            let deviations: Vec<f64> = resampled.iter().map(|scores| standard_deviation(scores)).collect();
            let mean_score = mean(&scores);
            systems.push(SystemRuns {
                mean: mean_score,
                run_deviation: standard_deviation(&scores),
                resample_deviation: mean(&deviations),
                difference: systems.first().map(|first| mean_score - first.mean),
                p_value: tested.comparison.map(|comparison| comparison.p_value),
                scores,
            });
        }
        Ok(systems)
    }
}

/// Returns the segments of all runs, one run after the other.
fn pool(runs: &[SegmentStatistics]) -> Result<SegmentStatistics, Error> {
    let mut pooled = runs[0].clone();
    runs[1..].iter().try_for_each(|run| pooled.append(run))?;
    Ok(pooled)
}
