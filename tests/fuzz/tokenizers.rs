//! Compares tokenizers with their naive versions. The first byte chooses the settings, the rest is lines of text.
#![no_main]

// Each target needs a part of it.
#[allow(dead_code, unused_imports)]
#[path = "../naive/mod.rs"]
mod naive;

use bleu::{Definition, Normalization, Tokenization};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    let definition = definition(choice);
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.split('\n').collect();
    let mut tokenizer = definition.tokenizer();
    // The second batch has all lines. The first must not influence it.
    for lines in [&lines[lines.len() / 2..], &lines] {
        let batch: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        let tokens = tokenizer.tokenize_lines(&batch).unwrap();
        assert_eq!(tokens.len(), lines.len(), "lines");
        for (found, line) in tokens.segments().zip(lines) {
            let found: Vec<&str> = found.iter().collect();
            assert_eq!(found, naive::tokens(&definition, line), "{definition:?} of {line:?}");
        }
    }
});

fn definition(choice: u8) -> Definition {
    let (choice, lowercase) = (usize::from(choice / 2), choice % 2 == 1);
    let tokenizations = [Tokenization::ALL, &naive::moses::all()].concat();
    let normalizations = [None, Some(Normalization::Nfc), Some(Normalization::Nfkc)];
    Definition::builder()
        .normalization(normalizations[choice / tokenizations.len() % normalizations.len()])
        .lowercase(lowercase)
        .tokenization(tokenizations[choice % tokenizations.len()].clone())
        .build()
        .unwrap()
}
