//! From text to the spans of its tokens: white space separates tokens, and a tokenizer's rule finds further boundaries.
//!
//! The text is scanned in blocks of 64 bytes, whose properties are bit masks, with one branch per block and none per
//! byte.

use super::simd;
use super::simd::{Block, WIDTH, bits};
use std::ops::Range;

/// Positions of the tokens of lines of text.
#[derive(Clone, Debug, Default)]
pub struct Spans {
    starts: Positions,
    ends: Positions,
    lines: Positions,
}

impl Spans {
    /// Removes everything, but keeps the memory.
    pub fn clear(&mut self) {
        self.starts.len = 0;
        self.ends.len = 0;
        self.lines.len = 0;
    }

    /// Adds the token from byte `start` up to byte `end`.
    pub fn push(&mut self, start: usize, end: usize) {
        self.starts.push(start as u32);
        self.ends.push(end as u32);
    }

    /// Adds some of the tokens of other spans.
    pub fn append(&mut self, other: &Spans, tokens: Range<usize>) {
        self.starts.append(&other.starts()[tokens.clone()]);
        self.ends.append(&other.ends()[tokens]);
    }

    /// Ends a line: the tokens since the last one belong to it.
    pub fn end_line(&mut self) {
        self.lines.push(self.starts.len as u32);
    }

    /// Ends a line at each bit of `newlines` in a block; `starts` are the first bytes of tokens in the block.
    #[inline(always)]
    fn end_lines(&mut self, newlines: u64, starts: u64) {
        let tokens =
            |newlines: u64| self.starts.len as u32 + (starts & !newlines & newlines.wrapping_sub(1)).count_ones();
        let room = self.lines.room(newlines);
        // Most blocks have one line end or none; writing one too many is faster than a branch.
        room[0] = tokens(newlines);
        let mut rest = newlines & newlines.wrapping_sub(1);
        for line in &mut room[1..] {
            if rest == 0 {
                break;
            }
            *line = tokens(rest);
            rest &= rest - 1;
        }
    }

    /// Number of tokens of the line that has most.
    pub fn most_tokens(&self) -> usize {
        let starts = std::iter::once(&0).chain(self.lines());
        starts.zip(self.lines()).map(|(start, end)| (end - start) as usize).max().unwrap_or_default()
    }

    /// Moves each token: `place` returns its new bytes, given the old ones.
    pub fn map(&mut self, mut place: impl FnMut(Range<usize>) -> Range<usize>) {
        let (starts, ends) = (&mut self.starts.values[..self.starts.len], &mut self.ends.values);
        for (start, end) in starts.iter_mut().zip(ends) {
            let new = place(*start as usize..*end as usize);
            (*start, *end) = (new.start as u32, new.end as u32);
        }
    }

    /// The first byte of each token.
    #[inline]
    pub fn starts(&self) -> &[u32] {
        self.starts.as_slice()
    }

    /// The byte after each token.
    #[inline]
    pub fn ends(&self) -> &[u32] {
        self.ends.as_slice()
    }

    /// For each line, the number of tokens up to its end, including the tokens of earlier lines.
    #[inline]
    pub fn lines(&self) -> &[u32] {
        self.lines.as_slice()
    }
}

/// A list of positions; a mask's set bits are written eight at a time.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    values: Vec<u32>,
    len: usize,
}

impl Positions {
    #[inline]
    fn as_slice(&self) -> &[u32] {
        &self.values[..self.len]
    }

    /// Makes room for a block's positions.
    #[inline(always)]
    fn reserve(&mut self) {
        if self.values.len() < self.len + WIDTH {
            // No more, since each of many references has a list.
            self.values.resize(2 * self.len + WIDTH, 0);
        }
    }

    #[inline(always)]
    fn push(&mut self, position: u32) {
        self.reserve();
        self.values[self.len] = position;
        self.len += 1;
    }

    fn append(&mut self, positions: &[u32]) {
        let len = self.len + positions.len();
        if self.values.len() < len {
            self.values.resize(2 * len, 0);
        }
        self.values[self.len..len].copy_from_slice(positions);
        self.len = len;
    }

    /// Adds as many positions as a mask has set bits, which are to be written to the room, with room for `WIDTH`.
    #[inline(always)]
    pub fn room(&mut self, mask: u64) -> &mut [u32] {
        self.reserve();
        let room = &mut self.values[self.len..][..WIDTH];
        self.len += mask.count_ones() as usize;
        room
    }

    /// Adds `offset` plus the position of each set bit.
    #[inline(always)]
    fn extend(&mut self, offset: u32, mut mask: u64) {
        let room = self.room(mask);
        // Writing too many is faster than a branch per position.
        for eight in room.chunks_exact_mut(8) {
            for value in eight {
                *value = offset.wrapping_add(mask.trailing_zeros());
                mask &= mask.wrapping_sub(1);
            }
            if mask == 0 {
                break;
            }
        }
    }
}

/// A block and its context, as a rule sees it.
pub struct View<'a> {
    /// The bytes of the block, padded with spaces after the text's end.
    pub block: &'a Block,
    /// The whole text.
    pub text: &'a [u8],
    /// Position of the block in the text.
    pub offset: usize,
    /// The bytes of white space, including all bytes of a longer character.
    pub white: u64,
    /// The line feeds.
    pub newline: u64,
}

impl View<'_> {
    /// The byte after the block; a space at the text's end.
    #[inline(always)]
    pub fn next_byte(&self) -> u8 {
        self.text.get(self.offset + WIDTH).copied().unwrap_or(b' ')
    }
}

