//! The set of the bytes of a line, which ends most tests of it before they begin.

/// Bit i % 64 of word i / 64 is set if the line has byte i.
#[derive(Clone, Copy, Debug)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    pub fn of(line: &str) -> ByteSet {
        let mut words = [0; 4];
        line.bytes().for_each(|byte| words[usize::from(byte / 64)] |= 1 << (byte % 64));
        ByteSet(words)
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
