//! Tables, test sets, groups and missing references, through the built program.

use crate::common::{Run, TIME_LIMIT, TestDir, assert_says, gzip, lines_of, start};
use serde_json::Value;
use std::io::Write;

const TSV: &str = "doc\tdomain\tref\tmt\tother\n\
    a\tnews\tthe cat sat on the mat\tthe cat sat on a mat\ta cat is on the mat\n\
    b\tchat\thow are you all today\thow are you today\tyou are well today\n\
    a\tnews\tit is a fine day\tit is a fine day\tthe day is fine\n";

/// The texts of [`TSV`] in every form.
fn dir() -> TestDir {
    let rows: Vec<Vec<&str>> = TSV.lines().map(|line| line.split('\t').collect()).collect();
    let column = |name: &str| {
        let index = rows[0].iter().position(|cell| *cell == name).unwrap();
        rows[1..].iter().map(|row| format!("{}\n", row[index])).collect::<String>()
    };
    let record = |row: &Vec<&str>| {
        let fields = rows[0].iter().zip(row).map(|(name, cell)| ((*name).to_owned(), Value::from(*cell)));
        format!("{}\n", Value::Object(fields.collect()))
    };
    let segment = |row: &Vec<&str>, column: usize, id: usize| format!("<seg id=\"{id}\">{}</seg>", row[column]);
    let document = |(id, row): (usize, &Vec<&str>)| {
        let part =
            |open: &str, close: &str, column| format!("<{open}><p>{}</p></{close}>\n", segment(row, column, id + 1));
        let hyp = |system, column| part(&format!("hyp system=\"{system}\""), "hyp", column);
        let (doc, domain) = (row[0], row[1]);
        let (src, reference) = (part("src", "src", 2), part("ref translator=\"ref\"", "ref", 2));
        format!("<doc id=\"{doc}\" domain=\"{domain}\">{src}{reference}{}{}</doc>\n", hyp("mt", 3), hyp("other", 4))
    };
    let documents: String = rows[1..].iter().enumerate().map(document).collect();
    let sgml = |set: &str, column: usize| {
        let segments = rows[1..].iter().enumerate().map(|(id, row)| segment(row, column, id + 1) + "\n");
        format!("<{set} setid=\"s\">\n<doc docid=\"d\" sysid=\"x\">\n{}</doc></{set}>\n", segments.collect::<String>())
    };
    let csv = TSV.replace('\t', ",").replace("how are you today", "\"how are you today\"");
    let dir = TestDir::with([
        ("data.tsv", TSV),
        ("data.csv", &csv),
        ("data.jsonl", &rows[1..].iter().map(record).collect::<String>()),
        ("data.xml", &format!("<?xml version=\"1.0\"?>\n<dataset><collection>\n{documents}</collection></dataset>\n")),
        ("ref.sgm", &sgml("refset", 2)),
        ("mt.sgm", &sgml("tstset", 3)),
    ]);
    ["doc", "domain", "ref", "mt", "other"].iter().for_each(|name| dir.write(name, column(name)));
    dir
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn all_formats_give_the_score_of_the_plain_files() {
    let dir = dir();
    let plain = dir.run("-r ref mt").prints();
    for table in ["data.tsv", "data.csv", "data.jsonl", "data.xml"] {
        assert_eq!(dir.run(&format!("--records {table} -r ref mt")).prints(), plain, "{table}");
    }
    for files in ["-r ref.sgm mt.sgm", "-r ref mt.sgm", "-r ref.sgm mt"] {
        assert_eq!(dir.run(files).prints(), plain, "{files}");
    }
}

#[test]
fn every_mode_reads_tables() {
    let dir = dir();
    for mode in [
        "--sentence",
        "--sentence --format json",
        "--confidence --resamples 40",
        "--explain",
        "--explain --format json",
        "--explain-segment 2",
    ] {
        let plain = dir.run(&format!("{mode} -r ref mt")).prints();
        for table in ["data.tsv", "data.csv", "data.jsonl", "data.xml"] {
            assert_eq!(dir.run(&format!("{mode} --records {table} -r ref mt")).prints(), plain, "{mode} {table}");
        }
    }
    for mode in ["--paired bootstrap --resamples 40", "--all-pairs randomization --resamples 40"] {
        let plain = dir.run(&format!("{mode} -r ref mt other")).prints();
        assert_eq!(dir.run(&format!("{mode} --records data.jsonl -r ref mt other")).prints(), plain, "{mode}");
    }
    assert_eq!(dir.run("--print-tokens --records data.csv mt").prints(), dir.run("--print-tokens mt").prints());
}

#[test]
fn standard_input_is_recognized_by_its_first_bytes() {
    let dir = dir();
    let plain = dir.run("-r ref mt").prints();
    for table in ["data.tsv", "data.csv", "data.jsonl", "data.xml"] {
        let text = std::fs::read(dir.path().join(table)).unwrap();
        assert_eq!(dir.pipe("--records - -r ref mt", &text).prints(), plain, "{table}");
        assert_eq!(dir.pipe("--records - -r ref mt", gzip(&text)).prints(), plain, "{table}, gzip");
    }
}

#[test]
fn columns_may_be_numbers_if_there_is_no_header() {
    let dir = dir();
    dir.write("rows.tsv", TSV.split_once('\n').unwrap().1);
    let plain = dir.run("-r ref mt").prints();
    assert_eq!(dir.run("--records rows.tsv -r 3 4").prints(), plain);
    assert_says(
        &dir.run("--records rows.tsv -r 3 9").fails(),
        &["rows.tsv: line 1: no column 9; columns count from 1 to 5"],
    );
}

#[test]
fn an_unknown_column_is_answered_with_the_nearest_and_all_others() {
    let dir = dir();
    for table in ["data.tsv", "data.csv", "data.jsonl"] {
        let message = dir.run(&format!("--records {table} -r ref othre")).fails();
        assert_says(&message, &[table, "'othre'", "did you mean 'other'?", "domain"]);
    }
    assert_says(
        &dir.run("--records data.xml -r reff mt").fails(),
        &["data.xml", "no translator 'reff'; did you mean 'ref'? the only translator is ref"],
    );
    for table in ["data.tsv", "data.csv", "data.jsonl"] {
        for names in ["-r reff mt", "-r ref -r reff mt"] {
            let message = dir.run(&format!("--records {table} {names}")).fails();
            assert_says(&message, &[table, "'reff'; did you mean 'ref'? the ", "s are doc, domain, "]);
            assert_eq!(message.matches("'reff'").count(), 1, "{message}");
        }
    }
    dir.write("lacks.jsonl", "{\"r\": \"a\", \"mt\": \"a\"}\n{\"r\": \"a\"}\n");
    assert_says(&dir.run("--records lacks.jsonl -r r mt").fails(), &["lacks.jsonl: line 2: no 'mt' in this record"]);
    assert_says(&dir.run("--records data.xml -r ref mtt").fails(), &["data.xml", "no system 'mtt'", "mt, other"]);
    dir.write("spaced.csv", "ref, mt\na, a\n");
    assert_says(
        &dir.run("--records spaced.csv -r ref mt").fails(),
        &["did you mean ' mt'? the columns are ref, ' mt'"],
    );
}

#[test]
fn groups_come_in_the_order_of_their_first_segments() {
    let dir = dir();
    let expected = json(&dir.run("-r ref --by doc --format json mt").prints());
    let labels: Vec<&Value> = expected["groups"].as_array().unwrap().iter().map(|group| &group["group"]).collect();
    assert_eq!(labels, ["a", "b"]);
    assert_eq!(expected["groups"][0]["segments"], 2);
    for table in ["data.tsv", "data.csv", "data.jsonl", "data.xml"] {
        let found = json(&dir.run(&format!("--records {table} -r ref --by doc --format json mt")).prints());
        assert_eq!(found, expected, "{table}");
    }
    // The score of a group is the score of its segments alone.
    dir.write("ref.b", "how are you all today\n");
    dir.write("mt.b", "how are you today\n");
    assert_eq!(json(&dir.run("-r ref.b --format json mt.b").prints())["score"], expected["groups"][1]["score"]);
}

#[test]
fn groups_have_a_table_whose_columns_are_systems() {
    let dir = dir();
    let text = dir.run("-r ref --by domain mt other").prints();
    let groups: Vec<Vec<&str>> = text
        .lines()
        .skip_while(|line| !line.starts_with("group"))
        .take(3)
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(groups[0], ["group", "segments", "mt", "other"]);
    assert_eq!((groups[1][0], groups[2][0]), ("news", "chat"));
    assert_says(&dir.run("-r ref --by domain --what-if mt").refuses(), &["--what-if does not support --by"]);
    let one = dir.run("-r ref --by domain mt").prints();
    assert!(one.starts_with("BLEU|nrefs:1|") && one.contains("\nnews "), "{one}");
    for format in ["tsv", "markdown", "latex"] {
        assert!(
            dir.run(&format!("-r ref --by domain --format {format} mt other")).prints().contains("chat"),
            "{format}"
        );
    }
}

#[test]
fn groups_have_tests_of_their_own() {
    let dir = dir();
    let found =
        json(&dir.run("-r ref --by domain --paired randomization --resamples 40 --format json mt other").prints());
    assert!(found[1]["groups"][0]["p_value"].is_number() && found[0]["groups"][0]["p_value"].is_null());
}

#[test]
fn groups_too_small_for_the_bootstrap_have_no_interval_and_no_test() {
    let lines = |each: fn(usize) -> &'static str| (0..25).map(|i| format!("{}\n", each(i))).collect::<String>();
    let dir = TestDir::with([
        ("ref", &lines(|_| "the cat sat on the mat")),
        ("a", &lines(|_| "a cat sat on the mat")),
        ("b", &lines(|i| if i % 3 == 0 { "the cat sat on the mat" } else { "a cat is on the mat" })),
        ("labels", &lines(|i| if i < 20 { "large" } else { "small" })),
    ]);
    let by = |arguments: &str| dir.run(&format!("-r ref --by labels --resamples 40 {arguments}")).prints();
    let found = json(&by("--paired bootstrap a b -f json"));
    let group = |i: usize| &found[1]["groups"][i];
    assert!(group(0)["p_value"].is_number() && group(0)["confidence"].is_object());
    for key in ["p_value", "confidence", "difference", "difference_low"] {
        assert_eq!(group(1).get(key), Some(&Value::Null), "{key}");
    }
    let table = by("--paired bootstrap a b");
    let row = table.lines().find(|line| line.starts_with("small")).unwrap();
    assert_eq!(row.matches("± ").count(), 2, "{row}");
    assert!(row.contains("-") && !row.contains('*') && table.contains("fewer than 20 segments"), "{table}");
    assert!(by("--confidence a").contains("fewer than 20 segments"));
    let widths: Vec<usize> = by("--paired bootstrap a b -f tsv").lines().map(|row| row.split('\t').count()).collect();
    assert!(widths.len() == 7 && widths.iter().all(|width| *width == widths[0]), "{widths:?}");
    // Randomization is exact, however few segments there are.
    assert!(json(&by("--paired randomization a b -f json"))[1]["groups"][1]["p_value"].is_number());
}

#[test]
fn sentence_scores_carry_ids_and_groups_in_every_format() {
    let dir = dir();
    dir.write("ids", "a\tb\nc\nd\n");
    let run = |flags: &str| dir.run(&format!("-r ref --id ids --by domain --sentence {flags} mt")).prints();
    let scores = dir.run("-r ref --sentence mt").prints();
    let labels = ["a\\tb\tnews", "c\tchat", "d\tnews"];
    let expected: String =
        labels.iter().zip(scores.lines()).map(|(labels, score)| format!("{labels}\t{score}\n")).collect();
    assert_eq!(run(""), expected);
    let tsv = run("-f tsv");
    let columns: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').take(5).collect()).collect();
    assert_eq!(columns[0], ["segment", "id", "group", "system", "score"]);
    assert_eq!(columns[1][..4], ["1", "a\\tb", "news", "mt"]);
    for format in ["json", "jsonl"] {
        let rows: Vec<Value> = run(&format!("-f {format}")).lines().map(json).collect();
        let labels = |row: &Value| ["segment", "id", "group", "system"].map(|key| row[key].clone());
        assert_eq!(labels(&rows[0]), [Value::from(1), "a\tb".into(), "news".into(), "mt".into()]);
        assert_eq!(labels(&rows[2]), [Value::from(3), "d".into(), "news".into(), "mt".into()]);
    }
}

#[test]
fn joined_segments_are_counted_as_one() {
    let dir = dir();
    dir.write("ref.joined", "the cat sat on the mat it is a fine day\nhow are you all today\n");
    dir.write("mt.joined", "the cat sat on a mat it is a fine day\nhow are you today\n");
    let expected = dir.run("-r ref.joined mt.joined --sentence").prints();
    assert_eq!(dir.run("-r ref --join-by doc mt --sentence").prints(), expected);
    assert_eq!(dir.run("--records data.xml -r ref --join-by doc mt --sentence").prints(), expected);
    let message = dir.run("-r ref --join-by domain --by mt other").fails();
    assert_says(&message, &["domain: line 3", "joined with"]);
}

#[test]
fn an_empty_label_is_a_group_but_joins_nothing() {
    let dir = dir();
    dir.write("labels", "a\n\nb\n");
    let tsv = dir.run("-r ref --by labels -f tsv mt").prints();
    let groups: Vec<&str> = tsv.lines().map(|row| row.split('\t').next().unwrap()).collect();
    assert_eq!(groups, ["group", "", "a", "(none)", "b"]);
    assert_says(&dir.run("-r ref --join-by labels mt").fails(), &["labels: line 2: empty label"]);
}

#[test]
fn a_table_of_blank_lines_has_no_segments() {
    let dir = TestDir::with([("blank.jsonl", "\n \n"), ("blank.tsv", "\n\n")]);
    assert_says(
        &dir.run("--records blank.jsonl -r ref mt").fails(),
        &["blank.jsonl: no records; there is nothing to score"],
    );
    assert_says(&dir.run("--records blank.tsv -r ref mt").fails(), &["blank.tsv: no column 'mt'; there are none"]);
}

#[test]
fn tools_of_one_reference_take_the_first_that_is_there() {
    let dir = TestDir::with([]);
    let rows = |first: &str| {
        format!(
            "{{\"mt\":\"a b c d\",\"refs\":[{first}\"a b c d\"]}}\n{{\"mt\":\"a b c e\",\"refs\":[\"a b c d\",\"x\"]}}\n"
        )
    };
    dir.write("null.jsonl", rows("null,"));
    dir.write("one.jsonl", rows(""));
    for tool in ["fairseq", "t2t", "compare-mt", "code-dm", "code-cn", "code-dc"] {
        let run = |rows: &str| dir.run(&format!("--records {rows} -r refs --as {tool} --score-only mt")).warns();
        let (scores, note) = run("null.jsonl");
        assert_says(&note, &[&format!("{tool} uses only the first reference of a segment")]);
        assert_eq!(run("one.jsonl").0, scores, "{tool}");
    }
}

#[test]
fn a_missing_reference_is_not_an_empty_one() {
    let dir = dir();
    dir.write("a", "one two three four\n\nfive six seven eight\n");
    dir.write("b", "one two three\nfour five six seven\nsix seven eight\n");
    dir.write("c", "one two three four\nfour five six\nfive six seven eight\n");
    let empty = json(&dir.run("-r a -r b --format json c").prints());
    let mut missing = json(&dir.run("-r a -r b --empty-reference missing --format json c").prints());
    assert!(empty["signature"].as_str().unwrap().starts_with("nrefs:2|"));
    assert!(missing["signature"].as_str().unwrap().starts_with("nrefs:var|"));
    let rows = r#"{"c": "one two three four", "refs": ["one two three four", "one two three"]}
{"c": "four five six", "refs": [null, "four five six seven"]}
{"c": "five six seven eight", "refs": ["five six seven eight", "six seven eight"]}
"#;
    dir.write("rows.jsonl", rows);
    // A null is missing by itself.
    let signature = missing["signature"].as_str().unwrap().replace("|empty-ref:missing", "");
    missing["signature"] = signature.into();
    assert_eq!(json(&dir.run("--records rows.jsonl -r refs --format json c").prints()), missing);
    let segment = dir.run("-r a -r b --empty-reference missing --explain-segment 2 c").prints();
    assert!(segment.contains("four five six seven") && !segment.contains("reference 2"), "{segment}");
    dir.run("-r a -r b --empty-reference missing --explain c").prints();
    let message = dir.run("-r a --empty-reference missing c").fails();
    assert_says(&message, &["a: line 2: no reference"]);
}

#[test]
fn an_array_of_references_is_read_as_columns_are() {
    let rows = [("d", "a b c d", Some("a b c d"), Some("p q r s")), ("d", "e f g h", None, Some("e f g h"))];
    let [mut arrays, mut columns] = [String::new(), String::new()];
    for (doc, mt, one, other) in rows {
        arrays += &format!("{}\n", serde_json::json!({"doc": doc, "mt": mt, "refs": [one, other]}));
        columns += &format!("{}\n", serde_json::json!({"doc": doc, "mt": mt, "one": one, "other": other}));
    }
    let dir = TestDir::with([("arrays.jsonl", &*arrays), ("columns.jsonl", &*columns)]);
    for mode in ["", "--join-by doc"] {
        let arrays = dir.run(&format!("--records arrays.jsonl -r refs {mode} mt")).prints();
        assert_eq!(arrays, dir.run(&format!("--records columns.jsonl -r one -r other {mode} mt")).prints(), "{mode}");
    }
    dir.write("short.jsonl", arrays.replace("[null,", "["));
    let message = dir.run("--records short.jsonl -r refs --join-by doc mt").fails();
    assert_says(&message, &["short.jsonl: line 2: 1 reference, but line 1", "has 2; put null"]);
}

#[test]
fn a_number_is_a_label_as_it_is_written() {
    let labels = ["12345678901234567890123", "12345678901234567890124", "1.10", "1.1", "1e999", "-0"];
    let rows = labels.map(|label| format!("{{\"d\": {label}, \"r\": \"a b c d\", \"c\": \"a b c d\"}}\n"));
    let dir = TestDir::with([("rows.jsonl", &rows.concat())]);
    let found = json(&dir.run("--records rows.jsonl -r r --by d -f json c").prints());
    let groups: Vec<&Value> = found["groups"].as_array().unwrap().iter().map(|group| &group["group"]).collect();
    assert_eq!(groups, labels);
}

#[test]
fn documents_on_a_slow_pipe_are_answered_one_by_one() {
    let dir = dir();
    let (xml, scores) = (std::fs::read(dir.path().join("data.xml")).unwrap(), dir.run("-r ref --sentence mt").prints());
    let mut child = dir.start("--records - -r ref --sentence mt");
    let (mut stdin, lines) = (child.stdin.take().unwrap(), lines_of(&mut child));
    let mut rest = &xml[..];
    for score in scores.lines() {
        let end = rest.windows(7).position(|end| end == b"</doc>\n").unwrap() + 7;
        let document = rest.split_off(..end).unwrap();
        stdin.write_all(document).unwrap();
        assert_eq!(lines.recv_timeout(TIME_LIMIT).as_deref(), Ok(score));
    }
    stdin.write_all(rest).unwrap();
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_table_that_is_a_pipe_is_read_once() {
    let message = dir().pipe("--records - --print-tokens mt other", TSV).fails();
    assert_says(&message, &["--print-tokens reads a table once per candidate"]);
}

#[test]
fn keys_of_inner_objects_are_joined_by_dots() {
    let dir = TestDir::with([("rows.jsonl", "{\"out\": {\"mt\": \"a b c d\", \"n\": [1]}, \"x.y\": \"a b c d\"}\n")]);
    assert_eq!(dir.run("--records rows.jsonl -r x.y out.mt -b").prints(), "1.0000\n");
    assert_says(&dir.run("--records rows.jsonl -r x.y out.m").fails(), &["did you mean 'out.mt'?"]);
    for row in
        ["{\"m\": {\"t\": \"a\"}, \"m.t\": \"a\", \"r\": \"a\"}", "{\"m\": {\"t\": \"a\"}, \"m\": {}, \"r\": \"a\"}"]
    {
        dir.write("twice.jsonl", row);
        assert_says(&dir.run("--records twice.jsonl -r r m.t").fails(), &["twice.jsonl: line 1: two values for 'm"]);
    }
    assert_says(&dir.run("--records rows.jsonl -r x.y out.n").fails(), &["line 1", "'out.n' is an array", "a string"]);
}

#[test]
fn line_feeds_inside_a_text_join_hyphenated_words() {
    let dir = TestDir::with([
        ("rows.csv", "ref,mt\n\"a hyphenated word here\",\"a hyphen-\nated word\nhere\"\n"),
        ("rows.jsonl", "{\"ref\": \"a hyphenated word here\", \"mt\": \"a hyphen-\\nated word\\nhere\"}\n"),
    ]);
    for table in ["rows.csv", "rows.jsonl"] {
        assert_eq!(dir.run(&format!("--records {table} -r ref mt -b")).prints(), "1.0000\n");
        assert_eq!(dir.run(&format!("--records {table} --sentence -r ref mt")).prints().lines().count(), 1);
    }
}

#[test]
fn sgml_with_repeated_ids_or_an_open_segment_gave_a_score() {
    for (segments, message) in [
        ("<seg id=1>a</seg><seg id=1>b</seg>", "document d, segment 1 occurs twice; give each segment its own id"),
        ("<seg id=1>a<seg id=2>b</seg>", "document d, segment 1: a <seg> that is never closed"),
    ] {
        let sgml = format!("<refset><doc docid=d>{segments}</doc></refset>\n");
        let dir = TestDir::with([("ref.sgm", &*sgml), ("hyp", "a\nb\n")]);
        assert_says(&dir.run("-r ref.sgm hyp").fails(), &["ref.sgm: ", message]);
    }
}

/// The parser accepted all of these.
#[test]
fn xml_that_is_not_well_formed_gave_a_score() {
    let seg = |text: &str| {
        format!(
            "<d><doc id='x'><src><seg id='1'>a</seg></src><ref translator='r'><seg id='1'>{text}</seg></ref>\
             <hyp system='c'><seg id='1'>a</seg></hyp></doc></d>"
        )
    };
    for (text, message) in [
        (seg("a\u{1}"), "line 1: not well-formed XML: the character U+0001, which XML does not allow; remove it"),
        (seg("a&#x1;"), "the character U+0001, which XML does not allow"),
        (seg("a").replace("id='x'", "id='&#x1;'"), "the character U+0001, which XML does not allow"),
        (seg("a\u{FFFF}"), "the character U+FFFF, which XML does not allow"),
        (seg("a ]]> b"), "not well-formed XML: ]]> in a text; write ]]&gt;"),
        (seg("a").replace("id='x'", "id='<'"), "not well-formed XML: < in the value of an attribute; write &lt;"),
        (
            format!("<?xml version='1.0' encoding='ISO-8859-1'?>{}", seg("a")),
            "the encoding is declared as ISO-8859-1; convert the file to UTF-8, and declare that",
        ),
    ] {
        let dir = TestDir::with([("a.xml", &*text)]);
        assert_says(&dir.run("--records a.xml -r r c").fails(), &[message]);
    }
    let ascii = format!("<?xml version='1.0' encoding='us-ascii'?>{}", seg("a ]]&gt; &#9;"));
    TestDir::with([("a.xml", &*ascii)]).run("--records a.xml -r r c").prints();
}

/// For sacreBLEU, the text of a segment ends at the first element or comment in it.
#[test]
fn text_after_a_child_of_a_segment_was_scored() {
    let seg = |text: &str| {
        let text = format!(
            "<d><doc id='x'><src><seg id='1'>a</seg></src><ref translator='r'><seg id='1'>{text}</seg></ref>\
             <hyp system='c'><seg id='1'>a</seg></hyp></doc></d>"
        );
        TestDir::with([("a.xml", &*text)]).run("--records a.xml -r r c")
    };
    for (text, child) in [("a <b>c</b>", "<b>"), ("a <b/>c", "<b>"), ("a <!-- b --> c", "a comment")] {
        let message = format!("line 1: text after {child} in a <seg>, which sacreBLEU leaves out; remove {child}");
        assert_says(&seg(text).fails(), &[&*message]);
    }
    seg("a <b/> <!-- c -->").prints();
}

/// As services of language models answer.
#[test]
fn references_that_are_lists_of_words_are_named() {
    let row = |words: &str| format!("{{\"mt\": \"a b c d\", \"ref\": {words}}}\n");
    let dir = TestDir::with([
        ("words.jsonl", &*row(r#"["a", "b", "c", "d"]"#).repeat(2)),
        ("texts.jsonl", &*(row(r#"["a b c d", "x"]"#) + &row(r#"["x", "a"]"#))),
    ]);
    let run = |file: &str| dir.run(&format!("--records {file} -r ref mt"));
    assert_says(&run("words.jsonl").err, &["words.jsonl: each reference in the lists of 'ref' is one word"]);
    assert!(!run("texts.jsonl").err.contains("one word"));
}

#[test]
fn keys_of_the_only_record_are_named_as_records_in_its_array() {
    let rows = r#"[{"mt": "a b c d", "ref": "a b c d"}, {"mt": "e f g h", "ref": "e f g h"}]"#;
    let dir = TestDir::with([
        ("one.json", &*format!(r#"{{"meta": {{"m": 1}}, "data": {rows}}}"#)),
        ("indented.json", &*format!("{{\n\"meta\": {{\"m\": 1}},\n\"data\": {rows}\n}}\n")),
        ("lines.jsonl", &*format!("{{\"data\": {rows}}}\n{{\"data\": {rows}}}\n")),
    ]);
    for file in ["one.json", "indented.json"] {
        let run = |names: &str| dir.run(&format!("--records {file} {names}"));
        for names in ["-r ref mt", "-r data.ref data.mt"] {
            let message = run(names).fails();
            assert_says(&message, &["did you mean 'data:mt'? the keys are data:mt, data:ref, meta.m"]);
        }
        assert_says(&run("-r data[].ref data[].mt").fails(), &["name it 'data:mt'"]);
        assert_says(
            &run("-r ref data:mt").fails(),
            &["'data:mt' and 'ref' are not in the same records; name both in one array, as in 'data:ref'"],
        );
        assert_eq!(run("-r data:ref data:mt -b").prints(), "1.0000\n");
    }
    // A path of keys. One key contains a dot.
    dir.write("dots.json", format!(r#"{{"v1.5": {rows}}}"#));
    let message = dir.run("--records dots.json -r ref mt").fails();
    assert_says(&message, &[r#"did you mean '"v1.5":mt'?"#]);
    assert_eq!(dir.run(r#"--records dots.json -r "v1.5":ref "v1.5":mt -b"#).prints(), "1.0000\n");
    // Each line has an array of its own, so that a colon leads into one of several.
    assert_says(&dir.run("--records lines.jsonl -r data:ref data:mt").fails(), &["lines.jsonl: more than one object"]);
    let message = dir.run("--records lines.jsonl -r ref mt").fails();
    assert_says(&message, &["did you mean 'data[0].mt'? the keys are data[0].mt, data[0].ref"]);
}

#[test]
fn paths_lead_into_arrays() {
    let dir = TestDir::with([
        (
            "log.jsonl",
            concat!(
                r#"{"ref":["a b","b"],"out":{"choices":[{"text":"a b"},{"text":"c","note":1}]},"grid":[["a b"]]}"#,
                "\n",
                r#"{"ref":["c d"],"out":{"choices":[{"text":"c d"},{"text":"e"}]},"grid":[["c d"]]}"#,
                "\n"
            ),
        ),
        ("literal.jsonl", "{\"a[0]\":\"a b\",\"a\":7,\"r\":\"a b\"}\n"),
    ]);
    let run = |arguments: &str| dir.run(&format!("-q -n 2 --records log.jsonl {arguments}"));
    let expected = run("-r ref out.choices[0].text").prints();
    assert!(expected.contains("= 1.0000 "), "{expected}");
    for arguments in ["-r ref out.choices.0.text", "-r ref[] out.choices[0].text", "-r ref grid[0][0]"] {
        assert_eq!(run(arguments).prints(), expected, "{arguments}");
    }
    assert!(run("-r ref[0] out.choices[1].text").prints().contains("= 0.0000 "));
    let samples = run("-r ref --samples array --pick best out.choices[].text").prints();
    assert_eq!(samples, "a b\nc d\n");
    dir.run("-q -n 2 --records literal.jsonl -r r a[0]").prints();
    for (arguments, message) in [
        ("-r ref out.choices[2].text", "no key 'out.choices[2].text'; did you mean 'out.choices[0].text'?"),
        ("-r ref out.choices.text", "no key 'out.choices.text'; did you mean 'out.choices[0].text'?"),
        ("-r ref out.choices[1].note", "the candidate 'out.choices[1].note' is a number"),
        ("-r ref out.choices[].text", "'out.choices[].text' may have several values; name one item, as in [0]"),
        ("-r ref out.choices[]", "'out.choices[]' may have several values"),
        ("-r ref out.choices[0]", "the candidate 'out.choices[0]' is an object"),
        ("-r ref --samples array grid[]", "the candidate 'grid[]' is an array; it must be a string"),
    ] {
        assert_says(&run(arguments).fails(), &["log.jsonl: line 1: ", message]);
    }
}

#[test]
fn keys_are_checked_after_a_first_line_that_cannot_tell_them() {
    let dir = TestDir::with([
        ("nan.jsonl", "{\"x\":NaN,\"r\":\"a b\",\"m\":\"a b\"}\n{\"x\":0,\"r\":\"c d\",\"m\":\"c d\"}\n"),
        ("ref", "a b\nc d\n"),
    ]);
    let models = [("A", "NaN", "a b"), ("A", "0", "c d"), ("B", "0", "a b"), ("B", "0", "c d")];
    let row = |(i, (model, number, text))| {
        let id = i % 2;
        format!("{{\"id\":{id},\"model\":\"{model}\",\"x\":{number},\"r\":\"{text}\",\"m\":\"{text}\"}}\n")
    };
    dir.write("models.jsonl", models.into_iter().enumerate().map(row).collect::<String>());
    let run = |arguments: &str| dir.run(&format!("-q -n 2 {arguments}"));
    for (arguments, message) in [
        ("--records nan.jsonl -r r -r rr m", "no key 'rr'"),
        ("-r ref --at mm nan.jsonl", "no key 'mm'"),
        ("--records models.jsonl -r r m", "id 1 comes again"),
    ] {
        assert_says(&run(arguments).fails(), &[message]);
    }
    assert!(run("--records nan.jsonl -r r m").prints().contains("= 1.0000 "));
}

#[test]
fn an_array_is_read_like_lines() {
    let (rows, dir) = (
        ["{\"r\": \"a b c d\", \"c\": \"a b \\\"}, c d\"}", "{\"c\":\n\"a b c d\", \"r\": \"a b c d\"}"],
        TestDir::with([]),
    );
    dir.write("lines.jsonl", rows.map(|row| row.replace('\n', " ") + "\n").concat());
    dir.write("array.json", format!("[\n  {}\n]\n", rows.join(",\n  ")));
    let lines = dir.run("--records lines.jsonl -r r c").prints();
    assert_eq!(dir.run("--records array.json -r r c").prints(), lines);
    assert_eq!(dir.pipe("--records - -r r c", format!("[{}]", rows.join(","))).prints(), lines);
}

#[test]
fn the_number_of_an_item_is_written_in_one_way() {
    let dir = TestDir::with([("a.jsonl", "{\"r\": \"a b\", \"c\": [\"a b\"]}\n")]);
    for path in ["c[00]", "c[+0]", "c[0", "c[0]x", "c.00"] {
        let message = dir.run(&format!("--records a.jsonl -r r {path}")).fails();
        assert_says(&message, &[&format!("a.jsonl: line 1: no key '{path}'")]);
    }
}

/// Texts of the items that have a value are parts of one text.
#[test]
fn items_are_chosen_by_a_value() {
    let dir = TestDir::with([(
        "a.jsonl",
        "{\"r\": \"a b c d\", \"c\": [{\"type\": \"thinking\", \"text\": \"x\"}, {\"text\": \"a b \", \"type\": \"text\"}, \
         {\"type\": \"text\", \"text\": \"c d\"}]}\n",
    )]);
    assert_eq!(dir.run("--records a.jsonl -r r c[type=text].text -b").prints(), "1.0000\n");
}

#[test]
fn a_header_is_recognized_by_the_rows_below_it() {
    let warning = |header: &str, rows: &str| {
        let dir = TestDir::with([("a.tsv", &*format!("{header}\n{rows}"))]);
        dir.run("--records a.tsv -r 1 2").err
    };
    let rows = "The cat sat.\tA cat sat.\n".repeat(5);
    for header in ["refA\tnew_system", "gold\tours-2", "text\tpred.best"] {
        assert_says(
            &warning(header, &rows),
            &["the first row, with '", "', is scored; if it is a header, add --header"],
        );
    }
    // Short lines, and sentences of a word.
    for (header, rows) in [("yes\tyeah", "no\tno\n".repeat(9)), ("Yes\tYeah", rows.clone()), ("Ja.\tja", rows)] {
        assert!(!warning(header, &rows).contains("header"), "{header}");
    }
}

#[test]
fn a_header_of_numbers_gets_a_warning() {
    for header in ["0\t1", "1\t2"] {
        let dir = TestDir::with([("a.tsv", &*format!("{header}\na b c d\ta b c d\n"))]);
        let (_, message) = dir.run("--records a.tsv -r 1 2").warns();
        let number = header.split('\t').nth(1).unwrap();
        assert_says(
            &message,
            &[&format!("a.tsv: the first row, with '{number}', is scored; if it is a header, add --header")],
        );
    }
    let dir = TestDir::with([("a.tsv", "1\t1\na b c d\ta b c d\n")]);
    dir.run("--records a.tsv -r 1 2").prints();
}

#[test]
fn bad_rows_give_no_score() {
    for (name, text, message) in [
        ("a.tsv", "r\tc\na b\ta b\na\n", "a.tsv: line 3: 1 cell, but the first line has 2;"),
        ("a.tsv", "r\tc\na\tb\tc\n", "a.tsv: line 2: 3 cells"),
        ("a.tsv", "r\tc\n\n", "a.tsv: line 2: 1 cell, but the first line has 2; remove the blank line"),
        ("a.tsv", "r\tc\n", "a.tsv: only a header"),
        ("a.tsv", "r\tc\tr\na\tb\tc\n", "a.tsv: columns 1 and 3 are both named 'r'"),
        ("a.csv", "r,c\na b,a b\n\"a,b\n", "a.csv: line 3: a quote that begins in this row is never closed"),
        ("a.csv", "r,c\na,\"b\"c\n", "a.csv: line 2: text after a closing quote"),
        ("a.csv", "r,c\na,5\" disk\n", "a.csv: line 2: a quote inside a text that is not quoted"),
        ("a.csv", "r,c\na,\"b\nc\"\na\n", "a.csv: row 3: 1 cell"),
        ("a.tsv", "r a\na b\n", "no column 'c'; the only column is 'r a'"),
        ("a.jsonl", "{\"r\": \"\\ud800\"}\n", "half of a surrogate pair"),
        ("a.jsonl", "{\"r\": \"a\", \"c\": \"b\"}\n{\"r\": 'a'}\n", "line 2, byte 7: not JSON: expected value\n"),
        ("a.tsv", "r,c\na,b\n", "no column 'c'; the only column is r,c; perhaps the table is in another format"),
        ("a.csv", "r,c\n\na,b\n", "a.csv: line 2: 1 cell, but the first line has 2; remove the blank line"),
        ("a.jsonl", "[]\n", "a.jsonl: no records; there is nothing to score"),
        ("a.jsonl", "[{\"r\": \"a\", \"c\": \"a\"}, 7]\n", "a.jsonl: item 2, byte 2: not a JSON object"),
        ("a.jsonl", "[{\"r\": \"a\", \"c\": \"a\"}\n", "a.jsonl: the array never ends; is the file cut off?"),
        ("a.csv", "sep=;\nr;c\na;b\n", "a.csv: line 1: sep=; is a hint for Excel, not a row; remove the line"),
        ("a.jsonl", "{\n\"r\": 1\n}\n", "a.jsonl: item 1: the reference 'r' is a number"),
        ("a.jsonl", "{\"r\": \"a\" x}\n", "a.jsonl: line 1, byte 11: not JSON: expected `,` or `}`"),
        ("a.xml", "<refset><doc docid='x'></doc></refset>", "a.xml: no <seg> in a <doc>; is this SGML?"),
        (
            "a.xml",
            "<d><doc id='x'><src><seg id='1'>a</seg></src></doc></d>",
            "a.xml: no translator 'r'; there are none",
        ),
        (
            "a.xml",
            "<d><doc id='x' testsuite='s'><src><seg id='1'>a</seg></src><ref translator='r'/></doc></d>",
            "a.xml: no segment is left: documents of a test suite",
        ),
        ("a.jsonl", "{\"r\": \"a\", \"c\": \"b\"}\n{\"r\": \"a\"\n", "a.jsonl: line 2, byte"),
        ("a.jsonl", "{\"r\": \"a\", \"c\": 1}\n", "a.jsonl: line 1: the candidate 'c' is a number"),
        ("a.jsonl", "{\"r\": null, \"c\": \"b\"}\n", "a.jsonl: line 1: no reference"),
        ("a.xml", "<d><doc id=\"x\"><src><seg id=\"1\">a</seg></src>", "never closed"),
        ("a.xml", "<d><doc id=\"x\"></d>", "a.xml: line 1: not well-formed XML"),
        (
            "a.xml",
            "<d><doc id='x'><ref translator='r'><seg id='1'>a</seg></ref></doc></d>",
            "a.xml: document x: no <src>; add it",
        ),
        (
            "a.xml",
            "<d><doc><src><seg id='1'/></src><ref translator='r'><seg id='1'>a</seg></ref>\
             <hyp system='c'><seg id='1'>a</seg><seg id='2'>b</seg></hyp></doc></d>",
            "a.xml: a document without an id: c has segment 2, but <src> does not",
        ),
        ("a.xml", "<d/>", "a.xml: no <doc>"),
        ("a.xml", "<d>\n\u{A4}</d>", "a.xml: line 2: not UTF-8 (0xA4); the text seems to be in Windows-1252"),
        ("a.xml", "<d/>\n<d/>", "a.xml: line 2: a second root element"),
        ("a.xml", "<d/>\na", "a.xml: line 2: text outside of the root element"),
        ("a.jsonl", "7\n", "a.jsonl: line 1, byte 1: not a JSON object, such as"),
        ("a.jsonl", "{\"r\": \"a\", \"c\": \"b\", \"r\": \"c\"}\n", "a.jsonl: line 1: two values for 'r'; keep one"),
        ("a.xml", "\n{\"r\": \"a\"}\n{\"r\": \"b\"}\n", "a.xml: line 2: text outside of the root element"),
        ("a.csv", "r|c\na|b\n", "since its first line is one column; set --input-format, or --delimiter"),
    ] {
        let dir = TestDir::with([]);
        // As in ISO-8859-1.
        let bytes = text.chars().map(|c| u8::try_from(c).unwrap());
        dir.write(name, bytes.collect::<Vec<u8>>());
        assert_says(&dir.run(&format!("--records {name} -r r c")).fails(), &[message]);
    }
}

#[test]
fn bad_sgml_is_refused() {
    let dir = dir();
    let (mt, other) = (std::fs::read_to_string(dir.path().join("mt.sgm")).unwrap(), "<seg id=\"9\">");
    dir.write("moved.sgm", mt.replace("<seg id=\"2\">", other));
    let latin = mt.replace("the cat", "the caf\u{7F}").into_bytes().into_iter();
    dir.write("latin.sgm", latin.map(|byte| if byte == 0x7F { 0xE9 } else { byte }).collect::<Vec<u8>>());
    let message = dir.run("-r ref.sgm latin.sgm").fails();
    assert_says(&message, &["latin.sgm: document d, segment 1: not UTF-8 (0xE9)", "iconv"]);
    dir.write("prolog.xml", format!("<?xml version=\"1.0\"?>\n<!DOCTYPE mteval>\n<mteval>\n{mt}</mteval>\n"));
    assert_eq!(dir.run("-r ref.sgm -q prolog.xml").prints(), dir.run("-r ref.sgm mt.sgm").prints());
    dir.write("empty.sgm", "<tstset></tstset>");
    assert_says(&dir.run("-r ref.sgm empty.sgm").fails(), &["empty.sgm: no <seg> in a <doc>"]);
    let message = dir.run("-r ref.sgm moved.sgm").fails();
    assert_says(
        &message,
        &[
            "moved.sgm: no text for 1 segment: document d, segment 2",
            "1 segment that ref.sgm lacks: document d, segment 9",
        ],
    );
}

/// A cache of sacreBLEU with a cut test set.
fn cache() -> TestDir {
    let dir = TestDir::with([
        ("cache/wmt22/wmt22.de-fr.src", "a\nb\nc\n"),
        ("cache/wmt22/wmt22.de-fr.ref-A", "the cat sat on the mat\nhow are you all today\nit is a fine day\n"),
        ("cache/wmt22/wmt22.de-fr.origlang", "de\nfr\nde\n"),
        ("cache/wmt22/wmt22.de-fr.domain", "news\nchat\nnews\n"),
        ("hyp", "the cat sat on a mat\nhow are you today\nit is a fine day\n"),
        ("ref.de", "the cat sat on the mat\nit is a fine day\n"),
        ("hyp.de", "the cat sat on a mat\nit is a fine day\n"),
    ]);
    dir.write("empty/x", "");
    dir
}

fn in_cache(dir: &TestDir, cache: &str, arguments: &str) -> crate::common::Run {
    let mut command = dir.command(arguments);
    command.env("SACREBLEU", dir.path().join(cache));
    crate::common::Run::of(arguments, crate::common::start(&mut command))
}

#[test]
fn lines_of_a_test_set_are_chosen_by_language_and_domain() {
    let dir = cache();
    let score = |text: String| text.split_once(" = ").unwrap().1.to_owned();
    let expected = score(dir.run("-r ref.de hyp.de").prints());
    for choice in ["--origlang de", "--origlang non-fr", "--subset new", "--subset news --origlang de"] {
        let found = in_cache(&dir, "cache", &format!("--test-set wmt22/de-fr {choice} hyp")).prints();
        assert_eq!(score(found), expected, "{choice}");
    }
    let line = in_cache(&dir, "cache", "--test-set wmt22:refA/de-fr --origlang de --subset new hyp").prints();
    assert!(line.starts_with("BLEU|nrefs:1|test:wmt22:refA|lang:de-fr|origlang:de|subset:new|case:mixed|"), "{line}");
    assert_eq!(in_cache(&dir, "cache", "--list-test-sets").prints(), "wmt22/de-fr\n");
}

#[test]
fn references_of_a_test_set_are_choices() {
    let dir = TestDir::with([]);
    let folder = "cache/wmt20/tworefs/wmt20_tworefs.de-en";
    // The candidates are near to one reference each.
    let line = |i: usize, words: &str| format!("on day {i} {words}\n");
    let text = |words: &str| (0..60).map(|i| line(i, words)).collect::<String>();
    let mixed =
        |own: &str, other: &str| -> String { (0..60).map(|i| line(i, if i % 7 == 0 { other } else { own })).collect() };
    let [one, two] = ["we saw some mountains in the west", "many hills were seen westwards by us"];
    dir.write(&format!("{folder}.src"), text("x"));
    dir.write(&format!("{folder}.ref-0"), text(one));
    dir.write(&format!("{folder}.ref-1"), text(two));
    dir.write("a", mixed(one, two));
    dir.write("b", mixed(two, one));
    let command = "--test-set wmt20/tworefs/de-en --paired bootstrap a b";
    let run = in_cache(&dir, "cache", command);
    assert_says(&run.err, &["depends on the reference", "do not claim a difference"]);
    let robust = in_cache(&dir, "cache", &format!("-q --robust -f json {command}")).json();
    assert_eq!(robust[1]["robust"]["verdict"], "contradicted");
    let choices = robust[1]["robust"]["choices"].as_array().unwrap();
    let references = choices.iter().filter(|choice| choice["choice"] == "reference");
    assert_eq!(references.count(), 2, "{choices:?}");
}

#[test]
fn labels_of_a_test_set_are_in_the_cache() {
    let dir = cache();
    dir.write("labels", "news\nchat\nnews\n");
    let scores = |by: &str| in_cache(&dir, "cache", &format!("--test-set wmt22/de-fr --by {by} -f tsv hyp"));
    assert_eq!(scores("domain").prints(), scores("labels").prints());
    assert_says(&scores("doc").fails(), &["wmt22/de-fr: sacreBLEU's cache has no doc of its lines"]);
    // The name of the field, as in sacreBLEU.
    dir.write("cache/wmt22/wmt22.de-fr.docid", "x\ny\nx\n");
    assert_eq!(scores("docid").prints(), scores("doc").prints());
}

#[test]
fn labels_that_are_neither_a_file_nor_of_the_test_set_are_answered_with_both() {
    let message = in_cache(&cache(), "cache", "--test-set wmt22/de-fr --by domains hyp").fails();
    assert_says(
        &message,
        &["domains: no such file; name a file with a label on each line or one of doc, domain, origlang"],
    );
    let message = dir().run("-r ref --by genre mt").fails();
    assert_says(&message, &["genre: no such file; name a file with a label on each line"]);
}

#[test]
fn the_source_of_a_test_set_is_in_the_cache() {
    let dir = cache();
    let explained =
        |source: &str| in_cache(&dir, "cache", &format!("--test-set wmt22/de-fr --explain --source {source} hyp"));
    assert_eq!(explained("src").prints(), explained("cache/wmt22/wmt22.de-fr.src").prints());
    dir.write("cache/wmt22/wmt22.de-fr.src", "eins\n");
    assert_says(&explained("src").fails(), &["wmt22.de-fr.src has 1 line"]);
}

#[test]
fn statistics_count_the_references_of_a_test_set() {
    let record = in_cache(&cache(), "cache", "--test-set wmt22/de-fr --stats hyp").json();
    assert_eq!(record["references"], 1, "{record}");
}

#[test]
fn the_tokens_of_a_test_set_are_those_of_the_candidate() {
    let dir = cache();
    let tokens = in_cache(&dir, "cache", "--test-set wmt22/de-fr --print-tokens hyp").prints();
    assert_eq!(tokens, dir.run("--print-tokens hyp").prints());
}

#[test]
fn the_source_of_xml_can_be_named() {
    let dir = dir();
    let scores = dir.run("--records data.xml -r ref -f json src").json();
    assert_eq!(scores["score"], 1.0);
    // A system that copies the source.
    let segment = |number: usize| format!("<seg id=\"{number}\">der Hund Nummer {number} schläft heute im Haus</seg>");
    let source: String = (1..=20).map(segment).collect();
    let reference = source.replace("der Hund", "the dog").replace("schläft heute im Haus", "sleeps in the house today");
    dir.write(
        "copied.xml",
        format!(
            "<d><doc><src>{source}</src><ref translator=\"A\">{reference}</ref><hyp system=\"S\">{source}</hyp></doc></d>"
        ),
    );
    let copied = dir.run("--records copied.xml -r A --explain --source src -f json S").json();
    assert_eq!(copied["corpus"]["findings"][0]["check"], "untranslated", "{copied}");
    // As in the names of test sets.
    let xml = String::from_utf8(std::fs::read(dir.path().join("data.xml")).unwrap()).unwrap();
    dir.write("named.xml", xml.replace("translator=\"ref\"", "translator=\"A\""));
    assert_eq!(
        dir.run("--records named.xml -r refA -b mt").prints(),
        dir.run("--records named.xml -r A -b mt").prints()
    );
}

#[test]
fn records_on_a_slow_pipe_do_not_wait_for_what_is_between_them() {
    let dir = TestDir::with([]);
    for (format, records) in [
        ("jsonl", ["{\"m\":\"a\",\"r\":\"a\"}\n\n \n", "{\"m\":\"b\",\"r\":\"b\"}\n\n"]),
        ("csv", ["m,r\na,a\n\"b\n", "c\",d\n"]),
    ] {
        let mut child = dir.start(&format!("--records - --records-format {format} -r r --sentence m"));
        let (mut stdin, lines) = (child.stdin.take().unwrap(), lines_of(&mut child));
        for record in records {
            stdin.write_all(record.as_bytes()).unwrap();
            lines.recv_timeout(TIME_LIMIT).unwrap();
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn files_that_are_no_text_are_answered_with_what_reads_them() {
    let dir = TestDir::with([("ref", "a\n")]);
    dir.write("a.parquet", b"PAR1\x15\x04\x15\xFF");
    dir.write("a.xlsx", b"PK\x03\x04\x14\x00\xFFxl/workbook.xml");
    for arguments in ["--records a.parquet -r r m", "-r ref a.parquet"] {
        assert_says(&dir.run(arguments).fails(), &["a.parquet: is Parquet", "duckdb"]);
    }
    assert_says(&dir.run("--records a.xlsx -r r m").fails(), &["a.xlsx: is a spreadsheet", "xlsx2csv a.xlsx"]);
}

#[test]
fn the_encoding_of_xml_is_named() {
    let text = "<d><doc id='é'/></d>\n";
    let utf_32 = |order: fn(u32) -> [u8; 4]| format!("\u{FEFF}{text}").chars().flat_map(|c| order(c.into())).collect();
    let latin_1: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let dir = TestDir::with([]);
    for (bytes, encoding) in
        [(utf_32(u32::to_le_bytes), "UTF-32"), (utf_32(u32::to_be_bytes), "UTF-32"), (latin_1, "CP1252")]
    {
        dir.write("x.xml", bytes);
        let convert = format!("iconv -f {encoding} -t UTF-8 x.xml > x.utf8.xml");
        assert_says(&dir.run("--records x.xml -r A S").fails(), &["x.xml: line 1: not UTF-8", &convert]);
    }
}

#[test]
fn xml_that_does_not_end_is_refused() {
    let dir = TestDir::with([]);
    let mut text = String::from("<dataset><doc id=\"");
    text.push_str(&"a".repeat(257 << 20));
    dir.write("endless.xml", text);
    assert_says(&dir.run("--records endless.xml -r r m").fails(), &["endless.xml: no document ends within 256 MiB"]);
}

#[test]
fn a_test_set_that_is_not_there_is_answered_with_the_command_that_fetches_it() {
    let dir = cache();
    let message = in_cache(&dir, "empty", "--test-set wmt22/de-fr hyp").fails();
    assert_says(&message, &["wmt22/de-fr is not in sacreBLEU's cache", "sacrebleu -t wmt22 -l de-fr"]);
    let message = in_cache(&dir, "cache", "--test-set wmt22:refQ/de-fr hyp").fails();
    assert_says(&message, &["no reference 'refQ'", "the only reference is A"]);
    let message = in_cache(&dir, "cache", "--test-set wmt22/de-fr --origlang de hyp.de").fails();
    assert_says(&message, &["different lengths", "must translate the whole test set"]);
    let message = in_cache(&dir, "cache", "--test-set wmt22/de-fr --origlang ja hyp").fails();
    assert_says(&message, &["no line has --origlang ja; its lines have de, fr"]);
}

#[test]
fn a_field_of_the_cache_that_is_cut_gives_no_score() {
    let dir = cache();
    for (field, choice) in [("origlang", "--origlang non-fr"), ("domain", "--subset news")] {
        let file = format!("cache/wmt22/wmt22.de-fr.{field}");
        let whole = std::fs::read_to_string(dir.path().join(&file)).unwrap();
        dir.write(&file, whole.split_once('\n').unwrap().0);
        let message = in_cache(&dir, "cache", &format!("--test-set wmt22/de-fr {choice} hyp")).fails();
        assert_says(&message, &[&file, "1 line, but", "ref-A has 3", "sacrebleu -t wmt22 -l de-fr"]);
    }
}

#[test]
fn names_and_order_of_systems_can_be_given() {
    let dir = dir();
    let table = dir.run("-r ref --names A,B --sort other mt").prints();
    let systems: Vec<&str> =
        table.lines().skip(1).take(2).map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(systems, ["B", "A"]);
    assert_eq!(json(&dir.run("-r ref --names A,B -f json mt other").prints())[1]["system"], "B");
    assert_says(&dir.run("-r ref --names A mt other").refuses(), &["--names gives 1 name for 2 systems"]);
    assert_says(&dir.run("-r ref --names A,A mt other").refuses(), &["--names contains 'A' twice"]);
    assert_says(&dir.run("-r ref --names A, mt other").refuses(), &["--names contains an empty name"]);
    assert_says(&dir.run("-r ref --sort --sentence mt").refuses(), &["one bare score per line", "add --format csv"]);
    for mode in ["--explain", "--print-tokens", "--score-only", "--cumulative", "--what-if"] {
        let references = if mode == "--print-tokens" { "" } else { "-r ref" };
        assert_says(&dir.run(&format!("{references} --sort {mode} mt other")).refuses(), &["drop --sort"]);
    }
}

#[test]
fn only_paths_are_shortened_in_tables() {
    let dir = dir();
    dir.write("rows.tsv", "ref\tgpt-4.turbo\tgpt-4.mini\na b c d\ta b c d\ta b c d\n");
    let systems = |arguments: &str| -> Vec<String> {
        let table = dir.run(arguments).prints();
        table.lines().skip(1).take(2).map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
    };
    assert_eq!(systems("--records rows.tsv -r ref gpt-4.turbo gpt-4.mini"), ["gpt-4.turbo", "gpt-4.mini"]);
    assert_eq!(systems("-r ref --names x.1.a,x.1.b mt other"), ["x.1.a", "x.1.b"]);
}

#[test]
fn systems_of_several_runs_have_a_name_each() {
    let dir = dir();
    let arguments = "-r ref --paired randomization --resamples 40 --runs 2 --sort --names low,middle,high";
    let found = json(&dir.run(&format!("{arguments} -f json other other mt other ref ref")).prints());
    let systems: Vec<&Value> = found.as_array().unwrap().iter().map(|system| &system["system"]).collect();
    assert_eq!(systems, ["low", "high", "middle"]);
    assert_eq!(found[2]["runs"][0]["system"], "mt");
}

#[test]
fn plain_lines_of_a_file_named_like_a_table_get_a_warning() {
    let (_, message) = dir().run("-r data.jsonl data.jsonl").warns();
    assert_says(&message, &["data.jsonl is read as plain lines", "bleu --records data.jsonl"]);
    // Advice is ready to paste.
    let spaced = TestDir::with([("my table.tsv", "a b c d\n")]);
    let mut command = spaced.command("");
    let (_, message) = Run::new("", command.args(["-r", "my table.tsv", "my table.tsv"]).output().unwrap()).warns();
    assert_says(
        &message,
        &["my table.tsv is read as plain lines; if it is a table: bleu --records 'my table.tsv' -r NAME"],
    );
    let sgml = "<?xml version=\"1.0\"?><mteval><refset><doc><seg>a b c d</seg></doc></refset></mteval>";
    assert_eq!(TestDir::with([("ref.xml", sgml), ("hyp", "a b c d\n")]).run("-r ref.xml -b hyp").prints(), "1.0000\n");
}

#[test]
fn what_is_surely_json_is_not_said_to_be_in_another_format() {
    let text = "{\n\"a\": \"b\"\n}\n";
    let message = dir().pipe("--records - --records-format jsonl -r a b", text).fails();
    assert_eq!(dir().pipe("--records - -r a b", text).fails(), message);
    // JSON Lines that were asked for are lines.
    let text = "[{\"a\": \"w x y z\", \"b\": \"w x y z\"}]\n";
    let message = dir().pipe("--records - --records-format jsonl -r a b", text).fails();
    assert_says(&message, &["line 1: an array, not an object per line; drop --input-format"]);
    assert_eq!(dir().pipe("--records - -b -r a b", text).prints(), "1.0000\n");
}

#[test]
fn a_table_whose_format_was_guessed_is_answered_with_the_flag_that_sets_it() {
    for (text, format) in [("<b>\ta\n<b>x</b>\ta\n", "<b> is never closed"), ("{x}\ta\n{a}\ta\n", "JSON")] {
        let message = dir().pipe("--records - -r a {x}", text).fails();
        assert_says(&message, &[format, "; if it is in another format, set that with --input-format"]);
    }
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

/// A frame that holds no text, as some tools write it.
const SKIPPABLE_FRAME: &[u8] = b"\x50\x2A\x4D\x18\x03\x00\x00\x00abc";

#[test]
fn zstd_is_recognized_by_its_content() {
    let text = crate::common::many_lines(3000);
    let dir = TestDir::with([("ref", &text)]);
    let plain = dir.pipe("-q -r ref", &text).prints();
    let (one, other) = text.split_at(text.len() / 3);
    let frames = [SKIPPABLE_FRAME, &zstd(one.as_bytes()), SKIPPABLE_FRAME, &zstd(other.as_bytes())].concat();
    dir.write("packed", &frames);
    dir.write(
        "packed.tsv.zst",
        zstd(
            format!("ref\tmt\n{}", text.lines().map(|line| format!("{line}\t{line}\n")).collect::<String>()).as_bytes(),
        ),
    );
    assert_eq!(dir.run("-q -r ref packed").prints(), plain);
    assert_eq!(dir.pipe("-q -r packed", &frames).prints(), plain);
    assert_eq!(dir.run("-q --records packed.tsv.zst -r ref mt").prints(), plain);
}

#[test]
fn truncated_or_damaged_zstd_gives_no_score() {
    let text = crate::common::many_lines(3000);
    let (dir, packed) = (TestDir::with([("ref", &*text)]), zstd(text.as_bytes()));
    for length in [4, 5, 10, packed.len() / 2, packed.len() - 1] {
        dir.write("cut", &packed[..length]);
        assert_says(&dir.run("-r ref cut").fails(), &["bleu: cut: the zstd stream is cut off"]);
    }
    dir.write("more", [&packed, &b"more"[..]].concat());
    assert_says(&dir.run("-r ref more").fails(), &["bleu: more: the zstd stream is followed by other data"]);
    let mut damaged = packed.clone();
    *damaged.last_mut().unwrap() ^= 1;
    dir.write("bad", &damaged);
    assert_says(&dir.run("-r ref bad").fails(), &["bleu: bad: the zstd stream is damaged (its checksum is wrong)"]);
    // A frame without a checksum that announces 5 bytes, and holds 4, uncompressed.
    dir.write("short", b"\x28\xB5\x2F\xFD\x20\x05\x21\x00\x00a b\n");
    assert_says(&dir.run("-r ref short").fails(), &["bleu: short: the zstd stream is damaged (its size is wrong)"]);
    let mut later = packed.clone();
    later[4] |= 1 << 3;
    dir.write("later", later);
    assert_says(&dir.run("-r ref later").fails(), &["bleu: later: the zstd stream is damaged (a reserved bit is set)"]);
}

#[test]
fn xz_and_bzip2_are_answered_with_the_command_that_unpacks_them() {
    let dir = TestDir::with([("ref", "a b c d\n")]);
    dir.write("a.xz", b"\xFD7zXZ\0\0\x04");
    dir.write("a.bz2", b"BZh91AY&SY\x17\x72\x45\x38\x50\x90");
    dir.write("no lines.bz2", b"BZh9\x17\x72\x45\x38\x50\x90\0\0\0\0");
    dir.write("hidden", b"\xFD7zXZ\0\0\x04");
    assert_says(&dir.run("-r ref a.xz").fails(), &["a.xz: is compressed by xz", "xz -dc a.xz > a\n"]);
    assert_says(&dir.run("-r a.bz2 ref").fails(), &["a.bz2: is compressed by bzip2", "bzip2 -dc a.bz2 > a\n"]);
    assert_says(&dir.run("-r hidden ref").fails(), &["xz -dc hidden > hidden.txt\n"]);
    assert_says(&dir.pipe("-r ref", b"\xFD7zXZ\0\0\x04").fails(), &["unpack it: xz -dc\n"]);
    let quoted = start(dir.command("-r ref").arg("no lines.bz2"));
    assert_says(&Run::of("-r ref 'no lines.bz2'", quoted).fails(), &["bzip2 -dc 'no lines.bz2' > 'no lines'\n"]);
}
