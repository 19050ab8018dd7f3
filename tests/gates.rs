//! Results that end in exit status 3: limits of groups, of drops, and of what an earlier run had.

use crate::common::{Run, TestDir, assert_says};

const SEGMENTS: usize = 90;

/// Three groups of segments, a system that is bad in the group `chat` alone, and one that is bad in all.
fn dir() -> TestDir {
    let line = |i: usize| format!("the {i} quick brown foxes of {} jump over {} lazy dogs\n", i % 11, i % 7);
    let spoiled = |is_bad: &dyn Fn(usize) -> bool| {
        let line = |i: usize| if is_bad(i) { line(i).replace("quick brown", "slow") } else { line(i) };
        (0..SEGMENTS).map(line).collect::<String>()
    };
    let labels = ["news\n", "chat\n", "a=b\n"];
    TestDir::with([
        ("ref", &(0..SEGMENTS).map(line).collect::<String>()),
        ("base", &spoiled(&|i| i % 10 == 0)),
        ("chat", &spoiled(&|i| i % 3 == 1 && i < 40)),
        ("bad", &spoiled(&|i| i % 2 == 0)),
        ("by", &(0..SEGMENTS).map(|i| labels[i % 3]).collect::<String>()),
    ])
}

#[test]
fn a_group_that_is_worse_is_named() {
    let dir = dir();
    for test in ["bootstrap", "randomization"] {
        let run = |flags: &str| dir.run(&format!("-q -r ref --paired {test} {flags} base chat"));
        assert_eq!(run("--fail-if-worse").status, Some(0), "{test}: the corpus is not worse");
        let found = run("--by by --fail-if-worse");
        assert_eq!(found.status, Some(3), "{test}: {found:?}");
        assert_says(
            &found.err,
            &[
                "bleu: group chat: chat 0.",
                ", base 0.",
                ": significantly worse than the first (p = ",
                "corrected for the",
            ],
        );
        assert!(
            !found.err.contains("news") && !found.err.contains("a=b") && found.err.lines().count() == 1,
            "{found:?}"
        );
        // The output is the same as without it.
        assert_eq!(found.out, run("--by by").out);
        assert_eq!(run("--by by --fail-if-worse=0.0001 --resamples 100").status, Some(0));
    }
    let base_first = dir.run("-q -r ref --paired bootstrap --by by --fail-if-worse chat base").err;
    assert!(!base_first.contains("group chat"), "{base_first}");
}

#[test]
fn there_are_resamples_enough_for_the_number_of_groups() {
    let dir = dir();
    dir.write("ten", (0..SEGMENTS).map(|i| format!("{}\n", i % 10)).collect::<String>());
    let run = |flags: &str| dir.run(&format!("-r ref --by ten --paired bootstrap -f json base bad {flags}"));
    let resamples = |flags: &str| {
        let json: serde_json::Value = serde_json::from_str(&run(flags).out).unwrap();
        let signature = json[0]["signature"].as_str().unwrap().to_owned();
        signature.split('|').find_map(|field| field.strip_prefix("bs:")?.parse::<u32>().ok()).unwrap()
    };
    assert_eq!(resamples("--fail-if-worse"), 2_000);
    assert_eq!(resamples(""), 1_000);
    // The lowest p-value, corrected for ten groups, is a tenth of the level.
    assert_eq!(resamples("--fail-if-worse=0.02"), 5_000);
    assert_eq!(resamples("--fail-if-worse=0.02 --resamples 500"), 500);
    let warning = "warning: 500 resamples are too few for --fail-if-worse in 10 groups";
    assert_says(&run("--fail-if-worse=0.02 --resamples 500").err, &[warning, "use --resamples 5000"]);
    assert!(!run("--resamples 500").err.contains("too few for"));
}

