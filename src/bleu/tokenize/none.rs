//! No tokenizing: tokens are separated by white space.

use super::scan::{Spans, WhiteSpace, scan_at};
use super::splitter::with_memory;
use super::tokenization::Tokenization;

/// sacreBLEU's `none`.
pub(super) const TOKENIZATION: Tokenization =
    Tokenization::by_rules("none", "splits at white space only, for tokenized text", || {
        with_memory(WhiteSpace::Python, split)
    });

/// Splits at the white space of a set.
#[inline(always)]
pub(super) fn split(text: &str, set: &mut WhiteSpace, spans: &mut Spans) {
    scan_at(*set, text, spans, |_| 0);
}
