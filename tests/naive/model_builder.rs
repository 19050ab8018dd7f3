//! SentencePiece models made from lists of pieces.

/// Kinds of pieces, by their numbers in the file.
pub const NORMAL: u8 = 1;
pub const UNKNOWN: u8 = 2;
pub const USER_DEFINED: u8 = 4;
pub const UNUSED: u8 = 5;
pub const BYTE: u8 = 6;

/// Types of models, by their numbers in the file.
pub const UNIGRAM: u8 = 1;
pub const BPE: u8 = 2;
pub const WORD: u8 = 3;
pub const CHAR: u8 = 4;

/// A model to write.
#[derive(Clone, Debug)]
pub struct Source {
    pub model_type: u8,
    /// Text, score and kind, after a piece for unknown characters.
    pub pieces: Vec<(String, f32, u8)>,
    pub byte_fallback: bool,
    pub whitespace_as_suffix: bool,
    pub add_dummy_prefix: bool,
    pub remove_extra_whitespaces: bool,
    pub escape_whitespaces: bool,
}

impl Source {
    /// A model of this type with SentencePiece's defaults.
    pub fn new(model_type: u8, pieces: &[(&str, f32)]) -> Self {
        Source {
            model_type,
            pieces: pieces.iter().map(|&(text, score)| (text.to_owned(), score, NORMAL)).collect(),
            byte_fallback: false,
            whitespace_as_suffix: false,
            add_dummy_prefix: true,
            remove_extra_whitespaces: true,
            escape_whitespaces: true,
        }
    }

    /// Contents of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut file = piece("<unk>", 0.0, UNKNOWN);
        if self.byte_fallback {
            file.extend((0..=255).flat_map(|byte| piece(&format!("<0x{byte:02X}>"), 0.0, BYTE)));
        }
        file.extend(self.pieces.iter().flat_map(|(text, score, kind)| piece(text, *score, *kind)));
        let flags =
            |flags: &[(u64, bool)]| flags.iter().flat_map(|&(number, flag)| integer(number, flag.into())).collect();
        let training: Vec<u8> = flags(&[(24, self.whitespace_as_suffix), (35, self.byte_fallback)]);
        file.extend(message(2, &[integer(3, self.model_type.into()), training].concat()));
        let normalization: Vec<u8> =
            flags(&[(3, self.add_dummy_prefix), (4, self.remove_extra_whitespaces), (5, self.escape_whitespaces)]);
        file.extend(message(3, &normalization));
        file
    }
}

/// A field that adds a table of replacements to the normalizer of a model.
pub fn table(table: &[u8]) -> Vec<u8> {
    message(3, &message(2, table))
}

fn piece(text: &str, score: f32, kind: u8) -> Vec<u8> {
    let score = [&[2 << 3 | 5][..], &score.to_le_bytes()].concat();
    message(1, &[message(1, text.as_bytes()), score, integer(3, kind.into())].concat())
}

fn message(number: u64, content: &[u8]) -> Vec<u8> {
    [varint(number << 3 | 2), varint(content.len() as u64), content.to_vec()].concat()
}

fn integer(number: u64, value: u64) -> Vec<u8> {
    [varint(number << 3), varint(value)].concat()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}
