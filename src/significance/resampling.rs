//! Drawing resamples and scoring systems on them, by several threads.

use super::numpy::{Bits, Words};
use super::weighted_sum::{SegmentWeights, StatisticsColumns};
use super::{Progress, Resampling, common_length};
use crate::bleu::{Definition, SegmentStatistics};
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::{iter, thread};

/// Maximum number of threads; each has a copy of the weights of all segments.
const MAX_THREADS: usize = 256;

impl Resampling {
    /// The scores of each system on the resamples: as many segments as there are, drawn with repetition.
    pub(super) fn bootstrap(
        &self,
        definition: &Definition,
        systems: &[SegmentStatistics],
        progress: Progress,
    ) -> Vec<Vec<f64>> {
        let tables: Vec<_> = systems.iter().map(StatisticsColumns::new).collect();
        let segments = u32::try_from(common_length(systems)).expect("checked to be fewer than 2^32 segments");
        let mut words = Words::new(self.seed);
        let draw = |weights: &mut [u8]| {
            weights.fill(0);
            // A segment is drawn 256 times with a probability below 1 in 10^490.
            words.choose(segments, weights.len(), |segment| {
                let weight = &mut weights[segment as usize];
                *weight = weight.wrapping_add(1);
            });
        };
        let score = |found: &mut Vec<(usize, Vec<f64>)>, number, weights: &SegmentWeights| {
            let scores = tables.iter().map(|table| definition.evaluate(&table.sum(weights)).score);
            found.push((number, scores.collect()));
        };
        // Drawing, which is sequential, takes longer than summing up a system: more threads than systems would wait.
        let threads = self.threads.min(systems.len());
        let mut scores = vec![vec![0.0; self.count()]; systems.len()];
        for (number, found) in self.resample(segments as usize, threads, draw, score, progress).into_iter().flatten() {
            for (scores, score) in scores.iter_mut().zip(found) {
                scores[number] = score;
            }
        }
        scores
    }

    /// For each pair of systems with its observed difference, the number of trials in which the swapped systems differ
    /// at least as much as the real ones.
    pub(super) fn randomization(
        &self,
        definition: &Definition,
        systems: &[SegmentStatistics],
        pairs: &[(usize, usize)],
        differences: &[f64],
        progress: Progress,
    ) -> Vec<usize> {
        let tables: Vec<_> = systems.iter().map(StatisticsColumns::new).collect();
        let sums: Vec<_> = systems.iter().map(SegmentStatistics::sum).collect();
        let mut bits = Bits::new(self.seed);
        let draw = |weights: &mut [u8]| bits.fill(weights);
        let compare = |counts: &mut Vec<usize>, _, mask: &SegmentWeights| {
            let parts: Vec<_> = tables.iter().map(|table| table.sum(mask)).collect();
            let swapped = |a: usize, b: usize| definition.evaluate(&sums[a].replace(&parts[a], &parts[b])).score;
            counts.resize(pairs.len(), 0);
            for ((count, &(a, b)), &difference) in counts.iter_mut().zip(pairs).zip(differences) {
                *count += usize::from((swapped(a, b) - swapped(b, a)).abs() >= difference.abs());
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

    /// Draws the weights of each resample and calls `visit` with them and the number of the resample, on all threads.
    /// Returns the findings of each thread.
    ///
    /// The threads take turns at drawing, since the random numbers are one stream in which a resample begins after the
    /// end of the last one.
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
            // If no more threads can be started, fewer do the work.
            let helpers: Vec<_> = (1..threads.min(self.count()).min(MAX_THREADS))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let own = work();
            let join = |helper: thread::ScopedJoinHandle<_>| helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            iter::once(own).chain(helpers.into_iter().map(join)).collect()
        })
    }
}
