//! Files of other programs as candidates and references: recognized by what is in them, joined, or refused.

use crate::common::{TestDir, assert_says};

/// Texts of three segments.
const REFERENCES: [&str; 3] =
    ["The cat sat on the mat today.", "We all went home by the late train.", "Nobody knew what she had said."];
const CANDIDATES: [&str; 3] =
    ["The cat sat on a mat today.", "We all went home by a late train.", "Nobody knew what she said."];

/// The score of these texts in plain lines.
fn plain_score() -> String {
    let [references, candidates] = [REFERENCES, CANDIDATES].map(|texts| texts.map(|text| format!("{text}\n")).concat());
    TestDir::with([("ref", &*references), ("hyp", &*candidates)]).run("-r ref hyp -b -q").prints().to_owned()
}

/// Writes the texts with these ids, in this order.
type Write = fn([&str; 3], [usize; 3]) -> String;

/// Each format, with what writes three texts in it.
fn formats() -> Vec<(&'static str, Write)> {
    vec![
        ("xlf", |texts, order| {
            let unit = |id: usize| {
                format!(
                    "<trans-unit id=\"{id}\"><source>x</source><target state=\"final\"><g id=\"1\">{}</g><x id=\"2\"/></target>\
                     <alt-trans><target>no</target></alt-trans></trans-unit>",
                    texts[id]
                )
            };
            format!(
                "<?xml version=\"1.0\"?>\n<xliff version=\"1.2\"><file original=\"a\"><body>{}</body></file></xliff>",
                order.map(unit).concat()
            )
        }),
        ("xlf2", |texts, order| {
            let unit = |id: usize| {
                let (one, other) = texts[id].split_at(texts[id].find(' ').unwrap() + 1);
                format!(
                    "<unit id=\"{id}\"><segment><source>x</source><target>{one}</target></segment>\
                     <segment><source>y</source><target><pc id=\"1\">{other}</pc></target></segment></unit>"
                )
            };
            format!("<xliff version=\"2.0\" srcLang=\"de\"><file id=\"f\">{}</file></xliff>", order.map(unit).concat())
        }),
        ("tmx", |texts, order| {
            let unit = |id: usize| {
                format!(
                    "<tu><tuv xml:lang=\"de\"><seg>Quelle {id}</seg></tuv><tuv xml:lang=\"en-GB\"><seg>{}<ph>code</ph></seg></tuv></tu>",
                    texts[id]
                )
            };
            format!("<tmx version=\"1.4\"><header srclang=\"de\"/><body>{}</body></tmx>", order.map(unit).concat())
        }),
        ("po", |texts, order| {
            let message = |id: usize| {
                format!("#: a.c:{id}\nmsgctxt \"c\"\nmsgid \"source {id}\"\nmsgstr \"\"\n\"{}\"\n\n", texts[id])
            };
            format!(
                "# Translators\nmsgid \"\"\nmsgstr \"Content-Type: text/plain\\n\"\n\n{}#~ msgid \"old\"\n#~ msgstr \"old\"\n",
                order.map(message).concat()
            )
        }),
        ("srt", |texts, order| {
            let cue = |id: usize| format!("{}\n00:00:0{id},250 --> 00:00:0{id},900\n<i>{}</i>\n\n", id + 1, texts[id]);
            order.map(cue).concat()
        }),
        ("vtt", |texts, order| {
            let cue = |id: usize| format!("00:0{id}.250 --> 00:0{id}.900 align:start\n<v Ann>{}\n\n", texts[id]);
            format!("WEBVTT\nKind: captions\n\nNOTE a\n\n{}", order.map(cue).concat())
        }),
        ("nbest", |texts, order| {
            let lines = |id: usize| {
                format!("{id} ||| {} ||| 0-0 1-1 ||| F0= -1 ||| -0.5\n{id} ||| worse ||| F0= -2 ||| -1\n", texts[id])
            };
            order.map(lines).concat()
        }),
        ("fairseq", |texts, order| {
            let lines = |id: usize| {
                format!(
                    "S-{id}\tx\nT-{id}\t{}\nH-{id}\t-0.5\tno\nD-{id}\t-0.5\t{}\nP-{id}\t-0.5\nE-{id}_0\t-0.5\n",
                    texts[id], texts[id]
                )
            };
            format!(
                "2020-04-21 10:11:12 | INFO | fairseq_cli.generate | loading\n{}Generate test with beam=5\n",
                order.map(lines).concat()
            )
        }),
        ("coco", |texts, order| {
            let item = |id: usize| format!("{{\"image_id\": {id}, \"caption\": \"{}\"}}", texts[id]);
            format!("[{}]", order.map(item).join(", "))
        }),
        ("sgml", |texts, order| {
            let segment = |id: usize| format!("<seg id=\"{id}\">{}</seg>\n", texts[id]);
            format!("<refset setid=\"a\"><doc docid=\"d\" sysid=\"s\">{}</doc></refset>", order.map(segment).concat())
        }),
        ("json", |texts, _| format!("[\n  {}\n]\n", texts.map(|text| format!("\"{text}\"")).join(",\n  "))),
    ]
}

#[test]
fn files_are_read_as_what_they_are_whatever_their_name() {
    let score = plain_score();
    for (name, write) in formats() {
        // An array of strings has no ids.
        let order = if name == "json" { [0, 1, 2] } else { [2, 0, 1] };
        let (one, other) = (write(REFERENCES, [0, 1, 2]), write(CANDIDATES, order));
        let dir = TestDir::with([
            ("ref", &*one),
            ("hyp", &*other),
            ("mark", &*format!("\u{FEFF}{other}")),
            ("crlf", &*other.replace('\n', "\r\n")),
            ("plain", &*CANDIDATES.map(|text| format!("{text}\n")).concat()),
        ]);
        for arguments in ["-r ref hyp -b -q", "-r ref mark -b -q", "-r ref crlf -b -q", "-r ref plain -b -q"] {
            assert_eq!(dir.run(arguments).prints(), score, "{name}: {arguments}");
        }
        assert_eq!(dir.pipe("-r ref -b -q", &other).prints(), score, "{name}");
        assert_eq!(dir.pipe("-r - hyp -b -q", &one).prints(), score, "{name}");
        let sentences = dir.run("-r ref hyp --sentence -q").prints().lines().count();
        assert_eq!(sentences, 3, "{name}");
        assert!(dir.run("-r ref hyp -b").err.contains(": "), "{name}: no note");
    }
}

