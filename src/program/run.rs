//! The commands, one file each: a command runs one mode, from the source of segments to the output. They share what is
//! imported here: `counting` counts the segments, `groups` adds them up, and `gates` checks the results.

mod all_tools;
mod baseline;
mod counted;
mod counting;
pub mod diagnosis;
mod examination;
mod explain;
mod from_stats;
mod groups;
pub mod keep_going;
pub mod page;
mod pooled;
mod repair;
mod runs;
mod samples;
mod score;
mod sentence;
mod sets;
mod significance;
mod stats;
mod tokens;
mod what_if;

use super::request::{Feature, Job, Mode};
use super::results::input_summary::InputSummary;
use super::results::{Report, Results, SegmentsRead};
use super::streams;
use super::streams::progress::ReadingProgress;
use crate::bleu::scoring::{Definition, Statistics};
use crate::checks::repair::Repairs;
use crate::text::{BatchReader, Cleaning, KeptText};
use anyhow::{Context, Result, bail};
use std::io;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Runs the command of a job, and returns its results. Those of single segments are passed on to `out` while the input is read.
///
/// # Errors
/// If the input cannot be read or scored, or the results of segments cannot be passed on.
pub fn run(job: &'static Job, out: &mut dyn Write) -> Result<Results> {
    if let Some(request) = job.merge {
        return from_stats::run(job, request, out);
    }
    if let Some(file) = &job.baseline {
        return baseline::run(job, file, out);
    }
    match job.mode {
        Mode::Corpus | Mode::Cumulative { sentences: false } => score::run(job),
        Mode::Sentence | Mode::Cumulative { sentences: true } => sentence::run(job, out),
        Mode::Significance(..) => significance::run(job),
        Mode::Runs(runs, resampling) => runs::run(job, runs, resampling),
        Mode::Explain(explain) => explain::run(job, explain),
        Mode::WhatIf => what_if::run(job),
        Mode::Repair => repair::run(job),
        Mode::PrintTokens => tokens::run(job, out),
        Mode::Stats { .. } => stats::run(job, out),
        Mode::AllTools { sets_tokenizer } => all_tools::run(job, sets_tokenizer),
        Mode::Samples { by_effective_order, resampling } => samples::choices::run(job, by_effective_order, resampling),
        Mode::ComparedSamples(..) => samples::compared::run(job),
        Mode::SampleSelfBleu { sentences: false } => samples::segments::run_self_bleu(job),
        Mode::Pick(_) | Mode::Pairwise | Mode::SampleSelfBleu { .. } => samples::segments::run(job, out),
        Mode::Pooled { pool, sentences } => pooled::run(job, pool, sentences, out),
    }
}

/// Opens the source of a job's segments.
fn open(job: &Job) -> Result<BatchReader> {
    open_texts(job, &job.candidates, &job.references)
}

/// Opens the source of a job's segments for a diagnosis: if the source text is known, it is read like a candidate, after the
/// others.
fn open_with_source_text(job: &Job) -> Result<BatchReader> {
    let source = job.source.as_ref().map(|name| job.input.source_file(name)).transpose()?;
    open_texts(job, &job.candidates.iter().cloned().chain(source).collect::<Vec<_>>(), &job.references)
}

/// Opens some of a job's candidates, which are cleaned if that is asked for, and references.
fn open_texts(job: &Job, candidates: &[PathBuf], references: &[PathBuf]) -> Result<BatchReader> {
    let [candidates, references] =
        [candidates, references].map(|names| names.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    let mut reader = open_as_given(job, &candidates, &references)?;
    // After the candidates may be the source text.
    reader.cleaning = Cleaning {
        repairs: job.input.rules.repairs(),
        clean: Repairs::clean_text,
        candidates: job.candidates.len().min(candidates.len()),
    };
    Ok(reader)
}

fn open_as_given(job: &Job, candidates: &[&Path], references: &[&Path]) -> Result<BatchReader> {
    let reported = job.report.as_ref().map(|report| &report.text);
    if let Some(source) = reported.and_then(|text| text.source(candidates)) {
        return Ok(BatchReader::new(source));
    }
    let is_diagnosed_from_memory = job.is_diagnosed_in_full() && !job.can_be_read_again();
    let mut reader = BatchReader::new(job.input.open(candidates, references, &job.definition)?);
    if let Some(text) = reported {
        reader = reader.kept(text, candidates);
    } else if is_diagnosed_from_memory {
        reader = reader.kept(&KeptText::first(diagnosis::MAX_KEPT), candidates);
    }
    // A progress line would mix with lines printed or typed on the same terminal.
    let lines_on_terminal = job.mode.capabilities().has(Feature::Streaming) && streams::goes_to_terminal();
    let typed = job.standard_inputs() > 0 && io::stdin().is_terminal();
    let progress = ReadingProgress::new(job.style.quiet || lines_on_terminal || typed);
    reader.progress = progress
        .map(|mut progress| -> Box<dyn FnMut(Option<u64>) + Send> { Box::new(move |bytes| progress.show(bytes)) });
    Ok(reader)
}

/// Checks that the tool to reproduce does not fail on any of these systems.
fn ensure_tool_succeeds(job: &Job, names: &[String], sums: &[Statistics]) -> Result<()> {
    names.iter().zip(sums).try_for_each(|(name, sum)| ensure_has_score(job, &job.system_label(name), sum))
}

/// Checks that the tool to reproduce does not fail on segments with this sum.
fn ensure_has_score(job: &Job, label: &str, sum: &Statistics) -> Result<()> {
    let (Some(tool), Some(failure)) = (job.definition.tool(), job.definition.formula().failure(sum)) else {
        return Ok(());
    };
    bail!("{label}: no score, because {tool} fails: {failure}")
}

/// The definitions of all orders up to the job's, for --cumulative; otherwise none.
fn orders(job: &Job) -> Result<Vec<Definition>> {
    let most = if matches!(job.mode, Mode::Cumulative { .. }) { job.definition.order() } else { 0 };
    Ok((1..=most).map(|order| job.definition.to_builder().order(order).build()).collect::<Result<_, _>>()?)
}

/// The scores of a report, in the job's order.
fn scores(job: &Job, mut report: Report) -> Results {
    if job.sorts {
        report.sort();
    }
    Results::Scores(report)
}

/// Facts about segments of a job whose own results were passed on.
fn segments_read(job: &Job, summary: InputSummary) -> Results {
    let findings = job.systems.iter().cloned().zip(summary.findings.into_iter().flatten()).collect();
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
