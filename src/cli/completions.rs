//! Completion of command lines in shells: the script that a shell loads, and the completions that it requests.
//!
//! The script calls `bleu` itself for each completion. Values that clap lists (tokenizers, formats) and paths are completed
//! by themselves; `with_candidates` adds those that depend on files, and on the rest of the command line.

use super::args::Args;
use crate::Smoothing;
use crate::input::{names_in_table, test_set};
use crate::tools::Tool;
use anyhow::{Context, Result};
use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::env::Shells;
use clap_complete::{ArgValueCandidates, CompletionCandidate};
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// Environment variable by which a shell's script requests completions; its value is the name of the shell.
const VARIABLE: &str = "BLEU_COMPLETE";

/// Flags whose values are names in the table of `--records`, if there is one.
const NAMES_IN_TABLE: [&str; 4] = ["references", "candidates", "by", "join_by"];

/// A shell that can complete command lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Elvish,
}

impl Shell {
    /// Returns the script that makes the shell ask `bleu`.
    pub fn script(self) -> io::Result<Vec<u8>> {
        let mut script = Vec::new();
        let name = self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        if let Some(shell) = Shells::builtins().completer(&name) {
            shell.write_registration(VARIABLE, "bleu", "bleu", "bleu", &mut script)?;
        }
        Ok(script)
    }
}

/// Returns the completions of the command line that a shell's script asks about; `None` if no script asks. The command
/// line comes after `--`.
pub fn answer(arguments: impl IntoIterator<Item = OsString>) -> Option<Result<Vec<u8>>> {
    let shell = env::var_os(VARIABLE).filter(|name| !name.is_empty())?;
    let words: Vec<OsString> = arguments.into_iter().skip_while(|word| word != "--").skip(1).collect();
    Some(complete(&shell.to_string_lossy(), words))
}

fn complete(shell: &str, words: Vec<OsString>) -> Result<Vec<u8>> {
    let shells = Shells::builtins();
    let shell = shells.completer(shell).with_context(|| format!("{VARIABLE}={shell}: not the name of a shell"))?;
    let mut command = with_candidates(Args::command(), &words);
    command.build();
    let mut answer = Vec::new();
    shell.write_complete(&mut command, words, env::current_dir().ok().as_deref(), &mut answer)?;
    Ok(answer)
}

/// Adds the values that clap does not list: methods of smoothing, tools, test sets in the cache, and names in a table.
fn with_candidates(command: Command, words: &[OsString]) -> Command {
    let command = command
        .mut_arg("smooth", |flag| flag.add(candidates(|| Smoothing::METHODS.map(|(name, _)| name.to_owned()).into())))
        .mut_arg("tool", |flag| {
            flag.add(candidates(|| Tool::ALL.iter().map(Tool::to_string).chain(["all".into()]).collect()))
        })
        .mut_arg("test_set", |flag| flag.add(candidates(|| test_set::in_cache().unwrap_or_default())));
    // A pipe can be read only once, and not by this.
    let table = table(words).filter(|path| path.is_file());
    match table.map(|path| names_in_table(&path, None)) {
        Some(Ok(names)) => NAMES_IN_TABLE.into_iter().fold(command, |command, flag| {
            let names = names.clone();
            command.mut_arg(flag, |flag| flag.add(candidates(move || names.clone())))
        }),
        Some(Err(_)) | None => command,
    }
}

fn candidates(values: impl Fn() -> Vec<String> + Send + Sync + 'static) -> ArgValueCandidates {
    ArgValueCandidates::new(move || values().into_iter().map(CompletionCandidate::new).collect())
}

/// Returns the file of `--records`. Some shells make a word of the `=` before it.
fn table(words: &[OsString]) -> Option<PathBuf> {
    let mut words = words.iter();
    loop {
        let word = words.next()?;
        if word == "--records" {
            return words.find(|word| *word != "=").map(PathBuf::from);
        }
        if let Some(path) = word.to_str().and_then(|word| word.strip_prefix("--records=")) {
            return Some(PathBuf::from(path));
        }
    }
}
