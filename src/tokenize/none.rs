//! No tokenizing: tokens are separated by white space.

use super::entities;
use super::scan::{Spans, scan};
use super::tokenization::Method;

/// sacreBLEU's `none`.
pub(super) const METHOD: Method = Method {
    name: "none",
    summary: "splits at white space only, for tokenized text",
    entities: entities::NONE,
    splitter: || Box::new(split),
};

/// Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
pub(super) fn split(text: &str, spans: &mut Spans) {
    scan(text, spans, |_| 0);
}