#[test]
fn a_drop_may_be_allowed() {
    let dir = dir();
    let run = |flags: &str| dir.run(&format!("-q -r ref --paired randomization --resamples 200 base bad {flags}"));
    let fails = |flags: &str| {
        let run = run(flags);
        assert_eq!(run.status, Some(3), "{flags}: {run:?}");
        run.err
    };
    assert_says(
        &fails("--max-drop 0.01"),
        &["bleu: bad 0.", ", base 0.", " lower than the first, more than --max-drop 0.01"],
    );
    assert_says(&fails("--max-drop 1 --percent"), &[" lower than the first, more than --max-drop 1"]);
    assert_says(&fails("--max-drop 0.01 --fail-if-worse"), &["significantly worse than the first (p = ", ", 0."]);
    for flags in ["--max-drop 0.9", "--max-drop 0.9 --fail-if-worse", "--by by --max-drop 0.9 --fail-if-worse"] {
        assert_eq!(run(flags).status, Some(0), "{flags}");
    }
    // In groups, only significant drops count.
    assert!(!fails("--by by --max-drop 0.01").contains("group"));
    assert_says(
        &fails("--by by --max-drop 0.01 --fail-if-worse"),
        &["\nbleu: group news: bad 0.", "\nbleu: group chat: bad 0."],
    );
    assert_says(&dir.run("-r ref bad --max-drop 0.1").refuses(), &["--max-drop needs --paired"]);
    assert_says(
        &dir.run("-r ref base bad --paired bootstrap --max-drop 1.5").refuses(),
        &["--max-drop 1.5 is out of range: differences of scores are from 0 to 1"],
    );
    let runs = dir.run("-q -r ref --paired randomization --runs 2 base base bad bad --resamples 100 --max-drop 0.01");
    assert!(runs.status == Some(3) && runs.err.contains("more than --max-drop 0.01"), "{runs:?}");
}

#[test]
fn one_group_may_have_a_limit() {
    let dir = dir();
    let run = |limits: &str| dir.run(&format!("-q -r ref --by by bad {limits}"));
    assert_eq!(run("--fail-under chat=0.1 --fail-under a=b=0.1").status, Some(0));
    assert_says(
        &run("--fail-under chat=0.99").err,
        &["bleu: bad: group chat: BLEU 0.", "below --fail-under chat=0.99"],
    );
    let both = run("--fail-under a=b=0.98 --fail-under group=0.1 --fail-under news=0.99");
    assert_says(&both.err, &["group a=b: BLEU", "--fail-under a=b=0.98\nbleu: bad: group news"]);
    assert_eq!(both.status, Some(3));
    assert!(!both.err.contains("chat"), "{both:?}");
    let all = run("--fail-under group=0.99").err;
    assert_says(&all, &["group news", "group chat", "group a=b", "is below --fail-under group=0.99"]);
    let none = run("--fail-under sport=0.1");
    assert_eq!(
        (none.status, &*none.err),
        (Some(3), "bleu: no group sport has a score to be checked by --fail-under sport=0.1\n")
    );
    assert_says(&dir.run("-r ref bad --by by --fail-under chat=high").refuses(), &["not a number"]);
    assert_says(&dir.run("-r ref bad --by by --fail-under chat=30").refuses(), &["scores are from 0 to 1"]);
    assert_says(&dir.run("-r ref bad --fail-under chat=0.3").refuses(), &["--fail-under NAME=X", "needs --by"]);
}

