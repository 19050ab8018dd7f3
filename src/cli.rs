//! Flags: what they are called, what they take, what their help says, and what they mean in the library's types.

use crate::input::is_standard_input;
use crate::output::{Format, Style, printable, stdout};
use anyhow::{Context, Result};
use bleu::{
    DEFAULT_ORDER, MAX_ORDER, Metric, Normalization, PairedTest, Preprocessing, Resampling, Signature, Smoothing,
    Tokenization, TokenizationParser, Weights,
};
use clap::builder::styling::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgGroup, CommandFactory, Parser, ValueEnum, value_parser};
use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::thread::available_parallelism;

/// The most inputs that can be meant: beyond, a pattern has matched too much.
const MOST_FILES: usize = 5000;

/// More threads than any machine has cores.
const MOST_JOBS: i64 = 1024;

/// The most threads on a core: more only wait for each other, and take memory. Where that comes to an end, a thread may
/// start and then fail in a way that ends the program.
const MOST_JOBS_A_CORE: NonZeroUsize = NonZeroUsize::new(4).expect("is not 0");

/// The most candidates that can be explained together.
const MOST_EXPLAINED: usize = 2;
/// The resamples that can be asked for. With 40 a fortieth is one, so that an interval leaves out the extremes; the
/// scores of the most still fit into memory.
const RESAMPLES: RangeInclusive<usize> = 40..=10_000_000;

const MODES: &str = "Modes, one at a time (without one: the corpus score)";

/// Score machine translations with BLEU.
#[derive(Debug, Parser)]
#[command(
    version,
    styles = Styles::plain(),
    override_usage = "bleu [OPTIONS] -r <FILE>... [CANDIDATE]...",
    group = ArgGroup::new("mode").multiple(false),
    long_about = "Score machine translations with BLEU (Papineni et al., 2002).\n\n\
        Line i of a candidate is compared with line i of each reference. Clipped n-gram counts and closest reference \
        lengths are summed over the corpus; the score is the brevity penalty times the weighted geometric mean of the \
        n-gram precisions, from 0 to 1. The defaults are sacreBLEU's, so that scores can be compared with published \
        ones. Files may be gzip; `-` is standard input.",
    after_help = "`bleu --help` says more, with examples.",
    after_long_help = EXAMPLES,
)]
struct Args {
    /// A translation to score; none, or `-`: standard input
    ///
    /// With several, each is scored by itself, and text output is a table.
    #[arg(value_name = "CANDIDATE")]
    candidates: Vec<PathBuf>,

    /// A reference translation; once for each one there is
    #[arg(short = 'r', long = "reference", value_name = "FILE")]
    references: Vec<PathBuf>,

    /// How to cut lines into tokens
    ///
    /// auto:LANG takes what sacreBLEU would for a target language: zh for Chinese, else 13a.
    #[arg(short, long, value_parser = TokenizationParser, value_name = "NAME", default_value_t = Tokenization::V13a, help_heading = "Score")]
    tokenize: Tokenization,

    /// Normalize Unicode first
    #[arg(long, value_enum, value_name = "FORM", help_heading = "Score")]
    normalize: Option<Normalization>,

    /// Lowercase everything first
    #[arg(long, help_heading = "Score")]
    lowercase: bool,

    /// The longest n-grams to count, from 1 to 16 [default: 4]
    #[arg(short = 'n', long, value_name = "N", value_parser = value_parser!(u8).range(1..=MAX_ORDER as i64), help_heading = "Score")]
    max_order: Option<u8>,

    /// A weight for each order, as in 1/3,1/3,1/3
    ///
    /// Decimals or fractions, none negative, that sum to 1. Their number sets the order. An order of weight 0 does not
    /// count. [default: all the same]
    #[arg(long, value_name = "W,W,...", allow_hyphen_values = true, help_heading = "Score")]
    weights: Option<Weights>,

