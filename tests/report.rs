//! The report: a web page besides the output. A browser is not needed here; tests/report drives one.

use crate::common::{TestDir, assert_says};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

const CORPORA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/corpora");

/// A report, and what was printed besides.
struct Report {
    page: String,
    out: String,
}

impl Report {
    /// Runs `bleu` with `--report`.
    #[track_caller]
    fn of(dir: &TestDir, arguments: &str) -> Report {
        let run = dir.run(&format!("{arguments} --report report.html"));
        assert_eq!(run.status, Some(0), "{run:#?}");
        // Without the isolates around names in sentences.
        Report { page: dir.read("report.html").replace(['\u{2068}', '\u{2069}'], ""), out: run.out }
    }

    /// The data in a script element.
    fn data(&self, id: &str) -> &str {
        let (_, data) = self.page.split_once(&format!("<script id=\"{id}\" type=\"application/json\">")).unwrap();
        data.split_once("</script>").unwrap().0
    }

    fn segments(&self) -> Value {
        serde_json::from_str(self.data("page-data")).unwrap()
    }

    fn results(&self) -> Value {
        serde_json::from_str(self.data("result-data")).unwrap()
    }

    /// Correct n-grams of a system by order, counted from the tokens that the page shows.
    fn correct(&self, system: usize) -> Vec<u64> {
        let data = self.segments();
        let counts = |text: &Value, n: usize| {
            let tokens: Vec<&str> =
                text.as_str().unwrap().split([' ', '\t']).filter(|token| !token.is_empty()).collect();
            let mut counts: HashMap<String, u64> = HashMap::new();
            tokens.windows(n).for_each(|ngram| *counts.entry(ngram.join(" ")).or_default() += 1);
            counts
        };
        let correct = |n: usize| {
            let segments = data["segments"].as_array().unwrap().iter();
            let of_segment = segments.map(|segment| {
                let references: Vec<_> =
                    segment[4].as_array().unwrap().iter().map(|reference| counts(reference, n)).collect();
                let most = |ngram: &str| references.iter().filter_map(|counts| counts.get(ngram)).max().copied();
                counts(&segment[3][system], n)
                    .iter()
                    .map(|(ngram, count)| *count.min(&most(ngram).unwrap_or(0)))
                    .sum::<u64>()
            });
            of_segment.sum()
        };
        (1..=data["order"].as_u64().unwrap() as usize).map(correct).collect()
    }

    /// The text of the page without its data, style and program.
    fn markup(&self) -> &str {
        let (head, rest) = self.page.split_once("<style>").unwrap();
        let (_, body) = rest.split_once("</style>").unwrap();
        assert!(!head.contains("<script"));
        body.split_once("<script").unwrap().0
    }
}

impl TestDir {
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }
}

fn corpus(name: &str) -> String {
    format!("{CORPORA}/{name}")
}

#[test]
fn the_report_is_written_besides_the_output() {
    let dir = TestDir::with([]);
    let texts = format!("-r {} {} {}", corpus("latin.ref1.txt"), corpus("latin.hyp.txt"), corpus("latin.hyp2.txt"));
    let modes =
        ["", "--sentence", "--confidence", "--paired bootstrap", "--all-pairs randomization", "--explain", "--what-if"];
    for mode in modes {
        let report = Report::of(&dir, &format!("{mode} {texts}"));
        assert_eq!(report.out, dir.run(&format!("{mode} {texts}")).out, "{mode}");
        assert_says(report.markup(), &["hyp2", "<noscript>", "<td>hyp2</td>", "Where the score comes from"]);
    }
}

