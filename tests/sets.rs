//! `--tokenize auto:by`: several test sets in one table, each with the tokenizer of its language.

use crate::common::{TestDir, assert_says};
use crate::naive::dictionary_builder::sample;
use serde_json::{Value, json};

const SETS: [&str; 3] = ["en-de", "en-zh", "wmt/de-en"];
const SYSTEMS: [&str; 2] = ["alpha", "beta"];
const SEGMENTS: usize = 30;

fn reference(set: &str, i: usize) -> String {
    match set {
        "en-zh" => format!("我们在第{i}天去了北京，看到了很多人和{}座山。", i % 7),
        "en-de" => format!("Am {i}. Tag fuhren wir nach Köln, und sahen {} Berge im Westen.", i % 7),
        _ => format!("On day {i}, we went to Cologne and saw {} mountains in the west.", i % 7),
    }
}

fn candidate(set: &str, system: &str, i: usize) -> String {
    let reference = reference(set, i);
    match (system, i % 4) {
        ("alpha", 0) => reference.replace("很多人", "人").replace("wir", "sie").replace("we went", "they went"),
        ("beta", 0 | 1) => reference.replace("我们", "他们").replace("Westen", "Osten").replace("the west", "an east"),
        (_, 3) => reference.replace("北京", "上海").replace("Köln", "Bonn").replace("Cologne", "Bonn"),
        _ => reference.replace("看到", "看见").replace("sahen", "fanden").replace("saw", "found"),
    }
}

/// The table of these sets, set by set or in turns.
fn table(sets: &[&str], in_turns: bool) -> String {
    let places = |i: usize| if in_turns { (i % sets.len(), i / sets.len()) } else { (i / SEGMENTS, i % SEGMENTS) };
    let row = |i: usize| {
        let (set, i) = (sets[places(i).0], places(i).1);
        let [alpha, beta] = SYSTEMS.map(|system| candidate(set, system, i));
        format!("{}\n", json!({"lp": set, "ref": reference(set, i), "alpha": alpha, "beta": beta}))
    };
    (0..sets.len() * SEGMENTS).map(row).collect()
}

fn dir() -> TestDir {
    let dir = TestDir::with([("all.jsonl", &*table(&SETS, false)), ("turns.jsonl", &*table(&SETS, true))]);
    SETS.iter().enumerate().for_each(|(i, set)| dir.write(&format!("{i}.jsonl"), table(&[set], false)));
    dir
}

/// Objects of JSON without these keys.
fn without(mut value: Value, keys: &[&str]) -> Value {
    keys.iter().for_each(|key| drop(value.as_object_mut().unwrap().remove(*key)));
    value
}

