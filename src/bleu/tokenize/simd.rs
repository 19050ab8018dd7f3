//! Blocks of 64 bytes of text, and bit masks of their properties: bit i is for byte i.

use wide::u8x16;

/// Bytes per block.
pub const WIDTH: usize = 64;

/// A block of text, in vector registers.
pub struct Block([u8x16; 4]);

impl Block {
    /// The block of these bytes.
    #[inline(always)]
    pub fn new(bytes: &[u8; WIDTH]) -> Self {
        let lane = |i: usize| u8x16::new(bytes[16 * i..][..16].try_into().expect("16 of 64 bytes"));
        Block([lane(0), lane(1), lane(2), lane(3)])
    }

    /// The bytes of a class, which is a function that maps bytes of the class to 0xFF and others to 0.
    #[inline(always)]
    pub fn mask(&self, class: impl Fn(u8x16) -> u8x16) -> u64 {
        let bits = |i: usize| u64::from(class(self.0[i]).to_bitmask());
        bits(0) | bits(1) << 16 | bits(2) << 32 | bits(3) << 48
    }

    /// The bytes that equal `byte`.
    #[inline(always)]
    pub fn eq(&self, byte: u8) -> u64 {
        self.mask(|lane| is(lane, byte))
    }

    /// The bytes of multi-byte characters after their first.
    #[inline(always)]
    pub fn continuation(&self) -> u64 {
        self.mask(|lane| within(lane, 0x80, 0xBF))
    }
}

/// The class of one byte.
#[inline(always)]
pub fn is(lane: u8x16, byte: u8) -> u8x16 {
    lane.simd_eq(u8x16::splat(byte))
}

/// The class of the bytes from `first` to `last`, both included.
#[inline(always)]
pub fn within(lane: u8x16, first: u8, last: u8) -> u8x16 {
    let above = lane - u8x16::splat(first);
    above.min(u8x16::splat(last - first)).simd_eq(above)
}

/// The set bits of a mask, lowest first.
#[inline(always)]
pub fn bits(mask: u64) -> SetBits {
    SetBits(mask)
}

/// See [`bits`].
pub struct SetBits(u64);

impl Iterator for SetBits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
