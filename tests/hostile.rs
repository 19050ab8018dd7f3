//! The program under hostile conditions: input of extreme size and shape, pipes that stall, output that cannot be written,
//! system limits, signals. It must not panic, hang, print a wrong number or lose output.
//!
//! A program that does not end is killed, see [`crate::common::Run::of`]. Large inputs come through pipes.

use crate::common::{
    Run, TIME_LIMIT, TestDir, assert_says, gzip, lines_of, many_lines, random_cases, sample, start, tries_all,
    values_of,
};
use bleu::Tokenization;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Runs a program of the system, which must succeed.
#[track_caller]
fn system(command: &mut Command) {
    assert!(command.status().unwrap().success(), "{command:?}");
}

/// Makes a named pipe that `write` writes to once it is opened. The reader may close it early.
fn named_pipe(dir: &TestDir, name: &str, write: impl FnOnce(&mut File) -> io::Result<()> + Send + 'static) {
    let path = dir.path().join(name);
    system(Command::new("mkfifo").arg(&path));
    thread::spawn(move || write(&mut OpenOptions::new().write(true).open(path).unwrap()));
}

/// Records that are looked at to choose among several paths, or because of a file's name, are scored all the same.
#[test]
fn what_is_looked_at_in_a_pipe_is_scored() {
    let log: String =
        ["a b c d e", "b c d e z", "c d e f g"].map(|text| format!("{{\"x\":{{\"text\":\"{text}\"}}}}\n")).concat();
    let dir = TestDir::with([("ref", "a b c d e\nb c d e f\nc d e f g\n"), ("log.jsonl", &log)]);
    let expected = dir.run("-r ref --at x.text -b log.jsonl").prints();
    let as_lines = dir.run("-q -r ref -b log.jsonl").prints();
    let pipe = |name: &str| {
        let log = log.clone();
        named_pipe(&dir, name, move |pipe| pipe.write_all(log.as_bytes()));
    };
    for (number, paths) in ["x.text|text", "text|x.text", "text|y|x.text", "text:y|x.text"].iter().enumerate() {
        for compressed in [false, true] {
            let log = if compressed { gzip(log.as_bytes()) } else { log.clone().into_bytes() };
            assert_eq!(dir.pipe(&format!("-r ref --at {paths} -b -"), log).prints(), expected, "{paths}");
        }
        pipe(&format!("{number}.jsonl"));
        assert_eq!(dir.run(&format!("-r ref --at {paths} -b {number}.jsonl")).prints(), expected, "{paths}");
    }
    pipe("pipe.jsonl");
    assert_eq!(dir.run("-q -r ref -b pipe.jsonl").prints(), as_lines);
    pipe("with-warnings.jsonl");
    let run = dir.run("-r ref -b with-warnings.jsonl");
    assert_eq!(run.warns().0, as_lines);
}

/// Writes `piece` the given number of times.
fn repeat(piece: &[u8], times: usize, to: &mut impl Write) -> io::Result<()> {
    let many = (1 << 16) / piece.len() + 1;
    let block = piece.repeat(many);
    (0..times / many).try_for_each(|_| to.write_all(&block))?;
    to.write_all(&block[..times % many * piece.len()])
}

/// A shell that runs this command line, in which `"$0" "$@"` is `bleu` with these arguments.
fn with_shell(dir: &TestDir, line: &str, arguments: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", line, env!("CARGO_BIN_EXE_bleu")]).args(arguments.split_whitespace());
    shell.current_dir(dir.path()).stdin(Stdio::null());
    shell
}

/// Runs `bleu` with these arguments and redirections, after `before`, which sets limits.
fn run_in_shell(dir: &TestDir, before: &str, redirections: &str, arguments: &str) -> Run {
    let line = format!("{before} exec \"$0\" \"$@\" {redirections}");
    Run::of(arguments, start(&mut with_shell(dir, &line, arguments)))
}

#[test]
fn a_line_of_200_mb_is_a_line() {
    let dir = TestDir::with([("short", "a short line\n")]);
    let token = [&b"x".repeat(199)[..], b" "].concat();
    let line = move |to: &mut dyn Write| repeat(&token, 1_000_000, &mut BufWriter::new(to));
    let other = line.clone();
    named_pipe(&dir, "pipe", move |pipe| other(pipe));
    let found = dir.feed("-r pipe -f json", |stdin| line(stdin)).json();
    assert_eq!((&found["score"], &found["segments"]), (&1.0.into(), &1.into()));
    assert_eq!(found["counts"], serde_json::json!([1_000_000, 999_999, 999_998, 999_997]));
}

#[test]
fn a_line_without_end_is_refused() {
    let dir = TestDir::with([("ref", "a\nb\n")]);
    let endless = |to: &mut dyn Write| to.write_all(b"a\n").and_then(|()| repeat(b"x", usize::MAX, &mut &mut *to));
    let said = "line 2 is longer than 256 MiB; is this a text file?";
    assert_says(&dir.feed("-r ref", |stdin| endless(stdin)).fails(), &["standard input: ", said]);
    assert_says(&dir.feed("-r - ref", |stdin| endless(stdin)).fails(), &["standard input: ", said]);
    let (out, message) = dir.feed("-r ref -s", |stdin| endless(stdin)).fails_after_output();
    assert_eq!(out, "1.0000\n");
    assert_says(&message, &[said]);
    // Too long by one byte, which arrives together with the end of the line.
    let long = |to: &mut dyn Write| {
        to.write_all(b"a\n")
            .and_then(|()| repeat(b"x", (256 << 20) + 1, &mut &mut *to))
            .and_then(|()| to.write_all(b"\n"))
    };
    assert_says(&dir.feed("-r ref", |stdin| long(stdin)).fails(), &["standard input: ", said]);
}

#[test]
fn a_line_of_too_many_tokens_is_refused() {
    let line = |tokens: usize| format!("a b\n{}\n", "x ".repeat(tokens));
    let dir = TestDir::with([("most", &*line(1 << 22)), ("more", &*line((1 << 22) + 1))]);
    assert_eq!(dir.run("-r most most --score-only").out, "1.0000\n");
    let said = "more: segment 2: a line has 4194305 tokens; at most 4194304 are counted; split the line";
    let modes = ["-r more more", "-r most more", "-r more most", "-r most more --explain", "--stats -r more most"];
    for mode in sample(5, modes) {
        assert_says(&dir.run(mode).fails(), &[said]);
    }
}

#[test]
fn a_gzip_bomb_of_one_endless_line_is_refused() {
    let dir = TestDir::with([("ref", "a\nb\n")]);
    // Each member decompresses to 10 MB; together they are 1 MB, and 1 GB decompressed.
    dir.write("bomb", gzip(b" ".repeat(10_000_000)).repeat(100));
    let message = dir.run("-r ref bomb").fails();
    assert_says(&message, &["bomb: line 1 is longer than 256 MiB"]);
}

#[test]
fn long_lines_of_which_no_window_is_kept_are_scored() {
    let line = |i: usize| format!("line {i} ").repeat(30_000) + "\n";
    let dir = TestDir::with([("hyp", &*(0..40).map(line).collect::<String>())]);
    assert_eq!(dir.run("-r hyp hyp --score-only").prints(), "1.0000\n");
}

