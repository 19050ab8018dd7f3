//! Bytes as hexadecimal digits.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Two digits for each byte.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