#[test]
fn the_data_of_the_report_are_those_of_the_modes_that_it_shows() {
    let dir = TestDir::with([("docs", &"a\nb\n".repeat(17))]);
    let hyps = ["latin.hyp.txt", "latin.hyp2.txt", "latin.ref3.txt"].map(corpus);
    let texts = |systems: usize| format!("-q -r {} {}", corpus("latin.ref1.txt"), hyps[..systems].join(" "));
    // The number of systems, a mode, the test that its report shows, and other flags of both.
    let cases = [
        (1, "", "--confidence", ""),
        (2, "", "--paired bootstrap", ""),
        (2, "--sentence", "--paired bootstrap", "--effective-order"),
        (2, "--by docs", "--paired bootstrap --by docs", "--percent"),
        (2, "--paired randomization --seed 7", "--paired randomization --seed 7", ""),
        (3, "--confidence --resamples 200", "--all-pairs bootstrap --resamples 200", ""),
        (3, "--all-pairs randomization", "--all-pairs randomization", "--lowercase"),
    ];
    for (systems, mode, shown, flags) in cases {
        let results = Report::of(&dir, &format!("{mode} {flags} {}", texts(systems))).results();
        let mut json = dir.run(&format!("{shown} {flags} --format json {}", texts(systems))).json();
        drop_key(&mut json, "findings");
        assert_eq!(results["scores"], json, "{mode}");
        assert_eq!(results["lengths"][0]["scores"].as_array().unwrap().len(), systems, "{mode}");
        if systems < 3 {
            let json = dir.run(&format!("--explain --format json {flags} {}", texts(systems))).json();
            assert_eq!(results["explanations"], serde_json::json!([json]), "{mode}");
        }
    }
    // The page takes the comparisons of all pairs from the first command, and makes them after the other.
    for hyps in [hyps.join(" "), hyps.iter().rev().cloned().collect::<Vec<_>>().join(" ")] {
        let texts = format!("-q -r {} {hyps}", corpus("latin.ref1.txt"));
        let scores =
            |test: &str| Report::of(&dir, &format!("{test} --resamples 200 {texts}")).results()["scores"].clone();
        assert_eq!(scores("--all-pairs bootstrap"), scores("--confidence"), "{hyps}");
    }
    let results = Report::of(&dir, &format!("--what-if {}", texts(2))).results();
    let json = dir.run(&format!("--what-if --format json {}", texts(2))).json();
    assert_eq!(results["output"].as_array().unwrap().len(), json.as_array().unwrap().len());
}

/// Removes a key from all objects.
fn drop_key(value: &mut Value, key: &str) {
    match value {
        Value::Object(fields) => {
            fields.remove(key);
            fields.values_mut().for_each(|field| drop_key(field, key));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| drop_key(value, key)),
        _ => {}
    }
}

#[test]
fn the_result_says_which_system_is_better_how_sure_that_is_and_why() {
    let reference = "the cat sat on the mat and looked at the dog\n".repeat(40);
    let [good, bad] = ["the cat sat on the mat and looked at a dog\n", "a cat sits on the mat and looks at a dog\n"];
    let dir = TestDir::with([("ref", &reference), ("good", &good.repeat(40)), ("bad", &bad.repeat(40))]);
    dir.write("short", "the cat sat on the mat\n".repeat(40));
    dir.write("upper", good.to_uppercase().repeat(40));
    dir.write("same", good.repeat(40));
    dir.write("docs", &("a\n".repeat(30) + &"b\n".repeat(10)));
    let cases: [(&str, &[&str]); 6] = [
        (
            "bad good",
            &[
                "good scores 0.5",
                "higher than bad</h1>",
                "higher than bad (95% interval +0.5",
                "good is ahead of bad: by n-grams +0.5",
                "most of all 4-grams",
                "against 12.5%).</dd>",
            ],
        ),
        // The order is that of the arguments.
        ("good bad", &["good scores 0.5", "higher than bad</h1>", "good is ahead of bad"]),
        (
            "short good",
            &[
                "good is ahead of short: by n-grams −0.",
                "by length +0.",
                "(100.0% of the length of the references, against 54.5%)",
            ],
        ),
        (
            "upper good",
            &[
                // The score is not 0 once case is ignored.
                "upper has a likely problem: “case” (costs 0.8071).",
                "100% of it is case; ignoring that, the difference would be +0.0000 instead of +0.",
            ],
        ),
        ("good same", &["good and same have the same score", "better in 0, worse in 0, equal in 40 segments"]),
        ("--by docs bad good", &["good is ahead in a (+0."]),
    ];
    for (systems, says) in cases {
        let report = Report::of(&dir, &format!("-q -r ref {systems}"));
        assert_says(report.markup(), says);
        for sure in ["may be chance", "same score</h1>"] {
            assert_eq!(report.markup().contains(sure), sure.starts_with("same") && systems == "good same", "{systems}");
        }
    }
    // Of several systems, the best is the one that the others are compared with, unless a test names another.
    let report = Report::of(&dir, "-q -r ref bad good short");
    assert_eq!(report.segments()["systems"], serde_json::json!(["good", "short", "bad"]));
    assert_says(
        report.markup(),
        &["good scores highest, with", "good is significantly better (at the 5% level) than every other system."],
    );
    let report = Report::of(&dir, "-q -r ref bad good same");
    assert_says(
        report.markup(),
        &[
            "good scores highest, with 0.",
            "but same may be as good",
            "Of the 2 other systems, 1 is significantly worse than good (at the 5% level) and 1 is not significantly different.",
        ],
    );
    let report = Report::of(&dir, "-q -r ref good same same");
    assert_says(
        report.markup(),
        &["No other system differs significantly (at the 5% level) from good.", "rank: the positions"],
    );
    let report = Report::of(&dir, "-q -r ref --paired bootstrap bad short good");
    assert_eq!(report.segments()["systems"], serde_json::json!(["bad", "good", "short"]));
    assert_says(report.markup(), &["Of the 2 other systems, 2 are significantly better than bad (at the 5% level)."]);
}

