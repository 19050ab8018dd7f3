//! Tokenizing segments, each a text of its own, many at a time.

use super::tokenizer::Tokenizer;
use super::tokens::Tokens;
use crate::bleu::error::Error;

/// Tokenizes lists of segments; keeps its memory from one list to the next.
#[derive(Clone, Debug)]
pub(crate) struct SegmentTokenizer {
    tokenizer: Tokenizer,
    /// The segments, each as one line with a line feed after it.
    text: String,
}

impl SegmentTokenizer {
    pub fn new(tokenizer: Tokenizer) -> SegmentTokenizer {
        SegmentTokenizer { tokenizer, text: String::new() }
    }

    /// Begins a new list, of these segments.
    pub fn set(&mut self, segments: &[impl AsRef<str>]) {
        self.text.clear();
        for segment in segments.iter().map(AsRef::as_ref) {
            self.text.push_str(&self.tokenizer.preprocessing().one_line(segment));
            self.text.push('\n');
        }
    }

    /// The tokens of each segment, as one line each.
    ///
    /// # Errors
    /// If a segment is too long, or all together are.
    pub fn tokenize(&mut self) -> Result<Tokens<'_>, Error> {
        self.tokenizer.tokenize_lines(&self.text)
    }
}
