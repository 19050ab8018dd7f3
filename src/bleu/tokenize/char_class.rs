//! Classes of characters, such as punctuation or Chinese, as bit masks of the characters of a block.
//!
//! A class is given as a function of the character. Its results are cached as bits, 64 characters per page. A page is
//! filled when the first of its characters occurs: text uses few pages, and filling all of them would take longer than
//! a small test set.

use super::scan::View;
use super::simd::bits;

/// Returns the class of a character: 0, 1, 2, or none.
pub type ClassOf = fn(char) -> Option<usize>;

/// Up to three disjoint classes.
#[derive(Clone, Debug)]
pub struct CharClasses {
    class_of: ClassOf,
    /// Per page: a mask for each class, and 1 if the masks are filled in.
    pages: Vec<[u64; 4]>,
}

const FILLED: usize = 3;
const PAGES: usize = (char::MAX as usize + 1) / 64;

impl CharClasses {
    /// The classes of a function.
    pub fn new(class_of: ClassOf) -> Self {
        CharClasses { class_of, pages: vec![[0; 4]; PAGES] }
    }

    /// Splits the bits of `leads`, each at the first byte of a character of this block, by the class of the character.
    #[inline(always)]
    pub fn masks(&mut self, text: &[u8], offset: usize, leads: u64) -> [u64; 3] {
        let mut masks = [0; 3];
        for lead in bits(leads) {
            let (page, low) = place(&text[offset + lead..]);
            let page = self.page(page);
            for (mask, class) in masks.iter_mut().zip(page) {
                *mask |= (class >> low & 1) << lead;
            }
        }
        masks
    }

    /// All bytes of the characters of class 0 in a block, from block to block. `certain` are first bytes that only these have,
    /// `possible` are first bytes that others have too; `carry` keeps the state of a character that continues in the next block.
    #[inline(always)]
    pub fn members(&mut self, view: &View, certain: u64, possible: u64, carry: &mut u64) -> u64 {
        let [leads, ..] = self.masks(view.text, view.offset, possible);
        fill(certain | leads, view.block.continuation(), carry)
    }

    /// Whether the character that begins at `at` is in a class.
    #[inline]
    pub fn has(&mut self, class: usize, text: &[u8], at: usize) -> bool {
        let (page, low) = place(&text[at..]);
        self.page(page)[class] >> low & 1 == 1
    }

    #[inline(always)]
    fn page(&mut self, number: usize) -> &[u64; 4] {
        if self.pages[number][FILLED] == 0 {
            self.fill(number);
        }
        &self.pages[number]
    }

    #[cold]
    fn fill(&mut self, number: usize) {
        let page = &mut self.pages[number];
        for low in 0..64 {
            if let Some(class) = char::from_u32((number * 64 + low) as u32).and_then(self.class_of) {
                page[class] |= 1 << low;
            }
        }
        page[FILLED] = 1;
    }
}

/// The page of the character that `text` begins with, and its index in the page: the last six bits of its code point.
#[inline(always)]
fn place(text: &[u8]) -> (usize, u32) {
    let low = |byte: u8| usize::from(byte & 0x3F);
    let (page, last) = match *text {
        [a, b, c, ..] if (0xE0..0xF0).contains(&a) => (usize::from(a & 0x0F) << 6 | low(b), c),
        [a, b, ..] if (0xC0..0xE0).contains(&a) => (usize::from(a & 0x1F), b),
        [a, b, c, d, ..] if a >= 0xF0 => (usize::from(a & 0x07) << 12 | low(b) << 6 | low(c), d),
        [a, ..] => (usize::from(a >> 6), a),
        [] => (0, 0),
    };
    (page, u32::from(last & 0x3F))
}

/// Extends a mask of the first bytes of characters to all of their bytes. `carry` keeps the state of a character that
/// continues in the next block.
#[inline(always)]
pub fn fill(leads: u64, continuation: u64, carry: &mut u64) -> u64 {
    let mut bytes = leads | *carry & continuation;
    for _ in 1..4 {
        bytes |= bytes << 1 & continuation;
    }
    *carry = bytes >> 63;
    bytes
}
