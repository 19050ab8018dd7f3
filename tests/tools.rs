//! Other tools' definitions of BLEU compared with results of the tools (testdata/tools.json), and the peculiarities of
//! each.

mod common;

use bleu::tools::{Options, Tool};
use bleu::{Definition, Signature, Smoothing, Statistics};
use common::TestDir;
use serde_json::Value;
use std::fs;

fn data() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/tools.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// A case, with its text.
struct Case<'a> {
    value: &'a Value,
    flags: Vec<&'a str>,
    hyp: Vec<&'a str>,
    refs: Vec<Vec<&'a str>>,
}

fn cases(data: &Value) -> impl Iterator<Item = Case<'_>> {
    data["cases"].as_array().unwrap().iter().map(|value| {
        let text = &data["texts"][value["text"].as_str().unwrap()];
        let mut refs: Vec<_> = text["refs"].as_array().unwrap().iter().map(strings).collect();
        refs.truncate(value["refs"].as_u64().map_or(refs.len(), |refs| refs as usize));
        Case { value, flags: strings(&value["flags"]), hyp: strings(&text["hyp"]), refs }
    })
}

impl Case<'_> {
    fn value_of(&self, flag: &str) -> Option<&str> {
        let at = self.flags.iter().position(|word| *word == flag)?;
        self.flags.get(at + 1).copied()
    }

    /// The definition that its flags ask for, with this order if one is given.
    fn definition(&self, order: Option<usize>) -> Definition {
        let tool: Tool = self.value_of("--as").unwrap().parse().unwrap();
        let options = Options {
            tokenization: self.value_of("--tokenize").map(|name| name.parse().unwrap()),
            lowercase: self.flags.iter().find_map(|flag| match *flag {
                "--lowercase" => Some(true),
                "--lowercase=no" => Some(false),
                _ => None,
            }),
            smoothing: self.value_of("--smooth").map(|method| method.parse().unwrap()),
            order: order.or(self.value_of("-n").map(|order| order.parse().unwrap())),
            weights: self.value_of("--weights").map(|weights| weights.parse().unwrap()),
            reference_length: self
                .value_of("--ref-length")
                .map(|name| bleu::ReferenceLength::RULES.into_iter().find(|(known, _)| *known == name).unwrap().1),
            effective_order: None,
            sentences: self.value["mode"] == "sentence",
        };
        tool.definition(&options).unwrap()
    }

    /// The scores of the segments, then the score of the corpus.
    fn scores(&self, definition: &Definition) -> (Vec<f64>, f64) {
        let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let (hyp, refs) = (text(&self.hyp), self.refs.iter().map(|lines| text(lines)).collect::<Vec<_>>());
        let of = |segments: Vec<Statistics>| -> Vec<f64> {
            segments.iter().map(|segment| definition.score(segment).unwrap().score).collect()
        };
        let refs: Vec<&str> = refs.iter().map(String::as_str).collect();
        let pooled = if self.flags.contains(&"--self-bleu") {
            Some(definition.count_against_others(&hyp).unwrap())
        } else if self.flags.contains(&"--pool-references") {
            Some(definition.count_against_pool(&hyp, &refs).unwrap())
        } else {
            None
        };
        if let Some(table) = pooled {
            let scores = of(table.iter().collect());
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            return (scores, mean);
        }
        let mut corpus = definition.accumulator();
        let table = corpus.add_lines(&hyp, &refs).unwrap();
        (of(table.iter().collect()), corpus.score().score)
    }
}

#[test]
fn scores_equal_those_of_the_tools() {
    let (data, mut checked) = (data(), 0);
    for case in cases(&data) {
        let scale = case.value["scale"].as_f64().unwrap_or(1.0);
        let tolerance = case.value["tolerance"].as_f64().unwrap_or(1e-9);
        let mut hold = |found: f64, expected: &Value, what: &str| {
            let Some(expected) = expected.as_f64() else { return };
            let near = (found * scale - expected).abs() <= (tolerance * expected.abs()).max(1e-300);
            assert!(near, "{}: {what}: {} instead of {expected}", case.value["id"], found * scale);
            checked += 1;
        };
        let mut orders: Vec<(Option<usize>, &Value)> = vec![(None, &Value::Null)];
        if let Some(of_orders) = case.value["orders"].as_object() {
            orders.extend(of_orders.iter().map(|(order, expected)| (Some(order.parse().unwrap()), expected)));
        }
        for (order, expected) in orders {
            let (segments, corpus) = case.scores(&case.definition(order));
            let expected = if order.is_some() { expected } else { &case.value["score"] };
            let of_segments = if order.is_some() { expected } else { &case.value["scores"] };
            hold(corpus, expected, &format!("corpus, order {order:?}"));
            for (i, expected) in of_segments.as_array().into_iter().flatten().enumerate() {
                hold(segments[i], expected, &format!("segment {}, order {order:?}", i + 1));
            }
        }
    }
    assert!(checked > 2000, "only {checked} figures");
}

