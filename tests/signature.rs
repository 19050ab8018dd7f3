//! The signature says all that determines a score: each flag of the program changes it, or cannot change the score.

use crate::common::{Run, TestDir, assert_says, start};
use crate::naive::dictionary_builder::sample;
use std::collections::BTreeSet;

/// Flags that name the texts, or say how they are read.
const TEXTS: [&str; 11] = [
    "--at",
    "--reference",
    "--text",
    "--records",
    "--input-format",
    "--target-lang",
    "--id-word",
    "--delimiter",
    "--header",
    "--systems-by",
    "--test-set",
];

/// Flags of modes that print no score of a corpus, of explanations of one, and of its notation.
const OTHERS: &[&str] = &[
    "--keep-going",
    "--help",
    "--version",
    "--man",
    "--cite",
    "--completions",
    "--list-test-sets",
    "--list-dictionaries",
    "--sentence",
    "--explain",
    "--explain-segment",
    "--what-if",
    "--repair",
    "--source",
    "--show",
    "--print-tokens",
    "--pick",
    "--pairwise",
    "--stats",
    "--verify",
    "--from-stats",
    "--format",
    "--columns",
    "--percent",
    "--digits",
    "--csv-separator",
    "--decimal-comma",
    "--latex-label",
    "--latex-caption",
    "--score-only",
    "--report-segments",
    "--robust",
    "--reference-samples",
];

/// Flags that change a score or a result of a test, with arguments without and with them.
const CHANGES: &[(&str, &str, &str)] = &[
    ("--join-by", TABLE, "--records t.jsonl -r ref mt --join-by doc"),
    ("--join-by", "--records t.jsonl -r ref mt --join-by domain", "--records t.jsonl -r ref mt --join-by doc"),
    ("--join-by", PLAIN, "-r ref hyp --join-by docs"),
    ("--empty-reference", SHORTEST, "-r gaps -r ref hyp --ref-length shortest --empty-reference missing"),
    ("--empty-reference", "-r gaps hyp", "-r gaps hyp --empty-reference skip"),
    ("--clean", "-r ref tagged", "-r ref tagged --clean markup"),
    ("--clean", "-r ref tagged --clean labels", "-r ref tagged --clean markup"),
    ("--empty-candidate", "-r ref gaps", "-r ref gaps --empty-candidate skip"),
    ("--origlang", "--test-set wmt22/de-fr hyp", "--test-set wmt22/de-fr hyp --origlang de"),
    ("--subset", "--test-set wmt22/de-fr hyp", "--test-set wmt22/de-fr hyp --subset news"),
    ("--samples", PLAIN, "-r half hyp --samples 2"),
    ("--samples-by", TABLE, "--records t.jsonl -r same mt --samples-by pair"),
    ("--tokenize", PLAIN, "-r ref hyp --tokenize char"),
    ("--dictionary", "-r ja hyp.ja -t ja-mecab --dictionary one", "-r ja hyp.ja -t ja-mecab --dictionary two"),
    ("--normalize", PLAIN, "-r ref hyp --normalize nfkc"),
    ("--lowercase", PLAIN, "-r ref hyp --lowercase"),
    ("--max-order", PLAIN, "-r ref hyp --max-order 3"),
    ("--weights", PLAIN, "-r ref hyp --weights 0.4,0.3,0.2,0.1"),
    ("--smooth", "-r other hyp", "-r other hyp --smooth floor"),
    ("--effective-order", "-r short short2", "-r short short2 --effective-order"),
    ("--as", "-r other hyp", "-r other hyp --as nltk"),
    ("--as", "-r other hyp --as nltk", "-r other hyp --as hf"),
    ("--ref-length", "-r ref -r other hyp", "-r ref -r other hyp --ref-length shortest"),
    ("--mean-of-segments", PLAIN, "-r ref hyp --mean-of-segments"),
    ("--unicode", "-r ref added -t intl", "-r ref added -t intl --unicode 17"),
    ("--cumulative", PLAIN, "-r ref hyp --cumulative"),
    ("--self-bleu", "--pool-references -r hyp hyp", "--self-bleu hyp"),
    ("--pool-references", PLAIN, "--pool-references -r ref hyp"),
    ("--confidence", PLAIN, "-r ref hyp --confidence"),
    ("--resamples", "-r ref hyp --confidence", "-r ref hyp --confidence --resamples 50"),
    ("--seed", "-r ref hyp --confidence", "-r ref hyp --confidence --seed 7"),
    ("--paired", "-r ref hyp hyp2", "-r ref hyp hyp2 --paired bootstrap"),
    ("--paired", "-r ref hyp hyp2 --paired bootstrap", "-r ref hyp hyp2 --paired randomization"),
    ("--all-pairs", "-r ref hyp hyp2", "-r ref hyp hyp2 --all-pairs randomization"),
    ("--correct", RANDOMIZATION, "-r ref hyp hyp2 other hyp --paired randomization --correct bonferroni"),
    ("--runs", RANDOMIZATION, "-r ref hyp hyp2 other hyp --paired randomization --runs 2"),
    ("--sentencepiece-version", PIECES, "-r pieces hyp.pieces -t spm:unigram.model --sentencepiece-version 0.2.1"),
];

