//! Tokenizers whose tokens need not be parts of the lines: functions from a line to its tokens.

use super::scan::Spans;
use super::splitter::{Splitter, check_size};
use crate::bleu::error::Error;

/// Splits lines by a function, which calls its second argument with each token of a line.
pub(super) struct CustomSplitter<F> {
    split: F,
    /// All tokens, one directly after the other.
    tokens: String,
}

impl<F: FnMut(&str, &mut dyn FnMut(&str)) + Send + Sync> CustomSplitter<F> {
    pub fn new(split: F) -> Self {
        CustomSplitter { split, tokens: String::new() }
    }
}

impl<F: FnMut(&str, &mut dyn FnMut(&str)) + Send + Sync> Splitter for CustomSplitter<F> {
    fn split<'a>(&'a mut self, lines: &'a str, spans: &mut Spans) -> Result<&'a str, Error> {
        self.tokens.clear();
        for line in lines.split_terminator('\n') {
            (self.split)(line, &mut |token| {
                if !token.is_empty() {
                    let start = self.tokens.len();
                    self.tokens.push_str(token);
                    spans.push(start, self.tokens.len());
                }
            });
            check_size(&self.tokens)?;
            spans.end_line();
        }
        Ok(&self.tokens)
    }
}
