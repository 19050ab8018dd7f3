//! Fingerprints of texts: of all of a text, and short ones of its lines.

use crate::bleu::hexadecimal::hexadecimal;
use crate::bleu::splitmix64::mix;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Hexadecimal digits of the hash of a line: 24 bits, so that a changed line has another hash in all but one of 16 million cases,
/// and yet says little about its text.
const DIGITS: usize = 6;

/// The fingerprint of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextDigest {
    pub role: TextRole,
    /// Name of its file or column.
    pub name: String,
    /// Size of its lines in bytes, each with a line end.
    pub bytes: u64,
    /// SHA-256 of these bytes.
    pub sha256: String,
    /// A short hash of each line, in hexadecimal digits.
    pub lines: String,
    /// Segments, from 1, that lack this reference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<u64>,
}

/// Role of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextRole {
    #[default]
    Candidate,
    Reference,
}

/// A number that is mixed into the hashes of lines, so that lines of two files cannot be compared, nor looked up in a list. It
/// follows from the texts, so that equal runs are equal files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Salt(u64);

impl Salt {
    /// The salt of texts with these SHA-256.
    pub fn of<'a>(sha256: impl Iterator<Item = &'a str>) -> Salt {
        let mut all = Sha256::new();
        sha256.for_each(|digest| all.update(digest));
        let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = all.finalize().into();
        Salt(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }

    /// The short hash of a line, from its hash.
    fn short(self, hash: u32) -> [u8; DIGITS / 2] {
        let [short @ .., _, _, _, _, _] = mix(u64::from(hash) ^ self.0).to_be_bytes();
        short
    }
}

/// The hash of a line, before it is mixed with a [`Salt`]. It is shortened to fewer bits, so that a checksum is enough.
pub fn hash_line(line: &str) -> u32 {
    crc32fast::hash(line.as_bytes())
}

/// The fingerprint of a text that is being read.
#[derive(Clone, Default)]
pub struct TextHasher {
    bytes: u64,
    sha256: Sha256,
    lines: Vec<u32>,
    missing: Vec<u64>,
}

impl TextHasher {
    /// The fingerprint of a text that is missing in the first segments.
    pub fn after_missing(segments: u64) -> TextHasher {
        let mut hasher = TextHasher::default();
        hasher.push_missing(0, segments);
        hasher
    }

    /// Adds segments in which the text is missing, after this many others.
    pub fn push_missing(&mut self, before: u64, segments: u64) {
        let missing: Vec<u64> = (before + 1..=before + segments).collect();
        let hashes = vec![hash_line(""); missing.len()];
        self.push(&"\n".repeat(missing.len()), &hashes, &missing);
    }

    /// Adds lines, each ended by LF, given their hashes, and the numbers of those that are missing.
    pub fn push(&mut self, text: &str, lines: &[u32], missing: &[u64]) {
        self.bytes += text.len() as u64;
        self.sha256.update(text);
        self.lines.extend(lines);
        self.missing.extend(missing);
    }

    /// The SHA-256 of the text, in hexadecimal digits.
    pub fn sha256(&self) -> String {
        hexadecimal(&self.sha256.clone().finalize())
    }

    /// The fingerprint of the text, whose lines are mixed with a salt.
    pub fn digest(&self, role: TextRole, name: String, salt: Salt) -> TextDigest {
        let lines: Vec<u8> = self.lines.iter().flat_map(|hash| salt.short(*hash)).collect();
        let lines = hexadecimal(&lines);
        TextDigest { role, name, bytes: self.bytes, sha256: self.sha256(), lines, missing: self.missing.clone() }
    }
}

impl TextDigest {
    /// Number of lines.
    pub fn len(&self) -> usize {
        self.lines.len() / DIGITS
    }

    /// The segments, from 1, whose lines differ from another text's, mixed with the same salt.
    pub fn differing_lines(&self, other: &TextDigest) -> Vec<u64> {
        let hashes = |text: &TextDigest, segment: usize| {
            text.lines.get(DIGITS * segment..DIGITS * (segment + 1)).map(str::to_owned)
        };
        let is_missing = |text: &TextDigest, segment: u64| text.missing.binary_search(&segment).is_ok();
        let differs = |segment: &u64| {
            hashes(self, *segment as usize - 1) != hashes(other, *segment as usize - 1)
                || is_missing(self, *segment) != is_missing(other, *segment)
        };
        (1..=self.len().max(other.len()) as u64).filter(differs).collect()
    }
}
