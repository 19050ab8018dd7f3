//! What is done to text before it is cut: normalizing, lowercasing, and 13a's entities.
//!
//! Lines stay lines: nothing here makes or removes a line feed.

use super::lowercase::Lowercase;
use super::{Normalization, Preprocessing};
use memchr::{memchr, memmem};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

/// Rewrites text; keeps its memory from one batch to the next.
#[derive(Clone, Debug)]
pub struct Rewriter {
    normalization: Option<Normalization>,
    lowercase: Option<Lowercase>,
    entities: bool,
    /// What is made, and what it is made of where that was made too.
    text: String,
    source: String,
    /// Whether anything was made of the present text.
    rewritten: bool,
}

impl Rewriter {
    /// For what these ask for.
    pub fn new(preprocessing: Preprocessing) -> Self {
        Rewriter {
            normalization: preprocessing.normalization,
            lowercase: preprocessing.lowercase.then(Lowercase::new),
            entities: preprocessing.tokenization.unescapes(),
            text: String::new(),
            source: String::new(),
            rewritten: false,
        }
    }

    /// The text that is to be cut: `text` itself where nothing is to be done, else what was made of it.
    pub fn rewrite<'a>(&'a mut self, text: &'a str) -> &'a str {
        self.rewritten = false;
        if let Some(form) = self.normalization
            && !text.is_ascii()
        {
            self.step(text, |text, to| normalize(text, form, to));
        }
        if let Some(mut lowercase) = self.lowercase.take() {
            self.step(text, |text, to| lowercase.append(text, to));
            self.lowercase = Some(lowercase);
        }
        if self.entities {
            if memmem::find(self.current(text).as_bytes(), SKIPPED.as_bytes()).is_some() {
                self.step(text, skip);
            }
            if memchr(b'&', self.current(text).as_bytes()).is_some() {
                self.step(text, unescape);
            }
        }
        self.current(text)
    }

    /// What the text has become so far.
    fn current<'a>(&'a self, text: &'a str) -> &'a str {
        if self.rewritten { &self.text } else { text }
    }

    /// Rewrites what the text has become so far.
    fn step(&mut self, text: &str, append: impl FnOnce(&str, &mut String)) {
        std::mem::swap(&mut self.text, &mut self.source);
        self.text.clear();
        append(if self.rewritten { &self.source } else { text }, &mut self.text);
        self.rewritten = true;
    }
}

/// Adds `text` in a normal form to `to`. No form joins anything to a line feed, so lines that are in it are copied.
fn normalize(text: &str, form: Normalization, to: &mut String) {
    for line in text.split_inclusive('\n') {
        let is_normal = line.is_ascii()
            || match form {
                Normalization::Nfc => is_nfc_quick(line.chars()),
                Normalization::Nfkc => is_nfkc_quick(line.chars()),
            } == IsNormalized::Yes;
        match form {
            _ if is_normal => to.push_str(line),
            Normalization::Nfc => to.extend(line.nfc()),
            Normalization::Nfkc => to.extend(line.nfkc()),
        }
    }
}

const SKIPPED: &str = "<skipped>";

/// 13a's entities, the longest of those that begin alike first. Its passes replace
/// `&amp;` before the last two, so that what comes of it may be one of them.
const ENTITIES: [(&str, &str); 6] =
    [("&amp;lt;", "<"), ("&amp;gt;", ">"), ("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];

/// Adds `text` without 13a's mark of a skipped segment to `to`.
fn skip(text: &str, to: &mut String) {
    text.split(SKIPPED).for_each(|part| to.push_str(part));
}

/// Adds `text` with characters for 13a's entities to `to`.
fn unescape(text: &str, to: &mut String) {
    let mut rest = text;
    while let Some(at) = memchr(b'&', rest.as_bytes()) {
        to.push_str(&rest[..at]);
        rest = &rest[at..];
        let (entity, character) =
            ENTITIES.into_iter().find(|(entity, _)| rest.starts_with(entity)).unwrap_or(("&", "&"));
        to.push_str(character);
        rest = &rest[entity.len()..];
    }
    to.push_str(rest);
}
