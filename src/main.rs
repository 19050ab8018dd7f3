//! The program `bleu`: parses the command line into a job, runs its command, and returns the exit status.

use anyhow::{Context, Error, Result};
use bleu::cli::commands::{
    ScoreTooLow, all_tools, dictionaries, explain, from_stats, pooled, runs, score, sentence, significance, stats,
    test_sets, tokens, what_if,
};
use bleu::cli::output::Output;
use bleu::cli::{self, Job, Mode};
use bleu::cli::{messages, output, warnings};
use std::io::{self, ErrorKind};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let result = match cli::parse() {
        Ok(request) => request.load().and_then(|job| run(&Arc::new(job))).map(|()| ExitCode::SUCCESS),
        Err(answer) => cli::print(answer),
    };
    result.unwrap_or_else(|error| report(&error))
}

fn run(job: &Arc<Job>) -> Result<()> {
    warnings::before_reading(job);
    // Opened before the inputs, which may use up the limit on open files.
    let out = Output::new(output::stdout().context("standard output")?, job.escapes());
    job.check_files()?;
    if let Some(request) = job.merge {
        return from_stats::run(job, request, out);
    }
    match job.mode {
        Mode::ListTestSets => test_sets::run(out),
        Mode::Corpus | Mode::Cumulative { sentences: false } => score::run(job, out),
        Mode::Sentence | Mode::Cumulative { sentences: true } => sentence::run(job, out),
        Mode::Significance(test, resampling) => significance::run(job, test, &resampling, out),
        Mode::Runs(runs, resampling) => runs::run(job, runs, resampling, out),
        Mode::Explain(explain) => explain::run(job, explain, out),
        Mode::ListDictionaries => dictionaries::run(job, out),
        Mode::WhatIf => what_if::run(job, out),
        Mode::PrintTokens => tokens::run(job, out),
        Mode::Stats(request) => stats::run(job, request, out),
        Mode::AllTools => all_tools::run(job, out),
        Mode::Pooled { pool, sentences } => pooled::run(job, pool, sentences, out),
    }
}

/// Prints an error, and returns the exit status.
fn report(error: &Error) -> ExitCode {
    // The reader closed the pipe; not an error.
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    messages::say(format_args!("{error:#}"));
    if error.is::<ScoreTooLow>() { ExitCode::from(3) } else { ExitCode::FAILURE }
}
