//! Text that is not UTF-8: where, and what to do.

use super::compressed::GZIP;

/// Returns the message about a line that is not UTF-8, given its number from 1, its text, which may go on after the
/// line, and the number of bytes that were skipped before it.
pub fn not_utf8_message(name: &str, number: u64, line: &[u8], skipped: usize) -> String {
    let byte = valid_up_to(line) + skipped + 1;
    format!("{name}: line {number}, byte {byte}: {}", not_utf8(line, number == 1))
}

fn valid_up_to(text: &[u8]) -> usize {
    str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len)
}

/// Number of bytes that tell an encoding of 16 or 32 bits.
pub const WIDE_HEAD: usize = 8;

/// Returns the name of the encoding of 16 or 32 bits in which a text begins, for iconv: by its byte order mark, or by the
/// zeros in characters of Latin scripts and in the first line feed: text in UTF-8 may have a NUL after each letter.
fn wide_encoding(text: &[u8]) -> Option<&'static str> {
    let head = &text[..text.len().min(WIDE_HEAD)];
    let line_feed = text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    // In a unit of `size` bytes, only the byte `at` is not zero.
    let has_units = |size: usize, at: usize| {
        let is_unit_byte = |i: usize| match text.get(i) {
            Some(&byte) => (i % size == at) == (byte != 0),
            // The text may end with the line feed.
            None => line_feed >= 2 * size,
        };
        let unit = line_feed - line_feed % size..line_feed - line_feed % size + size;
        head.len() > size && (0..head.len()).chain(unit).all(is_unit_byte)
    };
    match head {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Some("UTF-32"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some("UTF-16"),
        _ if has_units(4, 0) => Some("UTF-32LE"),
        _ if has_units(4, 3) => Some("UTF-32BE"),
        _ if has_units(2, 0) => Some("UTF-16LE"),
        _ if has_units(2, 1) => Some("UTF-16BE"),
        _ => None,
    }
}

/// Returns the message about an input in an encoding of 16 or 32 bits, whose bytes may all be UTF-8 too, by
/// the beginning of its text.
pub fn wide_encoding_message(name: &str, text: &[u8]) -> Option<String> {
    let encoding = wide_encoding(text)?;
    // Otherwise, the message about the first byte that is not UTF-8 names the encoding.
    str::from_utf8(&text[..text.len().min(WIDE_HEAD)]).ok()?;
    Some(format!("{name}: line 1, byte 1: not UTF-8, but {encoding}; convert it: iconv -f {encoding} -t UTF-8"))
}

/// Number of bytes among which a NUL makes a text look like a binary file.
const BINARY_HEAD: usize = 1000;

/// Returns the advice to convert a file that begins with these bytes.
pub fn convert(head: &[u8]) -> String {
    let encoding = wide_encoding(head).unwrap_or("LATIN1");
    format!("if the file is in another encoding, convert it, for example with iconv -f {encoding} -t UTF-8")
}

/// Returns what is wrong with a text that is not UTF-8, and what to do, given whether the text begins its file.
pub fn not_utf8(text: &[u8], begins_file: bool) -> String {
    let remedy = match begins_file {
        true if wide_encoding(text).is_some() => convert(text),
        true if text.starts_with(&GZIP) => String::from("gzip within gzip; decompress it first"),
        _ if text.iter().take(BINARY_HEAD).any(|&byte| byte == 0) => String::from("this looks like a binary file"),
        _ => convert(&[]),
    };
    format!("not UTF-8 (0x{:02X}); {remedy}", text.get(valid_up_to(text)).copied().unwrap_or_default())
}