#[test]
fn labels_in_another_order_are_named_though_they_are_short() {
    let words = ["Öffnen", "Speichern", "Drucken", "Schließen", "Löschen", "Kopieren", "Einfügen", "Suchen"];
    let label = |i: usize| format!("{} {}{}\n", words[i % 8], ["Bild", "Ton", "Text"][i / 8 % 3], i * 7919 % 1000);
    let in_order: String = (0..120).map(label).collect();
    let mut order: Vec<usize> = (0..120).collect();
    order.sort_by_key(|i| (i * i * 31 + i * 17) % 1009);
    let shuffled: String = order.into_iter().map(label).collect();
    let dir = TestDir::with([("ref", &*in_order), ("hyp", &*shuffled)]);
    let (_, warning) = dir.run("-r ref hyp --score-only").warns();
    assert!(["(shuffled)", "(unrelated)", "(misaligned)"].iter().any(|check| warning.contains(check)), "{warning}");
}

#[test]
fn a_million_empty_lines_are_segments() {
    let dir = TestDir::with([]);
    let lines = |to: &mut dyn Write| repeat(b"\n", 1_000_000, &mut &mut *to);
    named_pipe(&dir, "one", move |pipe| lines(pipe));
    let found = dir.feed("-r one -f json", |stdin| lines(stdin)).json();
    assert_eq!((&found["segments"], &found["score"]), (&1_000_000.into(), &0.0.into()));
    assert_eq!((&found["hyp_len"], &found["ref_len"]), (&0.into(), &0.into()));
    named_pipe(&dir, "two", move |pipe| lines(pipe));
    let out = dir.feed("-r two --sentence", |stdin| lines(stdin)).prints();
    assert!(out == "0.0000\n".repeat(1_000_000), "{} bytes", out.len());
}

#[test]
fn a_million_equal_tokens_in_a_line_are_counted() {
    const MILLION: usize = 1_000_000;
    let dir =
        TestDir::with([("million", &*("a ".repeat(MILLION) + "\n")), ("half", &*("a ".repeat(MILLION / 2) + "\n"))]);
    let cases = [
        ("-r million million", MILLION, MILLION),
        ("-r half million", MILLION / 2, MILLION),
        ("-r million half", MILLION / 2, MILLION / 2),
        ("-r half -r million million", MILLION, MILLION),
    ];
    for (arguments, matches, totals) in sample(4, cases) {
        let found = dir.run(&format!("{arguments} -f json")).json();
        let falling = |first: usize| Value::from((0..4).map(|n| first - n).collect::<Vec<_>>());
        assert_eq!((&found["counts"], &found["totals"]), (&falling(matches), &falling(totals)), "{arguments}");
    }
}

#[test]
fn time_grows_slowly_with_the_length_of_lines() {
    let length = if tries_all() { 1_000_000 } else { 200_000 };
    let tokens: Vec<String> = (0..length).map(|i| format!("w{}", i % 5000)).collect();
    let in_lines = |length: usize| tokens.chunks(length).map(|line| line.join(" ") + "\n").collect::<String>();
    let dir = TestDir::with([
        ("equal", &*("a ".repeat(length) + "\n")),
        ("equal-25", &("a ".repeat(25) + "\n").repeat(length / 25)),
        ("unequal", &in_lines(length)),
        ("unequal-25", &in_lines(25)),
    ]);
    // Processor time, because the machine may be busy: the second line of the shell's `times` has that of its children,
    // as in 0m0.35s 0m0.04s.
    let time = |file: &str, runs: usize| -> f64 {
        let line = format!("{}times", "\"$0\" \"$@\"; ".repeat(runs));
        let arguments = format!("-q -r {file} -j 1 -b {file}");
        let out = Run::of(&arguments, start(&mut with_shell(&dir, &line, &arguments))).prints();
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines.len() == runs + 2 && lines[..runs].iter().all(|&line| line == "1.0000"), "{out}");
        let seconds = |time: &str| {
            let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
            60.0 * minutes.parse::<f64>().unwrap() + seconds.parse::<f64>().unwrap()
        };
        lines[runs + 1].split_whitespace().map(seconds).sum::<f64>() / runs as f64
    };
    for file in ["equal", "unequal"] {
        // The factor is 7 to 12; comparing each token with each other would make it thousands.
        let (one, many) = (time(file, 2), time(&format!("{file}-25"), 10));
        assert!(one < 20.0 * many, "{one} s for {file} tokens in a line, {many} s in many");
    }
}

#[test]
fn a_thousand_references_are_all_used() {
    let dir = TestDir::with([("hyp", "a b c d\na b 999 d\n")]);
    let mut arguments = String::from("hyp -f json");
    for i in 0..1000 {
        dir.write(&i.to_string(), format!("a b c d e\n{i} x\n"));
        arguments += &format!(" -r {i}");
    }
    // If the default limit is lower, the shell may raise it.
    let run = || run_in_shell(&dir, "ulimit -n 1100;", "", &arguments);
    let found = run().json();
    assert_eq!(found["counts"], serde_json::json!([5, 3, 2, 1]));
    assert!(found["signature"].as_str().unwrap().starts_with("nrefs:1000|"), "{found}");
    // The one among them that is too short is found.
    dir.write("500", "a b c d e\n");
    assert_says(&run().fails(), &["hyp has 2 lines, 500 has 1 line"]);
}

#[test]
fn a_hundred_thousand_references_are_refused() {
    let dir = TestDir::with([("hyp", "a\n")]);
    let arguments = "-rhyp ".repeat(100_000);
    assert_says(&dir.run(&arguments).refuses(), &["100001 files are given", "the maximum is 5000"]);
}

#[test]
fn too_many_open_files_are_refused_with_a_remedy() {
    let dir = TestDir::with([("hyp", "a\n")]);
    let arguments = "-r hyp ".repeat(100) + "hyp";
    let message = run_in_shell(&dir, "ulimit -n 50;", "", &arguments).fails();
    assert_says(&message, &["bleu: hyp: ", "ulimit -n", "Too many open files"]);
    assert!(dir.run(&arguments).prints().starts_with("BLEU|nrefs:100|"));
}

#[test]
fn every_file_of_one_byte_is_scored_or_refused() {
    let dir = TestDir::with([]);
    for byte in sample(4, 0..=255u8) {
        dir.write("file", [byte]);
        let run = dir.run("-r file -n 1 -f json file");
        if byte.is_ascii() {
            let tokens = u32::from(!matches!(byte, b'\t'..=b'\r' | 0x1C..=b' '));
            let found = run.json();
            assert_eq!((&found["segments"], &found["hyp_len"]), (&1.into(), &tokens.into()), "{byte:#x}");
            assert_eq!(found["score"], f64::from(tokens), "{byte:#x}");
        } else {
            assert_says(&run.fails(), &[&format!("file: line 1, byte 1: not UTF-8 (0x{byte:02X})")]);
        }
    }
}

#[test]
fn files_of_up_to_two_bytes_are_scored_or_refused() {
    let dir = TestDir::with([]);
    for (bytes, lines) in [
        (&b"\n\n"[..], Ok(2)),
        (b"a\n", Ok(1)),
        (b"\na", Ok(2)),
        (b"\r\n", Ok(1)),
        (b"\n\r", Ok(2)),
        (b"\0\0", Ok(1)),
        (b"\0\n", Ok(1)),
        (b"\xC3\xA9", Ok(1)),
        (b"\xC2\x85", Ok(1)),
        (b"\x1F\n", Ok(1)),
        (b"\x1F\x8A", Err("line 1, byte 2: not UTF-8 (0x8A)")),
        (b"\x1F\x8B", Err("the gzip stream is cut off")),
        (b"", Err("nothing to score")),
        (b"\xEF\xBB", Err("line 1, byte 1: not UTF-8 (0xEF)")),
        (b"\n\xEF", Err("line 2, byte 1: not UTF-8 (0xEF)")),
        (
            b"\xFF\xFE",
            Err(
                "line 1, byte 1: not UTF-8 (0xFF); the text seems to be in UTF-16; convert it: iconv -f UTF-16 -t UTF-8",
            ),
        ),
        (b"\x8B\x1F", Err("line 1, byte 1: not UTF-8 (0x8B)")),
    ] {
        dir.write("file", bytes);
        for run in [dir.run("-r file -f json file"), dir.pipe("-r file -f json", bytes)] {
            match lines {
                Ok(lines) => assert_eq!(run.json()["segments"], lines, "{bytes:x?}"),
                Err(said) => assert_says(&run.fails(), &[said]),
            }
        }
    }
}