/// Flags that change no score, with arguments without and with them.
const KEEPS: &[(&str, &str, &str)] = &[
    ("--by", TABLE, "--records t.jsonl -r ref mt --by doc"),
    ("--empty-reference", PLAIN, "-r ref hyp --empty-reference empty"),
    ("--confidence", PLAIN, "-r ref hyp --confidence"),
    ("--paired", "-r ref hyp hyp2", "-r ref hyp hyp2 --paired bootstrap"),
    ("--all-pairs", "-r ref hyp hyp2", "-r ref hyp hyp2 --all-pairs randomization"),
    ("--names", PLAIN, "-r ref hyp --names x"),
    ("--sort", "-r ref hyp hyp2", "-r ref hyp hyp2 --sort"),
    ("--report", PLAIN, "-r ref hyp --report report.html"),
    ("--save", PLAIN, "-r ref hyp --save run.bleu"),
    ("--fail-under", PLAIN, "-r ref hyp --fail-under 0.01"),
    ("--fail-if-worse", RANDOMIZATION, "-r ref hyp hyp2 other hyp --paired randomization --fail-if-worse=0.000001"),
    ("--max-drop", RANDOMIZATION, "-r ref hyp hyp2 other hyp --paired randomization --max-drop 1"),
    ("--fail-on", PLAIN, "-r ref hyp --fail-on shuffled"),
    ("--baseline", "-r ref hyp", "-r ref hyp --baseline base.stats"),
    ("--quiet", PLAIN, "-r ref hyp --quiet"),
    ("--jobs", PLAIN, "-r ref hyp --jobs 3"),
    ("--id", "--from-stats plain.stats", "--from-stats id.stats"),
    ("--expect-segments", "--from-stats plain.stats", "--from-stats plain.stats --expect-segments 12"),
];

const PLAIN: &str = "-r ref hyp";
const SHORTEST: &str = "-r gaps -r ref hyp --ref-length shortest";
const PIECES: &str = "-r pieces hyp.pieces -t spm:unigram.model";
const TABLE: &str = "--records t.jsonl -r ref mt";
const RANDOMIZATION: &str = "-r ref hyp hyp2 other hyp --paired randomization";

