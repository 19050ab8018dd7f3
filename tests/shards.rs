//! `--stats` and `--from-stats`: statistics of shards add up to the statistics of the whole corpus, or are rejected.

use crate::common::{TestDir, assert_says};
use bleu::shards::{MergedShards, Record, SegmentRecord, Shards, SumRecord};
use bleu::tools::Tool;
use bleu::{Correction, Definition, Error, ReferenceCount, SegmentStatistics, Statistics};
use proptest::prelude::*;

const ROWS: [[&str; 5]; 6] = [
    ["1", "news", "the cat sat on the mat", "the cat sat on a mat", "a cat sat on the mat"],
    ["2", "chat", "how are you all today", "how are you today", "you are well today"],
    ["3", "news", "it is a fine day", "it is a fine day", "the day is fine"],
    ["4", "news", "we went home early today", "we went home today", "home we went early today"],
    ["5", "chat", "yes it was very good", "yes it is very good", "it was very good"],
    ["6", "chat", "no one knows what to do", "no one knows what to say", "no one knew what to do"],
];

const COLUMNS: &str = "-r 3 4 5 --names mt,other";

fn table(rows: &[[&str; 5]]) -> String {
    rows.iter().map(|row| row.join("\t") + "\n").collect()
}

/// Prints the statistics of some rows.
fn stats(dir: &TestDir, rows: &[[&str; 5]], options: &str) -> String {
    dir.pipe(&format!("--records - --records-format tsv {COLUMNS} {options}"), table(rows)).prints()
}

/// Prints what the whole corpus gives on one machine.
fn whole(dir: &TestDir, options: &str) -> String {
    stats(dir, &ROWS, options)
}

/// Shards of the corpus: two, three, none, one segment.
fn shards(dir: &TestDir, options: &str) -> String {
    [4..6, 1..4, 1..1, 0..1].into_iter().map(|rows| stats(dir, &ROWS[rows], options)).collect()
}

fn from_stats(dir: &TestDir, records: &str, options: &str) -> crate::common::Run {
    dir.pipe(&format!("--from-stats {options}"), records)
}

#[test]
fn every_mode_on_shards_prints_the_bytes_of_one_machine() {
    let dir = TestDir::with([]);
    for detail in ["--stats", "--stats --id 1", "--stats=segments --id 1", "--stats --id 1 --resamples 40 --seed 7"] {
        let records = shards(&dir, detail);
        assert_eq!(from_stats(&dir, &records, "--expect-segments 6").prints(), whole(&dir, ""));
        assert_eq!(from_stats(&dir, &records, detail.split(" --id").next().unwrap()).prints(), whole(&dir, detail));
        assert_eq!(from_stats(&dir, &records, "--format json").prints(), whole(&dir, "--format json"));
    }
    let records = shards(&dir, "--stats=segments --id 1");
    for options in [
        "--sentence",
        "--cumulative",
        "--cumulative --sentence",
        "--confidence",
        "--paired bootstrap",
        "--paired randomization",
        "--all-pairs bootstrap",
    ] {
        assert_eq!(from_stats(&dir, &records, options).prints(), whole(&dir, options), "{options}");
    }
}

#[test]
fn groups_add_up_and_can_be_left_out() {
    let dir = TestDir::with([]);
    let records = shards(&dir, "--stats=segments --id 1 --by 2");
    let of_groups = whole(&dir, "--stats=segments --id 1 --by 2");
    assert_eq!(from_stats(&dir, &records, "--stats=segments --by group").prints(), of_groups);
    let without = whole(&dir, "--stats=segments --id 1");
    assert_eq!(from_stats(&dir, &records, "--stats=segments").prints(), without);
    // Shards know no first segment: groups are sorted by their labels.
    let scores = from_stats(&dir, &records, "--by group --format json").json();
    let labels: Vec<_> = (0..2).map(|group| scores[0]["groups"][group]["group"].as_str().unwrap()).collect();
    assert_eq!(labels, ["chat", "news"]);
    assert_eq!(scores[0]["groups"][1]["segments"], 3);
    from_stats(&dir, &records, "--by group --paired bootstrap").prints();
    assert_says(&from_stats(&dir, &records, "--by domain").refuses(), &["the only grouping is --by group"]);
    assert_says(&from_stats(&dir, &without, "--by group").fails(), &["no group"]);
}

