//! Tables in which references are empty: warnings about them, and their meanings.

use crate::common::{Run, TestDir, assert_says, start};
use std::fmt::Write;

/// Number of segments. The first of each `EVERY` has an empty reference.
const SEGMENTS: usize = 60;
const EVERY: usize = 7;

/// A table whose references are empty in places, the same without these rows, and the same with null in their place.
fn dir() -> TestDir {
    let header = "mt\tother\tref\tdoc\n";
    let [mut all, mut kept] = [header; 2].map(String::from);
    let mut nulls = String::new();
    for i in 0..SEGMENTS {
        let reference = format!("the number {i} of {} comes after {} others and before more", i % 5, i * i % 7);
        let (mt, other) = (reference.replace("comes", "goes"), reference.replace("others and", "and"));
        let doc = format!("d{}", i / 10);
        let is_empty = i % EVERY == 0;
        writeln!(all, "{mt}\t{other}\t{}\t{doc}", if is_empty { "" } else { &reference }).unwrap();
        if !is_empty {
            writeln!(kept, "{mt}\t{other}\t{reference}\t{doc}").unwrap();
        }
        let reference = Some(reference).filter(|_| !is_empty);
        writeln!(nulls, "{}", serde_json::json!({"mt": mt, "other": other, "ref": reference, "doc": doc})).unwrap();
    }
    TestDir::with([("all.tsv", &*all), ("kept.tsv", &*kept), ("nulls.jsonl", &*nulls)])
}

#[test]
fn a_plain_score_says_how_many_references_are_empty() {
    let dir = dir();
    for mode in ["mt", "mt other", "mt --sentence", "mt other --paired bootstrap", "mt --what-if", "mt --stats"] {
        let warnings = dir.run(&format!("--records all.tsv -r ref {mode}")).warns().1;
        assert_says(
            &warnings,
            &["all.tsv: ref: reference lines are empty (empty lines): 9 of 60 lines", "--empty-reference skip"],
        );
        assert_eq!(warnings.matches("are empty").count(), 1, "{mode}: {warnings}");
    }
    let explained = dir.run("--records all.tsv -r ref --explain mt").prints();
    let score = dir.run("--records kept.tsv -r ref -b mt").prints();
    assert_says(&explained, &["empty lines:", "9 of 60 lines of reference 1 are empty", "--empty-reference skip"]);
    assert_says(&explained, &[score.trim_end()]);
}

#[test]
fn references_that_are_missing_or_empty_on_both_sides_are_no_problem() {
    let dir = dir();
    let nulls = "--records nulls.jsonl -r ref -r mt other";
    assert!(!dir.run(nulls).err.contains("are empty"));
    assert!(!dir.run(&format!("{nulls} --explain")).prints().contains("empty lines"));
    // Empty lines between documents.
    let text = "a b c d e\n\n".repeat(20);
    dir.write("ref", &text);
    dir.write("hyp", text.replace('e', "f"));
    assert!(!dir.run("-r ref hyp").err.contains("are empty"));
    // Two lines are few.
    dir.write("few", "a b c d e\n".repeat(38) + &"\n".repeat(2));
    dir.write("hyp", "a b c d f\n".repeat(40));
    assert!(!dir.run("-r few hyp").err.contains("are empty"));
}

#[test]
fn segments_without_a_reference_are_left_out_and_counted() {
    let dir = dir();
    let modes = [
        "mt",
        "mt other --paired bootstrap",
        "mt --sentence",
        "mt other --sentence --format json",
        "mt --explain",
        "mt --explain-segment 3",
        "mt --what-if",
        "mt other --all-pairs randomization --resamples 100",
        "mt --by doc",
        "mt --join-by doc",
        "mt --confidence --format json",
    ];
    for mode in modes {
        let kept = dir.run(&format!("--records kept.tsv -r ref {mode}")).prints();
        for table in ["all.tsv", "nulls.jsonl"] {
            let run = dir.run(&format!("--records {table} -r ref --empty-reference skip {mode}"));
            assert_eq!(run.err.lines().next(), Some("bleu: note: 9 segments have no reference, and are left out"));
            assert_eq!(run.prints().replace("|empty-ref:skip", ""), kept, "{table} {mode}");
        }
    }
    let signature = dir.run("--records all.tsv -r ref --empty-reference skip mt").prints();
    assert_says(&signature, &["|smooth:exp|empty-ref:skip|version:"]);
    // Another reference is enough.
    let both = dir.run("--records all.tsv -r ref -r other --empty-reference skip mt");
    let missing = dir.run("--records all.tsv -r ref -r other --empty-reference missing mt").prints();
    assert_eq!((both.err.as_str(), both.out), ("", missing.replace("ref:missing", "ref:skip")));
}

