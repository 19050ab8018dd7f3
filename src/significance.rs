//! Significance: confidence intervals, paired tests, rank clusters.
//!
//! Paired bootstrap resampling is that of Koehn, "Statistical Significance Tests for Machine Translation Evaluation"
//! (EMNLP 2004), approximate randomization that of Riezler and Maxwell, "On Some Pitfalls in Automatic Evaluation and
//! Significance Testing for MT" (2005), both as in sacreBLEU: the same random numbers, the same resamples, the same
//! p-values.
//!
//! Every system, and every pair of systems, sees the same resamples. They are drawn once, each system is summed once
//! per resample, and all pairs are compared by these sums: the time is linear in the number of systems.
//!
//! ```
//! use bleu::{Definition, PairedTest, Resampling, SegmentStatistics};
//!
//! let definition = Definition::default();
//! let references = ["the cat sat on the mat", "a dog barked at the door", "it rained all day long"];
//! let table = |candidates: [&str; 3]| {
//!     let mut corpus = definition.accumulator();
//!     let mut table = SegmentStatistics::new(definition.order())?;
//!     for (candidate, reference) in candidates.into_iter().zip(references) {
//!         table.push(&corpus.add(candidate, &[reference])?)?;
//!     }
//!     Ok::<_, bleu::Error>(table)
//! };
//! let base = table(["the cat sat on a mat", "the dog barked at the door", "it rained all day"])?;
//! let new = table(references)?;
//! let resampling = Resampling { resamples: 1000, ..Resampling::default() };
//! let paired = resampling.paired(PairedTest::Bootstrap, &definition, &[base, new], &mut |_| ())?;
//! let comparison = paired[1].comparison.expect("the second system is compared with the first");
//! assert!(comparison.difference > 0.3 && comparison.p_value < 0.2);
//! assert!(comparison.spread.is_some_and(|spread| spread.low <= comparison.difference));
//! # Ok::<(), bleu::Error>(())
//! ```

mod correction;
mod difference;
pub(crate) mod numpy;
#[cfg(feature = "serde")]
mod poisson;
mod power;
mod ranking;
mod resampling;
mod runs;
#[cfg(test)]
mod tests;
mod weighted_sum;

pub use correction::Correction;
pub use difference::{Comparison, SegmentComparison, Spread};
#[cfg(feature = "serde")]
pub use poisson::ResampledScores;
pub use power::{MIN_SEGMENTS_FOR_POWER, Power};
pub use ranking::{AllPairs, Pair, RankedSystem, SIGNIFICANCE_LEVEL};
pub use runs::SystemRuns;

use crate::Error;
use crate::bleu::{Definition, SegmentStatistics};
use difference::{middle_95, sentence_scores};
use ranking::pairs;
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

impl PairedTest {
    /// All tests.
    pub const ALL: [PairedTest; 2] = [PairedTest::Bootstrap, PairedTest::Randomization];

    /// The name, as flags take it.
    pub fn name(self) -> &'static str {
        match self {
            PairedTest::Bootstrap => "bootstrap",
            PairedTest::Randomization => "randomization",
        }
    }

    /// sacreBLEU's key for the number of resamples in a signature.
    pub(crate) fn signature_key(self) -> &'static str {
        match self {
            PairedTest::Bootstrap => "bs",
            PairedTest::Randomization => "ar",
        }
    }

    /// The usual number of resamples.
    pub fn default_resamples(self) -> usize {
        match self {
            PairedTest::Bootstrap => 1_000,
            PairedTest::Randomization => 10_000,
        }
    }
}

/// The distribution of the score of a system over test sets of the same kind, estimated by the bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Confidence {
    /// The mean of the scores of the resamples, from 0 to 1.
    pub mean: f64,
    /// Half the distance between `low` and `high`.
    pub half_width: f64,
    /// The score below which a fortieth of the resamples lie.
    pub low: f64,
    /// The score above which a fortieth of the resamples lie.
    pub high: f64,
    /// Share of the resamples between the two: 0.95.
    pub level: f64,
    /// Number of resamples.
    pub resamples: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Result of a paired test for one system.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Paired {
    /// Comparison with the first system; `None` for the first system itself.
    pub comparison: Option<Comparison>,
    /// Confidence interval from the bootstrap's resamples; `None` for randomization, which has none.
    pub confidence: Option<Confidence>,
}

/// A function that is called with the number of resamples begun so far: 1, 2, 3 and so on.
pub type Progress<'a> = &'a mut (dyn FnMut(usize) + Send);

