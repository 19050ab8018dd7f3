//! Arbitrary bytes as tables, against obvious readers of the whole file. The first byte chooses the format.
#![no_main]

use bleu::text::InputFormat;
use clap::ValueEnum;
use libfuzzer_sys::fuzz_target;

#[path = "../readers/mod.rs"]
mod readers;

use readers::{Expected, csv_with, read_twice};

/// The byte of the first format. The bytes of the other formats follow in the order of the help.
const FIRST: u8 = b'0';

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    // Half of the first bytes are NUL: this may be taken for UTF-16 or UTF-32, which is refused.
    let head = &bytes[..bytes.len().min(8)];
    let nuls = head.iter().filter(|&&byte| byte == 0).count();
    if nuls > 0 && nuls >= head.len() / 2 {
        return;
    }
    let formats = InputFormat::value_variants();
    let format = formats[usize::from(choice.wrapping_sub(FIRST)) % formats.len()];
    let [found, naive] = match format {
        InputFormat::Csv => {
            let ([one, other], naive) = readers::naive(format);
            let found = readers::read(csv_with(b','), bytes, &[one, other]);
            [found.map_or(Expected::Refused, Expected::Rows), naive(bytes)]
        }
        _ => read_twice(format, bytes),
    };
    let is_compared = match format {
        // The crate reads more than is well-formed; what is read here it reads in the same way.
        // It does not know quotes after a backslash.
        InputFormat::Csv | InputFormat::TsvQuoted => found != Expected::Refused && !bytes.contains(&b'\\'),
        InputFormat::WmtXml => naive != Expected::Refused || has_fault_of_structure(bytes),
        InputFormat::Tsv | InputFormat::TsvEscaped | InputFormat::Lines => true,
        // Objects over several lines, lists of tokens and numbers out of range are read; the obvious reader refuses them.
        InputFormat::Jsonl => naive != Expected::Refused,
        InputFormat::Nbest | InputFormat::Fairseq => true,
        // The obvious readers know only files without faults, without tags, and with other limits.
        InputFormat::Xliff | InputFormat::Tmx | InputFormat::Po | InputFormat::Srt | InputFormat::Vtt => false,
        InputFormat::Coco | InputFormat::Sgml | InputFormat::JsonList | InputFormat::JsonObject | InputFormat::Groups => false,
    };
    assert!(!is_compared || found == naive, "{format:?}: {found:?}, not {naive:?}");
});

/// Whether XML that is refused has a fault that the program looks for too: in the tree of elements, or in what it holds.
/// The program does not look at names, characters, declarations and namespaces.
fn has_fault_of_structure(bytes: &[u8]) -> bool {
    use roxmltree::Error;
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let is_of_structure = match roxmltree::Document::parse(text) {
        Ok(_) => true,
        Err(error) => matches!(
            error,
            Error::UnexpectedCloseTag(..) | Error::UnclosedRootNode | Error::NoRootNode | Error::UnknownToken(_)
        ),
    };
    is_of_structure && !text.contains("<!DOCTYPE") && !text.contains("xmlns")
}