#[test]
fn tokens_of_the_page_are_those_that_were_counted() {
    let dir = TestDir::with([]);
    let cases = [
        ("latin", 3, ""),
        ("plain", 4, "--max-order 6"),
        ("plain", 1, "--max-order 2 --lowercase"),
        ("cjk", 3, "--tokenize zh"),
        ("degenerate", 3, "--tokenize char"),
        ("symbols", 2, "--tokenize intl --normalize nfkc"),
        ("indic-arabic", 2, "--tokenize graphemes"),
    ];
    for (name, references, flags) in cases {
        let references: String =
            (1..=references).map(|i| format!("-r {} ", corpus(&format!("{name}.ref{i}.txt")))).collect();
        let arguments = format!("{references} {flags} {}", corpus(&format!("{name}.hyp.txt")));
        let report = Report::of(&dir, &format!("-q {arguments}"));
        let score = dir.run(&format!("-q --format json --smooth none {arguments}")).json();
        let counts: Vec<u64> =
            score["counts"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
        assert_eq!(report.correct(0), counts, "{name}");
        assert_eq!(report.segments()["segments"].as_array().unwrap().len() as u64, score["segments"], "{name}");
    }
}

#[test]
fn every_system_and_group_is_in_the_report() {
    let dir = TestDir::with([("docs", &"a\nb\n".repeat(17))]);
    let [one, other] = ["latin.hyp.txt", "latin.hyp2.txt"].map(corpus);
    let texts = format!(
        "-r {} -r {} {one} {other} {}",
        corpus("latin.ref1.txt"),
        corpus("latin.ref2.txt"),
        corpus("latin.ref3.txt")
    );
    let report = Report::of(&dir, &format!("--by docs {texts}"));
    let data = report.segments();
    assert_eq!(data["systems"], serde_json::json!(["hyp", "hyp2", "ref3"]));
    assert_eq!(data["groups"], serde_json::json!(["a", "b"]));
    assert_eq!((data["segments"][1][0].as_u64(), data["segments"][1][1].as_u64()), (Some(2), Some(1)));
    let systems = dir.run(&format!("--format json --all-pairs bootstrap {texts}")).json()["systems"].clone();
    for (place, name) in ["hyp.txt", "hyp2.txt", "ref3.txt"].iter().enumerate() {
        let is_system = |system: &&Value| system["system"].as_str().unwrap().ends_with(name);
        let found = systems.as_array().unwrap().iter().find(is_system).unwrap();
        let counts: Vec<u64> =
            found["counts"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
        assert_eq!(report.correct(place), counts, "{name}");
    }
    assert_says(report.markup(), &["hyp scores highest, with", "<td>b</td>"]);
}

#[test]
fn the_segments_that_matter_most_are_kept() {
    let lines: String = (0..400).map(|i| format!("{}\n", "x ".repeat(i % 7) + "a b c d e")).collect();
    let mut other: Vec<String> = lines.lines().map(String::from).collect();
    other[77] = "z".into();
    other[78] = "z z".into();
    let dir =
        TestDir::with([("ref", &"a b c d e\n".repeat(400)), ("hyp", &lines), ("new", &(other.join("\n") + "\n"))]);
    let report = Report::of(&dir, "-q -r ref hyp new --report-segments 40");
    let data = report.segments();
    let numbers: Vec<u64> = data["segments"].as_array().unwrap().iter().map(|row| row[0].as_u64().unwrap()).collect();
    assert_eq!((numbers.len(), data["total"].as_u64()), (40, Some(400)));
    assert!(numbers.is_sorted() && numbers.contains(&78) && numbers.contains(&79), "{numbers:?}");
    assert!(numbers.iter().filter(|number| (*number - 1) % 7 == 0).count() >= 10, "{numbers:?}");
    assert_eq!(Report::of(&dir, "-q -r ref hyp new --report-segments 40").segments(), data);
}

#[test]
fn the_source_text_is_beside_the_segments_and_explains_every_system() {
    let dir = TestDir::with([("ref", &"a b c d e\n".repeat(30)), ("src", &"q r s t u\n".repeat(30))]);
    dir.write("one", "a b c d f\n".repeat(30));
    dir.write("two", "a b x d f\n".repeat(30));
    for systems in ["one", "one two"] {
        let report = Report::of(&dir, &format!("-q -r ref --source src {systems}"));
        assert_eq!(report.segments()["segments"][29][5], "q r s t u", "{systems}");
        let explanations = report.results()["explanations"].clone();
        let corpora = match &explanations[0]["corpus"] {
            Value::Array(corpora) => corpora.clone(),
            corpus => vec![corpus.clone()],
        };
        let names: Vec<&str> = corpora.iter().map(|corpus| corpus["system"].as_str().unwrap()).collect();
        assert_eq!(names.join(" "), systems);
        assert!(!report.page.contains("untranslated"), "{systems}");
    }
    assert!(Report::of(&dir, "-q -r ref one").segments()["segments"][0][5].is_null());
}

#[test]
fn ids_stand_beside_the_numbers_of_segments() {
    let rows: String = (0..30).map(|i| format!("a b c d e\ta b {} d e\ta b c d e\tdoc-{i}\n", i % 4)).collect();
    let dir = TestDir::with([("table.tsv", &format!("ref\tmt\tother\tkey\n{rows}"))]);
    for systems in ["mt", "mt other"] {
        let report = Report::of(&dir, &format!("-q --records table.tsv -r ref --id key --explain {systems}"));
        assert_eq!(report.segments()["segments"][29][6], "doc-29", "{systems}");
        for text in [report.markup(), &report.out] {
            assert_says(text, &[" in segments 1 (doc-0), 2 (doc-1)"]);
        }
        let report = Report::of(&dir, &format!("-q --records table.tsv -r ref {systems}"));
        assert!(report.segments()["segments"][0][6].is_null(), "{systems}");
    }
}

#[test]
fn groups_have_the_name_of_their_column() {
    let rows: String = (0..30).map(|i| format!("a b c d\ta b c {}\t{}\n", i % 3, ["news", "talk"][i % 2])).collect();
    let dir = TestDir::with([("table.tsv", &format!("ref\tmt\tdomain\n{rows}"))]);
    let report = Report::of(&dir, "-q --records table.tsv -r ref --by domain mt");
    assert_eq!(report.segments()["group_name"], "domain");
    dir.write("ref", "a b c d\n".repeat(4));
    dir.write("docs", "x\ny\n".repeat(2));
    assert_eq!(Report::of(&dir, "-q -r ref --by docs ref").segments()["group_name"], "group");
}

#[test]
fn text_from_pipes_and_tables_is_read_once() {
    let dir = TestDir::with([(
        "table.jsonl",
        "{\"mt\": \"a b c d\", \"ref\": [\"a b c e\", \"a b\"]}\n{\"mt\": \"x\", \"ref\": [\"x\"]}\n",
    )]);
    let report = Report::of(&dir, "-q --records table.jsonl -r ref mt");
    let data = report.segments();
    assert_eq!(data["segments"][0][4].as_array().unwrap().len(), 2);
    assert_eq!(data["segments"][1][4].as_array().unwrap().len(), 1);
    dir.write("ref", "a b c e\n");
    let run = dir.pipe("-q -r ref --report piped.html", "a b c d\n");
    assert_eq!(run.status, Some(0), "{run:#?}");
    assert!(dir.read("piped.html").contains("standard input scores"));
    assert_eq!(dir.run("-q --text -r a a --report text.html").status, Some(0));
}

#[test]
fn the_source_is_the_source() {
    // The last of the systems, which shares lines with another, was taken for it.
    let dir = TestDir::with([("ref", &"the cat sat on the mat\n".repeat(40))]);
    dir.write("src", "die Katze sitzt auf der Matte\n".repeat(40));
    dir.write("one", "the cat sat on a mat\n".repeat(40));
    dir.write("two", "the cat sat on a mat\n".repeat(30) + &"die Katze sitzt auf der Matte\n".repeat(10));
    dir.write("three", "a cat sat on the mat\n".repeat(40));
    for systems in ["one", "one two", "two one", "one two three"] {
        for flags in ["-q", "--explain", "--confidence -q", "--format json"] {
            if flags == "--explain" && systems == "one two three" {
                continue;
            }
            let results = Report::of(&dir, &format!("{flags} -r ref --source src {systems}")).results();
            let explanations = results["explanations"].as_array().unwrap();
            assert_eq!(explanations.len(), systems.split(' ').count().max(2) - 1, "{flags} {systems}");
            if systems != "one two three" {
                let json = dir.run(&format!("--explain --format json -r ref --source src {systems}")).json();
                assert_eq!(explanations[0], json, "{flags} {systems}");
            }
            let text = results["explanations"].to_string();
            assert_eq!(text.contains("untranslated"), systems != "one", "{text}");
        }
    }
}

#[test]
fn nothing_in_a_text_or_name_is_markup() {
    let hostile = [
        "<script>alert(1)</script>",
        "</script><script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "javascript:alert(1)",
        "<!-- --> ]]> &lt;b&gt;",
        "a\u{2028}b\u{202e}c\u{2066}d\u{1b}[31m",
        "\" onmouseover=\"alert(1)",
        "' onfocus='alert(1)",
    ];
    let text = hostile.join("\n") + "\n";
    let dir = TestDir::with([("ref", &text), ("</script><b>.txt", &text), ("\"x'&.txt", &text)]);
    dir.write("docs", &text);
    let report = Report::of(&dir, "-q -r ref --by docs </script><b>.txt \"x'&.txt");
    assert_eq!(report.page.matches("<script").count(), 4);
    assert_eq!(report.page.matches("</script").count(), 4);
    let markup = report.markup();
    for part in ["<img", "<b>", "<!--", "alert(1)>", "\" on"] {
        assert!(!markup.contains(part), "{part}");
    }
    assert!(
        !report
            .page
            .contains(|c: char| c.is_control() && c != '\n' || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'))
    );
    let data = report.segments();
    assert_eq!(data["groups"][0], "<script>alert(1)</script>");
    assert!(data["groups"][5].as_str().unwrap().contains("\\u{202e}c"));
    assert!(data["segments"][5][3][0].as_str().unwrap().contains("\\u{202e}c"));
    // The program makes no markup from text.
    for unsafe_call in ["innerHTML", "outerHTML =", "insertAdjacentHTML", "document.write", "eval(", "Function("] {
        assert!(!report.page.contains(unsafe_call), "{unsafe_call}");
    }
}

#[test]
fn the_page_allows_its_own_style_and_program_alone() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("hyp", "a b c d\n")]);
    let page = Report::of(&dir, "-q -r ref hyp").page;
    let policy = page.split_once("Content-Security-Policy\" content=\"").unwrap().1.split_once('"').unwrap().0;
    let policy = policy.replace("&#39;", "'");
    for (element, directive) in [("script", "script-src"), ("style", "style-src")] {
        let (_, content) = page.split_once(&format!("<{element}>")).unwrap();
        let content = content.split_once(&format!("</{element}>")).unwrap().0;
        let hash = policy.split_once(&format!("{directive} 'sha256-")).unwrap().1.split_once('\'').unwrap().0;
        assert_eq!(hash, base64(&Sha256::digest(content.as_bytes())), "{element}");
    }
    assert_says(&policy, &["default-src 'none'", "base-uri 'none'", "form-action 'none'"]);
    for address in ["http:", "https:", "//cdn", "@import", "url("] {
        let allowed = page.matches("http://www.w3.org/2000/svg").count();
        let found = page.matches(address).count() - if address == "http:" { allowed } else { 0 };
        assert_eq!(found, 0, "{address}");
    }
}

