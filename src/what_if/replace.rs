//! Replacing parts of a line.

/// Appends the line with other text in some places, and returns their number.
///
/// Places begin with one of the bytes for which `may_begin` is true. `edit` gets the line from there on; it appends the
/// new text to an empty string, and returns the number of bytes that it replaces, or `None` to change nothing.
pub fn replace(
    line: &str,
    to: &mut String,
    may_begin: impl Fn(u8) -> bool,
    mut edit: impl FnMut(&str, &mut String) -> Option<usize>,
) -> u64 {
    let (mut places, mut copied, mut at) = (0, 0, 0);
    let mut new = String::new();
    let is_candidate = |byte: &u8| may_begin(*byte) && !matches!(byte, 0x80..=0xBF);
    while let Some(next) = line.as_bytes()[at..].iter().position(is_candidate) {
        at += next;
        let rest = &line[at..];
        new.clear();
        match edit(rest, &mut new) {
            Some(length) => {
                to.push_str(&line[copied..at]);
                to.push_str(&new);
                places += 1;
                at += length;
                copied = at;
            }
            None => at += first(rest).len_utf8(),
        }
    }
    to.push_str(&line[copied..]);
    places
}

/// The first character.
pub fn first(text: &str) -> char {
    text.chars().next().unwrap_or_default()
}
