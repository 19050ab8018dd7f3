//! Paths to values in JSON: `a.b`, `a[0]` or `a.0`, `a[]` for all items of an array, `a[key=value]` for the items that have
//! this value.
//!
//! A key may itself have dots and brackets: `a.b` is also the key `a.b`.

use memchr::{memchr, memchr2};
use std::iter;

/// Paths as a tree: paths that begin with the same steps share them.
#[derive(Debug, Default)]
pub struct PathTree {
    /// The columns whose paths end here.
    pub columns: Vec<usize>,
    /// Further steps, as they are written, each with what follows it.
    steps: Vec<(String, PathTree)>,
}

impl PathTree {
    /// Adds the path of a column.
    pub fn add(&mut self, path: &str, column: usize) {
        let (step, rest) = split(path);
        let place = self.steps.iter().position(|(known, _)| known == step).unwrap_or_else(|| {
            self.steps.push((step.to_owned(), PathTree::default()));
            self.steps.len() - 1
        });
        let next = &mut self.steps[place].1;
        if rest.is_empty() { next.columns.push(column) } else { next.add(rest, column) }
    }

    /// Whether no path leads further.
    pub fn is_end(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps after a key of an object; `None` if no path leads there.
    pub fn after_key(&self, key: &str) -> Option<&PathTree> {
        let after = |step| Some(&self.steps.iter().find(|(known, _)| known == step)?.1);
        after(key).or_else(|| match split(key) {
            (_, "") => None,
            (step, rest) => after(step)?.after_key(rest),
        })
    }

    /// The steps into an array, each with what follows it.
    pub fn item_steps(&self) -> impl Iterator<Item = (ItemStep<'_>, &PathTree)> {
        self.steps.iter().filter_map(|(step, next)| Some((ItemStep::of(step)?, next)))
    }
}

/// Splits a path into its first step, as it is written, and the rest, which is empty at its end.
fn split(path: &str) -> (&str, &str) {
    let bytes = path.as_bytes();
    let bracket = if path.starts_with('[') { memchr(b']', bytes).unwrap_or(path.len()) } else { 0 };
    match memchr2(b'.', b'[', &bytes[bracket..]).map(|end| path.split_at(bracket + end)) {
        None | Some((_, ".")) => (path, ""),
        Some((step, rest)) => (step, rest.strip_prefix('.').unwrap_or(rest)),
    }
}

/// The steps of a path, as they are written.
fn steps(path: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(path);
    iter::from_fn(move || {
        let (step, after) = split(rest?);
        rest = Some(after).filter(|after| !after.is_empty());
        Some(step)
    })
}

/// A step into an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemStep<'p> {
    /// All items.
    All,
    /// One item, from 0.
    Item(usize),
    /// The items that are objects in which this key has this value.
    Condition { key: &'p str, value: &'p str },
}

impl ItemStep<'_> {
    /// Reads a step; `None` if it can only be a key. The number of an item is written in one way only.
    fn of(step: &str) -> Option<ItemStep<'_>> {
        let in_brackets = step.strip_prefix('[').and_then(|step| step.strip_suffix(']'));
        if let Some((key, value)) = in_brackets.and_then(|condition| condition.split_once('=')) {
            return Some(ItemStep::Condition { key, value });
        }
        let number = in_brackets.unwrap_or(step);
        let is_number = number == "0" || number.starts_with(|first| matches!(first, '1'..='9'));
        match in_brackets {
            Some("") => Some(ItemStep::All),
            _ => number.parse().ok().filter(|_| is_number).map(ItemStep::Item),
        }
    }
}

/// Whether a path leads to all items of an array.
pub fn has_all_items(path: &str) -> bool {
    steps(path).any(|step| ItemStep::of(step) == Some(ItemStep::All))
}

/// Whether a path leads to the items of an array that have a value.
pub fn has_condition(path: &str) -> bool {
    steps(path).any(|step| matches!(ItemStep::of(step), Some(ItemStep::Condition { .. })))
}

/// Whether two paths differ only in how the number of an item is written, and in which items they lead to if `known` is the
/// path to the first.
pub fn is_same(known: &str, path: &str) -> bool {
    let first = |step| match ItemStep::of(step) {
        Some(ItemStep::Condition { .. }) => (Some(ItemStep::Item(0)), ""),
        Some(item) => (Some(item), ""),
        None => (None, step),
    };
    steps(known).map(first).eq(steps(path).map(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_followed_step_by_step() {
        for (path, key, is_found) in [
            ("a.b", "a", true),
            ("a.b", "a.b", true),
            ("a[0].b", "a", true),
            ("a[0].b", "a[0]", true),
            ("a[0]", "a[0]", true),
            ("", "", true),
            ("a..b", "a", true),
            ("ab", "a", false),
            ("a.", "a", false),
            ("[0", "[0", true),
        ] {
            let mut paths = PathTree::default();
            paths.add(path, 7);
            assert_eq!(paths.after_key(key).is_some(), is_found, "{path}");
            assert_eq!(paths.after_key(path).map(|end| &end.columns[..]), Some(&[7][..]), "{path}");
        }
        let condition = ItemStep::Condition { key: "type", value: "text" };
        for (path, step, rest) in [
            ("[0].b", Some(ItemStep::Item(0)), "b"),
            ("12[]", Some(ItemStep::Item(12)), "[]"),
            ("[]", Some(ItemStep::All), ""),
            ("[type=text].text", Some(condition), "text"),
            ("[a.b=c.d]", Some(ItemStep::Condition { key: "a.b", value: "c.d" }), ""),
            ("[00]", None, ""),
            ("[+0]", None, ""),
            ("[0", None, ""),
            ("[0].", None, ""),
            ("[0]b", None, ""),
            ("x", None, ""),
            ("", None, ""),
        ] {
            let (first, after) = split(path);
            assert_eq!((ItemStep::of(first), after), (step, rest), "{path}");
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
