//! Completion of command lines in shells: the script that a shell loads, and the answers to what it asks.
//!
//! The script asks `bleu` itself at each completion, so that values are known which depend on files. A flag with such
//! values has `add = ArgValueCompleter::new(function)`, with a function of this module that takes the beginning of the
//! value; names listed by clap (tokenizers, formats) need nothing.

use super::args::Args;
use crate::Smoothing;
use anyhow::{Context, Result};
use clap::{CommandFactory, ValueEnum};
use clap_complete::CompletionCandidate;
use clap_complete::env::Shells;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;

/// Environment variable by which a shell's script asks; its value is the name of the shell.
const VARIABLE: &str = "BLEU_COMPLETE";

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
    let mut command = Args::command();
    command.build();
    let mut answer = Vec::new();
    shell.write_complete(&mut command, words, env::current_dir().ok().as_deref(), &mut answer)?;
    Ok(answer)
}

/// Values of `--smooth`.
pub fn smoothing(begin: &OsStr) -> Vec<CompletionCandidate> {
    let names = Smoothing::METHODS.iter().map(|(name, _)| *name);
    names
        .filter(|name| begin.to_str().is_some_and(|begin| name.starts_with(begin)))
        .map(CompletionCandidate::new)
        .collect()
}
