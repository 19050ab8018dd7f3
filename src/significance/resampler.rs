//! Drawing resamples and scoring systems on them, by several threads.

use super::numpy::{Bits, Words};
use super::resampled_scores::ResampledScores;
use super::systems::Systems;
use super::weighted_sum::StatisticsColumns;
use super::{Compared, Resamples, Resampling, ResamplingFields, SegmentComparison, differences};
use crate::Error;
use crate::bleu::{Definition, SegmentStatistics};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::{iter, thread};

/// Maximum number of threads; each has a copy of the weights of all segments.
const MAX_THREADS: usize = 256;

/// A function that is called with the number of resamples begun so far.
type Progress<'a> = Option<&'a (dyn Fn(usize) -> ControlFlow<()> + Sync)>;

/// Systems that are resampled together.
pub(super) struct Resampler<'a> {
    definition: &'a Definition,
    systems: Systems<'a>,
    /// The score of each system.
    scores: Vec<f64>,
    pub fields: ResamplingFields,
    level: f64,
    threads: usize,
    progress: Progress<'a>,
}

impl<'a> Resampler<'a> {
    /// Checks that systems can be resampled together.
    pub fn new(
        definition: &'a Definition,
        systems: Systems<'a>,
        fields: ResamplingFields,
        level: f64,
        threads: usize,
        progress: Progress<'a>,
    ) -> Result<Self, Error> {
        if !(level > 0.0 && level < 1.0) {
            return Err(Error::LevelOutOfRange { level });
        }
        if fields.resamples > Resampling::MAX_RESAMPLES {
            return Err(Error::TooManyResamples { resamples: fields.resamples });
        }
        definition.formula().check_score_of_sums()?;
        systems.check(definition, fields.kind == Resamples::Randomization)?;
        let sums = systems.map(SegmentStatistics::sum);
        let score = |system| sums.score(system, |_, _, sum| definition.evaluate(sum).value());
        let scores = (0..systems.len()).map(score).collect();
        Ok(Resampler { definition, systems, scores, fields, level, threads, progress })
    }

    /// The score of each system.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// Compares the first system of each pair with the second.
    pub fn compare(&self, pairs: &[(usize, usize)]) -> Result<Compared, Error> {
        let (mut comparisons, confidence) = match self.fields.kind {
            Resamples::Randomization => {
                let differences = differences(&self.scores, pairs);
                let counts = self.randomization(pairs, &differences)?;
                let found = counts.into_iter().map(|count| (count, None)).collect();
                (self.fields.comparisons(&differences, found), vec![None; self.systems.len()])
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
            let sums = tables.sums(weights);
            let score = |system| sums.score(system, |_, _, sum| self.definition.evaluate(sum).value());
            found.push((number, (0..self.systems.len()).map(score).collect()));
        };
        // Drawing, which is sequential, takes longer than summing up a system: more threads than systems would wait.
        let threads = self.threads.min(self.systems.len());
        let mut resampled = vec![vec![0.0; self.fields.resamples]; self.systems.len()];
        for (number, found) in self.resample(threads, draw, score)?.into_iter().flatten() {
            for (scores, score) in resampled.iter_mut().zip(found) {
                scores[number] = score;
            }
        }
        Ok(ResampledScores::new(self.scores.clone(), resampled, self.fields).with_level(self.level))
    }

    /// For each pair of systems with its observed difference, the number of trials in which the swapped systems differ
    /// at least as much as the real ones.
    fn randomization(&self, pairs: &[(usize, usize)], differences: &[f64]) -> Result<Vec<usize>, Error> {
        let (tables, sums) = (self.systems.map(StatisticsColumns::new), self.systems.map(SegmentStatistics::sum));
        let mut bits = Bits::new(self.fields.seed);
        let draw = |weights: &mut [u8]| bits.fill(weights);
        let compare = |counts: &mut Vec<usize>, _, masks: &[Vec<u8>]| {
            let parts = tables.sums(masks);
            let swapped = |a: usize, b: usize| {
                sums.score(a, |set, run, sum| {
                    let swapped = sum.replace(parts.at(set, a, run), parts.at(set, b, run));
                    self.definition.evaluate(&swapped).value()
                })
            };
            counts.resize(pairs.len(), 0);
            for ((count, &(a, b)), &difference) in counts.iter_mut().zip(pairs).zip(differences) {
                *count += usize::from((swapped(a, b) - swapped(b, a)).abs() >= difference.abs());
            }
        };
        let mut counts = vec![0; pairs.len()];
        for found in self.resample(self.threads, draw, compare)? {
            for (count, found) in counts.iter_mut().zip(found) {
                *count += found;
            }
        }
        Ok(counts)
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
            *flow = self.progress.map_or(ControlFlow::Continue(()), |progress| progress(*begun));
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
