//! Keys: tokens as integers that compare in one instruction, many at a time.

use wide::{i8x16, i16x8, i32x8};

/// A token as an integer. Tokens of up to seven bytes have the same key only if they are equal; longer ones may share a
/// key by chance, see [`is_exact`](Key::is_exact). The key of an empty token, which some tools have, is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key(u64);

/// Marks the keys of tokens of eight bytes and more.
pub(super) const LONG: u64 = 1 << 63;

/// High half of no token's key: a short token has at most seven bytes.
#[cfg(all(target_arch = "x86_64", not(portable)))]
pub const NO_HIGH_HALF: i32 = 8 << 24;

/// Large odd factors, for mixing.
pub(super) const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F];

impl Key {
    /// A hash of this many bits.
    #[cfg(all(target_arch = "x86_64", not(portable)))]
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

/// The keys of a group of tokens.
#[inline(always)]
pub(super) fn group(text: &[u8], starts: &[u32; LANES], ends: &[u32; LANES]) -> [u64; LANES] {
    // First the bytes of all tokens, then their keys, for vector instructions.
    let (mut heads, mut tails, mut lens) = ([0; LANES], [0; LANES], [0; LANES]);
    for (i, (&start, &end)) in starts.iter().zip(ends).enumerate() {
        let len = end.wrapping_sub(start);
        lens[i] = u64::from(len);
        heads[i] = word(text, start);
        tails[i] = word(text, start.wrapping_add(len.max(8) - 8));
    }
    let mut keys = [0; LANES];
    for i in 0..LANES {
        keys[i] = Key::new(heads[i], tails[i], lens[i]).0;
    }
    keys
}

/// Number of keys that are compared together.
pub const LANES: usize = 16;

/// Maximum number of zero keys after the last one, so that searches may read past the end. A search among `n` keys
/// reads at most `2 * n`, but no fewer than [`LANES`], so that few keys need little padding: a segment may have many
/// references.
pub const KEY_PADDING: usize = 512;

/// The keys of many tokens. The halves of keys are stored apart, so that the vector instructions of every processor can
/// compare them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys {
    low: Vec<i32>,
    high: Vec<i32>,
}

impl Keys {
    /// Replaces all keys by the keys of the tokens of `text` with these first bytes and ends.
    #[inline(always)]
    pub fn fill(&mut self, text: &[u8], starts: &[u32], ends: &[u32]) {
        self.fill_with(starts, ends, |starts, ends| group(text, starts, ends));
    }

    /// [`fill`](Self::fill) by the instructions of some processors: `group` returns the keys of a group of tokens.
    #[inline(always)]
    pub(super) fn fill_with(
        &mut self,
        starts: &[u32],
        ends: &[u32],
        group: impl Fn(&[u32; LANES], &[u32; LANES]) -> [u64; LANES],
    ) {
        let len = starts.len();
        let padded = len + len.clamp(LANES, KEY_PADDING);
        for half in [&mut self.low, &mut self.high] {
            if half.len() < padded {
                half.resize(padded, 0);
            }
        }
        let ((starts, rest), (ends, rest_ends)) = (starts.as_chunks(), ends.as_chunks());
        let mut last = [[0; LANES]; 2];
        last[0][..rest.len()].copy_from_slice(rest);
        last[1][..rest.len()].copy_from_slice(rest_ends);
        let groups = starts.iter().zip(ends).chain([(&last[0], &last[1])]);
        let halves = self.low.as_chunks_mut::<LANES>().0.iter_mut().zip(self.high.as_chunks_mut::<LANES>().0);
        for ((low, high), (starts, ends)) in halves.zip(groups) {
            let keys = group(starts, ends);
            for i in 0..LANES {
                (low[i], high[i]) = (keys[i] as i32, (keys[i] >> 32) as i32);
            }
        }
        for half in [&mut self.low, &mut self.high] {
            half[len..padded].fill(0);
        }
    }

    /// `count` keys from `first` on, which may reach into the padding.
    #[inline(always)]
    pub fn slice(&self, first: usize, count: usize) -> KeySlice<'_> {
        KeySlice { low: &self.low[first..][..count], high: &self.high[first..][..count] }
    }
}

/// Some of the [`Keys`].
pub struct KeySlice<'a> {
    pub low: &'a [i32],
    pub high: &'a [i32],
}

impl KeySlice<'_> {
    /// The keys.
    #[inline(always)]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Key> {
        let halves = self.low.iter().zip(self.high);
        halves.map(|(&low, &high)| Key(u64::from(low as u32) | u64::from(high as u32) << 32))
    }

    /// The positions of the keys that equal `key`: bit j % 64 of word j / 64. The number of keys must be a multiple of
    /// [`LANES`], and at most `64 * W`.
    #[inline(always)]
    pub fn find<const W: usize>(&self, key: Key) -> [u64; W] {
        let (low, high) = (i32x8::splat(key.0 as i32), i32x8::splat((key.0 >> 32) as i32));
        let equal = |at: usize| {
            let load = |half: &[i32]| i32x8::new(*half[at..].first_chunk().expect("within the keys"));
            i16x8::from_i32x8_saturate(load(self.low).simd_eq(low) & load(self.high).simd_eq(high))
        };
        let mut found = [0; W];
        for group in 0..self.low.len() / LANES {
            let halves = [equal(LANES * group), equal(LANES * group + 8)];
            let bits = i8x16::from_i16x16_saturate(bytemuck::cast(halves)).to_bitmask();
            found[group / 4] |= u64::from(bits) << (LANES * (group % 4));
        }
        found
    }
}