#[test]
fn groups_on_which_a_tool_fails_are_not_tested() {
    let dir = TestDir::with([]);
    let rows = [ROWS[0], ["2", "chat", "how are you", "", "you are"]];
    let records = stats(&dir, &rows, "-q --as hf --stats=segments --id 1 --by 2");
    let options = "--paired randomization --resamples 40 --format json";
    let found = from_stats(&dir, &records, &format!("-q --by group {options}")).json();
    let (fails, succeeds) = (&found[1]["groups"][0], &found[1]["groups"][1]);
    assert!(fails["p_value"].is_null() && succeeds["p_value"].is_number(), "{found}");
    assert_eq!(fails["group"], "chat");
}

#[test]
fn records_of_a_tokenizer_with_a_model_add_up_without_it() {
    let dir = TestDir::with([]);
    let model = concat!("spm:", env!("CARGO_MANIFEST_DIR"), "/testdata/sentencepiece/unigram.model");
    let records = shards(&dir, &format!("--tokenize {model} --stats --id 1"));
    assert_says(&records, &["tok:spm:", "|model:", "|spm:"]);
    assert_eq!(from_stats(&dir, &records, "--expect-segments 6").prints(), whole(&dir, &format!("--tokenize {model}")));
    let other = stats(&dir, &ROWS[..1], "--tokenize 13a --stats --id 1");
    assert_says(&from_stats(&dir, &(records + &other), "").fails(), &["line 9", "same flags"]);
}

#[test]
fn scores_of_other_tools_add_up_if_they_are_made_of_sums() {
    let dir = TestDir::with([]);
    // One candidate: some tools then print a line of their own.
    let command = "--records - --records-format tsv -r 3 4 --names mt";
    let pipe = |rows: &[[&str; 5]], options: &str| dir.pipe(&format!("{command} {options}"), table(rows));
    let mut refused = Vec::new();
    for &tool in Tool::ALL {
        let options = format!("--as {tool} --stats --id 1");
        let first = pipe(&ROWS[..4], &options);
        if first.status != Some(0) {
            assert_says(&first.refuses(), &["--stats needs"]);
            refused.push(tool.to_string());
            continue;
        }
        let records = first.prints() + &pipe(&ROWS[4..], &options).prints();
        let one_machine = pipe(&ROWS, &format!("--as {tool}")).prints();
        assert_eq!(from_stats(&dir, &records, "--expect-segments 6").prints(), one_machine, "{tool}");
        if !tool.is_sacrebleu() {
            let segments = pipe(&ROWS, &format!("--as {tool} --stats=segments")).prints();
            assert_says(&from_stats(&dir, &segments, "--sentence").fails(), &["another tool", "needs the texts"]);
        }
    }
    assert!(!refused.is_empty() && refused.len() < Tool::ALL.len(), "{refused:?}");
    for options in ["-r r --as all", "-r r --cumulative", "--self-bleu", "-r r --pool-references"] {
        assert_says(&dir.run(&format!("{options} --stats h")).refuses(), &["--stats"]);
    }
}

#[test]
fn flags_that_need_texts_are_refused_with_statistics() {
    let dir = TestDir::with([]);
    let refused = "-r ref|--records t|--test-set wmt22/de-fr|--id 1|--empty-reference missing|--join-by x|--tokenize zh\
        |--list-dictionaries|--lowercase|--smooth none|--weights 1|-n 2|--as multi-bleu|--ref-length shortest|--self-bleu|--pool-references|--what-if|--explain|--explain-segment 1|--print-tokens|--show 3";
    for flag in refused.split('|') {
        assert_says(&dir.run(&format!("--from-stats {flag} records")).refuses(), &["--from-stats", "drop"]);
    }
}

#[test]
fn runs_of_systems_are_tested_by_their_records() {
    let dir = TestDir::with([]);
    let options = "--paired randomization --runs 2 --resamples 40 --format json";
    let command = "--records - --records-format tsv -r 3 4 5 5 4";
    let names = "--names a1,a2,b1,b2";
    let records = dir.pipe(&format!("{command} {names} --id 1 --stats=segments"), table(&ROWS)).prints();
    // The candidates of one process cannot be named one by one.
    let without_names = |report: String| -> Vec<String> {
        report.lines().filter(|line| !line.contains("\"system\"")).map(String::from).collect()
    };
    let of_records = without_names(from_stats(&dir, &records, options).prints());
    let of_texts = without_names(dir.pipe(&format!("{command} {options}"), table(&ROWS)).prints());
    assert!(of_texts.iter().any(|line| line.contains("\"run_deviation\"")), "{of_texts:?}");
    assert_eq!(of_records, of_texts);
    assert_says(&from_stats(&dir, &records, &options.replace("2", "3")).fails(), &["--runs 3", "4 are given"]);
}

