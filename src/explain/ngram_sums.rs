//! Sums of counts per n-gram over a corpus.
//!
//! Counts are exact for a few million different n-grams. Beyond that, memory is bounded by lossy counting (Manku and
//! Motwani, "Approximate Frequency Counts over Data Streams", VLDB 2002): the rarest n-grams are dropped, and
//! [`NgramSums::error`] says how far counts may be too low.

use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::ops::AddAssign;

/// Parts of a table; each is small enough for a processor's caches.
const SHARDS: usize = 64;

/// Maximum number of n-grams of all tables together: hash tables of 2^22 slots, filled as far as they can be.
const MAX_NGRAMS: usize = 7 << 19;

/// Maximum number of counts of all tables together that wait to be added.
const MAX_WAITING: usize = 1 << 20;

/// Counts of one n-gram.
pub trait Counts: Copy + AddAssign {
    /// Sum of all counts, by which rare n-grams are recognized.
    fn total(&self) -> u64;
}

/// Counts of one n-gram in one segment.
#[derive(Clone, Copy, Debug)]
pub struct Counted<C> {
    /// Fingerprint of the n-gram.
    pub ngram: u64,
    /// A segment that has the n-gram, from 0; its text is found there.
    pub segment: u32,
    pub counts: C,
}

/// Sums of counts per n-gram, for n-grams of one order.
///
/// Counts wait until there are many for one shard, so that a shard stays in the processor's cache while they are added;
/// adding them one by one takes several times as long.
#[derive(Debug)]
pub struct NgramSums<C> {
    shards: Vec<Shard<C>>,
    /// Counts that may wait in a shard.
    max_waiting: usize,
    /// N-grams that a shard may hold.
    max_ngrams: usize,
}

#[derive(Debug)]
struct Shard<C> {
    waiting: Vec<Counted<C>>,
    sums: HashMap<u64, (u32, C), FixedState>,
    error: u64,
}

impl<C: Counts> NgramSums<C> {
    /// Creates an empty table, one of `tables` that share the memory.
    pub fn new(tables: usize) -> Self {
        let shard = || Shard { waiting: Vec::new(), sums: HashMap::default(), error: 0 };
        NgramSums {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            max_waiting: MAX_WAITING / (SHARDS * tables),
            max_ngrams: MAX_NGRAMS / (SHARDS * tables),
        }
    }

    /// Adds the counts of an n-gram.
    pub fn add(&mut self, counted: Counted<C>) {
        let shard = &mut self.shards[(counted.ngram >> 32) as usize % SHARDS];
        shard.waiting.push(counted);
        if shard.waiting.len() >= self.max_waiting {
            shard.sum_up(self.max_ngrams);
        }
    }

    /// Adds all that waits; call before reading the sums.
    pub fn finish(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.sum_up(self.max_ngrams));
    }

    /// Returns the sums of all n-grams, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Counted<C>> {
        let sums = self.shards.iter().flat_map(|shard| &shard.sums);
        sums.map(|(&ngram, &(segment, counts))| Counted { ngram, segment, counts })
    }

    /// Returns how far sums may be too low; 0 if no n-gram was dropped.
    pub fn error(&self) -> u64 {
        self.shards.iter().map(|shard| shard.error).max().unwrap_or(0)
    }
}

impl<C: Counts> Shard<C> {
    fn sum_up(&mut self, max_ngrams: usize) {
        for Counted { ngram, segment, counts } in self.waiting.drain(..) {
            self.sums.entry(ngram).and_modify(|(_, sum)| *sum += counts).or_insert((segment, counts));
        }
        let mut rare = 0;
        while self.sums.len() > max_ngrams {
            rare = (2 * rare).max(1);
            self.sums.retain(|_, (_, sum)| sum.total() > rare);
        }
        self.error += rare;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Count(u64);

    impl AddAssign for Count {
        fn add_assign(&mut self, other: Count) {
            self.0 += other.0;
        }
    }

    impl Counts for Count {
        fn total(&self) -> u64 {
            self.0
        }
    }

    fn counted(ngram: u64, count: u64) -> Counted<Count> {
        Counted { ngram, segment: 0, counts: Count(count) }
    }

    fn sum(sums: &NgramSums<Count>, ngram: u64) -> Option<u64> {
        sums.iter().find(|counted| counted.ngram == ngram).map(|counted| counted.counts.0)
    }

    #[test]
    fn counts_are_exact_if_all_ngrams_have_room() {
        let mut sums = NgramSums::new(1);
        for round in 0..3 {
            (0..10_000).for_each(|ngram| sums.add(counted(ngram << 30, 1 + round % 2)));
        }
        sums.finish();
        assert_eq!((sums.iter().count(), sums.error()), (10_000, 0));
        assert!(sums.iter().all(|counted| counted.counts == Count(4)));
    }

    #[test]
    fn dropping_rare_ngrams_makes_counts_low_by_no_more_than_the_error() {
        // So many tables that a shard holds few n-grams.
        let mut sums = NgramSums::new(1 << 9);
        let (always, sometimes) = (1, 2);
        for round in 1..=10_000 {
            sums.add(counted(always, 1));
            sums.add(counted(2 + round, 1));
            if round % 100 == 0 {
                sums.add(counted(sometimes, 30));
            }
        }
        sums.finish();
        assert!(sums.iter().count() <= MAX_NGRAMS >> 9);
        let error = sums.error();
        assert!(error > 0);
        for (ngram, count) in [(always, 10_000), (sometimes, 3000)] {
            let found = sum(&sums, ngram).unwrap_or(0);
            assert!(found <= count && found + error >= count, "{found} + {error}, not {count}");
        }
    }
}