#[test]
fn lines_of_the_tools_are_printed_byte_for_byte() {
    let data = data();
    // A few of each tool: a process each.
    let mut of_flags: std::collections::HashMap<String, u32> = std::collections::HashMap::new();
    let mut checked = 0;
    for case in cases(&data) {
        let Some(printed) = case.value["printed"].as_str() else { continue };
        let seen = of_flags.entry(case.flags.join(" ")).or_default();
        *seen += 1;
        if *seen > 12 {
            continue;
        }
        let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let dir = TestDir::with([("hyp", &text(&case.hyp))]);
        let mut arguments = case.flags.join(" ");
        for (i, lines) in case.refs.iter().enumerate() {
            dir.write(&format!("ref{i}"), text(lines));
            arguments += &format!(" -r ref{i}");
        }
        let mode = if case.value["mode"] == "sentence" { " --sentence" } else { "" };
        let run = dir.command(&format!("{arguments}{mode} -q hyp")).output().unwrap();
        assert_eq!(String::from_utf8(run.stdout).unwrap(), format!("{printed}\n"), "{}", case.value["id"]);
        checked += 1;
    }
    assert!(checked > 80, "only {checked} lines");
}

fn score(tool: &str, candidates: &[&str], references: &[Vec<&str>]) -> f64 {
    let tool: Tool = tool.parse().unwrap();
    tool.definition(&Options::default()).unwrap().corpus_score(candidates, references).unwrap().score
}

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn multi_bleu_does_not_smooth_and_takes_text_as_tokenized() {
    assert_eq!(score("multi-bleu", &["a b c d."], &[vec!["a b c d ."]]), 0.0);
    assert_near(score("multi-bleu-detok", &["a b c d."], &[vec!["a b c d ."]]), 1.0);
}

#[test]
fn mteval_lowercases_and_counts_absent_orders_as_1() {
    assert_near(score("mteval-v14", &["A B"], &[vec!["a b"]]), 1.0);
    assert_eq!(score("sacrebleu", &["a b"], &[vec!["a b"]]), 0.0);
}

#[test]
fn nltk_counts_an_ngram_that_short_sentences_do_not_have() {
    // The trigrams of the second sentence: one is counted, none is there.
    let tool: Tool = "nltk".parse().unwrap();
    let definition = tool.definition(&Options { order: Some(3), ..Options::default() }).unwrap();
    let score = definition.corpus_score(&["a b c", "d e"], &[["a b c"], ["d e"]]).unwrap();
    assert_eq!(score.totals(), [5.0, 3.0, 2.0]);
    assert_near(score.score, 0.5f64.cbrt());
}

#[test]
fn hugging_face_takes_the_shortest_reference() {
    let references = [vec!["a b c d", "x y z a b c d e f"]];
    assert_near(score("hf", &["a b c d x y"], &references), score("hf", &["a b c d x y"], &references));
    let score_of = |tool: &str| {
        let tool: Tool = tool.parse().unwrap();
        let definition = tool.definition(&Options::default()).unwrap();
        definition.corpus_score(&["a b c d x y z"], &references).unwrap().ref_len
    };
    assert_eq!((score_of("hf"), score_of("multi-bleu")), (4, 9));
}

#[test]
fn the_average_reference_length_is_rounded_in_each_segment() {
    let dir = TestDir::with([("hyp", "a b c\na b c\n"), ("one", "a b c\na b c d\n"), ("two", "a b c d\na b c d e\n")]);
    let json = dir.run("--ref-length average --tokenize none -q -f json -r one -r two hyp").prints();
    let json: Value = serde_json::from_str(&json).unwrap();
    // 3.5 and 4.5 are both 4.
    assert_eq!(json["ref_len"], 8);
    assert!(json["signature"].as_str().unwrap().contains("|reflen:average|"), "{json}");
}

