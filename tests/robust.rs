//! Whether claims hold: `--robust`, and the warning that references contradict each other.

use crate::common::{TestDir, assert_says};
use serde_json::{Value, json};
use std::fs;

/// Two references that share no word, and a candidate that repeats each, with an error now and then.
fn contradiction() -> TestDir {
    let line = |word: &str, i: usize| format!("{word}{i} {word}a {word}b {word}c {word}{} {word}d\n", i + 1);
    let text = |word: &str| (0..60).map(|i| line(word, i)).collect::<String>();
    let (x, y) = (text("x"), text("y"));
    let mixed = |words: [&str; 2], every: usize| {
        (0..60).map(|i| line(words[usize::from(i % every == 0)], i)).collect::<String>()
    };
    let (like_x, like_y) = (mixed(["x", "y"], 4), mixed(["y", "x"], 4));
    TestDir::with([("x", &x), ("y", &y), ("likex", &like_x), ("likey", &like_y)])
}

#[test]
fn opposite_results_by_reference_are_said_unasked() {
    let dir = contradiction();
    for test in ["--paired bootstrap", "--paired randomization --resamples 200", "--all-pairs bootstrap"] {
        let run = dir.run(&format!("-r x -r y {test} likex likey"));
        assert_eq!(run.status, Some(0));
        assert_says(&run.err, &["warning: like", "depends on the reference: x ", "*, y ", "do not claim a difference"]);
        assert_eq!(dir.run(&format!("-q -r x -r y {test} likex likey")).err, "", "{test}");
        assert!(!dir.run(&format!("-r x {test} likex likey")).err.contains("reference:"), "{test}");
        assert!(!dir.run(&format!("-r x -r y {test} likex likex")).err.contains("reference:"), "{test}");
    }
}

#[test]
fn the_claim_under_other_choices_is_a_table() {
    let dir = contradiction();
    let out = dir.run("-q -r x -r y --robust --paired bootstrap likex likey").prints();
    assert_says(
        &out,
        &["comparison", "under other choices", "depends on the reference: x -", "*, y +", "do not claim"],
    );
    let out = dir.run("-q -r x --robust --paired bootstrap likex likey x").prints();
    assert_says(&out, &["likey < likex", "x > likex", "holds in 8 of 8 choices"]);
    // The one most in doubt comes first.
    dir.write("bad", "z\n".repeat(60));
    let out = dir.run("-q -r x -r y --robust --all-pairs bootstrap likex likey bad").prints();
    let table = &out[out.find("comparison").unwrap()..];
    assert!(table.find("do not claim").unwrap() < table.find("holds in").unwrap(), "{table}");
}

#[test]
fn json_has_every_choice() {
    let dir = contradiction();
    let found = dir.run("-q -f json -r x -r y --robust --paired bootstrap likex likey").json();
    assert_eq!(found[0].get("robust"), None);
    let robust = &found[1]["robust"];
    assert_eq!((&robust["verdict"], &robust["tests"]), (&json!("contradicted"), &json!(10)));
    let choices = robust["choices"].as_array().unwrap();
    let names: Vec<_> = choices.iter().map(|choice| (choice["choice"].as_str(), choice["value"].as_str())).collect();
    assert_eq!(
        names[..4],
        [
            (Some("reference"), Some("x")),
            (Some("reference"), Some("y")),
            (Some("tokenizer"), Some("intl")),
            (Some("tokenizer"), Some("char")),
        ]
    );
    // Each is the result of a run in which the choice is made.
    for (place, flags) in [(0, "-r x"), (1, "-r y"), (2, "-r x -r y -t intl"), (3, "-r x -r y -t char")] {
        let alone = dir.run(&format!("-q -f json {flags} --paired bootstrap likex likey")).json();
        for key in ["difference", "p_value", "difference_low", "difference_high", "segments_better"] {
            assert_eq!(choices[place][key], alone[1][key], "{flags} {key}");
        }
    }
    let pairs = dir.run("-q -f json -r x -r y --robust --all-pairs bootstrap likex likey").json();
    assert_eq!(pairs["pairs"][0]["robust"]["verdict"], "contradicted");
    // Scores and tests are those without it.
    let plain = dir.run("-q -f json -r x -r y --paired bootstrap likex likey").json();
    let mut without = found.clone();
    without[1].as_object_mut().unwrap().remove("robust");
    assert_eq!(without, plain);
}

