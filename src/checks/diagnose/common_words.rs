//! The commonest words of a text, which texts of one language have in common.

use super::limits::ENOUGH;
use super::scripts::is_letter;
use foldhash::fast::{FixedState, RandomState};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

/// Number of the commonest words that are compared.
pub const COMPARED: usize = 100;

/// Numbers of words, by their hashes.
#[derive(Clone, Debug, Default)]
pub struct WordCounts {
    counts: HashMap<u64, u32, RandomState>,
    words: u64,
}

/// Words of a line with letters that are not ASCII, whatever their case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownWords {
    /// Number of these that other texts have.
    pub known: usize,
    /// Number of all.
    pub all: usize,
}

impl WordCounts {
    /// The words of these lines with letters that are not ASCII.
    pub fn beyond_ascii<'a>(lines: impl Iterator<Item = &'a str>) -> WordCounts {
        WordCounts::of(lines.filter(|line| !line.is_ascii()), |word| !word.is_ascii())
    }

    fn of<'a>(lines: impl Iterator<Item = &'a str>, is_wanted: impl Fn(&str) -> bool) -> WordCounts {
        let mut words = WordCounts::default();
        for line in lines {
            for_each_word(line, &is_wanted, |word| {
                *words.counts.entry(hash(word)).or_default() += 1;
                words.words += 1;
            });
        }
        words
    }

    /// Share of the commonest words that both texts have in common, from 0 to 1; `None` if one of them is short.
    pub fn overlap(&self, other: &WordCounts) -> Option<f64> {
        // Half as many words leave few that are common.
        if self.words.min(other.words) < 2 * ENOUGH {
            return None;
        }
        let (own, others) = (self.commonest(), other.commonest());
        let size = own.len().min(others.len());
        Some(own.intersection(&others).count() as f64 / size.max(1) as f64)
    }

    /// Number of the words of a line with letters that are not ASCII, in any of these texts, and of all such words.
    pub fn known_words(texts: &[&WordCounts], line: &str) -> KnownWords {
        let mut words = KnownWords::default();
        for_each_word(
            line,
            |word| !word.is_ascii(),
            |word| {
                words.all += 1;
                words.known += usize::from(texts.iter().any(|text| text.counts.contains_key(&hash(word))));
            },
        );
        words
    }

    fn commonest(&self) -> HashSet<u64, RandomState> {
        let mut words: Vec<(Reverse<u32>, u64)> =
            self.counts.iter().map(|(word, count)| (Reverse(*count), *word)).collect();
        words.sort_unstable();
        words.into_iter().take(COMPARED).map(|(_, word)| word).collect()
    }
}

/// The words of these lines.
impl<'a> FromIterator<&'a str> for WordCounts {
    fn from_iter<I: IntoIterator<Item = &'a str>>(lines: I) -> WordCounts {
        WordCounts::of(lines.into_iter(), |_| true)
    }
}

fn hash(word: &str) -> u64 {
    FixedState::with_seed(0).hash_one(word)
}

/// Calls a function with each word of a line in lowercase, of those that are wanted; an ideograph or a syllable of
/// Japanese is a word.
fn for_each_word(line: &str, is_wanted: impl Fn(&str) -> bool, mut add: impl FnMut(&str)) {
    let is_between = |c: char| !is_letter(c) && !c.is_numeric();
    let is_word = |word: &&str| !word.is_empty() && is_wanted(word);
    for word in line.split(is_between).filter(is_word) {
        // A Turkish letter becomes two characters, and the second is no letter.
        for word in word.to_lowercase().split(is_between).filter(is_word) {
            if word.chars().all(is_ideograph_or_kana) {
                word.split_inclusive(|_| true).for_each(&mut add);
            } else {
                add(word);
            }
        }
    }
}

fn is_ideograph_or_kana(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}