#[test]
fn what_one_side_lacks_is_counted_and_named() {
    for (name, write) in formats() {
        let three = write(CANDIDATES, [0, 1, 2]);
        let two = match name {
            // A repeated cue, caption or segment would be another fault.
            "srt" | "vtt" | "json" | "sgml" | "coco" => continue,
            _ => without_second(name, &three),
        };
        let dir = TestDir::with([("ref", &*write(REFERENCES, [0, 1, 2])), ("hyp", &*two), ("all", &*three)]);
        assert_says(&dir.run("-r ref hyp").fails(), &["hyp: no text for 1 ", "--empty-candidate score counts"]);
        assert_says(&dir.run("-r hyp all").fails(), &["all: 1 ", " that hyp lacks: "]);
        dir.run("-r ref hyp --empty-candidate score -b -q").prints();
        assert_says(&dir.run("-r ref hyp --empty-candidate skip -b").err, &["1 ", " without a candidate left out"]);
        dir.run("-r hyp all --empty-reference skip -b -q").prints();
    }
}

/// A file without the second of its texts.
fn without_second(name: &str, file: &str) -> String {
    let is_of_second = |line: &str| line.contains(CANDIDATES[1]) || line.contains("-1\t") || line.starts_with("1 |||");
    match name {
        "nbest" | "fairseq" => {
            file.lines().filter(|line| !is_of_second(line)).map(|line| format!("{line}\n")).collect()
        }
        "po" => {
            let messages = file.split("\n\n").filter(|message| !message.contains(CANDIDATES[1]));
            messages.collect::<Vec<_>>().join("\n\n")
        }
        _ => {
            let tag = ["<trans-unit ", "<unit ", "<tu>"].into_iter().find(|tag| file.contains(tag)).unwrap();
            let mut parts: Vec<&str> = file.split(tag).collect();
            parts.remove(2);
            parts.join(tag)
        }
    }
}

#[test]
fn cues_that_start_a_little_later_are_joined_and_missing_ones_are_empty() {
    let cue = |time: &str, text: &str| format!("1\n00:00:{time} --> 00:00:59,000\n{text}\n\n");
    let reference = [cue("01,000", "a b c d"), cue("02,000", "e f g h"), cue("09,000", "♪")].concat();
    let dir = TestDir::with([
        ("ref", &*reference),
        ("late", &*[cue("01,000", "a b c d"), cue("02,400", "e f g h")].concat()),
        ("far", &*[cue("01,000", "a b c d"), cue("02,501", "e f g h")].concat()),
    ]);
    let message = dir.run("-r ref late -b").err;
    assert_says(
        &message,
        &["late: SubRip, 2 cues, joined by start time, 1 with another start", "1 cue of ref not in it"],
    );
    assert!(dir.run("-r ref late -q").prints().contains("|cues:nearest+missing|"));
    assert!(!dir.run("-r ref ref -q").prints().contains("cues:"));
    assert_says(&dir.run("-r ref far").fails(), &["far: 1 cue that ref lacks: 00:00:02.501"]);
    assert_says(&dir.run("-r late ref").fails(), &["ref: 1 cue that late lacks: 00:00:09.000"]);
}

#[test]
fn kinds_may_differ_if_ids_or_the_order_join_them() {
    let dir = TestDir::with([
        ("ref.srt", "1\n00:00:01,000 --> 00:00:02,000\na b c d\n"),
        ("mt.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\na b c d\n"),
        ("mt.po", "msgid \"x\"\nmsgstr \"a b c d\"\n"),
        ("two", "a b c d\ne\n"),
        (
            "newstest.xml",
            "<dataset><doc id=\"d\"><src><seg id=\"1\">x</seg></src><ref translator=\"A\"><seg id=\"1\">a b c d</seg></ref></doc></dataset>",
        ),
        ("refs.tsv", "a b c x\ta b c d\ne\tf\n"),
        ("nbest", "0 ||| a b c d ||| -1\n"),
    ]);
    assert_eq!(dir.run("-r ref.srt mt.vtt -b -q").prints(), "1.0000\n");
    assert_says(&dir.run("-r ref.srt mt.po -b").err, &["mt.po: gettext PO, 1 message, joined by place"]);
    assert_says(&dir.run("-r ref.srt two").fails(), &["two has 2 lines, but ref.srt has 1 cue"]);
    assert_eq!(dir.run("-r newstest.xml mt.vtt -b -q").prints(), "1.0000\n");
    assert_eq!(dir.run("--records newstest.xml -r refA mt.vtt -b -q").prints(), "1.0000\n");
    assert_eq!(dir.run("--records refs.tsv -r 1 -r 2 two -b -q").prints(), "1.0000\n");
    assert_says(&dir.run("-r two nbest").fails(), &["nbest: no text for 1 sentence: 1"]);
}

#[test]
fn repeated_ids_and_bad_files_are_refused_with_their_place() {
    for (file, message) in [
        (
            "<xliff><file><trans-unit id='1'><target>a</target></trans-unit><trans-unit id='1'/></file></xliff>",
            "the id 1 comes again",
        ),
        ("<xliff><file><trans-unit><target>a</target></trans-unit></file></xliff>", "line 1: a unit without an id"),
        ("<xliff><file><trans-unit id='1'><target>a</trans-unit></file></xliff>", "line 1: not well-formed"),
        ("<xliff><file><trans-unit id='1'>", "is never closed; is the file cut off?"),
        (
            "<tmx><header srclang='de'/><body><tu><tuv xml:lang='de'><seg>a</seg></tuv><tuv xml:lang='en'><seg>a</seg></tuv><tuv xml:lang='fr'><seg>a</seg></tuv></tu></body></tmx>",
            "translations into en and into fr; name one: --target-lang fr",
        ),
        ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n", "line 4: the id a comes again"),
        ("msgid \"a\"\nmsgid \"b\"\nmsgstr \"c\"\n", "line 2: msgid comes again in one message"),
        ("msgid \"a\"\nmsgstr \"b\n", "line 2: a text that is not in quotes"),
        ("1\n00:00:01,000 --> 00:00:02,000\na\n\nb\n", "line 5: neither the number nor the time of a cue"),
        ("1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03 --> x\n", "line 6: not the time of a cue"),
        ("0 ||| a ||| -1\nb\n", "line 2: no |||"),
        ("0 ||| a ||| -1\n1 ||| a ||| -1\n0 ||| a ||| -1\n", "line 3: the id 0 comes again after others"),
        ("S-0\ta\nT-0\tb\nT-0\tc\n", "line 3: T-0 comes again"),
        ("[\n \"a\",\n 1\n]", "item 2: neither a string nor a list of tokens"),
    ] {
        let dir = TestDir::with([("ref", "a\n"), ("hyp", file)]);
        let run = dir.run("-r ref hyp");
        assert_eq!(run.out, "", "{file}");
        assert_says(&run.fails(), &["hyp: ", message]);
    }
}

