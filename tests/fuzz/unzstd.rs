//! zstd streams, whole and damaged, against the C library. The first byte chooses between a stream to make of the rest,
//! which is then damaged, and the rest as the stream.
#![no_main]

use bleu::input::decompress;
use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Read, Write};
use std::path::Path;

/// The first bytes of a zstd stream.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Maximum size in bytes of a text. Larger ones take too long.
const MAX_TEXT: u64 = 1 << 20;

/// Returns a stream, and the text of which it was made.
fn stream(data: &[u8]) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    let (&choice, rest) = data.split_first()?;
    if choice & 1 == 0 {
        return Some(([&MAGIC, rest].concat(), None));
    }
    let ([times, place, flips], text) = rest.split_first_chunk()?;
    let text = text.repeat(usize::from(*times).pow(2).clamp(1, 1 + 200_000 / (1 + text.len())));
    // With a checksum, as the program zstd writes.
    let mut encoder = zstd::Encoder::new(Vec::new(), i32::from(choice >> 1) % 20).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(&text).unwrap();
    let mut packed = encoder.finish().unwrap();
    // Without its first four bytes, it is not taken for a zstd stream.
    let at = MAGIC.len() + (packed.len() - MAGIC.len()) * usize::from(*place) / 256;
    packed[at] ^= flips;
    Some((packed, Some(text)))
}

fuzz_target!(|data: &[u8]| {
    let Some((packed, text)) = stream(data) else { return };
    let mut expected = Vec::new();
    let read = zstd::Decoder::new(&*packed).and_then(|decoder| decoder.take(MAX_TEXT + 1).read_to_end(&mut expected));
    let is_whole = read.is_ok();
    if expected.len() as u64 > MAX_TEXT {
        return;
    }
    let mut found = Vec::new();
    let read = decompress(Box::new(Cursor::new(packed)), Path::new("packed"))
        .and_then(|mut text| text.read_to_end(&mut found));
    match read {
        // The C library does not compare the size if the last block is empty.
        Err(error) => assert!(!is_whole || error.to_string().contains("its size is wrong"), "{error}"),
        Ok(_) => {
            assert!(!is_whole || found == expected);
            // The C library refuses a few streams whose text is not damaged, such as those with a reserved bit.
            assert!(text.is_none_or(|text| found == text));
        }
    }
});
