//! Little-endian numbers in files of bounded size.

use crate::bleu::dictionary_faults::Fault;
use std::io::{ErrorKind, Read};

/// Reads exactly `count` bytes. `count` must be bounded by the size of the file.
pub fn take(reader: &mut impl Read, count: u64) -> Result<Vec<u8>, Fault> {
    // The system has memory of zeros; `read_to_end` would write them once more.
    let mut bytes = vec![0; usize::try_from(count).unwrap_or(0)];
    let mut rest = &mut bytes[..];
    while !rest.is_empty() {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(length) => rest = &mut rest[length..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    check_size("the rest of the file", count, count - rest.len() as u64)?;
    Ok(bytes)
}

/// Checks that a part of a file has the size in bytes that its first bytes or the format require.
pub fn check_size(part: &str, expected: u64, actual: u64) -> Result<(), Fault> {
    if actual == expected {
        return Ok(());
    }
    Err(Fault::Damaged(format!("{part} has {actual} bytes instead of {expected}")))
}

/// Checks that a number is in range.
pub fn check_below(limit: u64, what: &str, value: u64) -> Result<(), Fault> {
    if value < limit {
        return Ok(());
    }
    Err(Fault::Damaged(format!("{what} {value} is not below {limit}")))
}

/// The u32 values of `bytes`; an incomplete last one is left out.
pub fn u32_values(bytes: &[u8]) -> impl ExactSizeIterator<Item = u32> {
    bytes.as_chunks().0.iter().map(|&value| u32::from_le_bytes(value))
}

/// Text that ends at the first NUL.
pub fn nul_terminated(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}