#[test]
fn formats_that_are_not_read_are_refused_with_a_command() {
    let tar = format!("file{}ustar{}", "\0".repeat(253), "\0".repeat(250));
    for (file, words) in [
        ("[Script Info]\nTitle: a\n", &["ASS", "pysubs2 --to srt hyp"][..]),
        ("<?xml version=\"1.0\"?>\n<tt xmlns=\"http://www.w3.org/ns/ttml\"/>\n", &["TTML", "tt convert -i hyp"]),
        ("a 1 speaker 0.00 1.50 <o,f0,male> hello there\n", &["STM", "cut -d ' ' -f 7- hyp"]),
        (
            "<?xml version=\"1.0\"?>\n<resources><string>a</string></resources>\n",
            &["XML with the root <resources>", "--input-format lines"],
        ),
        (&*tar, &["tar", "tar -xf hyp"]),
    ] {
        let dir = TestDir::with([("ref", "a\n"), ("hyp", file)]);
        assert_says(&dir.run("-r ref hyp").fails(), words);
        assert_says(&dir.run("-r hyp ref").fails(), words);
    }
    let dir = TestDir::with([("ref", "a\n"), ("hyp", "[Script Info]\n")]);
    assert_eq!(dir.run("-r ref hyp --input-format lines -b -q").prints(), "0.0000\n");
}

#[test]
fn lines_that_look_like_a_format_but_are_text_are_lines() {
    for text in [
        "1\n2\n",
        "# a title\ntext\n",
        "<b>bold</b>\n<s> a\n",
        "WEBVTTs are files\n",
        "{\"a\": 1}\n{}\n",
        "[\"a\"]\n[]\n",
        "a ||| b ||| c\n",
        "H-1 is a virus\n",
        "[S] a\n",
        "msgid is a keyword\n",
        "\n\n",
    ] {
        let dir = TestDir::with([("ref", text), ("hyp", text)]);
        let run = dir.run("-r ref hyp --sentence -q");
        assert_eq!(run.prints().lines().count(), text.lines().count(), "{text}");
    }
}

