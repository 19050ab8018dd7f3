//! Reasons for refusing a compiled dictionary.

use std::fmt;

/// The files of a compiled dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DictionaryFile {
    /// The words.
    Words,
    /// The entries of unknown words, by category of character.
    UnknownWords,
    /// The costs of connections.
    Matrix,
    /// The categories of characters.
    Characters,
    /// The settings; text.
    Settings,
}

impl DictionaryFile {
    /// Name of the file in its folder.
    pub fn name(self) -> &'static str {
        match self {
            DictionaryFile::Words => "sys.dic",
            DictionaryFile::UnknownWords => "unk.dic",
            DictionaryFile::Matrix => "matrix.bin",
            DictionaryFile::Characters => "char.bin",
            DictionaryFile::Settings => "dicrc",
        }
    }
}

/// A file of a dictionary that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DictionaryError {
    /// The file at fault.
    pub file: DictionaryFile,
    /// The reason.
    pub fault: Fault,
}

/// Reason for refusing a file of a dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The file cannot be read; holds the system's message.
    Unreadable(String),
    /// A part of it has another size than its first bytes or the format require.
    Size {
        /// The part.
        what: &'static str,
        /// Size that it should have, in bytes.
        expected: u64,
        /// Size that it has.
        actual: u64,
    },
    /// It does not begin as a compiled MeCab dictionary does.
    NotADictionary,
    /// It was compiled for another version of MeCab's format.
    Version {
        /// The version that can be read.
        expected: u32,
        /// Its version.
        found: u32,
    },
    /// It holds another kind of words: system words are 0, user words 1, unknown words 2.
    Kind {
        /// The kind that belongs into this file.
        expected: u32,
        /// The kind that it holds.
        found: u32,
    },
    /// Its text is not UTF-8, but in this character set.
    Charset(String),
    /// Its numbers of contexts differ from those of the system dictionary: right ids, then left ids.
    Contexts {
        /// Numbers of the system words.
        expected: (u32, u32),
        /// Its numbers.
        found: (u32, u32),
    },
    /// A number is out of range.
    OutOfRange {
        /// Kind of number.
        what: &'static str,
        /// The number.
        value: u64,
        /// The number must be below this.
        limit: u64,
    },
    /// Its index of words is not a tree, or not every entry belongs to exactly one word.
    DoubleArray,
    /// Too many dictionary words match in a line.
    WordsInLine {
        /// Maximum number for a line of this length.
        limit: usize,
    },
    /// No unknown word is given for a category of characters.
    NoUnknownWord {
        /// Name of the category.
        category: String,
    },
    /// It has no penalties for spaces, which Korean needs.
    NoPenalties,
    /// Penalties for spaces that are not pairs of integers, as they are written.
    Penalty(String),
    /// It has another number of words than the dictionary that sacreBLEU uses.
    WordCount {
        /// Number of words of sacreBLEU's dictionary.
        expected: u32,
        /// Its number of words.
        found: u32,
    },
}

impl fmt::Display for DictionaryError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.file.name(), self.fault)
    }
}

impl std::error::Error for DictionaryError {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Unreadable(reason) => f.write_str(reason),
            Fault::Size { what, expected, actual } => write!(f, "{what} has {actual} bytes instead of {expected}"),
            Fault::NotADictionary => f.write_str("not a compiled MeCab dictionary, or cut off"),
            Fault::Version { expected, found } => write!(f, "format version {found} instead of {expected}"),
            Fault::Kind { expected, found } => write!(f, "{}, not {}", kind(*found), kind(*expected)),
            Fault::Charset(charset) => write!(f, "its character set is {charset:?} instead of UTF-8"),
            Fault::Contexts { expected, found } => {
                write!(f, "{} x {} contexts instead of {} x {}", found.0, found.1, expected.0, expected.1)
            }
            Fault::OutOfRange { what, value, limit } => write!(f, "{what} {value} is not below {limit}"),
            Fault::DoubleArray => f.write_str("its index of words is damaged"),
            Fault::WordsInLine { limit } => write!(f, "more than {limit} of its words match in this line"),
            Fault::NoUnknownWord { category } => write!(f, "no entry for unknown words of category {category:?}"),
            Fault::NoPenalties => f.write_str("left-space-penalty-factor is missing, or the file is cut off"),
            Fault::Penalty(value) => write!(f, "left-space-penalty-factor is not pairs of integers: {value:?}"),
            Fault::WordCount { expected, found } => {
                write!(f, "{found} words instead of the {expected} of sacreBLEU's dictionary")
            }
        }
    }
}

/// Kind of words, for messages.
fn kind(number: u32) -> &'static str {
    match number {
        0 => "a system dictionary",
        1 => "a user dictionary",
        2 => "a dictionary of unknown words",
        _ => "a dictionary of another kind",
    }
}
