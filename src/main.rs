//! The program `bleu`: parses the command line into a job, runs its command, and returns the exit status.

use anyhow::{Context, Error, Result, bail};
use bleu::program::formats::EscapedOutput;
use bleu::program::run::{Failed, keep_going, page};
use bleu::program::{self, Job, formats, messages, warnings};
use std::io::{self, ErrorKind};
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

fn run(job: &'static Job) -> Result<()> {
    warnings::before_reading(job);
    // Opened before the inputs, which may use up the limit on open files.
    let mut stdout = formats::stdout().context("standard output")?;
    job.check_files()?;
    let (job, all_read) = keep_going::readable(job)?;
    let result = match job.prints_for_programs() {
        true => program::run::run(job, &mut EscapedOutput(stdout)),
        false => program::run::run(job, &mut stdout),
    };
    if let Some(report) = &job.report {
        match &result {
            Err(error) if is_closed_pipe(error) && !report.text.is_complete() => {
                bail!("{}: not written, because the output was closed before all text was read", report.file.name())
            }
            Err(error) if is_closed_pipe(error) => {}
            // A score that is too low is a result, too.
            Err(error) if !error.is::<Failed>() => return result,
            _ => {}
        }
        page::run(job, report)?;
    }
    result.and(all_read)
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
