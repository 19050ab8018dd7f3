//! Sums of counts per n-gram over a corpus.
//!
//! Counts are exact up to eight million mismatches in all tables, about a hundred thousand segments. Beyond that,
//! memory is bounded by lossy counting (Manku and Motwani, "Approximate Frequency Counts over Data Streams", VLDB
//! 2002): the rarest n-grams are dropped, and [`NgramSums::error`] says how far counts may be too low.

use std::cmp::Reverse;
use std::ops::AddAssign;

/// Maximum number of counts in all tables together.
const MAX_COUNTS: usize = 1 << 23;

/// Counts of one n-gram.
pub trait Counts: Copy + AddAssign {
    /// Sum of all counts, used to find rare n-grams.
    fn total(&self) -> u64;
}

/// Counts of one n-gram in one segment.
#[derive(Clone, Copy, Debug)]
pub struct Counted<C> {
    /// Fingerprint of the n-gram.
    pub ngram: u64,
    /// A segment that has the n-gram, from 0; its text is recovered from there.
    pub segment: u32,
    pub counts: C,
}

/// Sums of counts per n-gram, for n-grams of one order.
///
/// Counts are summed at the end, table by table, or earlier if there are too many.
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

    /// Returns the `show` n-grams with the highest costs above 0, and all ties with the last of them, in no particular
    /// order. A cost is at most the total of the counts.
    pub fn costliest(&self, show: usize, cost: impl Fn(&C) -> u32) -> Vec<Counted<C>> {
        let cost = |counted: &Counted<C>| u64::from(cost(&counted.counts));
        // Only n-grams whose upper bound is high enough are summed and compared.
        let bounds = TotalBounds::new(self.lists.iter().flatten(), self.len);
        let mut min = bounds.highest(show.saturating_mul(2));
        loop {
            let mut sums = self.sums(|counted| bounds.of(counted) >= min);
            sums.retain(|counted| cost(counted) > 0);
            let mut least = 0;
            if let Some(last) = show.checked_sub(1).filter(|&last| last < sums.len()) {
                least = cost(sums.select_nth_unstable_by_key(last, |counted| Reverse(cost(counted))).1);
                sums.retain(|counted| cost(counted) >= least);
            }
            if least >= min.into() || min <= 1 {
                return sums;
            }
            min = (min / 4).max(1);
        }
    }

    /// Returns the sums of the n-grams that are wanted.
    fn sums(&self, is_wanted: impl Fn(&Counted<C>) -> bool) -> Vec<Counted<C>> {
        let mut sums: Vec<Counted<C>> =
            self.lists.iter().flatten().filter(|counted| is_wanted(counted)).copied().collect();
        sums.sort_unstable_by_key(|counted| counted.ngram);
        sums.dedup_by(|next, sum| {
            let is_same = next.ngram == sum.ngram;
            if is_same {
                sum.counts += next.counts;
            }
            is_same
        });
        sums
    }

    /// Adds up all counts, and drops the rarest n-grams until half of the memory is free.
    fn add_up(&mut self) {
        let mut sums = self.sums(|_| true);
        let mut rare = 0;
        while sums.len() > self.max_len / 2 {
            rare = (2 * rare).max(1);
            sums.retain(|counted| counted.counts.total() > rare);
        }
        sums.shrink_to_fit();
        self.error += rare;
        self.len = sums.len();
        self.lists = vec![sums];
    }
}

/// Number of counted n-grams per slot of [`TotalBounds`]: the slots of most tables fit into the cache of a core.
const NGRAMS_PER_SLOT: usize = 4;

/// Upper bounds for the totals of n-grams, up to 255: sums over all n-grams that share some bits of their fingerprints.
struct TotalBounds {
    slots: Vec<u8>,
}

impl TotalBounds {
    fn new<'a, C: Counts + 'a>(counted: impl Iterator<Item = &'a Counted<C>>, len: usize) -> Self {
        let mut bounds = TotalBounds { slots: vec![0; (len / NGRAMS_PER_SLOT).next_power_of_two()] };
        for counted in counted {
            let slot = bounds.slot(counted);
            let total = u8::try_from(counted.counts.total()).unwrap_or(u8::MAX);
            bounds.slots[slot] = bounds.slots[slot].saturating_add(total);
        }
        bounds
    }

    /// Returns the highest bound that at least `number` slots have, or else 1.
    fn highest(&self, number: usize) -> u8 {
        let mut histogram = [0usize; 256];
        self.slots.iter().for_each(|&bound| histogram[bound as usize] += 1);
        let mut slots = 0;
        let is_enough = |bound: &u8| {
            slots += histogram[*bound as usize];
            slots >= number
        };
        (1..=u8::MAX).rev().find(is_enough).unwrap_or(1)
    }

    fn of<C>(&self, counted: &Counted<C>) -> u8 {
        self.slots[self.slot(counted)]
    }

    fn slot<C>(&self, counted: &Counted<C>) -> usize {
        counted.ngram as usize & (self.slots.len() - 1)
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

    /// The costliest n-grams with their counts, in descending order.
    fn costliest(sums: &NgramSums<Count>, show: usize) -> Vec<(u64, u64)> {
        let costly = sums.costliest(show, |count| count.0 as u32).into_iter();
        let mut costly: Vec<(u64, u64)> = costly.map(|counted| (counted.counts.0, counted.ngram)).collect();
        costly.sort_unstable_by(|a, b| b.cmp(a));
        costly
    }

    #[test]
    fn counts_are_exact_if_all_ngrams_have_room() {
        let mut sums = NgramSums::new(1);
        for round in 0..4 {
            // N-gram i is in i % 5 of the rounds, except that those from 9000 on are in none.
            sums.add((0..9000).filter(|ngram| ngram % 5 > round).map(|ngram| counted(ngram, 100)).collect(), 0);
        }
        sums.add(vec![counted(1, 1), counted(9, 3), counted(9, 2), counted(9999, 1)], 0);
        assert_eq!(sums.error(), 0);
        assert_eq!(costliest(&sums, 1), [(405, 9)]);
        // All that cost the same as the second.
        assert_eq!(costliest(&sums, 2).len(), 9000 / 5);
        assert_eq!(costliest(&sums, 10_000).last(), Some(&(1, 9999)));
        assert_eq!(costliest(&sums, 10_000).len(), 9000 * 4 / 5 + 1);
    }

    #[test]
    fn dropping_rare_ngrams_makes_counts_low_by_no_more_than_the_error() {
        // One of many tables, each of which has room for few counts.
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
        let costly = costliest(&sums, 1000);
        assert!(error > 0 && sums.len <= 1000);
        for (ngram, count) in [(always, 10_000), (sometimes, 3000)] {
            let found = costly.iter().find(|(_, found)| *found == ngram).map_or(0, |(count, _)| *count);
            assert!(found <= count && found + error >= count, "{found} + {error}, not {count}");
        }
    }
}
