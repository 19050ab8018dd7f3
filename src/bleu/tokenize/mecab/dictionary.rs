//! A compiled dictionary: reading it and checking its files, also against each other.

use super::Error;
use super::characters::{Character, Characters};
use super::matrix::Matrix;
use super::settings::SpacePenalties;
use super::words::{Contexts, Entry};
use super::words::{SYSTEM_WORDS, UNKNOWN_WORDS, Words};
use crate::bleu::dictionary_faults::{DictionaryFile, Fault};
use crc32fast::Hasher;
use std::io;
use std::io::Read;

/// Language of a dictionary, which also selects MeCab's or mecab-ko's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    pub const ALL: &'static [Language] = &[Language::Japanese, Language::Korean];

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

/// A compiled dictionary. Threads share it; each has a [`Lattice`](super::Lattice) of its own.
#[derive(Debug)]
pub struct Dictionary {
    language: Language,
    pub(super) words: Words,
    /// Entries of unknown words, by number of category.
    unknown: Vec<Vec<Entry>>,
    pub(super) matrix: Matrix,
    pub(super) characters: Characters,
    pub(super) penalties: SpacePenalties,
    fingerprint: String,
}

/// A reader that takes the checksum of what it reads.
struct Checked<'a, R> {
    reader: R,
    sum: &'a mut Hasher,
}

impl<R: Read> Read for Checked<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.sum.update(&buffer[..count]);
        Ok(count)
    }
}

impl Dictionary {
    /// Language that it was read for.
    pub fn language(&self) -> Language {
        self.language
    }

    /// CRC-32 of all that was read of its files, in hexadecimal digits: what can change a token, and no more.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Checks that this is the dictionary that sacreBLEU uses, by its number of words (as sacreBLEU does), and that a
    /// Korean one has space penalties.
    ///
    /// Debian's IPADIC is accepted; its one additional word is removed.
    pub(in crate::bleu::tokenize) fn require_sacrebleu(mut self) -> Result<Self, Error> {
        let (expected, found) = (self.language.word_count(), self.words.entries.len() as u32);
        let is_debians = self.language == Language::Japanese && found == expected + 1 && self.words.remove(REIWA) == 1;
        if found != expected && !is_debians {
            let reason = format!("{found} words instead of the {expected} of sacreBLEU's dictionary");
            return Err(Error::Dictionary { file: DictionaryFile::Words, fault: Fault::Unsuitable(reason) });
        }
        if self.language == Language::Korean && self.penalties.is_empty() {
            let reason = "left-space-penalty-factor is missing, or the file is cut off".to_owned();
            return Err(Error::Dictionary { file: DictionaryFile::Settings, fault: Fault::Damaged(reason) });
        }
        Ok(self)
    }

    /// Reads a dictionary. `open` opens a file and returns its size; a file may be a slice of bytes. Files are not read
    /// in full; `dicrc` is read only for Korean.
    ///
    /// # Errors
    /// If a file cannot be opened, read or used, or if the files do not belong together.
    pub fn read<R: Read>(
        language: Language,
        mut open: impl FnMut(DictionaryFile) -> io::Result<(R, u64)>,
    ) -> Result<Self, Error> {
        let mut open = |file| (file, open(file));
        let sum = &mut Hasher::new();
        let mut words =
            read_file(open(DictionaryFile::Words), sum, |file, size| Words::read(SYSTEM_WORDS, file, size))?;
        words.take_first_steps();
        let contexts = words.contexts;
        let matrix = read_file(open(DictionaryFile::Matrix), sum, |file, size| Matrix::read(file, size, contexts))?;
        let characters = read_file(open(DictionaryFile::Characters), sum, |file, size| Characters::read(file, size))?;
        let unknown = read_file(open(DictionaryFile::UnknownWords), sum, |file, size| {
            unknown_entries(&Words::read(UNKNOWN_WORDS, file, size)?, contexts, &characters)
        })?;
        let penalties = match language {
            Language::Japanese => SpacePenalties::default(),
            Language::Korean => read_file(open(DictionaryFile::Settings), sum, |file, _| SpacePenalties::read(file))?,
        };
        let fingerprint = format!("{:08x}", sum.clone().finalize());
        Ok(Dictionary { language, words, unknown, matrix, characters, penalties, fingerprint })
    }

    /// Entries of unknown words that begin with such a character.
    #[inline(always)]
    pub(super) fn unknown_entries(&self, first: Character) -> &[Entry] {
        self.unknown.get(first.default_category()).map_or(&[], Vec::as_slice)
    }
}

/// Reads a file, if it could be opened, and adds what is read to a checksum.
fn read_file<R: Read, T>(
    (file, opened): (DictionaryFile, io::Result<(R, u64)>),
    sum: &mut Hasher,
    read: impl FnOnce(&mut Checked<R>, u64) -> Result<T, Fault>,
) -> Result<T, Error> {
    let opened = opened.map_err(Fault::from);
    let checked = opened.and_then(|(reader, size)| read(&mut Checked { reader, sum }, size));
    checked.map_err(|fault| Error::Dictionary { file, fault })
}

/// The entries of unknown words of each category.
fn unknown_entries(unknown: &Words, contexts: Contexts, characters: &Characters) -> Result<Vec<Vec<Entry>>, Fault> {
    contexts.check_equal(unknown.contexts)?;
    let entries = |name: &Vec<u8>| {
        let category = String::from_utf8_lossy(name);
        match unknown.find(&category) {
            [] => Err(Fault::Damaged(format!("no entry for unknown words of category {category:?}"))),
            entries => Ok(entries.to_vec()),
        }
    };
    characters.names.iter().map(entries).collect()
}
