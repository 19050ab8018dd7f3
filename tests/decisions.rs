//! Differences with intervals, corrections for many comparisons, power, and several runs of a system, through the
//! program. The figures of numpy, scipy and statsmodels are in testdata/decisions.json.

use crate::common::{TestDir, assert_says};
use crate::significance::{run, run_json};
use bleu::Correction;
use serde_json::Value;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")
}

fn figures(key: &str) -> Vec<Value> {
    let figures: Value = serde_json::from_str(&read_to_string(testdata().join("decisions.json")).unwrap()).unwrap();
    figures[key].as_array().unwrap().clone()
}

/// A system of about as many correct words as `percentage` says, in segments of ten different words.
fn words(segments: usize, percentage: usize, offset: usize) -> String {
    let word = |segment: usize, i: usize| {
        let is_correct = (segment * 37 + i * 61 + offset) % 100 < percentage;
        if is_correct { format!("w{segment}x{i} ") } else { format!("v{segment}x{i} ") }
    };
    (0..segments).map(|segment| (0..10).map(|i| word(segment, i)).collect::<String>() + "\n").collect()
}

/// A reference and two systems of a hundred segments, the second a little better.
fn hundred_segments() -> TestDir {
    let texts = [words(100, 100, 0), words(100, 80, 0), words(100, 84, 3)];
    TestDir::with([("ref", &texts[0][..]), ("base", &texts[1]), ("new", &texts[2])])
}

#[track_caller]
fn assert_near(found: &Value, expected: &Value, tolerance: f64) {
    let near = match (found.as_f64(), expected.as_f64()) {
        (Some(found), Some(expected)) => (found - expected).abs() <= tolerance * expected.abs().max(1e-3),
        _ => found == expected,
    };
    assert!(near, "{found} is not {expected}");
}

#[test]
fn differences_are_those_of_numpy() {
    let cases = figures("comparisons");
    assert_eq!(cases.len(), 3);
    for case in cases {
        let repeat = case["repeat"].as_u64().unwrap() as usize;
        let folder = TestDir::with([("unused", "")]);
        let copy = |name: &Value| {
            let name = name.as_str().unwrap();
            let text = std::fs::read_to_string(testdata().join("corpora").join(name)).unwrap();
            folder.write(name, text.repeat(repeat));
            format!(" {name}")
        };
        let expected = case["found"].as_array().unwrap();
        let mut arguments = format!("-q --paired bootstrap --format json -r{}", copy(&case["reference"]));
        arguments += &copy(&case["first"]);
        expected.iter().for_each(|system| arguments += &copy(&system["system"]));
        let found = folder.run(&arguments).json();
        for (expected, found) in expected.iter().zip(&found.as_array().unwrap()[1..]) {
            for key in ["difference", "difference_low", "difference_high", "standard_error", "p_value"] {
                assert_near(&found[key], &expected[key], 1e-7);
            }
            for key in ["segments_better", "segments_worse", "segments_equal"] {
                assert_eq!(found[key], expected[key], "{key}");
            }
            if found["segments"].as_u64().unwrap() >= 50 {
                assert_near(&found["detectable_difference"], &expected["detectable_difference"], 1e-7);
                let needed = expected["segments_needed"].as_f64().unwrap();
                let rounding = found["segments_needed"].as_f64().unwrap() - needed;
                assert!((-1e-5 * needed..=1.0 + 1e-5 * needed).contains(&rounding), "{rounding}");
            } else {
                assert_eq!((&found["detectable_difference"], &found["segments_needed"]), (&Value::Null, &Value::Null));
            }
        }
    }
}

#[test]
fn corrected_p_values_are_those_of_statsmodels() {
    let families = figures("corrections");
    assert_eq!(families.len(), 10);
    for family in families {
        let numbers = |key: &str| -> Vec<f64> {
            family[key].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
        };
        for correction in [Correction::Holm, Correction::Bonferroni] {
            let found = correction.adjust(&numbers("p_values")).unwrap();
            for (found, expected) in found.iter().zip(numbers(correction.name())) {
                assert!((found - expected).abs() <= 1e-15, "{found} is not {expected}");
            }
        }
    }
}

#[test]
fn runs_are_those_of_multeval() {
    let cases = figures("runs");
    assert_eq!(cases.len(), 2);
    for case in cases {
        let systems = case["found"].as_array().unwrap();
        let runs = systems[0]["files"].as_array().unwrap().len();
        let files = systems.iter().flat_map(|system| system["files"].as_array().unwrap());
        let files: Vec<&str> = files.map(|file| file.as_str().unwrap()).collect();
        let reference = case["reference"].as_str().unwrap();
        let found = run_json(&format!(
            "--paired randomization --resamples 1000 --runs {runs} -r {reference} {}",
            files.join(" ")
        ));
        for (found, expected) in found.as_array().unwrap().iter().zip(systems) {
            for key in ["score", "run_deviation", "resample_deviation", "difference", "p_value"] {
                assert_near(&found[key], &expected[key], 1e-7);
            }
            for (run, score) in found["runs"].as_array().unwrap().iter().zip(expected["scores"].as_array().unwrap()) {
                assert_near(&run["score"], score, 1e-9);
            }
            assert_eq!(found["runs"].as_array().unwrap().len(), runs);
        }
    }
}

