//! The map of a dictionary from spellings to their entries: a double array, half of it in memory that steps need.
//!
//! Format (Darts, `darts.h`): units of an i32 base and a u32 check. The unit by a byte after the place with a base is at the base
//! plus the byte plus 1; it is there if its check is that base. The unit at the base itself ends a spelling.

use super::bytes::take;
use crate::bleu::dictionary_faults::Fault;
use std::hint::select_unpredictable;
use std::io::Read;

const UNIT_BYTES: u64 = 8;

/// Bytes that are read at once, so that the whole index is never in memory twice.
const CHUNK_BYTES: u64 = 1 << 16;

/// Bases are stored in 24 bits: mecab-ko-dic, the larger of the dictionaries, has 3,804,948 units.
const MAX_UNITS: u64 = 1 << 24;

/// A double array that is a tree.
#[derive(Debug)]
pub struct DoubleArray {
    root: u32,
    /// For each unit, its base in the upper bits, and in the lower eight the byte that leads to it, which is as good as a check and
    /// takes less memory; 0 for a unit that no byte leads to.
    links: Vec<u32>,
    /// For each unit, its base if it ends a spelling, which is negative; else 0.
    ends: Vec<i32>,
}

/// A step by a character from a place among the spellings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    /// Base of the place that it leads to; 0 if no spelling goes on with the character.
    pub base: u32,
    /// The negative base of the unit that ends a spelling there; 0 if none does.
    pub end: i32,
}

impl DoubleArray {
    /// Reads a double array of a size in bytes.
    ///
    /// # Errors
    /// If it is too large, or no tree: bases point outside of it, or two units have the same.
    pub fn read(reader: &mut impl Read, size: u64) -> Result<Self, Fault> {
        if size / UNIT_BYTES > MAX_UNITS {
            return Err(Fault::Unsuitable(format!("its index of words has more than {MAX_UNITS} units")));
        }
        let count = (size / UNIT_BYTES) as usize;
        let mut array = DoubleArray { root: 0, links: Vec::with_capacity(count), ends: Vec::with_capacity(count) };
        // One more for units without a base, which saves a branch that is hard to predict.
        let mut is_base = vec![false; count + 1];
        let mut is_shared = false;
        let mut rest = size;
        while rest > 0 {
            let chunk = take(reader, rest.min(CHUNK_BYTES))?;
            rest -= chunk.len() as u64;
            for unit in chunk.as_chunks().0 {
                let bits = u64::from_le_bytes(*unit);
                let (base, check, index) = (bits as i32, (bits >> 32) as u32, array.links.len() as u32);
                let place = if base > 0 { base as usize } else { count };
                is_shared |= (base > 0) & (*is_base.get(place).ok_or_else(damaged_index)? | (place == count));
                is_base[place] = true;
                let byte = index.wrapping_sub(check).wrapping_sub(1);
                let is_child = (base > 0) & (check > 0) & (byte <= u8::MAX.into());
                array.links.push(if is_child { (base as u32) << 8 | byte } else { 0 });
                array.ends.push(if base < 0 && check == index { base } else { 0 });
                if index == 0 {
                    array.root = base.max(0) as u32;
                }
            }
        }
        if is_shared { Err(damaged_index()) } else { Ok(array) }
    }

    /// The negative bases of all ends of spellings.
    pub fn ends(&self) -> impl Iterator<Item = i32> {
        self.ends.iter().copied().filter(|end| *end < 0)
    }

    /// The place where all spellings begin.
    pub fn root(&self) -> Step {
        Step { base: self.root, end: 0 }
    }

    /// The step by a character from the place with a base, without branches, so that the processor takes several at once.
    #[inline(always)]
    pub fn step(&self, mut base: u32, character: char) -> Step {
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            let link = self.links.get(base as usize + usize::from(byte) + 1).copied().unwrap_or_default();
            // No byte leads on from base 0.
            base = select_unpredictable(link as u8 == byte, link >> 8, 0);
        }
        let end = self.ends.get(base as usize).copied().unwrap_or_default();
        Step { base, end: select_unpredictable(base > 0, end, 0) }
    }

    /// Removes the end of the spelling that ends after a step.
    pub fn remove_end(&mut self, step: Step) {
        if let Some(end) = self.ends.get_mut(step.base as usize) {
            *end = 0;
        }
    }
}

/// The error that a dictionary's index of words is damaged.
pub fn damaged_index() -> Fault {
    Fault::Damaged("its index of words is damaged".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::random_cases;
    use proptest::prelude::*;

    /// The step as the format has it.
    fn plain_step(units: &[(i32, u32)], mut base: u32, character: char) -> Option<Step> {
        for byte in character.to_string().bytes() {
            let (next, check) = *units.get(base as usize + usize::from(byte) + 1)?;
            base = u32::try_from(next).ok().filter(|next| check == base && *next > 0)?;
        }
        let end = units.get(base as usize).filter(|(end, check)| *check == base && *end < 0);
        Some(Step { base, end: end.map_or(0, |(end, _)| *end) })
    }

    proptest! {
        #![proptest_config(random_cases(256))]

        #[test]
        fn steps_are_those_of_the_format(
            bases in Just((1..400).collect::<Vec<i32>>()).prop_shuffle(),
            kinds in prop::collection::vec((0..4u8, 0..400u32, 0..8u32), 399),
            characters in prop::collection::vec("[\u{1}-\u{7F}éあ𠮷]", 1..9),
        ) {
            // Of units with a base of their own, half may be there; others end a spelling, or are free.
            let unit = |(index, (base, (kind, check, near))): (u32, (&i32, &(u8, u32, u32)))| match kind {
                0 => (*base, index.saturating_sub(*near)),
                1 => (*base, *check),
                2 => (-*base, index),
                _ => (0, 0),
            };
            let units: Vec<(i32, u32)> = (0..).zip(bases.iter().zip(&kinds)).map(unit).chain([(0, 0)]).collect();
            let bytes: Vec<u8> =
                units.iter().flat_map(|(base, check)| [base.to_le_bytes(), check.to_le_bytes()].concat()).collect();
            let array = DoubleArray::read(&mut &bytes[..], bytes.len() as u64).unwrap();
            let all = (0..0x80).filter_map(char::from_u32).skip(1);
            for character in characters.iter().flat_map(|text| text.chars()).chain(all) {
                for base in 1..400 {
                    let Step { base: to, end } = array.step(base, character);
                    let expected = plain_step(&units, base, character).unwrap_or_default();
                    prop_assert_eq!((to, end), (expected.base, expected.end), "{} {:?}", base, character);
                }
            }
        }
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let read = |units: &[(i32, u32)]| {
            let bytes: Vec<u8> =
                units.iter().flat_map(|(base, check)| [base.to_le_bytes(), check.to_le_bytes()].concat()).collect();
            DoubleArray::read(&mut &bytes[..], bytes.len() as u64)
        };
        assert!(read(&[]).is_ok() && read(&[(1, 0), (0, 0)]).is_ok());
        assert_eq!(read(&[(1, 0), (1, 0)]).unwrap_err(), damaged_index());
        assert_eq!(read(&[(2, 0), (0, 0)]).unwrap_err(), damaged_index());
        let too_large = DoubleArray::read(&mut &[][..], UNIT_BYTES * (MAX_UNITS + 1)).unwrap_err();
        assert!(matches!(too_large, Fault::Unsuitable(_)), "{too_large:?}");
    }
}