#[test]
fn torchmetrics_takes_the_first_of_equally_close_references() {
    let reference_length = |references: [&str; 2]| {
        let tool: Tool = "torchmetrics".parse().unwrap();
        let definition = tool.definition(&Options::default()).unwrap();
        definition.corpus_score(&["a b c"], &[references]).unwrap().ref_len
    };
    assert_eq!((reference_length(["a b c d", "a b"]), reference_length(["a b", "a b c d"])), (4, 2));
}

#[test]
fn fairseq_and_multeval_count_an_empty_line_as_a_token() {
    for tool in ["fairseq", "multeval", "compare-mt"] {
        let tool: Tool = tool.parse().unwrap();
        let score = tool.definition(&Options::default()).unwrap().corpus_score(&[""], &[["a"]]).unwrap();
        assert_eq!(score.hyp_len, 1, "{tool}");
    }
}

#[test]
fn compare_mt_leaves_out_orders_without_a_match() {
    assert_near(score("compare-mt", &["a b x c"], &[vec!["a b y c"]]), (0.75f64 / 3.0).powf(0.25));
}

#[test]
fn codexglue_gives_an_empty_candidate_a_score() {
    assert_near(score("codexglue", &[""], &[vec!["a b"]]), (-2f64).exp());
}

#[test]
fn a_perfect_text_below_1_is_noticed() {
    let dir = TestDir::with([("short", "a b\na b c d e f\n"), ("long", "a b c d e f\na b c d e\n")]);
    dir.write("wrong", "a b\na b c d e x\n");
    let notes = |tool: &str, references: &str, candidate: &str| {
        let run = dir.command(&format!("--as {tool} -r {references} {candidate}")).output().unwrap();
        String::from_utf8(run.stderr).unwrap()
    };
    for (tool, score) in [
        ("nltk", "0.8801"),
        ("compare-mt", "0.8801"),
        ("code-dm", "0.5000"),
        ("code-rc", "0.5005"),
        ("code-fc", "0.8801"),
    ] {
        let expected = format!("bleu: note: short: every n-gram is correct, but {tool} scores {score}, not 1\n");
        assert_eq!(notes(tool, "short", "short"), expected);
        assert_eq!(notes(tool, "long", "long"), "", "{tool}");
        assert_eq!(notes(tool, "short", "wrong"), "", "{tool}");
    }
}

#[test]
fn averages_weigh_short_and_long_sentences_alike() {
    let (candidates, references) = (["a b c d e f g h", "x"], [vec!["a b c d e f g h"], vec!["y"]]);
    assert_near(score("code-ncs", &candidates, &references), (1.0 + 0.5f64.powf(0.25)) / 2.0);
}

#[test]
fn signatures_of_tools_are_read_back() {
    for tool in Tool::ALL {
        let definition = tool.definition(&Options::default()).unwrap();
        let signature = Signature::new(definition, bleu::ReferenceCount::Fixed(1));
        let line = signature.to_string();
        assert!(line.contains(&format!("|as:{tool}|")) && line.contains(tool.version()), "{line}");
        assert_eq!(line.parse(), Ok(signature));
    }
}

