//! Drawing resamples and scoring systems on them, by several threads.

use super::Compared;
use super::difference::{Comparison, SegmentComparison};
use super::numpy::{Bits, Words};
use super::resampled_scores::ResampledScores;
use super::resampling::{Resamples, Resampling, ResamplingFields};
use super::systems::Systems;
use super::weighted_sum::StatisticsColumns;
use crate::bleu::error::Error;
use crate::bleu::scoring::{Definition, SegmentStatistics};
use std::iter;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Maximum number of threads; each has a copy of the weights of all segments.
const MAX_THREADS: usize = 256;

/// Systems that are resampled together.
pub(super) struct Resampler<'a, F> {
    pub resampling: &'a Resampling<F>,
    pub definition: &'a Definition,
    pub systems: &'a Systems<'a>,
    /// The score of each system.
    pub scores: Vec<f64>,
    pub fields: ResamplingFields,
}

impl<F: Fn(usize) -> ControlFlow<()> + Sync> Resampler<'_, F> {
    /// Compares the first system of each pair with the second.
    pub fn compare(&self, pairs: &[(usize, usize)]) -> Result<Compared, Error> {
        let (mut comparisons, confidence) = match self.fields.kind {
            Resamples::Randomization => {
                let comparison = |(difference, count)| Comparison {
                    difference,
                    p_value: self.fields.p_value(count),
                    p_interval: None,
                    spread: None,
                    segments: None,
                };
                let mut comparisons: Vec<Comparison> = self.randomization(pairs)?.into_iter().map(comparison).collect();
                self.fields.correction.correct(&mut comparisons);
                (comparisons, vec![None; self.systems.len()])
            }
            Resamples::Bootstrap | Resamples::Poisson => self.bootstrap()?.compare(pairs),
        };
        let sentences = self.systems.sentence_scores(self.definition);
        for (comparison, &(a, b)) in comparisons.iter_mut().zip(pairs) {
            comparison.segments = Some(SegmentComparison::new(&sentences[a], &sentences[b]));
        }
        Ok((comparisons, confidence))
    }

    /// The scores of each system on the resamples: as many segments as there are, drawn with repetition.
    pub fn bootstrap(&self) -> Result<ResampledScores, Error> {
        let tables = self.systems.map(StatisticsColumns::new);
        let mut words = Words::new(self.fields.seed);
        let draw = |weights: &mut [u8]| {
            weights.fill(0);
            // A segment is drawn 256 times with a probability below 1 in 10^490.
            words.choose(weights.len() as u32, weights.len(), |segment| weights[segment as usize] += 1);
        };
        let score = |found: &mut Vec<(usize, Vec<f64>)>, number, weights: &[Vec<u8>]| {
            let sums = tables.map(|set, table| table.sum(&weights[set]));
            let score = |system| sums.score(system, |_, _, sum| self.definition.evaluate(sum).value());
            found.push((number, (0..self.systems.len()).map(score).collect()));
        };
        // Drawing, which is sequential, takes longer than summing up a system: more threads than systems would wait.
        let threads = self.resampling.threads.min(self.systems.len());
        let mut resampled = vec![vec![0.0; self.fields.resamples]; self.systems.len()];
        for (number, found) in self.resample(threads, draw, score)?.into_iter().flatten() {
            for (scores, score) in resampled.iter_mut().zip(found) {
                scores[number] = score;
            }
        }
        Ok(ResampledScores {
            scores: self.scores.clone(),
            resampled,
            fields: self.fields,
            level: self.resampling.level,
        })
    }

    /// For each pair of systems the observed difference, and the number of trials in which the swapped systems differ at least
    /// as much.
    fn randomization(&self, pairs: &[(usize, usize)]) -> Result<Vec<(f64, usize)>, Error> {
        let (tables, sums) = (self.systems.map(StatisticsColumns::new), self.systems.map(SegmentStatistics::sum));
        let observed: Vec<f64> = pairs.iter().map(|&(a, b)| self.scores[a] - self.scores[b]).collect();
        let mut bits = Bits::new(self.fields.seed);
        let draw = |weights: &mut [u8]| bits.fill(weights);
        let compare = |found: &mut Vec<usize>, _, masks: &[Vec<u8>]| {
            let parts = tables.map(|set, table| table.sum(&masks[set]));
            let swapped = |a: usize, b: usize| {
                sums.score(a, |set, run, sum| {
                    let swapped = sum.replace(parts.at(set, a, run), parts.at(set, b, run));
                    self.definition.evaluate(&swapped).value()
                })
            };
            found.resize(pairs.len(), 0);
            for ((count, &(a, b)), difference) in found.iter_mut().zip(pairs).zip(&observed) {
                *count += usize::from((swapped(a, b) - swapped(b, a)).abs() >= difference.abs());
            }
        };
        let found = self.resample(self.resampling.threads, draw, compare)?;
        let count = |pair: usize| found.iter().filter_map(|counts| counts.get(pair)).sum();
        Ok(observed.into_iter().enumerate().map(|(pair, difference)| (difference, count(pair))).collect())
    }

    /// Draws the weights of each resample, one set after the other, and calls `visit` with them and the number of the resample, on all threads.
    /// Returns the findings of each thread.
    ///
    /// The threads take turns at drawing, since the random numbers are one stream in which a resample begins after the
    /// end of the last one.
    fn resample<Found: Default + Send>(
        &self,
        threads: usize,
        draw: impl FnMut(&mut [u8]) + Send,
        visit: impl Fn(&mut Found, usize, &[Vec<u8>]) + Sync,
    ) -> Result<Vec<Found>, Error> {
        let resamples = self.fields.resamples;
        let stream = Mutex::new((0, draw, ControlFlow::Continue(())));
        let next = |weights: &mut [Vec<u8>]| {
            let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
            let (begun, draw, flow) = &mut *stream;
            if *begun == resamples || flow.is_break() {
                return None;
            }
            weights.iter_mut().for_each(|weights| draw(weights));
            *begun += 1;
            *flow = self.resampling.progress.as_ref().map_or(ControlFlow::Continue(()), |progress| progress(*begun));
            flow.is_continue().then_some(*begun - 1)
        };
        let work = || {
            let mut weights: Vec<_> = self.systems.segments().map(|segments| vec![0; segments]).collect();
            let mut found = Found::default();
            while let Some(number) = next(&mut weights) {
                visit(&mut found, number, &weights);
            }
            found
        };
        let found = thread::scope(|scope| {
            // If no more threads can be started, fewer do the work.
            let helpers: Vec<_> = (1..threads.min(resamples).min(MAX_THREADS))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let own = work();
            let join = |helper: thread::ScopedJoinHandle<_>| helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            iter::once(own).chain(helpers.into_iter().map(join)).collect()
        });
        let (.., flow) = stream.into_inner().unwrap_or_else(PoisonError::into_inner);
        if flow.is_break() { Err(Error::Cancelled) } else { Ok(found) }
    }
}
