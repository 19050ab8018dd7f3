//! The validated request, made of flags that were checked against each other.

use super::args::{Args, Switch};
use super::definitions::{self, As};
use super::slips;
use super::tokenization::TokenizerName;
use crate::color::Color;
use crate::display::{escape, is_standard_input, system_name};
use crate::input::{FromStats, Input, Origin};
use crate::output::terminal_width;
use crate::rules::UsedReferences;
use crate::style::{Format, Style, SystemNames};
use crate::tokenizer_data::TokenizerData;
use crate::tools::{Options, OutputLine};
use crate::{
    Correction, Definition, PairedTest, Pool, ReferenceCount, ReferenceLength, Resampling, Signature, TestSetFields,
};
use anyhow::Result as AnyResult;
use std::collections::HashSet;
use std::env;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

/// Maximum number of input files; more suggest a pattern that matches too much.
const MAX_FILES: usize = 5000;

/// Maximum number of threads per core; more add no speed and take memory. Near the system's limit, a thread may start
/// and then fail in a way that ends the program.
const MAX_JOBS_PER_CORE: NonZeroUsize = NonZeroUsize::new(4).expect("is not 0");

/// Maximum number of candidates that can be explained together.
const MAX_EXPLAINED: usize = 2;

/// Variable of the environment that sacreBLEU takes its seed from, and so this program, if there is no --seed.
const SACREBLEU_SEED: &str = "SACREBLEU_SEED";

/// Number of n-grams and segments that --explain lists by default.
const DEFAULT_SHOW: usize = 10;

/// A validated request.
#[derive(Clone, Debug)]
pub struct Job {
    /// The command to run.
    pub mode: Mode,
    /// Names of the texts to score: of files (`-` is standard input), or of columns of a table.
    pub candidates: Vec<PathBuf>,
    /// Names of the texts to score them against; none for a test set.
    pub references: Vec<PathBuf>,
    /// Name of the source text, if it is known: of a file or of a column, as for candidates.
    pub source: Option<PathBuf>,
    /// Where the segments come from.
    pub input: Input,
    /// Names of the candidates in reports.
    pub systems: Vec<String>,
    /// Order of the systems in reports.
    pub order: SystemOrder,
    /// Definition of the score; with a stand-in for a tokenizer whose data is not loaded yet.
    pub definition: Definition,
    /// Data of the tokenizer that is to be loaded.
    pub tokenizer_data: Option<TokenizerData>,
    /// Folder of a dictionary that was named.
    pub dictionary: Option<PathBuf>,
    /// Style of the output.
    pub style: Style,
    /// Whether the text output for a candidate may be another tool's line.
    pub allows_tool_line: bool,
    /// Number of threads.
    pub jobs: NonZeroUsize,
    /// Least score, on the scale of the output; a lower one is an error.
    pub fail_under: Option<f64>,
    /// A warning about a likely slip on the command line.
    pub slip: Option<String>,
}

/// Order of the systems in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemOrder {
    /// As they were given.
    Given,
    /// The best first.
    Score,
}

/// What to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The names of the test sets that are in sacreBLEU's cache.
    ListTestSets,
    /// The score of the corpus.
    Corpus,
    /// The score of each segment.
    Sentence,
    /// The tokens, without a score.
    PrintTokens,
    /// Statistics that add up.
    Stats(StatsRequest),
    /// The scores of all tools.
    AllTools,
    /// The scores of all orders up to the definition's, of the corpus or of each segment.
    Cumulative { sentences: bool },
    /// The score of each line against a pool of lines, or their mean.
    Pooled { pool: Pool, sentences: bool },
    /// The dictionaries that are installed.
    ListDictionaries,
    /// Why the score is what it is.
    Explain(Explain),
    /// The score of the corpus without differences of case, quotes and the like.
    WhatIf,
    /// The score of the corpus, and its significance.
    Significance(SignificanceTest, Resampling),
    /// The scores of systems of this many runs each, and their significance.
    Runs(usize, Resampling),
}

