//! Is the difference real? Bootstrap confidence, paired tests, rank clusters.
//!
//! Paired bootstrap resampling is that of Koehn, "Statistical Significance Tests
//! for Machine Translation Evaluation" (EMNLP 2004), approximate randomization
//! that of Riezler and Maxwell, "On Some Pitfalls in Automatic Evaluation and
//! Significance Testing for MT" (2005), both in the form that sacreBLEU gives
//! them: the same random numbers, the same resamples, the same p-values.
//!
//! Every system, and every pair of systems, sees the same resamples. So they are
//! drawn once, each system is summed once for each of them, and all pairs are
//! compared by these sums: the time is linear in the number of systems.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::{array, iter, thread};

use clap::ValueEnum;

use crate::bleu::{Metric, SegmentStatistics, Statistics};
use crate::numpy::{Bits, Words};
use ranking::pairs;
use weighing::{SegmentWeights, Table};

mod ranking;
#[cfg(test)]
mod tests;
mod weighing;

pub use ranking::{AllPairs, Pair, Ranked, SIGNIFICANT};

/// How to tell whether two systems differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PairedTest {
    /// Paired bootstrap resampling: draw as many segments as there are, with
    /// repetition. Is the difference of scores far from 0 beside its spread?
    Bootstrap,
    /// Approximate randomization: swap the two outputs of about half of the
    /// segments. How often is the difference of scores as large by chance?
    Randomization,
}

impl PairedTest {
    /// The resamples that are usual.
    pub fn default_resamples(self) -> usize {
        match self {
            PairedTest::Bootstrap => 1_000,
            PairedTest::Randomization => 10_000,
        }
    }
}

/// Where the score of a system would lie on other segments of the same kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    /// The mean of the scores of the resamples, from 0 to 1.
    pub mean: f64,
    /// Half the distance of `low` and `high`.
    pub half_width: f64,
    /// The score that a fortieth of the resamples stay below.
    pub low: f64,
    /// The score that a fortieth of the resamples exceed.
    pub high: f64,
    /// The part of the resamples between the two: 0.95.
    pub level: f64,
    /// The number of resamples.
    pub resamples: usize,
    /// The seed that they were drawn with.
    pub seed: u64,
}

/// What a paired test says of a system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// How likely so large a difference from the first system would be if the
    /// two were alike, above 0 and at most 1. None for the first itself.
    pub p_value: Option<f64>,
    /// From the bootstrap's resamples; randomization says nothing of one system.
    pub confidence: Option<Confidence>,
}

/// A function that is told the number of resamples begun so far, 1 first, each
/// once and in order.
pub type Progress<'a> = &'a mut (dyn FnMut(usize) + Send);

/// How to resample. Results depend on the seed and on nothing else that is random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resampling {
    /// The number of resamples; 0 counts as 1. From 40 on a confidence interval
    /// leaves out the extremes.
    pub resamples: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The threads that share the work, without any influence on the result; 0
    /// counts as 1.
    pub threads: usize,
}

impl Resampling {
    /// The seed that is usual: sacreBLEU's.
    pub const DEFAULT_SEED: u64 = 12345;
}

/// All methods take the statistics of systems on the same segments: tables of the
/// same length, below 2^32. Without any segment all scores are 0 and all p are 1.
///
/// # Panics
/// All methods panic where the tables have different lengths, or more segments.
impl Resampling {
    /// The confidence interval of each system.
    pub fn confidence(&self, metric: &Metric, systems: &[SegmentStatistics], progress: Progress) -> Vec<Confidence> {
        self.bootstrap(metric, systems, progress).iter().map(|scores| self.interval(scores)).collect()
    }

    /// Every system against the first.
    pub fn paired(
        &self,
        test: PairedTest,
        metric: &Metric,
        systems: &[SegmentStatistics],
        progress: Progress,
    ) -> Vec<Paired> {
        let pairs: Vec<_> = (1..systems.len()).map(|system| (0, system)).collect();
        let (p_values, confidence) = self.test(test, metric, systems, &pairs, progress);
        let p_values = iter::once(None).chain(p_values.into_iter().map(Some));
        p_values.zip(confidence).map(|(p_value, confidence)| Paired { p_value, confidence }).collect()
    }

