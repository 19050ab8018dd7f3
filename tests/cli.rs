//! The built program: all flags, kinds of bad input, and exit statuses.

use crate::common::{Run, TIME_LIMIT, TestDir, assert_says, gzip, lines_of, many_lines, values_of};
use serde_json::Value;
use std::io::Write;

/// Five tokens, the last one wrong: precisions 4/5, 3/4, 2/3, 1/2 with product 0.2.
const HYP: (&str, &str) = ("hyp", "a b c d e\n");
const REF: (&str, &str) = ("ref", "a b c d f\n");

/// A signature with these fields.
fn signature(nrefs: u32, case: &str, eff: &str, tok: &str, smooth: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("BLEU|nrefs:{nrefs}|case:{case}|eff:{eff}|tok:{tok}|smooth:{smooth}|version:bleu-{version}")
}

fn default_signature() -> String {
    signature(1, "mixed", "no", "13a", "exp")
}

/// Runs `bleu -r ref FLAGS hyp` on these two texts.
fn with(reference: &str, candidate: &str, flags: &str) -> Run {
    TestDir::with([("ref", reference), ("hyp", candidate)]).run(&format!("-r ref {flags} hyp"))
}

/// Returns the lines that `bleu -r ref --sentence FLAGS hyp` prints.
fn sentences(reference: &str, candidate: &str, flags: &str) -> Vec<String> {
    with(reference, candidate, &format!("--sentence {flags}")).prints().lines().map(str::to_owned).collect()
}

#[test]
fn one_candidate_is_one_line() {
    let expected = format!(
        "{} = 0.6687 0.800/0.750/0.667/0.500 (BP = 1.000 ratio = 1.000 hyp_len = 5 ref_len = 5)\n",
        default_signature()
    );
    let dir = TestDir::with([HYP, REF]);
    assert_eq!(dir.run("-r ref hyp").prints(), expected);
    assert_eq!(dir.run("--reference ref hyp").prints(), expected);
    assert_eq!(dir.run("hyp -r ref --format text").prints(), expected);
    assert_eq!(dir.pipe("-r ref", HYP.1).prints(), expected);
    assert_eq!(dir.pipe("-r ref -", HYP.1).prints(), expected);
    assert_eq!(dir.pipe("-r - hyp", REF.1).prints(), expected);
}

#[test]
fn percent_scales_only_scores_and_precisions() {
    let tail = "(BP = 0.607 ratio = 0.667 hyp_len = 4 ref_len = 6)\n";
    let line = |flags| with("a b c d e f\n", "a b c d\n", flags).prints();
    let signature = default_signature();
    assert_eq!(line(""), format!("{signature} = 0.6065 1.000/1.000/1.000/1.000 {tail}"));
    assert_eq!(line("--percent"), format!("{signature} = 60.65 100.0/100.0/100.0/100.0 {tail}"));
    assert_eq!(line("--percent --digits 1"), format!("{signature} = 60.7 100.0/100.0/100.0/100.0 {tail}"));
}

#[test]
fn digits_sets_the_decimals_of_the_score() {
    let score = |flags: &str| with(REF.1, HYP.1, &format!("-b {flags}")).prints();
    assert_eq!(score("--digits 0"), "1\n");
    assert_eq!(score("--digits 10"), "0.6687403050\n");
    assert_eq!(score("--percent --digits 0"), "67\n");
    assert_eq!(score("--percent"), "66.87\n");
    assert_eq!(score(""), "0.6687\n");
    assert_eq!(sentences(REF.1, HYP.1, "--digits 2"), ["0.67"]);
}

#[test]
fn score_only_prints_one_number_per_candidate_in_order() {
    let dir = TestDir::with([HYP, REF, ("none", "x x x x x\n")]);
    assert_eq!(dir.run("-r ref -b hyp ref none").prints(), "0.6687\n1.0000\n0.0000\n");
    assert_eq!(dir.run("-r ref --score-only none").prints(), "0.0000\n");
}

#[test]
fn score_only_prints_statistics_of_resamples_as_further_columns() {
    let dir = TestDir::with([HYP, REF]);
    let found = |flags: &str| dir.run(&format!("-r ref -b {flags} hyp ref")).prints();
    assert_eq!(found("--confidence"), "0.6687\t0.6687\t0.0000\n1.0000\t1.0000\t0.0000\n");
    assert_eq!(found("--confidence --percent --digits 1"), "66.9\t66.9\t0.0\n100.0\t100.0\t0.0\n");
    let bootstrap = found("--paired bootstrap");
    assert!(bootstrap.starts_with("0.6687\t0.6687\t0.0000\t-\n1.0000\t1.0000\t0.0000\t"), "{bootstrap}");
    let randomization = found("--paired randomization");
    assert!(randomization.starts_with("0.6687\t-\n1.0000\t"), "{randomization}");
}

#[test]
fn score_only_contradicts_formats_and_other_reports() {
    let dir = TestDir::with([HYP, REF]);
    let formats = values_of("--format");
    let (last, others) = formats.split_last().unwrap();
    let all = format!("--all-pairs supports only --format {} and {last}; drop --score-only", others.join(", "));
    for (flags, says) in [
        ("--format json", "cannot be used with --format"),
        ("--format text", "cannot be used with --format"),
        ("--explain", "--explain supports only --format text, json and jsonl; drop --score-only"),
        ("--explain-segment 1", "--explain-segment supports only --format text, json and jsonl; drop --score-only"),
        ("--what-if", "--what-if supports only --format text, json and jsonl; drop --score-only"),
        ("--all-pairs bootstrap", &all),
    ] {
        assert_says(&dir.run(&format!("-r ref -b {flags} hyp ref")).refuses(), &["--score-only", says]);
    }
}

#[test]
fn a_note_names_smoothed_precisions_or_the_reason_for_a_score_of_0() {
    // Precisions 3/4, 1/3, 0/2, 0/1.
    let dir = TestDir::with([("ref", "a b c d\n"), ("hyp", "a b x d\n"), ("none", "x\n"), ("short", "a b\n")]);
    dir.write("swapped", "b a\n");
    dir.write("long", "a b c d ".repeat(1000) + "\n");
    let note = |arguments: &str| dir.run(arguments).err;
    let smoothed =
        "no 3-gram is correct (0 of 2), nor any longer n-gram; smoothing (exp) makes each of these precisions 1/4";
    assert_eq!(note("-r ref hyp"), format!("bleu: note: hyp: {smoothed}\n"));
    assert_eq!(note("-r ref --confidence hyp"), format!("bleu: note: hyp: {smoothed}\n"));
    assert_eq!(
        note("-r ref -n 3 hyp ref none"),
        "bleu: note: hyp: no 3-gram is correct (0 of 2); smoothing (exp) makes the precision 1/4\n\
         bleu: note: none: no token is correct (0 of 1); the score is 0\n"
    );
    assert_says(&note("-r ref --smooth none hyp"), &["hyp: no 3-gram is correct (0 of 2)", "; the score is 0"]);
    assert_says(&note("-r ref --smooth floor -n 3 hyp"), &["smoothing (floor) makes the precision 0.1/2"]);
    let short = "short: no segment has 3 tokens, and therefore no 3-gram; --effective-order omits such orders, --max-order 2 avoids them; the score is 0";
    assert_says(&note("-r ref short"), &[short]);
    // Smoothing raises the precision of bigrams.
    assert_says(&note("-r ref swapped"), &["swapped: no segment has 3 tokens"]);
    assert_says(&note("-r long ref"), &["ref: the candidate is too short: 4 tokens against 4000; the score is 0"]);
    for arguments in ["-r ref -q hyp", "-r ref --sentence hyp", "-r ref ref", "-r ref --effective-order short"] {
        assert_eq!(note(arguments), "", "{arguments}");
    }
}

