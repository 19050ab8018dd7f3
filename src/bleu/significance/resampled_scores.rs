//! Confidence intervals and bootstrap tests from the scores of resamples.

use super::difference::{middle, p_interval};
use super::{Compared, Comparison, ResamplingFields, Spread, mean};

/// The distribution of the score of a system over test sets of the same kind, estimated by the bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Confidence {
    /// The mean of the scores of the resamples, from 0 to 1.
    pub mean: f64,
    /// Half the distance between `low` and `high`.
    pub half_width: f64,
    /// Lower end of the interval: at 95%, the score below which a fortieth of the resamples lie.
    pub low: f64,
    /// Upper end of the interval: at 95%, the score above which a fortieth of the resamples lie.
    pub high: f64,
    /// Share of the resamples between the two: 0.95, or another [level](crate::bleu::significance::Resampling::level).
    pub level: f64,
    /// Number of resamples.
    pub resamples: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Scores of systems, and of their bootstrap or Poisson resamples.
#[derive(Clone, Debug)]
pub struct ResampledScores {
    /// The score of each system.
    pub(super) scores: Vec<f64>,
    /// The scores of its resamples, as many as `fields` says, at least one.
    pub(super) resampled: Vec<Vec<f64>>,
    pub(super) fields: ResamplingFields,
    /// Share of the resamples in an interval.
    pub(super) level: f64,
}

impl ResampledScores {
    /// The confidence interval of each system.
    pub fn confidence(&self) -> Vec<Confidence> {
        self.resampled.iter().map(|scores| self.interval(scores)).collect()
    }

    /// Compares the first system of each pair with the second.
    pub(super) fn compare(&self, pairs: &[(usize, usize)]) -> Compared {
        let test = |&(a, b): &(usize, usize)| {
            let difference = self.scores[a] - self.scores[b];
            let resampled: Vec<f64> = self.resampled[a].iter().zip(&self.resampled[b]).map(|(a, b)| a - b).collect();
            Comparison {
                difference,
                p_value: self.fields.p_value(count_shifted(&resampled, difference)),
                p_interval: Some(p_interval(&resampled)),
                spread: Some(Spread::new(resampled, difference, self.level)),
                segments: None,
            }
        };
        let mut comparisons: Vec<Comparison> = pairs.iter().map(test).collect();
        self.fields.correction.correct(&mut comparisons);
        (comparisons, self.confidence().into_iter().map(Some).collect())
    }

    /// sacreBLEU's interval, which leaves out as many scores on each side.
    fn interval(&self, scores: &[f64]) -> Confidence {
        let (low, high) = middle(&mut scores.to_vec(), self.level);
        let ResamplingFields { resamples, seed, .. } = self.fields;
        Confidence { mean: mean(scores), half_width: 0.5 * (high - low), low, high, level: self.level, resamples, seed }
    }
}

#[cfg(feature = "shards")]
impl ResampledScores {
    /// The scores of each system and of its resamples, as many as `fields` says, at least one.
    pub(crate) fn new(scores: Vec<f64>, resampled: Vec<Vec<f64>>, fields: ResamplingFields) -> ResampledScores {
        ResampledScores { scores, resampled, fields, level: super::Resampling::DEFAULT_LEVEL }
    }

    /// How the systems were resampled.
    pub fn fields(&self) -> ResamplingFields {
        self.fields
    }

    /// The bootstrap test of every system against the first.
    pub fn paired(&self) -> Vec<super::Paired> {
        super::Paired::new(self.compare(&super::Paired::pairs(self.scores.len())))
    }

    /// The bootstrap test of every system against every other.
    pub fn all_pairs(&self) -> super::AllPairs {
        let sorted = super::AllPairs::sorted(&self.scores);
        super::AllPairs::new(&sorted, self.compare(&super::AllPairs::pairs(&sorted)))
    }
}

impl ResamplingFields {
    /// sacreBLEU's p-value, not corrected, of a difference that this many resamples reach. The observed systems count as one more
    /// resample, so that it is never 0.
    pub(super) fn p_value(&self, count: usize) -> f64 {
        (count + 1) as f64 / (self.resamples + 1) as f64
    }
}

/// Returns the number of resamples whose difference exceeds the mean difference by the observed one or more, whatever
/// their signs.
fn count_shifted(resampled: &[f64], observed: f64) -> usize {
    let mean = resampled.iter().map(|difference| difference.abs()).sum::<f64>() / resampled.len() as f64;
    resampled.iter().filter(|difference| difference.abs() - mean >= observed.abs()).count()
}
