//! Compares the versions of the hot loops: what the processor chooses, and what every processor can run. The text up to the
//! first NUL is a candidate, the rest a reference.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (candidate, reference) = text.split_once('\0').unwrap_or((&text, ""));
    bleu::versions::compare(candidate, reference);
});
