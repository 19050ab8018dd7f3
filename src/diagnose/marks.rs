//! Parts of a line that are the same in any language: addresses, handles, hashtags, placeholders, and masks in place of words.

use crate::lines::not_ascii;
use std::borrow::Cow;

/// A part of a line that is no language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `https://...`, `www.`..., `me@example.org`.
    Address,
    /// `@name`.
    Handle,
    /// `#topic`.
    Hashtag,
    /// `{0}`, `%s`, `%(name)s`, `<x/>`.
    Placeholder,
    /// `[NAME]`, `XXXX`, `####`, `****`.
    Mask,
}

/// Returns the marks of a line, with their kinds.
pub fn marks(line: &str) -> impl Iterator<Item = (Mark, &str)> {
    let words = if may_have_marks(line) { line } else { "" };
    words.split_whitespace().flat_map(marks_of_word)
}

/// The line without marks.
pub fn without_marks(line: &str) -> Cow<'_, str> {
    let mut rest = line;
    let mut prose = String::new();
    for (_, mark) in marks(line) {
        // Marks are parts of the line, in their order.
        let at = mark.as_ptr() as usize - rest.as_ptr() as usize;
        prose.push_str(&rest[..at]);
        rest = &rest[at + mark.len()..];
    }
    if rest.len() == line.len() { line.into() } else { (prose + rest).into() }
}

/// Whether a line has a character that marks have.
fn may_have_marks(line: &str) -> bool {
    line.bytes().any(|byte| matches!(byte, b'@' | b'#' | b'{' | b'%' | b'<' | b'[' | b'*')) || line.contains("://") || line.contains("www.") || line.contains("XXX")
}

/// The marks of a word: it is one, or has placeholders.
fn marks_of_word(word: &str) -> Vec<(Mark, &str)> {
    let is_edge = |c: char| ".,;:!?()\"'“”„«»…、。，！？（）".contains(c);
    let core = word.trim_matches(is_edge);
    let is_name = |name: &str| name.len() > 1 && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_all = |c: char| core.chars().count() > 2 && core.chars().all(|other| other == c);
    if core.contains("://") || core.starts_with("www.") || core.split_once('@').is_some_and(|(user, host)| !user.is_empty() && host.contains('.')) {
        return vec![(Mark::Address, core)];
    }
    if core.strip_prefix('@').is_some_and(is_name) {
        return vec![(Mark::Handle, core)];
    }
    if core.strip_prefix('#').is_some_and(|topic| is_name(topic) && topic.contains(char::is_alphabetic)) {
        return vec![(Mark::Hashtag, core)];
    }
    if ['X', '#', '*'].into_iter().any(is_all) {
        return vec![(Mark::Mask, core)];
    }
    let mut found = Vec::new();
    let mut rest = word;
    while let Some(at) = rest.find(['{', '%', '<', '[']) {
        let (mark, length) = placeholder(&rest[at..]).unwrap_or((Mark::Placeholder, 0));
        if length > 0 {
            found.push((mark, &rest[at..at + length]));
        }
        rest = &rest[at + length.max(1)..];
    }
    found
}

/// The placeholder or mask at the beginning of a text, with its length.
fn placeholder(text: &str) -> Option<(Mark, usize)> {
    let inside = |close: char| Some(&text[1..text.find(close)?]).filter(|inside| !inside.is_empty());
    match text.as_bytes()[0] {
        b'{' => inside('}').map(|inside| (Mark::Placeholder, inside.len() + 2)),
        b'<' => inside('>').filter(|inside| inside.ends_with('/')).map(|inside| (Mark::Placeholder, inside.len() + 2)),
        b'[' => {
            let is_mask = |inside: &&str| inside.len() > 2 && inside.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
            inside(']').filter(is_mask).map(|inside| (Mark::Mask, inside.len() + 2))
        }
        _ => {
            let name = if text.starts_with("%(") { text.find(')')? + 1 } else { 1 };
            let flags = text[name..].find(|c: char| !c.is_ascii_digit() && !"$.+-".contains(c))?;
            let is_type = text[name + flags..].starts_with(['s', 'd', 'i', 'u', 'f', 'x', 'c', '@', '1', '2']);
            is_type.then_some((Mark::Placeholder, name + flags + 1))
        }
    }
}
