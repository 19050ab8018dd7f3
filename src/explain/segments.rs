//! The segments of a corpus: how their scores are distributed, and which pull the corpus score most.

use crate::bleu::{Metric, Statistics};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

/// Columns of the histogram.
const COLUMNS: usize = 10;

/// Steps in which scores are told apart for the median.
const STEPS: usize = 10_000;

/// The distribution of the scores of segments.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// How many scores are from 0 to below 0.1, from 0.1 to below 0.2 ..., from 0.9 to 1.
    pub histogram: [u64; COLUMNS],
    /// The mean of all scores, which is not the score of the corpus.
    pub mean: f64,
    /// Half of the scores are no higher than this, to four digits.
    pub median: f64,
}

/// Adds up scores.
#[derive(Clone, Debug)]
pub struct ScoreCounts {
    steps: Vec<u64>,
    sum: f64,
}

impl Default for ScoreCounts {
    fn default() -> Self {
        ScoreCounts { steps: vec![0; STEPS + 1], sum: 0.0 }
    }
}

impl ScoreCounts {
    /// Takes a score from 0 to 1 into account.
    pub fn add(&mut self, score: f64) {
        self.steps[((score * STEPS as f64) as usize).min(STEPS)] += 1;
        self.sum += score;
    }

    /// The distribution.
    pub fn finish(&self) -> Scores {
        let mut histogram = [0; COLUMNS];
        for (step, count) in self.steps.iter().enumerate() {
            histogram[(step * COLUMNS / STEPS).min(COLUMNS - 1)] += count;
        }
        let all: u64 = self.steps.iter().sum();
        let mut below = 0;
        let is_middle = |count: &u64| {
            below += count;
            2 * below >= all
        };
        let median = self.steps.iter().position(is_middle).unwrap_or(0) as f64 / STEPS as f64;
        Scores { histogram, mean: self.sum / all.max(1) as f64, median }
    }
}

/// A segment that moves the score of a corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentPull {
    /// Its number, from 1.
    pub segment: u64,
    /// By how much the score of the corpus would be higher without this segment; for a difference, with the second
    /// candidate's translation of this segment in place of the first's.
    pub pull: f64,
    /// Its own score; for a difference, that of the first and that of the second candidate.
    pub scores: Vec<f64>,
    /// The beginning of the candidate's line, of the second candidate's for a difference, and of the first
    /// reference's. Empty where it was not kept, which takes a corpus whose parts are very different.
    pub texts: Vec<String>,
}

/// The statistics of a corpus without a part of it.
fn minus(mut sum: Statistics, part: &Statistics) -> Statistics {
    sum.hyp_len -= part.hyp_len;
    sum.ref_len -= part.ref_len;
    sum.correct.iter_mut().zip(&part.correct).for_each(|(sum, count)| *sum -= count);
    sum.total.iter_mut().zip(&part.total).for_each(|(sum, count)| *sum -= count);
    sum
}

/// How parts pull the score of a whole.
pub struct Pulls<'a> {
    metric: &'a Metric,
    sum: &'a Statistics,
    score: f64,
}

impl<'a> Pulls<'a> {
    /// For the parts of this sum.
    pub fn new(metric: &'a Metric, sum: &'a Statistics) -> Self {
        Pulls { metric, sum, score: metric.score(sum).score }
    }

    /// By how much the score would be higher without this part.
    pub fn without(&self, part: &Statistics) -> f64 {
        self.with(part, &Statistics::default())
    }

    /// By how much it would be higher with `other` in place of `part`.
    pub fn with(&self, part: &Statistics, other: &Statistics) -> f64 {
        let mut sum = minus(*self.sum, part);
        sum += *other;
        self.metric.score(&sum).score - self.score
    }
}

/// Something with a number to sort by; the lowest number, and of equal ones the latest, comes out of a heap first.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    pull: f64,
    segment: u64,
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        other.pull.total_cmp(&self.pull).then(self.segment.cmp(&other.segment))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ranked {}

/// Keeps the segments that pull most.
#[derive(Debug)]
struct Highest {
    room: usize,
    heap: BinaryHeap<Ranked>,
}

impl Highest {
    fn new(room: usize) -> Self {
        Highest { room, heap: BinaryHeap::new() }
    }

    /// Takes a segment, if it is among the highest; returns the segment that had to leave for it.
    fn add(&mut self, ranked: Ranked) -> Result<Option<u64>, NotAmongThem> {
        if self.heap.len() < self.room {
            self.heap.push(ranked);
            return Ok(None);
        }
        match self.heap.peek_mut() {
            Some(mut lowest) if ranked < *lowest => Ok(Some(std::mem::replace(&mut *lowest, ranked).segment)),
            _ => Err(NotAmongThem),
        }
    }

    fn into_sorted(self) -> Vec<Ranked> {
        self.heap.into_sorted_vec()
    }
}

struct NotAmongThem;

/// The `show` segments of the highest pull, above 0, highest first.
pub fn highest(show: usize, pulls: impl Iterator<Item = f64>) -> Vec<(u64, f64)> {
    let mut highest = Highest::new(show);
    for (pull, segment) in pulls.zip(1..) {
        if pull > 0.0 {
            let _ = highest.add(Ranked { pull, segment });
        }
    }
    highest.into_sorted().into_iter().map(|ranked| (ranked.segment, ranked.pull)).collect()
}

/// Keeps texts of the segments that seem to pull most, while the corpus is not yet known as a whole.
#[derive(Debug)]
pub struct KeptTexts {
    highest: Highest,
    texts: BTreeMap<u64, Vec<String>>,
}

impl KeptTexts {
    /// Keeps the texts of at most `room` segments.
    pub fn new(room: usize) -> Self {
        KeptTexts { highest: Highest::new(room), texts: BTreeMap::new() }
    }

    /// Keeps what `texts` gives, if the segment is among those that pull most.
    pub fn offer(&mut self, segment: u64, pull: f64, texts: impl FnOnce() -> Vec<String>) {
        if let Ok(leaves) = self.highest.add(Ranked { pull, segment }) {
            leaves.map(|segment| self.texts.remove(&segment));
            self.texts.insert(segment, texts());
        }
    }

    /// The texts of a segment; none where they were not kept.
    pub fn get(&self, segment: u64) -> Vec<String> {
        self.texts.get(&segment).cloned().unwrap_or_default()
    }
}
