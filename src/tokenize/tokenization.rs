//! Tokenizers by name.

use super::custom::{CustomTokenizer, Split};
use super::entities::{self, Entities};
use super::mecab::{Dictionary, Language};
use super::scan::Spans;
use super::sentencepiece::{LineEncoder, Model, NAMED_MODELS};
use super::{chars, cjk, intl, mecab, none, tool_specific, uax29, v13a, zh};
use crate::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A method of tokenizing: its name, its help, and its code.
pub(super) struct Method {
    /// Name in flags and signatures.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Entities that are replaced by their characters first. If there are any, `<skipped>` and hyphens before a line
    /// feed are deleted too.
    pub entities: Entities,
    /// Makes a splitter, which finds the tokens of lines and may keep memory from one call to the next.
    pub splitter: fn() -> RuleSplitter,
}

/// Adds the token spans of a text, all of whose lines end in LF.
pub(super) type RuleSplitter = Box<dyn FnMut(&str, &mut Spans) + Send>;

/// The same for any tokenizer; fails if a line takes too much memory.
pub(super) type Splitter = Box<dyn FnMut(&str, &mut Spans) -> Result<(), Error> + Send>;

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
pub struct Tokenization(Kind);

#[derive(Clone)]
enum Kind {
    /// Rules that need no data.
    Rules(&'static Method),
    /// MeCab with a dictionary.
    Mecab(Arc<Dictionary>),
    /// A function of the program that uses the library.
    Custom { name: Arc<str>, split: Split },
    /// SentencePiece with a model.
    SentencePiece { name: Arc<str>, model: Arc<Model> },
}

/// Languages that are written without spaces between words: Thai, Khmer, Lao, Burmese and Tibetan.
const UNSPACED: [&str; 12] = ["th", "tha", "km", "khm", "lo", "lao", "my", "mya", "bur", "bo", "bod", "tib"];

/// Codes of languages of three letters, by their first two: those of ISO 639-3, and of ISO 639-2 for groups of
/// languages.
const LONG_CODES: &str = include_str!("iso639-3.txt");

/// Codes of languages, ISO 639-1.
const LANGUAGES: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el \
    en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu \
    ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na \
    nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn \
    so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu \
    iw in ji jw mo";

/// Maximum length in bytes of a line, when normalized, for MeCab and SentencePiece, which take up to 230 and 60 bytes
/// of memory per byte of the longest lines.
pub(super) const MAX_LINE_BYTES: usize = 2 << 20;

/// Whether a code of two or three letters is one of a language.
fn is_language(code: &str) -> bool {
    let (first, third) = code.split_at(2);
    let of_three = || LONG_CODES.lines().find_map(|line| line.strip_prefix(first)).unwrap_or_default();
    if third.is_empty() { LANGUAGES.split(' ').any(|known| known == code) } else { of_three().contains(third) }
}

impl Tokenization {
    /// All tokenizers that need no data, the default first.
    pub const ALL: [Tokenization; 8] = [
        Tokenization::V13A,
        Tokenization::INTL,
        Tokenization::ZH,
        Tokenization::CHAR,
        Tokenization::NONE,
        Tokenization::of(&uax29::WORDS),
        Tokenization::of(&uax29::GRAPHEMES),
        Tokenization::of(&cjk::METHOD),
    ];

    /// Tokenizers that only definitions of other tools use.
    pub(crate) const TOOL_SPECIFIC: [Tokenization; 10] = [
        Tokenization::ASCII_SPACE,
        Tokenization::SPACE,
        Tokenization::SINGLE_SPACES,
        Tokenization::BREAKING_SPACES,
        Tokenization::V13A_MTEVAL,
        Tokenization::V13A_CODE_NN,
        Tokenization::INTL_MTEVAL,
        Tokenization::INTL_UNTRIMMED,
        Tokenization::INTL_T2T,
        Tokenization::WORDS_CODE_NN,
    ];

    pub(crate) const ASCII_SPACE: Tokenization = Tokenization::of(&tool_specific::ASCII_SPACE);
    pub(crate) const SPACE: Tokenization = Tokenization::of(&tool_specific::SPACE);
    pub(crate) const SINGLE_SPACES: Tokenization = Tokenization::of(&tool_specific::SINGLE_SPACES);
    pub(crate) const BREAKING_SPACES: Tokenization = Tokenization::of(&tool_specific::BREAKING_SPACES);
    pub(crate) const V13A_MTEVAL: Tokenization = Tokenization::of(&tool_specific::V13A_MTEVAL);
    pub(crate) const V13A_CODE_NN: Tokenization = Tokenization::of(&tool_specific::V13A_CODE_NN);
    pub(crate) const INTL_MTEVAL: Tokenization = Tokenization::of(&tool_specific::INTL_MTEVAL);
    pub(crate) const INTL_UNTRIMMED: Tokenization = Tokenization::of(&tool_specific::INTL_UNTRIMMED);
    pub(crate) const INTL_T2T: Tokenization = Tokenization::of(&tool_specific::INTL_T2T);
    pub(crate) const WORDS_CODE_NN: Tokenization = Tokenization::of(&tool_specific::WORDS_CODE_NN);

