//! Paths to values in JSON: `a.b`, `a[0]` or `a.0`, `a[]` for all items of an array, `a[key=value]` for the items that have
//! this value.
//!
//! A key may itself have dots and brackets: `a.b` is also the key `a.b`.

/// A step of a path into an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'p> {
    /// All items.
    All,
    /// One item, from 0.
    Item(usize),
    /// The items that are objects in which this key has this value.
    Condition { key: &'p str, value: &'p str },
}

/// Returns the rest of a path after a key of an object, empty at its end; `None` if the path leads elsewhere.
pub fn after_key<'p>(path: &'p str, key: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(key)?;
    match rest.as_bytes() {
        [] | [b'[', ..] => Some(rest),
        [b'.', _, ..] => Some(&rest[1..]),
        _ => None,
    }
}

/// Splits a path within an array into its first step and the rest, which is empty at its end.
pub fn first_step(path: &str) -> Option<(Step<'_>, &str)> {
    let (step, rest) = match path.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => path.split_at(path.find(['.', '[']).unwrap_or(path.len())),
    };
    let is_in_brackets = path.starts_with('[');
    let step = match step.split_once('=') {
        _ if is_in_brackets && step.is_empty() => Step::All,
        Some((key, value)) if is_in_brackets => Step::Condition { key, value },
        _ => Step::Item(index(step)?),
    };
    let rest = match rest.as_bytes() {
        [] | [b'[', ..] => rest,
        [b'.', _, ..] => &rest[1..],
        _ => return None,
    };
    Some((step, rest))
}

/// Reads the number of an item, as it is written in one way only.
fn index(step: &str) -> Option<usize> {
    let is_number = step == "0" || step.starts_with(|first| matches!(first, '1'..='9'));
    step.parse().ok().filter(|_| is_number)
}

/// The steps in brackets of a path.
fn brackets(path: &str) -> impl Iterator<Item = Step<'_>> {
    path.match_indices('[').filter_map(|(at, _)| Some(first_step(&path[at..])?.0))
}

/// Whether a path leads to all items of an array.
pub fn has_all_items(path: &str) -> bool {
    brackets(path).any(|step| step == Step::All)
}

/// Whether a path leads to the items of an array that have a value.
pub fn has_condition(path: &str) -> bool {
    brackets(path).any(|step| matches!(step, Step::Condition { .. }))
}

/// Whether two paths differ only in how the number of an item is written, and in which items they lead to if `known` is the
/// path to the first.
pub fn is_same(known: &str, path: &str) -> bool {
    let dotted = |path: &str| path.replace('[', ".").replace(']', "");
    let first = brackets(path).filter(|step| !matches!(step, Step::Item(_)));
    let first = first.fold(path.to_owned(), |path, step| match step {
        Step::Condition { key, value } => path.replacen(&format!("[{key}={value}]"), "[0]", 1),
        _ => path,
    });
    dotted(known) == dotted(&first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_followed_step_by_step() {
        for (path, key, rest) in [
            ("a.b", "a", Some("b")),
            ("a.b", "a.b", Some("")),
            ("a[0].b", "a", Some("[0].b")),
            ("a[0]", "a[0]", Some("")),
            ("ab", "a", None),
            ("a.", "a", None),
        ] {
            assert_eq!(after_key(path, key), rest, "{path}");
        }
        let condition = Step::Condition { key: "type", value: "text" };
        for (path, expected) in [
            ("[0].b", Some((Step::Item(0), "b"))),
            ("12[]", Some((Step::Item(12), "[]"))),
            ("[]", Some((Step::All, ""))),
            ("[type=text].text", Some((condition, "text"))),
            ("[00]", None),
            ("[+0]", None),
            ("[0", None),
            ("[0].", None),
            ("[0]b", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(first_step(path), expected, "{path}");
        }
    }

    #[test]
    fn a_known_path_is_recognized_in_another_spelling() {
        for (known, path) in [("a[0].b", "a.0.b"), ("a[0].b", "a[t=x].b"), ("a.b", "a.b")] {
            assert!(is_same(known, path), "{path}");
        }
        assert!(!is_same("a[0].b", "a[1].b") && !is_same("a[0].b", "a[].b"));
    }
}