#[test]
fn invalid_utf_8_is_found_at_any_position() {
    let bad: [&[u8]; 8] = [
        b"\xED\xA0\x80",         // a surrogate
        b"\xED\xBF\xBF",         // the last of them
        b"\xC0\xAF",             // not the shortest form
        b"\xF0\x80\x80\x80",     // likewise
        b"\xF8\x88\x80\x80\x80", // of five bytes
        b"\xF4\x90\x80\x80",     // beyond U+10FFFF
        b"\xE2\x82",             // cut by the line's end
        b"\x80",                 // without its beginning
    ];
    // Near the ends of blocks of 64 bytes, and of reads.
    for before in [0, 1, 61, 62, 63, 64, 127, 65_533, 65_534, 65_535, 65_536, 131_070] {
        for bad in bad {
            let mut bytes = "é\n".repeat(before / 3).into_bytes();
            let column = before % 3 + 1;
            bytes.extend([&b"x".repeat(column - 1)[..], bad, b"\n"].concat());
            let dir = TestDir::with([]);
            dir.write("file", &bytes);
            let message = dir.run("-r file file").fails();
            let (line, first) = (before / 3 + 1, bad[0]);
            assert_says(&message, &[&format!("file: line {line}, byte {column}: not UTF-8 (0x{first:02X})")]);
        }
    }
}

#[test]
fn unusual_characters_are_text() {
    // NULs, byte order marks, noncharacters, the last code point; also as the only text of a line.
    let lines = ["\0", "\0\0\0 \0", "\u{FEFF}\u{FEFF} \u{FEFF}", "\u{FFFE} \u{FFFF}", "\u{10FFFF}", "\u{202E}abc"];
    let text = format!("a\n{}\n", lines.join("\n"));
    let dir = TestDir::with([("file", &*text)]);
    for tokenizer in Tokenization::ALL {
        for flags in ["", "--lowercase", "--normalize nfkc"] {
            let found = dir.run(&format!("-r file -n 1 -f json -t {tokenizer} {flags} file")).json();
            assert_eq!((&found["score"], &found["segments"]), (&1.0.into(), &7.into()), "{tokenizer} {flags}");
        }
    }
}

#[test]
fn line_feeds_alone_are_empty_segments() {
    let dir = TestDir::with([("three", "\n\n\n"), ("four", "\n\n\n\n")]);
    assert_eq!(dir.run("-r three -s three").prints(), "0.0000\n".repeat(3));
    assert_says(&dir.run("-r four three").fails(), &["four ends with an empty line too many"]);
    assert_eq!(dir.run("--print-tokens three").prints(), "\n\n\n");
    assert_eq!(dir.run("-r four -f json --explain four").json()["corpus"]["score"], 0.0);
}

#[test]
fn control_characters_in_file_names_are_escaped() {
    let dir = TestDir::with([("ref", "a\nb\n")]);
    let name = "odd\u{1b}[31m\u{7}\u{9b}name";
    dir.write(name, "a\n");
    let shown = r"odd\u{1b}[31m\u{7}\u{9b}name";
    assert_says(&dir.run(&format!("-r ref {name}")).fails(), &[&format!("different lengths: {shown} has 1 line")]);
    assert_says(&dir.run(&format!("-r ref no{name}")).fails(), &[&format!("bleu: no{shown}: no such file")]);
    dir.write(name, b"a\n\xFF\n");
    assert_says(&dir.run(&format!("-r {name} ref")).fails(), &[&format!("bleu: {shown}: line 2")]);
    dir.write(name, "\u{FEFF}a\nb\n");
    let (_, warning) = dir.run(&format!("-r ref {name}")).warns();
    assert_says(&warning, &[shown]);
    // Also in messages about scores of other formulas.
    dir.write(name, "a\n");
    assert_says(
        &dir.run(&format!("--self-bleu {name}")).fails(),
        &[&format!("bleu: {shown}: 1 line; Self-BLEU needs")],
    );
    dir.write(name, "\n\n");
    let said = dir.run(&format!("--as mteval-v13a -r ref {name}")).fails();
    assert_says(&said, &[&format!("bleu: {shown}: no score, because mteval-v13a fails")]);
    dir.write("full", "a\nb\n");
    let runs = format!("--as mteval-v13a -r ref --paired randomization --runs 2 --names A,B ref full full {name}");
    assert_says(&dir.run(&runs).fails(), &[&format!("bleu: {shown}: no score, because mteval-v13a fails")]);
    // Also in an error of clap about a name that looks like a flag, with colors as on a terminal.
    let mut command = dir.command(&format!("-r ref --{name}"));
    let said = Run::new("", command.env("CLICOLOR_FORCE", "1").output().unwrap()).refuses();
    assert_says(&said, &[&format!("unexpected argument '--{shown}'")]);
    assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
}

/// A character of each kind that a terminal obeys or hides, with text that could follow it.
const UNPRINTABLE: &str = "a\u{1b}[2J\u{1b}[31mb\u{8}\r\u{7f}\u{9b}1mc\u{85}\u{ad}\u{200b}\u{200c}\u{200d}\u{202e}d\u{2066}e\u{2069}\u{61c}\
    \u{200f}\u{2028}\u{2029}\u{2060}\u{feff}\u{180e}\u{fffb}\u{e0041}f";

/// Whether a line holds no character of [`UNPRINTABLE`] that is not visible ASCII.
fn is_printable(line: &str) -> bool {
    !line.contains(|c: char| !matches!(c, ' '..='~' | '\t') && UNPRINTABLE.contains(c))
}

/// The arguments and output of `bleu` for a command line in which `H` stands for a text.
fn run_with(text: &str, dir: &TestDir, line: &str) -> Run {
    let mut command = dir.command("");
    command.args(line.split(' ').map(|argument| argument.replace('H', text))).env("SACREBLEU", "cache");
    Run::of(line, start(&mut command))
}

