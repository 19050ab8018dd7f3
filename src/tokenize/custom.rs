//! A tokenizer of one's own: a function from a line to its tokens.

use super::scan::Spans;
use super::splitter::{Splitter, check_size};
use crate::Error;
use std::sync::Arc;

/// Calls its second argument with each token of a line.
pub(super) type Split = dyn Fn(&str, &mut dyn FnMut(&str)) + Send + Sync;

/// Splits lines by a function.
pub(super) struct CustomSplitter {
    split: Arc<Split>,
    /// All tokens, one directly after the other.
    tokens: String,
}

impl CustomSplitter {
    pub fn new(split: Arc<Split>) -> CustomSplitter {
        CustomSplitter { split, tokens: String::new() }
    }
}

impl Splitter for CustomSplitter {
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
