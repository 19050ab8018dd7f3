//! Logs of language models as candidates: `--at`, joined by id, and answers without a text.

use crate::common::{Run, TestDir, assert_says};
use serde_json::{Value, json};

/// Text of four segments, of which a second system has another.
const TEXTS: [&str; 4] =
    ["the cat sat on the mat", "a dog ran over the hill", "it is raining again today", "we like the sea a lot"];

/// A response with this text, which ended so.
fn response(text: Value, reason: &str) -> Value {
    json!({"id": "x", "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": reason}]})
}

fn lines(rows: impl IntoIterator<Item = Value>) -> String {
    rows.into_iter().map(|row| format!("{row}\n")).collect()
}

/// Plain files and logs of the same texts.
fn dir() -> TestDir {
    let dir = TestDir::with([]);
    let plain = |texts: [&str; 4]| texts.map(|text| format!("{text}\n")).concat();
    let mut other = TEXTS;
    other[1] = "a dog ran \"over\" the hills";
    dir.write("ref", plain(TEXTS));
    dir.write("one", plain(TEXTS));
    dir.write("two", plain(other));
    for (name, texts) in [("one.jsonl", TEXTS), ("two.jsonl", other)] {
        dir.write(name, lines(texts.map(|text| response(text.into(), "stop"))));
    }
    let ids = lines((0..4).map(|i| json!({"id": format!("s{i}"), "ref": TEXTS[i], "doc": i / 2})));
    dir.write("table.jsonl", ids);
    dir
}

const AT: &str = "--at choices[0].message.content";

/// Output and messages of a run that succeeds.
fn notes(run: Run) -> (String, String) {
    assert_eq!(run.status, Some(0), "{}", run.err);
    (run.out, run.err)
}

/// Scores without the names of systems.
fn scores(output: &str) -> Vec<f64> {
    let found: Value = serde_json::from_str(output).unwrap();
    let one = |found: &Value| found["score"].as_f64().unwrap();
    found.as_array().map_or_else(|| vec![one(&found)], |systems| systems.iter().map(one).collect())
}

#[test]
fn logs_score_as_their_texts_in_every_mode() {
    let dir = dir();
    for mode in ["", "--sentence", "--confidence --resamples 50", "--paired bootstrap --resamples 50", "--what-if"] {
        let run = |texts: &str| dir.run(&format!("-q -f json {mode} --names a,b -r ref {texts}")).prints();
        let (plain, logs) = (run("one two"), run(&format!("{AT} one.jsonl two.jsonl")));
        // Corpus scores say how answers ended.
        let whole = ["", "--confidence --resamples 50", "--paired bootstrap --resamples 50"].contains(&mode);
        match whole {
            true => assert_eq!(scores(&logs), scores(&plain), "{mode}"),
            false => assert_eq!(logs, plain, "{mode}"),
        }
    }
    let stats = |texts: &str| dir.run(&format!("-q --stats --names a,b -r ref {texts}")).prints();
    assert_eq!(stats(&format!("{AT} one.jsonl two.jsonl")), stats("one two"));
    let explained = dir.run(&format!("-q --explain-segment 2 -r ref {AT} two.jsonl")).prints();
    assert_eq!(explained.replace("two.jsonl", "two"), dir.run("-q --explain-segment 2 -r ref two").prints());
}

/// All shapes in which a log may be: lines, an array, in an object, CSV.
#[test]
fn a_log_may_be_an_array_or_a_table() {
    let dir = dir();
    let expected = dir.run("-q -b -r ref two").prints();
    let rows: Vec<Value> = std::fs::read_to_string(dir.path().join("two"))
        .unwrap()
        .lines()
        .map(|text| json!({"n": 1, "text": text}))
        .collect();
    dir.write("array.json", serde_json::to_string_pretty(&rows).unwrap());
    dir.write("object.json", serde_json::to_string_pretty(&json!({"a": {"rows": [1]}, "rows": rows, "z": 1})).unwrap());
    let csv =
        rows.iter().map(|row| format!("{},\"{}\"\n", row["n"], row["text"].as_str().unwrap().replace('"', "\"\"")));
    dir.write("log.csv", format!("n,text\n{}", csv.collect::<String>()));
    for arguments in ["--at text array.json", "--at rows:text object.json", "--at text log.csv"] {
        assert_eq!(dir.run(&format!("-q -b -r ref {arguments}")).prints(), expected, "{arguments}");
    }
    let array = std::fs::read(dir.path().join("array.json")).unwrap();
    assert_eq!(dir.pipe("-q -b -r ref --at text", array).prints(), expected);
    assert_says(&dir.run("-r ref --at row:text object.json").fails(), &["object.json: no array 'row' in an object"]);
}

