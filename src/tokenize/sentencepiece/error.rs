//! Reasons for refusing a SentencePiece model.

use std::fmt;

/// Reason for refusing a model. Pieces are counted from 0, as SentencePiece numbers them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// Not a protocol buffer, or cut off.
    NotAModel,
    /// A piece of a kind that SentencePiece does not have.
    PieceKind {
        /// The piece.
        piece: usize,
        /// Its kind.
        kind: u64,
    },
    /// A model of a type that SentencePiece does not have.
    ModelType(u64),
    /// A piece without text, or with a NUL in it.
    PieceText {
        /// The piece.
        piece: usize,
    },
    /// A piece whose score is not a finite number.
    Score {
        /// The piece.
        piece: usize,
    },
    /// Two pieces with the same text.
    DuplicatePiece {
        /// The second of them.
        piece: usize,
    },
    /// A unigram model without pieces for text.
    NoPieces,
    /// Not exactly one piece for unknown characters.
    UnknownPieces {
        /// Number of such pieces.
        found: usize,
    },
    /// Byte fallback is on, and not every byte has a piece, or it is off, and a byte has.
    BytePieces {
        /// Number of pieces for bytes.
        found: usize,
        /// The number that is needed.
        expected: usize,
    },
    /// The table of the normalizer is damaged.
    NormalizerTable,
    /// The pieces hold too much text.
    TooLarge {
        /// Size of all text.
        bytes: usize,
        /// Largest size that is supported.
        limit: usize,
    },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ModelError::NotAModel => f.write_str("not a SentencePiece model, or cut off"),
            ModelError::PieceKind { piece, kind } => write!(f, "piece {piece} is of unknown kind {kind}"),
            ModelError::ModelType(number) => write!(f, "unknown type of model {number}"),
            ModelError::PieceText { piece } => write!(f, "piece {piece} has no text, or a NUL in it"),
            ModelError::Score { piece } => write!(f, "the score of piece {piece} is not a finite number"),
            ModelError::DuplicatePiece { piece } => write!(f, "piece {piece} has the text of another piece"),
            ModelError::NoPieces => f.write_str("no pieces; not a SentencePiece model, or an empty one"),
            ModelError::UnknownPieces { found } => {
                write!(f, "{found} pieces for unknown characters instead of 1; is this a SentencePiece model?")
            }
            ModelError::BytePieces { found, expected: 0 } => {
                write!(f, "{found} pieces for bytes, but byte_fallback is off")
            }
            ModelError::BytePieces { found, expected } => write!(f, "{found} pieces for bytes instead of {expected}"),
            ModelError::NormalizerTable => f.write_str("the table of the normalizer is damaged"),
            ModelError::TooLarge { bytes, limit } => {
                write!(f, "its pieces have {bytes} bytes of text; at most {limit} are supported")
            }
        }
    }
}

impl std::error::Error for ModelError {}
