//! Arbitrary bytes as lines of records. A line that is read has its canonical bytes, and sums do not depend on the order
//! of the lines. The first byte chooses whether checksums are made right, so that more is reached than their check.
#![no_main]

use bleu::Correction;
use bleu::shards::{Record, Shards, SumRecord};
use libfuzzer_sys::fuzz_target;

fn crc32(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), bit))
}

/// The sum of records, or that they are refused.
fn sum<'a>(lines: impl Iterator<Item = &'a Vec<u8>>) -> Option<Vec<String>> {
    let mut shards = Shards::expecting(None).keeping_segments();
    for line in lines {
        shards.add(Record::parse(line).ok()?).ok()?;
    }
    let corpus = shards.finish().ok()?;
    let _ = (corpus.groups(), corpus.clone().without_groups());
    let _ = corpus.resampled_scores(corpus.signature().ok()?.formula(), Correction::None);
    Some(corpus.records.iter().map(SumRecord::to_line).collect())
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let with_checksum = |line: &[u8]| match line.strip_suffix(b"}") {
        Some(line) if choice % 2 == 1 => [line, format!(",\"checksum\":\"{:08x}\"}}", crc32(line)).as_bytes()].concat(),
        _ => line.to_vec(),
    };
    let lines: Vec<Vec<u8>> = bytes.split(|&byte| byte == b'\n').map(with_checksum).collect();
    if let Some(forward) = sum(lines.iter()) {
        assert_eq!(Some(&forward), sum(lines.iter().rev()).as_ref());
        let again: Vec<Vec<u8>> = forward.iter().map(|line| line.clone().into_bytes()).collect();
        let has_segments = lines.iter().any(|line| line.starts_with(b"{\"of\""));
        assert!(has_segments || sum(again.iter()).as_ref() == Some(&forward));
    }
});