    /// For orders without a match: exp, floor[=X], add-k[=X], none
    ///
    /// - exp: the i-th order without a match has precision 1 / (2^i * total), as in mteval
    /// - floor[=X]: a count of 0 becomes X, at most 1 [default X: 0.1]
    /// - add-k[=X]: X is added to correct and total counts of orders above 1 [default X: 1]
    /// - none: the score is 0
    #[arg(long, value_name = "METHOD[=X]", default_value = "exp", verbatim_doc_comment, help_heading = "Score")]
    smooth: Smoothing,

    /// Leave out orders that a candidate is too short for [default: with --sentence]
    #[arg(long, value_enum, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes", hide_possible_values = true, help_heading = "Score")]
    effective_order: Option<Switch>,

    /// Score each segment: one line of output for each line of input
    ///
    /// With several candidates, a column for each, separated by tabs.
    #[arg(short, long, group = "mode", help_heading = MODES)]
    sentence: bool,

    /// The corpus score with its bootstrap mean and 95% interval
    ///
    /// The mean of the scores of resamples, and half the width of the interval that holds 95% of them.
    #[arg(long, group = "mode", help_heading = MODES)]
    confidence: bool,

    /// Test each further candidate against the first
    ///
    /// Differences of p < 0.05 are marked with an asterisk.
    #[arg(long, group = "mode", value_enum, value_name = "TEST", help_heading = MODES)]
    paired: Option<PairedTest>,

    /// Test every candidate against every other, and rank them
    ///
    /// Candidates are sorted by score, with the range of ranks that the significant differences (p < 0.05) leave open.
    /// Where every candidate above differs from every one below, there is a line.
    #[arg(long, group = "mode", value_enum, value_name = "TEST", help_heading = MODES)]
    all_pairs: Option<PairedTest>,

    /// At least 40 [default: 1000; 10000 for randomization]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = resamples, help_heading = MODES)]
    resamples: Option<usize>,

    /// Seed of the random numbers (numpy's) [default: 12345]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed, help_heading = MODES)]
    seed: Option<u64>,

    /// Explain the score: what costs most, what looks wrong
    ///
    /// With two candidates, also what makes the difference between them. A corpus of one segment is explained by its
    /// tables, as with --explain-segment. Takes some 10 times as long as the score, 15 times for a million segments or
    /// two candidates, and memory for the n-grams that are wrong: for a million segments 350 MB, or 600 MB for two
    /// candidates. The tables are bounded: where one is full, the rarest n-grams are dropped, and the output says how
    /// far counts may be off. Formats: text, json.
    #[arg(long, group = "mode", help_heading = MODES)]
    explain: bool,

    /// Explain segment N (from 1) by the tables of its n-grams
    #[arg(long, value_name = "N", group = "mode", allow_negative_numbers = true, value_parser = segment, help_heading = MODES)]
    explain_segment: Option<u64>,

    /// How many n-grams and segments --explain lists [default: 10]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1000), help_heading = MODES)]
    show: Option<u16>,

    /// Print the tokens of each line; needs no reference
    ///
    /// They are separated by spaces: what is compared, after normalizing and lowercasing as asked. Several files are read one after the other.
    #[arg(long, group = "mode", conflicts_with_all = ["references", "format", "percent", "digits", "score_only"], help_heading = MODES)]
    print_tokens: bool,

    /// How to print
    #[arg(short, long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    format: Format,

    /// Scores and precisions times 100
    #[arg(long, help_heading = "Output")]
    percent: bool,

    /// Decimals of a score [default: 4, or 2 with --percent]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(0..=20), help_heading = "Output")]
    digits: Option<u8>,

    /// Print bare numbers, one a candidate
    #[arg(short = 'b', long, help_heading = "Output")]
    score_only: bool,

    /// No warnings, captions or progress
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,

    /// Threads, at most 4 a core [default: one a core]; results do not depend on it
    ///
    /// Each takes some megabytes of memory.
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..=MOST_JOBS), help_heading = "Output")]
    jobs: Option<u16>,

    #[command(flatten)]
    sacrebleu: Sacrebleu,
}