#[test]
fn an_earlier_run_is_the_first_system() {
    let dir = dir();
    dir.write("base.jsonl", dir.run("-q -r ref --stats=segments base").prints());
    for test in ["--paired bootstrap", "--paired randomization --resamples 200 --fail-if-worse", "--confidence", ""] {
        let now = dir.run(&format!("-q -r ref {test} --baseline base.jsonl bad -f json"));
        let both = dir.run(&format!("-q -r ref {test} base bad -f json"));
        let results = |run: &Run| {
            let mut systems: serde_json::Value = serde_json::from_str(&run.out.replace("base.jsonl", "base")).unwrap();
            // The text of the baseline is not looked at.
            let systems_of = systems.as_array_mut().unwrap();
            systems_of.iter_mut().for_each(|system| drop(system.as_object_mut().unwrap().remove("findings")));
            systems
        };
        assert_eq!(results(&now), results(&both), "{test}");
        assert_eq!((now.status, now.err.replace("base.jsonl", "base")), (both.status, both.err), "{test}");
    }
    // By group, by id, and in another order of the lines.
    dir.write("grouped.jsonl", dir.run("-q -r ref --by by --stats=segments base").prints());
    let flags = "-q -r ref --paired randomization --resamples 1000 --by by --fail-if-worse -f tsv";
    let (now, both) =
        (dir.run(&format!("{flags} --baseline grouped.jsonl chat")), dir.run(&format!("{flags} base chat")));
    // Groups are in the order of their labels, as in all statistics.
    let lines = |out: &str| {
        let mut lines: Vec<String> = out.lines().map(|line| line.replace("grouped.jsonl", "base")).collect();
        lines.sort();
        lines
    };
    assert_eq!((now.status, lines(&now.out)), (Some(3), lines(&both.out)));
    assert_says(&now.err, &["bleu: group chat: chat 0.", ", grouped.jsonl 0.", ": significantly worse than the first"]);
    dir.write("ids", (0..SEGMENTS).map(|i| format!("s{}\n", i * 7 % 90)).collect::<String>());
    dir.write("ids.jsonl", dir.run("-q -r ref --id ids --stats=segments base").prints());
    // Resamples are drawn in the order of the text, whatever the order of the ids.
    for test in
        ["--paired randomization --resamples 200", "--paired bootstrap", "--confidence", "--by by --paired bootstrap"]
    {
        let flags = format!("-q -r ref {test} -f tsv");
        let baseline = if test.contains("--by") { "ids-by.jsonl" } else { "ids.jsonl" };
        dir.write("ids-by.jsonl", dir.run("-q -r ref --id ids --by by --stats=segments base").prints());
        let found = dir.run(&format!("{flags} --id ids --baseline {baseline} bad")).prints();
        let expected = dir.run(&format!("{flags} base bad")).prints();
        assert_eq!(lines(&found.replace(baseline, "base")), lines(&expected), "{test}");
        // Of records alone, the order of the text is not known, and the signature says so.
        dir.write("both.jsonl", dir.run("-q -r ref --id ids --stats=segments base bad").prints());
        let of_records = dir.run(&format!("-q --from-stats {} both.jsonl", test.replace("--by by", ""))).prints();
        assert_says(&of_records, &["|sort:id|version:"]);
        dir.write("numbered.jsonl", dir.run("-q -r ref --stats=segments base bad").prints());
        let numbered = dir.run(&format!("-q --from-stats {} numbered.jsonl", test.replace("--by by", ""))).prints();
        assert!(!numbered.contains("sort:"), "{numbered}");
    }
    // The groups of a baseline do not matter without --by.
    dir.run("-q -r ref --baseline grouped.jsonl bad").prints();
}

#[test]
fn a_baseline_of_other_segments_or_references_is_an_error() {
    let dir = dir();
    let records = dir.run("-q -r ref --stats=segments base").prints();
    dir.write("base.jsonl", &records);
    let fails = |flags: &str| dir.run(&format!("-r ref --paired bootstrap {flags}")).fails();
    let advice = "bleu -r ref --stats=segments base.txt > ";
    assert_says(&fails("--baseline none.jsonl bad"), &["none.jsonl: there is no such file", advice]);
    dir.write("sums.jsonl", dir.run("-q -r ref --stats base").prints());
    assert_says(&fails("--baseline sums.jsonl bad"), &["sums.jsonl: has no statistics of segments", advice]);
    assert_says(&fails("--baseline ref bad"), &["ref: not a record of statistics", "base.txt > base.jsonl"]);
    assert_says(&fails("--baseline base.jsonl -t intl bad"), &["base.jsonl: counted as", "tok:13a", "tok:intl"]);
    // As version 0.4 counted.
    let older = dir.run("-q -r ref -t intl --unicode 17 --stats=segments base").prints();
    dir.write("older.jsonl", older);
    assert_says(
        &fails("--baseline older.jsonl -t intl bad"),
        &["add --unicode 17, as version 0.4 counted, or make it"],
    );
    let followed = "-q -r ref --paired bootstrap --baseline older.jsonl -t intl --unicode 17 bad";
    dir.run(followed).prints();
    dir.write("two.jsonl", dir.run("-q -r ref --stats=segments base chat").prints());
    assert_says(
        &fails("--baseline two.jsonl bad"),
        &["two.jsonl: contains statistics of base and chat; keep the records of one"],
    );
    // Another reference, by its text, in some segments.
    let text = std::fs::read_to_string(dir.path().join("ref")).unwrap();
    let changed: String = text
        .lines()
        .enumerate()
        .map(|(i, line)| line.replace("the", if i > 85 { "a" } else { "the" }) + "\n")
        .collect();
    dir.write("new-ref", changed);
    let message = dir.run("-r new-ref --baseline base.jsonl bad").fails();
    assert_says(
        &message,
        &["base.jsonl: the references have changed since then: 4 segments, the first is 87; make it"],
    );
    dir.write("short-ref", text.lines().take(80).map(|line| format!("{line}\n")).collect::<String>());
    let message = dir.pipe(
        "-r short-ref --baseline base.jsonl",
        text.lines().take(80).map(|line| format!("{line}\n")).collect::<String>(),
    );
    assert_says(&message.fails(), &["have different numbers of segments"]);
    // Shards of systems, too.
    let other = dir.run("-q -r new-ref --stats=segments bad").prints();
    let message = dir.pipe("--from-stats --paired bootstrap", records.clone() + &other).fails();
    assert_says(
        &message,
        &["bad and base differ in the references of 4 segments, the first of them 87; count all with the same"],
    );
    // The order of references does not matter, but what they are does.
    dir.write("both.jsonl", dir.run("-q -r ref -r new-ref --stats=segments base").prints());
    dir.run("-q -r new-ref -r ref --baseline both.jsonl bad").prints();
    assert_says(
        &dir.run("-r ref -r ref --baseline both.jsonl bad").fails(),
        &["references have changed since then: 4"],
    );
    // Records of an older version have none.
    let without = |line: &str| {
        let Some((start, rest)) = line.split_once(",\"refs\":\"") else { return format!("{line}\n") };
        let start = format!("{start}{}", &rest[17..rest.find(",\"checksum\"").unwrap()]);
        format!("{start},\"checksum\":\"{:08x}\"}}\n", crc32fast::hash(start.as_bytes()))
    };
    dir.write("old.jsonl", records.lines().map(without).collect::<String>());
    let run = dir.run("-r new-ref --baseline old.jsonl bad");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_says(&run.err, &["note: old.jsonl: made before 0.4, it does not show whether the references have changed"]);
}

