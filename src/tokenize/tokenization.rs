//! Tokenizers by name.

use super::scan::Spans;
use super::{chars, cjk, intl, none, uax29, v13a, zh};
use crate::Error;
use std::fmt;
use std::str::FromStr;

/// A method of tokenizing: its name, its help, and its code.
pub(super) struct Method {
    /// Name in flags and signatures.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Whether 13a's entities are replaced by their characters first, and `<skipped>` and hyphens before a line feed
    /// are deleted.
    pub unescape: bool,
    /// Makes a splitter, which finds the tokens of lines and may keep memory from one call to the next.
    pub splitter: fn() -> Splitter,
}

/// Adds the spans of the tokens of a text, which is lines that each end in LF.
pub(super) type Splitter = Box<dyn FnMut(&str, &mut Spans) + Send>;

/// A tokenizer, by name.
///
/// ```
/// use bleu::Tokenization;
///
/// let zh: Tokenization = "zh".parse()?;
/// assert_eq!(zh.to_string(), "zh");
/// assert_eq!(Tokenization::for_language("zh-TW")?, zh);
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone)]
pub struct Tokenization(&'static Method);

impl Tokenization {
    /// All tokenizers, the default first.
    pub const ALL: [Tokenization; 8] = [
        Tokenization::V13A,
        Tokenization(&intl::METHOD),
        Tokenization(&zh::METHOD),
        Tokenization(&chars::METHOD),
        Tokenization::NONE,
        Tokenization(&uax29::WORDS),
        Tokenization(&uax29::GRAPHEMES),
        Tokenization(&cjk::METHOD),
    ];

    /// mteval's rules for Western languages, version 13a: the default, and the tokenizer of most published figures.
    pub const V13A: Tokenization = Tokenization(&v13a::METHOD);

    /// Splitting at white space only, for text that is tokenized already.
    pub const NONE: Tokenization = Tokenization(&none::METHOD);

    /// The name, as flags take it and signatures give it.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// One line of help.
    pub fn summary(&self) -> &'static str {
        self.0.summary
    }

    /// Returns the tokenizer that sacreBLEU uses for a target language: `zh` for Chinese, else 13a.
    ///
    /// # Errors
    /// If `language` is not the code of a language (such as `en`, `zh` or `pt-BR`), or if the language is Japanese or
    /// Korean, for which sacreBLEU uses MeCab.
    pub fn for_language(language: &str) -> Result<Self, Error> {
        let code = language.to_ascii_lowercase();
        let mut subtags = code.split(['-', '_']);
        let primary = subtags.next().unwrap_or_default();
        let is_code = matches!(primary.len(), 2..=3)
            && primary.bytes().all(|byte| byte.is_ascii_lowercase())
            && subtags.all(|tag| matches!(tag.len(), 1..=8) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        match primary {
            "zh" | "zho" | "chi" | "cmn" | "yue" if is_code => Ok(Tokenization(&zh::METHOD)),
            "ja" | "jpn" | "ko" | "kor" if is_code => Err(Error::NoTokenizerForLanguage { code: primary.to_owned() }),
            _ if is_code => Ok(Tokenization::V13A),
            _ => Err(Error::NotALanguage { text: language.to_owned() }),
        }
    }

    /// Whether 13a's entities are replaced by their characters.
    pub(super) fn unescapes(&self) -> bool {
        self.0.unescape
    }

    /// Whether spaces between words do not change the tokens.
    pub(crate) fn ignores_spaces(&self) -> bool {
        [&chars::METHOD, &uax29::GRAPHEMES].iter().any(|method| method.name == self.0.name)
    }

    /// A new splitter.
    pub(super) fn splitter(&self) -> Splitter {
        (self.0.splitter)()
    }
}

/// 13a.
impl Default for Tokenization {
    fn default() -> Self {
        Tokenization::V13A
    }
}

/// Equality of names.
impl PartialEq for Tokenization {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Tokenization {}

impl FromStr for Tokenization {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Tokenization::ALL.into_iter().find(|tokenization| tokenization.name() == name).ok_or_else(|| {
            let known = Tokenization::ALL.each_ref().map(Tokenization::name).join(", ");
            Error::UnknownName { kind: "tokenizer", name: name.to_owned(), known }
        })
    }
}

/// The name.
impl fmt::Display for Tokenization {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Tokenization {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Tokenization({})", self.name())
    }
}
