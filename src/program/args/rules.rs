//! The rules of flags: needs, exclusions, and flags without effect. One table, checked when the mode is known.
//!
//! Pairs of flags that exclude each other in every mode are clap's (`conflicts_with`), as is what one flag requires of
//! another in every run (`requires`); `flags` says which flags work on statistics. All else is a row here: flags, when they
//! are refused, and the message.

use super::flags::Args;
use super::values::As;
use crate::bleu::significance::PairedTest;
use crate::program::request::Least;
use crate::program::request::SignificanceTest;
use crate::program::request::format::{FORMATS, Format, FormatKind, SCORES, Separator, TEXT};
use crate::program::request::style::ScoreColumn;
use crate::program::request::support::{Feature, OutputFormats, RequiredInput, Support};
use crate::program::run::Command;
use crate::program::run::samples::SampleChoice;
use crate::program::run::samples::pick::PickMode;
use crate::program::run::score::ScoreMode;
use crate::program::run::sentence::SentenceMode;
use crate::text::display::listed;
use crate::text::tokenizer_data::TokenizerName;
use crate::text::{InputFormat, SampleLayout};
use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use std::path::Path;

/// A row of the table: flags, whether they are refused in a run, and the message, in which `{flag}` and `{mode}` stand for
/// these, and `{formats}` for the formats of the mode.
type Rule = (&'static [&'static str], fn(&Run) -> bool, &'static str);

/// A run that is asked for, and what the rules ask of it.
struct Run<'a> {
    args: &'a Args,
    command: &'a Command,
    support: Support,
    format: Format,
    test: Option<SignificanceTest>,
    /// Whether statistics are counted or added up.
    counts: bool,
    /// Whether systems of one run each are compared.
    compares_systems: bool,
    /// Whether systems are compared, of one or of several runs each.
    compares: bool,
    /// Whether ids join records.
    joins_by_id: bool,
    is_diagnosed: bool,
    /// Whether groups are test sets with a tokenizer each.
    has_sets: bool,
}

const NO_EFFECT: &str = "{flag} has no effect on {mode}; drop it";
const EXCLUDED: &str = "{mode} cannot be used with {flag}; give only one of them";
const NOT_WITH_SETS: &str = "--tokenize auto:by cannot be used with {flag}; give only one of them";
const NOT_WITH_SCORE_ONLY: &str = "--score-only does not support {flag}; use --format tsv or json";

/// Makes the table of the rules.
macro_rules! rules {
    (|$run:ident| $([$($flag:literal),+] if $refused:expr => $message:expr;)+) => {
        const RULES: &[Rule] = &[$((&[$($flag),+], |$run: &Run| $refused, $message)),+];
    };
}