/// Keys with the marks that separate paths, and keys of records.
#[test]
fn a_key_may_have_a_bar_or_a_colon() {
    let dir = dir();
    let expected = dir.run("-q -b -r ref two").prints();
    let two = std::fs::read_to_string(dir.path().join("two")).unwrap();
    for (at, key) in [("a|b", "a|b"), ("a:b", "a:b"), ("x|a:b", "a:b"), ("a|b:c|d", "a|b:c|d"), ("a:b|c:d", "c:d")] {
        let rows = two.lines().map(|text| json!({key: text, "n": "a number"}));
        dir.write("log.jsonl", lines(rows));
        assert_eq!(dir.run(&format!("-q -b -r ref --at {at} log.jsonl")).prints(), expected, "{at}");
        let log = std::fs::read(dir.path().join("log.jsonl")).unwrap();
        assert_eq!(dir.pipe(&format!("-q -b -r ref --at {at}"), log).prints(), expected, "{at}");
    }
    for (at, keys) in [
        ("x|y.t:u", ["x|y", "t:u"]),
        (r#""x|y"."t:u""#, ["x|y", "t:u"]),
        (r#"z|"x|y"."t:u""#, ["x|y", "t:u"]),
        (r#""a.b"."c[0]""#, ["a.b", "c[0]"]),
        ("m:n.t", ["m:n", "t"]),
        (r#""m|n".t"#, ["m|n", "t"]),
    ] {
        dir.write("log.jsonl", lines(two.lines().map(|text| json!({keys[0]: {keys[1]: text}, "_": 1}))));
        assert_eq!(dir.run(&format!("-q -b -r ref --at {at} log.jsonl")).prints(), expected, "{at}");
        // The message about an unknown key has the path as it can be typed.
        let message = dir.run("-r ref --at other log.jsonl").fails();
        let named = message.rsplit(", ").next().unwrap().trim_end();
        assert_eq!(dir.run(&format!("-q -b -r ref --at {named} log.jsonl")).prints(), expected, "{message}");
    }
    let rows = two.lines().map(|text| json!({"m:n": [{"t": text}]}));
    dir.write("log.jsonl", lines(rows.clone()));
    dir.write("object.json", json!({"r:s": rows.collect::<Vec<_>>()}).to_string());
    for (at, file) in
        [("m:n[0].t", "log.jsonl"), (r#""m:n"[0].t"#, "log.jsonl"), (r#""r:s":"m:n"[0].t"#, "object.json")]
    {
        assert_eq!(dir.run(&format!("-q -b -r ref --at {at} {file}")).prints(), expected, "{at}");
    }
    // A separator of paths is taken as one before it is taken as part of a key.
    let rows = two.lines().map(|text| json!({"a": text, "a|b": "something else"}));
    dir.write("log.jsonl", lines(rows));
    assert_eq!(dir.run("-q -b -r ref --at a|b log.jsonl").prints(), expected);
    let message = dir.run("-r ref --at nope|nada log.jsonl").fails();
    assert_says(&message, &["log.jsonl: no key 'nope'; the keys are a, \"a|b\"; nor is there 'nada'"]);
}

#[test]
fn answers_without_a_text_are_counted_by_reason() {
    let dir = dir();
    let rows = [
        response(TEXTS[0].into(), "length"),
        response(Value::Null, "content_filter"),
        json!({"error": {"code": "rate_limit_exceeded", "type": "tokens"}}),
        response(TEXTS[3].into(), "stop"),
    ];
    dir.write("log.jsonl", lines(rows));
    dir.write("empty", format!("{}\n\n\n{}\n", TEXTS[0], TEXTS[3]));
    let (output, note) = notes(dir.run(&format!("-r ref {AT} log.jsonl -f json")));
    assert_says(
        &note,
        &[
            "note: log.jsonl: of 4 answers: 2 without a text (content_filter 1, rate_limit_exceeded 1), scored as empty; \
           1 refused; 1 cut off at a limit of length",
        ],
    );
    assert!(!note.contains("have no token"), "{note}");
    let found: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(
        found["answers"],
        json!({"empty": 2, "refused": 1, "cut_off": 1, "reasons": {"content_filter": 1, "rate_limit_exceeded": 1}})
    );
    assert_eq!(scores(&output), scores(&dir.run("-q -r ref empty -f json").prints()));
    let table = dir.run(&format!("-q -r ref {AT} one.jsonl log.jsonl")).prints();
    assert_says(&table, &["empty  refused  cut off"]);
    let table = dir.run(&format!("-q -r ref {AT} one.jsonl log.jsonl --columns score,empty -f tsv")).prints();
    assert!(table.starts_with("system\tscore\tempty\n") && table.ends_with("\t2\n"), "{table}");
    // A log without a fault has no columns.
    assert!(!dir.run(&format!("-q -r ref {AT} one.jsonl two.jsonl")).prints().contains("refused"));
}

#[test]
fn segments_of_empty_candidates_are_left_out_for_all_systems() {
    let dir = dir();
    dir.write(
        "log.jsonl",
        lines([Value::Null, TEXTS[1].into(), "".into(), TEXTS[3].into()].map(|text| response(text, "stop"))),
    );
    let pick = [1, 3];
    for name in ["ref", "one", "two"] {
        let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        dir.write(&format!("{name}.part"), pick.map(|i| format!("{}\n", lines[i])).concat());
    }
    let expected = dir.run("-q -f json -r ref.part one.part two.part").prints();
    let skipped = dir.run(&format!("-f json --empty-candidate skip -r ref {AT} two.jsonl two.jsonl log.jsonl"));
    let (skipped, note) = notes(skipped);
    assert_says(
        &note,
        &[
            "2 without a text (stop 2), whose segments are left out",
            "2 segments without the text of a candidate left out",
        ],
    );
    assert_eq!(scores(&skipped)[0], scores(&expected)[1]);
    assert!(skipped.contains("|empty-cand:skip|"), "{skipped}");
    // For files of lines too.
    dir.write("gaps", format!("\n{}\n \n{}\n", TEXTS[1], TEXTS[3]));
    let gaps = dir.run("-q -f json --empty-candidate skip -r ref two gaps").prints();
    assert_eq!(scores(&gaps)[0], scores(&expected)[1]);
    assert_says(
        &dir.run("-r ref --empty-candidate error two gaps").fails(),
        &["gaps: line 1: no text; --empty-candidate score"],
    );
    // A source text is read like a candidate, and must not decide which segments are left out.
    let message = dir.run("--explain --source gaps -r ref --empty-candidate skip two").refuses();
    assert_says(&message, &["--source", "--empty-candidate"]);
    assert_says(&dir.run("-r ref --empty-candidate skip two two --sentence").prints(), &["1.0000\t1.0000"]);
    dir.write("nothing", "\n\n\n\n");
    assert_says(
        &dir.run("-r ref --empty-candidate skip nothing").fails(),
        &["each segment lacks the text of a candidate"],
    );
}

#[test]
fn answers_are_joined_by_their_ids() {
    let dir = dir();
    let row = |i: usize, text: &str| json!({"id": format!("s{i}"), "out": {"text": text}});
    dir.write("log.jsonl", lines([3, 0, 2, 1].map(|i| row(i, TEXTS[i]))));
    let run = |arguments: &str| dir.run(&format!("--records table.jsonl -r ref --id id --at out.text {arguments}"));
    assert_eq!(run("-q log.jsonl --sentence").prints(), "s0\t1.0000\ns1\t1.0000\ns2\t1.0000\ns3\t1.0000\n");
    let groups: Value = serde_json::from_str(&run("-q log.jsonl --by doc -f json").prints()).unwrap();
    assert_eq!(groups["groups"].as_array().unwrap().len(), 2);
    dir.write("twice.jsonl", lines([0, 1, 2, 3, 1, 0].map(|i| row(i, TEXTS[i]))));
    assert_says(
        &run("log.jsonl twice.jsonl").fails(),
        &[
            "twice.jsonl: 2 ids come more than once: s1 (line 2 and line 5) and s0 (line 1 and line 6); keep one answer of each",
        ],
    );
    dir.write("short.jsonl", lines([0, 3].map(|i| row(i, TEXTS[i]))));
    assert_says(
        &run("short.jsonl").fails(),
        &["short.jsonl: no record for 2 ids: s1 and s2", "--empty-candidate score"],
    );
    let (output, note) = notes(run("short.jsonl --empty-candidate score -f json"));
    assert_says(&note, &["2 without a text (no record 2), scored as empty"]);
    dir.write("gaps", format!("{}\n\n\n{}\n", TEXTS[0], TEXTS[3]));
    assert_eq!(scores(&output), scores(&dir.run("-q -f json -r ref gaps").prints()));
    assert_eq!(scores(&run("-q short.jsonl --empty-candidate skip -f json").prints()), [1.0]);
    dir.write("long.jsonl", lines((0..6).map(|i| row(i, TEXTS[i % 4]))));
    assert_says(&run("long.jsonl").fails(), &["long.jsonl: 2 ids that table.jsonl does not have: s4 and s5"]);
}

/// References that are lines have no ids but their numbers.
#[test]
fn ids_of_lines_are_numbers_from_0_or_1() {
    let dir = dir();
    for (first, is_number) in [(0, true), (1, true), (0, false)] {
        let rows = [2, 0, 3, 1].map(|i| {
            let id = i + first;
            json!({"id": if is_number { Value::from(id) } else { Value::from(id.to_string()) }, "text": TEXTS[i]})
        });
        dir.write("log.jsonl", lines(rows));
        assert_eq!(dir.run("-q -b -r ref --at text --id id log.jsonl").prints(), "1.0000\n", "{first}");
    }
    // It could be either.
    dir.write("log.jsonl", lines([1, 2, 3].map(|i| json!({"id": i, "text": TEXTS[i]}))));
    let message = dir.run("-r ref --at text --id id --empty-candidate score log.jsonl").fails();
    assert_says(&message, &["ids of answers must be the numbers of the lines of ref", "neither 0 nor 4 occurs"]);
}

#[test]
fn logs_of_other_lengths_give_no_score() {
    let dir = dir();
    let text = std::fs::read_to_string(dir.path().join("one.jsonl")).unwrap();
    dir.write("short.jsonl", text.lines().take(3).map(|line| format!("{line}\n")).collect::<String>());
    dir.write("long.jsonl", text.clone() + &text);
    for logs in ["short.jsonl", "one.jsonl short.jsonl"] {
        let message = dir.run(&format!("-r ref {AT} {logs}")).fails();
        assert_says(
            &message,
            &["short.jsonl: 3 records, but ref has 4 segments; name the ids that join them with --id"],
        );
    }
    for logs in ["long.jsonl", "one.jsonl long.jsonl"] {
        let message = dir.run(&format!("-r ref {AT} {logs}")).fails();
        assert_says(
            &message,
            &["long.jsonl: 8 records, but ref has 4 segments; name the ids that join them with --id"],
        );
    }
}

#[test]
fn several_answers_are_samples() {
    let dir = dir();
    let row = |text: &str| json!({"choices": [{"text": text}, {"text": "x"}, {"text": null}]});
    dir.write("log.jsonl", lines(TEXTS.map(row)));
    assert_eq!(
        dir.run("-q -r ref --at choices[].text --pick best log.jsonl").prints(),
        TEXTS.map(|text| format!("{text}\n")).concat()
    );
    let (_, note) = notes(dir.run("-r ref --at choices[].text log.jsonl"));
    assert_says(&note, &["of 12 answers: 4 without a text (null 4)"]);
}

#[test]
fn samples_of_several_logs_are_in_one_table() {
    let dir = dir();
    let row = |text: &str| json!({"choices": [{"text": text}, {"text": text.replace("the", "a")}]});
    let two = |text: &str| json!({"choices": [{"text": "x"}, {"text": text}, {"text": text}]});
    dir.write("a.jsonl", lines(TEXTS.map(row)));
    dir.write("b.jsonl", lines(TEXTS.map(two)));
    for flags in ["", "--confidence"] {
        let run = |logs: &str, more: &str| dir.run(&format!("-q -r ref --at choices[].text {flags} {more} {logs}"));
        let rows = |logs: &str| -> Vec<Value> { run(logs, "-f json").json().as_array().unwrap().clone() };
        assert_eq!(rows("a.jsonl b.jsonl"), [rows("a.jsonl"), rows("b.jsonl")].concat(), "{flags}");
        let table = run("a.jsonl b.jsonl", "").prints();
        let systems: Vec<&str> = table.lines().take(9).map(|line| &line[..8]).collect();
        assert_eq!(systems[..6], ["system  ", "a       ", "        ", "        ", "        ", "b       "], "{table}");
        assert_says(&table, &["samples:2", "samples:3"]);
        let table = run("a.jsonl b.jsonl", "--names one,other").prints();
        assert_says(&table, &["one  ", "other  "]);
    }
    let (_, message) = notes(dir.run("-r ref --at choices[].text a.jsonl b.jsonl"));
    assert!(message.is_empty(), "{message}");
    let plain = "a b c d e\na b c d\nx\ny z\n";
    dir.write("samples", plain.repeat(2));
    assert_eq!(dir.run("-q -r ref --samples 2 samples samples -b").prints().lines().count(), 8);
    let refused = dir.run("-r ref --samples 2 samples -").refuses();
    assert_says(&refused, &["samples of several systems need texts that can be read twice"]);
    assert_says(&dir.run("-r ref --at choices[].text --pick mbr a.jsonl b.jsonl").refuses(), &["at most 1 candidate"]);
}

#[test]
fn logs_of_several_services_have_several_paths() {
    let dir = dir();
    let error = json!({"error": {"code": "429"}});
    dir.write(
        "other.jsonl",
        lines([error.clone(), error].into_iter().chain(TEXTS[2..].iter().map(|text| json!({"text": text})))),
    );
    let paths = "--at text|choices[0].message.content";
    let run = |flags: &str| dir.run(&format!("-q -r ref -f json {flags}"));
    let both = scores(&run(&format!("{paths} one.jsonl other.jsonl")).prints());
    let alone = [format!("{AT} one.jsonl"), "--at text other.jsonl".into()].map(|log| scores(&run(&log).prints())[0]);
    assert_eq!(both, alone);
    let (_, note) = notes(dir.run(&format!("-r ref {paths} other.jsonl")));
    assert_says(&note, &["of 4 answers: 2 without a text (429 2)"]);
    let message = dir.run("-r ref --at txt|content one.jsonl").fails();
    assert_says(&message, &["one.jsonl: no key 'txt'"]);
}

#[test]
fn groups_have_no_columns_of_answers() {
    let dir = dir();
    dir.write(
        "log.jsonl",
        lines(
            (0..4).map(|i| json!({"id": format!("s{i}"), "text": if i == 1 { Value::Null } else { TEXTS[i].into() }})),
        ),
    );
    let table = dir.run("-q --records table.jsonl -r ref --id id --by doc --at text log.jsonl").prints();
    assert!(table.contains("group") && !table.contains("empty"), "{table}");
}

#[test]
fn the_table_has_the_lines_that_look_wrong() {
    let dir = TestDir::with([]);
    let text = |i: usize| format!("on day {i} the {} of us saw a hill and {} small houses", i % 7, i * 3);
    let plain = |i: usize| text(i).replace("saw", "watched");
    let debris = |i: usize| if i.is_multiple_of(5) { format!("Translation: {}", plain(i)) } else { plain(i) };
    dir.write("ref", (0..60).map(|i| text(i) + "\n").collect::<String>());
    dir.write("clean.jsonl", lines((0..60).map(|i| json!({"text": plain(i)}))));
    dir.write(
        "debris.jsonl",
        lines((0..60).map(|i| json!({"text": if i == 7 { Value::Null } else { debris(i).into() }}))),
    );
    let logs = "-r ref --at text clean.jsonl debris.jsonl";
    let (table, warning) = notes(dir.run(logs));
    assert_says(&warning, &["debris.jsonl: lines begin or end with added text (wrapped): "]);
    let row = |name: &str| -> Vec<String> {
        let table = table.replace("after --clean", "cleaned");
        let blocks = table.lines().filter(|line| line.starts_with(name));
        blocks.flat_map(|line| line.split_whitespace().skip(1).map(String::from)).collect()
    };
    let titles = row("system");
    assert_eq!(titles[titles.len() - 4..], ["empty", "labels", "wrapped", "cleaned"], "{table}");
    let cleaned = dir.run(&format!("{logs} --clean labels -q -b")).prints();
    let cleaned: Vec<&str> = cleaned.lines().collect();
    assert_eq!(row("clean")[6..], ["0", "0", "0", cleaned[0]], "{table}");
    assert_eq!(row("debris")[6..], ["1", "12", "12", cleaned[1]], "{table}");
    let json: Value = serde_json::from_str(&dir.run(&format!("{logs} -f json -q")).prints()).unwrap();
    assert_eq!(json[1]["problems"], json!({"labels": 12, "wrapped": 12}));
    assert_eq!((&json[0]["cleaned"]["lines"], &json[1]["cleaned"]["lines"]), (&json!(0), &json!(12)));
    let line = dir.run("-q -r ref --at text debris.jsonl").prints();
    assert_says(&line, &[&format!("(after --clean = {}) ", cleaned[1])]);
    assert!(!notes(dir.run(&format!("{logs} --columns score"))).0.contains("wrapped"));
    assert!(!notes(dir.run(&format!("{logs} -f latex"))).0.contains("wrapped"));
    let chosen = dir.run(&format!("{logs} --columns problems,cleaned -f tsv -q")).prints();
    let chosen: Vec<Vec<&str>> = chosen.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(chosen[0], ["system", "lines:labels", "lines:wrapped", "cleaned", "lines_to_clean"]);
    assert_eq!((chosen[2][1], chosen[2][2], chosen[2][4]), ("12", "12", "12"));
}

#[test]
fn problems_are_counted_in_all_lines_if_their_column_is_chosen() {
    let dir = TestDir::with([]);
    let text = |i: usize| format!("on day {i} the {} of us saw a hill and {} small houses", i % 7, i * 3);
    dir.write("ref", (0..900).map(|i| text(i) + "\n").collect::<String>());
    let refusal = |i: usize| if i.is_multiple_of(30) { "I cannot help with that, sorry.".into() } else { text(i) };
    dir.write("hyp", (0..900).map(|i| refusal(i) + "\n").collect::<String>());
    dir.write("other", (0..900).map(|i| text(i) + "\n").collect::<String>());
    let table = dir.run("-q -r ref hyp other --columns problems -f tsv").prints();
    assert!(table.lines().next().unwrap().contains("lines:stock lines"), "{table}");
    assert!(table.lines().any(|line| line.starts_with("hyp") && line.contains("\t30")), "{table}");
    // Lines of a text may be empty; empty answers of a log have a column of their own.
    let line = |i: usize| if i.is_multiple_of(90) { "\n".into() } else { text(i) + "\n" };
    dir.write("empty", (0..900).map(line).collect::<String>());
    let table = dir.run("-q -r ref empty other --columns problems -f tsv").prints();
    let mut cells = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let place = cells.next().unwrap().iter().position(|name| *name == "lines:empty lines").unwrap();
    assert_eq!(cells.map(|row| row[place]).collect::<Vec<_>>(), ["10", "0"]);
    let refused = dir.run("-q -r ref hyp other --columns cleaned").refuses();
    assert_says(&refused, &["--columns cleaned is there only with --at"]);
}

#[test]
fn several_files_of_a_log_are_one_system() {
    let dir = dir();
    let answer = |i: usize| json!({"id": format!("s{i}"), "text": TEXTS[i]});
    let logs = "--records table.jsonl -r ref --id id --at text";
    dir.write("all.jsonl", lines((0..4).map(answer)));
    dir.write("parts/a-1.jsonl", lines([answer(3)]));
    dir.write("parts/a-10.jsonl", lines([answer(0), answer(2)]));
    dir.write("parts/a-2.jsonl", json!([answer(1)]).to_string());
    dir.write("parts/b-1.jsonl", lines([answer(1)]));
    for flags in ["", "--by doc", "--sentence"] {
        let expected = dir.run(&format!("{logs} {flags} -f json --names a all.jsonl")).prints();
        assert_eq!(dir.run(&format!("{logs} {flags} -f json --names a parts/a-*.jsonl")).prints(), expected, "{flags}");
    }
    let several = dir.run(&format!("{logs} all.jsonl parts/a-*.jsonl -b")).prints();
    assert_eq!(several, "1.0000\n1.0000\n");
    dir.run(&format!("{logs} --keep-going all.jsonl parts/a-*.jsonl -b")).prints();
    for (logs, message) in [
        (
            format!("{logs} parts/*.jsonl"),
            "parts/*.jsonl: an id comes more than once: s1 (parts/a-2.jsonl: item 1 and parts/b-1",
        ),
        (format!("{logs} parts/c*.jsonl"), "parts/c*.jsonl: no file matches"),
        (
            format!("{logs} parts/a-1.jsonl/*"),
            "parts/a-1.jsonl/*: no file matches; parts/a-1.jsonl is a file, not a folder",
        ),
        (format!("{logs} absent/*"), "absent/*: no file matches; there is no folder absent"),
        (format!("{logs} part*"), "part*: no file matches; only folders do, whose files need a further /*"),
        ("-r ref --at text parts/a*.jsonl".into(), "files are in no order; name the ids that join them with --id"),
    ] {
        assert_says(&dir.run(&logs).fails(), &[message]);
    }
    dir.write("parts/a-1.jsonl", "{\"text\": \"\\ud800\", \"id\": \"s3\"}\n");
    let message = dir.run(&format!("{logs} parts/a-*.jsonl")).fails();
    assert_says(&message, &["parts/a-1.jsonl: line 1, byte ", "surrogate", "; the id of the record is s3"]);
    let report = dir.run(&format!("{logs} parts/a-*.jsonl --report parts/a-1.jsonl.html")).fails();
    assert_says(&report, &["a-1.jsonl"]);
    std::os::unix::fs::symlink("a-1.jsonl", dir.path().join("parts/page.html")).unwrap();
    let refused = dir.run(&format!("{logs} parts/a-*.jsonl --report parts/page.html")).refuses();
    assert_says(&refused, &["parts/page.html is also the input parts/a-1.jsonl"]);
}

#[test]
fn bad_logs_are_refused_with_their_place() {
    let dir = dir();
    let deep = format!("{{\"text\": \"a\", \"x\": {}{}}}\n", "[".repeat(200_000), "]".repeat(200_000));
    dir.write("deep.jsonl", [deep.clone(), deep.clone(), deep.clone(), deep].concat());
    dir.run("-q -r ref --at text deep.jsonl").prints();
    for (bad, message) in [
        (&b"{\"text\": \"\\ud800\"}\n"[..], "log.jsonl: line 1, byte "),
        (b"{\"text\": \"a\"}\n{\"text\": \"\xFF\"}\n", "log.jsonl: line 2, byte 11: not UTF-8 (0xFF)"),
        (b"{\"text\": \"a\"}\n{\"text\": \"a\n", "log.jsonl: line 2, byte"),
        (b"{\"text\": 7}\n", "log.jsonl: line 1: the answer 'text' is a number; it must be a string or null"),
        (
            b"{\"text\": [\"a\"]}\n",
            "log.jsonl: line 1: the answer 'text' is an array; it must be a string; name the texts in it",
        ),
        (
            b"{\"txt\": \"a\"}\n{\"txt\": \"a\"}\n{\"txt\": \"a\"}\n{\"txt\": \"a\"}\n",
            "log.jsonl: no key 'text'; did you mean 'txt'?",
        ),
        (b"<d></d>\n", "log.jsonl: line 1, byte 1: not a JSON object"),
    ] {
        dir.write("log.jsonl", bad);
        for logs in ["log.jsonl", "one.jsonl log.jsonl"] {
            if logs.starts_with("one") && !message.contains("line") {
                continue;
            }
            dir.write("one.jsonl", "{\"text\": \"a\"}\n".repeat(4));
            assert_says(&dir.run(&format!("-r ref --at text {logs}")).fails(), &[message]);
        }
    }
    // The record with a fault is named by its id too.
    let run = |bad: &[u8]| {
        dir.write("log.jsonl", [b"{\"id\": \"s1\", \"text\": \"a\"}\n{\"id\": \"s0\", \"text\": ", bad].concat());
        dir.run("--records table.jsonl -r ref --id id --at text log.jsonl").fails()
    };
    for (bad, message) in [
        (&b"\"\xFF\"}\n"[..], "log.jsonl: line 2, byte 23: not UTF-8"),
        (b"\"\\ud800\"}\n", "log.jsonl: line 2, byte "),
        (b"\"a\n", "log.jsonl: line 2, byte "),
        (b"7}\n", "log.jsonl: line 2: the answer 'text' is a number"),
    ] {
        assert_says(&run(bad), &[message, "; the id of the record is s0"]);
    }
    let long = format!("{{\"text\": \"{}", "a b c d ".repeat(8 << 20));
    let log = |end: &str| format!("{}{long}{end}\n", "{\"text\": \"a\"}\n".repeat(3));
    dir.write("log.jsonl", log(""));
    assert_says(&dir.run("-r ref --at text log.jsonl").fails(), &["log.jsonl: line 4, byte 67108"]);
    dir.write("log.jsonl", log("\"}"));
    let many = "log.jsonl: segment 4: a line has 33554432 tokens; at most";
    assert_says(&dir.run("-r ref --at text log.jsonl").fails(), &[many]);
    dir.write("log.xml", "<d></d>\n");
    assert_says(&dir.run("-r ref --at text log.xml").fails(), &["log.xml: --at is for JSON, CSV and TSV"]);
}

#[test]
fn reasons_of_a_log_do_not_reach_the_terminal_raw() {
    let dir = dir();
    dir.write(
        "log.jsonl",
        lines([
            json!({"error": "\u{1b}[31mred", "text": null}),
            json!({"text": "a"}),
            json!({"text": "a"}),
            json!({"text": "a"}),
        ]),
    );
    let (_, note) = notes(dir.run("-r ref --at text log.jsonl"));
    assert!(!note.contains('\u{1b}') && note.contains("[31mred 1"), "{note}");
}

#[test]
fn json_that_is_read_as_lines_is_answered_with_the_path_of_its_text() {
    let dir = dir();
    let (_, message) = dir.run("-r ref one.jsonl").warns();
    assert_says(
        &message,
        &[
            "its text seems to be at 'choices[0].message.content': bleu -r ref --at 'choices[0].message.content' one.jsonl",
        ],
    );
}

#[test]
fn the_other_candidates_are_scored_if_one_is_broken() {
    let dir = dir();
    dir.write("bad", b"a\n\xFF\nb\nc\n");
    dir.write("bad.jsonl", "{\"choices\": 7\n".repeat(4));
    let logs = format!("{AT} one.jsonl bad.jsonl two.jsonl");
    for (texts, error) in [("one bad two", "bad: line 2, byte 1: not UTF-8"), (&*logs, "bad.jsonl: line 1, byte ")] {
        let (output, message) = dir.run(&format!("--keep-going -f json -r ref {texts}")).fails_after_output();
        assert_says(&message, &[error, "1 of 3 candidates cannot be read; the others are scored"]);
        let mut found: Vec<Value> = serde_json::from_str(&output).unwrap();
        let broken = found.pop().unwrap();
        assert_says(broken["error"].as_str().unwrap(), &[error]);
        assert_eq!(broken["system"], error.split(':').next().unwrap());
        assert_eq!(broken.as_object().unwrap().len(), 2);
        let read = serde_json::to_string(&found).unwrap();
        assert_eq!(scores(&read), scores(&dir.run("-q -f json -r ref one two").prints()), "{texts}");
        assert_says(&dir.run(&format!("-f json -r ref {texts}")).fails(), &[error]);
    }
    let paired = "-q --keep-going --paired bootstrap --resamples 50 -r ref";
    assert_says(
        &dir.run(&format!("{paired} bad one two")).fails(),
        &["the first candidate, with which the others are compared"],
    );
    assert_says(&dir.run(&format!("{paired} one bad")).fails(), &["too few candidates can be read"]);
    assert_says(&dir.run("--keep-going -r ref bad bad").fails(), &["bad: line 2, byte 1: not UTF-8"]);
    assert_says(&dir.run("--keep-going -r bad one two").fails(), &["bad: line 2, byte 1: not UTF-8"]);
    dir.run("-q --keep-going -r ref one two").prints();
    let (lines, _) = dir.run("-q --keep-going -f jsonl -r ref one bad two").fails_after_output();
    assert_says(lines.lines().last().unwrap(), &["\"system\":\"bad\"", "\"error\":\"bad: line 2, byte 1: not UTF-8"]);
    let pairs = "-q --keep-going --all-pairs bootstrap --resamples 50 -f json -r ref one bad two";
    let (found, _) = dir.run(pairs).fails_after_output();
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["systems"][2]["system"], "bad", "{found}");
    assert_says(&dir.run("--keep-going -r ref one -").refuses(), &["--keep-going needs texts that can be read twice"]);
}

/// A file that was not written is the commonest failure, and a folder in its place another.
#[test]
fn the_other_candidates_are_scored_if_one_is_not_there() {
    let dir = dir();
    dir.write("folder/file", "");
    let expected = scores(&dir.run("-q -f json -r ref one two").prints());
    for (missing, error) in [("absent", "absent: no such file"), ("folder", "folder: is a directory; name a file")] {
        for order in [format!("one {missing} two"), format!("{missing} one two"), format!("one two {missing}")] {
            let run = dir.run(&format!("--keep-going -f json -r ref {order}"));
            let (output, message) = run.fails_after_output();
            assert_says(&message, &[error, "1 of 3 candidates cannot be read; the others are scored"]);
            let mut found: Vec<Value> = serde_json::from_str(&output).unwrap();
            assert_says(found.pop().unwrap()["error"].as_str().unwrap(), &[error]);
            assert_eq!(scores(&serde_json::to_string(&found).unwrap()), expected, "{order}");
        }
        let logs = format!("-q --keep-going -r ref {AT} -b one.jsonl {missing} two.jsonl");
        assert_eq!(dir.run(&logs).fails_after_output().0.lines().count(), 2);
        assert_says(&dir.run(&format!("--keep-going -r {missing} one two")).fails(), &[error]);
        assert_says(&dir.run(&format!("--keep-going -r ref {missing} {missing}")).fails(), &[error]);
    }
}

#[test]
fn a_log_in_another_order_is_to_be_joined_by_id() {
    let dir = TestDir::with([]);
    let text = |i: usize| {
        let words = (0..12).map(|word| format!("word{}", (i * 12 + word) % 997 + 1));
        words.collect::<Vec<_>>().join(" ")
    };
    dir.write("ref", (0..200).map(|i| text(i) + "\n").collect::<String>());
    dir.write("log", lines((0..200).rev().map(|i| response(text(i).into(), "stop"))));
    let (_, said) = notes(dir.run(&format!("-r ref {AT} log")));
    assert_says(&said, &["log: ", "; if the log is in another order, join it by --id"]);
    dir.write("plain", (0..200).rev().map(|i| text(i) + "\n").collect::<String>());
    let (_, said) = notes(dir.run("-r ref plain"));
    assert!(said.contains("plain: ") && !said.contains("--id"), "{said}");
}
