//! One pass over a line of JSON that finds the values to which paths lead, as they are written. All others are skipped: only their
//! structure is looked at.
//!
//! It reads valid JSON alone. It gives up at all else, and at rare forms; [`find_by_steps`] then decides.

use super::json_cursor::{JsonCursor, MAX_DEPTH, Skipped};
use super::json_path::{ItemStep, PathTree};
use super::json_values::{FoundValue, FoundValues, LineFault, find_by_steps, find_in_item, key_text};
use std::ops::Range;
use std::ptr;
use tinyvec::TinyVec;

/// Finds the values that paths lead to in an object, which is a line.
///
/// # Errors
/// The first fault.
pub fn find<'l>(line: &'l str, paths: &PathTree) -> Result<FoundValues<'l>, LineFault<'l>> {
    scan(line, paths).map_or_else(|| find_by_steps(line, paths), Ok)
}

/// The same; `None` if it gives up.
pub fn scan<'l>(line: &'l str, paths: &PathTree) -> Option<FoundValues<'l>> {
    let mut scanner = Scanner::new(line);
    scanner.scan(paths).map(|()| scanner.found)
}

/// The values of an object that are not looked into, in order; between them is structure. `None` if the scan gives up, or if what is
/// wanted is not such values alone.
pub fn leaves<'p>(line: &str, paths: &'p PathTree) -> Option<Vec<Leaf<'p>>> {
    let mut scanner = Scanner { leaves: Some(Vec::new()), ..Scanner::new(line) };
    scanner.scan(paths).and(scanner.leaves)
}

struct Scanner<'l, 'p> {
    line: &'l str,
    cursor: JsonCursor<'l>,
    found: FoundValues<'l>,
    /// The values between which nothing but structure is, if they are wanted.
    leaves: Option<Vec<Leaf<'p>>>,
}

/// A value that was not looked into.
pub struct Leaf<'p> {
    /// Where it is in the line.
    pub place: Range<usize>,
    /// Maximum number of objects and arrays in each other, plus one, of a value that is not looked into at this place.
    pub depth: u32,
    /// The columns whose paths lead to it.
    pub columns: &'p [usize],
}

impl<'l, 'p> Scanner<'l, 'p> {
    fn new(line: &'l str) -> Scanner<'l, 'p> {
        Scanner { line, cursor: JsonCursor::new(line.as_bytes()), found: FoundValues::default(), leaves: None }
    }

    /// Finds the values in the whole line.
    fn scan(&mut self, paths: &'p PathTree) -> Option<()> {
        self.cursor.skip_white_space();
        self.object(paths, MAX_DEPTH)?;
        self.cursor.skip_white_space();
        self.cursor.is_at_end().then_some(())
    }

    /// Skips a value to which these paths lead, if any do.
    fn leaf(&mut self, paths: Option<&'p PathTree>, depth: u32) -> Option<()> {
        let begin = self.cursor.at;
        let is_plain = self.cursor.skip_value(depth)? == Skipped::PlainString;
        let place = begin..self.cursor.at;
        let columns = paths.map_or(&[][..], |paths| &paths.columns);
        if !columns.is_empty() {
            let json = &self.line[place.clone()];
            self.found.extend(columns.iter().map(|&column| FoundValue { column, json, is_plain }));
        }
        if let Some(leaves) = &mut self.leaves {
            // Elsewhere, an object or an array that has anything is looked into here.
            let depth = if paths.is_some_and(|paths| !paths.is_end()) { 1 } else { depth };
            leaves.push(Leaf { place, depth, columns });
        }
        Some(())
    }

    /// Takes a value to which some paths lead, and follows the others further in it.
    fn value(&mut self, paths: &'p PathTree, depth: u32) -> Option<()> {
        let begin = self.cursor.at;
        match self.cursor.byte() {
            b'{' if !paths.is_end() => self.object(paths, depth)?,
            b'[' if !paths.is_end() => self.array(paths, depth)?,
            _ => return self.leaf(Some(paths), depth),
        }
        if !paths.columns.is_empty() {
            let json = &self.line[begin..self.cursor.at];
            self.found.extend(paths.columns.iter().map(|&column| FoundValue { column, json, is_plain: false }));
            // A wanted value is no leaf.
            self.leaves = None;
        }
        Some(())
    }

    fn object(&mut self, paths: &'p PathTree, depth: u32) -> Option<()> {
        let inner = depth.checked_sub(1)?;
        let mut followed = TinyVec::<[Option<&PathTree>; 4]>::new();
        let mut has_more = self.cursor.begin(b'{', b'}')?;
        while has_more {
            let begin = self.cursor.at;
            let has_escapes = self.cursor.skip_string()?;
            let next = paths.after_key(&key_text(&self.line[begin..self.cursor.at], has_escapes)?);
            self.cursor.skip_white_space();
            self.cursor.skip_mark(b':')?;
            match next {
                // Two values for a key.
                Some(next) if followed.iter().flatten().any(|known| ptr::eq(*known, next)) => return None,
                Some(next) => {
                    followed.push(Some(next));
                    self.value(next, inner)?;
                }
                None => self.leaf(None, inner)?,
            }
            has_more = self.cursor.skip_separator(b'}')?;
        }
        Some(())
    }

