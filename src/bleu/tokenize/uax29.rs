//! The segmentations of Unicode Standard Annex 29, for scripts and symbols that 13a does not split.
//!
//! White space separates tokens, as for every tokenizer, and each piece of text between white space is segmented by
//! itself. So no token contains white space, even if a segment of the annex does: a mark after a space begins a token,
//! and a narrow no-break space ends one.
//!
//! Most characters are of a few kinds whose boundaries follow from their neighbors. These boundaries are found for blocks of
//! text at once. The crate segments what is left: pieces with other characters, whose neighbors may share a segment with them.

use super::char_class::fill;
use super::scan::{Spans, View, scan, shift};
use super::simd::{Block, is, within};
use super::tokenization::Tokenization;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;
use wide::u8x16;

/// Unicode's word boundaries; every segment is a token, punctuation too.
pub(super) const WORDS: Tokenization =
    Tokenization::by_rules("words", "Unicode words (UAX #29), for scripts and symbols that 13a does not split", || {
        let mut pieces = Pieces::default();
        Box::new(move |text: &str, spans: &mut Spans| words(text, &mut pieces, spans))
    });

/// Extended grapheme clusters: user-perceived characters.
pub(super) const GRAPHEMES: Tokenization = Tokenization::by_rules(
    "graphemes",
    "one token per user-perceived character, so that syllables and emoji stay whole",
    || {
        let mut pieces = Pieces::default();
        Box::new(move |text: &str, spans: &mut Spans| graphemes(text, &mut pieces, spans))
    },
);

fn words(text: &str, pieces: &mut Pieces, spans: &mut Spans) {
    find(text, pieces, WordRule::default());
    pieces.split(text, spans, str::split_word_bound_indices);
}

fn graphemes(text: &str, pieces: &mut Pieces, spans: &mut Spans) {
    find(text, pieces, GraphemeRule::default());
    pieces.split(text, spans, |piece| piece.grapheme_indices(true));
}

/// Finds boundaries between segments, block by block.
trait Rule {
    fn boundaries(&mut self, view: &View) -> Boundaries;
}

/// Boundaries between segments in a block, as far as a rule can tell.
struct Boundaries {
    /// The bytes at which segments begin for certain. White space may be among them.
    begin: u64,
    /// The bytes where the rule cannot tell: of characters that it does not know, and the beginnings of some others.
    unsure: u64,
}

/// The text between white space and certain boundaries.
#[derive(Default)]
struct Pieces {
    spans: Spans,
    /// A bit for each byte where the rule cannot tell.
    unsure: Vec<u64>,
}

/// Splits text at white space, and at the boundaries of a rule. Compiled for newer x86-64 processors too; the version is chosen
/// at run time.
#[cfg_attr(
    not(portable),
    multiversion::multiversion(targets(
        "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt+avx512f+avx512bw+avx512vbmi+avx512vbmi2",
        "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"
    ))
)]
fn find<R: Rule>(text: &str, pieces: &mut Pieces, mut rule: R) {
    let Pieces { spans, unsure } = pieces;
    spans.clear();
    unsure.clear();
    let begin = |view: &View| {
        let boundaries = rule.boundaries(view);
        unsure.push(boundaries.unsure);
        boundaries.begin
    };
    #[cfg(not(portable))]
    multiversion::target::match_target! {
        "x86_64+avx512f+avx512bw+avx512vbmi+avx512vbmi2" => super::avx512::scan(text, spans, begin),
        _ => scan(text, spans, begin),
    }
    #[cfg(portable)]
    scan(text, spans, begin);
}

