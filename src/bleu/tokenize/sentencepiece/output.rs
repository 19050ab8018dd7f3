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
        PieceWriter { out, unknown, last: Last::None }
    }

    /// Writes a piece.
    #[inline]
    pub fn write(&mut self, piece: &str, is_known: bool) {
        if self.unknown == Unknown::Bytes && !is_known {
            return piece.bytes().for_each(|byte| self.write_byte(byte));
        }
        let joins = self.last == Last::Unknown && !is_known;
        if self.last != Last::None && !joins {
            self.out.push(' ');
        }
        self.out.push_str(piece);
        self.last = if is_known { Last::Known } else { Last::Unknown };
    }

    fn write_byte(&mut self, byte: u8) {
        let separator = if self.last == Last::None { "" } else { " " };
        // Writing to a String cannot fail.
        let _ = write!(self.out, "{separator}<0x{byte:02X}>");
        self.last = Last::Known;
    }
}
