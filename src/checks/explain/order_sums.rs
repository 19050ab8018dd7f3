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
