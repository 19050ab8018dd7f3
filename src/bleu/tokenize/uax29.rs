//! The segmentations of Unicode Standard Annex 29, for scripts and symbols that 13a does not split.
//!
//! White space separates tokens, as for every tokenizer, and each piece of text between white space is segmented by
//! itself. So no token contains white space, even if a segment of the annex does: a mark after a space begins a token,
//! and a narrow no-break space ends one.

use super::char_class::fill;
use super::scan::{Spans, View, scan, shift};
use super::simd::{Block, is, within};
use super::splitter::with_memory;
use super::tokenization::Tokenization;
use unicode_segmentation::UnicodeSegmentation;

/// Unicode's word boundaries; every segment is a token, punctuation too.
pub(super) const WORDS: Tokenization =
    Tokenization::by_rules("words", "Unicode words (UAX #29), for scripts and symbols that 13a does not split", || {
        with_memory(Spans::default(), words)
    });

/// Extended grapheme clusters: user-perceived characters.
pub(super) const GRAPHEMES: Tokenization = Tokenization::by_rules(
    "graphemes",
    "one token per user-perceived character, so that syllables and emoji stay whole",
    || with_memory(Spans::default(), graphemes),
);

#[inline(always)]
fn words(text: &str, pieces: &mut Spans, spans: &mut Spans) {
    split(text, pieces, spans, ideographs, first_word, str::split_word_bound_indices);
}

#[inline(always)]
fn graphemes(text: &str, pieces: &mut Spans, spans: &mut Spans) {
    // ASCII; Latin, U+00C0-02FF; Greek and Cyrillic, U+0380-047F; ideographs; kana, without the combining marks among them.
    let alone = |block: &Block| {
        let leads = block.mask(|lane| within(lane, 0x20, 0x7E) | within(lane, 0xC3, 0xCB) | within(lane, 0xCE, 0xD1));
        let kana = block.mask(|lane| is(lane, 0x81) | is(lane, 0x83));
        leads | ideographs(block) | block.eq(0xE3) & kana >> 1
    };
    let first = |piece: &str| is_character(piece).then_some(piece.len());
    split(text, pieces, spans, alone, first, |piece| piece.grapheme_indices(true));
}

/// The first bytes of ideographs, U+4000-9FFF.
#[inline(always)]
fn ideographs(block: &Block) -> u64 {
    block.mask(|lane| within(lane, 0xE4, 0xE9))
}

/// The length of the first word, if the piece is for certain a word and signs after it, each a word.
fn first_word(piece: &str) -> Option<usize> {
    // No rule joins one of these signs to what stands before it, unless a letter or digit follows.
    let word = piece.trim_end_matches(['.', ',', ':', ';', '!', '?', ')', '"']);
    (word.chars().all(is_letter_or_digit) || is_character(word)).then_some(word.len().max(1))
}

/// Whether this is a letter or digit of ASCII, of Latin or of Cyrillic: runs of them are a word.
fn is_letter_or_digit(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{24F}' | '\u{400}'..='\u{481}')
}

fn is_character(piece: &str) -> bool {
    piece.chars().next().is_some_and(|c| c.len_utf8() == piece.len())
}

/// Splits at white space, and between characters that never share a segment with each other (`alone` tells them by their first
/// bytes); then splits each piece by `segments`, unless it is certain to be one segment of `first` bytes before signs of one byte.
#[inline(always)]
fn split<'a, I: Iterator<Item = (usize, &'a str)>>(
    text: &'a str,
    pieces: &mut Spans,
    spans: &mut Spans,
    alone: impl Fn(&Block) -> u64,
    first: impl Fn(&str) -> Option<usize>,
    segments: impl Fn(&'a str) -> I,
) {
    let (mut filled, mut after) = (0, 0);
    let between_alone = |view: &View| {
        let alone = alone(view.block);
        alone & shift(fill(alone, view.block.continuation(), &mut filled), &mut after)
    };
    pieces.clear();
    scan(text, pieces, between_alone);
    let mut ranges = pieces.starts().iter().zip(pieces.ends()).map(|(&start, &end)| start as usize..end as usize);
    let mut begin = 0;
    for &last in pieces.lines() {
        for range in ranges.by_ref().take((last - begin) as usize) {
            let piece = &text[range.clone()];
            if let Some(length) = first(piece) {
                let end = range.start + length;
                spans.push(range.start, end);
                (end..range.end).for_each(|sign| spans.push(sign, sign + 1));
                continue;
            }
            for (at, segment) in segments(piece) {
                spans.push(range.start + at, range.start + at + segment.len());
            }
        }
        spans.end_line();
        begin = last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_letters_and_digits_are_a_word() {
        for c in (char::MIN..=char::MAX).filter(|&c| is_letter_or_digit(c)) {
            let text = format!("a{c}0{c}{c}b");
            assert_eq!(text.split_word_bounds().count(), 1, "{text}");
        }
    }

    #[test]
    fn signs_at_the_end_of_a_piece_are_words() {
        for text in (char::MIN..=char::MAX).map(|c| format!("{c}.,:;!?)\"")) {
            if let Some(first) = first_word(&text) {
                assert_eq!(text.split_word_bounds().nth(1), Some(&text[first..=first]), "{text}");
                assert_eq!(text.split_word_bounds().count(), 1 + text.len() - first, "{text}");
            }
        }
    }
}