impl Mode {
    /// Whether it lists what is installed, and reads no text.
    pub fn is_list(self) -> bool {
        matches!(self, Mode::ListTestSets | Mode::ListDictionaries)
    }

    /// Least number of candidates.
    fn least_candidates(self) -> usize {
        match self {
            Mode::Significance(SignificanceTest::Paired(_) | SignificanceTest::AllPairs(_), _) | Mode::Runs(..) => 2,
            _ => 1,
        }
    }

    /// Whether single sentences are scored.
    fn scores_sentences(self) -> bool {
        match self {
            Mode::Sentence | Mode::Pooled { .. } => true,
            Mode::Cumulative { sentences } => sentences,
            _ => false,
        }
    }
}

/// Which statistics to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatsRequest {
    /// Whether to print those of segments too.
    pub detail: StatsDetail,
    /// Poisson resamples whose sums to add.
    pub poisson: Option<Resampling>,
}

/// What statistics are printed of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StatsDetail {
    /// Of all segments together, or of groups.
    Sums,
    /// Of each segment too.
    Segments,
}

/// Which explanation to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explain {
    /// Number of the segment to explain, from 1; `None` for the corpus.
    pub segment: Option<u64>,
    /// Number of n-grams and segments of each kind to list.
    pub show: usize,
    /// Whether the scores of single segments use the effective order.
    pub effective_order_of_segments: bool,
}

/// A question about significance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignificanceTest {
    /// The confidence interval of each score.
    Confidence,
    /// Whether each further candidate differs from the first.
    Paired(PairedTest),
    /// Whether each candidate differs from each other one.
    AllPairs(PairedTest),
}

impl SignificanceTest {
    /// The kind of resampling that answers it.
    pub fn test(self) -> PairedTest {
        match self {
            SignificanceTest::Confidence => PairedTest::Bootstrap,
            SignificanceTest::Paired(test) | SignificanceTest::AllPairs(test) => test,
        }
    }

    fn flag(self) -> &'static str {
        match self {
            SignificanceTest::Confidence => "--confidence",
            SignificanceTest::Paired(_) => "--paired",
            SignificanceTest::AllPairs(_) => "--all-pairs",
        }
    }
}

impl Job {
    /// Checks the flags against each other. The error is a message for the user.
    pub(super) fn new(mut args: Args) -> Result<Job, String> {
        let mut input = args.input.input()?;
        input.id = args.shards.id.clone();
        if args.shards.from_stats {
            let asked = [("--resamples", args.resamples.is_some()), ("--seed", args.seed.is_some())];
            input.origin = Origin::Statistics(FromStats {
                expected_segments: args.shards.expect_segments,
                effective_order: args.effective_order.map(bool::from),
                resampling_flag: asked.into_iter().find_map(|(flag, given)| given.then_some(flag)),
            });
        }
        if args.explain && input.origin == Origin::Files {
            args.explain_segment = slips::segment_after_explain(&mut args.candidates);
        }
        if args.candidates.is_empty() {
            if input.origin == Origin::Texts {
                return Err("no candidate is given; as in: bleu --text -r 'the cat' 'the the'".into());
            }
            if input.table().is_some() {
                return Err("no candidate is named; name a column of the table, as in: \
                            bleu --records data.tsv -r ref mt"
                    .into());
            }
            args.candidates.push(PathBuf::from("-"));
        }
        let jobs = threads(args.jobs);
        let mode = mode(&args, jobs)?;
        check_files(&args, &input, mode)?;
        if !args.shards.from_stats {
            args.systems.check(match mode {
                Mode::Runs(runs, _) => args.candidates.len() / runs,
                _ => args.candidates.len(),
            })?;
        }
        if args.systems.sort {
            check_sorted(&args, mode)?;
        }
        let definition = definition(&args, mode)?;
        let jobs = if definition.is_sequential() { NonZeroUsize::MIN } else { jobs };
        let style = style(&args, &input);
        let systems = match args.systems.names.take() {
            Some(names) => names,
            // The systems are named in the records.
            None if args.shards.from_stats => Vec::new(),
            None => args.candidates.iter().map(|path| system_name(path)).collect(),
        };
        if matches!(mode, Mode::Stats(_)) {
            check_distinct(&systems)?;
        }
        let slip = match input.origin {
            Origin::Files => {
                slips::reference_among_candidates(&args.references, &args.candidates, mode.least_candidates())
            }
            _ => None,
        };
        let slip = slip.or_else(|| slips::least_score_off_scale(args.fail_under?, args.percent));
        let tokenizer_data = args.tokenizer.data(args.tokenize.as_ref().unwrap_or(&TokenizerName::DEFAULT))?;
        let tokenizer_data = tokenizer_data.filter(|_| !mode.is_list());
        let job = Job {
            mode,
            style,
            allows_tool_line: allows_tool_line(&args),
            input,
            systems,
            order: if args.systems.sort { SystemOrder::Score } else { SystemOrder::Given },
            candidates: args.candidates,
            references: args.references,
            source: args.source,
            definition,
            tokenizer_data,
            dictionary: args.tokenizer.dictionary,
            jobs,
            fail_under: args.fail_under,
            slip,
        };
        check_fail_under(&job)?;
        Ok(job)
    }

