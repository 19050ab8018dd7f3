//! Paths to values in JSON: `a.b`, `a[0]` or `a.0`, `a[]` for all items of an array, `a[key=value]` for the items that have
//! this value.
//!
//! A key may itself have dots and brackets: `a.b` is also the key `a.b`. A key in double quotes is only a key, whatever it has:
//! `"a|b".c`. What separates paths from each other, and from what they are in, is found outside of quotes and brackets.

use memchr::{memchr, memchr2};
use std::borrow::Cow;
use std::iter;

/// Paths as a tree: paths that begin with the same steps share them.
#[derive(Debug, Default)]
pub struct PathTree {
    /// The columns whose paths end here.
    pub columns: Vec<usize>,
    steps: Vec<Step>,
    /// Places of the steps that lead into arrays.
    item_steps: Vec<usize>,
    /// The bits of all steps, and of their first bytes: most keys are of no path, and most of them have other bits.
    bits: u64,
    first_bits: u64,
}

/// A further step.
#[derive(Debug)]
struct Step {
    /// The step as it is written, and the key that it is.
    written: String,
    key: String,
    next: PathTree,
}

impl PathTree {
    /// Adds the path of a column.
    pub fn add(&mut self, path: &str, column: usize) {
        let (step, rest) = split(path);
        let place = self.steps.iter().position(|known| known.written == step).unwrap_or_else(|| {
            self.item_steps.extend(ItemStep::of(step).map(|_| self.steps.len()));
            let (written, key) = (step.to_owned(), unquoted(step).to_owned());
            self.steps.push(Step { written, key, next: PathTree::default() });
            self.bits |= step_bit(step) | step_bit(unquoted(step));
            self.first_bits |= first_bit(step) | first_bit(unquoted(step));
            self.steps.len() - 1
        });
        let next = &mut self.steps[place].next;
        if rest.is_empty() { next.columns.push(column) } else { next.add(rest, column) }
    }

    /// Whether no path leads further.
    pub fn is_end(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps after a key of an object; `None` if no path leads there.
    pub fn after_key(&self, key: &str) -> Option<&PathTree> {
        // A step with which the key begins has its first byte, or is empty.
        if self.first_bits & (first_bit(key) | first_bit("")) == 0 {
            return None;
        }
        self.after_step(key).or_else(|| match split(key) {
            (_, "") => None,
            (step, rest) => self.after_step(step)?.after_key(rest),
        })
    }

    fn after_step(&self, step: &str) -> Option<&PathTree> {
        if self.bits & step_bit(step) == 0 {
            return None;
        }
        self.steps.iter().find(|known| known.key == step || known.written == step).map(|known| &known.next)
    }

    /// The steps into an array, each with what follows it.
    pub fn item_steps(&self) -> impl Iterator<Item = (ItemStep<'_>, &PathTree)> {
        let steps = self.item_steps.iter().map(|&place| &self.steps[place]);
        steps.filter_map(|step| Some((ItemStep::of(&step.written)?, &step.next)))
    }
}

/// A bit that the length and the first byte of a step decide.
fn step_bit(step: &str) -> u64 {
    first_bit(step).rotate_left(5 * step.len() as u32)
}

/// A bit that the first byte of a step decides.
fn first_bit(step: &str) -> u64 {
    1 << (step.bytes().next().unwrap_or_default() % 64)
}

/// Splits a path into its first step, as it is written, and the rest, which is empty at its end.
fn split(path: &str) -> (&str, &str) {
    let bytes = path.as_bytes();
    if let Some((step, rest)) = quoted(path).map(|step| path.split_at(step.len()))
        && (rest.is_empty() || rest.starts_with(['.', '[']))
    {
        return (step, rest.strip_prefix('.').unwrap_or(rest));
    }
    let bracket = if path.starts_with('[') { memchr(b']', bytes).unwrap_or(path.len()) } else { 0 };
    match memchr2(b'.', b'[', &bytes[bracket..]).map(|end| path.split_at(bracket + end)) {
        None | Some((_, ".")) => (path, ""),
        Some((step, rest)) => (step, rest.strip_prefix('.').unwrap_or(rest)),
    }
}

/// The key in quotes with which a path begins, with its quotes.
fn quoted(path: &str) -> Option<&str> {
    let end = path.strip_prefix('"')?.find('"')? + 2;
    let (step, rest) = path.split_at(end);
    (rest.is_empty() || rest.starts_with(['.', '[', ':', '|'])).then_some(step)
}

/// A step without the quotes around a key.
fn unquoted(step: &str) -> &str {
    step.strip_prefix('"').and_then(|step| step.strip_suffix('"')).unwrap_or(step)
}

/// A key as a step, in quotes if it has what separates paths.
pub fn step_of_key(key: &str) -> Cow<'_, str> {
    if key.contains(['|', ':']) && !key.contains('"') { format!("\"{key}\"").into() } else { key.into() }
}

