//! No flag is without effect: it changes what is printed or the exit status, or it is refused.

use crate::common::{TestDir, sample};
use bleu::program::formats::FORMATS;
use std::collections::{BTreeSet, HashMap};

/// The modes, as flags.
const MODES: [&str; 17] = [
    "",
    "--sentence",
    "--confidence",
    "--paired=bootstrap",
    "--all-pairs=randomization",
    "--explain",
    "--explain-segment=2",
    "--what-if",
    "--stats",
    "--stats=segments",
    "--print-tokens",
    "--self-bleu",
    "--pool-references",
    "--as=all",
    "--cumulative",
    "--list-dictionaries",
    "--verify=run.bleu",
];

/// The other flags, each with a value that is not its default, except `--format`. `--quiet` and `--jobs` change no result.
const FLAGS: &[&str] = &[
    "--tokenize=char",
    "--lowercase",
    "--normalize=nfkc",
    "--max-order=2",
    "--weights=1,0,0,0",
    "--smooth=floor",
    "--effective-order",
    "--effective-order=no",
    "--ref-length=shortest",
    "--mean-of-segments",
    "--unicode=17",
    "--as=nltk",
    "--empty-reference=missing",
    "--empty-reference=skip",
    "--empty-candidate=skip",
    "--by=by",
    "--join-by=by",
    "--id=id",
    "--source=src",
    "--show=1",
    "--columns=score",
    "--percent",
    "--digits=3",
    "--csv-separator=;",
    "--decimal-comma",
    "--latex-label=x",
    "--latex-caption=x",
    "--names=x",
    "--sort",
    "--score-only",
    "--fail-under=0.99",
    "--resamples=50",
    "--robust",
    "--seed=7",
    "--expect-segments=5",
    "--from-stats",
    "--origlang=de",
    "--subset=x",
    "--input-format=tsv",
    "--delimiter=;",
    "--header",
    "--systems-by=x",
    "--correct=holm",
];

/// All these flags, and all formats but the default.
fn flags() -> Vec<String> {
    let formats = FORMATS.iter().filter(|format| !format.is_text()).map(|format| format!("--format={}", format.name));
    FLAGS.iter().map(|flag| (*flag).to_owned()).chain(formats).collect()
}

/// Flags that need other input, or that end the run, with the test that has them.
const ELSEWHERE: &[&str] = &[
    "--text --records --list-test-sets --completions --man --cite --help --version", // cli
    "--test-set --sentencepiece-version --dictionary",                               // cli_dictionaries
    "--samples --samples-by --reference-samples --pick --pairwise",                  // cli_samples
    "--fail-if-worse --max-drop --fail-on --runs",                                   // significance, diagnosis
    "--baseline",                                                                    // gates
    "--clean --repair",                                                              // clean, repair
    "--at --keep-going --target-lang --id-word",                                     // logs
    "--report --report-segments",                                                    // report
    "--save",                                                                        // saved
    "--quiet --jobs",                                                                // no change of results
];

/// Combinations without effect that are allowed, since the flag asks for what is so anyway.
fn asks_for_what_is_so(flags: &[&str]) -> bool {
    let has = |flag: &str| flags.contains(&flag);
    let single_segments = ["--sentence", "--self-bleu", "--pool-references"];
    // One system is sorted.
    has("--sort") && !has("--all-pairs=randomization")
        // The default.
        || has("--effective-order=no")
        || has("--effective-order") && single_segments.iter().any(|mode| has(mode))
        || has("--sentence") && has("--score-only")
        // The text has n-grams of all orders.
        || has("--effective-order") && has("--score-only")
        // The ids are those that segments have without a file of ids.
        || has("--stats=segments") && has("--id=id")
        // No candidate is empty.
        || has("--empty-candidate=skip") && (has("--sentence") || has("--score-only"))
        // The candidate is no copy of the source.
        || has("--source=src")
        // The default of single segments, whose mean it is.
        || has("--effective-order") && has("--mean-of-segments")
        // No tokenizer here uses categories.
        || has("--unicode=17")
        // A tool's tokens are tokens of this text.
        || has("--print-tokens") && has("--as=nltk")
}

struct Program {
    dir: TestDir,
    runs: HashMap<String, (Option<i32>, String, String)>,
}

