//! The tables of one segment, counted in the plain, obvious way: what textbooks show, and what the fast way of counting
//! is held against.

use super::terms::{Term, terms};
use crate::bleu::{MAX_ORDER, Metric, Score, Statistics, closest_reference_length};
use crate::tokenize::Line;
use std::collections::{HashMap, HashSet};

/// A segment's tokens, and its n-grams with their counts.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentTables {
    /// The candidate's tokens, as they are compared.
    pub candidate: Vec<String>,
    /// The tokens of each reference.
    pub references: Vec<Vec<String>>,
    /// The index of the reference of the closest length; `None` without references.
    pub closest: Option<usize>,
    /// A table for each order, that of order 1 first.
    pub tables: Vec<NgramTable>,
    /// The sums of these tables, and the lengths.
    pub statistics: Statistics,
    /// The score of the segment by itself.
    pub score: Score,
    /// What the score is the product of.
    pub terms: Vec<Term>,
}

/// The candidate's n-grams of one order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NgramTable {
    /// The length of the n-grams.
    pub order: usize,
    /// One row for each different n-gram, in the order of the candidate.
    pub rows: Vec<NgramRow>,
}

/// An n-gram of the candidate, and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NgramRow {
    /// Its tokens, with spaces between.
    pub ngram: String,
    /// Occurrences in the candidate.
    pub candidate: u64,
    /// Occurrences in each reference.
    pub references: Vec<u64>,
    /// The largest of these.
    pub max: u64,
    /// Occurrences in the candidate that are correct: no more than `max`.
    pub clipped: u64,
}

impl NgramTable {
    /// The candidate's n-grams.
    pub fn total(&self) -> u64 {
        self.rows.iter().map(|row| row.candidate).sum()
    }

    /// Those that are correct.
    pub fn clipped(&self) -> u64 {
        self.rows.iter().map(|row| row.clipped).sum()
    }

    /// Those that occur in a reference, however often: what the standard, not clipped precision counts.
    pub fn unclipped(&self) -> u64 {
        self.rows.iter().filter(|row| row.max > 0).map(|row| row.candidate).sum()
    }
}

impl SegmentTables {
    /// The tables of a line of the candidate and of each reference, and the score that `metric` gives it.
    pub fn new(candidate: Line, references: &[Line], metric: &Metric) -> SegmentTables {
        let words = |line: Line| line.iter().map(|token| String::from_utf8_lossy(token).into_owned()).collect();
        let candidate: Vec<String> = words(candidate);
        let references: Vec<Vec<String>> = references.iter().map(|&reference| words(reference)).collect();
        let tables: Vec<NgramTable> = (1..=metric.order).map(|n| NgramTable::new(n, &candidate, &references)).collect();

        let lengths = references.iter().map(|reference| reference.len() as u32);
        let ref_len = closest_reference_length(candidate.len() as u32, lengths);
        let mut statistics =
            Statistics { hyp_len: candidate.len() as u64, ref_len: u64::from(ref_len), ..Statistics::default() };
        for (n, table) in tables.iter().enumerate().take(MAX_ORDER) {
            (statistics.correct[n], statistics.total[n]) = (table.clipped(), table.total());
        }
        let score = metric.score(&statistics);
        SegmentTables {
            closest: references.iter().position(|reference| reference.len() == ref_len as usize),
            terms: terms(metric, &statistics, &score),
            candidate,
            references,
            tables,
            statistics,
            score,
        }
    }
}

impl NgramTable {
    fn new(order: usize, candidate: &[String], references: &[Vec<String>]) -> NgramTable {
        let in_candidate = counts(order, candidate);
        let in_references: Vec<_> = references.iter().map(|reference| counts(order, reference)).collect();
        let mut rows: Vec<NgramRow> = Vec::with_capacity(in_candidate.len());
        let mut done = HashSet::new();
        for ngram in candidate.windows(order) {
            if !done.insert(ngram) {
                continue;
            }
            let count = in_candidate[ngram];
            let references: Vec<u64> =
                in_references.iter().map(|counts| counts.get(ngram).copied().unwrap_or(0)).collect();
            let max = references.iter().copied().max().unwrap_or(0);
            rows.push(NgramRow { ngram: ngram.join(" "), candidate: count, references, max, clipped: count.min(max) });
        }
        NgramTable { order, rows }
    }
}

/// How often each n-gram occurs.
fn counts(order: usize, tokens: &[String]) -> HashMap<&[String], u64> {
    let mut counts = HashMap::new();
    tokens.windows(order).for_each(|ngram| *counts.entry(ngram).or_insert(0) += 1);
    counts
}
