//! The segmentations of Unicode Standard Annex 29, for scripts and symbols that 13a does not split.
//!
//! White space separates tokens, as for every tokenizer, and each piece of text between white space is segmented by
//! itself. So no token contains white space, even if a segment of the annex does: a mark after a space begins a token,
//! and a narrow no-break space ends one.

use super::entities;
use super::method::Method;
use super::scan::{Spans, is_white_space, split_lines};
use unicode_segmentation::UnicodeSegmentation;

/// Unicode's word boundaries; every segment is a token, punctuation too.
pub(super) const WORDS: Method = Method {
    name: "words",
    summary: "Unicode words (UAX #29), for scripts and symbols that 13a does not split",
    entities: entities::NONE,
    splitter: || Box::new(|text: &str, spans: &mut Spans| split(text, spans, words)),
};

/// Extended grapheme clusters: user-perceived characters.
pub(super) const GRAPHEMES: Method = Method {
    name: "graphemes",
    summary: "one token per user-perceived character, so that syllables and emoji stay whole",
    entities: entities::NONE,
    splitter: || Box::new(|text: &str, spans: &mut Spans| split(text, spans, graphemes)),
};

/// Splits at white space, and the pieces by `segments`.
#[inline(always)]
fn split<'a>(text: &'a str, spans: &mut Spans, segments: impl Fn(&'a str, &mut dyn FnMut(&'a str))) {
    split_lines(text, spans, |line, push| {
        for piece in line.split(is_white_space) {
            segments(piece, &mut |segment| {
                let start = segment.as_ptr() as usize - line.as_ptr() as usize;
                push(start, start + segment.len());
            });
        }
    });
}

fn words<'a>(piece: &'a str, push: &mut dyn FnMut(&'a str)) {
    let (word, mark) = match piece.as_bytes() {
        [.., b'.' | b',' | b':' | b';' | b'!' | b'?'] => piece.split_at(piece.len() - 1),
        _ => (piece, ""),
    };
    // Most pieces are a word, or a word and a mark.
    match word.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !word.is_empty() {
        true => [word, mark].into_iter().filter(|part| !part.is_empty()).for_each(push),
        false => piece.split_word_bounds().for_each(push),
    }
}

fn graphemes<'a>(piece: &'a str, push: &mut dyn FnMut(&'a str)) {
    // In ASCII, only CR and LF share a cluster, which are white space.
    match piece.is_ascii() {
        true => (0..piece.len()).for_each(|i| push(&piece[i..=i])),
        false => piece.graphemes(true).for_each(push),
    }
}
