//! Sums of counts per n-gram over a corpus.
//!
//! Counts are exact up to eight million mismatches in all tables, about a hundred thousand segments. Beyond that,
//! memory is bounded by lossy counting (Manku and Motwani, "Approximate Frequency Counts over Data Streams", VLDB
//! 2002): the rarest n-grams are dropped, and [`NgramSums::error`] says how far counts may be too low.

use foldhash::fast::RandomState;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Maximum number of counts in all tables together.
pub const MAX_COUNTS: usize = 1 << 23;

/// Two counts of one n-gram, each at most `u32::MAX`.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// Fingerprint of the n-gram.
    pub ngram: u64,
    /// A segment that has the n-gram, from 0; its text is recovered from there.
    pub segment: u32,
    pub counts: [u32; 2],
}

impl Counted {
    /// Adds counts of the same n-gram.
    pub fn add(&mut self, counts: [u32; 2]) {
        self.counts.iter_mut().zip(counts).for_each(|(sum, more)| *sum = sum.saturating_add(more));
    }

    /// Sum of both counts.
    fn total(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }
}

/// Sums of counts per n-gram, for n-grams of one order, of parts of a corpus that are added up one by one.
#[derive(Clone, Debug, Default)]
pub struct NgramSums {
    /// The sums of each part; of all parts together, if there were too many.
    counts: Vec<Counted>,
    error: u64,
}

impl NgramSums {
    /// Adds the sums of a part. If there are more than `max_len`, the rarest n-grams are dropped.
    pub fn append(&mut self, part: &[Counted], max_len: usize) {
        self.counts.extend_from_slice(part);
        if self.counts.len() > max_len {
            self.add_up(max_len);
        }
    }

    /// Returns how far sums may be too low; 0 if no n-gram was dropped.
    pub fn error(&self) -> u64 {
        self.error
    }

    /// Returns the sums of all n-grams, with the sums of the last part.
    pub fn with(&self, last: Vec<Counted>) -> Vec<Counted> {
        if self.counts.is_empty() {
            return last;
        }
        let mut sums: Vec<Counted> = Vec::new();
        let mut places: HashMap<u64, usize, RandomState> = HashMap::default();
        for next in self.counts.iter().chain(&last) {
            match places.entry(next.ngram) {
                Entry::Vacant(place) => {
                    place.insert(sums.len());
                    sums.push(*next);
                }
                Entry::Occupied(place) => sums[*place.get()].add(next.counts),
            }
        }
        sums
    }

    /// Adds up all counts, and drops the rarest n-grams until half of the memory is free.
    fn add_up(&mut self, max_len: usize) {
        let mut sums = self.with(Vec::new());
        let mut rare = 0;
        while sums.len() > max_len / 2 {
            rare = (2 * rare).max(1);
            sums.retain(|counted| counted.total() > rare);
        }
        sums.shrink_to_fit();
        self.error += rare;
        self.counts = sums;
    }
}

/// Returns the `show` n-grams with the highest costs above 0, and all ties with the last of them, in no particular order.
pub fn costliest(sums: &[Counted], show: usize, cost: impl Fn([u32; 2]) -> u32) -> Vec<Counted> {
    let mut costs: Vec<u32> = sums.iter().map(|counted| cost(counted.counts)).filter(|cost| *cost > 0).collect();
    let least = match show.checked_sub(1).filter(|last| *last < costs.len()) {
        Some(last) => *costs.select_nth_unstable_by_key(last, |cost| Reverse(*cost)).1,
        None => 1,
    };
    sums.iter().filter(|counted| cost(counted.counts) >= least).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sums of a part.
    fn part(counts: impl IntoIterator<Item = (u64, u32)>) -> Vec<Counted> {
        counts.into_iter().map(|(ngram, count)| Counted { ngram, segment: 0, counts: [count, 0] }).collect()
    }

    /// The costliest n-grams with their counts, in descending order.
    fn costliest(sums: &NgramSums, show: usize) -> Vec<(u64, u64)> {
        let costly = super::costliest(&sums.with(Vec::new()), show, |[count, _]| count).into_iter();
        let mut costly: Vec<(u64, u64)> = costly.map(|counted| (counted.total(), counted.ngram)).collect();
        costly.sort_unstable_by(|a, b| b.cmp(a));
        costly
    }

    #[test]
    fn counts_are_exact_if_all_ngrams_have_room() {
        let mut sums = NgramSums::default();
        for round in 0..4 {
            // N-gram i is in i % 5 of the rounds, except that those from 9000 on are in none.
            let hundreds = (0..9000).filter(|ngram| ngram % 5 > round).map(|ngram| (ngram, 100));
            sums.append(&part(hundreds), MAX_COUNTS);
        }
        sums.append(&part([(1, 1), (9, 3), (9, 2), (9999, 1)]), MAX_COUNTS);
        assert_eq!(sums.error(), 0);
        assert_eq!(costliest(&sums, 1), [(405, 9)]);
        // All that cost the same as the second.
        assert_eq!(costliest(&sums, 2).len(), 9000 / 5);
        assert_eq!(costliest(&sums, 10_000).last(), Some(&(1, 9999)));
        assert_eq!(costliest(&sums, 10_000).len(), 9000 * 4 / 5 + 1);
    }

    #[test]
    fn dropping_rare_ngrams_makes_counts_low_by_no_more_than_the_error() {
        let mut sums = NgramSums::default();
        let (always, sometimes) = (1, 2);
        for round in 1..=10_000 {
            let rare = 2 + round;
            sums.append(&part([(always, 1), (rare, 1)]), 1000);
            if round % 100 == 0 {
                sums.append(&part([(sometimes, 30)]), 1000);
            }
        }
        let error = sums.error();
        let costly = costliest(&sums, 1000);
        assert!(error > 0 && sums.counts.len() <= 1000);
        for (ngram, count) in [(always, 10_000), (sometimes, 3000)] {
            let found = costly.iter().find(|(_, found)| *found == ngram).map_or(0, |(count, _)| *count);
            assert!(found <= count && found + error >= count, "{found} + {error}, not {count}");
        }
    }
}
