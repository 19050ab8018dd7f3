//! Writes pieces as text, separated by spaces, with SentencePiece's treatment of unknown characters.
//!
//! SentencePiece, `sentencepiece_processor.cc` (`PopulateSentencePieceText`).

use std::fmt::Write;

/// Pieces for unknown characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// One piece per run.
    Runs,
    /// One piece per byte, as `<0xE3>`.
    Bytes,
}

/// Appends pieces to a text.
#[derive(Debug)]
pub struct PieceWriter<'a> {
    out: &'a mut String,
    unknown: Unknown,
    last: Last,
    /// Length of the text up to the last unknown piece.
    known_from: usize,
}

/// The piece written last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    None,
    Known,
    Unknown,
}

impl<'a> PieceWriter<'a> {
    /// Starts a line at the end of `out`.
    pub fn new(unknown: Unknown, out: &'a mut String) -> Self {
        PieceWriter { known_from: 0, out, unknown, last: Last::None }
    }

    /// Where the next piece begins, if it is known.
    pub fn place(&self) -> usize {
        self.out.len() + usize::from(self.last != Last::None)
    }

    /// The pieces that were written from this place on, separated by spaces; `None` if one is unknown.
    pub fn known_since(&self, place: usize) -> Option<&str> {
        if self.known_from > place { None } else { self.out.get(place..) }
    }

    /// Writes known pieces, which are separated by spaces.
    #[inline]
    pub fn write_known(&mut self, pieces: &str) {
        if self.last != Last::None {
            self.out.push(' ');
        }
        self.out.push_str(pieces);
        self.last = Last::Known;
    }

    /// Writes a piece.
    #[inline]
    pub fn write(&mut self, piece: &str, is_known: bool) {
        if is_known {
            return self.write_known(piece);
        }
        if self.unknown == Unknown::Bytes {
            piece.bytes().for_each(|byte| self.write_byte(byte));
        } else {
            if self.last == Last::Known {
                self.out.push(' ');
            }
            self.out.push_str(piece);
            self.last = Last::Unknown;
        }
        self.known_from = self.out.len();
    }

    fn write_byte(&mut self, byte: u8) {
        let separator = if self.last == Last::None { "" } else { " " };
        // Writing to a String cannot fail.
        let _ = write!(self.out, "{separator}<0x{byte:02X}>");
        self.last = Last::Known;
    }
}
