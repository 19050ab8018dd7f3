//! Tokenizers by name.

use super::custom::CustomSplitter;
use super::entities::{self, Entities};
use super::languages::{UNSPACED, target_language};
use super::mecab::{Dictionary, Language, WordSplitter};
use super::method::Method;
use super::moses::{MosesTokens, Prefixes, Settings};
use super::sentencepiece::{Model, NAMED_MODELS, PieceSplitter};
use super::splitter::Splitter;
use super::{chars, cjk, intl, none, uax29, v13a, zh};
use crate::Error;
use crate::names;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A tokenizer made at run time, of data or of a function.
struct Made {
    name: Box<str>,
    summary: &'static str,
    /// Name in signatures, if it is another one.
    signature: Option<&'static str>,
    /// Model of SentencePiece.
    model: Option<Arc<Model>>,
    /// Whether the boundaries of tokens depend on case.
    depends_on_case: bool,
    /// Fingerprint of a dictionary of MeCab, or of prefixes of Moses.
    dictionary: Option<Box<str>>,
    splitter: Box<dyn Fn() -> Box<dyn Splitter> + Send + Sync>,
}

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
pub struct Tokenization(TokenizationKind);

#[derive(Clone)]
enum TokenizationKind {
    /// Rules that need no data.
    Rules(&'static Method),
    Made(Arc<Made>),
}

impl Tokenization {
    /// All tokenizers that need no data, the default first.
    pub const ALL: &'static [Tokenization] = &[
        Tokenization::V13A,
        Tokenization::INTL,
        Tokenization::ZH,
        Tokenization::CHAR,
        Tokenization::NONE,
        Tokenization::WORDS,
        Tokenization::GRAPHEMES,
        Tokenization::CJK,
    ];

    /// mteval's rules for Western languages, version 13a: the default, and the tokenizer of most published figures.
    pub const V13A: Tokenization = Tokenization::by_method(&v13a::METHOD);

    /// mteval's international rules.
    pub const INTL: Tokenization = Tokenization::by_method(&intl::METHOD);

    /// sacreBLEU's rules for Chinese.
    pub const ZH: Tokenization = Tokenization::by_method(&zh::METHOD);

    /// Every code point.
    pub const CHAR: Tokenization = Tokenization::by_method(&chars::METHOD);

    /// Words by Unicode's rules (UAX #29), for scripts and symbols that 13a does not split.
    pub const WORDS: Tokenization = Tokenization::by_method(&uax29::WORDS);

    /// User-perceived characters.
    pub const GRAPHEMES: Tokenization = Tokenization::by_method(&uax29::GRAPHEMES);

    /// 13a with one token per ideograph, kana and full-width character, for Chinese and Japanese.
    pub const CJK: Tokenization = Tokenization::by_method(&cjk::METHOD);

    /// Splitting at white space only, for text that is tokenized already.
    pub const NONE: Tokenization = Tokenization::by_method(&none::METHOD);

    pub(super) const fn by_method(method: &'static Method) -> Tokenization {
        Tokenization(TokenizationKind::Rules(method))
    }

    /// Tokenizer of MeCab with this dictionary: sacreBLEU's `ja-mecab` or `ko-mecab`.
    ///
    /// # Errors
    /// If it is not the dictionary that sacreBLEU uses (checked by the number of words; Debian's IPADIC is accepted,
    /// and its additional word ignored), or if a Korean dictionary has no space penalties.
    pub fn mecab(dictionary: Dictionary) -> Result<Self, Error> {
        let dictionary = Arc::new(dictionary.require_sacrebleu()?);
        let language = dictionary.language();
        let (signature, fingerprint) = (Some(language.signature()), Some(dictionary.fingerprint().into()));
        let splitter = move || Box::new(WordSplitter::new(Arc::clone(&dictionary))) as _;
        let made = Made::new(language.tokenizer(), language.tokenizer_summary(), splitter);
        Ok(Made { signature, dictionary: fingerprint, ..made }.into())
    }

    /// Tokenizer of SentencePiece with this model. Conventional names are sacreBLEU's (`flores101`, `flores200`,
    /// `spBLEU-1K`), or `spm:` and a file name. Characters of the name that would not fit into a signature become `_`.
    pub fn sentence_piece(name: &str, model: Model) -> Self {
        let name: String = name.chars().map(|c| if fits_signature(c) { c } else { '_' }).collect();
        let summary = "pieces of words, as SentencePiece finds them with a model";
        let model = Arc::new(model);
        let own_model = Arc::clone(&model);
        let splitter = move || Box::new(PieceSplitter::new(Arc::clone(&own_model))) as _;
        Made { model: Some(model), ..Made::new(&name, summary, splitter) }.into()
    }

