//! Japanese and Korean word segmentation, as by MeCab and mecab-ko.
//!
//! A reader of MeCab's compiled dictionaries and the search for the cheapest way to divide a line into their words.
//! It gives the tokens of sacreBLEU's `ja-mecab` and `ko-mecab`, which run MeCab 0.996 with IPADIC and mecab-ko 0.9.2
//! with mecab-ko-dic. [`Tokenization::mecab`](crate::bleu::tokenize::Tokenization::mecab) makes a tokenizer of a dictionary. What the files
//! share is imported here.

mod bytes;
mod candidates;
mod characters;
mod dictionary;
mod double_array;
mod first_steps;
mod lattice;
mod letters;
mod matrix;
mod settings;
mod words;

use super::scan::{Spans, is_white_space};
use super::splitter::MAX_LINE_BYTES;
use super::splitter::Splitter;
pub use crate::bleu::dictionary_faults::{DictionaryFile, Fault};
use crate::bleu::error::Error;
pub use dictionary::{Dictionary, Language};
pub use lattice::Lattice;
use std::sync::Arc;

/// Splits lines into words.
pub(super) struct WordSplitter {
    dictionary: Arc<Dictionary>,
    lattice: Lattice,
}

impl WordSplitter {
    pub fn new(dictionary: Arc<Dictionary>) -> Self {
        WordSplitter { dictionary, lattice: Lattice::default() }
    }
}

impl Splitter for WordSplitter {
    fn split<'a>(&'a mut self, lines: &'a str, spans: &mut Spans) -> Result<&'a str, Error> {
        let mut offset = 0;
        for line in lines.split_inclusive('\n') {
            let push = |start, end| spans.push(offset + start, offset + end);
            self.dictionary.tokenize(line, &mut self.lattice, push)?;
            spans.end_line();
            offset += line.len();
        }
        Ok(lines)
    }
}

impl Dictionary {
    /// Calls `emit` with the byte range of each token of `line`, in order.
    ///
    /// As in sacreBLEU, white space at the ends is dropped first, a NUL ends the text, and words that contain white
    /// space are split at it.
    ///
    /// # Errors
    /// If the line exceeds 2 MiB, or too many dictionary words match in it.
    pub fn tokenize(&self, line: &str, lattice: &mut Lattice, mut emit: impl FnMut(usize, usize)) -> Result<(), Error> {
        let text = line.trim_matches(is_white_space);
        if text.len() > MAX_LINE_BYTES {
            return Err(Error::LineTooLong { bytes: text.len(), limit: MAX_LINE_BYTES });
        }
        let text = text.split('\0').next().unwrap_or_default();
        lattice.divide(self, text, |start, end| {
            for part in text[start..end].split(is_white_space).filter(|part| !part.is_empty()) {
                let start = part.as_ptr() as usize - line.as_ptr() as usize;
                emit(start, start + part.len());
            }
        })
    }
}
