//! Tables of the n-grams of a corpus, in bounded memory.
//!
//! This is lossy counting (Manku and Motwani, "Approximate Frequency Counts over Data Streams", VLDB 2002), with the
//! rare n-grams dropped when a table is full, and not after a fixed number of n-grams: corpora of tens of thousands of
//! segments are counted exactly.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most bytes of text that are kept for all tables together.
const TEXT: usize = 128 << 20;

/// Parts of a table, each small enough for the processor's caches.
const PARTS: usize = 64;

/// Events that a part has room for from the start, so that it need not move while it grows, and that are too few to be
/// added up. Memory that is not used is not taken.
const ROOM: usize = 1 << 12;

/// What happened to an n-gram: numbers to be added to those of its fingerprint, and its text.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Stands for the n-gram; not 0.
    pub fingerprint: u64,
    /// At least one is above 0.
    pub counts: [u32; 2],
    /// Where the n-gram begins in the text of its batch.
    pub start: u32,
    /// Its bytes.
    pub len: u32,
}

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

/// Adds up numbers for n-grams, in several tables: those of one order, or another set, each.
#[derive(Debug)]
pub struct Tally {
    tables: Vec<Table>,
    /// Where each n-gram of a part is, from 1, by its fingerprint; kept for its memory.
    slots: Vec<u32>,
    /// The texts of batches, one after the other, or what is needed of them.
    text: Vec<u8>,
    limit: usize,
}

/// The events of n-grams; those of equal fingerprints are together in a part.
///
/// They are only collected at first, one after the other, and are added up now and then, part by part. To look each up
/// among all others at once takes several times as long, most of it waiting for memory.
#[derive(Debug)]
struct Table {
    parts: Vec<Part>,
    error: u64,
}

#[derive(Clone, Debug, Default)]
struct Part {
    events: Vec<Event>,
    /// Those before this have been added up: no two of the same n-gram.
    added_up: usize,
}

impl Event {
    fn sum(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }
}

impl Tally {
    /// So many empty tables, each for up to `limit` n-grams.
    pub fn new(tables: usize, limit: usize) -> Self {
        let table = || Table { parts: vec![Part::default(); PARTS], error: 0 };
        Tally { tables: (0..tables).map(|_| table()).collect(), slots: Vec::new(), text: Vec::new(), limit }
    }

    /// Adds the events of a batch, for each table, and the text that their n-grams are in.
    pub fn add<E: Iterator<Item = Event>>(&mut self, text: &[u8], tables: impl Iterator<Item = E>) {
        let before = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.text.extend_from_slice(text);
        for (table, events) in self.tables.iter_mut().zip(tables) {
            for event in events {
                let part = &mut table.parts[(event.fingerprint >> 32) as usize % PARTS];
                if part.events.capacity() == 0 {
                    part.events.reserve_exact(ROOM);
                }
                part.events.push(Event { start: event.start.saturating_add(before), ..event });
            }
            for part in &mut table.parts {
                if part.events.len() > ROOM.max(2 * part.added_up) {
                    part.add_up(&mut self.slots);
                }
            }
        }
        if self.text.len() > TEXT || self.tables.iter().any(|table| table.len() > 2 * self.limit) {
            self.add_up();
            self.prune();
        }
    }

    /// Leaves one event for each n-gram.
    pub fn add_up(&mut self) {
        let parts = self.tables.iter_mut().flat_map(|table| &mut table.parts);
        parts.for_each(|part| part.add_up(&mut self.slots));
    }

    /// For a table: no count is too high, and none too low by more than this. 0 until a table has been full.
    pub fn error(&self, table: usize) -> u64 {
        self.tables[table].error
    }

    /// Drops the rarest n-grams, at least half of them where they are too many, and all text that is not needed.
    fn prune(&mut self) {
        let limit = if self.tables.iter().any(|table| table.len() > self.limit) { self.limit / 2 } else { self.limit };
        self.tables.iter_mut().for_each(|table| table.shrink(limit));
        let mut limit = limit;
        while self.tables.iter().map(Table::text_len).sum::<usize>() > TEXT / 2 {
            limit /= 2;
            self.tables.iter_mut().for_each(|table| table.shrink(limit));
        }
        let mut text = Vec::new();
        for entry in self.tables.iter_mut().flat_map(Table::events_mut) {
            let start = text.len() as u32;
            text.extend_from_slice(slice(&self.text, entry));
            entry.start = start;
        }
        self.text = text;
    }