/// Base64, bit by bit.
fn base64(bytes: &[u8]) -> String {
    let bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
    let digits: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    let digit =
        |chunk: &[u8]| digits[usize::from_str_radix(&format!("{:0<6}", str::from_utf8(chunk).unwrap()), 2).unwrap()];
    let text: String = bits.as_bytes().chunks(6).map(digit).collect();
    format!("{text}{}", "=".repeat((4 - text.len() % 4) % 4))
}

#[test]
fn the_page_takes_at_most_three_times_the_text() {
    let dir = TestDir::with([]);
    let mut texts = Vec::new();
    for name in ["plain.hyp.txt", "plain.hyp2.txt", "plain.ref1.txt"] {
        let text = fs::read_to_string(Path::new(CORPORA).join(name)).unwrap().repeat(200);
        dir.write(name, &text);
        texts.push(text.len());
    }
    let report = Report::of(&dir, "-q -r plain.ref1.txt plain.hyp.txt plain.hyp2.txt");
    let text: usize = texts.iter().sum();
    assert!(report.page.len() <= 3 * text, "{} bytes for {text} bytes of text", report.page.len());
}

#[test]
fn a_score_that_is_too_low_is_reported_too() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("hyp", "a b c e\n")]);
    let run = dir.run("-q -r ref hyp --fail-under 0.9 --report report.html");
    assert_eq!(run.status, Some(3), "{run:#?}");
    assert_says(&dir.read("report.html"), &["hyp scores"]);
}

