//! The segmentations of Unicode Standard Annex 29, for scripts and symbols that 13a does not split.
//!
//! White space separates tokens, as for every tokenizer, and each piece of text between white space is segmented by
//! itself. So no token contains white space, even if a segment of the annex does: a mark after a space begins a token,
//! and a narrow no-break space ends one.

use super::char_class::{CharClasses, fill};
use super::entities;
use super::method::Method;
use super::scan::{Spans, View, scan, shift};
use super::simd::{Block, WIDTH, is, within};
use super::splitter::with_memory;
use std::mem::swap;
use unicode_segmentation::UnicodeSegmentation;

/// Unicode's word boundaries; every segment is a token, punctuation too.
pub(super) const WORDS: Method = Method {
    name: "words",
    summary: "Unicode words (UAX #29), for scripts and symbols that 13a does not split",
    entities: entities::NONE,
    splitter: || with_memory((CharClasses::new(word_class), SplitPieces::default()), words),
};

/// Extended grapheme clusters: user-perceived characters.
pub(super) const GRAPHEMES: Method = Method {
    name: "graphemes",
    summary: "one token per user-perceived character, so that syllables and emoji stay whole",
    entities: entities::NONE,
    splitter: || with_memory(SplitPieces::default(), graphemes),
};

/// Splits at word boundaries.
#[inline(always)]
fn words(text: &str, (classes, pieces): &mut (CharClasses, SplitPieces), spans: &mut Spans) {
    let mut rule = WordRule::new(classes);
    split(text, pieces, spans, |view| rule.apply(view), str::split_word_bounds);
}

