//! A map from byte strings to numbers that finds all keys a text begins with: a double array.
//!
//! Aoe, "An Efficient Digital Search Algorithm by Using a Double-Array Structure" (1989), in the layout of the library
//! darts-clone, in which SentencePiece stores the table of its normalizer.

use super::double_array_builder;
use yada::unit::Unit;

/// Bytes of a unit; the highest bit of the last one marks the end of a key.
const UNIT: usize = 4;
const END: u8 = 1 << 7;

/// A byte that no text has.
const NO_TEXT: u8 = 0xFF;

/// A map from texts without NUL to numbers below 2^31.
#[derive(Clone, Debug)]
pub struct DoubleArray(yada::DoubleArray<Vec<u8>>);

impl DoubleArray {
    /// Takes over a map that was built before; `None` if it is damaged.
    pub fn from_bytes(mut bytes: Vec<u8>) -> Option<Self> {
        let (first, others) = bytes.as_chunks_mut::<UNIT>().0.split_first_mut()?;
        // The library checks all units but the first, which is no end of a key. For the library, a NUL leads to it, and to unused
        // units, which are 0.
        if first[UNIT - 1] & END != 0 {
            return None;
        }
        first[0] = NO_TEXT;
        others.iter_mut().filter(|unit| **unit == [0; UNIT]).for_each(|unit| unit[UNIT - 1] = END);
        yada::DoubleArray::new(bytes).ok().map(DoubleArray)
    }

    /// Builds a map. The keys must be sorted and distinct, not empty and without NUL; `None` if they are not, or too many.
    pub fn build(entries: &[(&[u8], u32)]) -> Option<Self> {
        DoubleArray::from_bytes(double_array_builder::build(entries)?)
    }

    /// Keys that `text` begins with, shortest first: their lengths and values.
    #[inline(always)]
    pub fn prefixes<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (usize, u32)> + 'a {
        self.0.common_prefix_search(text).map(|(value, length)| (length, value))
    }

    /// Whether a key may begin with these bytes: `false` is certain.
    pub fn may_have_prefix(&self, prefix: &[u8]) -> bool {
        let unit = |place: u32| self.0.0.as_chunks().0.get(place as usize).map(|bytes| u32::from_le_bytes(*bytes));
        let mut place = 0;
        prefix.iter().all(|byte| {
            let Some(parent) = unit(place).map(Unit::from_u32) else { return false };
            place ^= parent.offset() ^ u32::from(*byte);
            unit(place).is_some_and(|child| Unit::from_u32(child).label() == u32::from(*byte))
        })
    }

    /// Longest key that `text` begins with and that ends between characters: its length and value.
    #[inline(always)]
    pub fn longest_prefix(&self, text: &str) -> Option<(usize, u32)> {
        self.prefixes(text).filter(|&(length, _)| text.is_char_boundary(length)).last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::random_cases;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #![proptest_config(random_cases(256))]

        #[test]
        fn all_keys_that_a_text_begins_with_are_found(
            keys in prop::collection::btree_map("[ab\u{1}あいÿ]{1,6}|[a-z]{1,3}", 0..1_u32 << 31, 0..400),
            text in "[ab\u{1}あいÿ]{0,9}|[a-z]{0,4}",
        ) {
            let keys: BTreeMap<String, u32> = keys;
            let entries: Vec<(&[u8], u32)> = keys.iter().map(|(key, value)| (key.as_bytes(), *value)).collect();
            let map = DoubleArray::build(&entries).unwrap();
            for text in keys.keys().map(|key| format!("{key}{text}")).chain([text.clone()]) {
                let prefixes = (1..=text.len()).filter(|end| text.is_char_boundary(*end));
                let expected: Vec<(usize, u32)> =
                    prefixes.filter_map(|end| Some((end, *keys.get(&text[..end])?))).collect();
                prop_assert_eq!(map.prefixes(&text).collect::<Vec<_>>(), expected);
                let is_right = |prefix: &[u8]| {
                    map.may_have_prefix(prefix) || !keys.keys().any(|key| key.as_bytes().starts_with(prefix))
                };
                prop_assert!((0..text.len()).all(|end| is_right(&text.as_bytes()[..end])));
            }
        }
    }

    #[test]
    fn keys_in_the_wrong_order_are_refused() {
        let is_built = |keys: &[&str]| {
            DoubleArray::build(&keys.iter().map(|key| (key.as_bytes(), 1)).collect::<Vec<_>>()).is_some()
        };
        assert!(is_built(&[]) && is_built(&["a", "ab", "b"]));
        assert!(!is_built(&["b", "a"]) && !is_built(&["a", "a"]) && !is_built(&[""]) && !is_built(&["a\0"]));
    }
}