#[test]
fn systems_are_in_the_order_of_their_command_or_of_names() {
    let dir = TestDir::with([]);
    let records = shards(&dir, "--stats");
    let first = |options: &str| from_stats(&dir, &records, options).json()[0]["system"].clone();
    assert_eq!((first("--format json"), first("--format json --names other,mt")), ("mt".into(), "other".into()));
    assert_says(&from_stats(&dir, &records, "--names mt,x").fails(), &["mt, other"]);
}

#[test]
fn poisson_resamples_answer_for_confidence_and_paired_tests() {
    let dir = TestDir::with([]);
    let records = shards(&dir, "--stats --id 1 --resamples 40");
    let of_whole = whole(&dir, "--stats --id 1 --resamples 40");
    for options in ["--confidence", "--paired bootstrap", "--all-pairs bootstrap"] {
        let found = from_stats(&dir, &records, options).prints();
        assert_eq!(found, from_stats(&dir, &of_whole, options).prints());
        assert_says(&found, &["|ps:40|seed:12345|"]);
    }
    assert!(from_stats(&dir, &records, "--paired bootstrap --format json").json()[1]["p_value"].is_number());
    assert_says(&from_stats(&dir, &records, "--confidence").prints(), &["the scores of 40 Poisson resamples."]);
    assert_says(&from_stats(&dir, &records, "--paired randomization").fails(), &["--stats=segments"]);
    for flag in ["--resamples 50", "--seed 1"] {
        let message = from_stats(&dir, &records, &format!("--confidence {flag}")).fails();
        assert_says(&message, &["40 resamples with seed 12345", "drop --"]);
    }
    let message = dir.run("-r r --stats --resamples 40 hyp").refuses();
    assert_says(&message, &["--id"]);
    let other_seed = stats(&dir, &ROWS[..3], "--stats --id 1 --resamples 40 --seed 1");
    assert_says(&from_stats(&dir, &(records.clone() + &other_seed), "").fails(), &["line 9", "--seed"]);
    // Also of another system, whose scores would be compared.
    let table = table(&ROWS);
    let third = dir.pipe("--records - --records-format tsv -r 3 4 --id 1 --names third --stats --resamples 50", &table);
    let message = from_stats(&dir, &(records.clone() + &third.prints()), "--paired bootstrap").fails();
    assert_says(&message, &["line 9", "--resamples and --seed"]);
    // sacreBLEU's variable sets the seed here too.
    dir.write("rows.tsv", &table);
    let mut command = dir.command("--records rows.tsv -r 3 4 --id 1 --names mt --stats --resamples 40");
    let seeded = crate::common::Run::of("", crate::common::start(command.env("SACREBLEU_SEED", "7"))).prints();
    assert!(seeded.contains("\"seed\":7"), "{seeded}");
}

#[test]
fn a_large_shard_that_is_there_twice_is_refused_though_segments_are_as_many_as_expected() {
    let dir = TestDir::with([]);
    let rows: String = (0..300).map(|number| format!("a b {number} d\ta b {number} e\n")).collect();
    let record = dir.pipe("--records - --records-format tsv -r 1 2 --names mt --stats", &rows).prints();
    let message = from_stats(&dir, &record.repeat(2), "--expect-segments 600").fails();
    assert_says(&message, &["line 2", "same numbers", "count shards with --id"]);
}

#[test]
fn records_without_segments_have_no_score() {
    let dir = TestDir::with([]);
    let record = dir.pipe("--records - --records-format tsv -r 1 2 --names mt --stats", "").prints();
    assert_says(&from_stats(&dir, &record, "").fails(), &["all records are of 0 segments"]);
    assert_eq!(from_stats(&dir, &record, "--stats").prints(), record);
    from_stats(&dir, &record, "--expect-segments 0").prints();
}

