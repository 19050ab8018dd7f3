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

/// Number of bytes among which a NUL makes a text look like a binary file.
const BINARY_HEAD: usize = 1000;

/// Returns what is wrong with a text that is not UTF-8, and what to do, given whether the text begins its file.
pub fn not_utf8(text: &[u8], begins_file: bool) -> String {
    let convert = |encoding| {
        format!("if the file is in another encoding, convert it, for example with iconv -f {encoding} -t UTF-8")
    };
    let remedy = match text {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] if begins_file => convert("UTF-16"),
        _ if begins_file && text.starts_with(&GZIP) => String::from("gzip within gzip; decompress it first"),
        _ if text.iter().take(BINARY_HEAD).any(|&byte| byte == 0) => String::from("this looks like a binary file"),
        _ => convert("LATIN1"),
    };
    format!("not UTF-8 (0x{:02X}); {remedy}", text.get(valid_up_to(text)).copied().unwrap_or_default())
}
