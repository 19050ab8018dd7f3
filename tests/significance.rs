//! Confidence intervals, paired tests and comparisons of all pairs, and the formats that show them, through the program.
//! The figures are compared with sacreBLEU's in `oracle.rs`.

use crate::common::{Run, TestDir, assert_says, values_of};
use serde_json::{Value, json};

/// Three systems. The last two are about equally good.
const SYSTEMS: &str = "-r latin.ref1.txt latin.hyp.txt latin.hyp2.txt latin.ref2.txt";

/// All modes that resample.
const MODES: [&str; 5] = [
    "--confidence",
    "--paired bootstrap",
    "--paired randomization --resamples 1000",
    "--all-pairs bootstrap",
    "--all-pairs randomization --resamples 1000",
];

pub fn run(arguments: &str) -> String {
    TestDir::corpora().run(arguments).prints()
}

pub fn run_json(arguments: &str) -> Value {
    TestDir::corpora().run(&format!("--format json {arguments}")).json()
}

/// The cells of tab-separated values; the first row is the header.
fn cells(tsv: &str) -> Vec<Vec<&str>> {
    let rows: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "ragged: {tsv}");
    rows
}

/// A column of tab-separated values.
fn column<'a>(rows: &[Vec<&'a str>], title: &str) -> Vec<&'a str> {
    let place = rows[0].iter().position(|cell| *cell == title).unwrap_or_else(|| panic!("no {title}"));
    rows[1..].iter().map(|row| row[place]).collect()
}

