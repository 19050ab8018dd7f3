//! Runs that are saved, and verified: without texts, with them, and after somebody altered something.

use crate::common::{Run, TestDir, assert_says, gzip, sample};
use flate2::read::GzDecoder;
use std::fs;
use std::io::Read;

const SEGMENTS: usize = 60;

/// References, and two systems. The second is worse.
fn dir() -> TestDir {
    let line = |i: usize| format!("the {i} quick brown foxes of {} jump over {} lazy dogs\n", i % 11, i % 7);
    let lines =
        |change: &dyn Fn(usize, String) -> String| (0..SEGMENTS).map(|i| change(i, line(i))).collect::<String>();
    let rows = (0..SEGMENTS).map(|i| {
        let (reference, candidate) = (line(i), line(i).replace("lazy", "slow"));
        let set = if i % 2 == 0 { "en-de" } else { "en-zh" };
        serde_json::json!({ "ref": reference.trim(), "mt": candidate.trim(), "set": set, "id": format!("s{i}") })
            .to_string()
    });
    let rows: Vec<String> = rows.collect();
    TestDir::with([
        ("ref", &lines(&|_, line| line)),
        ("ref2", &lines(&|i, line| if i % 2 == 0 { line.replace("jump", "leap") } else { line })),
        ("a", &lines(&|i, line| if i % 4 == 0 { line.replace("lazy", "slow") } else { line })),
        ("b", &lines(&|i, line| if i % 2 == 0 { line.replace("quick brown", "slow") } else { line })),
        ("c", &lines(&|i, line| if i % 3 == 0 { line.replace("foxes", "cats") } else { line })),
        ("d", &lines(&|i, line| if i % 3 == 1 { line.replace("dogs", "cats") } else { line })),
        ("by", &(0..SEGMENTS).map(|i| format!("g{}\n", i / 20)).collect::<String>()),
        ("sets", &(0..SEGMENTS).map(|i| if i < 30 { "en-de\n" } else { "en-zh\n" }).collect::<String>()),
        ("t.jsonl", &(rows.join("\n") + "\n")),
    ])
}

/// Saves a run, and verifies it.
fn verified(dir: &TestDir, flags: &str) -> Run {
    assert_eq!(dir.run(&format!("{flags} --save run.bleu")).status, Some(0), "{flags}");
    dir.run("--verify run.bleu")
}

