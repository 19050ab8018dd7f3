//! Completion of command lines in shells: the script that a shell loads, and the completions that it requests.
//!
//! The script calls `bleu` itself for each completion. Values that clap lists (tokenizers, formats) are completed by
//! themselves; `with_candidates` adds those that depend on files, and on the rest of the command line. Names of files are
//! left to the shell, which knows how to quote and expand them: [`FILE`] stands for them. Bash makes several words of
//! `--format=json`, which `BashWords` joins.

use super::flags::Args;
use super::tokenization;
use crate::Smoothing;
use crate::cli::input::{names_in_table, test_set};
use crate::tools::Tool;
use anyhow::{Context, Result};
use clap::{Arg, Command, CommandFactory, ValueEnum, ValueHint};
use clap_complete::engine::{self, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use clap_complete::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate};
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

/// Environment variable by which a shell's script requests completions; its value is the name of the shell.
const VARIABLE: &str = "BLEU_COMPLETE";

/// A completion that stands for names of files.
const FILE: &str = "\u{1}";

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
        match self {
            Shell::Bash => script.extend(include_bytes!("completions/bleu.bash")),
            Shell::Zsh => script.extend(include_bytes!("completions/_bleu")),
            Shell::Fish => script.extend(include_bytes!("completions/bleu.fish")),
            Shell::Powershell | Shell::Elvish => {
                let name = self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
                if let Some(shell) = Shells::builtins().completer(&name) {
                    shell.write_registration(VARIABLE, "bleu", "bleu", "bleu", &mut script)?;
                }
            }
        }
        Ok(script)
    }

    /// Returns a completion as a line of what the script reads.
    fn line(self, completion: &CompletionCandidate) -> String {
        let value = completion.get_value().to_string_lossy();
        let escaped = || value.replace('\\', "\\\\").replace(':', "\\:");
        let help = completion.get_help().map(|help| help.to_string().lines().next().unwrap_or_default().to_owned());
        match (self, help) {
            _ if value.ends_with(FILE) => format!("{value}\n"),
            (Shell::Zsh, Some(help)) => format!("{}:{help}\n", escaped()),
            (Shell::Zsh, None) => format!("{}\n", escaped()),
            (Shell::Fish, Some(help)) => format!("{value}\t{help}\n"),
            _ => format!("{value}\n"),
        }
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
    let folder = env::current_dir().ok();
    let own = Shell::from_str(shell, true).ok().filter(|shell| !matches!(shell, Shell::Powershell | Shell::Elvish));
    let mut answer = Vec::new();
    let Some(own) = own else {
        let shells = Shells::builtins();
        let completer =
            shells.completer(shell).with_context(|| format!("{VARIABLE}={shell}: not the name of a shell"))?;
        let (mut command, words) = prepare(words, list_files);
        completer.write_complete(&mut command, words, folder.as_deref(), &mut answer)?;
        return Ok(answer);
    };
    let BashWords { words, completed } = match own {
        Shell::Bash => BashWords::new(&words),
        _ => BashWords { words, completed: String::new() },
    };
    let (mut command, words) = prepare(words, leave_files);
    let last = words.len() - 1;
    let offers_flags = words[last].as_encoded_bytes().starts_with(b"-");
    for completion in engine::complete(&mut command, words, last, folder.as_deref())? {
        if offers_flags || !completion.get_value().as_encoded_bytes().starts_with(b"-") {
            let line = own.line(&completion);
            answer.extend(line.strip_prefix(&completed).unwrap_or(&line).bytes());
        }
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
            let word = &unquoted(word);
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

/// Returns a word without the quotes and backslashes by which a shell keeps it together; the last quote may be missing.
fn unquoted(word: &OsStr) -> OsString {
    let Some(text) = word.to_str() else { return word.to_owned() };
    let (mut plain, mut quote, mut chars) = (String::new(), None, text.chars());
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('\\', None | Some('"')) => plain.extend(chars.next()),
            _ => plain.push(c),
        }
    }
    plain.into()
}

