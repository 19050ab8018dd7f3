//! The reader of MeCab's dictionaries, compared with a naive implementation and with MeCab's own results, and on damaged files.

use crate::common::random_cases;
use crate::naive::dictionary_builder::{Category, Compiled, MAX_READINGS, Reading, Source, sample};
use crate::naive::mecab as naive;
use bleu::mecab::{Dictionary, DictionaryFile, Fault, Language, Lattice};
use bleu::{Definition, Error, ReferenceCount, Signature, Tokenization, Tokenizer};
use proptest::prelude::*;

/// The tokens, joined by spaces.
fn tokens(dictionary: &Dictionary, lattice: &mut Lattice, line: &str) -> String {
    let mut found = Vec::new();
    dictionary.tokenize(line, lattice, |start, end| found.push(&line[start..end])).expect("the line is short");
    found.join(" ")
}

const CONTEXTS: u16 = 4;

fn a_reading() -> impl Strategy<Value = Reading> {
    (0..CONTEXTS, 0..CONTEXTS, 0..3u16, -4..5i16).prop_map(|(left_id, right_id, part_of_speech, cost)| Reading {
        left_id,
        right_id,
        part_of_speech,
        cost,
    })
}

fn a_category(name: &'static str) -> impl Strategy<Value = Category> {
    (0..4u32, any::<bool>(), any::<bool>(), prop::collection::vec(a_reading(), 1..3)).prop_map(
        move |(max_length, forms_groups, always_unknown, readings)| Category {
            name,
            max_length,
            forms_groups,
            always_unknown,
            readings,
        },
    )
}