/// Asserts that a number equals its JSON, up to the rounding of the JSON parser.
#[track_caller]
fn assert_same(number: f64, json: &Value) {
    let json = json.as_f64().unwrap();
    assert!((number - json).abs() <= 1e-15 * json.abs(), "{number} is not {json}");
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn confidence_follows_the_score() {
    let line = run("-r latin.ref1.txt --confidence latin.hyp.txt");
    assert_eq!(
        line,
        format!(
            "BLEU|nrefs:1|bs:1000|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-{} = 0.7374 \
             (μ = 0.7354 ± 0.0749) 0.881/0.781/0.697/0.616 (BP = 1.000 ratio = 1.020 hyp_len = 454 ref_len = 445)\n",
            env!("CARGO_PKG_VERSION")
        )
    );
    // With these flags the rest of the line is sacreBLEU's own.
    let line = run("-r latin.ref1.txt --confidence --percent --digits 1 latin.hyp.txt");
    assert!(line.contains(" = 73.7 (μ = 73.5 ± 7.5) 88.1/78.1/69.7/61.6 (BP = 1.000 "), "{line}");
}

#[test]
fn confidence_of_several_systems_is_a_column_of_the_table() {
    let table = run(&format!("--confidence {SYSTEMS}"));
    let expected = "\
system    BLEU       μ ± 95% CI               precisions     BP  ratio  hyp_len  ref_len
hyp     0.7374  0.7354 ± 0.0749  0.881/0.781/0.697/0.616  1.000  1.020      454      445
hyp2    0.4186  0.4161 ± 0.0770  0.793/0.551/0.409/0.317  0.858  0.867      386      445
ref2    0.4281  0.4229 ± 0.0910  0.742/0.507/0.358/0.256  0.993  0.993      442      445

BLEU|nrefs:1|bs:1000|seed:12345|";
    assert!(table.starts_with(expected), "{table}");
    let caption = "\nμ ± 95% CI: mean and half-width of the 95% confidence interval, from the scores of 1000 bootstrap resamples.\n";
    assert!(table.ends_with(caption), "{table}");
}

#[test]
fn paired_marks_significant_differences_and_explains_the_mark() {
    let table = run(&format!("--paired bootstrap {SYSTEMS} latin.hyp.txt"));
    let expected = "\
system     BLEU       μ ± 95% CI                 Δ  p-value                precisions     BP
hyp      0.7374  0.7354 ± 0.0749                 -        -   0.881/0.781/0.697/0.616  1.000
hyp2     0.4186  0.4161 ± 0.0770  -0.3187 ± 0.1029   0.0010*  0.793/0.551/0.409/0.317  0.858
ref2     0.4281  0.4229 ± 0.0910  -0.3092 ± 0.0689   0.0010*  0.742/0.507/0.358/0.256  0.993
hyp (2)  0.7374  0.7354 ± 0.0749  +0.0000 ± 0.0000   1.0000   0.881/0.781/0.697/0.616  1.000

BLEU|nrefs:1|bs:1000|seed:12345|";
    assert!(table.starts_with(expected), "{table}");
    let caption = "
* difference from hyp is significant at p_interval ≤ 0.05: its 95% interval excludes 0 (paired bootstrap, 1000 resamples).
Δ: difference from hyp, and half-width of its 95% confidence interval, from the same resamples.
Not significant does not mean equal.
";
    assert!(table.contains(caption), "{table}");
}

#[test]
fn randomization_has_p_values_but_no_intervals() {
    let table = run(&format!("--paired randomization {SYSTEMS}"));
    let expected = "\
system    BLEU        Δ  p-value                precisions     BP
hyp     0.7374        -        -   0.881/0.781/0.697/0.616  1.000
hyp2    0.4186  -0.3187   0.0001*  0.793/0.551/0.409/0.317  0.858
ref2    0.4281  -0.3092   0.0001*  0.742/0.507/0.358/0.256  0.993

BLEU|nrefs:1|ar:10000|seed:12345|";
    assert!(table.starts_with(expected), "{table}");
    assert_says(&table, &["(approximate randomization, 10000 trials)"]);
}

#[test]
fn a_small_p_value_is_not_shown_as_zero() {
    let table = run(&format!("--paired randomization --resamples 20000 {SYSTEMS}"));
    assert!(table.contains(" 0.00005* "), "{table}");
    let table = run(&format!("--all-pairs randomization --resamples 4000 {SYSTEMS}"));
    assert!(table.contains("<.001*"), "{table}");
}

#[test]
fn all_pairs_are_sorted_ranked_and_clustered() {
    let table = run(&format!("--all-pairs bootstrap {SYSTEMS}"));
    let expected = "\
#  rank  system    BLEU       μ ± 95% CI           Δ above               precisions     BP
1  1     hyp     0.7374  0.7354 ± 0.0749                 -  0.881/0.781/0.697/0.616  1.000
------------------------------------------------------------------------------------------
2  2-3   ref2    0.4281  0.4229 ± 0.0910  -0.3092 ± 0.0689  0.742/0.507/0.358/0.256  0.993
3  2-3   hyp2    0.4186  0.4161 ± 0.0770  -0.0095 ± 0.0956  0.793/0.551/0.409/0.317  0.858

#    1     2
2 .001*
3 .001* .315

BLEU|nrefs:1|bs:1000|seed:12345|";
    assert!(table.starts_with(expected), "{table}");
    let caption = "
* difference of two systems is significant at p_interval ≤ 0.05: its 95% interval excludes 0 (paired bootstrap, 1000 resamples).
Rules separate clusters of systems: each differs significantly from all in other clusters. rank: the positions that are consistent with the significant differences.
Δ above: difference from the system above, and half-width of its 95% confidence interval, from the same resamples.
";
    assert!(table.contains(caption), "{table}");
}

#[test]
fn quiet_omits_only_captions() {
    for mode in MODES {
        for format in ["text", "markdown", "latex"] {
            let arguments = format!("{mode} --format {format} {SYSTEMS}");
            let (full, quiet) = (run(&arguments), run(&format!("--quiet {arguments}")));
            // In LaTeX, a table without a caption does not float, but begins a paragraph.
            let table = if format == "latex" { quiet.split("% BLEU").next().unwrap() } else { &quiet };
            let table = table.replace("\\noindent", "");
            // Comments stand before it.
            let table = &table[table.find("\\begin{tabular}").unwrap_or_default()..];
            assert!(full.contains(table) && full.len() > quiet.len(), "{full}\n{quiet}");
            let signature = quiet.lines().last().unwrap();
            assert!(signature.contains("BLEU|nrefs:1|"), "{signature}");
        }
    }
}

#[test]
fn score_only_prints_the_scores_first_in_the_order_given() {
    let scores = run(&format!("-b {SYSTEMS}"));
    for mode in MODES.into_iter().filter(|mode| !mode.starts_with("--all-pairs")) {
        let found = run(&format!("{mode} -b {SYSTEMS}"));
        let first: Vec<&str> = found.lines().filter_map(|line| line.split('\t').next()).collect();
        assert_eq!(first, scores.lines().collect::<Vec<_>>());
    }
}

#[test]
fn markdown_has_tables_and_a_signature() {
    let table = run(&format!("--all-pairs randomization -q -f markdown --percent {SYSTEMS}"));
    let expected = format!(
        "\
| # | cluster | rank | system | BLEU | Δ above | precisions | BP |
| --: | --: | :-- | :-- | --: | --: | --: | --: |
| 1 | 1 | 1 | hyp | 73.74 | - | 88.1/78.1/69.7/61.6 | 1.000 |
| 2 | 2 | 2-3 | ref2 | 42.81 | -30.92 | 74.2/50.7/35.8/25.6 | 0.993 |
| 3 | 2 | 2-3 | hyp2 | 41.86 | -0.95 | 79.3/55.1/40.9/31.7 | 0.858 |

| # | 1 | 2 |
| --: | --: | --: |
| 2 | \\<.001\\* |  |
| 3 | \\<.001\\* | .869 |

`BLEU|nrefs:1|ar:10000|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-{}`
",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(table, expected);
    let one = run("-r latin.ref1.txt -f markdown latin.hyp.txt");
    assert!(one.starts_with("| system | BLEU | precisions | BP "), "{one}");
    assert!(one.contains("\n| latin.hyp | 0.7374 | 0.881/"), "{one}");
}

#[test]
fn latex_tables_use_booktabs() {
    let table = run(&format!("--paired bootstrap --resamples 200 --seed 1 -f latex {SYSTEMS}"));
    let head = "\
% \\usepackage{booktabs}
\\begin{table}
\\centering
\\begin{tabular}{@{}lrrr@{}}
\\toprule
system & BLEU & $\\mu$ $\\pm$ 95\\% CI & p-value \\\\
\\midrule
hyp & \\textbf{0.7374} & ";
    assert!(table.starts_with(head), "{table}");
    let tail = format!(
        " \\\\
\\bottomrule
\\end{{tabular}}
\\emergencystretch=2em
\\caption{{BLEU on 34 segments. Bold: the highest score.
{{*}} difference from hyp is significant at p\\_interval $\\le$ 0.05: its 95\\% interval excludes 0 (paired bootstrap, 200 resamples).
Signature: \\texttt{{BLEU|nrefs:1|bs:200|seed:1|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-{}}}.}}
\\label{{tab:bleu}}
\\end{{table}}
% Without room in a column of two: Δ. --columns score,ci,diff,p continues the table below.
% Not significant does not mean equal.
",
        env!("CARGO_PKG_VERSION")
    );
    let table = table.replace("\\textbar{}\\allowbreak{}", "|");
    assert!(table.contains(&tail), "{table}");
    let ranked = run(&format!("--all-pairs bootstrap -f latex {SYSTEMS}"));
    assert_eq!(ranked.matches("\\begin{tabular}").count(), 2, "{ranked}");
    assert!(ranked.contains(" \\\\\n\\midrule\n2 & ref2 & "), "{ranked}");
}

#[test]
fn latex_has_the_columns_with_room_and_continues_chosen_ones_below() {
    let chosen = run(&format!("--paired bootstrap -f latex --columns score,ci,diff,p {SYSTEMS}"));
    assert_eq!(chosen.matches("\\begin{tabular}").count(), 2, "{chosen}");
    assert!(!chosen.contains("Without room"), "{chosen}");
    // A long name is broken, and no column is wider than its room.
    let name = "An-exceptionally-long-name/of_a-system-that-nobody-could-shorten";
    let named = run(&format!("--paired bootstrap -f latex --names {name},b,c {SYSTEMS}"));
    assert!(named.contains("\\begin{tabular}{@{}p{110pt}rr@{}}"), "{named}");
    assert!(named.contains("\\raggedright An-\\allowbreak{}exceptionally"), "{named}");
    // With a column that leaves less room for it, it is broken more often, and small.
    let wide = run(&format!("-f latex --columns precisions --names {name},b,c {SYSTEMS}"));
    assert!(wide.contains("\n{\\small\\begin{tabular}{@{}p{100pt}r@{}}"), "{wide}");
    // A table that fits if it is small is not divided, and a matrix that is divided has no empty rows.
    let columns = run(&format!("-f latex --names Machine-one,b,c --columns score,bp,ratio,hyp_len {SYSTEMS}"));
    assert_eq!((columns.matches("\\small").count(), columns.matches("\\begin{tabular}").count()), (1, 1), "{columns}");
    let many: Vec<&str> = SYSTEMS.split(' ').filter(|word| word.contains("hyp")).collect();
    let systems = many.repeat(8)[..12].join(" ");
    let names = ('a'..='l').map(|name| name.to_string()).collect::<Vec<_>>().join(",");
    let pairs = "-r latin.ref1.txt --all-pairs bootstrap --resamples 100 -f latex";
    let matrix = run(&format!("{pairs} --names {names} {systems}"));
    let last = matrix.rsplit("\\begin{tabular}").next().unwrap();
    assert!(matrix.matches("\\begin{tabular}").count() > 2 && last.contains("\n12 & "), "{matrix}");
    assert!(!last.contains("\n2 & "), "{matrix}");
    // Captions explain what is shown.
    let captions = |table: &str| table.split("\\caption{").nth(1).unwrap().to_owned();
    assert!(!captions(&named).contains("Delta"), "{named}");
}

#[test]
fn latex_tables_have_the_label_and_caption_that_are_given() {
    let table = run(&format!("-f latex --latex-label tab:mt-en --latex-caption Scores {SYSTEMS}"));
    assert!(table.contains("\\caption{Scores}\n\\label{tab:mt-en}\n\\end{table}\n% BLEU on 34 segments."), "{table}");
    assert!(table.contains("\n% BLEU|nrefs:1|"), "{table}");
    let one = run(&format!("-f latex --latex-label tab:mt-en {SYSTEMS}"));
    assert!(one.contains("}.}\n\\label{tab:mt-en}\n"), "{one}");
}

#[test]
fn latex_marks_the_best_score_and_those_that_are_not_significantly_lower() {
    // The first two differ in a line of 40, the third in every line.
    let lines = |changed: usize, word: &str| -> String {
        (0..40).map(|i| format!("a b c d e {}\n", if i < changed { word } else { "f" })).collect()
    };
    let folder = TestDir::with([
        ("ref", &*lines(0, "f")),
        ("one", &lines(1, "x")),
        ("two", &lines(2, "y")),
        ("bad", &lines(40, "z")),
    ]);
    let table = |mode: &str| folder.run(&format!("-f latex --columns score {mode} -r ref one two bad")).prints();
    let row = |table: &str, name: &str| {
        let row = table.lines().find(|line| line.starts_with(&format!("{name} & "))).unwrap().to_owned();
        row.trim_end_matches(" \\\\").split_once(" & ").unwrap().1.to_owned()
    };
    for mode in ["--all-pairs bootstrap", "--paired bootstrap", "--paired randomization"] {
        let table = table(mode);
        assert!(row(&table, "one").starts_with("\\textbf{0.9"), "{table}");
        assert!(row(&table, "two").starts_with("\\underline{0.9"), "{table}");
        assert!(row(&table, "bad").starts_with("0."), "{table}");
        assert!(table.contains("Bold: the highest score; underlined: not significantly lower."), "{table}");
    }
    // Without a test, and of systems that were not tested against the best, nothing is known.
    let plain = table("");
    assert!(row(&plain, "two").starts_with("0.9") && plain.contains("Bold: the highest score.\n"), "{plain}");
    let others = folder.run("-f latex --paired bootstrap -r ref bad one two").prints();
    assert!(!others.contains("\\underline"), "{others}");
}

#[test]
fn latex_has_groups_as_columns_that_fit_a_page() {
    let folder = TestDir::with([("ref", "a b c d\n"), ("a", "a b c d\n"), ("b", "a b c e\n")]);
    for (name, line) in [("ref", "a b c d\n"), ("a", "a b c d\n"), ("b", "a b c e\n")] {
        folder.write(name, line.repeat(30));
    }
    folder.write("by", (1..=30).map(|i| format!("document {i}\n")).collect::<String>());
    let table = folder.run("-q -f latex --by by -r ref a b").prints();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("system & ")).collect();
    assert!(rows.len() > 4, "{table}");
    assert!(rows[0].starts_with("system & BLEU & BP & document 1 "), "{table}");
    assert!(rows.iter().all(|row| row.len() < 60), "{table}");
    assert!(table.contains("\na & \\textbf{1.0000} & \\textbf{1.0000} "), "{table}");
    // Marks in groups are explained, whatever the columns.
    let tested = folder.run("-f latex --by by --paired randomization --columns score -r ref a b").out;
    assert!(tested.contains("{*} difference from a is significant"), "{tested}");
}

#[test]
fn columns_are_chosen_for_every_table() {
    let folder = TestDir::with([("ref", "a b c d e\n"), ("a", "a b c d e\n"), ("b", "a b c d f\n")]);
    let run = |arguments: &str| folder.run(&format!("-q -r ref {arguments} a b")).prints();
    assert_eq!(run("-f tsv --columns bp,score"), "system\tbp\tscore\na\t1.0\t1.0\nb\t1.0\t0.668740304976422\n");
    assert_eq!(run("-f csv --columns hyp_len"), "system,hyp_len\na,5\nb,5\n");
    assert!(
        run("--columns bp,score").starts_with("system     BP    BLEU\na       1.000  1.0000\nb       1.000  0.6687\n")
    );
    assert!(run("-f markdown --columns score,segments").starts_with("| system | BLEU | segments |\n"));
    assert!(run("-f latex --columns score,precisions").contains("\nsystem & BLEU & precisions \\\\\n"));
    let tests = run("--paired randomization --columns p,wins,diff");
    assert!(tests.contains("\nb        1.0000                0/1/0  -0.3313\n"), "{tests}");
    let header = |arguments: &str| run(arguments).lines().next().unwrap().to_owned();
    let ranking = "-f tsv --all-pairs bootstrap --resamples 40 --columns rank,p";
    assert_eq!(header(ranking), "system\trank_best\trank_worst\tcluster\tp_value:a\tp_value:b");
    assert_eq!(
        header("-f csv --sentence --columns score,counts"),
        "segment,system,score,count_1,count_2,count_3,count_4"
    );
    // A single system has a table, too.
    let one = folder.run("-q -r ref --columns score,hyp_len b").prints();
    assert!(one.starts_with("system    BLEU  hyp_len\nb       0.6687        5\n"), "{one}");
    for (arguments, message) in [
        (
            "--columns ci",
            "--columns ci is there only with --confidence, --paired bootstrap or --all-pairs bootstrap; drop ci",
        ),
        ("--paired randomization --columns rank", "--columns rank is there only with --all-pairs; drop rank"),
        ("--columns p", "--columns p is there only with --paired or --all-pairs; drop p"),
        ("--columns bp,score,bp", "--columns names bp twice; name it once"),
        ("--columns bp -f json", "--columns is for tables of scores, and the corpus score prints none in this format"),
        ("--sentence --columns bp", "--columns is for tables of scores, and --sentence prints none in this format"),
        ("--what-if --columns bp", "--columns is for tables of scores, and --what-if prints none"),
        ("--columns bleu", "invalid value 'bleu' for '--columns <NAME,...>'"),
    ] {
        assert_says(&folder.run(&format!("-r ref {arguments} a b")).refuses(), &[message]);
    }
}

#[test]
fn the_bootstrap_says_where_its_p_value_is_lower_than_that_of_randomization() {
    // The second has as many correct words as the first, in other lines; the third is worse in every line.
    let lines = |is_wrong: fn(usize) -> bool| -> String {
        (0..60).map(|i| if is_wrong(i) { "a b c d x f\n" } else { "a b c d e f\n" }).collect()
    };
    let folder = TestDir::with([
        ("ref", &*lines(|_| false)),
        ("one", &lines(|i| i % 10 == 0)),
        ("two", &lines(|i| i % 10 == 5)),
        ("bad", &lines(|_| true)),
    ]);
    let note = |arguments: &str| {
        let text = folder.run(&format!("{arguments} -r ref")).prints().replace('\n', " ");
        text.split("p-value of ").nth(1).map(|note| note.to_owned())
    };
    let p_value = |test: &str| {
        let rows = folder.run(&format!("--paired {test} -f json -r ref one two")).json();
        rows[1]["p_value"].as_f64().unwrap()
    };
    assert!(p_value("bootstrap") < 0.5 && p_value("randomization") > 0.9);
    let found = note("--paired bootstrap one two bad").unwrap();
    assert!(found.starts_with("two: the bootstrap subtracts the mean of |Δ|, so p is at most about 0.4"), "{found}");
    assert!(found.contains("(see bleu --man significance)"), "{found}");
    assert!(note("--all-pairs bootstrap one two").unwrap().starts_with("one and two: "));
    for arguments in ["--paired bootstrap one bad", "--paired randomization one two", "--paired bootstrap one one"] {
        assert_eq!(note(arguments), None, "{arguments}");
    }
}

#[test]
fn csv_is_read_back_as_it_was_written() {
    let names = ["plain", "a, b", "say \"hi\"", "C:\\new", "tab\tand\nline"];
    let folder = TestDir::with([("ref", "a b c d\n")]);
    let mut command = folder.command("-q -f csv -r ref --columns score");
    for name in names {
        folder.write(name, "a b c d\n");
        command.arg(name);
    }
    let table = Run::new("csv", command.output().unwrap()).prints();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let found: Vec<String> = reader.records().map(|row| row.unwrap()[0].to_owned()).collect();
    assert_eq!(found, names);
}

#[test]
fn json_has_confidence_and_p_values() {
    let one = run_json("-r latin.ref1.txt --confidence --resamples 200 --seed 7 latin.hyp.txt");
    let found = &one["confidence"];
    assert_eq!(keys(found), ["half_width", "high", "level", "low", "mean", "resamples", "seed"]);
    assert_eq!((&found["level"], &found["resamples"], &found["seed"]), (&json!(0.95), &json!(200), &json!(7)));
    let number = |key: &str| found[key].as_f64().unwrap();
    assert!(number("low") < number("mean") && number("mean") < number("high"));
    assert!((number("half_width") - (number("high") - number("low")) / 2.0).abs() < 1e-15);
    assert!(one.get("p_value").is_none() && one["system"] == "latin.hyp.txt");

    let percent = run_json("-r latin.ref1.txt --confidence --resamples 200 --seed 7 --percent latin.hyp.txt");
    for key in ["mean", "half_width", "low", "high"] {
        assert!((percent["confidence"][key].as_f64().unwrap() / number(key) - 100.0).abs() < 1e-12);
    }
    let bootstrap = run_json(&format!("--paired bootstrap {SYSTEMS}"));
    assert_eq!(bootstrap[0]["p_value"], Value::Null);
    assert!(keys(&bootstrap[0]).contains(&"p_value"));
    assert_same(1.0 / 1001.0, &bootstrap[1]["p_value"]);
    assert!(bootstrap[2]["confidence"]["mean"].is_f64());
    let randomization = run_json(&format!("--paired randomization {SYSTEMS}"));
    assert_same(1.0 / 10001.0, &randomization[1]["p_value"]);
    assert!(!keys(&randomization[1]).contains(&"confidence"));
}

#[test]
fn json_of_all_pairs_has_ranks_and_pairs() {
    let found = run_json(&format!("--all-pairs bootstrap {SYSTEMS}"));
    assert_eq!(keys(&found), ["pairs", "signature", "systems"]);
    let of = |key: &str| found["systems"].as_array().unwrap().iter().map(|s| s[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("system"), ["latin.hyp.txt", "latin.ref2.txt", "latin.hyp2.txt"]);
    assert_eq!(of("rank"), [json!([1, 1]), json!([2, 3]), json!([2, 3])]);
    assert_eq!(of("cluster"), [1, 2, 2]);
    assert!(found["systems"][2]["confidence"]["mean"].is_f64());
    let pairs: Vec<_> = found["pairs"].as_array().unwrap().iter().map(|p| [&p["a"], &p["b"]]).collect();
    assert_eq!(
        pairs,
        [
            ["latin.hyp.txt", "latin.ref2.txt"],
            ["latin.hyp.txt", "latin.hyp2.txt"],
            ["latin.ref2.txt", "latin.hyp2.txt"]
        ]
    );
}

#[test]
fn tsv_has_the_numbers_of_json() {
    for mode in ["", "--confidence", "--paired bootstrap", "--paired randomization"] {
        let (tsv, json) = (run(&format!("{mode} -f tsv {SYSTEMS}")), run_json(&format!("{mode} {SYSTEMS}")));
        let rows = cells(&tsv);
        let systems = json.as_array().unwrap();
        assert_eq!(rows.len(), 1 + systems.len());
        for (i, system) in systems.iter().enumerate() {
            let number = |title: &str| column(&rows, title)[i].parse::<f64>().unwrap();
            for key in ["score", "bp", "ratio", "hyp_len", "ref_len", "segments"] {
                assert_same(number(key), &system[key]);
            }
            for (key, list) in [("precision", "precisions"), ("count", "counts"), ("total", "totals")] {
                for n in 1..=4 {
                    assert_same(number(&format!("{key}_{n}")), &system[list][n - 1]);
                }
            }
            if let Some(confidence) = system.get("confidence") {
                for key in ["mean", "half_width", "low", "high"] {
                    assert_same(number(key), &confidence[key]);
                }
            }
            match system.get("p_value") {
                Some(Value::Null) => assert_eq!(column(&rows, "p_value")[i], ""),
                Some(p_value) => assert_same(number("p_value"), p_value),
                None => assert!(!rows[0].contains(&"p_value")),
            }
            assert_eq!(column(&rows, "system")[i], system["system"]);
            assert_eq!(column(&rows, "signature")[i], system["signature"]);
        }
    }
    let rows = run("-r latin.ref1.txt -f tsv latin.hyp.txt");
    assert_eq!(column(&cells(&rows), "system"), ["latin.hyp.txt"]);
}

#[test]
fn tsv_of_all_pairs_has_every_p_value() {
    for test in ["bootstrap", "randomization"] {
        let tsv = run(&format!("--all-pairs {test} -f tsv {SYSTEMS}"));
        let (rows, found) = (cells(&tsv), run_json(&format!("--all-pairs {test} {SYSTEMS}")));
        let names = column(&rows, "system");
        assert_eq!(column(&rows, "rank_best"), ["1", "2", "2"]);
        assert_eq!(column(&rows, "rank_worst"), ["1", "3", "3"]);
        assert_eq!(column(&rows, "cluster"), ["1", "2", "2"]);
        let p_value = |a: &str, b: &str| -> f64 {
            let row = names.iter().position(|name| *name == a).unwrap();
            column(&rows, &format!("p_value:{b}"))[row].parse().unwrap()
        };
        for pair in found["pairs"].as_array().unwrap() {
            let (a, b) = (pair["a"].as_str().unwrap(), pair["b"].as_str().unwrap());
            assert_same(p_value(a, b), &pair["p_value"]);
            assert_eq!(p_value(b, a), p_value(a, b));
            assert_eq!(p_value(a, a), 1.0);
        }
    }
}

#[test]
fn sentences_in_tsv_have_a_row_per_segment_and_candidate() {
    let folder = TestDir::with([("ref", "a b c d\nx y\n"), ("one", "a b c d\na\n"), ("two", "b\nx y\n")]);
    let out = folder.run("-r ref --sentence -f tsv -n 2 one two").prints();
    let header = "segment\tsystem\tscore\tprecision_1\tprecision_2\tcount_1\tcount_2\ttotal_1\ttotal_2\tbp\tratio\thyp_len\tref_len";
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows[0], header);
    assert_eq!(rows[1], "1\tone\t1.0\t1.0\t1.0\t4\t3\t4\t3\t1.0\t1.0\t4\t4");
    let rows = cells(&out);
    assert_eq!(column(&rows, "segment"), ["1", "1", "2", "2"]);
    assert_eq!(column(&rows, "system"), ["one", "two", "one", "two"]);
    let long = "a\n".repeat(100_000);
    folder.write("long", &long);
    let out = folder.run("-r long --sentence -f tsv long").prints();
    assert_eq!(out.matches("segment").count(), 1);
    assert_eq!(out.lines().count(), 100_001);
}

#[test]
fn files_with_the_same_name_are_distinguished() {
    let folder = TestDir::with([("ref", "a b c d e\n"), ("x", "a b c d e\n")]);
    for name in ["1", "2"] {
        folder.write(&format!("runs/{name}/hyp"), "a b c d f\n");
    }
    let table = folder.run("-r ref --confidence runs/1/hyp runs/2/hyp runs/1/hyp").prints();
    let names: Vec<&str> = table.lines().take(4).map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(names, ["system", "1", "2", "1 (2)"]);
    let found = folder.run("-r ref -f json --paired bootstrap runs/1/hyp runs/2/hyp").json();
    assert_eq!((&found[0]["system"], &found[1]["system"]), (&json!("runs/1/hyp"), &json!("runs/2/hyp")));
    let tsv = folder.run("-r ref -f tsv --all-pairs bootstrap runs/1/hyp x runs/1/hyp").prints();
    let rows = cells(&tsv);
    assert_eq!(column(&rows, "system"), ["x", "runs/1/hyp", "runs/1/hyp (2)"]);
    assert_eq!(column(&rows, "p_value:runs/1/hyp (2)")[1..], ["1.0", "1.0"]);
    let found = folder.run("-r ref -f json --all-pairs bootstrap runs/1/hyp x runs/1/hyp").json();
    assert_eq!(found["systems"][2]["system"], "runs/1/hyp (2)");
    assert_eq!((&found["pairs"][2]["a"], &found["pairs"][2]["b"]), (&json!("runs/1/hyp"), &json!("runs/1/hyp (2)")));
}

#[test]
fn wide_names_are_aligned() {
    let folder = TestDir::with([("ref", "a b c d e\n"), ("系统", "a b c d f\n"), ("plain", "a b c d e\n")]);
    let table = folder.run("-r ref 系统 plain").prints();
    assert!(table.contains("\n系统    0.6687 ") && table.contains("\nplain   1.0000 "), "{table}");
}

#[test]
fn special_characters_in_names_are_escaped() {
    let folder = TestDir::with([("ref", "a b c d e\n")]);
    let name = "a|b_c&d%e#f$g{h}~i^j\\k*l\tm\nn";
    folder.write(name, "a b c d f\n");
    let of = |format: &str| {
        let mut command = folder.command(&format!("-r ref ref --quiet --format {format}"));
        Run::new(format, command.arg(name).output().unwrap()).prints()
    };
    let line = |text: &str| text.lines().find(|line| line.contains("0.66")).unwrap().to_owned();
    assert!(line(&of("text")).starts_with("a|b_c&d%e#f$g{h}~i^j\\k*l\\tm\\nn  0.6687"), "{}", of("text"));
    assert!(line(&of("tsv")).starts_with("a|b_c&d%e#f$g{h}~i^j\\\\k*l\\tm\\nn\t0.66"), "{}", of("tsv"));
    let markdown = "| a\\|b\\_c\\&d%e#f\\$g{h}\\~i^j\\\\k\\*l\\\\tm\\\\nn | 0.6687 |";
    assert!(line(&of("markdown")).starts_with(markdown), "{}", of("markdown"));
    let latex = "\\raggedright a\\textbar{}b\\_\\allowbreak{}c\\&d\\%e\\#f\\$g\\{h\\}\\textasciitilde{}i\\textasciicircum{}j\\textbackslash{}k{*}l\\textbackslash{}tm\\textbackslash{}nn & 0.6687 &";
    assert!(line(&of("latex")).starts_with(latex), "{}", of("latex"));
    let json: Value = serde_json::from_str(&of("json")).unwrap();
    assert_eq!(json[1]["system"], name);
}

#[test]
fn seeds_change_only_the_resamples() {
    let of = |seed: &str| run_json(&format!("-r latin.ref1.txt --confidence {seed} latin.hyp.txt"));
    assert_eq!(of(""), of("--seed 12345"));
    let seeds = ["0", "1", "4294967296", "18446744073709551615"].map(|seed| of(&format!("--seed {seed}")));
    for (i, found) in seeds.iter().enumerate() {
        assert_eq!(found["score"], of("")["score"]);
        assert!(seeds[..i].iter().all(|other| other["confidence"]["mean"] != found["confidence"]["mean"]));
    }
    assert_eq!(seeds[0], of("--seed 0"));
    assert_says(seeds[3]["signature"].as_str().unwrap(), &["nrefs:1|bs:1000|seed:18446744073709551615|case:"]);
}

#[test]
fn a_system_does_not_differ_from_itself() {
    for test in ["bootstrap", "randomization"] {
        let systems = "-r latin.ref1.txt latin.hyp.txt latin.hyp.txt";
        assert_eq!(run_json(&format!("--paired {test} {systems}"))[1]["p_value"], 1.0);
        let all = run_json(&format!("--all-pairs {test} {systems}"));
        assert_eq!(all["pairs"][0]["p_value"], 1.0);
        assert_eq!(all["systems"][1]["rank"], json!([1, 2]));
    }
}

#[test]
fn other_systems_do_not_change_the_p_value_of_a_pair() {
    let [hyp, hyp2, ref2] = ["latin.hyp.txt", "latin.hyp2.txt", "latin.ref2.txt"];
    for test in ["bootstrap", "randomization"] {
        let all = run_json(&format!("--all-pairs {test} {SYSTEMS}"));
        for (a, b) in [(hyp, hyp2), (hyp2, hyp), (hyp, ref2), (ref2, hyp2)] {
            let of_two = run_json(&format!("--paired {test} -r latin.ref1.txt {a} {b}"));
            let is_pair = |p: &&Value| {
                (&p["a"], &p["b"]) == (&json!(a), &json!(b)) || (&p["a"], &p["b"]) == (&json!(b), &json!(a))
            };
            let pair = all["pairs"].as_array().unwrap().iter().find(is_pair).unwrap();
            assert_eq!(pair["p_value"], of_two[1]["p_value"]);
        }
    }
}

#[test]
fn one_segment_gives_defined_results() {
    let systems = "-r single.ref1.txt single.hyp.txt single.hyp2.txt";
    let found = run_json("-r single.ref1.txt --confidence single.hyp2.txt");
    assert_eq!(found["confidence"]["half_width"], 0.0);
    assert!((found["confidence"]["mean"].as_f64().unwrap() - found["score"].as_f64().unwrap()).abs() < 1e-12);
    // Swapped or not, the only segment has the whole difference.
    assert_eq!(run_json(&format!("--paired randomization {systems}"))[1]["p_value"], 1.0);
    for mode in MODES {
        assert!(run(&format!("{mode} {systems}")).ends_with('\n'));
    }
}

#[test]
fn every_setting_of_the_score_applies_to_resamples() {
    let of =
        |flags: &str| run_json(&format!("-r latin.ref1.txt --confidence {flags} latin.hyp.txt"))["confidence"].clone();
    let usual = of("");
    for flags in ["--max-order 2", "--weights 0.4,0.3,0.2,0.1", "--lowercase", "--tokenize none"] {
        assert_ne!(of(flags), usual, "{flags}");
    }
}

#[test]
fn modes_exclude_each_other() {
    let modes = ["--sentence", "--confidence", "--paired bootstrap", "--all-pairs bootstrap"];
    for (i, one) in modes.iter().enumerate() {
        for other in &modes[i + 1..] {
            let message = TestDir::corpora().run(&format!("{one} {other} {SYSTEMS}")).refuses();
            let said = match (*one, *other) {
                ("--confidence", "--paired bootstrap") => ["--paired bootstrap prints", "drop --confidence"],
                _ => ["cannot be used with", "give only one"],
            };
            assert_says(&message, &said);
        }
    }
}

#[test]
fn errors_of_usage_say_what_to_do() {
    let cases: &[(&str, &[&str])] = &[
        ("--paired bootstrap a", &["--paired needs at least 2 candidates", "--paired bootstrap base.txt new.txt"]),
        ("--paired randomization", &["at least 2 candidates", "--paired randomization base.txt new.txt"]),
        ("--all-pairs randomization a", &["--all-pairs needs at least 2 candidates"]),
        ("--paired chance a b", &["'chance'", "[possible values: bootstrap, randomization]"]),
        ("--confidence --resamples 39 a", &["'39'", "--resamples", "from 40 to 10000000"]),
        ("--confidence --resamples 0 a", &["'0'", "from 40 to 10000000"]),
        ("--confidence --resamples many a", &["'many'", "from 40 to 10000000"]),
        ("--confidence --resamples 10000001 a", &["from 40 to 10000000"]),
        ("--confidence --resamples 99999999999999999999999 a", &["from 40 to 10000000"]),
        (
            "--confidence --seed 18446744073709551616 a",
            &["'18446744073709551616'", "--seed", "of 0 or more, below 2^64"],
        ),
        ("--confidence --seed=-1 a", &["'-1'", "--seed"]),
        (
            "--resamples 100 a b",
            &["--resamples needs --confidence, --paired bootstrap, --all-pairs bootstrap or --stats --id"],
        ),
        ("--seed 1 a b", &["--seed needs --confidence, --paired bootstrap, --all-pairs bootstrap or --stats --id"]),
        ("--sentence --seed 1 a", &["--seed needs"]),
        ("--sentence --format markdown a", &["--sentence supports only", "text, json, jsonl, tsv and csv"]),
        ("--sentence --format latex a", &["--sentence supports only", "text, json, jsonl, tsv and csv"]),
        ("--format html a", &["'html'", &values_of("--format").join(", ")]),
    ];
    let folder = TestDir::with([("ref", "a\n"), ("a", "a\n"), ("b", "a\n")]);
    for (arguments, parts) in cases {
        assert_says(&folder.run(&format!("-r ref {arguments}")).refuses(), parts);
    }
    folder.run("-r ref --confidence --resamples 40 a").prints();
}

#[test]
fn systems_of_different_lengths_are_named_with_their_lengths() {
    let folder = TestDir::with([("ref", "a\nb\nc\n"), ("a", "a\nb\nc\n"), ("b", "a\nb\n")]);
    for mode in MODES {
        let message = folder.run(&format!("{mode} -r ref a b")).fails();
        assert_says(&message, &["a has 3 lines", "b has 2 lines"]);
    }
}

#[test]
fn nothing_to_resample_is_an_error() {
    let folder = TestDir::with([("ref", ""), ("a", ""), ("b", "")]);
    for mode in MODES {
        assert_says(&folder.run(&format!("{mode} -r ref a b")).fails(), &["empty"]);
    }
}

#[test]
fn systems_without_words_score_zero() {
    let folder = TestDir::with([("ref", "\n\n"), ("a", "\n\n"), ("b", "\n\n")]);
    for mode in MODES {
        let found = folder.run(&format!("{mode} --format json -r ref a b")).json();
        let first = found.get("systems").unwrap_or(&found)[0].clone();
        assert_eq!(first["score"], 0.0, "{mode}");
    }
}

/// Twelve systems, each with more wrong lines than the one before.
fn twelve_systems() -> TestDir {
    let dir = TestDir::with([("ref", &"a b c d e\n".repeat(60))]);
    for system in 0..12 {
        dir.write(&format!("s{system:02}"), "x x x x x\n".repeat(5 * system) + &"a b c d e\n".repeat(60 - 5 * system));
    }
    dir
}

const TWELVE: &str = "-r ref s00 s01 s02 s03 s04 s05 s06 s07 s08 s09 s10 s11";

#[test]
fn a_correction_takes_enough_resamples_to_correct() {
    let dir = twelve_systems();
    let ranks = |flags: &str| {
        let found = dir.run(&format!("-q {flags} -f json {TWELVE}")).json();
        let signature = found["signature"].as_str().unwrap().to_owned();
        (found["systems"][0]["rank"].clone(), signature)
    };
    for correction in ["holm", "bonferroni"] {
        let (rank, signature) = ranks(&format!("--all-pairs bootstrap --correct {correction}"));
        assert_says(&signature, &["bs:13200|", correction]);
        assert!(rank[1].as_u64().unwrap() < 6, "{rank}");
    }
    // As many as the test has by default are enough for fewer comparisons, and nothing is corrected unasked.
    assert_says(&ranks("--all-pairs bootstrap").1, &["bs:1000|"]);
    assert_says(&ranks("--all-pairs randomization --resamples 300 --correct holm").1, &["ar:300|"]);
    let signature = |flags: &str| dir.run(&format!("-q -f json {flags}")).json()[0]["signature"].to_string();
    assert_says(&signature("--paired bootstrap --correct holm -r ref s00 s01 s02"), &["bs:1000|"]);
    assert_says(&signature(&format!("--paired bootstrap --correct holm {TWELVE}")), &["bs:2200|"]);
}

#[test]
fn too_few_resamples_for_a_correction_are_said() {
    let dir = twelve_systems();
    let (out, warning) = dir.run(&format!("--all-pairs bootstrap --correct holm --resamples 1000 {TWELVE}")).warns();
    assert_says(
        &warning,
        &["1000 resamples are too few to correct for 66 comparisons: p is 0.06", "--resamples 13200"],
    );
    assert!(!out.contains("s00 *"), "{out}");
    // No claim about a correction that these resamples cannot show.
    let out = dir.run(&format!("--all-pairs bootstrap {TWELVE}")).out;
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_says(
        &words,
        &["not corrected for 66 comparisons. 1000 resamples are too few for that", "--resamples 13200."],
    );
    assert!(!out.contains("would leave"), "{out}");
    let out = dir.run(&format!("--all-pairs bootstrap --resamples 13200 {TWELVE}")).out;
    assert_says(&out, &["--correct holm would leave "]);
    dir.run(&format!("-q --all-pairs bootstrap --correct holm --resamples 1000 {TWELVE} --report page.html")).prints();
    let page = std::fs::read_to_string(dir.path().join("page.html")).unwrap();
    assert_says(&page, &["1000 resamples are too few to correct for 66 comparisons"]);
    // Resamples that were summed with the shards.
    dir.write("ids", (0..60).map(|id| format!("{id}\n")).collect::<String>());
    let records = dir.run("-q --stats --id ids --resamples 200 -r ref s00 s01 s02").prints();
    dir.write("records", records);
    let (_, warning) =
        dir.run("--from-stats --expect-segments 60 --all-pairs bootstrap --correct holm records").warns();
    assert_says(&warning, &["200 resamples are too few", "--resamples 600 where the shards are counted"]);
}

/// 40 references, and candidates that are about as good as each other: each lacks other words.
fn equal_systems(systems: u64) -> TestDir {
    let random = |seed: u64| {
        let mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40
    };
    let word = |line: u64, place: u64| format!("w{}", random(line * 100 + place) % 300);
    let length = |line: u64| 6 + random(line) % 20;
    let line = |system: u64, line: u64| -> String {
        let is_wrong = |place: u64| system > 0 && random((system * 40 + line) * 100 + place + 7_000_000) % 10 < 3;
        let words = (0..length(line)).map(|place| if is_wrong(place) { "x".into() } else { word(line, place) });
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    let dir = TestDir::with([]);
    for system in 0..=systems {
        let name = if system == 0 { "ref".into() } else { format!("s{system:02}") };
        dir.write(&name, (0..40).map(|i| line(system, i)).collect::<String>());
    }
    dir
}

#[test]
fn claims_follow_the_interval() {
    let dir = equal_systems(16);
    let systems = "s01 s04 s10 s11 s14 s16";
    let found = dir.run(&format!("-q --paired bootstrap -f json -r ref {systems}")).json();
    let found = found.as_array().unwrap();
    assert_eq!([&found[0]["p_interval"], &found[0]["significant"]], [&Value::Null, &Value::Null]);
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap();
    let excludes_0 = |row: &Value| number(row, "difference_low") > 0.0 || number(row, "difference_high") < 0.0;
    for row in &found[1..] {
        assert_eq!(row["significant"], Value::from(excludes_0(row)), "{row}");
        assert_eq!(row["significant"], Value::from(number(row, "p_interval") <= 0.05), "{row}");
    }
    let is_disputed = |row: &&Value| number(row, "p_value") < 0.05 && !excludes_0(row);
    let one = found[1..]
        .iter()
        .find(is_disputed)
        .expect("a p-value of the bootstrap is lower than the p-value of its interval");
    assert!(found[1..].iter().any(excludes_0));
    let name = one["system"].as_str().unwrap();
    let p_value = format!("{:.4}", number(one, "p_value"));
    // The table of many systems and of two say so, whatever the columns.
    for arguments in [systems.to_owned(), format!("s01 {name}"), format!("s01 {name} --columns score,p")] {
        let text = dir.run(&format!("--paired bootstrap -r ref {arguments}")).out;
        let row = text.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(row.contains(&p_value) && !row.contains('*'), "{row}");
        assert_says(&text, &["p-value and interval disagree in "]);
    }
    let two = dir.run(&format!("--paired bootstrap -r ref s01 {name}")).out;
    let both = format!("disagree in {name} (p = {p_value}, p_interval = {:.4})", number(one, "p_interval"));
    assert_says(&two, &[&both, "which may be due to chance"]);
    // Bare numbers are sacreBLEU's; gates follow the interval.
    let bare = dir.run(&format!("-q -b --paired bootstrap -r ref s01 {name}")).out;
    assert!(bare.lines().nth(1).unwrap().ends_with(&p_value), "{bare}");
    let [worse, better] = if number(one, "difference") < 0.0 { [name, "s01"] } else { ["s01", name] };
    dir.run(&format!("-q --paired bootstrap --fail-if-worse -r ref {better} {worse}")).prints();
    let fails = dir.run(&format!("-q --paired bootstrap --fail-if-worse=0.4 -r ref {better} {worse}"));
    assert_says(&fails.err, &["significantly worse than the first (p = ", " <= 0.4, by the interval)"]);
    // So do ranks, clusters, columns and tables.
    let ranked = dir.run(&format!("-q --all-pairs bootstrap -f json -r ref s01 {name}")).json();
    assert_eq!(ranked["systems"][0]["rank"], serde_json::json!([1, 2]));
    assert_eq!((&ranked["systems"][1]["cluster"], &ranked["pairs"][0]["significant"]), (&1.into(), &false.into()));
    let columns = dir.run(&format!("-q --paired bootstrap --columns p,p-interval -f tsv -r ref s01 {name}")).out;
    assert!(columns.starts_with("system\tp_value\tp_interval\tsignificant\n"), "{columns}");
    assert!(columns.trim_end().ends_with("\tfalse"), "{columns}");
}

#[test]
fn corrected_marks_are_not_of_the_intervals() {
    let dir = equal_systems(12);
    let systems: String = (1..=12).map(|system| format!(" s{system:02}")).collect();
    let found = |correction: &str| {
        let flags = format!("-q --paired bootstrap --resamples 2200 {correction} -f json -r ref{systems}");
        let rows = dir.run(&flags).json().as_array().unwrap()[1..].to_vec();
        rows.iter().map(|row| row["p_interval"].as_f64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(found("--correct holm"), bleu::Correction::Holm.adjust(&found("")).unwrap());
    let text = dir.run(&format!("--paired bootstrap --correct holm -r ref{systems}")).out;
    assert_says(
        &text,
        &["Holm's correction for 11 comparisons). The intervals are not corrected, so one may exclude 0"],
    );
}

#[test]
fn randomization_keeps_its_p_values() {
    let dir = equal_systems(2);
    let found = dir.run("-q --paired randomization -f json -r ref s01 s02").json();
    assert!(found[1].get("p_interval").is_none());
    assert_eq!(found[1]["significant"], Value::from(found[1]["p_value"].as_f64().unwrap() < 0.05));
    let refused = dir.run("--paired randomization --columns p_interval -r ref s01 s02").refuses();
    assert_says(&refused, &["--columns p_interval is there only with --paired bootstrap or --all-pairs bootstrap"]);
}

#[test]
fn columns_of_all_pairs_name_the_other_system() {
    let dir = equal_systems(4);
    let run = |arguments: &str| dir.run(&format!("{arguments} -r ref s01 s02 s03 s04")).out;
    let json: Value = serde_json::from_str(&run("-q --all-pairs bootstrap -f json")).unwrap();
    let p_value = |a: &str, b: &str| {
        let pairs = json["pairs"].as_array().unwrap();
        pairs.iter().find(|pair| (&pair["a"], &pair["b"]) == (&a.into(), &b.into())).unwrap()["p_value"]
            .as_f64()
            .unwrap()
    };
    let names: Vec<&str> =
        json["systems"].as_array().unwrap().iter().map(|row| row["system"].as_str().unwrap()).collect();
    let table = run("--all-pairs bootstrap --columns score,p,p-above,p-best,diff-above,diff-best,wins-above");
    let header: Vec<&str> =
        table.lines().next().unwrap().split("  ").map(str::trim).filter(|title| !title.is_empty()).collect();
    assert_eq!(
        header,
        ["system", "BLEU", "p best", "p above", "p best", "Δ above", "Δ best", "better/worse/equal above"]
    );
    let row: Vec<&str> = table.lines().find(|line| line.starts_with(names[2])).unwrap().split_whitespace().collect();
    let [best, above] =
        [p_value(names[0], names[2]), p_value(names[1], names[2])].map(|p_value| format!("{p_value:.4}"));
    assert_eq!([&row[2], &row[3], &row[4]].map(|cell| cell.trim_end_matches('*')), [&*best, &above, &best]);
    assert_says(
        &table,
        &["Δ above, p above, better/worse/equal above: difference from the system above, and half-width"],
    );
    assert_says(&table, &[&format!("Δ best, p best: difference from {}, and", names[0])]);
    let usual = run("--all-pairs bootstrap");
    assert!(usual.lines().next().unwrap().contains(" Δ above"), "{usual}");
    let narrow = run("--all-pairs bootstrap -f latex");
    assert_says(&narrow, &["% Without room in a column of two: ", "--columns rank,score,ci,diff-above continues"]);
    let tsv = run("-q --all-pairs randomization -f tsv --columns p-above,diff-best");
    assert!(tsv.starts_with("system\tp_above\tsignificant_above\tdifference_best\n"), "{tsv}");
    assert_says(
        &dir.run("--paired bootstrap --columns p-above -r ref s01 s02").refuses(),
        &["--columns p-above is there only with --all-pairs"],
    );
}

#[test]
fn scores_have_the_marks_of_p_values_that_are_left_out() {
    let dir = TestDir::corpora();
    for format in ["text", "markdown", "latex"] {
        let compare = format!("-r latin.ref1.txt --paired bootstrap latin.hyp2.txt latin.hyp.txt --format {format}");
        let (out, _) = (dir.run(&format!("{compare} --columns score,diff")).out, ());
        let cell = if format == "latex" { "0.7374}{*}" } else { "0.7374*" };
        let cell = if format == "markdown" { "0.7374\\*" } else { cell };
        assert!(out.contains(cell), "{out}");
        assert!(out.contains("paired bootstrap, 1000 resamples"), "{out}");
        let out = dir.run(&format!("{compare} --columns score,p")).out;
        assert!(!out.contains(cell), "{out}");
    }
}
