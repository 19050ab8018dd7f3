//! Normalization of text before it is divided into pieces.
//!
//! SentencePiece, `normalizer.cc` (`Normalizer::Normalize`).

use super::double_array::DoubleArray;
use super::file::ModelFile;
use super::refused;
use crate::bleu::error::Error;
use crate::bleu::tokenize::splitter::MAX_LINE_BYTES;

/// Stands for a space in pieces: U+2581.
pub const VISIBLE_SPACE: &str = "\u{2581}";

/// Rules that bring text into the form that pieces are for.
#[derive(Clone, Debug)]
pub struct Normalizer {
    table: ReplacementTable,
    /// Where a space is added.
    dummy: Dummy,
    remove_extra_whitespaces: bool,
    /// Written for a space.
    space: &'static str,
    /// Whether each byte is a character that stays as it is if another character of ASCII follows, or nothing.
    is_plain: [bool; 256],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dummy {
    None,
    Prefix,
    Suffix,
}

impl Normalizer {
    /// The rules of a file with these symbols.
    ///
    /// # Errors
    /// If the table of replacements is damaged.
    pub fn new(file: &ModelFile, symbols: &DoubleArray) -> Result<Self, Error> {
        let table = ReplacementTable::new(file.replacements)?;
        let is_replaced = |byte: u8| {
            table.offsets.longest_prefix(&char::from(byte).to_string()).is_some()
                || (1..0x80).any(|next| table.offsets.may_have_prefix(&[byte, next]))
        };
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !symbols.may_have_prefix(&[byte]) && !is_replaced(byte);
        Ok(Normalizer {
            is_plain: std::array::from_fn(|byte| is_plain(byte as u8)),
            table,
            dummy: match (file.add_dummy_prefix, file.whitespace_as_suffix) {
                (false, _) => Dummy::None,
                (true, false) => Dummy::Prefix,
                (true, true) => Dummy::Suffix,
            },
            remove_extra_whitespaces: file.remove_extra_whitespaces,
            space: if file.escape_whitespaces { VISIBLE_SPACE } else { " " },
        })
    }

    /// Replaces `out` by the normalized `text`. `symbols`, those that it was created with, are taken as they are.
    ///
    /// # Errors
    /// If the text is too long, before or after normalization.
    pub fn normalize(&self, text: &str, symbols: &DoubleArray, out: &mut String) -> Result<(), Error> {
        out.clear();
        check_length(text)?;
        let mut rest = text;
        if self.remove_extra_whitespaces {
            while let Some((" ", after)) = self.next_part(rest, symbols) {
                rest = after;
            }
        }
        if rest.is_empty() {
            return Ok(());
        }
        if self.dummy == Dummy::Prefix {
            out.push_str(self.space);
        }
        let mut after_space = self.remove_extra_whitespaces;
        loop {
            let plain = self.plain_length(rest.as_bytes());
            let (plain, after) = rest.split_at(if out.len() + plain > MAX_LINE_BYTES { 0 } else { plain });
            if !plain.is_empty() {
                out.push_str(plain);
                after_space = false;
            }
            let Some((mut part, after)) = self.next_part(after, symbols) else { break };
            rest = after;
            if after_space {
                part = part.trim_start_matches(' ');
            }
            if !part.is_empty() {
                self.append(part, out);
                after_space = self.remove_extra_whitespaces && part.ends_with(' ');
            }
            check_length(out)?;
        }
        if self.remove_extra_whitespaces {
            out.truncate(out.trim_end_matches(self.space).len());
        }
        if self.dummy == Dummy::Suffix {
            out.push_str(self.space);
        }
        Ok(())
    }

    /// Length of the beginning of a text that stays as it is.
    #[inline(always)]
    fn plain_length(&self, text: &[u8]) -> usize {
        let plain = text.iter().take_while(|byte| self.is_plain[usize::from(**byte)]).count();
        // A mark that follows may join the last character.
        match text.get(plain) {
            None | Some(1..0x80) => plain,
            Some(_) => plain.saturating_sub(1),
        }
    }