#[test]
fn a_baseline_may_have_a_name() {
    let dir = dir();
    dir.write("base.jsonl", dir.run("-q -r ref --stats=segments base").prints());
    let systems = |flags: &str| {
        let table = dir.run(&format!("-q -r ref --baseline base.jsonl -f tsv {flags}")).prints();
        table.lines().skip(1).map(|line| line.split('\t').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(systems("bad"), ["base.jsonl", "bad"]);
    assert_eq!(systems("bad --names new"), ["base.jsonl", "new"]);
    assert_eq!(systems("bad --names old,new"), ["old", "new"]);
    assert_eq!(systems("bad chat --names old,new,third"), ["old", "new", "third"]);
    assert_says(&dir.run("-q -r ref --baseline base.jsonl bad --names old,new").prints(), &["\nold ", "\nnew "]);
    for (names, said) in [("a,a", "'a' twice"), ("a,b,c", "3 names for 1 system"), (",a", "an empty name")] {
        assert_says(&dir.run(&format!("-r ref --baseline base.jsonl bad --names {names}")).refuses(), &[said]);
    }
}

#[test]
fn a_baseline_has_no_text() {
    let dir = dir();
    dir.write("base.jsonl", dir.run("-q -r ref --stats=segments base").prints());
    for (flags, said) in [
        ("--paired bootstrap --robust", "--robust needs the texts of all systems, and --baseline has none"),
        ("--report page.html", "--report needs the texts of all systems"),
        ("--explain", "--baseline has no effect on --explain"),
        ("--sentence", "--baseline has no effect on --sentence"),
        ("--paired randomization --runs 2 chat base", "--baseline has no effect on"),
    ] {
        assert_says(&dir.run(&format!("-r ref --baseline base.jsonl bad {flags}")).refuses(), &[said]);
    }
    assert_says(&dir.run("--from-stats --baseline base.jsonl base.jsonl").refuses(), &["--from-stats"]);
    assert_says(&dir.pipe("-r ref --baseline - -", "").refuses(), &["standard input is named twice"]);
}

#[test]
fn the_settings_of_a_baseline_are_told_from_those_of_the_run() {
    let dir = TestDir::with([("ref", "A cat.\nA dog.\n"), ("base", "A cat.\nA dog.\n"), ("new", "A cat.\nthe dog.\n")]);
    let records = dir.run("-q -r ref --lowercase --stats=segments base").prints();
    dir.write("base.jsonl", records);
    let message = dir.run("-r ref --baseline base.jsonl --paired bootstrap new").err;
    assert_says(&message, &["base.jsonl: counted as ", "|case:lc|", ", but this run counts as ", "|case:mixed|"]);
    let [baseline, run] = ["|case:lc|", "this run counts as"].map(|words| message.find(words).unwrap());
    assert!(baseline < run && run < message.find("|case:mixed|").unwrap(), "{message}");
}
