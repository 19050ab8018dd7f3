//! Word and character models: every word or character is a piece.
//!
//! SentencePiece, `word_model.cc` and `char_model.cc`.

use super::normalizer::VISIBLE_SPACE;
use super::output::PieceWriter;
use super::vocabulary::Vocabulary;

/// Writes the words of normalized text: each begins with a visible space.
pub fn encode_words(vocabulary: &Vocabulary, text: &str, out: &mut PieceWriter) {
    let mut start = 0;
    let ends = text.match_indices(VISIBLE_SPACE).map(|(at, _)| at).chain([text.len()]);
    for end in ends.filter(|&end| end > 0) {
        write(vocabulary, &text[start..end], out);
        start = end;
    }
}

/// Writes the characters of normalized text; user-defined symbols stay whole.
pub fn encode_characters(vocabulary: &Vocabulary, text: &str, out: &mut PieceWriter) {
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let symbol = vocabulary.symbols.longest_prefix(rest);
        let (piece, after) = rest.split_at(symbol.map_or(character.len_utf8(), |(length, _)| length));
        write(vocabulary, piece, out);
        rest = after;
    }
}

fn write(vocabulary: &Vocabulary, piece: &str, out: &mut PieceWriter) {
    out.write(piece, vocabulary.is_known(vocabulary.numbers.get(piece)));
}
