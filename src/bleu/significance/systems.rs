//! The systems that are resampled: of one test set, or of several, over which scores are means; of one run each, or of several
//! runs or samples, over which they are means too.

use super::difference::sentence_scores;
use super::mean;
use crate::bleu::error::Error;
use crate::bleu::scoring::{Definition, SegmentStatistics};
use std::borrow::Borrow;

/// Systems on the same segments: of one test set and one run each, or of several.
#[derive(Clone, Debug)]
pub struct Systems<'a>(PerTable<&'a SegmentStatistics>);

impl<'a> Systems<'a> {
    /// Systems on one test set, each given by the statistics of its segments.
    pub fn new<T: Borrow<SegmentStatistics>>(systems: &'a [T]) -> Systems<'a> {
        Systems(PerTable(vec![systems.iter().map(|system| vec![system.borrow()]).collect()]))
    }

    /// Systems on several test sets, given for each set. Their scores are means over the sets. Each set is resampled for
    /// itself; all systems see the same resamples of it. The sets are taken as given: an interval says how the mean varies
    /// with the segments of these sets, not with the choice of sets.
    pub fn on_sets<T: Borrow<SegmentStatistics> + 'a>(sets: &'a [impl AsRef<[T]>]) -> Systems<'a> {
        let of_set = |systems: &'a [T]| systems.iter().map(|system| vec![system.borrow()]).collect();
        Systems(PerTable(sets.iter().map(|systems| of_set(systems.as_ref())).collect()))
    }

    /// Systems of several runs or samples each, given for each system. Their scores are means over the runs. A segment is drawn
    /// with all its runs, so that an interval holds for other segments and other runs alike: the outputs for the segments that
    /// are drawn differ as other runs would (Davison and Hinkley, "Bootstrap Methods and their Application", 1997,
    /// section 3.8). A comparison pairs run i with run i.
    pub fn of_runs<T: Borrow<SegmentStatistics> + 'a>(systems: &'a [impl AsRef<[T]>]) -> Systems<'a> {
        let runs = |system: &'a [T]| system.iter().map(Borrow::borrow).collect();
        Systems(PerTable(vec![systems.iter().map(|system| runs(system.as_ref())).collect()]))
    }

    /// Systems of this many runs each on several test sets, given for each set: the runs of one system, then the runs of the next.
    #[cfg(feature = "cli")]
    pub(crate) fn of_runs_on_sets(sets: &[&'a [SegmentStatistics]], runs: usize) -> Systems<'a> {
        let systems = |set: &&'a [SegmentStatistics]| set.chunks(runs).map(|runs| runs.iter().collect()).collect();
        Systems(PerTable(sets.iter().map(systems).collect()))
    }

    /// Each run as a system.
    pub(super) fn each_run(&self) -> Systems<'a> {
        let single_runs = |set: &Vec<Vec<&'a SegmentStatistics>>| set.iter().flatten().map(|run| vec![*run]).collect();
        Systems(PerTable(self.sets().iter().map(single_runs).collect()))
    }

    /// The segments of all runs of each system on each set, one run after the other.
    pub(super) fn pooled(&self) -> Result<Vec<Vec<SegmentStatistics>>, Error> {
        self.sets().iter().map(|set| set.iter().map(|runs| joined_runs(runs)).collect()).collect()
    }

    /// The tables of each set, by systems, then runs.
    fn sets(&self) -> &[Vec<Vec<&'a SegmentStatistics>>] {
        &self.0.0
    }

    /// Number of runs of each system.
    pub(super) fn runs(&self) -> usize {
        self.sets().first().and_then(|set| set.first()).map_or(1, Vec::len)
    }

    /// Number of systems.
    pub(crate) fn len(&self) -> usize {
        self.sets().first().map_or(0, Vec::len)
    }

    /// Number of segments of each set.
    pub(super) fn segments(&self) -> impl Iterator<Item = usize> {
        self.sets().iter().map(|set| set.iter().flatten().next().map_or(0, |table| table.len()))
    }

    /// Checks that systems can be resampled together, and compared if they are to be.
    pub(super) fn check(&self, definition: &Definition, are_compared: bool) -> Result<(), Error> {
        let (order, systems, number) = (definition.counted_order(), self.len(), self.runs());
        for (set, expected) in self.sets().iter().zip(self.segments()) {
            if set.len() != systems {
                return Err(Error::ListLengths { expected: systems, found: set.len() });
            }
            if u32::try_from(expected).is_err() {
                return Err(Error::SystemLengths { expected, found: expected });
            }
            let is_wrong = |runs: &&Vec<_>| runs.is_empty() || are_compared && runs.len() != number;
            if let Some(runs) = set.iter().find(is_wrong) {
                return Err(Error::UnequalRuns { expected: number, found: runs.len() });
            }
            for table in set.iter().flatten() {
                if table.order() != order {
                    return Err(Error::OrderMismatch { expected: order, found: table.order() });
                }
                if table.len() != expected {
                    return Err(Error::SystemLengths { expected, found: table.len() });
                }
            }
        }
        Ok(())
    }

    /// Results of `make` for each table.
    pub(super) fn map<T>(&self, make: impl Fn(&SegmentStatistics) -> T) -> PerTable<T> {
        self.0.map(|_, table| make(table))
    }

    /// The sentence scores of each system, on one set after the other: for each segment the mean over the runs.
    pub(super) fn sentence_scores(&self, definition: &Definition) -> Vec<Vec<f64>> {
        let scores = self.map(|table| sentence_scores(definition, table));
        (0..self.len()).map(|system| scores.0.iter().flat_map(|set| means_over_runs(&set[system])).collect()).collect()
    }
}

/// The segments of all runs, one run after the other.
fn joined_runs(runs: &[&SegmentStatistics]) -> Result<SegmentStatistics, Error> {
    let mut joined = runs[0].clone();
    runs[1..].iter().try_for_each(|run| joined.append(run))?;
    Ok(joined)
}

/// The mean score of each segment over the runs.
fn means_over_runs(runs: &[Vec<f64>]) -> Vec<f64> {
    (0..runs[0].len()).map(|segment| mean(runs.iter().map(|scores| scores[segment]))).collect()
}

/// An item for each table of systems: by sets, then systems, then runs.
#[derive(Clone, Debug)]
pub(super) struct PerTable<T>(Vec<Vec<Vec<T>>>);

impl<T> PerTable<T> {
    /// Results of `make` for each item, given its set too.
    pub fn map<U>(&self, make: impl Fn(usize, &T) -> U) -> PerTable<U> {
        let of_runs = |set: usize, runs: &Vec<T>| runs.iter().map(|item| make(set, item)).collect();
        let of_set = |(set, systems): (usize, &Vec<Vec<T>>)| systems.iter().map(|runs| of_runs(set, runs)).collect();
        PerTable(self.0.iter().enumerate().map(of_set).collect())
    }

    /// The score of a system: the mean over the sets of the means over its runs. `score` has the score of a table, by its set,
    /// run, and item.
    pub fn score(&self, system: usize, score: impl Fn(usize, usize, &T) -> f64) -> f64 {
        let of_set = |(set, systems): (usize, &Vec<Vec<T>>)| {
            let runs = &systems[system];
            mean(runs.iter().enumerate().map(|(run, item)| score(set, run, item)))
        };
        mean(self.0.iter().enumerate().map(of_set))
    }

    /// The item of a table.
    pub fn at(&self, set: usize, system: usize, run: usize) -> &T {
        &self.0[set][system][run]
    }
}
