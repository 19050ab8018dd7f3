//! The commands, one file each: the file of a mode has its options, what it supports, and its run, from the source of
//! segments to results. They share what is imported here: `counting` counts the segments, and `groups` adds them up.

pub mod all_tools;
mod baseline;
pub mod compare;
mod corpus;
mod counted;
mod counting;
pub mod diagnosis;
mod examination;
pub mod explain;
mod from_stats;
mod groups;
pub mod keep_going;
pub mod page;
pub mod pooled;
mod recording;
mod records;
pub mod repair;
pub mod runs;
pub mod samples;
pub mod saving;
pub mod score;
pub mod sentence;
mod sets;
pub mod sorted_segments;
pub mod stats;
pub mod tokens;
pub mod verify;
pub mod what_if;

use super::request::format::{Format, FormatKind};
use super::request::support::{Feature, Support};
use super::request::{AskedTest, Request, StatisticsSource};
use super::results::input_summary::InputSummary;
use super::results::{Report, Results, SegmentsRead};
use super::streams;
use super::streams::progress::ReadingProgress;
use crate::bleu::scoring::{Definition, Statistics};
use crate::bleu::signature::Signature;
use crate::checks::repair::Repairs;
use crate::text::display::{count, system_name};
use crate::text::hints::Hint;
use crate::text::{BatchReader, Cleaning, KeptText};
use all_tools::AllToolsMode;
use anyhow::{Context, Result, bail, ensure};
use compare::CompareMode;
use counting::fold_counts;
use explain::ExplainMode;
use from_stats::Merged;
use pooled::PooledMode;
use repair::RepairMode;
use runs::RunsMode;
use samples::choices::SampleChoicesMode;
use samples::compared::ComparedSamplesMode;
use samples::pairwise::PairwiseMode;
use samples::pick::PickMode;
use samples::self_bleu::SelfBleuMode;
use score::ScoreMode;
use sentence::SentenceMode;
use sorted_segments::SortedSegmentsMode;
use stats::StatsMode;
use std::io;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokens::TokensMode;
use verify::VerifyMode;
use what_if::WhatIfMode;

/// A command: the mode that was asked for, with the options that only it reads.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Score(ScoreMode),
    Sentence(SentenceMode),
    SortedSegments(SortedSegmentsMode),
    AllTools(AllToolsMode),
    Pooled(PooledMode),
    SampleChoices(SampleChoicesMode),
    ComparedSamples(ComparedSamplesMode),
    Pick(PickMode),
    Pairwise(PairwiseMode),
    SelfBleu(SelfBleuMode),
    Compare(CompareMode),
    Runs(RunsMode),
    Explain(ExplainMode),
    WhatIf(WhatIfMode),
    Repair(RepairMode),
    Stats(StatsMode),
    Tokens(TokensMode),
    Verify(VerifyMode),
}

/// A mode of the program.
pub trait Mode {
    /// The flags, formats and inputs that go with it.
    fn support(&self) -> Support;

    /// The reason why it cannot work with a definition of the score.
    fn objection(&self, _: &Definition) -> Option<&'static str> {
        None
    }

    /// The test of the systems, if it makes one.
    fn asked_test(&self) -> Option<AskedTest> {
        None
    }

    /// A signature of scores of this many candidates, with what the mode adds to it.
    fn sign(&self, signature: Signature, _candidates: usize) -> Signature {
        signature
    }

    /// Runs it on texts, and returns its results. Results of single segments are written to `out` while the text is read.
    ///
    /// # Errors
    /// If the input cannot be read or scored, or the results of segments cannot be written.
    fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results>;

    /// Counts the texts of a request, to record them.
    ///
    /// # Errors
    /// If the input cannot be read or counted.
    fn record(&self, request: &Arc<Request>) -> Result<()> {
        fold_counts(request, |_, _| Ok(()), |()| Ok(())).map(drop)
    }

    /// Whether it needs statistics of single segments if it runs on statistics.
    fn needs_segments(&self) -> bool {
        true
    }

    /// Runs it on statistics that were counted before.
    ///
    /// # Errors
    /// If it needs others.
    fn run_on_statistics(&self, _: &Request, _: Merged, _out: &mut dyn Write) -> Result<Results> {
        // Excluded with the flags.
        bail!("this mode needs texts, not statistics")
    }
}

impl Command {
    /// The mode.
    pub fn mode(&self) -> &dyn Mode {
        match self {
            Command::Score(mode) => mode,
            Command::Sentence(mode) => mode,
            Command::SortedSegments(mode) => mode,
            Command::AllTools(mode) => mode,
            Command::Pooled(mode) => mode,
            Command::SampleChoices(mode) => mode,
            Command::ComparedSamples(mode) => mode,
            Command::Pick(mode) => mode,
            Command::Pairwise(mode) => mode,
            Command::SelfBleu(mode) => mode,
            Command::Compare(mode) => mode,
            Command::Runs(mode) => mode,
            Command::Explain(mode) => mode,
            Command::WhatIf(mode) => mode,
            Command::Repair(mode) => mode,
            Command::Stats(mode) => mode,
            Command::Tokens(mode) => mode,
            Command::Verify(mode) => mode,
        }
    }

