//! Confidence and paired tests from the sums of Poisson resamples, which were drawn where the segments were counted.

use super::{Confidence, Paired, Resampling, count_shifted};
use crate::{Definition, Statistics};

impl Resampling {
    /// The confidence interval of each system, from the statistics of its resamples.
    pub(crate) fn confidence_of_resamples(
        &self,
        definition: &Definition,
        systems: &[Vec<Statistics>],
    ) -> Vec<Confidence> {
        scores(definition, systems).iter().map(|scores| self.interval(scores)).collect()
    }

    /// The bootstrap test of every system against the first, from the statistics of their resamples and their sums.
    pub(crate) fn paired_of_resamples(
        &self,
        definition: &Definition,
        sums: &[Statistics],
        systems: &[Vec<Statistics>],
    ) -> Vec<Paired> {
        let observed: Vec<f64> = sums.iter().map(|sum| definition.evaluate(sum).score).collect();
        let scores = scores(definition, systems);
        let paired = |system: usize| Paired {
            p_value: (system > 0).then(|| {
                let difference = (observed[0] - observed[system]).abs();
                self.p_value(count_shifted(&scores[0], &scores[system], difference))
            }),
            confidence: Some(self.interval(&scores[system])),
        };
        (0..systems.len()).map(paired).collect()
    }
}

fn scores(definition: &Definition, systems: &[Vec<Statistics>]) -> Vec<Vec<f64>> {
    let score = |statistics: &Statistics| definition.evaluate(statistics).score;
    systems.iter().map(|resamples| resamples.iter().map(score).collect()).collect()
}