/// Settings of resampling: number of resamples, seed, threads, and the correction of p-values. Results depend only on
/// these settings, not on the number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resampling {
    /// Number of resamples; 0 counts as 1. With fewer than 40 a confidence interval spans all of them.
    pub resamples: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Threads that share the work; 0 counts as 1, and at most 256 are started.
    pub threads: usize,
    /// Correction of the p-values of a call for their number.
    pub correction: Correction,
}

/// 1000 resamples by one thread, with sacreBLEU's seed, and no correction.
impl Default for Resampling {
    fn default() -> Self {
        let resamples = PairedTest::Bootstrap.default_resamples();
        Resampling { resamples, seed: Resampling::DEFAULT_SEED, threads: 1, correction: Correction::None }
    }
}

/// All methods take the statistics of systems on the same segments. Without any segment all scores are 0 and all
/// p-values are 1.
impl Resampling {
    /// sacreBLEU's seed.
    pub const DEFAULT_SEED: u64 = 12345;

    /// Largest number of resamples, whose scores still fit into memory.
    pub const MAX_RESAMPLES: usize = 10_000_000;

    /// Checks that systems can be resampled together.
    fn check(&self, definition: &Definition, systems: &[SegmentStatistics]) -> Result<(), Error> {
        if self.resamples > Resampling::MAX_RESAMPLES {
            return Err(Error::TooManyResamples { resamples: self.resamples });
        }
        definition.check_score_of_sums()?;
        let (order, expected) = (definition.counted_order(), common_length(systems));
        for system in systems {
            if system.order() != order {
                return Err(Error::OrderMismatch { expected: order, found: system.order() });
            }
            if system.len() != expected || u32::try_from(expected).is_err() {
                return Err(Error::SystemLengths { expected, found: system.len() });
            }
        }
        Ok(())
    }

    /// The confidence interval of each system.
    ///
    /// # Errors
    /// If the systems differ in length, have 2^32 segments or more, or are not of the definition's counted order, if
    /// the score is not one of sums ([`Definition::is_score_of_sums`]), or if there are more resamples than
    /// [`MAX_RESAMPLES`](Self::MAX_RESAMPLES).
    pub fn confidence(
        &self,
        definition: &Definition,
        systems: &[SegmentStatistics],
        progress: Progress,
    ) -> Result<Vec<Confidence>, Error> {
        self.check(definition, systems)?;
        Ok(self.bootstrap(definition, systems, progress).iter().map(|scores| self.interval(scores)).collect())
    }

    /// A paired test of every system against the first.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence).
    pub fn paired(
        &self,
        test: PairedTest,
        definition: &Definition,
        systems: &[SegmentStatistics],
        progress: Progress,
    ) -> Result<Vec<Paired>, Error> {
        self.check(definition, systems)?;
        Ok(paired(systems.len(), |pairs| self.compare(test, definition, systems, pairs, progress)))
    }

    /// A paired test of every system against every other; the systems are sorted, the best first.
    ///
    /// # Errors
    /// As for [`confidence`](Self::confidence).
    pub fn all_pairs(
        &self,
        test: PairedTest,
        definition: &Definition,
        systems: &[SegmentStatistics],
        progress: Progress,
    ) -> Result<AllPairs, Error> {
        self.check(definition, systems)?;
        let scores = observed(definition, systems);
        Ok(all_pairs(&scores, |pairs| self.compare(test, definition, systems, pairs, progress)))
    }

    /// Compares the first system of each pair with the second. Also returns the confidence interval of each system if
    /// the test has one.
    fn compare(
        &self,
        test: PairedTest,
        definition: &Definition,
        systems: &[SegmentStatistics],
        pairs: &[(usize, usize)],
        progress: Progress,
    ) -> (Vec<Comparison>, Vec<Option<Confidence>>) {
        let scores = observed(definition, systems);
        let (mut comparisons, confidence) = match test {
            PairedTest::Bootstrap => {
                self.compare_resampled(&scores, &self.bootstrap(definition, systems, progress), pairs)
            }
            PairedTest::Randomization => {
                let differences = differences(&scores, pairs);
                let counts = self.randomization(definition, systems, pairs, &differences, progress);
                let found = counts.into_iter().map(|count| (count, None)).collect();
                (self.comparisons(&differences, found), vec![None; systems.len()])
            }
        };
        let sentences: Vec<Vec<f64>> = systems.iter().map(|system| sentence_scores(definition, system)).collect();
        for (comparison, &(a, b)) in comparisons.iter_mut().zip(pairs) {
            comparison.segments = Some(SegmentComparison::new(&sentences[a], &sentences[b]));
        }
        (comparisons, confidence)
    }

