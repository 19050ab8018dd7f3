//! Names of systems and files for output: distinct, short, safe to print.

use std::collections::HashSet;
use std::path::Path;

/// Returns the names of systems, with a number added to repeated ones.
pub fn distinct(names: &[&str]) -> Vec<String> {
    let mut taken = HashSet::new();
    let numbered = |name: &str, number: usize| match number {
        1 => name.to_owned(),
        _ => format!("{name} ({number})"),
    };
    let free = |name: &&str| (1..).map(|number| numbered(name, number)).find(|name| taken.insert(name.clone()));
    names.iter().filter_map(free).collect()
}

/// Returns distinct names for people: without the common directory, with control characters escaped.
pub fn short(names: &[&str]) -> Vec<String> {
    let common = common_directory(names);
    distinct(names).iter().map(|name| printable(&name[common..])).collect()
}

/// Returns the length of the common directory of all names, with its last slash.
fn common_directory(names: &[&str]) -> usize {
    let Some((first, others)) = names.split_first() else { return 0 };
    let agree = |other: &&str| first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let common = others.iter().map(agree).min().unwrap_or(first.len());
    first.as_bytes()[..common].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1)
}

/// Escapes control characters, so that the text is safe to print on a terminal.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

/// Returns a path for messages.
pub fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_common_directory_goes() {
        assert_eq!(short(&["out/a.txt", "out/ab.txt"]), ["a.txt", "ab.txt"]);
        assert_eq!(short(&["run/1/hyp", "run/12/hyp"]), ["1/hyp", "12/hyp"]);
        assert_eq!(short(&["/x/a", "/x/y/a"]), ["a", "y/a"]);
        assert_eq!(short(&["a/hyp", "-"]), ["a/hyp", "-"]);
        assert_eq!(short(&["a/hyp"]), ["hyp"]);
        assert!(short(&[]).is_empty());
        // These share the first byte of their letters, which is no place to cut.
        assert_eq!(short(&["d/é", "d/è"]), ["é", "è"]);
    }

    #[test]
    fn the_same_file_is_numbered() {
        assert_eq!(short(&["d/a", "d/b", "d/a", "d/a"]), ["a", "b", "a (2)", "a (3)"]);
        assert_eq!(short(&["d/a", "d/a"]), ["a", "a (2)"]);
        assert_eq!(short(&["a", "a", "a (2)"]), ["a", "a (2)", "a (2) (2)"]);
    }

    #[test]
    fn control_characters_do_not_break_tables() {
        assert_eq!(short(&["a\tb\n", "\u{1b}[1m"]), ["a\\tb\\n", "\\u{1b}[1m"]);
    }
}