    /// Loads the dictionary or the model of the tokenizer, if it needs one.
    ///
    /// # Errors
    /// If the data is not there or cannot be used.
    pub fn load(mut self) -> AnyResult<Job> {
        if let Some(data) = self.tokenizer_data.take() {
            self.definition = self.definition.to_builder().tokenization(data.load()?).build()?;
        }
        Ok(self)
    }

    /// The signature of its scores, on segments with this number of references.
    pub fn signature(&self, references: ReferenceCount) -> Signature {
        let signature = Signature::new(self.definition.clone(), references);
        let signature = match &self.input.origin {
            Origin::TestSet(set) => signature.with_test_set(TestSetFields {
                test: set.signature_name(),
                lang: set.pair.clone(),
                origlang: set.origlang.clone(),
                subset: set.subset.clone(),
            }),
            Origin::Files | Origin::Texts | Origin::Records { .. } | Origin::Statistics(_) => signature,
        };
        match self.mode {
            Mode::Significance(test, resampling) => signature.with_resampling(test.test(), resampling),
            Mode::Runs(_, resampling) => signature.with_resampling(PairedTest::Randomization, resampling),
            Mode::Cumulative { .. } => signature.with_cumulative(),
            Mode::Pooled { pool, .. } => signature.with_pool(pool),
            _ => signature,
        }
    }

    /// The line of the tool whose number is asked for, unless the output is to have another form.
    pub fn tool_line(&self) -> Option<OutputLine> {
        let is_possible = matches!(self.mode, Mode::Corpus | Mode::Sentence) && self.systems.len() < 2;
        self.definition.tool()?.line().filter(|_| is_possible && self.allows_tool_line)
    }

    /// The style of corpus scores: on the scale of the tool's own line if that is printed.
    pub fn score_style(&self) -> Style {
        match self.definition.tool().filter(|_| self.tool_line().is_some()) {
            Some(tool) if tool.scale() == 100.0 => Style { percent: true, digits: 2, ..self.style },
            _ => self.style,
        }
    }

    /// How often standard input is read.
    pub fn standard_inputs(&self) -> usize {
        self.input.standard_inputs(self.candidates.iter().chain(&self.references).chain(&self.source))
    }
}

fn threads(asked: Option<u16>) -> NonZeroUsize {
    let asked = asked.and_then(|jobs| NonZeroUsize::new(jobs.into()));
    let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.map_or(cores, |asked| asked.min(cores.saturating_mul(MAX_JOBS_PER_CORE)))
}