    /// mteval's rules for Western languages, version 13a: the default, and the tokenizer of most published figures.
    pub const V13A: Tokenization = Tokenization::of(&v13a::METHOD);

    /// mteval's international rules.
    pub(crate) const INTL: Tokenization = Tokenization::of(&intl::METHOD);

    /// sacreBLEU's rules for Chinese.
    pub(crate) const ZH: Tokenization = Tokenization::of(&zh::METHOD);

    /// Every code point.
    pub(crate) const CHAR: Tokenization = Tokenization::of(&chars::METHOD);

    /// Splitting at white space only, for text that is tokenized already.
    pub const NONE: Tokenization = Tokenization::of(&none::METHOD);

    const fn of(method: &'static Method) -> Tokenization {
        Tokenization(Kind::Rules(method))
    }

    /// Tokenizer of MeCab with this dictionary: sacreBLEU's `ja-mecab` or `ko-mecab`.
    ///
    /// # Errors
    /// If it is not the dictionary that sacreBLEU uses (checked by the number of words; Debian's IPADIC is accepted,
    /// and its additional word ignored), or if a Korean dictionary has no space penalties.
    pub fn mecab(dictionary: Dictionary) -> Result<Self, Error> {
        Ok(Tokenization(Kind::Mecab(Arc::new(dictionary.require_sacrebleu().map_err(Error::Dictionary)?))))
    }

    /// Tokenizer of SentencePiece with this model. Conventional names are sacreBLEU's (`flores101`, `flores200`,
    /// `spBLEU-1K`), or `spm:` and a file name. Characters of the name that would not fit into a signature become `_`.
    pub fn sentence_piece(name: &str, model: Model) -> Self {
        let name = name.chars().map(|c| if fits_signature(c) { c } else { '_' }).collect::<String>().into();
        Tokenization(Kind::SentencePiece { name, model: Arc::new(model) })
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
    /// assert_eq!(definition.corpus_score(&["one two-three four"], &[["one-two three-four"]])?.value(), 1.0);
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
        Ok(Tokenization(Kind::Custom { name: name.into(), split: Arc::new(split) }))
    }

    /// The name, as flags take it.
    pub fn name(&self) -> &str {
        match &self.0 {
            Kind::Rules(method) => method.name,
            Kind::Mecab(dictionary) => dictionary.language().tokenizer(),
            Kind::Custom { name, .. } | Kind::SentencePiece { name, .. } => name,
        }
    }

    /// The name in signatures: with the versions of MeCab, as in sacreBLEU's; otherwise the same.
    pub(crate) fn signature(&self) -> &str {
        match &self.0 {
            Kind::Mecab(dictionary) => dictionary.language().signature(),
            Kind::Rules(_) | Kind::Custom { .. } | Kind::SentencePiece { .. } => self.name(),
        }
    }

    /// The model, if it needs one.
    pub fn model(&self) -> Option<&Model> {
        match &self.0 {
            Kind::SentencePiece { model, .. } => Some(model),
            Kind::Rules(_) | Kind::Mecab(_) | Kind::Custom { .. } => None,
        }
    }

    /// Fingerprint of the model, and release of SentencePiece, as in signatures.
    pub(crate) fn model_signature(&self) -> Option<(&str, &str)> {
        match &self.0 {
            Kind::SentencePiece { model, .. } => Some((model.fingerprint(), model.release().name())),
            Kind::Rules(_) | Kind::Mecab(_) | Kind::Custom { .. } => None,
        }
    }

    /// One line of help.
    pub fn summary(&self) -> &'static str {
        match &self.0 {
            Kind::Rules(method) => method.summary,
            Kind::Mecab(dictionary) => dictionary.language().tokenizer_summary(),
            Kind::SentencePiece { .. } => "pieces of words, as SentencePiece finds them with a model",
            Kind::Custom { .. } => "a tokenizer that is not one of bleu's",
        }
    }

