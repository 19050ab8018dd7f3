//! Tables of the n-grams of a corpus, in bounded memory.
//!
//! This is lossy counting (Manku and Motwani, "Approximate Frequency Counts over Data Streams", VLDB 2002), with the
//! rare n-grams dropped when a table is full, and not after a fixed number of n-grams: corpora of tens of thousands of
//! segments are counted exactly.
//!
//! N-grams, as tokens, are told apart by 64-bit fingerprints: among ten million different ones two share one with a
//! probability of 3 in a million, and would be counted as one.

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
    /// By the [`part`]s that they belong to.
    ngrams: Vec<Ngram>,
    error: u64,
}

/// An n-gram, and its numbers.
#[derive(Clone, Copy, Debug)]
struct Ngram {
    fingerprint: u64,
    counts: [u32; 2],
    /// Where it begins in the text.
    start: u32,
}

/// One occurrence of an n-gram.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    /// The halves of its fingerprint, so that all this takes 12 bytes.
    fingerprint: [u32; 2],
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

    /// Counts all that waits, and drops the rarest n-grams where there are too many, and all text that is not needed.
    fn prune(&mut self) {
        for (i, table) in self.tables.iter_mut().enumerate() {
            let mut ngrams = Vec::new();
            self.counter.count(&table.ngrams, &self.waiting, i, i % self.order + 1, |ngram| ngrams.push(ngram));
            table.ngrams = ngrams;
            table.shrink(self.limit);
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

    /// For each of the `costs` the `show` n-grams of a table for which it is highest, above 0: highest first, equal
    /// ones in alphabetical order.
    pub fn most_costly<const L: usize>(
        &mut self,
        table: usize,
        show: usize,
        costs: impl Fn(&[u32; 2]) -> [u32; L],
    ) -> [Vec<Costly>; L] {
        let (n, text) = (table % self.order + 1, &self.waiting.text);
        let mut heaps: [BinaryHeap<Costed>; L] = std::array::from_fn(|_| BinaryHeap::new());
        let mut least = [1; L];
        self.counter.count(&self.tables[table].ngrams, &self.waiting, table, n, |ngram| {
            let costs = costs(&ngram.counts);
            for ((heap, &cost), least) in heaps.iter_mut().zip(&costs).zip(&mut least) {
                if cost < *least {
                    continue;
                }
                heap.push((Reverse(cost), slice(text, &ngram, n), ngram.counts));
                if heap.len() > show {
                    heap.pop();
                    *least = heap.peek().map_or(1, |(Reverse(cost), ..)| *cost);
                }
            }
        });
        heaps.map(|heap| {
            let costly = |(Reverse(cost), ngram, counts): Costed| Costly {
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
    /// For each part of a table the occurrences that each of the two numbers counts.
    parts: Vec<[Vec<Occurrence>; 2]>,
    /// The n-grams of a part.
    sums: Vec<Ngram>,
    /// Where each is among them, from 1, by its fingerprint.
    slots: Vec<u32>,
}

impl Default for Counter {
    fn default() -> Self {
        let part = || [(); 2].map(|()| Vec::with_capacity(ROOM));
        Counter { parts: (0..PARTS).map(|_| part()).collect(), sums: Vec::new(), slots: Vec::new() }
    }
}

impl Counter {
    /// Counts the n-grams of n tokens that wait for a table, adds what was counted before, and gives each n-gram once.
    fn count(&mut self, before: &[Ngram], waiting: &Mismatches, table: usize, n: usize, mut give: impl FnMut(Ngram)) {
        for (number, list) in waiting.tables[table].iter().enumerate() {
            for &first in list {
                let ngram = waiting.tokens[first as usize..][..n].iter();
                // Fingerprints of tokens are random numbers, and so are their sums, each turned by its own angle.
                let fingerprint = ngram.fold(0, |ngram: u64, &token| ngram.rotate_left(25).wrapping_add(token));
                let occurrence = Occurrence {
                    fingerprint: [fingerprint as u32, (fingerprint >> 32) as u32],
                    start: waiting.starts[first as usize],
                };
                self.parts[part(fingerprint)][number].push(occurrence);
            }
        }
        let mut rest = before;
        for (p, lists) in self.parts.iter_mut().enumerate() {
            let earlier;
            (earlier, rest) = rest.split_at(rest.partition_point(|ngram| part(ngram.fingerprint) == p));
            let most = earlier.len() + lists.iter().map(Vec::len).sum::<usize>();
            self.slots.clear();
            self.slots.resize((2 * most).next_power_of_two(), 0);
            let mut add_up = |ngram| add(&mut self.sums, &mut self.slots, ngram);
            earlier.iter().for_each(|&ngram| add_up(ngram));
            for (number, list) in lists.iter_mut().enumerate() {
                let counts = std::array::from_fn(|i| u32::from(i == number));
                for Occurrence { fingerprint: [low, high], start } in list.drain(..) {
                    add_up(Ngram { fingerprint: u64::from(high) << 32 | u64::from(low), counts, start });
                }
            }
            self.sums.drain(..).for_each(&mut give);
        }
    }
}

/// The part of a table that an n-gram belongs to.
fn part(fingerprint: u64) -> usize {
    (fingerprint >> 32) as usize % PARTS
}

/// Adds the numbers of an n-gram to those of its equal, if there is one.
fn add(sums: &mut Vec<Ngram>, slots: &mut [u32], ngram: Ngram) {
    let mask = slots.len() - 1;
    let mut slot = ngram.fingerprint as usize & mask;
    loop {
        match slots[slot] {
            0 => {
                sums.push(ngram);
                slots[slot] = sums.len() as u32;
                return;
            }
            place if sums[place as usize - 1].fingerprint == ngram.fingerprint => {
                let counts = &mut sums[place as usize - 1].counts;
                counts.iter_mut().zip(ngram.counts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
                return;
            }
            _ => slot = (slot + 1) & mask,
        }
    }
}

/// An n-gram in a heap, from which the cheapest, and of equal ones the last in the alphabet, comes first: its cost, its
/// text, its numbers.
type Costed<'a> = (Reverse<u32>, &'a [u8], [u32; 2]);

/// The text of an n-gram of n tokens, each with a space behind.
fn slice<'a>(text: &'a [u8], ngram: &Ngram, n: usize) -> &'a [u8] {
    let text = text.get(ngram.start as usize..).unwrap_or_default();
    &text[..memchr_iter(b' ', text).nth(n - 1).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mismatches of these tokens, each as often as it counts, for a single table of order 1.
    fn mismatches<'a>(tokens: impl Iterator<Item = (&'a str, usize)>) -> Mismatches {
        let mut found = Mismatches::default();
        found.clear(1);
        for (token, count) in tokens {
            found.tables[0][0].extend(std::iter::repeat_n(found.tokens.len() as u32, count));
            found.starts.push(found.text.len() as u32);
            // Alike in the half that tells the part, so that one part has all.
            let hash = token.bytes().fold(0, |hash: u32, byte| hash.wrapping_mul(0x0100_0193) ^ u32::from(byte));
            found.tokens.push(u64::from(hash));
            found.text.extend(format!("{token} ").bytes());
        }
        found
    }

    #[test]
    fn a_full_table_is_low_by_no_more_than_it_says() {
        let mut tally = Tally::new(1, 1, 100);
        for round in 1..=1000 {
            let rare = round.to_string();
            let sometimes = ("sometimes", if round % 50 == 0 { 3 } else { 0 });
            tally.add(&mismatches([("always", 1), (&rare, 1), sometimes].into_iter()));
            if round % 70 == 0 {
                tally.prune();
                assert!(tally.tables[0].ngrams.len() <= 100 && tally.waiting.text.len() < 1000);
            }
        }
        let error = tally.error(0);
        let [costly] = tally.most_costly(0, 2, |&[count, _]| [count]);
        assert_eq!((costly[0].ngram.as_str(), costly[0].cost), ("always", 1000));
        assert!(error > 0 && costly[1].cost <= 60 && costly[1].cost + error >= 60, "{costly:?} {error}");
    }

    #[test]
    fn ties_are_in_alphabetical_order() {
        let mut tally = Tally::new(1, 1, 100);
        tally.add(&mismatches(["c", "a", "d", "b"].map(|token| (token, 5)).into_iter()));
        let [costly] = tally.most_costly(0, 3, |&[count, _]| [count]);
        assert_eq!(costly.iter().map(|costly| costly.ngram.trim()).collect::<String>(), "abc");
    }

    #[test]
    fn what_was_counted_before_is_added() {
        let names: Vec<String> = (0..2 * ROOM).map(|i| i.to_string()).collect();
        let mut tally = Tally::new(1, 1, 4 * ROOM);
        for _ in 0..3 {
            tally.add(&mismatches(names.iter().map(|name| (name.as_str(), 2))));
            tally.prune();
        }
        let [costly] = tally.most_costly(0, names.len(), |&[count, _]| [count]);
        assert_eq!((tally.error(0), costly.len()), (0, names.len()));
        assert!(costly.iter().all(|costly| costly.counts == [6, 0]));
    }
}
