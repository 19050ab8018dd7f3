//! The program compared with other tools on the corpora in `testdata`: integers are equal, and scores are equal to twelve
//! digits. `testdata/README.md` describes the cases and the differences between the tools.

use crate::common::TestDir;
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Oracle {
    cases: Vec<Case>,
}

/// Settings and files that another tool was given, and its figures.
#[derive(Deserialize)]
struct Case {
    tool: String,
    mode: String,
    flags: Vec<String>,
    hyp: Option<String>,
    hyps: Option<Vec<String>>,
    refs: Vec<String>,
    scale: u32,
    expected: Value,
}

impl Case {
    /// The same settings and files as arguments of `bleu`.
    fn arguments(&self) -> String {
        let mut words = vec!["--format json --jobs 1"];
        self.refs.iter().for_each(|name| words.extend(["-r", name]));
        words.extend(self.flags.iter().map(String::as_str));
        words.extend((self.scale == 100).then_some("--percent"));
        // The figures were made with categories of Unicode 17.
        words.extend(self.flags.iter().any(|flag| flag == "intl").then_some("--unicode 17"));
        // Some corpora are degenerate: the program warns.
        words.push("--quiet");
        words.extend(self.hyp.iter().chain(self.hyps.iter().flatten()).map(String::as_str));
        words.join(" ")
    }

    /// The figures of `bleu`: one or more JSON objects.
    fn run(&self) -> Vec<Value> {
        let out = TestDir::corpora().run(&self.arguments()).prints();
        let values = serde_json::Deserializer::from_str(&out).into_iter().map(Result::unwrap);
        values.flat_map(|value| if let Value::Array(values) = value { values } else { vec![value] }).collect()
    }

    /// Compares figures with sacreBLEU's.
    fn check(&self, found: &Value, expected: &Value) {
        for key in ["counts", "totals", "hyp_len", "ref_len"] {
            assert_eq!(numbers(&found[key]), numbers(&expected[key]), "{key} of {}", self.arguments());
        }
        for key in ["score", "precisions", "bp"] {
            self.check_key(found, expected, key);
        }
    }

    /// Compares a figure, or each of a list, within 1e-12 of its value.
    fn check_key(&self, found: &Value, expected: &Value, key: &str) {
        self.check_near(&found[key], &expected[key], 1e-12, key);
    }

    fn check_near(&self, found: &Value, expected: &Value, tolerance: f64, key: &str) {
        let (found, expected) = (numbers(found), numbers(expected));
        let near = |(a, b): (&f64, &f64)| (a - b).abs() <= tolerance * b.abs();
        let all = found.len() == expected.len() && found.iter().zip(&expected).all(near);
        assert!(all, "{key}: {found:?} is not {expected:?}: bleu {}", self.arguments());
    }
}

/// A number or a list of numbers, at least one.
fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let numbers: Vec<f64> = list.iter().map(|number| number.as_f64().unwrap()).collect();
    assert!(!numbers.is_empty());
    numbers
}

fn oracle() -> Vec<Case> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/oracle.json");
    serde_json::from_slice::<Oracle>(&fs::read(path).unwrap()).unwrap().cases
}

/// The cases by tool and mode, with their number. Each has a test of its own.
const CASES: [(&str, &str, usize); 7] = [
    ("sacrebleu", "corpus", 766),
    ("sacrebleu", "sentence", 146),
    ("sacrebleu", "confidence", 11),
    ("sacrebleu", "paired", 12),
    ("nltk", "corpus", 542),
    ("nltk", "sentence", 550),
    ("multi-bleu", "corpus", 106),
];

/// Checks all cases of a tool and mode.
fn check_all(tool: &str, mode: &str, check: impl Fn(&Case)) {
    let (.., number) = CASES.into_iter().find(|&(known, of, _)| (known, of) == (tool, mode)).unwrap();
    let cases: Vec<Case> = oracle().into_iter().filter(|case| case.tool == tool && case.mode == mode).collect();
    assert_eq!(cases.len(), number, "cases of {tool} {mode}");
    cases.iter().for_each(check);
}

