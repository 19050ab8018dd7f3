//! The program `bleu`: parses the command line into a job, runs its command, and returns the exit status.

use anyhow::{Context, Error, Result};
use bleu::cli::commands::{self, Failed, keep_going, page};
use bleu::cli::output::Output;
use bleu::cli::{self, Job};
use bleu::cli::{messages, output, warnings};
use std::io::{self, ErrorKind};
use std::process::ExitCode;
use std::sync::Arc;

/// With musl's own allocator, `--sentence --format json` takes a quarter more time.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

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
    let mut out = Output::new(output::stdout().context("standard output")?, job.escapes());
    job.check_files()?;
    let (job, all_read) = keep_going::readable(job)?;
    let result = commands::run(&job, &mut out);
    // A score that is too low is a result, too.
    match &job.report {
        Some(report) if result.as_ref().err().is_none_or(Error::is::<Failed>) => page::run(&job, report)?,
        _ => {}
    }
    result.and(all_read)
}

/// Prints an error, and returns the exit status.
fn report(error: &Error) -> ExitCode {
    // The reader closed the pipe; not an error.
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    messages::say_error(error);
    if error.is::<Failed>() { ExitCode::from(3) } else { ExitCode::FAILURE }
}