/// Whether the flags leave the form of the output to a tool.
fn allows_tool_line(args: &Args) -> bool {
    let is_own = matches!(args.format, None | Some(Format::Text)) && !args.score_only && args.input.by.is_none();
    is_own && !args.percent && args.digits.is_none()
}

fn style(args: &Args, input: &Input) -> Style {
    Style {
        format: if args.score_only { Format::Scores } else { args.format.unwrap_or(Format::Text) },
        percent: args.percent,
        digits: args.digits.map_or(if args.percent { 2 } else { 4 }, usize::from),
        quiet: args.quiet,
        names: match input.origin {
            _ if args.systems.names.is_some() => SystemNames::Given,
            Origin::Records { .. } | Origin::Texts => SystemNames::Given,
            Origin::Files | Origin::TestSet(_) | Origin::Statistics(_) => SystemNames::Paths,
        },
        width: terminal_width(),
        color: Color::of_standard_output(),
    }
}

fn check_files(args: &Args, input: &Input, mode: Mode) -> Result<(), String> {
    let is_empty = |path: &PathBuf| path.as_os_str().is_empty();
    if input.origin != Origin::Texts && args.references.iter().chain(&args.candidates).any(is_empty) {
        return Err("a candidate or reference has an empty name; is a variable of a script not set?".into());
    }
    if args.shards.from_stats {
        return check_statistics(args);
    }
    let needs_reference =
        !mode.is_list() && !matches!(mode, Mode::PrintTokens | Mode::Pooled { pool: Pool::OtherLines, .. });
    if args.references.is_empty() && needs_reference && !matches!(input.origin, Origin::TestSet(_)) {
        if input.table().is_some() {
            return Err("no reference is named; name a column of the table with -r, as in: \
                        bleu --records data.tsv -r ref mt"
                .into());
        }
        if input.origin == Origin::Texts {
            return Err("no reference is given; add one with -r, as in: bleu --text -r 'the cat' 'the the'".into());
        }
        return Err("no reference is given; name one with -r, as in: bleu -r ref.txt hyp.txt".into());
    }
    let files = args.references.len() + args.candidates.len();
    if files > MAX_FILES {
        return Err(format!("{files} files are given, more than {MAX_FILES}; does a pattern match too much?"));
    }
    if input.standard_inputs(args.references.iter().chain(&args.candidates).chain(&args.source)) > 1 {
        return Err("standard input is named twice, but can be read once; put one of the texts into a file".into());
    }
    Ok(())
}

/// Checks the files of statistics, of which there may be any number, and their groups.
fn check_statistics(args: &Args) -> Result<(), String> {
    if args.candidates.iter().filter(|path| is_standard_input(path)).count() > 1 {
        return Err("standard input is named twice, but can be read once; name it once".into());
    }
    match &args.input.by {
        Some(by) if by.as_os_str() != "group" => {
            Err("records of statistics name the group of their segments 'group'; give --by group".into())
        }
        _ => Ok(()),
    }
}

/// Returns which statistics to print.
fn statistics(args: &Args, detail: StatsDetail) -> Result<StatsRequest, String> {
    let unused = [("--format", args.format.is_some()), ("--score-only", args.score_only)];
    if let Some((flag, _)) = unused.into_iter().find(|(_, given)| *given) {
        return Err(format!("--stats prints lines of JSON, not a score; leave out {flag}"));
    }
    if args.seed.is_some() && args.resamples.is_none() {
        return Err("--seed is that of resamples; with --stats, add --resamples".into());
    }
    let poisson = args.resamples.map(|resamples| Resampling {
        resamples,
        seed: args.seed.unwrap_or(Resampling::DEFAULT_SEED),
        threads: 1,
        correction: Correction::None,
    });
    if poisson.is_some() && args.shards.from_stats {
        return Err("records have the resamples that they were counted with; leave out --resamples".into());
    }
    if poisson.is_some() && args.shards.id.is_none() {
        return Err("--stats --resamples draws random numbers from the ids of segments; name them with --id".into());
    }
    Ok(StatsRequest { detail, poisson })
}