/// MultEval's definition, by hand: two segments of ten words and two runs. The candidates are as long as the references,
/// so that BLEU-1 is the share of correct words.
#[test]
fn runs_of_a_small_case_are_as_computed_by_hand() {
    let line = |correct: usize| format!("{}{}\n", "a ".repeat(correct), "b ".repeat(10 - correct));
    let folder = TestDir::with([("ref", &line(10).repeat(2)[..])]);
    for (name, correct) in [("base1", [5, 5]), ("base2", [5, 5]), ("new1", [6, 7]), ("new2", [5, 9])] {
        folder.write(name, correct.map(line).concat());
    }
    let found = folder
        .run("-r ref --tokenize none --max-order 1 --paired randomization --runs 2 --format json base1 base2 new1 new2")
        .json();
    let number = |key: &str| found[1][key].as_f64().unwrap();
    // The scores are 13/20 and 14/20.
    assert!((number("score") - 0.675).abs() < 1e-12 && (number("difference") - 0.175).abs() < 1e-12);
    assert!((number("run_deviation") - 0.05 / 2f64.sqrt()).abs() < 1e-12);
    assert_eq!((&found[0]["run_deviation"], &found[0]["p_value"]), (&Value::from(0.0), &Value::Null));
    // Swapping turns the signs of the differences 1, 2, 0 and 4; only if all are equal is their sum at least 7: 2 of 8.
    assert!((number("p_value") - 0.25).abs() < 0.015, "{found}");
    assert_eq!((&found[0]["system"], &found[1]["system"]), (&Value::from("base*"), &Value::from("new*")));
    assert_eq!(found[1]["runs"][1]["system"], "new2");
}

#[test]
fn a_system_and_itself_differ_by_nothing() {
    let found = run_json("-r latin.ref1.txt --paired bootstrap latin.hyp.txt latin.hyp.txt");
    for key in ["difference", "difference_low", "difference_high", "standard_error"] {
        assert_eq!(found[1][key], 0.0, "{key}");
    }
    assert_eq!((&found[1]["p_value"], &found[1]["segments_equal"]), (&Value::from(1.0), &Value::from(34)));
    let table = hundred_segments().run("-r ref --paired bootstrap base base").prints();
    assert_says(
        &table,
        &["base (2)", "+0.0000 ± 0.0000", "base (2) and base have the same score (95% interval +0.0000"],
    );
    assert!(
        !table.contains("of 100 test sets") && !table.contains("segments (") && !table.contains("-0.0000"),
        "{table}"
    );
}

#[test]
fn swapping_the_systems_mirrors_the_difference() {
    let of = |systems: &str| run_json(&format!("-r latin.ref1.txt --paired bootstrap {systems}"))[1].clone();
    let (one, other) = (of("latin.hyp2.txt latin.ref2.txt"), of("latin.ref2.txt latin.hyp2.txt"));
    let number = |object: &Value, key: &str| object[key].as_f64().unwrap();
    for (key, mirrored) in
        [("difference", "difference"), ("difference_low", "difference_high"), ("difference_high", "difference_low")]
    {
        // But for the rounding of the JSON parser.
        assert!((number(&one, key) + number(&other, mirrored)).abs() < 1e-15);
    }
    assert_eq!(one["segments_better"], other["segments_worse"]);
    for key in ["p_value", "segments_equal"] {
        assert_eq!(one[key], other[key]);
    }
    assert_near(&one["standard_error"], &other["standard_error"], 1e-12);
    // A table of all pairs has both signs.
    let tsv = run("-r latin.ref1.txt --all-pairs bootstrap --format tsv latin.hyp2.txt latin.ref2.txt");
    let rows: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
    let cell = |row: usize, title: &str| rows[row][rows[0].iter().position(|cell| *cell == title).unwrap()];
    let is_near = |cell: &str, number: f64| (cell.parse::<f64>().unwrap() - number).abs() < 1e-15;
    assert!(is_near(cell(1, "difference:latin.hyp2.txt"), number(&one, "difference")));
    assert!(is_near(cell(2, "difference_low:latin.ref2.txt"), number(&other, "difference_low")));
    assert_eq!((cell(1, "difference:latin.ref2.txt"), cell(1, "segments_equal:latin.ref2.txt")), ("", ""));
}