/// Flags of sacreBLEU that mean nothing here, recognized so as to answer them.
#[derive(Debug, clap::Args)]
struct Sacrebleu {
    #[arg(short, long, hide = true, num_args = 0..)]
    input: Option<Vec<PathBuf>>,

    #[arg(short, long, hide = true, num_args = 0..)]
    metrics: Option<Vec<String>>,

    #[arg(short, long, hide = true, num_args = 0..)]
    width: Option<Vec<String>>,

    #[arg(short, long, hide = true, num_args = 0..)]
    language_pair: Option<Vec<String>>,
}

impl Sacrebleu {
    /// How to say here what was said to sacreBLEU, to which references are bare, and candidates have a flag.
    fn answer(&self, references: &[PathBuf]) -> Option<String> {
        if let Some(candidates) = &self.input {
            let or =
                |paths: &[PathBuf], name| if paths.is_empty() { vec![PathBuf::from(name)] } else { paths.to_vec() };
            let references = or(references, "ref.txt").into_iter().map(|path| format!("-r {}", quoted(&path)));
            let candidates = or(candidates, "hyp.txt").into_iter().map(|path| quoted(&path));
            let words: Vec<String> = references.chain(candidates).collect();
            return Some(format!(
                "-i is sacreBLEU's way; here references have the flag, and candidates none: bleu {}",
                words.join(" ")
            ));
        }
        let answer = if self.metrics.is_some() {
            "-m is sacreBLEU's; here BLEU is all there is, without a flag"
        } else if self.width.is_some() {
            "-w is sacreBLEU's; here the decimals are --digits, and a score from 0 to 100 is --percent"
        } else if self.language_pair.is_some() {
            "-l, -lc and -sl are sacreBLEU's; here texts are files, -lc is --lowercase, and -sl is --sentence"
        } else {
            return None;
        };
        Some(answer.to_owned())
    }
}

/// A path as a shell takes it for one word.
fn quoted(path: &Path) -> String {
    let word = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "._-/+,:=@%".contains(c);
    if word.chars().all(is_plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

const EXAMPLES: &str = "\
Examples:
  bleu -r ref.txt < hyp.txt                      the corpus score
  bleu -r ref1.txt -r ref2.txt hyp.txt           two references
  bleu -r ref.txt -b hyp.txt                     the bare number
  bleu -r ref.txt --percent --digits 1 hyp.txt   as sacreBLEU prints it
  bleu -r ref.txt --sentence hyp.txt             a score for each line
  bleu -r ref.txt a.txt b.txt c.txt              a table of three systems
  bleu -r ref.txt --explain hyp.txt              what costs the points
  bleu -r ref.txt --explain-segment 17 hyp.txt   the tables behind the score of line 17
  bleu -r ref.txt --confidence hyp.txt           how sure the score is
  bleu -r ref.txt --paired bootstrap base.txt new.txt
                                                 whether new differs from base
  bleu -r ref.txt --all-pairs bootstrap *.hyp    which systems differ from which
  bleu -r ref.txt --format json hyp.txt          all numbers, unrounded
  zcat hyp.gz | bleu -r ref.txt.gz               compressed files

Exit status: 0 done, 1 cannot be done (the message says why), 2 wrong usage.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    Yes,
    No,
}

/// What the command line asks for.
#[derive(Debug)]
pub struct Job {
    /// What to do.
    pub mode: Mode,
    /// The files to score; `-` is standard input.
    pub candidates: Vec<PathBuf>,
    /// The files to score them against.
    pub references: Vec<PathBuf>,
    /// What to do to lines before counting.
    pub preprocessing: Preprocessing,
    /// How counts become scores.
    pub metric: Metric,
    /// How to print.
    pub style: Style,
    /// No warnings, no progress.
    pub quiet: bool,
    /// Threads.
    pub jobs: NonZeroUsize,
}

/// What to do with the segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One score of all segments.
    Corpus,
    /// One score a segment.
    Sentence,
    /// The tokens, no score.
    PrintTokens,
    /// Why a score is what it is.
    Explain(Explain),
    /// One score of all segments, and what resampling them says of it.
    Resample(Question, Resampling),
}

