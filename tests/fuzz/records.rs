//! Arbitrary bytes as tables, against obvious readers of the whole file. The first byte chooses the format.
#![no_main]

use bleu::cli::input::RecordsFormat;
use libfuzzer_sys::fuzz_target;

#[path = "../readers/mod.rs"]
mod readers;

use readers::{Expected, csv_table, csv_with, json_table, read, table_of, tsv_table, xml_table};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    // Half of the first bytes are NUL: this may be taken for UTF-16 or UTF-32, which is refused.
    let head = &bytes[..bytes.len().min(8)];
    let nuls = head.iter().filter(|&&byte| byte == 0).count();
    if nuls > 0 && nuls >= head.len() / 2 {
        return;
    }
    let read = |format: RecordsFormat, names| table_of(read(format, bytes, names));
    match choice % 4 {
        0 => assert_eq!(read(RecordsFormat::Tsv, &["1", "2"]), tsv_table(bytes)),
        1 => {
            // The crate reads more than is well-formed; what is read here it reads in the same way.
            let found = table_of(readers::read(csv_with(b','), bytes, &["1", "2"]));
            assert!(found == Expected::Refused || found == csv_table(bytes), "{found:?}");
        }
        2 => assert_eq!(read(RecordsFormat::Jsonl, &["a", "b"]), json_table(bytes)),
        _ => {
            let expected = xml_table(bytes);
            let found = read(RecordsFormat::WmtXml, &["S", "A"]);
            if expected != Expected::Refused || has_fault_of_structure(bytes) {
                assert_eq!(found, expected);
            }
        }
    }
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