#[test]
fn pairs_have_the_differences_of_paired_tests() {
    for test in ["bootstrap", "randomization --resamples 500"] {
        let systems = "latin.hyp.txt latin.ref2.txt latin.hyp2.txt";
        let pairs = run_json(&format!("-r latin.ref1.txt --all-pairs {test} {systems}"));
        for pair in pairs["pairs"].as_array().unwrap() {
            let (a, b) = (pair["a"].as_str().unwrap(), pair["b"].as_str().unwrap());
            let paired = run_json(&format!("-r latin.ref1.txt --paired {test} {b} {a}"));
            for (key, value) in pair.as_object().unwrap().iter().filter(|(key, _)| key.len() > 1) {
                assert_eq!(paired[1][key], *value, "{key}");
            }
            assert_eq!(pair.get("difference_low").is_some(), test == "bootstrap");
        }
    }
}

#[test]
fn results_are_given_in_words() {
    let folder = hundred_segments();
    let table = folder.run("-r ref --paired bootstrap base new").prints();
    let found = folder.run("-r ref --paired bootstrap --format json base new").json();
    let number = |key: &str| found[1][key].as_f64().unwrap();
    assert!(number("difference") > 0.0);
    let sentence = format!(
        "new scores {:.4} higher than base (95% interval {:+.4} to {:+.4}, p = {:.4}; better in {}, worse in {}, equal in {} \
         segments)",
        number("difference"),
        number("difference_low"),
        number("difference_high"),
        number("p_value"),
        found[1]["segments_better"],
        found[1]["segments_worse"],
        found[1]["segments_equal"],
    );
    let unwrapped = table.replace('\n', " ");
    assert_says(
        &unwrapped,
        &[&sentence, " If that is the true difference, ", " of 100 such test sets would detect it."],
    );
    assert_says(
        &unwrapped,
        &[
            "Power: standard error of Δ 0.0",
            "in 80 of 100 cases (p < 0.05); segments needed for the observed difference: about ",
        ],
    );
    // The worse system comes second, also if it is the candidate.
    assert_says(&folder.run("-r ref --paired bootstrap new base").prints(), &["\nnew scores "]);
    let percent = folder.run("-r ref --percent --paired randomization base new").prints();
    assert_says(&percent, &[" points higher than base (p = 0.", "For its confidence interval, use bootstrap."]);
    assert!(!percent.contains("Power:"), "{percent}");
    for mode in ["--paired bootstrap", "--all-pairs bootstrap", "--paired randomization --resamples 100"] {
        let quiet = folder.run(&format!("-q -r ref {mode} base new")).prints();
        assert!(!quiet.contains("higher") && !quiet.contains("Power"), "{quiet}");
    }
}

#[test]
fn power_is_not_estimated_from_few_segments() {
    let table = run("-r latin.ref1.txt --paired bootstrap latin.hyp2.txt latin.ref2.txt").replace('\n', " ");
    assert_says(&table, &["fewer than 50 segments are too few to say more", "which may be due to chance."]);
    assert!(!table.contains("of 100"), "{table}");
}

#[test]
fn asterisks_and_clusters_follow_the_correction() {
    let folder = hundred_segments();
    // Among many comparisons with equal systems, a p-value just below 0.05 means nothing.
    let plain =
        folder.run("-r ref --paired bootstrap --format json base new").json()[1]["p_interval"].as_f64().unwrap();
    let copies = (0.05 / plain) as usize + 2;
    let systems = "base ".repeat(copies) + "new";
    let of = |arguments: &str| folder.run(&format!("-r ref {arguments} {systems}")).out.replace('\n', " ");
    let uncorrected = of("--paired bootstrap");
    assert_says(
        &uncorrected,
        &[&format!("not corrected for {copies} comparisons. 1000 resamples are too few for that")],
    );
    for (method, name) in [("holm", "Holm"), ("bonferroni", "Bonferroni")] {
        let corrected = of(&format!("--paired bootstrap --resamples 1000 --correct {method}"));
        assert_says(&corrected, &[&format!("1000 resamples, {name}'s correction for {copies} comparisons).")]);
        assert_says(&corrected, &[&format!("|correct:{method}|version:")]);
        assert!(!corrected.contains("0*") && !corrected.contains("not corrected for"), "{corrected}");
        let all = folder
            .run(&format!("-r ref -q -f json --all-pairs bootstrap --resamples 1000 --correct {method} {systems}"))
            .json();
        let clusters = all["systems"].as_array().unwrap().iter().map(|system| system["cluster"].as_u64().unwrap());
        assert_eq!(clusters.max(), Some(1));
    }
    let clusters = folder.run("-r ref -f json --all-pairs bootstrap base new").json();
    assert_eq!((&clusters["systems"][0]["cluster"], &clusters["systems"][1]["cluster"]), (&1.into(), &2.into()));
    assert!(!of("--paired bootstrap --correct none").contains("correct:"));
}

