//! Compares SentencePiece's reader with its naive version on small models, and gives it damaged ones.
//!
//! The first byte chooses; the others describe a model and lines, or are the file of a model.
#![no_main]

// Each target needs a part of it.
#[allow(dead_code, unused_imports)]
#[path = "../naive/mod.rs"]
mod naive;

use bleu::sentencepiece::{Encoder, Model, Release};
use libfuzzer_sys::fuzz_target;
use naive::model_builder::{BPE, CHAR, NORMAL, Source, UNIGRAM, USER_DEFINED, WORD};
use std::collections::BTreeMap;

const PIECE_CHARACTERS: [char; 5] = ['a', 'b', '▁', 'あ', '='];
const LINE_CHARACTERS: [char; 12] = ['a', 'b', '▁', 'あ', '=', ' ', 'x', '\u{3000}', '𠮷', '\0', '\t', 'a'];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    if choice % 4 == 0 {
        return damaged(rest);
    }
    let mut bytes = rest.iter().copied();
    sound(&mut || bytes.next().unwrap_or(0));
});

fn pieces(model: &Model, encoder: &mut Encoder, line: &str) -> String {
    let mut out = String::new();
    model.encode(line, encoder, &mut out).expect("the line is short");
    out
}

fn sound(next: &mut impl FnMut() -> u8) {
    let source = source(next);
    let file = source.bytes();
    let lines: Vec<String> = (0..4).map(|_| text(next, &LINE_CHARACTERS, 24)).collect();
    for release in [Release::Newest, Release::Before0_2_2] {
        let (model, mut encoder) = (Model::from_bytes(&file, release).unwrap(), Encoder::default());
        for line in &lines {
            assert_eq!(
                pieces(&model, &mut encoder, line),
                naive::sentencepiece::pieces(&source, release, line),
                "{release:?} {line:?} {source:?}"
            );
        }
    }
}

fn damaged(file: &[u8]) {
    for release in [Release::Newest, Release::Before0_2_2] {
        if let Ok(model) = Model::from_bytes(file, release) {
            pieces(&model, &mut Encoder::default(), "The ferry leaves at nine. ½ ﬁsh\u{3000}== [x] 町 あ\0");
        }
    }
}

/// Scores are coarse, so that ties are frequent. One piece at least is normal: its score bounds that of unknown
/// characters.
fn source(next: &mut impl FnMut() -> u8) -> Source {
    let mut pieces = BTreeMap::new();
    for _ in 0..next() % 25 {
        let choice = next();
        let score = (f32::from(choice % 16) - 12.0) / if choice & 0x10 == 0 { 1.0 } else { 3.0 };
        let kind = if choice & 0xE0 == 0 { USER_DEFINED } else { NORMAL };
        pieces.insert(text(next, &PIECE_CHARACTERS, 4), (score, kind));
    }
    pieces.remove("");
    pieces.insert("==a".to_owned(), (-5.0, NORMAL));
    let flags = next();
    Source {
        model_type: [UNIGRAM, UNIGRAM, UNIGRAM, BPE, BPE, BPE, WORD, CHAR][usize::from(next() % 8)],
        pieces: pieces.into_iter().map(|(text, (score, kind))| (text, score, kind)).collect(),
        byte_fallback: flags & 1 != 0,
        whitespace_as_suffix: flags & 2 != 0,
        add_dummy_prefix: flags & 4 != 0,
        remove_extra_whitespaces: flags & 8 != 0,
        escape_whitespaces: flags & 16 != 0,
    }
}

fn text(next: &mut impl FnMut() -> u8, characters: &[char], max_length: u8) -> String {
    let length = next() % (max_length + 1);
    (0..length).map(|_| characters[usize::from(next()) % characters.len()]).collect()
}
