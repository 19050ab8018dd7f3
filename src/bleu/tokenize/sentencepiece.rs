//! Subword pieces, as produced by SentencePiece with a trained model.
//!
//! A reader of `.model` files (unigram, BPE, word and character models) that gives the pieces of SentencePiece
//! (Kudo and Richardson, "SentencePiece: A simple and language independent subword tokenizer and detokenizer for Neural
//! Text Processing", EMNLP 2018), with which sacreBLEU makes the tokens of `flores101`, `flores200` and `spBLEU-1K`.
//! [`Tokenization::sentence_piece`](crate::bleu::tokenize::Tokenization::sentence_piece) makes a tokenizer of a model.

mod bpe;
mod double_array;
mod double_array_builder;
mod file;
mod known_words;
mod named;
mod normalizer;
mod output;
mod plain;
mod protobuf;
mod unigram;
mod vocabulary;

pub use named::{NAMED_MODELS, NamedModel};

use super::fingerprint::fingerprint;
use super::is_white_space;
use super::none;
use super::scan::{Spans, WhiteSpace};
use super::splitter::{Splitter, call, check_size};
use crate::bleu::error::Error;
use crate::bleu::names;
use crate::bleu::names::displayed_by_name;
use file::{ModelFile, ModelType, PieceKind};
use known_words::{KnownWords, words};
use memchr::memchr_iter;
use normalizer::{Normalizer, VISIBLE_SPACE};
use output::{PieceWriter, Unknown};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use unigram::Unigram;
use vocabulary::Vocabulary;

/// SentencePiece release to reproduce. Releases differ in how unigram models break ties, and in unused pieces, which
/// trained models do not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Release {
    /// 0.2.2 and later.
    #[default]
    Newest,
    /// 0.1.99 to 0.2.1: scores are rounded differently, which decides ties, and user-defined symbols are scored
    /// differently.
    Before0_2_2,
}

displayed_by_name!(Release);

/// A version from 0.1.99 on, such as `0.2.1`.
impl FromStr for Release {
    type Err = Error;

    fn from_str(version: &str) -> Result<Self, Error> {
        let newest = ["0.2.2", "0.2.3"].map(|version| (version, Release::Newest));
        let before = ["0.2.1", "0.2.0", "0.1.99"].map(|version| (version, Release::Before0_2_2));
        names::find(newest.into_iter().chain(before), "release of SentencePiece", version)
    }
}

impl Release {
    /// The name, as flags take it and signatures give it: the version nearest to the change, which is the first of the
    /// newer ones or the last of the older ones.
    pub fn name(self) -> &'static str {
        match self {
            Release::Newest => "0.2.2",
            Release::Before0_2_2 => "0.2.1",
        }
    }
}

/// A trained model. Threads share it; each has an [`Encoder`] of its own.
#[derive(Clone, Debug)]
pub struct Model {
    fingerprint: String,
    /// Number of the model among all that were read, and for its copies.
    identity: u64,
    release: Release,
    /// Whether no piece goes on in another word, so that each word is divided for itself.
    divides_words: bool,
    normalizer: Normalizer,
    symbols: double_array::DoubleArray,
    unknown: Unknown,
    method: Method,
}

#[derive(Clone, Debug)]
enum Method {
    Unigram(Unigram),
    Bpe(Vocabulary),
    Words(Vocabulary),
    Characters(Vocabulary),
}

/// Memory to encode with, kept from line to line: 6 MB for words that recur.
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    normalized: String,
    search: unigram::Search,
    merging: bpe::Merging,
    known_words: KnownWords,
}

/// Number of models that were read.
static MODELS: AtomicU64 = AtomicU64::new(0);

impl Model {
    /// Reads the contents of a `.model` file.
    ///
    /// # Errors
    /// If it is not a model that SentencePiece would load.
    pub fn from_bytes(bytes: &[u8], release: Release) -> Result<Self, Error> {
        let file = ModelFile::parse(bytes)?;
        let vocabulary = Vocabulary::new(&file, release)?;
        Ok(Model {
            fingerprint: fingerprint(bytes),
            identity: MODELS.fetch_add(1, Ordering::Relaxed) + 1,
            release,
            divides_words: divides_words(&file),
            normalizer: Normalizer::new(&file, &vocabulary.symbols)?,
            symbols: vocabulary.symbols.clone(),
            unknown: if file.byte_fallback { Unknown::Bytes } else { Unknown::Runs },
            method: match file.model_type {
                ModelType::Unigram => Method::Unigram(Unigram::new(&file, release)?),
                ModelType::Bpe => Method::Bpe(vocabulary),
                ModelType::Word => Method::Words(vocabulary),
                ModelType::Char => Method::Characters(vocabulary),
            },
        })
    }

