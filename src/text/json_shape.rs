//! The shape of a line of JSON: all that is between its values. Most lines of a file have the same, so a line is compared with
//! one before first; if only values differ, the paths lead to the same places.

use super::json_cursor::{JsonCursor, Skipped};
use super::json_path::PathTree;
use super::json_scan::leaves;
use super::json_values::unescaped;
use std::borrow::Cow;
use std::ops::Range;

/// The shape of a line, with the paths that lead to its values.
pub struct JsonShape {
    /// The line.
    line: Vec<u8>,
    leaves: Vec<ShapeLeaf>,
    /// The end of the line, after the last value.
    end: Range<usize>,
    /// The columns with values, in the order that is asked for, and the place of each value among the leaves.
    order: Vec<(usize, usize)>,
    /// The values of the line that was compared last.
    values: Vec<(Range<usize>, Skipped)>,
}

/// A value that may differ.
struct ShapeLeaf {
    /// Place in the line of what is between the value before and this one.
    before: Range<usize>,
    /// See [`Leaf`](super::json_scan::Leaf).
    depth: u32,
}

/// A value of a line of the same shape, to which the path of a column leads.
#[derive(Clone, Copy)]
pub struct ShapeValue<'l> {
    pub column: usize,
    pub json: &'l [u8],
    pub kind: Skipped,
}

impl<'l> ShapeValue<'l> {
    /// The text of a string, and any other value as it is written; `None` if escapes are not characters.
    pub fn text(&self) -> Option<Cow<'l, [u8]>> {
        let string = || &self.json[1..self.json.len() - 1];
        match self.kind {
            Skipped::Other => Some(self.json.into()),
            Skipped::PlainString => Some(string().into()),
            Skipped::EscapedString => unescaped(string()).map(Cow::Owned),
        }
    }
}

impl JsonShape {
    /// The shape of a line; `None` if more than the places of its values decides where paths lead. Values are returned in the order
    /// of `key` of their columns.
    pub fn of<K: Ord>(line: &str, paths: &PathTree, key: impl Fn(usize) -> K) -> Option<JsonShape> {
        let leaves = leaves(line, paths)?;
        let of_columns = leaves.iter().enumerate();
        let mut order: Vec<(usize, usize)> =
            of_columns.flat_map(|(place, leaf)| leaf.columns.iter().map(move |&column| (column, place))).collect();
        order.sort_by_key(|(column, _)| key(*column));
        let mut begin = 0;
        let mut shape = JsonShape {
            line: line.as_bytes().to_vec(),
            leaves: Vec::new(),
            end: 0..line.len(),
            order,
            values: Vec::new(),
        };
        for leaf in &leaves {
            shape.leaves.push(ShapeLeaf { before: begin..leaf.place.start, depth: leaf.depth });
            begin = leaf.place.end;
        }
        shape.end.start = begin;
        Some(shape)
    }