impl Program {
    fn new() -> Program {
        let files = [
            ("ref", "The cat sat on the mat .\n\nThen it rained all day , and we stayed in .\nA\nno\n"),
            (
                "ref2",
                "A cat was on a mat .\nhello there all of you\nIt rained the whole long day and we all stayed in .\nThe big dog ran\nyes\n",
            ),
            ("hyp", "The Cat sat on “the” mat …\nhello you\nIt rained all day\nA dog ran\nyes\n"),
            ("hyp2", "the cat is on the mat .\nhello there\nit rained all day , so we stayed in .\ndog\nno\n"),
            ("src", "Die Katze saß .\nhallo\nEs regnete .\nEin Hund\nnein\n"),
            ("by", "a\na\nb\nb\nb\n"),
            ("id", "1\n2\n3\n4\n5\n"),
        ];
        let dir = TestDir::with(files);
        assert_eq!(dir.run("-q -r ref -r ref2 --save run.bleu hyp").status, Some(0));
        Program { dir, runs: HashMap::new() }
    }

    fn run(&mut self, flags: &[&str]) -> (Option<i32>, String, String) {
        let has = |flag: &str| flags.iter().any(|given| given.starts_with(flag));
        let references = if has("--self-bleu") || has("--print-tokens") { "" } else { "-r ref -r ref2" };
        let candidates = if has("--paired") || has("--all-pairs") { "hyp hyp2" } else { "hyp" };
        let texts = if has("--list-dictionaries") { String::new() } else { format!("{references} {candidates}") };
        let arguments = format!("{} {texts}", flags.join(" "));
        let run = self.runs.entry(arguments).or_insert_with_key(|arguments| {
            let run = self.dir.run(arguments);
            (run.status, run.out, run.err)
        });
        run.clone()
    }

    /// The flags that do not change a run with the others, with the others.
    fn without_effect(&mut self, flags: &[&str]) -> Vec<String> {
        let all = self.run(flags);
        if all.0 == Some(2) || asks_for_what_is_so(flags) {
            return Vec::new();
        }
        let given = (0..flags.len()).filter(|&i| !flags[i].is_empty());
        let others = given.map(|i| (flags[i], [&flags[..i], &flags[i + 1..]].concat()));
        let ineffective = others.filter(|(_, others)| self.run(others) == all);
        ineffective.map(|(flag, others)| format!("{flag} with {}", others.join(" "))).collect()
    }
}

#[test]
fn each_flag_has_an_effect_on_each_mode_or_is_refused() {
    let (mut program, mut found) = (Program::new(), Vec::new());
    for mode in MODES {
        for flag in flags() {
            found.extend(program.without_effect(&[mode, &flag]));
        }
    }
    assert!(found.is_empty(), "without effect: {found:#?}");
}

#[test]
fn each_of_two_flags_has_an_effect_or_is_refused() {
    let (mut program, mut found) = (Program::new(), Vec::new());
    let flags = flags();
    let pairs =
        flags.iter().enumerate().flat_map(|(i, first)| flags[i + 1..].iter().map(move |second| [first, second]));
    for [first, second] in sample(4, pairs) {
        found.extend(program.without_effect(&[first, second]));
    }
    assert!(found.is_empty(), "without effect: {found:#?}");
}

/// The long name of a flag with a value.
fn name(flag: &str) -> &str {
    flag.split('=').next().unwrap()
}

#[test]
fn every_flag_of_the_help_is_tested() {
    let (flags, help) = (flags(), TestDir::with([]).run("--help").out);
    let items = help.lines().filter(|line| line.starts_with("      --") || line.starts_with("  -"));
    let listed = items.filter_map(|line| line.split([' ', '[']).find(|word| word.starts_with("--")));
    let in_help: BTreeSet<&str> = listed.collect();
    let elsewhere = ELSEWHERE.iter().flat_map(|flags| flags.split(' ')).chain(["--reference"]);
    let tested =
        MODES.iter().copied().chain(flags.iter().map(String::as_str)).map(name).filter(|flag| !flag.is_empty());
    let here: BTreeSet<&str> = elsewhere.chain(tested).collect();
    let differences: Vec<_> = in_help.symmetric_difference(&here).collect();
    assert!(differences.is_empty(), "in the help or in these lists alone: {differences:?}");
}
