//! From flags to a command and its request, with the checks that they go together.

use super::command::{command, effective_order_of_segments, shown};
use super::definitions;
use super::flags::{Args, MAX_FILES};
use super::known_columns::known_columns;
use super::likely_mistakes;
use super::values::As;
use crate::bleu::exact::exact;
use crate::bleu::significance::PairedTest;
use crate::program::formats::tool_line::score_style;
use crate::program::request::Least;
use crate::program::request::color::Color;
use crate::program::request::format::{SCORES, Separator, TEXT};
use crate::program::request::style::{LatexStyle, Style, SystemNames};
use crate::program::request::support::{Feature, RequiredInput, Support};
use crate::program::request::{MergeOptions, Recording, ReportFile, Request, SaveFile, StatisticsSource};
use crate::program::run::Command;
use crate::program::run::score::ScoreMode;
use crate::program::run::sentence::SentenceMode;
use crate::program::streams::output_file::OutputFile;
use crate::program::streams::terminal_width;
use crate::program::words::divergence::divergence;
use crate::text::display::{count, escape, path_name, shell_word, system_name};
use crate::text::hints;
use crate::text::set_tokenizers::SetTokenizers;
use crate::text::tokenizer_data::TokenizerName;
use crate::text::{Input, InputFormat, KeptText, Origin, SampleLayout, TableStyle, TestSet, has_all_items};
use anyhow::{Error, Result, bail, ensure};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::mem;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

/// Maximum number of threads per core; more add no speed and take memory. Near the system's limit, a started thread may
/// still fail and abort the program.
const MAX_JOBS_PER_CORE: NonZeroUsize = NonZeroUsize::new(4).expect("is not 0");

/// Number of segments in a report by default.
const DEFAULT_SEGMENTS: usize = 20_000;

/// Makes a command and its request of the flags.
///
/// # Errors
/// If they do not go together.
pub fn request(mut args: Args) -> Result<(Command, Request)> {
    if args.at.as_ref().is_some_and(|at| has_all_items(at)) {
        args.samples = Some(SampleLayout::Array);
    }
    let input = input(&args)?;
    if args.explain.is_some() && input.origin == Origin::Files && !args.from_stats {
        args.explain_segment = likely_mistakes::segment_after_explain(&mut args.candidates);
    }
    name_candidate(&mut args, &input)?;
    let jobs = threads(&args);
    let command = command(&args, jobs)?;
    let support = command.mode().support();
    check_files(&args, &input, support.input)?;
    let definition = definitions::definition(&args, &command)?;
    let is_named = args.names.is_some() && !args.from_stats;
    let save = save(&args, &command);
    let request = Request {
        style: style(&mut args, &input),
        warning: warning(&args, &input, &support),
        statistics: statistics_source(&mut args),
        systems: systems(&mut args),
        allows_tool_line: allows_tool_line(&args, &command),
        // An explanation has findings of its own.
        diagnoses: support.has(Feature::Diagnosis) && !matches!(command, Command::Explain(_)),
        report: report(&args)?,
        jobs: if definition.counting().is_sequential() { NonZeroUsize::MIN } else { jobs },
        input: Input { answers_lines: support.has(Feature::Streaming), ..input },
        sorts: args.sort,
        candidates: args.candidates,
        references: args.references,
        source: args.source,
        definition,
        tokenizer: args.tokenize.unwrap_or(TokenizerName::DEFAULT),
        sentencepiece: args.sentencepiece_version.unwrap_or_default(),
        dictionary: args.dictionary,
        recording: save.is_some().then(Recording::default),
        save,
        keeps_going: args.keep_going,
        unread: Vec::new(),
        gates: args.gates.gates(),
    };
    check_standard_input(&request)?;
    check_systems(&request, &command, is_named)?;
    check_limits(&request)?;
    check_second_reading(&request, &command)?;
    check_written_files(&request, &command)?;
    Ok((command, request))
}

/// Names standard input as the candidate if none is named.
fn name_candidate(args: &mut Args, input: &Input) -> Result<()> {
    if !args.candidates.is_empty() || args.verify.is_some() {
        return Ok(());
    }
    ensure!(input.origin != Origin::Texts, "no candidate is given; add one, as in: {}", hints::TEXTS);
    if let Some(table) = input.table().filter(|_| input.at.is_none()) {
        let known = known_columns(table);
        let advice = match shell_word(table).as_str() {
            "-" => String::from(hints::TABLE),
            table => hints::Hint::NamedTable { table: table.to_owned() }.to_string(),
        };
        bail!("no candidate is named; name a column of the table{known}, as in: {advice}");
    }
    args.candidates.push(PathBuf::from("-"));
    Ok(())
}

