//! Completion of command lines in shells: the script that a shell loads, and the completions that it requests.
//!
//! Scripts, flags, listed values and names of files come from clap_complete. `with_candidates` adds the values that depend on
//! files, and on the rest of the command line. Bash makes several words of `--format=json`, which are joined.

use super::flags::Args;
use super::tokenizer_args;
use super::values::SHELLS;
use crate::bleu::scoring::Smoothing;
use crate::bleu::scoring::tools::Tool;
use crate::bleu::unprintable::is_unprintable;
use crate::text::{names_in_table, test_set};
use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_complete::engine;
use clap_complete::engine::{PathCompleter, ValueCompleter};
use clap_complete::env::EnvCompleter;
use clap_complete::{ArgValueCompleter, CompletionCandidate};
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Environment variable that a shell's script sets to request completions; its value is the name of the shell.
const VARIABLE: &str = "BLEU_COMPLETE";

/// Flags whose values are names of texts in the table of `--records`, if there is one.
const TEXTS: [&str; 2] = ["references", "candidates"];

/// Flags whose values are names of labels in the table of `--records`, or of a test set.
const LABELS: [&str; 5] = ["by", "join_by", "id", "samples_by", "systems_by"];

/// Name of a tokenizer before the file of its model.
const MODEL: &str = "spm:";

/// Names of tokenizers by language, of the languages whose tokenizer is not the default.
const BY_LANGUAGE: [&str; 3] = ["auto:ja", "auto:ko", "auto:zh"];

/// The scripts that are not clap_complete's: it has none that keeps the `=` of `--lowercase=` in bash, or `~` in zsh.
const SCRIPTS: [(&str, &str); 2] =
    [("bash", include_str!("completions.bash")), ("zsh", include_str!("completions.zsh"))];

/// Returns the script that makes a shell ask `bleu`.
pub fn script(shell: &dyn EnvCompleter) -> Result<Vec<u8>> {
    let mut script = Vec::new();
    match SCRIPTS.iter().find(|(name, _)| shell.is(name)) {
        Some((_, known)) => script.extend_from_slice(known.as_bytes()),
        None => shell.write_registration(VARIABLE, "bleu", "bleu", "bleu", &mut script)?,
    }
    Ok(script)
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
    let shell = SHELLS.completer(shell).with_context(|| format!("{VARIABLE}={shell}: not the name of a shell"))?;
    let mut answer = Vec::new();
    if shell.is("bash") {
        complete_in_bash(&words, folder.as_deref(), &mut answer)?;
    } else {
        // The words of zsh and fish are quoted as they are typed.
        let is_quoted = shell.is("zsh") || shell.is("fish");
        let words = words.into_iter().map(|word| if is_quoted { unquoted(&word) } else { word }).collect();
        let (mut command, words) = prepare(words);
        shell.write_complete(&mut command, words, folder.as_deref(), &mut answer)?;
    }
    Ok(answer)
}

/// Writes the completions of the last of these words, quoted, one per line. Bash splits words at `=` and `:`, and makes words
/// of these: they are joined, and the completions begin where the last of the words that bash made begins, or after it if
/// it is such a character.
fn complete_in_bash(split: &[OsString], folder: Option<&Path>, out: &mut Vec<u8>) -> Result<()> {
    let is_break =
        |word: &OsString| !word.is_empty() && word.as_encoded_bytes().iter().all(|byte| b"=:".contains(byte));
    let mut words: Vec<OsString> = Vec::new();
    for (place, word) in split.iter().enumerate() {
        let is_joined = is_break(word) || place > 0 && is_break(&split[place - 1]);
        match words.last_mut().filter(|_| is_joined) {
            Some(last) => last.push(unquoted(word)),
            None => words.push(unquoted(word)),
        }
    }
    let (Some(typed), Some(joined)) = (split.last(), words.last()) else { return Ok(()) };
    let is_quoted = matches!(typed.as_encoded_bytes(), [b'\'' | b'"', ..]);
    let (typed, joined) = (if is_break(typed) { OsString::new() } else { unquoted(typed) }, joined.to_string_lossy());
    let completed = joined.strip_suffix(&*typed.to_string_lossy()).unwrap_or_default().to_owned();
    let (mut command, words) = prepare(words);
    let last = words.len() - 1;
    for completion in engine::complete(&mut command, words, last, folder)? {
        let value = completion.get_value().to_string_lossy();
        let value = value.strip_prefix(&completed).unwrap_or(&value);
        writeln!(out, "{}", if is_quoted { value.to_owned() } else { quoted(value) })?;
    }
    Ok(())
}

/// Returns a word with a backslash before each character that bash would interpret.
fn quoted(word: &str) -> String {
    word.chars().flat_map(|c| (!is_plain_in_bash(c)).then_some('\\').into_iter().chain([c])).collect()
}

fn is_plain_in_bash(c: char) -> bool {
    c.is_alphanumeric() || "_-./,:=+@%^~".contains(c)
}

