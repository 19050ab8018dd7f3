//! Safe display of file names and other foreign text, the same everywhere.
//!
//! A file may have any name, and text may hold any character. Control characters could move the cursor, change colors
//! or break a table, so people see them escaped, as in `\u{1b}`. Formats for programs (JSON, TSV) hold names as they
//! were given, with the escapes of the format.
//!
//! Standard input is `standard input` in messages and `-` in tables and JSON, where system names are the command-line
//! arguments.

use crate::bleu::unprintable::{is_plain, is_unprintable, replace};
use std::borrow::{Borrow, Cow};
use std::collections::HashSet;
use std::fmt;
use std::fmt::{Display, Formatter};
use std::io;
use std::io::ErrorKind;
use std::ops::Deref;
use std::path::Path;

/// Maximum number of characters of a text that stands for a name.
const MAX_TEXT_NAME: usize = 40;

/// Whether a path means standard input: `-`, or `/dev/stdin`, which is the same stream if it is a pipe or a terminal.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdin")
}

/// Returns the text with its unprintable characters escaped.
pub fn escape(text: &str) -> String {
    escape_except(text, &[]).into_owned()
}

/// Returns the text with its unprintable characters escaped, except these.
fn escape_except<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    replace(text, |c| is_unprintable(c) && !kept.contains(&c), |c| c.escape_default().to_string())
}

/// Text with its unprintable characters escaped, line feeds too: the only text in lines for people.
#[derive(Clone, Debug)]
pub struct Printable(String);

impl<T: AsRef<str>> From<T> for Printable {
    fn from(text: T) -> Printable {
        Printable(escape(text.as_ref()))
    }
}

impl Printable {
    /// Text as [`escape_for_reading`] shows it.
    pub fn for_reading(text: &str) -> Printable {
        Printable(escape_for_reading(text).into_owned())
    }
}

impl Deref for Printable {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Display for Printable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Returns the text with its unprintable characters escaped, except the joiners, without which some scripts and emoji are
/// not displayed correctly.
pub fn escape_for_reading(text: &str) -> Cow<'_, str> {
    escape_except(text, &['\u{200C}', '\u{200D}'])
}

/// Returns a text without the isolates around names.
pub fn without_isolates(text: &str) -> String {
    text.replace(['\u{2068}', '\u{2069}'], "")
}

/// Returns a name for running text, whose direction it does not change.
pub fn isolated(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// Returns lines of text with their unprintable characters escaped; tabs stay.
pub fn escape_lines(text: &str) -> Cow<'_, str> {
    escape_except(text, &['\n', '\t'])
}

/// Returns a path for messages.
pub fn path_name(path: &Path) -> String {
    escape(&system_name(path))
}

/// Returns the name of an input for messages.
pub fn input_name(path: &Path) -> String {
    if is_standard_input(path) { String::from("standard input") } else { escape(&system_name(path)) }
}

/// Returns the name of a system in reports: the path as given, unescaped, except for bytes that are not UTF-8, so that
/// two names remain two. Text formats escape it.
pub fn system_name(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        name.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
    }
    name
}

/// Returns a text of the command line for messages: in quotes, and only its start if it is long.
pub fn text_name(text: &str) -> String {
    let start: String = text.chars().take(MAX_TEXT_NAME).collect();
    let end = if start.len() < text.len() { "…" } else { "" };
    format!("'{}{end}'", escape(&start))
}

/// Returns a path as one word of a shell's command line. Unprintable characters are escaped as bash and zsh read them.
pub fn shell_word(path: &Path) -> String {
    let word = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "._-/+,:=@%".contains(c);
    if word.contains(is_unprintable) {
        let bytes = |c: char| c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\x{byte:02x}")).collect();
        return format!("$'{}'", replace(&word, |c| is_unprintable(c) || matches!(c, '\'' | '\\'), bytes));
    }
    if !word.is_empty() && word.chars().all(is_plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Returns the system's message about a file that cannot be used, without the error number.
pub fn io_message(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
    }
}

/// Returns a number with its noun, in the singular or plural.
pub fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns words as a list, as in "text, json and tsv".
pub fn listed(words: &[impl Borrow<str>], conjunction: &str) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} {conjunction} {}", first.join(", "), last.borrow()),
        words => words.concat(),
    }
}