/// Checks that systems have names of their own, by which records are added up.
fn check_distinct(systems: &[String]) -> Result<(), String> {
    let mut names = HashSet::new();
    match systems.iter().find(|name| !names.insert(*name)) {
        Some(name) => Err(format!(
            "two candidates are named {}, but records are added up by the names of systems; give other --names",
            escape(name)
        )),
        None => Ok(()),
    }
}

/// Checks that the mode prints scores of a corpus, and that the least score is on their scale.
fn check_fail_under(job: &Job) -> Result<(), String> {
    let Some(least) = job.fail_under else { return Ok(()) };
    match job.mode {
        Mode::Corpus | Mode::Significance(..) | Mode::Runs(..) | Mode::WhatIf => {}
        Mode::Explain(Explain { segment: None, .. }) => {}
        Mode::Cumulative { sentences: false } | Mode::Pooled { sentences: false, .. } => {}
        _ => return Err("--fail-under is for scores of a corpus; leave it out, or leave out the mode".into()),
    }
    let highest = job.score_style().scale();
    if (0.0..=highest).contains(&least) {
        return Ok(());
    }
    let advice = if highest == 1.0 { "; with --percent they are from 0 to 100" } else { "" };
    Err(format!("--fail-under {least}: scores are from 0 to {highest}{advice}"))
}

/// Returns the mode, of which clap lets at most one through.
fn mode(args: &Args, jobs: NonZeroUsize) -> Result<Mode, String> {
    if args.input.list_test_sets {
        return Ok(Mode::ListTestSets);
    }
    if args.tokenizer.list_dictionaries {
        return Ok(Mode::ListDictionaries);
    }
    if args.input.by.is_some() {
        check_groups(args)?;
    }
    if args.source.is_some() && !args.explain {
        return Err("--source is for --explain; add it, or leave out --source".into());
    }
    if args.definitions.tool == Some(As::All) {
        return check_comparison(args).map(|()| Mode::AllTools);
    }
    if let Some(detail) = args.shards.stats {
        return statistics(args, detail).map(Mode::Stats);
    }
    if args.shards.id.is_some() {
        return Err("--id names segments for --stats; add --stats, or leave out --id".into());
    }
    // Clap waives a flag that is required if it conflicts with another that is given.
    if args.shards.expect_segments.is_some() && !args.shards.from_stats {
        return Err("--expect-segments needs --from-stats; add it, or leave out --expect-segments".into());
    }
    let test = significance_test(args);
    if args.correct.is_some() && matches!(test, None | Some(SignificanceTest::Confidence)) {
        return Err("--correct is about comparisons; use it with --paired or --all-pairs".into());
    }
    if let Some(test) = test {
        let resampling = resampling(args, test, jobs)?;
        return Ok(match runs(args, test)? {
            Some(runs) => Mode::Runs(runs, resampling),
            None => Mode::Significance(test, resampling),
        });
    }
    if args.runs.is_some() {
        return Err("--runs needs --paired randomization; add it".into());
    }
    let unused = [("--resamples", args.resamples.is_some()), ("--seed", args.seed.is_some())];
    if let Some((flag, _)) = unused.into_iter().find(|(_, given)| *given) {
        return Err(format!("{flag} needs --confidence, --paired or --all-pairs; add one of them"));
    }
    if args.explain || args.explain_segment.is_some() {
        return explanation(args).map(Mode::Explain);
    }
    if args.show.is_some() {
        return Err("--show needs --explain; add it".into());
    }
    match args.format {
        Some(Format::Tsv | Format::Markdown | Format::Latex) if args.what_if => {
            Err("--what-if supports only the formats text and json; use one of them".into())
        }
        Some(format) if args.sentence && !matches!(format, Format::Text | Format::Json | Format::Tsv) => {
            Err("--sentence supports only the formats text, json and tsv; use one of them".into())
        }
        _ if args.definitions.cumulative => Ok(Mode::Cumulative { sentences: args.sentence }),
        _ if args.definitions.self_bleu => Ok(Mode::Pooled { pool: Pool::OtherLines, sentences: args.sentence }),
        _ if args.definitions.pool_references => Ok(Mode::Pooled { pool: Pool::References, sentences: args.sentence }),
        _ if args.sentence => Ok(Mode::Sentence),
        _ if args.what_if => Ok(Mode::WhatIf),
        _ if args.print_tokens => Ok(Mode::PrintTokens),
        _ => Ok(Mode::Corpus),
    }
}