/// Returns the command and the words as completion needs them: flags that take their value after `=` only have one, so
/// that the next word is not taken for it. The last word is the one to be completed.
fn prepare(mut words: Vec<OsString>, files: Completer) -> (Command, Vec<OsString>) {
    let mut command = with_candidates(Args::command(), &words, files);
    command.build();
    let is_complete = |word: &OsString| {
        let long = word.to_str().and_then(|word| word.strip_prefix("--"));
        command.get_arguments().any(|flag| flag.is_require_equals_set() && flag.get_long() == long)
    };
    let last = words.len().saturating_sub(1);
    words[..last].iter_mut().filter(|word| is_complete(word)).for_each(|word| word.push("="));
    (command, words)
}

/// Completes a value, given its beginning.
type Completer = fn(&OsStr) -> Vec<CompletionCandidate>;

/// Leaves names of files to the shell.
fn leave_files(current: &OsStr) -> Vec<CompletionCandidate> {
    if current.as_encoded_bytes().starts_with(b"-") { Vec::new() } else { vec![CompletionCandidate::new(FILE)] }
}

fn list_files(current: &OsStr) -> Vec<CompletionCandidate> {
    PathCompleter::any().complete(current)
}

/// Adds the values that clap does not list: methods of smoothing, tools, models, test sets in the cache, names of files,
/// and names in a table.
fn with_candidates(command: Command, words: &[OsString], files: Completer) -> Command {
    let is_file = |flag: &Arg| flag.get_value_hint() == ValueHint::AnyPath;
    let command = command
        .mut_args(|flag| if is_file(&flag) { flag.add(ArgValueCompleter::new(files)) } else { flag })
        .mut_arg("smooth", |flag| flag.add(candidates(|| Smoothing::METHODS.map(|(name, _)| name.to_owned()).into())))
        .mut_arg("tool", |flag| {
            flag.add(candidates(|| Tool::ALL.iter().map(Tool::to_string).chain(["all".into()]).collect()))
        })
        .mut_arg("tokenize", |flag| flag.add(ArgValueCompleter::new(move |current: &OsStr| tokenizers(current, files))))
        .mut_arg("test_set", |flag| flag.add(candidates(|| test_set::in_cache().unwrap_or_default())));
    // A pipe can be read only once, and not by this.
    let table = value_of("--records", words).map(expanded).filter(|path| path.is_file());
    if let Some(Ok(names)) = table.map(|path| names_in_table(&path)) {
        let command = with_names(command, &TEXTS, &names.texts);
        with_names(command, &LABELS, &names.labels)
    } else if value_of("--test-set", words).is_some() {
        let labels = move |current: &OsStr| {
            let labels = beginning_with(current, test_set::labels().map(CompletionCandidate::new));
            labels.chain(files(current)).collect()
        };
        LABELS
            .into_iter()
            .fold(command, |command, flag| command.mut_arg(flag, |flag| flag.add(ArgValueCompleter::new(labels))))
    } else {
        command
    }
}

/// Returns a path with the home directory in place of `~`.
fn expanded(path: &OsStr) -> PathBuf {
    match (Path::new(path).strip_prefix("~"), env::var_os("HOME")) {
        (Ok(rest), Some(home)) => Path::new(&home).join(rest),
        _ => path.into(),
    }
}

fn with_names(command: Command, flags: &[&'static str], names: &[String]) -> Command {
    flags.iter().fold(command, |command, flag| {
        let names = names.to_vec();
        let completer = move |current: &OsStr| {
            beginning_with(current, names.iter().map(CompletionCandidate::new)).collect::<Vec<_>>()
        };
        command.mut_arg(flag, |flag| flag.add(ArgValueCompleter::new(completer)))
    })
}

/// Completes the name of a tokenizer, or the file of its model.
fn tokenizers(current: &OsStr, files: Completer) -> Vec<CompletionCandidate> {
    if let Some(file) = current.to_str().and_then(|current| current.strip_prefix(MODEL)) {
        return files(OsStr::new(file)).into_iter().map(|file| file.add_prefix(MODEL)).collect();
    }
    // spm:FILE and auto:LANG are not names themselves.
    let named = tokenization::possible_values().filter(|value| !value.get_name().contains(':'));
    let named = named.map(|value| CompletionCandidate::new(value.get_name()).help(value.get_help().cloned()));
    let others = BY_LANGUAGE.into_iter().chain([MODEL]).map(CompletionCandidate::new);
    beginning_with(current, named.chain(others)).collect()
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