// Of several rules that are broken, the first is reported.
rules! { |run|
    // What a mode is not possible with.
    ["--samples", "--samples-by", "--at"] if run.args.sample_layout().is_some() && !run.command.is_of_samples()
        => "{mode} cannot be used with --samples; give only one of them";
    ["--as"] if run.args.tool == Some(As::All) && !matches!(run.command, Command::AllTools(_))
        => "--as all cannot be used with {mode}; drop {mode}, or name one tool";

    // Flags of the run that is verified are in its file. `tests/flags.rs` names a flag that is missing here.
    ["--tokenize", "--dictionary", "--sentencepiece-version", "--unicode", "--lowercase", "--normalize", "--max-order", "--weights",
        "--smooth", "--effective-order", "--ref-length", "--as", "--mean-of-segments", "--cumulative", "--clean", "--join-by",
        "--empty-reference", "--empty-candidate", "--samples", "--samples-by", "--reference-samples", "--resamples", "--seed",
        "--correct", "--robust", "--runs", "--baseline", "--names", "--sort", "--percent", "--digits"]
        if run.args.verify.is_some() => "{flag} is saved with the run, and --verify reads it there; drop {flag}";
    ["--at", "--keep-going", "--target-lang"] if run.args.verify.is_some() && run.args.references.is_empty()
        => "{flag} is for texts, and --verify reads none without -r; add the references, or drop {flag}";
    ["--save"] if matches!(run.command, Command::Pick(_) | Command::Repair(_) | Command::Tokens(_))
        => "{mode} prints text, and --save keeps none; drop --save, or {mode}";
    ["--save"] if matches!(run.command, Command::Pairwise(_) | Command::SelfBleu(_) | Command::Pooled(_))
        => "{mode} compares candidates with each other, and --save keeps only what is counted against references; drop --save, or {mode}";
    ["--save"] if matches!(run.command, Command::AllTools(_))
        => "each tool counts in its own way, and --save keeps one way; name one tool, as in --as nltk, or drop --save";
    ["--save"] if !run.support.has(Feature::Save)
        => "--save keeps corpus scores, with the statistics of each segment, and {mode} prints something else; drop --save, or {mode}";
    ["--save"] if run.args.save.as_deref() == Some(Path::new("-"))
        => "--save writes a file, since standard output has the scores; name one: --save run.bleu";
    ["--save"] if run.args.baseline.is_some()
        => "--save needs the texts of all systems, and --baseline has none; drop one of them";

    // Values that contradict other flags.
    ["--delimiter"] if run.args.input_format.is_some_and(|format| format != InputFormat::Csv)
        => "--delimiter is for CSV; drop it, or --input-format";
    ["--samples"] if run.args.samples == Some(SampleLayout::Array) && run.args.records.is_none()
        => "--samples array needs --records; for plain files, give the number of lines";
    ["--resamples"] if run.counts && run.args.from_stats
        => "the resamples are fixed when shards are counted; drop --resamples";
    ["--repair"] if run.args.repair.as_deref() == Some(Path::new("-"))
        => "--repair writes a file, since standard output has the scores; name one: --repair repaired.txt";
    ["--resamples"] if run.counts && run.args.id.is_none()
        => "--stats --resamples derives random numbers from segment ids; add --id";
    ["--show", "--source"] if run.args.explain_segment.is_some() && run.format.is_text()
        => "{flag} has no effect on --explain-segment in text output; drop {flag}, or use --format json, which also \
            explains the corpus";

    // What a flag is about.
    ["--origlang", "--subset"] if run.args.test_set.is_none() => "{flag} needs --test-set SET/PAIR; add it, or drop {flag}";
    ["--input-format"] if run.args.records.is_none() && run.args.input_format.is_some_and(InputFormat::is_table)
        => "{flag} of a table needs --records FILE; add it, or drop {flag}";
    ["--dictionary"] if !matches!(run.args.tokenize, Some(TokenizerName::Mecab(_) | TokenizerName::Moses(_) | TokenizerName::OfGroups(_)))
        => "{flag} needs --tokenize ja-mecab, ko-mecab or moses:LANG; add one of them, or drop {flag}";
    ["--sentencepiece-version"] if !matches!(run.args.tokenize, Some(TokenizerName::SentencePiece(_)))
        => "{flag} needs --tokenize spm:FILE, flores101, flores200 or spBLEU-1K; add one of them, or drop {flag}";
    ["--pick", "--pairwise", "--reference-samples"] if run.args.sample_layout().is_none()
        => "{flag} needs --samples N; add it, or drop {flag}";
    ["--reference-samples"] if run.args.references.is_empty() => "{flag} needs -r FILE; add it, or drop {flag}";
    ["--fail-if-worse", "--max-drop"] if run.args.paired.is_none()
        => "{flag} needs --paired bootstrap or --paired randomization; add one of them, or drop {flag}";
    ["--fail-under"] if run.limits(|least| matches!(least, Least::EachGroup(_))) && run.args.by.is_none()
        => "--fail-under group=X needs --by FILE; add it, or drop --fail-under group=X";
    ["--fail-under"] if run.limits(|least| matches!(least, Least::Group(..))) && run.args.by.is_none()
        => "--fail-under NAME=X is the limit of a group, and needs --by; give a score, or segments=N";
    ["--show"] if !matches!(run.command, Command::Explain(_)) && run.args.report.is_none()
        => "{flag} needs --explain or --report; add one of them, or drop {flag}";
    ["--robust", "--report"] if run.args.baseline.is_some()
        => "{flag} needs the texts of all systems, and --baseline has none; drop one of them";
    ["--baseline"] if run.has_sets => NOT_WITH_SETS;
    ["--baseline"] if !(run.is_corpus_score() || run.test.is_some()) => NO_EFFECT;
    ["--id"] if !run.support.has(Feature::Ids) && run.args.report.is_none() && !run.joins_by_id
        => "{flag} needs --sentence, --pick, --pairwise, --explain, --report, --stats, --baseline, --systems-by or --at; add \
            one of them, or drop {flag}";
    ["--expect-segments"] if !run.args.from_stats => "{flag} needs --from-stats; add it, or drop {flag}";
    ["--correct"] if !run.compares => "{flag} needs --paired bootstrap or --all-pairs bootstrap; add one of them, or drop {flag}";
    ["--robust"] if !run.compares_systems => "{flag} needs --paired bootstrap or --all-pairs bootstrap; add one of them, or drop {flag}";
    ["--robust", "--baseline"] if run.command.is_of_samples()
        => "{flag} is for systems of one run each; drop it, or --samples";
    ["--robust"] if run.args.from_stats
        => "--from-stats reads counts, which other choices would change; give --robust the texts";
    ["--resamples", "--seed"] if !run.compares && !run.counts && !run.args.confidence
        => "{flag} needs --confidence, --paired bootstrap, --all-pairs bootstrap or --stats --id NAME; add one of them, or drop {flag}";
    ["--seed"] if run.counts && run.args.resamples.is_none() => "{flag} needs --resamples N; add it, or drop {flag}";
    ["--runs"] if !matches!(run.command, Command::Runs(_)) => "{flag} needs --paired randomization; add it, or drop {flag}";

    // What a mode does not support.
    ["--sentence"] if !run.support.has(Feature::Sentences) => EXCLUDED;
    ["--from-stats"] if run.support.input != RequiredInput::Statistics
        => "--from-stats reads counts, to which {mode} no longer applies; drop {mode}";
    ["--fail-under"] if run.limits(|least| !matches!(least, Least::Segments(_))) && !run.support.has(Feature::FailUnder)
        => EXCLUDED;
    ["--fail-on"] if !run.is_diagnosed => EXCLUDED;
    ["--source"] if !run.is_diagnosed && !matches!(run.command, Command::Explain(_)) => EXCLUDED;
    ["--report"] if run.args.from_stats
        => "--from-stats reads counts, but --report shows texts: give it the texts of all shards";
    ["--report"] if !run.support.has(Feature::Report) => EXCLUDED;
    ["--join-by", "--systems-by", "--empty-reference", "--empty-candidate", "--origlang", "--subset"]
        if matches!(run.command, Command::Repair(_)) => EXCLUDED;

    ["--systems-by"] if run.args.candidates.len() > 1
        => "--systems-by takes one candidate, the column of the translations of all systems";
    ["--by"] if run.args.from_stats && run.args.by.as_ref().is_some_and(|by| by.as_os_str() != "group")
        => "with --from-stats, the only grouping is --by group";

    // What would change nothing.
    ["--percent", "--digits"] if run.counts || matches!(run.command, Command::Tokens(_)) => NO_EFFECT;
    ["--max-order", "--weights", "--smooth", "--effective-order"] if matches!(run.command, Command::Tokens(_)) => NO_EFFECT;
    ["--mean-of-segments"] if run.command.scores_segments() || matches!(run.command, Command::Tokens(_)) => NO_EFFECT;
    // The length of a single reference is the same by every rule.
    ["--ref-length"] if run.reads_no_lengths() => NO_EFFECT;
    // Empty lines count like others in a pool.
    ["--empty-reference", "--empty-candidate"] if matches!(run.command, Command::Tokens(_) | Command::Pooled(_)) => NO_EFFECT;
    ["--names"] if matches!(run.command, Command::Tokens(_) | Command::Pick(_) | Command::Pairwise(_)) => NO_EFFECT;
    ["--names"] if matches!(run.command, Command::SampleChoices(_)) && run.args.candidates.len() < 2 => NO_EFFECT;
    // It sorts them itself.
    ["--sort"] if matches!(run.test, Some(SignificanceTest::AllPairs(_))) => NO_EFFECT;
    ["--names"] if run.args.names.as_ref().is_some_and(|names| names.len() == 1) && !run.shows_names()
        => "--names has no effect on the text that {mode} prints; drop it, or use --format tsv";
    ["--effective-order"] if run.counts && run.args.from_stats
        => "--effective-order has no effect on --stats --from-stats, which adds up records; drop it";
    // Records keep "yes", which --from-stats then takes as its default.
    ["--effective-order"] if run.counts && run.args.effective_order == Some(false)
        => "--effective-order=no has no effect on --stats; give it to --from-stats, or drop it";
    ["--percent"] if matches!(run.format.kind, FormatKind::Objects)
        => "--percent has no effect on --format jsonl, whose scores are always from 0 to 1; drop it";
    // --as all rounds the numbers in its words.
    ["--digits"] if run.format.is_for_programs() && !matches!(run.command, Command::AllTools(_) | Command::SortedSegments(_))
        => "--digits has no effect on formats for programs, which do not round; drop it";
    ["--percent", "--digits"] if matches!(run.command, Command::Pick(_)) && run.format.is_text() && !run.args.score_only
        => "{flag} has no effect on the text that --pick prints; drop it, or use --format json or tsv";

    ["--robust"] if run.args.score_only || run.format.is_for_programs() && !run.format.is_json()
        => "--robust has no room in tables for programs; use --format json or jsonl";

    // Test sets with a tokenizer each.
    ["--tokenize"] if run.has_sets && run.args.by.is_none()
        => "--tokenize auto:by needs --by FILE; add it, or name one tokenizer";
    ["--fail-on", "--source"] if run.has_sets => NOT_WITH_SETS;
    ["--robust"] if run.has_sets
        => "--robust changes the tokenizer, and --tokenize auto:by has one for each set; use --robust on each set by itself";
    ["--tokenize"] if run.has_sets && !run.support.has(Feature::Sets)
        => "--tokenize auto:by cannot be used with {mode}; give only one of them";

    // What the output has no room for.
    ["--by"] if !run.has_groups() && matches!(run.test, Some(SignificanceTest::AllPairs(_)))
        => "{mode} does not support --by; use --paired, which tests each group";
    ["--by"] if !run.has_groups() && matches!(run.command, Command::AllTools(_))
        => "{mode} does not support --by; name one tool";
    ["--by"] if !run.has_groups() && run.is_cumulative()
        => "{mode} does not support --by; set the order with -n";
    ["--by"] if !run.has_groups() && matches!(run.command, Command::Explain(_) | Command::WhatIf(_))
        => "{mode} does not support --by; extract the segments of the group first";
    ["--by"] if !run.has_groups() => "{mode} does not support --by; drop --by";
    ["--by"] if run.args.score_only => NOT_WITH_SCORE_ONLY;
    ["--id"] if run.args.score_only && run.args.report.is_none() && !run.joins_by_id => NOT_WITH_SCORE_ONLY;
    ["--sort"] if matches!(run.command, Command::SortedSegments(_)) && run.format.is_text() && !run.args.score_only
        => "the text of --sentence is one bare score per line, in the order of the candidate; to see the worst segments \
            first, with their texts, add --format csv";
    ["--sort"] if !run.support.has(Feature::Sort) || run.args.score_only
        => "there is no table of systems to sort; drop --sort";
    ["--score-only", "--format"] if run.support.formats == OutputFormats::Own
        => "{mode} prints no scores, and has only one format; drop {flag}";
    ["--score-only", "--format"] if !run.support.formats.include(if run.args.score_only { SCORES } else { run.format })
        => "{mode} supports only --format {formats}; drop {flag}, or use one of them";
    ["--csv-separator"] if !matches!(run.format.kind, FormatKind::Rows(Separator::Comma))
        => "--csv-separator is for --format csv; add it, or drop --csv-separator";
    ["--decimal-comma"] if !matches!(run.format.kind, FormatKind::Rows(_))
        => "--decimal-comma is for --format csv and tsv; add one of them, or drop --decimal-comma";
    ["--latex-label", "--latex-caption"] if !run.format.is_for_papers()
        => "{flag} is for --format latex; add it, or drop {flag}";
    ["--columns"] if !run.has_table()
        => "--columns is for tables of scores, and {mode} prints none in this format; drop it";
}

