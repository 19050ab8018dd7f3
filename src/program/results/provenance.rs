//! Origin of a report: the command line, and the files that it read.

use crate::bleu::hexadecimal::hexadecimal;
use crate::text::display::{is_standard_input, path_name, shell_word};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

/// The command line and the files of a report.
#[derive(Serialize)]
pub struct Provenance {
    /// The command, as a shell reads it.
    command: String,
    files: Vec<ReadFile>,
    /// The file of `--save`, for readers of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<SavedFile>,
}

/// The file of a run that was saved.
#[derive(Serialize)]
struct SavedFile {
    name: String,
    sha256: String,
    /// Its bytes.
    base64: String,
}

/// A file that was read.
#[derive(Serialize)]
struct ReadFile {
    name: String,
    /// Size in bytes; null if the file cannot be read a second time, as a pipe.
    bytes: Option<u64>,
    /// Checksum, as `sha256sum` prints it; null for pipes too.
    sha256: Option<String>,
}

impl Provenance {
    /// Reads the files again for their checksums.
    pub fn new(arguments: impl Iterator<Item = OsString>, files: &[PathBuf]) -> Provenance {
        let words = arguments.map(|word| shell_word(Path::new(&word)));
        let command = std::iter::once(String::from("bleu")).chain(words).collect::<Vec<_>>().join(" ");
        let file = |path: &PathBuf| {
            let can_be_read_again = !is_standard_input(path) && path.is_file();
            let found = can_be_read_again.then(|| fs::read(path).ok()).flatten();
            let bytes = found.as_ref().map(|text| text.len() as u64);
            ReadFile { name: path_name(path), bytes, sha256: found.as_deref().map(sha256) }
        };
        Provenance { command, files: files.iter().map(file).collect(), saved: None }
    }

    /// The same with a file of a run that was saved, with its name and its bytes.
    pub fn with_saved(self, name: String, bytes: &[u8]) -> Provenance {
        Provenance { saved: Some(SavedFile { name, sha256: sha256(bytes), base64: base64(bytes) }), ..self }
    }
}

fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Bytes as text: six bits per character (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, place| bits << 8 | u32::from(chunk.get(place).copied().unwrap_or_default()));
        let digit = |place: usize| char::from(DIGITS[(bits >> (18 - 6 * place)) as usize & 63]);
        text.extend((0..4).map(|place| if place <= chunk.len() { digit(place) } else { '=' }));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xFB, 0xFF, 0xBF]), "+/+/");
    }

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/corpora/single.ref1.txt");
        let text = std::fs::read(&path).unwrap();
        let found = Provenance::new([OsString::from("-r"), "a b".into()].into_iter(), &[path, "-".into()]);
        assert_eq!(found.command, "bleu -r 'a b'");
        assert_eq!(found.files[0].bytes, Some(text.len() as u64));
        let expected = "a08a86578655a685d8d7413fb8c044cea60adf13e1d967770e1fb8d2971b5049";
        assert_eq!(found.files[0].sha256.as_deref(), Some(expected));
        assert_eq!(found.files[1].bytes, None);
    }
}
