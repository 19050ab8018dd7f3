//! General categories of characters, as in Unicode 18 and 17 and in Python's `regex`, which sacreBLEU uses.
//!
//! They decide tokens, and so scores, which must not change with the version of a dependency: the tables are a part of
//! this crate.

use crate::bleu::names::names;
use std::sync::LazyLock;

/// The first character of each run of characters of one category in Unicode 18, in hexadecimal, after a letter for the
/// category. Written by testdata/unicode/make_categories.py.
const RUNS: &str = include_str!("general_category.txt");

/// Runs of characters that are not assigned in Unicode 17, but have a category in Unicode 18: the first and the last of
/// each. Written by the same script.
const ADDED: &str = include_str!("unicode_18.txt");

names! {
    /// Version of Unicode whose general categories decide tokens.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum UnicodeVersion: "version of Unicode" {
        /// Unicode 17, as in Python's `regex` up to 2026.9.10.
        V17 = "17": "as in Python's regex up to 2026.9.10",
        /// Unicode 18, as in Python's `regex` from 2026.9.29 on.
        #[default]
        V18 = "18": "as in Python's regex from 2026.9.29 on",
    }
}

/// The categories that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneralCategory {
    /// Marks, separators, control characters, and all that is not assigned.
    Other,
    /// L.
    Letter,
    /// Nd.
    DecimalNumber,
    /// Nl and No.
    OtherNumber,
    /// P.
    Punctuation,
    /// S.
    Symbol,
}

impl GeneralCategory {
    /// The category of a character in Unicode 18.
    pub fn of(c: char) -> GeneralCategory {
        static TABLE: LazyLock<Vec<(u32, GeneralCategory)>> =
            LazyLock::new(|| RUNS.split_ascii_whitespace().filter_map(parse_run).collect());
        // The first run begins with the first character.
        TABLE[TABLE.partition_point(|&(first, _)| first <= u32::from(c)) - 1].1
    }

    /// The category of a character in Unicode 17.
    pub fn in_unicode_17(c: char) -> GeneralCategory {
        if is_added(c) { GeneralCategory::Other } else { GeneralCategory::of(c) }
    }
}

/// Whether a character is punctuation, a number or a symbol in Unicode 18 only.
#[cfg(feature = "cli")]
pub fn splits_in_unicode_18(c: char) -> bool {
    is_added(c) && GeneralCategory::of(c) != GeneralCategory::Letter
}

/// Whether a character has a category in Unicode 18 only.
fn is_added(c: char) -> bool {
    static TABLE: LazyLock<Vec<[u32; 2]>> =
        LazyLock::new(|| ADDED.split_ascii_whitespace().filter_map(parse_range).collect());
    let next = TABLE.partition_point(|[_, last]| *last < u32::from(c));
    TABLE.get(next).is_some_and(|[first, _]| *first <= u32::from(c))
}

fn parse_run(run: &str) -> Option<(u32, GeneralCategory)> {
    let (letter, first) = run.split_at_checked(1)?;
    let category = match letter {
        "L" => GeneralCategory::Letter,
        "D" => GeneralCategory::DecimalNumber,
        "N" => GeneralCategory::OtherNumber,
        "P" => GeneralCategory::Punctuation,
        "S" => GeneralCategory::Symbol,
        _ => GeneralCategory::Other,
    };
    Some((u32::from_str_radix(first, 16).ok()?, category))
}

fn parse_range(range: &str) -> Option<[u32; 2]> {
    let (first, last) = range.split_once('-')?;
    Some([u32::from_str_radix(first, 16).ok()?, u32::from_str_radix(last, 16).ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The category of every code point by the figures of `regex`, one line per category.
    fn expected(figures: &str) -> Vec<GeneralCategory> {
        let mut expected = vec![GeneralCategory::Other; char::MAX as usize + 1];
        for line in figures.lines() {
            let (name, ranges) = line.split_once(' ').unwrap();
            let category = match name {
                "L" => GeneralCategory::Letter,
                "Nd" => GeneralCategory::DecimalNumber,
                "N" => GeneralCategory::OtherNumber,
                "P" => GeneralCategory::Punctuation,
                "S" => GeneralCategory::Symbol,
                _ => continue,
            };
            for range in ranges.split(' ') {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                let [first, last] = [first, last].map(|code| usize::from_str_radix(code, 16).unwrap());
                // N contains Nd, which comes first.
                let others = expected[first..=last].iter_mut().filter(|known| **known == GeneralCategory::Other);
                others.for_each(|known| *known = category);
            }
        }
        expected
    }

    #[test]
    fn categories_of_all_characters_are_those_of_regex() {
        let [older, newer] = [
            expected(include_str!("../../../testdata/unicode/categories-17.txt")),
            expected(include_str!("../../../testdata/unicode/categories-18.txt")),
        ];
        let wrong = ('\0'..=char::MAX).find(|&c| GeneralCategory::of(c) != newer[c as usize]);
        assert_eq!(wrong, None, "Unicode 18");
        let wrong = ('\0'..=char::MAX).find(|&c| GeneralCategory::in_unicode_17(c) != older[c as usize]);
        assert_eq!(wrong, None, "Unicode 17");
    }

    #[test]
    fn unicode_18_has_470_more_punctuation_numbers_and_symbols() {
        let added = || ('\0'..=char::MAX).filter(|&c| splits_in_unicode_18(c));
        let count = |category| added().filter(|&c| GeneralCategory::of(c) == category).count();
        let counts = [GeneralCategory::Punctuation, GeneralCategory::OtherNumber, GeneralCategory::Symbol].map(count);
        assert_eq!((added().count(), counts), (470, [4, 323, 143]));
        assert!(splits_in_unicode_18('\u{20C2}') && !splits_in_unicode_18('\u{20C1}'));
    }
}
