//! General categories of characters, as in Unicode 17 and in Python's `regex` 2026.5.9, which sacreBLEU uses.
//!
//! They decide tokens, and so scores, which must not change with the version of a dependency: the table is a part of
//! this crate.

mod table;

use table::RUNS;

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

/// Bits of an entry of the table that hold the category; the others hold the character.
const CATEGORY_BITS: u32 = 3;

impl GeneralCategory {
    /// In the order of their numbers in the table.
    const ALL: [GeneralCategory; 6] = [
        GeneralCategory::Other,
        GeneralCategory::Letter,
        GeneralCategory::DecimalNumber,
        GeneralCategory::OtherNumber,
        GeneralCategory::Punctuation,
        GeneralCategory::Symbol,
    ];

    /// The category of a character.
    pub fn of(c: char) -> GeneralCategory {
        // The first run begins with the first character.
        let run = RUNS.partition_point(|run| run >> CATEGORY_BITS <= u32::from(c)) - 1;
        GeneralCategory::ALL[(RUNS[run] & ((1 << CATEGORY_BITS) - 1)) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of `regex`, one line per category.
    const CATEGORIES: &str = include_str!("../../testdata/unicode/categories.txt");

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
