//! The pieces of a model, to look up in text.

use super::Release;
use super::double_array::DoubleArray;
use super::file::{ModelFile, ModelType, Piece, PieceKind};
use super::refused;
use crate::bleu::error::Error;
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// Pieces by text. Their numbers are their positions in the file.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// Numbers of the pieces that text may become; none in unigram models, which have a map of their own.
    pub numbers: HashMap<Box<str>, u32, RandomState>,
    /// User-defined symbols, which are taken as they are.
    pub symbols: DoubleArray,
    pub scores: Vec<f32>,
    pub kinds: Vec<PieceKind>,
    release: Release,
}

/// Limit on the text of all pieces, in bytes; 256,000 pieces have 3 to 5 million.
const MAX_TEXT_BYTES: usize = 1 << 25;

impl Vocabulary {
    /// The vocabulary of a file, checked as SentencePiece does (`ModelInterface::InitializePieces`).
    ///
    /// # Errors
    /// If two pieces are the same, pieces for text, unknown characters or bytes are lacking, or there is too much text.
    pub fn new(file: &ModelFile, release: Release) -> Result<Self, Error> {
        check_size(&file.pieces)?;
        check_counts(file)?;
        if let Some(number) = file.first_repeated(is_reserved) {
            return Err(refused(format!("piece {number} has the text of another piece")));
        }
        // A piece that is not reserved takes the place of a reserved one with the same text.
        let of = |reserved: bool| (0..).zip(&file.pieces).filter(move |(_, piece)| is_reserved(piece.kind) == reserved);
        let is_looked_up = |kind| file.model_type != ModelType::Unigram && kind != PieceKind::Unknown;
        let looked_up = of(true).chain(of(false)).filter(|(_, piece)| is_looked_up(piece.kind));
        Ok(Vocabulary {
            numbers: looked_up.map(|(number, piece)| (piece.text.into(), number)).collect(),
            symbols: file.double_array(|kind| kind == PieceKind::UserDefined)?,
            scores: file.pieces.iter().map(|piece| piece.score).collect(),
            kinds: file.pieces.iter().map(|piece| piece.kind).collect(),
            release,
        })
    }

    /// Whether an output piece counts as known. Since 0.2.2, unused and reserved pieces do not.
    #[inline(always)]
    pub fn is_known(&self, piece: Option<&u32>) -> bool {
        piece.is_some_and(|&piece| match self.release {
            Release::Newest => matches!(self.kinds[piece as usize], PieceKind::Normal | PieceKind::UserDefined),
            Release::Before0_2_2 => true,
        })
    }
}

/// Whether pieces of this kind may share their text with an ordinary piece, since they are not looked up by text.
fn is_reserved(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Unknown | PieceKind::Control | PieceKind::Byte)
}

/// Refuses more text than the double array has room for.
fn check_size(pieces: &[Piece]) -> Result<(), Error> {
    let bytes: usize = pieces.iter().map(|piece| piece.text.len()).sum();
    if bytes > MAX_TEXT_BYTES {
        return Err(refused(format!("its pieces have {bytes} bytes of text; at most {MAX_TEXT_BYTES} are supported")));
    }
    Ok(())
}

/// Checks that there are pieces for text, a piece for unknown characters, and pieces for bytes if they are asked for.
fn check_counts(file: &ModelFile) -> Result<(), Error> {
    let pieces_of = |kind| file.pieces.iter().filter(move |piece| piece.kind == kind);
    if file.model_type == ModelType::Unigram && file.pieces.iter().all(|piece| is_reserved(piece.kind)) {
        return Err(refused("no pieces; not a SentencePiece model, or an empty one"));
    }
    let unknown = pieces_of(PieceKind::Unknown).count();
    if unknown != 1 {
        let hint = "is this a SentencePiece model?";
        return Err(refused(format!("{unknown} pieces for unknown characters instead of 1; {hint}")));
    }
    let bytes = pieces_of(PieceKind::Byte).filter(|piece| is_byte_piece(piece.text)).count();
    let expected = if file.byte_fallback { 256 } else { 0 };
    if bytes != expected || pieces_of(PieceKind::Byte).count() != expected {
        let instead =
            if expected == 0 { ", but byte_fallback is off".into() } else { format!(" instead of {expected}") };
        return Err(refused(format!("{bytes} pieces for bytes{instead}")));
    }
    Ok(())
}

/// Whether a piece is written as those for bytes are: `<0xE3>`.
fn is_byte_piece(text: &str) -> bool {
    let digits = text.strip_prefix("<0x").and_then(|text| text.strip_suffix('>'));
    digits.is_some_and(|digits| {
        digits.len() == 2 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'F'))
    })
}