/// A key as a step of a path of keys, in quotes if it has what separates or begins other steps.
pub fn step_of_path(key: &str) -> Cow<'_, str> {
    if key.contains(['.', '[']) && !key.contains('"') { format!("\"{key}\"").into() } else { step_of_key(key) }
}

/// The keys of a path that has no steps into arrays.
pub fn keys(path: &str) -> impl Iterator<Item = &str> {
    pieces(path, &['.']).into_iter().map(unquoted)
}

/// The last key of a path.
pub fn last_key(path: &str) -> &str {
    steps(path).map(unquoted).filter(|step| !step.starts_with('[')).last().unwrap_or_default()
}

/// Places of these separators in a path, outside of quotes and brackets. An opening bracket may be one of them.
pub fn separators(path: &str, separators: &[char]) -> Vec<usize> {
    let (mut places, mut place) = (Vec::new(), 0);
    let mut is_begin = true;
    while let Some(character) = path[place..].chars().next() {
        let rest = &path[place..];
        if let Some(step) = quoted(rest).filter(|_| is_begin) {
            place += step.len();
            is_begin = false;
            continue;
        }
        if separators.contains(&character) {
            places.push(place);
        }
        is_begin = matches!(character, '.' | ':' | '|');
        let in_brackets = rest.find(']').filter(|_| character == '[');
        place += in_brackets.map_or(character.len_utf8(), |end| end + 1);
    }
    places
}

/// The parts of a path between these separators.
pub fn pieces<'p>(path: &'p str, separated: &[char]) -> Vec<&'p str> {
    let places = separators(path, separated);
    let begins = iter::once(0).chain(places.iter().map(|place| place + 1));
    begins.zip(places.iter().copied().chain([path.len()])).map(|(begin, end)| &path[begin..end]).collect()
}

/// Splits a path at the colon between what its records are in and the path in each.
pub fn split_items(path: &str) -> Option<(&str, &str)> {
    let colon = *separators(path, &[':']).first()?;
    Some((&path[..colon], &path[colon + 1..]))
}

/// The key with a colon that a path has if the colon separates nothing.
pub fn key_with_colon(path: &str) -> Option<&str> {
    steps(path).find(|step| step.contains(':') && !step.starts_with(['"', '[']))
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
    /// Whether it leads to the item of this number, as far as the number tells.
    pub fn may_lead_to(self, number: usize) -> bool {
        match self {
            ItemStep::All | ItemStep::Condition { .. } => true,
            ItemStep::Item(item) => item == number,
        }
    }

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
        None => (None, unquoted(step)),
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
        for (path, key, is_found) in [
            (r#""a.b".c"#, "a.b", true),
            (r#""a|b".c"#, "a|b", true),
            (r#""a:b"[0]"#, "a:b", true),
            (r#""a.b""#, "a", false),
            (r#""a"b"#, "a", false),
            (r#""a"b"#, r#""a"b"#, true),
            (r#""a"#, r#""a"#, true),
        ] {
            let mut paths = PathTree::default();
            paths.add(path, 7);
            assert_eq!(paths.after_key(key).is_some(), is_found, "{path}");
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
    fn separators_are_outside_of_quotes_and_brackets() {
        for (path, expected) in [
            ("a|b", &["a", "b"][..]),
            (r#""a|b"|c"#, &[r#""a|b""#, "c"]),
            (r#"a."b|c".d|"e""#, &[r#"a."b|c".d"#, r#""e""#]),
            ("a[b=c|d].e|f", &["a[b=c|d].e", "f"]),
            ("a[b|c", &["a[b", "c"]),
            (r#""a|b"#, &[r#""a"#, "b"]),
            (r#"é"|"é"#, &[r#"é""#, r#""é"#]),
            ("", &[""]),
            ("|", &["", ""]),
        ] {
            assert_eq!(pieces(path, &['|']), expected, "{path}");
        }
        assert_eq!(split_items(r#""a:b".c:d"#), Some((r#""a:b".c"#, "d")));
        assert_eq!(split_items("a[b=c:d].e"), None);
        assert_eq!(keys(r#""a.b".c"#).collect::<Vec<_>>(), ["a.b", "c"]);
        assert_eq!((last_key(r#"a."b.c""#), last_key("a.b[0]")), ("b.c", "b"));
    }

    #[test]
    fn a_known_path_is_recognized_in_another_spelling() {
        for (known, path) in [("a[0].b", "a.0.b"), ("a[0].b", "a[t=x].b"), ("a.b", "a.b"), (r#""a:b".c"#, "a:b.c")] {
            assert!(is_same(known, path), "{path}");
        }
        assert!(!is_same("a[0].b", "a[1].b") && !is_same("a[0].b", "a[].b"));
    }
}