/// Costs are small integers, so that ties are frequent.
fn a_source() -> impl Strategy<Value = Source> {
    let words = prop::collection::btree_map("[abcあい 。]{1,4}", prop::collection::vec(a_reading(), 1..4), 0..12);
    let categories = ["DEFAULT", "SPACE", "ALPHA", "KANA"].map(a_category);
    let kana = prop::sample::select(vec![vec![3], vec![3, 2], vec![2, 3]]);
    let connections = prop::collection::btree_map((0..CONTEXTS, 0..CONTEXTS), -3..4i16, 0..16);
    let penalties = prop::collection::vec((0..3u16, 0..5i32), 1..3);
    (words, categories, kana, connections, penalties).prop_map(|(words, categories, kana, connections, penalties)| {
        let characters = [
            (' ', vec![1]),
            ('\t', vec![1]),
            ('a', vec![2]),
            ('b', vec![2]),
            ('c', vec![2, 3]),
            ('あ', kana),
            ('い', vec![3]),
        ];
        let (categories, characters) = (categories.into(), characters.into());
        Source { words, categories, characters, contexts: (CONTEXTS, CONTEXTS), connections, penalties }
    })
}

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn small_dictionaries_agree_with_the_naive_reader(
        source in a_source(),
        lines in prop::collection::vec("[abcあい \t。\u{3000}𠮷\u{FFFF}\0]{0,12}|[ab]{20,30}|(あ|い|c){20,60}", 1..8),
    ) {
        let compiled = source.compile();
        for language in [Language::Japanese, Language::Korean] {
            let dictionary = compiled.dictionary(language).expect("the dictionary is sound");
            let mut lattice = Lattice::default();
            for line in &lines {
                prop_assert_eq!(tokens(&dictionary, &mut lattice, line), naive::tokens(&source, language, line), "{:?}", line);
            }
        }
    }

    #[test]
    fn damaged_dictionaries_are_refused_or_give_tokens(
        source in a_source(),
        damage in prop::collection::vec((0..5usize, any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of((0..5usize, any::<prop::sample::Index>())),
    ) {
        let mut compiled = source.compile();
        for (file, at, byte) in damage {
            let bytes = &mut *compiled.files_mut()[file].1;
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some((file, at)) = cut {
            let bytes = &mut *compiled.files_mut()[file].1;
            bytes.truncate(at.index(bytes.len()));
        }
        if let Ok(dictionary) = compiled.dictionary(Language::Korean) {
            tokens(&dictionary, &mut Lattice::default(), "abc あい。いあ\u{3000}ああああa b  𠮷\u{FFFF}cab");
        }
    }
}

fn sample_dictionary() -> Dictionary {
    sample().compile().dictionary(Language::Japanese).expect("the dictionary is sound")
}

/// Lines and the tokens that MeCab and mecab-ko make of them with the sample; testdata/mecab/README.md says how.
const EXPECTED: &str = include_str!("../testdata/mecab/expected.tsv");

#[test]
fn the_sample_gives_the_tokens_of_mecab() {
    let compiled = sample().compile();
    for (column, language) in [(1, Language::Japanese), (2, Language::Korean)] {
        let dictionary = compiled.dictionary(language).expect("the dictionary is sound");
        let mut lattice = Lattice::default();
        for row in EXPECTED.lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            let line = columns[0].replace("\\t", "\t").replace("\\0", "\0");
            assert_eq!(tokens(&dictionary, &mut lattice, &line), columns[column], "{language:?}, {line:?}");
        }
    }
}

/// Writes the sample's files to the folder that BLEU_SAMPLE_FOLDER names, for MeCab to read.
#[test]
#[ignore = "writes files for testdata/mecab/make_expected.py"]
fn write_the_sample() {
    let folder = std::path::PathBuf::from(std::env::var_os("BLEU_SAMPLE_FOLDER").expect("BLEU_SAMPLE_FOLDER is set"));
    for (name, bytes) in sample().compile().files_mut() {
        std::fs::write(folder.join(name), bytes).expect("the file can be written");
    }
}

#[test]
fn groups_of_more_than_25_characters_are_no_words() {
    let (dictionary, mut lattice) = (sample_dictionary(), Lattice::default());
    for length in [24, 25, 26, 30_000] {
        let expected = "0 ".repeat(length.max(25) - 25) + &"0".repeat(length.min(25));
        assert!(tokens(&dictionary, &mut lattice, &"0".repeat(length)) == expected, "{length}");
    }
}

#[test]
fn another_word_count_is_refused() {
    let error = Tokenization::mecab(sample_dictionary()).expect_err("14 words");
    let fault = Fault::Unsuitable("14 words instead of the 392126 of sacreBLEU's dictionary".into());
    assert_eq!(error, Error::Dictionary { file: DictionaryFile::Words, fault });
}

/// The error of the sample after a change.
fn refusal(change: impl FnOnce(&mut Compiled)) -> Error {
    let mut compiled = sample().compile();
    change(&mut compiled);
    compiled.dictionary(Language::Korean).expect_err("the dictionary is changed")
}

#[test]
fn damage_is_named() {
    let damage = |change: fn(&mut Compiled), message: &str| {
        let error = refusal(change);
        assert!(matches!(error, Error::Dictionary { fault: Fault::Damaged(_), .. }), "{error:?}");
        assert_eq!(error.to_string(), message);
    };
    damage(|c| c.words.truncate(1000), "sys.dic: not a compiled MeCab dictionary, or cut off");
    damage(|c| c.words.clear(), "sys.dic: not a compiled MeCab dictionary, or cut off");
    damage(|c| c.words[12] -= 1, "sys.dic: the table of entries has 224 bytes instead of 208");
    damage(|c| c.words[28] += 16, "sys.dic: the file has 8894 bytes instead of 8910");
    damage(|c| c.matrix.truncate(20), "matrix.bin: the file has 20 bytes instead of 54");
    damage(|c| c.matrix[0] = 9, "matrix.bin: 9 x 5 contexts instead of 5 x 5");
    damage(|c| c.characters.truncate(1 << 16), "char.bin: the file has 65536 bytes instead of 262304");
    damage(|c| c.characters[4] = b'X', "unk.dic: no entry for unknown words of category \"XEFAULT\"");
    damage(
        |c| c.settings = b"left-space-penalty-factor = 1,x\n".into(),
        "dicrc: left-space-penalty-factor is not pairs of integers: \"1,x\"",
    );
}

#[test]
fn other_files_are_named() {
    let other = |change: fn(&mut Compiled), message: &str| {
        let error = refusal(change);
        assert!(matches!(error, Error::Dictionary { fault: Fault::Unsuitable(_), .. }), "{error:?}");
        assert_eq!(error.to_string(), message);
    };
    other(|c| c.words[4] = 101, "sys.dic: format version 101 instead of 102");
    other(|c| c.words.clone_from(&c.unknown_words), "sys.dic: a dictionary of unknown words, not a system dictionary");
    other(|c| c.words[40..46].copy_from_slice(b"EUC-JP"), "sys.dic: its character set is \"EUC-JP\" instead of UTF-8");
    other(|c| c.words[8] = 1, "sys.dic: a user dictionary, not a system dictionary");
}

#[test]
fn korean_needs_penalties_for_spaces() {
    let korean = |cut: usize| {
        let mut compiled = sample().with_entries(811_795).compile();
        compiled.settings.truncate(compiled.settings.len() - cut);
        Tokenization::mecab(compiled.dictionary(Language::Korean).expect("the dictionary is sound"))
    };
    assert!(korean(0).is_ok());
    // The last line has no end.
    let error = korean(1).expect_err("the penalties are cut off");
    assert_eq!(error.to_string(), "dicrc: left-space-penalty-factor is missing, or the file is cut off");
}

/// A unit of the double array of the words, which begins after the header: base and check.
fn set_unit(compiled: &mut Compiled, index: usize, base: i32, check: u32) {
    let bytes = [base.to_le_bytes(), check.to_le_bytes()].concat();
    compiled.words[72 + 8 * index..][..8].copy_from_slice(&bytes);
}

#[test]
fn an_index_without_words_is_refused() {
    for byte in [0, 0xFF] {
        let wipe = |c: &mut Compiled| {
            let length = c.words[24..28].try_into().map(u32::from_le_bytes).expect("four bytes");
            c.words[72..][..length as usize].fill(byte);
        };
        assert_eq!(refusal(wipe).to_string(), "sys.dic: its index of words is damaged");
    }
}

#[test]
fn an_index_that_leads_back_to_itself_is_refused() {
    // Every text of any length is a word, and all words have the same 255 entries.
    let mut compiled = sample().with_entries(14 + MAX_READINGS).compile();
    set_unit(&mut compiled, 0, 1, 0);
    set_unit(&mut compiled, 1, !(MAX_READINGS as i32), 1);
    for byte in 1..256 {
        set_unit(&mut compiled, 1 + byte + 1, 1, 1);
    }
    let error = compiled.dictionary(Language::Japanese).expect_err("the index has loops");
    assert_eq!(error.to_string(), "sys.dic: its index of words is damaged");
}

/// The sample with one word, `text`.
fn with_word(text: &str) -> Compiled {
    let mut source = sample();
    source.words = [(text.to_owned(), source.words["の"].clone())].into();
    source.compile()
}

fn base(compiled: &Compiled, index: usize) -> i32 {
    compiled.words[72 + 8 * index..].first_chunk().map(|&bytes| i32::from_le_bytes(bytes)).expect("a unit")
}

/// The base after each byte of a text that a word begins with.
fn bases(compiled: &Compiled, text: &str) -> Vec<usize> {
    let next = |index: &mut usize, byte: u8| {
        *index = base(compiled, *index) as usize + usize::from(byte) + 1;
        Some(base(compiled, *index) as usize)
    };
    text.bytes().scan(0, next).collect()
}

#[test]
fn a_word_that_ends_inside_a_character_matches_nothing() {
    let mut compiled = with_word("あ");
    let places = bases(&compiled, "あ");
    // The end of the word is moved from after its third byte to after its second.
    let end = base(&compiled, places[2]);
    set_unit(&mut compiled, places[1], end, places[1] as u32);
    set_unit(&mut compiled, places[2], 0, 0);
    let dictionary = compiled.dictionary(Language::Japanese).expect("the index is whole");
    assert_eq!(tokens(&dictionary, &mut Lattice::default(), "ああ"), "ああ");
}

#[test]
fn a_unit_that_belongs_to_no_word_may_hold_anything() {
    let mut compiled = with_word("ああ");
    let found = |compiled: &Compiled| {
        let dictionary = compiled.dictionary(Language::Japanese).expect("the index is whole");
        tokens(&dictionary, &mut Lattice::default(), "あいう ああ")
    };
    let expected = found(&compiled);
    // As if a word ended after the first character, but for its check.
    let (end, prefix) = (base(&compiled, bases(&compiled, "ああ")[5]), bases(&compiled, "あ")[2]);
    set_unit(&mut compiled, prefix, end, prefix as u32 + 1);
    assert_eq!(found(&compiled), expected);
}

#[test]
fn there_are_at_most_18_categories() {
    let with = |more: usize| {
        let mut source = sample();
        let names = ["F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S"];
        let of_others = source.categories[0].clone();
        source.categories.extend(names[..more].iter().map(|name| Category { name, ..of_others.clone() }));
        source
            .compile()
            .dictionary(Language::Japanese)
            .map(|dictionary| tokens(&dictionary, &mut Lattice::default(), "もも"))
    };
    assert_eq!(with(13), Ok("もも".to_owned()));
    assert_eq!(with(14).unwrap_err().to_string(), "char.bin: number of categories 19 is not below 19");
}

#[test]
fn words_that_share_an_entry_are_refused() {
    let base = |first: i32, count: i32| !(first << 8 | count);
    // The first word, with an entry of the second.
    let (old, new) = (base(0, 1), base(0, 2));
    let widen = |c: &mut Compiled| {
        let at = (72..c.words.len()).step_by(8).find(|&at| c.words[at..at + 4] == old.to_le_bytes());
        c.words[at.expect("a word has the first entry")..][..4].copy_from_slice(&new.to_le_bytes());
    };
    assert_eq!(refusal(widen).to_string(), "sys.dic: its index of words is damaged");
}

#[test]
fn lines_that_may_have_too_many_words_are_refused() {
    let mut source = sample();
    let reading = source.words["の"][0];
    source.words.insert("a".into(), vec![reading; MAX_READINGS]);
    let dictionary = source.compile().dictionary(Language::Japanese).expect("the dictionary is sound");
    let tokenize = |line: &str| dictionary.tokenize(line, &mut Lattice::default(), |_, _| {});
    assert_eq!(tokenize("aaaa"), Ok(()));
    let fault = Fault::TooManyWords("more than 20096 of its words match in this line".into());
    assert_eq!(tokenize(&"a".repeat(1000)), Err(Error::Dictionary { file: DictionaryFile::Words, fault }));
}

#[test]
fn entries_outside_of_the_matrix_are_refused() {
    let mut source = sample();
    source.contexts = (4, 5);
    let error = source.compile().dictionary(Language::Japanese).expect_err("right id 4 is used");
    assert_eq!(error.to_string(), "unk.dic: right id 4 is not below 4");
}

/// A tokenizer of a dictionary with a number of entries.
fn tokenizer(source: Source, entries: usize) -> Tokenizer {
    let compiled = source.with_entries(entries).compile();
    let dictionary = compiled.dictionary(Language::Japanese).expect("the dictionary is sound");
    let tokenization = Tokenization::mecab(dictionary).expect("the number of words is right");
    Definition::builder().tokenization(tokenization).build().expect("a sound definition").tokenizer()
}

fn lines(tokenizer: &mut Tokenizer, text: &str) -> Vec<String> {
    let tokens = tokenizer.tokenize_lines(text).expect("the text is short");
    tokens.segments().map(|segment| segment.iter().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn a_dictionary_makes_a_tokenizer_of_lines() {
    let mut tokenizer = tokenizer(sample(), 392_126);
    assert_eq!(
        lines(&mut tokenizer, "東京都に\n\n すもももももももものうち \n"),
        ["東京都 に", "", "すもも も もも も もも の うち"]
    );
    assert_eq!(lines(&mut tokenizer, "令和元年"), ["令和 元 年"]);
    assert_eq!(lines(&mut tokenizer, ""), [""; 0]);
}

#[test]
fn the_word_that_debian_adds_is_ignored() {
    let mut source = sample();
    let reading = source.words["令和"][0];
    for word in ["令", "和"] {
        source.words.insert(word.to_owned(), vec![reading]);
    }
    assert_eq!(lines(&mut tokenizer(source.clone(), 392_126), "令和元年"), ["令和 元 年"]);
    assert_eq!(lines(&mut tokenizer(source, 392_127), "令和元年"), ["令 和 元 年"]);
}

#[test]
fn signatures_are_those_of_sacrebleu() {
    let compiled = sample().with_entries(392_126).compile();
    let dictionary = compiled.dictionary(Language::Japanese).expect("the dictionary is sound");
    let tokenization = Tokenization::mecab(dictionary).expect("the number of words is right");
    assert_eq!(tokenization.to_string(), "ja-mecab");
    let definition = Definition::builder().tokenization(tokenization).build().expect("a sound definition");
    let line = definition.signature(ReferenceCount::try_from(1).unwrap()).to_string();
    let (before, after) = line.split_once("|dict:").expect("the dictionary has a fingerprint");
    assert_eq!(before, "nrefs:1|case:mixed|eff:no|tok:ja-mecab-0.996-IPA|smooth:exp");
    assert_eq!(after.find("|version:"), Some(8), "{line}");
    let name = "ja-mecab-0.996-IPA".to_owned();
    let signature: Signature = line.parse().expect("a signature");
    assert_eq!(signature.definition(), Err(Error::TokenizerNeedsData { name }));
    let loaded = signature.definition_with(|_| Ok::<_, Error>(definition.tokenization().clone()));
    assert_eq!(loaded, Ok(definition.clone()));
    // sacreBLEU's has no fingerprint, and takes any dictionary.
    let of_sacrebleu: Signature = format!("{before}|version:2.6.0").parse().expect("a signature");
    let loaded = of_sacrebleu.definition_with(|_| Ok::<_, Error>(definition.tokenization().clone()));
    assert_eq!(loaded, Ok(definition.clone()));
    let other: Signature = line.replace("|dict:", "|dict:0").parse().expect("a signature");
    let loaded = other.definition_with(|_| Ok::<_, Error>(definition.tokenization().clone()));
    assert!(matches!(loaded, Err(Error::OtherModel { .. })));
}

#[test]
fn lines_of_more_than_2_mib_are_refused() {
    let mut tokenizer = tokenizer(sample(), 392_126);
    let error = tokenizer.tokenize_lines(&"a".repeat((2 << 20) + 1)).expect_err("the line is too long");
    assert_eq!(error, Error::LineTooLong { bytes: (2 << 20) + 1, limit: 2 << 20 });
}
