//! The words of a compiled dictionary: `sys.dic` and `unk.dic`.
//!
//! Format (MeCab 0.996, `dictionary.cpp` and `darts.h`): a header of 72 bytes, a double array that maps spellings to
//! ranges of entries, the entries, and the feature strings, which tokenizing does not need and which are not read.

use super::bytes::{check_below, check_size, nul_terminated, take, u32_values};
use super::double_array::{DoubleArray, Step, damaged_index};
use crate::bleu::dictionary_faults::Fault;
use std::io::Read;

const HEADER_BYTES: u64 = 72;
/// The first number of the header is the size of the file XOR this.
const MAGIC: u32 = 0xEF71_8F77;
const VERSION: u32 = 102;
/// Kinds of words, as files name them: in `sys.dic` and in `unk.dic`.
pub const SYSTEM_WORDS: u32 = 0;
pub const UNKNOWN_WORDS: u32 = 2;
const ENTRY_BYTES: usize = 16;

/// Longest spelling that is looked up, in bytes. The longest of IPADIC has 78, of mecab-ko-dic 51; the limit keeps
/// a hostile dictionary from making each look-up as long as the text.
pub const MAX_WORD_BYTES: usize = 255;

/// One way to read a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Context towards the word before.
    pub left_id: u16,
    /// Context towards the word after.
    pub right_id: u16,
    /// Cost of the word itself.
    pub cost: i16,
    pub part_of_speech: u16,
}

/// Numbers of contexts: of right ids and of left ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contexts {
    /// Right ids are below this (the `left size` of the files: the matrix's first index).
    pub right_ids: u32,
    /// Left ids are below this.
    pub left_ids: u32,
}

impl Contexts {
    /// Checks that another file is for the same contexts.
    pub fn check_equal(self, found: Contexts) -> Result<(), Fault> {
        if found == self {
            return Ok(());
        }
        Err(Fault::Damaged(format!(
            "{} x {} contexts instead of {} x {}",
            found.right_ids, found.left_ids, self.right_ids, self.left_ids
        )))
    }
}

/// Spellings with their entries.
#[derive(Debug)]
pub struct Words {
    double_array: DoubleArray,
    /// One for each way to read a word.
    pub entries: Vec<Entry>,
    /// Numbers of contexts of the entries.
    pub contexts: Contexts,
    /// The steps from the place where all spellings begin, by characters; none if they were not taken.
    first_steps: Vec<Step>,
}

impl Words {
    /// Reads `sys.dic` or `unk.dic`, a file of `size` bytes that holds this kind of words.
    ///
    /// # Errors
    /// If the file is not as the format requires, or anything in it points outside of its tables.
    pub fn read(expected_kind: u32, reader: &mut impl Read, size: u64) -> Result<Self, Fault> {
        let no_dictionary = || Fault::Damaged("not a compiled MeCab dictionary, or cut off".to_owned());
        if size < HEADER_BYTES {
            return Err(no_dictionary());
        }
        let header = take(reader, HEADER_BYTES)?;
        let (numbers, charset) = header.split_at(40);
        let numbers: Vec<u32> = u32_values(numbers).collect();
        let [magic, version, kind, words, right_ids, left_ids, double_array_bytes, entry_bytes, feature_bytes, _] =
            numbers[..]
        else {
            return Err(no_dictionary());
        };
        if u64::from(magic ^ MAGIC) != size {
            return Err(no_dictionary());
        }
        if version != VERSION {
            return Err(Fault::Unsuitable(format!("format version {version} instead of {VERSION}")));
        }
        if kind != expected_kind {
            return Err(Fault::Unsuitable(format!("{}, not {}", kind_name(kind), kind_name(expected_kind))));
        }
        check_charset(charset)?;
        let parts = [double_array_bytes, entry_bytes, feature_bytes].map(u64::from);
        check_size("the file", HEADER_BYTES + parts.iter().sum::<u64>(), size)?;
        check_size("the table of entries", u64::from(words) * ENTRY_BYTES as u64, entry_bytes.into())?;
        let contexts = Contexts { right_ids, left_ids };
        let double_array = DoubleArray::read(reader, double_array_bytes.into())?;
        let entries = take(reader, entry_bytes.into())?;
        let entries = entries.as_chunks().0.iter().map(|entry| decode_entry(entry, contexts));
        let words =
            Words { double_array, entries: entries.collect::<Result<_, _>>()?, contexts, first_steps: Vec::new() };
        words.check_entries()?;
        Ok(words)
    }

