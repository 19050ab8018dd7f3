//! Tokenizing segments, each a text of its own, many at a time.

use super::preprocess::Newlines;
use super::token_buffer::TokenBuffer;
use super::tokenizer::Tokenizer;
use super::tokens::Tokens;
use crate::Error;
use memchr::memchr;

/// Tokenizes lists of segments; keeps its memory from one list to the next.
#[derive(Clone, Debug)]
pub(crate) struct SegmentTokenizer {
    tokenizer: Tokenizer,
    /// The segments, each followed by a line feed.
    text: String,
    /// End of each segment in the text.
    ends: Vec<usize>,
    /// Whether a segment contains a line feed.
    has_line_feeds: bool,
    /// Tokens of a list in which a segment contains a line feed.
    buffer: TokenBuffer,
}

impl SegmentTokenizer {
    pub fn new(tokenizer: Tokenizer) -> SegmentTokenizer {
        SegmentTokenizer {
            tokenizer,
            text: String::new(),
            ends: Vec::new(),
            has_line_feeds: false,
            buffer: TokenBuffer::default(),
        }
    }

    /// Begins a new list, of these segments.
    pub fn set(&mut self, segments: &[impl AsRef<str>]) {
        self.text.clear();
        self.ends.clear();
        self.has_line_feeds = false;
        for segment in segments.iter().map(AsRef::as_ref) {
            self.has_line_feeds |= memchr(b'\n', segment.as_bytes()).is_some();
            self.text.push_str(segment);
            self.ends.push(self.text.len());
            self.text.push('\n');
        }
    }

    /// The tokens of each segment, as one line each. Line feeds inside a segment are white space.
    ///
    /// # Errors
    /// If a segment is too long, or all together are.
    pub fn tokenize(&mut self) -> Result<Tokens<'_>, Error> {
        if !self.has_line_feeds {
            return self.tokenizer.tokenize(&self.text, Newlines::Separate);
        }
        self.buffer.clear();
        let starts = std::iter::once(0).chain(self.ends.iter().map(|end| end + 1));
        for (start, &end) in starts.zip(&self.ends) {
            self.buffer.append(self.tokenizer.tokenize(&self.text[start..end], Newlines::Join)?)?;
        }
        self.buffer.finish();
        Ok(self.buffer.tokens())
    }
}
