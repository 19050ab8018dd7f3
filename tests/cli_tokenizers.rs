//! The values of `--tokenize` that need no data: names of tokenizers, `auto:LANG`, and answers to unknown names.

use crate::common::{TestDir, assert_says};
use bleu::Tokenization;
use std::collections::{HashMap, HashSet};

/// The name of the tokenizer in the signature of a score with `--tokenize VALUE`.
fn tokenizer(dir: &TestDir, value: &str) -> String {
    let json = dir.run(&format!("-r text -f json --quiet --tokenize {value} text")).json();
    let signature = json["signature"].as_str().unwrap();
    signature.split('|').find_map(|field| field.strip_prefix("tok:")).unwrap().to_owned()
}

#[test]
fn every_tokenizer_is_known_by_its_name() {
    let dir = TestDir::with([("text", "a b c d\n")]);
    for tokenization in Tokenization::ALL {
        assert_eq!(tokenizer(&dir, tokenization.name()), tokenization.name());
    }
}

#[test]
fn a_language_selects_a_tokenizer() {
    let dir = TestDir::with([("text", "a b c d\n")]);
    for (value, expected) in [
        ("auto:zh", "zh"),
        ("auto:zh-TW", "zh"),
        ("auto:zh_Hant_TW", "zh"),
        ("auto:zho", "zh"),
        ("auto:en-zh", "zh"),
        ("auto:en_zh", "zh"),
        ("auto:zh-en", "13a"),
        ("auto:de", "13a"),
        ("auto:pt_BR", "13a"),
        ("auto:deu", "13a"),
        ("auto:ger", "13a"),
        ("auto:hsb", "13a"),
    ] {
        assert_eq!(tokenizer(&dir, value), expected, "{value}");
    }
}

#[test]
fn the_help_has_a_summary_of_each_tokenizer() {
    let help = TestDir::with([]).run("--help").prints();
    let listed: HashMap<&str, &str> = help.split("\n          - ").filter_map(|item| item.split_once(": ")).collect();
    let names = ["13a", "intl", "zh", "char", "words", "graphemes", "cjk", "ja-mecab", "ko-mecab"];
    assert_eq!(names.map(|name| listed[name]).into_iter().collect::<HashSet<_>>().len(), names.len());
}

#[test]
fn unknown_names_are_answered_with_alternatives() {
    let dir = TestDir::with([("text", "a b c d\n")]);
    for (value, expected) in [
        ("auto:japanese", "is not a language code"),
        ("auto:zh,13a", "is not a language code"),
        ("auto:zh-", "is not a language code"),
        ("auto:ja-ä", "is not a language code"),
        ("auto:ko-123456789", "is not a language code"),
        ("auto:de-A.1", "is not a language code"),
        ("auto:", "is not a language code"),
        ("auto:xx", "is not a language code"),
        ("auto:xqx", "is not a language code"),
        ("auto:foo-BAR", "is not a language code"),
        ("auto:en-news", "is not a language code"),
        ("auto:th", "which is written without spaces between words; use flores200"),
        ("auto:km-KH", "which is written without spaces"),
        ("auto", "auto:zh"),
        ("grapheme", "'graphemes'"),
        ("ja-mecap", "'ja-mecab'"),
        ("13", "[possible values: 13a, intl"),
    ] {
        assert_says(&dir.run(&format!("-r text --tokenize {value} text")).refuses(), &[expected]);
    }
}
