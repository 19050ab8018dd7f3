//! Tokenizers by name.

use super::custom::CustomSplitter;
use super::entities::Entities;
use super::general_category::UnicodeVersion;
#[cfg(feature = "cli")]
use super::general_category::splits_in_unicode_18;
use super::languages::{UNSPACED, target_language};
use super::mecab::{Dictionary, Language, WordSplitter};
use super::moses::{MosesTokens, Prefixes, Settings};
use super::punkt::Punkt;
use super::sentencepiece::{Model, NAMED_MODELS, PieceSplitter};
use super::splitter::Splitter;
use super::{chars, cjk, codepoints, entities, intl, nltk, none, uax29, v13a, zh};
use crate::bleu::error::Error;
use crate::bleu::names;
#[cfg(feature = "cli")]
use memchr::memchr2_iter;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

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
pub struct Tokenization {
    name: Cow<'static, str>,
    summary: &'static str,
    /// Entities that are replaced by their characters first. If there are any, `<skipped>` and hyphens before a line feed are
    /// deleted too.
    entities: Entities,
    method: Method,
}

/// A method of tokenizing, with its data.
#[derive(Clone)]
enum Method {
    /// Rules that need no data.
    Rules(fn() -> Box<dyn Splitter>),
    /// Rules about the general categories of characters, which a version of Unicode defines.
    Categories(fn(UnicodeVersion) -> Box<dyn Splitter>, UnicodeVersion),
    /// Rules about sentences, which Punkt finds; without it, a line is one.
    Sentences {
        splitter: SentenceSplitter,
        unicode: Option<UnicodeVersion>,
        punkt: Option<Arc<Punkt>>,
    },
    Mecab(Arc<Dictionary>),
    SentencePiece(Arc<Model>),
    Moses(Arc<MosesTokens>),
    Custom(Arc<Split>),
}

/// A function that makes a splitter of lines or, with Punkt, of sentences.
type SentenceSplitter = fn(UnicodeVersion, Option<Arc<Punkt>>) -> Box<dyn Splitter>;

/// A function that calls its second argument with each token of a line.
type Split = dyn Fn(&str, &mut dyn FnMut(&str)) + Send + Sync;

impl Tokenization {
    /// The name, as flags take it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Fingerprint of its dictionary or model, and release of SentencePiece, as in signatures.
    pub(crate) fn data(&self) -> Option<(&str, Option<&str>)> {
        Some((self.fingerprint()?, self.model().map(|model| model.release().name())))
    }

    /// One line of help.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// Entities that are replaced by their characters.
    pub(super) fn entities(&self) -> Entities {
        self.entities
    }

    /// Whether the boundaries of tokens depend on case, so that tokens are lowercased instead of the text.
    pub(super) fn depends_on_case(&self) -> bool {
        matches!(self.method, Method::Moses(..))
    }