#[test]
fn incomplete_or_duplicated_shards_have_no_score() {
    let dir = TestDir::with([]);
    let refused = |records: &str, options: &str| from_stats(&dir, records, options).fails();
    let records = shards(&dir, "--stats --id 1");
    let lines: Vec<&str> = records.split_inclusive('\n').collect();
    assert_says(&refused("", ""), &["standard input: empty"]);
    assert_says(&refused(&records, "--expect-segments 7"), &["mt has 6 segments, but 7 are expected", "missing"]);
    assert_says(&refused(&(records.clone() + lines[0]), ""), &["line 9", "occurs twice"]);
    assert_says(&refused(&lines[1..].concat(), ""), &["mt and other", "4 and 6"]);
    assert_says(&refused(&records[..records.len() - 9], ""), &["line 8", "cut off"]);
    assert_says(&refused(&(records.clone() + "0.5\n"), ""), &["line 9", "not a record"]);
    for options in ["--lowercase", "--max-order 2", "--tokenize intl"] {
        let other = stats(&dir, &ROWS[..1], &format!("--stats --id 1 {options}"));
        assert_says(&refused(&(records.clone() + &other), ""), &["line 9", "same flags"]);
    }
    assert_says(&refused(&records, "--expect-segments 5"), &["mt has 6 segments, but 5 are expected", "occurs twice"]);
    assert_says(&refused(&records, "--sentence"), &["--stats=segments"]);
    assert_says(&refused(&records, "--confidence"), &["--stats=segments"]);
    let other = records.replace("other", "third");
    assert_says(&refused(&other, ""), &["checksum"]);
}

/// The record with this text in place of another, and the checksum that fits it.
fn changed(record: &str, from: &str, to: &str) -> String {
    let (text, _) = record.trim_end().rsplit_once(",\"checksum\"").unwrap();
    assert!(text.contains(from), "{text}");
    let text = text.replace(from, to);
    format!("{text},\"checksum\":\"{:08x}\"}}\n", crc32fast::hash(text.as_bytes()))
}

#[test]
fn records_have_a_version_of_their_own() {
    let dir = TestDir::with([]);
    let record = dir.pipe("--records - --records-format tsv -r 3 4 --names mt --stats", table(&ROWS)).prints();
    // A new version of the program reads what an old one wrote.
    assert!(!record.contains(env!("CARGO_PKG_VERSION")), "{record}");
    let refused = |from: &str, to: &str| from_stats(&dir, &changed(&record, from, to), "").fails();
    let of_program = refused("|smooth:exp", "|smooth:exp|version:bleu-0.2.0");
    assert_says(&of_program, &["line 1: not a record", "version:"]);
    // Version 1 is that of bleu 0.2; of a future version nothing else is known.
    assert_says(&refused("\"version\":2", "\"version\":1"), &["version 1 of the format", "only version 2"]);
    let future = "{\"format\":\"bleu-statistics\",\"version\":10,\"sums\":[]}\n";
    assert_says(&from_stats(&dir, future, "").fails(), &["version 10 of the format", "only version 2"]);
}

#[test]
fn messages_of_malformed_records_have_no_names_of_the_code() {
    let dir = TestDir::with([]);
    let record = dir.pipe("--records - --records-format tsv -r 3 4 --names mt --stats", table(&ROWS)).prints();
    let wrong = changed(&record, "\"counts\"", "\"poisson\":5,\"counts\"");
    let message = from_stats(&dir, &wrong, "").fails();
    assert_says(&message, &["line 1", "expected sums of Poisson resamples"]);
    assert!(!message.contains("Json"), "{message}");
}

#[test]
fn poisson_resamples_that_do_not_fit_together_have_no_scores() {
    let of = |system: &str, resamples| {
        let mut record = empty_record(0).with_poisson(resamples, 1).unwrap();
        record.system = system.into();
        record.add_segment("1", &statistics(1)).unwrap();
        record
    };
    let mut merged = Shards::default();
    merged.add(Record::Sum(Box::new(of("a", 3)))).unwrap();
    let mut merged = merged.finish().unwrap();
    let scores = |merged: &MergedShards, definition: &Definition| {
        merged
            .resampled_scores(definition.formula(), Correction::None)
            .map(|scores| scores.map(|scores| scores.confidence()))
    };
    assert_eq!(scores(&merged, &Definition::default()).unwrap().map(|intervals| intervals.len()), Some(1));
    let of_order_2 = Definition::builder().order(2).build().unwrap();
    assert_eq!(scores(&merged, &of_order_2), Err(Error::OrderMismatch { expected: 2, found: 4 }));
    let mean = Tool::ALL
        .iter()
        .filter_map(|tool| Definition::builder().tool(*tool).build().ok())
        .find(|definition| !definition.is_score_of_sums());
    assert_eq!(scores(&merged, &mean.unwrap()), Err(Error::NotScoreOfSums));
    merged.records.push(of("b", 5));
    assert_eq!(scores(&merged, &Definition::default()), Err(Error::ResamplingMismatch));
    let too_many = empty_record(0).with_poisson(usize::MAX, 1);
    assert_eq!(too_many, Err(Error::TooManyResamples { resamples: usize::MAX }));
}

