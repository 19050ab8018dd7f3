//! The n-grams of one order: rows of the latest segments, and sums of those before them.

use super::ngram_rows::{NgramRows, NumberedRows};
use super::ngram_sums::NgramSums;
use std::mem;

/// Maximum number of rows before they are added up: 6 MB for one candidate, and 1 MB for each other.
const MAX_ROWS: usize = 1 << 18;

/// N-grams of one order that lower scores, or make the difference between two.
#[derive(Clone, Debug)]
pub struct OrderSums {
    /// The n-grams of the latest segments.
    pub rows: NgramRows,
    /// For each candidate, the n-grams of segments before these that lower its score, as [`NumberedRows::losses`] has them.
    pub losses: Vec<[NgramSums; 3]>,
    /// For each candidate but the first, n-grams of these segments that only one of the two has right.
    pub advantages: Vec<NgramSums>,
}

impl OrderSums {
    pub fn new(candidates: usize) -> OrderSums {
        OrderSums {
            rows: NgramRows::new(candidates),
            losses: vec![Default::default(); candidates],
            advantages: vec![NgramSums::default(); candidates.saturating_sub(1)],
        }
    }

    /// Adds the n-grams of a batch, whose segments count from `before`. If there are too many, they are added up, and of more
    /// than `max_len` sums the rarest are dropped.
    pub fn append(&mut self, batch: &NgramRows, before: usize, max_len: usize) {
        self.rows.append(batch, before);
        if self.rows.len() > MAX_ROWS {
            self.add_up(max_len);
        }
    }

    /// Replaces the rows by their sums.
    fn add_up(&mut self, max_len: usize) {
        let rows = mem::replace(&mut self.rows, NgramRows::new(self.losses.len()));
        let numbered = NumberedRows::new(&rows);
        for (candidate, sums) in self.losses.iter_mut().enumerate() {
            sums.iter_mut().zip(numbered.losses(candidate)).for_each(|(sums, part)| sums.append(&part, max_len));
        }
        for (sums, other) in self.advantages.iter_mut().zip(1..) {
            sums.append(&numbered.advantages(other), max_len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::splitmix64::mix;
    use crate::checks::explain::ngram_sums::Counted;

    /// Sums of n-grams, in their order.
    fn sorted(mut sums: Vec<Counted>) -> Vec<(u64, u32, [u32; 2])> {
        sums.sort_unstable_by_key(|sum| sum.ngram);
        sums.iter().map(|sum| (sum.ngram, sum.segment, sum.counts)).collect()
    }

    #[test]
    fn rows_count_the_same_after_they_are_added_up() {
        let mut sums = OrderSums::new(2);
        let mut all = NgramRows::new(2);
        let (segments, ngrams) = (40, MAX_ROWS as u64 / 100);
        for batch in 0..4 {
            let mut rows = NgramRows::new(2);
            for segment in 0..segments {
                for ngram in 0..ngrams {
                    let random = mix(ngram + ngrams * u64::from(segment + segments * batch)) as u32;
                    rows.push(ngram, segment, &[random % 3, random / 3 % 3], random / 9 % 3);
                }
            }
            let before = (batch * segments) as usize;
            all.append(&rows, before);
            sums.append(&rows, before, usize::MAX);
        }
        assert!(
            all.len() > MAX_ROWS && sums.rows.len() > 0 && sums.rows.len() < MAX_ROWS,
            "some rows are added up, some are not"
        );
        let (rows, all) = (NumberedRows::new(&sums.rows), NumberedRows::new(&all));
        for candidate in 0..2 {
            let parts = sums.losses[candidate].iter().zip(rows.losses(candidate));
            for ((sums, last), expected) in parts.zip(all.losses(candidate)) {
                assert_eq!(sorted(sums.with(last)), sorted(expected), "candidate {candidate}");
            }
        }
        let found = sums.advantages[0].with(rows.advantages(1));
        assert_eq!(sorted(found), sorted(all.advantages(1)));
    }
}
