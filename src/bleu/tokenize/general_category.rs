//! General categories of characters, as in Unicode 17 and in Python's `regex` 2026.5.9, which sacreBLEU uses.
//!
//! They decide tokens, and so scores, which must not change with the version of a dependency: the table is a part of
//! this crate.

use std::sync::LazyLock;

/// The first character of each run of characters of one category, in hexadecimal, after a letter for the category.
/// Written by testdata/unicode/make_categories.py.
const RUNS: &str = include_str!("general_category.txt");

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
    /// The category of a character.
    pub fn of(c: char) -> GeneralCategory {
        static TABLE: LazyLock<Vec<(u32, GeneralCategory)>> =
            LazyLock::new(|| RUNS.split_ascii_whitespace().filter_map(parse_run).collect());
        // The first run begins with the first character.
        TABLE[TABLE.partition_point(|&(first, _)| first <= u32::from(c)) - 1].1
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of `regex`, one line per category.
    const CATEGORIES: &str = include_str!("../../../testdata/unicode/categories.txt");

    #[test]
    fn categories_are_those_of_regex() {
        let mut expected = vec![GeneralCategory::Other; char::MAX as usize + 1];
        for line in CATEGORIES.lines() {
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
        let wrong = ('\0'..=char::MAX).find(|&c| GeneralCategory::of(c) != expected[c as usize]);
        assert_eq!(wrong, None);
        assert!(CATEGORIES.lines().count() == 9);
    }
}
