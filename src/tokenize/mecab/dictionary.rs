//! A compiled dictionary: reading it and checking its files, also against each other.

use super::characters::{Character, Characters};
use super::error::{DictionaryError, DictionaryFile, Fault};
use super::matrix::Matrix;
use super::settings::SpacePenalties;
use super::words::{Entry, Prefixes, Words};
use crate::Error;
use std::io::{self, Read};

/// Language of a dictionary, which also selects MeCab's or mecab-ko's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// MeCab 0.996 with IPADIC.
    Japanese,
    /// mecab-ko 0.9.2 with mecab-ko-dic: parts of speech that rarely follow spaces cost more after them.
    Korean,
}

/// The word that Debian adds to IPADIC: the era since 2019.
const REIWA: &str = "令和";

impl Language {
    /// The languages that have a dictionary.
    pub const ALL: [Language; 2] = [Language::Japanese, Language::Korean];

    /// Number of words in the dictionary that sacreBLEU 2.6.0 uses, which it asserts.
    pub fn word_count(self) -> u32 {
        match self {
            Language::Japanese => 392_126,
            Language::Korean => 811_795,
        }
    }

    /// sacreBLEU's name of the tokenizer.
    pub fn tokenizer(self) -> &'static str {
        match self {
            Language::Japanese => "ja-mecab",
            Language::Korean => "ko-mecab",
        }
    }

    /// One line of help about the tokenizer.
    pub fn tokenizer_summary(self) -> &'static str {
        match self {
            Language::Japanese => "Japanese words, as segmented by MeCab with IPADIC",
            Language::Korean => "Korean words and endings, as segmented by mecab-ko with mecab-ko-dic",
        }
    }

    /// sacreBLEU's name of the tokenizer in signatures, with the versions of MeCab.
    pub fn signature(self) -> &'static str {
        match self {
            Language::Japanese => "ja-mecab-0.996-IPA",
            Language::Korean => "ko-mecab-0.996/ko-0.9.2-KO",
        }
    }
}

/// Contents of a dictionary's files.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// `sys.dic`
    pub words: &'a [u8],
    /// `unk.dic`
    pub unknown_words: &'a [u8],
    /// `matrix.bin`
    pub matrix: &'a [u8],
    /// `char.bin`
    pub characters: &'a [u8],
    /// `dicrc`; not used for Japanese
    pub settings: &'a [u8],
}

impl<'a> Parts<'a> {
    fn get(&self, file: DictionaryFile) -> &'a [u8] {
        match file {
            DictionaryFile::Words => self.words,
            DictionaryFile::UnknownWords => self.unknown_words,
            DictionaryFile::Matrix => self.matrix,
            DictionaryFile::Characters => self.characters,
            DictionaryFile::Settings => self.settings,
        }
    }
}

/// A compiled dictionary. Threads share it; each has a [`Lattice`](super::Lattice) of its own.
#[derive(Debug)]
pub struct Dictionary {
    language: Language,
    words: Words,
    /// Entries of unknown words, by number of category.
    unknown: Vec<Vec<Entry>>,
    matrix: Matrix,
    characters: Characters,
    penalties: SpacePenalties,
}

impl Dictionary {
    /// Reads a dictionary from memory.
    ///
    /// # Errors
    /// If a part is damaged or the parts do not belong together.
    pub fn from_parts(language: Language, parts: &Parts) -> Result<Self, Error> {
        Self::read(language, |file| {
            let bytes = parts.get(file);
            Ok((bytes, bytes.len() as u64))
        })
    }

    /// Language that it was read for.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Checks that this is the dictionary that sacreBLEU uses, by its number of words (as sacreBLEU does), and that a
    /// Korean one has space penalties.
    ///
    /// Debian's IPADIC is accepted; its one additional word is removed.
    pub(in crate::tokenize) fn require_sacrebleu(mut self) -> Result<Self, DictionaryError> {
        let (expected, found) = (self.language.word_count(), self.words.count());
        let is_debian =
            self.language == Language::Japanese && found == expected + 1 && self.words.find(REIWA).len() == 1;
        if is_debian {
            self.words.remove(REIWA);
        } else if found != expected {
            let fault = Fault::WordCount { expected, found };
            return Err(DictionaryError { file: DictionaryFile::Words, fault });
        }
        if self.language == Language::Korean && self.penalties.is_empty() {
            return Err(DictionaryError { file: DictionaryFile::Settings, fault: Fault::NoPenalties });
        }
        Ok(self)
    }

