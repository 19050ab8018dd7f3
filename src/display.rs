//! Shows file names and other foreign text safely, in one way everywhere.
//!
//! A file may have any name, and text may hold any character. Control characters could move the cursor, change colors
//! or break a table, so people see them escaped, as in `\u{1b}`. Formats for programs (JSON, TSV) hold names as they
//! were given, with the escapes of the format.
//!
//! Standard input is called `standard input` in messages, which are sentences, and `-` in tables and JSON, where it is
//! the name of a system: the name that was given on the command line, and that works there again.

use std::collections::HashSet;
use std::path::Path;

/// Whether a path means standard input: `-`, or `/dev/stdin`, which is the same stream if it is a pipe or a terminal.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdin")
}

/// Returns the text with its control characters escaped.
pub fn escape(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

/// Returns the name of an input for messages.
pub fn input_name(path: &Path) -> String {
    if is_standard_input(path) { String::from("standard input") } else { escape(&system_name(path)) }
}

/// Returns the name of a system in reports: the file as given. It is data; text formats escape it.
pub fn system_name(path: &Path) -> String {
    path.display().to_string()
}

/// Returns a path as one word of a shell's command line.
pub fn shell_word(path: &Path) -> String {
    let word = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "._-/+,:=@%".contains(c);
    if word.chars().all(is_plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Returns the number of things, and the noun in the singular or plural.
pub fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
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

/// Returns distinct names for people: without the directory that all files share, and with control characters escaped.
pub fn short_names(names: &[&str]) -> Vec<String> {
    let common = common_directory(names);
    distinct_names(names).iter().map(|name| escape(&name[common..])).collect()
}

/// Returns the length of the directory, including its last slash, that all names begin with.
fn common_directory(names: &[&str]) -> usize {
    let Some((first, others)) = names.split_first() else { return 0 };
    let agree = |other: &&str| first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let common = others.iter().map(agree).min().unwrap_or(first.len());
    first.as_bytes()[..common].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_common_directory_is_left_out() {
        assert_eq!(short_names(&["out/a.txt", "out/ab.txt"]), ["a.txt", "ab.txt"]);
        assert_eq!(short_names(&["run/1/hyp", "run/12/hyp"]), ["1/hyp", "12/hyp"]);
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
    fn shell_words_are_quoted_if_needed() {
        assert_eq!(["a.txt", "a b", "it's"].map(|path| shell_word(Path::new(path))), ["a.txt", "'a b'", "'it'\\''s'"]);
    }
}
