//! Words that are split into subwords.

use super::Entry;
use memchr::memchr_iter;

pub const ENTRY: Entry = Entry { concerns: |byte| matches!(byte, b'@' | b'#' | 0xC4 | 0xE2), rewrite: join_subwords };

/// Convention for marking subwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubwordScheme {
    /// `@@` at the end of a part of a word that is continued, as written by subword-nmt.
    SubwordNmt,
    /// `▁` (U+2581) at the beginning of a word, as written by SentencePiece.
    SentencePiece,
    /// `##` at the beginning of a part of a word that continues it, as written by WordPiece.
    WordPiece,
    /// `Ġ` at the beginning of a word, as written by byte-level BPE.
    ByteLevelBpe,
}

impl SubwordScheme {
    /// All schemes.
    pub const ALL: &'static [SubwordScheme] = &[
        SubwordScheme::SubwordNmt,
        SubwordScheme::SentencePiece,
        SubwordScheme::WordPiece,
        SubwordScheme::ByteLevelBpe,
    ];

    /// The mark.
    pub fn mark(self) -> &'static str {
        match self {
            SubwordScheme::SubwordNmt => "@@",
            SubwordScheme::SentencePiece => "▁",
            SubwordScheme::WordPiece => "##",
            SubwordScheme::ByteLevelBpe => "Ġ",
        }
    }

    /// The mark with the space that is beside it in text, where it occurs otherwise too.
    pub(crate) fn marked_space(self) -> &'static str {
        match self {
            SubwordScheme::SubwordNmt => "@@ ",
            SubwordScheme::SentencePiece => "▁",
            SubwordScheme::WordPiece => " ##",
            SubwordScheme::ByteLevelBpe => " Ġ",
        }
    }
}

/// Appends the line with its subwords joined, and returns the number of marks.
pub fn join_subwords(line: &str, to: &mut String) -> u64 {
    let bytes = line.as_bytes();
    if !SubwordScheme::ALL.iter().any(|scheme| line.contains(scheme.mark())) {
        return 0;
    }
    for mark in ['▁', 'Ġ'] {
        let marks = line.split(' ').filter(|word| word.starts_with(mark)).count();
        let words = memchr_iter(b' ', bytes).count() + 1;
        let all = line.matches(mark).count();
        // One word in three begins with the mark, or there are no spaces but marks in place of them.
        if all > 0 && (marks > 1 && 3 * marks >= words || words == 1 && all > 1 || words == marks) {
            to.push_str(line.replace(' ', "").replace(mark, " ").trim_start_matches(' '));
            return all as u64;
        }
    }
    let mut places = 0;
    let begin = to.len();
    for (i, word) in line.split(' ').enumerate() {
        let piece = word.strip_prefix("##").filter(|piece| !piece.is_empty() && !piece.contains('#') && i > 0);
        if continues(&to[begin..]) {
            to.truncate(to.len() - 2);
            places += 1;
        } else if piece.is_some() {
            places += 1;
        } else if i > 0 {
            to.push(' ');
        }
        to.push_str(piece.unwrap_or(word));
    }
    if continues(&to[begin..]) {
        to.truncate(to.len() - 2);
        places += 1;
    }
    places
}

/// Whether a line ends in a part of a word that continues in the next one.
fn continues(line: &str) -> bool {
    line.strip_suffix("@@").is_some_and(|part| part.ends_with(|c: char| !c.is_whitespace() && c != '@'))
}
