//! Origin of a report: the command line, and the files that it read.

use crate::text::display::{is_standard_input, path_name, shell_word};
use hmac_sha256::Hash;
use serde::Serialize;
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
            let sha256 = |text: &Vec<u8>| Hash::hash(text).iter().map(|byte| format!("{byte:02x}")).collect();
            let bytes = found.as_ref().map(|text| text.len() as u64);
            ReadFile { name: path_name(path), bytes, sha256: found.as_ref().map(sha256) }
        };
        Provenance { command, files: files.iter().map(file).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/corpora/single.ref1.txt");
        let text = std::fs::read(&path).unwrap();
        let expected: String = Hash::hash(&text).iter().map(|byte| format!("{byte:02x}")).collect();
        let found = Provenance::new([OsString::from("-r"), "a b".into()].into_iter(), &[path, "-".into()]);
        assert_eq!(found.command, "bleu -r 'a b'");
        assert_eq!(found.files[0].bytes, Some(text.len() as u64));
        assert_eq!(found.files[0].sha256.as_ref(), Some(&expected));
        assert_eq!(found.files[1].bytes, None);
    }
}