    /// Tokenizer of Moses: the tokens of tokenizer.perl with these settings and the nonbreaking prefixes of the language.
    /// tokenizer.perl uses the English prefixes for languages without a list.
    ///
    /// If text is lowercased, its tokens are, since case decides where sentences end.
    ///
    /// ```
    /// use bleu::moses::Prefixes;
    /// use bleu::{Definition, Tokenization};
    ///
    /// let prefixes = Prefixes::parse("# Titles\nMr\nDr\n");
    /// let definition = Definition::builder().tokenization(Tokenization::moses(&"moses:en".parse()?, prefixes)).build()?;
    /// let mut tokenizer = definition.tokenizer();
    /// let tokens = tokenizer.tokenize_lines("Mr. Bell isn't in.")?;
    /// let found: Vec<&str> = tokens.segments().flat_map(|segment| segment.iter().collect::<Vec<_>>()).collect();
    /// assert_eq!(found, ["Mr.", "Bell", "isn", "&apos;t", "in", "."]);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn moses(settings: &Settings, prefixes: Prefixes) -> Self {
        let (name, fingerprint) = (settings.to_string(), Some(prefixes.fingerprint().into()));
        let (settings, prefixes) = (settings.clone(), Arc::new(prefixes));
        let splitter = move || {
            let mut tokens = MosesTokens::new(&settings, Arc::clone(&prefixes));
            Box::new(CustomSplitter::new(move |line: &str, token: &mut dyn FnMut(&str)| tokens.find(line, token))) as _
        };
        let made = Made::new(&name, "the tokens of Moses's tokenizer.perl", splitter);
        Made { depends_on_case: true, dictionary: fingerprint, ..made }.into()
    }

    /// A tokenizer of one's own: `split` calls its second argument with each token of a line, in their order. Tokens
    /// need not be parts of the line; empty ones are left out. The line is lowercased and normalized if the definition
    /// says so, and is otherwise as it was given. The name stands in signatures; tokenizers of the same name are equal.
    ///
    /// # Errors
    /// If the name is another tokenizer's, if it is empty, or if it has white space, `|`, or a character outside ASCII.
    ///
    /// ```
    /// use bleu::{Definition, Tokenization};
    ///
    /// let syllables = Tokenization::custom("hyphens", |line, token| line.split(['-', ' ']).for_each(token))?;
    /// let definition = Definition::builder().tokenization(syllables).build()?;
    /// assert_eq!(definition.sentence_score("one two-three four", &["one-two three-four"])?.value(), 1.0);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn custom<F>(name: &str, split: F) -> Result<Self, Error>
    where
        F: Fn(&str, &mut dyn FnMut(&str)) + Send + Sync + 'static,
    {
        let is_known = name.parse::<Tokenization>().is_ok() || needs_data(name);
        if is_known || !is_valid_name(name) {
            return Err(Error::TokenizerName { name: name.to_owned() });
        }
        let split = Arc::new(split);
        let splitter = move || {
            let split = Arc::clone(&split);
            Box::new(CustomSplitter::new(move |line: &str, token: &mut dyn FnMut(&str)| split(line, token))) as _
        };
        Ok(Made::new(name, "a tokenizer that is not one of bleu's", splitter).into())
    }

    /// Properties of a tokenizer made at run time besides its name and its splitter.
    fn made(&self) -> Option<&Made> {
        match &self.0 {
            TokenizationKind::Rules(_) => None,
            TokenizationKind::Made(made) => Some(made),
        }
    }

    /// The name, as flags take it.
    pub fn name(&self) -> &str {
        match &self.0 {
            TokenizationKind::Rules(method) => method.name,
            TokenizationKind::Made(made) => &made.name,
        }
    }

    /// The name in signatures: with the versions of MeCab, as in sacreBLEU's; otherwise the same.
    pub(crate) fn signature(&self) -> &str {
        self.made().and_then(|made| made.signature).unwrap_or_else(|| self.name())
    }

    /// The model, if it needs one.
    pub fn model(&self) -> Option<&Model> {
        self.made()?.model.as_deref()
    }

    /// Fingerprint of its dictionary or model, as in signatures, if it needs one.
    pub fn fingerprint(&self) -> Option<&str> {
        self.made()?.dictionary.as_deref().or_else(|| self.model().map(Model::fingerprint))
    }

    /// Fingerprint of its dictionary or model, and release of SentencePiece, as in signatures.
    pub(crate) fn data(&self) -> Option<(&str, Option<&str>)> {
        Some((self.fingerprint()?, self.model().map(|model| model.release().name())))
    }

    /// One line of help.
    pub fn summary(&self) -> &'static str {
        match &self.0 {
            TokenizationKind::Rules(method) => method.summary,
            TokenizationKind::Made(made) => made.summary,
        }
    }

    /// Returns the tokenizer that sacreBLEU uses for a target language: `zh` for Chinese, else 13a.
    ///
    /// # Errors
    /// If `language` is neither a language (such as `en`, `zh-Hant` or `pt_BR`) nor a pair (such as `en-zh`, in which the
    /// second is the target language), if it is Japanese or Korean (the error
    /// names the tokenizer, which needs a dictionary), or if it is another language written without spaces.
    pub fn for_language(language: &str) -> Result<Self, Error> {
        let Some(code) = target_language(language) else {
            return Err(Error::NotALanguage { text: language.to_owned() });
        };
        let needs_data = |language: Language| Err(Error::TokenizerNeedsData { name: language.tokenizer().to_owned() });
        match &*code {
            "zh" | "zho" | "chi" | "cmn" | "yue" => Ok(Tokenization::ZH),
            "ja" | "jpn" => needs_data(Language::Japanese),
            "ko" | "kor" => needs_data(Language::Korean),
            code if UNSPACED.contains(&code) => Err(Error::NoTokenizerForLanguage { code: code.to_owned() }),
            _ => Ok(Tokenization::V13A),
        }
    }

    /// Entities that are replaced by their characters.
    pub(super) fn entities(&self) -> Entities {
        match &self.0 {
            TokenizationKind::Rules(method) => method.entities,
            TokenizationKind::Made(_) => entities::NONE,
        }
    }

    /// Whether the boundaries of tokens depend on case, so that tokens are lowercased instead of the text.
    pub(super) fn depends_on_case(&self) -> bool {
        self.made().is_some_and(|made| made.depends_on_case)
    }

    /// Whether the tokens are independent of spaces between words.
    pub(crate) fn ignores_spaces(&self) -> bool {
        [Tokenization::CHAR, Tokenization::GRAPHEMES].contains(self)
    }

    /// A new splitter.
    pub(super) fn splitter(&self) -> Box<dyn Splitter> {
        match &self.0 {
            TokenizationKind::Rules(method) => (method.splitter)(),
            TokenizationKind::Made(made) => (made.splitter)(),
        }
    }
}

