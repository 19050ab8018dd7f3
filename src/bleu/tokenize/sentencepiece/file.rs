//! Contents of a `.model` file, a protocol buffer (SentencePiece, `sentencepiece_model.proto`).

use super::double_array::DoubleArray;
use super::protobuf::{Fields, Value, not_a_model};
use super::refused;
use crate::bleu::error::Error;
use std::ops::Range;

/// Contents of a model that tokenizing needs.
#[derive(Clone, Debug)]
pub struct ModelFile<'a> {
    pub pieces: Vec<Piece<'a>>,
    /// Numbers of the pieces in the order of their texts, equal ones in the order of the file.
    sorted: Vec<u32>,
    /// Where numbers of pieces with equal texts are in this order.
    repeated: Vec<Range<usize>>,
    pub model_type: ModelType,
    /// Spaces go after words instead of before.
    pub whitespace_as_suffix: bool,
    /// Unknown characters become pieces of their bytes.
    pub byte_fallback: bool,
    /// Replacements of the normalizer, compiled; may be empty.
    pub replacements: &'a [u8],
    /// A space is added before the text.
    pub add_dummy_prefix: bool,
    /// Spaces at the ends and repeated ones are dropped.
    pub remove_extra_whitespaces: bool,
    /// Spaces become U+2581.
    pub escape_whitespaces: bool,
}

/// An entry of the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    pub text: &'a str,
    /// Log probability in unigram models, rank in BPE models.
    pub score: f32,
    pub kind: PieceKind,
}

/// Kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    Normal,
    /// Stands for unknown characters.
    Unknown,
    /// A marker such as `</s>`, never produced from text.
    Control,
    /// Kept whole wherever it occurs.
    UserDefined,
    /// Never output: BPE splits it into the pieces it was merged from.
    Unused,
    /// Stands for a byte of an unknown character, as `<0xE3>`.
    Byte,
}

/// How text is divided into pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelType {
    Unigram,
    Bpe,
    Word,
    Char,
}