/// Checks that nothing is asked for that a comparison of tools does not have.
fn check_comparison(args: &Args) -> Result<(), String> {
    let without = [
        ("--sentence", args.sentence),
        ("--confidence", args.confidence),
        ("--paired", args.paired.is_some()),
        ("--all-pairs", args.all_pairs.is_some()),
        ("--explain", args.explain || args.explain_segment.is_some()),
        ("--what-if", args.what_if),
        ("--print-tokens", args.print_tokens),
        ("--stats", args.shards.stats.is_some()),
        ("--score-only", args.score_only),
        ("--fail-under", args.fail_under.is_some()),
        ("--cumulative", args.definitions.cumulative),
        ("--self-bleu", args.definitions.self_bleu),
        ("--pool-references", args.definitions.pool_references),
    ];
    match without.into_iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(format!("--as all prints a table of tools; leave out {flag}, or name one tool")),
        None if args.candidates.len() > 1 => {
            Err(format!("--as all takes one candidate; {} are given", args.candidates.len()))
        }
        None => Ok(()),
    }
}

/// Checks that a mode and a format can show groups.
fn check_groups(args: &Args) -> Result<(), String> {
    let without = [
        ("--explain", args.explain || args.explain_segment.is_some(), "select the segments of the group beforehand"),
        ("--all-pairs", args.all_pairs.is_some(), "use --paired, which tests each group"),
        ("--print-tokens", args.print_tokens, "leave out --by"),
        ("--runs", args.runs.is_some(), "leave out --by"),
        ("--score-only", args.score_only, "use --format tsv or json"),
        ("--what-if", args.what_if, "select the segments of the group beforehand"),
        ("--as all", args.definitions.tool == Some(As::All), "name one tool"),
        ("--cumulative", args.definitions.cumulative, "set the order with -n"),
        ("--self-bleu", args.definitions.self_bleu, "leave out --by"),
        ("--pool-references", args.definitions.pool_references, "leave out --by"),
    ];
    match without.into_iter().find(|(_, given, _)| *given) {
        Some((flag, _, advice)) => Err(format!("{flag} has no results per group; {advice}")),
        None => Ok(()),
    }
}

/// Checks that there is a table to sort.
fn check_sorted(args: &Args, mode: Mode) -> Result<(), String> {
    let has_table = match mode {
        Mode::Corpus | Mode::Significance(..) | Mode::Runs(..) => true,
        Mode::Pooled { sentences, .. } => !sentences,
        _ => false,
    };
    match has_table && !args.score_only {
        true => Ok(()),
        false => Err("--sort orders a table of systems by score, and there is no such table; leave out --sort".into()),
    }
}

fn explanation(args: &Args) -> Result<Explain, String> {
    if args.candidates.len() > MAX_EXPLAINED {
        let candidates = args.candidates.len();
        return Err(format!("--explain takes one candidate, or two to compare; {candidates} are given"));
    }
    let format = args.format.unwrap_or(Format::Text);
    if !matches!(format, Format::Text | Format::Json) {
        return Err("--explain supports only the formats text and json; use one of them".into());
    }
    if args.show.is_some() && args.explain_segment.is_some() && format == Format::Text {
        return Err("--show does not apply to --explain-segment in text output; leave out --show, or use --format \
                    json, which has the corpus too"
            .into());
    }
    Ok(Explain {
        segment: args.explain_segment,
        show: args.show.map_or(DEFAULT_SHOW, usize::from),
        // The default of --sentence, so that the scores are the same.
        effective_order_of_segments: args.effective_order != Some(Switch::No),
    })
}