    /// Returns the tokenizer that sacreBLEU uses for a target language: `zh` for Chinese, else 13a.
    ///
    /// # Errors
    /// If `language` is not a language code (such as `en`, `zh` or `pt-BR`), if it is Japanese or Korean (the error
    /// names the tokenizer, which needs a dictionary), or if it is another language written without spaces.
    pub fn for_language(language: &str) -> Result<Self, Error> {
        let code = language.to_ascii_lowercase();
        let mut subtags = code.split(['-', '_']);
        let primary = subtags.next().unwrap_or_default();
        let is_code = matches!(primary.len(), 2..=3)
            && primary.bytes().all(|byte| byte.is_ascii_lowercase())
            && subtags.all(|tag| matches!(tag.len(), 1..=8) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        match primary {
            "zh" | "zho" | "chi" | "cmn" | "yue" if is_code => Ok(Tokenization::ZH),
            "ja" | "jpn" if is_code => {
                Err(Error::TokenizerNeedsData { name: Language::Japanese.tokenizer().to_owned() })
            }
            "ko" | "kor" if is_code => Err(Error::TokenizerNeedsData { name: Language::Korean.tokenizer().to_owned() }),
            _ if is_code && UNSPACED.contains(&primary) => {
                Err(Error::NoTokenizerForLanguage { code: primary.to_owned() })
            }
            _ if is_code && is_language(primary) => Ok(Tokenization::V13A),
            _ => Err(Error::NotALanguage { text: language.to_owned() }),
        }
    }

    /// Entities that are replaced by their characters.
    pub(super) fn entities(&self) -> Entities {
        match &self.0 {
            Kind::Rules(method) => method.entities,
            Kind::Mecab(_) | Kind::Custom { .. } | Kind::SentencePiece { .. } => entities::NONE,
        }
    }

    /// Whether the tokens are independent of spaces between words.
    pub(crate) fn ignores_spaces(&self) -> bool {
        match &self.0 {
            Kind::Rules(method) => [&chars::METHOD, &uax29::GRAPHEMES].iter().any(|known| known.name == method.name),
            Kind::Mecab(_) | Kind::Custom { .. } | Kind::SentencePiece { .. } => false,
        }
    }

    /// A new encoder, which rewrites lines as tokens separated by white space, if this tokenizer works that way.
    pub(super) fn encoder(&self) -> Option<LineEncoder> {
        match &self.0 {
            Kind::SentencePiece { model, .. } => Some(LineEncoder::new(Arc::clone(model))),
            Kind::Rules(_) | Kind::Mecab(_) | Kind::Custom { .. } => None,
        }
    }

    /// A new tokenizer by a function, if this is one.
    pub(super) fn custom_tokenizer(&self) -> Option<CustomTokenizer> {
        match &self.0 {
            Kind::Custom { split, .. } => Some(CustomTokenizer::new(Arc::clone(split))),
            Kind::Rules(_) | Kind::Mecab(_) | Kind::SentencePiece { .. } => None,
        }
    }

    /// A new splitter, for text that was rewritten if there is an encoder.
    pub(super) fn splitter(&self) -> Splitter {
        let of_rules = |method: &Method| -> Splitter {
            let mut split = (method.splitter)();
            Box::new(move |text, spans| {
                split(text, spans);
                Ok(())
            })
        };
        match &self.0 {
            Kind::Rules(method) => of_rules(method),
            Kind::Mecab(dictionary) => mecab::splitter(Arc::clone(dictionary)),
            Kind::Custom { .. } | Kind::SentencePiece { .. } => of_rules(&none::METHOD),
        }
    }
}

/// 13a.
impl Default for Tokenization {
    fn default() -> Self {
        Tokenization::V13A
    }
}

/// Equality of names, and of models by their fingerprints and releases.
impl PartialEq for Tokenization {
    fn eq(&self, other: &Self) -> bool {
        (self.signature(), self.model_signature()) == (other.signature(), other.model_signature())
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
        let mut all = Tokenization::ALL.into_iter().chain(Tokenization::TOOL_SPECIFIC);
        all.find(|tokenization| tokenization.name() == name).ok_or_else(|| {
            let known = Tokenization::ALL.each_ref().map(Tokenization::name).join(", ");
            Error::UnknownName { kind: "tokenizer", name: name.to_owned(), known }
        })
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

/// Whether this is the name of a tokenizer, in flags or signatures, that needs a dictionary or a model.
fn needs_data(name: &str) -> bool {
    let is_mecab = |language: Language| [language.tokenizer(), language.signature()].contains(&name);
    let is_model = name == "spm" || name.starts_with("spm:") || NAMED_MODELS.iter().any(|model| model.name == name);
    is_model || Language::ALL.into_iter().any(is_mecab)
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
