//! The tokens of Moses's tokenizer.perl.
//!
//! The script inserts spaces around punctuation, by substitutions that differ between languages, and separates the
//! period at the end of a word, unless the word is an abbreviation: one of the nonbreaking prefixes of its language.
//! This follows version 1.1 of the script, with the rules for single languages that it had in 2021, but with the period of
//! Moses 4.0 (2017), which most published figures of multi-bleu.perl are based on: since November 2018 the script separates
//! the period of a line's last word whatever the word is.
//! [`Tokenization::moses`](crate::bleu::tokenize::Tokenization::moses) makes a tokenizer of a list of prefixes.

mod prefixes;
mod rules;
mod settings;

pub use prefixes::Prefixes;
pub use settings::{Hyphens, Settings};

use crate::bleu::unprintable::replace;
use prefixes::Kind;
use rules::{Rules, is_alphabetic, is_lowercase};
use std::borrow::Cow;

/// Finds the tokens of lines, with the special characters of Moses escaped.
pub(super) struct MosesTokens {
    rules: Rules,
    pub prefixes: Prefixes,
}

impl MosesTokens {
    pub fn new(settings: &Settings, prefixes: Prefixes) -> Self {
        MosesTokens { rules: Rules::new(settings), prefixes }
    }

    /// Calls `push` with each token of a line: what is between spaces after the substitutions, and the periods that end words.
    pub fn find(&self, line: &str, push: &mut dyn FnMut(&str)) {
        let line = self.rules.substitute(line);
        let mut words = line.split(' ').filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            let next = words.peek().copied();
            // Two and more periods are a token.
            let stem = word.strip_suffix('.').filter(|stem| !stem.is_empty() && !stem.ends_with('.'));
            let quoted = word.strip_suffix(".'").filter(|_| next.is_none());
            let (start, rest): (_, &[&str]) = match (stem, quoted) {
                (Some(stem), _) if !self.prefixes.keep_period(stem, next) => (stem, &["."]),
                (_, Some(stem)) => (stem, &[".", "'"]),
                _ => (word, &[]),
            };
            [start].iter().chain(rest).for_each(|token| push(&escape(token)));
        }
    }
}

impl Prefixes {
    /// Whether the period after a word belongs to it.
    fn keep_period(&self, word: &str, next: Option<&str>) -> bool {
        let next = next.and_then(|next| next.chars().next());
        match self.kind(word) {
            Some(Kind::Always) => true,
            Some(Kind::BeforeNumber) if next.is_some_and(|c| c.is_ascii_digit()) => true,
            _ => next.is_some_and(is_lowercase) || word.contains('.') && word.contains(is_alphabetic),
        }
    }
}

/// The special characters of Moses, and how it writes them.
const ESCAPES: [(char, &str); 8] = [
    ('&', "&amp;"),
    ('|', "&#124;"),
    ('<', "&lt;"),
    ('>', "&gt;"),
    ('\'', "&apos;"),
    ('"', "&quot;"),
    ('[', "&#91;"),
    (']', "&#93;"),
];

/// A token as Moses writes it.
fn escape(token: &str) -> Cow<'_, str> {
    let escaped = |c: char| ESCAPES.iter().find(|(special, _)| *special == c).map(|(_, escaped)| *escaped);
    replace(token, |c| escaped(c).is_some(), |c| escaped(c).unwrap_or_default().to_owned())
}