/// Runs many commands in a folder in which a text stands for each name, label, key, tag and text, and checks what they
/// print.
fn check_unprintable(text: &str) -> TestDir {
    let line = format!("the cat {text} sat on the mat\n");
    let dir = TestDir::with([("ref", &*line), ("other", "the cat sat on a mat\n"), (text, &line), ("sub/x", "x\n")]);
    dir.write("labels", format!("{text}\n"));
    dir.write(&format!("two{text}"), "a\nb\n");
    dir.write(
        "H.tsv".replace('H', text).as_str(),
        format!("{text}\tmt\tdoc\n{text} a b c d\ta b c d {text}\t{text}\n"),
    );
    dir.write("ids.tsv", format!("id\tmt\tref\n{text}\ta b\ta b\n{text}\tc\td\n"));
    dir.write("keys.jsonl", format!("{}\n", serde_json::json!({ text: "a b c d", "mt": "a b", "doc": text })));
    dir.write("not.jsonl", format!("{{\"{}\": 1}}\n", text.replace(|c: char| c < ' ', "")));
    dir.write("tag.xml", format!("<d></{text}>\n"));
    dir.write(
        "system.xml",
        format!("<dataset><doc id=\"{text}\"><hyp system=\"{text}\"><seg id=\"{text}\">a</seg></hyp></doc></dataset>"),
    );
    dir.write(
        "text.sgm",
        format!("<refset><doc docid=\"{text}\"><seg id=\"{text}\">a</seg><seg id=\"{text}\">b</seg></doc></refset>\n"),
    );
    for (ending, start) in [("xz", &b"\xFD7zXZ\0"[..]), ("bz2", b"BZh91AY&SY"), ("zip", b"PK\x03\x04")] {
        dir.write(&format!("{text}.{ending}"), [start, b"data"].concat());
    }
    dir.write("bytes", b"\xFF\n");
    dir.write("stats", run_with(text, &dir, "--stats=segments --id labels --by labels -r ref H").out);
    dir.write(
        "damaged",
        fs::read_to_string(dir.path().join("stats")).unwrap().replace("mat", text).replace("10", text),
    );
    dir.write("cache/wmt22/wmt22.de-en.src", &line);
    for field in ["ref-A", "origlang", "domain", "docid"] {
        dir.write(&format!("cache/wmt22/wmt22.de-en.{field}"), &line);
    }
    fs::create_dir_all(dir.path().join("cache").join(text)).unwrap();
    let formats = values_of("--format");
    let results = [
        "-r ref H",
        "-r ref H other",
        "-r ref --names x,H H other",
        "-r ref --by labels H other",
        "-r ref --sentence --by labels H other",
        "-r ref --cumulative H other",
        "-r ref --explain H other",
        "-r ref --explain --tokenize char H",
        "-r ref --explain-segment 1 H",
        "-r ref --what-if H other",
        "-r ref --confidence --resamples 40 H other",
        "-r ref --paired bootstrap --resamples 40 H other",
        "-r ref --all-pairs bootstrap --resamples 40 H other",
        "-r ref --paired randomization --runs 2 --resamples 40 --names H,z H other other H",
        "--pool-references -r ref H two",
        "--as all -r ref H",
        "--records H.tsv -r H --by doc mt",
        "--records keys.jsonl -r H --by doc mt",
        "--from-stats --by group stats",
        "--from-stats stats",
        "--test-set wmt22/de-en --by docid H",
    ];
    let others = [
        "--stats=segments --id labels --by labels -r ref H",
        "--from-stats --stats=segments stats",
        "--as mteval-v13a -r ref H",
        "--as multi-bleu -r ref H",
        "--list-test-sets",
        "--list-dictionaries --dictionary H",
        "-r ref noH",
        "-r H bytes",
        "-r ref twoH",
        "-r ref twoH H",
        "-r ref H.xz",
        "-r ref H.bz2",
        "-r ref H.zip",
        "-r ref sub",
        "-r ref --by noH other",
        "-r ref --by twoH other",
        "-r ref -t H other",
        "-r ref -t spm:H other",
        "-r ref -t ja-mecab --dictionary H other",
        "-r ref -t auto:H other",
        "-r ref --smooth H other",
        "-r ref --weights H other",
        "-r ref --as H other",
        "-r ref --format H other",
        "-r ref --H other",
        "-r ref --names H,H other other",
        "-r ref --names H other other",
        "-r ref --fail-on H --explain other",
        "-r ref -tok H other",
        "-r ref -i H -m bleu -w H",
        "ref H",
        "-r ref --text H",
        "--self-bleu H",
        "--records H.tsv -r no mt",
        "--records H.tsv -r mt noH",
        "--records ids.tsv --id id --stats=segments -r ref mt",
        "--records not.jsonl -r H mt",
        "--records keys.jsonl -r no mt",
        "--records tag.xml -r A S",
        "--records system.xml -r A S",
        "--records noH -r A S",
        "-r text.sgm H",
        "-r text.sgm text.sgm",
        "--from-stats damaged",
        "--from-stats H",
        "--from-stats --names H stats",
        "--test-set H/de-en other",
        "--test-set wmt22/H other",
        "--test-set wmt22:H/de-en other",
        "--test-set wmt22/de-en --origlang H other",
        "--test-set wmt22/de-en --subset zz\u{9b}\u{202e} other",
        "--test-set wmt22/de-en --subset (H other",
        "--test-set wmt22/de-en H two",
    ];
    let in_formats = results.iter().flat_map(|line| formats.iter().map(move |format| format!("{line} -f {format}")));
    for line in in_formats.chain(others.map(str::to_owned)) {
        let run = run_with(text, &dir, &line);
        assert!(run.out.split('\n').chain(run.err.split('\n')).all(is_printable), "{run:#?}");
        let starts = ["bleu: ", "  ", "Usage: ", "For more "];
        let is_own = |line: &str| starts.iter().any(|start| line.starts_with(start));
        assert!(run.err.lines().filter(|line| !line.is_empty()).all(is_own), "{run:#?}");
    }
    dir
}

#[test]
fn nothing_from_a_file_or_name_reaches_a_terminal_raw() {
    const H: &str = UNPRINTABLE;
    let dir = check_unprintable(H);
    // Data for programs keep their value.
    let json = run_with(H, &dir, "-r ref -f json --by labels H other").json();
    assert_eq!((&json[0]["system"], &json[0]["groups"][0]["group"]), (&H.into(), &H.into()));
    // Tokens are data of the next program.
    assert!(run_with(H, &dir, "--print-tokens -t none H").out.contains("\u{1b}[2J"));
}

proptest! {
    // Each case is some two hundred commands.
    #![proptest_config(random_cases(2))]

    #[test]
    fn no_arrangement_of_unprintable_characters_reaches_a_terminal_raw(
        characters in vec(select(UNPRINTABLE.chars().collect::<Vec<_>>()), 1..40),
    ) {
        check_unprintable(&format!("x{}", characters.into_iter().collect::<String>()));
    }
}