#[test]
fn records_with_numbers_of_no_corpus_are_refused() {
    let dir = TestDir::with([]);
    let record = |options: &str| {
        let command = format!("--records - --records-format tsv -r 3 4 --names mt --stats {options}");
        dir.pipe(&command, table(&ROWS)).prints()
    };
    let refused = |records: String, options: &str| from_stats(&dir, &records, options).fails();
    let plain = record("");
    assert_says(&refused(changed(&plain, "\"segments\":6", "\"segments\":0"), ""), &["not the numbers of 0 segments"]);
    for hyp_len in ["\"hyp_len\":0", "\"hyp_len\":1000"] {
        let (_, rest) = plain.split_once("\"hyp_len\":").unwrap();
        let found = rest.split(',').next().unwrap();
        let other = changed(&plain, &format!("\"hyp_len\":{found},"), &format!("{hyp_len},"));
        assert_says(&refused(other, ""), &["not the numbers of 6 segments"]);
    }
    let many = |group: &str| {
        let record = changed(&plain, "\"segments\":6", &format!("\"segments\":{}", u64::MAX));
        changed(&record, "\"place\":0", &format!("\"place\":0,\"group\":\"{group}\""))
    };
    assert_says(&refused(many("a") + &many("b"), "--by group"), &["line 2", "exceeds"]);
    let resampled = record("--id 1 --resamples 40");
    let sums = &resampled[resampled.find("\"sums\":[[").unwrap()..resampled.find("},\"checksum\"").unwrap()];
    let without_sums = changed(&resampled, sums, "\"sums\":[]");
    assert_says(&refused(without_sums.clone(), "--confidence"), &["not the numbers of 6 segments"]);
    let too_many = changed(&without_sums, "\"resamples\":40", "\"resamples\":1000000000000000");
    assert_says(&refused(too_many, "--confidence"), &["at most 10000000"]);
    let empty = dir.pipe("--records - --records-format tsv -r 2 3 --id 1 --stats --resamples 40", "").prints();
    let with_ids = changed(&empty, "\"ids\":\"0000000000000000\"", "\"ids\":\"0000000000000001\"");
    assert_says(&refused(with_ids, ""), &["not the numbers of 0 segments"]);
}

#[test]
fn without_ids_a_repeated_record_needs_the_number_of_segments() {
    let dir = TestDir::with([]);
    let record = stats(&dir, &ROWS[..3], "--stats");
    let repeated = record.clone() + &record;
    assert_says(&from_stats(&dir, &repeated, "").fails(), &["line 3", "same numbers", "--expect-segments"]);
    assert_says(&from_stats(&dir, &repeated, "--expect-segments 3").fails(), &["mt has 6 segments", "occurs twice"]);
    // Shards may be alike.
    from_stats(&dir, &repeated, "--expect-segments 6").prints();
    let empty = stats(&dir, &[], "--stats");
    from_stats(&dir, &(empty.clone() + &empty + &record), "").prints();
}

#[test]
fn a_text_may_repeat_itself() {
    let dir = TestDir::with([]);
    // Longer than a batch, so that batches are alike.
    let rows = table(&ROWS).repeat(2000);
    let text: String = (0..).zip(rows.lines()).map(|(id, row)| format!("{id}{}\n", &row[1..])).collect();
    let pipe = |options: &str| dir.pipe(&format!("--records - --records-format tsv {COLUMNS} {options}"), &text);
    for options in ["--stats", "--stats --id 1"] {
        assert_eq!(from_stats(&dir, &pipe(options).prints(), "--expect-segments 12000").prints(), pipe("").prints());
    }
}

#[test]
fn every_segment_has_an_id_of_its_own() {
    let dir = TestDir::with([("h", "x\ny\nz\n"), ("alike", "7\n8\n7\n"), ("empty", "7\n\n8\n")]);
    let table = "1\tx\tx\n1\ty\ty\n";
    for detail in ["--stats", "--stats --resamples 40"] {
        let run = dir.pipe(&format!("--records - --records-format tsv -r 2 3 --id 1 {detail}"), table);
        assert_says(&run.fails(), &["line 2", "the id 1 occurs twice"]);
        let of_file = |ids: &str| dir.run(&format!("-r h h --id {ids} {detail}")).fails();
        assert_says(&of_file("alike"), &["alike: line 3: the id 7 occurs twice"]);
        assert_says(&of_file("empty"), &["empty: line 2: an empty id"]);
    }
}

