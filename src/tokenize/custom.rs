//! A tokenizer of one's own: a function from a line to its tokens.

use super::lowercasing::Lowercaser;
use super::token_buffer::TokenBuffer;
use super::tokens::Tokens;
use crate::Error;
use std::sync::Arc;

/// Calls its second argument with each token of a line.
pub(super) type Split = Arc<dyn Fn(&str, &mut dyn FnMut(&str)) + Send + Sync>;

/// Splits lines by a function; keeps its memory from one text to the next.
pub(super) struct CustomTokenizer {
    split: Split,
    tokens: TokenBuffer,
    lowercased: String,
}

impl CustomTokenizer {
    pub fn new(split: Split) -> CustomTokenizer {
        CustomTokenizer { split, tokens: TokenBuffer::default(), lowercased: String::new() }
    }

    /// The tokens of each line, lowercased if there is a lowercaser.
    ///
    /// # Errors
    /// If the tokens exceed 4 GiB.
    pub fn tokenize(&mut self, text: &str, mut lowercaser: Option<&mut Lowercaser>) -> Result<Tokens<'_>, Error> {
        self.tokens.clear();
        for line in text.split_terminator('\n') {
            let mut pushed = Ok(());
            (self.split)(line, &mut |token| {
                let token = match &mut lowercaser {
                    Some(lowercaser) => {
                        self.lowercased.clear();
                        lowercaser.append(token, &mut self.lowercased);
                        &self.lowercased
                    }
                    None => token,
                };
                if pushed.is_ok() && !token.is_empty() {
                    pushed = self.tokens.push(token);
                }
            });
            pushed?;
            self.tokens.end_line();
        }
        self.tokens.finish();
        Ok(self.tokens.tokens())
    }
}
