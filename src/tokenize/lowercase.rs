//! Lowercasing by a mapping; the full one with the same result as `str.lower` in Python.

use super::lowercasing::CaseMapping;
use memchr::{memchr2, memmem, memrchr2};

impl CaseMapping {
    /// Appends `text` in lower case to `to`.
    pub fn append(self, text: &str, to: &mut String) {
        let begin = to.len();
        match self {
            CaseMapping::Full => append_words(text, to),
            CaseMapping::EachAlone => append_letters(text, to),
            CaseMapping::Ascii => to.push_str(text),
        }
        to[begin..].make_ascii_lowercase();
    }
}

/// Appends text with all but its ASCII characters in lower case.
fn append_words(text: &str, to: &mut String) {
    let mut rest = text;
    // Only sigma depends on context, which ends at a space or line feed: words with sigma are lowercased as a whole.
    while let Some(sigma) = memmem::find(rest.as_bytes(), "Σ".as_bytes()) {
        let start = memrchr2(b' ', b'\n', &rest.as_bytes()[..sigma]).map_or(0, |space| space + 1);
        let end = memchr2(b' ', b'\n', &rest.as_bytes()[sigma..]).map_or(rest.len(), |space| sigma + space);
        append_letters(&rest[..start], to);
        append_word(&rest[start..end], to);
        rest = &rest[end..];
    }
    append_letters(rest, to);
}

/// As [`append_words`], with each letter by itself: a sigma at the end of a word is like any other.
fn append_letters(text: &str, to: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !byte.is_ascii()) {
        let (ascii, others) = rest.split_at(at);
        let end = others.bytes().position(|byte| byte.is_ascii()).unwrap_or(others.len());
        to.push_str(ascii);
        to.extend(others[..end].chars().flat_map(char::to_lowercase));
        rest = &others[end..];
    }
    to.push_str(rest);
}

/// Appends a word with sigma in lower case. Whether a sigma ends the word depends on which characters around it are
/// letters with case and which are skipped, in Python 3.11 by Unicode 14: there U+0295 is such a letter, and U+1171E is
/// skipped. Newer tables have changed that.
fn append_word(word: &str, to: &mut String) {
    let context: String =
        word.chars().filter(|&c| c != '\u{1171E}').map(|c| if c == '\u{295}' { 'a' } else { c }).collect();
    let context = context.to_lowercase();
    let mut sigmas = context.chars().filter(|c| matches!(c, 'σ' | 'ς'));
    for c in word.chars() {
        match c {
            'Σ' | 'σ' | 'ς' => to.extend(sigmas.next()),
            c => to.extend(c.to_lowercase()),
        }
    }
}