/// Returns a word without the quotes and backslashes that keep it together in a shell; the last quote may be missing.
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
/// that the next word is not taken for it.
fn prepare(mut words: Vec<OsString>) -> (Command, Vec<OsString>) {
    // Hidden flags are offered only where there is nothing else, and so not among names of files.
    let mut command = with_candidates(Args::command(), &words);
    command.build();
    let command = command.mut_args(|flag| flag.hide(true));
    let is_complete = |word: &OsString| {
        let long = word.to_str().and_then(|word| word.strip_prefix("--"));
        long.is_some() && command.get_arguments().any(|flag| flag.is_require_equals_set() && flag.get_long() == long)
    };
    let last = words.len().saturating_sub(1);
    words[..last].iter_mut().filter(|word| is_complete(word)).for_each(|word| word.push("="));
    (command, words)
}

/// Adds the values that clap does not list: methods of smoothing, tools, models, test sets in the cache, and names in a
/// table.
fn with_candidates(command: Command, words: &[OsString]) -> Command {
    // A pipe can be read only once, and not by this.
    let table = value_of("--records", words).map(expanded).filter(|path| path.is_file());
    let names = table.and_then(|path| names_in_table(&path).ok());
    let is_test_set = names.is_none() && value_of("--test-set", words).is_some();
    command.mut_args(|flag| {
        let names: Vec<String> = match (flag.get_id().as_str(), &names) {
            ("smooth", _) => Smoothing::METHODS.iter().map(|(name, _)| (*name).to_owned()).collect(),
            ("tool", _) => Tool::ALL.iter().map(Tool::to_string).chain(["all".into()]).collect(),
            ("tokenize", _) => return flag.add(ArgValueCompleter::new(tokenizers)),
            ("test_set", _) => return flag.add(ArgValueCompleter::new(test_sets)),
            (id, Some([texts, _])) if TEXTS.contains(&id) => texts.clone(),
            (id, Some([_, labels])) if LABELS.contains(&id) => labels.clone(),
            (id, None) if is_test_set && LABELS.contains(&id) => {
                return flag.add(ArgValueCompleter::new(|current: &OsStr| {
                    let labels = beginning_with(current, test_set::labels().map(CompletionCandidate::new));
                    labels.chain(PathCompleter::any().complete(current)).collect()
                }));
            }
            _ => return flag,
        };
        flag.add(ArgValueCompleter::new(move |current: &OsStr| {
            beginning_with(current, names.iter().map(CompletionCandidate::new)).collect()
        }))
    })
}

/// Returns a path with the home directory in place of `~`.
fn expanded(path: &OsStr) -> PathBuf {
    match (Path::new(path).strip_prefix("~"), env::var_os("HOME")) {
        (Ok(rest), Some(home)) => Path::new(&home).join(rest),
        _ => path.into(),
    }
}

/// Completes the name of a test set in the cache, which is looked at only for this.
fn test_sets(current: &OsStr) -> Vec<CompletionCandidate> {
    beginning_with(current, test_set::in_cache().unwrap_or_default().iter().map(CompletionCandidate::new)).collect()
}

/// Completes the name of a tokenizer, or the file of its model.
fn tokenizers(current: &OsStr) -> Vec<CompletionCandidate> {
    if let Some(file) = current.to_str().and_then(|current| current.strip_prefix(MODEL)) {
        let files = PathCompleter::any().complete(OsStr::new(file));
        return files.into_iter().map(|file| file.add_prefix(MODEL)).collect();
    }
    // spm:FILE and auto:LANG are not names themselves.
    let named = tokenizer_args::possible_values().filter(|value| !value.get_name().contains(':'));
    let named = named.map(|value| CompletionCandidate::new(value.get_name()).help(value.get_help().cloned()));
    let others = BY_LANGUAGE.into_iter().chain([MODEL]).map(CompletionCandidate::new);
    beginning_with(current, named.chain(others)).collect()
}

/// Returns the candidates that begin as the word does. A shell shows them as they are, so names with unprintable characters
/// are left out.
fn beginning_with(
    current: &OsStr,
    candidates: impl Iterator<Item = CompletionCandidate>,
) -> impl Iterator<Item = CompletionCandidate> {
    let current = current.to_string_lossy();
    candidates.filter(move |candidate| {
        let value = candidate.get_value().to_string_lossy();
        value.starts_with(&*current) && !value.contains(is_unprintable)
    })
}

/// Returns the value of a flag on the command line.
fn value_of<'a>(flag: &str, words: &'a [OsString]) -> Option<&'a OsStr> {
    let joined = |word: &'a OsString| word.to_str()?.strip_prefix(flag)?.strip_prefix('=').map(OsStr::new);
    let next = |place: usize| words.get(place + 1).map(OsString::as_os_str);
    let mut places = words.iter().enumerate();
    places.find_map(|(place, word)| if word == flag { Some(next(place)) } else { joined(word).map(Some) })?
}
