//! Completion of command lines in shells: the script that a shell loads, and the completions that it requests.
//!
//! The script calls `bleu` itself for each completion. Values that clap lists (tokenizers, formats) and paths are completed
//! by themselves; `with_candidates` adds those that depend on files, and on the rest of the command line. Bash makes
//! several words of `--format=json`, which `BashWords` joins.

use super::args::Args;
use crate::Smoothing;
use crate::input::{names_in_table, test_set};
use crate::tools::Tool;
use anyhow::{Context, Result};
use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::env::Shells;
use clap_complete::{ArgValueCandidates, CompletionCandidate, engine};
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// Environment variable by which a shell's script requests completions; its value is the name of the shell.
const VARIABLE: &str = "BLEU_COMPLETE";

/// Variables by which the script says which word is to be completed, from 0, and what separates the completions.
const INDEX: &str = "_CLAP_COMPLETE_INDEX";
const SEPARATOR: &str = "_CLAP_IFS";

/// A line of bash's script, which puts the word before the cursor in the place of the whole word; and the same if the
/// cursor is after a `=`, which bash makes a word of its own.
const BASH_WORD: &str = r#"words[COMP_CWORD]="$2""#;
const BASH_WORD_OR_BREAK: &str = r#"[[ ${words[COMP_CWORD]} =~ ^[=:]+$ ]] || words[COMP_CWORD]="$2""#;

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
        let script = String::from_utf8_lossy(&script).replace(BASH_WORD, BASH_WORD_OR_BREAK);
        Ok(script.into_bytes())
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
    let completer = shells.completer(shell).with_context(|| format!("{VARIABLE}={shell}: not the name of a shell"))?;
    let last = words.len().saturating_sub(1);
    let index = env::var(INDEX).ok().and_then(|index| index.parse().ok()).unwrap_or(last).min(last);
    let folder = env::current_dir().ok();
    let mut answer = Vec::new();
    if shell == "bash" {
        let BashWords { words, completed } = BashWords::new(&words[..=index]);
        let (mut command, words) = prepare(words, usize::MAX);
        let index = words.len() - 1;
        let found = engine::complete(&mut command, words, index, folder.as_deref())?;
        let values = found.iter().map(|candidate| candidate.get_value().to_string_lossy().into_owned());
        let values = values.map(|value| value.strip_prefix(&completed).map(str::to_owned).unwrap_or(value));
        let separator = env::var(SEPARATOR).unwrap_or_else(|_| String::from("\n"));
        answer.extend(values.collect::<Vec<_>>().join(&separator).into_bytes());
    } else {
        let (mut command, words) = prepare(words, index);
        completer.write_complete(&mut command, words, folder.as_deref(), &mut answer)?;
    }
    Ok(answer)
}

/// The words of a command line, joined where bash splits them, up to the one to be completed.
struct BashWords {
    words: Vec<OsString>,
    /// The part of the last word that bash does not complete.
    completed: String,
}

impl BashWords {
    /// Bash splits words at `=` and `:`, and makes words of these.
    fn new(split: &[OsString]) -> BashWords {
        let is_break = |word: &OsString| {
            word.to_str().is_some_and(|word| !word.is_empty() && word.chars().all(|c| matches!(c, '=' | ':')))
        };
        let (mut words, mut completed): (Vec<OsString>, _) = (Vec::new(), String::new());
        let mut after_break = false;
        for word in split {
            let is_break = is_break(word);
            match words.last_mut().filter(|_| is_break || after_break) {
                Some(last) if is_break => {
                    last.push(word);
                    completed = last.to_string_lossy().into_owned();
                }
                Some(last) => last.push(word),
                None => {
                    completed.clear();
                    words.push(word.clone());
                }
            }
            after_break = is_break;
        }
        BashWords { words, completed }
    }
}

/// Returns the command and the words before the one at `index` as completion needs them: flags that take their value
/// after `=` only have one, so that the next word is not taken for it.
fn prepare(mut words: Vec<OsString>, index: usize) -> (Command, Vec<OsString>) {
    let mut command = with_candidates(Args::command(), &words);
    command.build();
    let is_complete = |word: &OsString| {
        let long = word.to_str().and_then(|word| word.strip_prefix("--"));
        command.get_arguments().any(|flag| flag.is_require_equals_set() && flag.get_long() == long)
    };
    let last = words.len().saturating_sub(1);
    words[..index.min(last)].iter_mut().filter(|word| is_complete(word)).for_each(|word| word.push("="));
    (command, words)
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

/// Returns the file of `--records`.
fn table(words: &[OsString]) -> Option<PathBuf> {
    let mut words = words.iter();
    loop {
        let word = words.next()?;
        if word == "--records" {
            return words.next().map(PathBuf::from);
        }
        if let Some(path) = word.to_str().and_then(|word| word.strip_prefix("--records=")) {
            return Some(PathBuf::from(path));
        }
    }
}