#[test]
fn scores_of_other_tools_have_no_marks() {
    let dir = TestDir::with([]);
    let texts = format!("-r {} {}", corpus("latin.ref1.txt"), corpus("latin.hyp.txt"));
    for tool in ["fairseq", "nltk"] {
        let report = Report::of(&dir, &format!("-q --as {tool} {texts}"));
        assert_eq!(report.segments()["marked"], false, "{tool}");
    }
    Report::of(&dir, &format!("-q --as all {texts}"));
}

#[test]
fn the_page_answers_the_question_that_was_asked() {
    let dir = TestDir::with([]);
    let text = |name: &str| fs::read_to_string(corpus(&format!("latin.{name}.txt"))).unwrap();
    for name in ["hyp", "hyp2", "ref1"] {
        dir.write(name, text(name));
    }
    let headline =
        |report: &Report| report.page.split_once("<h1>").unwrap().1.split_once("</h1>").unwrap().0.to_owned();
    let begins = |report: &Report, parts: &[&str]| assert_says(report.page.split_once("<nav").unwrap().0, parts);
    // All runs of the systems, not the best one.
    let runs = "-r ref1 hyp2 hyp2 hyp hyp --names base,new --paired randomization --resamples 400 --runs 2";
    let report = Report::of(&dir, &format!("-q {runs}"));
    assert!(headline(&report).starts_with("new scores 0."), "{}", headline(&report));
    assert!(headline(&report).ends_with(" BLEU higher than base in the mean of 2 runs"), "{}", headline(&report));
    begins(&report, &["base: 0.", "; new: 0.", "With 2 runs each, the standard error"]);
    assert_says(
        report.markup(),
        &[">Result</h2>", "<th class=\"number\">mean BLEU</th>", "s runs: standard deviation"],
    );
    assert_eq!(report.results()["output"], dir.run(&format!("-q {runs} -f json")).json());
    assert_eq!(report.segments()["systems"].as_array().unwrap().len(), 4);
    let same = Report::of(&dir, "-q -r ref1 hyp hyp hyp hyp --paired randomization --resamples 400 --runs 2");
    assert!(headline(&same).starts_with("No significant difference between "), "{}", headline(&same));
    let three =
        Report::of(&dir, "-q -r ref1 hyp2 hyp2 hyp hyp hyp2 hyp2 --paired randomization --resamples 400 --runs 2");
    assert!(headline(&three).starts_with("hyp scores highest, with 0."), "{}", headline(&three));
    // The mean of sets, whose texts have the tokens of their languages.
    let row = |lp: &str, i: usize, texts: [&str; 3]| {
        let [hyp, other, reference] = texts.map(|text| format!("{text} {i}"));
        format!("{}\n", json!({"lp": lp, "new": hyp, "base": other, "ref": reference}))
    };
    let rows: String = (0..40)
        .map(|i| {
            row("en-de", i, ["das ist ein guter Test", "das war ein Test", "das ist ein guter Test"])
                + &row("en-zh", i, ["这是一个测试。", "这是考试。", "这是一个测试。"])
        })
        .collect();
    dir.write("sets.jsonl", rows);
    let sets = "-q --records sets.jsonl -r ref base new --by lp --tokenize auto:by";
    let report = Report::of(&dir, sets);
    assert!(headline(&report).starts_with("new scores 0.") && headline(&report).ends_with(" in the mean of 2 sets"));
    let results = report.results();
    assert_eq!(results["scores"], dir.run(&format!("{sets} --paired bootstrap -f json")).json());
    let data = report.segments();
    assert_eq!(data["segments"][1][3][1], "这\t是\t一\t个\t测\t试\t。 0");
    assert_eq!((&data["segments"][0][3][1], &data["marked"]), (&json!("das ist ein guter Test 0"), &json!(true)));
    assert_eq!((&data["group_name"], &data["groups"]), (&json!("set"), &json!(["en-de", "en-zh"])));
    assert!(
        results["explanations"].as_array().unwrap().is_empty() && results["lengths"].as_array().unwrap().is_empty()
    );
    let report = Report::of(&dir, &format!("{sets} ref --all-pairs bootstrap"));
    assert_says(&headline(&report), &["scores highest, with 1.0000 BLEU in the mean of 2 sets, but"]);
    assert_eq!(report.results()["scores"]["systems"][2]["system"], "base");
    let report = Report::of(
        &dir,
        &format!("{sets} base new --paired randomization --resamples 400 --runs 2")
            .replace("base new --by", "base base --by")
            .replace("auto:by base new", "auto:by new new"),
    );
    assert!(
        headline(&report).ends_with(" BLEU higher than base in the mean of 2 runs and 2 sets"),
        "{}",
        headline(&report)
    );
    // One model against another.
    let samples = text("hyp").lines().map(|line| format!("{line}\n{line} .\n")).collect::<String>();
    dir.write("new.samples", samples);
    let samples = text("hyp2").lines().map(|line| format!("{line}\n{line} .\n")).collect::<String>();
    dir.write("base.samples", samples);
    let command = "-q -r ref1 base.samples new.samples --samples 2";
    let report = Report::of(&dir, &format!("{command} --paired bootstrap"));
    assert!(headline(&report).ends_with(" BLEU higher than base in the mean of their samples"));
    begins(&report, &["two draws of one model differ by up to"]);
    assert_eq!(report.results()["output"], dir.run(&format!("{command} --paired bootstrap -f json")).json());
    assert!(report.segments()["segments"].as_array().unwrap().is_empty());
    let report = Report::of(&dir, &format!("{command} --confidence"));
    assert!(headline(&report).starts_with("new scores highest, with 0."), "{}", headline(&report));
    begins(&report, &["in the mean of 2 samples", "95% confidence interval", "the score of new changes: worst −0."]);
    // With --robust, also if nothing decides.
    let robust = Report::of(&dir, "-q -r ref1 hyp2 hyp --paired bootstrap --robust");
    begins(&robust, &["Under other choices: holds in 8 of 8 choices"]);
}

#[test]
fn the_report_needs_a_name_of_its_own_and_texts() {
    let dir = TestDir::with([("ref.html", "a\n"), ("hyp", "a\n")]);
    assert_says(&dir.run("-r ref.html --report hyp").refuses(), &["hyp does not end in .html", "--report report.html"]);
    assert_says(&dir.run("-r ref.html hyp --report ref.html").refuses(), &["ref.html is also an input"]);
    assert_says(&dir.run("--print-tokens hyp --report a.html").refuses(), &["--print-tokens", "--report"]);
    assert_says(
        &dir.run("--from-stats hyp --report a.html").refuses(),
        &["--from-stats reads counts", "give it the texts"],
    );
    assert_says(&dir.run("-r ref.html hyp --report-segments 5").refuses(), &["--report"]);
    assert_says(&dir.run("-q -r ref.html hyp --report none/a.html").fails(), &["none/a.html"]);
    assert_eq!(dir.read("hyp"), "a\n");
}
