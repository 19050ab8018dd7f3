//! Names of differences, for people.

use crate::what_if::Change;

/// Names the differences that a change removes.
pub fn label(change: Change) -> &'static str {
    match change {
        Change::Quotes => "quotes and dashes",
        Change::Nfc => "Unicode form (NFC)",
        Change::Nfkc => "character variants (NFKC)",
        Change::Markup => "tags and control tokens",
        Change::Subwords => "subword marks",
        Change::Tokenized => "tokenizer spaces",
        _ => change.name(),
    }
}
