//! `--clean`: candidates are scored as if their files had been cleaned before, in every mode.

use crate::common::{TestDir, assert_says, many_lines};
use bleu::repair::{Repair, Repairs};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use std::borrow::Cow;

/// What is not translation, before a line and after it.
const DEBRIS: [[&str; 2]; 5] = [
    ["<think>The line is about numbers: easy.</think> ", ""],
    ["Here is the translation: ", ""],
    ["```text ", "```"],
    ["<s>", "</s>"],
    ["", ""],
];

const KINDS: &str = "--clean think,labels,fences,markup";

/// Number of segments.
const SEGMENTS: usize = 60;

/// A text, its other versions, and the same with debris.
fn dir() -> TestDir {
    let reference = many_lines(SEGMENTS);
    let clean = reference.replace("or less", "or fewer");
    let dirty = |text: &str| -> String {
        let line = |(i, line): (usize, &str)| {
            let [before, after] = DEBRIS[i % DEBRIS.len()];
            format!("{before}{line}{after}\n")
        };
        text.lines().enumerate().map(line).collect()
    };
    let other = clean.replace("words", "letters");
    let groups: String = (0..SEGMENTS).map(|i| format!("g{}\n", i / 30)).collect();
    let table = |clean: &str, other: &str| -> String {
        let rows = clean.lines().zip(other.lines()).zip(reference.lines()).enumerate();
        let row =
            |(i, ((clean, other), reference))| json!({"mt": clean, "both": [clean, other], "ref": reference, "id": i});
        rows.map(|row_of| format!("{}\n", row(row_of))).collect()
    };
    TestDir::with([
        ("ref", &reference),
        ("ref2", &reference.replace("less", "fewer")),
        ("clean/hyp", &clean),
        ("clean/other", &other),
        ("clean/table.jsonl", &table(&clean, &other)),
        ("dirty/hyp", &dirty(&clean)),
        ("dirty/other", &dirty(&other)),
        ("dirty/table.jsonl", &table(&dirty(&clean), &dirty(&other))),
        ("groups", &groups),
    ])
}

/// Removes from JSON what only cleaned texts have.
fn without_notes(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.remove("uncleaned");
            object.values_mut().for_each(without_notes);
        }
        Value::Array(values) => values.iter_mut().for_each(without_notes),
        Value::String(text) => *text = text.replace("|clean:think+fences+labels+markup", ""),
        _ => {}
    }
}

#[test]
fn every_mode_scores_cleaned_candidates() {
    let dir = dir();
    for arguments in [
        "-r ref hyp -f json",
        "-r ref -r ref2 hyp other -f json",
        "-r ref hyp --sentence -f jsonl",
        "-r ref hyp --confidence -f json",
        "-r ref hyp other --paired bootstrap -f json",
        "-r ref hyp other --all-pairs randomization -f json",
        "-r ref hyp --by groups -f json",
        "-r ref hyp --cumulative -f json",
        "-r ref hyp other --explain -f json",
        "-r ref hyp --explain-segment 3 -f json",
        "-r ref hyp --what-if -f json",
        "-r ref hyp --as all -f json",
        "-r ref hyp --self-bleu -f json",
        "-r ref hyp other --pool-references -f json",
        "--records table.jsonl -r ref mt -f json",
        "--records table.jsonl -r ref both --samples array -f json",
        "--records table.jsonl -r ref both --samples array --pick mbr -f jsonl",
        "-r ref hyp --samples 2 --reference-samples 2 --pairwise -f jsonl",
    ] {
        // Self-BLEU needs no reference.
        let arguments =
            if arguments.contains("self-bleu") { arguments.replace("-r ref ", "") } else { arguments.into() };
        let run = |folder: &str, clean: &str| -> Vec<Value> {
            let path = |name: &str| format!(" {folder}/{name}");
            let arguments = format!(" {arguments}").replace(" hyp", &path("hyp")).replace(" other", &path("other"));
            let arguments = arguments.replace(" table.jsonl", &path("table.jsonl"));
            let run = dir.run(&format!("{arguments} {clean} -q"));
            assert_eq!((run.status, &*run.err), (Some(0), ""), "{run:#?}");
            let out = run.out.replace(&format!("{folder}/"), "");
            let values = serde_json::Deserializer::from_str(&out).into_iter();
            let mut values: Vec<Value> = values.map(Result::unwrap).collect();
            values.iter_mut().for_each(without_notes);
            values
        };
        assert_eq!(run("dirty", KINDS), run("clean", ""), "{arguments}");
        assert_ne!(run("dirty", ""), run("clean", ""), "{arguments}");
    }
}

