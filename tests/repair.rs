//! `--repair`: a new file with the candidate as it would be without what is not translation.

use crate::common::{TestDir, assert_says, many_lines};
use serde_json::json;
use std::fs;

const SEGMENTS: usize = 60;

/// A text, and the same with reasoning in every third line.
fn dir() -> TestDir {
    let reference = many_lines(SEGMENTS);
    let line = |(i, line): (usize, &str)| match i % 3 {
        0 => format!("<think>line {i}?</think> {line}\n"),
        _ => format!("{line}\n"),
    };
    let candidate: String = reference.lines().enumerate().map(line).collect();
    TestDir::with([("ref", &reference), ("hyp", &candidate)])
}

#[test]
fn the_repairs_that_raise_the_score_are_made() {
    let dir = dir();
    let report = dir.run("-r ref hyp --repair new -f json").json();
    let plain = dir.run("-r ref hyp -f json -q").json();
    assert_eq!(fs::read_to_string(dir.path().join("new")).unwrap(), many_lines(SEGMENTS));
    assert_eq!((&report["score"], &report["repaired_score"]), (&plain["score"], &json!(1.0)));
    assert_eq!(report["repaired_lines"], 20);
    let repairs = report["repairs"].as_array().unwrap();
    let think = repairs.iter().find(|repair| repair["kind"] == "think").unwrap();
    assert_eq!((&think["lines"], &think["made"], &think["score_after"]), (&json!(20), &json!(true), &json!(1.0)));
    assert_eq!(think["score_before"], plain["score"]);
    let text = dir.run("-r ref hyp --repair new").prints();
    assert_says(&text, &["think", "20", "new: 20 lines repaired; BLEU = 1.0000"]);
}

#[test]
fn repairs_that_lower_the_score_are_made_only_if_they_are_named() {
    // The references have the tags, too.
    let text = many_lines(SEGMENTS).replace("line ", "<b>line</b> ");
    let dir = TestDir::with([("ref", &text), ("hyp", &text)]);
    let report = dir.run("-r ref hyp --repair new -f json -q").json();
    assert_eq!((&report["repairs"][0]["kind"], &report["repairs"][0]["made"]), (&json!("markup"), &json!(false)));
    assert_eq!(fs::read_to_string(dir.path().join("new")).unwrap(), text);
    dir.run("-r ref hyp --repair new --clean markup -q").prints();
    assert_eq!(fs::read_to_string(dir.path().join("new")).unwrap(), many_lines(SEGMENTS));
}

#[test]
fn a_repair_that_lowers_the_score_of_the_text_is_undone() {
    let words = |from: usize, to: usize| (from..to).map(|i| format!("word{i}")).collect::<Vec<_>>().join(" ");
    // Without the tags, half of the lines are right, and the text is too short, for which the penalty takes more.
    let reference: String = (0..10).map(|line| words(40 * line, 40 * line + 40) + "\n").collect();
    let line = |line: usize| match line % 2 {
        0 => words(40 * line, 40 * line + 40) + &" <s>".repeat(6) + "\n",
        _ => words(40 * line, 40 * line + 22) + "\n",
    };
    let dir = TestDir::with([("ref", &reference), ("hyp", &(0..10).map(line).collect::<String>())]);
    let report = dir.run("-r ref hyp --repair new -f json -q").json();
    assert_eq!((&report["repairs"][0]["kind"], &report["repairs"][0]["made"]), (&json!("markup"), &json!(false)));
    assert_eq!((&report["repaired_lines"], &report["repaired_score"]), (&json!(0), &report["score"]));
    assert_eq!(fs::read(dir.path().join("new")).unwrap(), fs::read(dir.path().join("hyp")).unwrap());
    assert!(report["repairs"][0]["score_after"].as_f64() < report["score"].as_f64());
}

#[test]
fn all_lines_end_as_most_lines_of_the_candidate_do() {
    let dir = dir();
    let hyp = fs::read_to_string(dir.path().join("hyp")).unwrap();
    let ends = |i: usize, crlf: usize| if i % 7 < crlf { "\r\n" } else { "\n" };
    for (crlf, end) in [(7, "\r\n"), (5, "\r\n"), (2, "\n"), (0, "\n")] {
        let mixed: String = hyp.lines().enumerate().map(|(i, line)| format!("{line}{}", ends(i, crlf))).collect();
        dir.write("mixed", mixed);
        dir.run("-r ref mixed --repair new -q").prints();
        let new = fs::read_to_string(dir.path().join("new")).unwrap();
        assert_eq!(new, many_lines(SEGMENTS).replace('\n', end), "{crlf}");
    }
    // An inserted line ends alike, and a carriage return inside a line is not taken for a missing line.
    let lines: Vec<String> = many_lines(SEGMENTS).lines().map(str::to_owned).collect();
    dir.write("short", [&lines[..30], &lines[31..]].concat().join("\r\n") + "\r\n");
    dir.run("-r ref short --repair new -q").prints();
    let new = fs::read_to_string(dir.path().join("new")).unwrap();
    assert_eq!((new.matches("\r\n").count(), new.matches('\n').count()), (SEGMENTS, SEGMENTS));
    dir.write("joined", many_lines(SEGMENTS).replacen('\n', "\r", 3));
    assert_says(&dir.run("-r ref joined --repair new").fails(), &["3 × CR", "tr '\\r' '\\n'"]);
}

