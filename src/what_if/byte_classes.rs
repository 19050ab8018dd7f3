//! Classes of bytes in a line. Most lines contain no byte relevant to a change, so most changes can skip them.

use std::ops::BitOr;

/// A set of classes of bytes, and of pairs of neighboring bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByteClasses(u32);

impl ByteClasses {
    pub const UPPERCASE: ByteClasses = ByteClasses(1);
    pub const PUNCTUATION: ByteClasses = ByteClasses(1 << 1);
    /// Control characters, among them the tab.
    pub const CONTROL: ByteClasses = ByteClasses(1 << 2);
    pub const AMPERSAND: ByteClasses = ByteClasses(1 << 3);
    /// `<` and `[`.
    pub const BRACKET: ByteClasses = ByteClasses(1 << 4);
    pub const BACKTICK: ByteClasses = ByteClasses(1 << 5);
    /// First bytes of Latin letters that are not ASCII.
    pub const LATIN: ByteClasses = ByteClasses(Self::LATIN_EXTENDED.0 | 1 << 19);
    /// The same without the letters of Latin-1.
    pub const LATIN_EXTENDED: ByteClasses = ByteClasses(1 << 6);
    /// First bytes of the letters of Russian and its neighbors.
    pub const CYRILLIC: ByteClasses = ByteClasses(1 << 7);
    /// First bytes of general punctuation and symbols, U+2000 to U+2FFF.
    pub const SYMBOLS: ByteClasses = ByteClasses(1 << 8);
    /// First bytes of kana and of the punctuation of Chinese and Japanese, U+3000 to U+3FFF.
    pub const KANA: ByteClasses = ByteClasses(1 << 9);
    /// A space next to a space, or to an end of the line.
    pub const SPACES: ByteClasses = ByteClasses(1 << 10);
    /// A space, or the beginning of the line, before punctuation or one of the other characters.
    pub const SPACE_BEFORE_MARK: ByteClasses = ByteClasses(1 << 11);
    pub const DASHES: ByteClasses = ByteClasses(1 << 12);
    pub const APOSTROPHES: ByteClasses = ByteClasses(1 << 13);
    /// `@@` or `##`.
    pub const SUBWORD_MARK: ByteClasses = ByteClasses(1 << 14);
    /// `n'`, as in `n't`.
    pub const N_APOSTROPHE: ByteClasses = ByteClasses(1 << 15);

    /// Full-width forms, U+FF00 to U+FF7F.
    pub const FULL_WIDTH: ByteClasses = ByteClasses(1 << 16);
    /// All other characters but ideographs and the syllables of Korean.
    pub const OTHER: ByteClasses = ByteClasses(1 << 17 | Self::OTHER_WIDTH);

    /// Forms like full-width ones that begin with the same byte, U+F000 to U+FEFF and U+FF80 to U+FFFF.
    const OTHER_WIDTH: u32 = 1 << 18;

    /// All classes of single bytes.
    const SINGLE: u32 = ((1 << 10) - 1) | (1 << 17) | Self::LATIN.0;

    /// The classes in a line.
    pub fn of(line: &str) -> ByteClasses {
        // The ends of a line count as spaces.
        let of_pair = |first: u8, second: u8| FIRST[usize::from(first)] & SECOND[usize::from(second)];
        let bytes = line.as_bytes();
        let (first, last) = (bytes.first().unwrap_or(&b' '), bytes.last().unwrap_or(&b' '));
        let inside = bytes.windows(2).fold(0, |found, pair| found | of_pair(pair[0], pair[1]));
        ByteClasses(of_pair(b' ', *first) | inside | of_pair(*last, b' '))
    }

    /// Whether any of these classes is one of the others.
    pub fn intersects(self, others: ByteClasses) -> bool {
        self.0 & others.0 != 0
    }
}

impl BitOr for ByteClasses {
    type Output = ByteClasses;

    fn bitor(self, other: ByteClasses) -> ByteClasses {
        ByteClasses(self.0 | other.0)
    }
}

/// For each byte, the classes of pairs that it begins, and all classes of single bytes.
static FIRST: [u32; 256] = {
    let mut table = [ByteClasses::SINGLE; 256];
    table[b' ' as usize] |= ByteClasses::SPACES.0 | ByteClasses::SPACE_BEFORE_MARK.0;
    table[b'-' as usize] |= ByteClasses::DASHES.0;
    table[b'\'' as usize] |= ByteClasses::APOSTROPHES.0;
    table[b'n' as usize] |= ByteClasses::N_APOSTROPHE.0;
    table[b'N' as usize] |= ByteClasses::N_APOSTROPHE.0;
    table[0xEF] |= ByteClasses::FULL_WIDTH.0 | ByteClasses::OTHER_WIDTH;
    // `@#` also matches, which is harmless.
    table[b'@' as usize] |= ByteClasses::SUBWORD_MARK.0;
    table[b'#' as usize] |= ByteClasses::SUBWORD_MARK.0;
    table
};