#[test]
fn no_name_begins_a_line_of_its_own() {
    const H: &str = "x\n  forged\nbleu: forged\n% forged\nforged";
    let dir = TestDir::with([("ref", "a b c d\na b\n"), ("other", "a b c d\na\n"), (H, "a b c d\na c\n")]);
    dir.write(&format!("one{H}"), "a\n");
    let json = |first: Value, second: Value| format!("{first}\n{second}\n");
    let row = |label: &str| serde_json::json!({ "mt": "a b", H: "a b", "doc": label });
    dir.write("rows.jsonl", json(row(H), row("d")));
    dir.write("numbers.jsonl", json(serde_json::json!({ "mt": "a", H: 1 }), row("d")));
    dir.write("rows.csv", format!("id,mt,\"{H}\"\n\"{H}\",a b,a b\n\"{H}\",a b,a b\n"));
    dir.write("system.xml", format!("<d><doc id=\"x{0}\"><hyp system=\"{0}\"/></doc></d>", H.replace('\n', "&#10;")));
    dir.write(
        "text.sgm",
        format!("<refset><doc docid=\"{H}\"><seg id=\"1\">a</seg><seg id=\"1\">b</seg></doc></refset>"),
    );
    let commands = [
        "-r ref H",
        "-r ref H other",
        "-r ref --names x,H ref other",
        "-r ref --explain H other",
        "-r ref --what-if H",
        "-r ref --what-if H other",
        "-r ref --confidence --resamples 40 H other",
        "-r ref --paired bootstrap --resamples 40 H other",
        "-r ref --all-pairs bootstrap --resamples 40 H other",
        "-r ref --paired randomization --runs 2 --resamples 40 --names H,z H other other H",
        "--as all -r ref H",
        "--records rows.jsonl -r H --by doc mt",
        "--records rows.jsonl -r H --by doc --explain mt",
        "--records rows.jsonl -r H --by doc --fail-under 1.1 mt",
        "-r ref --fail-under 1 H other",
    ];
    let errors = [
        "-r ref oneH",
        "-r ref noH",
        "--records rows.jsonl -r mt no",
        "--records rows.jsonl -r noH mt",
        "--records numbers.jsonl -r H mt",
        "--records rows.csv -r H --id id --stats=segments mt",
        "--records rows.csv -r noH mt",
        "--records system.xml -r A H",
        "--records system.xml -r A no",
        "-r text.sgm text.sgm",
        "-r ref --tokenize H other",
        "-r ref --names H other other",
        "-r ref --names H,H other other",
        "-r ref --H other",
        "-r ref -i H -m bleu -w H",
        "ref H",
    ];
    // A line feed in quotes is the same cell of CSV.
    let formats: Vec<String> = values_of("--format").into_iter().filter(|format| format != "csv").collect();
    let in_formats = commands.iter().flat_map(|line| formats.iter().map(move |format| format!("{line} -f {format}")));
    for line in in_formats.chain(errors.map(str::to_owned)) {
        let run = run_with(H, &dir, &line);
        let is_forged = |line: &str| ["  forged", "bleu: forged", "forged", "% forged"].contains(&line);
        assert!(!run.out.lines().chain(run.err.lines()).any(is_forged), "{run:#?}");
    }
    // The program wrote the further lines.
    dir.write(&format!("three{H}"), "a\nb\n\n");
    let said = run_with(H, &dir, "-r ref threeH").fails();
    let shown = r"threex\n  forged\nbleu: forged\n% forged\nforged";
    let cause = format!("\n  perhaps: {shown} ends with an empty line too many");
    assert_says(&said, &[&format!("bleu: different lengths: {shown} has 3 lines, "), &cause]);
    assert_eq!(said.lines().count(), 2, "{said}");
}

#[test]
fn a_tag_of_megabytes_is_not_printed_whole() {
    let dir = TestDir::with([("tag.xml", &*format!("<d></{}>\n", "x".repeat(1 << 20)))]);
    let message = dir.run("--records tag.xml -r A S").fails();
    assert!(message.len() < 5000, "{} bytes", message.len());
    assert_says(&message, &["bleu: tag.xml: line 1: ", "x…x", "--input-format"]);
}

#[test]
fn wider_terminals_than_any_are_no_reason_to_pad() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("hyp", "a b c\n")]);
    for columns in ["18446744073709551615", "9999999999999", "10000000"] {
        let output = dir.command("-r ref --explain hyp").env("COLUMNS", columns).output().unwrap();
        let text = Run::new(columns, output).prints();
        assert!(text.lines().all(|line| line.len() <= 1000), "{columns}");
    }
}

/// Other modules print messages by `messages`, and results to a writer that they are given; a path that is shown by its
/// own means may move the cursor.
#[test]
fn standard_streams_and_paths_are_written_by_one_module_each() {
    let sources = sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    assert!(sources.len() > 100);
    for (code, allowed) in [
        (".display()", &["src/text/display.rs"][..]),
        ("io::stdout()", &["src/program/streams/stdout.rs"]),
        // To see whether it is a file that would be written over too.
        ("io::stderr()", &["streams/messages.rs", "streams/progress.rs", "streams/output_file.rs"]),
        ("println!(\"", &[]),
        ("eprint", &[]),
    ] {
        let others = sources.iter().filter(|path| !allowed.iter().any(|file| path.ends_with(file)));
        let has_code = |path: &&PathBuf| {
            let text = fs::read_to_string(path).unwrap();
            text.lines().any(|line| line.contains(code) && !line.trim_start().starts_with("//"))
        };
        assert_eq!(others.filter(has_code).collect::<Vec<_>>(), Vec::<&PathBuf>::new(), "{code}");
    }
}

/// The Rust files in a folder and the folders in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

#[test]
fn gzip_within_gzip_is_refused_with_a_remedy() {
    let text = many_lines(100);
    let dir = TestDir::with([("ref", &*text)]);
    dir.write("twice", gzip(gzip(&text)));
    assert_says(
        &dir.run("-r ref twice").fails(),
        &["twice: line 1, byte 2: not UTF-8 (0x8B); gzip within gzip; decompress"],
    );
}

#[test]
fn input_may_arrive_byte_by_byte() {
    let text = many_lines(2) + "\u{FEFF}ünïcödé \u{85}, 日本語。\r\n\n" + "a last line without end";
    let dir = TestDir::with([("ref", &*text), ("hyp", &*text.replace("words", "wörds"))]);
    let expected = dir.run("-q -r ref --sentence hyp").prints();
    let plain = fs::read(dir.path().join("hyp")).unwrap();
    for bytes in [plain.clone(), gzip(plain)] {
        named_pipe(&dir, "pipe", move |pipe| {
            bytes.iter().try_for_each(|byte| {
                pipe.write_all(&[*byte])?;
                // Time to read it before the next one.
                thread::sleep(Duration::from_millis(3));
                Ok(())
            })
        });
        assert_eq!(dir.run("-r ref --sentence pipe").prints(), expected);
        fs::remove_file(dir.path().join("pipe")).unwrap();
    }
}

#[test]
fn an_error_is_reported_while_another_thread_waits_for_input() {
    // Enough lines to keep the thread that finds the error busy while another one waits for further input.
    let lines = 1400;
    let text = "one two three four five six seven\n".repeat(lines + 9);
    let bad = [&text.as_bytes()[..text.len() / (lines + 9) * lines], b"\xFF\n\n"].concat();
    let dir = TestDir::with([("ref", &*text)]);
    for jobs in [1, 2, 7] {
        for mode in ["", "--sentence", "--explain", "--confidence"] {
            let arguments = format!("-r ref {mode} --tokenize graphemes --jobs {jobs}");
            let mut child = dir.start(&arguments);
            // The pipe stays open, and nothing more arrives.
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(&bad).unwrap();
            let (out, message) = Run::of(&arguments, child).fails_after_output();
            assert!(out == if mode == "--sentence" { "1.0000\n".repeat(lines) } else { String::new() }, "{out}");
            assert_says(&message, &[&format!("standard input: line {}, byte 1: not UTF-8", lines + 1)]);
        }
    }
}

#[test]
fn a_closed_output_ends_the_program_while_it_waits_for_input() {
    let dir = TestDir::with([("ref", &*"a\n".repeat(10_000))]);
    for jobs in [1, 2, 7] {
        let arguments = format!("-r ref --sentence --jobs {jobs}");
        let mut child = dir.start(&arguments);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdin.write_all(b"a\n").unwrap();
        stdout.read_line(&mut String::new()).unwrap();
        drop(stdout);
        // A process that another test starts at this moment holds a copy of the closed end until it runs its program,
        // so that a single line may still find a reader.
        while child.try_wait().unwrap().is_none() && stdin.write_all(b"b\n").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(Run::of(&arguments, child).prints(), "");
    }
}

#[test]
fn a_length_mismatch_is_reported_while_a_pipe_stays_open() {
    let dir = TestDir::with([("ref", "a\nb\n")]);
    for (arguments, said) in [
        ("-r ref", "different lengths: standard input has 3 lines or more, ref has 2 lines"),
        ("-r - ref", "different lengths: ref has 2 lines, standard input has 3 lines or more"),
    ] {
        let mut child = dir.start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"a\nb\nc\n").unwrap();
        assert_says(&Run::of(arguments, child).fails(), &[said]);
    }
}

