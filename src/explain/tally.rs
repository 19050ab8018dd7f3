//! Tables of the n-grams of a corpus, in bounded memory.
//!
//! This is lossy counting (Manku and Motwani, "Approximate Frequency Counts over Data Streams", VLDB 2002), with the
//! rare n-grams dropped when a table is full, and not after a fixed number of n-grams: corpora of tens of thousands of
//! segments are counted exactly.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most bytes of text that are kept for all tables together.
const TEXT: usize = 128 << 20;

/// N-grams that are looked up together, so that their waits for memory overlap.
const TOGETHER: usize = 16;

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
    /// The texts of batches, one after the other, or what is needed of them.
    text: Vec<u8>,
    limit: usize,
}

/// N-grams, and a hash table that finds them by their fingerprints.
#[derive(Debug)]
struct Table {
    entries: Vec<Event>,
    /// A free slot is 0; another has the place of an entry, from 1, below the upper half of its fingerprint.
    slots: Vec<u64>,
    error: u64,
}

impl Event {
    const NONE: Event = Event { fingerprint: 0, counts: [0; 2], start: 0, len: 0 };

    fn sum(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }
}

impl Tally {
    /// So many empty tables, each for up to `limit` n-grams.
    pub fn new(tables: usize, limit: usize) -> Self {
        let table = || Table { entries: Vec::new(), slots: vec![0; 64], error: 0 };
        Tally { tables: (0..tables).map(|_| table()).collect(), text: Vec::new(), limit }
    }

    /// Adds the events of a batch, for each table, and the text that their n-grams are in.
    pub fn add<E: Iterator<Item = Event>>(&mut self, text: &[u8], tables: impl Iterator<Item = E>) {
        let before = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.text.extend_from_slice(text);
        for (table, events) in self.tables.iter_mut().zip(tables) {
            let mut together = [Event::NONE; TOGETHER];
            let mut waiting = 0;
            for event in events {
                together[waiting] = Event { start: event.start.saturating_add(before), ..event };
                waiting += 1;
                if waiting == TOGETHER {
                    table.add(&together);
                    waiting = 0;
                }
            }
            table.add(&together[..waiting]);
        }
        if self.text.len() > TEXT || self.tables.iter().any(|table| table.entries.len() > self.limit) {
            self.prune();
        }
    }

    /// For a table: no count is too high, and none too low by more than this. 0 until a table has been full.
    pub fn error(&self, table: usize) -> u64 {
        self.tables[table].error
    }

    /// Drops the rarest n-grams, at least half of them where they are too many, and all text that is not needed.
    fn prune(&mut self) {
        let limit =
            if self.tables.iter().any(|table| table.entries.len() > self.limit) { self.limit / 2 } else { self.limit };
        self.tables.iter_mut().for_each(|table| table.shrink(limit));
        let mut limit = limit;
        while self.tables.iter().map(Table::text_len).sum::<usize>() > TEXT / 2 {
            limit /= 2;
            self.tables.iter_mut().for_each(|table| table.shrink(limit));
        }
        let mut text = Vec::new();
        for entry in self.tables.iter_mut().flat_map(|table| &mut table.entries) {
            let start = text.len() as u32;
            text.extend_from_slice(slice(&self.text, entry));
            entry.start = start;
        }
        self.text = text;
    }