    /// Takes the first step by each character of up to 16 bits, which texts then need not take. It takes a millisecond.
    pub fn take_first_steps(&mut self) {
        let root = self.double_array.root().base;
        let step = |number| char::from_u32(number).map_or_else(Step::default, |first| self.step(root, first));
        self.first_steps = (0..0x1_0000).map(step).collect();
    }

    /// The step by a character from the place where all spellings begin.
    #[inline(always)]
    pub fn first_step(&self, character: char) -> Step {
        let step = self.first_steps.get(character as usize).copied();
        step.unwrap_or_else(|| self.step(self.double_array.root().base, character))
    }

    /// The step by a character from the place with a base.
    #[inline(always)]
    pub fn step(&self, base: u32, character: char) -> Step {
        self.double_array.step(base, character)
    }

    /// The entries of the word that ends after a step, if one does.
    #[inline(always)]
    pub fn entries_after(&self, step: Step) -> Option<&[Entry]> {
        if step.end < 0 { self.entries_of(step.end) } else { None }
    }

    /// The entries of a spelling; none if it is not a word.
    pub fn find(&self, spelling: &str) -> &[Entry] {
        self.entries_after(self.steps(spelling)).unwrap_or_default()
    }

    /// Removes a spelling, and returns the number of its entries.
    pub fn remove(&mut self, spelling: &str) -> usize {
        let count = self.find(spelling).len();
        self.double_array.remove_end(self.steps(spelling));
        self.take_first_steps();
        count
    }

    /// The steps by all characters of a spelling, as one.
    fn steps(&self, spelling: &str) -> Step {
        spelling.chars().fold(self.double_array.root(), |step, character| self.step(step.base, character))
    }

    /// The entries of a spelling, by the negative base of the unit that ends it.
    #[inline(always)]
    fn entries_of(&self, end_base: i32) -> Option<&[Entry]> {
        let (first, count) = entry_range(end_base);
        self.entries.get(first..first + count)
    }

    /// Checks that every entry belongs to exactly one spelling.
    fn check_entries(&self) -> Result<(), Fault> {
        let mut is_used = vec![false; self.entries.len()];
        for end in self.double_array.ends() {
            let (first, count) = entry_range(end);
            let marks = is_used.get_mut(first..first + count).filter(|marks| !marks.contains(&true));
            marks.ok_or_else(damaged_index)?.fill(true);
        }
        if is_used.contains(&false) { Err(damaged_index()) } else { Ok(()) }
    }
}

/// Index of the first entry and number of entries, packed into 24 and 8 bits.
#[inline(always)]
fn entry_range(end_base: i32) -> (usize, usize) {
    let value = !end_base as u32 as usize;
    (value >> 8, value & 0xFF)
}

/// Accepts `utf8` in any spelling.
fn check_charset(field: &[u8]) -> Result<(), Fault> {
    let charset = String::from_utf8_lossy(nul_terminated(field));
    if charset.replace('-', "").eq_ignore_ascii_case("utf8") {
        Ok(())
    } else {
        Err(Fault::Unsuitable(format!("its character set is {charset:?} instead of UTF-8")))
    }
}

/// Name of a kind of words.
fn kind_name(kind: u32) -> &'static str {
    match kind {
        SYSTEM_WORDS => "a system dictionary",
        1 => "a user dictionary",
        UNKNOWN_WORDS => "a dictionary of unknown words",
        _ => "a dictionary of another kind",
    }
}

fn decode_entry(bytes: &[u8; ENTRY_BYTES], contexts: Contexts) -> Result<Entry, Fault> {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    let [left_id, right_id, part_of_speech] = [[a, b], [c, d], [e, f]].map(u16::from_le_bytes);
    for (what, id, limit) in [("left id", left_id, contexts.left_ids), ("right id", right_id, contexts.right_ids)] {
        check_below(limit.into(), what, id.into())?;
    }
    Ok(Entry { left_id, right_id, cost: i16::from_le_bytes([g, h]), part_of_speech })
}
