//! Costs of connections between neighboring words: `matrix.bin`.
//!
//! Format (MeCab 0.996, `connector.cpp`): u16 number of right ids, u16 number of left ids, then one i16 per pair.

use super::bytes::{check_size, take, u32_values};
use super::words::Contexts;
use crate::bleu::dictionary_faults::Fault;
use std::io::Read;

/// Costs of connections.
#[derive(Debug)]
pub struct Matrix {
    right_ids: usize,
    /// A row of i16 per left id, with a column per right id.
    costs: Vec<u8>,
    /// For each right id, the least and the greatest cost of what may come after it.
    extremes: Vec<(i16, i16)>,
}

impl Matrix {
    /// Reads `matrix.bin`, a file of `size` bytes, for these contexts.
    ///
    /// # Errors
    /// If it is for other contexts or of the wrong size.
    pub fn read(reader: &mut impl Read, size: u64, contexts: Contexts) -> Result<Self, Fault> {
        let header = u32_values(&take(reader, 4)?).next().unwrap_or(0);
        let (right_ids, left_ids) = (header & 0xFFFF, header >> 16);
        contexts.check_equal(Contexts { right_ids, left_ids })?;
        let cost_bytes = 2 * u64::from(right_ids) * u64::from(left_ids);
        check_size("the file", cost_bytes + 4, size)?;
        let costs = take(reader, cost_bytes)?;
        let mut extremes = vec![(i16::MAX, i16::MIN); right_ids as usize];
        for row in costs.chunks_exact(2 * (right_ids as usize).max(1)) {
            for ((least, greatest), cost) in extremes.iter_mut().zip(row.as_chunks().0) {
                let cost = i16::from_le_bytes(*cost);
                (*least, *greatest) = ((*least).min(cost), (*greatest).max(cost));
            }
        }
        Ok(Matrix { right_ids: right_ids as usize, costs, extremes })
    }

    /// The least and the greatest cost of what may come after a word with this right id.
    #[inline(always)]
    pub fn extremes(&self, right_id: u16) -> (i16, i16) {
        self.extremes.get(usize::from(right_id)).copied().unwrap_or_default()
    }

    /// Costs of what may come before a word with this left id: an i16 per right id.
    #[inline(always)]
    pub fn row(&self, left_id: u16) -> &[[u8; 2]] {
        let start = 2 * self.right_ids * usize::from(left_id);
        let costs = self.costs.get(start..start + 2 * self.right_ids).unwrap_or_default();
        costs.as_chunks().0
    }
}
