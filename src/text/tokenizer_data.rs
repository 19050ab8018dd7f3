//! Tokenizers by their names; dictionaries, models and lists of prefixes on disk, for those that need one. What the files
//! share is imported here.

pub mod data_folders;
pub mod dictionaries;
pub mod models;
pub mod prefix_lists;
pub mod sentence_data;

use crate::bleu::error::Error;
use crate::bleu::tokenize::Tokenization;
use crate::bleu::tokenize::mecab::Language;
use crate::bleu::tokenize::moses::Settings;
use crate::bleu::tokenize::sentencepiece::{NAMED_MODELS, Release};
use anyhow::Result;
use models::ModelSource;
use std::fmt;
use std::path::Path;

/// A tokenizer as `--tokenize` names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenizerName {
    /// One that needs no data.
    Rules(Tokenization),
    /// MeCab with the dictionary of a language.
    Mecab(Language),
    /// SentencePiece with a model.
    SentencePiece(ModelSource),
    /// tokenizer.perl of Moses.
    Moses(Settings),
    /// NLTK's, in the sentences that Punkt finds.
    NltkPunkt,
    /// For each group, the tokenizer that is named for its label, or that of the language that its label names.
    OfGroups(Vec<(String, TokenizerName)>),
}

/// The name.
impl fmt::Display for TokenizerName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TokenizerName::Rules(tokenization) => tokenization.fmt(f),
            TokenizerName::Mecab(language) => f.write_str(language.tokenizer()),
            TokenizerName::SentencePiece(source) => f.write_str(&source.tokenizer()),
            TokenizerName::Moses(settings) => settings.fmt(f),
            TokenizerName::NltkPunkt => f.write_str(NLTK_PUNKT),
            TokenizerName::OfGroups(_) => f.write_str("auto:by"),
        }
    }
}

/// The name of NLTK's tokenizer in the sentences that Punkt finds.
pub const NLTK_PUNKT: &str = "nltk+punkt";

/// A tokenizer with its data.
#[derive(Debug)]
pub struct Loaded {
    pub tokenization: Tokenization,
    /// A warning about the data.
    pub warning: Option<String>,
}

impl TokenizerName {
    /// The default: 13a.
    pub const DEFAULT: TokenizerName = TokenizerName::Rules(Tokenization::V13A);

    /// The tokenizer, if it needs no data.
    pub fn rules(&self) -> Option<Tokenization> {
        match self {
            TokenizerName::Rules(tokenization) => Some(tokenization.clone()),
            _ => None,
        }
    }

    /// Returns the tokenizer that sacreBLEU uses for a target language. The error is a message for the user.
    pub fn from_language(language: &str) -> Result<TokenizerName, String> {
        match Tokenization::for_language(language) {
            Ok(tokenization) => Ok(TokenizerName::Rules(tokenization)),
            Err(Error::TokenizerNeedsData { name }) => TokenizerName::find(&name).ok_or(name),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Finds a tokenizer by its name, in capital or small letters.
    pub fn find(name: &str) -> Option<Self> {
        let language = Language::ALL.iter().copied().find(|language| language.tokenizer().eq_ignore_ascii_case(name));
        let model = NAMED_MODELS.iter().find(|model| model.name.eq_ignore_ascii_case(name));
        language
            .map(TokenizerName::Mecab)
            .or(name.eq_ignore_ascii_case(NLTK_PUNKT).then_some(TokenizerName::NltkPunkt))
            .or(model.map(|model| TokenizerName::SentencePiece(ModelSource::Cache(model))))
            .or(name.to_ascii_lowercase().parse().ok().map(TokenizerName::Rules))
    }

    /// Reads the data of the tokenizer, if it needs any, and makes the tokenizer; `None` for one of each group. A dictionary
    /// or a list of prefixes is taken from this folder; if there is none, it is searched for.
    ///
    /// # Errors
    /// If the data is not there or cannot be used; the message says what to do.
    pub fn load(&self, folder: Option<&Path>, release: Release) -> Result<Option<Loaded>> {
        let tokenization = match self {
            TokenizerName::Rules(tokenization) if tokenization.lacks_punkt() => {
                let punkt = sentence_data::installed()?;
                punkt.map_or_else(|| tokenization.clone(), |punkt| tokenization.clone().with_punkt(&punkt))
            }
            TokenizerName::Rules(tokenization) => tokenization.clone(),
            TokenizerName::Mecab(language) => dictionaries::load(*language, folder)?,
            TokenizerName::SentencePiece(source) => models::load(source, release)?,
            TokenizerName::Moses(settings) => return prefix_lists::load(settings, folder).map(Some),
            TokenizerName::NltkPunkt => return sentence_data::load().map(Some),
            TokenizerName::OfGroups(_) => return Ok(None),
        };
        Ok(Some(Loaded { tokenization, warning: None }))
    }
}
