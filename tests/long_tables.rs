//! `--systems-by`: tables with a row for each segment of each system.

use crate::common::{TestDir, assert_says};
use serde_json::json;

const SYSTEMS: [&str; 3] = ["alpha", "beta", "gamma"];
const SEGMENTS: usize = 24;

fn reference(i: usize) -> String {
    format!("The answer to question {i} of {} can be found near the end of the book", i % 5)
}

fn candidate(system: &str, i: usize) -> String {
    match (system, i % 3) {
        ("alpha", 0) => reference(i).replace("near the end", "at the end"),
        ("beta", 1) => reference(i).replace("can be found", "is found"),
        ("gamma", _) => reference(i).replace("question", "the question").replace("the end", "an end"),
        _ => reference(i).replace("can be", "may be"),
    }
}

/// The rows, in another order than the segments, and the same with a column for each system.
fn tables() -> (Vec<serde_json::Value>, String) {
    let mut long = Vec::new();
    for (place, system) in SYSTEMS.into_iter().enumerate() {
        for i in (0..SEGMENTS).map(|i| if place == 0 { i } else { SEGMENTS - 1 - i }) {
            let (mt, doc) = (candidate(system, i), format!("d{}", i / 8));
            let row = json!({"model": system, "id": i, "mt": mt, "ref": reference(i), "src": mt, "doc": doc});
            long.push(row);
        }
    }
    // The source is the same for all systems.
    long.iter_mut().for_each(|row| row["src"] = format!("Quelle {}", row["id"]).into());
    let wide = (0..SEGMENTS).map(|i| {
        let [alpha, beta, gamma] = SYSTEMS.map(|system| candidate(system, i));
        let (src, doc) = (format!("Quelle {i}"), format!("d{}", i / 8));
        let row =
            json!({"alpha": alpha, "beta": beta, "gamma": gamma, "ref": reference(i), "src": src, "doc": doc, "id": i});
        format!("{row}\n")
    });
    (long, wide.collect())
}

