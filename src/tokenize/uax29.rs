//! The segmentations of Unicode Standard Annex 29, for scripts and symbols that 13a does not split.
//!
//! White space separates tokens, as for every tokenizer, and each piece of text between white space is segmented by
//! itself. So no token contains white space, even if a segment of the annex does: a mark after a space begins a token,
//! and a narrow no-break space ends one.

use super::entities;
use super::method::Method;
use super::scan::{Spans, View, scan, shift};
use super::simd::within;
use super::splitter::with_memory;
use unicode_segmentation::UnicodeSegmentation;

/// Unicode's word boundaries; every segment is a token, punctuation too.
pub(super) const WORDS: Method = Method {
    name: "words",
    summary: "Unicode words (UAX #29), for scripts and symbols that 13a does not split",
    entities: entities::NONE,
    splitter: || with_memory(Spans::default(), words),
};

/// Extended grapheme clusters: user-perceived characters.
pub(super) const GRAPHEMES: Method = Method {
    name: "graphemes",
    summary: "one token per user-perceived character, so that syllables and emoji stay whole",
    entities: entities::NONE,
    splitter: || with_memory(Spans::default(), graphemes),
};

#[inline(always)]
fn words(text: &str, pieces: &mut Spans, spans: &mut Spans) {
    let is_word = |piece: &str| piece.bytes().all(|byte| byte.is_ascii_alphanumeric());
    split(text, pieces, spans, |_| 0, is_word, str::split_word_bound_indices);
}

#[inline(always)]
fn graphemes(text: &str, pieces: &mut Spans, spans: &mut Spans) {
    // No two characters of ASCII share a cluster, apart from white space.
    let mut after_ascii = 0;
    let between_ascii = |view: &View| {
        let ascii = view.block.mask(|lane| within(lane, 0, 0x7F));
        ascii & shift(ascii, &mut after_ascii)
    };
    split(text, pieces, spans, between_ascii, |piece| piece.len() == 1, |piece| piece.grapheme_indices(true));
}

/// Splits at white space and by `rule`, then each of these pieces by `segments`, except those that are a segment for certain.
#[inline(always)]
fn split<'a, I: Iterator<Item = (usize, &'a str)>>(
    text: &'a str,
    pieces: &mut Spans,
    spans: &mut Spans,
    rule: impl FnMut(&View) -> u64,
    is_segment: impl Fn(&str) -> bool,
    segments: impl Fn(&'a str) -> I,
) {
    pieces.clear();
    scan(text, pieces, rule);
    let mut ranges = pieces.starts().iter().zip(pieces.ends()).map(|(&start, &end)| start as usize..end as usize);
    let mut first = 0;
    for &last in pieces.lines() {
        for range in ranges.by_ref().take((last - first) as usize) {
            let piece = &text[range.clone()];
            if is_segment(piece) {
                spans.push(range.start, range.end);
                continue;
            }
            for (at, segment) in segments(piece) {
                spans.push(range.start + at, range.start + at + segment.len());
            }
        }
        spans.end_line();
        first = last;
    }
}
