//! Marks of words that are split into subwords.

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
