//! Dictionaries and models on disk, for the tokenizers that need one.

pub mod dictionaries;
mod dictionary_folders;
pub mod models;
mod name;

use crate::Tokenization;
use crate::mecab::Language;
use crate::sentencepiece::Release;
use anyhow::Result;
use models::ModelSource;
pub use name::TokenizerName;
use std::path::PathBuf;

/// Data that a tokenizer is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenizerData {
    /// A dictionary of MeCab.
    Dictionary {
        language: Language,
        /// Folder to take it from; if there is none, it is searched for.
        folder: Option<PathBuf>,
    },
    /// A model of SentencePiece.
    Model { source: ModelSource, release: Release },
}

impl TokenizerData {
    /// Reads the data and makes the tokenizer.
    ///
    /// # Errors
    /// If the data is not there or cannot be used; the message says what to do.
    pub fn load(&self) -> Result<Tokenization> {
        match self {
            TokenizerData::Dictionary { language, folder } => dictionaries::load(*language, folder.as_deref()),
            TokenizerData::Model { source, release } => models::load(source, *release),
        }
    }
}