    /// Whether the tokens are independent of spaces between words.
    pub(crate) fn ignores_spaces(&self) -> bool {
        [Tokenization::CHAR, Tokenization::GRAPHEMES].contains(self)
    }
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
        Tokenization::CODEPOINTS,
        Tokenization::NLTK,
    ];

    /// mteval's rules for Western languages, version 13a: the default, and the tokenizer of most published figures.
    pub const V13A: Tokenization = v13a::TOKENIZATION;

    /// mteval's international rules, with the general categories of Unicode 18, as sacreBLEU has them with version 2026.9.29 or later
    /// of Python's `regex`. With earlier versions it has the categories of Unicode 17, as [`with_unicode`](Self::with_unicode) does.
    pub const INTL: Tokenization = intl::TOKENIZATION;

    /// sacreBLEU's rules for Chinese.
    pub const ZH: Tokenization = zh::TOKENIZATION;

    /// Every code point.
    pub const CHAR: Tokenization = chars::TOKENIZATION;

    /// Words by Unicode's rules (UAX #29), for scripts and symbols that 13a does not split.
    pub const WORDS: Tokenization = uax29::WORDS;

    /// User-perceived characters.
    pub const GRAPHEMES: Tokenization = uax29::GRAPHEMES;

    /// 13a with one token per ideograph, kana and full-width character, for Chinese and Japanese.
    pub const CJK: Tokenization = cjk::TOKENIZATION;

    /// Every code point, white space included.
    pub const CODEPOINTS: Tokenization = codepoints::TOKENIZATION;

    /// NLTK's word_tokenize, with a line as one sentence; see [`with_punkt`](Self::with_punkt).
    pub const NLTK: Tokenization = nltk::TOKENIZATION;

    /// Splitting at white space only, for text that is tokenized already.
    pub const NONE: Tokenization = none::TOKENIZATION;

    /// A tokenizer by rules that need no data: its name in flags and signatures, one line of help, and a function that makes a
    /// splitter.
    pub(super) const fn by_rules(
        name: &'static str,
        summary: &'static str,
        splitter: fn() -> Box<dyn Splitter>,
    ) -> Tokenization {
        Tokenization { name: Cow::Borrowed(name), summary, entities: entities::NONE, method: Method::Rules(splitter) }
    }

    /// A tokenizer by rules about general categories: as [`by_rules`](Self::by_rules), and the function takes the version
    /// of Unicode.
    pub(super) const fn by_categories(
        name: &'static str,
        summary: &'static str,
        splitter: fn(UnicodeVersion) -> Box<dyn Splitter>,
    ) -> Tokenization {
        let method = Method::Categories(splitter, UnicodeVersion::V18);
        Tokenization { name: Cow::Borrowed(name), summary, entities: entities::NONE, method }
    }

    /// A tokenizer by rules about sentences. General categories of a version of Unicode decide the tokens, if one is given.
    pub(super) const fn by_sentences(
        name: &'static str,
        summary: &'static str,
        unicode: Option<UnicodeVersion>,
        splitter: SentenceSplitter,
    ) -> Tokenization {
        let method = Method::Sentences { splitter, unicode, punkt: None };
        Tokenization { name: Cow::Borrowed(name), summary, entities: entities::NONE, method }
    }

    /// Version of Unicode whose general categories decide the tokens; `None` if general categories do not.
    pub fn unicode(&self) -> Option<UnicodeVersion> {
        match self.method {
            Method::Categories(_, version) => Some(version),
            Method::Sentences { unicode, .. } => unicode,
            _ => None,
        }
    }

    /// Whether its rules are about sentences, and a line is one for want of Punkt.
    #[cfg(feature = "cli")]
    pub(crate) fn lacks_punkt(&self) -> bool {
        matches!(self.method, Method::Sentences { punkt: None, .. })
    }

    /// The finder of sentences, if its rules are about sentences and a line is not one.
    pub(crate) fn punkt(&self) -> Option<&Arc<Punkt>> {
        match &self.method {
            Method::Sentences { punkt, .. } => punkt.as_ref(),
            _ => None,
        }
    }

    /// The same tokenizer in the sentences that Punkt finds, if its rules are about sentences.
    #[must_use]
    pub fn with_punkt(mut self, found: &Arc<Punkt>) -> Tokenization {
        if let Method::Sentences { punkt: punkt @ None, .. } = &mut self.method {
            *punkt = Some(Arc::clone(found));
            self.name = Cow::Owned(format!("{}{PUNKT}", self.name));
        }
        self
    }

    /// The same tokenizer with a line as one sentence, if its rules are about sentences.
    pub(crate) fn without_punkt(&self) -> Tokenization {
        let mut plain = self.clone();
        if let Method::Sentences { punkt: punkt @ Some(_), .. } = &mut plain.method {
            *punkt = None;
            plain.name = Cow::Owned(name_without_punkt(&self.name).to_owned());
        }
        plain
    }

    /// Lines of a text, from 0, with characters that split words by the categories of one version of Unicode only.
    #[cfg(feature = "cli")]
    pub(crate) fn lines_of_other_versions(&self, text: &str) -> Vec<usize> {
        // Only characters with one of these first bytes were added, and none of the general punctuation, which is frequent.
        let is_newer = |at: usize| text[at..].chars().next().is_some_and(|c| c > '\u{207F}' && splits_in_unicode_18(c));
        if self.unicode().is_none() || !memchr2_iter(0xE2, 0xF0, text.as_bytes()).any(is_newer) {
            return Vec::new();
        }
        places(text, |line| line.chars().any(splits_in_unicode_18))
    }

    /// Lines of a text, from 0, that NLTK might split into sentences before it splits them into words.
    #[cfg(feature = "cli")]
    pub(crate) fn lines_of_sentences(&self, text: &str) -> Vec<usize> {
        if self.lacks_punkt() { places(text, |line| self.may_hold_sentences(line)) } else { Vec::new() }
    }

    /// Whether NLTK might split a line into sentences; azure-ai-evaluation asks it for lines in ASCII only.
    #[cfg(feature = "cli")]
    fn may_hold_sentences(&self, line: &str) -> bool {
        (self.name() == "nltk" || line.is_ascii()) && nltk::may_hold_sentences(line)
    }

    /// The same tokenizer by another version of Unicode, if general categories decide its tokens.
    #[must_use]
    pub fn with_unicode(mut self, version: UnicodeVersion) -> Tokenization {
        if let Method::Categories(_, current) | Method::Sentences { unicode: Some(current), .. } = &mut self.method {
            *current = version;
        }
        self
    }

    /// The tokenizer with entities that are replaced first.
    pub(super) const fn with_entities(mut self, entities: Entities) -> Tokenization {
        self.entities = entities;
        self
    }

    fn made(name: &str, summary: &'static str, method: Method) -> Tokenization {
        Tokenization { name: Cow::Owned(name.to_owned()), summary, entities: entities::NONE, method }
    }

    /// Tokenizer of MeCab with this dictionary: sacreBLEU's `ja-mecab` or `ko-mecab`.
    ///
    /// # Errors
    /// If it is not the dictionary that sacreBLEU uses (checked by the number of words; Debian's IPADIC is accepted,
    /// and its additional word ignored), or if a Korean dictionary has no space penalties.
    pub fn mecab(dictionary: Dictionary) -> Result<Self, Error> {
        let (language, method) = (dictionary.language(), Method::Mecab(Arc::new(dictionary.require_sacrebleu()?)));
        Ok(Tokenization::made(language.tokenizer(), language.tokenizer_summary(), method))
    }

    /// Tokenizer of SentencePiece with this model. Conventional names are sacreBLEU's (`flores101`, `flores200`,
    /// `spBLEU-1K`), or `spm:` and a file name. Characters of the name that would not fit into a signature become `_`.
    pub fn sentence_piece(name: &str, model: Model) -> Self {
        let name: String = name.chars().map(|c| if fits_signature(c) { c } else { '_' }).collect();
        let summary = "pieces of words, as SentencePiece finds them with a model";
        Tokenization::made(&name, summary, Method::SentencePiece(Arc::new(model)))
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
        let method = Method::Moses(Arc::new(MosesTokens::new(settings, prefixes)));
        Tokenization::made(&settings.to_string(), "the tokens of Moses's tokenizer.perl", method)
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
        let method = Method::Custom(Arc::new(split));
        Ok(Tokenization::made(name, "a tokenizer that is not one of bleu's", method))
    }

    /// The name in signatures: with the versions of MeCab, as in sacreBLEU's; otherwise the same.
    pub(crate) fn signature(&self) -> &str {
        match &self.method {
            Method::Mecab(dictionary) => dictionary.language().signature(),
            _ => &self.name,
        }
    }

    /// The model, if it needs one.
    pub fn model(&self) -> Option<&Model> {
        match &self.method {
            Method::SentencePiece(model) => Some(model),
            _ => None,
        }
    }

    /// Fingerprint of its dictionary or model, as in signatures, if it needs one.
    pub fn fingerprint(&self) -> Option<&str> {
        match &self.method {
            Method::Rules(_) | Method::Categories(..) | Method::Custom(_) => None,
            Method::Sentences { .. } => self.punkt().map(|punkt| punkt.fingerprint()),
            Method::Mecab(dictionary) => Some(dictionary.fingerprint()),
            Method::SentencePiece(model) => Some(model.fingerprint()),
            Method::Moses(tokens) => Some(tokens.prefixes.fingerprint()),
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

    /// A new splitter.
    pub(super) fn splitter(&self) -> Box<dyn Splitter> {
        match &self.method {
            Method::Rules(splitter) => splitter(),
            Method::Categories(splitter, unicode) => splitter(*unicode),
            Method::Sentences { splitter, unicode, punkt } => splitter(unicode.unwrap_or_default(), punkt.clone()),
            Method::Mecab(dictionary) => Box::new(WordSplitter::new(Arc::clone(dictionary))),
            Method::SentencePiece(model) => Box::new(PieceSplitter::new(Arc::clone(model))),
            Method::Moses(tokens) => {
                let tokens = Arc::clone(tokens);
                Box::new(CustomSplitter::new(move |line: &str, token: &mut dyn FnMut(&str)| tokens.find(line, token)))
            }
            Method::Custom(split) => {
                let split = Arc::clone(split);
                Box::new(CustomSplitter::new(move |line: &str, token: &mut dyn FnMut(&str)| split(line, token)))
            }
        }
    }
}

/// 13a.
impl Default for Tokenization {
    fn default() -> Self {
        Tokenization::V13A
    }
}

/// Equality of names and versions of Unicode, and of dictionaries and models by their fingerprints and releases.
impl PartialEq for Tokenization {
    fn eq(&self, other: &Self) -> bool {
        (self.signature(), self.data(), self.unicode()) == (other.signature(), other.data(), other.unicode())
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

/// Places of the lines for which a function is true.
#[cfg(feature = "cli")]
fn places(text: &str, is_found: impl Fn(&str) -> bool) -> Vec<usize> {
    text.split('\n').enumerate().filter(|(_, line)| is_found(line)).map(|(place, _)| place).collect()
}

/// Whether this can be the name of a tokenizer in a signature.
pub(crate) fn is_valid_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(fits_signature)
}

/// Whether a name in a signature can have this character.
fn fits_signature(c: char) -> bool {
    c.is_ascii_graphic() && c != '|'
}

/// The end of the name of a tokenizer in the sentences that Punkt finds.
const PUNKT: &str = "+punkt";

/// The name of a tokenizer, without the end that tells that Punkt finds the sentences.
pub(crate) fn name_without_punkt(name: &str) -> &str {
    name.strip_suffix(PUNKT).unwrap_or(name)
}

/// Whether this is the name of a tokenizer, in flags or signatures, that needs data.
fn needs_data(name: &str) -> bool {
    let is_mecab = |language: Language| [language.tokenizer(), language.signature()].contains(&name);
    let is_model = name == "spm" || name.starts_with("spm:") || NAMED_MODELS.iter().any(|model| model.name == name);
    let plain = name.strip_suffix(PUNKT).and_then(|plain| plain.parse::<Tokenization>().ok());
    let has_sentences = plain.is_some_and(|plain| matches!(plain.method, Method::Sentences { .. }));
    is_model || has_sentences || Settings::is_name(name) || Language::ALL.iter().copied().any(is_mecab)
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
    use crate::bleu::scoring::Definition;

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
