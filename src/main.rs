//! The program `bleu`: parses the command line into a command and its request, runs it, and returns the exit status.

use anyhow::{Context, Error, Result, bail, ensure};
use bleu::program::formats::{html, tool_line};
use bleu::program::gates::{self, Failed};
use bleu::program::results::Results;
use bleu::program::results::page::Page;
use bleu::program::run::{keep_going, page, saving};
use bleu::program::streams::messages;
use bleu::program::streams::output_file::OutputFile;
use bleu::program::streams::{EscapedOutput, goes_to_terminal, stdout};
use bleu::program::words::warnings;
use bleu::program::{self, Command, Request, formats};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// With musl's own allocator, `--sentence --format json` takes a quarter more time.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    let result = match program::parse() {
        Ok((command, request)) => start(&command, request).map(|()| ExitCode::SUCCESS),
        Err(answer) => program::print(answer),
    };
    result.unwrap_or_else(|error| report(&error))
}

/// Loads the data that a request names, and runs its command.
fn start(command: &Command, request: Request) -> Result<()> {
    let request = request.load()?;
    if request.input.systems_by.is_some() {
        command.check_candidates(request.expected_systems())?;
    }
    run(command, &Arc::new(request))
}

/// Runs a command, writes its results and its report, and checks them.
fn run(command: &Command, request: &Arc<Request>) -> Result<()> {
    // Tables that are verified are no texts.
    if !matches!(command, Command::Verify(_)) {
        warnings::before_reading(request);
    }
    // Opened before the inputs, which may use up the limit on open files.
    let output = stdout().context("standard output")?;
    request.check_files()?;
    let (request, all_read) = keep_going::readable(request, command)?;
    let request = &request;
    let is_for_programs = request.style.format.is_for_programs() || matches!(command, Command::Stats(_));
    // A spreadsheet would show escapes in texts.
    let is_exact = command.lists_texts(request.style.format) && !goes_to_terminal();
    let mut out: Box<dyn Write> = match is_for_programs && !is_exact {
        true => Box::new(EscapedOutput(output)),
        false => Box::new(output),
    };
    let results = command.run(request, &mut *out);
    let written = results.as_ref().map_or(Ok(()), |results| write(request, results, &mut *out));
    if let (Some(save), Ok(results), Ok(())) = (&request.save, &results, &written) {
        saving::write(request, save, results)?;
        warnings::saved_run(request, save, results);
    }
    if let Some(report) = &request.report {
        let error = results.as_ref().err().or(written.as_ref().err());
        // All text was read, so the report has all results.
        let is_output_closed = error.is_some_and(is_closed_pipe);
        ensure!(
            !is_output_closed || report.text.is_complete(),
            "{}: not written, because the output was closed before all text was read",
            report.file.name()
        );
        if error.is_none() || is_output_closed {
            write_page(&page::page(request, command, report, results.as_ref().ok())?, &report.file)?;
            warnings::written_report(request, &report.file);
        }
    }
    let results = results?;
    written?;
    gates::check(request, &results).and(all_read)
}

/// Writes results to standard output.
fn write(request: &Request, results: &Results, out: &mut dyn Write) -> Result<()> {
    let line = match results {
        Results::Scores(report) => {
            let line = tool_line::asked(request, &report.definition, report.systems.len());
            line.map(|line| (report, line))
        }
        _ => None,
    };
    let mut out = BufWriter::new(out);
    let written = formats::write(results, request.style, line.map(|(_, line)| line), &mut out);
    written.and_then(|()| out.flush()).context("standard output")?;
    if let Some((report, _)) = line
        && let (Some(failure), Some(system)) = (tool_line::failure(report), report.systems.first())
    {
        bail!("{}: {failure}", request.system_label(&system.name));
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
    if let Some(Failed(failures)) = error.downcast_ref() {
        failures.iter().for_each(messages::say);
        return ExitCode::from(3);
    }
    messages::say_error(error);
    ExitCode::FAILURE
}