#[test]
fn two_comparisons_need_no_note_about_correction() {
    let table = run("-r latin.ref1.txt --paired bootstrap latin.hyp.txt latin.hyp2.txt latin.ref2.txt");
    assert!(!table.contains("--correct"), "{table}");
    let table = run("-r latin.ref1.txt --all-pairs bootstrap latin.hyp.txt latin.hyp2.txt latin.ref2.txt");
    assert_says(
        &table.replace('\n', " "),
        &["not corrected for 3 comparisons; --correct holm would change no asterisk."],
    );
}

#[test]
fn tables_of_comparisons_fit_into_100_columns() {
    let folder = TestDir::with([("ref", &words(100, 100, 0)[..])]);
    let names: Vec<String> = (1..=12).map(|i| format!("system-{i:02}.txt")).collect();
    names.iter().enumerate().for_each(|(i, name)| folder.write(name, words(100, 60 + 2 * i, i)));
    for mode in ["--paired bootstrap", "--paired randomization", "--all-pairs bootstrap"] {
        let mut command = folder.command(&format!("-r ref {mode} {}", names.join(" ")));
        let output = command.env("COLUMNS", "100").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        // A table that is too wide would be continued below, with its titles repeated.
        assert_eq!(text.matches("system ").count(), 1 + usize::from(mode.starts_with("--all-pairs")), "{text}");
        let header = text.lines().next().unwrap();
        assert!(header.contains("Δ") && header.contains("precisions") && header.ends_with("BP"), "{header}");
    }
}

#[test]
fn runs_are_shown_in_every_format() {
    let systems = "-r latin.ref1.txt --paired randomization --resamples 200 --runs 2 latin.hyp2.txt latin.ref2.txt \
                   latin.ref3.txt latin.hyp.txt";
    let text = run(systems);
    let expected = "\
system    mean BLEU  s runs  s test set        Δ  p-value
latin.*2     0.4234  0.0067      0.0428        -        -
latin.*      0.5518  0.2624      0.0397  +0.1285   0.0050*
";
    assert!(text.starts_with(expected), "{text}");
    assert_says(
        &text,
        &["BLEU|nrefs:1|ar:200|seed:12345|", "mean BLEU: over 2 runs.", "stratified over segments and runs"],
    );
    assert_says(&text, &["latin.* scores 0.1285 higher than latin.*2 (p = 0.0050). With 2 runs each, "]);
    assert_says(
        &text,
        &["the standard error of the difference is 0.1856, so it may be due to variation between runs."],
    );
    let [runs, other] =
        ["-r latin.ref1.txt --paired randomization --resamples 200 --runs 2", "latin.hyp2.txt latin.hyp.txt"];
    assert_says(
        &run(&format!("{runs} {other} {other}")),
        &["have the same score (p = 1.0000). Both are means of 2 runs."],
    );
    assert_eq!(run(&format!("{systems} -b")).lines().next(), Some("0.4234\t0.0067\t0.0428\t-"));
    assert_says(
        &run(&format!("{systems} -f markdown")),
        &["| system | mean BLEU | s runs | s test set | Δ | p-value |"],
    );
    assert_says(
        &run(&format!("{systems} -f latex")),
        &["system & mean BLEU & s runs & s test set \\\\", "system & $\\Delta$ & p-value \\\\"],
    );
    let header = "system\tscore\trun_deviation\tresample_deviation\tdifference\tp_value\tsignificant\trun_1\trun_2\tsegments\tsignature\n";
    assert!(run(&format!("{systems} -f tsv")).starts_with(header));
    let of = |jobs: &str| run(&format!("{systems} -f json --jobs {jobs}"));
    assert_eq!(of("1"), of("3"));
}

#[test]
fn flags_that_do_not_go_together_are_refused() {
    for (arguments, answer) in [
        ("--correct holm", "--correct needs --paired bootstrap or --all-pairs bootstrap"),
        ("--correct holm --confidence", "--correct needs --paired bootstrap or --all-pairs bootstrap"),
        ("--runs 2", "--runs needs --paired randomization"),
        ("--runs 2 --paired bootstrap", "--runs needs --paired randomization"),
        ("--runs 2 --all-pairs randomization", "--runs needs --paired randomization"),
        ("--runs 2 --paired randomization", "needs 2 candidates for each of at least two systems, but 3 are given"),
        ("--runs 3 --paired randomization", "but 3 are given"),
        ("--runs 1 --paired randomization", "must be a whole number from 2 to 5000"),
        ("--correct sidak --paired bootstrap", "invalid value 'sidak'"),
    ] {
        let answered = TestDir::corpora()
            .run(&format!("-r latin.ref1.txt {arguments} latin.hyp.txt latin.hyp2.txt latin.ref2.txt"));
        assert_says(&answered.refuses(), &[answer]);
    }
}
