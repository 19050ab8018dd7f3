//! Tokens of a batch of lines, and of one line of it.

use super::key::{Key, LANES};
use super::scan::Spans;
use std::ops::Range;

/// The tokens of lines.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    spans: &'a Spans,
    /// The keys of all tokens, and more.
    keys: &'a [Key],
    /// For each line, the number of tokens up to its end, including the tokens of all earlier lines.
    lines: &'a [u32],
    /// Number of tokens before the first line.
    before: u32,
    /// Bit i % 64 of word i / 64: whether line i is missing. `None` if no line is.
    missing: Option<&'a [u64]>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str, spans: &'a Spans, keys: &'a [Key]) -> Self {
        Tokens { text, spans, keys, lines: spans.lines(), before: 0, missing: None }
    }

    /// The tokens of the first `count` lines, which must exist; the other lines stay.
    pub(crate) fn take_lines(&mut self, count: usize) -> Self {
        let (lines, rest) = self.lines.split_at(count);
        let taken = Tokens { lines, ..*self };
        self.before = lines.last().copied().unwrap_or(self.before);
        self.lines = rest;
        taken
    }

    /// The same tokens, of a reference that lacks lines: bit i % 64 of word i / 64 is set if it lacks line i.
    pub(crate) fn with_missing(self, missing: Option<&'a [u64]>) -> Self {
        Tokens { missing, ..self }
    }

    /// Bit i % 64 of word i / 64: whether line i is missing. `None` if no line is.
    pub(crate) fn missing(&self) -> Option<&'a [u64]> {
        self.missing
    }

    /// Whether line i is missing (an empty line is not).
    #[inline(always)]
    pub(crate) fn is_missing(&self, i: usize) -> bool {
        self.missing.is_some_and(|words| words.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1))
    }

    /// Number of lines.
    #[inline]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tokens of line `i`, from 0, which must exist.
    #[inline(always)]
    pub(crate) fn segment(&self, i: usize) -> SegmentTokens<'a> {
        let first = if i == 0 { self.before } else { self.lines[i - 1] } as usize;
        let range = first..self.lines[i] as usize;
        let (starts, ends) = (&self.spans.starts()[range.clone()], &self.spans.ends()[range]);
        SegmentTokens { text: self.text, starts, ends, keys: &self.keys[first..] }
    }

    /// The lines without a token, from 0.
    pub(crate) fn empty_lines(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (mut before, lines) = (self.before, self.lines);
        (0..lines.len()).filter(move |i| std::mem::replace(&mut before, lines[*i]) == lines[*i])
    }

    /// The tokens of each line.
    pub fn segments(&self) -> impl ExactSizeIterator<Item = SegmentTokens<'a>> + use<'a> {
        let tokens = *self;
        (0..self.len()).map(move |i| tokens.segment(i))
    }
}

/// The tokens of one line.
#[derive(Clone, Copy, Debug)]
pub struct SegmentTokens<'a> {
    text: &'a str,
    starts: &'a [u32],
    ends: &'a [u32],
    /// The keys of its tokens, and more.
    keys: &'a [Key],
}

impl<'a> SegmentTokens<'a> {
    /// Number of tokens.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The tokens.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let segment = *self;
        (0..self.len()).map(move |i| &segment.text[segment.range(i)])
    }

    /// The bytes of token `i`, from 0, which must exist.
    #[inline(always)]
    pub(crate) fn bytes(&self, i: usize) -> &'a [u8] {
        &self.text.as_bytes()[self.range(i)]
    }

    /// The bytes of all tokens.
    #[inline(always)]
    pub(crate) fn all_bytes(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        let segment = *self;
        (0..self.len()).map(move |i| segment.bytes(i))
    }

    #[inline(always)]
    fn range(&self, i: usize) -> Range<usize> {
        self.starts[i] as usize..self.ends[i] as usize
    }

    /// The keys of the tokens.
    #[inline(always)]
    pub(crate) fn keys(&self) -> &'a [Key] {
        &self.keys[..self.len()]
    }

    /// The keys of the tokens in groups; after the last one come other keys.
    #[inline(always)]
    pub(crate) fn key_groups(&self) -> &'a [[Key; LANES]] {
        self.keys[..self.len().next_multiple_of(LANES)].as_chunks().0
    }
}
