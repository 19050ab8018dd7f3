//! Samples of each segment through the program: the figures of sacreBLEU and mbrs, which are in testdata/samples.json,
//! choices that follow from runs on single samples, ways of input, and what is wrong with it.

use crate::common::{TestDir, assert_says};
use crate::random::joined;
use serde_json::{Value, json};
use std::fs::read_to_string;
use std::path::Path;

/// Tolerance of scores that another program computed.
const CLOSE: f64 = 1e-12;

fn figures() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/samples.json");
    serde_json::from_str(&read_to_string(path).unwrap()).unwrap()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// The numbers of a list of lists.
fn all_numbers(lists: &Value) -> Vec<f64> {
    lists.as_array().unwrap().iter().flat_map(numbers).collect()
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64]) {
    let is_close = |(found, expected): (&f64, &f64)| (found - expected).abs() <= CLOSE;
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(is_close), "{found:?} {expected:?}");
}

/// Lines of JSON.
fn records(printed: &str) -> Vec<Value> {
    printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The segments of the figures as plain files, of 8 samples and 2 references each, and as JSON Lines.
fn dir(figures: &Value) -> TestDir {
    let segments = figures["segments"].as_array().unwrap();
    let lines = |key: &str| -> String { segments.iter().map(|segment| joined(&texts(&segment[key]))).collect() };
    let records: String = segments.iter().map(|segment| format!("{segment}\n")).collect();
    TestDir::with([("samples", &lines("samples")), ("refs", &lines("references")), ("data.jsonl", &records)])
}

#[test]
fn choices_and_pairs_have_the_ids_of_their_segments() {
    let dir = small();
    let record = |i: usize| {
        let samples: Vec<&str> = SAMPLES.lines().skip(3 * i).take(3).collect();
        format!("{}\n", json!({"id": format!("s{i}"), "ref": REFERENCE.lines().nth(i), "mt": samples}))
    };
    dir.write("table.jsonl", (0..3).map(record).collect::<String>());
    dir.write("ids", "s0\ns1\ns2\n");
    for input in ["--records table.jsonl --samples array --id id mt", "--samples 3 --id ids samples"] {
        assert_eq!(
            dir.run(&format!("--pick mbr {input}")).prints(),
            "s0\ta b c d e\ns1\tk l m n\ns2\tr s t u v\n",
            "{input}"
        );
        for mode in ["--pick mbr", "--pairwise"] {
            let found = records(&dir.run(&format!("{mode} -f json {input}")).prints());
            let ids: Vec<_> = found.iter().map(|segment| segment["id"].as_str().unwrap()).collect();
            assert_eq!(ids, ["s0", "s1", "s2"]);
        }
        let rows = dir.run(&format!("--pick mbr -f tsv {input}")).prints();
        assert!(rows.starts_with("segment\tid\tsystem\tsample\tscore\ttext\n1\ts0\t"), "{rows}");
        let rows = dir.run(&format!("--pairwise {input}")).prints();
        assert!(rows.starts_with("s0\t1.0000\t"), "{rows}");
    }
}

#[test]
fn ties_go_to_the_first_whatever_rounding_says() {
    // The first and the third have the same scores against the others, which are added in another order.
    let dir = TestDir::with([("samples", "a b d\nd a b a a\nb a d\nc c a b a b\n")]);
    assert_eq!(dir.run("-q --samples 4 --pick mbr samples").prints(), "a b d\n");
}

#[test]
fn pairs_and_choices_are_those_of_sacrebleu_and_mbrs() {
    let figures = figures();
    let dir = dir(&figures);
    for case in figures["cases"].as_array().unwrap() {
        let flags = case["flags"].as_str().unwrap();
        let expected = case["segments"].as_array().unwrap();
        let run = |arguments: &str| {
            let found = records(&dir.run(&format!("-f json -q {flags} {arguments}")).prints());
            assert_eq!(found.len(), expected.len());
            found
        };
        let pairs = run("--samples 8 --pairwise samples");
        let against = run("--samples 8 --pairwise -r refs --reference-samples 2 samples");
        let mbr = run("--samples 8 --pick mbr samples");
        let mbr_against = run("--samples 8 --pick mbr -r refs --reference-samples 2 samples");
        let best = run("--samples 8 --pick best -r refs --reference-samples 2 samples");
        for (i, expected) in expected.iter().enumerate() {
            assert!([&pairs[i], &mbr[i]].iter().all(|row| row["system"] == "samples" && row["segment"] == i + 1));
            assert_close(&all_numbers(&pairs[i]["scores"]), &all_numbers(&expected["pairs"]));
            assert_close(&all_numbers(&against[i]["scores"]), &all_numbers(&expected["against"]));
            assert_close(&numbers(&best[i]["scores"]), &numbers(&expected["together"]));
            assert_close(&numbers(&mbr_against[i]["scores"]), &numbers(&expected["mbr_against"]["expected"]));
            for (found, expected) in [(&mbr[i], &expected["mbr"]), (&mbr_against[i], &expected["mbr_against"])] {
                let (scores, chosen) = (numbers(&expected["expected"]), expected["chosen"].as_u64().unwrap() as usize);
                let sample = found["sample"].as_u64().unwrap() as usize - 1;
                assert!((scores[sample] - scores[chosen]).abs() <= CLOSE, "{found} {expected}");
                assert_eq!(found["text"], figures["segments"][i]["samples"][sample]);
                assert_eq!(found["score"], found["scores"][sample]);
            }
        }
        // Arrays of a table are the same samples and references.
        let table = "--records data.jsonl --samples array samples";
        assert_eq!(run(&format!("--pick mbr {table}")), mbr);
        assert_eq!(run(&format!("--pairwise -r references {table}")), against);
        assert_eq!(run(&format!("-j 3 --pick best -r references {table}")), best);
    }
}

/// Three segments of three samples.
const SAMPLES: &str = "a b c d e\na b c d f\nx b c d e\nk l m n\nk l m o\np q\nr s t u v\nr s t u v\nr s t u w\n";
const REFERENCE: &str = "a b c d f\nk l m n o\nr s t u\n";

fn small() -> TestDir {
    TestDir::with([("samples", SAMPLES), ("ref", REFERENCE)])
}

/// The score of the whole corpus, of these lines of the samples.
fn corpus_score(lines: &[usize]) -> f64 {
    let chosen: Vec<&str> = lines.iter().map(|line| SAMPLES.lines().nth(line - 1).unwrap()).collect();
    let dir = TestDir::with([("hyp", &*joined(&chosen)), ("ref", REFERENCE)]);
    dir.run("-r ref hyp -f json").json()["score"].as_f64().unwrap()
}

#[test]
fn the_table_has_the_corpus_scores_of_choices_and_their_gains() {
    let dir = small();
    let rows = dir.run("-r ref --samples 3 samples -f json").json();
    let samples = [[1, 4, 7], [2, 5, 8], [3, 6, 9]].map(|lines| corpus_score(&lines));
    let mean = samples.iter().sum::<f64>() / 3.0;
    let variance = samples.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / 2.0;
    let expected = [mean, corpus_score(&[3, 6, 9]), corpus_score(&[2, 4, 7]), corpus_score(&[1, 4, 7])];
    for (row, (name, score)) in
        rows.as_array().unwrap().iter().zip(["mean", "worst", "best", "mbr"].iter().zip(expected))
    {
        assert_eq!((&row["system"], &row["choice"]), (&json!("samples"), &json!(name)));
        assert_close(&[row["score"].as_f64().unwrap()], &[score]);
        assert_eq!((&row["samples"], &row["segments"]), (&json!(3), &json!(3)));
        match *name {
            "mean" => assert_close(&[row["deviation"].as_f64().unwrap()], &[variance.sqrt()]),
            _ => assert_close(&[row["gain"].as_f64().unwrap()], &[score - mean]),
        }
    }
    let signature = rows[0]["signature"].as_str().unwrap().to_owned();
    assert_says(&signature, &["nrefs:1|", "|eff:no|", "|samples:3|"]);
    assert_eq!(signature.parse::<bleu::Signature>().unwrap().to_string(), signature);

    let table = dir.run("-r ref --samples 3 samples").prints();
    assert_says(&table, &["choice ", "worst ", "mbr ", "3 samples", "standard deviation", &signature]);
    let lines = dir.run("-r ref --samples 3 samples -b").prints();
    let shown: Vec<String> = expected.iter().map(|score| format!("{score:.4}")).collect();
    assert_eq!(lines.lines().collect::<Vec<_>>(), shown);
    let tsv = dir.run("-r ref --samples 3 samples -f tsv").prints();
    assert!(tsv.starts_with("system\tchoice\tscore\t") && tsv.contains("\nsamples\tmean\t"), "{tsv}");
    assert_eq!(tsv.lines().count(), 5);
    assert_says(&dir.run("-r ref --samples 3 samples -f markdown").prints(), &["| choice |"]);
}

#[test]
fn intervals_of_choices_are_those_of_systems() {
    let dir = small();
    dir.write("worst", "x b c d e\np q\nr s t u w\n");
    let expected = dir.run("-r ref worst --confidence -f json").json();
    let rows = dir.run("-r ref --samples 3 samples --confidence -f json").json();
    assert_eq!(rows[1]["confidence"], expected["confidence"]);
    assert!(rows[0]["confidence"]["half_width"].as_f64().unwrap() > 0.0);
    assert_says(rows[0]["signature"].as_str().unwrap(), &["|bs:1000|seed:12345|"]);
    // The mean of one sample is that sample.
    let one = dir.run("-r ref --samples 1 worst --confidence -f json").json();
    assert_eq!(one[0]["confidence"], expected["confidence"]);
    assert_eq!((&one[0]["deviation"], &one[3]["score"]), (&json!(0.0), &one[0]["score"]));
}

#[test]
fn picks_are_lines_of_the_samples() {
    let dir = small();
    assert_eq!(dir.run("--samples 3 --pick mbr samples").prints(), "a b c d e\nk l m n\nr s t u v\n");
    assert_eq!(dir.run("-r ref --samples 3 --pick best samples").prints(), "a b c d f\nk l m n\nr s t u v\n");
    assert_eq!(dir.run("-r ref --samples 3 --pick worst samples").prints(), "x b c d e\np q\nr s t u v\n");
    let rows = dir.run("-r ref --samples 3 --pick best samples -f tsv").prints();
    let header = "segment\tsystem\tsample\tscore\ttext\n";
    assert!(rows.starts_with(&format!("{header}1\tsamples\t2\t1.0\ta b c d f\n2\tsamples\t1\t")), "{rows}");
    assert_eq!(dir.run("-r ref --samples 3 --pick best samples -b --percent").prints().lines().next(), Some("100.00"));
    // Pseudo-references decide alone.
    dir.write("pseudo", "x b c d e\nq\np q\np\nr s t u w\nw\n");
    let picked = dir.run("-r pseudo --reference-samples 2 --samples 3 --pick mbr samples").prints();
    assert_eq!(picked, "x b c d e\np q\nr s t u w\n");
    // What was read from a pipe, byte by byte.
    assert_eq!(dir.pipe("--samples 3 --pick mbr", SAMPLES).prints().lines().count(), 3);
}

#[test]
fn pairs_are_a_long_table_or_a_matrix() {
    let dir = small();
    let text = dir.run("--samples 3 --pairwise samples --digits 2").prints();
    assert!(text.starts_with("1.00\t0.67\t0.67\n0.67\t1.00\t"), "{text}");
    assert_eq!(text.lines().filter(|line| line.is_empty()).count(), 2);
    let tsv = dir.run("--samples 3 --pairwise -r ref samples -f tsv").prints();
    let header = "segment\tsystem\tsample\treference\tscore\n";
    assert!(tsv.starts_with(&format!("{header}1\tsamples\t1\t1\t0.6687403049764")), "{tsv}");
    assert_eq!(tsv.lines().count(), 10);
}

#[test]
fn self_bleu_of_segments_is_that_of_their_lines() {
    let dir = small();
    dir.write("labels", "one\ntwo\none\n");
    let of_segment = |segment: usize| -> f64 {
        let lines: Vec<&str> = SAMPLES.lines().skip(3 * segment).take(3).collect();
        let dir = TestDir::with([("lines", &*joined(&lines))]);
        dir.run("--self-bleu lines -f json").json()["score"].as_f64().unwrap()
    };
    let expected = [of_segment(0), of_segment(1), of_segment(2)];
    let found = dir.run("--samples 3 --self-bleu samples -f json --by labels").json();
    assert_close(&[found["score"].as_f64().unwrap()], &[expected.iter().sum::<f64>() / 3.0]);
    let groups = found["groups"].as_array().unwrap();
    let scores: Vec<f64> = groups.iter().map(|group| group["score"].as_f64().unwrap()).collect();
    assert_close(&scores, &[(expected[0] + expected[2]) / 2.0, expected[1]]);
    assert_says(found["signature"].as_str().unwrap(), &["nrefs:2|", "|pool:self|samples:3|"]);
    let each = records(&dir.run("--samples 3 --self-bleu samples -f json --sentence").prints());
    assert_close(&each.iter().map(|row| row["score"].as_f64().unwrap()).collect::<Vec<_>>(), &expected);
}

#[test]
fn rows_with_the_same_id_are_samples_of_one_segment() {
    let ids = ["p", "p", "p", "q", "q", "q", "é", "é", "é"];
    let references = REFERENCE.lines().flat_map(|line| [line; 3]);
    let rows: String = SAMPLES
        .lines()
        .zip(references)
        .zip(ids)
        .map(|((sample, reference), id)| format!("{id}\t{sample}\t{reference}\n"))
        .collect();
    let dir = small();
    dir.write("table.tsv", format!("id\tmt\tref\n{rows}"));
    let expected = dir.run("-r ref --samples 3 samples -b").prints();
    assert_eq!(dir.run("--records table.tsv --samples-by id -r ref mt -b").prints(), expected);
    assert_eq!(dir.run("--records table.tsv --samples 3 -r ref mt -b").prints(), expected);

    dir.write("apart.tsv", format!("id\tmt\tref\n{rows}p\tz\tz\n"));
    let error = dir.run("--records apart.tsv --samples-by id --pick mbr mt").fails_after_output().1;
    assert_says(&error, &["apart.tsv: line 11: the id p comes again after others; sort the rows"]);
    dir.write("differ.tsv", "id\tmt\tref\n1\ta\tb\n1\tb\tc\n");
    let error = dir.run("--records differ.tsv --samples-by id -r ref mt").fails();
    assert_says(&error, &["differ.tsv: line 3: another reference than line 2, which is a sample of the same segment"]);
    dir.write("none.tsv", "id\tmt\tref\n\ta\tb\n");
    assert_says(&dir.run("--records none.tsv --samples-by id -r ref mt").fails(), &["line 2: an empty id"]);
    let error = dir.run("--records table.tsv --samples 4 -r ref mt").fails();
    assert_says(&error, &["another reference than line 2"]);
    let error = dir.run("--records table.tsv --samples 4 --pick mbr mt").fails_after_output().1;
    assert_says(&error, &["the number of records is not a multiple of --samples: 2 segments of 4 and 1 record more"]);
}

#[test]
fn samples_may_differ_in_number_if_they_are_arrays() {
    let dir = TestDir::with([(
        "data.jsonl",
        "{\"mt\": [\"a b c d\", \"a b c e\", \"a b x\"], \"ref\": \"a b c e\"}\n\
         {\"mt\": [\"k\\nl m n\", \"k l m\"], \"ref\": [\"k l m n\", null, \"k l m o\"]}\n",
    )]);
    let rows = dir.run("--records data.jsonl --samples array -r ref mt -f json").json();
    assert_eq!(rows[0]["samples"], json!(2));
    assert_says(rows[0]["signature"].as_str().unwrap(), &["nrefs:var|", "|samples:var|"]);
    let picked = dir.run("--records data.jsonl --samples array --pick best -r ref mt").prints();
    assert_eq!(picked, "a b c e\nk l m n\n");
    let signature = dir.run("--records data.jsonl --samples array --self-bleu mt").prints();
    assert_says(&signature, &["BLEU|nrefs:var|", "|pool:self|samples:var|"]);
}

#[test]
fn it_is_said_if_segments_have_different_numbers_of_samples() {
    let rows = "{\"r\": \"a b c d\", \"x\": [\"a b c d\"], \"y\": [\"a b c d\", \"a b c x\", \"x\"]}\n\
                {\"r\": \"a b c e\", \"x\": [\"a b c d\", \"a b c e\"], \"y\": [\"a b c e\", \"a b c x\"]}\n";
    let dir = TestDir::with([("data.jsonl", rows)]);
    let run = |arguments: &str| dir.run(&format!("--records data.jsonl -r r --samples array {arguments}"));
    let one = run("x");
    assert_says(&one.err, &["note: x: segments have different numbers of samples", "by the first sample of each"]);
    assert_says(&one.out, &["mean: the corpus score of one sample, the first of each segment."]);
    assert_says(&run("y").err, &["note: y:", "by the first 2 samples of each, as many as all have"]);
    let message = run("x y --paired randomization").fails();
    assert_says(&message, &["x has 1 sample of each segment, y has 2; randomization"]);
}

#[test]
fn lines_that_are_no_multiple_of_the_samples_are_counted() {
    let dir = TestDir::with([("samples", &*"a b\n".repeat(130)), ("ref", "a b\na b\n"), ("refs", "a\nb\nc\n")]);
    let error = dir.run("--samples 64 -r ref samples").fails();
    assert_says(&error, &["not a multiple of --samples", "samples: 130 lines, 2 segments of 64 and 2 lines more"]);
    let error = dir.run("--samples 65 -r refs samples").fails();
    assert_says(&error, &["the numbers of segments differ", "samples: 130 lines, 2 segments of 65", "refs: 3 lines"]);
    let error = dir.run("--samples 65 -r refs --reference-samples 2 samples").fails();
    assert_says(&error, &["not a multiple of --reference-samples", "refs: 3 lines, 1 segment of 2 and 1 line more"]);
    let (picked, error) = dir.run("--samples 64 --pick mbr samples").fails_after_output();
    assert_eq!(picked, "a b\na b\n");
    assert_says(&error, &["130 lines, 2 segments of 64 and 2 lines more"]);
    dir.write("empty", "");
    assert_says(&dir.run("--samples 2 --pick mbr empty").fails(), &["empty: empty; there is nothing to score"]);
}

/// Regression: a batch of less than a segment was taken for the end of the file.
#[test]
fn samples_of_a_segment_may_be_much_text() {
    let line = "a b c d ".repeat(3000) + "\n";
    let dir = TestDir::with([("ref", "a b\na b\n"), ("samples", &*line.repeat(2 * 64))]);
    assert_eq!(dir.run("-q -r ref --samples 64 --pick mbr samples").prints(), line.repeat(2));
}

#[test]
fn arrays_that_hold_no_samples_are_named_with_line_and_key() {
    for (value, message) in [
        ("[]", "the candidate 'mt' is an empty array; it must be an array of strings"),
        ("null", "the candidate 'mt' is null; it must be an array of strings"),
        ("\"a\"", "the candidate 'mt' is a string; it must be an array of strings"),
        ("[\"a\", 1]", "the candidate 'mt' is an array that holds a number; it must be an array of strings"),
        ("[\"a\", null]", "the candidate 'mt' is an array that holds null"),
        ("[[\"a\"]]", "the candidate 'mt' is an array that holds an array"),
    ] {
        let records = format!("{{\"mt\": [\"a\", \"b\"]}}\n{{\"mt\": {value}}}\n");
        let error = TestDir::with([("data.jsonl", &records)]).run("--records data.jsonl --samples array --pairwise mt");
        assert_says(&error.fails_after_output().1, &["data.jsonl: line 2: ", message]);
    }
    let dir = TestDir::with([("t.tsv", "mt\na\n"), ("one.jsonl", "{\"mt\": [\"a\", \"b\"]}\n{\"mt\": [\"a\"]}\n")]);
    dir.write("texts.jsonl", "{\"mt\": [\"a b\", \"c\"]}\n{\"mt\": [\"a b\"]}\n");
    let error = dir.run("--records texts.jsonl -r mt mt").fails();
    assert_says(
        &error,
        &["line 1: the candidate 'mt' is an array; it must be a string; for several samples: --samples array"],
    );
    assert_says(&dir.run("--records t.tsv --samples array --pairwise mt").fails(), &["t.tsv: ", "--samples-by"]);
    let error = dir.run("--records one.jsonl --samples array --pick mbr mt").fails();
    assert_says(&error, &["mt: segment 2: 1 sample", "minimum Bayes risk compares"]);
    let error = dir.run("--records one.jsonl --samples array --self-bleu mt").fails();
    assert_says(&error, &["mt: segment 2: 1 sample", "Self-BLEU compares"]);
}

#[test]
fn flags_that_do_not_go_with_samples_are_refused() {
    let dir = small();
    for (arguments, message) in [
        ("-r ref --pick best samples", "--pick needs --samples"),
        ("--pairwise samples", "--pairwise needs --samples"),
        ("-r ref --reference-samples 2 samples", "--reference-samples needs --samples"),
        ("--samples 3 --pick best samples", "no reference is given"),
        ("--samples 3 --pick mbr --reference-samples 2 samples", "--reference-samples needs -r"),
        ("--samples 3 samples", "no reference is given"),
        ("-r ref --samples 3 --sentence samples", "--sentence cannot be used with --samples"),
        ("-r ref --samples 3 --paired bootstrap samples", "--paired needs at least 2 candidates"),
        ("-r ref --samples 3 --explain samples", "--explain cannot be used with --samples"),
        ("-r ref --samples 3 --by ref samples", "--samples does not support --by"),
        ("--samples 3 --pick mbr samples samples", "at most 1 candidate"),
        ("-r ref --samples 3 --pick mbr --sentence samples", "--pick cannot be used with --sentence"),
        ("-r ref --samples 3 --as nltk samples", "samples are scored only by sacreBLEU's formula"),
        ("-r ref --samples array samples", "--samples array needs --records"),
        ("-r ref --samples-by id samples", "--records"),
        ("-r ref --samples 0 samples", "from 1 to 1048576, `array`, or `nbest`"),
        ("-r ref --samples x samples", "from 1 to 1048576, `array`, or `nbest`"),
        ("--samples 3 --pick mbr --percent samples", "--percent has no effect on the text that --pick prints"),
        ("--samples 3 --pairwise --ref-length shortest samples", "--ref-length has no effect on --pairwise"),
        ("-r ref --samples 3 --names a samples", "--names has no effect on --samples"),
        ("--samples 1 --pick mbr samples", "--samples 1"),
        ("--samples 1 --self-bleu samples", "--samples 1"),
    ] {
        assert_says(&dir.run(arguments).refuses(), &[message]);
    }
}

/// Segments are worked on in batches and by threads, which must not change a byte.
/// Equal signatures stood over different numbers.
#[test]
fn the_signature_says_how_samples_are_chosen() {
    let dir = TestDir::with([("s", "a b c d\na b c d e\nx\nq r s\nq\nq r s t u v w\n"), ("r", "a b c d\nq r s\n")]);
    let run = |flags: &str| dir.run(&format!("-q --samples 3 -r r {flags} s")).prints();
    let (default, without) = (run(""), run("--effective-order=no"));
    assert!(default.contains("|samples:3|choice-eff:yes|") && without.contains("|samples:3|choice-eff:no|"));
    let best = |table: &str| table.lines().find(|line| line.starts_with("best")).unwrap().to_owned();
    assert_ne!(best(&default), best(&without));
    // A tool without that option could not be asked.
    assert!(run("--as multi-bleu").contains("|choice-eff:no|"));
    let signature = default.lines().last().unwrap().strip_prefix("BLEU|").unwrap();
    assert_eq!(signature.parse::<bleu::Signature>().unwrap().to_string(), signature);
}

#[test]
fn results_do_not_depend_on_threads() {
    let sample = |i: usize| (0..20).map(|k| format!("w{} ", (i * i + k * (i % 7)) % 50)).collect::<String>();
    let samples: Vec<String> = (0..8000).map(sample).collect();
    let references: Vec<&String> = samples.iter().step_by(20).collect();
    let dir = TestDir::with([("samples", &*joined(&samples)), ("ref", &*joined(&references))]);
    for arguments in [
        "-r ref --samples 20 samples -f json",
        "-r ref --samples 20 samples -f json --confidence --resamples 50",
        "--samples 20 samples -f json --pick mbr",
        "--samples 20 samples -f tsv --pairwise",
        "--samples 20 samples -f json --self-bleu",
    ] {
        let run = |jobs: usize| dir.run(&format!("-j {jobs} {arguments}")).prints();
        let one = run(1);
        assert!(run(2) == one && run(5) == one, "{arguments}");
    }
}

/// Systems of samples: each is a file with `samples` lines for each of 60 segments, some of whose words are wrong.
fn systems_of_samples(samples: usize) -> TestDir {
    let reference = |i: usize| format!("the {i} quick brown foxes of {} jump over {} lazy dogs", i % 11, i % 7);
    let file = |wrong: u64| {
        // As if drawn for each segment by itself.
        let draw = |i: usize, k: usize| ((i * 31 + k * 17 + 7) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        let line = |i: usize, k: usize| match draw(i, k) % 10 {
            place if place < wrong => reference(i).replace("quick brown", "slow").replace("lazy", "tired"),
            _ => reference(i),
        };
        (0..60 * samples).map(|n| line(n / samples, n % samples) + "\n").collect::<String>()
    };
    TestDir::with([
        ("ref", &*(0..60).map(|i| reference(i) + "\n").collect::<String>()),
        ("base", &file(3)),
        ("new", &file(4)),
        ("bad", &file(9)),
    ])
}

#[test]
fn systems_of_samples_are_compared() {
    let dir = systems_of_samples(4);
    let found = dir.run("-q -r ref --samples 4 --paired bootstrap base new bad -f json").json();
    let scores = dir.run("-q -r ref --samples 4 --confidence base new bad -f json").json();
    for (place, system) in found.as_array().unwrap().iter().enumerate() {
        // Score, interval and deviation belong to the mean of the samples.
        let rows = scores.as_array().unwrap().iter().filter(|row| row["choice"] == "mean");
        let mean = rows.filter(|row| row["system"] == system["system"]).collect::<Vec<_>>()[0];
        assert!((system["score"].as_f64().unwrap() - mean["score"].as_f64().unwrap()).abs() < 1e-12, "{place}");
        assert_eq!(system["confidence"], mean["confidence"]);
        assert_eq!((&system["samples"], &system["sample_deviation"]), (&serde_json::json!(4), &mean["deviation"]));
    }
    assert!(found[2]["p_value"].as_f64().unwrap() < 0.05 && found[0]["p_value"].is_null());
    assert!(found[0]["signature"].as_str().unwrap().contains("|bs:1000|seed:12345|"), "{}", found[0]["signature"]);
    let text = dir.run("-r ref --samples 4 --paired bootstrap base new bad").prints();
    assert_says(&text, &["two draws of one model differ by up to", "standard error of Δ", "segments 0.", "samples 0."]);
    let swapped = dir.run("-q -r ref --samples 4 --paired randomization --resamples 300 base bad -b").prints();
    assert!(swapped.lines().nth(1).unwrap().ends_with("0.0033"), "{swapped}");
    let ranks = dir.run("-q -r ref --samples 4 --all-pairs bootstrap bad base new -f json").json();
    assert_eq!(ranks["systems"][2]["system"], "bad");
    let gate = dir.run("-q -r ref --samples 4 --paired bootstrap --fail-if-worse base bad");
    assert_eq!((gate.status, &gate.err[..9]), (Some(3), "bleu: bad"));
    // A group has the results of its segments alone.
    dir.write("labels", ["a\n"; 30].concat() + &["b\n"; 25].concat() + &["c\n"; 5].concat());
    for name in ["ref", "base", "new"] {
        let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
        let lines = if name == "ref" { 30 } else { 120 };
        dir.write(&format!("{name}.a"), text.split_inclusive('\n').take(lines).collect::<String>());
    }
    let grouped = dir.run("-q -r ref --samples 4 --paired bootstrap --by labels base new -f json").json();
    let alone = dir.run("-q -r ref.a --samples 4 --paired bootstrap base.a new.a -f json").json();
    for place in 0..2 {
        let group = &grouped[place]["groups"][0];
        assert_eq!((&group["group"], &group["segments"]), (&serde_json::json!("a"), &serde_json::json!(30)));
        for key in ["score", "confidence", "difference", "p_value", "sample_deviation", "segments_better"] {
            assert_eq!(group.get(key), alone[place].get(key), "{key}");
        }
        assert_eq!(grouped[place]["score"], found[place]["score"]);
        assert!(grouped[place]["groups"][2]["confidence"].is_null());
    }
    assert_says(&dir.run("-q -r ref --samples 4 --paired bootstrap --by labels base new").prints(), &["group", "± 0."]);
    let gate = dir.run("-q -r ref --samples 4 --paired bootstrap --by labels base bad --fail-under a=0.9");
    assert_eq!(gate.status, Some(3));
    assert_says(&gate.err, &["bad: group a"]);
    let ranks = dir.run("-q -r ref --samples 4 --all-pairs bootstrap --by labels base new").refuses();
    assert_says(&ranks, &["--all-pairs does not support --by; use --paired"]);
    // One sample is a system of one run.
    let one = systems_of_samples(1);
    for test in ["bootstrap", "randomization --resamples 300"] {
        let numbers = |samples: &str| one.run(&format!("-q -r ref {samples} --paired {test} base new bad -b")).prints();
        assert_eq!(numbers("--samples 1"), numbers(""), "{test}");
    }
}

#[test]
fn unequal_numbers_of_samples_are_not_called_runs() {
    let row = r#"{"r": "a b c d e", "x": ["a b c d e", "a b c"], "y": ["a b c d f"]}"#;
    let dir = TestDir::with([("log.jsonl", &format!("{row}\n").repeat(30))]);
    let run = |flags: &str| dir.run(&format!("--records log.jsonl -r r --samples array {flags} x y"));
    for test in ["--paired randomization", "--all-pairs randomization"] {
        let err = run(test).fails();
        assert_says(&err, &["x has 2 samples of each segment, y has 1", "the bootstrap does not"]);
        assert!(!err.contains("runs"), "{err}");
    }
    // One degree of freedom: the limit would be 13 times the scale.
    assert_says(&run("--paired bootstrap").out, &["y and x: too few samples to say how far two"]);
}

#[test]
fn what_needs_single_runs_is_refused_with_samples() {
    let dir = systems_of_samples(2);
    let refused = |flags: &str| dir.run(&format!("-r ref --samples 2 {flags} base new")).refuses();
    assert_says(&refused("--paired bootstrap --robust"), &["--robust is for systems of one run each"]);
    assert_says(&dir.run("-r ref --samples 2 --pick best --report page.html base").refuses(), &["--report"]);
    assert_says(
        &dir.run("-r ref --samples 2 --paired bootstrap base").refuses(),
        &["--paired needs at least 2 candidates"],
    );
}