/// Splits into extended grapheme clusters.
#[inline(always)]
fn graphemes(text: &str, pieces: &mut SplitPieces, spans: &mut Spans) {
    let (mut filled, mut after) = (0, 0);
    let rule = |view: &View| {
        let alone = alone(view.block);
        let bytes = fill(alone, view.block.continuation(), &mut filled);
        Boundaries { breaks: alone & shift(bytes, &mut after), undecided: !(bytes | view.white) }
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

const LETTER: usize = 0;
const ALONE: usize = 1;

/// The class of a character outside ASCII: as a letter of ASCII; alone, if it is always a word; none, if it has other
/// rules or changes those for its neighbors.
fn word_class(c: char) -> Option<usize> {
    // The character beside all kinds of characters of ASCII, and itself.
    let text = format!("a{c}a0{c}0_{c}_{c}{c}:{c}.{c},{c};{c}'{c}\"{c}a:{c}.a{c}0,{c}-{c}'");
    let words = |text: &str| text.split_word_bounds().map(|word| word.chars().count()).collect::<Vec<_>>();
    if words(&text) == words(&text.replace(c, "b")) {
        Some(LETTER)
    } else if text.split_word_bounds().filter(|word| word.chars().eq([c])).count() == text.matches(c).count() {
        Some(ALONE)
    } else {
        None
    }
}

/// The rules for words of ASCII and of characters in a class, with their state between blocks.
struct WordRule<'a> {
    classes: &'a mut CharClasses,
    wide_letter: u64,
    wide_other: u64,
    letter: u64,
    digit: u64,
    word: u64,
    joined: u64,
    other: u64,
    undecided: u64,
}

impl<'a> WordRule<'a> {
    fn new(classes: &'a mut CharClasses) -> Self {
        WordRule {
            classes,
            wide_letter: 0,
            wide_other: 0,
            letter: 0,
            digit: 0,
            word: 0,
            joined: 0,
            other: 0,
            undecided: 0,
        }
    }

    /// Letters, digits and underscores are joined; so are two letters or two digits by certain punctuation between them.
    /// Characters without a class, and punctuation next to them, are undecided.
    #[inline(always)]
    fn apply(&mut self, view: &View) -> Boundaries {
        let (block, next) = (view.block, view.next_byte());
        let digit = block.mask(|lane| within(lane, b'0', b'9'));
        let mut letter = block.mask(|lane| within(lane, b'A', b'Z') | within(lane, b'a', b'z'));
        let joins_letters = block.mask(|lane| is(lane, b':') | is(lane, b'.') | is(lane, b'\''));
        let joins_digits = block.mask(|lane| (is(lane, b',') | is(lane, b';')) | (is(lane, b'.') | is(lane, b'\'')));
        let continuation = block.continuation();
        let wide = !(block.mask(|lane| within(lane, 0, 0x7F)) | continuation | view.white);
        let mut other = 0;
        if wide != 0 {
            // Cyrillic, U+0400-047F, and Hangul, U+B000-CFFF; ideographs, U+4000-9FFF.
            let letters = block.mask(|lane| within(lane, 0xD0, 0xD1) | within(lane, 0xEB, 0xEC));
            let alone = block.mask(|lane| within(lane, 0xE4, 0xE9));
            let [more_letters, more_alone, _] = self.classes.masks(view.text, view.offset, wide & !(letters | alone));
            letter |= letters | more_letters;
            other = wide & !(letters | alone | more_letters | more_alone);
        }
        let letter = fill(letter, continuation, &mut self.wide_letter);
        let other = fill(other, continuation, &mut self.wide_other);
        let word = letter | digit | block.eq(b'_');

        let before = |mask: u64, holds: bool| mask >> 1 | u64::from(holds) << (WIDTH - 1);
        let between_letters = shift(letter, &mut self.letter) & before(letter, next.is_ascii_alphabetic());
        let between_digits = shift(digit, &mut self.digit) & before(digit, next.is_ascii_digit());
        let joined = joins_letters & between_letters | joins_digits & between_digits;
        let beside_other = shift(other, &mut self.other) | before(other, !next.is_ascii());
        let undecided = other | (joins_letters | joins_digits) & beside_other;

        let inside = word & shift(word, &mut self.word)
            | (joined | shift(joined, &mut self.joined))
            | (undecided | shift(undecided, &mut self.undecided));
        Boundaries { breaks: !(inside | continuation), undecided }
    }
}

/// Boundaries in a block.
struct Boundaries {
    /// The bytes at which a token begins without white space before it.
    breaks: u64,
    /// The bytes of characters next to which there may be more boundaries.
    undecided: u64,
}

/// Text between white space and the boundaries that are easy to find.
#[derive(Default)]
struct SplitPieces {
    spans: Spans,
    /// For each block of the text, the bytes of characters next to which there may be more boundaries.
    undecided: Vec<u64>,
}

impl SplitPieces {
    /// Whether there may be boundaries inside a piece.
    #[inline(always)]
    fn is_undecided(&self, start: u32, end: u32) -> bool {
        let (start, end) = (start as usize, end as usize);
        match &self.undecided[start / WIDTH..end.div_ceil(WIDTH)] {
            [block] => block >> (start % WIDTH) << (start % WIDTH) << (WIDTH - 1 - (end - 1) % WIDTH) != 0,
            blocks => blocks.iter().any(|&block| block != 0),
        }
    }
}

/// Splits at white space and by `rule`, then those pieces by `segments` in which there may be more boundaries.
#[inline(always)]
fn split<'a, I: Iterator<Item = &'a str>>(
    text: &'a str,
    pieces: &mut SplitPieces,
    spans: &mut Spans,
    mut rule: impl FnMut(&View) -> Boundaries,
    segments: impl Fn(&'a str) -> I,
) {
    pieces.spans.clear();
    pieces.undecided.clear();
    let mut all_undecided = 0;
    scan(text, &mut pieces.spans, |view| {
        let Boundaries { breaks, undecided } = rule(view);
        pieces.undecided.push(undecided);
        all_undecided |= undecided;
        breaks
    });
    if all_undecided == 0 {
        return swap(&mut pieces.spans, spans);
    }
    let (starts, ends) = (pieces.spans.starts(), pieces.spans.ends());
    let mut first = 0;
    for &last in pieces.spans.lines() {
        let line = first..last as usize;
        if !line.is_empty() && !pieces.is_undecided(starts[line.start], ends[line.end - 1]) {
            spans.append(&starts[line.clone()], &ends[line.clone()]);
        } else {
            for piece in line {
                let (mut start, end) = (starts[piece], ends[piece]);
                if !pieces.is_undecided(start, end) {
                    spans.push(start as usize, end as usize);
                    continue;
                }
                for segment in segments(&text[start as usize..end as usize]) {
                    let segment_end = start + segment.len() as u32;
                    spans.push(start as usize, segment_end as usize);
                    start = segment_end;
                }
            }
        }
        spans.end_line();
        first = last as usize;
    }
}