#[test]
fn the_effective_order_is_that_of_the_records_unless_it_is_asked_for() {
    let dir = TestDir::with([]);
    let records = |options: &str| whole(&dir, &format!("--stats=segments --id 1 {options}"));
    let (usual, effective) = (records(""), records("--effective-order"));
    for mode in ["", "--sentence"] {
        for (flag, of_usual, of_effective) in [
            ("--effective-order=yes", "--effective-order=yes", "--effective-order=yes"),
            ("--effective-order=no", "--effective-order=no", "--effective-order=no"),
            ("", "", "--effective-order=yes"),
        ] {
            let found = |records: &str| from_stats(&dir, records, &format!("{mode} {flag}")).prints();
            let expected = |flag: &str| whole(&dir, &format!("{mode} {flag}"));
            assert_eq!((found(&usual), found(&effective)), (expected(of_usual), expected(of_effective)));
        }
    }
}

/// Records cannot tell it from the default, so that sentences were scored with the effective order.
#[test]
fn statistics_refuse_effective_order_no() {
    let dir = TestDir::with([("ref", "a\n"), ("hyp", "a\n")]);
    let found = dir.run("--stats=segments --effective-order=no -r ref hyp").refuses();
    assert_says(&found, &["--effective-order=no has no effect on --stats; give it to --from-stats, or drop it"]);
}

#[test]
fn systems_that_may_be_shards_have_a_note() {
    let dir = TestDir::with([("x.1", "a b c d\n"), ("x.2", "a b c e\n"), ("one", "1\n")]);
    let note = |options: &str, from: &str| {
        let records: String = ["x.1", "x.2"].map(|name| dir.run(&format!("-r x.1 {name} {options}")).prints()).concat();
        from_stats(&dir, &records, from).err.contains("x.1 and x.2 were counted apart")
    };
    assert!(note("--stats", "") && note("--stats", "-b"));
    for from in ["--quiet", "--expect-segments 1", "--names x.1,x.2", "--stats"] {
        assert!(!note("--stats", from), "{from}");
    }
    // They have the same segments.
    assert!(!note("--stats --id one", ""));
    let together = dir.run("-r x.1 x.1 x.2 --stats").prints();
    assert!(!from_stats(&dir, &together, "").err.contains("apart"));
    let longer = dir.pipe("-r - --stats x.1", "a b c d\n").prints();
    let longer =
        longer + &dir.pipe("--records - --records-format tsv -r 1 2 --names x.2 --stats", "a\ta\nb\tb\n").prints();
    assert_says(&from_stats(&dir, &longer, "").fails(), &["x.1 and x.2", "1 and 2", "the same --names"]);
}

#[test]
fn systems_have_names_of_their_own() {
    let dir = TestDir::with([("a", "x\n"), ("b", "x\n")]);
    assert_says(&dir.run("-r b a a --stats").refuses(), &["two candidates are named a", "--names"]);
    dir.run("-r b a a --stats --names one,two").prints();
    assert_says(&dir.run("-r b a b --stats --names x,x").refuses(), &["--names contains 'x' twice"]);
}

#[test]
fn a_score_of_uncounted_segments_has_a_note() {
    let dir = TestDir::with([]);
    let records = shards(&dir, "--stats");
    let has_note = |options: &str| from_stats(&dir, &records, options).err.contains("--expect-segments");
    assert!(has_note("") && has_note("--format json"));
    assert!(!has_note("--expect-segments 6") && !has_note("--quiet") && !has_note("--stats"));
}

