//! The tokens of Moses's tokenizer.perl.
//!
//! The script inserts spaces around punctuation, by substitutions that differ between languages, and separates the
//! period at the end of a word, unless the word is an abbreviation: one of the nonbreaking prefixes of its language.
//! This follows version 1.1 of the script, with the rules for single languages that it had in 2021, but with the period of
//! Moses 4.0 (2017), which most published figures of multi-bleu.perl are based on: since November 2018 the script separates
//! the period of a line's last word whatever the word is.
//! [`Tokenization::moses`](crate::Tokenization::moses) makes a tokenizer of a list of prefixes.

mod prefixes;
mod rules;
mod settings;

pub use prefixes::Prefixes;
pub use settings::{Hyphens, Settings};

use prefixes::Kind;
use rules::{Rule, Rules, is_alphabetic, is_lowercase};
use std::mem;
use std::sync::Arc;

/// Finds the tokens of lines, with the special characters of Moses escaped.
pub(super) struct MosesTokens {
    rules: Rules,
    prefixes: Arc<Prefixes>,
    /// The line, with spaces inserted so far.
    line: String,
    /// The line before the last substitution.
    previous: String,
    /// The last token.
    token: String,
}

impl MosesTokens {
    pub fn new(settings: &Settings, prefixes: Arc<Prefixes>) -> Self {
        let rules = Rules::new(settings);
        MosesTokens { rules, prefixes, line: String::new(), previous: String::new(), token: String::new() }
    }

    /// Calls `push` with each token of a line.
    pub fn find(&mut self, line: &str, push: &mut dyn FnMut(&str)) {
        self.line.clear();
        self.rules.separate_symbols(line, &mut self.line);
        for rule in self.rules.substitutions() {
            self.substitute(rule);
        }
        self.push_words(push);
    }

    fn substitute(&mut self, rule: &Rule) {
        if self.line.contains(rule.mark) {
            mem::swap(&mut self.line, &mut self.previous);
            self.line.clear();
            rule.substitute(&self.previous, &mut self.line);
        }
    }

    /// Finds the tokens between the spaces of the line, and the periods that end words.
    fn push_words(&mut self, push: &mut dyn FnMut(&str)) {
        let mut push = |token: &str| {
            self.token.clear();
            escape(token, &mut self.token);
            push(&self.token);
        };
        let mut words = self.line.split(' ').filter(|word| !word.is_empty()).peekable();
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
            push(start);
            rest.iter().for_each(|token| push(token));
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

/// Appends a token as Moses writes it.
fn escape(token: &str, output: &mut String) {
    let mut rest = token;
    while let Some(at) = rest.find(['&', '|', '<', '>', '\'', '"', '[', ']']) {
        output.push_str(&rest[..at]);
        output.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'|' => "&#124;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'\'' => "&apos;",
            b'"' => "&quot;",
            b'[' => "&#91;",
            _ => "&#93;",
        });
        rest = &rest[at + 1..];
    }
    output.push_str(rest);
}
