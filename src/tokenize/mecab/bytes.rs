//! Little-endian numbers in files of bounded size.

use super::error::Fault;
use std::io::Read;

/// Reads exactly `count` bytes. `count` must be bounded by the size of the file.
pub fn take(reader: &mut impl Read, count: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
    reader.take(count).read_to_end(&mut bytes).map_err(|error| Fault::Unreadable(error.to_string()))?;
    match bytes.len() as u64 {
        actual if actual == count => Ok(bytes),
        actual => Err(Fault::Size { what: "the rest of the file", expected: count, actual }),
    }
}

/// The u32 values of `bytes`; an incomplete last one is left out.
pub fn u32_values(bytes: &[u8]) -> impl ExactSizeIterator<Item = u32> {
    bytes.as_chunks().0.iter().map(|&value| u32::from_le_bytes(value))
}

/// The u16 values of `bytes`; an incomplete last one is left out.
pub fn u16_values(bytes: &[u8]) -> impl ExactSizeIterator<Item = u16> {
    bytes.as_chunks().0.iter().map(|&value| u16::from_le_bytes(value))
}

/// Text that ends at the first NUL.
pub fn nul_terminated(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}
