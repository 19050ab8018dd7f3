//! Words that are split into subwords.

use super::Entry;
use memchr::memchr_iter;

pub const ENTRY: Entry =
    Entry { concerns: |byte| matches!(byte, b'@' | b'#' | b'<' | b'+' | 0xC4 | 0xE2 | 0xEF), rewrite: join_subwords };

/// The mark of a compound that is split at its hyphen.
const SPLIT_HYPHEN: &str = "##AT##-##AT##";

/// Least share of words with an affix, as one in this many, in a line that is segmented: names such as "Disney+" are fewer.
const WORDS_PER_AFFIX: usize = 3;

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
    /// `</w>` at the end of a word, as written by the first BPE.
    EndOfWord,
    /// `￭` (U+FFED) on the side on which a part is joined, as written by OpenNMT's tokenizer.
    Joiner,
    /// `+` at the end of a prefix and at the beginning of a suffix, as written by segmenters of Arabic and Finnish.
    Affix,
    /// `##AT##-##AT##` in place of the hyphen of a compound, as in tensor2tensor's figures of WMT 2014.
    SplitHyphen,
}

impl SubwordScheme {
    /// All schemes.
    pub const ALL: &'static [SubwordScheme] = &[
        SubwordScheme::SubwordNmt,
        SubwordScheme::SentencePiece,
        SubwordScheme::WordPiece,
        SubwordScheme::ByteLevelBpe,
        SubwordScheme::EndOfWord,
        SubwordScheme::Joiner,
        SubwordScheme::Affix,
        SubwordScheme::SplitHyphen,
    ];

    /// The mark.
    pub fn mark(self) -> &'static str {
        match self {
            SubwordScheme::SubwordNmt => "@@",
            SubwordScheme::SentencePiece => "▁",
            SubwordScheme::WordPiece => "##",
            SubwordScheme::ByteLevelBpe => "Ġ",
            SubwordScheme::EndOfWord => "</w>",
            SubwordScheme::Joiner => "￭",
            SubwordScheme::Affix => "+",
            SubwordScheme::SplitHyphen => SPLIT_HYPHEN,
        }
    }

    /// The mark with the space that is beside it in text, where it occurs otherwise too.
    pub(crate) fn marked_space(self) -> &'static str {
        match self {
            SubwordScheme::SubwordNmt => "@@ ",
            SubwordScheme::SentencePiece => "▁",
            SubwordScheme::WordPiece => " ##",
            SubwordScheme::ByteLevelBpe => " Ġ",
            SubwordScheme::EndOfWord => "</w>",
            SubwordScheme::Joiner => "￭",
            SubwordScheme::Affix => "+ ",
            SubwordScheme::SplitHyphen => SPLIT_HYPHEN,
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
    if line.contains("</w>") {
        to.push_str(line.replace(' ', "").replace("</w>", " ").trim_end_matches(' '));
        return line.matches("</w>").count() as u64;
    }
    if line.contains('￭') {
        let joined = line.replace("￭ ", "￭").replace(" ￭", "￭");
        to.extend(joined.chars().filter(|c| *c != '￭'));
        return line.matches('￭').count() as u64;
    }
    if line.contains(SPLIT_HYPHEN) {
        to.push_str(&line.replace(" ##AT##-##AT## ", "-").replace(SPLIT_HYPHEN, "-"));
        return line.matches(SPLIT_HYPHEN).count() as u64;
    }
    let affixes = line.split(' ').filter(|word| is_prefix(word) || is_suffix(word)).count();
    if affixes > 1 && WORDS_PER_AFFIX * affixes >= line.split(' ').count() {
        return join_affixes(line, to);
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

/// Appends the line with prefixes and suffixes joined to their words, and returns their number.
fn join_affixes(line: &str, to: &mut String) -> u64 {
    let (mut places, mut is_open) = (0, true);
    for word in line.split(' ') {
        let is_joined = is_suffix(word) && !to.is_empty();
        if !is_joined && !is_open {
            to.push(' ');
        }
        let part = if is_joined { &word[1..] } else { word };
        is_open = is_prefix(part);
        to.push_str(part.strip_suffix('+').filter(|_| is_open).unwrap_or(part));
        places += u64::from(is_joined) + u64::from(is_open);
    }
    places
}

/// Whether a word is a prefix: letters before a `+`.
fn is_prefix(word: &str) -> bool {
    word.strip_suffix('+').is_some_and(|part| part.ends_with(char::is_alphabetic))
}

/// Whether a word is a suffix: letters after a `+`.
fn is_suffix(word: &str) -> bool {
    word.strip_prefix('+').is_some_and(|part| part.starts_with(char::is_alphabetic))
}

/// Whether a line ends in a part of a word that continues in the next one.
fn continues(line: &str) -> bool {
    line.strip_suffix("@@").is_some_and(|part| part.ends_with(|c: char| !c.is_whitespace() && c != '@'))
}