#[test]
fn a_length_mismatch_of_files_is_reported_while_a_pipe_is_silent() {
    let dir = TestDir::with([("two", "a\nb\n"), ("three", "a\nb\nc\n")]);
    for arguments in ["-r pipe -r three two", "-r three -r pipe two"] {
        let (sender, silence) = mpsc::channel::<()>();
        named_pipe(&dir, "pipe", move |pipe| {
            pipe.write_all(b"a\nb\n")?;
            // Blocks until the end of the test.
            let _ = silence.recv();
            Ok(())
        });
        assert_says(&dir.run(arguments).fails(), &["different lengths", "has 3 lines"]);
        drop(sender);
        std::fs::remove_file(dir.path().join("pipe")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn tokens_appended_to_their_text_had_no_end() {
    let dir = TestDir::with([("f", "a b\n"), ("ref", "a b\n")]);
    for arguments in ["--print-tokens f", "--sentence -r ref f", "--print-tokens ./f"] {
        let out = OpenOptions::new().append(true).open(dir.path().join("f")).unwrap();
        let output = dir.command(arguments).stdout(out).output().unwrap();
        assert_says(&Run::new(arguments, output).fails(), &["f: is also the output; write to another file"]);
    }
    assert_eq!(fs::read(dir.path().join("f")).unwrap(), b"a b\n");
    // This is printed after everything was read.
    let out = OpenOptions::new().append(true).open(dir.path().join("f")).unwrap();
    assert!(dir.command("-r ref f --quiet -b").stdout(out).status().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf_8_became_one() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let dir = TestDir::with([("ref", "a b c d\n")]);
    let names = [&b"a\xFE"[..], b"a\xFF"].map(OsStr::from_bytes);
    names.iter().for_each(|name| fs::write(dir.path().join(name), "a b c d\n").unwrap());
    let output = dir.command("--stats -r ref").args(names).output().unwrap();
    let records = Run::new("--stats", output).prints();
    assert_says(&records, &[r#""system":"a\\xFE""#, r#""system":"a\\xFF""#]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_under_two_names_is_not_split_between_them() {
    let dir = TestDir::with([("ref", "a\nb\n")]);
    for arguments in ["-r /dev/fd/0 -", "-r - /proc/self/fd/0", "-r ref -r /dev/fd/0 /proc/self/fd/0", "-r /dev/fd/0"] {
        assert_says(&dir.pipe(arguments, "a\nb\n").fails(), &["the same pipe", "put the text into a file"]);
    }
    named_pipe(&dir, "pipe", |pipe| pipe.write_all(b"a\nb\n"));
    assert_says(&dir.run("-r pipe pipe").fails(), &["pipe and pipe are the same pipe"]);
    // Opening it for the second text waited for another writer.
    for arguments in ["--print-tokens pipe pipe", "--pool-references -r pipe pipe"] {
        assert_says(&dir.run(arguments).fails(), &["pipe and pipe are the same pipe"]);
    }
    // A regular file has a position of its own under each name.
    let run = run_in_shell(&dir, "", "< ref", "-r /dev/fd/0 -b --quiet ref");
    assert_eq!(run.prints(), "0.0000\n");
}

#[test]
fn a_length_mismatch_is_reported_while_endless_input_trickles_in() {
    let dir = TestDir::with([("ref", "y\ny\n")]);
    for arguments in ["-r ref", "-r - ref"] {
        let message = dir.feed(arguments, |stdin| {
            loop {
                stdin.write_all(b"y\n")?;
                thread::sleep(Duration::from_millis(20));
            }
        });
        assert_says(&message.fails(), &["different lengths: ", " lines or more", "ref has 2 lines"]);
    }
}

#[test]
fn endless_input_is_reported_as_longer() {
    let dir = TestDir::with([("ref", "y\ny\n")]);
    let yes = |to: &mut dyn Write| repeat(b"y\n", usize::MAX, &mut &mut *to);
    for (arguments, shorter) in [("-r ref", "ref has 2 lines"), ("-r - ref", "ref has 2 lines")] {
        let message = dir.feed(arguments, |stdin| yes(stdin)).fails();
        assert_says(&message, &["different lengths: ", " lines or more", shorter]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn devices_without_end_are_refused() {
    let dir = TestDir::with([]);
    let said = "/dev/zero: line 1 is longer than 256 MiB; is this a text file?";
    assert_says(&dir.run("-r /dev/zero /dev/zero").fails(), &[said]);
    assert_says(&dir.run("-r /dev/null /dev/null").fails(), &["/dev/null are empty; there is nothing to score"]);
}

#[test]
fn a_growing_file_is_scored_as_read_or_refused() {
    for round in 0..10 {
        let dir = TestDir::with([("hyp", "a\nb\nc\n")]);
        let mut child = dir.start("-r - --sentence -n 1 hyp");
        let mut stdin = child.stdin.take().unwrap();
        let lines = lines_of(&mut child);
        stdin.write_all(b"a\nb\nx\n").unwrap();
        let found: Vec<String> = (0..3).map(|_| lines.recv_timeout(TIME_LIMIT).unwrap()).collect();
        assert_eq!(found, ["1.0000", "1.0000", "0.0000"]);
        let mut file = OpenOptions::new().append(true).open(dir.path().join("hyp")).unwrap();
        file.write_all(b"d\ne\n").unwrap();
        if round % 2 == 0 {
            stdin.write_all(b"d\nx\n").unwrap();
        }
        drop(stdin);
        // The program may have seen the end of the file before or after it grew.
        let rest: Vec<String> = lines.iter().collect();
        let end = Run::of("-r - --sentence hyp", child);
        match (end.status, &rest[..], round % 2) {
            (Some(0), [d, e], 0) => assert_eq!((&**d, &**e), ("1.0000", "0.0000")),
            (Some(0), [], 1) => {}
            _ => assert_says(&end.fails(), &["hyp: was changed or replaced while it was read"]),
        }
    }
}

#[test]
fn a_shrinking_file_is_an_error() {
    // The parity of bits never repeats periodically, so that no two batches are alike.
    let is_right = |line: usize| line.count_ones().is_multiple_of(2);
    let text: String = (0..100_000).map(|line| if is_right(line) { "a\n" } else { "b\n" }).collect();
    let dir = TestDir::with([("hyp", &*text)]);
    let mut child = dir.start("-r - --sentence -n 1 -j 1 hyp");
    let mut stdin = child.stdin.take().unwrap();
    let lines = lines_of(&mut child);
    // One batch is answered; the next one has not been read yet.
    repeat(b"a\n", 8192, &mut stdin).unwrap();
    assert_eq!(lines.recv_timeout(TIME_LIMIT).as_deref(), Ok("1.0000"));
    File::create(dir.path().join("hyp")).unwrap();
    // The program may have ended already.
    let _ = repeat(b"a\n", 100_000 - 8192, &mut stdin);
    drop(stdin);
    let of_rest = (1..).zip(&lines);
    of_rest.for_each(|(i, line)| assert_eq!(line, if is_right(i) { "1.0000" } else { "0.0000" }, "line {}", i + 1));
    let message = Run::of("-r - --sentence hyp", child).fails();
    assert_says(&message, &["hyp: was changed or replaced while it was read; run the command again"]);
}

#[test]
fn a_replaced_file_is_read_as_it_was_opened() {
    let dir = TestDir::with([("hyp", &*"a\n".repeat(100_000)), ("new", "b\n")]);
    let mut child = dir.start("-r - --sentence -n 1 -j 1 hyp");
    let mut stdin = child.stdin.take().unwrap();
    let lines = lines_of(&mut child);
    // One batch is answered; the next one has not been read yet.
    repeat(b"a\n", 8192, &mut stdin).unwrap();
    assert_eq!(lines.recv_timeout(TIME_LIMIT).as_deref(), Ok("1.0000"));
    fs::rename(dir.path().join("new"), dir.path().join("hyp")).unwrap();
    repeat(b"a\n", 100_000 - 8192, &mut stdin).unwrap();
    drop(stdin);
    assert_eq!(lines.iter().filter(|line| line == "1.0000").count(), 99_999);
    assert_eq!(Run::of("-r - --sentence hyp", child).status, Some(0));
}

#[test]
fn a_file_that_changes_between_two_readings_is_an_error() {
    // With --fail-on, a second reading is diagnosed. It could pass a score of another text.
    let (right, wrong) = (many_lines(300), many_lines(300).replace(' ', " x "));
    let dir = TestDir::with([("ref", &*right), ("hyp", &*right)]);
    let replace = |text: &str| {
        fs::write(dir.path().join("new"), text).unwrap();
        fs::rename(dir.path().join("new"), dir.path().join("hyp")).unwrap();
    };
    let is_over = AtomicBool::new(false);
    let found: Vec<Run> = thread::scope(|scope| {
        scope.spawn(|| {
            // Not endless, if the test fails.
            for text in [&wrong, &right].into_iter().cycle().take(100_000) {
                replace(text);
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let found = (0..10).map(|_| dir.run("-q -r ref --fail-on shuffled,score-of-1 -b hyp")).collect();
        is_over.store(true, Ordering::Relaxed);
        found
    });
    for run in &found {
        match run.status {
            Some(1) => assert_says(&run.err, &["hyp: was changed or replaced while it was read"]),
            // Whatever was read was one text: a perfect score is always found.
            Some(3) => assert_says(&run.err, &["score of 1"]),
            _ => assert!(run.status == Some(0) && run.out != "1.0000\n", "{run:?}"),
        }
    }
}

#[test]
fn closed_standard_input_is_empty() {
    let dir = TestDir::with([("ref", "a b c d\n")]);
    assert_says(&run_in_shell(&dir, "", "<&-", "-r ref").fails(), &["perhaps: standard input is empty"]);
    assert_eq!(run_in_shell(&dir, "", "<&-", "-r ref -b ref").prints(), "1.0000\n");
}

#[test]
fn closed_standard_output_does_no_harm() {
    // The next file to be opened could take the place of the closed descriptor, and be written to. It is not an error:
    // Rust opens /dev/null there before `main`, which the caller may have meant.
    let dir = TestDir::with([("ref", "a b c d\n"), ("hyp", "a b c d\n")]);
    for redirections in [">&-", ">&- 2>&-", "<&- >&- 2>&-", "2>&-"] {
        for arguments in ["-r ref hyp", "-r ref -s hyp", "-r missing hyp", "-r ref --no-such-flag hyp"] {
            let run = run_in_shell(&dir, "", redirections, arguments);
            let status = if arguments.contains("no-such") { 2 } else { i32::from(arguments.contains("missing")) };
            assert_eq!(run.status, Some(status), "{redirections} {run:?}");
            for file in ["ref", "hyp"] {
                assert_eq!(fs::read_to_string(dir.path().join(file)).unwrap(), "a b c d\n", "{redirections}");
            }
        }
    }
}

#[test]
fn read_only_standard_output_is_an_error() {
    let dir = TestDir::with([("ref", "a b c d\n")]);
    for arguments in
        ["-r ref ref", "-r ref -s ref", "-r ref --explain ref", "--print-tokens ref", "--help", "--version"]
    {
        for redirection in ["1<ref", "1</dev/null"] {
            let message = run_in_shell(&dir, "", redirection, arguments).fails();
            assert_says(&message, &["bleu: standard output: Bad file descriptor"]);
        }
        assert_eq!(run_in_shell(&dir, "", ">/dev/null", arguments).prints(), "");
    }
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let text = many_lines(20_000);
    let dir = TestDir::with([("ref", &*text)]);
    for flags in ["--sentence", "--sentence -f json -j 1", "--sentence -f tsv -j 7", "--print-tokens"] {
        let files = if flags == "--print-tokens" { "ref" } else { "-r ref ref" };
        let arguments = format!("{flags} {files}");
        let mut child = start(&mut dir.command(&arguments));
        let mut first = String::new();
        // The reader closes the pipe after a line; the rest of the output is far more than a pipe holds.
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert_ne!(first, "");
        assert_eq!(Run::of(&arguments, child).prints(), "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let dir = TestDir::with([("hyp", "a b c d e\n"), ("ref", "a b c d f\n")]);
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [
        "-r ref hyp",
        "-r ref hyp ref",
        "-r ref -b hyp",
        "-r ref -f json hyp",
        "-r ref -f tsv hyp",
        "-r ref -f markdown hyp",
        "-r ref -f latex hyp",
        "-r ref -s hyp",
        "-r ref -s -f json hyp",
        "-r ref -s -f tsv hyp",
        "-r ref --confidence hyp",
        "-r ref --paired bootstrap hyp ref",
        "-r ref --all-pairs randomization hyp ref",
        "-r ref --explain hyp",
        "-r ref --explain -f json hyp",
        "-r ref --explain-segment 1 hyp",
        "--print-tokens hyp",
        "--help",
        "-h",
        "--version",
    ] {
        let output = dir.command(arguments).stdout(full()).output().unwrap();
        assert_says(&Run::new(arguments, output).fails(), &["bleu: standard output: No space left on device"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_exit_status_does_not_depend_on_standard_error() {
    let dir = TestDir::with([("ref", "a b c d\n"), ("hyp", "\u{FEFF}a b c d\n")]);
    for (arguments, status, out) in
        [("-r ref -b hyp", 0, "1.0000\n"), ("-r missing hyp", 1, ""), ("--nope", 2, ""), ("", 2, "")]
    {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = Run::new(arguments, dir.command(arguments).stderr(full).output().unwrap());
        assert_eq!((run.status, &*run.out), (Some(status), out), "{run:?}");
    }
}

#[test]
fn a_signal_while_reading_leaves_no_partial_score() {
    let (text, hyp) = (many_lines(20_000), many_lines_cut_short(20_000));
    let dir = TestDir::with([("ref", &*text), ("hyp", &*hyp)]);
    let expected = dir.run("-q -r ref --sentence hyp").prints();
    for signal in signals() {
        for mode in ["", "--confidence", "--explain", "--sentence"] {
            let arguments = format!("-q -r ref {mode}");
            let mut child = dir.start(&arguments);
            // Most of the input has been read once all but its end is written.
            let mut stdin = child.stdin.take().unwrap();
            let lines = (mode == "--sentence").then(|| lines_of(&mut child));
            stdin.write_all(&hyp.as_bytes()[..hyp.len() - 5]).unwrap();
            stop(&child, signal);
            let end = Run::of(&arguments, child);
            assert_eq!((end.status, &*end.out, &*end.err), (None, "", ""), "{signal}");
            // The start of the output was printed. A signal can end a write to a full pipe within a line.
            let lines: Vec<String> = lines.map_or(Vec::new(), |lines| lines.iter().collect());
            assert!(lines.len() < 20_000 && expected.starts_with(&lines.join("\n")));
        }
    }
}

#[test]
fn a_signal_while_resampling_leaves_no_score() {
    let dir = TestDir::with([("ref", &*many_lines(1000)), ("hyp", &*many_lines_cut_short(1000))]);
    for signal in signals() {
        let arguments = "-q -r ref --paired randomization --resamples 10000000 hyp ref";
        let child = dir.start(arguments);
        // By then it has read all input; resampling takes minutes.
        thread::sleep(Duration::from_secs(1));
        stop(&child, signal);
        let end = Run::of(arguments, child);
        assert_eq!((end.status, &*end.out, &*end.err), (None, "", ""), "{signal}");
    }
}

/// The lines of [`many_lines`] without their last 0 to 6 words, in a pattern that does not repeat.
fn many_lines_cut_short(lines: usize) -> String {
    let cut = |(i, line): (u32, &str)| {
        let words: Vec<&str> = line.split(' ').collect();
        words[..words.len() - i.count_ones() as usize % 7].join(" ") + "\n"
    };
    (0..).zip(many_lines(lines).lines()).map(cut).collect()
}

/// Signals that end a program. Ignored signals, as after `nohup`, are inherited and cannot be restored by a shell, so
/// they are left out.
fn signals() -> impl Iterator<Item = &'static str> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    let signals = [("HUP", 1), ("INT", 2), ("TERM", 15)];
    signals.into_iter().filter(move |(_, number)| ignored >> (number - 1) & 1 == 0).map(|(name, _)| name)
}

/// Sends a signal with the shell's `kill`.
fn stop(child: &Child, signal: &str) {
    system(Command::new("sh").args(["-c", &format!("kill -s {signal} {}", child.id())]));
}

/// Limits of the address space, by the shell's `ulimit -v`. An emulator that runs the program needs more than they leave.
#[cfg(target_os = "linux")]
mod memory_limits {
    use super::*;

    #[test]
    fn memory_is_bounded_when_an_endless_line_is_refused() {
        let dir = TestDir::with([("ref", "a\nb\n")]);
        dir.write("bomb", gzip(b" ".repeat(10_000_000)).repeat(100));
        // The buffer of the 256 MiB line grows by doubling, so that it may be twice as large.
        let limit = format!("ulimit -v {};", 3 * (256 << 10));
        for (candidate, redirection) in [("bomb", ""), ("-", "</dev/zero")] {
            let message = run_in_shell(&dir, &limit, redirection, &format!("-r ref -j 1 {candidate}")).fails();
            assert_says(&message, &["line 1 is longer than 256 MiB"]);
        }
    }

    #[test]
    fn memory_is_bounded_for_a_gzip_bomb_of_short_lines() {
        let dir = TestDir::with([]);
        let line = [&b"x".repeat(249)[..], b"\n"].concat();
        // Each member is 40 kB, and 10 MB decompressed: together more than the limit, or 1 GB.
        let members = if tries_all() { 100 } else { 8 };
        let lines = members * 40_000;
        dir.write("bomb", gzip(line.repeat(40_000)).repeat(members));
        named_pipe(&dir, "pipe", move |pipe| repeat(&line, lines, pipe));
        let (found, warning) = run_in_shell(&dir, "ulimit -v 65536;", "", "-r pipe -n 1 -f json -j 1 bomb").warns();
        assert_says(&warning, &["the candidate equals its references"]);
        let found: serde_json::Value = serde_json::from_str(&found).unwrap();
        assert_eq!((&found["segments"], &found["counts"]), (&lines.into(), &serde_json::json!([lines])));
        assert_eq!(found["score"], 1.0);
    }

    #[test]
    fn memory_is_proportional_to_the_length_of_a_line() {
        let words = 1_000_000;
        let text: String = (0..words).map(|i| format!("w{} ", i % 5000 * 7919 % 100_003)).collect();
        let dir = TestDir::with([("text", &*text)]);
        // For words this short, both texts together take 14 times the size of the line.
        let limit = format!("ulimit -v {};", 28 * text.len() / 1024);
        let found = run_in_shell(&dir, &limit, "", "-r text -f json -j 1 text").json();
        assert_eq!((&found["score"], &found["hyp_len"]), (&1.0.into(), &words.into()));
    }

    #[test]
    fn lines_of_one_input_may_be_much_longer_than_of_the_other() {
        // A full batch of the short lines would be 8192 lines, or 160 MB of the long ones.
        let word = "x".repeat(20_000);
        let (short, long) = ("a\n", format!("a {word}\n"));
        for (candidate, reference, score) in [(short, &*long, "0.3679"), (&*long, short, "0.5000")] {
            let dir = TestDir::with([]);
            let lines = if tries_all() { 2 * 8192 + 5 } else { 8192 + 5 };
            for (name, line) in [("hyp", candidate.to_owned()), ("ref", reference.to_owned())] {
                named_pipe(&dir, name, move |pipe| repeat(line.as_bytes(), lines, pipe));
            }
            let limited = run_in_shell(&dir, "ulimit -v 65536;", "", "-q -r ref --sentence -n 1 -j 1 hyp");
            assert!(limited.out == format!("{score}\n").repeat(lines), "{} {}", limited.out.len(), limited.err);
            assert_eq!(limited.prints().lines().count(), lines);
        }
    }

    #[test]
    fn an_address_space_of_64_mib_is_enough_for_one_thread() {
        let text = many_lines(50_000);
        let dir = TestDir::with([("ref", &*text), ("hyp", &*text.replace("less", "fewer"))]);
        for arguments in
            ["-r ref hyp", "-r ref -r hyp -s hyp", "-r ref --confidence --resamples 40 hyp", "--print-tokens ref"]
        {
            let arguments = format!("-q {arguments} --jobs 1");
            let limited = run_in_shell(&dir, "ulimit -v 65536;", "", &arguments);
            assert!(limited.prints() == dir.run(&arguments).prints(), "{arguments}");
        }
    }

    #[test]
    fn a_score_takes_less_memory_than_a_diagnosis_of_all_text() {
        let text = many_lines(50_000);
        let shifted = text.split_once('\n').map_or("", |(_, rest)| rest).to_owned() + "x\n";
        let dir = TestDir::with([("ref", &*text), ("hyp", &*shifted)]);
        let run = |arguments: &str| run_in_shell(&dir, "ulimit -v 65536;", "", arguments);
        for jobs in [1, 2] {
            assert_eq!(run(&format!("-r ref --jobs {jobs} hyp")).warns().0, dir.run("-q -r ref hyp").prints());
        }
        let failed = run("-r ref --jobs 1 --fail-on any hyp").fails();
        assert_says(&failed, &["too little memory to look for problems, which takes "]);
    }

    #[test]
    fn the_number_of_threads_is_limited_per_core() {
        let text = many_lines(20_000);
        let dir = TestDir::with([("ref", &*text)]);
        let most = 4 * thread::available_parallelism().unwrap().get();
        // A thread takes 2 MiB for its stack and some for its work, and glibc reserves 64 MiB of addresses for it.
        let limit = format!("ulimit -v {};", most * (80 << 10));
        let limited = run_in_shell(&dir, &limit, "", "-q -r ref --jobs 1000 ref");
        assert_eq!(limited.prints(), dir.run("-q -r ref --jobs 1 ref").prints());

        let mut child = dir.start("-r ref --jobs 1000 --sentence");
        let mut stdin = child.stdin.take().unwrap();
        let lines = lines_of(&mut child);
        stdin.write_all(text.as_bytes()).unwrap();
        // Once all lines but the last are answered, all threads have been started.
        assert!((1..20_000).all(|_| lines.recv_timeout(TIME_LIMIT).is_ok()));
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let threads = status.lines().find_map(|line| line.strip_prefix("Threads:")).unwrap();
        // The main thread waits for the results of the others.
        assert!((1..=most + 1).contains(&threads.trim().parse().unwrap()), "{threads}");
    }
}
