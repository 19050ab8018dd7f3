//! mteval's tokenization for Western languages, version 13a, as in sacreBLEU.
//!
//! sacreBLEU makes four passes of substitutions that insert spaces. Their result, in terms of the bytes of the text:
//! - ASCII punctuation except `' , - .` is always a token.
//! - A period or comma stays inside a word exactly if it is a single one between digits. A longer run is split from the
//!   text before it and into single characters. The passes take the run in pairs, so that its last character stays with
//!   a digit after it if a digit precedes the run and the length of the run is odd, or if no digit precedes the run and
//!   the length is even.
//! - A hyphen directly after a digit is a token.
//!
//! 13a pads the line with spaces first, zh does not, and a substitution needs both of its characters: without padding,
//! the ends of the line count as digits for a period or comma next to them.

use super::scan::{Spans, View, scan, shift};
use super::simd::{Block, bits, is, within};
use super::tokenization::Tokenization;
use super::{entities, line_bounds};
use wide::u8x16;

pub(super) const TOKENIZATION: Tokenization = Tokenization::by_rules(
    "13a",
    "mteval's rules for Western languages; the tokenizer of most published scores",
    || Box::new(split),
)
.with_entities(entities::STANDARD);

/// Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(
    not(portable),
    multiversion::multiversion(targets(
        "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt+avx512f+avx512bw+avx512vbmi+avx512vbmi2",
        "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"
    ))
)]
pub(super) fn split(text: &str, spans: &mut Spans) {
    #[cfg(not(portable))]
    multiversion::target::match_target! {
        "x86_64+avx512f+avx512bw+avx512vbmi+avx512vbmi2" => super::avx512::split_13a(text, spans),
        _ => split_plainly(text, spans),
    }
    #[cfg(portable)]
    split_plainly(text, spans);
}

/// [`split`], compiled as its caller.
#[inline(always)]
pub(super) fn split_plainly(text: &str, spans: &mut Spans) {
    let mut rule = Rule::default();
    scan(text, spans, |view| rule.breaks(view, 0));
}

/// The bytes of a block that the rule is about.
pub struct Classes {
    pub digit: u64,
    /// Periods and commas.
    pub point: u64,
    pub dash: u64,
    /// ASCII punctuation that is always a token.
    pub symbol: u64,
}

impl Classes {
    #[inline(always)]
    fn of(block: &Block) -> Self {
        let digit = block.mask(|lane| within(lane, b'0', b'9'));
        let point = block.mask(|lane| is(lane, b'.') | is(lane, b','));
        let dash = block.eq(b'-');
        let other = block.mask(|lane| {
            let letter = within(lane | u8x16::splat(0x20), b'a', b'z');
            within(lane, b'!', b'~') & !(letter | is(lane, b'\''))
        });
        Classes { digit, point, dash, symbol: other & !(digit | point | dash) }
    }
}

/// The rule of 13a, with its state between blocks.
#[derive(Default)]
pub struct Rule {
    digit: u64,
    point: u64,
    second_point: u64,
    single: u64,
    unpadded: Option<line_bounds::Starts>,
}

impl Rule {
    /// The rule for lines that are not padded.
    #[inline(always)]
    pub fn unpadded() -> Self {
        Rule { unpadded: Some(line_bounds::Starts::default()), ..Rule::default() }
    }

    /// The bytes at which a token begins without white space before it. `tokens` are the bytes of further characters
    /// that are always tokens.
    #[inline(always)]
    pub fn breaks(&mut self, view: &View, tokens: u64) -> u64 {
        let breaks = self.breaks_of(view, Classes::of(view.block), tokens);
        if tokens == 0 { breaks } else { breaks & !view.block.continuation() }
    }

    /// [`breaks`](Self::breaks), with the classes of the block's bytes, and inside of characters too.
    #[inline(always)]
    pub fn breaks_of(&mut self, view: &View, classes: Classes, tokens: u64) -> u64 {
        let Classes { digit, point, dash, symbol } = classes;
        let after_digit = shift(digit, &mut self.digit);
        let before_digit = digit >> 1 | u64::from(view.next_byte().is_ascii_digit()) << 63;
        let mut inner = point & after_digit & before_digit;
        if let Some(starts) = &mut self.unpadded {
            let after = after_digit | starts.after_white_space(view);
            inner = point & after & (before_digit | line_bounds::last_of_line(view, point & after));
        }
        let hyphen = dash & after_digit;
        let single = symbol | hyphen | (point & !inner) | tokens;
        let mut breaks = single | shift(single, &mut self.single);
        let after_point = shift(point, &mut self.point);
        let after_points = after_point & shift(after_point, &mut self.second_point);
        for next in bits(digit & after_points) {
            if self.keeps_last_point(view.text, view.offset + next) {
                breaks &= !(1 << next);
            }
        }
        breaks
    }

    /// Whether the digit at `end` stays with the last of the two or more periods and commas before it.
    fn keeps_last_point(&self, text: &[u8], end: usize) -> bool {
        let before = text[..end].iter().rposition(|byte| !matches!(byte, b'.' | b','));
        let start = before.map_or(0, |i| i + 1);
        let after_digit = before.is_some_and(|i| text[i].is_ascii_digit())
            || self.unpadded.is_some() && line_bounds::begins_line(&text[..start]);
        after_digit == ((end - start) % 2 == 1)
    }
}
