//! The names of tokenizers as a flag takes them: those that there are, `auto:LANG`,
//! and an answer to those of sacreBLEU that there are not.

use super::Tokenization;
use clap::builder::{EnumValueParser, PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

impl Tokenization {
    /// What sacreBLEU would take for text in this language (`en`, `zh`, `pt-BR` ...), or why there is no such thing.
    pub fn for_language(language: &str) -> Result<Self, String> {
        let code = language.to_ascii_lowercase();
        let mut subtags = code.split(['-', '_']);
        let language_subtag = subtags.next().unwrap_or_default();
        let is_code = matches!(language_subtag.len(), 2..=3)
            && language_subtag.bytes().all(|byte| byte.is_ascii_lowercase())
            && subtags.all(|tag| matches!(tag.len(), 1..=8) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        match language_subtag {
            _ if !is_code => Err(format!("'{language}' is no code of a language; give one such as zh, de or pt-BR")),
            "zh" | "zho" | "chi" | "cmn" | "yue" => Ok(Tokenization::Zh),
            "ja" | "jpn" => Err(format!("Japanese has no single choice: {JAPANESE}")),
            "ko" | "kor" => Err(format!("Korean has no single choice: {KOREAN}")),
            _ => Ok(Tokenization::V13a),
        }
    }
}

const JAPANESE: &str = "cjk and char need nothing else, graphemes keeps voiced kana whole; \
    for figures like those of ja-mecab, cut both sides with MeCab beforehand and use none";
const KOREAN: &str = "13a cuts at spaces and punctuation, char and graphemes into syllables; \
    for figures like those of ko-mecab, cut both sides with mecab-ko beforehand and use none";

/// Parses the value of `--tokenize`, for clap.
#[derive(Clone, Debug)]
pub struct TokenizationParser;

impl TypedValueParser for TokenizationParser {
    type Value = Tokenization;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Tokenization, Error> {
        match value.to_str().and_then(answer) {
            Some(answer) => StringValueParser::new().try_map(move |_| answer.clone()).parse_ref(command, arg, value),
            None => EnumValueParser::new().parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<_> = EnumValueParser::<Tokenization>::new().possible_values()?.collect();
        Some(Box::new(values.into_iter()))
    }
}

/// What a value that is not simply a name comes to.
fn answer(value: &str) -> Option<Result<Tokenization, String>> {
    if let Some(language) = value.strip_prefix("auto:") {
        return Some(Tokenization::for_language(language));
    }
    let answer = match value.to_ascii_lowercase().as_str() {
        "auto" => "name the target language too, as in auto:zh".to_owned(),
        "ja-mecab" => format!("there is no Japanese dictionary here: {JAPANESE}"),
        "ko-mecab" => format!("there is no Korean dictionary here: {KOREAN}"),
        "spm" | "flores101" | "flores200" | "spbleu-1k" => "there are no SentencePiece models here: \
            encode both sides with spm_encode and the model beforehand and use none, \
            or take words, graphemes or cjk"
            .to_owned(),
        _ => return None,
    };
    Some(Err(answer))
}
