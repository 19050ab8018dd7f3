//! sacreBLEU's tokenization for Chinese: each "Chinese" character is a token, and the text between them is tokenized by
//! the rules of 13a, without padding or entities.

use super::char_class::CharClasses;
use super::scan::{Spans, View, scan};
use super::simd::{is, within};
use super::splitter::with_memory;
use super::tokenization::Tokenization;
use super::v13a::Rule;

pub(super) const TOKENIZATION: Tokenization = Tokenization::by_rules(
    "zh",
    "sacreBLEU's tokenizer for Chinese: one token per ideograph, the rest nearly as 13a",
    || with_memory(CharClasses::new(class), split),
);

#[inline(always)]
fn split(text: &str, classes: &mut CharClasses, spans: &mut Spans) {
    let (mut rule, mut carry) = (Rule::unpadded(), 0);
    scan(text, spans, |view| rule.breaks(view, chinese(view, classes, &mut carry)));
}

/// Characters that sacreBLEU takes for Chinese.
///
/// Two of its ranges were meant to be above U+FFFF but are written with four-digit escapes, so that they begin at
/// U+2001 instead, and no character above U+FFFF is included. Some ranges contain others; here they are merged.
const CHINESE: [(char, char); 13] = [
    // Meant as Ideographs Extension B, 20000-2A6D6; in fact general punctuation, arrows, mathematics ...
    ('\u{2001}', '\u{2A6D}'),
    // Radicals.
    ('\u{2E80}', '\u{2FDF}'),
    // Ideographic description, CJK symbols and punctuation.
    ('\u{2FF0}', '\u{303F}'),
    // Bopomofo.
    ('\u{3100}', '\u{312F}'),
    // Bopomofo Extended, strokes.
    ('\u{31A0}', '\u{31EF}'),
    // Enclosed and squared forms, Ideographs Extension A of Unicode 3.0.
    ('\u{3200}', '\u{4DB5}'),
    // Ideographs of Unicode 4.1.
    ('\u{4E00}', '\u{9FBB}'),
    // Compatibility ideographs of Unicode 4.1.
    ('\u{F900}', '\u{FA2D}'),
    ('\u{FA30}', '\u{FA6A}'),
    ('\u{FA70}', '\u{FAD9}'),
    // Vertical forms.
    ('\u{FE10}', '\u{FE1F}'),
    ('\u{FE30}', '\u{FE4F}'),
    // Full-width and half-width forms.
    ('\u{FF00}', '\u{FFEF}'),
];

/// The class of a character: 0 if it is Chinese.
pub fn class(c: char) -> Option<usize> {
    CHINESE.iter().any(|&(first, last)| (first..=last).contains(&c)).then_some(0)
}

/// The bytes of a block that belong to Chinese characters.
#[inline(always)]
fn chinese(view: &View, classes: &mut CharClasses, carry: &mut u64) -> u64 {
    let certain = view.block.mask(|lane| within(lane, 0xE5, 0xE8));
    let possible = view.block.mask(|lane| within(lane, 0xE2, 0xE4) | is(lane, 0xE9) | is(lane, 0xEF));
    classes.members(view, certain, possible, carry)
}
