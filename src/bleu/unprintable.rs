//! Characters that a terminal obeys or hides instead of showing them, and their escapes.

#[cfg(feature = "shards")]
use super::lines::not_ascii;
use std::borrow::Cow;

/// Whether a terminal obeys or hides a character: control characters, line separators, marks of direction, and characters
/// without a width that no letter before them takes up.
#[cfg(any(feature = "cli", feature = "shards"))]
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Returns the text with escapes in place of some characters.
pub fn replace(text: &str, is_replaced: impl Fn(char) -> bool, escape: impl Fn(char) -> String) -> Cow<'_, str> {
    let (mut replaced, mut rest) = (String::new(), text);
    while let Some(place) = rest.find(&is_replaced) {
        replaced.push_str(&rest[..place]);
        let mut from_there = rest[place..].chars();
        replaced.extend(from_there.next().map(&escape));
        rest = from_there.as_str();
    }
    if rest.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(replaced + rest) }
}

/// Whether a text is of printable ASCII characters, as most tokens and numbers are.
#[cfg(feature = "cli")]
pub fn is_plain(text: &str) -> bool {
    text.bytes().fold(true, |all, byte| all & matches!(byte, b' '..=b'~'))
}

/// Escapes unprintable characters as JSON does; line feeds and tabs, which separate values, stay.
#[cfg(feature = "shards")]
pub fn escape_as_json(text: &str) -> Cow<'_, str> {
    // One look at all bytes, many at a time, and one at the few characters that are not ASCII.
    let is_escaped = |c: char| is_unprintable(c) && !matches!(c, '\n' | '\t');
    let is_control = |byte: u8| byte.is_ascii_control() & (byte != b'\n') & (byte != b'\t');
    let has_control = text.bytes().fold(false, |found, byte| found | is_control(byte));
    if !has_control && !not_ascii(text).any(|(_, c)| is_escaped(c)) {
        return Cow::Borrowed(text);
    }
    replace(text, is_escaped, json_escape)
}

/// Escapes a character as JSON does: each unit of UTF-16 as four hexadecimal digits.
#[cfg(feature = "shards")]
fn json_escape(c: char) -> String {
    c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

#[cfg(all(test, feature = "shards"))]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_one_character_to_escape_is_told_from_others() {
        for c in '\0'..='\u{2100}' {
            let text = format!("é plain{c}");
            let is_escaped = is_unprintable(c) && !matches!(c, '\n' | '\t');
            assert_eq!(escape_as_json(&text) != text, is_escaped, "{c:?}");
        }
    }

    #[test]
    fn strings_of_json_stay_the_same() {
        let text = "a\u{1b}\u{7f}\u{9b}\u{ad}\u{200b}\u{202e}\u{2028}\u{feff}\u{e0041}é\\\"\n";
        let json = serde_json::to_string(text).unwrap();
        let escaped = escape_as_json(&json);
        assert_eq!(escaped, "\"a\\u001b\\u007f\\u009b\\u00ad\\u200b\\u202e\\u2028\\ufeff\\udb40\\udc41é\\\\\\\"\\n\"");
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), text);
    }
}
