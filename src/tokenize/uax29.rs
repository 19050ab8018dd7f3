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
    splitter: || Box::new(|text: &str, spans: &mut Spans| split(text, spans, str::split_word_bounds)),
};

/// Extended grapheme clusters: user-perceived characters.
pub(super) const GRAPHEMES: Method = Method {
    name: "graphemes",
    summary: "one token per user-perceived character, so that syllables and emoji stay whole",
    entities: entities::NONE,
    splitter: || Box::new(|text: &str, spans: &mut Spans| split(text, spans, |piece| piece.graphemes(true))),
};

/// Splits at white space, and the pieces into segments.
fn split<'a, I: Iterator<Item = &'a str>>(text: &'a str, spans: &mut Spans, segments: impl Fn(&'a str) -> I) {
    split_lines(text, spans, |line, push| {
        for segment in line.split(is_white_space).flat_map(&segments) {
            let start = segment.as_ptr() as usize - line.as_ptr() as usize;
            push(start, start + segment.len());
        }
    });
}