/// Returns the names of systems with a number appended to repeated ones, as in `hyp (2)`.
pub fn distinct_names(names: &[&str]) -> Vec<String> {
    let mut taken = HashSet::new();
    let numbered = |name: &str, number: usize| match number {
        1 => name.to_owned(),
        _ => format!("{name} ({number})"),
    };
    let free = |name: &&str| (1..).map(|number| numbered(name, number)).find(|name| taken.insert(name.clone()));
    names.iter().filter_map(free).collect()
}

/// Returns short distinct names: the parts that distinguish the systems, with control characters escaped.
pub fn short_names(names: &[&str]) -> Vec<String> {
    let Some((first, others)) = names.split_first() else { return Vec::new() };
    let is_one_file = others.iter().all(|other| other == first);
    let start = if is_one_file { first.rfind('/').map_or(0, |slash| slash + 1) } else { common_start(first, others) };
    // A single name, or one that is repeated, loses its last ending.
    let is_last_ending = |dot: &usize| *dot > 0 && is_ending(&first[start + dot..]);
    let last_ending = || first[start..].rfind('.').filter(is_last_ending).map_or(0, |dot| first.len() - start - dot);
    let end = if is_one_file { last_ending() } else { common_end(first, others) };
    // Something must be left of each name.
    let end = if names.iter().all(|name| name.len() > start + end) { end } else { 0 };
    let short = |name: &String, given: &str| {
        // The number of a repeated name stays.
        let (given, number) = name.split_at(given.len());
        escape(&given[start..given.len() - end]) + number
    };
    distinct_names(names).iter().zip(names).map(|(name, given)| short(name, given)).collect()
}

/// Returns the length of the common prefix to drop: the directory with its last slash, then parts of the file names up
/// to a dot, if a letter follows the dot in every name, as in `de-fr.hyp.LT22`.
fn common_start(first: &str, others: &[&str]) -> usize {
    let agree = |other: &&str| first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let common = others.iter().map(agree).min().unwrap_or(first.len());
    let separators = first[..first.floor_char_boundary(common)].rmatch_indices(['.', '/']);
    let has_parts = !is_longer_form(first, others);
    let is_end = |(at, separator): &(usize, &str)| {
        let begins_ending = |name: &&str| begins_ending(&name[*at..]);
        *separator == "/" || has_parts && begins_ending(&first) && others.iter().all(begins_ending)
    };
    separators.into_iter().find(is_end).map_or(0, |(at, _)| at + 1)
}

/// Whether a name is another's with more parts, as `base.new.txt` is that of `base.txt`.
fn is_longer_form(first: &str, others: &[&str]) -> bool {
    let end = common_end(first, others);
    let stems: Vec<&str> = others.iter().chain([&first]).map(|name| &name[..name.len() - end]).collect();
    let continues = |stem: &str, other: &str| stem.strip_prefix(other).is_some_and(|rest| rest.starts_with('.'));
    stems.iter().any(|stem| stems.iter().any(|other| continues(stem, other)))
}

/// Returns the length of the common suffix to drop: directories and a file name, such as `/hyp.txt`, or extensions,
/// such as `.de.txt`.
fn common_end(first: &str, others: &[&str]) -> usize {
    let agree = |other: &&str| first.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count();
    let common = others.iter().map(agree).min().unwrap_or(0);
    let tail = &first.as_bytes()[first.len() - common..];
    let starts = tail.iter().enumerate().filter(|(_, byte)| b"./".contains(byte)).map(|(start, _)| start);
    let is_end = |&start: &usize| str::from_utf8(&tail[start..]).is_ok_and(is_ending);
    starts.into_iter().find(is_end).map_or(0, |start| common - start)
}

