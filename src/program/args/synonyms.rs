//! Names that other programs have for flags and values, and what they are here. `sacrebleu` has sacreBLEU's.

use crate::text::hints;

/// Flags and values that this program does not have, with advice.
const SYNONYMS: [(&str, &str); 26] = [
    ("--example --examples", "examples are at the end of --help"),
    ("--json", "use --format json"),
    ("--jsonl", "use --format jsonl"),
    ("--tsv", "use --format tsv"),
    ("--csv", "use --format csv"),
    ("--fields", "use --columns"),
    ("--markdown --md", "use --format markdown"),
    ("--latex --tex", "use --format latex"),
    ("--strip --trim", "white space at the ends of lines never counts; drop it"),
    ("--output-format --fmt", "use --format"),
    ("--refs --references", "use -r, once per reference"),
    ("--ngram --ngrams --n-gram --n-grams --ngram-order --order -N", "use -n, or --max-order"),
    ("--case-insensitive --ignore-case --lc --uncased", "use --lowercase"),
    ("--corpus --corpus-bleu", "the corpus score is the default; drop it"),
    ("--sentences --sentence-bleu --segment --segments", "use --sentence"),
    ("--threshold --min-score --minimum", "use --fail-under"),
    ("--group-by --groups --domain", "use --by"),
    ("--separator --sep", "use --delimiter"),
    ("--threads --num-threads --workers", "use -j"),
    ("--chrf --ter --comet --bleurt --metrics", "bleu computes BLEU only; sacreBLEU also has chrF and TER"),
    (
        "--bleu-1 --bleu-2 --bleu-3 --bleu-4 --bleu1 --bleu2 --bleu3 --bleu4",
        "use -n for the maximum n-gram order, as in -n 2; for BLEU-1 to BLEU-4 in one run: --cumulative",
    ),
    ("--metric", "BLEU is the only metric; drop it"),
    ("--format=tex", "use latex"),
    ("--format=md", "use markdown"),
    ("--format=ndjson", "use jsonl"),
    ("--tokenize=mecab", "use ja-mecab for Japanese, ko-mecab for Korean"),
];

/// Flags that this program does not have, with advice and a command.
const COMMANDS: [(&str, &str, &str); 5] = [
    ("--html --page --web", "use --report", hints::REPORT),
    ("--compare --comparison --vs", "use --paired bootstrap, or --explain", hints::DIFFERENCE),
    ("--output --out -o", "the output goes to standard output", hints::OUTPUT),
    (
        "--hyp --hyps --hypothesis --hypotheses --cand --candidate --candidates --sys --system -c",
        "candidates are plain arguments",
        hints::FILES,
    ),
    ("--no-header", "without a header, columns are numbers", hints::COLUMN_NUMBERS),
];

/// Returns advice for a flag, or a flag and its value, that has another name here.
pub fn advice(flag: &str) -> Option<String> {
    let is_named = |names: &str| names.split(' ').any(|name| name == flag);
    let words = SYNONYMS.into_iter().find(|(names, _)| is_named(names)).map(|(_, advice)| advice.to_owned());
    let command = || COMMANDS.into_iter().find(|(names, ..)| is_named(names));
    words.or_else(|| command().map(|(_, advice, command)| format!("{advice}: {command}")))
}
