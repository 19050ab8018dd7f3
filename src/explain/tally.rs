//! Tables of the n-grams of a corpus, in bounded memory.
//!
//! This is lossy counting (Manku and Motwani, "Approximate Frequency Counts over Data Streams", VLDB 2002), with the
//! rare n-grams dropped when the table is full, and not after a fixed number of n-grams: corpora of tens of thousands
//! of segments are counted exactly.

use foldhash::fast::FixedState;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// The most n-grams, of all orders together, that are kept.
const NGRAMS: usize = 1 << 22;

/// The most bytes of their text that are kept for an order.
const TEXT: usize = 64 << 20;

/// An n-gram, and how often something happened to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Costly<const K: usize> {
    /// How much it costs.
    pub cost: u64,
    /// Its tokens, with spaces between.
    pub ngram: String,
    /// The numbers kept for it.
    pub counts: [u64; K],
}

/// Adds up `K` numbers for each n-gram of one order.
#[derive(Debug)]
pub struct Tally<const K: usize> {
    entries: HashMap<u64, Entry<K>, FixedState>,
    text: Vec<u8>,
    limit: usize,
    error: u64,
}

#[derive(Debug)]
struct Entry<const K: usize> {
    counts: [u32; K],
    start: u32,
    len: u32,
}

impl<const K: usize> Entry<K> {
    fn sum(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }
}

impl<const K: usize> Tally<K> {
    /// An empty table, one of `tables`.
    pub fn new(tables: usize) -> Self {
        Tally { entries: HashMap::default(), text: Vec::new(), limit: NGRAMS / tables.max(1), error: 0 }
    }

    /// Adds to the counts of the n-gram of this fingerprint; `text` is what it looks like.
    pub fn add<'a>(&mut self, fingerprint: u64, counts: [u32; K], text: impl FnOnce() -> &'a [u8]) {
        let entry = self.entries.entry(fingerprint).or_insert_with(|| {
            let (start, text) = (self.text.len() as u32, text());
            self.text.extend_from_slice(text);
            Entry { counts: [0; K], start, len: text.len() as u32 }
        });
        entry.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
        if self.entries.len() > self.limit || self.text.len() > TEXT {
            self.prune();
        }
    }

    /// No count is too high, and none too low by more than this. 0 until the table has been full.
    pub fn error(&self) -> u64 {
        self.error
    }

    /// Drops the rarest n-grams, at least half of all.
    fn prune(&mut self) {
        let (limit, text) = (self.entries.len() / 2, self.text.len() / 2);
        let mut rare = 0;
        let len = |entry: &Entry<K>| entry.len as usize;
        while self.entries.len() > limit || self.entries.values().map(len).sum::<usize>() > text {
            rare = 1.max(2 * rare);
            self.entries.retain(|_, entry| entry.sum() > rare);
        }
        self.error += rare;
        let old = std::mem::take(&mut self.text);
        for entry in self.entries.values_mut() {
            let text = &old[entry.start as usize..][..entry.len as usize];
            entry.start = self.text.len() as u32;
            self.text.extend_from_slice(text);
        }
    }

    /// For each of the `costs` the `show` n-grams for which it is highest, above 0: highest first, equal ones in
    /// alphabetical order.
    pub fn most_costly<const L: usize>(
        &self,
        show: usize,
        costs: impl Fn(&[u32; K]) -> [u64; L],
    ) -> [Vec<Costly<K>>; L] {
        let mut heaps: [BinaryHeap<(Reverse<u64>, &[u8], [u32; K])>; L] = std::array::from_fn(|_| BinaryHeap::new());
        for entry in self.entries.values() {
            for (heap, cost) in heaps.iter_mut().zip(costs(&entry.counts)) {
                let worst = if heap.len() < show { None } else { heap.peek() };
                if cost == 0 || worst.is_some_and(|(Reverse(worst), ..)| *worst > cost) {
                    continue;
                }
                let text = &self.text[entry.start as usize..][..entry.len as usize];
                heap.push((Reverse(cost), text, entry.counts));
                if heap.len() > show {
                    heap.pop();
                }
            }
        }
        heaps.map(|heap| {
            let costly = |(Reverse(cost), ngram, counts): (Reverse<u64>, &[u8], [u32; K])| Costly {
                cost,
                ngram: String::from_utf8_lossy(ngram).into_owned(),
                counts: counts.map(u64::from),
            };
            heap.into_sorted_vec().into_iter().map(costly).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_is_low_by_no_more_than_it_says() {
        let mut tally = Tally::<1> { limit: 100, ..Tally::new(1) };
        for round in 1..=1000u64 {
            tally.add(7, [1], || b"often");
            tally.add(1000 + round, [1], || b"once");
            if round % 50 == 0 {
                tally.add(8, [3], || b"sometimes");
            }
        }
        assert!(tally.entries.len() <= 100 && tally.error() > 0);
        let [costly] = tally.most_costly(2, |&[count]| [u64::from(count)]);
        assert_eq!((costly[0].ngram.as_str(), costly[0].cost), ("often", 1000));
        assert!(costly[1].cost <= 60 && costly[1].cost + tally.error() >= 60, "{costly:?} {}", tally.error());
    }

    #[test]
    fn ties_are_in_alphabetical_order() {
        let mut tally = Tally::<1>::new(1);
        let words = ["c", "a", "d", "b"];
        words.iter().zip(0..).for_each(|(word, i)| tally.add(i, [5], || word.as_bytes()));
        let [costly] = tally.most_costly(3, |&[count]| [u64::from(count)]);
        assert_eq!(costly.iter().map(|costly| costly.ngram.as_str()).collect::<String>(), "abc");
    }
}
