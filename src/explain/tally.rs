//! Tables of the n-grams of a corpus, in bounded memory.
//!
//! This is lossy counting (Manku and Motwani, "Approximate Frequency Counts over Data Streams", VLDB 2002), with the
//! rare n-grams dropped when a table is full, and not after a fixed number of n-grams: corpora of tens of thousands of
//! segments are counted exactly.

use super::mismatches::Mismatches;
use memchr::memchr_iter;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// So many tokens, of all texts together, wait for being counted.
const TOKENS: usize = 1 << 21;

/// The most bytes of text that are kept.
const TEXT: usize = 128 << 20;

/// Parts of a table, each small enough for the processor's caches.
const PARTS: usize = 64;

/// N-grams that a part has room for from the start, so that it need not move while it grows. Memory that is not used is
/// not taken.
const ROOM: usize = 1 << 13;

/// An n-gram, and the numbers kept for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costly {
    /// How much it costs.
    pub cost: u64,
    /// Its tokens, with spaces between.
    pub ngram: String,
    /// Its numbers.
    pub counts: [u64; 2],
}

/// Counts n-grams, in several tables: those of one order, or another set, each.
///
/// Mismatches wait, and are counted when no more come, or too many: a table at a time, in memory that serves for all of
/// them. To look each up in its table as it comes takes several times as long, most of it waiting for memory.
#[derive(Debug)]
pub struct Tally {
    waiting: Mismatches,
    /// What was counted before.
    tables: Vec<Table>,
    counter: Counter,
    /// There is a table for each order up to this, of each kind.
    order: usize,
    limit: usize,
}

#[derive(Debug, Default)]
struct Table {
    ngrams: Vec<Ngram>,
    error: u64,
}

/// An n-gram, or one occurrence of it.
#[derive(Clone, Copy, Debug)]
struct Ngram {
    fingerprint: u64,
    counts: [u32; 2],
    /// Where it begins in the text.
    start: u32,
}

impl Tally {
    /// Empty tables, of so many kinds and orders, each for up to `limit` n-grams.
    pub fn new(kinds: usize, order: usize, limit: usize) -> Self {
        let mut waiting = Mismatches::default();
        waiting.clear(kinds * order);
        let tables = (0..kinds * order).map(|_| Table::default()).collect();
        Tally { waiting, tables, counter: Counter::default(), order, limit }
    }

    /// Takes the mismatches of a batch.
    pub fn add(&mut self, mismatches: &Mismatches) {
        self.waiting.append(mismatches);
        if self.waiting.tokens.len() > TOKENS || self.waiting.text.len() > TEXT {
            self.prune();
        }
    }

    /// For a table: no count is too high, and none too low by more than this. 0 until a table has been full.
    pub fn error(&self, table: usize) -> u64 {
        self.tables[table].error
    }

    /// Counts what waits for a table, and was counted before.
    fn count(&mut self, table: usize) {
        let Mismatches { tables, tokens, starts, .. } = &self.waiting;
        let n = table % self.order + 1;
        self.tables[table].ngrams.drain(..).for_each(|ngram| self.counter.add(ngram));
        for (number, list) in tables[table].iter().enumerate() {
            for &first in list {
                let ngram = tokens[first as usize..][..n].iter();
                // Fingerprints of tokens are random numbers, and so are their sums, each turned by its own angle.
                let fingerprint = ngram.fold(0, |ngram: u64, &token| ngram.rotate_left(25).wrapping_add(token));
                let counts = std::array::from_fn(|i| u32::from(i == number));
                self.counter.add(Ngram { fingerprint, counts, start: starts[first as usize] });
            }
        }
        self.counter.add_up();
    }

    /// Counts all that waits, and drops the rarest n-grams where there are too many, and all text that is not needed.
    fn prune(&mut self) {
        for table in 0..self.tables.len() {
            self.count(table);
            self.tables[table].ngrams.extend(self.counter.take());
            self.tables[table].shrink(self.limit);
        }
        let mut limit = self.limit;
        let mut text = Vec::new();
        loop {
            for (i, table) in self.tables.iter_mut().enumerate() {
                for ngram in &mut table.ngrams {
                    let start = text.len() as u32;
                    text.extend_from_slice(slice(&self.waiting.text, ngram, i % self.order + 1));
                    text.push(b' ');
                    ngram.start = start;
                }
            }
            self.waiting.clear(self.tables.len());
            std::mem::swap(&mut self.waiting.text, &mut text);
            if self.waiting.text.len() <= TEXT / 2 {
                break;
            }
            limit /= 2;
            self.tables.iter_mut().for_each(|table| table.shrink(limit));
        }
    }

