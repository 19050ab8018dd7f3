//! Tables of one segment, counted in the textbook way; tests compare the optimized counter with it.

use super::breakdown::OrderTerm;
use crate::bleu::error::Error;
use crate::bleu::scoring::{Definition, Statistics};
use crate::bleu::tokenize::SegmentTokenizer;
use crate::bleu::tokenize::SegmentTokens;
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// Tokens of a segment, and its n-grams with their counts.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SegmentTables {
    /// Tokens of the candidate, after preprocessing.
    pub candidate: Vec<String>,
    /// Tokens of each reference.
    pub references: Vec<Vec<String>>,
    /// Index of the reference with the closest length; `None` without references.
    pub closest: Option<usize>,
    /// A table for each order, order 1 first.
    pub tables: Vec<NgramTable>,
    /// Sums of the tables, and the lengths.
    pub statistics: Statistics,
    /// Factors of the segment's score, order 1 first.
    pub terms: Vec<OrderTerm>,
}

/// N-grams of the candidate, of one order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NgramTable {
    /// Length of the n-grams.
    pub order: usize,
    /// One row for each different n-gram, in the order of the candidate.
    pub rows: Vec<NgramRow>,
}

/// An n-gram of the candidate, with its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NgramRow {
    /// Tokens, separated by spaces.
    pub ngram: String,
    /// Occurrences in the candidate.
    pub candidate: u64,
    /// Occurrences in each reference.
    pub references: Vec<u64>,
    /// Maximum over the references.
    pub max: u64,
    /// Correct occurrences in the candidate: at most `max`.
    pub clipped: u64,
}

impl NgramTable {
    /// Number of n-grams of the candidate.
    pub fn total(&self) -> u64 {
        self.sum(|row| row.candidate)
    }

    /// Number of correct ones.
    pub fn clipped(&self) -> u64 {
        self.sum(|row| row.clipped)
    }

    /// Number that occur in a reference, without clipping.
    pub fn unclipped(&self) -> u64 {
        self.sum(|row| if row.max > 0 { row.candidate } else { 0 })
    }
}

impl SegmentTables {
    /// Counts the n-grams of a segment, and breaks down its score.
    ///
    /// # Errors
    /// If there is no reference, or a text is [too long](crate#limits).
    ///
    /// ```
    /// use bleu::{Definition, explain::SegmentTables};
    ///
    /// let tables = SegmentTables::new(&Definition::default(), "the the the", &["the cat", "a cat"])?;
    /// let the = &tables.tables[0].rows[0];
    /// assert_eq!((the.candidate, the.references.as_slice(), the.max, the.clipped), (3, &[1, 0][..], 1, 1));
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn new(definition: &Definition, candidate: &str, references: &[impl AsRef<str>]) -> Result<Self, Error> {
        if references.is_empty() {
            return Err(Error::NoReference { segment: 0 });
        }
        let tokenizers = [definition.tokenizer(), definition.reference_tokenizer()];
        let [mut own, mut others] = tokenizers.map(SegmentTokenizer::new);
        own.set(&[candidate]);
        others.set(references);
        let candidate = words(own.tokenize()?.segment(0));
        let references = others.tokenize()?.segments().map(words).collect();
        Ok(SegmentTables::from_words(candidate, references, definition))
    }

    /// Counts the n-grams of a candidate and of each reference, and breaks down the score by `definition`.
    pub(crate) fn from_words(
        candidate: Vec<String>,
        references: Vec<Vec<String>>,
        definition: &Definition,
    ) -> SegmentTables {
        let mut numbers = HashMap::default();
        let own = numbered(&candidate, &mut numbers);
        let others: Vec<Vec<u32>> = references.iter().map(|tokens| numbered(tokens, &mut numbers)).collect();
        let tables: Vec<NgramTable> =
            (1..=definition.order()).map(|n| NgramTable::new(n, &candidate, &own, &others)).collect();

        let lengths = references.iter().map(|reference| reference.len() as u32);
        let ref_len = definition.reference_length().choose(candidate.len() as u32, lengths);
        let lengths = [candidate.len() as u64, ref_len.into()].into_iter();
        let counts = tables.iter().map(NgramTable::clipped).chain(tables.iter().map(NgramTable::total));
        let statistics = Statistics::from_known_row(&lengths.chain(counts).collect::<Vec<u64>>());
        SegmentTables {
            closest: references.iter().position(|reference| reference.len() == ref_len as usize),
            terms: OrderTerm::all(definition, &statistics, &definition.evaluate(&statistics)),
            candidate,
            references,
            tables,
            statistics,
        }
    }
}

impl NgramTable {
    /// The sum over all rows. It stops at `u64::MAX`, since rows can be changed.
    fn sum(&self, count: impl Fn(&NgramRow) -> u64) -> u64 {
        self.rows.iter().map(count).fold(0, u64::saturating_add)
    }

    /// The n-grams of a candidate, given its tokens, their numbers, and the numbers of the tokens of each reference.
    fn new(order: usize, tokens: &[String], candidate: &[u32], references: &[Vec<u32>]) -> NgramTable {
        let mut candidate_counts = counts(order, candidate);
        let reference_counts: Vec<_> = references.iter().map(|reference| counts(order, reference)).collect();
        let mut rows: Vec<NgramRow> = Vec::with_capacity(candidate_counts.len());
        for (ngram, words) in candidate.windows(order).zip(tokens.windows(order)) {
            // Each n-gram has its row where it comes first.
            let Some(count) = candidate_counts.remove(ngram) else { continue };
            let references: Vec<u64> =
                reference_counts.iter().map(|counts| counts.get(ngram).copied().unwrap_or(0)).collect();
            let max = references.iter().copied().max().unwrap_or(0);
            rows.push(NgramRow { ngram: words.join(" "), candidate: count, references, max, clipped: count.min(max) });
        }
        NgramTable { order, rows }
    }
}

/// Returns the tokens of a line.
pub(crate) fn words(tokens: SegmentTokens) -> Vec<String> {
    tokens.iter().map(|token| token.to_owned()).collect()
}

/// Returns a number for each token, equal for equal tokens. A segment may have a million.
fn numbered<'a>(tokens: &'a [String], numbers: &mut HashMap<&'a str, u32, RandomState>) -> Vec<u32> {
    let number = |token: &'a String| {
        let next = numbers.len() as u32;
        *numbers.entry(token).or_insert(next)
    };
    tokens.iter().map(number).collect()
}

/// Returns the occurrences of each n-gram.
fn counts(order: usize, tokens: &[u32]) -> HashMap<&[u32], u64, RandomState> {
    let mut counts = HashMap::default();
    tokens.windows(order).for_each(|ngram| *counts.entry(ngram).or_insert(0) += 1);
    counts
}
