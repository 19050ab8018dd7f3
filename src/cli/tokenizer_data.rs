//! Dictionaries, models and lists of prefixes on disk, for the tokenizers that need one.

pub mod data_folders;
pub mod dictionaries;
pub mod models;
mod name;
pub mod prefix_lists;

use crate::Tokenization;
use crate::sentencepiece::Release;
use anyhow::Result;
pub use name::TokenizerName;
use std::path::Path;

/// A tokenizer with its data.
#[derive(Debug)]
pub struct Loaded {
    pub tokenization: Tokenization,
    /// A warning about the data.
    pub warning: Option<String>,
}

impl TokenizerName {
    /// Reads the data of the tokenizer, if it needs any, and makes the tokenizer; `None` for one of each group. A dictionary
    /// or a list of prefixes is taken from this folder; if there is none, it is searched for.
    ///
    /// # Errors
    /// If the data is not there or cannot be used; the message says what to do.
    pub fn load(&self, folder: Option<&Path>, release: Release) -> Result<Option<Loaded>> {
        let tokenization = match self {
            TokenizerName::Rules(tokenization) => tokenization.clone(),
            TokenizerName::Mecab(language) => dictionaries::load(*language, folder)?,
            TokenizerName::SentencePiece(source) => models::load(source, release)?,
            TokenizerName::Moses(settings) => return prefix_lists::load(settings, folder).map(Some),
            TokenizerName::OfGroups(_) => return Ok(None),
        };
        Ok(Some(Loaded { tokenization, warning: None }))
    }
}