    fn array(&mut self, paths: &'p PathTree, depth: u32) -> Option<()> {
        let inner = depth.checked_sub(1)?;
        let mut has_more = self.cursor.begin(b'[', b']')?;
        for number in 0.. {
            if !has_more {
                break;
            }
            let mut steps = paths.item_steps().filter(|(step, _)| step.may_lead_to(number));
            match (steps.next(), steps.next()) {
                (None, _) => self.leaf(None, inner)?,
                (Some((ItemStep::All | ItemStep::Item(_), next)), None) => self.value(next, inner)?,
                _ => {
                    let begin = self.cursor.at;
                    self.cursor.skip_value(inner)?;
                    find_in_item(&self.line[begin..self.cursor.at], number, paths, &mut self.found).ok()?;
                    // Which values are wanted depends on others.
                    self.leaves = None;
                }
            }
            has_more = self.cursor.skip_separator(b']')?;
        }
        Some(())
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use proptest::strategy::Strategy;
    use proptest::{collection::vec, prop_assert, prop_assert_eq, proptest, sample::select};

    pub const LINES: [&str; 18] = [
        r#"{"a": {"b": "x", "c": [1, {"t": "u", "x": "y"}]}, "d": [["p"], "q"], "a.b": "z"}"#,
        r#"{"a": {"b": "x"}, "a": {"b": "y"}}"#,
        r#"{"a": {"b": 1e999, "c": [{"t": "u", "x": [2]}, {"t": "v"}]}, "d": "\ud83d"}"#,
        r#"{"d": [[{"b": null}, 2], []], "e": "\ud83d", "a": "\u0041"}"#,
        r#"{"d": {"0": 1}, "a.c": [[7]], "a": {"c": []}}"#,
        r#" { "\u0061" : { "b" : "a string of more than \"16\" bytes, é" , "c" : [ -0.5e+7 , true , false , null ] } } "#,
        r#"{"a": {"b": tru}}"#,
        r#"{"a": 1} {"#,
        r#"{"a": 1,}"#,
        r#"{"z": [1 2]}"#,
        r#"{"z": 01}"#,
        r#"{"z": "\x"}"#,
        r#"{"z": "\u00g0"}"#,
        "{\"z\": \"\t\"}",
        r#"{"\ud83d": 1}"#,
        r#"{"z"; 1}"#,
        "[]",
        "{}",
    ];

    pub const TREES: [&[&str]; 7] = [
        &["a"],
        &["a.b", "a.c[0]", "d[0][0]"],
        &["a", "a.b", "a.c[1].x"],
        &["a.c[t=u].x", "a.c[].t", "a.c.0", "d"],
        &["d[].b", "d[0]", "d.0", "e.f"],
        &["d[][]", "d[1]"],
        &["b", "b"],
    ];

    /// A line, and the same with some characters replaced.
    pub fn damaged_line() -> impl Strategy<Value = (&'static str, String)> {
        let replacement = "[{}\\[\\],:\"\\\\abu01e.\\-+ \t]{0,2}";
        (select(&LINES[..]), 0..100usize, 0..3usize, replacement).prop_map(|(line, at, removed, replacement)| {
            let mut characters: Vec<char> = line.chars().collect();
            let at = at.min(characters.len());
            characters.splice(at..(at + removed).min(characters.len()), replacement.chars());
            (line, characters.into_iter().collect())
        })
    }

    /// The values that the scan and the steps find, if they find no fault, in the order of columns; the scan must find the same, or none.
    fn compare(line: &str, names: &[&str]) -> [Option<Vec<(usize, String)>>; 2] {
        let mut paths = PathTree::default();
        names.iter().enumerate().for_each(|(place, name)| paths.add(name, place));
        [scan(line, &paths), find_by_steps(line, &paths).ok()].map(|found| {
            let mut found = found?;
            found.sort_by_key(|value| value.column);
            Some(found.into_iter().map(|value| (value.column, value.json.to_owned())).collect())
        })
    }

    #[test]
    fn the_scan_finds_what_steps_find() {
        for line in LINES {
            for names in TREES {
                let [found, expected] = compare(line, names);
                assert_eq!(found, expected, "{line} {names:?}");
            }
        }
    }

    #[test]
    fn deep_values_are_left_to_the_steps() {
        let line = |depth| format!("{{\"a\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert!(compare(&line(60), &["a"])[0].is_some());
        assert_eq!(compare(&line(100_000), &["a", "z"])[0], None);
    }

    proptest! {
        #[test]
        fn damaged_lines_are_read_as_by_steps(
            (_, line) in damaged_line(),
            names in select(&TREES[..]),
        ) {
            let [found, expected] = compare(&line, names);
            prop_assert!(found.is_none() || found == expected, "{found:?} {expected:?}");
        }

        #[test]
        fn values_are_skipped_as_the_parser_does(pieces in vec(select(&PIECES[..]), 0..12)) {
            let line = format!("{{\"z\": {}}}", pieces.concat());
            let paths = PathTree::default();
            prop_assert_eq!(scan(&line, &paths).is_some(), find_by_steps(&line, &paths).is_ok());
        }
    }

    const PIECES: [&str; 22] = [
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":", "\\n", "\\u00e9", "\\", "0", "-", "12", ".5", "e", "+3",
        "true", "null", " ", "é",
    ];
}
