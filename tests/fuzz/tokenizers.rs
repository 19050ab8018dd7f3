//! The tokenizers against their plain twins: the first byte chooses which, the rest is lines of text.
#![no_main]

#[path = "../twins/mod.rs"]
mod twins;

use bleu::{Normalization, Preprocessing, Tokenization, Tokenizer};
use clap::ValueEnum;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    let preprocessing = choose(choice);
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.split('\n').collect();
    let mut tokenizer = Tokenizer::new(preprocessing);
    // All lines come second: what is remembered of one batch must not show in the next.
    for lines in [&lines[lines.len() / 2..], &lines] {
        let batch: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        let tokens = tokenizer.tokenize(&batch);
        assert_eq!(tokens.len(), lines.len(), "lines");
        for (found, line) in tokens.lines().zip(lines) {
            let found: Vec<&str> = found.iter().map(|token| str::from_utf8(token).unwrap()).collect();
            assert_eq!(found, twins::tokens(preprocessing, line), "{preprocessing:?} of {line:?}");
        }
    }
});

fn choose(choice: u8) -> Preprocessing {
    let (choice, lowercase) = (usize::from(choice / 2), choice % 2 == 1);
    let tokenizations = Tokenization::value_variants();
    let normalization = [None, Some(Normalization::Nfc), Some(Normalization::Nfkc)];
    Preprocessing {
        normalization: normalization[choice / tokenizations.len() % normalization.len()],
        lowercase,
        tokenization: tokenizations[choice % tokenizations.len()],
    }
}
