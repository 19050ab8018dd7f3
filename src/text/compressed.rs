//! Decompression, recognized by the first bytes: gzip and zstd are read; for xz and bzip2, the error names the command
//! that unpacks them.

mod gzip;
mod zstd;

use super::hints::Hint;
use super::lookahead::{Reader, examine, peek};
use crate::text::display::is_standard_input;
use crate::text::display::shell_word;
use std::fs::File;
use std::io;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The first bytes of every gzip stream.
pub const GZIP: [u8; 2] = [0x1F, 0x8B];

/// Size in bytes of a read of compressed data.
const READ_BYTES: usize = 64 << 10;

/// Format of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Compression {
    /// Also if the stream ends before anything else is recognized.
    #[default]
    Plain,
    Gzip,
    Zstd,
    Xz,
    Bzip2,
    Parquet,
    Zip,
}

/// The first bytes of streams in each format: the least and the greatest value of each byte.
const SIGNATURES: [(Compression, &[u8], &[u8]); 9] = [
    (Compression::Gzip, &GZIP, &GZIP),
    (Compression::Zstd, b"\x28\xB5\x2F\xFD", b"\x28\xB5\x2F\xFD"),
    // A frame to be skipped.
    (Compression::Zstd, b"\x50\x2A\x4D\x18", b"\x5F\x2A\x4D\x18"),
    (Compression::Xz, b"\xFD7zXZ\0", b"\xFD7zXZ\0"),
    // After the level, the first block, or the end if there is none.
    (Compression::Bzip2, b"BZh1\x31\x41\x59\x26\x53\x59", b"BZh9\x31\x41\x59\x26\x53\x59"),
    (Compression::Bzip2, b"BZh1\x17\x72\x45\x38\x50\x90", b"BZh9\x17\x72\x45\x38\x50\x90"),
    // The last byte begins a number and is not text, so neither LF nor from the space on.
    (Compression::Parquet, b"PAR1\x00", b"PAR1\x09"),
    (Compression::Parquet, b"PAR1\x0B", b"PAR1\x1F"),
    (Compression::Zip, b"PK\x03\x04", b"PK\x03\x04"),
];

/// Looks at the first bytes of an input: gzip and zstd are decompressed, plain text is passed through.
///
/// # Errors
/// If it is in a format that is not decompressed here.
pub fn decompress(mut raw: Reader, path: &Path) -> io::Result<Reader> {
    let format = peek(&mut raw, format)?;
    let refuse =
        |what: &str, remedy: &str| Err(io::Error::other(format!("is {what}, which is not read here; {remedy}")));
    let unpack = |program, ending| {
        let command = if is_standard_input(path) {
            Hint::UnpackStream { program }
        } else {
            let unpacked = path.to_string_lossy().strip_suffix(ending).map(PathBuf::from);
            let unpacked = unpacked.unwrap_or_else(|| path.with_added_extension("txt"));
            Hint::UnpackFile { program, file: shell_word(path), to: shell_word(&unpacked) }
        };
        refuse(&format!("compressed by {program}"), &format!("unpack it: {command}"))
    };
    match format {
        Compression::Plain => Ok(raw),
        Compression::Gzip => Ok(Box::new(gzip::Gunzip::new(BufReader::with_capacity(READ_BYTES, raw)))),
        Compression::Zstd => Ok(Box::new(zstd::Unzstd::new(BufReader::with_capacity(READ_BYTES, raw)))),
        Compression::Xz => unpack("xz", ".xz"),
        Compression::Bzip2 => unpack("bzip2", ".bz2"),
        Compression::Parquet => {
            let file = named(path);
            let file = if file.starts_with(['\'', '$']) { "FILE".to_owned() } else { file };
            refuse(
                "Parquet",
                &format!("print it as JSON, for example by the program of DuckDB: {}", Hint::Parquet { file }),
            )
        }
        Compression::Zip => {
            let kind = examine(&mut raw, |head, is_all| (is_all || head.len() >= ZIP_HEAD).then(|| zip_kind(head)))?;
            let (what, remedy) = kind.description(named(path));
            refuse(what, &remedy)
        }
    }
}

/// Number of bytes of a zip file in which names show what it is.
const ZIP_HEAD: usize = 16 << 10;

/// Kind of a zip file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ZipKind {
    #[default]
    Other,
    Spreadsheet,
    Document,
    /// A log of Inspect.
    Eval,
}

