//! Tab-separated values, for programs and spreadsheets: a header, then rows, every number unrounded.
//!
//! A row is an object of JSON, and a table says which of the values in it are its columns.

use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// Columns of a table, from left to right: the JSON pointer of the value, and the name of the column. A pointer that ends
/// in a slash stands for all values of a list, each in a column whose name ends in its place, from 1, or for all pairs of a
/// key and a value, each in a column whose name ends in the key.
pub type Columns = &'static [(&'static str, &'static str)];

/// A table that is being written. Its first row decides which columns there are; values that a row lacks are empty.
pub struct Table {
    columns: Columns,
    /// Whether a header is to come before the first row.
    has_header: bool,
    /// Pointers of the columns, once there is a row.
    pointers: Vec<String>,
}

impl Table {
    /// A table of these columns.
    pub fn new(columns: Columns, has_header: bool) -> Table {
        Table { columns, has_header, pointers: Vec::new() }
    }

    /// Writes a row.
    pub fn write(&mut self, row: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
        let row = serde_json::to_value(row)?;
        if self.pointers.is_empty() {
            let (pointers, names): (Vec<String>, Vec<String>) =
                self.columns.iter().flat_map(|&(pointer, name)| columns(&row, pointer, name)).unzip();
            self.pointers = pointers;
            if self.has_header {
                write_line(names.iter().map(|name| escape(name)), out)?;
            }
        }
        write_line(self.pointers.iter().map(|pointer| row.pointer(pointer).map_or_else(String::new, cell)), out)
    }
}

/// The pointers and names of the columns that a row has for an entry of the list of columns.
fn columns(row: &Value, pointer: &str, name: &str) -> Vec<(String, String)> {
    let Some(parent) = pointer.strip_suffix('/') else {
        return row.pointer(pointer).map(|_| (pointer.to_owned(), name.to_owned())).into_iter().collect();
    };
    let Some(list) = row.pointer(parent).and_then(Value::as_array) else { return Vec::new() };
    let column = |(place, value): (usize, &Value)| match value.as_array().map(Vec::as_slice) {
        Some([Value::String(key), _]) => (format!("{pointer}{place}/1"), format!("{name}{key}")),
        _ => (format!("{pointer}{place}"), format!("{name}{}", place + 1)),
    };
    list.iter().enumerate().map(column).collect()
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => escape(text),
        Value::Number(number) if number.is_f64() => format!("{:?}", number.as_f64().unwrap_or_default()),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Escapes tabs and line ends, which separate fields and rows.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            _ => escaped.push(c),
        }
    }
    escaped
}

fn write_line(cells: impl Iterator<Item = String>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", cells.collect::<Vec<_>>().join("\t"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::slice::from_ref;

    const COLUMNS: Columns = &[("/b/", "b_"), ("/a", "first"), ("/c/d", "d"), ("/e/", "")];

    fn written(has_header: bool, rows: &[serde_json::Value]) -> String {
        let (mut table, mut out) = (Table::new(COLUMNS, has_header), Vec::new());
        rows.iter().for_each(|row| table.write(row, &mut out).unwrap());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn objects_and_lists_become_columns() {
        let row = json!({"a": 1, "b": [0.5, null], "c": {"d": "x", "f": 2}, "e": [["y.z", true]]});
        assert_eq!(written(true, from_ref(&row)), "b_1\tb_2\tfirst\td\ty.z\n0.5\t\t1\tx\ttrue\n");
        assert_eq!(written(false, &[row]), "0.5\t\t1\tx\ttrue\n");
    }

    #[test]
    fn values_that_a_row_lacks_are_empty() {
        let rows = [json!({"a": 1, "c": {"d": 2.0}}), json!({"c": null, "a": 3}), json!({"c": {"d": 4}, "a": null})];
        assert_eq!(written(true, &rows), "first\td\n1\t2.0\n3\t\n\t4\n");
    }

    #[test]
    fn numbers_are_as_rust_prints_them() {
        for number in
            [0.0, -0.0, 1.0, 0.1, 1.0 / 3.0, 1e-4, 9.999e-5, 1e-7, -2.5, 1e15, 9007199254740993.0, 1e16, 1e300]
        {
            let row = json!({"a": number});
            assert_eq!(written(false, from_ref(&row)), format!("{number:?}\n"));
        }
    }

    #[test]
    fn separators_in_texts_are_escaped() {
        let row = json!({"a": "\t\n\r\\\"\u{8}\u{c}\u{1}/é", "e": [["p:\t", ""]]});
        assert_eq!(written(true, &[row]), "first\tp:\\t\n\\t\\n\\r\\\\\"\u{8}\u{c}\u{1}/é\t\n");
    }
}