/// Moves each bit of a mask to the next byte; `carry` keeps the one that leaves the block for the next call.
#[inline(always)]
pub fn shift(mask: u64, carry: &mut u64) -> u64 {
    let shifted = mask << 1 | *carry;
    *carry = mask >> 63;
    shifted
}

/// Finds the tokens of `text`, lines that each end in LF. Tokens are separated by the white space of Python's
/// `str.split`, and before each byte that `rule` returns as the beginning of a token (bits at white space are ignored).
#[inline(always)]
pub fn scan(text: &str, spans: &mut Spans, rule: impl FnMut(&View) -> u64) {
    scan_at(WhiteSpace::Python, text, spans, rule);
}

/// [`scan`] with another set of white space.
#[inline(always)]
pub fn scan_at(set: WhiteSpace, text: &str, spans: &mut Spans, mut rule: impl FnMut(&View) -> u64) {
    let classify = |bytes: &[u8; WIDTH]| {
        let block = Block::new(bytes);
        let ascii = match set {
            WhiteSpace::Python => block.mask(|lane| simd::within(lane, 0x09, 0x0D) | simd::within(lane, 0x1C, 0x20)),
            WhiteSpace::Unicode | WhiteSpace::Ascii => {
                block.mask(|lane| simd::within(lane, 0x09, 0x0D) | simd::is(lane, b' '))
            }
            WhiteSpace::Space => block.mask(|lane| simd::is(lane, b' ') | simd::is(lane, b'\n')),
        };
        let leads = match set {
            WhiteSpace::Ascii | WhiteSpace::Space => 0,
            // The block is ASCII: no byte has its highest bit set.
            _ if block.mask(|lane| lane) == 0 => 0,
            _ => {
                let leads = block.mask(|lane| simd::is(lane, 0xC2) | simd::within(lane, 0xE1, 0xE2));
                leads | block.eq(0xE3) & (block.eq(0x80) >> 1 | 1 << 63)
            }
        };
        (WhiteBytes { ascii, leads, newline: block.eq(b'\n') }, ())
    };
    scan_with(text, spans, classify, Positions::extend, |view, ()| rule(view));
}

/// Bytes that may be white space.
pub struct WhiteBytes {
    /// White space of ASCII.
    pub ascii: u64,
    /// First bytes of other characters that may be white space: U+0085, U+00A0; U+1680; U+2000-205F; and U+3000, whose
    /// first byte is also kana's, so that the second byte is checked too.
    pub leads: u64,
    /// The line feeds.
    pub newline: u64,
}

/// [`scan`] by the instructions of some processors: `classify` returns the white space of a block, and classes for
/// `rule`; `extend` adds the positions of a mask's bits.
#[inline(always)]
pub fn scan_with<C>(
    text: &str,
    spans: &mut Spans,
    classify: impl Fn(&[u8; WIDTH]) -> (WhiteBytes, C),
    extend: impl Fn(&mut Positions, u32, u64),
    mut rule: impl FnMut(&View, C) -> u64,
) {
    debug_assert!(text.is_empty() || text.ends_with('\n'));
    let text = text.as_bytes();
    assert!(u32::try_from(text.len()).is_ok(), "positions are 32 bits");
    let (mut spill, mut after_white) = (0, 1);
    let (blocks, rest) = text.as_chunks::<WIDTH>();
    let mut last = [b' '; WIDTH];
    last[..rest.len()].copy_from_slice(rest);
    let rest = (!rest.is_empty()).then_some(&last);
    for (i, bytes) in blocks.iter().chain(rest).enumerate() {
        let (offset, block) = (i * WIDTH, Block::new(bytes));
        let (WhiteBytes { ascii, leads, newline }, classes) = classify(bytes);
        let mut white = ascii | std::mem::take(&mut spill);
        for lead in bits(leads) {
            let wide = u128::from(white_space_bytes(&text[offset + lead..])) << lead;
            white |= wide as u64;
            spill |= (wide >> 64) as u64;
        }
        let breaks = rule(&View { block: &block, text, offset, white, newline }, classes);
        let before_white = shift(white, &mut after_white);
        let (starts, ends) = (!white & (before_white | breaks), !before_white & (white | breaks));
        spans.end_lines(newline, starts);
        // One call, which is inlined.
        for (positions, mask) in [(&mut spans.starts, starts), (&mut spans.ends, ends)] {
            extend(positions, offset as u32, mask);
        }
    }
}

/// Characters that separate tokens. All sets have the line feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhiteSpace {
    /// Python's: Unicode's White_Space, and U+001C to U+001F.
    Python,
    /// Unicode's White_Space, as in Perl.
    Unicode,
    /// White space of ASCII, U+000B included.
    Ascii,
    /// The space.
    Space,
}

/// Whether Python's `str.split` treats a character as white space.
pub fn is_white_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1C}'..='\u{1F}').contains(&c)
}

/// The length in bytes of the white space character that `text` begins with; 0 if it begins with another character.
pub fn white_space_len(text: &[u8]) -> usize {
    match text {
        [0x09..=0x0D | 0x1C..=0x20, ..] => 1,
        _ => white_space_bytes(text).count_ones() as usize,
    }
}

/// A mask of the bytes of the white space character outside ASCII that `text` begins with; 0 for another character.
fn white_space_bytes(text: &[u8]) -> u64 {
    match text {
        [0xC2, 0x85 | 0xA0, ..] => 0b11,
        [0xE1, 0x9A, 0x80, ..]
        | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE3, 0x80, 0x80, ..] => 0b111,
        _ => 0,
    }
}