#[test]
fn an_error_about_a_missing_reference_says_how_to_leave_it_out() {
    let dir = dir();
    let advice = "leave out such segments with --empty-reference skip";
    for table in ["all.tsv -r ref --empty-reference missing", "nulls.jsonl -r ref"] {
        assert_says(&dir.run(&format!("--records {table} mt")).fails(), &["no reference; add", advice]);
    }
    let message = dir.run("--records nulls.jsonl -r reff mt --empty-reference skip").fails();
    assert_says(&message, &["no key 'reff'; did you mean 'ref'?"]);
    dir.write("ref", "a b\n\n");
    dir.write("hyp", "a b\nc\n");
    assert_says(&dir.run("-r ref hyp --empty-reference missing").fails(), &["ref: line 2: no reference", advice]);
    dir.write("ref", "\n \n");
    let message = dir.run("-r ref hyp --empty-reference skip").fails();
    assert_says(&message, &["no segment has a reference; there is nothing to score"]);
}

#[test]
fn empty_parts_of_joined_segments_are_counted() {
    let dir = TestDir::with([]);
    let lines = |is_empty: &dyn Fn(usize) -> bool| -> String {
        (0..40).map(|i| if is_empty(i) { "\n".into() } else { format!("a b c d {i}\n") }).collect()
    };
    dir.write("ref", lines(&|i| i % 8 == 0));
    dir.write("hyp", lines(&|i| i % 8 == 0 || i == 13));
    dir.write("new", lines(&|i| i == 13));
    dir.write("docs", (0..40).map(|i| format!("{}\n", i / 10)).collect::<String>());
    let run = |flags: &str| dir.run(&format!("-r ref --join-by docs {flags}")).err;
    // Where both are empty, nothing is missing.
    let of_candidate =
        "hyp: before they are joined, 1 of 40 segments have no text, but their references do; the first is segment 14";
    let of_reference = "ref: before they are joined, empty in 5 of 40 segments; --empty-reference skip leaves out segments without a reference";
    assert_eq!(run("hyp"), format!("bleu: warning: {of_candidate}\n"));
    let new = of_candidate.replace("hyp", "new");
    assert_eq!(run("new"), format!("bleu: warning: {new}\nbleu: warning: {of_reference}\n"));
    // Those that are left out are not counted.
    let new = new.replace("1 of 40", "1 of 35").replace("segment 14", "segment 12");
    assert_says(&run("new --empty-reference skip"), &["note: 5 segments have no reference, and are left out", &new]);
    assert_eq!(run("new -q"), "");
}

#[test]
fn texts_as_arguments_follow_the_rules_of_segments_in_files() {
    let dir = TestDir::with([("full", "a b c d e\n"), ("empty", "\n")]);
    let run_texts = |texts: &[&str], flags: &str| {
        let texts = texts.iter().map(|text| match *text {
            "full" => "a b c d e",
            "empty" => "",
            flag => flag,
        });
        Run::of(flags, start(dir.command(&format!("--text {flags}")).args(texts)))
    };
    let rules = ["empty-reference missing", "empty-reference skip", "empty-candidate skip", "empty-candidate error"];
    for texts in ["-r empty -r full full", "-r empty full", "-r full empty", "-r full full"] {
        for flags in rules.map(|rule| format!("--{rule}")) {
            let (of_files, parts) = (dir.run(&format!("{flags} {texts}")), texts.split(' ').collect::<Vec<_>>());
            let of_texts = run_texts(&parts, &flags);
            assert_eq!((of_texts.status, &of_texts.out), (of_files.status, &of_files.out), "{flags} {texts}");
        }
    }
}
