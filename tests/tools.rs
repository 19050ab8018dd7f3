//! Other tools' definitions of BLEU compared with results of the tools (testdata/tools.json), and the peculiarities of
//! each.

use crate::common::{Run, TestDir, assert_says, start};
use bleu::tools::Tool;
use bleu::{Definition, ReferenceLength, Signature, Smoothing, Statistics};
use serde_json::Value;
use std::collections::HashSet;
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
        let mut options = Definition::builder().sentences(self.value["mode"] == "sentence");
        if self.flags.contains(&"--lowercase") || self.flags.contains(&"--lowercase=no") {
            options = options.lowercase(self.flags.contains(&"--lowercase"));
        }
        if let Some(order) = order.or(self.value_of("-n").map(|order| order.parse().unwrap())) {
            options = options.order(order);
        }
        for words in self.flags.windows(2) {
            options = match *words {
                ["--tokenize", name] => options.tokenization(name.parse().unwrap()),
                ["--smooth", method] => options.smoothing(method.parse().unwrap()),
                ["--weights", weights] => options.weights(weights.parse().unwrap()),
                ["--ref-length", rule] => options.reference_length(rule.parse().unwrap()),
                _ => options,
            };
        }
        options.tool(tool).build().unwrap()
    }

    /// The scores of the segments, then the score of the corpus.
    fn scores(&self, definition: &Definition) -> (Vec<f64>, f64) {
        let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let (hyp, refs) = (text(&self.hyp), self.refs.iter().map(|lines| text(lines)).collect::<Vec<_>>());
        let of = |segments: Vec<Statistics>| -> Vec<f64> {
            segments
                .iter()
                .map(|segment| definition.segment_score(segment).map_or(f64::NAN, |score| score.value()))
                .collect()
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
        (of(table.iter().collect()), corpus.score().map_or(f64::NAN, |score| score.value()))
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

/// Output of the program for these lines under `--as FLAGS`, in JSON.
fn run_as(flags: &str, candidate: &str, references: &[&str]) -> Value {
    let dir = TestDir::with([("hyp", &format!("{candidate}\n"))]);
    let mut arguments = format!("--as {flags} -q -f json hyp");
    for (i, reference) in references.iter().enumerate() {
        dir.write(&format!("ref{i}"), format!("{reference}\n"));
        arguments += &format!(" -r ref{i}");
    }
    serde_json::from_str(&dir.run(&arguments).prints()).unwrap()
}

#[test]
fn scores_follow_each_tools_peculiar_rules() {
    // Precisions 3/4, 2/3, 1/2, 0/1.
    const LAST_WRONG: (&str, &[&str]) = ("a b c x", &["a b c y"]);
    // The same, after a perfect segment; together 7/8, 5/6, 3/4, 1/2.
    const SECOND_WRONG: (&str, &[&str]) = ("a b c d\na b c x", &["a b c d\na b c y"]);
    // Perfect; together the precisions are 8/8, 6/6, 4/4, 3/3.
    const SHORT_AND_LONG: (&str, &[&str]) = ("a b\na b c d e f", &["a b\na b c d e f"]);
    // Five correct tokens. Shortest reference: 2; closest: 6.
    const SHORT_AND_CLOSE: (&str, &[&str]) = ("a b c d e", &["a b", "a b c d e f"]);
    const LONG_FIRST: (&str, &[&str]) = ("a b c d e", &["a b c d e f", "a b c d"]);
    const LONG_LAST: (&str, &[&str]) = ("a b c d e", &["a b c d", "a b c d e f"]);
    const EMPTY_SIDES: (&str, &[&str]) = ("a b c d\n\nx", &["a b c d\ny\n \t"]);

    let root = |product: f64| product.powf(0.25);
    let single = |score: f64| f64::from(score as f32);
    // Products of the precisions of `LAST_WRONG`: of orders 1 to 3; of 1 to 4, +1 on orders above 1; +1 on all.
    let (first_3, plus_1_above_1, plus_1) = (
        3.0 / 4.0 * 2.0 / 3.0 * 1.0 / 2.0,
        3.0 / 4.0 * 3.0 / 4.0 * 2.0 / 3.0 * 1.0 / 2.0,
        4.0 / 5.0 * 3.0 / 4.0 * 2.0 / 3.0 * 1.0 / 2.0,
    );
    let almost_0 = root(first_3 * f64::MIN_POSITIVE);
    let coco = |correct: f64, total: f64| (correct + 1e-15) / (total + 1e-9);
    let coco_penalty = |c: f64, r: f64| (1.0 - 1.0 / coco(c, r)).exp();
    let coco_of_4 = root(coco(4.0, 4.0) * coco(3.0, 3.0) * coco(2.0, 2.0) * coco(1.0, 1.0)) * coco_penalty(4.0, 4.0);
    let coco_last_wrong =
        root(coco(3.0, 4.0) * coco(2.0, 3.0) * coco(1.0, 2.0) * coco(0.0, 1.0)) * coco_penalty(4.0, 4.0);
    let coco_of_5 = root(coco(5.0, 5.0) * coco(4.0, 4.0) * coco(3.0, 3.0) * coco(2.0, 2.0));

    for (flags, rule, (candidate, references), expected) in [
        ("multi-bleu", "no smoothing", LAST_WRONG, 0.0),
        ("multi-bleu", "takes text as tokenized", ("a b c d.", &["a b c d ."]), 0.0),
        (
            "multi-bleu --lowercase",
            "only A to Z",
            ("É b c d E", &["é b c d e"]),
            root(4.0 / 5.0 * 3.0 / 4.0 * 2.0 / 3.0 * 1.0 / 2.0),
        ),
        ("multi-bleu-detok", "tokenizes", ("a b c d.", &["a b c d ."]), 1.0),
        ("multi-bleu-detok --lowercase", "before it unescapes candidates", ("&AMP; b c d", &["& b c d"]), 1.0),
        ("multi-bleu-detok --lowercase", "after it unescapes references", ("& b c d", &["&AMP; b c d"]), 0.0),
        ("mteval-v13a", "k-th order without a match: 1 / (2^k t)", LAST_WRONG, root(first_3 * 1.0 / 2.0)),
        ("mteval-v14", "case is ignored, orders without n-grams count as 1", ("A B", &["a b"]), 1.0),
        ("sacrebleu", "orders without n-grams make the score 0", ("a b", &["a b"]), 0.0),
        ("nltk", "orders without a match count as almost 0", LAST_WRONG, almost_0),
        ("nltk", "at least one n-gram per segment and order: 4/5, 3/4", SHORT_AND_LONG, root(4.0 / 5.0 * 3.0 / 4.0)),
        ("nltk -n 1", "no match at all is 0", ("x", &["y"]), 0.0),
        ("hf", "shortest reference", SHORT_AND_CLOSE, 1.0),
        ("hf --smooth add-k-all=1", "+1 on order 1 too", LAST_WRONG, root(plus_1)),
        (
            "torchmetrics",
            "the first of equally close references, in 32 bits",
            LONG_FIRST,
            single(f64::from(1.0 - 6.0f32 / 5.0).exp()),
        ),
        ("torchmetrics", "the first of equally close references", LONG_LAST, 1.0),
        ("torchmetrics --smooth add-k=1", "smoothing does not help an order without a match", LAST_WRONG, 0.0),
        ("multi-bleu", "the shortest of equally close references", LONG_FIRST, 1.0),
        ("coco", "orders without a match count as 1e-15 / t", LAST_WRONG, coco_last_wrong),
        (
            "coco",
            "orders without n-grams count as 1e-15 / 1e-9: about 0.001",
            ("a b", &["a b"]),
            root(coco(2.0, 2.0) * coco(1.0, 1.0) * 1e-6 * 1e-6) * coco_penalty(2.0, 2.0),
        ),
        ("coco", "closest reference, not the shortest", SHORT_AND_CLOSE, coco_of_5 * coco_penalty(5.0, 6.0)),
        ("coco", "the shortest of equally close references", LONG_FIRST, coco_of_5),
        (
            "moses-sentence",
            "mean, +1 on order 1 too",
            ("a b c d\nx", &["a b c d\ny"]),
            (1.0 + single(root(1.0 / 2.0))) / 2.0,
        ),
        (
            "fairseq",
            "<unk> of a reference matches nothing",
            ("a b c d <unk>", &["a b c d <unk>"]),
            root(4.0 / 5.0 * 3.0 / 4.0 * 2.0 / 3.0 * 1.0 / 2.0),
        ),
        ("t2t", "orders without n-grams count as 1", ("a b", &["a b"]), 1.0),
        (
            "t2t",
            "k-th order without a match: 1 / (2^k t), in 32 bits",
            ("a b c d e", &["v w x y z"]),
            single(root(1.0 / 10.0 / 16.0 / 24.0 / 32.0)),
        ),
        ("compare-mt", "orders without a match count as 1", LAST_WRONG, root(first_3)),
        (
            "compare-mt",
            "at least one n-gram per segment and order: 4/5, 3/4",
            SHORT_AND_LONG,
            root(4.0 / 5.0 * 3.0 / 4.0),
        ),
        (
            "multeval",
            "orders without n-grams count as 1, but case counts",
            ("A b", &["a b"]),
            root(1.0 / 2.0 * 1.0 / 2.0),
        ),
        (
            "codexglue",
            "mean, lower case, +1 on orders above 1",
            ("A B C D\na b c x", &["a b c d\na b c y"]),
            (1.0 + root(plus_1_above_1)) / 2.0,
        ),
        ("codexglue", "both lengths + 1 in the brevity penalty", ("a b", &["a b c d"]), (1.0f64 - 5.0 / 3.0).exp()),
        ("codexglue", "an empty candidate has a score", ("", &["a b"]), (-2.0f64).exp()),
        ("codexglue", "shortest reference", SHORT_AND_CLOSE, 1.0),
        ("code-dm", "mean", SECOND_WRONG, (1.0 + almost_0) / 2.0),
        ("code-dm", "orders without a match count as almost 0", LAST_WRONG, almost_0),
        ("code-fc", "no mean: 7/8, 5/6, 3/4, 1/2", SECOND_WRONG, root(7.0 / 8.0 * 5.0 / 6.0 * 3.0 / 4.0 * 1.0 / 2.0)),
        ("code-fc", "at least one n-gram per segment and order: 4/5, 3/4", SHORT_AND_LONG, root(4.0 / 5.0 * 3.0 / 4.0)),
        (
            "code-dc",
            "mean; first order without a match: ln c / (10 t)",
            SECOND_WRONG,
            (1.0 + root(first_3 * 4f64.ln() / 10.0)) / 2.0,
        ),
        ("code-cn", "mean, +1 on orders above 1", SECOND_WRONG, (1.0 + root(plus_1_above_1)) / 2.0),
        ("code-cn", "both lengths + 1 in the brevity penalty", ("a b", &["a b c d"]), (1.0f64 - 5.0 / 3.0).exp()),
        ("code-cn", "segments with a blank side do not count", EMPTY_SIDES, 1.0),
        (
            "code-cn",
            "a candidate that is not blank but has no token makes all 0",
            ("a b c d\n<skipped>", &["a b c d\ny"]),
            0.0,
        ),
        ("code-ncs", "mean, +1 on order 1 too", SECOND_WRONG, (1.0 + root(plus_1)) / 2.0),
        ("code-ncs", "segments with an empty side are 0", EMPTY_SIDES, 1.0 / 3.0),
        ("code-rc", "mean of coco's scores", SECOND_WRONG, (coco_of_4 + coco_last_wrong) / 2.0),
    ] {
        let found = run_as(flags, candidate, references)["score"].as_f64().unwrap();
        assert!((found - expected).abs() <= 1e-12 * expected, "{flags}: {rule}: {found} is not {expected}");
    }
}

#[test]
fn tokens_are_those_that_each_tool_splits_text_into() {
    for (flags, text, tokens) in [
        ("multi-bleu", "a\u{b}b\u{a0}c", 2),
        ("multi-bleu-detok", "a\u{1c}b\u{a0}c", 2),
        ("mteval-v13a", "a\u{1c}b\u{a0}c", 2),
        ("sacrebleu", "a\u{1c}b\u{a0}c", 3),
        ("mteval-v14 --tokenize intl", "&apos;a", 2),
        ("moses-sentence", "a\tb c\u{a0}d", 2),
        ("fairseq", "", 1),
        ("fairseq", "<pad> a <pad>", 1),
        // No numbers but decimal digits; the backslash is no punctuation.
        ("t2t", "½.½", 3),
        ("sacrebleu --tokenize intl", "½.½", 1),
        ("t2t", "a\\b", 1),
        ("sacrebleu --tokenize intl", "a\\b", 3),
        ("t2t", "a\\..2", 3),
        ("sacrebleu --tokenize intl", "a\\..2", 5),
        ("sacrebleu --tokenize intl", "...2", 3),
        // Empty tokens.
        ("compare-mt", "", 1),
        ("compare-mt", " a  b ", 3),
        ("multeval", "", 1),
        ("multeval", " a  b ", 2),
        ("multeval", "a\u{2003}\u{2003}b", 3),
        ("multeval", " \u{2003}a", 2),
        ("codexglue", "a_b 1.5", 6),
        ("sacrebleu", "a_b 1.5", 4),
        // `&amp;` is replaced last.
        ("code-cn", "&amp;lt;", 3),
        ("sacrebleu", "&amp;lt;", 1),
    ] {
        assert_eq!(run_as(flags, text, &[text])["hyp_len"], tokens, "{flags}: {text:?}");
    }
}

#[test]
fn some_tools_read_the_first_reference_only() {
    let (candidate, first, second) = ("a b c d e", "a b c d x", "a b c d e");
    for &tool in Tool::ALL {
        let reads_first = tool.name().starts_with("code-")
            || ["fairseq", "t2t", "compare-mt", "fairseq2", "azure", "llamafactory", "ragas"].contains(&tool.name());
        let [one, both] = [&[first][..], &[first, second]].map(|references| run_as(tool.name(), candidate, references));
        assert_eq!(one["score"] == both["score"], reads_first, "{tool}");
    }
}

#[test]
fn fairseq_takes_two_words_for_the_same_in_the_other_order() {
    // Numbers 126 and 128: fairseq counts words from 4. Their bytes are signed, so that 128 flips the hash's bits.
    let words: Vec<String> = (4..=128).map(|number| format!("w{number}")).collect();
    let (candidate, reference) = (words.join(" ") + "\nw126 w128", words.join(" ") + "\nw128 w126");
    // Of 125 bigrams the last does not match.
    let usual = run_as("multi-bleu", &candidate, &[&reference]);
    assert_eq!((&usual["counts"][1], &usual["totals"][1]), (&124.into(), &125.into()));
    assert_eq!(run_as("fairseq", &candidate, &[&reference])["score"], 1.0);
}

#[test]
fn moses_rounds_every_operation_to_32_bits() {
    let dir = TestDir::with([("hyp", "a\n\n\nx\n"), ("ref", "b c\n\ny\ny\n")]);
    let lines = dir.run("--as moses-sentence --sentence -q -r ref hyp").prints();
    // One token of two, and wrong: (1/2 * 1 * 1 * 1)^(1/4) exp(1 - 2/1), in 64 bits 0.309349. Empty candidates are 1 or 0.
    assert_eq!(lines, "0.309348\n1\n0\n0.840896\n");
    assert_eq!(format!("{:.6}", 0.5f64.powf(0.25) * (-1f64).exp()), "0.309349");
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
fn signatures_of_tools_are_read_back() {
    for &tool in Tool::ALL {
        let definition = Definition::builder().tool(tool).build().unwrap();
        let signature = definition.signature(bleu::ReferenceCount::try_from(1).unwrap());
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
            "nltk cannot be run with --tokenize 13a: its tokenizers are none, nltk, codepoints",
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
        ("--as hf --tokenize ja-mecab", "hf cannot be run with --tokenize ja-mecab"),
        ("--smooth method4", "add --as nltk"),
        ("--smooth epsilon", "add --as coco"),
        ("--smooth codenn", "add --as codexglue"),
        ("--as all --fail-under 0.9", "--as all cannot be used with --fail-under"),
        ("--as multibleu", "no tool 'multibleu'; did you mean 'multi-bleu'?"),
        ("--as multibleu", &format!("{}, all", Tool::ALL.last().unwrap())),
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
    let names = "sacrebleu multi-bleu multi-bleu-detok mteval-v13a mteval-v14 moses-sentence fairseq t2t";
    for tool in names.split(' ').map(|name| name.parse::<Tool>().unwrap()) {
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
    assert_eq!(scores.lines().nth(1), Some("-"));
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
fn all_tools_compare_several_systems_and_say_whether_they_rank_them_otherwise() {
    // Without its case, the second has all words of the reference.
    let dir = TestDir::with([("ref", "a b c d e f g h\n"), ("one", "a b c d e f x h\n"), ("two", "A B c d e f g H\n")]);
    let table = dir.run("--as all -r ref one two").prints();
    let row = |tool: &str| table.lines().find(|line| line.starts_with(&format!("{tool} "))).unwrap().to_owned();
    let ranks = |tool: &str| row(tool).split_whitespace().skip(2).step_by(2).collect::<String>();
    assert_eq!(table.lines().next().unwrap().split_whitespace().collect::<Vec<_>>(), ["--as", "one", "two"]);
    assert_eq!((&*ranks("sacrebleu"), &*ranks("nltk"), &*ranks("mteval-v13a")), ("(1)(2)", "(1)(2)", "(2)(1)"));
    let caption = "(1), (2): rank. Tools that rank the systems otherwise than sacrebleu: mteval-v13a, mteval-v14, codexglue, code-cn and promptfoo.";
    assert!(table.replace('\n', " ").contains(caption), "{table}");
    let reversal =
        "The largest reversal: sacrebleu has one 0.7071 > two 0.5170, and mteval-v13a has two 1.0000 > one 0.7071.";
    assert!(table.replace('\n', " ").contains(reversal), "{table}");
    let explained = dir.run("--as all -r ref one").prints().replace('\n', " ");
    assert!(explained.contains("Why the numbers differ, mostly: "), "{explained}");

    let json = dir.run("--as all -f json -r ref one two").json();
    let tools = |system: usize| json[system]["tools"].as_array().unwrap().clone();
    assert_eq!((&json[0]["system"], &json[1]["system"]), (&"one".into(), &"two".into()));
    for (place, name) in [(0, "one"), (1, "two")] {
        let alone = dir.run(&format!("--as all -f json -r ref {name}")).json();
        let keys = ["as", "score", "own_score", "differs_by"];
        for (found, alone) in tools(place).iter().zip(alone["tools"].as_array().unwrap()) {
            assert!(keys.iter().all(|key| found[key] == alone[key]), "{found} {alone}");
            assert!(found["rank"].is_u64() && alone.get("rank").is_none());
        }
    }
    let tsv = dir.run("--as all -f tsv -r ref one two").prints();
    assert!(tsv.starts_with("system\tas\tversion\tscore\town_score\trank\tdiffers_by\none\tsacrebleu\t"), "{tsv}");
    assert_eq!(tsv.lines().count(), 1 + 2 * tools(0).len());
}

#[test]
fn all_tools_take_the_tokenizer_that_they_have() {
    let dir = TestDir::with([("ref", "a-b c d e.\n"), ("hyp", "a-b c d f.\n")]);
    let tools = |flags: &str| dir.run(&format!("--as all {flags} -f json -r ref hyp")).json()["tools"].clone();
    let score = |tools: &Value, name: &str| {
        tools.as_array().unwrap().iter().find(|tool| tool["as"] == name).unwrap()["score"].clone()
    };
    let (own, intl) = (tools(""), tools("--tokenize intl"));
    for name in ["sacrebleu", "mteval-v13a", "torchmetrics"] {
        let alone = dir.run(&format!("--as {name} --tokenize intl -f json -r ref hyp")).json();
        assert_eq!(score(&intl, name), alone["score"], "{name}");
    }
    for name in ["multi-bleu", "nltk", "hf"] {
        assert_eq!(score(&intl, name), score(&own, name), "{name}");
    }
    assert_ne!(score(&intl, "sacrebleu"), score(&own, "sacrebleu"));
    // The differences lead to sacreBLEU with the same tokenizer.
    for tool in intl.as_array().unwrap() {
        let sum: f64 =
            tool["differs_by"].as_array().unwrap().iter().map(|aspect| aspect["effect"].as_f64().unwrap()).sum();
        let difference = tool["score"].as_f64().unwrap() - score(&intl, "sacrebleu").as_f64().unwrap();
        assert!((sum - difference).abs() < 0.0005, "{tool}");
    }
    let refused = dir.run("--as all --tokenize words -r ref hyp").refuses();
    assert_says(&refused, &["sacrebleu cannot be run with --tokenize words: its tokenizers are none, 13a, intl"]);
    let refused = dir.run("--as all --lowercase -r ref hyp").refuses();
    assert_says(
        &refused,
        &["--as all compares the tools' definitions as they are, except for --tokenize and --unicode; drop other"],
    );
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
    let orders = (1..=6).map(|order| Definition::builder().tool(tool).order(order).build().unwrap());
    let rules = [ReferenceLength::Shortest, ReferenceLength::Average];
    let rules = rules.map(|rule| Definition::builder().reference_length(rule).build().unwrap());
    for definition in orders.chain(rules) {
        let fast = definition.count_against_others(&lines.join("\n")).unwrap();
        let slow = (0..lines.len()).map(|i| {
            let others: Vec<&str> = [&lines[..i], &lines[i + 1..]].concat();
            definition.accumulator().add(lines[i], &others).unwrap()
        });
        assert_eq!(fast.iter().collect::<Vec<_>>(), slow.collect::<Vec<_>>(), "{definition:?}");
        let pooled = definition.count_against_pool("a b a b\nq\n", &[lines.join("\n").as_str(), "a b a b\n"]).unwrap();
        let all: Vec<&str> = lines.iter().copied().chain(["a b a b"]).collect();
        let slow = ["a b a b", "q"].map(|line| definition.accumulator().add(line, &all).unwrap());
        assert_eq!(pooled.iter().collect::<Vec<_>>(), slow, "{definition:?}");
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
    for arguments in [
        "--as mteval-v14 -f json --names A",
        "--as all",
        "--as nltk --smooth method1 --pool-references -b",
        "--as hf -s",
    ] {
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
    let message = |options: &bleu::DefinitionBuilder| options.clone().tool(tool).build().unwrap_err().to_string();
    let order = Definition::builder().order(2);
    assert_eq!(message(&order), "multi-bleu does not support order 2: its order is always 4");
    let smoothing = Definition::builder().smoothing(Smoothing::Exp);
    assert_eq!(message(&smoothing), "multi-bleu does not support the smoothing exp: its smoothing is always none");
}

#[test]
fn sacrebleu_has_no_methods_of_other_tools() {
    for method in [Smoothing::AddKAll(1.0), Smoothing::ChenCherry(1), Smoothing::CodeNn] {
        assert!(Definition::builder().tool("sacrebleu".parse().unwrap()).smoothing(method).build().is_err());
    }
}

#[test]
fn without_its_differences_a_tool_scores_like_sacrebleu() {
    let candidates = ["The cat sat on a mat .", "a b c", "", "Größe 3.5 &amp; more of it"];
    let references = [
        ["The cat sat on the mat .", "A cat sat there ."],
        ["a b c d", "b c"],
        ["a long one, so that there is a brevity penalty", "y"],
        ["3.5 & more", "z"],
    ];
    let scores = |definition: &Definition| {
        let segments = candidates.iter().zip(&references);
        let mut corpus = definition.accumulator();
        let segments = segments.map(|(candidate, references)| corpus.add(candidate, references).unwrap());
        // Some tools have no score of an empty segment.
        let score = |segment| definition.segment_score(&segment).map_or(0.0, |score| score.value());
        (segments.map(score).collect::<Vec<_>>(), corpus.score().unwrap())
    };
    let expected = scores(&Definition::default());
    for &tool in Tool::ALL {
        if let Some((_, reset)) = tool.differences().last() {
            assert_eq!(scores(reset), expected, "{tool}");
        }
    }
}

#[test]
fn tools_have_a_version_and_differ_from_sacrebleu_in_aspects() {
    let found = |name: &str| {
        let tool: Tool = name.parse().unwrap();
        let aspects: Vec<&str> = tool.differences().iter().map(|(words, _)| *words).collect();
        assert_eq!(format!("{tool:?}"), format!("Tool({name})"));
        format!("{name} {}: {}", tool.version(), aspects.join("; "))
    };
    for expected in [
        "sacrebleu 2.6.0: ",
        "mteval-v13a mosesdecoder-3445289: orders without n-grams count as 1; its own tokenizer; lower case",
        "nltk 3.10.4: orders without a match count as almost 0; no tokenizer; at least one n-gram per sentence and order",
        "torchmetrics 1.9.0: no smoothing; no tokenizer; first of equally close references; 32-bit numbers",
        "coco pycocoevalcap-1.2: tiny number instead of 0; no tokenizer; tiny numbers in the brevity penalty",
        "moses-sentence mosesdecoder-3445289: +1 on all orders; average of sentences; no tokenizer; 32-bit numbers",
        "fairseq 3d262bb: no smoothing; no tokenizer; n-grams compared by a colliding hash; first reference only",
        "t2t bafdc1b: orders without n-grams count as 1; international tokenizer; first reference only; 32-bit numbers",
        "compare-mt 0.2.10: orders without a match left out; no tokenizer, empty tokens count; first reference only; \
         at least one n-gram per sentence and order",
        "code-dc CodeSumEvaluation-6cd87bb: NLTK's smoothing; average of sentences; no tokenizer; first reference only; \
         at least one n-gram per sentence and order",
        "code-ncs CodeSumEvaluation-6cd87bb: +1 on all orders; average of sentences; no tokenizer; first reference only; \
         its own rule of empty segments",
        "code-cn CodeSumEvaluation-6cd87bb: +1 on orders above 1; average of sentences; its own tokenizer; lower case; \
         first reference only; shortest reference; lengths + 1 in the brevity penalty; its own rule of empty segments",
    ] {
        assert_eq!(found(expected.split(' ').next().unwrap()), expected);
    }
    let unnamed = Tool::ALL.iter().filter(|tool| tool.version().is_empty() || tool.summary().is_empty());
    assert_eq!(unnamed.map(|tool| tool.name()).collect::<Vec<_>>(), [""; 0]);
    let summaries: HashSet<&str> = Tool::ALL.iter().map(|tool| tool.summary()).collect();
    assert_eq!(summaries.len(), Tool::ALL.len());
}

#[test]
fn a_corpus_without_segments_has_the_score_0_or_none() {
    for tool in Tool::ALL {
        let score = Definition::builder().tool(*tool).build().unwrap().accumulator().score();
        assert_eq!(score.map_or(0.0, |score| score.value()), 0.0, "{tool}");
    }
}

#[test]
fn a_segment_with_a_blank_side_is_left_out_of_a_corpus() {
    let definition = Definition::builder().tool("code-cn".parse().unwrap()).build().unwrap();
    for (candidate, reference) in [("", "a"), ("a", ""), (" ", "\t")] {
        let mut corpus = definition.accumulator();
        corpus.add(candidate, &[reference]).unwrap();
        corpus.add("a b c d", &["a b c d"]).unwrap();
        assert_eq!(corpus.score().unwrap().value(), 1.0, "{candidate:?} {reference:?}");
    }
}

#[test]
fn entities_in_capitals_are_text_for_a_tool_that_lowercases_after_them() {
    let definition = Definition::builder().tool("code-cn".parse().unwrap()).build().unwrap();
    let found = definition.accumulator().add("a &LT;\nb", &[definition.one_line("a &LT;\nb")]).unwrap();
    assert_eq!((found.hyp_len(), found.correct()), (found.ref_len(), found.total()));
}

#[test]
fn only_sacrebleu_has_an_effective_order() {
    let sentences = Definition::builder().sentences(true);
    for tool in Tool::ALL {
        assert_eq!(tool.is_sacrebleu(), tool.name() == "sacrebleu");
        // promptfoo has it always.
        let has = tool.is_sacrebleu() || tool.name() == "promptfoo";
        assert_eq!(sentences.clone().tool(*tool).build().unwrap().effective_order(), has, "{tool}");
        assert_eq!(Definition::builder().tool(*tool).effective_order(true).build().is_ok(), has, "{tool}");
    }
}

#[test]
fn some_tools_fail_without_tokens() {
    let fails = |candidate: &'static str, reference: &'static str| {
        let fails = move |tool: &&Tool| {
            let definition = Definition::builder().tool(**tool).build().unwrap();
            let error = definition.corpus_score(&[candidate], bleu::ReferenceLists::single(&[reference])).err();
            let side = if candidate.is_empty() { "candidate has" } else { "references have" };
            let reason = match tool.name() {
                "torcheval" => String::from("the candidate has no n-gram of the highest order"),
                _ => format!("the {side} no tokens"),
            };
            let message = format!("the tool has no score for this text: {reason}");
            assert!(error.as_ref().is_none_or(|error| error.to_string() == message), "{tool}: {error:?}");
            error.is_some()
        };
        Tool::ALL.iter().filter(fails).map(|tool| tool.name()).collect::<Vec<_>>()
    };
    assert_eq!(fails("", "a"), ["multi-bleu", "multi-bleu-detok", "mteval-v13a", "hf", "torcheval"]);
    assert_eq!(fails("a", ""), ["mteval-v13a", "hf", "torcheval"]);
    assert_eq!(fails("", ""), ["mteval-v13a", "hf", "torcheval"]);
}

#[test]
fn a_system_on_which_a_tool_fails_hides_no_groups() {
    let dir =
        TestDir::with([("ref", "a b c d\na b c d\n"), ("good", "a b c d\na b c x\n"), ("bad", "a x c y\na b x d\n")]);
    dir.write("docs", "one\ntwo\n");
    let run = |flags: &str| dir.run(&format!("-q --as nltk --smooth method6 --by docs -r ref {flags}"));
    let (table, message) = run("good bad").fails_after_output();
    let cells = |row: &str| -> Vec<String> {
        let row = table.lines().find(|line| line.trim_start().starts_with(row)).unwrap_or_else(|| panic!("{table}"));
        row.split_whitespace().map(String::from).collect()
    };
    assert_eq!(cells("bad")[1], "-", "{table}");
    assert!(cells("good")[1].starts_with("0."), "{table}");
    assert!(table.contains("two"), "{table}");
    assert_says(&message, &["bleu: bad: no score, because nltk fails"]);
    let json: Value = serde_json::from_str(&run("-f json good bad").fails_after_output().0).unwrap();
    assert_eq!(json[1]["score"], Value::Null);
    assert!(json[0]["score"].is_f64() && json[0]["groups"][0]["score"].is_f64(), "{json}");
    // Without groups, there is nothing else to show.
    assert_eq!(dir.run("-q --as nltk --smooth method6 -r ref good bad").fails(), message);
}

#[test]
fn a_note_about_an_order_is_about_one_that_counts() {
    let dir =
        TestDir::with([("ref", "the cat sat on a mat\n"), ("hyp", "the cat lies near the mat\n"), ("none", "x y\n")]);
    let note = |tool: &str, flags: &str, candidate: &str| {
        let run = dir.command(&format!("--as {tool} {flags} -r ref {candidate}")).output().unwrap();
        String::from_utf8(run.stderr).unwrap().replace("bleu: note: ", "")
    };
    // Orders of weight 0 do not count, unless the tool scores 0 without regard to weights.
    assert_eq!(note("nltk", "--weights 0.5,0.5,0,0", "hyp"), "");
    assert_eq!(note("nltk", "--weights 1,0,0,0", "none"), "none: no token is correct (0 of 2); nltk scores 0\n");
    assert_eq!(
        note("torchmetrics", "--weights 0.5,0.5,0,0", "hyp"),
        "hyp: no 3-gram is correct (0 of 4); torchmetrics scores 0\n"
    );
    let tiny = "hyp: no 3-gram is correct (0 of 4); nltk uses the smallest positive number as their precision";
    assert_eq!(note("nltk", "", "hyp"), format!("{tiny}, so the score is almost 0\n"));
    // A score of 0.0010 is not almost 0.
    assert_eq!(note("nltk", "--weights 0.495,0.495,0.01,0", "hyp"), format!("{tiny}\n"));
}

#[test]
fn tiny_numbers_are_short() {
    let dir = TestDir::with([("ref", "a b c\n"), ("hyp", "a x c\n")]);
    for (flags, expected) in [
        ("--as nltk --cumulative", "smoothing (method0) makes each of these precisions 2.2e-308/1\n"),
        ("--smooth floor=1e-300", "smooth:floor[1e-300]"),
        ("--smooth floor=2.54e-300 --explain=all", "p2 = 2.5e-300/2 ="),
        ("--smooth add-k=1e-300 --explain=all", "adds 1e-300 to both counts"),
        ("--smooth add-k=1e300", "smooth:add-k[1e300]"),
        ("--weights 1e-300,1", "weights:1e-300,1"),
        ("--fail-under 1e300", "--fail-under 1e300 is out of range"),
        ("--max-drop 1e300 --paired bootstrap hyp", "--max-drop 1e300 is out of range"),
    ] {
        let run = dir.command(&format!("{flags} -r ref hyp")).output().unwrap();
        let printed = [run.stdout, run.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        assert!(printed.contains(expected), "{flags}: {printed}");
        assert!(!printed.contains(&"0".repeat(20)), "{flags}: {printed}");
    }
}

/// The tools that have weights take them as they are. NLTK 3.10.4 and torchmetrics 1.9.0 computed the expected scores.
#[test]
fn weights_of_tools_may_have_any_sum() {
    let dir = TestDir::with([("ref", "the cat is on the mat today\n"), ("hyp", "the cat sat on the mat today\n")]);
    for (weights, nltk, torchmetrics) in [
        ("0.33,0.33,0.33,0", 0.6144368316876522, 0.6144368648529053),
        ("0.33,0.33,0.33", 0.6144368316876522, 0.6144368648529053),
        ("1,1", 0.5714285714285714, 0.5714285969734192),
        ("0.5,0.25", 0.8365728971367439, 0.8365728855133057),
        ("0.3333333,0.3333333,0.3333333", 0.611421447545789, 0.6114214658737183),
        ("0.1,0.1,0.1,0.1", 0.7510972901842232, 0.7510973215103149),
    ] {
        for (tool, expected, least) in [("nltk", nltk, 1e-15), ("torchmetrics", torchmetrics, 1e-7)] {
            let flags = format!("-q --as {tool} --weights {weights} -r ref hyp -b --digits 16");
            let found: f64 = dir.run(&flags).prints().trim().parse().unwrap();
            assert!((found - expected).abs() < least, "{tool} {weights}: {found} is not {expected}");
        }
        let is_1 = weights.starts_with("0.3333333");
        assert_eq!(dir.run(&format!("-q --weights {weights} -r ref hyp")).status, Some(if is_1 { 0 } else { 2 }));
    }
}

/// CodeXGLUE's evaluator reads `id<TAB>text` and joins the files by id, in the order of the references.
#[test]
fn codexglue_joins_lines_by_id() {
    let dir = TestDir::with([
        ("gold", "a\tOpens the file .\nb\tReturns the sum of two numbers .\nc\tCloses the connection\n"),
        ("pred", "c\tClose the connection .\na\topen a file\nb\tReturns the sum of two integers .\n"),
        ("gold-text", "Opens the file .\nReturns the sum of two numbers .\nCloses the connection\n"),
        ("pred-text", "open a file\nReturns the sum of two integers .\nClose the connection .\n"),
        (
            "gold-twice",
            "a\tOpens the file .\nb\tThe sum\nb\tReturns the sum of two numbers .\nc\tCloses the connection\n",
        ),
        ("gold-second", "The sum\nThe sum\nThe sum\n"),
        ("pred-twice", "c\tx\na\ty\nb\tz\na\tw\n"),
        ("pred-short", "c\tx\na\ty\n"),
        ("mixed", "c\tx\nno tab\nb\tz\n"),
        ("by", "x\ny\nx\n"),
    ]);
    let run = |arguments: &str| dir.run(&format!("--as codexglue {arguments}"));
    for mode in ["-b --digits 12", "--sentence --digits 12"] {
        let expected = run(&format!("-q -r gold-text pred-text {mode}")).prints();
        assert_eq!(run(&format!("-q -r gold pred {mode}")).prints(), expected);
        assert_eq!(
            dir.pipe(&format!("--as codexglue -q -r gold - {mode}"), fs::read(dir.path().join("pred")).unwrap())
                .prints(),
            expected
        );
    }
    let note = run("-r gold pred").err;
    assert_says(
        &note,
        &[
            "note: pred: lines of an id, a tab and a text, 3 lines, joined by the id in each line",
            "note: gold: lines of an id, a tab and a text, 3 lines, joined by the id in each line",
        ],
    );
    // Lines with the same id are references of one segment.
    let twice = run("-q -r gold-twice pred --sentence --digits 12").prints();
    let one = run("-q -r gold-text -r gold-second pred-text --sentence --digits 12").prints();
    assert_eq!(twice.lines().nth(1), one.lines().nth(1));
    assert_says(&run("-r gold pred-twice").fails(), &["pred-twice: a: 2 texts; a candidate has one text of each"]);
    assert_says(&run("-r gold pred-short").fails(), &["pred-short: no text for 1 line: b"]);
    // Labels are in the order of the reference.
    let groups = run("-q -r gold pred --by by -f tsv --columns score,segments").prints();
    assert_eq!(groups, run("-q -r gold-text pred-text --names pred --by by -f tsv --columns score,segments").prints());
    // Other files, and other tools, are read as they are.
    for (tool, reference, candidate) in
        [("codexglue", "gold", "mixed"), ("nltk", "gold", "pred"), ("codexglue", "gold-text", "pred")]
    {
        let run = dir.run(&format!("--as {tool} -r {reference} {candidate}"));
        assert!(!run.err.contains("joined by"), "{}", run.err);
        assert_eq!(run.status, Some(0));
    }
}

/// The scores of lines by flags: of the corpus, and of each segment.
fn corpus_and_segments(dir: &TestDir, flags: &str) -> (f64, Vec<f64>) {
    let corpus = dir.run(&format!("{flags} -q -f json -r ref -r ref2 hyp")).json()["score"].as_f64().unwrap();
    let flags = flags.replace("--mean-of-segments", "");
    let segments = dir.run(&format!("{flags} -q -b --digits 17 --sentence -r ref -r ref2 hyp")).prints();
    (corpus, segments.lines().map(|line| line.parse().unwrap()).collect())
}

#[test]
fn the_mean_of_segments_is_that_of_the_sentence_scores() {
    let dir = TestDir::with([
        ("hyp", "The cat sat on the mat, near it.\nyes\n\nnot a word of it\n"),
        ("ref", "The cat is on the mat, near it.\nyes\nempty\nin another way\n"),
        ("ref2", "A cat sat on the mat and near it .\nyes it is\n\nwords\n"),
    ]);
    for flags in ["", "--effective-order=no", "--smooth floor -t intl", "--as nltk --smooth method1", "--as fairseq"] {
        let (mean, segments) = corpus_and_segments(&dir, &format!("{flags} --mean-of-segments"));
        let expected = segments.iter().sum::<f64>() / segments.len() as f64;
        assert!((mean - expected).abs() < 1e-12, "{flags}: {mean} instead of {expected}");
        let line = dir.run(&format!("{flags} --mean-of-segments -f json -q -r ref -r ref2 hyp")).json();
        let signature: Signature = line["signature"].as_str().unwrap().parse().unwrap();
        assert!(signature.to_string().contains("|mean:segments|"), "{signature}");
        assert_eq!(signature.definition().unwrap().to_builder().build(), signature.definition());
        assert!(!signature.definition().unwrap().is_score_of_sums());
    }
    // The tool's score is a mean anyway.
    let (own, _) = corpus_and_segments(&dir, "--as promptfoo");
    let json = dir.run("--as promptfoo --mean-of-segments -q -f json -r ref -r ref2 hyp").json();
    assert_eq!(json["score"], own);
    assert!(!json["signature"].as_str().unwrap().contains("mean:"));
    let confidence = dir.run("--mean-of-segments --confidence -r ref hyp").refuses();
    assert_says(&confidence, &["--mean-of-segments does not support this mode"]);
    dir.run("--mean-of-segments --sentence -r ref hyp").refuses();
}

#[test]
fn the_first_of_equally_close_references_counts_if_asked_for() {
    let dir = TestDir::with([("hyp", "a b c d e\n"), ("long", "a b c d e f g\n"), ("short", "a b c\n")]);
    let length = |flags: &str| dir.run(&format!("{flags} -q -f json hyp")).json()["ref_len"].clone();
    assert_eq!(length("-r long -r short"), 3);
    assert_eq!(length("-r long -r short --ref-length closest-first"), 7);
    assert_eq!(length("-r short -r long --ref-length closest-first"), 3);
    // The name before 0.5.
    let older = "nrefs:2|case:mixed|eff:no|tok:none|smooth:none|reflen:first-closest|version:bleu-0.4.0";
    assert_eq!(
        older.parse::<Signature>().unwrap().definition().unwrap().reference_length(),
        ReferenceLength::ClosestFirst
    );
}

#[test]
fn characters_as_tokens_of_nltk_are_named() {
    let dir = TestDir::with([("hyp", "The fast brown fox\n"), ("ref", "The quick brown fox\n")]);
    let message = dir.run("--as nltk -t char -r ref hyp").err;
    let advice = message.split("spaces too: ").nth(1).and_then(|rest| rest.split(" (").next()).unwrap();
    assert_eq!(dir.run(&format!("--as nltk {advice} -b --digits 4 -r ref hyp")).prints(), "0.6187\n");
}

/// Runs `bleu` with the data for Punkt of the folder.
fn with_punkt(dir: &TestDir, folder: &str, arguments: &str) -> Run {
    let mut command = dir.command(arguments);
    Run::of(arguments, start(command.env("NLTK_DATA", folder)))
}

fn punkt_folder() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/punkt").to_owned()
}

#[test]
fn tokens_are_those_of_nltk_in_the_sentences_of_punkt() {
    let read = |name: &str| std::fs::read_to_string(format!("{}/{name}", punkt_folder())).unwrap();
    let (lines, expected) = (read("lines.txt"), read("tokens.txt"));
    let dir = TestDir::with([("lines", &*lines)]);
    let tokens = with_punkt(&dir, &punkt_folder(), "--print-tokens -t nltk lines").prints();
    for ((line, tokens), expected) in lines.lines().zip(tokens.lines()).zip(expected.lines()) {
        assert_eq!(tokens, expected, "{line}");
    }
    assert_eq!(tokens.lines().count(), expected.lines().count());
    let plain = dir.run("--print-tokens -t nltk lines").prints();
    assert!(plain.lines().zip(expected.lines()).filter(|(plain, expected)| plain != expected).count() > 200);
}

#[test]
fn signatures_tell_that_punkt_found_the_sentences() {
    let dir = TestDir::with([("hyp", "Mr. Bell left. She came.\n"), ("ref", "Mr. Bell left. He came.\n")]);
    let run = |flags: &str| with_punkt(&dir, &punkt_folder(), &format!("{flags} -r ref hyp"));
    for (flags, expected) in [
        ("-t nltk", "|tok:nltk+punkt|"),
        ("-t nltk+punkt", "|tok:nltk+punkt|"),
        ("--as nltk -t nltk", "|tok:nltk+punkt|"),
        ("--as deepeval", "|tok:nltk+punkt|"),
        ("--as deepeval -t nltk+punkt -n 2", "|tok:nltk+punkt|"),
        ("--as azure --unicode 17", "|tok:azure+punkt|smooth:method4|unicode:17|"),
    ] {
        let run = run(flags);
        assert!(run.out.contains(expected) && run.out.contains("|dict:"), "{flags}: {}", run.out);
        assert!(!run.err.contains("Punkt"), "{flags}: {}", run.err);
        let signature = run.out.split(" = ").next().unwrap().trim_start_matches("BLEU|");
        assert_eq!(signature.parse::<Signature>().unwrap().to_string(), signature);
    }
    assert!(run("-t 13a").out.contains("|tok:13a|smooth:exp|version"));
    // The period of the first sentence is a token only where Punkt found it.
    let tokens =
        |flags: &str| run(flags).out.rsplit("hyp_len = ").next().unwrap().split(' ').next().unwrap().to_owned();
    assert_eq!((tokens("-t nltk"), tokens("-t none")), ("7".to_owned(), "5".to_owned()));
    assert!(dir.run("-t nltk -r ref hyp").out.contains("hyp_len = 6"));

    let shard = run("--stats -t nltk").prints();
    dir.write("shard", shard);
    assert!(dir.run("--from-stats shard").out.contains("|tok:nltk+punkt|"));
    // The differences of tools with sentences end at sacreBLEU's score.
    let all = run("--as all -f json").prints();
    assert!(all.contains("NLTK's tokenizer") && all.contains("a tokenizer for ASCII"), "{all}");
}

#[test]
fn data_for_punkt_that_is_missing_or_malformed_is_named() {
    let dir = TestDir::with([("hyp", "He left. She came.\n")]);
    let message = dir.run("-t nltk+punkt -r hyp hyp").fails();
    assert!(message.contains("install it with: python3 -m nltk.downloader punkt_tab"), "{message}");
    assert!(message.contains("--list-dictionaries"), "{message}");
    let message = dir.run("--as sacrebleu -t nltk+punkt -r hyp hyp").err;
    assert!(message.contains("sacrebleu cannot be run with --tokenize nltk+punkt"), "{message}");

    let english = "data/tokenizers/punkt_tab/english";
    dir.write(&format!("{english}/abbrev_types.txt"), "dr\n");
    assert!(with_punkt(&dir, "data", "-t nltk -r hyp hyp").fails().contains("collocations.tab"));
    for (name, text) in [("collocations.tab", ""), ("sent_starters.txt", ""), ("ortho_context.tab", "the\t34\nhe 34\n")]
    {
        dir.write(&format!("{english}/{name}"), text);
    }
    let message = with_punkt(&dir, "data", "-t nltk -r hyp hyp").fails();
    assert!(message.contains("line 2 of ortho_context.tab is not a word, a tab and a number"), "{message}");
    dir.write(&format!("{english}/ortho_context.tab"), "the\t34\n");
    // The first folder with the data is used.
    let listed = with_punkt(&dir, "elsewhere:data", "--list-dictionaries").prints();
    assert!(listed.contains("nltk\tdata/tokenizers/punkt_tab/english\tused"), "{listed}");
}

#[test]
fn a_note_counts_the_segments_that_nltk_might_split() {
    let dir = TestDir::with([
        ("hyp", "He left. She came.\nIt is 3.5 or more.\nThe U.S. team won (at last.) Yes\nWhy? Because\n"),
        ("ref", "He left.\nIt is 3.5\nThe team won.\nWhy?\n"),
    ]);
    let noted =
        |flags: &str| dir.run(&format!("{flags} -r ref hyp")).err.contains("note: 2 segments that NLTK's Punkt");
    assert!(noted("-t nltk") && noted("--as deepeval") && noted("--as azure"));
    assert!(!noted("") && !noted("--as nltk"));
}

/// Texts with a character that Unicode 18 added, a symbol.
fn added() -> TestDir {
    TestDir::with([
        ("hyp", "price 20\u{20C2} here now\nall is well today\n"),
        ("ref", "price 20 \u{20C2} here now\nall is well today\n"),
        // As 0.4 wrote them.
        (
            "old.sum",
            r#"{"format":"bleu-statistics","version":2,"signature":"nrefs:1|case:mixed|eff:no|tok:intl|smooth:exp","references":1,"system":"hyp","place":0,"segments":2,"hyp_len":8,"ref_len":9,"counts":[7,4,2,1],"totals":[8,6,4,2],"checksum":"9c77f457"}"#,
        ),
        (
            "old.segments",
            concat!(
                r#"{"of":"7aa1e3d9","id":"1","system":"hyp","stats":[4,5,3,1,0,0,4,3,2,1],"refs":"ed135dd3398245b8","checksum":"b18c660b"}"#,
                "\n",
                r#"{"of":"7aa1e3d9","id":"2","system":"hyp","stats":[4,4,4,3,2,1,4,3,2,1],"refs":"d6a32ec54bb89f9c","checksum":"8f8ffe9d"}"#,
                "\n",
                r#"{"format":"bleu-statistics","version":2,"signature":"nrefs:1|case:mixed|eff:no|tok:intl|smooth:exp","references":1,"system":"hyp","place":0,"segments":2,"ids":"97fbf3a477dd2181","hyp_len":8,"ref_len":9,"counts":[7,4,2,1],"totals":[8,6,4,2],"checksum":"62258d6f"}"#,
            ),
        ),
    ])
}

#[test]
fn the_version_of_unicode_decides_tokens_and_stands_in_the_signature() {
    let dir = added();
    let score = |flags: &str| dir.run(&format!("{flags} -r ref -q -f json hyp")).json();
    let (newer, older) = (score("-t intl"), score("-t intl --unicode 17"));
    assert_eq!((newer["hyp_len"].clone(), older["hyp_len"].clone()), (9.into(), 8.into()));
    assert!(!newer["signature"].as_str().unwrap().contains("unicode"));
    assert!(older["signature"].as_str().unwrap().contains("|unicode:17|"));
    assert_eq!(score("-t intl --unicode 18"), newer);
    assert!(!score("--unicode 17")["signature"].as_str().unwrap().contains("unicode"));
    for tool in ["mteval-v14", "t2t", "torchmetrics"] {
        let flags = if tool == "t2t" { "" } else { "-t intl" };
        let (newer, older) =
            (score(&format!("--as {tool} {flags}")), score(&format!("--as {tool} {flags} --unicode 17")));
        assert_ne!(newer["hyp_len"], older["hyp_len"], "{tool}");
        let signature: Signature = older["signature"].as_str().unwrap().parse().unwrap();
        assert_eq!(signature.definition().unwrap().unicode().unwrap().name(), "17", "{signature}");
        assert_eq!(signature.to_string().parse(), Ok(signature));
    }
    let note = "note: 1 segment with characters that are punctuation, numbers or symbols only since Unicode 18";
    assert_says(&dir.run("-t intl -r ref hyp").err, &[note, "--unicode 17"]);
    assert!(!dir.run("-r ref hyp").err.contains(note));
    // Tools without sacreBLEU's tokenizers do not depend on its package.
    assert_says(&dir.run("--as torchmetrics -t intl -r ref hyp").err, &[note]);
    for tool in ["t2t", "codexglue", "azure"] {
        assert!(!dir.run(&format!("--as {tool} -r ref hyp")).err.contains(note), "{tool}");
    }
}

#[test]
fn statistics_of_older_categories_are_read_with_a_note() {
    let dir = added();
    for file in ["old.sum", "old.segments"] {
        let run = dir.run(&format!("--from-stats {file} --expect-segments 2"));
        assert_says(&run.err, &["note: these statistics are counted by the categories of Unicode 17"]);
        assert_says(&run.out, &["|unicode:17|", "= 0.5454 "]);
    }
    dir.write("new", dir.run("-t intl -q --stats -r ref hyp").prints());
    dir.write("17", dir.run("-t intl -q --stats --unicode 17 -r ref hyp").prints());
    assert_eq!(dir.run("--from-stats new --expect-segments 2").err, "");
    assert_says(&dir.run("--from-stats old.sum new").fails(), &["count all shards with the same flags"]);
    assert_says(&dir.run("-q --from-stats old.sum 17 --expect-segments 4").prints(), &["|unicode:17|"]);
    let older = "nrefs:1|case:mixed|eff:no|tok:intl|smooth:exp|version:bleu-0.4.0".parse::<Signature>().unwrap();
    assert_eq!(older.tokenizer().unicode().unwrap().name(), "17");
    let of_sacrebleu = "nrefs:1|case:mixed|eff:no|tok:intl|smooth:exp|version:2.6.0".parse::<Signature>().unwrap();
    assert_eq!(of_sacrebleu.tokenizer().unicode().unwrap().name(), "18");
}

#[test]
fn strings_for_lists_of_tokens_are_code_points() {
    let dir = TestDir::with([("hyp", "The fast brown fox\n"), ("ref", "The quick brown fox\n")]);
    let score = dir.run("--as nltk -t codepoints -q -b --digits 16 -r ref hyp").prints();
    assert_eq!(score.trim().parse(), Ok(0.618_712_911_219_109_7));
    assert_says(&dir.run("--as nltk -t char -r ref hyp").refuses(), &["its tokenizers are none, nltk, codepoints"]);
}
