//! The set of the bytes of a line, which ends most tests of it before they begin.

use std::array;

/// Bit i % 64 of word i / 64 is set if the line has byte i.
#[derive(Clone, Copy, Debug)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    pub fn of(line: &str) -> ByteSet {
        // Setting a byte does not wait for the one before, as setting a bit of a word does.
        let mut has = [0; 256];
        line.bytes().for_each(|byte| has[usize::from(byte)] = 1);
        let (of_eight, _) = has.as_chunks();
        let word = |i: usize| (0..8).fold(0, |word, chunk| word | eight_bits(of_eight[8 * i + chunk]) << (8 * chunk));
        ByteSet(array::from_fn(word))
    }

    /// Whether it has one of these bytes.
    pub fn has_any(self, bytes: &[u8]) -> bool {
        bytes.iter().any(|byte| self.0[usize::from(byte / 64)] >> (byte % 64) & 1 == 1)
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

/// Eight bytes, each 0 or 1, as eight bits: the i-th byte is bit i.
fn eight_bits(bytes: [u8; 8]) -> u64 {
    // The product has the i-th byte at bit 56 + i, and no two bytes at the same place below.
    u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_the_bytes_of_their_lines() {
        for line in ["", "a", "\0\u{7F}", "The mill.", "für 「水」 дом 🐢", "@A`a€"] {
            let set = ByteSet::of(line);
            for byte in 0..=u8::MAX {
                assert_eq!(set.has_any(&[byte]), line.as_bytes().contains(&byte), "{byte} in {line:?}");
            }
            assert!((0..128).all(|byte| (set.ascii() >> byte & 1 == 1) == line.as_bytes().contains(&byte)));
        }
    }
}