/// For each byte, the classes of pairs that it ends, and its own.
static SECOND: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte as usize] = second(byte as u8).0;
        byte += 1;
    }
    table
};

const fn second(byte: u8) -> ByteClasses {
    let mark = ByteClasses::PUNCTUATION.0 | ByteClasses::SPACE_BEFORE_MARK.0;
    ByteClasses(match byte {
        b'A'..=b'Z' => ByteClasses::UPPERCASE.0,
        b' ' => ByteClasses::SPACES.0,
        b'&' => mark | ByteClasses::AMPERSAND.0,
        b'<' | b'[' => mark | ByteClasses::BRACKET.0,
        b'\'' => mark | ByteClasses::APOSTROPHES.0 | ByteClasses::N_APOSTROPHE.0,
        b'`' => mark | ByteClasses::BACKTICK.0,
        b'-' => mark | ByteClasses::DASHES.0,
        b'@' | b'#' => mark | ByteClasses::SUBWORD_MARK.0,
        _ if byte.is_ascii_punctuation() => mark,
        _ if byte.is_ascii_control() => ByteClasses::CONTROL.0,
        0xC3 => ByteClasses::LATIN.0 & !ByteClasses::LATIN_EXTENDED.0,
        0xC4..=0xC9 => ByteClasses::LATIN_EXTENDED.0,
        0xD0 | 0xD1 => ByteClasses::CYRILLIC.0,
        // U+4000 to U+9FFF, U+B000 to U+D7FF.
        0xE4..=0xE9 | 0xEB..=0xED => 0,
        0xE2 => ByteClasses::SYMBOLS.0 | ByteClasses::SPACE_BEFORE_MARK.0,
        0xE3 => ByteClasses::KANA.0 | ByteClasses::SPACE_BEFORE_MARK.0,
        0xEF => ByteClasses::SPACE_BEFORE_MARK.0,
        0xC0.. => ByteClasses::OTHER.0 & ByteClasses::SINGLE | ByteClasses::SPACE_BEFORE_MARK.0,
        0xBC | 0xBD => ByteClasses::FULL_WIDTH.0,
        _ => ByteClasses::OTHER_WIDTH,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::what_if::Change;

    #[test]
    fn a_line_has_the_classes_of_its_bytes_and_pairs() {
        let none = ByteClasses::default();
        assert_eq!(ByteClasses::of("plain"), none);
        assert_eq!(ByteClasses::of("A"), ByteClasses::UPPERCASE);
        assert_eq!(ByteClasses::of("a "), ByteClasses::SPACES);
        assert_eq!(ByteClasses::of("a--b"), ByteClasses::PUNCTUATION | ByteClasses::DASHES);
        assert_eq!(ByteClasses::of("a ."), ByteClasses::PUNCTUATION | ByteClasses::SPACE_BEFORE_MARK);
        assert!(ByteClasses::of("für").intersects(ByteClasses::LATIN));
        assert!(!ByteClasses::of("für").intersects(ByteClasses::LATIN_EXTENDED));
        assert_eq!(ByteClasses::of("łza дом 日本"), ByteClasses::LATIN_EXTENDED | ByteClasses::CYRILLIC);
    }

    #[test]
    fn no_change_alters_a_line_that_it_does_not_look_at() {
        let neighbors = ["", "a", " ", "-", "x y", "."];
        for c in ('\0'..='\u{FFFF}').chain(['😀', '𝒜', '\u{1E900}']) {
            for (before, after) in neighbors.iter().flat_map(|before| neighbors.map(|after| (before, after))) {
                // Most characters have the same neighbors as others of their class.
                if c > '\u{3100}' && !(c as u32).is_multiple_of(61) && !before.is_empty() {
                    continue;
                }
                let line = format!("{before}{c}{after}");
                let classes = ByteClasses::of(&line);
                for change in Change::ALL.into_iter().filter(|change| !classes.intersects(change.relevant_bytes())) {
                    assert_eq!(change.apply(&line), line, "{} of {line:?}", change.name());
                }
            }
        }
    }
}
