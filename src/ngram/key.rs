//! Keys: tokens as integers that compare in one instruction.

use std::hint::select_unpredictable;

/// Stands for a token. Tokens of up to seven bytes have the same key only if
/// they are equal; longer ones may share a key by chance, which
/// [`is_exact`](Key::is_exact) tells. No token's key is the default one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key(u64);

/// Marks the keys of tokens of eight bytes and more.
const LONG: u64 = 1 << 63;

impl Key {
    /// The key of `text[start..end]`, which is not empty.
    ///
    /// Short tokens are their bytes, below their length. Long ones mix their
    /// length with their first and last eight bytes.
    #[inline(always)]
    pub fn new(text: &[u8], start: usize, end: usize) -> Key {
        let len = end - start;
        let is_long = len >= 8;
        let head = word(text, start);
        let tail = word(text, select_unpredictable(is_long, end.wrapping_sub(8), start));
        let short = head & !(u64::MAX << (8 * len as u32 % 64)) | (len as u64) << 56;
        let mixed = head.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ tail.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(32);
        Key(select_unpredictable(is_long, mixed.wrapping_add(len as u64) | LONG, short))
    }

    /// A number from 0 to `slots - 1`, a power of two, that spreads the keys.
    #[inline(always)]
    pub fn slot(self, slots: usize) -> usize {
        (self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - slots.trailing_zeros())) as usize
    }

    /// Whether only equal tokens have this key.
    #[inline(always)]
    pub fn is_exact(self) -> bool {
        self.0 < LONG
    }
}

/// The eight bytes at `start`, or as many as there are.
#[inline(always)]
fn word(text: &[u8], start: usize) -> u64 {
    match text[start..].first_chunk() {
        Some(&bytes) => u64::from_le_bytes(bytes),
        None => last_word(&text[start..]),
    }
}

#[cold]
fn last_word(text: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..text.len()].copy_from_slice(text);
    u64::from_le_bytes(bytes)
}