impl Made {
    /// A tokenizer that has no data.
    fn new(
        name: &str,
        summary: &'static str,
        splitter: impl Fn() -> Box<dyn Splitter> + Send + Sync + 'static,
    ) -> Made {
        let (signature, model, depends_on_case, dictionary) = (None, None, false, None);
        Made { name: name.into(), summary, signature, model, depends_on_case, dictionary, splitter: Box::new(splitter) }
    }
}

impl From<Made> for Tokenization {
    fn from(made: Made) -> Tokenization {
        Tokenization(TokenizationKind::Made(Arc::new(made)))
    }
}

/// 13a.
impl Default for Tokenization {
    fn default() -> Self {
        Tokenization::V13A
    }
}

/// Equality of names, and of dictionaries and models by their fingerprints and releases.
impl PartialEq for Tokenization {
    fn eq(&self, other: &Self) -> bool {
        (self.signature(), self.data()) == (other.signature(), other.data())
    }
}

impl Eq for Tokenization {}

/// Finds a tokenizer that needs no data by its name. Those that need a dictionary or a model are made by
/// [`Tokenization::mecab`] and [`Tokenization::sentence_piece`].
impl FromStr for Tokenization {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        if needs_data(name) {
            return Err(Error::TokenizerNeedsData { name: name.to_owned() });
        }
        if let Some(found) = Tokenization::TOOL_SPECIFIC.into_iter().find(|tokenization| tokenization.name() == name) {
            return Ok(found);
        }
        let all = Tokenization::ALL.iter().map(|tokenization| (tokenization.name(), tokenization));
        names::find(all, "tokenizer", name).cloned()
    }
}

/// Whether this can be the name of a tokenizer in a signature.
pub(crate) fn is_valid_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(fits_signature)
}

/// Whether a name in a signature can have this character.
fn fits_signature(c: char) -> bool {
    c.is_ascii_graphic() && c != '|'
}

/// Whether this is the name of a tokenizer, in flags or signatures, that needs data.
fn needs_data(name: &str) -> bool {
    let is_mecab = |language: Language| [language.tokenizer(), language.signature()].contains(&name);
    let is_model = name == "spm" || name.starts_with("spm:") || NAMED_MODELS.iter().any(|model| model.name == name);
    is_model || Settings::is_name(name) || Language::ALL.iter().copied().any(is_mecab)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Definition;

    #[test]
    fn tokenizers_ignore_spaces_if_these_change_no_token() {
        for tokenization in Tokenization::ALL {
            let definition = Definition::builder().tokenization(tokenization.clone()).build().unwrap();
            let tokens = |line: &str| -> Vec<String> {
                let mut tokenizer = definition.tokenizer();
                let tokens = tokenizer.tokenize_lines(line).unwrap();
                tokens.segments().flat_map(|segment| segment.iter().map(str::to_owned).collect::<Vec<_>>()).collect()
            };
            let are_ignored = ["a b", "die Fähre", "1 2, 3", "बड़ा पुल"]
                .iter()
                .all(|line| tokens(line) == tokens(&line.replace(' ', "")));
            assert_eq!(tokenization.ignores_spaces(), are_ignored, "{tokenization}");
        }
    }
}
