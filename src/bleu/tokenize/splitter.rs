//! Splitters: the part of a tokenizer that finds the tokens of preprocessed lines.

use super::scan::Spans;
use crate::bleu::error::Error;

/// Maximum length in bytes of a line, when normalized, for MeCab and SentencePiece, which take up to 270 and 60 bytes
/// of memory per byte of the longest lines.
pub(super) const MAX_LINE_BYTES: usize = 2 << 20;

/// Finds the tokens of lines; may keep memory from one call to the next.
pub(super) trait Splitter: Send + Sync {
    /// Adds the spans of the tokens of lines that each end in LF. Returns the text that the spans are in: the lines, or
    /// what the splitter makes of them.
    ///
    /// # Errors
    /// If a line takes too much memory.
    fn split<'a>(&'a mut self, lines: &'a str, spans: &mut Spans) -> Result<&'a str, Error>;
}

/// A splitter by rules: every token is a part of its line.
impl<F: FnMut(&str, &mut Spans) + Send + Sync> Splitter for F {
    fn split<'a>(&'a mut self, lines: &'a str, spans: &mut Spans) -> Result<&'a str, Error> {
        self(lines, spans);
        Ok(lines)
    }
}

/// A splitter by rules that need memory. The rules are a function that is always inlined, so that it is compiled for newer
/// processors too.
pub(super) fn with_memory<M, F>(mut memory: M, split: F) -> Box<dyn Splitter>
where
    M: Send + Sync + 'static,
    F: Fn(&str, &mut M, &mut Spans) + Send + Sync + 'static,
{
    Box::new(move |lines: &str, spans: &mut Spans| call(&split, lines, &mut memory, spans))
}

/// Calls a function. Compiled for newer x86-64 processors too; the version is chosen at run time.
#[cfg_attr(not(portable), multiversion::multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt")))]
pub(super) fn call<M, F: Fn(&str, &mut M, &mut Spans)>(split: &F, lines: &str, memory: &mut M, spans: &mut Spans) {
    split(lines, memory, spans);
}

/// Maximum number of tokens of a line. An explanation of n-grams up to order 16 takes half a kilobyte of memory for each.
const MAX_TOKENS: usize = 1 << 22;

/// Refuses lines with too many tokens.
pub(super) fn check_tokens(spans: &Spans) -> Result<(), Error> {
    // Most texts have fewer tokens in all.
    let tokens = if spans.starts().len() > MAX_TOKENS { spans.most_tokens() } else { 0 };
    if tokens > MAX_TOKENS { Err(Error::TooManyTokens { tokens, limit: MAX_TOKENS }) } else { Ok(()) }
}

/// Refuses text in which positions need more than 32 bits.
pub(super) fn check_size(text: &str) -> Result<(), Error> {
    if u32::try_from(text.len()).is_err() { Err(Error::TextTooLong) } else { Ok(()) }
}
