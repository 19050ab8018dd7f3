//! A place in JSON that moves on over values. Strings are looked through 16 bytes at a time.
//!
//! It moves over valid JSON alone; at all else it gives up.

use wide::u8x16;

/// Maximum number of objects and arrays around a value.
pub const MAX_DEPTH: u32 = 64;

/// A place in JSON.
pub struct JsonCursor<'l> {
    json: &'l [u8],
    /// Place of the next byte.
    pub at: usize,
}

/// Kind of a value that was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skipped {
    /// A string without escapes, which is its text.
    PlainString,
    /// A string with escapes.
    EscapedString,
    Other,
}

impl<'l> JsonCursor<'l> {
    /// The beginning of a text.
    pub fn new(json: &'l [u8]) -> JsonCursor<'l> {
        JsonCursor { json, at: 0 }
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.at == self.json.len()
    }

    /// Skips these bytes, if they follow.
    pub fn skip_bytes(&mut self, bytes: &[u8]) -> Option<()> {
        self.rest().starts_with(bytes).then(|| self.at += bytes.len())
    }

    /// The next byte; 0, which is not JSON, at the end.
    pub fn byte(&self) -> u8 {
        self.json.get(self.at).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'l [u8] {
        &self.json[self.at..]
    }

    pub fn skip_white_space(&mut self) {
        while matches!(self.byte(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// Skips this byte and the white space after it.
    pub fn skip_mark(&mut self, mark: u8) -> Option<()> {
        (self.byte() == mark).then(|| self.at += 1)?;
        self.skip_white_space();
        Some(())
    }

    /// Skips the comma after a member or an item, or the end of the object or array; whether there is another.
    pub fn skip_separator(&mut self, end: u8) -> Option<bool> {
        self.skip_white_space();
        match self.byte() {
            b',' => self.skip_mark(b',').map(|()| true),
            byte => (byte == end).then(|| self.at += 1).map(|()| false),
        }
    }

    /// Begins an object or an array; whether it has anything.
    pub fn begin(&mut self, begin: u8, end: u8) -> Option<bool> {
        self.skip_mark(begin)?;
        let is_empty = self.byte() == end;
        self.at += usize::from(is_empty);
        Some(!is_empty)
    }

    /// Skips a string; whether it has escapes.
    pub fn skip_string(&mut self) -> Option<bool> {
        (self.byte() == b'"').then(|| self.at += 1)?;
        let mut has_escapes = false;
        loop {
            self.at += plain_length(self.rest());
            if self.byte() == b'"' {
                self.at += 1;
                return Some(has_escapes);
            }
            has_escapes = true;
            self.skip_escape()?;
            // In some scripts, each letter is an escape.
            while self.byte() == b'\\' {
                self.skip_escape()?;
            }
        }
    }

    fn skip_escape(&mut self) -> Option<()> {
        self.at += match *self.rest() {
            [b'\\', b'u', a, b, c, d, ..] if code_unit([a, b, c, d]).is_some() => 6,
            [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
            _ => return None,
        };
        Some(())
    }

    /// Skips the digits of a number, at least one.
    fn skip_digits(&mut self) -> Option<()> {
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += digits;
        (digits > 0).then_some(())
    }

    fn skip_number(&mut self) -> Option<()> {
        self.at += usize::from(self.byte() == b'-');
        match self.byte() {
            // A digit after a zero is found to be wrong, since it is no separator.
            b'0' => self.at += 1,
            _ => self.skip_digits()?,
        }
        if self.byte() == b'.' {
            self.at += 1;
            self.skip_digits()?;
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), b'+' | b'-'));
            self.skip_digits()?;
        }
        Some(())
    }

    /// Skips a value, which may have this many objects and arrays in each other.
    pub fn skip_value(&mut self, depth: u32) -> Option<Skipped> {
        let inner = depth.checked_sub(1)?;
        match self.byte() {
            b'"' => {
                let has_escapes = self.skip_string()?;
                return Some(if has_escapes { Skipped::EscapedString } else { Skipped::PlainString });
            }
            b'{' => {
                let mut has_more = self.begin(b'{', b'}')?;
                while has_more {
                    self.skip_string()?;
                    self.skip_white_space();
                    self.skip_mark(b':')?;
                    self.skip_value(inner)?;
                    has_more = self.skip_separator(b'}')?;
                }
            }
            b'[' => {
                let mut has_more = self.begin(b'[', b']')?;
                while has_more {
                    self.skip_value(inner)?;
                    has_more = self.skip_separator(b']')?;
                }
            }
            b't' => self.skip_bytes(b"true")?,
            b'f' => self.skip_bytes(b"false")?,
            b'n' => self.skip_bytes(b"null")?,
            _ => self.skip_number()?,
        }
        Some(Skipped::Other)
    }
}

/// The code unit of UTF-16 that an escape has in these digits.
pub fn code_unit(digits: [u8; 4]) -> Option<u16> {
    let [a, b, c, d] = digits.map(|digit| DIGITS[usize::from(digit)]);
    let unit = u16::from(a) << 12 | u16::from(b) << 8 | u16::from(c) << 4 | u16::from(d);
    ((a | b | c | d) != NO_DIGIT).then_some(unit)
}

/// The value of each byte as a hexadecimal digit.
const DIGITS: [u8; 256] = {
    let (mut digits, mut value) = ([NO_DIGIT; 256], 0);
    while value < 16 {
        let digit = b"0123456789abcdef"[value];
        digits[digit as usize] = value as u8;
        digits[digit.to_ascii_uppercase() as usize] = value as u8;
        value += 1;
    }
    digits
};

/// Stands for no digit. All its bits are set, also together with digits.
const NO_DIGIT: u8 = u8::MAX;

/// Number of bytes before the first that ends a string, begins an escape, or must not be in a string.
fn plain_length(bytes: &[u8]) -> usize {
    let (blocks, rest) = bytes.as_chunks::<16>();
    for (place, block) in blocks.iter().enumerate() {
        let ends = ends_of_plain_text(*block);
        if ends != 0 {
            return 16 * place + ends.trailing_zeros() as usize;
        }
    }
    // The last 16 bytes; before the rest, none of them is an end.
    if let Some(block) = bytes.last_chunk::<16>() {
        let ends = ends_of_plain_text(*block);
        let before = bytes.len() - 16;
        return if ends == 0 { bytes.len() } else { before + ends.trailing_zeros() as usize };
    }
    rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1F)).unwrap_or(rest.len())
}

/// A bit for each byte that ends a string, begins an escape, or must not be in a string.
fn ends_of_plain_text(block: [u8; 16]) -> u32 {
    let block = u8x16::new(block);
    let is_control = block.min(u8x16::splat(0x1F)).simd_eq(block);
    let ends = block.simd_eq(u8x16::splat(b'"')) | block.simd_eq(u8x16::splat(b'\\')) | is_control;
    ends.to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn the_length_of_plain_text_is_counted(text in "[ a-z]{0,80}", end in "[\"\\\\\t\u{1f}]?", rest in ".{0,20}") {
            let all = format!("{text}{end}{rest}");
            let is_end = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1F);
            prop_assert_eq!(plain_length(all.as_bytes()), all.bytes().position(|byte| is_end(&byte)).unwrap_or(all.len()));
        }

        #[test]
        fn code_units_are_in_digits(digits in "[0-9a-fA-Fg/:@G`\u{7f}]{4}") {
            let expected = u16::from_str_radix(&digits, 16).ok();
            prop_assert_eq!(code_unit(digits.as_bytes().try_into().unwrap()), expected);
        }
    }
}
