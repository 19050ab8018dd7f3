//! Tokenizers: from lines of text to tokens, with keys by which tokens compare.

mod block;
mod rewrite;
mod scan;
mod tokens;
mod v13a;

use crate::ngram::{Key, Keys};
pub(crate) use block::bits;
use clap::ValueEnum;
use scan::Spans;
use std::fmt;
pub use tokens::{Line, Tokens};

/// How a line is cut into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tokenization {
    /// mteval's rules for Western languages; what published figures mostly use
    #[value(name = "13a")]
    V13a,
    /// white space only, for text that is tokenized already
    None,
}

/// The name, as the flag takes it and the signature gives it.
impl fmt::Display for Tokenization {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.to_possible_value().expect("no value is skipped").get_name())
    }
}

/// What is done to text before its n-grams are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preprocessing {
    /// Lowercase first, by Unicode's full mapping.
    pub lowercase: bool,
    /// How to cut into tokens.
    pub tokenization: Tokenization,
}

impl Default for Preprocessing {
    fn default() -> Self {
        Preprocessing { lowercase: false, tokenization: Tokenization::V13a }
    }
}

/// Turns text into tokens, a batch of lines at a time; keeps its memory from one batch to the next.
#[derive(Debug, Default)]
pub struct Tokenizer {
    preprocessing: Preprocessing,
    rewritten: String,
    spans: Spans,
    keys: Keys,
}

impl Tokenizer {
    /// A tokenizer that does this.
    pub fn new(preprocessing: Preprocessing) -> Self {
        Tokenizer { preprocessing, ..Tokenizer::default() }
    }

    /// The tokens of `text`: lines that each end in LF, less than 4 GiB of them.
    pub fn tokenize<'a>(&'a mut self, text: &'a str) -> Tokens<'a> {
        let text = rewrite::rewrite(text, self.preprocessing, &mut self.rewritten).as_bytes();
        self.spans.clear();
        match self.preprocessing.tokenization {
            Tokenization::V13a => {
                let mut rule = v13a::Rule::default();
                scan::scan(text, &mut self.spans, |view| rule.breaks(view));
            }
            Tokenization::None => scan::scan(text, &mut self.spans, |_| 0),
        }
        let (starts, ends) = (self.spans.starts(), self.spans.ends());
        self.keys.fill(starts.iter().zip(ends).map(|(&start, &end)| Key::new(text, start as usize, end as usize)));
        Tokens::new(text, &self.spans, &self.keys)
    }
}