    /// Compares systems by their scores and those of their resamples, for each system in the same order.
    fn compare_resampled(
        &self,
        scores: &[f64],
        resampled: &[Vec<f64>],
        pairs: &[(usize, usize)],
    ) -> (Vec<Comparison>, Vec<Option<Confidence>>) {
        let differences = differences(scores, pairs);
        let count = |(&(a, b), &difference): (&(usize, usize), &f64)| {
            let resampled: Vec<f64> = resampled[a].iter().zip(&resampled[b]).map(|(a, b)| a - b).collect();
            (count_shifted(&resampled, difference), Some(Spread::new(resampled, difference)))
        };
        let found = pairs.iter().zip(&differences).map(count).collect();
        let confidence = resampled.iter().map(|scores| Some(self.interval(scores))).collect();
        (self.comparisons(&differences, found), confidence)
    }

    /// Comparisons with these differences, each of which is reached in a number of resamples, and may have a spread.
    fn comparisons(&self, differences: &[f64], found: Vec<(usize, Option<Spread>)>) -> Vec<Comparison> {
        let (p_values, spreads): (Vec<f64>, Vec<_>) =
            found.into_iter().map(|(count, spread)| (self.p_value(count), spread)).unzip();
        let p_values = self.correction.adjust(&p_values);
        let all = differences.iter().zip(p_values).zip(spreads);
        all.map(|((&difference, p_value), spread)| Comparison { difference, p_value, spread, segments: None }).collect()
    }

    fn count(&self) -> usize {
        self.resamples.max(1)
    }

    /// sacreBLEU's interval, which leaves out a fortieth of the scores on each side.
    fn interval(&self, scores: &[f64]) -> Confidence {
        let (low, high) = middle_95(&mut scores.to_vec());
        Confidence {
            mean: mean(scores),
            half_width: 0.5 * (high - low),
            low,
            high,
            level: 0.95,
            resamples: self.count(),
            seed: self.seed,
        }
    }

    /// The p-value if `count` resamples differ at least as much as the systems do. The observed systems count as one
    /// more resample, so that p is never 0.
    fn p_value(&self, count: usize) -> f64 {
        (count + 1) as f64 / (self.count() + 1) as f64
    }
}

/// Compares every system with the first.
fn paired(
    systems: usize,
    compare: impl FnOnce(&[(usize, usize)]) -> (Vec<Comparison>, Vec<Option<Confidence>>),
) -> Vec<Paired> {
    let pairs: Vec<_> = (1..systems).map(|system| (system, 0)).collect();
    let (comparisons, confidence) = compare(&pairs);
    let comparisons = iter::once(None).chain(comparisons.into_iter().map(Some));
    comparisons.zip(confidence).map(|(comparison, confidence)| Paired { comparison, confidence }).collect()
}

/// Compares every system, of which these are the scores, with every other.
fn all_pairs(
    scores: &[f64],
    compare: impl FnOnce(&[(usize, usize)]) -> (Vec<Comparison>, Vec<Option<Confidence>>),
) -> AllPairs {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let pairs: Vec<_> = pairs(order.len()).map(|(a, b)| (order[a], order[b])).collect();
    let (comparisons, confidence) = compare(&pairs);
    let system = |&system: &usize| (system, scores[system], confidence[system]);
    AllPairs::new(order.iter().map(system).collect(), comparisons)
}

/// The difference of the scores of each pair.
fn differences(scores: &[f64], pairs: &[(usize, usize)]) -> Vec<f64> {
    pairs.iter().map(|&(a, b)| scores[a] - scores[b]).collect()
}

/// Returns the number of resamples whose difference exceeds the mean difference by the observed one or more, whatever
/// their signs.
fn count_shifted(resampled: &[f64], observed: f64) -> usize {
    let mean = resampled.iter().map(|difference| difference.abs()).sum::<f64>() / resampled.len() as f64;
    resampled.iter().filter(|difference| difference.abs() - mean >= observed.abs()).count()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The score of each system.
fn observed(definition: &Definition, systems: &[SegmentStatistics]) -> Vec<f64> {
    systems.iter().map(|system| definition.evaluate(&system.sum()).score).collect()
}

/// The number of segments, which all systems share.
fn common_length(systems: &[SegmentStatistics]) -> usize {
    systems.first().map_or(0, SegmentStatistics::len)
}