fn significance_test(args: &Args) -> Option<SignificanceTest> {
    let confidence = args.confidence.then_some(SignificanceTest::Confidence);
    confidence.or(args.paired.map(SignificanceTest::Paired)).or(args.all_pairs.map(SignificanceTest::AllPairs))
}

fn resampling(args: &Args, test: SignificanceTest, jobs: NonZeroUsize) -> Result<Resampling, String> {
    if test != SignificanceTest::Confidence && args.candidates.len() < 2 && !args.shards.from_stats {
        let (flag, name) = (test.flag(), test.test().name());
        return Err(format!(
            "{flag} compares systems, but one candidate is given; name another, as in: \
             bleu -r ref.txt {flag} {name} base.txt new.txt"
        ));
    }
    Ok(Resampling {
        resamples: args.resamples.unwrap_or(test.test().default_resamples()),
        seed: seed(args.seed)?,
        threads: jobs.get(),
        correction: args.correct.unwrap_or_default(),
    })
}

/// Returns the seed: the one asked for, or sacreBLEU's from the environment, or the default of both.
fn seed(asked: Option<u64>) -> Result<u64, String> {
    match (asked, env::var(SACREBLEU_SEED)) {
        (Some(seed), _) => Ok(seed),
        (None, Err(_)) => Ok(Resampling::DEFAULT_SEED),
        (None, Ok(text)) => text.parse().map_err(|_| {
            format!("{SACREBLEU_SEED} is '{}', not a whole number; give --seed, or unset it", escape(&text))
        }),
    }
}

/// Returns the number of runs of each system, if the candidates are runs.
fn runs(args: &Args, test: SignificanceTest) -> Result<Option<usize>, String> {
    let Some(runs) = args.runs.map(usize::from) else { return Ok(None) };
    if test != SignificanceTest::Paired(PairedTest::Randomization) {
        return Err("--runs is tested by randomization only; use it with --paired randomization".into());
    }
    if !args.shards.from_stats {
        check_runs(runs, args.candidates.len())?;
    }
    Ok(Some(runs))
}

/// Checks that candidates can be divided into systems of this many runs each.
pub fn check_runs(runs: usize, candidates: usize) -> Result<(), String> {
    if candidates.is_multiple_of(runs) && candidates >= 2 * runs {
        return Ok(());
    }
    Err(format!(
        "--runs {runs} takes {runs} candidates per system, of two systems or more, but {candidates} are given; name the \
         runs of the first system, then those of the next"
    ))
}

/// Returns the definition of the score. The weights set the order.
fn definition(args: &Args, mode: Mode) -> Result<Definition, String> {
    let order = args.max_order.map(usize::from);
    if let (Some(order), Some(weights)) =
        (order, args.weights.as_ref().filter(|weights| Some(weights.order()) != order))
    {
        return Err(format!(
            "--max-order {order} and {} weights contradict each other; leave out --max-order, which the weights set",
            weights.order()
        ));
    }
    let options = Options {
        tokenization: args.tokenize.as_ref().map(TokenizerName::before_loading),
        lowercase: args.lowercase.map(bool::from),
        smoothing: args.smooth,
        order,
        weights: args.weights.clone(),
        reference_length: args.definitions.ref_length,
        effective_order: args.effective_order.map(bool::from),
        sentences: mode.scores_sentences(),
    };
    let needs_data = args.tokenize.as_ref().is_some_and(TokenizerName::needs_data);
    let tool = match args.definitions.tool {
        Some(As::All) if options != Options::default() || args.normalize.is_some() => {
            return Err(
                "--as all compares the tools' definitions as they are; leave out flags that change the score".into()
            );
        }
        Some(As::Tool(tool)) if needs_data && !tool.is_sacrebleu() => {
            return Err(format!(
                "--as {tool} has no tokenizer that needs a dictionary or a model; leave out --tokenize"
            ));
        }
        Some(As::Tool(tool)) => Some(tool),
        _ => None,
    };
    let definition = definitions::definition(tool, &options)?;
    let Some(form) = args.normalize else { return fits(definition, mode) };
    if let Some(tool) = tool {
        return Err(format!("--as {tool} does not normalize; leave out --normalize, or normalize the files first"));
    }
    let definition = definition.to_builder().normalization(Some(form)).build().map_err(|error| error.to_string())?;
    fits(definition, mode)
}

