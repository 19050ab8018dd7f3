//! Tables of the n-grams of a corpus, in bounded memory.
//!
//! This is lossy counting (Manku and Motwani, "Approximate Frequency Counts over Data Streams", VLDB 2002), with the
//! rare n-grams dropped when a table is full, and not after a fixed number of n-grams: corpora of tens of thousands of
//! segments are counted exactly.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most n-grams, of all orders together, that are kept.
const NGRAMS: usize = 1 << 22;

/// The most bytes of text that are kept for all orders together.
const TEXT: usize = 128 << 20;

/// N-grams that are looked up together, so that their waits for memory overlap.
const TOGETHER: usize = 16;

/// What happened to an n-gram: `K` numbers to be added to those of its fingerprint, and its text.
#[derive(Clone, Copy, Debug)]
pub struct Event<const K: usize> {
    /// Stands for the n-gram; not 0.
    pub fingerprint: u64,
    /// At least one is above 0.
    pub counts: [u32; K],
    /// Where the n-gram begins in the text of its batch.
    pub start: u32,
    /// Its bytes.
    pub len: u32,
}

/// An n-gram, and the numbers kept for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costly<const K: usize> {
    /// How much it costs.
    pub cost: u64,
    /// Its tokens, with spaces between.
    pub ngram: String,
    /// Its numbers.
    pub counts: [u64; K],
}

/// Adds up numbers for the n-grams of each order.
#[derive(Debug)]
pub struct Tally<const K: usize> {
    tables: Vec<Table<K>>,
    /// The texts of batches, one after the other, or what is needed of them.
    text: Vec<u8>,
    limit: usize,
}

/// A hash table by fingerprints: the slots of n-grams, and free ones.
#[derive(Debug)]
struct Table<const K: usize> {
    slots: Vec<Event<K>>,
    used: usize,
    error: u64,
}

impl<const K: usize> Event<K> {
    const FREE: Event<K> = Event { fingerprint: 0, counts: [0; K], start: 0, len: 0 };

    fn sum(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }
}

impl<const K: usize> Tally<K> {
    /// Empty tables for n-grams up to `order`, among `tallies` of them.
    pub fn new(order: usize, tallies: usize) -> Self {
        let table = || Table { slots: vec![Event::FREE; 64], used: 0, error: 0 };
        let limit = NGRAMS / (order * tallies).max(1);
        Tally { tables: (0..order).map(|_| table()).collect(), text: Vec::new(), limit }
    }

    /// Adds the events of a batch, for each order, and the text that their n-grams are in.
    pub fn add<E: Iterator<Item = Event<K>>>(&mut self, text: &[u8], orders: impl Iterator<Item = E>) {
        let before = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.text.extend_from_slice(text);
        for (table, mut events) in self.tables.iter_mut().zip(orders) {
            loop {
                let mut together = [Event::FREE; TOGETHER];
                let events = together.iter_mut().zip(&mut events).map(|(place, event)| *place = event).count();
                for event in &mut together[..events] {
                    event.start = event.start.saturating_add(before);
                }
                table.add(&together[..events]);
                if events < TOGETHER {
                    break;
                }
            }
        }
        if self.text.len() > TEXT || self.tables.iter().any(|table| table.used > self.limit) {
            self.prune();
        }
    }

    /// For an order: no count is too high, and none too low by more than this. 0 until a table has been full.
    pub fn error(&self, order: usize) -> u64 {
        self.tables[order - 1].error
    }

    /// Drops the rarest n-grams, at least half of them where they are too many, and all text that is not needed.
    fn prune(&mut self) {
        let limit = if self.tables.iter().any(|table| table.used > self.limit) { self.limit / 2 } else { self.limit };
        self.tables.iter_mut().for_each(|table| table.shrink(limit));
        let mut limit = limit;
        while self.tables.iter().map(Table::text_len).sum::<usize>() > TEXT / 2 {
            limit /= 2;
            self.tables.iter_mut().for_each(|table| table.shrink(limit));
        }
        let mut text = Vec::new();
        for entry in self.tables.iter_mut().flat_map(|table| &mut table.slots) {
            let start = text.len() as u32;
            text.extend_from_slice(slice(&self.text, entry));
            entry.start = start;
        }
        self.text = text;
    }

    /// For n-grams of an order, and for each of the `costs`, the `show` n-grams for which it is highest, above 0:
    /// highest first, equal ones in alphabetical order.
    pub fn most_costly<const L: usize>(
        &self,
        order: usize,
        show: usize,
        costs: impl Fn(&[u32; K]) -> [u32; L],
    ) -> [Vec<Costly<K>>; L] {
        let mut heaps: [BinaryHeap<(Reverse<u32>, &[u8], [u32; K])>; L] = std::array::from_fn(|_| BinaryHeap::new());
        let mut least = [1; L];
        for entry in self.tables[order - 1].entries() {
            let costs = costs(&entry.counts);
            for ((heap, &cost), least) in heaps.iter_mut().zip(&costs).zip(&mut least) {
                if cost < *least {
                    continue;
                }
                heap.push((Reverse(cost), slice(&self.text, entry), entry.counts));
                if heap.len() > show {
                    heap.pop();
                    *least = heap.peek().map_or(1, |(Reverse(cost), ..)| *cost);
                }
            }
        }
        heaps.map(|heap| {
            let costly = |(Reverse(cost), ngram, counts): (Reverse<u32>, &[u8], [u32; K])| Costly {
                cost: u64::from(cost),
                ngram: String::from_utf8_lossy(ngram).into_owned(),
                counts: counts.map(u64::from),
            };
            heap.into_sorted_vec().into_iter().map(costly).collect()
        })
    }
}