/// What to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explain {
    /// This segment, from 1; `None`: the corpus.
    pub segment: Option<u64>,
    /// How many n-grams and segments of each kind to list.
    pub show: usize,
    /// Whether the scores of single segments leave out orders that they are too short for.
    pub effective_order_of_segments: bool,
}

/// What to find out by resampling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// How sure is each score?
    Confidence,
    /// Does each further candidate differ from the first?
    Paired(PairedTest),
    /// Does each candidate differ from each other one?
    AllPairs(PairedTest),
}

impl Question {
    /// The way of resampling that answers it.
    pub fn test(self) -> PairedTest {
        match self {
            Question::Confidence => PairedTest::Bootstrap,
            Question::Paired(test) | Question::AllPairs(test) => test,
        }
    }

    /// The flag that asks it.
    fn flag(self) -> &'static str {
        match self {
            Question::Confidence => "--confidence",
            Question::Paired(_) => "--paired",
            Question::AllPairs(_) => "--all-pairs",
        }
    }
}

impl Job {
    /// How its scores are computed.
    pub fn signature(&self) -> Signature<'_> {
        let resampling = match self.mode {
            Mode::Resample(question, resampling) => Some((question.test(), resampling)),
            Mode::Corpus | Mode::Sentence | Mode::PrintTokens | Mode::Explain(_) => None,
        };
        Signature {
            references: self.references.len(),
            resampling,
            preprocessing: self.preprocessing,
            metric: &self.metric,
        }
    }
}

/// Reads the command line; ends the program where it is wrong, or asks for help. The error is that help could not be
/// written.
pub fn parse() -> Result<Job> {
    let answer = match understand(env::args_os()) {
        Ok(job) => return Ok(job),
        Err(answer) => answer,
    };
    // What is wrong is said of words as they may be shown: a file may have any name, and a pattern match it.
    let shown = env::args_os().map(|word| printable(&word.to_string_lossy()));
    let answer = understand(shown).err().unwrap_or(answer);
    if answer.use_stderr() {
        // Where this cannot be written, the status still tells.
        let _ = answer.print();
    } else {
        let help = answer.render().to_string();
        stdout()
            .and_then(|mut out| out.write_all(help.as_bytes()).and_then(|()| out.flush()))
            .context("standard output")?;
    }
    exit(answer.exit_code())
}

/// What a command line asks for, the program's name being its first word; or the answer to it.
pub fn understand(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Job, clap::Error> {
    let refused = |message| Args::command().error(ErrorKind::ValueValidation, message);
    let advised = |mut conflict: clap::Error| {
        if conflict.kind() == ErrorKind::ArgumentConflict {
            let advice = "give only one of them".into();
            conflict.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice]));
        }
        conflict
    };
    Args::try_parse_from(words).map_err(advised).and_then(|args| args.into_job().map_err(refused))
}

