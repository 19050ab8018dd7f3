//! Names that other programs have for flags, and what they are here. `sacrebleu` has sacreBLEU's.

/// Flags that this program does not have, with advice.
const SYNONYMS: [(&[&str], &str); 12] = [
    (&["--json"], "use --format json"),
    (&["--tsv"], "use --format tsv"),
    (&["--markdown", "--md"], "use --format markdown"),
    (&["--latex", "--tex"], "use --format latex"),
    (&["--output-format", "--fmt"], "use --format"),
    (&["--output", "--out", "-o"], "the output goes to standard output: bleu -r ref.txt hyp.txt > FILE"),
    (
        &[
            "--hyp",
            "--hyps",
            "--hypothesis",
            "--hypotheses",
            "--cand",
            "--candidate",
            "--candidates",
            "--sys",
            "--system",
        ],
        CANDIDATE,
    ),
    (&["--refs", "--references"], "use -r, once per reference"),
    (&["--ngram", "--ngrams", "--ngram-order", "--order", "-N"], "use -n, or --max-order"),
    (&["--case-insensitive", "--ignore-case", "--lc", "--uncased"], "use --lowercase"),
    (&["--corpus", "--corpus-bleu"], "the corpus score is the default; drop it"),
    (&["--sentences", "--sentence-bleu", "--segment", "--segments"], "use --sentence"),
];

const CANDIDATE: &str = "candidates are plain arguments: bleu -r ref.txt hyp.txt";

/// Returns advice for a flag that has another name here.
pub fn of(flag: &str) -> Option<&'static str> {
    SYNONYMS.into_iter().find(|(names, _)| names.contains(&flag)).map(|(_, advice)| advice)
}