impl Pieces {
    /// Splits each piece with a byte where the rule cannot tell by `segments`; every other one is a token.
    fn split<'a, I: Iterator<Item = (usize, &'a str)>>(
        &mut self,
        text: &'a str,
        spans: &mut Spans,
        segments: impl Fn(&'a str) -> I,
    ) {
        if self.unsure.iter().all(|bytes| *bytes == 0) {
            std::mem::swap(&mut self.spans, spans);
            return;
        }
        let pieces = &self.spans;
        let is_unsure = |range: Range<usize>| {
            let bytes = pieces.starts()[range.start] as usize..pieces.ends()[range.end - 1] as usize;
            has_bit(&self.unsure, &bytes)
        };
        let mut begin = 0;
        for line in pieces.lines().iter().map(|&last| last as usize) {
            let to_split = if begin < line && is_unsure(begin..line) { begin..line } else { line..line };
            // Pieces between those that are split are copied together.
            for piece in to_split.filter(|&piece| is_unsure(piece..piece + 1)) {
                spans.append(pieces, begin..piece);
                begin = piece + 1;
                let start = pieces.starts()[piece] as usize;
                for (at, segment) in segments(&text[start..pieces.ends()[piece] as usize]) {
                    spans.push(start + at, start + at + segment.len());
                }
            }
            spans.append(pieces, begin..line);
            begin = line;
            spans.end_line();
        }
    }
}

/// Whether a bit of a range, which is not empty, is set: bit i % 64 of word i / 64 for place i.
#[inline]
fn has_bit(words: &[u64], range: &Range<usize>) -> bool {
    let (first, last) = (range.start / 64, (range.end - 1) / 64);
    let (from_start, to_end) = (u64::MAX << (range.start % 64), u64::MAX >> (63 - (range.end - 1) % 64));
    if first == last {
        return words[first] & from_start & to_end != 0;
    }
    words[first] & from_start != 0 || words[first + 1..last].iter().any(|word| *word != 0) || words[last] & to_end != 0
}

/// The rules of word boundaries for these characters:
/// - letters of Latin, Greek and Cyrillic in one or two bytes, digits and the underscore, which are joined to each other;
/// - marks that join the two letters or digits between which they stand: the apostrophe and the period join both, a colon
///   letters, a comma and a semicolon digits;
/// - those that stand alone: the rest of ASCII, white space, and [`alone`].
///
/// All others may be attached to what stands before them, or be letters. A boundary beside one of them, or beside a mark that
/// is beside one of them, is not certain.
#[derive(Default)]
struct WordRule {
    letter: u64,
    digit: u64,
    joined: u64,
    joining: u64,
    two_bytes: u64,
    inside: [u64; 2],
    unknown: u64,
    unsure_mark: u64,
}

impl Rule for WordRule {
    #[inline(always)]
    fn boundaries(&mut self, view: &View) -> Boundaries {
        let block = view.block;
        let next = view.next_byte();
        let wide = block.mask(|lane| lane);
        let (mut letter, mut inside, mut unknown) =
            (block.mask(|lane| within(lane | u8x16::splat(0x20), b'a', b'z')), 0, 0);
        if wide != 0 {
            let leads = letters_of_two_bytes(block);
            letter |= leads | shift(leads, &mut self.two_bytes);
            let alone = alone(block);
            let second = shift(alone, &mut self.inside[0]);
            inside = second | shift(second, &mut self.inside[1]);
            unknown = wide & !(letter | alone | inside | view.white);
        }
        let digit = block.mask(|lane| within(lane, b'0', b'9'));
        let before = |mask: u64, is_next: bool| mask >> 1 | u64::from(is_next) << 63;
        let between = |mask: u64, carry: &mut u64, is_next: bool| shift(mask, carry) & before(mask, is_next);
        let both = block.mask(|lane| is(lane, b'.') | is(lane, b'\''));
        let (of_letters, of_digits) = (block.eq(b':'), block.mask(|lane| is(lane, b',') | is(lane, b';')));
        let joining = (both | of_letters) & between(letter, &mut self.letter, next.is_ascii_alphabetic())
            | (both | of_digits) & between(digit, &mut self.digit, next.is_ascii_digit());
        let word = letter | digit | block.eq(b'_');
        let joined = word & shift(word, &mut self.joined) | joining | shift(joining, &mut self.joining);
        let after_unknown = shift(unknown, &mut self.unknown);
        let marks = both | of_letters | of_digits;
        let unsure_marks = marks & (after_unknown | before(unknown, !next.is_ascii()));
        let unsure = unknown | after_unknown | unsure_marks | shift(unsure_marks, &mut self.unsure_mark);
        Boundaries { begin: !(joined | inside | unsure), unsure }
    }
}

