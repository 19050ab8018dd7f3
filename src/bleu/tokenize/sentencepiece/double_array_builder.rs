//! Building a double array: each node of a trie gets a place where its children are in units that are free.
//!
//! A model has up to a million nodes; for 256,000 pieces, this takes a third of yada's time. Texts are still
//! searched by yada. The units that are free for all children of a node are found at once, as bits.

use std::ops::Range;
use yada::unit::Unit;

/// Units per block: the child by a label is at the offset XOR the label, and so in the block of the offset.
const BLOCK: usize = 256;

/// Number of blocks, the last ones, in which free units are looked for. More take longer, and leave about as many free.
const OPEN_BLOCKS: usize = 2;

/// Offsets, relative to a unit, from which the lowest bits are not stored, and which are not stored at all.
const COARSE_OFFSET: usize = 1 << 21;
const MAX_UNITS: usize = 1 << 29;

/// A number for each unit of a block, as bits.
type Bits = [u64; BLOCK / 64];

/// A block of units.
#[derive(Clone, Copy, Debug)]
struct Block {
    free: Bits,
    /// Offsets that no node has: the children of two nodes are told apart by their labels only.
    free_offsets: Bits,
}

const EMPTY: Block = Block { free: [u64::MAX; 4], free_offsets: [u64::MAX; 4] };

/// A node whose children have no place yet: its unit, the entries below it, and its depth.
type Node = (usize, Range<usize>, usize);

/// Returns the bytes of the double array of keys, which must be sorted and distinct, not empty and without NUL, and their values
/// below 2^31; `None` if they are not, or too many.
pub fn build(entries: &[(&[u8], u32)]) -> Option<Vec<u8>> {
    if entries.iter().any(|(key, value)| key.is_empty() || value >> 31 != 0) {
        return None;
    }
    let mut builder = Builder { units: vec![Unit::new(); BLOCK], blocks: vec![EMPTY] };
    clear(&mut builder.blocks[0].free, 0);
    let mut nodes: Vec<Node> = Vec::new();
    if !entries.is_empty() {
        nodes.push((0, 0..entries.len(), 0));
    }
    let mut children: Vec<(u8, Range<usize>)> = Vec::new();
    while let Some((unit, range, depth)) = nodes.pop() {
        children.clear();
        let label = |(key, _): &(&[u8], u32)| key.get(depth).copied().unwrap_or(0);
        let mut begin = range.start;
        for alike in entries[range].chunk_by(|one, other| label(one) == label(other)) {
            let label = label(&alike[0]);
            // Keys that are not sorted or not distinct, or have a NUL, differ from others at some node.
            let is_end = alike.len() == 1 && alike[0].0.len() == depth;
            if children.last().is_some_and(|(last, _)| *last >= label) || label == 0 && !is_end {
                return None;
            }
            children.push((label, begin..begin + alike.len()));
            begin += alike.len();
        }
        let offset = builder.place(unit, &children)?;
        builder.units[unit].set_offset((offset ^ unit) as u32);
        builder.units[unit].set_has_leaf(children[0].0 == 0);
        for (label, range) in children.drain(..) {
            let child = offset ^ usize::from(label);
            if label == 0 {
                builder.units[child].set_value(entries[range.start].1);
            } else {
                builder.units[child].set_label(label);
                nodes.push((child, range, depth + 1));
            }
        }
    }
    Some(builder.units.iter().flat_map(|unit| unit.as_u32().to_le_bytes()).collect())
}

/// Units, and which of them are free.
struct Builder {
    units: Vec<Unit>,
    blocks: Vec<Block>,
}

impl Builder {
    /// Takes an offset for a unit at which its children are free, and their units; `None` if there are too many.
    fn place(&mut self, unit: usize, children: &[(u8, Range<usize>)]) -> Option<usize> {
        let open = if children.len() == 1 { OPEN_BLOCKS } else { 1 };
        let first = self.blocks.len().saturating_sub(open);
        let known = (first..self.blocks.len()).find_map(|block| self.find_offset(block, unit, children));
        let offset = match known {
            Some(offset) => offset,
            None => {
                if self.units.len() >= MAX_UNITS {
                    return None;
                }
                self.blocks.push(EMPTY);
                self.units.resize(self.units.len() + BLOCK, Unit::new());
                self.find_offset(self.blocks.len() - 1, unit, children)?
            }
        };
        let block = &mut self.blocks[offset / BLOCK];
        clear(&mut block.free_offsets, offset % BLOCK);
        children.iter().for_each(|(label, _)| clear(&mut block.free, (offset ^ usize::from(*label)) % BLOCK));
        Some(offset)
    }

    /// An offset in a block for a unit with these children.
    fn find_offset(&self, block: usize, unit: usize, children: &[(u8, Range<usize>)]) -> Option<usize> {
        let Block { free, free_offsets } = &self.blocks[block];
        let is_far = ((block * BLOCK) ^ unit) >= COARSE_OFFSET;
        let is_good = |offset: usize| !is_far || offset == unit % BLOCK;
        if let [(label, _)] = children {
            let offsets = ones(free).map(|child| child ^ usize::from(*label));
            let mut offsets = offsets.filter(|offset| has(free_offsets, *offset) && is_good(*offset));
            return Some(block * BLOCK + offsets.next()?);
        }
        let mut offsets = *free_offsets;
        for (label, _) in children {
            let free = moved(free, *label);
            offsets.iter_mut().zip(free).for_each(|(offsets, free)| *offsets &= free);
            if offsets == [0; 4] {
                return None;
            }
        }
        Some(block * BLOCK + ones(&offsets).find(|offset| is_good(*offset))?)
    }
}

/// The numbers of the bits that are set.
fn ones(bits: &Bits) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(word, bits)| {
        let mut rest = *bits;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then_some(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(word * 64 + bit)
        })
    })
}

fn has(bits: &Bits, bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 == 1
}

/// These bits in another order: bit i is their bit i XOR `label`.
fn moved(bits: &Bits, label: u8) -> Bits {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0xFFFF_0000_FFFF,
        0xFFFF_FFFF,
    ];
    std::array::from_fn(|word| {
        HALVES
            .iter()
            .enumerate()
            .filter(|(i, _)| label >> i & 1 == 1)
            .fold(bits[word ^ usize::from(label / 64)], |bits, (i, half)| {
                ((bits >> (1 << i)) & half) | ((bits & half) << (1 << i))
            })
    })
}

fn clear(bits: &mut Bits, bit: usize) {
    bits[bit / 64] &= !(1 << (bit % 64));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_bits_are_where_their_labels_lead() {
        let bits: Bits = [0x0123_4567_89AB_CDEF, 0xF0E1_D2C3_B4A5_9687, 1, u64::MAX / 3];
        let bit = |bits: &Bits, i: usize| bits[i / 64] >> (i % 64) & 1;
        for label in 0..=u8::MAX {
            let moved = moved(&bits, label);
            assert!((0..BLOCK).all(|i| bit(&moved, i) == bit(&bits, i ^ usize::from(label))), "{label}");
        }
    }

    #[test]
    fn far_children_have_the_lowest_bits_of_their_parent() {
        let mut builder = Builder { units: Vec::new(), blocks: vec![EMPTY; 2 * COARSE_OFFSET / BLOCK] };
        let (children, unit) = ([(b'a', 0..1), (b'b', 1..2)], 5 * BLOCK + 77);
        let offset = builder.place(unit, &children).unwrap();
        assert!(offset >= COARSE_OFFSET && offset % BLOCK == 77, "{offset}");
        assert_ne!(builder.place(unit, &children), Some(offset));
    }
}