    /// Counts what waits for a table, and returns for each of the `costs` the `show` n-grams for which it is highest,
    /// above 0: highest first, equal ones in alphabetical order. Comes last for this table.
    pub fn most_costly<const L: usize>(
        &mut self,
        table: usize,
        show: usize,
        costs: impl Fn(&[u32; 2]) -> [u32; L],
    ) -> [Vec<Costly>; L] {
        self.count(table);
        let mut heaps: [BinaryHeap<Ranked>; L] = std::array::from_fn(|_| BinaryHeap::new());
        let mut least = [1; L];
        for ngram in self.counter.take() {
            let costs = costs(&ngram.counts);
            for ((heap, &cost), least) in heaps.iter_mut().zip(&costs).zip(&mut least) {
                if cost < *least {
                    continue;
                }
                heap.push((Reverse(cost), slice(&self.waiting.text, &ngram, table % self.order + 1), ngram.counts));
                if heap.len() > show {
                    heap.pop();
                    *least = heap.peek().map_or(1, |(Reverse(cost), ..)| *cost);
                }
            }
        }
        heaps.map(|heap| {
            let costly = |(Reverse(cost), ngram, counts): Ranked| Costly {
                cost: u64::from(cost),
                ngram: String::from_utf8_lossy(ngram).into_owned(),
                counts: counts.map(u64::from),
            };
            heap.into_sorted_vec().into_iter().map(costly).collect()
        })
    }
}

impl Table {
    /// Drops the rarest until no more than `limit` n-grams are left.
    fn shrink(&mut self, limit: usize) {
        if self.ngrams.len() <= limit {
            return;
        }
        let sum = |ngram: &Ngram| ngram.counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        let mut rare = 1;
        while self.ngrams.iter().filter(|ngram| sum(ngram) > rare).count() > limit {
            rare *= 2;
        }
        self.ngrams.retain(|ngram| sum(ngram) > rare);
        self.error += rare;
    }
}

/// Adds up the numbers of n-grams; keeps its memory from one table to the next.
#[derive(Debug)]
struct Counter {
    /// N-grams of equal fingerprints are together.
    parts: Vec<Vec<Ngram>>,
    /// Where each n-gram of a part is, from 1, by its fingerprint.
    slots: Vec<u32>,
}

impl Default for Counter {
    fn default() -> Self {
        Counter { parts: (0..PARTS).map(|_| Vec::with_capacity(ROOM)).collect(), slots: Vec::new() }
    }
}

impl Counter {
    fn add(&mut self, ngram: Ngram) {
        self.parts[(ngram.fingerprint >> 32) as usize % PARTS].push(ngram);
    }

    /// Leaves each n-gram once.
    fn add_up(&mut self) {
        for part in &mut self.parts {
            self.slots.clear();
            self.slots.resize((2 * part.len()).next_power_of_two(), 0);
            let mask = self.slots.len() - 1;
            let mut kept = 0;
            for i in 0..part.len() {
                let ngram = part[i];
                let mut slot = ngram.fingerprint as usize & mask;
                while self.slots[slot] != 0 && part[self.slots[slot] as usize - 1].fingerprint != ngram.fingerprint {
                    slot = (slot + 1) & mask;
                }
                if self.slots[slot] == 0 {
                    part[kept] = ngram;
                    kept += 1;
                    self.slots[slot] = kept as u32;
                } else {
                    let sums = &mut part[self.slots[slot] as usize - 1].counts;
                    sums.iter_mut().zip(ngram.counts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
                }
            }
            part.truncate(kept);
        }
    }

    /// All n-grams, which are gone then.
    fn take(&mut self) -> impl Iterator<Item = Ngram> {
        self.parts.iter_mut().flat_map(|part| part.drain(..))
    }
}

/// An n-gram in a heap, from which the cheapest, and of equal ones the last in the alphabet, comes first: its cost, its
/// text, its numbers.
type Ranked<'a> = (Reverse<u32>, &'a [u8], [u32; 2]);

/// The text of an n-gram of n tokens, each with a space behind.
fn slice<'a>(text: &'a [u8], ngram: &Ngram, n: usize) -> &'a [u8] {
    let text = text.get(ngram.start as usize..).unwrap_or_default();
    &text[..memchr_iter(b' ', text).nth(n - 1).unwrap_or(text.len())]
}