    /// Reads a dictionary. `open` opens a file and returns its size. Files are not read in full; `dicrc` is read only
    /// for Korean.
    ///
    /// # Errors
    /// If a file cannot be opened, read or used, or if the files do not belong together.
    pub fn read<R: Read>(
        language: Language,
        open: impl FnMut(DictionaryFile) -> io::Result<(R, u64)>,
    ) -> Result<Self, Error> {
        Self::read_files(language, open).map_err(Error::Dictionary)
    }

    fn read_files<R: Read>(
        language: Language,
        mut open: impl FnMut(DictionaryFile) -> io::Result<(R, u64)>,
    ) -> Result<Self, DictionaryError> {
        let mut open =
            |file| open(file).map_err(|error| DictionaryError { file, fault: Fault::Unreadable(error.to_string()) });
        let (mut file, size) = open(DictionaryFile::Words)?;
        let words = Words::read(DictionaryFile::Words, &mut file, size)?;
        let (mut file, size) = open(DictionaryFile::Matrix)?;
        let matrix = Matrix::read(&mut file, size, words.contexts())?;
        let (mut file, size) = open(DictionaryFile::Characters)?;
        let characters = Characters::read(&mut file, size)?;
        let (mut file, size) = open(DictionaryFile::UnknownWords)?;
        let unknown_words = Words::read(DictionaryFile::UnknownWords, &mut file, size)?;
        let unknown = unknown_entries(&unknown_words, &words, &characters)
            .map_err(|fault| DictionaryError { file: DictionaryFile::UnknownWords, fault })?;
        let penalties = match language {
            Language::Japanese => SpacePenalties::default(),
            Language::Korean => read_penalties(open(DictionaryFile::Settings)?.0)?,
        };
        Ok(Dictionary { language, words, unknown, matrix, characters, penalties })
    }

    /// The words that `text` begins with, shortest first, and their entries.
    #[inline(always)]
    pub(super) fn prefixes<'w, 't>(&'w self, text: &'t str) -> Prefixes<'w, 't> {
        self.words.prefixes(text)
    }

    /// Entries of unknown words that begin with such a character.
    #[inline(always)]
    pub(super) fn unknown_entries(&self, first: Character) -> &[Entry] {
        self.unknown.get(first.default_category()).map_or(&[], Vec::as_slice)
    }

    /// Costs of connections.
    #[inline(always)]
    pub(super) fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Properties of characters.
    #[inline(always)]
    pub(super) fn characters(&self) -> &Characters {
        &self.characters
    }

    /// Cost added to an entry that has spaces before it.
    pub(super) fn space_penalty(&self, entry: Entry) -> i64 {
        self.penalties.of(entry.part_of_speech)
    }
}

/// Largest `dicrc` that is read, in bytes; real ones have 1 to 2 kB.
const MAX_SETTINGS_BYTES: u64 = 1 << 20;

fn read_penalties(file: impl Read) -> Result<SpacePenalties, DictionaryError> {
    let mut text = Vec::new();
    file.take(MAX_SETTINGS_BYTES).read_to_end(&mut text).map_err(|error| DictionaryError {
        file: DictionaryFile::Settings,
        fault: Fault::Unreadable(error.to_string()),
    })?;
    SpacePenalties::parse(&text)
}

/// The entries of unknown words of each category.
fn unknown_entries(unknown: &Words, words: &Words, characters: &Characters) -> Result<Vec<Vec<Entry>>, Fault> {
    let [expected, found] = [words, unknown].map(|words| (words.contexts().right_ids, words.contexts().left_ids));
    if expected != found {
        return Err(Fault::Contexts { expected, found });
    }
    characters.names().iter().map(|name| entries_of_category(unknown, name)).collect()
}

fn entries_of_category(unknown: &Words, name: &[u8]) -> Result<Vec<Entry>, Fault> {
    let category = String::from_utf8_lossy(name);
    match unknown.find(&category) {
        [] => Err(Fault::NoUnknownWord { category: category.into_owned() }),
        entries => Ok(entries.to_vec()),
    }
}