#[test]
fn records_of_segments_must_be_complete_and_unique() {
    let dir = TestDir::with([]);
    let records = shards(&dir, "--stats=segments --id 1");
    let lines: Vec<&str> = records.split_inclusive('\n').collect();
    let refused = |records: String, options: &str| from_stats(&dir, &records, options).fails();
    assert_says(&refused(lines[1..].concat(), ""), &["mt has records of 5 segments, but sums of 6"]);
    let twice = stats(&dir, &ROWS[..1], "--stats=segments --id 1");
    assert_says(&refused(records.clone() + &twice, ""), &["segment 1 of mt occurs twice"]);
    let numbered = stats(&dir, &ROWS[..2], "--stats=segments") + &stats(&dir, &ROWS[2..], "--stats=segments");
    assert_says(&refused(numbered, ""), &["segment 1 of mt occurs twice", "--id"]);
    let without_sums: String = lines.iter().filter(|line| line.starts_with("{\"of\"")).copied().collect();
    assert_says(&refused(without_sums, ""), &["none of their sums"]);
    let of_mt = "\"system\":\"mt\"";
    let lacks_one = lines.iter().filter(|line| line.starts_with("{\"of\"") || line.contains(of_mt)).copied().collect();
    assert_says(&refused(lacks_one, ""), &["other: records of segments, but none of their sums"]);
    let mixed = stats(&dir, &ROWS[..2], "--stats=segments --id 1") + &stats(&dir, &ROWS[2..], "--stats --id 1");
    assert_says(&refused(mixed, ""), &["records of 2 segments, but sums of 6", "--stats=segments"]);
    // A shard is missing in all systems: its numbers are a gap.
    let gap = [0..2, 4..6].map(|rows| stats(&dir, &ROWS[rows], "--stats=segments --id 1")).concat();
    for options in ["", "--cumulative", "--sentence", "--confidence"] {
        assert_says(&refused(gap.clone(), options), &["segment 3 is missing"]);
    }
}

#[test]
fn shards_that_are_not_neighbors_add_up() {
    let dir = TestDir::with([]);
    for detail in ["--stats", "--stats=segments"] {
        let shard = |rows: std::ops::Range<usize>| stats(&dir, &ROWS[rows], &format!("{detail} --id 1"));
        let nested = from_stats(&dir, &(shard(0..2) + &shard(4..6)), detail).prints() + &shard(2..4);
        assert_eq!(from_stats(&dir, &nested, detail).prints(), whole(&dir, &format!("{detail} --id 1")));
    }
}

#[test]
fn a_shard_without_segments_has_a_record() {
    let dir = TestDir::with([("empty", "")]);
    for options in ["--records - --records-format tsv -r 3 4", "-r empty"] {
        let record = dir.pipe(&format!("{options} --stats"), "").prints();
        assert_says(&record, &["\"segments\":0", "\"counts\":[0,0,0,0]"]);
        assert_eq!(from_stats(&dir, &record, "--stats").prints(), record);
        assert_says(&from_stats(&dir, &record, "-b -q").fails(), &["all records are of 0 segments"]);
    }
}

#[test]
fn references_that_vary_do_so_in_the_sum() {
    let dir = TestDir::with([]);
    let command = "--records - --records-format tsv -r 1 -r 2 3 --empty-reference missing";
    let rows = ["a b c\tb c d\ta b c\n", "c d e\t\tc d e\n", "x y\t\tx z\n"];
    let stats = |rows: &[&str]| dir.pipe(&format!("{command} --stats"), rows.concat()).prints();
    let records = stats(&rows[..1]) + &stats(&rows[1..]);
    assert_says(&records, &["nrefs:2", "nrefs:1"]);
    assert_eq!(from_stats(&dir, &records, "--stats").prints(), stats(&rows));
    assert_says(&from_stats(&dir, &records, "-q").prints(), &["nrefs:var"]);
}

#[test]
fn tables_may_be_what_engines_pipe() {
    let dir = TestDir::with([]);
    let score = |table: &str| dir.pipe("--records - --records-format tsv -r 1 2 -b", table);
    let plain = score("a b c d\ta b c d\nx y z w\tx y z v\n").prints();
    assert_eq!(score("a b c d\ta b c d\t\nx y z w\tx y z v\t\n").prints(), plain);
    assert_eq!(score("a b c d\ta b c d\nx y z w\tx y z v\t\n").prints(), plain);
    assert_says(&score("a\tb\na\t\\N\n").fails(), &["line 2: column 2", "\\N", "Hive"]);
    assert_says(&score("\\N\tb\n").fails(), &["line 1: no reference"]);
    assert_says(&score("a\tb\na\tb\tc\n").fails(), &["line 2: 3 cells"]);
}

/// A record of no segments.
fn empty_record(id: usize) -> SumRecord {
    let signature = Definition::default().signature(ReferenceCount::Varying);
    SumRecord::new(signature, 2, ["a", "b"][id % 2], id % 2).unwrap()
}

fn statistics(id: u64) -> Statistics {
    Statistics::new(id + 4, id, &[id, id / 2, 1, 0], &[id + 4, id + 3, id + 2, id + 1]).unwrap()
}

/// A record of one segment.
fn record(id: usize, seed: u64) -> SumRecord {
    let mut record = empty_record(id).with_ids().unwrap().with_poisson(3, seed).unwrap();
    record.group = [None, Some("g1"), Some("g2")][id % 3].map(String::from);
    let id = id as u64 / 2;
    record.add_segment(&id.to_string(), &statistics(id)).unwrap();
    record
}

