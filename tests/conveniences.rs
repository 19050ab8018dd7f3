//! Conveniences in scripts and on terminals: --fail-under, --text, answers to likely mistakes, color,
//! progress, completions, the man page.

use crate::common::{Run, TestDir, assert_says, values_of};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Five tokens, the last one wrong: a score of 0.6687.
const HYP: (&str, &str) = ("hyp", "a b c d e\n");
const REF: (&str, &str) = ("ref", "a b c d f\n");

#[test]
fn a_score_below_the_wanted_one_is_printed_and_gives_status_3() {
    let dir = TestDir::with([HYP, REF]);
    for (arguments, out, err) in [
        ("-b --fail-under 0.67", "0.6687\n", "bleu: hyp: BLEU 0.6687 is below --fail-under 0.67\n"),
        ("-b --percent --fail-under 67", "66.87\n", "bleu: hyp: BLEU 66.87 is below --fail-under 67\n"),
        // Rounded, it would not be below.
        ("-b --digits 1 --fail-under 0.67", "0.7\n", "bleu: hyp: BLEU 0.668740304976422 is below --fail-under 0.67\n"),
    ] {
        let run = dir.run(&format!("-r ref {arguments} hyp"));
        assert_eq!((run.status, &*run.out, &*run.err), (Some(3), out, err), "{arguments}");
    }
    assert_eq!(dir.run("-r ref -b --fail-under 0.6687 hyp").prints(), "0.6687\n");
    assert_eq!(dir.run("-r ref -b --percent --fail-under 66.8 hyp").prints(), "66.87\n");
    assert_eq!(dir.run("-r ref -b --fail-under 1 ref").prints(), "1.0000\n");
}

#[test]
fn every_system_that_is_below_is_named() {
    let dir = TestDir::with([HYP, REF, ("none", "x x x x x\n")]);
    let run = dir.run("-r ref -q --fail-under 0.7 hyp ref none");
    assert_eq!(run.status, Some(3));
    assert_eq!(
        run.err,
        "bleu: hyp: BLEU 0.6687 is below --fail-under 0.7\nbleu: none: BLEU 0.0000 is below --fail-under 0.7\n"
    );
    for mode in ["--confidence", "--explain", "--what-if", "--format json", "--format markdown", "--cumulative"] {
        let run = dir.run(&format!("-r ref -q {mode} --fail-under 0.7 hyp"));
        assert_eq!((run.status, &*run.err), (Some(3), "bleu: hyp: BLEU 0.6687 is below --fail-under 0.7\n"), "{mode}");
        assert!(!run.out.is_empty());
        assert_eq!(dir.run(&format!("-r ref -q {mode} --fail-under 0.6 hyp")).status, Some(0), "{mode}");
    }
}

#[test]
fn the_mean_of_runs_is_checked() {
    let dir = TestDir::with([HYP, REF]);
    let run = dir.run("-r ref -q --paired randomization --runs 2 --fail-under 0.7 hyp hyp hyp hyp");
    assert_eq!(run.status, Some(3));
    assert_eq!(
        run.err,
        "bleu: hyp: mean BLEU 0.6687 is below --fail-under 0.7\nbleu: hyp (2): mean BLEU 0.6687 is below --fail-under 0.7\n"
    );
}

#[test]
fn fail_under_out_of_range_is_rejected() {
    let dir = TestDir::with([HYP, REF]);
    let refused = |arguments: &str| dir.run(&format!("-r ref {arguments} hyp")).refuses();
    assert_says(&refused("--fail-under 30"), &["scores are from 0 to 1", "--percent"]);
    assert_says(&refused("--fail-under 101 --percent"), &["scores are from 0 to 100"]);
    for value in ["-1", "inf"] {
        assert_says(&refused(&format!("--fail-under {value}")), &["scores are from 0 to 1"]);
    }
    for value in ["0,3", "30%", "NaN"] {
        assert_says(&refused(&format!("--fail-under {value}")), &["not a number"]);
    }
    assert_says(&refused("--as all --fail-under 0.3"), &["--as all cannot be used with --fail-under"]);
    for scale in ["--percent", "-q --as multi-bleu"] {
        let message = refused(&format!("{scale} --fail-under 0.5"));
        assert_says(&message, &["--fail-under 0.5: here scores are from 0 to 100; did you mean 50?"]);
    }
    for mode in ["--sentence", "--explain-segment 1"] {
        assert_says(
            &refused(&format!("{mode} --fail-under 0.3")),
            &[mode.split(' ').next().unwrap(), "cannot be used with --fail-under"],
        );
    }
}

