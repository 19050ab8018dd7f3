//! Categories of characters: `char.bin`.
//!
//! Format (MeCab 0.996, `char_property.cpp`): u32 number of categories, their names of 32 bytes each, and a u32 for
//! each character from U+0000 to U+FFFE. Characters beyond count as U+0000; U+FFFF has no category.

use super::bytes::{check_below, check_size, nul_terminated, take, u32_values};
use crate::bleu::dictionary_faults::Fault;
use std::io::Read;

const NAME_BYTES: u64 = 32;
const RECORDS: u64 = 0xFFFF;
/// Categories are bits 0 to 17 of a record.
const MAX_CATEGORIES: u64 = 18;
const CATEGORY_BITS: u32 = (1 << MAX_CATEGORIES) - 1;

/// Properties of a character, packed into 32 bits as in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Character(u32);

impl Character {
    /// Whether the two have a category in common.
    #[inline(always)]
    pub fn is_like(self, other: Character) -> bool {
        self.0 & other.0 & CATEGORY_BITS != 0
    }

    /// Number of the category that unknown words take their entries from.
    #[inline(always)]
    pub fn default_category(self) -> usize {
        (self.0 >> 18 & 0xFF) as usize
    }

    /// Unknown words have up to this many characters, apart from groups.
    #[inline(always)]
    pub fn max_length(self) -> usize {
        (self.0 >> 26 & 0xF) as usize
    }

    /// Whether a run of like characters may be an unknown word.
    #[inline(always)]
    pub fn forms_groups(self) -> bool {
        self.0 >> 30 & 1 == 1
    }

    /// Whether unknown words may begin even where words of the dictionary do.
    #[inline(always)]
    pub fn always_unknown(self) -> bool {
        self.0 >> 31 == 1
    }
}

/// Properties of all characters, and the names of categories.
#[derive(Debug)]
pub struct Characters {
    /// Names of the categories, by number.
    pub names: Vec<Vec<u8>>,
    records: Vec<Character>,
}

impl Characters {
    /// Reads `char.bin`, a file of `size` bytes.
    ///
    /// # Errors
    /// If it is of the wrong size, or a character's default category is none of its categories.
    pub fn read(reader: &mut impl Read, size: u64) -> Result<Self, Fault> {
        let count = u32_values(&take(reader, 4)?).next().map_or(0, u64::from);
        if count == 0 {
            return Err(Fault::Damaged("it has no categories of characters".to_owned()));
        }
        check_below(MAX_CATEGORIES + 1, "number of categories", count)?;
        check_size("the file", 4 + NAME_BYTES * count + 4 * RECORDS, size)?;
        let names = take(reader, NAME_BYTES * count)?;
        let names = names.chunks_exact(NAME_BYTES as usize).map(|name| nul_terminated(name).to_vec()).collect();
        let mut records: Vec<_> = u32_values(&take(reader, 4 * RECORDS)?).map(Character).collect();
        for record in &records {
            check_below(count, "category of a character", record.default_category() as u64)?;
        }
        // MeCab reads past the table's end here, and finds zeros.
        records.push(Character(0));
        Ok(Characters { names, records })
    }

    /// Properties of a character.
    #[inline(always)]
    pub fn get(&self, character: char) -> Character {
        self.records.get(character as usize).copied().unwrap_or(self.records[0])
    }
}
