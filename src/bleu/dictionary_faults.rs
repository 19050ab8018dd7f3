//! Reasons for refusing a compiled dictionary.

use crate::bleu::worded::worded;
use std::io;

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

impl std::error::Error for Fault {}

worded! {
    /// Reason for refusing a file of a dictionary, as text.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Fault {
        /// The system cannot read it.
        Unreadable(reason: String) = "{reason}",
        /// It is of another kind than the file that is needed: of another format, character set or dictionary.
        Unsuitable(reason: String) = "{reason}",
        /// It is damaged, or does not belong to the other files.
        Damaged(reason: String) = "{reason}",
        /// Too many of its words match in a line.
        TooManyWords(reason: String) = "{reason}",
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Unreadable(error.to_string())
    }
}