#[test]
fn settings_that_a_tool_does_not_have_are_refused_with_what_it_has() {
    let dir = TestDir::with([("hyp", "a b c d\n"), ("ref", "a b c d\n")]);
    for (arguments, says) in [
        ("--as multi-bleu -n 2", "multi-bleu cannot be run with -n 2: its order is always 4"),
        (
            "--as nltk --tokenize 13a",
            "nltk cannot be run with --tokenize 13a: its tokenizer is always the same: splits at white space only",
        ),
        ("--as hf --smooth exp", "hf cannot be run with --smooth exp: its methods are none, add-k-all=1"),
        ("--as hf --lowercase", "hf cannot be run with --lowercase: case always counts"),
        ("--as coco --weights 0.5,0.5", "its weights are always equal"),
        ("--as multi-bleu --ref-length shortest", "its rule is always closest"),
        ("--as mteval-v13a --ref-length average", "its rules are closest, shortest"),
        ("--as hf --smooth add-k-all=2", "hf cannot be run with --smooth add-k-all=2"),
        ("--as coco --smooth exp", "its smoothing is always epsilon"),
        ("--as codexglue --lowercase=no", "it always ignores case"),
        ("--as nltk --smooth method9", "unknown smoothing method 'method9'; use one of: exp"),
        ("--as nltk --smooth method9", "and NLTK's method0 to method7"),
        ("--as multi-bleu --normalize nfc", "does not support --normalize"),
        ("--as nltk --explain", "support only sacreBLEU's formula"),
        ("--as all --sentence", "drop --sentence, or name one tool"),
        ("--as hf --tokenize ja-mecab", "no tokenizer that needs a dictionary"),
        ("--smooth method4", "add --as nltk"),
        ("--smooth epsilon", "add --as coco"),
        ("--smooth codenn", "add --as codexglue"),
        ("--as all --fail-under 0.9", "--as all cannot be used with --fail-under"),
        ("--as multibleu", "no tool 'multibleu'; did you mean 'multi-bleu'?"),
        ("--as multibleu", "code-rc, all"),
        ("--as sacreblue", "did you mean 'sacrebleu'?"),
        ("--as MULTI-BLEU -n 2", "multi-bleu cannot be run with -n 2: its order is always 4"),
        ("--as multi-bleu --cumulative", "its order cannot be changed"),
        ("--as sacrebleu --tokenize words", "its tokenizers are none, 13a, intl, zh, char"),
        ("--as sacrebleu --tokenize graphemes", "its tokenizers are none, 13a, intl, zh, char"),
        ("--as sacrebleu --tokenize cjk", "its tokenizers are none, 13a, intl, zh, char"),
    ] {
        let run = dir.command(&format!("{arguments} -r ref hyp")).output().unwrap();
        let message = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments}");
        assert!(message.contains(says), "{arguments}: {message}");
    }
}

#[test]
fn fail_under_uses_the_scale_of_the_tools_line() {
    let dir = TestDir::with([("one", "a b c d e\n"), ("two", "a b c d f\n")]);
    let exit = |arguments: &str| dir.command(&format!("{arguments} -q -r two one")).output().unwrap().status.code();
    for tool in Tool::ALL.into_iter().filter(|tool| tool.line().is_some()) {
        let highest = tool.scale();
        assert_eq!(exit(&format!("--as {tool} --fail-under {}", 0.2 * highest)), Some(0), "{tool}");
        assert_eq!(exit(&format!("--as {tool} --fail-under {}", 0.99 * highest)), Some(3), "{tool}");
        assert_eq!(exit(&format!("--as {tool} --fail-under {}", 2.0 * highest)), Some(2), "{tool}");
        assert_eq!(exit(&format!("--as {tool} --fail-under 0.99 -f json")), Some(3), "{tool}");
    }
}

#[test]
fn segments_on_which_a_tool_fails_have_no_score() {
    let dir = TestDir::with([("hyp", "a b c d\na x c y\n"), ("ref", "a b c d\na b c d\n")]);
    let run = |arguments: &str| {
        let run = dir.command(&format!("--as nltk --smooth method6 {arguments} -r ref hyp")).output().unwrap();
        (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap(), run.status.code())
    };
    let (scores, note, _) = run("--sentence");
    assert_eq!(scores.lines().nth(1), Some("nan"));
    assert!(note.contains("1 segment on which nltk fails; the first is line 2"), "{note}");
    let json = run("--sentence -f json").0;
    let second: Value = serde_json::from_str(json.lines().nth(1).unwrap()).unwrap();
    assert_eq!(second["score"], Value::Null);
    let tsv = run("--sentence -f tsv").0;
    assert!(tsv.lines().nth(2).unwrap().starts_with("2\thyp\t\t"), "{tsv}");
    let (scores, message, exit) = run("--pool-references");
    assert!(
        scores.is_empty() && exit == Some(1) && message.contains("hyp: line 2: no score, because nltk fails"),
        "{message}"
    );
}

