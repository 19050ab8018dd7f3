//! Text that is not UTF-8: where, and what to do.

use super::compressed::{GZIP, program_that_decompresses, strip_compression, uncompressed_name};
use super::encoding::Bytes;
use super::hints::Hint;
use super::open::InputStream;
use crate::text::display::shell_word;
use anyhow::Result;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str;

/// Returns the message about a line that is not UTF-8, given its number from 1, its text, which may go on after the
/// line, and the number of bytes that were skipped before it.
pub fn not_utf8_message(name: &str, number: u64, line: &[u8], skipped: usize) -> String {
    let byte = valid_up_to(line) + skipped + 1;
    format!("{name}: line {number}, byte {byte}: {}", not_utf8(name, line, number == 1))
}

fn valid_up_to(text: &[u8]) -> usize {
    str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len)
}

/// Number of bytes that tell an encoding of 16 or 32 bits.
pub const WIDE_HEAD: usize = 8;

/// Returns the name of the encoding of 16 or 32 bits in which a text begins, for iconv: by its byte order mark, or by the
/// zeros in characters of Latin scripts and in the first line feed (text in UTF-8 may have a NUL after each letter), or by the
/// control characters in other alphabets.
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
        _ if has_letters_of_16_bits(head, 1) => Some("UTF-16LE"),
        _ if has_letters_of_16_bits(head, 0) => Some("UTF-16BE"),
        _ => None,
    }
}

/// Whether most units of 16 bits are letters of alphabets beyond Latin, up to Arabic, whose high bytes, which are at this place, are
/// control characters in UTF-8.
fn has_letters_of_16_bits(head: &[u8], at: usize) -> bool {
    let (units, _) = head.as_chunks::<2>();
    let letters = units.iter().filter(|unit| matches!(unit[at], 0x01..=0x08)).count();
    units.len() > 2 && 2 * letters > units.len()
}

/// Returns the message about an input in an encoding of 16 or 32 bits, whose bytes may all be UTF-8 too, by
/// the beginning of its text.
pub fn wide_encoding_message(name: &str, text: &[u8]) -> Option<String> {
    let encoding = wide_encoding(text)?;
    // Otherwise, the message about the first byte that is not UTF-8 names the encoding.
    str::from_utf8(&text[..text.len().min(WIDE_HEAD)]).ok()?;
    Some(format!("{name}: line 1, byte 1: not UTF-8, but {encoding}; convert it: {}", conversion(name, encoding)))
}

/// Maximum number of bytes of a file that are looked at.
const MAX_EXAMINED_BYTES: u64 = 64 << 20;

/// Returns what is wrong with a text of an input that is not UTF-8, and what to do, given whether the text begins the input.
pub fn not_utf8(name: &str, text: &[u8], begins_file: bool) -> String {
    let byte = text.get(valid_up_to(text)).map_or_else(String::new, |byte| format!(" (0x{byte:02X})"));
    let wide = wide_encoding(text).filter(|_| begins_file);
    let found = match wide {
        Some(encoding) => Ok(Bytes::Encoding(encoding)),
        None => examine(name, text),
    };
    let remedy = match found {
        Err(damage) => return format!("{damage}; make or download the file again"),
        Ok(_) if begins_file && text.starts_with(&GZIP) => "gzip within gzip; decompress it first".to_owned(),
        Ok(Bytes::Binary) if is_named_compressed(name) => {
            "the file is named like a compressed one, but does not begin like one; make or download it again".to_owned()
        }
        Ok(Bytes::Binary) => "this looks like a binary file".to_owned(),
        Ok(Bytes::DamagedUtf8) => {
            "the rest is UTF-8: this line was cut or changed; restore it, or remove it from all files".to_owned()
        }
        Ok(Bytes::Encoding(encoding)) => {
            let (known_as, command) = (usual_name(encoding), conversion(name, encoding));
            match is_named_csv(name) && encoding.starts_with(WINDOWS) {
                true => format!(
                    "the text seems to be in {known_as}; save it in Excel as “CSV UTF-8”, or convert it: {command}"
                ),
                false => format!("the text seems to be in {known_as}; convert it: {command}"),
            }
        }
        Ok(Bytes::Unknown) => "the text is in an encoding that is not known; save it as UTF-8".to_owned(),
    };
    format!("not UTF-8{byte}; {remedy}")
}

/// Beginning of iconv's names of the encodings of Windows for scripts with few letters.
const WINDOWS: &str = "CP125";

/// The usual name of an encoding, given its name for iconv.
fn usual_name(encoding: &str) -> String {
    encoding.strip_prefix(WINDOWS).map_or_else(|| encoding.to_owned(), |number| format!("Windows-125{number}"))
}

/// Whether a name is that of a table, which Excel may have written.
fn is_named_csv(name: &str) -> bool {
    uncompressed_name(Path::new(name)).ends_with(".csv")
}

/// Finds what an input with this text is, which is not UTF-8. A file is looked at from its beginning.
///
/// # Errors
/// If the file is compressed and damaged, so that its text is not what was compressed.
fn examine(name: &str, text: &[u8]) -> Result<Bytes> {
    let path = Path::new(name);
    let mut bytes = Vec::new();
    if path.is_file() {
        InputStream::open(path)?.take(MAX_EXAMINED_BYTES).read_to_end(&mut bytes)?;
    }
    Ok(Bytes::find(if str::from_utf8(&bytes).is_err() { &bytes } else { text }))
}

/// Whether a name ends like the name of a file that is decompressed here.
fn is_named_compressed(name: &str) -> bool {
    uncompressed_name(Path::new(name)) != name.to_lowercase()
}

/// A path with a further ending before its own, as `hyp.utf8.txt`.
pub fn with_inner_ending(path: &Path, inner: &str) -> PathBuf {
    let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    path.with_extension(format!("{inner}{ending}"))
}

/// The file of this name, if it is one that is not compressed.
pub fn plain_file(name: &str) -> Option<&Path> {
    let path = Path::new(name);
    (path.is_file() && program_that_decompresses(path).is_none()).then_some(path)
}

/// The command that converts an input to UTF-8.
pub fn conversion(name: &str, encoding: &'static str) -> Hint {
    let path = Path::new(name);
    if !path.is_file() {
        return Hint::ConvertStream { encoding };
    }
    let (file, to) = (shell_word(path), shell_word(&with_inner_ending(Path::new(strip_compression(name)), "utf8")));
    match program_that_decompresses(path) {
        Some(program) => Hint::ConvertCompressedFile { program, encoding, file, to },
        None => Hint::ConvertFile { encoding, file, to },
    }
}
