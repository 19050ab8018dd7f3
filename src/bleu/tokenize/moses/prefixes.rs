//! Nonbreaking prefixes: words after which a period does not end a sentence.

use crate::bleu::tokenize::fingerprint::fingerprint;
use std::collections::BTreeMap;
use std::fmt;

/// The nonbreaking prefixes of a language.
#[derive(Clone, PartialEq, Eq)]
pub struct Prefixes {
    kinds: BTreeMap<Box<str>, Kind>,
    fingerprint: String,
}

/// Where the period after a prefix belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Always,
    /// Before a number, as in `No. 5`.
    BeforeNumber,
}

/// Marks prefixes of [`Kind::BeforeNumber`].
const BEFORE_NUMBER: &str = "#NUMERIC_ONLY#";

impl Prefixes {
    /// Reads the contents of one of Moses's files `nonbreaking_prefix.LANG`: a prefix per line; lines that begin with
    /// `#` are comments.
    ///
    /// As in tokenizer.perl, white space belongs to a prefix, which then matches no word, and the last of several equal
    /// lines counts.
    pub fn parse(text: &str) -> Prefixes {
        let lines = text.split('\n').filter(|line| !line.starts_with('#'));
        let kinds = lines.map(|line| match line.rsplit_once(BEFORE_NUMBER) {
            Some((prefix, _)) if prefix.ends_with(char::is_whitespace) => {
                let mut chars = prefix.chars();
                chars.next_back();
                (chars.as_str(), Kind::BeforeNumber)
            }
            _ => (line, Kind::Always),
        });
        let kinds = kinds.filter(|(prefix, _)| !prefix.is_empty() && !prefix.contains(char::is_whitespace));
        let kinds: BTreeMap<Box<str>, Kind> = kinds.map(|(prefix, kind)| (prefix.into(), kind)).collect();
        let lines = kinds.iter().map(|(prefix, kind)| match kind {
            Kind::Always => format!("{prefix}\n"),
            Kind::BeforeNumber => format!("{prefix} {BEFORE_NUMBER}\n"),
        });
        let fingerprint = fingerprint(lines.collect::<String>().as_bytes());
        Prefixes { kinds, fingerprint }
    }

    /// First twelve hexadecimal digits of the SHA-256 sum of the prefixes that can match a word, sorted: lists that
    /// differ in comments and order only have the same.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    pub(super) fn kind(&self, word: &str) -> Option<Kind> {
        self.kinds.get(word).copied()
    }
}

impl fmt::Debug for Prefixes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Prefixes").field("fingerprint", &self.fingerprint).finish_non_exhaustive()
    }
}