#[test]
fn a_tool_that_fails_gives_no_score_in_any_mode() {
    let dir = TestDir::with([("hyp", "a b c d\n\n"), ("ref", "a b c d\na b c d\n"), ("ids", "one\ntwo\n")]);
    dir.write("empty", "\n\n");
    for mode in ["", "--confidence", "--paired bootstrap hyp", "--paired randomization hyp", "--cumulative"] {
        let run = dir.command(&format!("--as hf -r ref {mode} empty")).output().unwrap();
        let message = String::from_utf8(run.stderr).unwrap();
        assert_eq!((run.stdout.len(), run.status.code()), (0, Some(1)), "{mode}");
        assert!(message.contains("empty: no score, because hf fails"), "{message}");
    }
    // This one prints a line first.
    let run = dir.command("--as multi-bleu -r empty hyp").output().unwrap();
    let (line, message) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert_eq!((&line[..10], run.status.code()), ("BLEU = 0, ", Some(1)));
    assert!(message.ends_with("bleu: hyp: multi-bleu fails here: the references have no tokens\n"), "{message}");
    for mode in ["", "--confidence"] {
        let json = dir.run(&format!("--as hf --by ids {mode} -q -f json -r ref hyp")).prints();
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!((json["groups"][0]["score"].as_f64(), &json["groups"][1]["score"]), (Some(1.0), &Value::Null));
        let text = dir.run(&format!("--as hf --by ids {mode} -q -r ref hyp")).prints();
        assert!(text.lines().last().unwrap().starts_with("two           1  "), "{text}");
        assert!(text.lines().last().unwrap().contains(" - "), "{text}");
    }
}

#[test]
fn tables_of_tools_are_explained_in_all_formats_for_people() {
    let dir = TestDir::with([("hyp", "a b c d e.\n"), ("ref", "a b c d f.\n")]);
    let print = |arguments: &str| dir.run(&format!("--as all {arguments} -r ref hyp")).prints();
    for format in ["text", "markdown", "latex"] {
        let explanation = "differs by: aspects of the tool's definition";
        assert!(print(&format!("-f {format}")).contains(explanation), "{format}");
        assert!(!print(&format!("-f {format} -q")).contains(explanation), "{format}");
    }
    assert!(print("-f latex").contains("\\usepackage{booktabs}"));
    let narrow = dir.command("--as all -r ref hyp").env("COLUMNS", "45").output().unwrap();
    assert!(!String::from_utf8(narrow.stdout).unwrap().contains('…'));
}

#[test]
fn effects_are_on_the_scale_of_the_scores() {
    let dir = TestDir::with([("hyp", "a b c d e.\n"), ("ref", "a b c d f.\n")]);
    let table = |arguments: &str| dir.run(&format!("--as all {arguments} -q -f tsv -r ref hyp")).prints();
    let why = |table: &str| table.lines().nth(2).unwrap().rsplit('\t').next().unwrap().to_owned();
    let effect = |why: &str| -> f64 { why.split(['(', ')']).nth(1).unwrap().parse().unwrap() };
    let (plain, percent) = (why(&table("")), why(&table("--percent --digits 6")));
    assert!((100.0 * effect(&plain) - effect(&percent)).abs() < 0.006, "{plain}; {percent}");
    assert_eq!(percent.split(['(', ')']).nth(1).unwrap().rsplit('.').next().unwrap().len(), 6, "{percent}");
}

#[test]
fn lines_against_all_others_are_counted_as_one_by_one() {
    let tool: Tool = "nltk".parse().unwrap();
    let lines = ["a b a b c", "a b c d", "", "x", "a b a b c", "c d c d a a", "x y z", "b a"];
    for order in 1..=6 {
        let definition = tool.definition(&Options { order: Some(order), ..Options::default() }).unwrap();
        let fast = definition.count_against_others(&lines.join("\n")).unwrap();
        let slow = (0..lines.len()).map(|i| {
            let others: Vec<&str> = [&lines[..i], &lines[i + 1..]].concat();
            definition.accumulator().add(lines[i], &others).unwrap()
        });
        assert_eq!(fast.iter().collect::<Vec<_>>(), slow.collect::<Vec<_>>(), "order {order}");
        let pooled = definition.count_against_pool("a b a b\nq\n", &[&lines.join("\n"), "a b a b\n"]).unwrap();
        let all: Vec<&str> = lines.iter().copied().chain(["a b a b"]).collect();
        let slow = ["a b a b", "q"].map(|line| definition.accumulator().add(line, &all).unwrap());
        assert_eq!(pooled.iter().collect::<Vec<_>>(), slow, "order {order}");
    }
    assert!(Definition::default().count_against_others("one line\n").is_err());
}