#[test]
fn a_file_to_write_has_a_name() {
    assert_says(&dir().run("-r ref hyp --repair -").refuses(), &["--repair writes a file", "--repair repaired.txt"]);
}

#[test]
fn an_empty_line_is_put_in_where_one_is_missing() {
    let dir = dir();
    let text = many_lines(SEGMENTS);
    let without: String =
        text.lines().enumerate().filter(|(i, _)| *i != 36).map(|(_, line)| format!("{line}\n")).collect();
    dir.write("short", &without);
    let report = dir.run("-r ref short --repair new -f json -q").json();
    assert_eq!(report["inserted_lines"], json!([37]));
    let new = fs::read_to_string(dir.path().join("new")).unwrap();
    assert_eq!((new.lines().count(), new.lines().nth(36)), (SEGMENTS, Some("")));
    assert_eq!(new.replace("\n\n", "\n"), without);
    let text = dir.run("-r ref short --repair new -q").prints();
    assert_says(&text, &["an empty line put in as line 37, which it probably lacks"]);
    // If repairs are named, no others are made.
    assert_says(&dir.run("-r ref short --repair new --clean think").fails(), &["short has 59 lines"]);
}

#[test]
fn tables_are_written_as_lines() {
    let dir = dir();
    let dirty = fs::read_to_string(dir.path().join("hyp")).unwrap();
    let rows = dirty.lines().zip(many_lines(SEGMENTS).lines().map(String::from).collect::<Vec<_>>());
    let rows: String = rows.map(|(hyp, reference)| format!("{}\n", json!({"hyp": hyp, "ref": reference}))).collect();
    dir.pipe("--records - --records-format jsonl -r ref hyp --repair new -q", &rows).prints();
    assert_eq!(fs::read_to_string(dir.path().join("new")).unwrap(), many_lines(SEGMENTS));
}

#[test]
fn no_input_is_overwritten_and_nothing_is_written_in_part() {
    let dir = dir();
    let before = fs::read(dir.path().join("hyp")).unwrap();
    for file in ["hyp", "./hyp", "ref"] {
        assert_says(&dir.run(&format!("-r ref hyp --repair {file}")).refuses(), &["is also", "name another file"]);
    }
    assert_eq!(fs::read(dir.path().join("hyp")).unwrap(), before);
    dir.write("new", "old\n");
    dir.write("broken", [&before[..], b"\xFF\n"].concat());
    dir.write("longer", many_lines(SEGMENTS + 1));
    assert_says(&dir.run("-r longer broken --repair new").fails(), &["broken: line 61", "not UTF-8"]);
    assert_eq!(fs::read(dir.path().join("new")).unwrap(), b"old\n");
    assert_says(&dir.run("-r ref hyp hyp --repair new").refuses(), &["--repair takes at most 1 candidate"]);
    assert_says(&dir.run("-r ref hyp --repair folder/new").fails(), &["folder"]);
}

#[test]
fn lines_of_another_encoding_are_restored_and_good_ones_left_alone() {
    let words = [
        "дом",
        "мельница",
        "лодка",
        "берег",
        "дождь",
        "утро",
        "дорога",
        "деревня",
        "собака",
        "забор",
        "письмо",
        "книга",
    ];
    let line = |i: usize| -> String {
        let words: Vec<&str> = (0..7).map(|n| words[(i * (n + 3) + n * n) % words.len()]).collect();
        format!("{} {i}\n", words.join(" "))
    };
    let text: String = (0..SEGMENTS).map(line).collect();
    // Windows-1251 that was read as Windows-1252, in two of three lines.
    let wrong = |c: char| match c {
        'а'..='я' => char::from_u32(c as u32 - 'а' as u32 + 0xE0).unwrap(),
        c => c,
    };
    let garbled = |(i, line): (usize, &str)| -> String {
        let line: String = if i % 3 > 0 { line.chars().map(wrong).collect() } else { line.to_owned() };
        line + "\n"
    };
    let candidate: String = text.lines().enumerate().map(garbled).collect();
    let dir = TestDir::with([("ref", &text), ("hyp", &candidate)]);
    let report = dir.run("-r ref hyp --repair new -f json -q").json();
    assert_eq!(fs::read_to_string(dir.path().join("new")).unwrap(), text);
    assert_eq!(report["repairs"][0]["kind"], "windows-1251 read as ISO-8859-1");
    assert_eq!((&report["repairs"][0]["lines"], &report["repaired_lines"]), (&json!(40), &json!(40)));
    // Without references that show it, nothing is restored.
    dir.write("other", many_lines(SEGMENTS));
    dir.run("-r other hyp --repair new -q").prints();
    assert_eq!(fs::read_to_string(dir.path().join("new")).unwrap(), candidate);
}
