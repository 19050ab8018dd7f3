//! The segmentations of Unicode's annex 29, for scripts and symbols that 13a does not know.
//!
//! White space separates tokens here as in every tokenizer, and what stands
//! between white space is cut by itself. So no token has white space in it, not
//! even where the annex puts some into a segment: a mark after a space begins a
//! token, and a narrow no-break space ends one.

use super::scan::{Spans, scan};
use unicode_segmentation::UnicodeSegmentation;

/// Cuts at word boundaries; every segment is a token, punctuation too.
pub fn words(text: &str, pieces: &mut Spans, spans: &mut Spans) {
    cut(text, pieces, spans, |piece| piece.split_word_bounds());
}

/// Cuts into extended grapheme clusters: what a reader takes for one character.
pub fn graphemes(text: &str, pieces: &mut Spans, spans: &mut Spans) {
    cut(text, pieces, spans, |piece| piece.graphemes(true));
}

/// `pieces` is room to work in.
fn cut<'a, I: Iterator<Item = &'a str>>(
    text: &'a str,
    pieces: &mut Spans,
    spans: &mut Spans,
    segments: impl Fn(&'a str) -> I,
) {
    pieces.clear();
    scan(text, pieces, |_| 0);
    let mut first = 0;
    for &last in pieces.lines() {
        for piece in first..last as usize {
            let mut start = pieces.starts()[piece] as usize;
            for segment in segments(&text[start..pieces.ends()[piece] as usize]) {
                spans.push(start, start + segment.len());
                start += segment.len();
            }
        }
        spans.end_line();
        first = last as usize;
    }
}
