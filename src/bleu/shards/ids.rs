//! Ids of segments: their hash, their order, and sets of them.

use crate::bleu::splitmix64::mix;
use foldhash::fast::RandomState;
use foldhash::quality::FixedState;
use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasher;

/// Returns the hash of an id: 64-bit FNV-1a of its bytes, then the finalizer of SplitMix64. Records depend on it, so it
/// never changes.
pub fn hash_id(id: &str) -> u64 {
    let fnv =
        id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    mix(fnv)
}

/// The value of a numeric id without leading zeros.
pub(super) fn number(id: &str) -> Option<u64> {
    let is_usual = !id.starts_with('0') || id == "0";
    (is_usual && id.bytes().all(|byte| byte.is_ascii_digit())).then(|| id.parse().ok()).flatten()
}

/// Key that ids are sorted by: numbers by their value, then all others by their bytes.
pub(super) fn sort_key(id: &str) -> (bool, u64, &str) {
    match number(id) {
        Some(number) => (false, number, ""),
        None => (true, 0, id),
    }
}

/// Seeds of two independent hashes.
const SEEDS: [u64; 2] = [1, 2];

/// A set of ids. Numbers are kept as ranges, so that segments numbered in order take constant memory; of any other id a
/// hash of 128 bits is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdSet {
    /// The first number of each range, and the last.
    ranges: BTreeMap<u64, u64>,
    others: HashSet<(u64, u64), RandomState>,
}

impl IdSet {
    /// Adds an id; false if it was there.
    pub fn insert(&mut self, id: &str) -> bool {
        let Some(number) = number(id) else {
            let [one, other] = SEEDS.map(|seed| FixedState::with_seed(seed).hash_one(id));
            return self.others.insert((one, other));
        };
        let before = self.ranges.range(..=number).next_back().map(|(&first, &last)| (first, last));
        if before.is_some_and(|(_, last)| number <= last) {
            return false;
        }
        let first = before.filter(|&(_, last)| last + 1 == number).map_or(number, |(first, _)| first);
        let after = number.checked_add(1).and_then(|next| self.ranges.remove(&next));
        self.ranges.insert(first, after.unwrap_or(number));
        true
    }

    /// The first gap in the numbers, if all ids are numbers.
    pub fn gap(&self) -> Option<u64> {
        let last = self.ranges.values().next().filter(|_| self.others.is_empty() && self.ranges.len() > 1);
        last.map(|last| last + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_make_ranges_and_no_id_is_added_twice() {
        let mut ids = IdSet::default();
        for id in [5, 3, 4, 9, 8, 0, u64::MAX, 1] {
            assert!(ids.insert(&id.to_string()), "{id}");
            assert!(!ids.insert(&id.to_string()), "{id}");
        }
        let expected = [(0, 1), (3, 5), (8, 9), (u64::MAX, u64::MAX)];
        assert_eq!((ids.ranges.clone(), ids.gap()), (BTreeMap::from(expected), Some(2)));
        assert!(ids.insert("doc:1") && ids.insert("05") && !ids.insert("05"));
        assert_eq!(ids.gap(), None);
    }

    #[test]
    fn numbers_come_in_their_order_before_other_ids() {
        let mut ids = ["b", "10", "a", "9", "09"];
        ids.sort_by_key(|id| sort_key(id));
        assert_eq!(ids, ["9", "10", "09", "a", "b"]);
    }
}