/// The lines of a saved run.
fn saved_lines(dir: &TestDir) -> Vec<String> {
    let mut text = String::new();
    GzDecoder::new(dir.open("run.bleu")).read_to_string(&mut text).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// A line with another text, whose checksum is right.
fn altered(line: &str, from: &str, to: &str) -> String {
    assert!(line.contains(from), "{from} in {line}");
    let line = line.replacen(from, to, 1);
    let object = line.split(",\"checksum\"").next().unwrap();
    format!("{object},\"checksum\":\"{:08x}\"}}", crc32fast::hash(object.as_bytes()))
}

#[test]
fn every_number_follows_from_what_was_saved() {
    let dir = dir();
    for (flags, found) in [
        ("-r ref a", "1 score: all as saved"),
        ("-r ref -r ref2 a b", "2 scores: all as saved"),
        ("-r ref a --cumulative", "all as saved"),
        ("-r ref a --confidence --percent", "1 score, 1 interval: all as saved"),
        ("-r ref a b c --paired bootstrap --correct holm", "3 scores, 3 intervals, 2 p-values: all as saved"),
        ("-r ref a b c --paired randomization --seed 3", "3 scores, 2 p-values: all as saved"),
        ("-r ref a b c d --all-pairs bootstrap", "4 scores, 4 intervals, 6 p-values, 4 ranks: all as saved"),
        ("-r ref a b c d --paired randomization --runs 2", "all as saved"),
        ("-r ref a b --by by --paired bootstrap", "all as saved"),
        ("-r ref a b --by sets -t auto:by --all-pairs bootstrap", "all as saved"),
        ("--records t.jsonl -r ref mt --by set -t auto:by", "all as saved"),
        ("-r ref a -t char --lowercase -n 3 --smooth floor", "all as saved"),
        ("-r ref a --mean-of-segments", "all as saved"),
        ("-r ref a --as fairseq", "all as saved"),
        ("-r ref a b --as promptfoo", "all as saved"),
        ("-r ref a --as nltk", "all as saved"),
        ("-r ref a --as coco -j 2", "all as saved"),
    ] {
        let run = verified(&dir, flags);
        assert_eq!(run.status, Some(0), "{flags}: {run:?}");
        assert_says(&run.out, &[found, "that these are of the texts was not checked"]);
    }
}

/// Three samples of each segment in a file, the others with fewer in a list, and files of the references.
fn samples(dir: &TestDir) {
    let word = |i: usize, sample: usize| ["lazy", "slow", "tired", "old"][(i * 7 + sample * 5) % 4];
    let sample = |i: usize, sample: usize| {
        format!("the {i} quick brown foxes of {} jump over {} {} dogs", i % 11, i % 7, word(i, sample))
    };
    let three = |first: usize| {
        (0..SEGMENTS)
            .flat_map(move |i| (first..first + 3).map(move |place| sample(i, place) + "\n"))
            .collect::<String>()
    };
    let lists = (0..SEGMENTS).map(|i| {
        let some: Vec<String> = (0..2 + i % 2).map(|place| sample(i, place)).collect();
        serde_json::json!({ "mt": some, "ref": sample(i, 0), "by": format!("g{}", i / 30), "id": i }).to_string() + "\n"
    });
    dir.write("samples", three(0));
    dir.write("others", three(1));
    dir.write("lists.jsonl", lists.collect::<String>());
}

#[test]
fn runs_of_samples_are_saved_and_verified() {
    let dir = dir();
    samples(&dir);
    for (flags, found) in [
        ("-r ref samples --samples 3", "4 scores"),
        ("-r ref -r ref2 samples others --samples 3 --confidence", "8 scores, 8 intervals"),
        ("-r ref -r ref2 samples others --samples 3 --paired bootstrap --by by --resamples 100", "all as saved"),
        ("-r ref samples others --samples 3 --paired randomization --resamples 100", "all as saved"),
        ("-r ref samples others --samples 3 --all-pairs bootstrap --resamples 100", "all as saved"),
        ("--records lists.jsonl -r ref mt --samples array --confidence", "all as saved"),
    ] {
        let run = verified(&dir, flags);
        assert_eq!(run.status, Some(0), "{flags}: {run:?}");
        assert_says(&run.out, &[found, "all as saved", "that these are of the texts was not checked"]);
        let (texts, number) = match flags.starts_with("--records") {
            true => ("--records lists.jsonl -r ref mt", "all 2 texts"),
            false if flags.contains("others") && flags.contains("ref2") => {
                ("-r ref2 -r ref others samples", "all 4 texts")
            }
            false if flags.contains("others") => ("-r ref others samples", "all 3 texts"),
            false => ("-r ref samples", "all 2 texts"),
        };
        let run = dir.run(&format!("--verify run.bleu {texts}"));
        if texts.starts_with("-r ref2") {
            // In another order, segments have other first references, but are counted alike.
            assert_says(&run.out, &["counted again: all statistics as saved"]);
        }
        assert_eq!(run.status, Some(0), "{flags}: {run:?}");
        assert_says(&run.out, &[number, "60 segments, counted again: all statistics as saved"]);
    }
}

#[test]
fn an_altered_sample_is_named() {
    let dir = dir();
    samples(&dir);
    assert_eq!(verified(&dir, "-r ref samples others --samples 3 --paired bootstrap").status, Some(0));
    let text = fs::read_to_string(dir.path().join("samples")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[7] = "another line".into();
    dir.write("samples", lines.join("\n") + "\n");
    let run = dir.run("--verify run.bleu -r ref samples others");
    assert_eq!(run.status, Some(3), "{run:?}");
    assert_says(
        &run.out,
        &["samples: 1 of 180 lines differ from what was scored: 8", "segment 3 is counted differently"],
    );
    // Statistics of a sample that were altered.
    assert_eq!(verified(&dir, "-r ref others --samples 3").status, Some(0));
    let lines = saved_lines(&dir);
    let place = lines.iter().rposition(|line| line.starts_with("{\"statistics\"")).unwrap();
    let mut changed = lines.clone();
    changed[place] = altered(&lines[place], "\"ref_len\":[1", "\"ref_len\":[2");
    dir.write("run.bleu", changed.join("\n"));
    let run = dir.run("--verify run.bleu");
    assert_eq!(run.status, Some(3), "{run:?}");
    assert_says(&run.out, &["not as saved", "mean"]);
    changed.remove(place);
    dir.write("run.bleu", changed.join("\n"));
    assert_eq!(dir.run("--verify run.bleu").status, Some(1));
}

#[test]
fn equal_runs_are_equal_files_whatever_the_threads() {
    let dir = dir();
    dir.run("-r ref a b --save one.bleu -j 1").warns();
    dir.run("-r ref a b --save one.bleu -j 1").warns();
    let [one, other] = ["one.bleu", "one.bleu"].map(|name| fs::read(dir.path().join(name)).unwrap());
    assert_eq!(one, other);
}

#[test]
fn a_damaged_file_is_named_with_its_place() {
    let dir = dir();
    assert_eq!(verified(&dir, "-r ref a b --paired bootstrap").status, Some(0));
    let (lines, packed) = (saved_lines(&dir), fs::read(dir.path().join("run.bleu")).unwrap());
    for (place, line) in lines.iter().enumerate() {
        let mut changed = lines.clone();
        let digit = line.rfind(|byte: char| byte.is_ascii_digit()).unwrap() - 12;
        changed[place].replace_range(digit..digit + 1, if &line[digit..digit + 1] == "7" { "8" } else { "7" });
        for text in [changed.join("\n").into_bytes(), gzip(changed.join("\n"))] {
            dir.write("run.bleu", text);
            let run = dir.run("--verify run.bleu");
            assert_eq!(run.status, Some(1), "{place}: {run:?}");
            assert_says(&run.err, &["run.bleu", &format!("line {}", place + 1)]);
        }
        dir.write("run.bleu", lines[..place].join("\n"));
        let run = dir.run("--verify run.bleu");
        assert_eq!(run.status, Some(1), "{place}: {run:?}");
    }
    for place in (0..packed.len()).step_by(13).chain([packed.len() - 1]) {
        let mut damaged = packed.clone();
        damaged[place] ^= 1 << (place % 8);
        dir.write("run.bleu", damaged);
        let run = dir.run("--verify run.bleu");
        // A date in the header, and bits after the last block, say nothing.
        let mut text = String::new();
        let is_same = GzDecoder::new(dir.open("run.bleu")).read_to_string(&mut text).is_ok();
        let is_same = is_same && text.lines().eq(lines.iter().map(String::as_str));
        assert_eq!(run.status, Some(if is_same { 0 } else { 1 }), "{place}: {run:?}");
    }
    dir.write("run.bleu", "the cat\n");
    assert_says(&dir.run("--verify run.bleu").fails(), &["run.bleu: neither a file of --save nor a table"]);
    dir.write("run.bleu", altered(&lines[0], "\"version\":1", "\"version\":9"));
    assert_says(&dir.run("--verify run.bleu").fails(), &["version 9", "only version 1", "use a later version of bleu"]);
}

#[test]
fn numbers_that_do_not_follow_are_named() {
    let dir = dir();
    assert_eq!(verified(&dir, "-q -r ref a b c --all-pairs bootstrap").status, Some(0));
    let lines = saved_lines(&dir);
    let results = lines.last().unwrap();
    for (from, to, named) in [
        ("\"score\":0.", "\"score\":0.0", ["1 not as saved", "score: 0.0"]),
        ("\"half_width\":0.", "\"half_width\":0.0", ["1 not as saved", "confidence: half_width"]),
        ("\"p_value\":0.", "\"p_value\":0.0", ["1 not as saved", "p_value: 0.0"]),
        ("\"rank\":[1,", "\"rank\":[2,", ["1 not as saved", "rank: 2 was saved"]),
        ("\"significant\":true", "\"significant\":false", ["1 not as saved", "significant: false was saved"]),
        ("|seed:12345", "|seed:12346", ["signature: nrefs", "1 difference"]),
    ] {
        if !results.contains(from) {
            assert!(from.contains("significant"), "{from}");
            continue;
        }
        let changed = [&lines[..lines.len() - 1], &[altered(results, from, to)]].concat();
        dir.write("run.bleu", gzip(changed.join("\n") + "\n"));
        let run = dir.run("--verify run.bleu");
        assert_eq!(run.status, Some(3), "{from}: {run:?}");
        assert_says(&run.out, &[named[0], named[1]]);
    }
    // Another seed in the command, or other counts: the numbers do not follow.
    let first = [&[altered(&lines[0], "\"12345\"", "\"54321\"")], &lines[1..]].concat();
    dir.write("run.bleu", first.join("\n"));
    assert_eq!(dir.run("--verify run.bleu").status, Some(3));
    let place = lines.iter().position(|line| line.starts_with("{\"statistics\"")).unwrap();
    let mut counts = lines.clone();
    counts[place] =
        altered(&lines[place], "\"correct\":[[", "\"correct\":[[1,").replace("\"correct\":[[1,1", "\"correct\":[[1");
    dir.write("run.bleu", counts.join("\n"));
    assert_eq!(dir.run("--verify run.bleu").status, Some(1), "one count too many");
}

#[test]
fn texts_are_counted_again() {
    let dir = dir();
    assert_eq!(verified(&dir, "-r ref -r ref2 a b --paired bootstrap").status, Some(0));
    let verify = |texts: &str| {
        let run = dir.run(&format!("--verify run.bleu {texts}"));
        (run.status, run.out)
    };
    let (status, out) = verify("-r ref -r ref2 a b");
    assert_eq!(status, Some(0), "{out}");
    assert_says(
        &out,
        &["all 4 texts are those that were scored", "60 segments, counted again: all statistics as saved"],
    );
    // Another order, and other names.
    fs::copy(dir.path().join("b"), dir.path().join("best.txt")).unwrap();
    let (status, out) = verify("-r ref2 -r ref best.txt a");
    assert_eq!(status, Some(0), "{out}");
    assert_says(&out, &["best.txt is b, renamed", "all 4 texts are those that were scored"]);
    let (status, out) = verify("-r ref -r ref2 a");
    assert_eq!(status, Some(0), "{out}");
    assert_says(&out, &["b: not given", "3 of 4 texts"]);
    // Some lines of a reference are others.
    let text = fs::read_to_string(dir.path().join("ref2")).unwrap();
    let lines = text
        .lines()
        .enumerate()
        .map(|(i, line)| if [3, 40].contains(&i) { format!("{line} !\n") } else { format!("{line}\n") });
    dir.write("ref2.new", lines.collect::<String>());
    let (status, out) = verify("-r ref -r ref2.new a b");
    assert_eq!(status, Some(3), "{out}");
    assert_says(&out, &["ref2.new (saved as ref2): 2 of 60 lines differ from what was scored: 4, 41", "3 of 4 texts"]);
    // A line of a candidate is another one, and is counted differently.
    let text = fs::read_to_string(dir.path().join("a")).unwrap();
    dir.write("a", text.replacen("the 7 quick", "the 7 sly", 1));
    let (status, out) = verify("-r ref -r ref2 a b");
    assert_eq!(status, Some(3), "{out}");
    assert_says(
        &out,
        &["a: 1 of 60 lines differ from what was scored: 8", "a: segment 8 is counted differently", "saved:"],
    );
    let (status, out) = verify("-r ref -r c a b");
    assert_eq!(status, Some(3), "{out}");
    assert_says(&out, &["ref2: not among the texts", "c: another text than was scored"]);
    // Fewer lines.
    dir.write("ref", "one\n");
    assert_eq!(verify("-r ref -r ref2 a b").0, Some(1));
}

#[test]
fn each_file_says_in_json_whether_it_agrees() {
    let dir = dir();
    assert_eq!(verified(&dir, "-q -r ref a b").status, Some(0));
    dir.write("table.tsv", "system\tBLEU\na\t0.1234\n");
    let run = dir.run("--verify run.bleu table.tsv --format json");
    let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let agree = [&found["agrees"], &found["runs"][0]["agrees"], &found["tables"][0]["agrees"]];
    assert_eq!((run.status, agree.map(|value| value.as_bool().unwrap())), (Some(3), [false, true, false]));
}

#[test]
fn what_needs_texts_is_verified_with_them() {
    let dir = dir();
    let run = dir.run("-r ref -r ref2 a b --paired bootstrap --robust --save run.bleu");
    assert_says(&run.err, &["what --robust found needs the texts to be verified"]);
    assert_says(&dir.run("--verify run.bleu").out, &["not checked, because only the texts decide it: ", "robust"]);
    // Numbers in words are not said to agree.
    let table = dir.run("-q -r ref -r ref2 a b --paired bootstrap --robust --save run.bleu -f markdown").prints();
    dir.write("t.md", table);
    let run = dir.run("--verify run.bleu t.md");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_says(&run.out, &["not recognized", ", in words: "]);
    let run = dir.run("--verify run.bleu -r ref2 -r ref b a");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(!run.out.contains("not checked"), "{run:?}");
}

#[test]
fn flags_of_texts_need_texts() {
    let dir = dir();
    assert_eq!(dir.run("-q -r ref --save run.bleu a").status, Some(0));
    for (flags, status, message) in [
        ("--text", 1, "no candidate is given"),
        ("--records t.jsonl -r ref", 1, "no candidate is given"),
        ("--at x", 2, "--at is for texts"),
        ("--keep-going", 2, "--keep-going is for texts"),
    ] {
        let run = dir.run(&format!("--verify run.bleu {flags}"));
        assert_eq!(run.status, Some(status), "{flags}: {}", run.out);
        assert_says(&run.err, &[message]);
    }
}

#[test]
fn the_seed_of_the_environment_is_saved() {
    let dir = dir();
    let mut command = dir.command("-r ref a b --paired bootstrap --save run.bleu");
    assert!(command.env("SACREBLEU_SEED", "7").output().unwrap().status.success());
    assert_eq!(dir.run("--verify run.bleu").status, Some(0));
}

#[test]
fn what_cannot_be_saved_is_refused() {
    let dir = dir();
    for flags in ["--sentence", "--explain", "--stats", "--as all", "--self-bleu", "--what-if"] {
        let references = if flags == "--self-bleu" { "" } else { "-r ref" };
        assert_says(&dir.run(&format!("{references} {flags} a --save run.bleu")).refuses(), &["--save"]);
    }
    assert_says(&dir.run("-r ref a --save a").refuses(), &["is also an input"]);
    assert_says(&dir.run("-r ref a --save none/run.bleu").fails(), &["the folder none does not exist"]);
    assert_says(
        &dir.run("--verify run.bleu -t char").refuses(),
        &["--tokenize is saved with the run, and --verify reads it there"],
    );
    // A run that fails leaves the older file.
    dir.write("run.bleu", "older");
    dir.run("-r none a --save run.bleu").fails();
    assert_eq!(fs::read_to_string(dir.path().join("run.bleu")).unwrap(), "older");
}

#[test]
fn printed_tables_with_other_choices_or_samples_are_recognized() {
    let dir = dir();
    samples(&dir);
    for (format, extension) in [("latex", "tex"), ("markdown", "md")] {
        for mode in [
            "-r ref2 a b c --paired bootstrap --robust --resamples 100",
            "samples --samples 3 --confidence --resamples 100",
        ] {
            let printed = dir.run(&format!("-r ref {mode} -f {format} --save run.bleu"));
            assert_eq!(printed.status, Some(0), "{printed:?}");
            let run = table(&dir, &format!("t.{extension}"), &printed.out);
            assert_eq!(run.status, Some(0), "{mode} {format}: {run:?}\n{}", printed.out);
        }
    }
}

#[test]
fn printed_tables_of_every_mode_are_recognized() {
    let dir = dir();
    let formats =
        [("latex", "tex"), ("markdown", "md"), ("tsv", "tsv"), ("csv", "csv"), ("tsv --decimal-comma", "tsv")];
    let modes = [
        "a",
        "a b c",
        "a --by by --confidence --resamples 100",
        "a b --cumulative",
        "a b c --by by --paired bootstrap --resamples 100",
        "b a c --paired bootstrap --resamples 100 --percent",
        "a b c --by sets -t auto:by --paired bootstrap --resamples 100",
        "a b c d --paired randomization --runs 2 --resamples 100",
        "a b c d --paired randomization --runs 2 --by sets -t auto:by --resamples 100",
        "a b c --all-pairs bootstrap --resamples 100 --correct holm",
        "a b c --all-pairs bootstrap --resamples 100 --columns rank,score,p-best,diff-above,wins",
        "a b c --paired bootstrap --resamples 100 --columns score,counts,totals,ratio,hyp_len,ci,p_interval,wins,segments,signature",
        "a b c --confidence --resamples 100 --percent",
    ];
    for (mode, (format, extension)) in sample(3, modes.iter().flat_map(|mode| formats.map(|format| (mode, format)))) {
        let printed = dir.run(&format!("-r ref -r ref2 {mode} -f {format} --save run.bleu"));
        assert_eq!(printed.status, Some(0), "{printed:?}");
        let run = table(&dir, &format!("t.{extension}"), &printed.out);
        assert_eq!(run.status, Some(0), "{mode} {format}: {run:?}\n{}", printed.out);
        assert!(!run.out.contains("not recognized") && !run.out.contains(" 0 numbers"), "{mode} {format}: {run:?}");
    }
}

/// Verifies a table with a run that was saved.
fn table(dir: &TestDir, name: &str, text: &str) -> Run {
    dir.write(name, text);
    dir.run(&format!("--verify run.bleu {name}"))
}

#[test]
fn tables_as_people_edit_them_are_not_doubted() {
    let dir = dir();
    assert_eq!(dir.run("-q -r ref a b c --paired bootstrap --save run.bleu").status, Some(0));
    let rows = dir.run("-q -r ref a b c --paired bootstrap -f tsv").out;
    let cell = |system: &str, title: &str| -> f64 {
        let row = |name: &str| rows.lines().find(|row| row.split('\t').next() == Some(name)).unwrap().split('\t');
        let place = row("system").position(|name| name == title).unwrap();
        row(system).nth(place).unwrap().parse().unwrap()
    };
    let percent = |system, title| 100.0 * cell(system, title);
    let [a, b, c] = ["a", "b", "c"].map(|system| percent(system, "score"));
    let [b_change, c_change] = ["b", "c"].map(|system| percent(system, "difference"));
    let [low, high] = ["low", "high"].map(|end| percent("b", end));
    let [b_p, c_p] = ["b", "c"].map(|system| cell(system, "p_value"));
    let table_of = |titles: &str, rows: &[String]| {
        let bars = "|---".repeat(titles.split('|').count());
        rows.iter().fold(format!("| {titles} |\n{bars}|\n"), |table, row| format!("{table}| {row} |\n"))
    };
    let signature = "nrefs:1\\|bs:1000\\|seed:12345\\|case:mixed\\|eff:no\\|tok:13a\\|smooth:exp\\|version:bleu-";
    let version = env!("CARGO_PKG_VERSION");
    for text in [
        // Differences in parentheses.
        table_of(
            "System | BLEU",
            &[format!("a | {a:.1}"), format!("b | {b:.1} ({b_change:+.1})"), format!("c | {c:.1} ({c_change:+.1})")],
        ),
        // Intervals in a column of their own, and beside the score.
        table_of("model | BLEU ↑ | 95% CI", &[format!("a | {a:.1} | "), format!("B | {b:.1} | [{low:.1}, {high:.1}]")]),
        table_of("model | BLEU", &[format!("a | {a:.2}"), format!("b | {b:.2} ({low:.2}–{high:.2})")]),
        // Asterisks beside scores, not beside p-values.
        table_of(
            "system | BLEU (%) | p",
            &[format!("a | {a:.1} | "), format!("b | {b:.1}* | {b_p:.3}"), format!("c | {c:.1}* | {c_p:.3}")],
        ),
        // Decimal commas.
        table_of("system | BLEU | Delta", &[format!("a | {a:.3} | "), format!("b | {b:.3} | {b_change:.3}")])
            .replace('.', ","),
        // Words after names, ends of intervals in columns, and two asterisks.
        table_of(
            "Model | sacreBLEU | CI low | upper",
            &[
                format!("a† | {a:.1} | | "),
                format!("B (ours) | {b:.1}** | {low:.1} | {high:.1}"),
                format!("c | **{c:.1}**\\* | | ").replace("**", ""),
            ],
        ),
        // Systems in columns.
        table_of("metric | a | b", &[format!("BLEU | {a:.1} | {b:.1}"), format!("Δ | | {b_change:.1}")]),
        // A bar is escaped in a signature.
        table_of("system | BLEU | signature", &[format!("a | {a:.1} | {signature}{version}")]),
    ] {
        let run = table(&dir, "t.md", &text);
        assert_eq!(run.status, Some(0), "{text}{run:?}");
        assert!(!run.out.contains("not recognized"), "{text}{run:?}");
    }
    // Excel saves UTF-16.
    let text = format!("\u{FEFF}system\tBLEU\na\t{a:.2}\nb\t{b:.2}\n");
    dir.write("t.tsv", text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    assert_says(&dir.run("--verify run.bleu t.tsv").out, &["t.tsv: 2 numbers: 2 as saved"]);
    // Columns and systems of others.
    let rows = [format!("a | {a:.1} | 84.2"), "GPT-9 | 12.3 | 85.1".to_owned()];
    let run = table(&dir, "t.md", &table_of("system | BLEU | COMET", &rows));
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_says(&run.out, &["4 numbers: 1 as saved; 3 numbers not recognized", "line 4, GPT-9: 12.3"]);
}

#[test]
fn what_tables_claim_falsely_is_named() {
    let dir = dir();
    let run = "-q -r ref a b c --by by --paired bootstrap";
    let markdown = dir.run(&format!("{run} -f markdown --save run.bleu")).out;
    let latex = dir.run(&format!("{run} -f latex")).out;
    let tsv = dir.run(&format!("{run} -f tsv --columns score,p_interval,segments")).out;
    let replaced = |table: &str, from: &str, to: &str| {
        assert!(table.contains(from), "{from} in {table}");
        table.replacen(from, to, 1)
    };
    let p_value = markdown.lines().find(|row| row.starts_with("| b ")).unwrap().split(" | ").nth(4).unwrap().to_owned();
    let marked_first = replaced(&latex, "-- \\\\", "--{*} \\\\");
    for (name, text, named) in [
        ("t.md", replaced(&markdown, "| a |", "| x |"), "line 3: x was not saved; the numbers are those of a"),
        ("t.md", replaced(&markdown, "| c |", "| x |"), "line 5: x was not saved; the numbers are those of c"),
        ("t.md", replaced(&markdown, "BLEU", "chrF"), "the column chrF has the scores that were saved, which are BLEU"),
        ("t.md", markdown.replace(&p_value, "0.9123"), "0.9123 is 0.0010"),
        ("t.md", replaced(&markdown, "| 20 |", "| 21 |"), "line 9, segments, g0: 21 is 20"),
        ("t.md", replaced(&markdown, "\\*", ""), "* is missing, p = 0.001"),
        ("t.tsv", replaced(&tsv, "true", "false"), "b: false is true"),
        ("t.tsv", replaced(&tsv, "\t20\n", "\t22\n"), "a, g0: 22 is 20"),
        ("t.tsv", replaced(&tsv, "g1\tb", "g1\ta"), "line 9, a, g1: "),
        ("t.tex", replaced(&latex, "\\textbf{", "{"), "a: the highest score is not in bold"),
        ("t.tex", replaced(&latex, "\\underline{", "{"), "not underlined, but not significantly lower than a"),
        ("t.tex", marked_first, "no difference of it was saved"),
        ("t.md", "| system | BLEU |\n|---|---|\n".into(), "nothing in it was recognized"),
        ("t.md", "no table\n".into(), "nothing in it was recognized"),
        ("t.csv", String::new(), "nothing in it was recognized"),
        ("t.csv", "system,BLEU\nx,0.111\ny,0.222\n".into(), "nothing in it was recognized"),
    ] {
        let run = table(&dir, name, &text);
        assert_eq!(run.status, Some(3), "{named}: {run:?}\n{text}");
        assert_says(&run.out, &[named]);
    }
    // Captions.
    let run = "-r ref a b c --paired bootstrap --correct holm";
    let latex = dir.run(&format!("{run} -f latex --percent --save run.bleu")).out;
    let markdown = dir.run(&format!("{run} -f markdown")).out;
    for (name, text, named) in [
        ("t.tex", replaced(&latex, "BLEU on 60 segments", "BLEU on 160 segments"), "caption: 160 is 60"),
        ("t.tex", replaced(&latex, "1000 resamples", "10000 resamples"), "caption: 10000 is 1000"),
        ("t.md", replaced(&markdown, "Holm's", "Bonferroni's"), "caption: Bonferroni's is Holm's"),
        ("t.md", replaced(&markdown, "for 2 comparisons", "for 1 comparisons"), "caption: 1 is 2"),
        ("t.md", replaced(&markdown, "a scores 0.0", "a scores 0.1"), "caption: 0.1"),
    ] {
        let run = table(&dir, name, &text);
        assert_eq!(run.status, Some(3), "{named}: {run:?}\n{text}");
        assert_says(&run.out, &[named]);
    }
    // A rank is a range.
    let ranks = dir.run("-q -r ref a b c d --all-pairs bootstrap -f markdown --columns rank,score --save run.bleu").out;
    let row = ranks.lines().find(|row| row.contains("| 1-2 |")).unwrap();
    let run = table(&dir, "t.md", &ranks.replace(row, &row.replace("1-2", "1")));
    assert_eq!(run.status, Some(3), "{run:?}");
    assert_says(&run.out, &["1 is 1-2"]);
}

#[test]
fn arguments_may_be_in_any_order() {
    let dir = dir();
    let markdown = dir.run("-q -r ref a b --paired bootstrap -f markdown --save run.bleu").out;
    dir.write("t.md", &markdown);
    assert_eq!(dir.run("-q -r ref -r ref2 c d --save other.bleu").status, Some(0));
    dir.write("other.md", dir.run("-q -r ref -r ref2 c d -f markdown").out);
    // A table first, several runs with tables of each, and texts beside them.
    for (arguments, found) in [
        ("t.md run.bleu", ["t.md: 19 numbers: 19 as saved", "run.bleu: 2 scores"]),
        ("other.md run.bleu t.md other.bleu", ["other.md: 18 numbers: 18 as saved", "t.md: 19 numbers: 19 as saved"]),
        ("run.bleu t.md -r ref a b", ["all 3 texts are those that were scored", "t.md: 19 numbers: 19 as saved"]),
        ("a b -r ref run.bleu", ["all 3 texts are those that were scored", "60 segments, counted again"]),
        ("run.bleu -r ref", ["1 of 3 texts are those that were scored", "a: not given, so not counted again"]),
    ] {
        let run = dir.run(&format!("--verify {arguments}"));
        assert_eq!(run.status, Some(0), "{arguments}: {run:?}");
        assert_says(&run.out, &found);
        assert!(!run.out.contains("0 counted") && !run.out.contains("not recognized"), "{arguments}: {run:?}");
    }
    let run = dir.run("--verify run.bleu -r ref2");
    assert_eq!(run.status, Some(3), "{run:?}");
    assert_says(&run.out, &["ref2: another text than was scored"]);
    assert!(!run.out.contains("counted again: all"), "{run:?}");
    assert_says(&dir.run("--verify t.md other.md").fails(), &["none of the files is one of --save"]);
    assert_says(&dir.run("--verify run.bleu a").fails(), &["a: neither a file of --save nor a table", "with -r"]);
    assert_says(&dir.run("-r ref a --save -").refuses(), &["--save writes a file", "--save run.bleu"]);
}

#[test]
fn a_false_number_of_references_is_named() {
    let dir = dir();
    assert_eq!(verified(&dir, "-q -r ref -r ref2 a b").status, Some(0));
    let forged = |line: String| match line.contains("nrefs:2") {
        true => {
            let object = line.replace("nrefs:2", "nrefs:4");
            altered(&object, "nrefs:4", "nrefs:4")
        }
        false => line,
    };
    let lines: Vec<String> = saved_lines(&dir).into_iter().map(forged).collect();
    dir.write("run.bleu", lines.join("\n"));
    let run = dir.run("--verify run.bleu");
    assert_eq!(run.status, Some(3), "{run:?}");
    assert_says(&run.out, &["signature: nrefs: 4 was saved, but the statistics give 2"]);
    let parts = lines.iter().map(|line| match line.starts_with("{\"part\"") {
        true => altered(line, "\"references\":\"2\"", "\"references\":\"4\""),
        false => line.clone(),
    });
    dir.write("run.bleu", parts.collect::<Vec<_>>().join("\n"));
    let run = dir.run("--verify run.bleu");
    assert_eq!(run.status, Some(3), "{run:?}");
    assert_says(&run.out, &["2 (fingerprints of references)"]);
}

#[test]
fn a_run_may_be_printed_at_another_scale() {
    let dir = dir();
    let run = "-r ref a b c --paired bootstrap";
    for (saved, printed) in [("--percent", ""), ("", "--percent")] {
        assert_eq!(dir.run(&format!("{run} {saved} --save run.bleu")).status, Some(0));
        dir.write("t.md", dir.run(&format!("{run} {printed} -f markdown")).warns().0);
        let verified = dir.run("--verify run.bleu t.md");
        assert_eq!(verified.status, Some(0), "{saved} {printed}: {verified:?}");
        assert!(!verified.out.contains("not recognized"), "{saved} {printed}: {verified:?}");
    }
}

#[test]
fn altered_tables_are_named() {
    let dir = dir();
    let table = dir.run("-r ref a b c --paired bootstrap -f latex --digits 3 --save run.bleu").warns().0;
    let row = |name: &str| table.lines().find(|line| line.starts_with(&format!("{name} & "))).unwrap().to_owned();
    let (a, b) = (row("a"), row("b"));
    assert!(a.contains("\\textbf") && b.contains("{*}"), "{table}");
    let score = b.split(" & ").nth(1).unwrap();
    let other = format!("0.{:03}", score[2..].parse::<u32>().unwrap() + 1);
    let unbold = a.replacen("\\textbf{", "", 1).replacen('}', "", 1);
    let bold = b.replacen(score, &format!("\\textbf{{{score}}}"), 1);
    let swapped =
        table.replace(&a, &a.replacen('a', "?", 1)).replace(&b, &b.replacen('b', "a", 1)).replace("? &", "b &");
    for (altered, named) in [
        (table.replace(&b, &b.replacen(score, &other, 1)), format!("b: {other} is {score}")),
        (table.replace(&b, &b.replace("{*}", "")), "b: * is missing, p = ".to_owned()),
        (table.replace(&a, &unbold).replace(&b, &bold), "b: in bold, but a scores higher".to_owned()),
        (swapped, "a: ".to_owned()),
        (table.replace("seed:12345", "seed:1234"), "signature: seed:1234 is printed, seed:12345 was saved".to_owned()),
    ] {
        assert_ne!(altered, table, "{named}");
        dir.write("t.tex", &altered);
        let run = dir.run("--verify run.bleu t.tex");
        assert_eq!(run.status, Some(3), "{named}: {run:?}");
        assert_says(&run.out, &[&named]);
    }
    // A table with other titles that explains no asterisk, and has none, may be of somebody who marks nothing.
    let bare = dir.run("-q -r ref a b c --paired bootstrap -f latex --columns score,diff --save bare.bleu").out;
    assert!(bare.contains("{*}"), "{bare}");
    dir.write("t.tex", bare.replace("{*}", ""));
    assert_says(&dir.run("--verify bare.bleu t.tex").out, &["b: * is missing"]);
    dir.write("t.tex", bare.replace("{*}", "").replace("& BLEU &", "& sacreBLEU &"));
    let run = dir.run("--verify bare.bleu t.tex");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_says(&run.out, &["no asterisk is printed, but differences are significant as saved"]);
    // A system, and a column, that were not saved.
    let more = table.replace(&b, &format!("{b}\nGPT-9 & 0.987 & 0.5 \\\\"));
    dir.write("t.tex", more);
    let run = dir.run("--verify run.bleu t.tex");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_says(&run.out, &["2 numbers not recognized", "GPT-9: 0.987"]);
}

/// A wrong number is named, however few numbers a table has.
#[test]
fn the_point_of_a_number_does_not_separate_numbers() {
    let dir = dir();
    assert_eq!(dir.run("-q -r ref a b --save run.bleu").status, Some(0));
    let scores: Vec<f64> =
        dir.run("-q -r ref a b -b --percent").out.lines().map(|line| line.parse().unwrap()).collect();
    let [a, b] = [scores[0], scores[1]].map(|score| (10.0 * score).round() / 10.0);
    let table = |a: f64, b: f64| format!("| system | BLEU |\n| :-- | --: |\n| a | {a:.1} |\n| b | {b:.1} |\n");
    dir.write("t.md", table(a, b));
    assert_says(&dir.run("--verify run.bleu t.md").prints(), &["t.md: 2 numbers: 2 as saved"]);
    // Both have the whole number that was saved.
    let wrong = |score: f64| if score.fract() > 0.5 { score - 0.1 } else { score + 0.1 };
    dir.write("t.md", table(wrong(a), wrong(b)));
    let run = dir.run("--verify run.bleu t.md");
    assert_eq!(run.status, Some(3), "{run:?}");
    assert_says(&run.out, &[&format!("a: {:.1} is {a:.1}", wrong(a)), &format!("b: {:.1} is {b:.1}", wrong(b))]);
    dir.write("t.csv", format!("system;BLEU\na;\"{}\"\n", format!("{:.1}", wrong(a)).replace('.', ",")));
    assert_eq!(dir.run("--verify run.bleu t.csv").status, Some(3));
}

/// An interval at the beginning of a cell of LaTeX is not the room after a row.
#[test]
fn intervals_of_latex_are_numbers() {
    let dir = dir();
    assert_eq!(dir.run("-q -r ref a b --confidence --save run.bleu").status, Some(0));
    let rows = "a & 0.9 & [0.1, 0.2] \\\\[2pt]\nb & 0.9 & [0.1, 0.2] \\\\\n";
    dir.write("t.tex", format!("\\begin{{tabular}}{{lrr}}\nsystem & BLEU & CI \\\\\n{rows}\\end{{tabular}}\n"));
    let run = dir.run("--verify run.bleu t.tex");
    assert_eq!(run.status, Some(3), "{run:?}");
    assert_says(&run.out, &["t.tex: 6 numbers: 0 as saved", "a: 0.1 is ", "b: 0.2 is "]);
}

/// Samples have one row for each choice; a pattern is a name with an asterisk.
#[test]
fn tables_of_samples_and_of_patterns_are_as_saved() {
    let dir = dir();
    let samples = |name: &str, other: &str| -> String {
        let texts = ["a", other].map(|file| fs::read_to_string(dir.path().join(file)).unwrap());
        let lines = texts[0].lines().zip(texts[1].lines());
        let text: String = lines.map(|(one, other)| format!("{one}\n{other}\n")).collect();
        dir.write(name, &text);
        text
    };
    samples("s1", "b");
    samples("s2", "c");
    for (name, file) in [("x1", "a"), ("x2", "b"), ("y1", "c"), ("y2", "d")] {
        dir.write(name, fs::read(dir.path().join(file)).unwrap());
    }
    let runs = "--paired randomization --resamples 100 --runs 2 x1 x2 y1 y2";
    for flags in ["--samples 2 s1", "--samples 2 s1 s2", runs] {
        for format in ["tsv", "csv", "md", "tex"] {
            let kind = match format {
                "md" => "markdown",
                "tex" => "latex",
                kind => kind,
            };
            let run = dir.run(&format!("-q -r ref {flags} --save run.bleu -f {kind}"));
            dir.write(&format!("t.{format}"), run.prints());
            let run = dir.run(&format!("--verify run.bleu t.{format}"));
            assert_eq!(run.status, Some(0), "{flags} {format}: {run:?}");
            assert!(!run.out.contains(" 0 as saved"), "{flags} {format}: {run:?}");
        }
    }
    let table = fs::read_to_string(dir.path().join("t.md")).unwrap();
    assert_says(&table, &["\\*"]);
}

#[test]
fn a_saved_run_is_described_for_an_appendix() {
    let dir = dir();
    for (flags, said) in [
        (
            "-r ref a",
            ["BLEU of 1 system on 60 segments with 1 reference was computed by bleu ", "signature: nrefs:1|case:"],
        ),
        (
            "-r ref -r ref2 a b c --all-pairs bootstrap --correct holm",
            [
                "compared by paired bootstrap resampling (1000 resamples, seed 12345), with Holm's correction for 3 comparisons.",
                "Ranks are the positions",
            ],
        ),
        (
            "-r ref a b c d --paired randomization --runs 2 --resamples 100 --seed 7",
            [
                "Scores are means over 2 training runs",
                "by approximate randomization (100 trials, seed 7), without correction.",
            ],
        ),
        ("-r ref a --confidence", ["those of 1000 bootstrap resamples of the segments (seed 12345)", "@"]),
    ] {
        assert_eq!(dir.run(&format!("-q {flags} --save run.bleu")).status, Some(0));
        let run = dir.run("--cite --verify run.bleu");
        assert_eq!(run.status, Some(0), "{run:?}");
        assert_says(&run.out, &said);
        assert_says(&run.out, &["run.bleu (SHA-256 ", "@misc{bleu"]);
        assert_eq!(run.out.contains("holm-1979"), flags.contains("holm"), "{run:?}");
    }
    assert_says(&dir.run("--cite --verify a").fails(), &["a: not a file of --save"]);
}

#[test]
fn saved_runs_are_statistics_too() {
    let dir = dir();
    let both = "-q -r ref -r ref2 a b --paired bootstrap";
    assert_eq!(dir.run(&format!("{both} --save run.bleu")).status, Some(0));
    assert_eq!(dir.run("-q -r ref -r ref2 a --save a.bleu").status, Some(0));
    // Saved runs in place of records of shards.
    let expected = dir.run(&format!("{both} -f tsv")).out;
    let found = dir.run("-q --from-stats run.bleu --paired bootstrap -f tsv");
    assert_eq!(found.out, expected, "{found:?}");
    // With groups, and through a pipe.
    assert_eq!(dir.run("-q -r ref -r ref2 a b --by by --save by.bleu").status, Some(0));
    let by = dir.run("-q --from-stats by.bleu --by group -f tsv");
    assert_eq!(by.out, dir.run("-q -r ref -r ref2 a b --by by -f tsv").out, "{by:?}");
    let mut piped = dir.command("-q --from-stats - --paired bootstrap -f tsv");
    let piped = piped.stdin(dir.open("run.bleu")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&piped.stdout), expected);
    // A saved run as the baseline.
    let baseline = dir.run("-q -r ref -r ref2 --baseline a.bleu --names a,b b --paired bootstrap -f tsv");
    assert_eq!(baseline.out, expected, "{baseline:?}");
    assert_says(&dir.run("-r ref --baseline a.bleu b").fails(), &["a.bleu"]);
    assert_says(&dir.run("-r ref -r ref2 --baseline run.bleu c").fails(), &["statistics of a and b"]);
    // Several test sets are no statistics of one definition.
    assert_eq!(dir.run("-q -r ref a --by sets -t auto:by --save sets.bleu").status, Some(0));
    assert_says(&dir.run("--from-stats sets.bleu").fails(), &["sets.bleu: ", "several test sets"]);
    fs::write(dir.path().join("cut.bleu"), &fs::read(dir.path().join("run.bleu")).unwrap()[..200]).unwrap();
    dir.run("--from-stats cut.bleu").fails();
}

#[test]
fn a_page_offers_the_saved_run() {
    let dir = dir();
    assert_eq!(dir.run("-q -r ref a b --save run.bleu --report page.html").status, Some(0));
    let page = fs::read_to_string(dir.path().join("page.html")).unwrap();
    let saved = page.split("\"base64\":\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(saved.len(), fs::read(dir.path().join("run.bleu")).unwrap().len().div_ceil(3) * 4);
    assert!(saved.starts_with("H4sI"), "{saved}");
    assert_says(&page, &["\"saved\":{\"name\":\"run.bleu\"", "Save the run"]);
}

#[test]
fn forged_results_are_no_reason_to_fail() {
    let dir = dir();
    assert_eq!(verified(&dir, "-q -r ref a b --paired bootstrap --correct holm").status, Some(0));
    let lines = saved_lines(&dir);
    let results = lines.last().unwrap();
    let object = |value: &str| altered(&format!("{{\"results\":{value},\"checksum\":\"\"}}"), "results", "results");
    dir.write("t.md", "| system | BLEU | segments |\n|---|---|---|\n| a | 0.9 | 60 |\n");
    dir.write("t.tsv", "segments\n60\n");
    for last in [object("[]"), object("{}"), object("[1]"), altered(results, "correct:holm", "correct:é")] {
        let forged = [&lines[..lines.len() - 1], &[last]].concat();
        dir.write("run.bleu", forged.join("\n"));
        assert_eq!(dir.run("--verify run.bleu t.md t.tsv").status, Some(3));
        assert_says(&dir.run("--cite --verify run.bleu").out, &["SHA-256"]);
    }
}
