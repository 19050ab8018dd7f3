//! mteval's international tokenization, version 14, as in sacreBLEU.
//!
//! sacreBLEU makes three passes of substitutions, which put spaces around punctuation that does not follow a number,
//! around punctuation that does not precede a number, and around symbols: Unicode's categories P, N and S. Their result
//! is:
//! - A symbol is always a token.
//! - Punctuation is split as periods and commas are by 13a, with N for its digits: it stays inside a word exactly if it
//!   is a single character between numbers, and the last character of a longer run may stay with a number after it.
//! - The line is not padded, only stripped on the right: its two ends count as numbers. White space at its beginning
//!   does not.

use super::char_class::{CharClasses, ClassOf, fill};
use super::general_category::{GeneralCategory, UnicodeVersion};
use super::line_bounds;
use super::scan::{Spans, View, WhiteSpace, scan_at, shift};
use super::simd::{bits, is, within};
use super::splitter::{Splitter, with_memory};
use super::tokenization::Tokenization;

pub(super) const TOKENIZATION: Tokenization = Tokenization::by_categories(
    "intl",
    "mteval's international rules: splits at punctuation and symbols of every script",
    |unicode| splitter(Variant::Sacrebleu, WhiteSpace::Python, unicode),
);

/// Makes a splitter by a variant of the rules, at the white space of a set, with the categories of a version of Unicode.
pub(super) fn splitter(variant: Variant, set: WhiteSpace, unicode: UnicodeVersion) -> Box<dyn Splitter> {
    let class_of: ClassOf = match (variant, unicode) {
        (Variant::T2t, UnicodeVersion::V17) => |c| class_of_t2t(c, GeneralCategory::in_unicode_17(c)),
        (Variant::T2t, UnicodeVersion::V18) => |c| class_of_t2t(c, GeneralCategory::of(c)),
        (_, UnicodeVersion::V17) => |c| class_of_category(GeneralCategory::in_unicode_17(c)),
        (_, UnicodeVersion::V18) => class,
    };
    with_memory((CharClasses::new(class_of), variant, set), split)
}

#[inline(always)]
fn split(text: &str, (classes, variant, set): &mut (CharClasses, Variant, WhiteSpace), spans: &mut Spans) {
    let mut rule = Rule { variant: *variant, ..Rule::default() };
    scan_at(*set, text, spans, |view| rule.breaks(view, classes));
}

const NUMBER: usize = 0;
const PUNCTUATION: usize = 1;
const SYMBOL: usize = 2;

/// The class of a character in Unicode 18: number, punctuation, symbol, or none.
pub fn class(c: char) -> Option<usize> {
    class_of_category(GeneralCategory::of(c))
}

fn class_of_category(category: GeneralCategory) -> Option<usize> {
    match category {
        GeneralCategory::DecimalNumber | GeneralCategory::OtherNumber => Some(NUMBER),
        GeneralCategory::Punctuation => Some(PUNCTUATION),
        GeneralCategory::Symbol => Some(SYMBOL),
        GeneralCategory::Letter | GeneralCategory::Other => None,
    }
}

/// The classes of tensor2tensor: numbers are decimal digits only, and the backslash is missing from the punctuation.
fn class_of_t2t(c: char, category: GeneralCategory) -> Option<usize> {
    match category {
        GeneralCategory::OtherNumber => None,
        _ if c == '\\' => None,
        _ => class_of_category(category),
    }
}

/// Variants of the rules in different tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// White space at the end of a line is stripped first: the line ends before it.
    #[default]
    Sacrebleu,
    /// White space at the end of a line is text like any other.
    Untrimmed,
    /// As `Untrimmed`, and a backslash is like a letter; its classes are [`class_of_t2t`].
    T2t,
}

/// The rule of intl, with its state between blocks.
#[derive(Default)]
struct Rule {
    variant: Variant,
    starts: line_bounds::Starts,
    wide: [u64; 3],
    inner: u64,
    after_number: u64,
    after_point: u64,
    after_second_point: u64,
    after_single: u64,
}