fn lines(rows: &[serde_json::Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

fn dir() -> TestDir {
    let (long, wide) = tables();
    let cell =
        |row: &serde_json::Value, key: &str| row[key].as_str().map_or_else(|| row[key].to_string(), String::from);
    let row = |row| ["model", "id", "mt", "ref"].map(|key| cell(row, key)).join(";");
    let csv: String = long.iter().map(|json| row(json) + "\n").collect();
    let csv = "model;id;mt;ref\n".to_owned() + &csv;
    TestDir::with([("long.jsonl", &*lines(&long)), ("long.csv", &*csv), ("wide.jsonl", &*wide)])
}

#[test]
fn every_mode_and_format_is_that_of_a_column_for_each_system() {
    let dir = dir();
    let modes = [
        "",
        "--format json",
        "--format tsv",
        "--format markdown",
        "--format latex",
        "-b",
        "--paired bootstrap",
        "--paired randomization --correct holm --format json",
        "--all-pairs randomization",
        "--confidence",
        "--sentence",
        "--sentence --format json --by doc",
        "--by doc --format tsv",
        "--join-by doc --percent",
        "--what-if",
        "--cumulative",
        "--self-bleu",
        "--pool-references",
        "--stats=segments",
        "--lowercase -t char",
    ];
    for mode in modes {
        let references = if mode == "--self-bleu" { "" } else { "-r ref" };
        let ids = if mode.contains("--sentence") || mode.contains("--stats") { "--id id" } else { "" };
        let wide = dir.run(&format!("--records wide.jsonl {references} alpha beta gamma {mode} {ids}")).prints();
        let long = dir.run(&format!("--records long.jsonl {references} mt --systems-by model --id id {mode}")).prints();
        assert_eq!(long, wide, "{mode}");
    }
    let wide = dir.run("--records wide.jsonl -r ref alpha beta gamma").prints();
    assert_eq!(dir.run("--records long.csv -r ref mt --systems-by model --id id").prints(), wide);
    let numbers = dir.run("--records long.csv --header -r 4 3 --systems-by 1 --id 2").prints();
    assert_eq!(numbers, wide);
    let text = std::fs::read_to_string(dir.path().join("long.jsonl")).unwrap();
    assert_eq!(dir.pipe("--records - -r ref mt --systems-by model --id id", text).prints(), wide);
}

#[test]
fn the_source_and_reports_work_too() {
    let dir = dir();
    let (long, _) = tables();
    let two: Vec<_> = long.into_iter().filter(|row| row["model"] != "gamma").collect();
    dir.write("two.jsonl", lines(&two));
    let long = dir.run("--records two.jsonl -r ref mt --systems-by model --id id --explain --source src").prints();
    let wide = dir.run("--records wide.jsonl -r ref alpha beta --id id --explain --source src").prints();
    assert_eq!(long, wide);
    let run = dir.run("--records long.jsonl -r ref mt --systems-by model --id id --report page.html");
    assert_says(&run.err, &["wrote page.html (", "open it in a browser"]);
    let page = std::fs::read_to_string(dir.path().join("page.html")).unwrap();
    assert_says(&page, &["alpha", "beta", "gamma"]);
    let message = dir.run("--records long.jsonl -r ref mt --systems-by model --id id --explain").fails();
    assert_says(&message, &["--explain takes at most 2 candidates; 3 are given"]);
}

#[test]
fn rows_that_are_missing_or_do_not_agree_are_named() {
    let dir = dir();
    let (long, _) = tables();
    let run = |rows: &[serde_json::Value]| {
        dir.write("t.jsonl", lines(rows));
        dir.run("--records t.jsonl -r ref mt --systems-by model --id id").fails()
    };
    let without = |is_missing: &dyn Fn(&serde_json::Value) -> bool| -> Vec<_> {
        long.iter().filter(|row| !is_missing(row)).cloned().collect()
    };
    let message = run(&without(&|row| row["model"] == "beta" && row["id"] == 7));
    assert_says(
        &message,
        &["t.jsonl: the system beta has no row for the id 7, of which another system has line 8; add"],
    );
    let message = run(&without(&|row| row["model"] == "alpha" && row["id"].as_u64() < Some(8)));
    assert_says(&message, &["the system alpha has no row for the ids 7, 6, 5, 4, 3 and 3 others, of which"]);
    let mut twice = long.clone();
    twice.push(long[3].clone());
    assert_says(&run(&twice), &["t.jsonl: line 73: a second row of the system alpha for the id 3; remove one"]);
    let mut other = long.clone();
    other[30]["ref"] = "Another reference".into();
    assert_says(&run(&other), &["t.jsonl: line 31: another reference than line 18, which has the same id"]);
    let mut nameless = long.clone();
    nameless[0]["model"] = "".into();
    assert_says(&run(&nameless), &["t.jsonl: line 1: an empty system; every row needs one"]);
    let refused = |flags: &str| dir.run(&format!("--records long.jsonl -r ref {flags}")).refuses();
    assert_says(&refused("mt --systems-by model"), &["--id"]);
    assert_says(&refused("mt src --systems-by model --id id"), &["--systems-by takes one candidate"]);
    let unknown = dir.run("--records long.jsonl -r ref mt --systems-by modell --id id").fails();
    assert_says(&unknown, &["no key 'modell'; did you mean 'model'?"]);
}

#[test]
fn test_sets_may_have_the_same_ids() {
    let dir = TestDir::with([]);
    let row = |lp: &str, system: &str, id: usize| {
        let (mt, reference) = (candidate(system, id + lp.len()), reference(id + lp.len()));
        json!({"lp": lp, "system": system, "id": id, "mt": mt, "ref": reference})
    };
    let sets = ["en-de", "en-gsw"];
    let rows = |system| sets.into_iter().flat_map(move |lp| (0..5).map(move |id| row(lp, system, id)));
    dir.write("t.jsonl", lines(&SYSTEMS.into_iter().flat_map(rows).collect::<Vec<_>>()));
    let table = "--records t.jsonl -r ref mt --systems-by system --id id";
    assert_says(&dir.run(table).fails(), &["another reference than line 1, which has the same id", "with --by"]);
    let all = std::fs::read_to_string(dir.path().join("t.jsonl")).unwrap();
    let without_last: String = all.lines().take(29).map(|line| format!("{line}\n")).collect();
    let message = dir.pipe(&format!("{} --by lp", table.replace("t.jsonl", "-")), without_last).fails();
    assert_says(&message, &["the system gamma has no row for the id 4 of en-gsw"]);
    let scores = dir.run(&format!("{table} --by lp --format tsv")).prints();
    assert_eq!(scores.lines().count(), 1 + 3 * 3);
}
