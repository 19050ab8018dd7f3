//! The set of the bytes of a line, which ends most tests of it before they begin.

use crate::bleu::tokenize::bits;

/// Bit i % 64 of word i / 64 is set if the line has byte i.
#[derive(Clone, Copy, Debug)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// The bytes of a line.
    pub fn of(line: &str) -> ByteSet {
        // Bits set one after the other would each wait until the word before is stored.
        let mut seen = [0; 256];
        line.bytes().for_each(|byte| seen[usize::from(byte)] = 1);
        // The product moves the lowest bit of each of eight bytes into the highest byte.
        let eight_bits = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let word =
            |bytes: &[u8; 64]| bytes.as_chunks().0.iter().rev().fold(0, |word, bytes| word << 8 | eight_bits(bytes));
        let mut words = [0; 4];
        words.iter_mut().zip(seen.as_chunks().0).for_each(|(bits, bytes)| *bits = word(bytes));
        ByteSet(words)
    }

    /// Whether it has one of these bytes.
    pub fn has_any(self, bytes: &[u8]) -> bool {
        bytes.iter().any(|byte| self.0[usize::from(byte / 64)] >> (byte % 64) & 1 == 1)
    }

    /// The bytes, in order.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        let words = self.0.into_iter().zip([0_u8, 64, 128, 192]);
        words.flat_map(|(word, first)| bits(word).map(move |bit| first + bit as u8))
    }

    /// Whether all of the line is ASCII.
    pub fn is_ascii(self) -> bool {
        self.0[2] | self.0[3] == 0
    }

    /// Whether it has a byte with which a mark of subwords begins.
    pub fn may_have_subwords(self) -> bool {
        self.has_any(b"@#<+\xC4\xE2\xEF")
    }

    /// The characters of ASCII, as bits.
    pub fn ascii(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_bytes_are_those_of_plain_counting(line in ".{0,200}") {
            let mut words = [0; 4];
            line.bytes().for_each(|byte| words[usize::from(byte / 64)] |= 1 << (byte % 64));
            let found = ByteSet::of(&line);
            prop_assert_eq!(found.0, words);
            let mut bytes = line.clone().into_bytes();
            bytes.sort_unstable();
            bytes.dedup();
            prop_assert_eq!(found.bytes().collect::<Vec<_>>(), bytes);
            prop_assert_eq!(found.is_ascii(), line.is_ascii());
        }
    }

    #[test]
    fn every_byte_of_a_line_is_in_the_set() {
        let line: String = ('\0'..='\u{7FF}').chain(['\u{FFFD}', '\u{10FFFF}']).collect();
        for byte in 0..=u8::MAX {
            assert_eq!(ByteSet::of(&line).has_any(&[byte]), line.as_bytes().contains(&byte), "{byte}");
            assert!(!ByteSet::of("").has_any(&[byte]));
        }
    }
}