impl Rule {
    /// The bytes at which a token begins without white space before it. The classes must be the variant's.
    #[inline(always)]
    fn breaks(&mut self, view: &View, classes: &mut CharClasses) -> u64 {
        let block = view.block;
        let digit = block.mask(|lane| within(lane, b'0', b'9'));
        let symbol = block.mask(|lane| {
            (is(lane, b'$') | is(lane, b'+') | within(lane, b'<', b'>'))
                | (is(lane, b'^') | is(lane, b'`') | is(lane, b'|') | is(lane, b'~'))
        });
        let graphic = block.mask(|lane| within(lane, b'!', b'~'));
        let mut letter = block.mask(|lane| within(lane, b'A', b'Z') | within(lane, b'a', b'z'));
        if self.variant == Variant::T2t {
            letter |= block.eq(b'\\');
        }
        let continuation = block.continuation();
        let wide = self.wide(view, classes, continuation);
        let number = digit | wide[NUMBER];
        let symbol = symbol | wide[SYMBOL];
        let point = graphic & !(digit | letter | symbol) | wide[PUNCTUATION];

        let after_number = shift(number, &mut self.after_number) | self.starts.of_lines(view);
        let mut inner = 0;
        for lead in bits(point & after_number & !continuation) {
            inner |= u64::from(self.is_before_number(classes, view.text, view.offset + lead)) << lead;
        }
        let inner = fill(inner, continuation, &mut self.inner);
        let single = symbol | point & !inner;
        let mut breaks = single | shift(single, &mut self.after_single);
        let after_point = shift(point, &mut self.after_point);
        let after_points = after_point & shift(after_point, &mut self.after_second_point);
        for next in bits(number & after_points & !continuation) {
            if keeps_last_point(classes, view.text, view.offset + next) {
                breaks &= !(1 << next);
            }
        }
        breaks & !continuation
    }

    /// The bytes of the characters outside ASCII, by class.
    #[inline(always)]
    fn wide(&mut self, view: &View, classes: &mut CharClasses, continuation: u64) -> [u64; 3] {
        // No character of a class begins with D0 or D1 (Cyrillic), E5 to E9 (ideographs), EB or EC (Hangul).
        let leads = view.block.mask(|lane| {
            (is(lane, 0xCF) | within(lane, 0xD2, 0xE4) | within(lane, 0xED, 0xF4))
                | (within(lane, 0xC2, 0xCE) | is(lane, 0xEA))
        });
        let mut wide = classes.masks(view.text, view.offset, leads);
        for (mask, carry) in wide.iter_mut().zip(&mut self.wide) {
            *mask = fill(*mask, continuation, carry);
        }
        wide
    }

    /// Whether a number or the line's end follows the character at `at`.
    #[inline]
    fn is_before_number(&self, classes: &mut CharClasses, text: &[u8], at: usize) -> bool {
        let next = at + text[at..].iter().skip(1).take_while(|byte| is_continuation(**byte)).count() + 1;
        classes.has(NUMBER, text, next)
            || match self.variant {
                Variant::Sacrebleu => line_bounds::ends_line(&text[next..]),
                Variant::Untrimmed | Variant::T2t => matches!(text[next..], [] | [b'\n', ..]),
            }
    }
}

/// Whether the number at `end` stays with the last punctuation character of the run before it.
fn keeps_last_point(classes: &mut CharClasses, text: &[u8], end: usize) -> bool {
    let (mut start, mut points) = (end, 0);
    loop {
        let Some(lead) = text[..start].iter().rposition(|byte| !is_continuation(*byte)) else {
            return points % 2 == 1;
        };
        if !classes.has(PUNCTUATION, text, lead) {
            let after_number = text[lead] == b'\n' || classes.has(NUMBER, text, lead);
            return after_number == (points % 2 == 1);
        }
        (start, points) = (lead, points + 1);
    }
}

fn is_continuation(byte: u8) -> bool {
    (0x80..=0xBF).contains(&byte)
}