/// Returns the number of threads, within the limit per core.
fn threads(args: &Args) -> NonZeroUsize {
    let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    args.jobs.map_or(cores, |asked| asked.min(cores.saturating_mul(MAX_JOBS_PER_CORE)))
}

/// Returns the names of the systems, which statistics have in their records.
fn systems(args: &mut Args) -> Vec<String> {
    match args.names.take() {
        Some(names) => names,
        None if args.from_stats => Vec::new(),
        None => args.candidates.iter().map(|path| system_name(path)).collect(),
    }
}

/// Returns a warning about texts that were likely named by mistake.
fn warning(args: &Args, input: &Input, support: &Support) -> Option<String> {
    let Args { references, candidates, .. } = args;
    match input.origin {
        _ if args.from_stats => None,
        Origin::Files => {
            likely_mistakes::reference_among_candidates(references, candidates, *support.candidates.start())
        }
        Origin::Texts => likely_mistakes::file_given_as_text(references.iter().chain(candidates)),
        _ => None,
    }
}

/// Returns where the statistics of the segments come from.
fn statistics_source(args: &mut Args) -> StatisticsSource {
    if args.from_stats {
        return StatisticsSource::Records(MergeOptions {
            expected_segments: args.expect_segments,
            effective_order: args.effective_order,
            resampling_flag: args.first_of(&["--resamples", "--seed"]),
        });
    }
    let (name, flags) = (baseline_name(args), mem::take(&mut args.flags_of_texts));
    args.baseline.take().map_or(StatisticsSource::Texts, |file| StatisticsSource::Baseline { file, name, flags })
}

/// Takes the name of the baseline from the names of systems, if it comes first.
fn baseline_name(args: &mut Args) -> Option<String> {
    let (has_baseline, candidates) = (args.baseline.is_some(), args.candidates.len());
    let names = args.names.as_mut().filter(|names| has_baseline && names.len() == candidates + 1);
    names.map(|names| names.remove(0))
}

/// Checks that standard input is read once.
fn check_standard_input(request: &Request) -> Result<()> {
    let is_statistics = request.merge_options().is_some();
    let advice = if is_statistics { "name it once" } else { "put one of the texts into a file" };
    ensure!(request.standard_inputs() < 2, "standard input is named twice, but can be read only once; {advice}");
    Ok(())
}

/// Checks that texts can be read a second time, if they must be.
fn check_second_reading(request: &Request, command: &Command) -> Result<()> {
    let needs = if request.keeps_going {
        "--keep-going needs"
    } else if command.is_of_samples() && request.candidates.len() > 1 {
        "samples of several systems need"
    } else if request.source.is_some() && !matches!(command, Command::Explain(_)) {
        "--source without --explain needs"
    } else {
        return Ok(());
    };
    ensure!(request.can_be_read_again(), "{needs} texts that can be read twice: put them into files");
    Ok(())
}

/// Checks that no file to write is one that is read.
fn check_written_files(request: &Request, command: &Command) -> Result<()> {
    if let Some(report) = &request.report {
        request.check_is_not_read(&report.file)?;
    }
    if let Some(save) = &request.save {
        request.check_is_not_read(&save.file)?;
        let is_report = request.report.as_ref().is_some_and(|report| report.file == save.file);
        ensure!(!is_report, "--report and --save write the same file; name two");
    }
    if let Command::Repair(mode) = command {
        request.check_is_not_read(&mode.file)?;
    }
    Ok(())
}

