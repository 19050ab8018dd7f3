//! The same command prints the same bytes with any number of threads, any kind of input and size of batches, and in every
//! locale, time zone and terminal.

use crate::common::{Run, TestDir, gzip, many_lines, sample, start};
use std::fs;
use std::io::Write;

/// Commands of every mode and format, on the candidates `hyp` and `two` and the references `ref` and `ref2`.
const COMMANDS: [&str; 19] = [
    "-r ref hyp",
    "-r ref hyp two -f tsv",
    "-r ref -r ref2 -f json --names mt hyp",
    "-r ref -f markdown hyp two",
    "-r ref -s hyp",
    "-r ref -s -f json hyp two",
    "-r ref -s -f tsv hyp two",
    "-r ref --confidence --resamples 50 -f json --names mt hyp",
    "-r ref --confidence --resamples 50 --seed 7 hyp two",
    "-r ref --paired bootstrap --resamples 50 hyp two",
    "-r ref --paired randomization --resamples 50 -f tsv hyp two",
    "-r ref --all-pairs bootstrap --resamples 50 hyp two ref2",
    "-r ref --paired randomization --resamples 50 --runs 2 -f json hyp two ref2 hyp",
    "-r ref --all-pairs randomization --resamples 50 -f json hyp two ref2",
    "-r ref --explain hyp",
    "-r ref --explain -f json hyp two",
    "-r ref -r ref2 --explain-segment 1234 hyp",
    "-r ref --lowercase --normalize nfkc --tokenize intl -f json --names mt hyp",
    "--print-tokens hyp",
];

/// Lines, some of them empty, many short, and a few so long that each is a batch of its own.
fn uneven_lines(lines: usize) -> String {
    let mut text = String::new();
    for (i, line) in many_lines(lines).lines().enumerate() {
        match i % 1000 {
            7 => {}
            500 => text += &line.repeat(1800),
            501..800 => text += &line[..line.len() / 4],
            _ => text += line,
        }
        text.push('\n');
    }
    text
}

/// The files of [`COMMANDS`]. 6000 lines are several batches, which end at different lines in each file.
fn folder(lines: usize) -> TestDir {
    let text = uneven_lines(lines);
    TestDir::with([
        ("ref", &*text),
        ("ref2", &*text.replace("words", "WÖRDS ½ &amp; more")),
        ("hyp", &*text.replace("7 words", "8 words").replace("line 1", "lines 1")),
        ("two", &*text.replace("more or less", "less or more")),
    ])
}

#[track_caller]
fn assert_same(found: &Run, expected: &Run) {
    let same = (found.status, &found.out, &found.err) == (expected.status, &expected.out, &expected.err);
    assert!(same, "bleu {} and bleu {} differ", found.arguments, expected.arguments);
}

#[test]
fn threads_do_not_change_results() {
    let folder = folder(6000);
    let cases =
        COMMANDS.into_iter().flat_map(|arguments| ["-j 2", "--jobs 3", "-j 7", ""].map(|jobs| (arguments, jobs)));
    let cases: Vec<(&str, &str)> = sample(8, cases).collect();
    for cases in cases.chunk_by(|one, next| one.0 == next.0) {
        let alone = folder.run(&format!("{} --jobs 1", cases[0].0));
        assert_eq!(alone.status, Some(0), "{}", cases[0].0);
        for (arguments, jobs) in cases {
            assert_same(&folder.run(&format!("{arguments} {jobs}")), &alone);
        }
    }
}

#[test]
fn threads_do_not_change_errors() {
    let reference = many_lines(9000);
    let mut bad = reference.clone().into_bytes();
    let late = bad.len() * 9 / 10;
    bad[late] = 0xFF;
    let folder = TestDir::with([("ref", &*reference), ("short", &reference[..reference.len() / 2 + 7])]);
    folder.write("bad", &bad);
    for arguments in ["-r ref bad", "-r bad ref", "-r ref short", "-r short ref", "-r bad short", "-r ref bad -s"] {
        let alone = folder.run(&format!("{arguments} -j 1"));
        assert_eq!(alone.status, Some(1), "{alone:#?}");
        for jobs in 2..=7 {
            assert_same(&folder.run(&format!("{arguments} -j {jobs}")), &alone);
        }
    }
}