    /// Whether it lists texts for spreadsheets in a format.
    pub fn lists_texts(&self, format: Format) -> bool {
        matches!((self, format.kind), (Command::SortedSegments(_), FormatKind::Rows(_)))
    }

    /// Whether segments have several samples.
    pub fn is_of_samples(&self) -> bool {
        match self {
            Command::SampleChoices(_)
            | Command::ComparedSamples(_)
            | Command::Pick(_)
            | Command::Pairwise(_)
            | Command::SelfBleu(_) => true,
            Command::Score(_)
            | Command::Sentence(_)
            | Command::SortedSegments(_)
            | Command::AllTools(_)
            | Command::Pooled(_)
            | Command::Compare(_)
            | Command::Runs(_)
            | Command::Explain(_)
            | Command::WhatIf(_)
            | Command::Repair(_)
            | Command::Stats(_)
            | Command::Tokens(_)
            | Command::Verify(_) => false,
        }
    }

    /// Whether it scores single segments, for which tools have other defaults.
    pub fn scores_segments(&self) -> bool {
        matches!(self, Command::Pick(_) | Command::Pairwise(_)) || self.mode().support().has(Feature::Sentences)
    }

    /// Whether a report shows its results without being told them: scores of systems and of segments, and explanations.
    fn is_shown_by_reports(&self) -> bool {
        match self {
            Command::Score(ScoreMode { cumulative }) | Command::Sentence(SentenceMode { cumulative }) => !cumulative,
            command => matches!(command, Command::SortedSegments(_) | Command::Compare(_) | Command::Explain(_)),
        }
    }

    /// Checks that it works with this many candidates.
    ///
    /// # Errors
    /// If there are too few or too many.
    pub fn check_candidates(&self, candidates: usize) -> Result<()> {
        if let Command::Runs(mode) = self {
            mode.check_runs(candidates)?;
        }
        let Support { flag, candidates: range, .. } = self.mode().support();
        let (least, most) = range.into_inner();
        if candidates < least {
            let test = self.mode().asked_test().map_or("", |asked| asked.test.test().name());
            let command = Hint::Compare { flag: format!("{flag} {test}").trim_end().to_owned() };
            bail!("{flag} needs at least {}, as in: {command}", count(least as u64, "candidate"));
        }
        ensure!(candidates <= most, "{flag} takes at most {}; {candidates} are given", count(most as u64, "candidate"));
        Ok(())
    }

    /// Runs it, and returns its results. Results of single segments are written to `out` while the text is read.
    ///
    /// # Errors
    /// If the input cannot be read or scored, or the results of segments cannot be written.
    pub fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
        match &request.statistics {
            StatisticsSource::Texts | StatisticsSource::Saved(_) => self.mode().run(request, out),
            StatisticsSource::Baseline { file, name, .. } => {
                let name = name.clone().unwrap_or_else(|| system_name(file));
                baseline::run(self.mode(), request, file, &name, out)
            }
            StatisticsSource::Records(options) => from_stats::run(self, request, *options, out),
        }
    }
}

/// Checks that a mode can work with a definition of the score.
///
/// # Errors
/// If it cannot.
pub fn check_definition(mode: &dyn Mode, definition: &Definition) -> Result<()> {
    let Some(reason) = mode.objection(definition) else { return Ok(()) };
    let asked = match definition.tool() {
        Some(tool) => format!("--as {tool}"),
        None if definition.formula().is_set_mean() => String::from("--mean-of-segments"),
        None => format!("--ref-length {}", definition.reference_length()),
    };
    bail!("{asked} does not support this mode: {reason}")
}

/// Why a mode that explains scores objects to a definition.
fn objection_of_explanations(definition: &Definition) -> Option<&'static str> {
    (!definition.uses_sacrebleu_formula()).then_some("--explain and --what-if support only sacreBLEU's formula")
}

/// Why a mode that tests systems objects to a definition.
fn objection_of_tests(definition: &Definition) -> Option<&'static str> {
    (!definition.is_score_of_sums()).then_some(
        "--confidence, --paired and --all-pairs need a score computed from corpus sums, not a mean of segment scores",
    )
}