#[test]
fn every_case_has_a_test() {
    assert_eq!(oracle().len(), CASES.iter().map(|(.., number)| number).sum::<usize>());
}

#[test]
fn corpus_scores_equal_sacrebleu() {
    check_all("sacrebleu", "corpus", |case| {
        let found = case.run();
        assert_eq!(found.len(), 1);
        case.check(&found[0], &case.expected);
    });
}

#[test]
fn sentence_scores_equal_sacrebleu() {
    check_all("sacrebleu", "sentence", |case| {
        let (found, expected) = (case.run(), case.expected.as_array().unwrap());
        assert_eq!(found.len(), expected.len(), "{}", case.arguments());
        for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert_eq!(found["segment"], i + 1);
            case.check(found, expected);
        }
    });
}

/// Compares confidence intervals. The resamples are the same, but sacreBLEU scores them in single precision: the cases also
/// have figures in double precision.
fn check_confidence(case: &Case, found: &Value, expected: &Value) {
    let confidence = &found["confidence"];
    case.check_near(&confidence["mean"], &expected["mean"], 1e-7, "mean");
    case.check_near(&confidence["half_width"], &expected["half_width"], 1e-5, "half_width");
    case.check_near(&confidence["mean"], &expected["double_mean"], 1e-12, "mean");
    // The half width is a difference of scores, and has their absolute error.
    let (width, exact) = (&confidence["half_width"], &expected["double_half_width"]);
    assert!(
        (width.as_f64().unwrap() - exact.as_f64().unwrap()).abs() < 1e-12 * f64::from(case.scale),
        "{width}, {exact}"
    );
}

#[test]
fn confidence_intervals_equal_sacrebleu() {
    check_all("sacrebleu", "confidence", |case| {
        let found = case.run();
        assert_eq!(found.len(), 1);
        case.check_key(&found[0], &case.expected, "score");
        check_confidence(case, &found[0], &case.expected);
    });
}

#[test]
fn p_values_equal_sacrebleu() {
    check_all("sacrebleu", "paired", |case| {
        let (found, expected) = (case.run(), case.expected.as_array().unwrap());
        assert_eq!(found.len(), expected.len(), "{}", case.arguments());
        for (found, expected) in found.iter().zip(expected) {
            case.check_key(found, expected, "score");
            if expected["p_value"].is_null() {
                assert!(found["p_value"].is_null());
            } else {
                case.check_key(found, expected, "p_value");
            }
            if expected.get("mean").is_some() {
                check_confidence(case, found, expected);
            }
        }
    });
}

#[test]
fn corpus_scores_equal_nltk() {
    check_all("nltk", "corpus", |case| {
        let found = case.run();
        assert_eq!(found.len(), 1);
        case.check_key(&found[0], &case.expected, "score");
    });
}

#[test]
fn sentence_scores_equal_nltk() {
    check_all("nltk", "sentence", |case| {
        let (found, expected) = (case.run(), case.expected["scores"].as_array().unwrap());
        assert_eq!(found.len(), expected.len(), "{}", case.arguments());
        // Null marks segments that NLTK defines in another way.
        let comparable = found.iter().zip(expected).filter(|(_, expected)| !expected.is_null());
        assert!(comparable.clone().count() > 0, "{}", case.arguments());
        comparable.for_each(|(found, expected)| case.check_near(&found["score"], expected, 1e-12, "score"));
    });
}

#[test]
fn corpus_scores_equal_multi_bleu() {
    check_all("multi-bleu", "corpus", |case| {
        let found = case.run();
        assert_eq!(found.len(), 1);
        let found = |key: &str| numbers(&found[0][key]);
        let precisions: Vec<String> = found("precisions").iter().map(|p| format!("{p:.1}")).collect();
        let printed = format!(
            "BLEU = {:.2}, {} (BP={:.3}, ratio={:.3}, hyp_len={}, ref_len={})",
            found("score")[0],
            precisions.join("/"),
            found("bp")[0],
            found("ratio")[0],
            found("hyp_len")[0],
            found("ref_len")[0]
        );
        assert_eq!(printed, case.expected["printed"].as_str().unwrap(), "{}", case.arguments());
    });
}
