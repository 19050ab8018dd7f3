//! 13a for Chinese and Japanese: each ideograph, kana and full-width character is a token.
//!
//! It is what sacreBLEU's `zh` was meant to be, and covers kana too. All other text is tokenized as by 13a, including
//! entities, `<skipped>` and padding.

use super::char_class::CharClasses;
use super::entities;
use super::scan::{Spans, View, scan};
use super::simd::{is, within};
use super::splitter::with_memory;
use super::tokenization::Tokenization;
use super::v13a::Rule;

pub(super) const TOKENIZATION: Tokenization = Tokenization::by_rules(
    "cjk",
    "13a with one token per ideograph, kana and full-width character, for Chinese and Japanese",
    || with_memory(CharClasses::new(class), split),
)
.with_entities(entities::STANDARD);

#[inline(always)]
fn split(text: &str, classes: &mut CharClasses, spans: &mut Spans) {
    let (mut rule, mut carry) = (Rule::default(), 0);
    scan(text, spans, |view| rule.breaks(view, characters(view, classes, &mut carry)));
}

/// Characters that are tokens, in Unicode 17: the scripts Han, Hiragana, Katakana and Bopomofo, the marks that kana
/// share, and CJK forms of punctuation.
const CHARACTERS: [(char, char); 38] = [
    // Bopomofo: tone marks; its letters and extension.
    ('\u{2EA}', '\u{2EB}'),
    ('\u{3105}', '\u{312F}'),
    ('\u{31A0}', '\u{31BF}'),
    // Han: radicals.
    ('\u{2E80}', '\u{2E99}'),
    ('\u{2E9B}', '\u{2EF3}'),
    ('\u{2F00}', '\u{2FD5}'),
    // CJK symbols and punctuation, with the Han characters 々 and 〇; hiragana and katakana, with ー, ・ and the voiced
    // sound marks.
    ('\u{3000}', '\u{303F}'),
    ('\u{3041}', '\u{3096}'),
    ('\u{3099}', '\u{30FF}'),
    // Katakana: phonetic extensions, circled, squared.
    ('\u{31F0}', '\u{31FF}'),
    ('\u{32D0}', '\u{32FE}'),
    ('\u{3300}', '\u{3357}'),
    // Han: extension A, the unified ideographs, compatibility ideographs.
    ('\u{3400}', '\u{4DBF}'),
    ('\u{4E00}', '\u{9FFF}'),
    ('\u{F900}', '\u{FA6D}'),
    ('\u{FA70}', '\u{FAD9}'),
    // Vertical forms, compatibility forms, full-width and half-width forms.
    ('\u{FE10}', '\u{FE1F}'),
    ('\u{FE30}', '\u{FE4F}'),
    ('\u{FF00}', '\u{FFEF}'),
    // Han: old punctuation and reading marks.
    ('\u{16FE2}', '\u{16FE3}'),
    ('\u{16FF0}', '\u{16FF6}'),
    // Kana: extended, supplement, historic and small ones; the square ほか.
    ('\u{1AFF0}', '\u{1AFF3}'),
    ('\u{1AFF5}', '\u{1AFFB}'),
    ('\u{1AFFD}', '\u{1AFFE}'),
    ('\u{1B000}', '\u{1B122}'),
    ('\u{1B132}', '\u{1B132}'),
    ('\u{1B150}', '\u{1B152}'),
    ('\u{1B155}', '\u{1B155}'),
    ('\u{1B164}', '\u{1B167}'),
    ('\u{1F200}', '\u{1F200}'),
    // Han: extensions B, C and D, E, F, I; compatibility supplement; G, H and J.
    ('\u{20000}', '\u{2A6DF}'),
    ('\u{2A700}', '\u{2B81D}'),
    ('\u{2B820}', '\u{2CEAD}'),
    ('\u{2CEB0}', '\u{2EBE0}'),
    ('\u{2EBF0}', '\u{2EE5D}'),
    ('\u{2F800}', '\u{2FA1D}'),
    ('\u{30000}', '\u{3134A}'),
    ('\u{31350}', '\u{33479}'),
];

/// The class of a character: 0 if it is a token by itself.
pub fn class(c: char) -> Option<usize> {
    CHARACTERS.iter().any(|&(first, last)| (first..=last).contains(&c)).then_some(0)
}

/// The bytes of a block that belong to such characters.
#[inline(always)]
fn characters(view: &View, classes: &mut CharClasses, carry: &mut u64) -> u64 {
    let certain = view.block.mask(|lane| within(lane, 0xE5, 0xE9));
    let possible = view.block.mask(|lane| within(lane, 0xE2, 0xE4) | is(lane, 0xCB) | within(lane, 0xEF, 0xF0));
    classes.members(view, certain, possible, carry)
}