#[test]
fn a_signature_that_is_wider_than_the_output_is_not_broken() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("hyp", "a b c d\n")]);
    let flags = "-r ref hyp --smooth add-k=0.25 --normalize nfkc --lowercase --tokenize intl";
    let line = dir.run(flags).prints();
    let signature = line.split(' ').next().unwrap();
    assert!(signature.len() > 80);
    for mode in ["--explain", "--what-if"] {
        let text = dir.run(&format!("{flags} {mode}")).prints();
        assert!(text.lines().any(|line| line.trim() == signature), "{text}");
    }
}

#[test]
fn several_candidates_are_a_table_and_the_signature_once() {
    let dir = TestDir::with([HYP, REF, ("a-longer-name", "a b c\n")]);
    let expected = format!(
        "\
system           BLEU               precisions     BP  ratio  hyp_len  ref_len
hyp            0.6687  0.800/0.750/0.667/0.500  1.000  1.000        5        5
ref            1.0000  1.000/1.000/1.000/1.000  1.000  1.000        5        5
a-longer-name  0.0000  1.000/1.000/1.000/0.000  0.513  0.600        3        5

{}
",
        default_signature()
    );
    assert_eq!(dir.run("-r ref hyp ref a-longer-name").prints(), expected);
}

#[test]
fn standard_input_can_be_one_of_several_candidates() {
    let dir = TestDir::with([HYP, REF]);
    assert_eq!(dir.pipe("-r ref -b hyp -", REF.1).prints(), "0.6687\n1.0000\n");
}

