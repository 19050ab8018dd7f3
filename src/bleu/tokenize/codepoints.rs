//! Every code point, white space included: the tokens of tools that take a string for a list of tokens.

use super::scan::Spans;
use super::splitter::Splitter;
use super::tokenization::Tokenization;

pub(super) const TOKENIZATION: Tokenization = Tokenization::by_rules(
    "codepoints",
    "one token per code point, spaces included, as tools count that are given strings for lists of tokens",
    || Box::new(split) as Box<dyn Splitter>,
);

fn split(text: &str, spans: &mut Spans) {
    for (at, c) in text.char_indices() {
        match c {
            '\n' => spans.end_line(),
            _ => spans.push(at, at + c.len_utf8()),
        }
    }
}