/// Returns where segments come from.
fn input(args: &Args) -> Result<Input> {
    let Args { records, test_set, origlang, subset, text, .. } = args;
    let format = args.delimiter.map(|_| InputFormat::Csv).or(args.input_format);
    let style = TableStyle { format, separator: args.delimiter, has_header: args.header };
    let origin = match (records, test_set) {
        (Some(path), _) => Origin::Records { path: path.clone(), style },
        (None, Some(name)) => {
            Origin::TestSet(TestSet::parse(name, origlang.clone(), subset.clone()).map_err(Error::msg)?)
        }
        (None, None) if *text => Origin::Texts,
        (None, None) => Origin::Files,
    };
    let sets = match &args.tokenize {
        Some(TokenizerName::OfGroups(named)) => Some(SetTokenizers::new(named.clone(), args.dictionary.clone()).into()),
        _ => None,
    };
    Ok(Input {
        origin,
        at: args.at.clone(),
        by: args.by.clone(),
        sets,
        id: args.id.clone(),
        answers_lines: false,
        shows_unit_ids: args.report.is_some() || args.explain.is_some() || args.sentence && args.sort,
        systems_by: args.systems_by.clone(),
        // Read later.
        long_table: None,
        format: args.input_format.filter(|_| args.records.is_none()),
        id_place: args.id_word,
        skips_missing: matches!(args.tool, Some(As::Tool(tool)) if tool.name() == "coco"),
        target_language: args.target_lang.clone(),
        samples: args.sample_layout().cloned(),
        reference_lines: args.reference_samples,
        rules: args.segments.rules(),
        describe_divergence: Some(divergence),
    })
}

/// Returns the report that is asked for.
fn report(args: &Args) -> Result<Option<ReportFile>> {
    let Some(path) = args.report.clone() else { return Ok(None) };
    // A missing name would make a candidate the file to overwrite.
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ensure!(
        ["html", "htm"].iter().any(|name| extension.eq_ignore_ascii_case(name)),
        "--report writes a web page, but {} does not end in .html; name one, as in: --report report.html",
        path_name(&path)
    );
    Ok(Some(ReportFile {
        file: OutputFile::new(path),
        segments: args.report_segments.unwrap_or(DEFAULT_SEGMENTS),
        show: shown(args),
        effective_order_of_segments: effective_order_of_segments(args),
        text: KeptText::all(),
    }))
}

/// Returns the file to save the run in, with arguments that compute its results again.
fn save(args: &Args, command: &Command) -> Option<SaveFile> {
    let file = OutputFile::new(args.save.clone()?);
    let resampling = match command {
        Command::Runs(mode) => Some(mode.resampling),
        Command::SampleChoices(mode) => mode.resampling,
        command => command.mode().asked_test().map(|asked| asked.resampling),
    };
    // The seed may be in the environment.
    let seed = resampling.filter(|_| args.seed.is_none());
    let seed = seed.map(|resampling| resampling.fields(PairedTest::Bootstrap, 0).seed);
    let seed = seed.into_iter().flat_map(|seed| ["--seed".to_owned(), seed.to_string()]);
    Some(SaveFile { file, command: seed.chain(args.arguments.iter().cloned()).collect() })
}

/// Whether the flags leave the form of the output to a tool.
fn allows_tool_line(args: &Args, command: &Command) -> bool {
    let is_possible = match command {
        Command::Score(ScoreMode { cumulative }) | Command::Sentence(SentenceMode { cumulative }) => !cumulative,
        _ => false,
    };
    let has_labels = args.by.is_some() || args.id.is_some();
    let is_own = args.format.is_none_or(|format| format.is_text()) && !args.score_only && !has_labels;
    is_possible && is_own && !args.percent && args.digits.is_none()
}

fn style(args: &mut Args, input: &Input) -> Style {
    let is_column = input.table().is_some() && input.at.is_none();
    let is_named = args.names.is_some() || input.origin == Origin::Texts || is_column;
    Style {
        format: if args.score_only { SCORES } else { args.format.unwrap_or(TEXT) },
        percent: args.percent,
        digits: args.digits.unwrap_or(if args.percent { 2 } else { 4 }),
        quiet: args.quiet,
        // As long as the program runs.
        columns: std::mem::take(&mut args.columns).leak(),
        // A comma for both could not be read again.
        csv_separator: args.csv_separator.unwrap_or(match args.decimal_comma {
            true => Separator::Semicolon,
            false => Separator::Comma,
        }),
        decimal_comma: args.decimal_comma,
        latex: LatexStyle {
            label: args.latex_label.take().map_or(LatexStyle::LABEL, |label| label.leak()),
            caption: args.latex_caption.take().map(|caption| &*caption.leak()),
        },
        names: if is_named { SystemNames::Given } else { SystemNames::Paths },
        width: terminal_width(),
        color: Color::standard_output(),
    }
}

