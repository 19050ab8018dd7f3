//! Ids of segments: their hash, their order, and sets of them.

use crate::bleu::splitmix64::mix;
use foldhash::fast::RandomState;
use foldhash::quality::FixedState;
use std::collections::{BTreeMap, HashMap, HashSet};
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

/// Maximum number of texts before numbers in ids, after which numbers are kept as ranges: documents, not parts of hashes.
const MAX_PREFIXES: usize = 1000;

/// A set of ids. Numbers are kept as ranges, also after the same text, so that segments numbered in order take constant memory; of
/// any other id a hash of 128 bits is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdSet {
    /// For each text before a number, the first number of each range, and the last.
    ranges: HashMap<Box<str>, BTreeMap<u64, u64>, RandomState>,
    others: HashSet<(u64, u64), RandomState>,
}

/// Splits an id before its number, which has no leading zeros; `None` if it does not end in one.
fn split(id: &str) -> Option<(&str, u64)> {
    let digits = id.len() - id.trim_end_matches(|last: char| last.is_ascii_digit()).len();
    let zeros = id[id.len() - digits..].bytes().take_while(|&digit| digit == b'0').count();
    // The last zero is a number.
    let length = (digits - zeros).max(digits.min(1));
    let (prefix, number) = id.split_at(id.len() - length);
    Some((prefix, number.parse().ok()?))
}

/// Adds a number to ranges; false if it was there.
fn add(ranges: &mut BTreeMap<u64, u64>, number: u64) -> bool {
    let before = ranges.range(..=number).next_back().map(|(&first, &last)| (first, last));
    if before.is_some_and(|(_, last)| number <= last) {
        return false;
    }
    let first = before.filter(|&(_, last)| last + 1 == number).map_or(number, |(first, _)| first);
    let after = number.checked_add(1).and_then(|next| ranges.remove(&next));
    ranges.insert(first, after.unwrap_or(number));
    true
}

impl IdSet {
    /// Adds an id; false if it was there.
    pub fn insert(&mut self, id: &str) -> bool {
        if let Some((prefix, number)) = split(id) {
            if let Some(ranges) = self.ranges.get_mut(prefix) {
                return add(ranges, number);
            }
            if self.ranges.len() < MAX_PREFIXES {
                self.ranges.insert(prefix.into(), BTreeMap::from([(number, number)]));
                return true;
            }
        }
        let [one, other] = SEEDS.map(|seed| FixedState::with_seed(seed).hash_one(id));
        self.others.insert((one, other))
    }

    /// The first gap in the numbers, if all ids are numbers.
    pub fn gap(&self) -> Option<u64> {
        let ranges = self.ranges.get("").filter(|_| self.others.is_empty() && self.ranges.len() == 1)?;
        ranges.values().next().filter(|_| ranges.len() > 1).map(|last| last + 1)
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
        assert_eq!((&ids.ranges[""], ids.gap()), (&BTreeMap::from(expected), Some(2)));
        assert!(ids.insert("doc:1") && ids.insert("05") && !ids.insert("05"));
        assert_eq!(ids.gap(), None);
    }

    #[test]
    fn an_id_is_one_text_and_one_number() {
        for (id, expected) in [
            ("doc#10", Some(("doc#", 10))),
            ("a05", Some(("a0", 5))),
            ("a00", Some(("a0", 0))),
            ("0", Some(("", 0))),
            ("é1", Some(("é", 1))),
            ("a", None),
            ("", None),
            ("18446744073709551616", None),
        ] {
            assert_eq!(split(id), expected, "{id}");
        }
    }

    #[test]
    fn ids_are_those_of_a_set_of_texts() {
        let (mut ids, mut known) = (IdSet::default(), HashSet::new());
        let mut state = 1_u64;
        for round in 0..20_000_u64 {
            state = mix(state.wrapping_add(round));
            let (prefix, number) = (state % (2 * MAX_PREFIXES as u64 + 1), state >> 32 & 15);
            let id = if prefix == 0 {
                number.to_string()
            } else {
                format!("{prefix}#{number:0width$}", width = (state >> 40 & 1) as usize * 2)
            };
            assert_eq!(ids.insert(&id), known.insert(id.clone()), "{id}");
        }
        assert!(ids.ranges.len() == MAX_PREFIXES && !ids.others.is_empty());
    }

    #[test]
    fn numbers_come_in_their_order_before_other_ids() {
        let mut ids = ["b", "10", "a", "9", "09"];
        ids.sort_by_key(|id| sort_key(id));
        assert_eq!(ids, ["9", "10", "09", "a", "b"]);
    }
}