#[test]
fn a_record_takes_only_what_its_signature_says() {
    let mut record = empty_record(0).with_ids().unwrap();
    let of_order = |order: usize| Statistics::new(4, 4, &vec![1; order], &vec![4; order]).unwrap();
    for order in [1, 3, 5, 16] {
        let refused = Error::OrderMismatch { expected: 4, found: order };
        assert_eq!(record.add_segment("1", &of_order(order)), Err(refused.clone()));
        let table = SegmentStatistics::from_segments(order, [of_order(order)]).unwrap();
        assert_eq!(record.add_table(&["1"], &table), Err(refused));
    }
    assert_eq!(record.add_segment("1", &Statistics::EMPTY), Err(Error::OrderMismatch { expected: 4, found: 0 }));
    assert_eq!((record.sums().segments, record.sums().ids), (0, Some(0)));
    record.add_segment("1", &statistics(1)).unwrap();
    assert_eq!(Record::parse(record.to_line().as_bytes()), Ok(Record::Sum(Box::new(record.clone()))));
    assert_eq!(record.clone().with_ids(), Err(Error::HasSegments));
    assert_eq!(record.with_poisson(3, 1), Err(Error::HasSegments));
    let signature = || Definition::default().signature(1.try_into().unwrap());
    let mismatch = Error::ReferenceCountMismatch { expected: 1, found: 3 };
    assert_eq!(SumRecord::new(signature(), 3, "a", 0), Err(mismatch));
    assert_eq!(SumRecord::new(signature(), 0, "a", 0), Err(Error::NoReferences));
}

#[test]
fn segments_of_another_order_are_not_added_up() {
    let mut sum = empty_record(0).with_ids().unwrap();
    sum.add_segment("1", &statistics(1)).unwrap();
    let of_order_2 = Statistics::new(5, 1, &[1, 0], &[5, 4]).unwrap();
    let segment = SegmentRecord::new(sum.key(), "1", "a", of_order_2);
    for keeps_segments in [false, true] {
        let mut shards = if keeps_segments { Shards::default().keeping_segments() } else { Shards::default() };
        let added = shards.add(Record::Segment(Box::new(segment.clone())));
        let added = added.and_then(|()| shards.add(Record::Sum(Box::new(sum.clone()))));
        assert!(added.and_then(|()| shards.finish()).is_err());
    }
}

fn sum(lines: &[String]) -> Vec<String> {
    let mut shards = Shards::default();
    lines.iter().for_each(|line| shards.add(Record::parse(line.as_bytes()).unwrap()).unwrap());
    let corpus = shards.finish();
    corpus.map_or_else(|_| Vec::new(), |corpus| corpus.records.iter().map(SumRecord::to_line).collect())
}

proptest! {
    #[test]
    fn any_order_and_nesting_gives_the_same_bytes(
        order in Just((0..24).step_by(2).collect::<Vec<usize>>()).prop_shuffle(),
        cuts in prop::collection::vec(0..12usize, 0..4),
        seed: u64,
    ) {
        let lines: Vec<String> = order.iter().map(|&id| record(id, seed).to_line()).collect();
        let mut sorted = lines.clone();
        sorted.sort();
        let mut cuts = cuts;
        cuts.extend([0, lines.len()]);
        cuts.sort_unstable();
        let nested: Vec<String> = cuts.windows(2).filter(|cut| cut[0] < cut[1])
            .flat_map(|cut| sum(&lines[cut[0]..cut[1]])).collect();
        let expected = sum(&sorted);
        prop_assert!(!expected.is_empty());
        prop_assert_eq!(sum(&nested), expected);
    }

    #[test]
    fn a_record_with_a_flipped_bit_is_refused(id in 0..9usize, at: prop::sample::Index, bit in 0..8u32) {
        let mut bytes = record(id, 1).to_line().into_bytes();
        prop_assert!(Record::parse(&bytes).is_ok());
        let at = at.index(bytes.len());
        bytes[at] ^= 1u8 << bit;
        prop_assert!(Record::parse(&bytes).is_err());
    }

    #[test]
    fn records_are_read_back(id in 0..1000usize, seed: u64) {
        let record = record(id, seed);
        let line = record.to_line();
        prop_assert_eq!(Record::parse(line.as_bytes()), Ok(Record::Sum(Box::new(record))));
    }
}
