//! The program `bleu`: parses the command line into a job, runs its command, and returns the exit status.

use anyhow::{Context, Error, Result, bail, ensure};
use bleu::program::formats::{html, tool_line};
use bleu::program::gates::{self, Failed};
use bleu::program::results::Results;
use bleu::program::results::page::Page;
use bleu::program::run::{keep_going, page};
use bleu::program::streams::messages;
use bleu::program::streams::output_file::OutputFile;
use bleu::program::streams::{EscapedOutput, stdout};
use bleu::program::words::warnings;
use bleu::program::{self, Job, formats};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

/// With musl's own allocator, `--sentence --format json` takes a quarter more time.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    let result = match program::parse() {
        Ok(job) => job.load().and_then(|job| run(job.keep())).map(|()| ExitCode::SUCCESS),
        Err(answer) => program::print(answer),
    };
    result.unwrap_or_else(|error| report(&error))
}

/// Runs the command of a job, writes its results and its report, and checks them.
fn run(job: &'static Job) -> Result<()> {
    warnings::before_reading(job);
    // Opened before the inputs, which may use up the limit on open files.
    let output = stdout().context("standard output")?;
    job.check_files()?;
    let (job, all_read) = keep_going::readable(job)?;
    let mut out: Box<dyn Write> =
        if job.prints_for_programs() { Box::new(EscapedOutput(output)) } else { Box::new(output) };
    let results = program::run::run(job, &mut *out);
    let written = results.as_ref().map_or(Ok(()), |results| write(job, results, &mut *out));
    if let Some(report) = &job.report {
        let error = results.as_ref().err().or(written.as_ref().err());
        // All text was read, so the report has all results.
        let is_output_closed = error.is_some_and(is_closed_pipe);
        ensure!(
            !is_output_closed || report.text.is_complete(),
            "{}: not written, because the output was closed before all text was read",
            report.file.name()
        );
        if error.is_none() || is_output_closed {
            write_page(&page::page(job, report, results.as_ref().ok())?, &report.file)?;
        }
    }
    let results = results?;
    written?;
    gates::check(job, &results).and(all_read)
}

/// Writes results to standard output.
fn write(job: &Job, results: &Results, out: &mut dyn Write) -> Result<()> {
    let line = match results {
        Results::Scores(report) => {
            let line = tool_line::asked(job, &report.definition, report.systems.len());
            line.map(|line| (report, line))
        }
        _ => None,
    };
    let mut out = BufWriter::new(out);
    let written = formats::write(results, job.style, line.map(|(_, line)| line), &mut out);
    written.and_then(|()| out.flush()).context("standard output")?;
    if let Some((report, _)) = line
        && let (Some(failure), Some(system)) = (tool_line::failure(report), report.systems.first())
    {
        bail!("{}: {failure}", job.system_label(&system.name));
    }
    results.failure().map_or(Ok(()), |failure| bail!("{failure}"))
}

/// Writes the page of `--report`.
fn write_page(page: &Page, file: &OutputFile) -> Result<()> {
    let mut out = file.create()?;
    out.write(|out| html::write(page, out))?;
    out.finish()
}

/// Whether an error is that the reader of the output closed the pipe, which is not an error of the program.
fn is_closed_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Prints an error, and returns the exit status.
fn report(error: &Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    messages::say_error(error);
    if error.is::<Failed>() { ExitCode::from(3) } else { ExitCode::FAILURE }
}