impl<const K: usize> Table<K> {
    fn entries(&self) -> impl Iterator<Item = &Event<K>> {
        self.slots.iter().filter(|slot| slot.fingerprint != 0)
    }

    fn text_len(&self) -> usize {
        self.entries().map(|entry| entry.len as usize).sum()
    }

    fn add(&mut self, events: &[Event<K>]) {
        if 4 * (self.used + events.len()) > 3 * self.slots.len() {
            self.rebuild(2 * self.slots.len(), 0);
        }
        // The first look is for all of them, so that the slots are at hand when each is found.
        let mask = self.slots.len() - 1;
        let mut expected = [0; TOGETHER];
        for (expected, event) in expected.iter_mut().zip(events) {
            *expected = self.slots[event.fingerprint as usize & mask].fingerprint;
        }
        for (event, expected) in events.iter().zip(expected) {
            let mut i = event.fingerprint as usize & mask;
            if expected != event.fingerprint {
                i = self.slot(event.fingerprint);
            }
            let slot = &mut self.slots[i];
            if slot.fingerprint == 0 {
                *slot = *event;
                self.used += 1;
            } else {
                slot.counts.iter_mut().zip(event.counts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
            }
        }
    }

    /// The slot of this fingerprint, or the free one where it would be.
    fn slot(&self, fingerprint: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut i = fingerprint as usize & mask;
        while self.slots[i].fingerprint != fingerprint && self.slots[i].fingerprint != 0 {
            i = (i + 1) & mask;
        }
        i
    }

    /// Drops the rarest until no more than `limit` n-grams are left.
    fn shrink(&mut self, limit: usize) {
        if self.used <= limit {
            return;
        }
        let mut rare = 1;
        while self.entries().filter(|entry| entry.sum() > rare).count() > limit {
            rare *= 2;
        }
        self.rebuild(self.slots.len(), rare);
        self.error += rare;
    }

    /// The table anew, with so many slots, a power of two, for the n-grams whose counts sum to more than `rare`.
    fn rebuild(&mut self, slots: usize, rare: u64) {
        let old = std::mem::replace(&mut self.slots, vec![Event::FREE; slots]);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.fingerprint != 0 && entry.sum() > rare) {
            let i = self.slot(entry.fingerprint);
            self.slots[i] = entry;
            self.used += 1;
        }
    }
}

/// The text of an n-gram.
fn slice<'a, const K: usize>(text: &'a [u8], entry: &Event<K>) -> &'a [u8] {
    text.get(entry.start as usize..).and_then(|text| text.get(..entry.len as usize)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(fingerprint: u64, count: u32, start: u32) -> Event<1> {
        Event { fingerprint, counts: [count], start, len: 1 }
    }

    #[test]
    fn a_full_table_is_low_by_no_more_than_it_says() {
        let mut tally = Tally::<1> { limit: 100, ..Tally::new(1, 1) };
        for round in 1..=1000u64 {
            let mut events = vec![event(7, 1, 0), event(1000 + round, 1, 1)];
            if round % 50 == 0 {
                events.push(event(8, 3, 2));
            }
            tally.add(b"abc", [events.into_iter()].into_iter());
        }
        assert!(tally.tables[0].used <= 100 && tally.error(1) > 0 && tally.text.len() < 1000);
        let [costly] = tally.most_costly(1, 2, |&counts| counts);
        assert_eq!((costly[0].ngram.as_str(), costly[0].cost), ("a", 1000));
        assert!(costly[1].cost <= 60 && costly[1].cost + tally.error(1) >= 60, "{costly:?} {}", tally.error(1));
    }

    #[test]
    fn ties_are_in_alphabetical_order() {
        let mut tally = Tally::<1>::new(1, 1);
        let events = (0..4).map(|i| event(u64::from(i) + 1, 5, i));
        tally.add(b"cadb", [events].into_iter());
        let [costly] = tally.most_costly(1, 3, |&counts| counts);
        assert_eq!(costly.iter().map(|costly| costly.ngram.as_str()).collect::<String>(), "abc");
    }

    #[test]
    fn tables_grow() {
        let mut tally = Tally::<1>::new(1, 1);
        for _ in 0..3 {
            tally.add(b"x", [(1..=10_000).map(|i| event(i * 0x9E37_79B9, 2, 0))].into_iter());
        }
        assert_eq!(tally.tables[0].entries().filter(|entry| entry.counts == [6]).count(), 10_000);
    }
}