    /// Every system against every other, the best first.
    pub fn all_pairs(
        &self,
        test: PairedTest,
        metric: &Metric,
        systems: &[SegmentStatistics],
        progress: Progress,
    ) -> AllPairs {
        let scores = observed(metric, systems);
        let mut order: Vec<usize> = (0..systems.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let pairs: Vec<_> = pairs(order.len()).map(|(a, b)| (order[a], order[b])).collect();
        let (p_values, confidence) = self.test(test, metric, systems, &pairs, progress);
        let system = |&system: &usize| (system, scores[system], confidence[system]);
        AllPairs::new(order.iter().map(system).collect(), p_values)
    }

    /// The p-value of each pair of systems, and the confidence interval of each
    /// system where the test has one.
    fn test(
        &self,
        test: PairedTest,
        metric: &Metric,
        systems: &[SegmentStatistics],
        pairs: &[(usize, usize)],
        progress: Progress,
    ) -> (Vec<f64>, Vec<Option<Confidence>>) {
        let scores = observed(metric, systems);
        let differences: Vec<f64> = pairs.iter().map(|&(a, b)| (scores[a] - scores[b]).abs()).collect();
        match test {
            PairedTest::Bootstrap => {
                let scores = self.bootstrap(metric, systems, progress);
                let p_value = |(&(a, b), &difference): (&(usize, usize), &f64)| {
                    self.p_value(count_shifted(&scores[a], &scores[b], difference))
                };
                let p_values = pairs.iter().zip(&differences).map(p_value).collect();
                (p_values, scores.iter().map(|scores| Some(self.interval(scores))).collect())
            }
            PairedTest::Randomization => {
                let counts = self.randomization(metric, systems, pairs, &differences, progress);
                (counts.into_iter().map(|count| self.p_value(count)).collect(), vec![None; systems.len()])
            }
        }
    }

    /// The scores of each system on the resamples: as many segments as there are,
    /// drawn with repetition.
    fn bootstrap(&self, metric: &Metric, systems: &[SegmentStatistics], progress: Progress) -> Vec<Vec<f64>> {
        let tables: Vec<_> = systems.iter().map(Table::new).collect();
        let segments = u32::try_from(common_length(systems)).expect("fewer than 2^32 segments");
        let mut words = Words::new(self.seed);
        let draw = |weights: &mut [u8]| {
            weights.fill(0);
            // A segment that is drawn 256 times: less likely than 1 in 10^490.
            words.choose(segments, weights.len(), |segment| {
                let weight = &mut weights[segment as usize];
                *weight = weight.wrapping_add(1);
            });
        };
        let score = |found: &mut Vec<(usize, Vec<f64>)>, number, weights: &SegmentWeights| {
            let scores = tables.iter().map(|table| metric.score(&table.sum(weights)).score);
            found.push((number, scores.collect()));
        };
        // To draw takes longer than to sum up a system: more threads than systems would only wait for each other.
        let threads = self.threads.min(systems.len());
        let mut scores = vec![vec![0.0; self.count()]; systems.len()];
        for (number, found) in self.resample(segments as usize, threads, draw, score, progress).into_iter().flatten() {
            for (scores, score) in scores.iter_mut().zip(found) {
                scores[number] = score;
            }
        }
        scores
    }

    /// For each pair, the trials in which the swapped systems differ as much as
    /// the real ones, or more.
    fn randomization(
        &self,
        metric: &Metric,
        systems: &[SegmentStatistics],
        pairs: &[(usize, usize)],
        differences: &[f64],
        progress: Progress,
    ) -> Vec<usize> {
        let tables: Vec<_> = systems.iter().map(Table::new).collect();
        let sums: Vec<_> = systems.iter().map(SegmentStatistics::sum).collect();
        let mut bits = Bits::new(self.seed);
        let draw = |weights: &mut [u8]| bits.fill(weights);
        let compare = |counts: &mut Vec<usize>, _, mask: &SegmentWeights| {
            let parts: Vec<_> = tables.iter().map(|table| table.sum(mask)).collect();
            let swapped = |a: usize, b: usize| metric.score(&exchange(&sums[a], &parts[a], &parts[b])).score;
            counts.resize(pairs.len(), 0);
            for ((count, &(a, b)), &difference) in counts.iter_mut().zip(pairs).zip(differences) {
                *count += usize::from((swapped(a, b) - swapped(b, a)).abs() >= difference);
            }
        };
        let mut counts = vec![0; pairs.len()];
        for found in self.resample(common_length(systems), self.threads, draw, compare, progress) {
            for (count, found) in counts.iter_mut().zip(found) {
                *count += found;
            }
        }
        counts
    }

    /// Draws the weights of each resample and gives them to `visit` with the number
    /// of the resample, on all threads. Returns what each thread found.
    ///
    /// The threads take turns at drawing, for the random numbers are one stream in
    /// which a resample begins where the last one ended.
    fn resample<Found: Default + Send>(
        &self,
        segments: usize,
        threads: usize,
        draw: impl FnMut(&mut [u8]) + Send,
        visit: impl Fn(&mut Found, usize, &SegmentWeights) + Sync,
        progress: Progress,
    ) -> Vec<Found> {
        let stream = Mutex::new((0, draw, progress));
        let next = |weights: &mut SegmentWeights| {
            let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
            let (begun, draw, progress) = &mut *stream;
            (*begun < self.count()).then(|| {
                draw(weights.as_mut_slice());
                *begun += 1;
                progress(*begun);
                *begun - 1
            })
        };
        let work = || {
            let mut weights = SegmentWeights::new(segments);
            let mut found = Found::default();
            while let Some(number) = next(&mut weights) {
                visit(&mut found, number, &weights);
            }
            found
        };
        thread::scope(|scope| {
            // Where the system has no more threads to give, fewer do the work.
            let helpers: Vec<_> = (1..threads.min(self.count()))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let own = work();
            let join = |helper: thread::ScopedJoinHandle<_>| helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            iter::once(own).chain(helpers.into_iter().map(join)).collect()
        })
    }

    fn count(&self) -> usize {
        self.resamples.max(1)
    }

    /// sacreBLEU's interval: a fortieth of the scores on each side are left out.
    fn interval(&self, scores: &[f64]) -> Confidence {
        let mut sorted = scores.to_vec();
        sorted.sort_by(f64::total_cmp);
        let outside = sorted.len() / 40;
        let (low, high) = (sorted[outside], sorted[sorted.len() - outside - 1]);
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

    /// The p-value where so many resamples differ as much as the systems do: the
    /// systems as they are count as one resample more, so that p is never 0.
    fn p_value(&self, count: usize) -> f64 {
        (count + 1) as f64 / (self.count() + 1) as f64
    }
}

/// The resamples whose difference of scores exceeds the mean difference by
/// `difference` or more.
fn count_shifted(a: &[f64], b: &[f64], difference: f64) -> usize {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| (a - b).abs()).collect();
    let mean = mean(&differences);
    differences.iter().filter(|&&resampled| resampled - mean >= difference).count()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The score of each system.
fn observed(metric: &Metric, systems: &[SegmentStatistics]) -> Vec<f64> {
    systems.iter().map(|system| metric.score(&system.sum()).score).collect()
}

/// The number of segments that all systems have.
fn common_length(systems: &[SegmentStatistics]) -> usize {
    let length = systems.first().map_or(0, SegmentStatistics::len);
    assert!(systems.iter().all(|system| system.len() == length), "systems of different lengths");
    length
}

/// The statistics of a whole in which a part was exchanged for another.
fn exchange(whole: &Statistics, part: &Statistics, other: &Statistics) -> Statistics {
    Statistics {
        hyp_len: whole.hyp_len - part.hyp_len + other.hyp_len,
        ref_len: whole.ref_len - part.ref_len + other.ref_len,
        correct: array::from_fn(|n| whole.correct[n] - part.correct[n] + other.correct[n]),
        total: array::from_fn(|n| whole.total[n] - part.total[n] + other.total[n]),
    }
}
