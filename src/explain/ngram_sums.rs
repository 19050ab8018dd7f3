//! Sums of counts per n-gram over a corpus.
//!
//! Counts are exact for a few million different n-grams. Beyond that, memory is bounded by lossy counting (Manku and
//! Motwani, "Approximate Frequency Counts over Data Streams", VLDB 2002): the rarest n-grams are dropped, and
//! [`NgramSums::error`] says how far counts may be too low.

use std::ops::AddAssign;

/// Parts of a table; each is small enough for a processor's caches while it is sorted.
const SHARDS: usize = 256;

/// Maximum number of n-grams of all tables together.
const MAX_NGRAMS: usize = 1 << 22;

/// Minimum number of counts that a shard collects before it adds them up.
const MIN_COUNTS: usize = 1 << 10;

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
#[derive(Debug)]
pub struct NgramSums<C> {
    /// N-grams by the lowest bits of their fingerprints.
    shards: Vec<Shard<C>>,
    /// Maximum number of n-grams in a shard.
    max_ngrams: usize,
}

#[derive(Debug)]
struct Shard<C> {
    /// Sums, then counts that are still to be added up.
    counted: Vec<Counted<C>>,
    /// Length of `counted` at which counts are added up.
    limit: usize,
    error: u64,
}

impl<C: Counts> NgramSums<C> {
    /// Creates an empty table, one of `tables` that share the memory.
    pub fn new(tables: usize) -> Self {
        let shard = || Shard { counted: Vec::new(), limit: MIN_COUNTS, error: 0 };
        NgramSums { shards: (0..SHARDS).map(|_| shard()).collect(), max_ngrams: MAX_NGRAMS / (SHARDS * tables) }
    }

    /// Adds the counts of a batch, whose segments count from `before`.
    pub fn extend(&mut self, batch: Vec<Counted<C>>, before: usize) {
        for counted in batch {
            // Beyond 2^32 segments, n-grams are counted but their text is not found.
            let segment = (before as u32).saturating_add(counted.segment);
            let shard = &mut self.shards[counted.ngram as usize % SHARDS];
            shard.counted.push(Counted { segment, ..counted });
            if shard.counted.len() >= shard.limit {
                shard.add_up(self.max_ngrams);
            }
        }
    }

    /// Adds up all counts; call before reading the sums.
    pub fn finish(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.add_up(self.max_ngrams));
    }

    /// Returns the sums of all n-grams, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Counted<C>> {
        self.shards.iter().flat_map(|shard| &shard.counted)
    }

    /// Returns how far sums may be too low; 0 if no n-gram was dropped.
    pub fn error(&self) -> u64 {
        self.shards.iter().map(|shard| shard.error).max().unwrap_or(0)
    }
}

impl<C: Counts> Shard<C> {
    fn add_up(&mut self, max_ngrams: usize) {
        self.counted.sort_unstable_by_key(|counted| counted.ngram);
        self.counted.dedup_by(|next, sum| {
            let is_same = next.ngram == sum.ngram;
            if is_same {
                sum.counts += next.counts;
            }
            is_same
        });
        let mut rare = 0;
        while self.counted.len() > max_ngrams {
            rare = (2 * rare).max(1);
            self.counted.retain(|counted| counted.counts.total() > rare);
        }
        self.error += rare;
        self.limit = MIN_COUNTS.max(2 * self.counted.len());
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
            sums.extend((0..10_000).map(|ngram| counted(ngram << 3, 1 + round % 2)).collect(), 0);
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
            let rare = 2 + round;
            sums.extend(vec![counted(always, 1), counted(rare, 1)], 0);
            if round % 100 == 0 {
                sums.extend(vec![counted(sometimes, 30)], 0);
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