#[test]
fn groups_are_left_out_one_by_one() {
    let dir = contradiction();
    dir.write("groups", (0..60).map(|i| if i < 30 { "news\n" } else { "chat\n" }).collect::<String>());
    let found = dir.run("-q -f json -r x --by groups --robust --paired bootstrap likex likey").json();
    let choices = found[1]["robust"]["choices"].as_array().unwrap();
    let groups: Vec<_> = choices.iter().filter(|choice| choice["choice"] == "group").collect();
    assert_eq!(groups.len(), 2);
    assert_eq!(groups[0]["value"], "without news");
    // Without the news, the chat remains.
    let alone = &found[1]["groups"][1];
    assert_eq!((&alone["group"], &alone["difference"]), (&json!("chat"), &groups[0]["difference"]));
    assert_eq!(alone["p_value"], groups[0]["p_value"]);
}

#[test]
fn of_many_groups_the_likeliest_to_decide_are_tested() {
    let dir = contradiction();
    let lines = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    for name in ["x", "likex", "likey"] {
        dir.write(name, lines(name).repeat(2));
    }
    let test = |groups: usize| {
        dir.write("groups", (0..120).map(|i| format!("group {}\n", i % groups)).collect::<String>());
        let command = "-r x --by groups --robust --paired bootstrap --resamples 100 likex likey";
        let out = dir.run(&format!("-q {command}")).prints();
        (out, dir.run(&format!("-q -f json {command}")).json()[1]["robust"].clone())
    };
    let number = |robust: &Value| {
        let choices = robust["choices"].as_array().unwrap();
        choices.iter().filter(|choice| choice["choice"] == "group").count()
    };
    let (out, robust) = test(100);
    assert!(!out.contains("groups"), "{out}");
    assert_eq!((&robust["groups"], &robust["tested_groups"], number(&robust)), (&json!(100), &json!(100), 100));
    let (out, robust) = test(120);
    assert_says(&out, &["; tested without 100 of 120 groups, the likeliest to decide"]);
    assert_eq!((&robust["groups"], &robust["tested_groups"], number(&robust)), (&json!(120), &json!(100), 100));
}

#[test]
fn a_difference_of_few_segments_is_named() {
    let dir = TestDir::with([]);
    let line = |i: usize| format!("word{i} one two three four {}\n", i * 7 % 10);
    let text = (0..60).map(line).collect::<String>();
    let spoiled = |places: &[usize]| {
        let line = |i: usize| if places.contains(&i) { "nothing of it\n".into() } else { line(i) };
        (0..60).map(line).collect::<String>()
    };
    dir.write("ref", &text);
    dir.write("base", spoiled(&[3, 9, 15, 20, 27, 33, 40, 41, 48]));
    dir.write("new", spoiled(&[20]));
    let out = dir.run("-q -r ref --robust --paired randomization --resamples 1000 base new").prints();
    assert_says(&out, &["new > base", "; rests on ", " segment"]);
}

#[test]
fn nothing_else_is_robust() {
    let dir = contradiction();
    for mode in ["", "--confidence", "--sentence", "--explain", "--paired randomization --runs 2"] {
        let err = dir.run(&format!("-r x --robust {mode} likex likey likex likey")).refuses();
        assert_says(&err, &["--robust needs --paired bootstrap or --all-pairs bootstrap"]);
    }
}

#[test]
fn the_page_says_what_decides() {
    let dir = contradiction();
    let page = |flags: &str| {
        assert_eq!(dir.run(&format!("-q -r x -r y {flags} --report page.html likex likey")).status, Some(0));
        std::fs::read_to_string(dir.path().join("page.html")).unwrap()
    };
    for test in ["--paired bootstrap", "--all-pairs bootstrap"] {
        let robust = page(&format!("--robust {test}"));
        let headline = robust.split("<h1>").nth(1).unwrap().split("</h1>").next().unwrap();
        assert_says(headline, &["; this depends on the reference"]);
        assert_says(
            &robust,
            &["Under other choices: depends on the reference: x ", "\"verdict\":\"contradicted\"", "function holds()"],
        );
        assert!(!page(test).contains("\"verdict\":"), "{test}");
    }
}
