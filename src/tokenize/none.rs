//! No tokenizing: tokens are separated by white space.

use super::entities;
use super::method::Method;
use super::scan::{Spans, WhiteSpace, scan_at};
use super::splitter::with_memory;

/// sacreBLEU's `none`.
pub(super) const METHOD: Method = Method {
    name: "none",
    summary: "splits at white space only, for tokenized text",
    entities: entities::NONE,
    splitter: || with_memory(WhiteSpace::Python, split),
};

/// Splits at the white space of a set.
#[inline(always)]
pub(super) fn split(text: &str, set: &mut WhiteSpace, spans: &mut Spans) {
    scan_at(*set, text, spans, |_| 0);
}
