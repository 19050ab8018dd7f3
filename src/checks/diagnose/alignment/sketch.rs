//! Sketches of lines, whose similarity does not depend on language, tokens, spaces, or the case of ASCII letters.
//!
//! The similarity of two lines is the share of common substrings: of a few letters, or of one or two ideographs.

use crate::bleu::splitmix64::STEP;
use crate::checks::diagnose::limits::NEARLY_ALL;
use foldhash::fast::FixedState;
use std::hash::BuildHasher;

/// Bits of a sketch.
const BITS: usize = 1024;

/// Length of substrings in bytes: a short word, two Chinese characters, or three Indic letters.
const SUBSTRING: usize = 6;

/// Bytes of an ideograph, which is a substring too: Chinese and Japanese words have one or two.
const IDEOGRAPH: usize = 3;

/// Bytes that are no part of substrings: the space, and first bytes of Cyrillic, Hebrew, Arabic and Indic letters, which
/// are the same for most letters.
static IS_SKIPPED: [bool; 256] = {
    let mut table = [false; 256];
    table[b' ' as usize] = true;
    table[0xE0] = true;
    let mut byte = 0xD0;
    while byte <= 0xDB {
        table[byte] = true;
        byte += 1;
    }
    table
};

/// The set of hashes of a line's substrings.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    bits: [u64; BITS / 64],
    ones: u32,
    /// Number of substrings, equal ones counted each time.
    substrings: u32,
    hash: u64,
}

impl Sketch {
    /// Computes the sketch of a line.
    pub fn new(line: &str) -> Sketch {
        let mut bits = [0u8; BITS / 8];
        let text = line.trim().as_bytes();
        let add = |word: u64| {
            // Lowercases ASCII letters. Of the bytes of other characters, only some first bytes coincide.
            let folded = word | (word & 0x4040_4040_4040_4040) >> 1;
            let hash = folded.wrapping_mul(STEP) >> 54;
            bits[hash as usize / 8] |= 1 << (hash % 8);
        };
        let substrings = add_substrings(text, add);
        let mut words = bits.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let bits = std::array::from_fn(|_| words.next().unwrap_or_default());
        let ones = common_ones(&bits, &bits);
        Sketch { bits, ones, substrings, hash: FixedState::with_seed(0).hash_one(text) }
    }

    /// Number of different substrings, approximately.
    pub fn ones(&self) -> u32 {
        self.ones
    }

    /// Hash of the line without spaces at its ends.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether the line has fewer different substrings than text of its length has.
    pub fn is_repetitive(&self) -> bool {
        let expected = BITS as f64 * (1.0 - (-f64::from(self.substrings) / BITS as f64).exp());
        f64::from(self.ones) < NEARLY_ALL * expected
    }

    /// Returns the share of common substrings, corrected for chance: about 0 for unrelated lines, 1 if one line contains
    /// the other.
    pub fn similarity(&self, other: &Sketch) -> f64 {
        let common = common_ones(&self.bits, &other.bits);
        let chance = f64::from(self.ones) * f64::from(other.ones) / BITS as f64;
        let most = f64::from(self.ones.min(other.ones)) - chance;
        if most > 1.0 { (f64::from(common) - chance) / most } else { 0.0 }
    }
}

/// Adds the substrings of a line, each in the upper bytes of a word, and returns their number.
fn add_substrings(text: &[u8], add: impl FnMut(u64)) -> u32 {
    if text.is_ascii() { add_substrings_of_ascii(text, add) } else { add_substrings_of_any(text, add) }
}

/// Appends a byte to a substring. The upper bytes of a word hold the latest bytes of a line.
fn pushed(word: u64, byte: u8) -> u64 {
    word << 8 | u64::from(byte) << (64 - 8 * SUBSTRING)
}

/// [`add_substrings`] of ASCII, where all but spaces end one.
fn add_substrings_of_ascii(text: &[u8], mut add: impl FnMut(u64)) -> u32 {
    let (begin, rest) = text.split_at((SUBSTRING - 1).min(text.len()));
    let mut word = begin.iter().filter(|byte| **byte != b' ').fold(0, |word, byte| pushed(word, *byte));
    let mut substrings = 0;
    for &end in rest.iter().filter(|byte| **byte != b' ') {
        word = pushed(word, end);
        add(word);
        substrings += 1;
    }
    substrings
}

/// [`add_substrings`] of any line.
fn add_substrings_of_any(text: &[u8], mut add: impl FnMut(u64)) -> u32 {
    let (mut substrings, mut word) = (0, 0);
    for (i, &end) in text.iter().enumerate() {
        let is_skipped = IS_SKIPPED[usize::from(end)];
        word = if is_skipped { word } else { pushed(word, end) };
        // Substrings end where characters do. A space repeats the last substring; harmless.
        let continues = || text.get(i + 1).is_some_and(|next| next & 0xC0 == 0x80);
        if i + 1 < SUBSTRING || !end.is_ascii() && (is_skipped || continues()) {
            continue;
        }
        add(word);
        substrings += u32::from(!is_skipped);
        let last = word << (8 * (SUBSTRING - IDEOGRAPH));
        if !end.is_ascii() && matches!(last.to_be_bytes()[0], 0xE4..=0xE9) {
            add(last);
            substrings += 1;
        }
    }
    substrings
}

/// Number of bits that are set in both. Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx512f+avx512vpopcntdq", "x86_64+popcnt")))]
fn common_ones(one: &[u64; BITS / 64], other: &[u64; BITS / 64]) -> u32 {
    one.iter().zip(other).map(|(a, b)| (a & b).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substrings_of_ascii_end_at_each_byte_but_spaces() {
        let lines =
            ["", "a", "a b c", "a b c d", "Abcdef", " x  yz ", "The mill stood by the river.", "0123 45 6789 abc"];
        for line in lines {
            let (mut bytes, mut expected) = (Vec::new(), Vec::new());
            for (i, byte) in line.bytes().enumerate().filter(|(_, byte)| *byte != b' ') {
                bytes.push(byte);
                if i + 1 >= SUBSTRING {
                    let last = &bytes[bytes.len().saturating_sub(SUBSTRING)..];
                    expected.push(last.iter().fold(0, |word, byte| pushed(word, *byte)));
                }
            }
            let mut found = Vec::new();
            let count = add_substrings(line.as_bytes(), |word| found.push(word));
            assert_eq!((found, count as usize), (expected.clone(), expected.len()), "{line:?}");
        }
    }
}
