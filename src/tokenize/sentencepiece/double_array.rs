//! A map from byte strings to numbers that finds all keys a text begins with: a double array.
//!
//! Aoe, "An Efficient Digital Search Algorithm by Using a Double-Array Structure" (1989), in the layout of the library
//! darts-clone, in which SentencePiece stores the table of its normalizer. A unit has 32 bits. For an inner node: the
//! byte that leads to it (bits 0-7), whether a key ends here (bit 8), and the offset of its children (bits 10-30, in
//! units of 256 if bit 9 is set). For the end of a key: its value, and bit 31. The child for byte `c` of the node at
//! index `i` is at `i ^ offset ^ c`; that of the end of a key is where byte 0 would be.

use crate::tokenize::bits;

const END: u32 = 1 << 31;
const HAS_END: u32 = 1 << 8;
const WIDE_OFFSET: u32 = 1 << 9;
/// Offsets from here on must be multiples of 256.
const NARROW_OFFSETS: u32 = 1 << 21;
const BLOCK: usize = 256;
/// Number of blocks, the latest, that are searched for free units.
const OPEN_BLOCKS: usize = 8;

/// A map from byte strings to numbers below 2^31.
#[derive(Clone, Debug, Default)]
pub struct DoubleArray {
    units: Vec<u32>,
}

impl DoubleArray {
    /// Takes over units that were built before.
    pub fn from_units(units: Vec<u32>) -> Self {
        DoubleArray { units }
    }

    /// Builds a map. The keys must be sorted and distinct, not empty and without NUL.
    pub fn build(entries: &[(&[u8], u32)]) -> Self {
        Builder::default().build(entries)
    }

    /// Values of all ends of keys.
    pub fn values(&self) -> impl Iterator<Item = u32> {
        self.units.iter().filter(|&unit| unit & END != 0).map(|unit| unit & !END)
    }

    /// Keys that `text` begins with, shortest first: their lengths and values.
    #[inline(always)]
    pub fn prefixes<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (usize, u32)> + 'a {
        // Of the node reached: the index of the end of its key, and of its children XOR their bytes.
        let mut base = self.units.first().map_or(0, |&root| offset(root));
        let nodes = text.iter().map_while(move |&byte| {
            let index = base ^ u32::from(byte);
            let unit = *self.units.get(index as usize).filter(|&unit| unit & (END | 0xFF) == u32::from(byte))?;
            base = index ^ offset(unit);
            Some((unit & HAS_END != 0, base))
        });
        let value = |(has_end, base)| {
            let unit = self.units.get(base as usize).filter(|&unit| has_end && unit & END != 0)?;
            Some(unit & !END)
        };
        nodes.enumerate().filter_map(move |(i, node)| Some((i + 1, value(node)?)))
    }

    /// Longest key that `text` begins with and that ends between characters: its length and value.
    #[inline(always)]
    pub fn longest_prefix(&self, text: &str) -> Option<(usize, u32)> {
        self.prefixes(text.as_bytes()).filter(|&(length, _)| text.is_char_boundary(length)).last()
    }
}

/// Offset of the children of a node.
#[inline(always)]
fn offset(unit: u32) -> u32 {
    (unit >> 10) << ((unit & WIDE_OFFSET) >> 6)
}

/// A map being built.
#[derive(Default)]
struct Builder {
    units: Vec<u32>,
    /// A bit per unit.
    free: Vec<u64>,
    /// Bases of nodes; each belongs to one node, so that the byte in a unit tells whose child it is.
    bases: Vec<bool>,
}

/// Keys that share their first `depth` bytes, whose node is at `index`.
struct Branch<'e, 'k> {
    entries: &'e [(&'k [u8], u32)],
    depth: usize,
    index: usize,
}

impl Builder {
    fn build(mut self, entries: &[(&[u8], u32)]) -> DoubleArray {
        if entries.is_empty() {
            return DoubleArray::default();
        }
        self.add_block();
        self.occupy(0, 0);
        // Byte 0 would lead from base 0 to the root.
        self.bases[0] = true;
        let mut branches = vec![Branch { entries, depth: 0, index: 0 }];
        while let Some(branch) = branches.pop() {
            self.add_children(&branch, &mut branches);
        }
        DoubleArray { units: self.units }
    }

    /// Adds the children of a node.
    fn add_children<'e, 'k>(&mut self, branch: &Branch<'e, 'k>, branches: &mut Vec<Branch<'e, 'k>>) {
        let byte_at = |key: &[u8]| key.get(branch.depth).copied().unwrap_or(0);
        let groups = || branch.entries.chunk_by(|a, b| byte_at(a.0) == byte_at(b.0));
        let bytes: Vec<u8> = groups().map(|group| byte_at(group[0].0)).collect();
        let base = self.find_base(&bytes, branch.index);
        self.bases[base] = true;
        self.units[branch.index] |= offset_bits((base ^ branch.index) as u32);
        for (&byte, entries) in bytes.iter().zip(groups()) {
            let index = base ^ usize::from(byte);
            if byte == 0 {
                self.units[branch.index] |= HAS_END;
                self.occupy(index, END | entries[0].1);
            } else {
                self.occupy(index, byte.into());
                branches.push(Branch { entries, depth: branch.depth + 1, index });
            }
        }
    }

    /// A base for the node at `index` with which the units of its children are free.
    fn find_base(&mut self, bytes: &[u8], index: usize) -> usize {
        let first = usize::from(bytes[0]);
        let oldest = self.units.len().saturating_sub(OPEN_BLOCKS * BLOCK);
        let free =
            (oldest / 64..self.free.len()).flat_map(|word| bits(self.free[word]).map(move |bit| word * 64 + bit));
        let fitting = free.map(|unit| unit ^ first).find(|&base| {
            let offset = (base ^ index) as u32;
            !self.bases[base]
                && (offset < NARROW_OFFSETS || offset.is_multiple_of(BLOCK as u32))
                && bytes.iter().all(|&byte| self.is_free(base ^ usize::from(byte)))
        });
        // In a new block every base is free, and one of them makes the offset a multiple of 256.
        fitting.unwrap_or_else(|| self.add_block() ^ (index % BLOCK))
    }

    /// Adds free units; they match no byte.
    fn add_block(&mut self) -> usize {
        let start = self.units.len();
        self.units.resize(start + BLOCK, END);
        self.free.resize((start + BLOCK) / 64, u64::MAX);
        self.bases.resize(start + BLOCK, false);
        start
    }

    fn occupy(&mut self, index: usize, unit: u32) {
        self.units[index] = unit;
        self.free[index / 64] &= !(1 << (index % 64));
    }

    fn is_free(&self, index: usize) -> bool {
        self.free[index / 64] >> (index % 64) & 1 == 1
    }
}

/// An offset as it stands in a unit.
fn offset_bits(offset: u32) -> u32 {
    if offset < NARROW_OFFSETS { offset << 10 } else { offset << 2 | WIDE_OFFSET }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_may_be_wide() {
        // Its units go beyond the first that a narrow offset cannot reach from before it; the units of other keys come
        // after them.
        let long = vec![b'b'; NARROW_OFFSETS as usize + 1000];
        let array = DoubleArray::build(&[(b"aa", 1), (b"ab", 2), (b"b", 3), (&long[..9], 4), (&long, 5)]);
        let found: Vec<_> = array.prefixes(&long).collect();
        assert_eq!(found, [(1, 3), (9, 4), (long.len(), 5)]);
        assert_eq!(
            [b"aa", b"ab", b"ba"].map(|key| array.prefixes(key).last()),
            [Some((2, 1)), Some((2, 2)), Some((1, 3))]
        );
    }
}
