//! sacreBLEU's `char`: each code point that is not white space is a token.

use super::scan::{Spans, scan};
use super::tokenization::Tokenization;

pub(super) const TOKENIZATION: Tokenization =
    Tokenization::by_rules("char", "one token per code point, for text without spaces between words", || {
        Box::new(split)
    });

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
        "x86_64+avx512f+avx512bw+avx512vbmi+avx512vbmi2" => {
            super::avx512::scan(text, spans, |view| !view.block.continuation());
        },
        _ => split_plainly(text, spans),
    }
    #[cfg(portable)]
    split_plainly(text, spans);
}

/// [`split`], compiled as its caller.
#[inline(always)]
pub(super) fn split_plainly(text: &str, spans: &mut Spans) {
    scan(text, spans, |view| !view.block.continuation());
}
