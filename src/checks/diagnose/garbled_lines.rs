//! Lines that no translator would write: wrongly decoded letters, tokens of unknown words, loops.

use super::byte_set::ByteSet;
use super::limits::{MANY_TIMES, SENTENCE_CHARACTERS, SHORTEST_WORD};
use crate::checks::repair::Repair;
use crate::checks::repair::encoding::is_mojibake;
use crate::checks::repair::markup::{UNKNOWN_TOKENS, UNKNOWN_WORD, is_unknown_word};
use memchr::{memchr_iter, memchr3, memmem};
use std::borrow::Cow;

/// Way in which a line is garbled.
#[derive(Clone, Copy)]
pub enum Garbling {
    /// UTF-8 that was read as Latin-1 or Windows-1252.
    Mojibake,
    /// `?` or U+FFFD in place of letters.
    Replaced,
    /// Escapes of characters or bytes, such as `\u00fc`, `%C3%BC`, `<0xC3>` and `\n`.
    Escaped,
    /// Tokens of unknown words.
    Unknown,
    /// Control characters in place of quotes and dashes, as Windows-1252 that was read as Latin-1 has them.
    Control,
}

/// Bytes that a line that is garbled in some way contains, and whether it is.
type Test = (&'static [u8], fn(&str) -> bool);

/// The test for each [`Garbling`].
const TESTS: [Test; 5] = [
    (b"\xC3", is_mojibake),
    (b"?\xEF", has_replaced_letters),
    (b"\\%<", |line| matches!(Repair::Escapes.clean(line), Cow::Owned(_))),
    (b"<[&U\xE2", has_unknown_token),
    // Mojibake has control characters too.
    (b"\xC2", |line| has_control(line) && !is_mojibake(line)),
];

/// The ways in which a line is garbled: bit i is set for the i-th test.
#[derive(Clone, Copy, Debug, Default)]
pub struct Garblings(u8);

impl Garblings {
    /// Tests a line, given its bytes.
    pub fn of(line: &str, bytes: ByteSet) -> Garblings {
        let holds = |test: &usize| bytes.has_any(TESTS[*test].0) && TESTS[*test].1(line);
        Garblings((0..TESTS.len()).filter(holds).fold(0, |garblings, test| garblings | 1 << test))
    }

    /// Places of the tests.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..TESTS.len()).filter(move |test| self.0 >> test & 1 == 1)
    }

    pub fn include(self, garbling: Garbling) -> bool {
        self.0 >> garbling as u8 & 1 == 1
    }
}

/// Whether a line has U+FFFD, or `?` before a letter, or a word of question marks only.
fn has_replaced_letters(line: &str) -> bool {
    let bytes = line.as_bytes();
    // The first byte of U+FFFD is rare.
    if memchr_iter(0xEF, bytes).any(|at| line[at..].starts_with('\u{FFFD}')) {
        return true;
    }
    // Not ideographs and kana, which follow question marks without a space.
    let begins_letter = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, 0xC3..=0xE0);
    let ends_letter = |byte: u8| byte.is_ascii_alphabetic() || byte >= 0x80;
    memchr_iter(b'?', bytes).any(|at| {
        let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
        let after = bytes.get(at + 1).copied().unwrap_or(b' ');
        let in_word = begins_letter(after) && (ends_letter(before) || before == b' ');
        in_word || before == b' ' && after == b'?'
    })
}

/// Whether a line has one of the control characters U+0080 to U+009F, except the line break U+0085.
pub fn has_control(line: &str) -> bool {
    line.contains(|c: char| matches!(c, '\u{80}'..='\u{84}' | '\u{86}'..='\u{9F}'))
}

/// Whether at least two words of a line have letters of Latin and of Greek or Cyrillic that look alike.
pub fn mixes_scripts(line: &str) -> bool {
    // The letters are neighbors. The first bytes of Greek and Cyrillic are two each.
    let is_mixed = |pair: &[u8]| pair[0].is_ascii() != pair[1].is_ascii() && pair.iter().any(u8::is_ascii_alphabetic);
    if memchr3(0xCE, 0xD0, 0xD1, line.as_bytes()).is_none() || !line.as_bytes().windows(2).any(is_mixed) {
        return false;
    }
    let is_latin_twin = |c: char| "aceopxyABCEHKMOPTXiIjJsS".contains(c);
    let is_other = |c: char| matches!(c, '\u{370}'..='\u{3FF}' | '\u{400}'..='\u{4FF}');
    let is_plain_latin = |c: char| c.is_ascii_alphabetic() && !is_latin_twin(c);
    let mixes = |word: &&str| word.contains(is_latin_twin) && word.contains(is_other) && !word.contains(is_plain_latin);
    line.split(|c: char| !c.is_alphabetic()).filter(mixes).nth(1).is_some()
}

