//! Sums of counts per n-gram over a corpus.
//!
//! Counts are exact for a few million mismatches. Beyond that, memory is bounded by lossy counting (Manku and Motwani,
//! "Approximate Frequency Counts over Data Streams", VLDB 2002): the rarest n-grams are dropped, and
//! [`NgramSums::error`] says how far counts may be too low.

use std::ops::AddAssign;

/// Parts in which counts are added up; each is small enough for a processor's caches.
const SHARDS: usize = 256;

/// Maximum number of counts in all tables together.
const MAX_COUNTS: usize = 1 << 23;

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
/// Counts are added up at the end, one table after the other, or when there are too many.
#[derive(Debug)]
pub struct NgramSums<C> {
    lists: Vec<Vec<Counted<C>>>,
    len: usize,
    max_len: usize,
    error: u64,
}

impl<C: Counts> NgramSums<C> {
    /// Creates an empty table, one of `tables` that share the memory.
    pub fn new(tables: usize) -> Self {
        NgramSums { lists: Vec::new(), len: 0, max_len: MAX_COUNTS / tables, error: 0 }
    }

    /// Adds the counts of a batch, whose segments count from `before`.
    pub fn add(&mut self, mut batch: Vec<Counted<C>>, before: usize) {
        // Beyond 2^32 segments, n-grams are counted but their text is not found.
        batch.iter_mut().for_each(|counted| counted.segment = counted.segment.saturating_add(before as u32));
        self.len += batch.len();
        self.lists.push(batch);
        if self.len > self.max_len {
            self.add_up();
        }
    }

    /// Returns how far sums may be too low; 0 if no n-gram was dropped.
    pub fn error(&self) -> u64 {
        self.error
    }

    /// Returns the sums of all n-grams, in no particular order.
    pub fn into_sums(self) -> impl Iterator<Item = Counted<C>> {
        let mut shards: Vec<Vec<Counted<C>>> = (0..SHARDS).map(|_| Vec::new()).collect();
        for counted in self.lists.into_iter().flatten() {
            shards[counted.ngram as usize % SHARDS].push(counted);
        }
        shards.into_iter().flat_map(|mut shard| {
            shard.sort_unstable_by_key(|counted| counted.ngram);
            shard.dedup_by(|next, sum| {
                let is_same = next.ngram == sum.ngram;
                if is_same {
                    sum.counts += next.counts;
                }
                is_same
            });
            shard
        })
    }

    /// Adds up all counts, and drops the rarest n-grams until half of the memory is free.
    fn add_up(&mut self) {
        let lists = std::mem::take(&mut self.lists);
        let mut sums: Vec<Counted<C>> = NgramSums { lists, ..*self }.into_sums().collect();
        let mut rare = 0;
        while sums.len() > self.max_len / 2 {
            rare = (2 * rare).max(1);
            sums.retain(|counted| counted.counts.total() > rare);
        }
        sums.shrink_to_fit();
        self.error += rare;
        self.len = sums.len();
        self.lists.push(sums);
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

    #[test]
    fn counts_are_exact_if_all_ngrams_have_room() {
        let mut sums = NgramSums::new(1);
        for round in 0..3 {
            sums.add((0..10_000).map(|ngram| counted(ngram, 1 + round % 2)).collect(), 0);
        }
        assert_eq!(sums.error(), 0);
        let sums: Vec<_> = sums.into_sums().collect();
        assert_eq!(sums.len(), 10_000);
        assert!(sums.iter().all(|counted| counted.counts == Count(4)));
    }

    #[test]
    fn dropping_rare_ngrams_makes_counts_low_by_no_more_than_the_error() {
        // One of so many tables that each has room for few counts.
        let mut sums = NgramSums::new(MAX_COUNTS / 1000);
        let (always, sometimes) = (1, 2);
        for round in 1..=10_000 {
            let rare = 2 + round;
            sums.add(vec![counted(always, 1), counted(rare, 1)], 0);
            if round % 100 == 0 {
                sums.add(vec![counted(sometimes, 30)], 0);
            }
        }
        let error = sums.error();
        let sums: Vec<_> = sums.into_sums().collect();
        assert!(error > 0 && sums.len() <= 1000);
        for (ngram, count) in [(always, 10_000), (sometimes, 3000)] {
            let found = sums.iter().find(|counted| counted.ngram == ngram).map_or(0, |counted| counted.counts.0);
            assert!(found <= count && found + error >= count, "{found} + {error}, not {count}");
        }
    }
}