    /// The values of a line that are wanted; `None` if it is of another shape, or not JSON.
    pub fn values<'l>(&mut self, line: &'l [u8]) -> Option<impl Iterator<Item = ShapeValue<'l>>> {
        self.values.clear();
        let mut cursor = JsonCursor::new(line);
        for ShapeLeaf { before, depth } in &self.leaves {
            cursor.skip_bytes(&self.line[before.clone()])?;
            let begin = cursor.at;
            let kind = cursor.skip_value(*depth)?;
            self.values.push((begin..cursor.at, kind));
        }
        cursor.skip_bytes(&self.line[self.end.clone()])?;
        let values = &self.values;
        let value = |&(column, place): &(usize, usize)| {
            let (place, kind) = &values[place];
            ShapeValue { column, json: &line[place.clone()], kind: *kind }
        };
        cursor.is_at_end().then(|| self.order.iter().map(value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::json_scan::tests::{LINES, TREES, damaged_line};
    use super::super::json_values::{find_by_steps, text};
    use super::*;
    use proptest::{collection::vec, option, prop_assert, prop_assert_eq, proptest, sample::select};

    fn paths(names: &[&str]) -> PathTree {
        let mut paths = PathTree::default();
        names.iter().enumerate().for_each(|(place, name)| paths.add(name, place));
        paths
    }

    /// The values of a line by the shape of another, in the order of columns.
    fn by_shape(other: &str, line: &str, paths: &PathTree) -> Option<Vec<(usize, String)>> {
        let mut shape = JsonShape::of(other, paths, |column| column)?;
        let values = shape.values(line.as_bytes())?;
        Some(values.map(|value| (value.column, String::from_utf8(value.json.to_vec()).unwrap())).collect())
    }

    fn by_steps(line: &str, paths: &PathTree) -> Option<Vec<(usize, String)>> {
        let mut found = find_by_steps(line, paths).ok()?;
        found.sort_by_key(|value| value.column);
        Some(found.into_iter().map(|value| (value.column, value.json.to_owned())).collect())
    }

    #[test]
    fn a_line_has_its_own_shape() {
        for line in LINES {
            for names in TREES {
                let paths = paths(names);
                let found = by_shape(line, line, &paths);
                assert!(found.is_none() || found == by_steps(line, &paths), "{line} {names:?}");
            }
        }
        let line = r#"{"a": {"b": "x", "c": [1, {"t": "u"}]}, "z": {"a": []}, "d": 1}"#;
        assert!(by_shape(line, line, &paths(&["a.b", "a.c[1].t", "d"])).is_some());
    }

    #[test]
    fn lines_of_another_shape_are_told() {
        let paths = paths(&["a", "b.c"]);
        let line = r#"{"a": "x", "b": 1, "z": [2]}"#;
        for (other, is_alike) in [
            (r#"{"a": "y\"", "b": "1", "z": {"a": [3], "b": {"c": 4}}}"#, true),
            (r#"{"a": -1.5e3, "b": null, "z": true}"#, true),
            // A path leads on into the value.
            (r#"{"a": "x", "b": {"c": "y"}, "z": 2}"#, false),
            (r#"{"a": "x", "b": {}, "z": 2}"#, true),
            (r#"{"a": "x", "b": 1, "z": 2, "a": "y"}"#, false),
            (r#"{"a":"x", "b": 1, "z": 2}"#, false),
            (r#"{"a": "x", "b": 1, "z": 2} "#, false),
            (r#"{"a": "x", "b": 1, "z": 01}"#, false),
            (r#"{"a": "x", "b": 1, "z": 2"#, false),
            (r#"{"a": "x", "b": 1, "z": tru}"#, false),
            ("", false),
        ] {
            let found = by_shape(line, other, &paths);
            assert_eq!(found.is_some(), is_alike, "{other}");
            assert!(found.is_none() || found == by_steps(other, &paths), "{other}");
        }
    }

    #[test]
    fn a_condition_decides_by_values() {
        let line = r#"{"a": [{"t": "u", "x": "y"}]}"#;
        assert!(JsonShape::of(line, &paths(&["a[t=u].x"]), |column| column).is_none());
        assert!(JsonShape::of(line, &paths(&["a", "a[0].x"]), |column| column).is_none());
    }

    const VALUES: [&str; 16] = [
        "\"\"",
        "\"a\"",
        "\"more than sixteen bytes\"",
        r#""\"\u00e9\\""#,
        r#""\ud83d""#,
        "1",
        "-0.5e1",
        "01",
        "null",
        "true",
        "[]",
        "{}",
        r#"["u", {"t": 1}]"#,
        r#"{"t": "u", "x": [1]}"#,
        r#"{"b": 1, "a": 2}"#,
        "[[",
    ];

    const KEYS: [&str; 7] = ["a", "b", "c", "d", "a.b", "t", "\\u0061"];

    /// An object with these members; the first is in each of some outer objects and arrays.
    fn line(members: &[(&str, Option<&str>)], outer: &str) -> String {
        let members = members.iter().filter_map(|(key, value)| Some(format!("\"{key}\": {}", (*value)?)));
        let object = format!("{{{}}}", members.collect::<Vec<_>>().join(", "));
        outer.replace('_', &object)
    }

    const OUTER: [&str; 5] =
        ["_", "{\"a\": _}", "{\"d\":[_,_]}", "{\"a\":{\"c\":[1, _]}, \"z\": _}", "{\"d\": [[_]]}\t"];

    proptest! {
        #[test]
        fn lines_that_are_alike_are_read_as_by_steps(
            names in select(&TREES[..]),
            outer in select(&OUTER[..]),
            members in vec((select(&KEYS[..]), option::of(select(&VALUES[..])), option::of(select(&VALUES[..]))), 0..4),
        ) {
            let paths = paths(names);
            let one: Vec<_> = members.iter().map(|(key, value, _)| (*key, *value)).collect();
            // Mostly the same keys.
            let other = members.iter().map(|(key, value, other)| (*key, value.and(*other).or(*value)));
            let lines = [one, other.collect()].map(|members| line(&members, outer));
            for other in &lines {
                for read in &lines {
                    let found = by_shape(other, read, &paths);
                    prop_assert!(found.is_none() || found == by_steps(read, &paths), "{} {} {:?}", other, read, names);
                }
            }
        }

        #[test]
        fn damaged_lines_are_not_alike(
            (line, other) in damaged_line(),
            names in select(&TREES[..]),
        ) {
            let paths = paths(names);
            let found = by_shape(line, &other, &paths);
            prop_assert!(found.is_none() || found == by_steps(&other, &paths), "{} {:?}", other, names);
        }

        #[test]
        fn values_have_their_texts(pieces in vec(select(&PIECES[..]), 0..12)) {
            let json = format!("\"{}\"", pieces.concat());
            let line = format!("{{\"a\": {json}}}");
            let mut shape = JsonShape::of("{\"a\": 1}", &paths(&["a"]), |column| column).unwrap();
            let found = shape.values(line.as_bytes()).and_then(|mut values| values.next()?.text());
            let expected = serde_json::from_str::<String>(&json).ok();
            prop_assert_eq!(found.as_deref(), expected.as_ref().map(String::as_bytes));
            if serde_json::from_str::<&serde_json::value::RawValue>(&json).is_ok() {
                let whole = text(&json).ok().map(Cow::into_owned);
                prop_assert_eq!(whole, expected);
            }
        }
    }

    const PIECES: [&str; 16] = [
        "a",
        "é",
        "a longer text",
        "\\n",
        "\\\"",
        "\\\\",
        "\\/",
        "\\b",
        "\\f",
        "\\u00e9",
        "\\uD83D",
        "\\ude00",
        "\\ud83d\\udE00",
        "\\u0000",
        "\\u12",
        "\\x",
    ];
}
