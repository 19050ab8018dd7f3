//! Errors about the command line: clap's errors, with the advice that helps here.

use super::rules::excluded;
use super::synonyms;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// Returns an error with this message, which says what to do: the usage would add nothing.
pub fn refuse(message: impl std::fmt::Display) -> Error {
    Error::raw(ErrorKind::ValueValidation, format!("{message}\n"))
}

/// Returns the error as it is printed: like all other messages of the program, it begins with the program's name.
pub fn message(error: &Error) -> String {
    let rendered = error.render().to_string();
    rendered.strip_prefix("error: ").map(|message| format!("bleu: {message}")).unwrap_or(rendered)
}

/// Replaces clap's advice where this program knows better.
pub fn advise(mut error: Error, arguments: &[OsString]) -> Error {
    let flag = names(&error, ContextKind::InvalidArg).concat();
    let (advice, replaced) = match error.kind() {
        ErrorKind::ArgumentConflict => return refuse(conflict(&error)),
        ErrorKind::UnknownArgument if arguments.iter().any(|word| is_hyphenated_text(&word.to_string_lossy())) => {
            (Some("for texts that start with a hyphen: bleu --text -r='- the cat' -- '- the the'"), None)
        }
        ErrorKind::UnknownArgument => (synonyms::of(&flag), Some(ContextKind::SuggestedArg)),
        ErrorKind::InvalidValue => {
            let value = names(&error, ContextKind::InvalidValue).concat();
            let is_segment = flag.starts_with("--explain") && value.bytes().all(|digit| digit.is_ascii_digit());
            let segment = is_segment.then_some("for one segment: --explain-segment 17");
            let Some(advice) = segment.or_else(|| synonyms::of_value(&flag, &value)) else { return error };
            (Some(advice), Some(ContextKind::SuggestedValue))
        }
        _ => return error,
    };
    let Some(advice) = advice else {
        // Not that the flag may be the name of a file.
        error.remove(ContextKind::Suggested);
        return error;
    };
    // The advice is what to type.
    replaced.into_iter().chain([ContextKind::Usage]).for_each(|kind| drop(error.remove(kind)));
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    error
}

fn is_hyphenated_text(argument: &str) -> bool {
    argument.starts_with('-') && argument.contains(' ') && !argument.contains('=')
}

/// Returns the message about arguments that exclude each other.
fn conflict(error: &Error) -> String {
    let flag = names(error, ContextKind::InvalidArg).concat();
    let others = names(error, ContextKind::PriorArg);
    match others.first() {
        None => format!("{flag} must be the only argument"),
        Some(other) if *other == flag => format!("{flag} is given twice; give it once"),
        Some(other) => exclusion(&flag, other),
    }
}

/// Returns the message that two arguments exclude each other.
fn exclusion(one: &str, other: &str) -> String {
    match (one, other) {
        (flag, "CANDIDATE") | ("CANDIDATE", flag) => format!("{flag} takes no candidate"),
        (flag, "--reference") | ("--reference", flag) => format!("{flag} takes no reference; drop -r"),
        ("--from-stats", flag) | (flag, "--from-stats") => {
            format!("--from-stats reads counts, to which {flag} no longer applies; drop {flag}")
        }
        ("--confidence", "--paired") | ("--paired", "--confidence") => {
            String::from("--paired bootstrap prints confidence intervals too; drop --confidence")
        }
        _ => excluded(one, other),
    }
}

/// Returns the arguments that an error is about, without their values.
fn names(error: &Error, kind: ContextKind) -> Vec<String> {
    let shown = match error.get(kind) {
        Some(ContextValue::String(name)) => std::slice::from_ref(name),
        Some(ContextValue::Strings(names)) => names,
        _ => &[],
    };
    let without_value = |shown: &String| {
        let name = shown.trim_start_matches(['[', '<']);
        name.split([' ', '[', ']', '=']).next().unwrap_or_default().to_owned()
    };
    shown.iter().map(without_value).collect()
}