/// The first bytes of letters of Latin, Greek and Cyrillic in two bytes, without some at the end of the block.
#[inline(always)]
fn letters_of_two_bytes(block: &Block) -> u64 {
    const LAST: u64 = 1 << 63;
    // U+0100 to U+027F, and U+0400 to U+047F.
    let all = block.mask(|lane| within(lane, 0xC4, 0xC9) | within(lane, 0xD0, 0xD1));
    // U+00C0 to U+00FF, without the signs of multiplication and division.
    let not_latin = block.mask(|lane| is(lane, 0x97) | is(lane, 0xB7));
    // U+0388 to U+03BF, without those that are not assigned.
    let not_greek = block.mask(|lane| within(lane, 0x80, 0x87) | is(lane, 0x8B) | is(lane, 0x8D) | is(lane, 0xA2));
    // U+03C0 to U+03FF, without a sign.
    let not_late_greek = block.eq(0xB6);
    let pairs = [(0xC3, not_latin), (0xCE, not_greek), (0xCF, not_late_greek)];
    pairs.into_iter().fold(all, |all, (lead, not_letter)| all | block.eq(lead) & !(not_letter >> 1 | LAST))
}

/// The first bytes of characters of three bytes that are words by themselves, without some at the end of the block: ideographs,
/// U+4000 to U+9FFF; hiragana, U+3040 to U+307F; and `、 。`, brackets of Chinese and Japanese, `– — “ ” „ …`.
#[inline(always)]
fn alone(block: &Block) -> u64 {
    let ideographs = ideographs(block);
    let hiragana = block.eq(0xE3) & block.eq(0x81) >> 1;
    let second = block.eq(0x80) >> 1;
    let stops = block.mask(|lane| within(lane, 0x81, 0x82) | within(lane, 0x88, 0x91)) >> 2;
    let quotes = block.mask(|lane| within(lane, 0x93, 0x94) | within(lane, 0x9C, 0x9E) | is(lane, 0xA6)) >> 2;
    ideographs | hiragana | second & (block.eq(0xE3) & stops | block.eq(0xE2) & quotes)
}

/// The first bytes of ideographs, U+4000 to U+9FFF.
#[inline(always)]
fn ideographs(block: &Block) -> u64 {
    block.mask(|lane| within(lane, 0xE4, 0xE9))
}

/// The rules of grapheme clusters for characters that share one with none of each other: ASCII and [`apart`].
#[derive(Default)]
struct GraphemeRule {
    inside: u64,
    known: u64,
}

impl Rule for GraphemeRule {
    #[inline(always)]
    fn boundaries(&mut self, view: &View) -> Boundaries {
        let block = view.block;
        let wide = block.mask(|lane| lane);
        if wide == 0 {
            let begin = shift(u64::MAX, &mut self.known);
            return Boundaries { begin, unsure: 0 };
        }
        let leads = apart(block);
        let known = !wide | view.white | fill(leads, block.continuation(), &mut self.inside);
        let begin = (!wide | leads) & shift(known, &mut self.known);
        Boundaries { begin, unsure: !known }
    }
}

