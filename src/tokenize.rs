//! Tokenizers: from lines of text to tokens, with keys by which tokens compare.

mod block;
mod rewrite;
mod scan;
mod v13a;

use crate::ngram::Key;
use clap::ValueEnum;
use scan::Spans;
use std::fmt;

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
    keys: Vec<Key>,
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
        self.keys.clear();
        self.keys.extend(starts.iter().zip(ends).map(|(&start, &end)| Key::new(text, start as usize, end as usize)));
        Tokens { text, starts, ends, keys: &self.keys, lines: self.spans.lines() }
    }
}

/// The tokens of a batch of lines.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    text: &'a [u8],
    starts: &'a [u32],
    ends: &'a [u32],
    keys: &'a [Key],
    lines: &'a [u32],
}

impl<'a> Tokens<'a> {
    /// Number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The tokens of one line, counted from 0.
    #[inline]
    pub fn line(&self, i: usize) -> Tokens<'a> {
        let first = if i == 0 { 0 } else { self.lines[i - 1] as usize };
        let range = first..self.lines[i] as usize;
        Tokens {
            text: self.text,
            starts: &self.starts[range.clone()],
            ends: &self.ends[range.clone()],
            keys: &self.keys[range],
            lines: &self.lines[i..=i],
        }
    }

    /// The keys of the tokens.
    pub(crate) fn keys(&self) -> &'a [Key] {
        self.keys
    }

    /// The bytes of token i.
    #[inline]
    pub fn bytes(&self, i: usize) -> &'a [u8] {
        &self.text[self.starts[i] as usize..self.ends[i] as usize]
    }

    /// The bytes of all tokens.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        let tokens = *self;
        (0..tokens.keys.len()).map(move |i| tokens.bytes(i))
    }

    /// The lines whose last token is a period with a space before it, as tokenizing leaves them.
    pub fn lines_with_period_apart(&self) -> usize {
        let is_apart = |line: Tokens| {
            let Some(&start) = line.starts.last() else { return false };
            let start = start as usize;
            start > 0
                && self.text[start] == b'.'
                && self.text[start - 1] == b' '
                && line.ends.last() == Some(&(start as u32 + 1))
        };
        (0..self.len()).filter(|&i| is_apart(self.line(i))).count()
    }
}
