//! The diagnosis of candidates whose score is suspicious, on windows that were kept of the input, since most input has no
//! problem; or of all text, on a second reading, if the score is to fail because of one.

use super::counted::count;
use super::{open, open_with_source_text};
use crate::bleu::scoring::BatchCounter;
use crate::bleu::scoring::Definition;
use crate::checks::diagnose::inspected_batch::InspectedBatch;
use crate::checks::diagnose::{Diagnoser, Finding, Problem};
use crate::checks::diagnose::{Diagnosis, MAX_LINES};
use crate::checks::what_if::Recounter;
use crate::program::request::Request;
use crate::program::results::input_summary::InputSummary;
use crate::text::pipeline;
use crate::text::{BatchReader, Segments};
use anyhow::{Context, Result};
use std::num::NonZeroUsize;

/// Maximum number of worker threads; more would wait for the thread that adds up their results.
pub const MAX_JOBS: NonZeroUsize = NonZeroUsize::new(6).expect("is not 0");

/// Maximum size of the text that is kept of an input that cannot be read again.
pub const MAX_KEPT: u64 = 16 << 20;

/// Maximum number of lines of all candidates together that are read again before a warning about windows of them.
const MAX_CONFIRMED: u64 = 20_000;

/// Estimates of the memory that a diagnosis takes for each line and for each worker.
const BYTES_PER_LINE: usize = 600;
const BYTES_PER_JOB: usize = 20 << 20;

/// Returns the findings on each candidate that a reader has read; `None` if it has no problem that is said.
///
/// # Errors
/// If it cannot be diagnosed, and an exit status depends on that.
pub fn input_findings(
    request: &Request,
    reader: &BatchReader,
    summary: &InputSummary,
) -> Result<Option<Vec<Vec<Finding>>>> {
    let said =
        |found: Vec<Vec<Finding>>| Some(found).filter(|found| found.iter().flatten().any(Finding::is_structural));
    if request.is_diagnosed_in_full() {
        let kept = reader.again().filter(|_| request.source.is_none());
        let again = kept.map_or_else(|| open_with_source_text(request), Ok);
        let found = again.and_then(|again| diagnose(request, again, summary.signs.texts(), summary.segments));
        match found {
            found if request.asks_for_findings() => return found.map(Some),
            Ok(found) => return Ok(said(found)),
            // A source that was given is looked at, or said not to be.
            Err(error) if request.source.is_some() => return Err(error),
            Err(_) => {}
        }
    }
    // The definitions of test sets differ, so that nothing but empty lines is looked for.
    let definition = Some(&request.definition).filter(|_| request.input.sets.is_none());
    let found = said(summary.signs.findings(definition)?);
    // A warning names what an explanation lists, which looks at all lines.
    let is_doubtful = |finding: &Finding| {
        let is_sure = matches!(finding.problem, Problem::UnsplitText { .. });
        finding.sample.is_some() && finding.is_structural() && !is_sure
    };
    let is_doubtful = found.iter().flatten().flatten().any(is_doubtful)
        && is_small(request, summary)
        && !request.is_diagnosed_in_full();
    let again = Some(()).filter(|()| is_doubtful).and_then(|()| again(request, reader));
    match again.map(|again| diagnose(request, again, summary.signs.texts(), summary.segments)) {
        Some(Ok(found)) => Ok(said(found)),
        _ => Ok(found),
    }
}

/// Whether all candidates together are read again in no time.
fn is_small(request: &Request, summary: &InputSummary) -> bool {
    summary.segments.saturating_mul(request.candidates.len() as u64) <= MAX_CONFIRMED
}

/// Opens text that was read before, if it is kept or in files.
fn again(request: &Request, reader: &BatchReader) -> Option<BatchReader> {
    reader.again().or_else(|| request.can_be_read_again().then(|| open(request).ok()).flatten())
}

/// Diagnoses each candidate, which is read anew; there are this many texts and segments.
fn diagnose(request: &Request, reader: BatchReader, texts: usize, segments: u64) -> Result<Vec<Vec<Finding>>> {
    let jobs = request.jobs.min(MAX_JOBS);
    ensure_memory(texts * (segments as usize).min(MAX_LINES) * BYTES_PER_LINE + jobs.get() * BYTES_PER_JOB)?;
    // Other formulas have no what-if scores, and their findings would not be about the score.
    let definition =
        if request.definition.uses_sacrebleu_formula() { request.definition.clone() } else { Definition::default() };
    let (worker_definition, has_source) = (definition.clone(), request.source.is_some());
    let make_worker = move || {
        let mut counter = BatchCounter::new(worker_definition.counting());
        let mut recounter = Recounter::new(&worker_definition);
        move |segments: &Segments| {
            let mut segments = segments.clone();
            let source = if has_source { segments.take_last_candidate() } else { None };
            let counted = count(&mut counter, &segments)?;
            let (tokens, tables) = (&counted.tokens, &counted.systems);
            let inspected = InspectedBatch::new(&mut recounter, segments.texts(), tokens, tables, source)?;
            Ok((inspected, segments.len()))
        }
    };
    let mut diagnoser = Diagnoser::new(&definition, request.candidates.len())?;
    let mut read = 0;
    for batch in pipeline::run(reader, jobs, make_worker) {
        let (inspected, segments) = batch?;
        diagnoser.add(inspected)?;
        read += segments;
        if read >= MAX_LINES {
            break;
        }
    }
    Ok(diagnoser.finish_on_threads(jobs.get()).into_iter().map(|Diagnosis { findings, .. }| findings).collect())
}

/// Checks that this much memory can be had. A program that runs out of it ends at once, without a score.
fn ensure_memory(bytes: usize) -> Result<()> {
    let mut memory: Vec<u8> = Vec::new();
    let reserved = memory.try_reserve_exact(bytes);
    std::hint::black_box(&memory);
    reserved.with_context(|| format!("too little memory to look for problems, which takes {} MB", bytes >> 20))
}