    /// For the n-grams of a table, and for each of the `costs`, the `show` n-grams for which it is highest, above 0:
    /// highest first, equal ones in alphabetical order.
    pub fn most_costly<const L: usize>(
        &self,
        table: usize,
        show: usize,
        costs: impl Fn(&[u32; 2]) -> [u32; L],
    ) -> [Vec<Costly>; L] {
        let mut heaps: [BinaryHeap<Ranked>; L] = std::array::from_fn(|_| BinaryHeap::new());
        let mut least = [1; L];
        for entry in &self.tables[table].entries {
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
    fn text_len(&self) -> usize {
        self.entries.iter().map(|entry| entry.len as usize).sum()
    }

    fn add(&mut self, events: &[Event]) {
        if 4 * (self.entries.len() + events.len()) > 3 * self.slots.len() {
            self.fill(2 * self.slots.len());
        }
        // The first look is for all of them, so that what it needs is at hand when each is found.
        let mask = self.slots.len() - 1;
        let (mut slots, mut fingerprints) = ([0; TOGETHER], [0; TOGETHER]);
        for (slot, event) in slots.iter_mut().zip(events) {
            *slot = self.slots[event.fingerprint as usize & mask];
        }
        for (fingerprint, slot) in fingerprints.iter_mut().zip(slots) {
            *fingerprint = self.entries.get(place(slot)).map_or(0, |entry| entry.fingerprint);
        }
        for ((event, slot), fingerprint) in events.iter().zip(slots).zip(fingerprints) {
            let place = if fingerprint == event.fingerprint { place(slot) } else { self.place(event) };
            let counts = &mut self.entries[place].counts;
            counts.iter_mut().zip(event.counts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
        }
    }

    /// The place of this n-gram among the entries; where it is none, it becomes the last, with counts of 0.
    fn place(&mut self, event: &Event) -> usize {
        let mask = self.slots.len() - 1;
        let mut i = event.fingerprint as usize & mask;
        loop {
            let slot = self.slots[i];
            if slot == 0 {
                self.entries.push(Event { counts: [0; 2], ..*event });
                self.slots[i] = self::slot(event, self.entries.len() - 1);
                return self.entries.len() - 1;
            }
            if slot >> 32 == event.fingerprint >> 32 && self.entries[place(slot)].fingerprint == event.fingerprint {
                return place(slot);
            }
            i = (i + 1) & mask;
        }
    }

    /// Drops the rarest until no more than `limit` n-grams are left.
    fn shrink(&mut self, limit: usize) {
        if self.entries.len() <= limit {
            return;
        }
        let mut rare = 1;
        while self.entries.iter().filter(|entry| entry.sum() > rare).count() > limit {
            rare *= 2;
        }
        self.entries.retain(|entry| entry.sum() > rare);
        self.error += rare;
        self.fill(self.slots.len());
    }

    /// Makes so many slots, a power of two and more than there are entries, and fills them.
    fn fill(&mut self, slots: usize) {
        self.slots = vec![0; slots];
        let mask = slots - 1;
        for (place, entry) in self.entries.iter().enumerate() {
            let mut i = entry.fingerprint as usize & mask;
            while self.slots[i] != 0 {
                i = (i + 1) & mask;
            }
            self.slots[i] = slot(entry, place);
        }
    }
}

/// What a slot holds for the entry at this place.
fn slot(entry: &Event, place: usize) -> u64 {
    entry.fingerprint >> 32 << 32 | (place as u64 + 1)
}

/// The place of the entry that a slot leads to; beyond all of them for a free slot.
fn place(slot: u64) -> usize {
    (slot as u32).wrapping_sub(1) as usize
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
        assert!(tally.tables[0].entries.len() <= 100 && tally.error(0) > 0 && tally.text.len() < 1000);
        let [costly] = tally.most_costly(0, 2, |&[count, _]| [count]);
        assert_eq!((costly[0].ngram.as_str(), costly[0].cost), ("a", 1000));
        assert!(costly[1].cost <= 60 && costly[1].cost + tally.error(0) >= 60, "{costly:?} {}", tally.error(0));
    }

    #[test]
    fn ties_are_in_alphabetical_order() {
        let mut tally = Tally::new(1, 100_000);
        let events = (0..4).map(|i| event(u64::from(i) + 1, 5, i));
        tally.add(b"cadb", [events].into_iter());
        let [costly] = tally.most_costly(0, 3, |&[count, _]| [count]);
        assert_eq!(costly.iter().map(|costly| costly.ngram.as_str()).collect::<String>(), "abc");
    }

    #[test]
    fn tables_grow() {
        let mut tally = Tally::new(1, 100_000);
        for _ in 0..3 {
            tally.add(b"x", [(1..=10_000).map(|i| event(i * 0x9E37_79B9, 2, 0))].into_iter());
        }
        assert_eq!(tally.tables[0].entries.iter().filter(|entry| entry.counts == [6, 0]).count(), 10_000);
    }
}