impl<'a> ModelFile<'a> {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not a protocol buffer, a piece has no text or no usable score, or a kind of piece or model is unknown.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        // The format's defaults.
        let mut file = ModelFile {
            pieces: Vec::new(),
            sorted: Vec::new(),
            repeated: Vec::new(),
            model_type: ModelType::Unigram,
            whitespace_as_suffix: false,
            byte_fallback: false,
            replacements: &[],
            add_dummy_prefix: true,
            remove_extra_whitespaces: true,
            escape_whitespaces: true,
        };
        for field in Fields::new(bytes) {
            match field? {
                (1, Value::Bytes(message)) => file.pieces.push(parse_piece(message, file.pieces.len())?),
                (2, Value::Bytes(message)) => file.read_training(message)?,
                (3, Value::Bytes(message)) => file.read_normalizer(message)?,
                _ => {}
            }
        }
        (file.sorted, file.repeated) = sorted_by_text(&file.pieces);
        Ok(file)
    }

    /// A map from the texts of the pieces of some kinds, which are distinct, to their numbers.
    ///
    /// # Errors
    /// If it has no room for the pieces.
    pub fn double_array(&self, is_wanted: impl Fn(PieceKind) -> bool) -> Result<DoubleArray, Error> {
        // Most models have no piece of some kinds, which is told much faster in the order of the file.
        let sorted = if self.pieces.iter().any(|piece| is_wanted(piece.kind)) { &self.sorted[..] } else { &[] };
        let wanted = sorted.iter().filter(|number| is_wanted(self.piece(**number).kind));
        let entries: Vec<(&[u8], u32)> = wanted.map(|number| (self.piece(*number).text.as_bytes(), *number)).collect();
        DoubleArray::build(&entries).ok_or_else(|| refused("its pieces have too much text"))
    }

    /// The first piece that has the text of one before it, where both or neither are of some kinds.
    pub fn first_repeated(&self, is_of_kinds: impl Fn(PieceKind) -> bool) -> Option<u32> {
        let second = |numbers: &[u32], of_kinds: bool| {
            numbers.iter().copied().filter(|number| is_of_kinds(self.piece(*number).kind) == of_kinds).nth(1)
        };
        let repeated = self.repeated.iter().map(|range| &self.sorted[range.clone()]);
        repeated.flat_map(|numbers| [true, false].map(|of_kinds| second(numbers, of_kinds))).flatten().min()
    }

    fn piece(&self, number: u32) -> &Piece<'a> {
        &self.pieces[number as usize]
    }

    fn read_training(&mut self, message: &[u8]) -> Result<(), Error> {
        for field in Fields::new(message) {
            match field? {
                (3, Value::Integer(number)) => self.model_type = ModelType::from_number(number)?,
                (24, Value::Integer(number)) => self.whitespace_as_suffix = number != 0,
                (35, Value::Integer(number)) => self.byte_fallback = number != 0,
                _ => {}
            }
        }
        Ok(())
    }

    fn read_normalizer(&mut self, message: &'a [u8]) -> Result<(), Error> {
        for field in Fields::new(message) {
            match field? {
                (2, Value::Bytes(replacements)) => self.replacements = replacements,
                (3, Value::Integer(number)) => self.add_dummy_prefix = number != 0,
                (4, Value::Integer(number)) => self.remove_extra_whitespaces = number != 0,
                (5, Value::Integer(number)) => self.escape_whitespaces = number != 0,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Limit on the text of a piece, by whose length a trie is built recursively. SentencePiece makes pieces of 16 characters.
const MAX_PIECE_BYTES: usize = 1000;

fn parse_piece(message: &[u8], number: usize) -> Result<Piece<'_>, Error> {
    let mut piece = Piece { text: "", score: 0.0, kind: PieceKind::Normal };
    for field in Fields::new(message) {
        match field? {
            (1, Value::Bytes(text)) => {
                piece.text = str::from_utf8(text).map_err(|_| not_a_model())?;
            }
            // Adding zero turns -0.0 into 0.0, so that equal scores have equal bits.
            (2, Value::Fixed32(score)) => piece.score = f32::from_le_bytes(score) + 0.0,
            (3, Value::Integer(kind)) => {
                piece.kind = PieceKind::from_number(kind)
                    .ok_or_else(|| refused(format!("piece {number} is of unknown kind {kind}")))?;
            }
            _ => {}
        }
    }
    if piece.text.is_empty() || piece.text.contains('\0') {
        return Err(refused(format!("piece {number} has no text, or a NUL in it")));
    }
    if piece.text.len() > MAX_PIECE_BYTES {
        return Err(refused(format!("piece {number} has more than {MAX_PIECE_BYTES} bytes of text")));
    }
    if !piece.score.is_finite() {
        return Err(refused(format!("the score of piece {number} is not a finite number")));
    }
    Ok(piece)
}

/// Numbers of pieces in the order of their texts, equal ones in the order of the file, and the ranges of equal texts.
fn sorted_by_text(pieces: &[Piece]) -> (Vec<u32>, Vec<Range<usize>>) {
    // Few texts have the same first twelve bytes, which compare as one number. No text has a NUL.
    let key = |(number, piece): (u32, &Piece)| {
        let mut bytes = [0; 16];
        let length = piece.text.len().min(12);
        bytes[..length].copy_from_slice(&piece.text.as_bytes()[..length]);
        bytes[12..].copy_from_slice(&number.to_be_bytes());
        u128::from_be_bytes(bytes)
    };
    let mut keys: Vec<u128> = (0..).zip(pieces).map(key).collect();
    keys.sort_unstable();
    let mut numbers: Vec<u32> = keys.iter().map(|key| *key as u32).collect();
    let (mut start, mut repeated) = (0, Vec::new());
    for alike in keys.chunk_by(|one, other| one >> 32 == other >> 32) {
        let end = start + alike.len();
        if alike.len() > 1 {
            let text = |number: &u32| pieces[*number as usize].text;
            numbers[start..end].sort_by_key(text);
            let mut first = start;
            for equal in numbers[start..end].chunk_by(|one, other| text(one) == text(other)) {
                let range = first..first + equal.len();
                first = range.end;
                if equal.len() > 1 {
                    repeated.push(range);
                }
            }
        }
        start = end;
    }
    (numbers, repeated)
}

impl PieceKind {
    fn from_number(number: u64) -> Option<Self> {
        use PieceKind::{Byte, Control, Normal, Unknown, Unused, UserDefined};
        [Normal, Unknown, Control, UserDefined, Unused, Byte]
            .get(usize::try_from(number).ok()?.checked_sub(1)?)
            .copied()
    }
}

impl ModelType {
    fn from_number(number: u64) -> Result<Self, Error> {
        match number {
            1 => Ok(ModelType::Unigram),
            2 => Ok(ModelType::Bpe),
            3 => Ok(ModelType::Word),
            4 => Ok(ModelType::Char),
            _ => Err(refused(format!("unknown type of model {number}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pieces_are_sorted_by_text_and_number(texts in prop::collection::vec("(aaaaaaaaaaa)?[aé]{1,3}|[a-zé]{1,20}", 0..60)) {
            let piece = |text| Piece { text, score: 0.0, kind: PieceKind::Normal };
            let pieces: Vec<Piece> = texts.iter().map(|text| piece(text)).collect();
            let mut expected: Vec<u32> = (0..texts.len() as u32).collect();
            expected.sort_by_key(|number| (&texts[*number as usize], *number));
            let (sorted, repeated) = sorted_by_text(&pieces);
            prop_assert_eq!(&sorted, &expected);
            let equal = sorted.chunk_by(|one, other| texts[*one as usize] == texts[*other as usize]);
            let equal: Vec<&[u32]> = equal.filter(|numbers| numbers.len() > 1).collect();
            prop_assert_eq!(repeated.into_iter().map(|range| &sorted[range]).collect::<Vec<_>>(), equal);
        }
    }
}