impl Args {
    fn into_job(mut self) -> Result<Job, String> {
        if let Some(answer) = self.sacrebleu.answer(&[&self.references[..], &self.candidates[..]].concat()) {
            return Err(answer);
        }
        if self.candidates.is_empty() {
            self.candidates.push(PathBuf::from("-"));
        }
        let asked = self.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into()));
        let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let jobs = asked.map_or(cores, |asked| asked.min(cores.saturating_mul(MOST_JOBS_A_CORE)));
        let mode = self.mode(jobs)?;
        self.check_files(mode)?;
        let effective_order = self.effective_order.map_or(mode == Mode::Sentence, |switch| switch == Switch::Yes);
        let metric = Metric { order: self.order()?, weights: self.weights, smoothing: self.smooth, effective_order };
        let digits = self.digits.map_or(if self.percent { 2 } else { 4 }, usize::from);
        Ok(Job {
            mode,
            candidates: self.candidates,
            references: self.references,
            preprocessing: Preprocessing {
                normalization: self.normalize,
                lowercase: self.lowercase,
                tokenization: self.tokenize,
            },
            metric,
            style: Style {
                format: self.format,
                percent: self.percent,
                digits,
                score_only: self.score_only,
                captions: !self.quiet,
                width: terminal_width(),
            },
            quiet: self.quiet,
            jobs,
        })
    }

    fn check_files(&self, mode: Mode) -> Result<(), String> {
        if self.references.is_empty() && mode != Mode::PrintTokens {
            return Err("no reference is given; name one with -r, as in: bleu -r ref.txt hyp.txt".into());
        }
        let files = self.references.len() + self.candidates.len();
        if files > MOST_FILES {
            return Err(format!("{files} files are given, more than {MOST_FILES}; does a pattern match too much?"));
        }
        if self.references.iter().chain(&self.candidates).filter(|path| is_standard_input(path)).count() > 1 {
            return Err("standard input is named twice, but can be read once; put one of the texts into a file".into());
        }
        Ok(())
    }

    /// The mode, of which clap lets at most one through.
    fn mode(&self, jobs: NonZeroUsize) -> Result<Mode, String> {
        if let Some(question) = self.question() {
            return self.resampling(question, jobs).map(|resampling| Mode::Resample(question, resampling));
        }
        let drawing = [("--resamples", self.resamples.is_some()), ("--seed", self.seed.is_some())];
        if let Some((flag, _)) = drawing.into_iter().find(|(_, given)| *given) {
            return Err(format!("{flag} needs --confidence, --paired or --all-pairs; add one of them"));
        }
        if self.explain || self.explain_segment.is_some() {
            return self.explanation().map(Mode::Explain);
        }
        if self.show.is_some() {
            return Err("--show needs --explain; add it".into());
        }
        match self.format {
            Format::Markdown | Format::Latex if self.sentence => {
                Err("markdown and latex are for tables of systems; with --sentence use text, json or tsv".into())
            }
            _ if self.sentence => Ok(Mode::Sentence),
            _ if self.print_tokens => Ok(Mode::PrintTokens),
            _ => Ok(Mode::Corpus),
        }
    }

    fn explanation(&self) -> Result<Explain, String> {
        if self.candidates.len() > MOST_EXPLAINED {
            let candidates = self.candidates.len();
            return Err(format!("--explain takes one candidate, or two to compare; {candidates} are given"));
        }
        if self.score_only {
            return Err("--score-only and --explain contradict each other; leave out one".into());
        }
        if !matches!(self.format, Format::Text | Format::Json) {
            return Err("an explanation is more than a table of systems; use the format text or json".into());
        }
        if self.show.is_some() && self.explain_segment.is_some() && self.format == Format::Text {
            return Err(
                "a segment's tables are shown whole; leave out --show, or ask for --format json, which has the \
                        corpus beside them"
                    .into(),
            );
        }
        Ok(Explain {
            segment: self.explain_segment,
            show: self.show.map_or(10, usize::from),
            // As --sentence has it, so that the scores are the same.
            effective_order_of_segments: self.effective_order != Some(Switch::No),
        })
    }

    fn question(&self) -> Option<Question> {
        let confidence = self.confidence.then_some(Question::Confidence);
        confidence.or(self.paired.map(Question::Paired)).or(self.all_pairs.map(Question::AllPairs))
    }

    /// How to resample for an answer.
    fn resampling(&self, question: Question, jobs: NonZeroUsize) -> Result<Resampling, String> {
        let test = question.test();
        if question != Question::Confidence && self.candidates.len() < 2 {
            let (flag, name) = (question.flag(), test.to_possible_value());
            let name = name.as_ref().map_or("TEST", |value| value.get_name());
            return Err(format!(
                "{flag} compares systems, but one candidate is given; name another, as in: \
                 bleu -r ref.txt {flag} {name} base.txt new.txt"
            ));
        }
        Ok(Resampling {
            resamples: self.resamples.unwrap_or(test.default_resamples()),
            seed: self.seed.unwrap_or(Resampling::DEFAULT_SEED),
            threads: jobs.get(),
        })
    }

    fn order(&self) -> Result<usize, String> {
        match (self.max_order.map(usize::from), &self.weights) {
            (Some(order), Some(weights)) if order != weights.order() => Err(format!(
                "--max-order {order} and {} weights contradict each other; leave out --max-order, which the weights set",
                weights.order()
            )),
            (_, Some(weights)) => Ok(weights.order()),
            (order, None) => Ok(order.unwrap_or(DEFAULT_ORDER)),
        }
    }
}

