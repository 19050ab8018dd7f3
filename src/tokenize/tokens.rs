//! The tokens of a batch of lines, and of one of its lines.

use super::key::{Groups, Key, Keys};
use super::scan::Spans;
use std::ops::Range;

/// The tokens of a batch of lines.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    text: &'a [u8],
    spans: &'a Spans,
    keys: &'a Keys,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a [u8], spans: &'a Spans, keys: &'a Keys) -> Self {
        Tokens { text, spans, keys }
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.spans.lines().len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tokens of one line, counted from 0.
    #[inline]
    pub fn line(&self, i: usize) -> Line<'a> {
        let lines = self.spans.lines();
        let first = if i == 0 { 0 } else { lines[i - 1] as usize };
        let range = first..lines[i] as usize;
        let spans = (&self.spans.starts()[range.clone()], &self.spans.ends()[range.clone()]);
        Line { text: self.text, starts: spans.0, ends: spans.1, keys: self.keys, first }
    }

    /// The lines that end in a period with a space before it, as tokenizing leaves them.
    pub fn lines_with_period_apart(&self) -> u64 {
        self.lines().filter(Line::ends_in_period_apart).count() as u64
    }

    /// All lines.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = Line<'a>> + use<'a> {
        let tokens = *self;
        (0..self.len()).map(move |i| tokens.line(i))
    }
}

/// The tokens of a line.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    text: &'a [u8],
    starts: &'a [u32],
    ends: &'a [u32],
    keys: &'a Keys,
    /// The number of its first token in the batch.
    first: usize,
}

impl<'a> Line<'a> {
    /// Number of tokens.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The bytes of token i.
    #[inline(always)]
    pub fn bytes(&self, i: usize) -> &'a [u8] {
        &self.text[self.range(i)]
    }

    /// The bytes of all tokens.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        let line = *self;
        (0..self.len()).map(move |i| line.bytes(i))
    }

    fn ends_in_period_apart(&self) -> bool {
        let Some(last) = self.len().checked_sub(1).map(|last| self.range(last)) else { return false };
        self.text[last.clone()] == *b"." && self.text[..last.start].ends_with(b" ")
    }

    #[inline(always)]
    fn range(&self, i: usize) -> Range<usize> {
        self.starts[i] as usize..self.ends[i] as usize
    }

    /// The keys of `count` tokens from `first` on.
    #[inline(always)]
    pub(crate) fn keys(&self, first: usize, count: usize) -> impl ExactSizeIterator<Item = Key> + use<'a> {
        self.keys.iter(self.first + first, count)
    }

    /// The keys of all tokens, and of some behind the line's end, to search.
    #[inline(always)]
    pub(crate) fn groups<const GROUPS: usize>(&self) -> Groups<'a, GROUPS> {
        self.keys.groups(self.first)
    }
}