#[test]
fn what_has_no_ids_is_explained() {
    let dir = TestDir::with([("ref", r#"["a b c d f", "e f g h"]"#), ("hyp", r#"["a b c d e", "e f g h"]"#)]);
    dir.write("plain.ref", "a b c d f\ne f g h\n");
    dir.write("plain.hyp", "a b c d e\ne f g h\n");
    let expected = dir.run("-r plain.ref plain.hyp --names hyp --explain").prints();
    assert_eq!(dir.run("-r ref hyp --explain -q").prints(), expected);
    dir.run("-r ref hyp -q --report page.html").prints();
}

#[test]
fn plain_lines_are_joined_by_an_id_in_each() {
    let dir = TestDir::with([
        ("ref", "u1 a b c d\nu2 e f g h\n"),
        ("hyp", "u2 e f g h\nu1 a b c d\n"),
        ("trn", "a b c d (u1)\ne f g h (u2)\n"),
        ("twice", "u1 a\nu1 b\n"),
    ]);
    assert_eq!(dir.run("--id-word first -r ref hyp -b -q").prints(), "1.0000\n");
    assert_eq!(dir.run("--id-word last -r trn trn -b -q").prints(), "1.0000\n");
    assert_says(&dir.run("--id-word first -r ref twice").fails(), &["twice: line 2: the id u1 comes again"]);
    assert_says(&dir.run("-r ref hyp -b").err, &["begin with ids of their own, such as u2", "--id-word first"]);
    assert_says(&dir.run("-r trn trn -b").err, &["end with ids of their own", "--id-word last"]);
}

#[test]
fn files_with_unusual_beginnings_or_faults_are_no_plain_lines() {
    let log = "S-0\tx\nT-0\ta b c d\nH-0\t-0.5\ta b c d\nD-0\t-0.5\ta b c d\n";
    let dir = TestDir::with([
        ("ref", "a b c d\n"),
        ("warning.log", &*format!("2024-01-01 12:00:01 | WARNING | fairseq.tasks | slow\n{log}")),
        ("nohup.log", &*format!("nohup: ignoring input\n{log}")),
        ("python.log", &*format!("/x/y.py:3: FutureWarning: old\n  call()\n{log}")),
        ("cues.srt", "1\n00:00:01,000 --> 00:00:02,000\na b\n2\n00:00:03,000 --> 00:00:04,000\nc d\n"),
        ("header.stm", ";; CATEGORY \"0\"\n;;\nfile 1 speaker 0.50 1.75 <o,f0> a b c d\n"),
        ("plain.stm", "file A speaker 0.50 1.75 a b c d\n"),
        (
            "subset.tmx",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE tmx [\n<!ELEMENT tmx (header)>\n]>\n<tmx><header srclang=\"de\"/><body><tu tuid=\"1\">\
             <tuv xml:lang=\"de\"><seg>x</seg></tuv><tuv xml:lang=\"en\"><seg>a b c d</seg></tuv></tu></body></tmx>",
        ),
        ("runs.csv", "id,epoch,ref,mt\n1,1,a b c d,a b c d\n1,2,a b c d,a b x d\n"),
    ]);
    dir.write("spaces.po", "msgid   \"x\"\nmsgstr \"a b c d\"\n");
    dir.write("obsolete.po", "#~ msgid \"y\"\n#~ msgstr \"z\"\n\nmsgid\t\"x\"\nmsgstr \"a b c d\"\n");
    dir.write("three.tmx", "<tmx><header srclang=\"en\"/><body><tu><tuv xml:lang=\"en\"><seg>x</seg></tuv><tuv xml:lang=\"de\"><seg>a b c d</seg></tuv>\
                            <tuv xml:lang=\"fr\"><seg>a b c d</seg></tuv></tu></body></tmx>");
    assert_eq!(dir.run("--records three.tmx -r de fr -b -q").prints(), "1.0000\n");
    dir.write("tokens.jsonl", "{\"r\": \"a b c d\", \"c\": [\"a\", \"b\", \"c\", \"d\"]}\n{\"r\": \"x\", \"c\": []}\n");
    assert_eq!(dir.run("--records tokens.jsonl -r r c --sentence -q").prints(), "1.0000\n0.0000\n");
    for file in ["warning.log", "nohup.log", "python.log", "subset.tmx", "spaces.po", "obsolete.po"] {
        assert_eq!(dir.run(&format!("-r ref {file} -b -q")).prints(), "1.0000\n", "{file}");
    }
    for (arguments, message) in [
        ("-r ref cues.srt", "cues.srt: line 5: the time of a cue in the text of another"),
        ("-r header.stm header.stm", "header.stm: is STM"),
        ("-r ref plain.stm", "plain.stm: is STM"),
        ("--records runs.csv -r ref mt", "id 1 comes again, with epoch 2 after 1 in record 2"),
    ] {
        assert_says(&dir.run(arguments).fails(), &[message]);
    }
}

#[test]
fn groups_of_references_are_as_many_as_lines() {
    let dir = TestDir::with([
        ("refs", "a b c d\nx\n\ne f g h\n\ny\ni j k l\n"),
        ("hyp", "a b c d\ne f g h\ni j k l\n"),
        ("five", "1\n2\n3\n4\n5\n"),
    ]);
    let run = dir.run("-r refs hyp -b");
    assert_eq!(run.out, "1.0000\n");
    assert_says(&run.err, &["refs: groups of references, 3 groups"]);
    assert_says(&dir.run("-r refs five").fails(), &["different lengths"]);
    dir.write("two", "a b c d\nx\ne f g h\ny\ni j k l\nz\n");
    assert!(dir.run("-r refs two --samples 2 -q").prints().contains("best    1.0000"));
    assert_says(
        &dir.run("-r refs two").fails(),
        &["refs has 3 groups of references between empty lines, but two has 6 lines"],
    );
    let message = dir.pipe("-r refs --sentence", "a b c d\ne f g h\ni j k l\n").fails_after_output().1;
    assert_says(&message, &["refs has 3 groups of references", "--input-format groups"]);
    // A candidate is not in groups.
    assert_eq!(dir.run("--input-format groups -r refs hyp -b -q").prints(), "1.0000\n");
    let refs = "a b c d\nx\n\ne f g h\n\ny\ni j k l\n";
    assert_eq!(dir.pipe("--input-format groups -r - hyp -b -q", refs).prints(), "1.0000\n");
    // A pipe of candidates is read once; one of references may have no end.
    assert_says(&dir.pipe("-r - hyp -b -q", refs).fails(), &["different lengths"]);
    assert_eq!(dir.pipe("-r refs -b -q", "a b c d\ne f g h\ni j k l\n").prints(), "1.0000\n");
    // Lines that are answered one by one are not waited for.
    assert_says(&dir.pipe("-r refs --sentence", "a b c d\ne f g h\n").fails_after_output().1, &["different lengths"]);
}

#[test]
fn texts_of_json_are_strings_or_tokens_in_lists_or_under_keys() {
    let dir = TestDir::with([
        ("ref", "a b c d\ne f g h\n"),
        ("strings", "[\"a b c d\", \"e f g h\"]"),
        ("tokens", "[[\"a\", \"b\", \"c\", \"d\"],\n[\"e\", \"f\", \"g\", \"h\"]]\n"),
        ("token-lines", "[\"a\", \"b\", \"c\", \"d\"]\n[\"e\", \"f\", \"g\", \"h\"]\n"),
        ("string-lines", "\"a b c d\"\n\"e f g h\"\n"),
        ("empty", "[\"a b c d\", []]"),
        ("pairs", "[[\"a b\", \"c\"], [\"e f\", \"g\"]]"),
        ("pair-lines", "[\"a b\", \"c\"]\n[\"e f\", \"g\"]\n"),
        ("object.json", "{\"2\": \"e f g h\", \"1\": [\"a b c d\"]}"),
        ("refs.json", "{\n\"1\": [\"x\", \"a b c d\"],\n\"2\": [\"e f g h\"]\n}\n"),
        ("number.json", "{\"1\": 5}"),
        ("cut.json", "{\"1\": \"a b"),
        ("twice.json", "{\"a\": \"x\", \"a\": \"y\"}"),
        ("mixed", "\"a b c d\"\n[\"e\", \"f\", \"g\", \"h\"]\n"),
        ("two.json", "{\"1\": \"a\"}\n{\"1\": \"a\"}\n"),
    ]);
    for arguments in [
        "-r ref strings",
        "-r ref tokens",
        "-r tokens --input-format json-list strings",
        "-r ref --input-format json-list token-lines",
        "-r ref --input-format json-list string-lines",
        "-r refs.json --input-format json-object object.json",
    ] {
        assert_eq!(dir.run(&format!("{arguments} -b -q")).prints(), "1.0000\n", "{arguments}");
    }
    assert_eq!(
        dir.pipe("-r ref -b -q", "[[\"a\", \"b\", \"c\", \"d\"], [\"e\", \"f\", \"g\", \"h\"]]").prints(),
        "1.0000\n"
    );
    assert_says(&dir.run("-r ref tokens").err, &["tokens: lists of tokens are joined by spaces", "2 items"]);
    assert_eq!(dir.run("-r ref empty --sentence -q").prints(), "1.0000\n0.0000\n");
    // Lists of references, unless they may be lists of tokens.
    let several = dir.run("-r pairs strings -b");
    assert_says(&several.err, &["pairs: list of JSON, 2 items"]);
    assert!(!several.err.contains("tokens"), "{}", several.err);
    let message = dir.run("-r tokens strings").fails();
    assert_says(&message, &["tokens: item 1: a list of single words", "if they are tokens: --input-format json-list"]);
    assert_says(&dir.run("-r ref pairs").fails(), &["pairs: item 1: neither a string nor a list of tokens"]);
    assert_says(
        &dir.run("-r ref token-lines").err,
        &["each line is a string or a list of tokens of JSON", "--input-format json-list"],
    );
    assert_says(
        &dir.run("-r ref pair-lines").err,
        &["each line is an array of JSON", "an object with a key for each text"],
    );
    assert_says(
        &dir.run("-r ref --input-format json-list ref").fails(),
        &["no input is of the format", "list of JSON"],
    );
    assert_says(&dir.run("-r ref --input-format json-object number.json").fails(), &["number.json", "line 1 column 8"]);
    assert_says(&dir.run("-r ref --input-format json-object two.json").fails(), &["two.json", "trailing characters"]);
    assert_says(
        &dir.run("-r ref --input-format json-object cut.json").fails(),
        &["cut.json", "EOF while parsing a string"],
    );
    assert_says(
        &dir.run("-r ref --input-format json-object twice.json").fails(),
        &["twice.json: key 2: the id a comes again"],
    );
    assert_says(
        &dir.run("-r ref mixed").err,
        &["each line is a string or a list of tokens", "--input-format json-list"],
    );
}

#[test]
fn several_references_of_sgml_and_coco_are_scored() {
    let document =
        |system: &str, text: &str| format!("<doc docid=\"d\" sysid=\"{system}\"><seg id=\"1\">{text}</seg></doc>");
    let dir = TestDir::with([
        ("ref", &*format!("<refset>{}{}</refset>", document("r1", "a b x d"), document("r2", "a b c d"))),
        ("hyp", &*format!("<tstset>{}</tstset>", document("s", "a b c d"))),
        (
            "captions",
            "{\"images\": [{\"file_name\": \"a\"}], \"annotations\": [{\"image_id\": 1, \"caption\": \"a b x d\"}, {\"image_id\": 1, \"caption\": \"a b c d\"}]}",
        ),
        ("results", "[{\"image_id\": 1, \"caption\": \"a b c d\"}]"),
    ]);
    assert_eq!(dir.run("-r ref hyp -b -q").prints(), "1.0000\n");
    assert_eq!(dir.run("-r captions results -b -q").prints(), "1.0000\n");
    assert_says(&dir.run("-r hyp ref").fails(), &["ref: document d, segment 1: 2 texts; a candidate has one"]);
}

#[test]
fn tables_show_how_they_are_written() {
    let dir = TestDir::with([
        ("quoted.tsv", "r\tc\n\"He said \"\"no\"\" to us\"\t\"He said \"\"no\"\" to us\"\n"),
        ("escaped.tsv", "r\tc\na\\nb c d\ta\\nb c d\n"),
        ("plain.tsv", "r\tc\nC:\\Users \"a\" b\tC:\\Users \"a\" b\n"),
        ("unclear.tsv", "r\tc\n\"Yes.\"\t\"Yes.\"\n"),
        ("line-end.tsv", "r\tc\na b c d\t\"a b\nc d\"\ne f g h\te f g h\n"),
        ("null.tsv", "r1\tr2\tc\n\\N\ta b c d\ta b c d\n"),
    ]);
    assert_says(
        &dir.run("--records line-end.tsv -r r c").fails(),
        &["line 3: 1 cell", "the last text of line 2 begins with a quote", "--input-format tsv-quoted"],
    );
    assert_eq!(dir.run("--records line-end.tsv --input-format tsv-quoted -r r c -b").prints(), "1.0000\n");
    assert_says(
        &dir.run("--records quoted.tsv -r r c -b").err,
        &["as line 2 shows, texts are in quotes, and read as tsv-quoted"],
    );
    assert_says(&dir.run("--records escaped.tsv -r r c -b").err, &["as line 2 shows, tabs and line ends are escaped"]);
    assert_eq!(dir.run("--records plain.tsv -r r c -b").err, "");
    assert_says(
        &dir.run("--records unclear.tsv -r r c -b").err,
        &["line 2: the quotes around a text are scored", "tsv-quoted if not"],
    );
    // Paths, LaTeX and sentences about escapes are text.
    for text in ["open C:\\new\\table", "the \\textbf{word} alone", "write \\t or \\n there"] {
        dir.write("text.tsv", format!("r\tc\n{text}\t{text}\n"));
        let scored = dir.run("--records text.tsv -r r c --stats");
        assert_says(&scored.err, &["line 2: \\n and \\t are scored as they stand", "tsv-escaped if they are"]);
        let plain = dir.run("--records text.tsv --input-format tsv -r r c --stats");
        assert_eq!(scored.out, plain.out);
        assert!(!plain.err.contains("as they stand"));
    }
    assert!(!dir.run("--records unclear.tsv --input-format tsv-quoted -r r c -b").err.contains("warning"));
    assert_eq!(dir.run("--records null.tsv -r r1 -r r2 c -b -q").prints(), "1.0000\n");
    assert_says(&dir.run("--records null.tsv -r r2 r1").fails(), &["\\N"]);
}

#[test]
fn quotes_after_backslashes_are_of_spark() {
    // As Spark 4.0 writes them: only texts in quotes have escapes.
    let rows = r#"r,c
"He said \"no\"","He said \"no\""
plain \ back,"quoted, \\ back"
ends in \,"q, ends in \\"
"\\\"start","q, \\\"start"
\,"\""
"C:\\dir, \"x\"\\","\"a\""
"#;
    let texts = "He said \"no\"\nquoted, \\ back\nq, ends in \\\nq, \\\"start\n\"\n\"a\"\n";
    let dir = TestDir::with([("spark.csv", rows), ("rfc.csv", "r,c\n\"C:\\\",\"a, \"\"b\"\" \\\\\"\n")]);
    assert_eq!(dir.run("--records spark.csv c --print-tokens -q -t none").prints(), texts);
    assert_eq!(dir.pipe("--records - c --print-tokens -q -t none", rows).prints(), texts);
    // Backslashes are text where quotes are doubled.
    assert_eq!(dir.run("--records rfc.csv c --print-tokens -q -t none").prints(), "a, \"b\" \\\\\n");
    dir.write("spark.tsv", rows.replace("q, ", "q\u{A0}").replace(',', "\t"));
    assert_eq!(
        dir.run("--records spark.tsv --input-format tsv-quoted c --print-tokens -q -t none").prints().lines().next(),
        Some("He said \"no\"")
    );
}

#[test]
fn a_printed_list_is_not_a_text() {
    let dir = TestDir::with([
        ("lists.csv", "r,c\n\"['a b', 'c']\",a b\n\"['d']\",d\n"),
        ("one.csv", "r,c\n\"['a b']\",a b\nd,d\n"),
    ]);
    assert_says(
        &dir.run("--records lists.csv -r r c").fails(),
        &["lists.csv: column 'r': each cell is a printed list"],
    );
    dir.run("--records one.csv -r r c -b -q").prints();
}

#[test]
fn json_has_how_files_were_read() {
    let cue = |time: &str| format!("1\n00:00:{time} --> 00:00:59,000\na b c d\n\n");
    let dir = TestDir::with([("ref", &*[cue("01,000"), cue("03,000")].concat()), ("hyp", &*cue("01,300"))]);
    let files = &dir.run("-r ref hyp -f json -q").json()["files"];
    assert_eq!(files[0]["file"], "hyp");
    assert_eq!([&files[0]["units"], &files[0]["missing"], &files[0]["nearest"]], [1, 1, 1]);
    assert_eq!([&files[1]["format"], &files[1]["joined_by"]], ["SubRip", "start time"]);
}

#[test]
fn references_in_a_table_are_answered_with_the_command_that_reads_them() {
    let dir = TestDir::with([("refs.tsv", "a b\ta c\nd\te\n"), ("refs", "a b\ta c\nd\te\n"), ("hyp", "a b\nd\n")]);
    for name in ["refs.tsv", "refs"] {
        assert_says(&dir.run(&format!("-r {name} hyp -b")).err, &[&format!("bleu --records {name} -r 1 -r 2 hyp")]);
    }
}

#[test]
fn the_images_of_the_results_decide_as_in_cocos_own_tool() {
    let captions = "{\"images\": [{\"file_name\": \"a\"}], \"annotations\": [{\"image_id\": 1, \"caption\": \"a b c d\"}, {\"image_id\": 2, \"caption\": \"x\"}]}";
    let dir = TestDir::with([("captions", captions), ("results", "[{\"image_id\": 1, \"caption\": \"a b c d\"}]")]);
    assert_eq!(dir.run("--as coco -r captions results -b -q").prints(), "1.0000\n");
    assert_says(&dir.run("-r captions results").fails(), &["results: no text for 1 image: 2"]);
}

#[test]
fn the_records_of_an_object_are_named() {
    let dir = TestDir::with([(
        "object.json",
        r#"{"s0": {"mt": "a b c d e", "ref": "a b c d f"}, "s1": {"mt": "x y", "ref": "x y"}}"#,
    )]);
    let message = dir.run("--records object.json -r ref mt").fails();
    assert_says(&message, &["no key 'mt'; 2 objects within have it: for the text of each, name it '*:mt'"]);
    let scores = dir.run("--records object.json -r *:ref *:mt --sentence").out;
    assert_eq!(scores.lines().count(), 2, "{scores}");
}

#[test]
fn json_is_read_in_the_shapes_that_programs_write() {
    let dir = TestDir::with([
        (
            "lists.json",
            "{\n \"predictions\": [\"a b c d\", \"e f g h\"],\n \"references\": [[\"x\", \"a b c d\"], [\"e f g h\"]]\n}\n",
        ),
        (
            "transposed.json",
            "{\"predictions\": [\"a b c d\", \"e f g h\"], \"references\": [[\"a b c d\", \"e f g h\"]]}",
        ),
        ("uneven.json", "{\"predictions\": [\"a b c d\", \"e f g h\"], \"references\": [\"a b c d\"]}"),
        (
            "tokens.jsonl",
            "{\"ref\": [[\"a\", \"b\", \"c\", \"d\"]], \"mt\": [\"a\", \"b\", \"c\", \"d\"]}\n{\"ref\": [\"e\", \"f\"], \"mt\": [\"e\", \"f\"]}\n",
        ),
        (
            "nested.json",
            "{\"results\": {\"n\": [1], \"results\": [{\"r\": \"a b c d\", \"o\": {\"m\": \"a b c d\"}}]}}",
        ),
        (
            "keyed.json",
            "{\"q1\": {\"r\": \"a b c d\", \"m\": \"a b c d\"}, \"q2\": {\"r\": \"e f g h\", \"m\": \"e f g h\"}}",
        ),
        ("nan.jsonl", "{\"ref\": \"NaN is a b c\", \"mt\": \"NaN is a b c\"}\n{\"ref\": \"a\", \"mt\": NaN}\n"),
        (
            "repeated.jsonl",
            "{\"id\": 1, \"epoch\": 1, \"r\": \"a b\", \"m\": \"a b\"}\n{\"id\": 1, \"epoch\": 2, \"r\": \"a b\", \"m\": \"a c\"}\n",
        ),
        (
            "documents.jsonl",
            "{\"doc_id\": 1, \"run\": 1, \"r\": \"a b c d\", \"m\": \"a b c d\"}\n{\"doc_id\": 1, \"run\": 1, \"r\": \"a b c d\", \"m\": \"a b c d\"}\n",
        ),
    ]);
    for arguments in [
        "--records lists.json -r references predictions",
        "--records transposed.json -r references predictions",
        "--records tokens.jsonl -r ref mt",
        "--records nested.json -r results.results:r results.results:o.m",
        "--records keyed.json -r *:r *:m",
        "--records documents.jsonl -r r m",
    ] {
        assert_eq!(dir.run(&format!("{arguments} -b -q")).prints(), "1.0000\n", "{arguments}");
    }
    assert_says(
        &dir.run("--records lists.json -r references predictions -b").err,
        &["are lists, whose items are paired: 2 segments"],
    );
    assert_says(&dir.run("--records tokens.jsonl -r ref mt -b").err, &["lists of tokens in 'mt' and 'ref' are joined"]);
    assert_says(
        &dir.run("--records uneven.json -r references predictions").fails(),
        &["'references' has 1 item, but 'predictions' has 2 items"],
    );
    assert_says(&dir.run("--records nan.jsonl -r ref mt").fails(), &["line 2: the candidate 'mt' is null", "NaN"]);
    assert_says(
        &dir.run("--records repeated.jsonl -r r m").fails(),
        &["id 1 comes again, with epoch 2 after 1", "--systems-by epoch --id id"],
    );
    assert_eq!(dir.run("--records repeated.jsonl -r r m --systems-by epoch --id id -b -q").prints().lines().count(), 2);
}

#[test]
fn a_stem_offers_all_references() {
    let dir = TestDir::with([("reference0", "a\n"), ("reference1", "b\n"), ("hyp", "a\n")]);
    assert_says(&dir.run("-r reference hyp").fails(), &["-r reference0 -r reference1"]);
}

#[test]
fn all_texts_of_an_nbest_list_are_samples() {
    let dir =
        TestDir::with([("ref", "a b c d\n"), ("list", "0 ||| a b c d ||| 0\n0 ||| a b ||| 0\n"), ("plain", "a\n")]);
    assert!(dir.run("-r ref --samples nbest list -q").prints().contains("best"));
    assert_says(&dir.run("-r ref --samples nbest plain").fails(), &["not an n-best list"]);
    assert_says(&dir.run("-r ref --samples 2 list").fails(), &["use --samples nbest"]);
}

#[test]
fn a_log_of_fairseq_may_have_only_lines_of_segments() {
    let log = "S-0\tx\nT-0\ta b c d\nH-0\t-0.1\ta b c d\nD-0\t-0.1\ta b c d\nP-0\t-0.1 -0.2\nA-0\t0-0 1-1\n";
    let dir = TestDir::with([("log", log), ("ref", "a b c d\n")]);
    assert_eq!(dir.run("-r ref log -b -q").prints(), "1.0000\n");
    assert_eq!(dir.run("-r log log -b -q").prints(), "1.0000\n");
}

#[test]
fn a_note_says_that_place_decides_if_records_have_ids_in_another_order() {
    let sample = |id: &str| format!("{{\"id\": \"{id}\", \"output\": {{\"completion\": \"a b c d\"}}}}");
    let log = |ids: &[&str]| {
        let samples: Vec<String> = ids.iter().map(|id| sample(id)).collect();
        format!("{{\"samples\": [{}]}}", samples.join(", "))
    };
    let dir = TestDir::with([
        ("ref", "a b c d\n".repeat(3).as_str()),
        ("as-text", log(&["s1", "s10", "s2"]).as_str()),
        ("names", log(&["b", "c", "a"]).as_str()),
        ("in-order", log(&["s1", "s2", "s10"]).as_str()),
    ]);
    let at = "-r ref --at samples:output.completion -b";
    let words = ["as-text: its records have ids (id: s1, s10, s2, ...), but place decides"];
    assert_says(&dir.run(&format!("{at} as-text")).err, &words);
    assert_says(&dir.run(&format!("{at} names")).err, &["ids (id: b, c, a, ...), but place decides"]);
    assert_eq!(dir.run(&format!("{at} in-order")).err, "");
}

#[test]
fn the_source_text_is_read_from_the_same_file() {
    let unit = "<trans-unit id=\"1\"><source>Herkunft eins</source><target>a b c e</target></trans-unit>";
    let hyp = format!("<xliff><file>{unit}</file></xliff>");
    let dir = TestDir::with([("hyp", &*hyp), ("ref", "a b c d\n")]);
    dir.run("-r ref --source hyp --report page.html --report-segments 1 -q hyp").prints();
    assert!(std::fs::read_to_string(dir.path().join("page.html")).unwrap().contains("Herkunft eins"));
}

#[test]
fn ids_of_units_are_shown_if_they_are_asked_for_and_in_reports() {
    for (name, write) in formats() {
        let dir = TestDir::with([("ref", &*write(REFERENCES, [0, 1, 2])), ("hyp", &*write(CANDIDATES, [0, 1, 2]))]);
        let run = dir.run("-r ref --id id --sentence -f jsonl -q hyp");
        if name == "json" {
            assert_says(&run.fails(), &["id: no such file; name a file with a label on each line"]);
            continue;
        }
        assert_eq!(run.prints().matches("\"id\":").count(), 3, "{name}");
        dir.run("-r ref -q --report page.html --report-segments 3 hyp").prints();
        let id = match name {
            "xlf" => "a#1",
            "xlf2" => "f#1",
            "tmx" => "Quelle 1",
            "po" => "source 1",
            "srt" | "vtt" => "00:00:01.250",
            "sgml" => "document d, segment 1",
            _ => "1",
        };
        assert!(std::fs::read_to_string(dir.path().join("page.html")).unwrap().contains(id), "{name}");
    }
}

#[test]
fn null_is_one_rule_in_all_tables() {
    for (name, table) in [
        ("t.tsv", "ref\tother\tmt\na b c d\t\\N\ta b c d\n"),
        ("t.csv", "ref,other,mt\na b c d,\\N,a b c d\n"),
        ("t.jsonl", "{\"ref\": \"a b c d\", \"other\": null, \"mt\": \"a b c d\"}\n"),
    ] {
        let dir = TestDir::with([(name, table)]);
        assert_eq!(dir.run(&format!("--records {name} -r ref -r other mt -b -q")).prints(), "1.0000\n", "{name}");
        dir.run(&format!("--records {name} -r ref other -b -q")).fails();
    }
}

#[test]
fn captions_are_known_by_their_images_if_annotations_come_late() {
    let images: Vec<String> = (0..5000).map(|id| format!("{{\"id\": {id}, \"width\": 640}}")).collect();
    let captions = "{\"image_id\": 1, \"id\": 7, \"caption\": \"a b c d\"}";
    let file = format!("{{\"info\": {{}}, \"images\": [{}], \"annotations\": [{captions}]}}", images.join(", "));
    let dir = TestDir::with([("ref", &*file), ("hyp", "[{\"image_id\": 1, \"caption\": \"a b c d\"}]")]);
    assert_eq!(dir.run("-r ref hyp -b -q").prints(), "1.0000\n");
    // Lines of JSON with images are lines.
    let lines = "{\"images\": [{\"path\": \"a\"}], \"text\": \"a\"}\n".repeat(2);
    let dir = TestDir::with([("ref", &*lines), ("hyp", &*lines)]);
    assert_eq!(dir.run("-r ref hyp --sentence -q").prints().lines().count(), 2);
}

/// The commands of the page "Files", each with the files that it reads and its score of three segments of the same texts.
fn commands_of_the_page() -> Vec<(&'static str, Vec<(&'static str, String)>)> {
    let lines = |texts: [&str; 3]| texts.map(|text| format!("{text}\n")).concat();
    let (formats, order) = (formats(), [0, 1, 2]);
    let write = |name: &str, texts| formats.iter().find(|(known, _)| *known == name).unwrap().1(texts, order);
    let both = |format: &str, [one, other]: [&'static str; 2]| {
        vec![(one, write(format, REFERENCES)), (other, write(format, CANDIDATES))]
    };
    let rows = |row: fn(&str, &str) -> String| -> String {
        REFERENCES.iter().zip(CANDIDATES).map(|(reference, candidate)| row(reference, candidate)).collect()
    };
    let numbered = |texts: [&str; 3], line: fn(usize, &str) -> String| -> String {
        texts.iter().enumerate().map(|(number, text)| line(number, text)).collect()
    };
    let segments = |texts: [&str; 3]| numbered(texts, |id, text| format!("<seg id=\"{}\">{text}</seg>", id + 1));
    let wmt_xml = format!(
        "<dataset><doc id=\"d\"><src>{}</src><ref translator=\"A\">{}</ref><hyp system=\"SYSTEM\">{}</hyp></doc></dataset>",
        segments(["x", "y", "z"]),
        segments(REFERENCES),
        segments(CANDIDATES)
    );
    let object = |reference: &str, candidate: &str| format!("{{\"ref\": \"{reference}\", \"mt\": \"{candidate}\"}}");
    let list = |texts: [&str; 3]| format!("[{}]", texts.map(|text| format!("\"{text}\"")).join(", "));
    let objects = REFERENCES.iter().zip(CANDIDATES).map(|(one, other)| object(one, other)).collect::<Vec<_>>();
    let named: Vec<String> = objects.iter().enumerate().map(|(id, object)| format!("\"id{id}\": {object}")).collect();
    let plain = |name| (name, lines(REFERENCES));
    let tokens = |texts: [&str; 3]| texts.map(list_of_tokens);
    vec![
        ("bleu -r ref.txt mt.txt", vec![plain("ref.txt"), ("mt.txt", lines(CANDIDATES))]),
        ("bleu -r human.xlf mt.xlf", both("xlf", ["human.xlf", "mt.xlf"])),
        ("bleu -r human.tmx mt.tmx", both("tmx", ["human.tmx", "mt.tmx"])),
        ("bleu -r human.po mt.po", both("po", ["human.po", "mt.po"])),
        (
            "bleu -r human.srt mt.vtt",
            vec![("human.srt", write("srt", REFERENCES)), ("mt.vtt", write("vtt", CANDIDATES))],
        ),
        ("bleu -r ref.txt nbest", vec![plain("ref.txt"), ("nbest", write("nbest", CANDIDATES))]),
        (
            "bleu -r ref.txt generate-test.txt",
            vec![plain("ref.txt"), ("generate-test.txt", write("fairseq", CANDIDATES))],
        ),
        (
            "bleu -r generate-test.txt generate-test.txt",
            vec![(
                "generate-test.txt",
                REFERENCES.iter().zip(CANDIDATES).enumerate().fold(String::new(), |log, (id, (one, other))| {
                    log + &format!("S-{id}\tx\nT-{id}\t{one}\nH-{id}\t-0.5\t{other}\nP-{id}\t-0.1\n")
                }),
            )],
        ),
        (
            "bleu --id-word first -r ref.text mt.text",
            [("ref.text", REFERENCES), ("mt.text", CANDIDATES)]
                .map(|(name, texts)| (name, numbered(texts, |id, text| format!("utt{id} {text}\n"))))
                .into(),
        ),
        (
            "bleu --id-word last -r ref.trn mt.trn",
            [("ref.trn", REFERENCES), ("mt.trn", CANDIDATES)]
                .map(|(name, texts)| (name, numbered(texts, |id, text| format!("{text} (utt{id})\n"))))
                .into(),
        ),
        (
            "bleu -r captions_val.json results.json",
            vec![
                ("captions_val.json", format!("{{\"images\": [], \"annotations\": {}}}", write("coco", REFERENCES))),
                ("results.json", write("coco", CANDIDATES)),
            ],
        ),
        (
            "bleu -r refs.txt mt.txt",
            vec![
                ("refs.txt", numbered(REFERENCES, |_, text| format!("{text}\n{text}\n\n"))),
                ("mt.txt", lines(CANDIDATES)),
            ],
        ),
        ("bleu -r ref.sgm mt.sgm", both("sgml", ["ref.sgm", "mt.sgm"])),
        ("bleu --records newstest.xml -r refA SYSTEM", vec![("newstest.xml", wmt_xml.clone())]),
        ("bleu --records newstest.xml -r refA mt.txt", vec![("newstest.xml", wmt_xml), ("mt.txt", lines(CANDIDATES))]),
        (
            "bleu --records data.tsv -r ref mt",
            vec![("data.tsv", format!("ref\tmt\n{}", rows(|one, other| format!("{one}\t{other}\n"))))],
        ),
        (
            "bleu --records refs.tsv -r 1 -r 2 mt.txt",
            vec![("refs.tsv", rows(|one, _| format!("{one}\t{one}\n"))), ("mt.txt", lines(CANDIDATES))],
        ),
        ("bleu --records data.jsonl -r ref mt", vec![("data.jsonl", objects.join("\n") + "\n")]),
        ("bleu -r ref.txt mt.json", vec![plain("ref.txt"), ("mt.json", list(CANDIDATES))]),
        (
            "bleu --input-format json-object -r ref.json hyp.json",
            vec![("ref.json", by_id(REFERENCES, [0, 1, 2])), ("hyp.json", by_id(CANDIDATES, [2, 0, 1]))],
        ),
        (
            "bleu --records eval.json -r references predictions",
            vec![(
                "eval.json",
                format!("{{\"predictions\": {}, \"references\": {}}}", list(CANDIDATES), list(REFERENCES)),
            )],
        ),
        (
            "bleu --records tokens.jsonl -r ref mt -t none",
            vec![(
                "tokens.jsonl",
                tokens(REFERENCES)
                    .iter()
                    .zip(tokens(CANDIDATES))
                    .map(|(one, other)| format!("{{\"ref\": {one}, \"mt\": {other}}}\n"))
                    .collect(),
            )],
        ),
        (
            "bleu --records data.json -r a.b:ref a.b:mt",
            vec![("data.json", format!("{{\"a\": {{\"b\": [{}]}}}}", objects.join(", ")))],
        ),
        ("bleu --records data.json -r '*:ref' '*:mt'", vec![("data.json", format!("{{{}}}", named.join(", ")))]),
    ]
}

/// An object of JSON with these texts in this order.
fn by_id(texts: [&str; 3], order: [usize; 3]) -> String {
    let members = order.map(|id| format!("\"q{id}\": \"{}\"", texts[id]));
    format!("{{{}}}", members.join(", "))
}

/// The tokens of a text, as a list of JSON, with the full stop as a token.
fn list_of_tokens(text: &str) -> String {
    let tokens: Vec<String> = text.replace('.', " .").split(' ').map(|token| format!("\"{token}\"")).collect();
    format!("[{}]", tokens.join(", "))
}

#[test]
fn each_command_of_the_page_about_files_scores_the_texts() {
    let page = include_str!("../src/manual/files.md");
    let rows = page.lines().take_while(|line| !line.starts_with("A note says")).filter(|line| line.contains("| `bleu"));
    // The rest of a row names variants.
    let of_page: Vec<&str> = rows.flat_map(|row| row.split('`')).filter(|part| part.starts_with("bleu ")).collect();
    let commands = commands_of_the_page();
    let elsewhere = ["bleu -r ref.txt --at PATH log.jsonl", "--systems-by filter"];
    for command in &of_page {
        let is_tried = commands.iter().any(|(known, _)| known == command);
        assert!(is_tried || elsewhere.iter().any(|part| command.contains(part)), "{command} is not tried");
    }
    let score = plain_score();
    for (command, files) in &commands {
        assert!(page.contains(command), "{command} is not on the page");
        let dir = TestDir::with([]);
        files.iter().for_each(|(name, text)| dir.write(name, text));
        let arguments = command.strip_prefix("bleu ").unwrap().replace('\'', "");
        assert_eq!(dir.run(&format!("{arguments} -b -q")).prints(), score, "{command}");
    }
}