    /// The beginning of the text in its new form, and the rest of the text.
    #[inline(always)]
    fn next_part<'a>(&'a self, text: &'a str, symbols: &DoubleArray) -> Option<(&'a str, &'a str)> {
        let first = text.chars().next()?;
        if let Some((length, _)) = symbols.longest_prefix(text) {
            return Some(text.split_at(length));
        }
        if let Some((length, replacement)) = self.table.longest_prefix(text) {
            return Some((replacement, &text[length..]));
        }
        Some(text.split_at(first.len_utf8()))
    }

    #[inline(always)]
    fn append(&self, part: &str, out: &mut String) {
        let mut words = part.split(' ');
        out.push_str(words.next().unwrap_or_default());
        for word in words {
            out.push_str(self.space);
            out.push_str(word);
        }
    }
}

#[inline(always)]
fn check_length(text: &str) -> Result<(), Error> {
    let (bytes, limit) = (text.len(), MAX_LINE_BYTES);
    if bytes > limit { Err(Error::LineTooLong { bytes, limit }) } else { Ok(()) }
}

/// Limit on a replacement, so that a hostile table cannot make very much text of a little. Unicode's longest
/// compatibility decomposition has 33 bytes.
const MAX_REPLACEMENT_BYTES: usize = 100;

/// Replacements by what they replace.
#[derive(Clone, Debug)]
struct ReplacementTable {
    /// Offsets of replacements in `replacements`.
    offsets: DoubleArray,
    /// Each ends with a NUL.
    replacements: String,
}

impl ReplacementTable {
    /// Reads a compiled table: the u32 size of a double array, the array, the replacements.
    fn new(bytes: &[u8]) -> Result<Self, Error> {
        let table = match bytes {
            [] => DoubleArray::build(&[]).map(|offsets| ReplacementTable { offsets, replacements: String::new() }),
            _ => Self::read(bytes),
        };
        table.ok_or_else(|| refused("the table of the normalizer is damaged"))
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (size, rest) = bytes.split_first_chunk()?;
        let (units, replacements) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
        let replacements = String::from_utf8(replacements.to_vec()).ok()?;
        let table = ReplacementTable { offsets: DoubleArray::from_bytes(units.to_vec())?, replacements };
        // The highest bit marks the end of a key, with its value.
        let units = units.as_chunks().0.iter().map(|unit| u32::from_le_bytes(*unit));
        let is_sound = units.filter(|unit| unit >> 31 == 1).all(|unit| table.replacement(unit << 1 >> 1).is_some());
        is_sound.then_some(table)
    }

    /// Length of the longest replaceable text that `text` begins with, and the replacement.
    #[inline(always)]
    fn longest_prefix(&self, text: &str) -> Option<(usize, &str)> {
        let (length, offset) = self.offsets.longest_prefix(text)?;
        Some((length, self.replacement(offset)?))
    }

    /// The replacement at an offset.
    #[inline(always)]
    fn replacement(&self, offset: u32) -> Option<&str> {
        let text = self.replacements.get(offset as usize..)?;
        let length = text.bytes().take(MAX_REPLACEMENT_BYTES + 1).position(|byte| byte == 0)?;
        Some(&text[..length])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits of a unit of a double array.
    const HAS_END: u32 = 1 << 8;
    const END: u32 = 1 << 31;

    #[test]
    fn keys_of_a_table_may_share_nodes() {
        // The library merges equal ends of keys: "ab" and "cb" lead to one node.
        let mut units = vec![0u32; 1024];
        let offset = |index: usize, base: usize| ((index ^ base) as u32) << 10;
        units[0] = offset(0, 256);
        for byte in [b'a', b'c'] {
            let index = 256 ^ usize::from(byte);
            units[index] = u32::from(byte) | offset(index, 512);
        }
        let index = 512 ^ usize::from(b'b');
        units[index] = u32::from(b'b') | HAS_END | offset(index, 768);
        units[768] = END;
        let units: Vec<u8> = units.into_iter().flat_map(u32::to_le_bytes).collect();
        let table = [&(units.len() as u32).to_le_bytes()[..], &units, b"x\0"].concat();
        let table = ReplacementTable::new(&table).unwrap();
        let found = ["abz", "cb", "a", "b", ""].map(|text| table.longest_prefix(text));
        assert_eq!(found, [Some((2, "x")), Some((2, "x")), None, None, None]);
    }
}
