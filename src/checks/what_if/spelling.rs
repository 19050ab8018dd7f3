//! Changes of spellings: words that differ only in the letters, digits or joints that a keyboard or a convention chose.

use super::Change;
use super::replace::replace;

/// The zero-width non-joiner.
const HALF_SPACE: char = '\u{200C}';

/// Zeros of digits that ten characters in a row are.
const ZEROS: [char; 21] = [
    '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}', '\u{BE6}', '\u{C66}',
    '\u{CE6}', '\u{D66}', '\u{DE6}', '\u{E50}', '\u{ED0}', '\u{F20}', '\u{1040}', '\u{17E0}', '\u{1810}', '\u{1946}',
    '\u{FF10}',
];

/// Full stops of other scripts.
const STOPS: &str = "۔।॥。｡．።։។။᠃";

/// Appends the line with one form of letters that Arabic, Persian and Urdu write differently.
pub fn unify_letters(line: &str, to: &mut String) -> u64 {
    replace(Change::Letters, line, to, |c, _| {
        let letter = match c {
            'ي' | 'ى' => 'ی',
            'ك' => 'ک',
            'ہ' => 'ه',
            _ => return None,
        };
        Some((c.len_utf8(), Some(letter)))
    })
}

/// Appends the line without tatweel.
pub fn drop_tatweel(line: &str, to: &mut String) -> u64 {
    replace(Change::Tatweel, line, to, |c, _| (c == 'ـ').then_some((c.len_utf8(), None)))
}

/// Appends the line with the digits of ASCII.
pub fn write_ascii_digits(line: &str, to: &mut String) -> u64 {
    replace(Change::Digits, line, to, |c, _| {
        let value = ZEROS.iter().filter_map(|zero| (c as u32).checked_sub(*zero as u32)).find(|value| *value < 10)?;
        Some((c.len_utf8(), char::from_digit(value, 10)))
    })
}

/// Appends the line with ASCII full stops.
pub fn write_ascii_stops(line: &str, to: &mut String) -> u64 {
    replace(Change::Stops, line, to, |c, _| STOPS.contains(c).then_some((c.len_utf8(), Some('.'))))
}

/// Appends the line without half-spaces.
pub fn drop_half_spaces(line: &str, to: &mut String) -> u64 {
    replace(Change::HalfSpaces, line, to, |c, _| (c == HALF_SPACE).then_some((c.len_utf8(), None)))
}

/// Appends the line with spaces for half-spaces.
pub fn widen_half_spaces(line: &str, to: &mut String) -> u64 {
    replace(Change::HalfSpacesAsSpaces, line, to, |c, _| (c == HALF_SPACE).then_some((c.len_utf8(), Some(' '))))
}

/// Appends the line with spaces for underscores between letters.
pub fn split_at_underscores(line: &str, to: &mut String) -> u64 {
    replace(Change::Underscores, line, to, |_, rest| {
        let before = &line[..line.len() - rest.len()];
        let is_between = before.ends_with(char::is_alphabetic) && rest[1..].starts_with(char::is_alphabetic);
        (rest.starts_with('_') && is_between).then_some((1, Some(' ')))
    })
}