/// A directory with texts on which nearly every flag has an effect.
fn dir() -> TestDir {
    let lines = |line: &dyn Fn(usize) -> String| (0..12).map(|i| line(i) + "\n").collect::<String>();
    let reference =
        |i: usize| format!("The house number {i} of {} stands near an old mill and a “lake” ½ mile off .", i % 5);
    let hyp = |i: usize| match i % 3 {
        0 => reference(i).replace("The", "the").replace("stands", "stood"),
        1 => reference(i).replace("an old mill and", "mills,").replace(['“', '”'], "\""),
        _ => reference(i).replace('½', "1⁄2").replace("near", "close to the big"),
    };
    let mut table = String::new();
    for i in 0..12 {
        let row = serde_json::json!({
            "mt": hyp(i), "ref": reference(i), "same": reference(0), "pair": i / 2,
            "doc": format!("d{}", i / 4), "domain": format!("n{}", i % 5),
        });
        table += &format!("{row}\n");
    }
    let dir = TestDir::with([
        ("ref", &*lines(&reference)),
        ("half", &(0..6).map(|i| reference(i) + "\n").collect::<String>()),
        ("gaps", &lines(&|i| if i % 4 == 1 { String::new() } else { reference(i) })),
        ("other", &lines(&|i| format!("House {i} is near a mill and a lake"))),
        ("hyp", &lines(&hyp)),
        ("hyp2", &lines(&|i| hyp(i).replace("house", "home"))),
        ("tagged", &lines(&|i| format!("<s> Translation: {}", hyp(i)))),
        ("added", &lines(&|i| reference(i).replace('½', "\u{20C2}½"))),
        ("short", "a b c\nd e f\n"),
        ("short2", "a b c\nd e g\n"),
        ("docs", &lines(&|i| format!("d{}", i / 3))),
        ("ids", &lines(&|i| (i + 1).to_string())),
        ("t.jsonl", &table),
        ("pieces", "eeel\n"),
        ("hyp.pieces", "eeelll\n"),
        ("ja", "東京都に\nもも の うち\n"),
        ("hyp.ja", "東京に\nもも うち\n"),
        ("cache/wmt22/wmt22.de-fr.src", &lines(&reference)),
        ("cache/wmt22/wmt22.de-fr.ref-A", &lines(&reference)),
        ("cache/wmt22/wmt22.de-fr.origlang", &lines(&|i| ["de", "fr"][i % 2].to_owned())),
        ("cache/wmt22/wmt22.de-fr.domain", &lines(&|i| ["news", "chat", "news"][i % 3].to_owned())),
    ]);
    dir.write("unigram.model", include_bytes!("../testdata/sentencepiece/unigram.model"));
    for folder in ["one", "two"] {
        let mut source = sample();
        if folder == "two" {
            source.words.remove("東京都");
        }
        for (name, bytes) in source.with_entries(392_126).compile().files_mut() {
            dir.write(&format!("{folder}/{name}"), bytes);
        }
    }
    dir.write("base.stats", dir.run("-r ref hyp -q --stats=segments").prints());
    dir.write("plain.stats", dir.run("-r ref hyp -q --stats").prints());
    dir.write("id.stats", dir.run("-r ref hyp -q --stats --id ids").prints());
    dir
}

fn run(dir: &TestDir, arguments: &str) -> Run {
    let mut command = dir.command(arguments);
    Run::of(arguments, start(command.env("SACREBLEU", dir.path().join("cache")).env_remove("SACREBLEU_SEED")))
}

/// The signature of the first system, its score, and all numbers.
fn results(dir: &TestDir, arguments: &str) -> (String, String, String) {
    let out = run(dir, &format!("{arguments} -q --format tsv")).prints();
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
    let place = |name: &str| rows[0].iter().position(|title| *title == name);
    let is_other =
        |row: &Vec<&str>| place("system").is_some_and(|place| ["hyp2", "other", "base.stats"].contains(&row[place]));
    let row = rows[1..].iter().find(|row| !is_other(row)).unwrap();
    let score = place("score").or_else(|| place("bleu_4")).map_or("", |place| row[place]);
    let signature = row[place("signature").unwrap()];
    (signature.to_owned(), score.to_owned(), out.replace(signature, ""))
}

