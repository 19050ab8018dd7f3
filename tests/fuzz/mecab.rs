//! Compares MeCab's reader with its naive version on small dictionaries, and gives it damaged ones.
//!
//! The first byte chooses; the others describe a dictionary and lines, or the damage.
#![no_main]

// Each target needs a part of it.
#[allow(dead_code, unused_imports)]
#[path = "../naive/mod.rs"]
mod naive;

use bleu::mecab::{Dictionary, Language, Lattice};
use libfuzzer_sys::fuzz_target;
use naive::dictionary_builder::{Category, Reading, Source, sample};

const CONTEXTS: u16 = 4;
const CHARACTERS: [char; 8] = ['a', 'b', 'c', 'あ', 'い', ' ', '。', '\u{3000}'];
const OTHER_CHARACTERS: [char; 8] = ['\t', '\0', '\u{FFFF}', '𠮷', 'a', 'あ', ' ', 'c'];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    let mut bytes = rest.iter().copied();
    let mut next = || bytes.next().unwrap_or(0);
    match choice % 4 {
        0 => damaged(&mut next),
        _ => sound(&mut next),
    }
});

fn tokens(dictionary: &Dictionary, lattice: &mut Lattice, line: &str) -> String {
    let mut found = Vec::new();
    // A damaged dictionary may make too many words possible.
    let _ = dictionary.tokenize(line, lattice, |start, end| found.push(&line[start..end]));
    found.join(" ")
}

fn sound(next: &mut impl FnMut() -> u8) {
    let source = source(next);
    let lines: Vec<String> = (0..4).map(|_| line(next)).collect();
    let compiled = source.compile();
    for language in [Language::Japanese, Language::Korean] {
        let dictionary = compiled.dictionary(language).unwrap();
        let mut lattice = Lattice::default();
        for line in &lines {
            let found = tokens(&dictionary, &mut lattice, line);
            assert_eq!(found, naive::mecab::tokens(&source, language, line), "{language:?}, {line:?}, {source:?}");
        }
    }
}

fn damaged(next: &mut impl FnMut() -> u8) {
    let mut compiled = sample().compile();
    for _ in 0..next() % 8 {
        let file = &mut *compiled.files_mut()[usize::from(next() % 5)].1;
        // Most damage is done where numbers decide: at the beginning of a file.
        let wide = if next() % 2 == 0 { usize::from(next()) << 8 } else { 0 };
        let at = (wide | usize::from(next())) % file.len().max(1);
        match (next() % 8, file.get_mut(at)) {
            (0, _) => file.truncate(at),
            (_, Some(byte)) => *byte = next(),
            (_, None) => {}
        }
    }
    if let Ok(dictionary) = compiled.dictionary(Language::Korean) {
        tokens(&dictionary, &mut Lattice::default(), "すもももももももものうち 東京都に　二〇年0000\u{FFFF}𠮷 x");
    }
}

/// Costs are small, so that ties are frequent.
fn source(next: &mut impl FnMut() -> u8) -> Source {
    let mut words = std::collections::BTreeMap::new();
    for _ in 0..next() % 12 {
        let length = 1 + next() % 4;
        let word: String = (0..length).map(|_| CHARACTERS[usize::from(next() % 7)]).collect();
        words.insert(word, readings(next));
    }
    let categories = ["DEFAULT", "SPACE", "ALPHA", "KANA"].map(|name| {
        let flags = next();
        Category {
            name,
            max_length: u32::from(flags % 4),
            forms_groups: flags & 4 != 0,
            always_unknown: flags & 8 != 0,
            readings: readings(next),
        }
    });
    let kana = [vec![3], vec![3, 2], vec![2, 3]][usize::from(next() % 3)].clone();
    let characters = [(' ', vec![1]), ('\t', vec![1]), ('a', vec![2]), ('b', vec![2]), ('c', vec![2, 3])];
    Source {
        words,
        categories: categories.into(),
        characters: characters.into_iter().chain([('あ', kana), ('い', vec![3])]).collect(),
        contexts: (CONTEXTS, CONTEXTS),
        connections: (0..next() % 16).map(|_| ((id(next), id(next)), i16::from(next() % 7) - 3)).collect(),
        penalties: (0..=next() % 2).map(|_| (u16::from(next() % 3), i32::from(next() % 5))).collect(),
    }
}

fn id(next: &mut impl FnMut() -> u8) -> u16 {
    u16::from(next()) % CONTEXTS
}

fn readings(next: &mut impl FnMut() -> u8) -> Vec<Reading> {
    let mut readings = Vec::new();
    for _ in 0..=next() % 3 {
        let (left_id, right_id) = (id(next), id(next));
        let (part_of_speech, cost) = (u16::from(next() % 3), i16::from(next() % 9) - 4);
        readings.push(Reading { left_id, right_id, part_of_speech, cost });
    }
    readings
}

/// A line of characters, some of them repeated: runs decide whether a group is a word.
fn line(next: &mut impl FnMut() -> u8) -> String {
    let mut line = String::new();
    for _ in 0..next() % 16 {
        let choice = next();
        let characters = if choice & 0x80 == 0 { CHARACTERS } else { OTHER_CHARACTERS };
        let count = if choice & 0x40 == 0 { 1 } else { 20 + usize::from(choice >> 3 & 7) };
        line.extend(std::iter::repeat_n(characters[usize::from(choice % 8)], count));
    }
    line
}