#[test]
fn batches_do_not_change_results() {
    let folder = folder(6000);
    let text = fs::read(folder.path().join("hyp")).unwrap();
    let packed = TestDir::with([]);
    for name in ["ref", "ref2", "hyp", "two"] {
        packed.write(name, gzip(fs::read(folder.path().join(name)).unwrap()));
    }
    for arguments in sample(5, COMMANDS) {
        let expected = folder.run(arguments);
        assert_same(&packed.run(arguments), &expected);
        if arguments.contains(" two") || arguments.contains("--explain") {
            // These name the systems, and standard input has another name.
            continue;
        }
        // Warnings name the input.
        let expected = folder.run(&format!("{arguments} -q"));
        let arguments = &format!("{} -q", arguments.replace("hyp", "-"));
        assert_same(&folder.pipe(arguments, &text), &expected);
        // A read mostly returns the bytes of one write: some lines and a part of one.
        for piece in [997, 20_011] {
            let pieces = text.chunks(piece);
            assert_same(
                &folder.feed(arguments, |stdin| pieces.clone().try_for_each(|piece| stdin.write_all(piece))),
                &expected,
            );
        }
    }
}

#[test]
fn the_order_of_references_does_not_change_scores() {
    let folder = folder(6000);
    let flags =
        ["-q -f tsv", "-q --sentence", "-q --confidence --resamples 50", "-q --sentence -f json --normalize nfkc"];
    for flags in sample(2, flags) {
        let expected = folder.run(&format!("-r ref -r ref2 -r two {flags} hyp"));
        assert_ne!(expected.out, "");
        for references in ["-r two -r ref2 -r ref", "-r ref2 -r ref -r two", "-r ref -r ref2 -r two -r ref"] {
            let found = folder.run(&format!("{references} {flags} hyp")).prints();
            assert!(found.replace("nrefs:4", "nrefs:3") == expected.out, "{references} {flags}");
        }
    }
}

#[test]
fn the_environment_does_not_change_results() {
    let folder = folder(1300);
    folder.write("bad", b"\xFF\n");
    for arguments in sample(5, COMMANDS.into_iter().chain(["-r ref bad", "-r ref missing", "--lowercas", "--help"])) {
        let expected = folder.run(arguments);
        // In Turkish, i is not the lowercase of I; in German, decimals have a comma.
        for variables in [
            "LC_ALL=C TZ=UTC TERM=dumb NO_COLOR=1",
            "LC_ALL=tr_TR.UTF-8 LANGUAGE=tr TZ=Pacific/Chatham TERM=xterm-256color CLICOLOR_FORCE=1",
            "LC_ALL=de_DE.UTF-8 LANGUAGE=de TZ=America/Caracas COLUMNS=40 LINES=5",
        ] {
            let variables = variables.split(' ').filter_map(|variable| variable.split_once('='));
            // COLUMNS is the width of help and of text, but not of the other formats.
            let is_text = !arguments.contains("-f ");
            let variables = variables.filter(|(name, _)| *name != "COLUMNS" || !is_text);
            assert_same(&Run::of(arguments, start(folder.command(arguments).envs(variables))), &expected);
        }
    }
}

/// Leaves out the escape sequences of colors, such as `\x1b[31m`.
#[cfg(target_os = "linux")]
fn without_color(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let plain = parts.next().unwrap_or_default().to_owned();
    plain + &parts.map(|part| part.split_once('m').expect("a color ends in m").1).collect::<String>()
}

/// Output on a terminal equals output of the same width to a file, except for its line ends and its colors.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_does_not_change_results() {
    let folder = folder(1300);
    let on_terminal = |arguments: &str| {
        // As wide as `TestDir::command` sets COLUMNS.
        let line = format!("stty cols 200 rows 50; PAGER=cat '{}' {arguments} < /dev/null", env!("CARGO_BIN_EXE_bleu"));
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(folder.path()).stdin(std::process::Stdio::null());
        script
            .output()
            .map(|output| Run::new(arguments, output).prints().replace("\r\n", "\n"))
            .map(|text| without_color(&text))
    };
    // Quiet, since a slow machine shows progress.
    for arguments in
        ["-q -r ref hyp two", "-q -r ref --paired bootstrap --resamples 50 hyp two", "-q -r ref --explain hyp"]
    {
        // Not every machine has `script`.
        let Ok(found) = on_terminal(arguments) else { return };
        assert_eq!(found, folder.run(arguments).prints());
    }
    let Ok(index) = on_terminal("--man") else { return };
    assert_eq!(index, folder.run("--man index").prints());
}