#[test]
fn orders_up_to_the_asked_for_are_printed_together() {
    let dir = TestDir::with([("hyp", "a b c d\nx y z w\n"), ("ref", "a b c e\nx y z w\n")]);
    let output = |arguments: &str| {
        let run = dir.command(&format!("{arguments} -r ref hyp")).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let each: Vec<String> = (1..=3).map(|n| output(&format!("-b -n {n}")).trim().to_owned()).collect();
    assert_eq!(output("--cumulative -b -n 3").trim(), each.join("\t"));
    let json: Value = serde_json::from_str(&output("--cumulative -f json")).unwrap();
    assert_eq!(json["cumulative"].as_array().unwrap().len(), 4);
    assert_eq!(json["cumulative"][3], json["score"]);
    assert_eq!(output("--cumulative -s").lines().next().unwrap().split('\t').count(), 4);
}

#[test]
fn sacrebleus_seed_is_taken_from_the_environment() {
    let dir = TestDir::with([("hyp", "a b c d\nx y z w\n"), ("ref", "a b c e\nx y z w\n")]);
    let run = |seed: &str, arguments: &str| {
        let mut command = dir.command(&format!("{arguments} --confidence -r ref hyp"));
        let output = command.env("SACREBLEU_SEED", seed).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    assert!(run("7", "").0.contains("|seed:7|"));
    assert!(run("7", "--seed 8").0.contains("|seed:8|"));
    assert!(run("none", "").1.contains("SACREBLEU_SEED is 'none', which is not a whole number"));
}

#[test]
fn a_group_has_the_score_of_its_segments_alone() {
    let documents =
        [("a", "a b c d e\nx y\n", "a b c d f\nx y\n"), ("b", "p q r s\n\nv w x y z\n", "p q r t\no\nv w\n")];
    let dir = TestDir::with([("ids", "a\na\nb\nb\nb\n")]);
    dir.write("hyp", documents.map(|(_, hyp, _)| hyp).concat());
    dir.write("ref", documents.map(|(.., reference)| reference).concat());
    for flags in ["mteval-v14", "codexglue", "code-cn", "moses-sentence", "fairseq", "nltk --smooth method5"] {
        let all = dir.run(&format!("--as {flags} --by ids -q -f json -r ref hyp")).prints();
        let all: Value = serde_json::from_str(&all).unwrap();
        for (i, (name, hyp, reference)) in documents.into_iter().enumerate() {
            dir.write("one-hyp", hyp);
            dir.write("one-ref", reference);
            let one = dir.run(&format!("--as {flags} -q -f json -r one-ref one-hyp")).prints();
            let one: Value = serde_json::from_str(&one).unwrap();
            assert_eq!(
                (&all["groups"][i]["group"], &all["groups"][i]["score"]),
                (&name.into(), &one["score"]),
                "{flags}"
            );
        }
    }
}

#[test]
fn tools_score_columns_of_a_table() {
    let dir = TestDir::with([("hyp", "a b c d e\nx y\n"), ("ref", "a b c d f\nx y\n")]);
    dir.write("table.tsv", "ref\tmt\na b c d f\ta b c d e\nx y\tx y\n");
    for arguments in
        ["--as mteval-v14 -f json", "--as all", "--as nltk --smooth method1 --pool-references -b", "--as hf -s"]
    {
        let of_files = dir.run(&format!("{arguments} -q -r ref hyp")).prints();
        let of_table = dir.run(&format!("{arguments} -q --records table.tsv -r ref mt")).prints();
        assert_eq!(of_table, of_files, "{arguments}");
    }
}

#[test]
fn format_flags_override_a_tools_own_line() {
    let dir = TestDir::with([("hyp", "a b c d e\nx y z w\n"), ("ref", "a b c d f\nx y z w\n")]);
    let line = |arguments: &str| dir.run(&format!("--as multi-bleu {arguments} -r ref hyp")).prints();
    assert!(line("").starts_with("BLEU = 79.84, "), "{}", line(""));
    assert!(line("--digits 5").contains("version:bleu-"), "{}", line("--digits 5"));
    assert_eq!(line("-b --percent --digits 1"), "79.8\n");
}

#[test]
fn errors_of_the_library_name_settings_not_flags() {
    let tool: Tool = "multi-bleu".parse().unwrap();
    let message = |options: &Options| tool.definition(options).unwrap_err().to_string();
    let order = Options { order: Some(2), ..Options::default() };
    assert_eq!(message(&order), "multi-bleu does not support order 2: its order is always 4");
    let smoothing = Options { smoothing: Some(Smoothing::Exp), ..Options::default() };
    assert_eq!(message(&smoothing), "multi-bleu does not support the smoothing exp: its smoothing is always none");
}
