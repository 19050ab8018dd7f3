//! What-if scores: against the slow way of rewriting whole files, and as the program prints them.

use crate::common::TestDir;
use bleu::what_if::{Change, WhatIf};
use bleu::{AddSegments, Definition, ReferenceLists};
use std::fs;
use std::path::Path;

fn corpus(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/corpora").join(name);
    fs::read_to_string(path).unwrap().lines().map(String::from).collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Scores files after every line was rewritten.
#[track_caller]
fn slow_score(definition: &Definition, change: Change, candidate: &[String], references: &[Vec<String>]) -> f64 {
    let candidates: Vec<String> = candidate.iter().map(|line| change.apply(line)).collect();
    let references: Vec<Vec<String>> =
        (0..candidate.len()).map(|i| references.iter().map(|text| change.apply(&text[i])).collect()).collect();
    definition.corpus_score(&candidates, ReferenceLists::by_segment(&references)).unwrap().value()
}

#[test]
fn scores_are_those_of_rewritten_files() {
    for (name, references) in
        [("latin", 3), ("cjk", 3), ("cyrillic-greek", 2), ("indic-arabic", 2), ("symbols", 2), ("whitespace", 2)]
    {
        let candidate = corpus(&format!("{name}.hyp.txt"));
        let references: Vec<Vec<String>> = (1..=references).map(|i| corpus(&format!("{name}.ref{i}.txt"))).collect();
        for tokenizer in ["13a", "zh", "none"] {
            let tokenization = tokenizer.parse().unwrap();
            let definition = Definition::builder().tokenization(tokenization).build().unwrap();
            let mut what_if = WhatIf::new(&definition, 1).unwrap();
            let half = candidate.len() / 2;
            for part in [0..half, half..candidate.len()] {
                let references: Vec<String> = references.iter().map(|lines| text(&lines[part.clone()])).collect();
                let references: Vec<&str> = references.iter().map(String::as_str).collect();
                what_if.add_lines(&[&text(&candidate[part])], &references).unwrap();
            }
            let scores = what_if.finish_one().unwrap();
            assert_eq!(scores.iter().map(|score| score.change).collect::<Vec<_>>(), Change::ALL);
            for score in scores {
                let expected = slow_score(&definition, score.change, &candidate, &references);
                assert_eq!(score.score, expected, "{name}, {} by {definition:?}", score.change.name());
            }
        }
    }
}

#[test]
fn ignoring_case_and_normalizing_are_the_scores_of_their_flags() {
    let folder = TestDir::corpora();
    for name in ["latin", "cyrillic-greek", "cjk", "symbols"] {
        let files = format!("-r {name}.ref1.txt {name}.hyp.txt -q --format json");
        let value = folder.run(&format!("{files} --what-if")).json();
        let what_if = |change: &str| {
            let scores = value["what_if"].as_array().unwrap();
            let score = scores.iter().find(|score| score["change"] == change).unwrap();
            score["score"].as_f64().unwrap()
        };
        for (change, flag) in [("case", "--lowercase"), ("nfc", "--normalize nfc"), ("nfkc", "--normalize nfkc")] {
            let score = folder.run(&format!("{files} {flag}")).json()["score"].as_f64().unwrap();
            assert_eq!(what_if(change), score, "{name} {flag}");
        }
    }
}

#[test]
fn the_table_shows_what_matters_most_first() {
    let folder = TestDir::with([
        ("ref", "The cat said “no”.\nThe dog said “yes”.\n"),
        ("hyp", "the cat said \"no\".\nThe dog said \"yes\".\n"),
    ]);
    let out = folder.run("-r ref --what-if hyp").prints();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("hyp: BLEU = 0.") && lines[0].ends_with(", 2 segments"), "{out}");
    let rows: Vec<&str> = lines.iter().skip_while(|line| !line.contains("ignoring")).skip(1).copied().collect();
    assert!(rows[0].trim().starts_with("quotes and dashes") && out.contains("case"), "{out}");
    assert!(rows.last().unwrap().contains("tokenizer spaces") || out.contains("changes of less than"), "{out}");
}

#[test]
fn several_systems_are_ranked_by_each_score() {
    let folder = TestDir::with([
        ("ref", "The cat sat on the mat today.\n"),
        ("a", "the cat sat on the mat today.\n"),
        ("b", "The cat sat on a mat today.\n"),
    ]);
    let out = folder.run("-r ref --what-if a b -q").prints();
    assert!(out.contains("1.0000 (1)") && out.contains("(2)"), "{out}");
    let value = folder.run("-r ref --what-if a b --format json").json();
    assert_eq!((&value[0]["system"], &value[0]["what_if"][0]["rank"]), (&"a".into(), &1.into()));
    assert_eq!(value[0]["what_if"][0]["change"], "case");
    assert_eq!(value[0]["what_if"][0]["score"], 1.0);
}

#[test]
fn equal_files_have_nothing_to_ignore() {
    let folder = TestDir::with([("ref", "The cat sat here today.\n"), ("hyp", "The cat sat here today.\n")]);
    assert!(folder.run("-r ref --what-if hyp").prints().contains("would not change the score"));
    assert!(folder.run("-r ref --what-if hyp --format tsv").refuses().contains("--what-if supports only"));
}
