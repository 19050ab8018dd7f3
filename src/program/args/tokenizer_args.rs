//! The value of `--tokenize`: the tokenizers' names, `auto:LANG`, and others with a language or a model.

use crate::bleu::error::Error as LibraryError;
use crate::bleu::tokenize::Tokenization;
use crate::bleu::tokenize::mecab::Language;
use crate::bleu::tokenize::sentencepiece::NAMED_MODELS;
use crate::text::tokenizer_data::models::ModelSource;
use crate::text::tokenizer_data::{NLTK_PUNKT, TokenizerName};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

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
        Ok(TokenizerName::find(&name).expect("clap accepts only known names"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(possible_values()))
    }
}

/// The names, with their help.
pub fn possible_values() -> impl Iterator<Item = PossibleValue> {
    let rules = Tokenization::ALL.iter().map(|known| PossibleValue::new(known.name()).help(known.summary()));
    let dictionary = |language: &Language| PossibleValue::new(language.tokenizer()).help(language.tokenizer_summary());
    let dictionaries = Language::ALL.iter().map(dictionary);
    let models = NAMED_MODELS.iter().map(|model| PossibleValue::new(model.name).help(model.summary));
    rules.chain(dictionaries).chain(models).chain([
        PossibleValue::new(NLTK_PUNKT).help("nltk, or an error if Punkt's data is not installed"),
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
        ("auto", Some(by)) if by.split(',').next() == Some("by") => Some(group_tokenizers(by)),
        ("auto", Some(language)) => Some(TokenizerName::from_language(language)),
        ("auto", None) => Some(Err("add the target language, as in auto:zh".to_owned())),
        ("spm", Some("")) => Some(Err("add the file of the model, as in spm:en-ja.model".to_owned())),
        ("spm", Some(file)) => Some(Ok(TokenizerName::SentencePiece(ModelSource::File(file.into())))),
        // sacreBLEU's older name.
        ("spm", None) => TokenizerName::find("flores101").map(Ok),
        _ => None,
    }
}

/// Parses `by`, or `by,LABEL=TOKENIZER,...`, after `auto:`. The error is a message for the user.
fn group_tokenizers(value: &str) -> Result<TokenizerName, String> {
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
