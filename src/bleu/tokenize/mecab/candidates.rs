//! The words that may begin at a position in a text, known and unknown.
//!
//! MeCab 0.996, `tokenizer.cpp` (`Tokenizer::lookup`).

use super::characters::{Character, Characters};
use super::dictionary::Dictionary;
use super::first_steps::FirstSteps;
use super::letters::Letter;
use super::words::Entry;

/// A group has at most this many characters after its first (MeCab's `max-grouping-size`).
const MAX_GROUP_TAIL: usize = 24;

/// Number of the spaces that a text begins with: the characters that each share a category with the one before, the first
/// with U+0020.
#[inline(always)]
pub fn count_spaces(characters: &Characters, text: &[Letter]) -> usize {
    count_alike(characters.get(' '), text, usize::MAX).unwrap_or_default()
}

/// Calls `found` with each word that the text goes on with at a character: its number of characters and its entries.
///
/// Unknown words come first, then words of the dictionary.
#[inline(always)]
pub fn for_each<'d>(
    dictionary: &'d Dictionary,
    first_steps: &FirstSteps,
    text: &[Letter],
    at: usize,
    mut found: impl FnMut(usize, &'d [Entry]),
) {
    let Some((first, tail)) = text[at..].split_first() else { return };
    let (first, words) = (first.properties, &dictionary.words);
    let mut any = false;
    if !first.always_unknown() {
        first_steps.for_each(words, text, at, |length, entries| {
            any = true;
            found(length, entries);
        });
        if any {
            return;
        }
    }
    let entries = dictionary.unknown_entries(first);
    for_each_unknown(first, tail, |length| {
        any = true;
        found(length, entries);
    });
    let is_known = any || first.always_unknown() && first_steps.has_word(words, text, at);
    if !is_known {
        found(1, entries);
    }
    if first.always_unknown() {
        first_steps.for_each(words, text, at, found);
    }
}

/// Calls `found` with the number of characters of each unknown word, by the properties of the first and the characters after it.
fn for_each_unknown(first: Character, tail: &[Letter], mut found: impl FnMut(usize)) {
    let group = first.forms_groups().then(|| count_alike(first, tail, MAX_GROUP_TAIL)).flatten().map(|tail| 1 + tail);
    if let Some(length) = group {
        found(length);
    }
    for length in 1..=first.max_length().min(1 + tail.len()) {
        if length > 1 && !tail[length - 2].properties.is_like(first) || group == Some(length) {
            return;
        }
        found(length);
    }
}

/// Number of the characters at the beginning of a text that each share a category with the one before, the first with
/// `previous`. `None` if they are more than `most`.
#[inline(always)]
fn count_alike(mut previous: Character, text: &[Letter], most: usize) -> Option<usize> {
    for (count, letter) in text.iter().enumerate() {
        if !letter.properties.is_like(previous) {
            return Some(count);
        }
        if count == most {
            return None;
        }
        previous = letter.properties;
    }
    Some(text.len())
}
