//! Lines of a text.

use memchr::memchr;
use std::iter;

/// Returns the lines of each text.
pub fn lines_of<'a>(texts: &[&'a str]) -> Vec<Vec<&'a str>> {
    texts.iter().map(|text| lines(text).collect()).collect()
}

/// Returns the lines of a text without their line feeds. A line feed after the last line is optional.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, after) = match memchr(b'\n', rest.as_bytes()) {
            Some(end) => (&rest[..end], &rest[end + 1..]),
            None => (rest, ""),
        };
        rest = after;
        Some(line)
    })
}