/// Returns what a zip file is that begins like this, by the names in it.
fn zip_kind(head: &[u8]) -> ZipKind {
    let has = |name: &str| memchr::memmem::find(head, name.as_bytes()).is_some();
    match () {
        () if has("_journal/") || has("header.json") && has("samples/") => ZipKind::Eval,
        () if has("word/") => ZipKind::Document,
        () if has("xl/") => ZipKind::Spreadsheet,
        () => ZipKind::Other,
    }
}

impl ZipKind {
    /// Its name, and how to get its text from a file.
    fn description(self, file: String) -> (&'static str, String) {
        match self {
            ZipKind::Other => ("a zip file", format!("unpack it: {}", Hint::Unzip { file })),
            ZipKind::Spreadsheet => (
                "a spreadsheet (xlsx)",
                format!(
                    "write it as CSV, for example by the program of PyPI and Debian: {}",
                    Hint::Spreadsheet { file }
                ),
            ),
            ZipKind::Document => (
                "a document (docx)",
                format!("write its text, for example by the program of PyPI: {}", Hint::Document { file }),
            ),
            ZipKind::Eval => ("a log of Inspect", format!("write it as JSON: {}", Hint::InspectLog { file })),
        }
    }
}

/// A file as a word of a shell, for programs that read no standard input.
fn named(path: &Path) -> String {
    if is_standard_input(path) { "FILE".to_owned() } else { shell_word(path) }
}

/// Returns the format of a stream that begins like this; `None` if more of it is needed to know.
fn format(head: &[u8]) -> Option<Compression> {
    let is_possible = |(_, least, greatest): &&(Compression, &[u8], &[u8])| {
        let ranges = least.iter().zip(greatest.iter());
        head.iter().zip(ranges).all(|(byte, (least, greatest))| (least..=greatest).contains(&byte))
    };
    let mut possible = SIGNATURES.iter().filter(is_possible).peekable();
    if possible.peek().is_none() {
        return Some(Compression::Plain);
    }
    possible.find(|(_, least, _)| head.len() >= least.len()).map(|(format, ..)| *format)
}

/// Endings of names of files that are decompressed.
const ENDINGS: [&str; 3] = [".gz", ".zst", ".zstd"];

/// Returns the name of a file in lower case, without the ending of a compressed file.
pub fn uncompressed_name(path: &Path) -> String {
    let name = path.to_string_lossy().to_lowercase();
    strip_compression(&name).to_owned()
}

/// Returns a name without the ending of a compressed file.
pub fn strip_compression(name: &str) -> &str {
    ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// The program that decompresses a file, if it is compressed by one whose files are read.
pub fn program_that_decompresses(path: &Path) -> Option<&'static str> {
    let mut file: Reader = Box::new(File::open(path).ok()?);
    match peek(&mut file, format).ok()? {
        Compression::Gzip => Some("gzip"),
        Compression::Zstd => Some("zstd"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_their_first_bytes() {
        for (head, expected) in [
            (&b""[..], None),
            (b"\x1F", None),
            (b"\x1F\x8B", Some(Compression::Gzip)),
            (b"\x28\xB5\x2F", None),
            (b"\x28\xB5\x2F\xFD", Some(Compression::Zstd)),
            (b"\x50\x2A\x4D\x18", Some(Compression::Zstd)),
            (b"PQ", Some(Compression::Plain)),
            (b"PK\x03\x04", Some(Compression::Zip)),
            (b"PAR1", None),
            (b"PAR1\x15", Some(Compression::Parquet)),
            (b"PAR1S", Some(Compression::Plain)),
            (b"PAR1\n", Some(Compression::Plain)),
            (b"P", None),
            (b"(a", Some(Compression::Plain)),
            (b"\xFD7zXZ\0", Some(Compression::Xz)),
            (b"BZh", None),
            (b"BZhello", Some(Compression::Plain)),
            (b"BZh91AY&SY", Some(Compression::Bzip2)),
            (b"BZh9\x17\x72\x45\x38\x50\x90", Some(Compression::Bzip2)),
            (b"BZh9 is text", Some(Compression::Plain)),
            (b"text", Some(Compression::Plain)),
        ] {
            assert_eq!(format(head), expected, "{head:?}");
        }
    }
}
