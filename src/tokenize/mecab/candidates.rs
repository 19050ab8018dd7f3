//! The words that may begin at a position in a text, known and unknown.
//!
//! MeCab 0.996, `tokenizer.cpp` (`Tokenizer::lookup`).

use super::characters::{Character, Characters};
use super::dictionary::Dictionary;
use super::words::Entry;

/// A group has at most this many characters after its first (MeCab's `max-grouping-size`).
const MAX_GROUP_TAIL: usize = 24;

/// The text after the spaces at its beginning: the characters that each share a category with the one before,
/// the first with U+0020.
#[inline(always)]
pub fn skip_spaces<'a>(characters: &Characters, text: &'a str) -> &'a str {
    let mut rest = text.chars();
    let mut previous = characters.get(' ');
    loop {
        let remaining = rest.as_str();
        match rest.next().map(|character| characters.get(character)) {
            Some(character) if character.is_like(previous) => previous = character,
            _ => return remaining,
        }
    }
}

/// Calls `found` with each word that `text` begins with: its length in bytes and its entries.
///
/// First come the words of the dictionary, shortest first, then unknown ones. `text` must not be empty.
#[inline(always)]
pub fn for_each<'d>(dictionary: &'d Dictionary, text: &str, mut found: impl FnMut(usize, &'d [Entry])) {
    let mut any = false;
    for (length, entries) in dictionary.words.prefixes(text) {
        any = true;
        found(length, entries);
    }
    let Some(first) = text.chars().next() else { return };
    let properties = dictionary.characters.get(first);
    if any && !properties.always_unknown() {
        return;
    }
    let entries = dictionary.unknown_entries(properties);
    for_each_unknown(&dictionary.characters, properties, text, |length| {
        any = true;
        found(length, entries);
    });
    if !any {
        found(first.len_utf8(), entries);
    }
}

/// Calls `found` with the length in bytes of each unknown word, by the properties of the first character.
fn for_each_unknown(characters: &Characters, first: Character, text: &str, mut found: impl FnMut(usize)) {
    let group = first.forms_groups().then(|| group_length(characters, first, text)).flatten();
    if let Some(length) = group {
        found(length);
    }
    let mut length = 0;
    for (i, character) in text.chars().take(first.max_length()).enumerate() {
        if i > 0 && !characters.get(character).is_like(first) {
            return;
        }
        length += character.len_utf8();
        if group == Some(length) {
            return;
        }
        found(length);
    }
}

/// Length in bytes of the group that `text` begins with: the characters that each share a category with the one before.
/// `None` if the group is too long to be a word.
fn group_length(characters: &Characters, first: Character, text: &str) -> Option<usize> {
    let mut previous = first;
    for (tail, (at, character)) in text.char_indices().skip(1).enumerate() {
        let character = characters.get(character);
        if !character.is_like(previous) {
            return Some(at);
        }
        if tail == MAX_GROUP_TAIL {
            return None;
        }
        previous = character;
    }
    Some(text.len())
}