/// Runs `bleu` with these arguments, which may have spaces.
fn bleu(arguments: &[&str]) -> Run {
    let dir = TestDir::with([]);
    Run::new(&arguments.join(" "), dir.command("").args(arguments).output().unwrap())
}

#[test]
fn texts_can_be_given_in_place_of_files() {
    let score = |arguments: &[&str]| bleu(&[&["--text", "-b"], arguments].concat()).prints();
    assert_eq!(score(&["-r", "a b c d f", "a b c d e"]), "0.6687\n");
    assert_eq!(score(&["-r", "x", "-r", "a b c d f", "a b c d e", "a b c d f"]), "0.6687\n1.0000\n");
    // No name of a file, nor of standard input.
    assert_eq!(score(&["--smooth", "none", "-r", "a b c -", "a b c -"]), "1.0000\n");
    // An empty translation is a segment.
    assert_eq!(score(&["-q", "-r", "a", ""]), "0.0000\n");
    let text = "-5 degrees is cold";
    assert_eq!(score(&[&format!("-r={text}"), "--", text]), "1.0000\n");
    for arguments in [["--text", "-r", text, "x"], ["--text", "-r", "x", text]] {
        assert_says(&bleu(&arguments).refuses(), &["bleu --text -r='- the cat' -- '- the the'"]);
    }
    assert_says(&bleu(&["-r", "", "x"]).refuses(), &["empty name"]);
    assert_eq!(bleu(&["--text", "--print-tokens", "Hello, world.", "-"]).prints(), "Hello , world .\n-\n");
    let explained = bleu(&["--text", "--explain", "-r", "the cat", "the the"]).prints();
    assert_says(&explained, &["candidate    the the", "reference 1  the cat"]);
}

#[test]
fn a_text_is_one_segment_of_valid_utf_8() {
    let error = bleu(&["--text", "-r", "a\nb", "a"]).fails();
    assert_eq!(
        error,
        "bleu: reference 1: contains a line break; with --text, an argument is one segment. Use files for several segments\n"
    );
    assert_says(&bleu(&["--text", "-r", "a"]).refuses(), &["no candidate is given", "bleu --text -r"]);
    assert_says(&bleu(&["--text", "a"]).refuses(), &["no reference is given", "bleu --text -r"]);
}

#[test]
fn texts_where_files_are_expected_are_answered() {
    let error = bleu(&["-r", "the cat", "the the"]).fails();
    assert_eq!(
        error,
        "bleu: the the: no such file; to score texts, add --text, as in: bleu --text -r 'the cat sat on the mat' \
         'the cat is on the mat'\n"
    );
    assert_says(&bleu(&["-r", "猫が好き", "犬が好き"]).fails(), &["--text"]);
    assert!(!bleu(&["-r", "nothing.txt", "none"]).fails().contains("--text"));
}

#[test]
fn a_number_after_explain_is_a_segment() {
    let dir = TestDir::with([("hyp", "a b\nc d\n"), ("ref", "a b\nc e\n")]);
    let expected = dir.run("-r ref --explain-segment 2 hyp").prints();
    assert_eq!(dir.run("-r ref --explain 2 hyp").prints(), expected);
    assert_eq!(dir.run("-r ref hyp --explain 2").prints(), expected);
    assert_eq!(dir.pipe("-r ref --explain 2", "a b\nc d\n").prints(), expected.replacen("hyp", "-", 1));
    assert_says(&dir.run("-r ref --explain=2 hyp").refuses(), &["--explain-segment"]);
    assert_says(
        &dir.run("-r ref --explain 0 hyp hyp").refuses(),
        &["--explain takes at most 2 candidates; 3 are given"],
    );
    // A file of that name is a candidate.
    dir.write("2", "c d\na b\n");
    assert_says(&dir.run("-r ref --explain 2").prints(), &["2 scores 0.", "2 segments"]);
}

