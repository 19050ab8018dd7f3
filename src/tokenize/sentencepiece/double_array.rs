//! A map from byte strings to numbers that finds all keys a text begins with: a double array.
//!
//! Aoe, "An Efficient Digital Search Algorithm by Using a Double-Array Structure" (1989), in the layout of the library
//! darts-clone, in which SentencePiece stores the table of its normalizer.

use yada::builder::DoubleArrayBuilder;

/// A map from byte strings without NUL to numbers below 2^31; `None` if it has no key.
#[derive(Clone, Debug, Default)]
pub struct DoubleArray(Option<yada::DoubleArray<Vec<u8>>>);

impl DoubleArray {
    /// Takes over a map that was built before; `None` if it is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        // The library checks all nodes but the first, which is no end of a key.
        let is_inner = bytes.get(3).is_some_and(|byte| byte >> 7 == 0);
        let array = yada::DoubleArray::new(bytes.to_vec()).ok().filter(|_| is_inner)?;
        Some(DoubleArray(Some(array)))
    }

    /// Builds a map. The keys must be sorted and distinct, not empty and without NUL; `None` if they are not, or too many.
    pub fn build(entries: &[(&[u8], u32)]) -> Option<Self> {
        match entries {
            [] => Some(DoubleArray::default()),
            _ => DoubleArray::from_bytes(&DoubleArrayBuilder::build(entries).ok()?),
        }
    }

    /// Keys that `text` begins with, shortest first: their lengths and values.
    #[inline(always)]
    pub fn prefixes<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (usize, u32)> + 'a {
        let found = self.0.iter().flat_map(move |array| array.common_prefix_search(text));
        // No key has a NUL, which leads anywhere.
        found.map(|(value, length)| (length, value)).take_while(|(length, _)| !text[..*length].contains(&0))
    }

    /// Longest key that `text` begins with and that ends between characters: its length and value.
    #[inline(always)]
    pub fn longest_prefix(&self, text: &str) -> Option<(usize, u32)> {
        self.prefixes(text.as_bytes()).filter(|&(length, _)| text.is_char_boundary(length)).last()
    }
}