    /// When all is added up: for the n-grams of a table, and for each of the `costs`, the `show` n-grams for which it is highest, above 0:
    /// highest first, equal ones in alphabetical order.
    pub fn most_costly<const L: usize>(
        &self,
        table: usize,
        show: usize,
        costs: impl Fn(&[u32; 2]) -> [u32; L],
    ) -> [Vec<Costly>; L] {
        let mut heaps: [BinaryHeap<Ranked>; L] = std::array::from_fn(|_| BinaryHeap::new());
        let mut least = [1; L];
        for entry in self.tables[table].events() {
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
    fn len(&self) -> usize {
        self.parts.iter().map(|part| part.events.len()).sum()
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.parts.iter().flat_map(|part| &part.events)
    }

    fn events_mut(&mut self) -> impl Iterator<Item = &mut Event> {
        self.parts.iter_mut().flat_map(|part| &mut part.events)
    }

    fn text_len(&self) -> usize {
        self.events().map(|event| event.len as usize).sum()
    }

    /// Drops the rarest until no more than `limit` n-grams are left.
    fn shrink(&mut self, limit: usize) {
        if self.len() <= limit {
            return;
        }
        let mut rare = 1;
        while self.events().filter(|event| event.sum() > rare).count() > limit {
            rare *= 2;
        }
        for part in &mut self.parts {
            part.events.retain(|event| event.sum() > rare);
            part.added_up = part.events.len();
        }
        self.error += rare;
    }
}

impl Part {
    fn add_up(&mut self, slots: &mut Vec<u32>) {
        if self.added_up == self.events.len() {
            return;
        }
        slots.clear();
        slots.resize((2 * self.events.len()).next_power_of_two(), 0);
        let mask = slots.len() - 1;
        let mut kept = 0;
        for i in 0..self.events.len() {
            let event = self.events[i];
            let mut slot = event.fingerprint as usize & mask;
            while slots[slot] != 0 && self.events[slots[slot] as usize - 1].fingerprint != event.fingerprint {
                slot = (slot + 1) & mask;
            }
            if slots[slot] == 0 {
                self.events[kept] = event;
                kept += 1;
                slots[slot] = kept as u32;
            } else {
                let sums = &mut self.events[slots[slot] as usize - 1].counts;
                sums.iter_mut().zip(event.counts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
            }
        }
        self.events.truncate(kept);
        self.added_up = kept;
    }
}

/// An n-gram in a heap, from which the cheapest, and of equal ones the last in the alphabet, comes first: its cost, its
/// text, its numbers.
type Ranked<'a> = (Reverse<u32>, &'a [u8], [u32; 2]);

/// The text of an n-gram.
fn slice<'a>(text: &'a [u8], entry: &Event) -> &'a [u8] {
    text.get(entry.start as usize..).and_then(|text| text.get(..entry.len as usize)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(fingerprint: u64, count: u32, start: u32) -> Event {
        Event { fingerprint, counts: [count, 0], start, len: 1 }
    }

    #[test]
    fn a_full_table_is_low_by_no_more_than_it_says() {
        let mut tally = Tally::new(1, 100);
        for round in 1..=1000u64 {
            let mut events = vec![event(7, 1, 0), event(1000 + round, 1, 1)];
            if round % 50 == 0 {
                events.push(event(8, 3, 2));
            }
            tally.add(b"abc", [events.into_iter()].into_iter());
        }
        assert!(tally.tables[0].len() <= 200 && tally.error(0) > 0 && tally.text.len() < 1000);
        tally.add_up();
        let [costly] = tally.most_costly(0, 2, |&[count, _]| [count]);
        assert_eq!((costly[0].ngram.as_str(), costly[0].cost), ("a", 1000));
        assert!(costly[1].cost <= 60 && costly[1].cost + tally.error(0) >= 60, "{costly:?} {}", tally.error(0));
    }

    #[test]
    fn ties_are_in_alphabetical_order() {
        let mut tally = Tally::new(1, 100_000);
        let events = (0..4).map(|i| event(u64::from(i) + 1, 5, i));
        tally.add(b"cadb", [events].into_iter());
        tally.add_up();
        let [costly] = tally.most_costly(0, 3, |&[count, _]| [count]);
        assert_eq!(costly.iter().map(|costly| costly.ngram.as_str()).collect::<String>(), "abc");
    }

    #[test]
    fn tables_grow() {
        let mut tally = Tally::new(1, 100_000);
        for _ in 0..3 {
            tally.add(b"x", [(1..=10_000).map(|i| event(i * 0x9E37_79B9, 2, 0))].into_iter());
        }
        tally.add_up();
        assert_eq!(tally.tables[0].events().filter(|event| event.counts == [6, 0]).count(), 10_000);
    }
}