#[test]
fn each_flag_changes_the_signature_or_cannot_change_the_score() {
    let (dir, mut wrong) = (dir(), Vec::new());
    for &(flag, without, with) in CHANGES {
        let [(signature, _, numbers), (other, _, other_numbers)] = [without, with].map(|args| results(&dir, args));
        if signature == other || numbers == other_numbers {
            wrong.push(format!("{flag}: {without} and {with}: {signature} {other}"));
        }
    }
    for &(flag, without, with) in KEEPS {
        let [(_, score, _), (_, other, _)] = [without, with].map(|arguments| results(&dir, arguments));
        if score != other {
            wrong.push(format!("{flag}: {without} and {with}: {score} {other}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_flag_of_the_help_has_its_place_here() {
    let help = TestDir::with([]).run("--help").prints();
    let flag = |line: &str| {
        Some(line.trim_start().rsplit_once("--").filter(|_| line.trim_start().starts_with('-'))?.1.to_owned())
    };
    let name =
        |text: String| text.split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap_or_default().to_owned();
    let of_help: BTreeSet<String> = help
        .lines()
        .filter(|line| line.starts_with("  ") && line.trim_start().starts_with('-') && line.contains("--"))
        .filter_map(flag)
        .map(|text| format!("--{}", name(text)))
        .collect();
    let pairs = CHANGES.iter().chain(KEEPS).map(|(flag, ..)| *flag);
    let known: BTreeSet<String> = TEXTS.iter().chain(OTHERS).copied().chain(pairs).map(String::from).collect();
    assert_eq!(of_help, known);
}

#[test]
fn records_of_different_settings_do_not_add_up() {
    let dir = dir();
    let settings = [
        TABLE,
        "--records t.jsonl -r ref mt --join-by doc",
        "--records t.jsonl -r ref mt --join-by domain",
        "--records t.jsonl -r ref mt --empty-reference missing",
        "--records t.jsonl -r ref mt --empty-reference skip",
        "--records t.jsonl -r ref mt --empty-candidate skip",
        "--records t.jsonl -r ref mt -t ja-mecab --dictionary one",
        "--records t.jsonl -r ref mt -t ja-mecab --dictionary two",
        "--records t.jsonl -r ref mt --lowercase",
        "--records t.jsonl -r ref mt --clean think",
        "--records t.jsonl -r ref mt --max-order 3",
    ];
    let records = settings.map(|arguments| run(&dir, &format!("{arguments} -q --stats")).prints());
    for (i, one) in records.iter().enumerate() {
        for other in &records[i + 1..] {
            let message = dir.pipe("--from-stats", format!("{one}{other}")).fails();
            assert_says(&message, &["line 2: counted as", "count all shards with the same flags"]);
        }
    }
}

#[test]
fn self_bleu_has_the_segments_and_references_of_each_candidate() {
    let dir = TestDir::with([("four", "a b c d\na b c e\na b d e\nb c d e\n"), ("two", "a b c d\na b c e\n")]);
    for order in ["four two", "two four"] {
        let text = dir.run(&format!("--self-bleu {order} -n 2")).prints();
        assert_says(&text, &["segments\n", "BLEU|nrefs:var|"]);
        let systems = dir.run(&format!("--self-bleu {order} -n 2 --format json")).json();
        for system in systems.as_array().unwrap() {
            let name = system["system"].as_str().unwrap();
            let alone = dir.run(&format!("--self-bleu {name} -n 2 --format json")).json();
            for key in ["score", "segments", "signature"] {
                let alone = alone.get(0).unwrap_or(&alone);
                assert_eq!(system[key], alone[key], "{order}: {key}");
            }
        }
    }
    // Of equal lengths, they share a signature.
    assert_says(&dir.run("--self-bleu two two -n 2").prints(), &["BLEU|nrefs:1|"]);
    assert_says(&dir.run("--pool-references -r four four two -n 2").prints(), &["segments\n", "BLEU|nrefs:4|"]);
}
