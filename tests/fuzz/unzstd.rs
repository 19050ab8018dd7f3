//! zstd streams, whole and damaged, against the C library. The first byte chooses between a stream to make of the rest,
//! which is then damaged, and the rest as the stream.
#![no_main]

use bleu::input::decompress;
use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Read};
use std::path::Path;

/// Maximum size in bytes of a text. Larger ones take too long.
const MAX_TEXT: u64 = 1 << 20;

fn stream(data: &[u8]) -> Option<Vec<u8>> {
    let (&choice, rest) = data.split_first()?;
    if choice & 1 == 0 {
        return Some([&[0x28, 0xB5, 0x2F, 0xFD], rest].concat());
    }
    let ([times, place, flips], text) = rest.split_first_chunk()?;
    let text = text.repeat(usize::from(*times).pow(2).clamp(1, 1 + 200_000 / (1 + text.len())));
    let mut packed = zstd::encode_all(&*text, i32::from(choice >> 1) % 20).unwrap();
    let at = packed.len() * usize::from(*place) / 256;
    packed[at] ^= flips;
    Some(packed)
}

fuzz_target!(|data: &[u8]| {
    let Some(packed) = stream(data) else { return };
    let mut expected = Vec::new();
    let read = zstd::Decoder::new(&*packed).and_then(|decoder| decoder.take(MAX_TEXT + 1).read_to_end(&mut expected));
    let is_whole = read.is_ok();
    if expected.len() as u64 > MAX_TEXT {
        return;
    }
    let mut found = Vec::new();
    let read = decompress(Box::new(Cursor::new(packed)), Path::new("packed")).and_then(|mut text| text.read_to_end(&mut found));
    assert_eq!(read.is_ok(), is_whole, "{read:?}");
    if is_whole {
        assert!(found == expected);
    }
});
