//! The options of tokenizer.perl.

use crate::bleu::error::Error;
use crate::bleu::tokenize::languages::is_language;
use std::fmt;
use std::str::FromStr;

/// Language and options of tokenizer.perl, which form the name of the tokenizer: `moses:de` or, with its option `-a`,
/// `moses-a:de`.
///
/// The option `-no-escape` is missing: escaped tokens are equal exactly if the tokens are, so that no score depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    language: String,
    hyphens: Hyphens,
}

/// Treatment of hyphens between letters or digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hyphens {
    /// They stay inside a word.
    Keep,
    /// They become tokens `@-@`: aggressive splitting, the option `-a`.
    Split,
}

impl Settings {
    /// The code of the language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Treatment of hyphens.
    pub fn hyphens(&self) -> Hyphens {
        self.hyphens
    }

    /// Splits a name into its kind and the rest, if it is the name of one of these tokenizers or begins like one.
    fn split(name: &str) -> Option<(Hyphens, &str)> {
        match name.split_once(':')? {
            ("moses", rest) => Some((Hyphens::Keep, rest)),
            ("moses-a", rest) => Some((Hyphens::Split, rest)),
            _ => None,
        }
    }

    /// Whether a name, also in a signature, belongs to one of these tokenizers.
    pub(crate) fn is_name(name: &str) -> bool {
        Settings::split(name).is_some()
    }
}

/// A name as in [`Settings`], with a code of a language of two or three letters.
impl FromStr for Settings {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let (hyphens, language) = Settings::split(name).ok_or_else(|| Error::UnknownName {
            kind: "tokenizer of Moses",
            name: name.to_owned(),
            known: "moses:LANG, moses-a:LANG".to_owned(),
        })?;
        if !is_language(language) {
            return Err(Error::NotALanguage { text: language.to_owned() });
        }
        Ok(Settings { language: language.to_owned(), hyphens })
    }
}

/// The name of the tokenizer.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = match self.hyphens {
            Hyphens::Keep => "moses",
            Hyphens::Split => "moses-a",
        };
        write!(f, "{name}:{}", self.language)
    }
}
