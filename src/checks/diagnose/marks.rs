//! Parts of a line that are the same in any language: addresses, handles, hashtags, placeholders of messages, and masks in place of
//! names.

use super::byte_set::ByteSet;
use crate::checks::repair::markup::{CONTROL_TOKENS, UNKNOWN_TOKENS};
use memchr::{memchr, memchr3, memmem};

/// Whether a character is punctuation around a word.
fn is_edge(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '(' | ')' | '"' | '\'')
        || matches!(c, '“' | '”' | '„' | '«' | '»' | '…' | '、' | '。' | '，' | '！' | '？' | '（' | '）')
}

/// The parts of a line that no language decides.
pub fn marks(line: &str) -> impl Iterator<Item = &str> {
    let bytes = line.as_bytes();
    // Most lines have no mark.
    let has_only_zeros = memchr(b'0', bytes).is_some() && !line.contains(is_digit_of_number);
    let has_name = memchr3(b'@', b'#', b'/', bytes).is_some() || line.contains("www.") || has_only_zeros;
    let has_placeholder = memchr3(b'{', b'<', b'[', bytes).or(memchr(b'%', bytes)).is_some();
    // An address may be the value of an attribute.
    let is_apart = |c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>');
    let parts = line.split(is_apart).map(|part| part.trim_matches(is_edge));
    let names =
        has_name.then(|| parts.filter(|part| is_name(part)).chain(words(line).filter(|word| has_masked_digits(word))));
    names.into_iter().flatten().chain(has_placeholder.then(|| placeholders(line)).into_iter().flatten())
}

/// Whether a line with these bytes may have such parts: `false` is certain.
pub fn may_have_marks(line: &str, bytes: ByteSet) -> bool {
    bytes.has_any(b"@#/{<[%")
        || bytes.has_any(b"0") && !bytes.has_any(b"123456789")
        || memmem::find(line.as_bytes(), b"www.").is_some()
}

/// Whether a line has nothing but such parts.
pub fn is_all_marks(line: &str) -> bool {
    words(line).next().is_some() && words(line).all(|word| is_name(word) || placeholder(word) == Some(word))
}

/// Whether a mark stands for a name or for digits: `[NAME]`, `[PERSON_1]`, `##.#`, `00.0`.
pub fn is_mask(mark: &str) -> bool {
    if has_masked_digits(mark) {
        return true;
    }
    let inside = mark.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let is_control_token = CONTROL_TOKENS.iter().chain(&UNKNOWN_TOKENS).any(|token| *token == mark);
    inside.is_some_and(|inside| inside.len() > 2 && inside.bytes().all(is_upper)) && !is_control_token
}

/// Whether a word has `#`, or several zeros, in place of digits.
pub fn has_masked_digits(word: &str) -> bool {
    (word.contains('#') || word.matches('0').count() > 1) && word.chars().all(|c| "#0.,:/-%".contains(c))
}

/// A digit of a number that is not masked.
pub fn is_digit_of_number(c: char) -> bool {
    matches!(c, '1'..='9')
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().map(|word| word.trim_matches(is_edge)).filter(|word| !word.is_empty())
}

/// Whether a word is an address, a handle or a hashtag.
fn is_name(word: &str) -> bool {
    let is_of_topic = |name: &str| {
        name.len() > 1 && name.chars().all(|c| c.is_alphanumeric() || c == '_') && name.contains(char::is_alphabetic)
    };
    word.contains("://") || word.starts_with("www.") || word.strip_prefix(['@', '#']).is_some_and(is_of_topic)
}

/// The placeholders and masks of a line.
fn placeholders(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices(['{', '<', '[', '%']).filter_map(|(at, _)| placeholder(&line[at..]))
}

/// The placeholder at the beginning of a text: `{0}`, `<x/>`, `%s`, `%(name)s`, `%1$d`, `%1`, `[NAME]`.
fn placeholder(text: &str) -> Option<&str> {
    let until = |end: &str| Some(&text[..text.find(end)? + end.len()]).filter(|part| !part.contains(' '));
    if !text.starts_with('%') {
        return match text.as_bytes().first()? {
            b'{' => until("}"),
            b'<' => until("/>").filter(|part| !part[1..part.len() - 2].contains(['<', '>'])),
            _ => until("]").filter(|part| is_mask(part)),
        };
    }
    let name = if text.starts_with("%(") { text.find(')')? + 1 } else { 1 };
    let is_flag = |c: char| c.is_ascii_digit() || "$.+-".contains(c);
    let flags = text[name..].find(|c| !is_flag(c)).unwrap_or(text.len() - name);
    let has_type = text[name + flags..].starts_with(['s', 'd', 'i', 'u', 'f', 'x', 'c', '@']);
    let is_number = flags > 0 && text[name..name + flags].bytes().all(|byte| byte.is_ascii_digit());
    // In `%1x%2`, a letter stands between two numbers.
    let is_between = is_number && text[name + flags..].chars().nth(1) == Some('%');
    (has_type || is_number).then(|| &text[..name + flags + usize::from(has_type && !is_between)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_no_language_are_marks() {
        let line = "Hi @anna_b, {0} of “%d” (see https://a.b/c) in <b>x<x/>字%1$s字 #news: 50 % of %(name)s by [PERSON_1], 5%.";
        let names = ["@anna_b", "https://a.b/c", "#news"];
        let placeholders = ["{0}", "%d", "<x/>", "%1$s", "%(name)s", "[PERSON_1]"];
        assert_eq!(marks(line).collect::<Vec<_>>(), [&names[..], &placeholders].concat());
        let link = "<a href=\"https://a.b\">hier</a>";
        assert_eq!(marks(link).collect::<Vec<_>>(), ["https://a.b"]);
        let may_have = |line: &str| may_have_marks(line, ByteSet::of(line));
        assert!(names.iter().chain(&placeholders).chain(&["www.a.b", "##", "#.#", "00.0"]).all(|mark| may_have(mark)));
        let plain = "A line: w. w. w., a_b & 5 + 3 = 8!";
        assert!(!may_have(plain) && marks(plain).next().is_none() && !plain.split(' ').any(is_all_marks));
        assert!(is_all_marks("@a_b #news, https://a.b {0}") && !is_all_marks("50 % @a_b") && !is_all_marks(""));
    }
}
