//! The values of `--tokenize`: the tokenizers' names, `auto:LANG`, and answers to sacreBLEU's other tokenizers.

use crate::{Error as LibraryError, Tokenization};
use clap::builder::{EnumValueParser, PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

const JAPANESE: &str = "cjk and char need nothing else, graphemes keeps voiced kana whole; for figures comparable with \
    ja-mecab's, tokenize both sides with MeCab first and use none";
const KOREAN: &str = "13a splits at spaces and punctuation, char and graphemes into syllables; for figures comparable \
    with ko-mecab's, tokenize both sides with mecab-ko first and use none";

/// Parses the value of `--tokenize`.
#[derive(Clone, Debug)]
pub struct TokenizationParser;

impl TypedValueParser for TokenizationParser {
    type Value = Tokenization;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Tokenization, Error> {
        match value.to_str().and_then(special) {
            Some(result) => StringValueParser::new().try_map(move |_| result.clone()).parse_ref(command, arg, value),
            None => EnumValueParser::new().parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<_> = EnumValueParser::<Tokenization>::new().possible_values()?.collect();
        Some(Box::new(values.into_iter()))
    }
}

/// Returns the tokenizer or the error for a value that is not simply a tokenizer's name; `None` for all others.
fn special(value: &str) -> Option<Result<Tokenization, String>> {
    if let Some(language) = value.strip_prefix("auto:") {
        return Some(Tokenization::for_language(language).map_err(|error| match error {
            LibraryError::NoTokenizerForLanguage { code } if code.starts_with('j') => {
                format!("Japanese has no single choice: {JAPANESE}")
            }
            LibraryError::NoTokenizerForLanguage { .. } => format!("Korean has no single choice: {KOREAN}"),
            error => error.to_string(),
        }));
    }
    let error = match value.to_ascii_lowercase().as_str() {
        "auto" => "name the target language too, as in auto:zh".to_owned(),
        "ja-mecab" => format!("there is no Japanese dictionary here: {JAPANESE}"),
        "ko-mecab" => format!("there is no Korean dictionary here: {KOREAN}"),
        "spm" | "flores101" | "flores200" | "spbleu-1k" => "there are no SentencePiece models here: \
            encode both sides with spm_encode and the model beforehand and use none, \
            or take words, graphemes or cjk"
            .to_owned(),
        _ => return None,
    };
    Some(Err(error))
}