/// The first bytes of characters outside ASCII that share a grapheme cluster with none of each other, without some at the end of
/// the block: Latin and its signs, U+0080 to U+02FF; Greek and Cyrillic, U+0380 to U+047F; dashes, quotes and dots, U+2010 to
/// U+2027; U+2080 to U+20BF, where currencies are; CJK punctuation, U+3001 to U+3029; kana, without the combining marks;
/// ideographs; syllables of Hangul; and full-width forms, U+FF00 to U+FF7F.
#[inline(always)]
fn apart(block: &Block) -> u64 {
    let second = |first, last| block.mask(|lane| within(lane, first, last)) >> 1;
    let third = |first, last| block.mask(|lane| within(lane, first, last)) >> 2;
    let whole = block.mask(|lane| {
        within(lane, 0xC2, 0xCB) | within(lane, 0xCE, 0xD1) | within(lane, 0xE4, 0xE9) | within(lane, 0xEB, 0xEC)
    });
    let signs = block.eq(0xE2) & (second(0x80, 0x80) & third(0x90, 0xA7) | second(0x82, 0x82));
    let punctuation = second(0x80, 0x80) & third(0x81, 0xA9);
    let kana = second(0x81, 0x81) | second(0x83, 0x83) | second(0x82, 0x82) & (third(0x80, 0x98) | third(0x9B, 0xBF));
    let hangul = block.eq(0xEA) & second(0xB0, 0xBF) | block.eq(0xED) & second(0x80, 0x9D);
    whole | signs | block.eq(0xE3) & (punctuation | kana) | hangul | block.eq(0xEF) & second(0xBC, 0xBD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::sample;

    /// Compares the pieces of a text, which ends in LF, with the crate's, at white space and everywhere.
    fn check(text: &str) {
        let expected = |segments: fn(&str) -> Vec<&str>| -> Vec<String> {
            text.split(super::super::scan::is_white_space).flat_map(segments).map(str::to_owned).collect()
        };
        let found = |split: fn(&str, &mut Pieces, &mut Spans)| -> Vec<String> {
            let mut spans = Spans::default();
            split(text, &mut Pieces::default(), &mut spans);
            spans
                .starts()
                .iter()
                .zip(spans.ends())
                .map(|(&start, &end)| text[start as usize..end as usize].to_owned())
                .collect()
        };
        assert_eq!(found(words), expected(|piece| piece.split_word_bounds().collect()), "{text:?}");
        assert_eq!(found(graphemes), expected(|piece| piece.graphemes(true).collect()), "{text:?}");
    }

    #[test]
    fn every_character_at_every_place_of_a_block_is_segmented_as_by_the_crate() {
        // All of two bytes, and of three bytes in blocks with known characters.
        let characters = ('\u{80}'..='\u{7FF}').chain('\u{2000}'..='\u{206F}').chain('\u{2FF0}'..='\u{311F}');
        let others = ('\u{2070}'..='\u{20FF}')
            .chain('\u{FF00}'..='\u{FF9F}')
            .chain(['\u{4000}', '中', '\u{9FFF}', '\u{ABFF}', '가']);
        let others = others.chain([
            '\u{AFFF}',
            '\u{B000}',
            '\u{CFFF}',
            '\u{D000}',
            '힣',
            '\u{D7B0}',
            '\u{11A8}',
            '😀',
            '\u{1F3FD}',
        ]);
        for c in characters.chain(others) {
            for before in sample(5, 55..64) {
                check(&format!("{}a{c}b.{c}:{c}1,{c}2{c}'{c}{c}_{c}\n", "x".repeat(before)));
            }
        }
    }

    #[test]
    fn short_texts_are_segmented_as_by_the_crate() {
        let parts = [
            "a", "0", "_", ".", "'", ":", ",", "-", "é", "×", "ж", "中", "ひ", "、", "\u{301}", "\u{200D}", "\u{A0}",
            "א", "’", "각", "\u{11A8}",
        ];
        for i in sample(20, 0..parts.len().pow(4)) {
            let part = |place: u32| parts[i / parts.len().pow(place) % parts.len()];
            check(&([part(0), part(1), part(2), part(3)].concat() + "\n"));
        }
    }
}