/// Whether a name may lose this ending: a directory with a file name, or extensions. A dot in other text is not that of an
/// extension.
fn is_ending(end: &str) -> bool {
    let is_of_text = |c: char| c.is_whitespace() || "<>()'\"".contains(c);
    begins_ending(end) && (end.starts_with('/') || !end.contains(is_of_text))
}

/// Whether a name may end before this text: a directory, or an extension that begins with a letter (unlike the `.5` of
/// `v1.5`).
fn begins_ending(end: &str) -> bool {
    end.starts_with('/') || end.chars().nth(1).is_some_and(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_names_share_is_left_out() {
        assert_eq!(short_names(&["out/en-de/GPT-4.txt", "out/en-de/ONLINE-B.txt"]), ["GPT-4", "ONLINE-B"]);
        assert_eq!(short_names(&["a.de.txt", "b.de.txt"]), ["a", "b"]);
        assert_eq!(short_names(&["x/de-fr.hyp.LT22.fr", "x/de-fr.hyp.Online-W.fr"]), ["LT22", "Online-W"]);
        assert_eq!(short_names(&["base.txt", "base.new.txt"]), ["base", "base.new"]);
        assert_eq!(short_names(&["out/hyp.de", "out/hyp.de.sp"]), ["hyp.de", "hyp.de.sp"]);
        assert_eq!(short_names(&["v1.5", "v1.6"]), ["v1.5", "v1.6"]);
        assert_eq!(short_names(&["a.txt", "b.hyp"]), ["a.txt", "b.hyp"]);
        assert_eq!(short_names(&["v1.5", "v2.5"]), ["v1.5", "v2.5"]);
        assert_eq!(short_names(&["out/hyp.txt"]), ["hyp"]);
        assert_eq!(short_names(&["d/x.txt", "d/x.txt"]), ["x", "x (2)"]);
        assert_eq!(short_names(&[".txt", "a.txt"]), [".txt", "a.txt"]);
        assert_eq!(short_names(&["run/1/hyp", "run/12/hyp"]), ["1", "12"]);
        assert_eq!(short_names(&["/x/a", "/x/y/a"]), ["a", "y/a"]);
        assert_eq!(short_names(&["a/hyp", "-"]), ["a/hyp", "-"]);
        assert_eq!(short_names(&["a/hyp"]), ["hyp"]);
        assert!(short_names(&[]).is_empty());
        // The two letters share their first byte; names are never split within a character.
        assert_eq!(short_names(&["d/é", "d/è"]), ["é", "è"]);
    }

    #[test]
    fn repeated_names_are_numbered() {
        assert_eq!(short_names(&["d/a", "d/b", "d/a", "d/a"]), ["a", "b", "a (2)", "a (3)"]);
        assert_eq!(short_names(&["d/a", "d/a"]), ["a", "a (2)"]);
        assert_eq!(short_names(&["a", "a", "a (2)"]), ["a", "a (2)", "a (2) (2)"]);
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(short_names(&["a\tb\n", "\u{1b}[1m"]), ["a\\tb\\n", "\\u{1b}[1m"]);
        assert_eq!(input_name(Path::new("\u{7}")), "\\u{7}");
    }

    #[test]
    fn standard_input_has_one_name_in_messages() {
        assert_eq!(["-", "/dev/stdin"].map(|path| input_name(Path::new(path))), ["standard input"; 2]);
        assert_eq!(system_name(Path::new("-")), "-");
    }

    #[test]
    fn texts_are_quoted_and_shortened() {
        assert_eq!(["", "-", "the cat"].map(text_name), ["''", "'-'", "'the cat'"]);
        assert_eq!(text_name(&"é".repeat(50)), format!("'{}…'", "é".repeat(40)));
    }

    #[test]
    fn shell_words_are_quoted_if_needed() {
        let words = ["a.txt", "a b", "it's", "", "\u{1b}[1m'\\é\u{9b}1"].map(|path| shell_word(Path::new(path)));
        assert_eq!(words, ["a.txt", "'a b'", "'it'\\''s'", "''", r"$'\x1b[1m\x27\x5cé\xc2\x9b1'"]);
    }
}
