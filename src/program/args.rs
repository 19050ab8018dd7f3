//! The command line: from arguments to a [`Command`] and its [`Request`].
//!
//! `flags` declares the flags and their help (the limits of results are in `gate_args`). `headings` groups them, `values` and
//! `tokenizer_args` parse their values, `value_lists` lists them in the help, and `rules` says which go together. `request`
//! builds the request from them, with the command from `command` and the definition of the score from `definitions`.
//! `sacrebleu` answers sacreBLEU's flags, `synonyms` the flags of others, and `likely_mistakes` recognizes other mistakes;
//! `errors` words what clap refuses, and `known_columns` names the columns of a table in messages.
//! `completions`, `man`, `citations` and `listings` print what their flags ask for.

mod chapter;
mod citations;
mod command;
mod completions;
mod definitions;
mod errors;
mod flags;
pub(super) mod gate_args;
pub(crate) mod headings;
mod known_columns;
mod likely_mistakes;
mod listings;
mod man;
mod request;
mod rules;
mod run_citation;
mod sacrebleu;
mod segment_args;
mod synonyms;
mod tokenizer_args;
mod value_lists;
pub(crate) mod values;

use crate::manual::CHAPTERS;
use crate::program::request::Request;
use crate::program::run::{Command, saving};
use crate::program::streams::messages;
use crate::program::streams::{pager, stdout, terminal_width};
use crate::text::display::{escape, path_name};
use anyhow::{Context, Result, anyhow};
use clap::CommandFactory;
use clap::error::ErrorKind;
use flags::Args;
use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use value_lists::program_with_lists;

/// The flags that go with --list-dictionaries.
const FLAGS_OF_LIST: [&str; 4] = ["--list-dictionaries", "--dictionary", "--quiet", "--jobs"];

/// Widest line of a chapter of the manual: longer ones are hard to read.
const MAX_CHAPTER_WIDTH: usize = 100;

/// Output that replaces running a command.
#[derive(Debug)]
pub enum Answer {
    /// Help, the version, or an error.
    Message(clap::Error),
    /// Output for another program (completions, the man page), or the error that prevented it.
    Page(Result<Vec<u8>>),
    /// A chapter of the manual, for people.
    Chapter(String),
}

/// Parses the program's arguments into a command and its request, or an answer, which [`print`] shows.
pub fn parse() -> Result<(Command, Request), Answer> {
    if let Some(completions) = completions::answer(env::args_os()) {
        return Err(Answer::Page(completions));
    }
    parse_from(env::args_os()).map_err(|answer| match &answer {
        Answer::Message(error) if error.use_stderr() => {
            // Arguments may hold any character, and clap repeats them in its message between line breaks of its own. So
            // arguments with control characters escaped are parsed again, for a message that is safe to print.
            let escaped = env::args_os().map(|argument| escape(&argument.to_string_lossy()));
            parse_from(escaped).err().unwrap_or(answer)
        }
        _ => answer,
    })
}

/// Parses arguments, the program's name first, into a command and its request, or an answer.
pub fn parse_from(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<(Command, Request), Answer> {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let (mut program, given) = (Args::command(), arguments.get(1..).unwrap_or_default());
    let answer = sacrebleu::answer(&program, given).or_else(|| likely_mistakes::value_without_equals(&program, given));
    if let Some(answer) = answer {
        return Err(Answer::Message(errors::refuse(answer)));
    }
    let mut matches = program.try_get_matches_from_mut(&arguments);
    if matches.as_ref().is_err_and(|error| error.kind() == ErrorKind::DisplayHelp) {
        matches = program_with_lists().try_get_matches_from(&arguments);
    }
    let args = matches.and_then(|matches| Args::of(&program, &matches));
    let mut args = args.map_err(|error| Answer::Message(errors::advise(error, &arguments)))?;
    args.arguments = given.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    if let Some(shell) = args.completions.as_ref().and_then(|name| values::SHELLS.completer(&name.to_lowercase())) {
        return Err(Answer::Page(completions::script(shell)));
    }
    if args.cite {
        let page = args.verify.as_deref().map_or_else(|| Ok(citations::of(&args)), cited_run);
        return Err(Answer::Page(page.map(String::into_bytes)));
    }
    if args.list_test_sets {
        return Err(Answer::Page(listings::test_sets().map(String::into_bytes)));
    }
    if args.list_dictionaries {
        let other = args.given.iter().filter(|flag| !FLAGS_OF_LIST.contains(&flag.as_str())).min();
        return Err(match other {
            Some(flag) => {
                Answer::Message(errors::refuse(format!("{flag} has no effect on --list-dictionaries; drop it")))
            }
            None => Answer::Page(Ok(listings::dictionaries(args.dictionary.as_deref()).into_bytes())),
        });
    }
    if let Some(name) = args.man {
        let chapter = CHAPTERS.iter().find(|(chapter, _)| *chapter == name);
        return Err(match chapter {
            Some((_, text)) => Answer::Chapter(chapter::render(text, terminal_width().min(MAX_CHAPTER_WIDTH))),
            None => Answer::Page(man::page().map_err(Into::into)),
        });
    }
    request::request(args).map_err(|error| Answer::Message(errors::refuse(error)))
}

/// Sentences about a run that was saved, and the works to cite for it.
///
/// # Errors
/// If the file cannot be read.
fn cited_run(file: &Path) -> Result<String> {
    let run = saving::read(file)?;
    let args = saved_args(&run.asked.command)?;
    let sentences = run_citation::sentences(&args, &run, &path_name(file), &saving::sha256(file)?);
    Ok(format!("{sentences}\n{}", citations::of(&args)))
}

/// Parses the arguments of a run that was saved, whose files need not be there. What it wrote, and its limits, are left out.
///
/// # Errors
/// If they are not arguments of this version.
fn saved_command(arguments: &[String]) -> Result<(Command, Request)> {
    let (command, request) = request::request(Args { save: None, report: None, ..saved_args(arguments)? })?;
    Ok((command, Request { gates: Default::default(), ..request }))
}

fn saved_args(arguments: &[String]) -> Result<Args> {
    let mut program = Args::command();
    let all = std::iter::once("bleu").chain(arguments.iter().map(String::as_str));
    let matches = program.try_get_matches_from_mut(all);
    let args = matches.and_then(|matches| Args::of(&program, &matches));
    args.map_err(|error| anyhow!("this version of bleu does not know its command: {}", errors::message(&error)))
}

/// Prints an answer, and returns the exit status.
///
/// # Errors
/// If it cannot be made or written; not for errors about the command line.
pub fn print(answer: Answer) -> Result<ExitCode> {
    let bytes = match answer {
        Answer::Message(error) if error.use_stderr() => {
            messages::say_lines(&errors::message(&error));
            return Ok(ExitCode::from(2));
        }
        Answer::Message(help) => help.render().to_string().into_bytes(),
        Answer::Page(page) => page?,
        Answer::Chapter(text) => return pager::show(&text).map(|()| ExitCode::SUCCESS),
    };
    let written = stdout().and_then(|mut out| out.write_all(&bytes).and_then(|()| out.flush()));
    written.context("standard output")?;
    Ok(ExitCode::SUCCESS)
}