#[test]
fn json_has_every_number_unrounded() {
    let found = with("a b c d e f\n", "a b c d g\n", "--format json").json();
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    let mut expected = [
        "system",
        "name",
        "score",
        "precisions",
        "counts",
        "totals",
        "bp",
        "ratio",
        "hyp_len",
        "ref_len",
        "segments",
        "signature",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!(found["name"], "BLEU");
    assert_eq!(found["counts"], serde_json::json!([4, 3, 2, 1]));
    assert_eq!(found["totals"], serde_json::json!([5, 4, 3, 2]));
    assert_eq!(found["precisions"], serde_json::json!([0.8, 0.75, 2.0 / 3.0, 0.5]));
    assert_eq!((&found["hyp_len"], &found["ref_len"], &found["segments"]), (&5.into(), &6.into(), &1.into()));
    assert_eq!(found["ratio"], 5.0 / 6.0);
    let bp = (-0.2f64).exp();
    assert!((found["bp"].as_f64().unwrap() - bp).abs() < 1e-15);
    assert!((found["score"].as_f64().unwrap() - bp * 0.2f64.powf(0.25)).abs() < 1e-15);
    assert_eq!(format!("BLEU|{}", found["signature"].as_str().unwrap()), default_signature());
}

#[test]
fn json_has_the_scale_of_the_text() {
    let found = with("a b c d e f\n", "a b c d g\n", "--format json --percent").json();
    assert_eq!(found["precisions"], serde_json::json!([80.0, 75.0, 200.0 / 3.0, 50.0]));
    assert!((found["score"].as_f64().unwrap() - 100.0 * (-0.2f64).exp() * 0.2f64.powf(0.25)).abs() < 1e-12);
    assert_eq!(found["ratio"], 5.0 / 6.0);
}

#[test]
fn json_of_several_candidates_is_an_array_that_names_them() {
    let dir = TestDir::with([HYP, REF]);
    let found = dir.run("-r ref -f json hyp ref").json();
    let names: Vec<&Value> = found.as_array().unwrap().iter().map(|system| &system["system"]).collect();
    assert_eq!(names, ["hyp", "ref"]);
    assert_eq!(found[1]["score"], 1.0);
    assert_eq!(found[0]["counts"], serde_json::json!([4, 3, 2, 1]));
    assert_eq!(dir.run("-r ref -f json hyp").json()["system"], "hyp");
}

/// The lines of JSON Lines that arguments print.
fn json_lines(dir: &TestDir, arguments: &str) -> Vec<Value> {
    let lines = dir.run(&format!("-q -f jsonl {arguments}")).prints();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json_lines_have_one_shape_for_one_system_and_for_many() {
    let dir =
        TestDir::with([("ref", "a b c d e\nx y z w\n"), ("one", "a b c d f\nx y\n"), ("two", "a b c d e\nx y z w\n")]);
    for mode in
        ["", "--sentence", "--confidence --resamples 40", "--cumulative", "--what-if", "--explain", "--self-bleu"]
    {
        let of = |names: &str| {
            let references = if mode == "--self-bleu" { "" } else { "-r ref" };
            json_lines(&dir, &format!("{mode} {references} {names}"))
        };
        let (alone, both) = (of("one"), of("one two"));
        for line in alone.iter().chain(&both).filter(|line| line["difference"].is_null()) {
            assert_eq!((&line["format"], &line["version"]), (&"bleu-scores".into(), &1.into()), "{mode}: {line}");
            assert!(line["system"].is_string() && line["score"].is_f64(), "{mode}: {line}");
        }
        let first: Vec<&Value> = both.iter().filter(|line| line["system"] == "one").collect();
        let keys = |line: &Value| line.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(alone.len(), first.len(), "{mode}");
        for (alone, first) in alone.iter().zip(first) {
            assert_eq!((keys(alone), &alone["score"]), (keys(first), &first["score"]), "{mode}");
        }
    }
}

#[test]
fn json_lines_of_all_pairs_hold_each_comparison_of_a_system() {
    let dir =
        TestDir::with([("ref", "a b c d e\nx y z w\n"), ("one", "a b c d f\nx y\n"), ("two", "a b c d e\nx y z w\n")]);
    let mode = "--all-pairs bootstrap --resamples 40 -r ref one two one";
    let (lines, json) = (json_lines(&dir, mode), dir.run(&format!("-q -f json {mode}")).json());
    let names = |values: &[Value]| values.iter().map(|value| value["system"].clone()).collect::<Vec<_>>();
    assert_eq!(names(&lines), ["two", "one", "one (2)"]);
    assert_eq!(names(lines[2]["comparisons"].as_array().unwrap()), ["two", "one"]);
    assert_eq!((&json["pairs"][0]["a"], &json["pairs"][0]["b"]), (&"two".into(), &"one".into()));
    let comparison = &lines[0]["comparisons"][0];
    for key in ["p_value", "difference", "difference_low", "segments_better"] {
        assert_eq!(comparison[key], json["pairs"][0][key], "{key}");
    }
    assert_eq!(lines[1]["signature"], json["signature"]);
}

#[test]
fn json_counts_hold_what_smoothing_added() {
    let found = with(REF.1, HYP.1, "--format json --smooth add-k=0.5").json();
    assert_eq!(found["counts"], serde_json::json!([4, 3.5, 2.5, 1.5]));
    assert_eq!(found["totals"], serde_json::json!([5, 4.5, 3.5, 2.5]));
    assert!(found["signature"].as_str().unwrap().contains("|smooth:add-k[0.50]|"));
}

#[test]
fn sentence_prints_a_score_for_each_segment() {
    let scores = sentences("a b c d\na b c d e\n\na\n", "a b c d\na b c d f\nx\n\n", "-q");
    assert_eq!(scores, ["1.0000", "0.6687", "0.0000", "0.0000"]);
}

#[test]
fn sentence_of_several_candidates_is_a_column_for_each() {
    let dir = TestDir::with([("ref", "a b c d\nx y\n"), ("one", "a b c d\na\n"), ("two", "b\nx y\n")]);
    let out = dir.run("-r ref --sentence one two --percent").prints();
    assert_eq!(out, "100.00\t4.98\n0.00\t100.00\n");
    assert_eq!(dir.run("-r ref --sentence -b one two --percent").prints(), out);
}

#[test]
fn sentence_in_json_is_a_line_for_each_segment_and_candidate() {
    let dir = TestDir::with([("ref", "a b c d\nx y\n"), ("one", "a b c d\na\n"), ("two", "b\nx y\n")]);
    let rows = |arguments: &str| -> Vec<Value> {
        dir.run(arguments).prints().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let found = rows("-r ref --sentence --format json one two");
    let labels: Vec<_> = found.iter().map(|row| (row["segment"].as_u64(), row["system"].as_str())).collect();
    let expected = [(1, "one"), (1, "two"), (2, "one"), (2, "two")];
    assert_eq!(labels, expected.map(|(segment, system)| (Some(segment), Some(system))));
    assert_eq!(found[3]["counts"], serde_json::json!([2, 1, 0, 0]));
    assert_eq!(found[3]["score"], 1.0);

    let found = rows("-r ref -s -f json one");
    assert_eq!(found.len(), 2);
    for (row, segment) in found.iter().zip(1..) {
        assert_eq!(row["segment"], segment);
        assert_eq!(row["system"], "one");
        assert_eq!(row["name"], "BLEU");
        assert!(["signature", "segments"].iter().all(|key| row.get(key).is_none()), "{row}");
    }
}

#[test]
fn help_fits_a_screen_and_long_help_ends_with_examples() {
    let dir = TestDir::with([]);
    let short = dir.run("-h").prints();
    assert!(short.lines().count() <= 55 && short.lines().all(|line| line.chars().count() <= 80), "{short}");
    let long = dir.run("--help").prints();
    assert!(long.lines().all(|line| line.chars().count() <= 80), "{long}");
    let examples = long.split("\nExamples:\n").nth(1).unwrap();
    assert!(examples.matches("\n  bleu -r ").count() >= 5, "{examples}");
    let flags = [
        "--reference",
        "--tokenize",
        "--lowercase",
        "--max-order",
        "--weights",
        "--smooth",
        "--effective-order",
        "--sentence",
        "--format",
        "--percent",
        "--digits",
        "--score-only",
        "--quiet",
        "--jobs",
        "--help",
        "--version",
    ];
    assert_says(&short, &flags);
    assert_says(&long, &flags);
    let version = format!("bleu {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(dir.run("--version").prints(), version);
    assert_eq!(dir.run("-V").prints(), version);
}

#[test]
fn all_named_references_are_used() {
    let dir = TestDir::with([("hyp", "a b x d e\n"), ("one", "a b c d e\n"), ("two", "a b x\n"), ("three", "x d e\n")]);
    let line = dir.run("-r one -r two -r three hyp").prints();
    assert!(line.starts_with(&signature(3, "mixed", "no", "13a", "exp")), "{line}");
    // The closest length is the first's, 5; the trigrams "a b x" and "x d e" are correct.
    assert!(line.ends_with("1.000/1.000/0.667/0.250 (BP = 1.000 ratio = 1.000 hyp_len = 5 ref_len = 5)\n"), "{line}");
    assert_eq!(dir.run("-r three -r one -r two hyp").prints(), line);
}

#[test]
fn tokenize_none_leaves_words_as_they_are() {
    let (reference, candidate) = ("one, two three four five\n", "one , two three four five\n");
    let found = with(reference, candidate, "--format json").json();
    assert_eq!((&found["score"], &found["hyp_len"]), (&1.0.into(), &6.into()));
    for flag in ["-t none", "--tokenize none"] {
        let found = with(reference, candidate, &format!("--format json {flag}")).json();
        assert_eq!(found["counts"], serde_json::json!([4, 3, 2, 1]));
        assert_eq!((&found["hyp_len"], &found["ref_len"]), (&6.into(), &5.into()));
        assert!(found["signature"].as_str().unwrap().contains("|tok:none|"));
    }
    assert_eq!(with(reference, candidate, "--tokenize 13a -b").prints(), "1.0000\n");
}

#[test]
fn lowercase_follows_unicode() {
    let (reference, candidate) = ("ΟΔΟΣ ÉTÉ İ ẞ A\n", "οδος été i\u{307} ß a\n");
    assert_eq!(with(reference, candidate, "-b").prints(), "0.0000\n");
    let line = with(reference, candidate, "--lowercase").prints();
    assert!(line.starts_with(&(signature(1, "lc", "no", "13a", "exp") + " = 1.0000 ")), "{line}");
}

#[test]
fn max_order_ranges_from_1_to_16() {
    let words = "a b c d e f g h i j k l m n o p\n";
    for order in 1..=16 {
        let found = with(words, words, &format!("--format json -n {order}")).json();
        assert_eq!(found["score"], 1.0);
        let expected: Vec<u64> = (0..order).map(|n| 16 - n).collect();
        assert_eq!((&found["counts"], &found["totals"]), (&expected.clone().into(), &expected.into()));
        let signature = found["signature"].as_str().unwrap();
        assert_eq!(signature.contains(&format!("|order:{order}|")), order != 4, "{signature}");
    }
    assert_eq!(with(REF.1, HYP.1, "-b --max-order 1").prints(), "0.8000\n");
}

#[test]
fn weights_are_decimals_or_fractions_and_set_the_order() {
    let score = |flags: &str| with(REF.1, HYP.1, &format!("-b --digits 10 {flags}")).prints();
    assert_eq!(score("--weights 1"), "0.8000000000\n");
    assert_eq!(score("--weights 0,1"), "0.7500000000\n");
    assert_eq!(score("--weights 0.5,0.5"), format!("{:.10}\n", 0.6f64.sqrt()));
    assert_eq!(score("--weights 1/3,1/3,1/3"), format!("{:.10}\n", 0.4f64.cbrt()));
    assert_eq!(score("--weights 1/3,1/3,1/3 --max-order 3"), score("--max-order 3"));
    assert_eq!(score("--weights 0.25,0.25,0.25,0.25"), score(""));
    assert_eq!(score("--weights=0.75,0.25"), format!("{:.10}\n", (0.75 * 0.8f64.ln() + 0.25 * 0.75f64.ln()).exp()));
}

#[test]
fn smoothing_methods_differ_if_an_order_has_no_match() {
    // Precisions 3/4, 1/3, 0/2, 0/1.
    let line = |flags: &str| with("a b x d\n", "a b c d\n", &format!("--digits 10 {flags}")).prints();
    let check = |flags: &str, name: &str, product: f64| {
        let (found, expected) =
            (line(flags), format!("{} = {:.10} ", signature(1, "mixed", "no", "13a", name), product.powf(0.25)));
        assert!(found.starts_with(&expected), "{flags}: {found} is not {expected}");
    };
    check("", "exp", 0.75 / 3.0 / 4.0 / 4.0);
    check("--smooth exp", "exp", 0.75 / 3.0 / 4.0 / 4.0);
    check("--smooth floor", "floor[0.10]", 0.75 / 3.0 * 0.05 * 0.1);
    check("--smooth floor=1", "floor[1.00]", 0.75 / 3.0 * 0.5);
    check("--smooth floor=0.5", "floor[0.50]", 0.75 / 3.0 * 0.25 * 0.5);
    check("--smooth floor=0.001", "floor[0.001]", 0.75 / 3.0 * 0.0005 * 0.001);
    check("--smooth add-k", "add-k[1.00]", 0.75 * 2.0 / 4.0 * 1.0 / 3.0 * 1.0 / 2.0);
    check("--smooth add-k=2", "add-k[2.00]", 0.75 * 3.0 / 5.0 * 2.0 / 4.0 * 2.0 / 3.0);
    check("--smooth none", "none", 0.0);
}

#[test]
fn effective_order_is_the_default_only_for_sentences() {
    let line = |flags: &str| with("a b\n", "a b\n", flags).prints();
    assert_eq!(line("-b"), "0.0000\n");
    assert_eq!(line("-b --effective-order"), "1.0000\n");
    assert_eq!(line("-b --effective-order=yes"), "1.0000\n");
    assert_eq!(line("-b --effective-order=no"), "0.0000\n");
    assert!(line("--effective-order").starts_with(&signature(1, "mixed", "yes", "13a", "exp")));
    assert_eq!(line("--sentence"), "1.0000\n");
    assert_eq!(line("--sentence --effective-order"), "1.0000\n");
    assert_eq!(line("--sentence --effective-order=no"), "0.0000\n");
}

#[test]
fn degenerate_input_has_defined_scores() {
    let check = |reference: &str, candidate: &str, expected: &str| {
        let line = with(reference, candidate, "").prints();
        assert_eq!(line.trim_end(), format!("{} = {expected}", default_signature()));
    };
    let zero = "0.0000 0.000/0.000/0.000/0.000";
    check("a b\n", "\n", &format!("{zero} (BP = 0.000 ratio = 0.000 hyp_len = 0 ref_len = 2)"));
    check("\n", "a b\n", &format!("{zero} (BP = 1.000 ratio = 0.000 hyp_len = 2 ref_len = 0)"));
    check("\n", "\n", &format!("{zero} (BP = 1.000 ratio = 0.000 hyp_len = 0 ref_len = 0)"));
    check("a b c d\n", "e f g h\n", &format!("{zero} (BP = 1.000 ratio = 1.000 hyp_len = 4 ref_len = 4)"));
    check("a b\n", "a b\n", "0.0000 1.000/1.000/0.000/0.000 (BP = 1.000 ratio = 1.000 hyp_len = 2 ref_len = 2)");
    let long = "a b c d e f g h\n".replace('\n', " ").repeat(500) + "\n";
    check(&long, &long, "1.0000 1.000/1.000/1.000/1.000 (BP = 1.000 ratio = 1.000 hyp_len = 4000 ref_len = 4000)");
}

#[test]
fn an_empty_reference_line_is_a_reference_of_length_0() {
    let dir = TestDir::with([("hyp", "a\n"), ("long", "a b c\n"), ("empty", "\n")]);
    let line = dir.run("-r long -r empty hyp").prints();
    assert!(line.ends_with("(BP = 1.000 ratio = 0.000 hyp_len = 1 ref_len = 0)\n"), "{line}");
}

#[test]
fn a_last_line_without_line_feed_is_a_line() {
    assert_eq!(with("a b c d\ne f g h\n", "a b c d\ne f g h", "-b").prints(), "1.0000\n");
    assert_eq!(sentences("a b c d\n\n", "a b c d\n\n", ""), ["1.0000", "0.0000"]);
}

#[test]
fn a_line_on_a_slow_pipe_is_answered_before_the_next() {
    let dir = TestDir::with([("ref", "a b c d\na b c d\na b\n")]);
    for jobs in [1, 2, 7] {
        let mut child = dir.start(&format!("-r ref --sentence --jobs {jobs}"));
        let (mut stdin, lines) = (child.stdin.take().unwrap(), lines_of(&mut child));
        for (line, score) in [("a b c d\n", "1.0000"), ("a b c\n", "0.7165"), ("x\n", "0.0000")] {
            stdin.write_all(line.as_bytes()).unwrap();
            // Long enough: an answer that waits for the next line never arrives.
            assert_eq!(lines.recv_timeout(TIME_LIMIT).as_deref(), Ok(score), "{jobs} jobs");
        }
        drop(stdin);
        assert!(lines.recv().is_err());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn a_byte_order_mark_is_skipped_with_a_warning() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("marked", "\u{FEFF}a b c d\n")]);
    for (arguments, named) in [("-r ref -b marked", "marked"), ("-r marked -b ref", "marked")] {
        let (out, warning) = dir.run(arguments).warns();
        assert_eq!(out, "1.0000\n");
        assert_says(&warning, &[named, "byte order mark"]);
        assert_eq!(dir.run(&format!("{arguments} --quiet")).prints(), "1.0000\n");
        assert_eq!(dir.run(&format!("{arguments} -q")).prints(), "1.0000\n");
    }
    let (out, warning) = dir.pipe("-r ref --sentence", "\u{FEFF}a b c d\n").warns();
    assert_eq!(out, "1.0000\n");
    assert_says(&warning, &["standard input", "byte order mark"]);
    dir.write("packed", gzip("\u{FEFF}a b c d\n"));
    assert_eq!(dir.run("-r ref -b packed").warns().0, "1.0000\n");
    let (out, warning) = dir.run("--print-tokens marked").warns();
    assert_eq!(out, "a b c d\n");
    assert_says(&warning, &["marked", "byte order mark"]);
}

#[test]
fn a_byte_order_mark_elsewhere_is_a_character() {
    let found = with("a\nb\n", "a\n\u{FEFF}b\n", "-f json").json();
    assert_eq!(found["counts"], serde_json::json!([1, 0, 0, 0]));
}

#[test]
fn a_file_of_a_byte_order_mark_alone_is_empty() {
    let dir = TestDir::with([("ref", "a\n"), ("empty", "\u{FEFF}")]);
    assert_says(&dir.run("-r ref empty").fails(), &["empty has 0 lines, ref has 1 line", "empty is empty"]);
    assert_says(&dir.run("-r empty empty").fails(), &["nothing to score"]);
}

#[test]
fn lines_that_end_in_cr_lf_score_like_those_that_end_in_lf() {
    let text = "a b c d.\n\ne f g h, i\n";
    let marked = text.replace('\n', "\r\n");
    for tokenizer in ["13a", "none"] {
        let flags = format!("--sentence -f json --tokenize {tokenizer}");
        let plain = with(text, text, &flags).prints();
        assert!(plain.contains("\"score\":1.0"), "{plain}");
        assert_eq!(with(text, &marked, &flags).prints(), plain);
        assert_eq!(with(&marked, text, &flags).prints(), plain);
        assert_eq!(with(&marked, &marked, &flags).prints(), plain);
    }
}

#[test]
fn only_lf_ends_a_line() {
    for inside in ["\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}", "\u{1C}", "\u{1E}"] {
        let found = with("a b c d\n", &format!("a{inside}b{inside}c{inside}d\n"), "--format json").json();
        assert_eq!((&found["segments"], &found["score"]), (&1.into(), &1.0.into()), "{inside:?}");
    }
}

#[test]
fn nul_is_an_ordinary_character() {
    let found = with("a\0b \0 c\n", "a\0b \0 d\n", "--format json").json();
    assert_eq!(found["counts"], serde_json::json!([2, 1, 0, 0]));
    assert_eq!(found["hyp_len"], 3);
}

#[test]
fn text_that_looks_tokenized_gets_a_warning() {
    let tokenized = |periods: usize, others: usize| {
        let line = |i: usize| format!("on day {i} it was so indeed{}", if i < periods { " ." } else { "." });
        (0..periods + others).map(|i| line(i) + "\n").collect::<String>()
    };
    let check = |periods: usize, others: usize, flags: &str| {
        let text = tokenized(periods, others);
        let dir = TestDir::with([("ref", &*text), ("hyp", &*text.replace("indeed", "then"))]);
        dir.run(&format!("-r ref hyp {flags}"))
    };
    let (out, warning) = check(100, 0, "").warns();
    assert!(out.starts_with(&default_signature()), "{out}");
    assert_says(&warning, &["hyp", "100 of 100", "tokenized", "detokenize both sides"]);
    assert_says(&check(101, 100, "--sentence").warns().1, &["101 of 201"]);
    for (periods, others, flags) in [
        (99, 0, ""),
        (100, 100, ""),
        (150, 200, ""),
        (0, 300, ""),
        (100, 0, "-q"),
        (100, 0, "--quiet"),
        (100, 0, "-t none"),
    ] {
        assert_ne!(check(periods, others, flags).prints(), "", "{periods} {others} {flags}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_on_standard_input_that_is_not_read_gets_a_warning() {
    let dir = TestDir::with([HYP, REF, ("ref2", "a b c d f\n")]);
    let run = |arguments: &str| Run::new(arguments, dir.command(arguments).stdin(dir.open("hyp")).output().unwrap());
    // As a pattern after -r that the shell expands to two files.
    let (out, warning) = run("-b -r ref ref2").warns();
    assert_eq!(out, "1.0000\n");
    assert_says(&warning, &["standard input is a file but is not read", "ref2", "-r"]);
    assert_eq!(run("-b -q -r ref ref2").prints(), "1.0000\n");
    assert_eq!(run("-b -r ref -r ref2").prints(), "0.6687\n");
    assert_eq!(run("-b -r ref -r ref2 -").prints(), "0.6687\n");
    assert_eq!(run("-b -r ref /dev/stdin").prints(), "0.6687\n");
    assert_eq!(dir.pipe("-b -r ref hyp", "not a file\n").prints(), "0.6687\n");
}

#[test]
fn different_lengths_name_both_files_and_counts() {
    let dir = TestDir::with([("two", "a\nb\n"), ("three", "a\nb\nc\n"), ("five", "1\n2\n3\n4\n5\n")]);
    for (arguments, said) in [
        ("-r three two", "different lengths: two has 2 lines, three has 3 lines"),
        ("-r two three", "different lengths: three has 3 lines, two has 2 lines"),
        ("-r two -r three two", "different lengths: two has 2 lines, three has 3 lines"),
        ("-r two two three", "different lengths: two has 2 lines, three has 3 lines"),
        ("-r five three -j 1", "different lengths: three has 3 lines, five has 5 lines"),
        ("-r two five -j 1", "different lengths: five has 5 lines, two has 2 lines"),
    ] {
        let message = dir.run(arguments).fails();
        assert_says(&message, &[said]);
        assert!(!message.contains("perhaps"), "no cause can be seen: {message}");
    }
    let message = dir.pipe("-r three", "a\nb\nc\nd\n").fails();
    assert_says(&message, &["different lengths: standard input has 4 lines, three has 3 lines"]);
}

/// Returns the message about a length mismatch; it must be the same for plain files, pipes and gzip, except for a command, which
/// is for plain files.
fn cause_of_difference(reference: &str, candidate: &str) -> String {
    let dir = TestDir::with([("ref", reference), ("hyp", candidate)]);
    let message = dir.run("-r ref hyp").fails();
    let cause = |message: &str| {
        let ends = ["; replace them", "; use the same"].into_iter().filter_map(|end| message.find(end));
        message[..ends.min().unwrap_or(message.len())].to_owned()
    };
    let piped = dir.pipe("-r ref", candidate).fails();
    assert_eq!(cause(&piped.replace("standard input", "hyp")), cause(&message));
    dir.write("hyp", gzip(candidate));
    assert_eq!(cause(&dir.run("-r ref hyp").fails()), cause(&message));
    message
}

#[test]
fn a_length_mismatch_by_other_line_breaks_is_explained() {
    for (inside, named) in [("\r", "× CR (carriage return)"), ("\u{2028}", "U+2028"), ("\u{85}", "U+0085")] {
        let candidate = format!("a{inside}b\nc\nd{inside}e\n");
        let message = cause_of_difference("a\nb\nc\nd\ne\n", &candidate);
        assert_says(
            &message,
            &["hyp has 3 lines, ref has 5 lines", "perhaps: hyp has 2 ", named, "exactly the difference"],
        );
        let message = cause_of_difference("a\nb\nc\nd\ne\nf\n", &candidate);
        assert_says(&message, &["hyp has 3 lines, ref has 6 lines", "perhaps: hyp has 2 ", named]);
        assert!(!message.contains("exactly the difference"), "{message}");
    }
    let message = cause_of_difference("a\nb\nc\n", "a\rb\rc\r");
    assert_says(
        &message,
        &[
            "hyp has 1 line, ref has 3 lines",
            "hyp has 2 × CR",
            "exactly the difference",
            "tr '\\r' '\\n' < hyp > hyp.lf",
        ],
    );
}

#[test]
fn a_cr_before_lf_does_not_explain_a_length_mismatch() {
    let message = cause_of_difference("a\nb\nc\n", "a\r\nb\r\n");
    assert!(!message.contains("perhaps"), "{message}");
}

#[test]
fn a_length_mismatch_by_trailing_empty_lines_is_explained() {
    assert_says(&cause_of_difference("a\nb\nc\n\n", "a\nb\nc\n"), &["perhaps: ref ends with an empty line too many"]);
    assert_says(&cause_of_difference("a\nb\nc\n", "a\nb\nc\n\n"), &["perhaps: hyp ends with an empty line too many"]);
    assert_says(&cause_of_difference("a\nb\nc\n", "a\nb\nc\n\n\n"), &["perhaps: hyp ends with 2 empty lines too many"]);
}

#[test]
fn a_length_mismatch_by_concatenated_files_is_explained() {
    let text = many_lines(40);
    let cause_of_difference = |reference: &str, candidate: &str| {
        TestDir::with([("ref", reference), ("hyp", candidate)]).run("-r ref hyp").fails()
    };
    let message = cause_of_difference(&text.repeat(2), &text);
    assert_says(
        &message,
        &["perhaps: ref is 2 texts of 40 lines, one after the other; each fits hyp: split -l 40 ref"],
    );
    let message = cause_of_difference(&text, &text.repeat(3));
    assert_says(
        &message,
        &["perhaps: hyp is 3 texts of 40 lines, one after the other; each fits ref: split -l 40 hyp"],
    );
    // A whole ratio alone says nothing.
    let part: String = text.split_inclusive('\n').take(20).collect();
    assert_says(&cause_of_difference(&text, &part), &["perhaps: hyp ends early: its 20 lines fit the first of ref"]);
    let other = "x y z\n".repeat(20);
    assert!(!cause_of_difference(&text, &other).contains("perhaps"), "{other}");
}

#[test]
fn an_input_that_is_empty_is_named() {
    let dir = TestDir::with([("ref", "a\n"), ("empty", "")]);
    assert_says(&dir.run("-r ref empty").fails(), &["empty has 0 lines", "perhaps: empty is empty"]);
    assert_says(&dir.run("-r empty ref").fails(), &["empty has 0 lines", "perhaps: empty is empty"]);
    assert_says(&dir.run("-r ref").fails(), &["perhaps: standard input is empty"]);
    assert_says(&dir.run("-r empty empty").fails(), &["bleu: empty and empty are empty; there is nothing to score"]);
    assert_says(&dir.run("-r empty").fails(), &["bleu: standard input and empty are empty; there is nothing to score"]);
    assert_says(&dir.run("-r empty --sentence").fails(), &["nothing to score"]);
}

#[test]
fn invalid_utf_8_is_reported_by_file_line_and_byte() {
    let dir = TestDir::with([("ref", "a\nb\nc\n")]);
    dir.write("hyp", b"a\nb\nn\xE9e\n");
    let said = "hyp: line 3, byte 2: not UTF-8 (0xE9)";
    assert_says(&dir.run("-r ref hyp").fails(), &["bleu: ", said, "iconv"]);
    assert_says(&dir.run("-r hyp ref").fails(), &["bleu: ", said, "iconv"]);
    assert_says(&dir.run("-r ref hyp --tokenize none --format json").fails(), &[said]);
    assert_says(&dir.pipe("-r ref", b"\xC3(\n\n\n").fails(), &["standard input: line 1, byte 1: not UTF-8 (0xC3)"]);
    // A character cut off at the end; a surrogate; beyond U+10FFFF; an overlong form.
    for (bytes, at) in [
        (&b"a\nb\n\xE2\x82"[..], "line 3, byte 1: not UTF-8 (0xE2)"),
        (b"a\n\xED\xA0\x80\nc\n", "line 2, byte 1: not UTF-8 (0xED)"),
        (b"a\nxyz\xF5\nc\n", "line 2, byte 4: not UTF-8 (0xF5)"),
        (b"\xEF\xBB\xBFa\xFF\nb\nc\n", "line 1, byte 5: not UTF-8 (0xFF)"),
        (b"\xEF\xBB\xBFa\nb\xFF\nc\n", "line 2, byte 2: not UTF-8 (0xFF)"),
        (b"a\nxyz\xC0\x80\nc\n", "line 2, byte 4: not UTF-8 (0xC0)"),
    ] {
        dir.write("hyp", bytes);
        assert_says(&dir.run("-r ref hyp").fails(), &[at]);
    }
}

#[test]
fn line_numbers_in_errors_count_all_batches() {
    let text = many_lines(9000);
    let dir = TestDir::with([("ref", &*text)]);
    let mut lines: Vec<&[u8]> = text.split_inclusive('\n').map(str::as_bytes).collect();
    lines[8765] = b"so far so \xFF\n";
    dir.write("hyp", lines.concat());
    let message = dir.run("-r ref hyp").fails();
    assert_says(&message, &["hyp: line 8766, byte 11: not UTF-8 (0xFF)"]);
}

#[test]
fn the_first_of_several_errors_is_reported() {
    let dir = TestDir::with([]);
    dir.write("early", b"a\n\xFF\nc\n");
    dir.write("late", b"a\nb\n\xFF\n");
    dir.write("later-and-longer", b"a\nb\nc\n\xFF\n\n");
    assert_says(&dir.run("-r late early").fails(), &["early: line 2"]);
    assert_says(&dir.run("-r early late").fails(), &["early: line 2"]);
    assert_says(&dir.run("-r later-and-longer late").fails(), &["late: line 3"]);
}

#[test]
fn binary_files_are_recognized() {
    let dir = TestDir::with([("ref", "a\n")]);
    dir.write("hyp", b"\x7FELF\0\0\xFF\n");
    assert_says(&dir.run("-r ref hyp").fails(), &["not UTF-8 (0xFF); this looks like a binary file"]);
}

/// All bytes of such a text may be UTF-8; it scored 0.
#[test]
fn utf_16_and_utf_32_without_a_byte_order_mark_are_recognized() {
    let dir = TestDir::with([("ref", "a b\nc\n")]);
    let wide = |unit: fn(u8) -> Vec<u8>| "a b\nc\n".bytes().flat_map(unit).collect::<Vec<u8>>();
    let utf_32_le = |byte| vec![byte, 0, 0, 0];
    for (text, encoding) in [
        (wide(|byte| vec![byte, 0]), "UTF-16LE"),
        (wide(|byte| vec![0, byte]), "UTF-16BE"),
        (wide(utf_32_le), "UTF-32LE"),
        (wide(|byte| vec![0, 0, 0, byte]), "UTF-32BE"),
    ] {
        dir.write("hyp", text);
        let message = format!("line 1, byte 1: not UTF-8, but {encoding}; convert it: iconv -f {encoding} -t UTF-8");
        for arguments in ["-r ref hyp", "-r hyp ref", "--records hyp -r 1 1"] {
            assert_says(&dir.run(arguments).fails(), &[&*message]);
        }
    }
    // Its advice was to convert it from UTF-16.
    dir.write("hyp", [b"\xFF\xFE\0\0".to_vec(), wide(utf_32_le)].concat());
    assert_says(&dir.run("-r ref hyp").fails(), &["not UTF-8 (0xFF)", "iconv -f UTF-32 -t UTF-8"]);
    // A NUL after each letter of the first line is not enough.
    for text in [&b"a\0b\nc\n"[..], b" \0\nc\n", b"a\0b\0c\0d\0\nc\n", b"a\0b\0c\0d\0e\nc\n"] {
        dir.write("hyp", text);
        dir.run("-r ref hyp").prints();
    }
}

#[test]
fn files_that_cannot_be_opened_are_named() {
    let dir = TestDir::with([("ref", "a\n")]);
    assert_says(&dir.run("-r ref missing").fails(), &["bleu: missing: no such file"]);
    assert_says(&dir.run("-r missing ref").fails(), &["bleu: missing: no such file"]);
    assert_says(&dir.run("-r ref ref/hyp").fails(), &["bleu: ref/hyp: no such file; ref is a file, not a folder"]);
    assert_says(&dir.run("-r ref .").fails(), &["bleu: .: is a directory"]);
    assert_says(&dir.run("-r . ref").fails(), &["bleu: .: is a directory"]);
    for (file, message) in [
        ("ref/x", "bleu: ref/x: no such file; ref is a file, not a folder"),
        ("re*", "bleu: re*: no such file; a file matches the *, which a shell replaces if it is not in quotes"),
        ("x*", "bleu: x*: no such file; no file matches the *"),
    ] {
        assert_says(&dir.run(&format!("-r ref {file}")).fails(), &[message]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_cannot_be_read_are_named() {
    let dir = TestDir::with([("ref", "a\n")]);
    // Can be opened, but address 0 of a process cannot be read.
    assert_says(&dir.run("-r ref /proc/self/mem").fails(), &["bleu: /proc/self/mem: Input/output error"]);
    assert_says(&dir.run("-r /proc/self/mem ref").fails(), &["bleu: /proc/self/mem: Input/output error"]);
}

#[test]
fn gzip_is_recognized_by_its_content() {
    let text = many_lines(3000);
    let dir = TestDir::with([("ref", &*text)]);
    let plain = dir.run("-q -r ref ref").prints();
    dir.write("packed", gzip(&text));
    dir.write("packed.txt", gzip(&text));
    dir.write("not-packed.gz", &text);
    for arguments in ["-q -r ref packed", "-q -r packed ref", "-q -r packed.txt packed", "-q -r ref not-packed.gz"] {
        assert_eq!(dir.run(arguments).prints(), plain, "{arguments}");
    }
    assert_eq!(dir.pipe("-q -r ref", gzip(&text)).prints(), plain);
    assert_eq!(dir.pipe("-q -r - packed", gzip(&text)).prints(), plain);
}

#[test]
fn gzip_members_can_be_joined() {
    let text = many_lines(3000);
    let dir = TestDir::with([("ref", &*text)]);
    let plain = dir.run("-q -r ref --sentence ref").prints();
    // Members may end within a line or be empty; zeros may follow the last one, as on tapes.
    let cuts = [0, 10, 10, 1000, text.len() / 2, text.len()];
    let mut packed: Vec<u8> = cuts.windows(2).flat_map(|cut| gzip(&text[cut[0]..cut[1]])).collect();
    for zeros in [0, 1, 511, 100_000] {
        packed.resize(packed.len() + zeros, 0);
        dir.write("packed", &packed);
        assert!(dir.run("-q -r ref --sentence packed").prints() == plain, "{zeros} zeros");
        assert!(dir.pipe("-q -r ref --sentence", &packed).prints() == plain, "{zeros} zeros on a pipe");
    }
}

#[test]
fn truncated_gzip_gives_no_score() {
    let text = many_lines(300);
    let (dir, packed) = (TestDir::with([("ref", &*text)]), gzip(&text));
    for length in [2, 3, 9, 10, 11, packed.len() / 2, packed.len() - 9, packed.len() - 8, packed.len() - 1] {
        dir.write("cut", &packed[..length]);
        assert_says(&dir.run("-r ref cut").fails(), &["bleu: cut: the gzip stream is cut off"]);
        assert_says(&dir.run("-r cut ref -j 1").fails(), &["bleu: cut: the gzip stream is cut off"]);
        assert_says(&dir.pipe("-r ref", &packed[..length]).fails(), &["standard input: the gzip stream is cut off"]);
    }
}

#[test]
fn damaged_gzip_gives_no_score() {
    let text = many_lines(300);
    let (dir, packed) = (TestDir::with([("ref", &*text)]), gzip(&text));
    let (middle, checksum, method) = (packed.len() / 2, packed.len() - 8, 2);
    for at in [middle, checksum, method] {
        let mut packed = packed.clone();
        packed[at] ^= 0x55;
        dir.write("bad", &packed);
        for arguments in ["-r ref bad", "-r bad ref"] {
            // Wrong bits may also decompress to other text, which is not UTF-8 or has another number of lines.
            let message = dir.run(arguments).fails();
            assert!(at == middle || message.starts_with("bleu: bad: the gzip stream is damaged ("), "{at}: {message}");
        }
    }
    dir.write("bad", [&packed[..], b"more"].concat());
    assert_says(&dir.run("-r ref bad").fails(), &["bleu: bad: the gzip stream is followed by other data"]);
    // Another member after padding, wherever a read ends.
    for zeros in (65_530..65_545).map(|end| end - packed.len()) {
        dir.write("bad", [&packed[..], &vec![0; zeros], &packed].concat());
        let message = dir.run("-r ref bad").fails();
        assert_says(&message, &["bleu: bad: the gzip stream is followed by other data"]);
    }
}

#[test]
fn sentence_scores_before_an_error_are_printed() {
    let reference = "a b c d\n".repeat(4);
    let dir = TestDir::with([("ref", &*reference), ("short", "a b c d\na b c d\n")]);
    dir.write("bad", b"a b c d\na b c d\na \xFF\na b c d\n");
    let expected = "1.0000\n1.0000\n";
    for jobs in ["", "-j 1", "-j 7"] {
        for (arguments, said) in [
            ("-r ref bad", "bad: line 3, byte 3: not UTF-8 (0xFF)"),
            ("-r bad ref", "bad: line 3, byte 3: not UTF-8 (0xFF)"),
            ("-r ref short", "short has 2 lines, ref has 4 lines"),
            ("-r short ref", "ref has 4 lines, short has 2 lines"),
        ] {
            let (out, message) = dir.run(&format!("--sentence {arguments} {jobs}")).fails_after_output();
            assert_eq!(out, expected, "{arguments} {jobs}");
            assert_says(&message, &[said]);
        }
    }
}

#[test]
fn sentence_scores_before_the_end_of_truncated_gzip_are_printed() {
    let text = many_lines(9000);
    let packed = gzip(&text);
    let dir = TestDir::with([("ref", &*text)]);
    dir.write("cut", &packed[..packed.len() / 2]);
    let (out, message) = dir.run("--sentence -r ref cut").fails_after_output();
    assert_says(&message, &["cut: the gzip stream is cut off"]);
    let lines = out.lines().count();
    assert!(lines > 3000 && out == "1.0000\n".repeat(lines), "{lines} lines");
    // The same lines for candidates and references, one thread and many.
    for arguments in ["-r cut ref", "-r cut ref -j 1", "-r ref cut -j 1", "-r ref -r cut ref"] {
        let run = dir.run(&format!("--sentence {arguments}"));
        assert!((run.status, &run.out, &run.err) == (Some(1), &out, &message), "{arguments}: {}", run.err);
    }
}

#[test]
fn standard_input_can_be_named_once() {
    let dir = TestDir::with([HYP, REF]);
    for arguments in ["-r -", "-r - -", "-r - -r - hyp", "-r ref - -", "-r /dev/stdin -", "-r /dev/stdin"] {
        assert_says(&dir.pipe(arguments, HYP.1).refuses(), &["standard input is named twice"]);
    }
}

#[test]
fn invalid_weights_are_refused() {
    for (weights, said) in [
        ("0.5,0.4", "the weights sum to 0.9, not 1"),
        ("0.333,0.333,0.333", "not 1; write fractions, such as 1/3,1/3,1/3"),
        ("0.25,0.25,0.25,0.25001", "not 1; write fractions"),
        ("1.5,-0.5", "'-0.5' is not a weight: write a decimal or a fraction of 0 or more"),
        ("-0.5,1.5", "'-0.5' is not a weight: write a decimal or a fraction of 0 or more"),
        ("NaN,1", "'NaN' is not a weight: write a decimal or a fraction of 0 or more"),
        ("inf", "'inf' is not a weight: write a decimal or a fraction of 0 or more"),
        ("1/0", "'1/0' is not a weight: write a decimal or a fraction of 0 or more"),
        ("-0,1", "'-0' is not a weight: write a decimal or a fraction of 0 or more"),
        ("0/-5,1", "'0/-5' is not a weight: write a decimal or a fraction of 0 or more"),
        ("0/0,1", "'0/0' is not a weight: write a decimal or a fraction of 0 or more"),
        ("1,", "an empty weight; is there a comma too many?"),
        ("a", "'a' is not a weight: write a decimal or a fraction of 0 or more"),
        ("1/2/2,1/2", "'1/2/2' is not a weight: write a decimal or a fraction of 0 or more"),
        (
            "1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17,1/17",
            "17 weights; give 1 to 16",
        ),
        ("0.5,0.5 --max-order 4", "--max-order 4 contradicts the 2 weights; drop --max-order"),
        ("0.5,0.5 -n 1", "--max-order 1 contradicts the 2 weights; drop --max-order"),
    ] {
        assert_says(&with(REF.1, HYP.1, &format!("--weights {weights}")).refuses(), &[said]);
    }
    assert_says(&with(REF.1, HYP.1, "--weights 0,0 --as nltk").refuses(), &["the weights sum to 0, not 1"]);
    // Rounding is not an error.
    assert_eq!(with(REF.1, HYP.1, "-b --weights 0.3333333,0.3333333,0.3333333").prints(), "0.7368\n");
}

#[test]
fn invalid_values_are_refused_with_the_valid_ones() {
    for (flags, said) in [
        ("--max-order 0", &["--max-order", "must be a whole number from 1 to 16"][..]),
        ("--max-order four", &["must be a whole number from 1 to 16"]),
        ("--max-order -1", &["must be a whole number from 1 to 16"]),
        ("--jobs 0", &["must be a whole number from 1 to 1024"]),
        ("--show -1", &["must be a whole number from 1 to 1000"]),
        ("--resamples 39", &["must be a whole number from 40 to 10000000"]),
        ("--smooth laplace", &["unknown smoothing method 'laplace'", "exp", "floor[=X]", "add-k[=X]", "none"]),
        ("--smooth addk", &["unknown smoothing method 'addk'; did you mean 'add-k'?"]),
        ("--smooth add-k=-1", &["the value of add-k must be a number of 0 or more, not '-1'"]),
        ("--smooth floor=-0.1", &["the value of floor must be a number from 0 to 1, not '-0.1'"]),
        ("--smooth floor=NaN", &["the value of floor must be a number from 0 to 1, not 'NaN'"]),
        ("--smooth add-k=inf", &["the value of add-k must be a number of 0 or more, not 'inf'"]),
        ("--smooth floor=", &["the value of floor must be a number from 0 to 1, not ''"]),
        ("--smooth exp=1", &["'exp' takes no value"]),
        ("--smooth none=0", &["'none' takes no value"]),
        ("--tokenize 14a", &["14a", "13a", "none"]),
        ("--format xml", &["xml", "text", "json"]),
        ("--effective-order=maybe", &["maybe", "yes", "no"]),
        ("--digits 21", &["must be a whole number from 0 to 20"]),
        ("--digits -1", &["must be a whole number from 0 to 20"]),
        ("--digits 4.5", &["must be a whole number from 0 to 20"]),
        ("--smooth floor=1.01", &["the value of floor must be a number from 0 to 1, not '1.01'"]),
        ("--smooth floor=-0", &["the value of floor must be a number from 0 to 1, not '-0'"]),
        ("--smooth add-k=-0.0", &["the value of add-k must be a number of 0 or more, not '-0.0'"]),
        ("--no-such-flag", &["--no-such-flag"]),
    ] {
        assert_says(&with(REF.1, HYP.1, flags).refuses(), said);
    }
}

#[test]
fn names_of_values_may_be_in_capital_letters() {
    let dir = TestDir::with([HYP, REF]);
    let expected = dir.run("-r ref --format tsv --normalize nfc --smooth floor=0.2 --ref-length shortest hyp").prints();
    let capital = "-r ref --format TSV --normalize NFC --smooth Floor=0.2 --ref-length Shortest --lowercase=No hyp";
    assert_eq!(dir.run(capital).prints(), expected);
}

#[test]
fn flags_that_exclude_each_other_are_named() {
    let dir = TestDir::with([HYP, REF]);
    for (arguments, message) in [
        ("hyp --sentence --print-tokens", "--print-tokens cannot be used with --sentence; give only one of them"),
        ("-r ref hyp --explain --what-if", "--explain cannot be used with --what-if; give only one of them"),
        ("-r ref hyp -n 2 -n 3", "--max-order is given twice; give it once"),
        ("-r ref --man", "--man must be the only argument"),
        (
            "-r ref --confidence --paired bootstrap hyp hyp",
            "--paired bootstrap prints confidence intervals too; drop --confidence",
        ),
        ("--list-dictionaries hyp", "--list-dictionaries takes no candidate"),
        ("--list-dictionaries --all-pairs bootstrap", "--all-pairs has no effect on --list-dictionaries; drop it"),
        ("--list-dictionaries -t ja-mecab", "--tokenize has no effect on --list-dictionaries; drop it"),
        ("--print-tokens -r ref", "--print-tokens takes no reference; drop -r"),
        ("--self-bleu -r ref hyp", "--self-bleu takes no reference; drop -r"),
        (
            "--from-stats hyp --tokenize intl",
            "--from-stats reads counts, to which --tokenize no longer applies; drop --tokenize",
        ),
    ] {
        // The message says what to do; the usage would add nothing.
        assert_eq!(dir.run(arguments).refuses(), format!("bleu: {message}\n"));
    }
    // Switches may be repeated.
    assert_eq!(dir.run("-r ref -q -q -b -b ref").prints(), "1.0000\n");
}

#[test]
fn flags_of_other_programs_are_answered_with_those_of_this_one() {
    let dir = TestDir::with([HYP, REF]);
    for (flag, advice) in [
        ("--json", "tip: use --format json\n"),
        ("--hypothesis", "tip: candidates are plain arguments: bleu -r ref.txt hyp.txt\n"),
        ("--case-insensitive", "tip: use --lowercase\n"),
        ("-N", "tip: use -n, or --max-order\n"),
        ("--n-gram", "tip: use -n, or --max-order\n"),
        ("--bleu-4", "tip: use -n for the maximum n-gram order"),
        ("--metric", "tip: BLEU is the only metric; drop it\n"),
    ] {
        let message = dir.run(&format!("-r ref {flag} hyp")).refuses();
        assert_says(&message, &[&format!("bleu: unexpected argument '{flag}' found\n"), advice]);
        assert!(!message.contains("similar") && !message.contains("as a value"), "{message}");
    }
    assert_says(&dir.run("-r ref --percnt hyp").refuses(), &["a similar argument exists: '--percent'"]);
    assert!(!dir.run("-r ref -x hyp").refuses().contains("tip"));
    assert_says(&dir.run("-r ref -l hyp").refuses(), &["bleu -r ref hyp\n", "for lower case: --lowercase"]);
}

#[test]
fn a_value_after_a_flag_that_takes_it_after_an_equals_sign_is_answered() {
    let dir = TestDir::with([HYP, REF]);
    for arguments in ["-r ref --lowercase=no no", "-r ref -- --lowercase no"] {
        assert!(!dir.run(arguments).fails().contains("write --lowercase"), "{arguments}");
    }
    for (flag, value) in [("--lowercase", "no"), ("--effective-order", "yes"), ("--stats", "segments")] {
        let message = dir.run(&format!("-r ref {flag} {value} hyp")).refuses();
        assert_says(&message, &[&format!("write {flag}={value}")]);
    }
    dir.write("no", HYP.1);
    for arguments in ["--lowercase no hyp", "--lowercase=no no", "--lowercase hyp", "-- no"] {
        dir.run(&format!("-q -r ref {arguments}")).prints();
    }
    assert_says(&dir.run("-r ref --effective-order hyp").prints(), &["|eff:yes|"]);
}

#[test]
fn a_file_that_does_not_exist_is_answered_with_what_was_probably_meant() {
    let dir = TestDir::with([("ref1.txt", "a\n"), ("ref2.txt", "a\n"), ("hyp.txt", "a\n")]);
    for (arguments, message) in [
        ("-r ref1.txt hpy.txt", "hpy.txt: no such file; did you mean hyp.txt?"),
        ("-r ref1.txt ./hyp", "./hyp: no such file; did you mean ./hyp.txt?"),
        ("-r ref1.txt system", "system: no such file"),
        // Numbered files are references only in place of one.
        ("-r ref1.txt ref.txt", "ref.txt: no such file; did you mean ref1.txt?"),
        (
            "-r ref.txt hyp.txt",
            "ref.txt: no such file; there are 2 files of this name with numbers; as references: -r ref1.txt -r ref2.txt",
        ),
        ("-r ref1.txt hyp.txt --source gone", "gone: no such file"),
        ("-r ref1.txt r*/x", "r*/x: no such file; no file matches the *"),
        (
            "-r ref1.txt,ref2.txt hyp.txt",
            "ref1.txt,ref2.txt: no such file; name each file on its own, and each reference with its own -r",
        ),
        ("-r ref1.txt https://x.org/hyp", "https://x.org/hyp: no such file; download it first"),
    ] {
        assert_eq!(dir.run(arguments).fails(), format!("bleu: {message}\n"));
    }
}

#[test]
fn guesses_of_flags_values_and_arguments_are_answered_with_what_works() {
    let dir = TestDir::with([HYP, REF]);
    for (arguments, tip) in [
        ("-r ref hyp --threshold 0.3", "tip: use --fail-under"),
        ("-r ref hyp --group-by doc", "tip: use --by"),
        ("-r ref hyp --threads 4", "tip: use -j"),
        ("-r ref hyp --html", "tip: use --report: bleu -r ref.txt hyp.txt --report report.html"),
        ("-r ref hyp --compare", "tip: use --paired bootstrap, or --explain"),
        ("-r ref hyp --strip", "tip: white space at the ends of lines never counts"),
        ("--records data.tsv --no-header -r 1 2", "tip: without a header, columns are numbers"),
        ("-r ref -c hyp", "tip: candidates are plain arguments"),
        ("-r ref hyp --chrf", "tip: bleu computes BLEU only"),
        ("-r ref hyp -f tex", "tip: use latex"),
        ("-r ref hyp -f ndjson", "tip: use jsonl"),
        ("-r ref hyp --csv", "tip: use --format csv"),
        ("-r ref hyp -t mecab", "tip: use ja-mecab for Japanese"),
        ("ref hyp", "no reference is given; name it with -r: bleu -r ref hyp"),
        ("hyp ref", "no reference is given; name it with -r: bleu -r ref hyp"),
        ("ref", "name it with -r, and the candidate: bleu -r ref hyp.txt"),
        ("ref ref", "ref is named twice; name the reference with -r, and the candidate: bleu -r ref hyp.txt"),
        ("-r ref hyp --xyz", "unexpected argument '--xyz' found\n\nUsage"),
    ] {
        let message = dir.run(arguments).refuses();
        assert_says(&message, &[tip]);
        assert!(!message.contains("\n\n\n"), "{message}");
    }
}

#[test]
fn flags_that_need_others_are_refused_without_them() {
    let dir = TestDir::with([HYP, REF]);
    assert_says(&dir.run("hyp -r ref --expect-segments 1").refuses(), &["--expect-segments needs --from-stats"]);
    assert_says(&dir.run("hyp -r ref --names a,b").refuses(), &["--names gives 2 names for 1 system;"]);
}

#[test]
fn a_reference_is_needed() {
    let dir = TestDir::with([HYP]);
    assert_says(&dir.run("hyp").refuses(), &["no reference", "bleu -r ref.txt hyp"]);
    assert_says(&dir.run("").refuses(), &["no reference", "-r"]);
    assert_says(&dir.run("hyp -r").refuses(), &["-r"]);
}

#[test]
fn sacrebleus_command_lines_are_answered_with_the_right_command() {
    let dir = TestDir::with([HYP, REF]);
    assert_says(&dir.run("ref -i hyp").refuses(), &["bleu -r ref --percent --digits 1 hyp\n"]);
}
