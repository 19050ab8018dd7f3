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
    let spaces = length_of_alike(characters, characters.get(' '), text, usize::MAX);
    &text[spaces.unwrap_or_default()..]
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
    let first_length = text.chars().next().map_or(0, char::len_utf8);
    let tail = || length_of_alike(characters, first, &text[first_length..], MAX_GROUP_TAIL);
    let group = first.forms_groups().then(tail).flatten().map(|tail| first_length + tail);
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

/// Length in bytes of the characters at the beginning of `text` that each share a category with the one before, the first
/// with `previous`. `None` if they are more than `most`.
#[inline(always)]
fn length_of_alike(characters: &Characters, mut previous: Character, text: &str, most: usize) -> Option<usize> {
    for (count, (at, character)) in text.char_indices().enumerate() {
        let character = characters.get(character);
        if !character.is_like(previous) {
            return Some(at);
        }
        if count == most {
            return None;
        }
        previous = character;
    }
    Some(text.len())
}