/// Why a mode that gives the scores of all orders objects to a definition.
fn objection_of_orders(definition: &Definition) -> Option<&'static str> {
    if !definition.is_score_of_sums() {
        return Some("--cumulative needs a score computed from corpus sums");
    }
    let is_fixed = definition.tool().is_some_and(|tool| !tool.has_orders());
    is_fixed.then_some("its order cannot be changed")
}

/// Opens the source of a request's segments.
fn open(request: &Request) -> Result<BatchReader> {
    open_texts(request, &request.candidates, &request.references)
}

/// Opens the source of a request's segments for a diagnosis: if the source text is known, it is read like a candidate, after the
/// others.
fn open_with_source_text(request: &Request) -> Result<BatchReader> {
    let source = request.source.as_ref().map(|name| request.input.source_file(name)).transpose()?;
    open_texts(request, &request.candidates.iter().cloned().chain(source).collect::<Vec<_>>(), &request.references)
}

/// Opens some of a request's candidates, which are cleaned if that is asked for, and references.
fn open_texts(request: &Request, candidates: &[PathBuf], references: &[PathBuf]) -> Result<BatchReader> {
    let [candidates, references] =
        [candidates, references].map(|names| names.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    let mut reader = open_as_given(request, &candidates, &references)?;
    // After the candidates may be the source text.
    reader.cleaning = Cleaning {
        repairs: request.input.rules.repairs(),
        clean: Repairs::clean_text,
        candidates: request.candidates.len().min(candidates.len()),
    };
    Ok(reader)
}

fn open_as_given(request: &Request, candidates: &[&Path], references: &[&Path]) -> Result<BatchReader> {
    let reported = request.report.as_ref().map(|report| &report.text);
    if let Some(source) = reported.and_then(|text| text.source(candidates)) {
        return Ok(BatchReader::new(source));
    }
    let is_diagnosed_from_memory = request.is_diagnosed() && !request.can_be_read_again();
    let (systems, source) = candidates.split_at(request.candidates.len().min(candidates.len()));
    let source = request.input.open(systems, source.first().copied(), references, &request.definition)?;
    let mut reader = BatchReader::new(source);
    if let Some(text) = reported {
        reader = reader.kept(text, candidates);
    } else if is_diagnosed_from_memory {
        reader = reader.kept(&KeptText::first(diagnosis::MAX_KEPT), candidates);
    }
    // A progress line would mix with lines printed or typed on the same terminal.
    let lines_on_terminal = request.input.answers_lines && streams::goes_to_terminal();
    let typed = request.standard_inputs() > 0 && io::stdin().is_terminal();
    let progress = ReadingProgress::new(request.style.quiet || lines_on_terminal || typed);
    reader.progress = progress
        .map(|mut progress| -> Box<dyn FnMut(Option<u64>) + Send> { Box::new(move |bytes| progress.show(bytes)) });
    Ok(reader)
}

/// Checks that the tool to reproduce does not fail on any of these systems.
fn ensure_tool_succeeds(request: &Request, names: &[String], sums: &[Statistics]) -> Result<()> {
    names.iter().zip(sums).try_for_each(|(name, sum)| ensure_has_score(request, &request.system_label(name), sum))
}

/// Checks that the tool to reproduce does not fail on segments with this sum.
fn ensure_has_score(request: &Request, label: &str, sum: &Statistics) -> Result<()> {
    let (Some(tool), Some(failure)) = (request.definition.tool(), request.definition.formula().failure(sum)) else {
        return Ok(());
    };
    bail!("{label}: no score, because {tool} fails: {failure}")
}

/// The definitions of all orders up to that of a definition, for --cumulative.
fn orders(definition: &Definition) -> Result<Vec<Definition>> {
    let orders = (1..=definition.order()).map(|order| definition.to_builder().order(order).build());
    Ok(orders.collect::<Result<_, _>>()?)
}

/// The scores of a report, in the request's order.
fn scores(request: &Request, mut report: Report) -> Results {
    if request.sorts {
        report.sort();
    }
    Results::Scores(report)
}

/// Facts about segments of a request whose own results were passed on.
fn segments_read(request: &Request, summary: InputSummary) -> Results {
    let findings = request.systems.iter().cloned().zip(summary.findings.into_iter().flatten()).collect();
    Results::Segments(SegmentsRead { segments: Some(summary.segments), findings })
}

/// An output with a buffer.
type Buffered<'a> = BufWriter<&'a mut dyn Write>;

/// Writes with a buffer, and checks that all of it was written.
fn write_buffered(out: &mut dyn Write, write: impl FnOnce(&mut Buffered) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::new(out);
    write(&mut out).and_then(|()| out.flush()).context("standard output")
}

/// Writes and flushes the results of a batch, so that a reader sees them before more input arrives.
fn write_now(out: &mut dyn Write, bytes: &[u8]) -> Result<()> {
    out.write_all(bytes).and_then(|()| out.flush()).context("standard output")
}