#[test]
fn statistics_of_shards_say_that_candidates_were_cleaned() {
    let dir = dir();
    let records = dir.run(&format!("-r ref dirty/hyp --stats {KINDS}")).prints();
    assert_says(&records, &["|clean:think+fences+labels+markup"]);
    let cleaned = dir.pipe("--from-stats -q", &records).prints();
    let clean = dir.run("-r ref clean/hyp -q").prints();
    assert_eq!(cleaned.replace("|clean:think+fences+labels+markup", ""), clean);
    dir.write("cleaned.jsonl", &records);
    dir.write("plain.jsonl", dir.run("-r ref dirty/hyp --stats -q").prints());
    assert_says(&dir.run("--from-stats cleaned.jsonl plain.jsonl").fails(), &["clean"]);
    assert_says(&dir.run("--from-stats cleaned.jsonl --clean think").refuses(), &["--clean"]);
}

#[test]
fn the_score_without_repairs_is_said() {
    let dir = dir();
    for references in ["-r ref", "-r ref -r ref2", "--records dirty/table.jsonl -r ref"] {
        let candidate = if references.contains("records") { "mt" } else { "dirty/hyp" };
        let plain = dir.run(&format!("{references} {candidate} -q -f json")).json();
        let cleaned = dir.run(&format!("{references} {candidate} {KINDS} -q -f json")).json();
        assert_eq!(cleaned["uncleaned"], json!({"score": plain["score"], "lines": SEGMENTS / 5 * 4}), "{references}");
    }
    let line = dir.run(&format!("-r ref dirty/hyp {KINDS} -q")).prints();
    let plain = dir.run("-r ref dirty/hyp -q -b").prints();
    assert_says(&line, &[&format!("(uncleaned = {}) ", plain.trim())]);
    let table = dir.run(&format!("-r ref dirty/hyp clean/hyp {KINDS} -q")).prints();
    assert_says(&table, &["BLEU  uncleaned  ", plain.trim()]);
    // Where there is nothing to clean, nothing is said of it.
    let text = dir.run("-r ref clean/hyp -q").prints();
    assert_eq!(
        dir.run(&format!("-r ref clean/hyp {KINDS} -q")).prints().replace("|clean:think+fences+labels+markup", ""),
        text
    );
}

#[test]
fn only_candidates_are_cleaned() {
    let dir = TestDir::with([("text", "Translation: a b c d\n<s> b c d e\n"), ("plain", "a b c d\nb c d e\n")]);
    assert_ne!(dir.run("-r text plain --clean labels,markup -b -q").prints(), "1.0000\n");
    assert_ne!(dir.run("-r text text --clean labels,markup -b -q").prints(), "1.0000\n");
    assert_eq!(dir.run("-r plain text --clean labels,markup -b -q").prints(), "1.0000\n");
    assert_ne!(dir.run("--pool-references -r text text --clean labels,markup -b -q").prints(), "1.0000\n");
    // The source text is read like a candidate.
    dir.write("source", "Translation: a b c d\n".repeat(20));
    dir.write("many", "a b c d\n".repeat(20));
    let explained = dir.run("-r many source --source source --explain --clean labels -q").prints();
    assert!(!explained.contains("untranslated"), "{explained}");
}

#[test]
fn lines_before_one_that_is_not_utf_8_are_cleaned() {
    let dir = TestDir::with([("ref", "a b c d\na b c d\na b c d\n")]);
    dir.write("hyp", b"<s> a b c d\nTranslation: a b c d\n\xFF\n");
    let (out, err) = dir.run("-r ref hyp --sentence --clean markup,labels").fails_after_output();
    assert_eq!(out, "1.0000\n1.0000\n");
    assert_says(&err, &["hyp: line 3, byte 1: not UTF-8"]);
}

#[test]
fn any_number_of_threads_cleans_alike() {
    let text = many_lines(8_000);
    let dirty: String = text.lines().map(|line| format!("<think>{}</think>{line}\n", line.len())).collect();
    let dir = TestDir::with([("ref", &text), ("hyp", &dirty)]);
    let run = |jobs: u32| dir.run(&format!("-r ref hyp --clean think -f json -q -j {jobs}")).json();
    assert_eq!((run(1)["score"].as_f64(), &run(1)), (Some(1.0), &run(4)));
}