fn has_unknown_token(line: &str) -> bool {
    UNKNOWN_TOKENS.iter().any(|token| line.contains(token))
        || line.match_indices(UNKNOWN_WORD).any(|(at, _)| is_unknown_word(line, at))
}

/// Whether the bytes before or after the middle of a line are also elsewhere. A loop that is half of the line, and repeats the same
/// bytes, has it: one of its quarters is beside the middle.
pub fn repeats_middle(line: &str) -> bool {
    let bytes = line.as_bytes();
    let middle = bytes.len() / 2;
    let length = SENTENCE_CHARACTERS as usize;
    let pieces = [middle.saturating_sub(length)..middle, middle..bytes.len().min(middle + length)];
    pieces.into_iter().filter(|piece| !piece.is_empty()).any(|piece| {
        let elsewhere = [&bytes[piece.start + 1..], &bytes[..piece.end - 1]];
        elsewhere.into_iter().any(|bytes_elsewhere| memmem::find(bytes_elsewhere, &bytes[piece.clone()]).is_some())
    })
}

/// Whether a line repeats the same words, or characters if it has few spaces, at least four times in a row, and these
/// are half of the line.
pub fn loops(line: &str) -> bool {
    // Rows of dots and other signs are no loops.
    let words: Vec<&str> = line.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).collect();
    let characters: Vec<char> = line.chars().filter(|c| c.is_alphanumeric()).collect();
    // Emphasis may repeat a character.
    (1..=MAX_PERIOD).any(|period| repeats(&words, period, 4))
        || repeats(&characters, 1, SENTENCE_CHARACTERS as usize)
        || (2..=MAX_PERIOD).any(|period| !repeats(&characters, 1, 4) && repeats(&characters, period, 8))
}

/// Whether a line has a letter at least four times in a row, as shouts have: they vary in length.
pub fn shouts(line: &str) -> bool {
    let characters: Vec<char> = line.chars().filter(|c| c.is_alphabetic()).collect();
    characters.windows(SHORTEST_WORD).any(|letters| letters.iter().all(|letter| *letter == letters[0]))
}

/// Longest part of a loop, in words or characters.
const MAX_PERIOD: usize = 24;

/// Whether a part of this length is repeated at least four times in a row, over at least `least` elements, and half
/// of the sequence.
fn repeats<T: PartialEq>(sequence: &[T], period: usize, least: usize) -> bool {
    let (mut run, mut longest) = (0, 0);
    for i in period..sequence.len() {
        run = if sequence[i] == sequence[i - period] { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    // The run does not include the first of the repeated parts.
    let repeated = longest + period;
    repeated >= MANY_TIMES as usize * period && repeated >= least && 2 * repeated >= sequence.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_read_as_another_encoding_is_found() {
        for line in ["fÃ¼r", "donâ€™t", "Ð¿Ñ€Ð¸Ð²ÐµÑ‚", "ä½ å¥½", "à¤¹à¤¿", "cÅ“ur"]
        {
            assert!(is_mojibake(line), "{line}");
        }
        for line in [
            "für",
            "Ã",
            "São João",
            "«à»",
            "PÃO",
            "É – é",
            "plain",
            "„Spaß“",
            "„MENÜ“",
            "„JÄ“",
            "LIBERTÉ\u{A0}»",
            "«\u{A0}liberté\u{A0}»",
            "Maß\u{AD}nahme",
        ] {
            assert!(!is_mojibake(line), "{line}");
        }
    }

    #[test]
    fn marks_in_place_of_letters_are_found() {
        for line in ["f?r", "?ber uns", "a ????? b", "f\u{FFFD}r"] {
            assert!(has_replaced_letters(line), "{line}");
        }
        for line in ["Who? Me.", "What??", "Really?\"", "a ? b", "是吗?是"] {
            assert!(!has_replaced_letters(line), "{line}");
        }
    }

    #[test]
    fn loops_are_found() {
        for line in [
            "the same the same the same the same",
            "no no no no no",
            "she said that that that that that",
            "我们我们我们我们我们",
        ] {
            assert!(loops(line) && repeats_middle(line), "{line}");
        }
        for line in ["a plain line", "ha ha ha", "1000000", "that that is is", "........", "no, no, never", "GOOOOOOAL"]
        {
            assert!(!loops(line), "{line}");
        }
    }
}