/// Checks the flags against each other and the mode. The error is a message for the user.
pub fn check(args: &Args, command: &Command) -> Result<()> {
    let (support, test) = (command.mode().support(), command.mode().asked_test().map(|asked| asked.test));
    let compares_systems = test.is_some_and(|test| test != SignificanceTest::Confidence);
    let run = Run {
        args,
        command,
        format: args.format.unwrap_or(TEXT),
        test,
        counts: matches!(command, Command::Stats(_)),
        compares_systems,
        compares: compares_systems || matches!(command, Command::Runs(_)),
        joins_by_id: args.systems_by.is_some() || args.at.is_some() || args.baseline.is_some(),
        is_diagnosed: support.has(Feature::Diagnosis) && !args.from_stats,
        has_sets: matches!(args.tokenize, Some(TokenizerName::OfGroups(_))),
        support,
    };
    for (flags, is_refused, message) in RULES {
        if let Some(flag) = args.first_of(flags).filter(|_| is_refused(&run)) {
            bail!(run.message(flag, message));
        }
    }
    run.check_columns()?;
    // The systems of records and of some tables are known only when they are read.
    if args.from_stats || args.systems_by.is_some() {
        return Ok(());
    }
    command.check_candidates(args.candidates.len() + usize::from(run.args.baseline.is_some()))
}