    /// The first twelve hexadecimal digits of the SHA-256 sum of the file.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Release of SentencePiece that it follows.
    pub fn release(&self) -> Release {
        self.release
    }

    /// Appends the pieces of `line` to `out`, separated by single spaces.
    ///
    /// As in sacreBLEU, white space at the end of the line is dropped first. Pieces are not parts of the line: spaces
    /// in them are U+2581, and text is normalized. sacreBLEU's tokens are what white space separates in `out`: a piece
    /// with other white space in it is several tokens.
    ///
    /// # Errors
    /// If the line exceeds 2 MiB, before or after the model normalizes it.
    pub fn encode(&self, line: &str, encoder: &mut Encoder, out: &mut String) -> Result<(), Error> {
        let Encoder { normalized, search, merging, known_words } = encoder;
        known_words.limit_to(self.identity);
        self.normalizer.normalize(line.trim_end_matches(is_white_space), &self.symbols, normalized)?;
        let mut writer = PieceWriter::new(self.unknown, out);
        match &self.method {
            Method::Unigram(model) => {
                let mut score = 0.0;
                self.divided(normalized, |word| score = model.encode(word, score, search, known_words, &mut writer));
            }
            Method::Bpe(vocabulary) => {
                self.divided(normalized, |word| bpe::encode(vocabulary, word, merging, known_words, &mut writer));
            }
            Method::Words(vocabulary) => plain::encode_words(vocabulary, normalized, &mut writer),
            Method::Characters(vocabulary) => plain::encode_characters(vocabulary, normalized, &mut writer),
        }
        Ok(())
    }

    /// Calls a function with each part of a normalized text that is divided for itself: its words, or all.
    fn divided(&self, text: &str, encode: impl FnMut(&str)) {
        match self.divides_words {
            true => words(text).for_each(encode),
            false => [text].into_iter().for_each(encode),
        }
    }
}

/// Whether the pieces of a word do not depend on other words: visible spaces are only at the beginnings of pieces, and no piece is
/// unused, since its parts depend on merges in the whole text.
fn divides_words(file: &ModelFile) -> bool {
    file.pieces.iter().all(|piece| piece.kind != PieceKind::Unused && is_in_word(piece.text))
}

/// Whether visible spaces are only at the beginning of a text.
fn is_in_word(text: &str) -> bool {
    let (mut rest, space) = (text.as_bytes(), VISIBLE_SPACE.as_bytes());
    while let Some(after) = rest.strip_prefix(space) {
        rest = after;
    }
    // The first byte of the sign is that of many other signs, but of no letter of most languages.
    memchr_iter(space[0], rest).all(|at| !rest[at..].starts_with(space))
}

/// The error that a model cannot be used.
fn refused(reason: impl Into<String>) -> Error {
    Error::Model { reason: reason.into() }
}

/// Splits lines into pieces, which are not parts of the lines.
pub(super) struct PieceSplitter {
    model: Arc<Model>,
    encoder: Encoder,
    /// The pieces of the lines, separated by white space.
    pieces: String,
}

impl PieceSplitter {
    pub fn new(model: Arc<Model>) -> Self {
        PieceSplitter { model, encoder: Encoder::default(), pieces: String::new() }
    }
}

impl Splitter for PieceSplitter {
    fn split<'a>(&'a mut self, lines: &'a str, spans: &mut Spans) -> Result<&'a str, Error> {
        self.pieces.clear();
        for line in lines.split_terminator('\n') {
            self.model.encode(line, &mut self.encoder, &mut self.pieces)?;
            self.pieces.push('\n');
        }
        check_size(&self.pieces)?;
        call(&none::split, &self.pieces, &mut WhiteSpace::Python, spans);
        Ok(&self.pieces)
    }
}
