//! Beginnings and ends of lines, for the tokenizers that strip lines but do not pad them.

use super::scan::{View, shift, white_space_len};
use super::simd::{WIDTH, bits};

/// Finds the beginnings of lines, block by block.
pub struct Starts {
    newline: u64,
    skipping: bool,
}

/// The text begins with a line.
impl Default for Starts {
    fn default() -> Self {
        Starts { newline: 1, skipping: false }
    }
}

impl Starts {
    /// The first byte of each line.
    #[inline(always)]
    pub fn of_lines(&mut self, view: &View) -> u64 {
        shift(view.newline, &mut self.newline)
    }

    /// The first byte of each line that is not white space.
    #[inline(always)]
    pub fn after_white_space(&mut self, view: &View) -> u64 {
        let starts = self.of_lines(view);
        // Adding a bit to a run of ones carries to just after the run; to a zero, it sets that.
        let (sum, overflow) = view.white.overflowing_add(starts & view.white | u64::from(self.skipping));
        self.skipping = overflow;
        (starts | sum) & !view.white
    }
}

/// The bytes of `bytes`, none of them white space, after which their line has only white space.
#[inline(always)]
pub fn last_of_line(view: &View, bytes: u64) -> u64 {
    let before_white = view.white >> 1 | 1 << (WIDTH - 1);
    bits(bytes & before_white)
        .filter(|&i| ends_line(&view.text[view.offset + i + 1..]))
        .fold(0, |mask, i| mask | 1 << i)
}

/// Whether `text` has only white space up to the next line feed.
pub fn ends_line(mut text: &[u8]) -> bool {
    loop {
        match (text, white_space_len(text)) {
            ([] | [b'\n', ..], _) => return true,
            (_, 0) => return false,
            (_, len) => text = &text[len..],
        }
    }
}

/// Whether `text` has only white space after its last line feed.
pub fn begins_line(mut text: &[u8]) -> bool {
    loop {
        let [.., last] = text else { return true };
        if *last == b'\n' {
            return true;
        }
        let lead = text.iter().rposition(|byte| !(0x80..=0xBF).contains(byte)).unwrap_or(0);
        if white_space_len(&text[lead..]) == 0 {
            return false;
        }
        text = &text[..lead];
    }
}
