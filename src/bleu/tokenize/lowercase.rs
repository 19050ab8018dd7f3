//! Lowercasing by a mapping; the full one with the same result as `str::to_lowercase`, at several times its speed.
//!
//! Few characters change. ASCII characters are changed all at once at the end, others one by one, and the text between
//! them is copied.

use super::char_class::CharClasses;
use super::lowercasing::CaseMapping;
use super::simd::{Block, WIDTH, bits, is, within};
use memchr::memrchr2;
use memchr::{memchr2, memmem};

/// Lowercases text, with a cache of the characters that change.
#[derive(Clone, Debug)]
pub struct Lowercaser {
    mapping: CaseMapping,
    /// Characters that change.
    changing: CharClasses,
}

impl Lowercaser {
    /// A lowercaser with an empty cache.
    pub fn new(mapping: CaseMapping) -> Self {
        Lowercaser { mapping, changing: CharClasses::new(|c| (!c.to_lowercase().eq([c])).then_some(0)) }
    }

    /// Appends `text` in lower case to `to`.
    pub fn append(&mut self, text: &str, to: &mut String) {
        let begin = to.len();
        match self.mapping {
            CaseMapping::Full => self.append_words(text, to),
            CaseMapping::EachAlone => self.append_letters(text, to),
            CaseMapping::Ascii => to.push_str(text),
        }
        to[begin..].make_ascii_lowercase();
    }

    /// Appends text with all but its ASCII characters in lower case.
    fn append_words(&mut self, text: &str, to: &mut String) {
        let mut rest = text;
        // Only sigma depends on context, which ends at a space or line feed: words with sigma are lowercased as a whole.
        while let Some(sigma) = memmem::find(rest.as_bytes(), "Σ".as_bytes()) {
            let start = memrchr2(b' ', b'\n', &rest.as_bytes()[..sigma]).map_or(0, |space| space + 1);
            let end = memchr2(b' ', b'\n', &rest.as_bytes()[sigma..]).map_or(rest.len(), |space| sigma + space);
            self.append_letters(&rest[..start], to);
            append_word(&rest[start..end], to);
            rest = &rest[end..];
        }
        self.append_letters(rest, to);
    }

    /// As [`append_words`](Self::append_words), with each letter by itself: a sigma at the end of a word is like any
    /// other.
    fn append_letters(&mut self, text: &str, to: &mut String) {
        let mut done = 0;
        let (blocks, rest) = text.as_bytes().as_chunks::<WIDTH>();
        let mut last = [b' '; WIDTH];
        last[..rest.len()].copy_from_slice(rest);
        let rest = (!rest.is_empty()).then_some(&last);
        for (i, bytes) in blocks.iter().chain(rest).enumerate() {
            let offset = i * WIDTH;
            let leads = leads(&Block::new(bytes));
            let [changing, ..] = self.changing.masks(text.as_bytes(), offset, leads);
            for lead in bits(changing) {
                to.push_str(&text[done..offset + lead]);
                done = offset + lead;
                if let Some(c) = text[done..].chars().next() {
                    to.extend(c.to_lowercase());
                    done += c.len_utf8();
                }
            }
        }
        to.push_str(&text[done..]);
    }
}

/// Appends a word with sigma in lower case. Whether a sigma ends the word depends on which characters around it are
/// letters with case and which are skipped, in Python 3.11 by Unicode 14: there U+0295 is such a letter, and U+1171E is
/// skipped. Newer tables have changed that.
fn append_word(word: &str, to: &mut String) {
    let context: String =
        word.chars().filter(|&c| c != '\u{1171E}').map(|c| if c == '\u{295}' { 'a' } else { c }).collect();
    let context = context.to_lowercase();
    let mut sigmas = context.chars().filter(|c| matches!(c, 'σ' | 'ς'));
    for c in word.chars() {
        match c {
            'Σ' | 'σ' | 'ς' => to.extend(sigmas.next()),
            c => to.extend(c.to_lowercase()),
        }
    }
}

/// The bytes that may begin a character that changes.
#[inline(always)]
fn leads(block: &Block) -> u64 {
    let leads = block.mask(|lane| {
        (within(lane, 0xC3, 0xD5) | within(lane, 0xE1, 0xE2)) | (is(lane, 0xEA) | is(lane, 0xEF) | is(lane, 0xF0))
    });
    // Most of the Cyrillic and much of the Latin-1 in text is in lower case already.
    let unchanging = |lead, first, last| {
        let lower = block.mask(|lane| within(lane, first, last));
        block.eq(lead) & lower >> 1
    };
    leads & !(unchanging(0xC3, 0x9F, 0xBF) | unchanging(0xD0, 0xB0, 0xBF) | unchanging(0xD1, 0x80, 0x9F))
}
