//! Tokenizers: from lines of text to tokens, with keys by which tokens compare.

mod block;
mod chars;
mod cjk;
mod classes;
mod ends;
mod intl;
mod key;
mod lowercase;
mod names;
mod rewrite;
mod scan;
mod segments;
mod tokens;
mod v13a;
mod zh;

pub(crate) use block::bits;
use clap::ValueEnum;
use classes::{ClassOf, Classes, Members};
pub(crate) use key::{BEYOND, GROUP};
use key::{Key, Keys};
pub(crate) use names::{JAPANESE, KOREAN};
use rewrite::Rewriter;
use scan::Spans;
use std::fmt;
pub use tokens::{Line, Tokens};

/// How a line is cut into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tokenization {
    /// mteval's rules for Western languages; what published figures mostly use
    #[value(name = "13a")]
    V13a,
    /// mteval's international rules: cuts at punctuation and symbols of every script
    Intl,
    /// sacreBLEU's for Chinese: every ideograph a token, the rest much as 13a
    Zh,
    /// every code point a token, for text without spaces between words
    Char,
    /// white space only, for text that is tokenized already
    None,
    /// Unicode's words (UAX #29), for scripts and symbols that 13a does not know
    Words,
    /// Unicode's characters as readers see them: char, but whole syllables and emoji
    Graphemes,
    /// 13a, and every ideograph, kana and full-width character a token: Chinese, Japanese
    Cjk,
}

/// The name, as the flag takes it and the signature gives it.
impl fmt::Display for Tokenization {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.to_possible_value().expect("no value is skipped").get_name())
    }
}

impl Tokenization {
    /// Whether it turns 13a's entities into characters first.
    fn unescapes(self) -> bool {
        matches!(self, Tokenization::V13a | Tokenization::Cjk)
    }

    /// The classes of characters that it asks for.
    fn classes(self) -> Option<ClassOf> {
        match self {
            Tokenization::Intl => Some(intl::class),
            Tokenization::Zh => Some(zh::class),
            Tokenization::Cjk => Some(cjk::class),
            _ => None,
        }
    }
}

/// A normal form of Unicode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Normalization {
    /// composed: one spelling of what looks and means the same
    Nfc,
    /// composed, and full-width, ligature and other variants made plain
    Nfkc,
}

/// The name, as the flag takes it and the signature gives it.
impl fmt::Display for Normalization {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.to_possible_value().expect("no value is skipped").get_name())
    }
}

/// What is done to text before its n-grams are counted, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preprocessing {
    /// The normal form to bring it to.
    pub normalization: Option<Normalization>,
    /// Lowercase, by Unicode's full mapping.
    pub lowercase: bool,
    /// How to cut into tokens.
    pub tokenization: Tokenization,
}

impl Default for Preprocessing {
    fn default() -> Self {
        Preprocessing { normalization: None, lowercase: false, tokenization: Tokenization::V13a }
    }
}

/// Turns text into tokens, a batch of lines at a time; keeps its memory from one batch to the next.
#[derive(Debug)]
pub struct Tokenizer {
    tokenization: Tokenization,
    rewriter: Rewriter,
    classes: Classes,
    pieces: Spans,
    spans: Spans,
    keys: Keys,
}

impl Default for Tokenizer {
    fn default() -> Self {
        Tokenizer::new(Preprocessing::default())
    }
}

impl Tokenizer {
    /// A tokenizer that does this.
    pub fn new(preprocessing: Preprocessing) -> Self {
        Tokenizer {
            tokenization: preprocessing.tokenization,
            rewriter: Rewriter::new(preprocessing),
            classes: preprocessing.tokenization.classes().map(Classes::new).unwrap_or_default(),
            pieces: Spans::default(),
            spans: Spans::default(),
            keys: Keys::default(),
        }
    }

    /// The tokens of `text`: lines that each end in LF, less than 4 GiB of them.
    pub fn tokenize<'a>(&'a mut self, text: &'a str) -> Tokens<'a> {
        let text = self.rewriter.rewrite(text);
        self.spans.clear();
        cut(text, self.tokenization, &mut self.classes, &mut self.pieces, &mut self.spans);
        fill(text.as_bytes(), &self.spans, &mut self.keys);
        Tokens::new(text.as_bytes(), &self.spans, &self.keys)
    }
}

/// Finds the tokens of `text`. `pieces` is memory to work in.
///
/// Compiled also for newer x86-64 processors, and chosen when the program runs: masks and bits profit.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn cut(text: &str, tokenization: Tokenization, classes: &mut Classes, pieces: &mut Spans, spans: &mut Spans) {
    match tokenization {
        Tokenization::V13a => {
            let mut rule = v13a::Rule::default();
            scan::scan(text, spans, |view| rule.breaks(view, 0));
        }
        Tokenization::Intl => {
            let mut rule = intl::Rule::new(classes);
            scan::scan(text, spans, |view| rule.breaks(view));
        }
        Tokenization::Zh => {
            let (mut rule, mut members) = (v13a::Rule::unpadded(), Members::new(classes));
            scan::scan(text, spans, |view| rule.breaks(view, zh::chinese(view, &mut members)));
        }
        Tokenization::Cjk => {
            let (mut rule, mut members) = (v13a::Rule::default(), Members::new(classes));
            scan::scan(text, spans, |view| rule.breaks(view, cjk::characters(view, &mut members)));
        }
        Tokenization::Char => scan::scan(text, spans, chars::breaks),
        Tokenization::None => scan::scan(text, spans, |_| 0),
        Tokenization::Words => segments::words(text, pieces, spans),
        Tokenization::Graphemes => segments::graphemes(text, pieces, spans),
    }
}

/// The keys of the tokens found; compiled like [`cut`].
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn fill(text: &[u8], spans: &Spans, keys: &mut Keys) {
    let tokens = spans.starts().iter().zip(spans.ends());
    keys.fill(tokens.map(|(&start, &end)| Key::new(text, start, end)));
}
