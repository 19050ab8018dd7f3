//! The segmentations of Unicode Standard Annex 29, for scripts and symbols that 13a does not split.
//!
//! White space separates tokens, as for every tokenizer, and each piece of text between white space is segmented by
//! itself. So no token contains white space, even if a segment of the annex does: a mark after a space begins a token,
//! and a narrow no-break space ends one.

use super::char_class::fill;
use super::entities;
use super::scan::{Spans, View, scan, shift};
use super::simd::{Block, is, within};
use super::splitter::with_memory;
use super::tokenization::Method;
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

/// Splits at word boundaries. `pieces` is working memory. Compiled for newer x86-64 processors too; the version is
/// chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn words(text: &str, pieces: &mut Spans, spans: &mut Spans) {
    split(text, pieces, spans, |_| 0, str::split_word_bounds);
}

/// Splits into extended grapheme clusters. `pieces` is working memory. Compiled for newer x86-64 processors too; the
/// version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
fn graphemes(text: &str, pieces: &mut Spans, spans: &mut Spans) {
    let (mut filled, mut after) = (0, 0);
    let rule = |view: &View| {
        let alone = alone(view.block);
        let bytes = fill(alone, view.block.continuation(), &mut filled);
        alone & shift(bytes, &mut after)
    };
    split(text, pieces, spans, rule, |piece| piece.graphemes(true));
}

/// The first bytes of common characters for which the annex has no rule, so that no two of them share a cluster.
#[inline(always)]
fn alone(block: &Block) -> u64 {
    // ASCII; Latin, U+00C0-02FF; Greek and Cyrillic, U+0380-047F; ideographs, U+4000-9FFF.
    let leads = block.mask(|lane| {
        (within(lane, 0x20, 0x7E) | within(lane, 0xC3, 0xCB)) | (within(lane, 0xCE, 0xD1) | within(lane, 0xE4, 0xE9))
    });
    // Kana, U+3040-307F and U+30C0-30FF; the combining marks are between these ranges.
    let kana = block.mask(|lane| is(lane, 0x81) | is(lane, 0x83));
    leads | block.eq(0xE3) & kana >> 1
}

/// Splits at white space and by `rule`, then each of the pieces by `segments`.
#[inline(always)]
fn split<'a, I: Iterator<Item = &'a str>>(
    text: &'a str,
    pieces: &mut Spans,
    spans: &mut Spans,
    rule: impl FnMut(&View) -> u64,
    segments: impl Fn(&'a str) -> I,
) {
    pieces.clear();
    scan(text, pieces, rule);
    let mut first = 0;
    for &last in pieces.lines() {
        for piece in first..last as usize {
            let (mut start, end) = (pieces.starts()[piece] as usize, pieces.ends()[piece] as usize);
            let piece = &text[start..end];
            if piece.chars().nth(1).is_none() {
                spans.push(start, end);
                continue;
            }
            for segment in segments(piece) {
                spans.push(start, start + segment.len());
                start += segment.len();
            }
        }
        spans.end_line();
        first = last as usize;
    }
}
