//! The command line: from arguments to a [`Job`].
//!
//! `args` has the flags and their help, `input_args` and `definitions` those of input and of other tools' definitions,
//! `sacrebleu` answers for flags of sacreBLEU, `tokenization` the names that `--tokenize` takes, and `job` the checks that
//! make a request of the flags.

mod args;
mod definitions;
mod input_args;
mod job;
mod sacrebleu;
mod shard_args;
mod tokenization;
mod values;

use crate::display::escape;
use crate::output::stdout;
use anyhow::{Context, Result};
use args::Args;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
pub use definitions::As;
pub use job::{Explain, Job, Mode, SignificanceTest, StatsDetail, StatsRequest, SystemOrder, check_runs};
use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
pub use tokenization::TokenizationParser;

/// Parses the program's arguments into a job, or clap's error or help, which [`print`] shows.
pub fn parse() -> Result<Job, clap::Error> {
    parse_from(env::args_os()).map_err(|answer| {
        // Arguments may hold any character, and clap repeats them in its message between line breaks of its own. So
        // arguments with control characters escaped are parsed again, for a message that is safe to print.
        let escaped = env::args_os().map(|argument| escape(&argument.to_string_lossy()));
        parse_from(escaped).err().unwrap_or(answer)
    })
}

/// Parses arguments, of which the first is the program's name, into a job, or clap's error or help.
pub fn parse_from(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Job, clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if let Some(answer) = sacrebleu::answer(arguments.get(1..).unwrap_or_default()) {
        return Err(Args::command().error(ErrorKind::ValueValidation, answer));
    }
    let args = Args::try_parse_from(arguments).map_err(advise)?;
    Job::new(args).map_err(|message| Args::command().error(ErrorKind::ValueValidation, message))
}

/// Adds a remedy to errors about flags that exclude each other.
fn advise(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::ArgumentConflict {
        let advice = "give only one of them".into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice]));
    }
    error
}

/// Prints help, the version or an error, and returns the exit status.
///
/// # Errors
/// If help or version cannot be written.
pub fn print(answer: &clap::Error) -> Result<ExitCode> {
    if answer.use_stderr() {
        // If this cannot be written, the exit status still reports the failure.
        let _ = answer.print();
        return Ok(ExitCode::from(2));
    }
    let help = answer.render().to_string();
    let written = stdout().and_then(|mut out| out.write_all(help.as_bytes()).and_then(|()| out.flush()));
    written.context("standard output")?;
    Ok(ExitCode::SUCCESS)
}
