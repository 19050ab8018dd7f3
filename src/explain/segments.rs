//! The segments of a corpus: how their scores are distributed, and which pull the corpus score most.

use crate::bleu::{Metric, Statistics};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Columns of the histogram.
const COLUMNS: usize = 10;

/// The most bytes of a line that are kept, so that for each segment it is less than 1 kB, or 1.5 kB for a difference.
const KEPT_BYTES: usize = 400;

/// The distribution of the scores of segments.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// How many scores are from 0 to below 0.1, from 0.1 to below 0.2 ..., from 0.9 to 1.
    pub histogram: [u64; COLUMNS],
    /// The mean of all scores, which is not the score of the corpus.
    pub mean: f64,
    /// The score in the middle of all, in their order; of two in the middle the lower.
    pub median: f64,
}

impl Scores {
    /// The distribution of scores from 0 to 1.
    pub fn new(mut scores: Vec<f64>) -> Scores {
        let mut histogram = [0; COLUMNS];
        scores.iter().for_each(|score| histogram[((score * COLUMNS as f64) as usize).min(COLUMNS - 1)] += 1);
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        let median = match scores.len().checked_sub(1) {
            Some(last) => *scores.select_nth_unstable_by(last / 2, f64::total_cmp).1,
            None => 0.0,
        };
        Scores { histogram, mean, median }
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
    /// The beginnings of its lines; `None` where they were not kept, which takes a corpus whose parts are very
    /// different.
    pub texts: Option<SegmentTexts>,
}

/// The lines of a segment, cut with "…" at the end where they are long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentTexts {
    /// The candidate's; for a difference, the first's and the second's.
    pub candidates: Vec<String>,
    /// The first reference's.
    pub reference: String,
}

/// What a corpus is expected to be before it is known: an ordinary one, of a million tokens. Without this, segments of a
/// beginning that is unlike the rest would be compared with their like alone.
pub fn ordinary(order: usize) -> Statistics {
    const TOKENS: f64 = 1e6;
    let mut statistics =
        Statistics { hyp_len: (0.95 * TOKENS) as u64, ref_len: TOKENS as u64, ..Statistics::default() };
    for n in 0..order {
        statistics.total[n] = TOKENS as u64;
        statistics.correct[n] = (TOKENS * 0.6f64.powi(n as i32 + 1)) as u64;
    }
    statistics
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

/// A segment to sort by its pull, and what is kept of it; the lowest, and of equal ones the latest, comes out of a heap
/// first.
#[derive(Clone, Debug)]
struct Ranked<T> {
    pull: f64,
    segment: u64,
    kept: T,
}

impl<T> Ord for Ranked<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.pull.total_cmp(&self.pull).then(self.segment.cmp(&other.segment))
    }
}

impl<T> PartialOrd for Ranked<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Ranked<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T> Eq for Ranked<T> {}

/// Keeps the segments that pull most; of equal ones the first to come.
#[derive(Debug)]
struct Highest<T> {
    room: usize,
    heap: BinaryHeap<Ranked<T>>,
}

impl<T> Highest<T> {
    fn new(room: usize) -> Self {
        Highest { room, heap: BinaryHeap::new() }
    }

    /// Takes the next segment, if it is among the highest.
    fn add(&mut self, segment: u64, pull: f64, keep: impl FnOnce() -> T) {
        if self.heap.len() < self.room {
            self.heap.push(Ranked { pull, segment, kept: keep() });
        } else if let Some(mut lowest) = self.heap.peek_mut()
            && pull.total_cmp(&lowest.pull).is_gt()
        {
            *lowest = Ranked { pull, segment, kept: keep() };
        }
    }
}

/// The `show` segments of the highest pull, above 0, highest first.
pub fn highest(show: usize, pulls: impl Iterator<Item = f64>) -> Vec<(u64, f64)> {
    let mut highest = Highest::new(show);
    for (pull, segment) in pulls.zip(1..) {
        if pull > 0.0 {
            highest.add(segment, pull, || ());
        }
    }
    highest.heap.into_sorted_vec().into_iter().map(|ranked| (ranked.segment, ranked.pull)).collect()
}

/// Keeps texts of the segments that seem to pull most, while the corpus is not yet known as a whole: for each its lines,
/// with a line feed behind each.
#[derive(Debug)]
pub struct KeptTexts(Highest<String>);

impl KeptTexts {
    /// Keeps the texts of at most `room` segments.
    pub fn new(room: usize) -> Self {
        KeptTexts(Highest::new(room))
    }

    /// Keeps the candidates' lines and the reference's, if the next segment is among those that pull most.
    pub fn offer<const N: usize>(&mut self, segment: u64, pull: f64, lines: [&str; N]) {
        self.0.add(segment, pull, || {
            let mut text = String::with_capacity(lines.iter().map(|line| line.len().min(KEPT_BYTES) + 4).sum());
            for line in lines {
                push_excerpt(&mut text, line);
                text.push('\n');
            }
            text
        });
    }

    /// The texts of a segment; none where they were not kept.
    pub fn get(&self, segment: u64) -> Option<SegmentTexts> {
        let Ranked { kept, .. } = self.0.heap.iter().find(|ranked| ranked.segment == segment)?;
        let mut candidates: Vec<String> = kept.split_terminator('\n').map(|line| line.trim().to_owned()).collect();
        let reference = candidates.pop()?;
        Some(SegmentTexts { candidates, reference })
    }
}

/// Adds the beginning of a line, if not all of it.
fn push_excerpt(text: &mut String, line: &str) {
    if line.len() <= KEPT_BYTES {
        text.push_str(line);
    } else if let Some(end) = (0..=KEPT_BYTES).rev().find(|&end| line.is_char_boundary(end)) {
        text.push_str(line[..end].trim_end());
        text.push('…');
    }
}