#[test]
fn a_reference_without_its_flag_gets_a_warning() {
    let dir = TestDir::with([HYP, ("ref1", "a b c d f\n"), ("ref2", "a b c d e\n"), ("ref3", "a b c d g\n")]);
    let (_, warning) = dir.run("-r ref1 ref2 hyp").warns();
    assert_says(&warning, &["ref2 is scored as a candidate", "bleu -r ref1 -r ref2 hyp"]);
    // As a shell writes -r ref* hyp.
    let warning = dir.run("-r ref1 ref2 ref3 hyp").warns().1;
    assert_says(&warning, &["ref2 and ref3 are scored as candidates", "bleu -r ref1 -r ref2 -r ref3 hyp"]);
    dir.run("-q -r ref1 ref2 hyp").prints();
    dir.run("-r ref1 ref2").prints();
    dir.run("-r ref1 hyp ref2").prints();
    // A loop or a script may read the rest of the pipe.
    dir.pipe("-r ref1 ref2", "not a file\n").prints();
}

#[test]
fn a_file_given_as_text_gets_a_warning() {
    let dir = TestDir::with([HYP, ("ref1", "a b c d f\n")]);
    let (_, warning) = dir.run("--text --smooth floor -r a hyp").warns();
    assert_says(&warning, &["warning: hyp is scored as text, although there is a file of this name; drop --text"]);
}

#[test]
fn texts_are_named_in_messages_by_themselves() {
    for (text, note) in [
        ("-", "'-': no token is correct (0 of 1); the score is 0"),
        ("", "'': the candidate has no tokens; the score is 0"),
    ] {
        assert_eq!(bleu(&["--text", "-r", "a", text]).err, format!("bleu: note: {note}\n"));
    }
}

#[test]
fn flags_without_effect_are_refused() {
    let dir = TestDir::with([HYP, REF, ("labels", "x\n")]);
    for (arguments, message) in [
        (
            "-r ref --format json --digits 2",
            "--digits has no effect on formats for programs, which do not round; drop it",
        ),
        ("-r ref --stats --percent", "--percent has no effect on --stats; drop it"),
        ("-r ref --stats --digits 3", "--digits has no effect on --stats; drop it"),
        ("--print-tokens --max-order 2", "--max-order has no effect on --print-tokens; drop it"),
        ("--print-tokens --smooth none", "--smooth has no effect on --print-tokens; drop it"),
        ("--print-tokens --percent", "--percent has no effect on --print-tokens; drop it"),
        (
            "-r ref --format jsonl --percent",
            "--percent has no effect on --format jsonl, whose scores are always from 0 to 1",
        ),
        ("-r ref --sentence --by labels -b", "--score-only does not support --by; use --format tsv or json"),
        ("-r ref --sentence --id labels -b", "--score-only does not support --id; use --format tsv or json"),
        (
            "-r ref --id labels",
            "--id needs --sentence, --pick, --pairwise, --explain, --report, --stats, --baseline, --systems-by or --at; add one of them, or drop --id",
        ),
        ("-r ref --seed 3", "--seed needs --confidence, --paired bootstrap, --all-pairs bootstrap or --stats --id"),
    ] {
        assert_says(&dir.run(&format!("{arguments} hyp")).refuses(), &[&format!("bleu: {message}")]);
    }
}

#[cfg(unix)]
#[test]
fn standard_input_that_others_read_gets_no_warning() {
    let dir = TestDir::with([HYP, REF, ("list", "hyp\nref\n"), ("empty", "")]);
    let program = env!("CARGO_BIN_EXE_bleu");
    let shell = |script: &str, input: &str| {
        let output = Command::new("sh").args(["-c", script]).current_dir(dir.path()).stdin(dir.open(input)).output();
        Run::new(script, output.unwrap())
    };
    // A loop over the lines of a file, and a script that the shell itself reads from standard input.
    let in_loop = shell(&format!("while read name; do {program} -b -r ref $name; done"), "list");
    assert_eq!(in_loop.prints(), "0.6687\n1.0000\n");
    dir.write("script", format!("{program} -b -r ref hyp\n"));
    assert_eq!(shell("exec sh", "script").prints(), "0.6687\n");
    assert_eq!(shell(&format!("{program} -b -r ref hyp"), "empty").prints(), "0.6687\n");
    let (_, warning) = shell(&format!("{program} -b -r ref hyp"), "list").warns();
    assert_says(&warning, &["standard input is a file but is not read"]);
}