#[test]
fn joined_segments_are_not_cleaned() {
    let dir = dir();
    let message = dir.run("-r ref dirty/hyp --join-by groups --clean think").refuses();
    assert_says(&message, &["--clean", "--join-by"]);
}

#[test]
fn clean_text_is_left_alone() {
    let corpora = TestDir::corpora();
    let text = |name: &str| std::fs::read_to_string(corpora.path().join(name)).unwrap();
    for name in ["plain.ref1.txt", "latin.ref1.txt", "cjk.ref1.txt", "cyrillic-greek.ref1.txt", "indic-arabic.ref1.txt"]
    {
        // Some are about tags and entities.
        for line in text(name).lines().filter(|line| !line.contains(['<', '&'])) {
            assert!(matches!(Repairs::all().clean(line), Cow::Borrowed(_)), "{name}: {line}");
        }
    }
}

const PARTS: &[&str] = &[
    "<think>",
    "</think>",
    "[THINK]",
    "```",
    "`",
    "text",
    "Translation:",
    "Here is the translation:",
    "H-1\t-0.5\t",
    "&",
    "amp;",
    "lt;",
    "#38;",
    "\\",
    "\\u00fc",
    "u00fc",
    "\\n",
    "\"",
    "%C3%BC",
    "%",
    "25",
    "<0xC3>",
    "<0xBC>",
    "<",
    "s>",
    "<unk>",
    "/",
    "@@",
    "▁",
    "##",
    "Ġ",
    "Ã¼",
    "Ã",
    "¼",
    "\u{93}",
    "для",
    "好",
    "a",
    "b",
    " ",
    ".",
    ":",
    "\u{A0}",
];

proptest! {
    #[test]
    fn cleaning_twice_is_cleaning_once(parts in prop::collection::vec(select(PARTS), 0..30), set in 1_usize..256) {
        let line = parts.concat();
        let repairs: Repairs = (0..8).filter(|i| set >> i & 1 == 1).map(|i| Repair::ALL[i]).collect();
        let cleaned = repairs.clean(&line);
        prop_assert!(matches!(repairs.clean(&cleaned), Cow::Borrowed(_)), "{line:?} {cleaned:?}");
        prop_assert!(!cleaned.contains('\n'));
        if let Cow::Owned(cleaned) = &cleaned {
            prop_assert_ne!(cleaned, &line);
        }
        prop_assert_eq!(repairs.to_string().parse::<Repairs>().unwrap(), repairs);
    }
}

/// What is left of a candidate decides whether it is empty, for all kinds of input.
#[test]
fn candidates_that_cleaning_empties_are_empty() {
    let lines = ["<think>Hund is dog.</think>", "the dog runs over there", "<think>So</think> a cat sits on it"];
    let dir = TestDir::with([
        ("ref", "the dog\nthe dog runs over there\na cat sits on it\n"),
        ("ref2", "the dog runs over there\na cat sits on it\n"),
        ("hyp", &(lines.join("\n") + "\n")),
        ("clean", "the dog runs over there\na cat sits on it\n"),
        ("table.tsv", &("mt\tref\n".to_owned() + &lines.map(|line| format!("{line}\tthe dog\n")).concat())),
        (
            "log.jsonl",
            &lines.map(|line| format!("{{\"text\": \"{}\"}}\n", line.replace("is dog", "is\\ndog"))).concat(),
        ),
    ]);
    let expected = dir.run("-r ref2 -b clean").prints();
    for candidate in ["hyp", "--at text log.jsonl"] {
        let run = dir.run(&format!("-r ref --clean think --empty-candidate skip -b {candidate}"));
        assert_eq!(run.out, expected, "{candidate}");
        assert_says(&run.err, &["1 segment without the text of a candidate left out"]);
    }
    for (input, place) in [("-r ref hyp", "hyp: line 1"), ("--records table.tsv -r ref mt", "line 2")] {
        let message = dir.run(&format!("{input} --clean think --empty-candidate error")).fails();
        assert_says(&message, &[place, ": no text after --clean; --empty-candidate score scores it as empty"]);
    }
    // Without cleaning, and with repairs that leave something, no candidate is empty.
    for flags in ["", "--clean labels"] {
        dir.run(&format!("-q -r ref hyp -b --empty-candidate error {flags}")).prints();
    }
}
