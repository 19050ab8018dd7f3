//! Errors about the command line: clap's errors, with the advice that helps here.

use super::synonyms;
use crate::text::hints;
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
    let (flag, value) = (name(&error, ContextKind::InvalidArg), name(&error, ContextKind::InvalidValue));
    let (advice, replaced) = match error.kind() {
        ErrorKind::ArgumentConflict => return refuse(conflict(flag, name(&error, ContextKind::PriorArg))),
        ErrorKind::UnknownArgument if arguments.iter().any(|word| is_hyphenated_text(&word.to_string_lossy())) => {
            (Some(format!("for texts that start with a hyphen: {}", hints::HYPHENS)), None)
        }
        ErrorKind::UnknownArgument => (synonyms::advice(flag), Some(ContextKind::SuggestedArg)),
        ErrorKind::InvalidValue => {
            let is_segment = flag.starts_with("--explain") && value.bytes().all(|digit| digit.is_ascii_digit());
            let segment = is_segment.then(|| "for one segment: --explain-segment 17".to_owned());
            let Some(advice) = segment.or_else(|| synonyms::advice(&format!("{flag}={value}"))) else { return error };
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

/// Returns the message that two arguments exclude each other, or that one excludes all others.
fn conflict(one: &str, other: &str) -> String {
    match (one, other) {
        (flag, "") => format!("{flag} must be the only argument"),
        (flag, other) if flag == other => format!("{flag} is given twice; give it once"),
        (flag, "CANDIDATE") | ("CANDIDATE", flag) => format!("{flag} takes no candidate"),
        (flag, "--reference") | ("--reference", flag) => format!("{flag} takes no reference; drop -r"),
        ("--from-stats", flag) | (flag, "--from-stats") => {
            format!("--from-stats reads counts, to which {flag} no longer applies; drop {flag}")
        }
        ("--confidence", "--paired") | ("--paired", "--confidence") => {
            String::from("--paired bootstrap prints confidence intervals too; drop --confidence")
        }
        _ => format!("{one} cannot be used with {other}; give only one of them"),
    }
}

/// Returns the first argument or value that an error is about, without the value of an argument; empty if it names none.
fn name(error: &Error, kind: ContextKind) -> &str {
    let shown = match error.get(kind) {
        Some(ContextValue::String(name)) => name,
        Some(ContextValue::Strings(names)) => names.first().map_or("", String::as_str),
        _ => "",
    };
    shown.trim_start_matches(['[', '<']).split([' ', '[', ']', '=']).next().unwrap_or_default()
}
