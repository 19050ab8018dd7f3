//! zstd streams, whole and damaged, against the C library. The first byte chooses between a stream to make of the rest,
//! which is then damaged, and the rest as the stream.
#![no_main]

use bleu::text::decompress;
use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Read, Write};
use std::path::Path;

/// The first bytes of a zstd stream.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Maximum size in bytes of a text. Larger ones take too long.
const MAX_TEXT: u64 = 1 << 20;

struct Stream {
    packed: Vec<u8>,
    /// The text that was compressed, if the frame has one.
    text: Option<Vec<u8>>,
    is_damaged: bool,
}

fn stream(data: &[u8]) -> Option<Stream> {
    let (&choice, rest) = data.split_first()?;
    if choice & 1 == 0 {
        return Some(Stream { packed: [&MAGIC, rest].concat(), text: None, is_damaged: true });
    }
    let ([times, place, flips], text) = rest.split_first_chunk()?;
    let text = text.repeat(usize::from(*times).pow(2).clamp(1, 1 + 200_000 / (1 + text.len())));
    // With a checksum, as the program zstd writes. The C library's encoder at higher levels trips the sanitizer.
    let mut encoder = zstd::Encoder::new(Vec::new(), i32::from(choice >> 1) % 8).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(&text).unwrap();
    let mut packed = encoder.finish().unwrap();
    // Without its first four bytes, it is not taken for a zstd stream.
    let at = MAGIC.len() + (packed.len() - MAGIC.len()) * usize::from(*place) / 256;
    packed[at] ^= flips;
    Some(Stream { packed, text: Some(text), is_damaged: *flips != 0 })
}

fuzz_target!(|data: &[u8]| {
    let Some(Stream { packed, text, is_damaged }) = stream(data) else { return };
    let mut expected = Vec::new();
    let read = zstd::Decoder::new(&*packed).and_then(|decoder| decoder.take(MAX_TEXT + 1).read_to_end(&mut expected));
    let is_whole = read.is_ok();
    if expected.len() as u64 > MAX_TEXT {
        return;
    }
    let mut found = Vec::new();
    match decompress(Box::new(Cursor::new(packed)), Path::new("packed"))
        .and_then(|mut text| text.read_to_end(&mut found))
    {
        // Of damaged streams, each library accepts some that the other refuses, but not with another text.
        Err(error) => assert!(is_damaged, "{error}"),
        Ok(_) => {
            assert!(!is_whole || found == expected);
            assert!(text.is_none_or(|text| found == text));
        }
    }
});
