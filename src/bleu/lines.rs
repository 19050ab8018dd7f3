//! Lines of a text.

use memchr::{memchr, memchr_iter, memrchr_iter};
use std::iter;

/// Returns texts as they are borrowed.
pub fn as_strs(texts: &[impl AsRef<str>]) -> Vec<&str> {
    texts.iter().map(AsRef::as_ref).collect()
}

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

/// Number of lines of a text. A line feed after the last line is optional.
pub fn count_lines(text: &str) -> usize {
    count_feeds(text.as_bytes()) + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// Number of line feeds of a text. Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2")))]
pub fn count_feeds(text: &[u8]) -> usize {
    let (blocks, rest) = text.as_chunks::<64>();
    let mut feeds = rest.iter().filter(|byte| **byte == b'\n').count();
    // 255 comparisons are summed up in a byte, for many bytes at a time.
    for blocks in blocks.chunks(usize::from(u8::MAX)) {
        let mut counts = [0; 64];
        for block in blocks {
            for (count, byte) in counts.iter_mut().zip(block) {
                *count += u8::from(*byte == b'\n');
            }
        }
        feeds += counts.iter().map(|count| usize::from(*count)).sum::<usize>();
    }
    feeds
}

/// Returns the end of the first `lines` lines of a text, which is that of the text if it has no more.
pub fn lines_end(text: &[u8], lines: usize) -> usize {
    let (mut start, mut rest) = (0, lines);
    // Counting the lines of a part is faster than finding each.
    for part in text.chunks(1 << 10) {
        let lines = count_feeds(part);
        if lines >= rest {
            break;
        }
        (start, rest) = (start + part.len(), rest - lines);
    }
    let end = |last| memchr_iter(b'\n', &text[start..]).nth(last).map_or(text.len(), |last| start + last + 1);
    rest.checked_sub(1).map_or(start, end)
}

/// Returns the start of the line that has this many lines before it, and this many from it on: the nearer end is where it is looked
/// for.
pub fn line_start(text: &[u8], before: usize, after: usize) -> usize {
    if before <= after {
        return lines_end(text, before);
    }
    let (mut end, mut rest) = (text.len(), after + usize::from(text.ends_with(b"\n")));
    for part in text.rchunks(1 << 10) {
        let lines = count_feeds(part);
        if lines >= rest {
            break;
        }
        (end, rest) = (end - part.len(), rest - lines);
    }
    let start = |last| memrchr_iter(b'\n', &text[..end]).nth(last).map_or(0, |last| last + 1);
    rest.checked_sub(1).map_or(text.len(), start)
}

/// Returns lines as a text, each ended by LF.
pub fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Number of bytes of a kind. Counts of 255 bytes fit into a byte, so that one instruction counts many of them.
pub fn count_bytes(bytes: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    let count_in = |chunk: &[u8]| chunk.iter().map(|byte| u8::from(is(*byte))).sum::<u8>();
    bytes.chunks(255).map(|chunk| u64::from(count_in(chunk))).sum()
}

/// The characters of a line that are not ASCII, with their places. In Latin text they are few, and those between them
/// are passed over eight at a time.
pub fn not_ascii(line: &str) -> impl Iterator<Item = (usize, char)> {
    const BYTES: usize = size_of::<u64>();
    const NOT_ASCII: u64 = 0x8080_8080_8080_8080;
    let mut rest = line.chars();
    std::iter::from_fn(move || {
        let bytes = rest.as_str().as_bytes();
        if bytes.first()?.is_ascii() {
            let is_ascii = |bytes: &[u8; BYTES]| u64::from_le_bytes(*bytes) & NOT_ASCII == 0;
            let passed = BYTES * bytes.as_chunks().0.iter().take_while(|bytes| is_ascii(bytes)).count();
            let next = passed + bytes[passed..].iter().position(|byte| !byte.is_ascii())?;
            rest = rest.as_str()[next..].chars();
        }
        let at = line.len() - rest.as_str().len();
        rest.next().map(|c| (at, c))
    })
}

/// Bit i % 64 of word i / 64 is set if a property holds for the i-th of these lines.
pub fn bits(lines: &[usize], is_set: impl Fn(usize) -> bool) -> Vec<u64> {
    let word = |chunk: &[usize]| chunk.iter().enumerate().map(|(bit, &line)| u64::from(is_set(line)) << bit).sum();
    lines.chunks(64).map(word).collect()
}

/// Serializes the place of a segment as its number in words, from 1.
#[cfg(feature = "serde")]
pub fn number<S: serde::Serializer>(segment: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(segment + 1)
}

/// Serializes the places of segments as their numbers in words, from 1.
#[cfg(feature = "serde")]
pub fn numbers<S: serde::Serializer>(segments: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(segments.iter().map(|segment| segment + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_after_their_last_line_feed() {
        assert_eq!([0, 1, 2, 3, 4, 5].map(|lines| lines_end(b"a\n\nbc\nd", lines)), [0, 2, 3, 6, 7, 7]);
    }

    #[test]
    fn lines_start_where_they_do_from_either_end() {
        for text in ["a\n\nbc\nd", "\nbc\n", "", "\n", &"A line.\n\n".repeat(1_000)] {
            let count = count_lines(text);
            for before in 0..=count {
                let start = line_start(text.as_bytes(), before, count - before);
                assert_eq!(start, lines_end(text.as_bytes(), before), "{before} of {count}");
            }
        }
    }
}