/// Width of the terminal on standard output; 80 columns if it is none.
fn terminal_width() -> usize {
    terminal_size::terminal_size_of(std::io::stdout()).map_or(80, |(terminal_size::Width(width), _)| width.into())
}

/// The value of --seed.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("not a whole number from 0 to {}; use one, or leave it out", u64::MAX))
}

/// The value of --resamples.
fn resamples(text: &str) -> Result<usize, String> {
    let (least, most) = (RESAMPLES.start(), RESAMPLES.end());
    match text.parse() {
        Ok(number) if number < *least => Err(format!("too few to say anything; use {least} or more, or leave it out")),
        Ok(number) if RESAMPLES.contains(&number) => Ok(number),
        _ => Err(format!("not a number from {least} to {most}")),
    }
}

/// The value of --explain-segment.
fn segment(text: &str) -> Result<u64, &'static str> {
    match text.parse() {
        Ok(0) => Err("segments count from 1"),
        Ok(number) => Ok(number),
        Err(_) => Err("not the number of a segment; segments count from 1"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(words: &str) -> Result<Job, String> {
        let words = std::iter::once("bleu").chain(words.split_whitespace());
        understand(words).map_err(|answer| answer.to_string())
    }

    #[test]
    fn flags_do_not_contradict_each_other() {
        Args::command().debug_assert();
    }

    #[test]
    fn the_defaults_are_sacrebleus_but_for_the_scale() {
        let job = job("-r ref").unwrap();
        assert_eq!(
            (job.mode, job.preprocessing, job.metric),
            (Mode::Corpus, Preprocessing::default(), Metric::default())
        );
        assert_eq!(job.candidates, [PathBuf::from("-")]);
        assert_eq!((job.style.percent, job.style.digits), (false, 4));
    }

    #[test]
    fn some_defaults_depend_on_other_flags() {
        assert!(job("-r ref --sentence").unwrap().metric.effective_order);
        assert!(!job("-r ref --sentence --effective-order=no").unwrap().metric.effective_order);
        assert_eq!(job("-r ref --percent").unwrap().style.digits, 2);
        assert_eq!(job("-r ref --weights 0.5,0.5").unwrap().metric.order, 2);
    }

    #[test]
    fn a_flag_for_yes_or_no_takes_no_file_for_its_value() {
        let job = job("-r ref --effective-order hyp").unwrap();
        assert!(job.metric.effective_order);
        assert_eq!(job.candidates, [PathBuf::from("hyp")]);
    }

    #[test]
    fn threads_are_as_many_as_the_machine_is_good_for() {
        let cores = available_parallelism().unwrap().get();
        let jobs = |words| job(words).unwrap().jobs.get();
        assert_eq!(
            [jobs("-r ref --jobs 1"), jobs("-r ref"), jobs("-r ref --jobs 1024")],
            [1, cores, (4 * cores).min(1024)]
        );
    }

    #[test]
    fn files_are_not_without_number() {
        let files = "x ".repeat(MOST_FILES);
        assert!(job(&format!("-r ref {files}")).unwrap_err().contains("5001 files"));
    }
}
