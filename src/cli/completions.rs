//! Completion of command lines in shells: the script that a shell loads, and the completions that it requests.
//!
//! The script calls `bleu` itself for each completion. Values that clap lists (tokenizers, formats) and paths are
//! completed by themselves; `with_candidates` adds those that depend on files, and on the rest of the command line.
//! Bash makes several words of `--format=json`, which `BashWords` joins.

use super::args::Args;
use super::tokenization;
use crate::Smoothing;
use crate::input::{names_in_table, test_set};
use crate::tools::Tool;
use anyhow::{Context, Result};
use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::engine::{self, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use clap_complete::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate};
use std::env;
use std::ffi::{OsStr, OsString};
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

/// Flags whose values are names of texts in the table of `--records`, if there is one.
const TEXTS: [&str; 2] = ["references", "candidates"];

/// Flags whose values are names of labels in the table of `--records`, or of a test set.
const LABELS: [&str; 3] = ["by", "join_by", "id"];

/// Name of a tokenizer before the file of its model.
const MODEL: &str = "spm:";

/// Names of tokenizers by language, of the languages whose tokenizer is not the default.
const BY_LANGUAGE: [&str; 3] = ["auto:ja", "auto:ko", "auto:zh"];

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

/// Returns the completions of the command line that a shell's script asks about, which comes after `--`; `None` if no
/// script asks.
pub fn answer(arguments: impl IntoIterator<Item = OsString>) -> Option<Result<Vec<u8>>> {
    let shell = env::var_os(VARIABLE).filter(|name| !name.is_empty())?;
    let words: Vec<OsString> = arguments.into_iter().skip_while(|word| word != "--").skip(1).collect();
    (!words.is_empty()).then(|| complete(&shell.to_string_lossy(), words))
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

/// Adds the values that clap does not list: methods of smoothing, tools, models, test sets in the cache, and names in a
/// table.
fn with_candidates(command: Command, words: &[OsString]) -> Command {
    let command = command
        .mut_arg("smooth", |flag| flag.add(candidates(|| Smoothing::METHODS.map(|(name, _)| name.to_owned()).into())))
        .mut_arg("tool", |flag| {
            flag.add(candidates(|| Tool::ALL.iter().map(Tool::to_string).chain(["all".into()]).collect()))
        })
        .mut_arg("tokenize", |flag| flag.add(ArgValueCompleter::new(tokenizers)))
        .mut_arg("test_set", |flag| flag.add(candidates(|| test_set::in_cache().unwrap_or_default())));
    // A pipe can be read only once, and not by this.
    let table = value_of("--records", words).map(PathBuf::from).filter(|path| path.is_file());
    if let Some(Ok(names)) = table.map(|path| names_in_table(&path)) {
        let command = with_names(command, &TEXTS, &names.texts);
        with_names(command, &LABELS, &names.labels)
    } else if value_of("--test-set", words).is_some() {
        LABELS.into_iter().fold(command, |command, flag| {
            command.mut_arg(flag, |flag| flag.add(ArgValueCompleter::new(labels_of_test_set)))
        })
    } else {
        command
    }
}

fn with_names(command: Command, flags: &[&'static str], names: &[String]) -> Command {
    flags.iter().fold(command, |command, flag| {
        let names = names.to_vec();
        command.mut_arg(flag, |flag| flag.add(candidates(move || names.clone())))
    })
}

/// Completes the name of a tokenizer, or the file of its model.
fn tokenizers(current: &OsStr) -> Vec<CompletionCandidate> {
    if let Some(file) = current.to_str().and_then(|current| current.strip_prefix(MODEL)) {
        let files = PathCompleter::file().complete(OsStr::new(file));
        return files.into_iter().map(|file| file.add_prefix(MODEL)).collect();
    }
    // spm:FILE and auto:LANG are not names themselves.
    let named = tokenization::possible_values().filter(|value| !value.get_name().contains(':'));
    let named = named.map(|value| CompletionCandidate::new(value.get_name()).help(value.get_help().cloned()));
    let others = BY_LANGUAGE.into_iter().chain([MODEL]).map(CompletionCandidate::new);
    beginning_with(current, named.chain(others)).collect()
}

/// Completes the name of a label of a test set, or of a file of labels.
fn labels_of_test_set(current: &OsStr) -> Vec<CompletionCandidate> {
    let labels = beginning_with(current, test_set::labels().map(CompletionCandidate::new));
    labels.chain(PathCompleter::file().complete(current)).collect()
}

fn beginning_with(
    current: &OsStr,
    candidates: impl Iterator<Item = CompletionCandidate>,
) -> impl Iterator<Item = CompletionCandidate> {
    let current = current.to_string_lossy();
    candidates.filter(move |candidate| candidate.get_value().to_string_lossy().starts_with(&*current))
}

fn candidates(values: impl Fn() -> Vec<String> + Send + Sync + 'static) -> ArgValueCandidates {
    ArgValueCandidates::new(move || values().into_iter().map(CompletionCandidate::new).collect())
}

/// Returns the value of a flag on the command line.
fn value_of<'a>(flag: &str, words: &'a [OsString]) -> Option<&'a OsStr> {
    let mut words = words.iter();
    loop {
        let word = words.next()?;
        if word == flag {
            return words.next().map(OsString::as_os_str);
        }
        if let Some(value) = word.to_str().and_then(|word| word.strip_prefix(flag)?.strip_prefix('=')) {
            return Some(OsStr::new(value));
        }
    }
}
