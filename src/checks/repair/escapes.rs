//! Characters that are written as escapes.

use super::Entry;
use std::char::decode_utf16;

pub const ENTRY: Entry = Entry { concerns: |byte| matches!(byte, b'\\' | b'%' | b'<'), rewrite: decode_escapes };

/// Appends the line with characters in place of escapes, and returns their number.
fn decode_escapes(line: &str, to: &mut String) -> u64 {
    let (mut places, mut rest) = (0, line);
    let mut word = LastWord { line, start: 0, end: 0, has_slash: false };
    while let Some(at) = rest.find(['\\', '%', '<']) {
        to.push_str(&rest[..at]);
        rest = &rest[at..];
        let decoded = match rest.as_bytes()[0] {
            b'\\' => after_backslash(rest, to.chars().next_back()),
            b'%' if word.is_address(line.len() - rest.len()) => None,
            b'%' => bytes_in(rest, ["%", ""]),
            _ => bytes_in(rest, ["<0x", ">"]),
        };
        let (text, length) = decoded.unwrap_or_else(|| (rest[..1].to_owned(), 1));
        places += u64::from(text != rest[..length]);
        to.extend(text.chars().map(|c| if c.is_control() { ' ' } else { c }));
        rest = &rest[length..];
    }
    to.push_str(rest);
    places
}

/// Appends the line with characters in place of escapes, if some of these stand for characters outside ASCII, and returns the number
/// of escapes. Those of code, formulas and paths, such as `\n`, stand for ASCII.
pub fn decode_escaped_letters(line: &str, to: &mut String) -> u64 {
    let begin = to.len();
    let places = decode_escapes(line, to);
    let not_ascii = |text: &str| text.chars().filter(|c| !c.is_ascii()).count();
    if not_ascii(&to[begin..]) > not_ascii(line) { places } else { 0 }
}

/// The word before a place in a line. Each part of it is looked at once.
struct LastWord<'a> {
    line: &'a str,
    start: usize,
    end: usize,
    has_slash: bool,
}

impl LastWord<'_> {
    /// Whether the word before a place, further on than any before, is an address, where escapes belong.
    fn is_address(&mut self, place: usize) -> bool {
        let mut new = &self.line[self.end..place];
        if let Some(space) = new.rfind(char::is_whitespace) {
            new = new[space..].trim_start();
            (self.start, self.has_slash) = (place - new.len(), false);
        }
        self.end = place;
        self.has_slash |= new.contains('/');
        self.has_slash || self.line[self.start..].starts_with("www.")
    }
}

/// Returns the characters that escapes after a backslash stand for, and the length of the escapes, given the character
/// before them.
fn after_backslash(text: &str, before: Option<char>) -> Option<(String, usize)> {
    match text.as_bytes().get(1)? {
        b'u' => {
            let unit = |escape: &str| {
                u16::from_str_radix(escape.strip_prefix("\\u")?.get(..4).filter(is_hexadecimal)?, 16).ok()
            };
            let first = unit(text)?;
            let second = text.get(6..).and_then(unit);
            let characters = |units: &[u16]| decode_utf16(units.iter().copied()).collect::<Result<String, _>>().ok();
            // A pair of surrogates is one character.
            let single = characters(&[first]).map(|text| (text, 6));
            single.or_else(|| Some((characters(&[first, second?])?, 12)))
        }
        b'"' => Some((String::from('"'), 2)),
        b'n' | b'r' | b't' => {
            // It may be of a path, such as C:\new.
            let is_path = before == Some(':') || text[2..].starts_with(|c: char| c.is_ascii_lowercase());
            (!is_path).then(|| (String::from(' '), 2))
        }
        _ => None,
    }
}

fn is_hexadecimal(digits: &&str) -> bool {
    digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the text of the bytes at the beginning, each in two digits between these marks, and the length of all. The last ones
/// that are UTF-8 are decoded, if they are more than ASCII or have marks on both sides; those before them stay as they are.
fn bytes_in(text: &str, [open, close]: [&str; 2]) -> Option<(String, usize)> {
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some(inner) = rest.strip_prefix(open)
        && let Some(digits) = inner.get(..2).filter(is_hexadecimal)
        && let Some(after) = inner[2..].strip_prefix(close)
    {
        bytes.extend(u8::from_str_radix(digits, 16));
        rest = after;
    }
    let length = text.len() - rest.len();
    let last = bytes.utf8_chunks().last()?;
    let is_decoded = last.invalid().is_empty() && !(close.is_empty() && last.valid().is_ascii());
    let decoded = if is_decoded { last.valid() } else { "" };
    let as_they_are = length / bytes.len() * (bytes.len() - decoded.len());
    Some((format!("{}{decoded}", &text[..as_they_are]), length))
}

#[cfg(test)]
mod tests {
    use crate::checks::repair::Repair;

    #[test]
    fn escapes_become_characters() {
        for (line, expected) in [
            (r"f\u00fcr \ud83d\ude00", "für 😀"),
            (r#"\"yes\", he said"#, "\"yes\", he said"),
            (r"one.\nTwo.\tThree.\u000aFour.", "one. Two. Three. Four."),
            ("f%C3%BCr", "für"),
            ("f<0xC3><0xBC>r<0x0A>uns", "für uns"),
            (r"\u", r"\u"),
            (r"\ud83d!", r"\ud83d!"),
            (r"C:\new\table", r"C:\new\table"),
            ("100% of %41 %C3 %FF", "100% of %41 %C3 %FF"),
            ("https://a.de/f%C3%BCr", "https://a.de/f%C3%BCr"),
            ("<0xC3> <b> <", "<0xC3> <b> <"),
            ("%C3%C3%BC %C3%BC%C3 %e2%82%41", "%C3ü %C3%BC%C3 %e2%82%41"),
            ("a/%C3%BC www.%C3%BC www. %C3%BC/%C3%BC x%41/ %C3%BC", "a/%C3%BC www.%C3%BC www. ü/%C3%BC x%41/ ü"),
        ] {
            assert_eq!(Repair::Escapes.clean(line), expected, "{line}");
        }
    }
}
