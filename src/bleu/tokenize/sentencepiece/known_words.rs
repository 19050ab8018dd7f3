//! Words that were divided before, with their pieces: most words of a text recur.

use super::normalizer::VISIBLE_SPACE;
use foldhash::fast::RandomState;
use memchr::memchr_iter;
use std::collections::HashMap;
use std::hash::BuildHasher;

/// Maximum length of a word that is kept, in bytes, and maximum number of words. Together they take 6 MB.
const MAX_WORD_BYTES: usize = 64;
const MAX_WORDS: usize = 1 << 15;

/// Number of places for words that were met once: twice as many as words that are kept, in 256 KiB.
const MARKS: usize = 2 * MAX_WORDS;

/// Words with their pieces, by one model.
#[derive(Clone, Debug, Default)]
pub struct KnownWords {
    /// Identity of the model.
    model: u64,
    words: HashMap<Box<str>, KnownWord, RandomState>,
    /// Hashes of words that were asked about, each at a place that it leads to.
    met: Vec<u32>,
}

/// A word that was divided before.
#[derive(Clone, Debug, Default)]
pub struct KnownWord {
    /// Its pieces, separated by spaces; all are in the model.
    pub pieces: Box<str>,
    /// Numbers of the pieces, for models that add up scores.
    pub numbers: Box<[u32]>,
    /// By how much the sum of their scores exceeds the sum of any other division; 0 if the word has other pieces after some
    /// texts.
    pub margin: f64,
}

impl KnownWords {
    /// Forgets the words of any other model.
    pub fn limit_to(&mut self, model: u64) {
        if self.model != model {
            *self = KnownWords { model, ..KnownWords::default() };
        }
    }

    /// The pieces of a word.
    #[inline]
    pub fn get(&self, word: &str) -> Option<&KnownWord> {
        if word.len() > MAX_WORD_BYTES { None } else { self.words.get(word) }
    }

    /// Keeps a word that is not too long, given a function that returns its pieces.
    pub fn keep(&mut self, word: &str, known: impl FnOnce() -> KnownWord) {
        if word.len() > MAX_WORD_BYTES {
            return;
        }
        if self.words.len() == MAX_WORDS {
            self.words.clear();
        }
        self.words.insert(word.into(), known());
    }

    /// Whether a word is not too long to keep and was asked about before: words of text without spaces recur too seldom to find
    /// their pieces twice. A word with the same hash counts as the same.
    pub fn recurs(&mut self, word: &str) -> bool {
        if word.len() > MAX_WORD_BYTES {
            return false;
        }
        if self.met.is_empty() {
            // The system gives memory of zeros, and a few words touch little of it.
            self.met = vec![0; MARKS];
        }
        let hash = self.words.hasher().hash_one(word);
        let (place, mark) = (hash as usize % MARKS, (hash >> 32) as u32);
        std::mem::replace(&mut self.met[place], mark) == mark
    }
}

/// The words of a normalized text, each with the visible spaces before it.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let (bytes, space) = (text.as_bytes(), VISIBLE_SPACE.as_bytes());
    let is_end = |at: &usize| *at > 0 && bytes[*at..].starts_with(space) && !bytes[..*at].ends_with(space);
    let ends = memchr_iter(space[0], bytes).filter(is_end).chain([text.len()]);
    let mut start = 0;
    ends.map(move |end| {
        let word = &text[start..end];
        start = end;
        word
    })
    .filter(|word| !word.is_empty())
}
