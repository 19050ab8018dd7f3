//! Tokens that are kept: of a text after the tokenizer has gone on, or from outside.

use super::key::Key;
use super::scan::Spans;
use super::tokenizer::fill_keys;
use super::tokens::Tokens;
use crate::bleu::error::Error;

/// Lines of tokens, with a copy of their text.
#[derive(Clone, Debug, Default)]
pub(crate) struct TokenBuffer {
    /// All tokens, one directly after the other.
    text: String,
    spans: Spans,
    keys: Vec<Key>,
}

impl TokenBuffer {
    /// Adds a token to the current line. Some tools have empty tokens.
    ///
    /// # Errors
    /// If the tokens exceed 4 GiB.
    pub fn push(&mut self, token: &str) -> Result<(), Error> {
        let start = self.text.len();
        if u32::try_from(start + token.len()).is_err() {
            return Err(Error::TextTooLong);
        }
        self.text.push_str(token);
        self.spans.push(start, self.text.len());
        Ok(())
    }

    /// Ends the current line.
    pub fn end_line(&mut self) {
        self.spans.end_line();
    }

    /// Adds lines.
    ///
    /// # Errors
    /// If the tokens exceed 4 GiB.
    pub fn append(&mut self, tokens: Tokens) -> Result<(), Error> {
        for line in tokens.segments() {
            line.iter().try_for_each(|token| self.push(token))?;
            self.end_line();
        }
        Ok(())
    }

    /// Prepares the tokens for [`tokens`](Self::tokens), after all were added.
    pub fn finish(&mut self) {
        fill_keys(self.text.as_bytes(), &self.spans, &mut self.keys);
    }

    /// The tokens, which must be [finished](Self::finish).
    pub fn tokens(&self) -> Tokens<'_> {
        Tokens::new(&self.text, &self.spans, &self.keys)
    }
}
