//! Keys: tokens as integers that compare in one instruction.

use crate::bleu::splitmix64::STEP;

/// A token as an integer. Tokens of up to seven bytes have the same key only if they are equal; longer ones may share a
/// key by chance, see [`is_exact`](Key::is_exact). The key of an empty token, which some tools have, is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(super) u64);

/// Marks the keys of tokens of eight bytes and more.
pub(super) const LONG: u64 = 1 << 63;

/// Large odd factors, for mixing.
pub(super) const FACTORS: [u64; 2] = [STEP, 0xC2B2_AE3D_27D4_EB4F];

impl Key {
    /// A hash of this many bits.
    #[inline(always)]
    pub fn hash(self, bits: u32) -> usize {
        (self.0.wrapping_mul(FACTORS[0]) >> (64 - bits)) as usize
    }

    /// The key of a token of `len` bytes. `head` are the eight bytes from its beginning on, `tail` its
    /// last eight bytes; of a shorter token, `tail` is not used.
    ///
    /// The key of a short token is its bytes, below its length. The key of a long token mixes its length with its first
    /// and last eight bytes. Both are computed for every token, which is faster than an unpredictable branch.
    #[inline(always)]
    fn new(head: u64, tail: u64, len: u64) -> Key {
        let short = head & !(u64::MAX << (8 * len % 64)) | len << 56;
        let [of_head, of_tail] = FACTORS;
        let mixed = head.wrapping_mul(of_head) ^ tail.wrapping_mul(of_tail).rotate_left(32);
        Key(if len < 8 { short } else { mixed.wrapping_add(len) | LONG })
    }

    /// Whether only equal tokens have this key.
    #[inline(always)]
    pub fn is_exact(self) -> bool {
        self.0 < LONG
    }
}

/// Whether two tokens of at least eight bytes are equal. Most are not much longer, so their ends are compared first.
#[inline(always)]
pub fn is_same(a: &[u8], b: &[u8]) -> bool {
    let ends = |token: &[u8]| (token.first_chunk::<8>().copied(), token.last_chunk::<8>().copied());
    a.len() == b.len() && ends(a) == ends(b) && (a.len() <= 16 || a == b)
}

/// The eight bytes at `start`, padded with zeros at the text's end.
#[inline(always)]
fn word(text: &[u8], start: u32) -> u64 {
    let start = start as usize;
    match text.get(start..start + 8).and_then(<[u8]>::first_chunk) {
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

/// Number of keys that are computed together, and compared.
pub const LANES: usize = 16;

/// The keys of a group of tokens.
#[inline(always)]
pub(super) fn group(text: &[u8], starts: &[u32; LANES], ends: &[u32; LANES]) -> [Key; LANES] {
    // First the bytes of all tokens, then their keys, for vector instructions.
    let (mut heads, mut tails, mut lens) = ([0; LANES], [0; LANES], [0; LANES]);
    for (i, (&start, &end)) in starts.iter().zip(ends).enumerate() {
        let len = end.wrapping_sub(start);
        lens[i] = u64::from(len);
        heads[i] = word(text, start);
        tails[i] = word(text, start.wrapping_add(len.max(8) - 8));
    }
    std::array::from_fn(|i| Key::new(heads[i], tails[i], lens[i]))
}

/// Fills in the keys of tokens with these first bytes and ends. After them come others, so that each is the first of
/// [`LANES`].
#[inline(always)]
pub(super) fn fill(
    keys: &mut Vec<Key>,
    starts: &[u32],
    ends: &[u32],
    group: impl Fn(&[u32; LANES], &[u32; LANES]) -> [Key; LANES],
) {
    let padded = starts.len().next_multiple_of(LANES) + LANES;
    if keys.len() < padded {
        keys.resize(padded, Key::default());
    }
    let ((starts, rest), (ends, rest_ends)) = (starts.as_chunks(), ends.as_chunks());
    // The last token stands for those that lack: it is near the others.
    let mut last = [rest, rest_ends].map(|rest| [rest.last().copied().unwrap_or_default(); LANES]);
    last[0][..rest.len()].copy_from_slice(rest);
    last[1][..rest.len()].copy_from_slice(rest_ends);
    let groups = starts.iter().zip(ends).chain([(&last[0], &last[1])]);
    for (keys, (starts, ends)) in keys.as_chunks_mut().0.iter_mut().zip(groups) {
        *keys = group(starts, ends);
    }
}