fn check_files(args: &Args, input: &Input, required: RequiredInput) -> Result<()> {
    let is_empty = |path: &PathBuf| path.as_os_str().is_empty();
    if input.origin != Origin::Texts && args.references.iter().chain(&args.candidates).any(is_empty) {
        bail!("a candidate or reference has an empty name; is a shell variable unset?");
    }
    // There may be any number of files of statistics.
    if args.from_stats {
        return Ok(());
    }
    let needs_references = matches!(required, RequiredInput::Texts | RequiredInput::Statistics);
    if args.references.is_empty() && needs_references && !matches!(input.origin, Origin::TestSet(_)) {
        match input.origin {
            Origin::Records { .. } => {
                let known = input.table().map(|table| known_columns(table)).unwrap_or_default();
                bail!("no reference is named; name a column of the table with -r{known}, as in: {}", hints::TABLE)
            }
            Origin::Texts => bail!("no reference is given; add one with -r, as in: {}", hints::TEXTS),
            Origin::Files | Origin::TestSet(_) => {
                let test = args.paired.or(args.all_pairs).map_or("", PairedTest::name);
                let flag = args.first_of(&["--paired", "--all-pairs"]).map(|flag| format!("{flag} {test}"));
                bail!(likely_mistakes::no_reference(&args.candidates, flag))
            }
        }
    }
    let number = args.references.len() + args.candidates.len();
    if number > MAX_FILES {
        bail!("{number} files are given; the maximum is {MAX_FILES}. Does a pattern match too much?");
    }
    Ok(())
}

/// Checks the names of the systems: the names that were given, and the names that records are added up under.
fn check_systems(request: &Request, command: &Command, is_named: bool) -> Result<()> {
    let candidates = request.candidates.len() / if let Command::Runs(mode) = command { mode.runs } else { 1 };
    if is_named && request.systems.len() != candidates {
        let (given, systems) = (count(request.systems.len() as u64, "name"), count(candidates as u64, "system"));
        let baseline = matches!(request.statistics, StatisticsSource::Baseline { .. });
        let or = if baseline {
            format!(", or {} with a name of the baseline before them", candidates + 1)
        } else {
            String::new()
        };
        bail!("--names gives {given} for {systems}; give one name per system{or}, separated by commas");
    }
    let adds_up =
        matches!(command, Command::Stats(_)) || matches!(request.statistics, StatisticsSource::Baseline { .. });
    let name_of_baseline = match &request.statistics {
        StatisticsSource::Baseline { name, .. } => name.as_ref(),
        _ => None,
    };
    let mut known = HashSet::new();
    for name in name_of_baseline.into_iter().chain(&request.systems) {
        let is_new = known.insert(name);
        ensure!(!is_named || !name.is_empty(), "--names contains an empty name; name every system");
        ensure!(!is_named || is_new, "--names contains '{}' twice; names must be distinct", escape(name));
        ensure!(
            !adds_up || is_new,
            "two candidates are named {}, but records are added up by system name; set distinct names with --names",
            escape(name)
        );
    }
    Ok(())
}

/// Checks that the least scores and the largest drop are on the scale of the scores.
fn check_limits(request: &Request) -> Result<()> {
    let highest = score_style(request, &request.definition, request.systems.len()).scale();
    let is_on_scale = |score| (0.0..=highest).contains(&score);
    for least in &request.gates.fail_under {
        let (Least::Score(least) | Least::EachGroup(least) | Least::Group(_, least)) = *least else { continue };
        let advice = if highest == 1.0 { " (0 to 100 with --percent)" } else { "" };
        ensure!(
            is_on_scale(least),
            "--fail-under {} is out of range: scores are from 0 to {highest}{advice}",
            exact(least)
        );
        // Taken for a percentage, it would never fail.
        if highest > 1.0 && 0.0 < least && least < 1.0 {
            let meant = (least * highest * 1e6).round() / 1e6;
            bail!("--fail-under {}: here scores are from 0 to {highest}; did you mean {meant}?", exact(least));
        }
    }
    if let Some(drop) = request.gates.max_drop {
        ensure!(
            is_on_scale(drop),
            "--max-drop {} is out of range: differences of scores are from 0 to {highest}",
            exact(drop)
        );
    }
    Ok(())
}