/// Checks that a mode can work with a definition.
fn fits(definition: Definition, mode: Mode) -> Result<Definition, String> {
    let Some(tool) = definition.tool() else { return Ok(definition) };
    let reason = match mode {
        Mode::Explain(_) | Mode::WhatIf if !definition.uses_sacrebleu_formula() => {
            "--explain and --what-if know the usual formula only"
        }
        Mode::Significance(..) | Mode::Runs(..) if !definition.is_score_of_sums() => {
            "--confidence, --paired and --all-pairs need a score that is made of sums, not of single segments"
        }
        Mode::Stats(_) if !definition.is_score_of_sums() => "--stats needs a score that is made of sums",
        Mode::Stats(_) if definition.is_sequential() => {
            "--stats needs segments whose counts do not depend on those before them"
        }
        Mode::Cumulative { .. } if !definition.is_score_of_sums() => "--cumulative needs a score that is made of sums",
        Mode::Cumulative { .. } if !tool.has_orders() => "its order cannot be changed",
        Mode::Pooled { .. } if definition.is_sequential() || definition.rules().references != UsedReferences::All => {
            "it reads one reference"
        }
        Mode::Pooled { .. } if definition.reference_length() == ReferenceLength::FirstClosest => {
            "its reference length depends on the order of the references"
        }
        _ => return Ok(definition),
    };
    Err(format!("--as {tool} does not go with this mode: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::parse_from;

    fn job(arguments: &str) -> Result<Job, String> {
        let arguments = std::iter::once("bleu").chain(arguments.split_whitespace());
        parse_from(arguments).map_err(|answer| format!("{answer:?}"))
    }

    #[test]
    fn the_defaults_are_sacrebleus_except_for_the_scale() {
        let job = job("-r ref").unwrap();
        assert_eq!((job.mode, job.definition), (Mode::Corpus, Definition::default()));
        assert_eq!(job.candidates, [PathBuf::from("-")]);
        assert_eq!((job.style.percent, job.style.digits), (false, 4));
    }

    #[test]
    fn some_defaults_depend_on_other_flags() {
        assert!(job("-r ref --sentence").unwrap().definition.effective_order());
        assert!(!job("-r ref --sentence --effective-order=no").unwrap().definition.effective_order());
        assert_eq!(job("-r ref --percent").unwrap().style.digits, 2);
        assert_eq!(job("-r ref --weights 0.5,0.5").unwrap().definition.order(), 2);
        assert_eq!(job("-r ref -b").unwrap().style.format, Format::Scores);
    }

    #[test]
    fn effective_order_does_not_take_a_file_as_its_value() {
        let job = job("-r ref --effective-order hyp").unwrap();
        assert!(job.definition.effective_order());
        assert_eq!(job.candidates, [PathBuf::from("hyp")]);
    }

    #[test]
    fn the_number_of_threads_is_limited_per_core() {
        let cores = available_parallelism().unwrap().get();
        let jobs = |arguments| job(arguments).unwrap().jobs.get();
        assert_eq!(
            [jobs("-r ref --jobs 1"), jobs("-r ref"), jobs("-r ref --jobs 1024")],
            [1, cores, (4 * cores).min(1024)]
        );
    }

    #[test]
    fn the_number_of_files_is_limited() {
        let files = "x ".repeat(MAX_FILES);
        assert!(job(&format!("-r ref {files}")).unwrap_err().contains("5001 files"));
    }
}