#[test]
fn every_shell_gets_a_script_that_asks_the_program() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = TestDir::with([]).run(&format!("--completions {shell}")).prints();
        assert_says(&script, &["BLEU_COMPLETE", "bleu"]);
    }
    assert_says(&TestDir::with([]).run("--completions tcsh").refuses(), &["bash", "zsh"]);
    assert_says(&TestDir::with([]).run("--completions bash -b").refuses(), &["--completions"]);
}

/// Returns the completions of the last word of a command line, one per line, as for fish.
fn completions(dir: &TestDir, line: &str) -> Vec<String> {
    let mut command = dir.command("--");
    let output = command.args(line.split(' ')).env("BLEU_COMPLETE", "fish").output().unwrap();
    let lines = Run::new(line, output).prints();
    lines.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn completions_know_flags_values_and_files() {
    let dir = TestDir::with([HYP, REF]);
    assert_eq!(completions(&dir, "bleu -t gra"), ["graphemes"]);
    assert_eq!(completions(&dir, "bleu --format "), values_of("--format"));
    assert_eq!(completions(&dir, "bleu --smooth f"), ["floor"]);
    assert_eq!(completions(&dir, "bleu --as nl"), ["nltk"]);
    assert_eq!(completions(&dir, "bleu --fail-u"), ["--fail-under"]);
    for line in ["bleu -r ", "bleu -r ref ", "bleu --records "] {
        assert_eq!(completions(&dir, line), [".", "hyp", "ref"], "{line}");
    }
    assert_eq!(completions(&dir, "bleu --text -r a h"), ["hyp"]);
    assert_eq!(completions(&dir, "bleu --reference=r"), ["--reference=ref"]);
    assert!(completions(&dir, "bleu --digits ").is_empty());
    // Flags of other programs are answered, not offered.
    assert!(!completions(&dir, "bleu --").contains(&"--metrics".into()));
}

#[test]
fn a_value_is_completed_only_where_the_flag_takes_it() {
    let dir = TestDir::with([HYP, REF]);
    assert_eq!(completions(&dir, "bleu --lowercase="), ["--lowercase=yes", "--lowercase=no"]);
    assert_eq!(completions(&dir, "bleu --format=js"), ["--format=json", "--format=jsonl"]);
    for flag in ["--lowercase", "--effective-order", "--stats"] {
        assert_eq!(completions(&dir, &format!("bleu -r ref {flag} ")), [".", "hyp", "ref"]);
    }
}

#[test]
fn completions_of_tokenizers_lead_on_to_languages_and_models() {
    let dir = TestDir::with([("en.model", "")]);
    assert_eq!(completions(&dir, "bleu --tokenize auto:"), ["auto:ja", "auto:ko", "auto:zh"]);
    assert_eq!(completions(&dir, "bleu --tokenize sp"), ["spBLEU-1K", "spm:"]);
    assert_eq!(completions(&dir, "bleu --tokenize spm:e"), ["spm:en.model"]);
}

#[test]
fn a_shell_that_names_no_command_line_does_not_hinder_scoring() {
    let dir = TestDir::with([HYP, REF]);
    let output = dir.command("-r ref -b hyp").env("BLEU_COMPLETE", "bash").output().unwrap();
    assert_eq!(Run::new("", output).prints(), "0.6687\n");
}

/// Returns what a shell's script replies for the last of these words, as the shell divides a line; `None` if there is no
/// such shell.
#[cfg(unix)]
fn completed_by(shell: &str, script: &str, dir: &TestDir, words: &[&str]) -> Option<Vec<String>> {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bleu"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(shell);
    let command = command
        .args(["-c", script])
        .args((shell != "fish").then_some(shell))
        .args(words)
        .env("PATH", path)
        .env("HOME", dir.path())
        .current_dir(dir.path());
    let output = command.output().ok()?;
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

#[cfg(unix)]
fn bash_completions(dir: &TestDir, words: &[&str]) -> Option<Vec<String>> {
    let script = "set -u; source <(bleu --completions bash); COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9
        word=${COMP_WORDS[COMP_CWORD]}; [ \"$word\" = = ] && word=
        _bleu bleu \"$word\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    completed_by("bash", script, dir, words)
}

#[cfg(unix)]
#[test]
fn zsh_and_fish_complete_flags_values_and_files() {
    let dir = TestDir::with([HYP, REF, ("my data.jsonl", "{\"ref\": \"a\", \"my mt\": \"b\"}\n")]);
    // Completion itself needs a terminal.
    let zsh = "compdef() { : }; _files() { print files }; _describe() { print -rl -- ${(P)@[-1]} }
        source <(bleu --completions zsh); words=(\"$@\"); CURRENT=$#; _bleu";
    let fish = "source (bleu --completions fish | psub); complete -C (string join ' ' -- $argv)";
    for (shell, script) in [("zsh", zsh), ("fish", fish)] {
        for (words, expected) in [
            (&["bleu", "--fail-u"][..], "--fail-under"),
            (&["bleu", "--format=jsonl"], "--format=jsonl"),
            (&["bleu", "--format", "jsonl"], "jsonl"),
            (&["bleu", "-t", "gra"], "graphemes"),
            (&["bleu", "-r", "ref", "hy"], "hyp"),
            (&["bleu", "--lowercase", "hy"], "hyp"),
            (&["bleu", "--records", "my\\ data.jsonl", "-r", "m"], "my mt"),
            (&["bleu", "--records", "'my data.jsonl'", "--reference=m"], "--reference=my mt"),
        ] {
            let Some(found) = completed_by(shell, script, &dir, words) else { continue };
            let values: Vec<&str> =
                found.iter().map(|line| line.split(['\t', ':']).next().unwrap_or_default()).collect();
            assert_eq!(values, [expected], "{shell}: {words:?}");
        }
    }
    // zsh completes these itself, since it would quote the tilde of a completion.
    if let Some(found) = completed_by("zsh", zsh, &dir, &["bleu", "-r", "~/re"]) {
        assert_eq!(found, ["files"]);
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_the_part_of_a_word_that_it_divides_off() {
    let table = "{\"ref\": \"a\", \"my mt\": \"b\"}\n";
    let dir = TestDir::with([HYP, REF, ("data.jsonl", table), ("my data.jsonl", table)]);
    for (words, expected) in [
        ("bleu --format = js", &["json", "jsonl"][..]),
        ("bleu --normalize =", &["nfc", "nfkc"]),
        ("bleu --format js", &["json", "jsonl"]),
        ("bleu --lowercase =", &["yes", "no"]),
        ("bleu --lowercase = n", &["no"]),
        ("bleu --lowercase hy", &["hyp"]),
        ("bleu --fail-u", &["--fail-under"]),
        ("bleu --format = json --smooth = f", &["floor"]),
        ("bleu --records = data.jsonl --by ", &["my\\ mt", "ref"]),
        ("bleu --records = data.jsonl -r = m", &["my\\ mt"]),
        ("bleu --records ~/data.jsonl -r r", &["ref"]),
        ("bleu -r ref my", &["my\\ data.jsonl"]),
    ] {
        let Some(found) = bash_completions(&dir, &words.split(' ').collect::<Vec<_>>()) else { return };
        assert_eq!(found, expected, "{words}");
    }
    for (file, current, expected) in [
        ("\"my data.jsonl\"", "\"my m", "my mt"),
        ("'my data.jsonl'", "my\\ m", "my\\ mt"),
        ("my\\ data.jsonl", "m", "my\\ mt"),
    ] {
        let Some(found) = bash_completions(&dir, &["bleu", "--records", file, "-r", current]) else { return };
        assert_eq!(found, [expected], "{file}");
    }
}

#[test]
fn completions_know_names_in_tables() {
    let dir = TestDir::with([
        ("data.tsv", "ref\tmt\tdoc\na b\ta c\tx\n"),
        ("data.csv", "ref,\"the mt\"\na,b\n"),
        ("data.jsonl", "{\"ref\": \"a\", \"meta\": {\"doc\": 1}}\n"),
        (
            "data.xml",
            "<doc id=\"1\"><src><seg id=\"1\">x</seg></src><ref translator=\"A\"><seg id=\"1\">x</seg></ref>\
             <hyp system=\"B\"><seg id=\"1\">x</seg></hyp></doc>",
        ),
    ]);
    for (line, names) in [
        ("bleu --records data.tsv -r ", &["ref", "mt", "doc"][..]),
        ("bleu --records data.tsv -r ref m", &["mt"]),
        ("bleu --records=data.csv -r ", &["ref", "the mt"]),
        ("bleu --records data.jsonl --by ", &["meta.doc", "ref"]),
        ("bleu --records data.xml --reference=", &["--reference=A", "--reference=B"]),
        ("bleu --records data.xml --by ", &["doc", "domain", "origlang", "id"]),
        ("bleu --test-set wmt22/de-fr --join-by do", &["doc", "domain"]),
    ] {
        assert_eq!(completions(&dir, line), names, "{line}");
    }
    // Nothing is known of a file that cannot be read.
    assert_eq!(completions(&dir, "bleu --records none.tsv -r data.t"), ["data.tsv"]);
}

#[test]
fn completions_know_test_sets_in_the_cache() {
    let dir = TestDir::with([]);
    dir.write("cache/wmt22/wmt22.de-fr.ref-A", "a\n");
    dir.write("cache/wmt22/wmt22.de-fr.src", "a\n");
    let mut command = dir.command("-- bleu --test-set wm");
    let output = command.env("SACREBLEU", "cache").env("BLEU_COMPLETE", "fish").output().unwrap();
    assert_eq!(Run::new("", output).prints(), "wmt22/de-fr\n");
}

#[test]
fn each_chapter_of_the_manual_is_printed() {
    let dir = TestDir::with([]);
    for (name, text) in bleu::manual::CHAPTERS {
        let page = dir.run(&format!("--man {name}")).prints();
        assert_eq!(page.lines().next(), text.lines().next().map(|line| line.trim_start_matches("# ")));
        let is_wrapped = |line: &str| line.starts_with("    ") || line.chars().count() <= 100 || !line.contains(' ');
        assert!(page.lines().all(is_wrapped), "{name}: {page}");
    }
    for (word, flag) in [("scores", "--man scores"), ("help", "--help"), ("manual", "--man")] {
        assert_says(&dir.run(word).refuses(), &[&format!("there is no file {word}; "), &format!("bleu {flag}\n")]);
    }
    assert_says(&dir.run("--man chekcs").refuses(), &["chekcs", "checks"]);
    assert_says(&dir.run("--man checks hyp").refuses(), &["--man must be the only argument"]);
}

#[test]
fn works_to_cite_are_those_of_the_methods_in_use() {
    let dir = TestDir::with([]);
    let keys = |arguments: &str| {
        let works = dir.run(arguments).prints();
        assert_says(&works, &[&format!("note = {{Version {}}}", env!("CARGO_PKG_VERSION"))]);
        let keys = works.lines().filter(|line| line.starts_with('@'));
        keys.map(|line| line.split(['{', ',']).nth(1).unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(keys("--cite"), "bleu papineni-2002 post-2018");
    assert_eq!(
        keys("-r ref --paired randomization --correct holm -t ja-mecab --cite a b"),
        "bleu papineni-2002 post-2018 riezler-2005 holm-1979 kudo-2004"
    );
    assert_eq!(
        keys("-r ref --all-pairs bootstrap --robust a b --cite"),
        "bleu papineni-2002 post-2018 koehn-2004 steegen-2016 simonsohn-2020"
    );
    for arguments in ["-r ref --stats --id ids --resamples 100 a --cite", "--from-stats --confidence a --cite"] {
        assert!(keys(arguments).ends_with(" chamandy-2012"), "{arguments}");
    }
    assert!(!keys("-r ref --stats --id ids a --cite").contains("chamandy"));
}

#[test]
fn the_citation_file_and_the_sentence_for_papers_have_the_version_of_the_package() {
    let file = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/CITATION.cff")).unwrap();
    assert!(file.contains(&format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"))), "{file}");
    // The sentence to copy into a paper.
    let questions = bleu::manual::CHAPTERS.iter().find(|(name, _)| *name == "questions").unwrap().1;
    assert_says(questions, &[concat!("bleu ", env!("CARGO_PKG_VERSION")), concat!("bleu-", env!("CARGO_PKG_VERSION"))]);
}

#[test]
fn the_man_page_has_all_flags_and_the_sections_of_a_manual() {
    let dir = TestDir::with([]);
    let page = dir.run("--man=page").prints();
    let title = format!(".TH bleu 1 \" \" \"bleu {}\" \"User Commands\"", env!("CARGO_PKG_VERSION"));
    assert_says(&page, &[&title]);
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "FILES", "ENVIRONMENT", "EXAMPLES"]
    {
        assert_says(&page, &[&format!("\n.SH {section}\n")]);
    }
    let help = dir.run("--help").prints();
    let flags: Vec<&str> = help.lines().filter_map(|line| line.trim_start().strip_prefix("--")).collect();
    assert!(flags.len() > 15, "{help}");
    for flag in flags {
        let name = flag.split([' ', '[', '=']).next().unwrap_or_default();
        assert_says(&page, &[&format!("\\-\\-{}", name.replace('-', "\\-"))]);
    }
    for variable in ["BLEU_JA_DICTIONARY", "CLICOLOR", "COLUMNS", "NO_COLOR", "SACREBLEU", "SACREBLEU_SEED", "TERM"] {
        assert_says(&page, &[variable]);
    }
    // Values that flags take are in the page.
    assert_says(&page, &["graphemes: ", "markdown: ", "randomization: "]);
}

#[cfg(unix)]
mod terminal {
    use super::*;
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::fs::{File, OpenOptions};
    use std::io::{ErrorKind, Read, Write};
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::Duration;

    /// A terminal: the side of the person, and that of the program.
    fn terminal() -> (File, File) {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&person).unwrap();
        unlockpt(&person).unwrap();
        let name = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
        (person.into(), OpenOptions::new().read(true).write(true).open(name).unwrap())
    }

    /// Everything that the programs wrote to a terminal, after they have ended.
    fn written(mut person: File) -> String {
        let mut bytes = Vec::new();
        match person.read_to_end(&mut bytes) {
            // Linux's end of a terminal that no program has open.
            Err(error) if error.raw_os_error() != Some(5) && error.kind() != ErrorKind::UnexpectedEof => {
                panic!("{error}")
            }
            _ => String::from_utf8(bytes).unwrap(),
        }
    }

    /// Returns what `bleu` prints on a terminal with these environment variables.
    fn on_terminal(dir: &TestDir, arguments: &str, variables: &[(&str, &str)]) -> String {
        let (person, program) = terminal();
        let mut command = dir.command(arguments);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR").env("TERM", "xterm").envs(variables.iter().copied());
        let status = command.stdout(program).status().unwrap();
        drop(command);
        assert!(status.success());
        written(person)
    }

    #[test]
    fn matched_tokens_and_findings_are_colored() {
        let dir = TestDir::with([("hyp", "the the cat\n"), ("ref", "the cat sat\n")]);
        let shown = on_terminal(&dir, "-r ref --explain-segment 1 hyp", &[]);
        // The first "the" is correct, the second one too many.
        assert_says(&shown, &["\x1b[32mthe\x1b[0m \x1b[31mthe\x1b[0m \x1b[32mcat\x1b[0m", "\x1b[33mthe\x1b[0m "]);
        let shown = on_terminal(&dir, "-r ref --explain hyp", &[]);
        assert_says(&shown, &["\x1b[1mWhere the score comes from\x1b[0m"]);
        let dir = TestDir::with([("hyp", ""), ("ref", "the cat sat\n")]);
        dir.write("hyp", "\n");
        assert_says(&on_terminal(&dir, "-r ref --explain hyp", &[]), &["\x1b[33mscore of 0:"]);
    }

    #[test]
    fn better_and_worse_systems_are_colored() {
        let text = |word: &str| (0..100).map(|i| format!("a{i} b c{i} {word} d e{i}\n")).collect::<String>();
        let dir = TestDir::with([("ref", &*text("x")), ("bad", &*text("y")), ("good", &*text("x"))]);
        let shown = on_terminal(&dir, "-r ref --paired bootstrap bad good", &[]);
        assert_says(&shown, &["\x1b[32m+0."]);
        let shown = on_terminal(&dir, "-r ref --paired bootstrap good bad", &[]);
        assert_says(&shown, &["\x1b[31m-0."]);
    }

    #[test]
    fn color_is_only_for_people_who_want_it() {
        let dir = TestDir::with([HYP, REF]);
        for (arguments, variables) in [
            ("-r ref --explain-segment 1 hyp", &[("NO_COLOR", "1")][..]),
            ("-r ref --explain-segment 1 hyp", &[("CLICOLOR", "0")]),
            ("-r ref --explain-segment 1 hyp", &[("TERM", "dumb")]),
            ("-r ref --explain --format json hyp", &[]),
            ("-r ref --format tsv hyp ref", &[]),
            ("-r ref --format markdown hyp ref", &[]),
            ("-r ref -b hyp ref", &[]),
        ] {
            assert!(!on_terminal(&dir, arguments, variables).contains('\x1b'), "{arguments} {variables:?}");
        }
        let command = |variable: &str| {
            let mut command = dir.command("-r ref --explain-segment 1 hyp");
            Run::new("", command.env("TERM", "xterm").env(variable, "1").output().unwrap()).prints()
        };
        assert!(!command("CLICOLOR_FORCE").contains('\x1b'), "a pipe is no terminal");
    }

    /// Returns what is shown on the terminal while a slow pipe is read.
    fn shown_while_reading(arguments: &str) -> String {
        let dir = TestDir::with([("ref", "a\nb\nc\n")]);
        let (person, program) = terminal();
        let mut command = dir.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(program).spawn().unwrap();
        drop(command);
        let mut stdin = child.stdin.take().unwrap();
        for line in ["a\n", "b\n", "c\n"] {
            stdin.write_all(line.as_bytes()).unwrap();
            sleep(Duration::from_millis(1100));
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
        written(person)
    }

    #[test]
    fn reading_for_long_shows_its_progress_on_a_terminal() {
        let shown = shown_while_reading("-r ref");
        let (line, rest) = shown.split_once(" of text read, ").unwrap();
        assert!(line.starts_with("\rbleu: ") && line.ends_with(" B"), "{shown:?}");
        // The line is erased before anything else is printed.
        let end = rest.rsplit_once("B/s\r").unwrap().1;
        assert!(end.trim_start_matches(' ').starts_with('\r'), "{shown:?}");
        assert!(!shown_while_reading("-q -r ref").contains("text read"));
    }
}

#[cfg(unix)]
#[test]
fn one_command_scores_many_pairs_of_files() {
    let (dir, pairs) = (TestDir::with([]), 0..300);
    fs::create_dir(dir.path().join("pairs")).unwrap();
    for i in pairs.clone() {
        dir.write(&format!("pairs/{i:03}.ref"), format!("the cat {i} sat on the mat\nit rained all day long\n"));
        // The last line of a file may have no end.
        dir.write(&format!("pairs/{i:03}.hyp"), format!("the cat {i} sat on {} mat\nit rained all day", i % 2));
    }
    let manual = fs::read_to_string("src/manual/input.md").unwrap();
    let command = manual.lines().find(|line| line.starts_with("bleu -r <(awk 1 pairs/*.ref)")).unwrap();
    let script = format!("{} --format tsv", command.replacen("bleu", env!("CARGO_BIN_EXE_bleu"), 1));
    let Ok(output) = Command::new("bash").args(["-c", &script]).current_dir(dir.path()).output() else { return };
    let table = Run::new(&script, output).out;
    let scores: Vec<&str> = table.lines().skip(1).map(|row| row.split('\t').nth(2).unwrap()).collect();
    assert_eq!(scores.len(), 1 + pairs.len(), "{table}");
    for i in [0, 7, 299] {
        let alone = dir.run(&format!("-q -r pairs/{i:03}.ref pairs/{i:03}.hyp --format tsv")).prints();
        assert_eq!(scores[1 + i], alone.lines().nth(1).unwrap().split('\t').nth(1).unwrap(), "{i}");
    }
}
