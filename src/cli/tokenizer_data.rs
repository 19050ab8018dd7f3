//! Dictionaries, models and lists of prefixes on disk, for the tokenizers that need one.

pub mod dictionaries;
mod dictionary_folders;
pub mod models;
mod name;
pub mod prefix_lists;

use crate::Tokenization;
use crate::mecab::Language;
use crate::moses::Settings;
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
    /// A list of nonbreaking prefixes of Moses.
    Prefixes {
        settings: Settings,
        /// Folder to take it from; if there is none, it is searched for.
        folder: Option<PathBuf>,
    },
}

/// A tokenizer with its data.
#[derive(Debug)]
pub struct Loaded {
    pub tokenization: Tokenization,
    /// A warning about the data.
    pub warning: Option<String>,
}

impl TokenizerData {
    /// Reads the data and makes the tokenizer.
    ///
    /// # Errors
    /// If the data is not there or cannot be used; the message says what to do.
    pub fn load(&self) -> Result<Loaded> {
        let tokenization = match self {
            TokenizerData::Dictionary { language, folder } => dictionaries::load(*language, folder.as_deref())?,
            TokenizerData::Model { source, release } => models::load(source, *release)?,
            TokenizerData::Prefixes { settings, folder } => return prefix_lists::load(settings, folder.as_deref()),
        };
        Ok(Loaded { tokenization, warning: None })
    }
}