#[test]
fn each_set_has_the_scores_and_tests_of_its_own_run() {
    let dir = dir();
    for mode in
        ["", "--paired bootstrap", "--paired randomization --correct holm", "--confidence", "--lowercase --percent"]
    {
        for all in ["all.jsonl", "turns.jsonl"] {
            let args = format!("--records {all} -r ref alpha beta --by lp -t auto:by -f json {mode}");
            let found = dir.run(&args).json();
            let systems = found.as_array().unwrap();
            assert_eq!(systems.len(), 2);
            for (place, system) in systems.iter().enumerate() {
                assert_eq!(system["system"], SYSTEMS[place]);
                let mut sum = 0.0;
                for (i, (set, group)) in SETS.iter().zip(system["groups"].as_array().unwrap()).enumerate() {
                    let language = set.rsplit('-').next().unwrap();
                    let alone = format!("--records {i}.jsonl -r ref alpha beta -t auto:{language} -f json {mode} -q");
                    let alone = dir.run(&alone).json()[place].clone();
                    assert_eq!(group["group"], *set);
                    assert_eq!(without(group.clone(), &["group"]), without(alone, &["findings"]), "{mode} {set}");
                    sum += group["score"].as_f64().unwrap();
                }
                assert!((system["mean"].as_f64().unwrap() - sum / 3.0).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn people_see_a_row_for_each_system_and_a_column_for_each_set() {
    let dir = dir();
    let run =
        |flags: &str| dir.run(&format!("--records all.jsonl -r ref alpha beta --by lp -t auto:by {flags}")).prints();
    let text = run("--paired randomization");
    let lines: Vec<&str> = text.lines().collect();
    let titles: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(titles, ["system", "en-de", "en-zh", "wmt/de-en", "mean", "Δ", "p-value"]);
    assert!(lines[1].starts_with("alpha ") && lines[2].starts_with("beta ") && lines[2].contains('*'), "{text}");
    assert_says(&text, &["|tok:13a|smooth:exp|version:", "(en-de, wmt/de-en); BLEU|", "|tok:zh|", "(en-zh)"]);
    assert_says(&text, &["mean: the mean of the scores of 3 sets", "segments are resampled within each set"]);
    assert_says(
        &run("-f latex"),
        &["system & en-de & en-zh", " & mean", "Mean BLEU of 3 test sets, ", "Bold: the highest score."],
    );
    assert_says(&run("-f latex --paired bootstrap"), &["Bold: the highest score"]);
    assert_says(&run("-f markdown"), &["| system | en-de | en-zh | wmt/de-en | mean |"]);
    let tsv = run("-f tsv");
    assert_eq!(tsv.lines().count(), 1 + 2 * 3 + 2);
    assert_says(&tsv, &["(mean)\talpha\t0."]);
    // The best mean comes first; system by system, and one alone.
    let sorted = dir.run("--records all.jsonl -r ref beta alpha --by lp -t auto:by --sort").prints();
    let best = sorted.lines().nth(1).unwrap().split_whitespace().last().unwrap().to_owned();
    let second = sorted.lines().nth(2).unwrap().split_whitespace().last().unwrap().to_owned();
    assert!(best > second, "{sorted}");
    assert_says(&dir.run("--records all.jsonl -r ref beta --by lp -t auto:by").prints(), &["beta", "mean"]);
}

#[test]
fn the_mean_has_its_mark() {
    let dir = dir();
    let run = |flags: &str| {
        dir.run(&format!("-q --records all.jsonl -r ref alpha beta --by lp -t auto:by --paired bootstrap {flags}"))
            .prints()
    };
    let json: serde_json::Value = serde_json::from_str(&run("-f json")).unwrap();
    let mean = format!("{:.4}", json[1]["mean"].as_f64().unwrap());
    let marked = if json[1]["significant"] == true { mean + "*" } else { mean };
    for flags in ["", "--columns score", "-f markdown"] {
        let text = run(flags).replace("\\*", "*");
        let row = text.lines().find(|line| line.contains("beta")).unwrap();
        assert!(row.split_whitespace().any(|cell| cell == marked), "{marked}: {text}");
    }
    assert_eq!(json[1]["significant"], true);
}

#[test]
fn the_mean_has_an_interval_and_a_test() {
    let dir = dir();
    dir.write("one.jsonl", table(&SETS[..1], false));
    let run = |table: &str, flags: &str| {
        dir.run(&format!("-q --records {table} -r ref alpha beta --by lp -t auto:by -f json {flags}")).json()
    };
    // Of one set, it is that of the set.
    for flags in ["--confidence", "--paired bootstrap", "--paired randomization"] {
        for system in run("one.jsonl", flags).as_array().unwrap() {
            let set = &system["groups"][0];
            for key in ["confidence", "difference", "difference_low", "difference_high", "p_value", "segments_better"] {
                assert_eq!(system.get(key), set.get(key), "{flags} {key}");
            }
        }
    }
    // Of three sets, each is resampled for itself, so that the mean varies less than the scores.
    let found = run("all.jsonl", "--paired bootstrap");
    let number = |value: &Value| value.as_f64().unwrap();
    let (alpha, beta) = (&found[0], &found[1]);
    assert!((number(&beta["difference"]) - (number(&beta["mean"]) - number(&alpha["mean"]))).abs() < 1e-12);
    assert!(number(&beta["difference_low"]) < number(&beta["difference"]));
    let width = |value: &Value| number(&value["confidence"]["half_width"]);
    let widths: Vec<f64> = beta["groups"].as_array().unwrap().iter().map(width).collect();
    let independent = widths.iter().map(|width| width * width).sum::<f64>().sqrt() / 3.0;
    assert!((width(beta) / independent - 1.0).abs() < 0.15, "{} {widths:?}", width(beta));
    let better: u64 =
        beta["groups"].as_array().unwrap().iter().map(|set| set["segments_better"].as_u64().unwrap()).sum();
    assert_eq!(beta["segments_better"], better);
    // Groups in any order, and any number of threads.
    assert_eq!(run("all.jsonl", "--paired bootstrap -j 1"), run("all.jsonl", "--paired bootstrap -j 3"));
}

#[test]
fn runs_have_means_over_sets() {
    let dir = dir();
    let run = |table: usize, tokenizer: &str, flags: &str| {
        let table = if table < SETS.len() { format!("{table}.jsonl --by lp") } else { "all.jsonl --by lp".into() };
        let flags = format!("--paired randomization --resamples 300 --runs 2 {flags}");
        dir.run(&format!("-q --records {table} -r ref alpha alpha beta alpha -t {tokenizer} {flags}"))
    };
    // One set alone has the results of the set.
    let alone = [0, 1, 2].map(|set| run(set, "auto:by", "-f json").json());
    for (set, found) in alone.iter().enumerate() {
        let language = SETS[set].rsplit('-').next().unwrap();
        let plain = format!(
            "-q --records {set}.jsonl -r ref alpha alpha beta alpha -t auto:{language} --paired randomization --resamples 300 \
             --runs 2 -f json"
        );
        for (system, plain) in found.as_array().unwrap().iter().zip(dir.run(&plain).json().as_array().unwrap()) {
            assert_eq!(system["sets"], json!({SETS[set]: system["score"]}));
            assert_eq!(without(system.clone(), &["sets"]), without(plain.clone(), &["sets"]));
        }
    }
    let all = run(3, "auto:by", "-f json").json();
    for place in 0..2 {
        let scores: Vec<f64> = alone.iter().map(|set| set[place]["score"].as_f64().unwrap()).collect();
        let mean = scores.iter().sum::<f64>() / 3.0;
        assert!((all[place]["score"].as_f64().unwrap() - mean).abs() < 1e-12);
        assert!(SETS.iter().zip(&scores).all(|(set, score)| all[place]["sets"][set] == *score));
        // The runs' scores are means over the sets.
        let runs: Vec<f64> =
            all[place]["runs"].as_array().unwrap().iter().map(|run| run["score"].as_f64().unwrap()).collect();
        assert!((runs.iter().sum::<f64>() / 2.0 - mean).abs() < 1e-12);
        // Sets are resampled each for itself, so that their mean varies less.
        let deviations = alone.each_ref().map(|set| set[place]["resample_deviation"].as_f64().unwrap());
        let independent = deviations.iter().map(|deviation| deviation * deviation).sum::<f64>().sqrt() / 3.0;
        assert!((all[place]["resample_deviation"].as_f64().unwrap() / independent - 1.0).abs() < 0.15);
    }
    assert!(all[1]["p_value"].as_f64().unwrap() < 0.2, "{all}");
    let text = run(3, "auto:by", "").prints();
    assert_says(&text, &["system", "en-de", "wmt/de-en", "mean BLEU", "|runs:2|", "(en-zh)"]);
    assert_says(&run(3, "auto:by", "-f tsv").prints(), &["score:en-zh"]);
}

#[test]
fn ranks_are_of_the_mean() {
    let dir = dir();
    let rows = table(&SETS, false);
    let bad = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        row["bad"] = "x".into();
        format!("{row}\n")
    };
    dir.write("three.jsonl", rows.lines().map(bad).collect::<String>());
    let run = |flags: &str| format!("-q --records three.jsonl -r ref bad beta alpha --by lp -t auto:by {flags}");
    let found = dir.run(&run("--all-pairs randomization --resamples 500 -f json")).json();
    let systems = found["systems"].as_array().unwrap();
    let names: Vec<&str> = systems.iter().map(|system| system["system"].as_str().unwrap()).collect();
    assert_eq!((names[2], &systems[2]["cluster"]), ("bad", &json!(systems[1]["cluster"].as_u64().unwrap() + 1)));
    let means: Vec<f64> = systems.iter().map(|system| system["mean"].as_f64().unwrap()).collect();
    assert!(means[0] > means[1] && means[1] > means[2]);
    // The scores on sets are scores of the same system.
    for system in systems {
        let scores = system["groups"].as_array().unwrap().iter().map(|set| set["score"].as_f64().unwrap());
        assert!((scores.sum::<f64>() / 3.0 - system["mean"].as_f64().unwrap()).abs() < 1e-12, "{system}");
    }
    assert_eq!(found["pairs"].as_array().unwrap().len(), 3);
    let text = dir.run(&run("--all-pairs randomization --resamples 500")).prints();
    assert_says(&text, &["#  rank  system", "mean", "----"]);
    let columns = dir.run(&run("--paired bootstrap --columns p,score,ci")).prints();
    assert_eq!(
        columns.lines().next().unwrap().split_whitespace().collect::<Vec<_>>()[4..8],
        ["p-value", "mean", "μ", "±"]
    );
    let tsv = dir.run(&run("--paired bootstrap -f tsv --columns score,p")).prints();
    assert!(
        tsv.lines().last().unwrap().starts_with("(mean)\talpha\t0.")
            && tsv.lines().last().unwrap().matches('\t').count() == 3,
        "{tsv}"
    );
    // The mean is checked like a corpus, and its sets like groups.
    let gate =
        dir.run(&run("--paired randomization --resamples 600 --fail-if-worse").replace("bad beta alpha", "alpha bad"));
    assert_eq!(gate.status, Some(3));
    assert_says(&gate.err, &["bleu: bad 0.", "bleu: group en-zh: bad 0.", ", alpha 0.", ": significantly worse"]);
}

#[test]
fn files_and_long_tables_have_sets_too() {
    let dir = dir();
    let all = || SETS.iter().flat_map(|set| (0..SEGMENTS).map(move |i| (*set, i)));
    let expected = dir.run("--records all.jsonl -r ref alpha beta --by lp -t auto:by").prints();
    let lines = |line: &dyn Fn(&str, usize) -> String| all().map(|(set, i)| line(set, i) + "\n").collect::<String>();
    dir.write("ref", lines(&reference));
    SYSTEMS.iter().for_each(|system| dir.write(system, lines(&|set, i| candidate(set, system, i))));
    dir.write("pairs", lines(&|set, _| set.to_owned()));
    assert_eq!(dir.run("-r ref alpha beta --by pairs -t auto:by").prints(), expected);
    let row = |system: &str, set: &str, i: usize| json!({"lp": set, "system": system, "id": i, "mt": candidate(set, system, i), "ref": reference(set, i)});
    let long = SYSTEMS.iter().flat_map(|system| all().map(move |(set, i)| format!("{}\n", row(system, set, i))));
    dir.write("long.jsonl", long.collect::<String>());
    let command = "--records long.jsonl -r ref mt --systems-by system --id id --by lp -t auto:by";
    assert_eq!(dir.run(command).prints(), expected);
}

#[test]
fn sets_may_need_a_dictionary() {
    let dir = TestDir::with([]);
    for (name, bytes) in sample().with_entries(392_126).compile().files_mut() {
        dir.write(&format!("ipadic/{name}"), bytes);
    }
    let row = |lp: &str, mt: &str| format!("{}\n", json!({"lp": lp, "mt": mt, "ref": "もも の うち"}));
    dir.write("t.jsonl", row("en-ja", "もも うち") + &row("en-de", "もも うち"));
    let found = dir.run("--records t.jsonl -r ref mt --by lp -t auto:by --dictionary ipadic -f json -q").json();
    let signature = |set: usize| found["groups"][set]["signature"].as_str().unwrap().to_owned();
    assert_says(&signature(0), &["|tok:ja-mecab-0.996-IPA|", "|dict:"]);
    assert_says(&signature(1), &["|tok:13a|"]);
    let message = dir.run("--records t.jsonl -r ref mt --by lp -t auto:by --dictionary none").fails();
    assert_says(&message, &["group en-ja: "]);
}

#[test]
fn a_set_may_have_a_tokenizer_that_is_named() {
    let dir = dir();
    let run = |sets: &str| dir.run(&format!("--records all.jsonl -r ref alpha --by lp -t {sets} -f json -q"));
    let groups = |sets: &str| run(sets).json()["groups"].clone();
    let [plain, named] = [groups("auto:by"), groups(&format!("auto:by,{}=char", SETS[0]))];
    let of_first = dir.run("--records 0.jsonl -r ref alpha -t char -f json -q").json();
    assert_eq!(named[0]["score"], of_first["score"]);
    assert_says(named[0]["signature"].as_str().unwrap(), &["|tok:char|"]);
    assert_eq!(named[1], plain[1]);
    dir.write("news.jsonl", table(&["wmt22/en-zh", "news"], false));
    let run = |sets: &str| dir.run(&format!("--records news.jsonl -r ref alpha --by lp -t {sets} -f json -q"));
    let found = run("AUTO:by,en-zh=char,news=intl").json();
    assert_says(found["groups"][0]["signature"].as_str().unwrap(), &["|tok:char|"]);
    assert_says(found["groups"][1]["signature"].as_str().unwrap(), &["|tok:intl|"]);
    assert_says(&run("auto:by,news=intl,en-ja=char").fails(), &["auto:by: en-ja=char: no group is called en-ja"]);
    assert_says(&run("auto:by").fails(), &["group news: 'news' is not", "name a tokenizer: auto:by,news=char"]);
    for (value, message) in [
        ("auto:by,news", "'news' is not LABEL=TOKENIZER"),
        ("auto:by,news=xyz", "'xyz' is not the name of a tokenizer"),
        ("auto:by,news=auto:by", "a group has one tokenizer"),
    ] {
        assert_says(&run(value).refuses(), &[message]);
    }
}

#[test]
fn line_feeds_in_texts_are_those_of_the_tokenizer() {
    let dir = TestDir::with([]);
    let text = "eins zwei drei-\nvier";
    for (set, language) in [("en-de", "de"), ("en-zh", "zh")] {
        let row = json!({"lp": set, "mt": text, "ref": "eins zwei drei - vier"}).to_string();
        let found = dir.pipe("--records - --records-format jsonl -r ref mt --by lp -t auto:by -f json -q", &row).json();
        let alone = format!("--records - --records-format jsonl -r ref mt -t auto:{language} -f json -q");
        assert_eq!(found["groups"][0]["score"], dir.pipe(&alone, &row).json()["score"], "{set}");
    }
}

#[test]
fn sets_may_differ_in_their_references() {
    let dir = TestDir::with([]);
    let row = |lp: &str, references: Value| format!("{}\n", json!({"lp": lp, "mt": "a b c d e", "ref": references}));
    let rows = row("en-de", json!(["a b c d e"])).repeat(3) + &row("en-fr", json!(["a b c d e", "x"])).repeat(3);
    let found = dir.pipe("--records - -r ref mt --by lp -t auto:by -f json -q", rows).json();
    let signatures = [0, 1].map(|set| found["groups"][set]["signature"].as_str().unwrap()[..8].to_owned());
    assert_eq!(signatures, ["nrefs:1|", "nrefs:2|"]);
}

#[test]
fn what_has_no_sets_is_refused() {
    let dir = dir();
    let refused = |flags: &str| dir.run(&format!("--records all.jsonl -r ref alpha -t auto:by {flags}")).refuses();
    assert_says(&refused(""), &["--tokenize auto:by needs --by FILE; add it, or name one tokenizer"]);
    for flag in [
        "--sentence",
        "--explain",
        "--what-if",
        "--stats",
        "--fail-on any",
        "--as nltk",
        "--confidence --columns score,bp",
        "--paired bootstrap --robust",
    ] {
        assert_says(&refused(&format!("--by lp {flag}")), &["auto:by"]);
    }
    dir.write("news.jsonl", table(&["news"], false));
    let message = dir.run("--records news.jsonl -r ref alpha -t auto:by --by lp").fails();
    assert_says(&message, &["--tokenize auto:by: group news: 'news' is not a language code", "as en-de"]);
    let gate = |limit: &str| {
        let args = format!("--records all.jsonl -r ref alpha -t auto:by --by lp --fail-under {limit}");
        dir.run(&args).status
    };
    assert_eq!([gate("0.99"), gate("group=0.99"), gate("0.01")], [Some(3), Some(3), Some(0)]);
}

#[test]
fn notes_and_warnings_are_those_of_lines() {
    let dir = TestDir::with([]);
    let row = |lp: &str, mt: &str| format!("{}\n", json!({"lp": lp, "mt": mt, "ref": "a b c d e"}));
    let rows =
        row("en-de", "a b c d e").repeat(20) + &row("en-fr", "").repeat(2) + &row("en-fr", "a b c d e").repeat(8);
    let run = dir.pipe("--records - -r ref mt --by lp -t auto:by", rows);
    let warning = "standard input: mt: lines are empty (empty lines): 2 of 30 lines, the first is line 21; did the \
                   translation fail on them?; see --explain";
    assert_eq!(run.err, format!("bleu: warning: {warning}\n"));
    // The mean is that of the two sets, not of all lines: the brevity penalty of one is 1, that of the other exp(-1/4).
    let mean = (1.0 + (-0.25f64).exp()) / 2.0;
    assert_says(&run.out, &[&format!("{mean:.4}")]);
    // A set without n-grams, which the n-grams of the other sets hide.
    let rows = row("en-de", "a b c d e").repeat(20) + &row("en-fr", "a x b y").repeat(20);
    for test in ["", "--confidence"] {
        let run = dir.pipe(&format!("--records - -r ref mt --by lp -t auto:by {test}"), &rows);
        let note =
            "note: mt: group en-fr: no 2-gram is correct (0 of 60), nor any longer n-gram; smoothing (exp) makes";
        assert!(run.err.starts_with(&format!("bleu: {note}")) && run.err.lines().count() == 1, "{}", run.err);
    }
}