impl Run<'_> {
    fn message(&self, flag: &str, text: &str) -> String {
        let formats = FORMATS.iter().filter(|format| self.support.formats.include(**format));
        let formats = listed(&formats.map(|format| format.name).collect::<Vec<_>>(), "and");
        text.replace("{flag}", flag).replace("{mode}", self.support.flag).replace("{formats}", &formats)
    }

    /// Whether the output is a table of scores.
    fn has_table(&self) -> bool {
        let is_table = !self.args.sentence || self.format.is_for_programs();
        self.support.has(Feature::Columns) && is_table && !self.format.is_json() && !self.args.score_only
    }

    /// Checks that each column that is asked for is in the table, and asked for once.
    fn check_columns(&self) -> Result<()> {
        let Args { columns, sentence, .. } = self.args;
        let (cleans, is_log) = (!self.args.segments.clean.is_empty(), self.args.at.is_some());
        let is_ranking = matches!(self.test, Some(SignificanceTest::AllPairs(_)));
        let is_bootstrap = self.test.is_some_and(|test| test.test() == PairedTest::Bootstrap);
        for (place, column) in columns.iter().enumerate() {
            let name = column.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
            ensure!(!columns[..place].contains(column), "--columns names {name} twice; name it once");
            let (is_there, needs) = match column {
                ScoreColumn::Score => (true, ""),
                ScoreColumn::Ci => (is_bootstrap, "--confidence, --paired bootstrap or --all-pairs bootstrap"),
                ScoreColumn::P | ScoreColumn::Diff | ScoreColumn::Wins => {
                    (self.compares_systems, "--paired or --all-pairs")
                }
                ScoreColumn::PInterval => {
                    (self.compares_systems && is_bootstrap, "--paired bootstrap or --all-pairs bootstrap")
                }
                column if *column == ScoreColumn::Rank || column.compared_with().is_some() => {
                    (is_ranking, "--all-pairs")
                }
                ScoreColumn::Uncleaned => (cleans && !sentence, "--clean and a corpus score"),
                ScoreColumn::Cleaned => (is_log && !cleans, "--at and without --clean"),
                ScoreColumn::Segments | ScoreColumn::Signature => (!sentence, "a corpus score"),
                _ => (!self.has_sets, "one tokenizer: the mean of auto:by has no such parts"),
            };
            ensure!(is_there, "--columns {name} is there only with {needs}; drop {name}");
        }
        Ok(())
    }

    /// Whether the score of the corpus is asked for.
    fn is_corpus_score(&self) -> bool {
        *self.command == Command::Score(ScoreMode { cumulative: false })
    }

    /// Whether the scores of all orders are asked for.
    fn is_cumulative(&self) -> bool {
        match self.command {
            Command::Score(ScoreMode { cumulative }) | Command::Sentence(SentenceMode { cumulative }) => *cumulative,
            _ => false,
        }
    }

    /// Whether no rule decides on the length of several references.
    fn reads_no_lengths(&self) -> bool {
        match self.command {
            Command::Tokens(_) | Command::Pairwise(_) => true,
            Command::Pick(PickMode { choice }) => *choice == SampleChoice::Mbr,
            _ => false,
        }
    }

    fn limits(&self, is_limit: fn(&Least) -> bool) -> bool {
        self.args.gates.fail_under.iter().any(is_limit)
    }

    /// Whether groups are scored, or test sets with a tokenizer each.
    fn has_groups(&self) -> bool {
        self.support.has(Feature::By) || self.has_sets && self.support.has(Feature::Sets)
    }

    /// Whether the names of systems are shown: some modes print only the numbers of a single one.
    fn shows_names(&self) -> bool {
        let args = self.args;
        // A tool's own line may have the name.
        let is_line = match self.command {
            Command::AllTools(_) => true,
            Command::Score(ScoreMode { cumulative: false })
            | Command::Sentence(SentenceMode { cumulative: false })
            | Command::Pooled(_) => args.tool.is_none(),
            _ => args.tool.is_none() && self.test == Some(SignificanceTest::Confidence),
        };
        let systems = args.candidates.len() + usize::from(args.baseline.is_some());
        systems > 1 || !is_line || !self.format.is_text() || args.report.is_some() || args.from_stats
    }
}
