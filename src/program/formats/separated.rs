//! Tables for programs and spreadsheets, with values separated by tabs or commas: a header, then rows, every number
//! unrounded.
//!
//! A row is written as an object of JSON, and flattened: each number or text in it has a path of keys and of places in lists,
//! from 1, such as `/score`, `/precisions/2` or `/confidence/mean`, and a table says which paths are its columns.

use crate::bleu::unprintable::replace;
use crate::program::request::format::Separator;
use crate::program::results::TableColumns;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;
use std::io::Write;

/// Form of the values of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueForm {
    pub separator: Separator,
    /// Whether numbers have a decimal comma.
    pub decimal_comma: bool,
}

/// A table that is being written. Its first row decides how many columns a list has; values that a row lacks are empty.
#[derive(Default)]
pub struct TableWriter {
    columns: TableColumns,
    form: ValueForm,
    /// Whether a header is to come before the first row.
    has_header: bool,
    /// Paths of the columns, once there is a row.
    header: Vec<String>,
    /// Paths of the values of the row before, each ended by a tab, and the place of each column's value in it.
    paths: String,
    places: Vec<Option<usize>>,
}

impl TableWriter {
    /// A table of these columns.
    pub fn new(columns: TableColumns, form: ValueForm, has_header: bool) -> TableWriter {
        TableWriter { columns, form, has_header, ..TableWriter::default() }
    }

    /// Writes a row.
    pub fn write(&mut self, row: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
        let json = serde_json::to_string(row)?;
        let mut paths = String::with_capacity(self.paths.len());
        let mut values = Vec::with_capacity(self.paths.len() / 8);
        flatten(&json, &mut String::new(), &mut |path, value| {
            paths.extend([path, "\t"]);
            values.push(value);
        });
        if self.header.is_empty() {
            self.begin(&paths, out)?;
        }
        if self.paths != paths {
            let found: Vec<&str> = paths.split_terminator('\t').collect();
            self.places = self.header.iter().map(|column| found.iter().position(|path| path == column)).collect();
            self.paths = paths;
        }
        let cell = |place: usize| match self.form.decimal_comma && !values[place].starts_with('"') {
            true => plain(values[place]).replace('.', ",").into(),
            false => plain(values[place]),
        };
        let cells = self.places.iter().map(|place| place.map_or("".into(), cell));
        write_line(cells, self.form.separator, out)
    }

    /// Finds the columns of the first row, given the paths of its values, and writes their names.
    fn begin(&mut self, paths: &str, out: &mut impl Write) -> io::Result<()> {
        let mut names = Vec::new();
        for column in &*self.columns {
            let last_part = || column.rsplit_once('/').map_or(*column, |(_, last)| last);
            let (wanted, name) = column.split_once('=').unwrap_or_else(|| (column, last_part()));
            let any_part = |path: &str| match wanted.split_once('*') {
                Some((start, end)) => path.strip_prefix(start)?.strip_suffix(end).map(str::to_owned),
                None => (path == wanted).then(String::new),
            };
            let other_name = |path: &str| {
                let other = path.strip_prefix("others/")?.strip_suffix(wanted)?.strip_suffix('/')?;
                Some(format!("{name}:{other}"))
            };
            for path in paths.split_terminator('\t') {
                let keys = path.strip_prefix('/').unwrap_or(path);
                let own = any_part(keys).map(|part| name.replace('*', &part));
                if let Some(name) = own.or_else(|| other_name(keys)) {
                    self.header.push(path.to_owned());
                    names.push(plain(&format!("\"{name}\"")).into_owned());
                }
            }
        }
        if !self.has_header {
            return Ok(());
        }
        write_line(names.iter().map(|name| name.as_str().into()), self.form.separator, out)
    }
}

/// Calls `found` with the path and the JSON of each number, text and truth value in some JSON, and returns what comes after
/// it. `path` is its own path.
fn flatten<'a>(json: &'a str, path: &mut String, found: &mut impl FnMut(&str, &'a str)) -> &'a str {
    if !json.starts_with(['{', '[']) {
        let (value, rest) = json.split_at(plain_len(json));
        found(path, value);
        return rest;
    }
    let (len, mut rest) = (path.len(), &json[1..]);
    for place in 1.. {
        if let Some(rest) = rest.strip_prefix(['}', ']']) {
            return rest;
        }
        rest = rest.strip_prefix(',').unwrap_or(rest);
        path.push('/');
        if json.starts_with('{') {
            let key = plain_len(rest);
            path.push_str(&rest[1..key - 1]);
            rest = &rest[key + 1..];
        } else {
            // Text accepts all that is written to it.
            let _ = write!(path, "{place}");
        }
        rest = flatten(rest, path, found);
        path.truncate(len);
    }
    rest
}

/// Length of the text, the number or the word with which some JSON begins.
fn plain_len(json: &str) -> usize {
    let mut is_escaped = false;
    let is_end = |byte: u8| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    };
    match json.strip_prefix('"') {
        Some(text) => text.bytes().position(is_end).map_or(json.len(), |end| end + 2),
        None => json.bytes().position(|byte| b",}]".contains(&byte)).unwrap_or(json.len()),
    }
}

/// Returns a value of JSON as text: a number with the fewest digits that parse as the same number, as Rust prints it, which
/// is with an exponent more often.
fn plain(json: &str) -> Cow<'_, str> {
    match json.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(text) if text.contains('\\') => serde_json::from_str::<String>(json).unwrap_or_default().into(),
        Some(text) => text.into(),
        None if json == "null" => "".into(),
        None if json.contains('e') || json.trim_start_matches('-').starts_with("0.0000") => {
            json.parse().map_or(json.into(), |number: f64| format!("{number:?}").into())
        }
        None => json.into(),
    }
}

/// Writes values, with escapes or quotes where they contain what separates values and rows.
fn write_line<'a>(
    cells: impl Iterator<Item = Cow<'a, str>>,
    separator: Separator,
    out: &mut impl Write,
) -> io::Result<()> {
    for (place, cell) in cells.enumerate() {
        let (between, special) = match separator {
            Separator::Tab => ("\t", "\\\t\n\r"),
            Separator::Comma => (",", ",\"\r\n"),
            Separator::Semicolon => (";", ";\"\r\n"),
        };
        let is_special = cell.bytes().any(|byte| special.as_bytes().contains(&byte));
        let cell = match separator {
            _ if !is_special => cell,
            Separator::Tab => {
                replace(&cell, |c| special.contains(c), |c| c.escape_default().to_string()).into_owned().into()
            }
            Separator::Comma | Separator::Semicolon => format!("\"{}\"", cell.replace('"', "\"\"")).into(),
        };
        out.write_all(if place > 0 { between.as_bytes() } else { b"" })?;
        out.write_all(cell.as_bytes())?;
    }
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::slice::from_ref;

    const COLUMNS: &[&str] = &["b/*=b_*", "a=first", "c/d", "e/*"];

    fn written(has_header: bool, rows: &[serde_json::Value]) -> String {
        separated(Separator::Tab, has_header, rows)
    }

    fn separated(separator: Separator, has_header: bool, rows: &[serde_json::Value]) -> String {
        written_in(ValueForm { separator, decimal_comma: false }, has_header, rows)
    }

    fn written_in(form: ValueForm, has_header: bool, rows: &[serde_json::Value]) -> String {
        let (mut table, mut out) = (TableWriter::new(COLUMNS.into(), form, has_header), Vec::new());
        rows.iter().for_each(|row| table.write(row, &mut out).unwrap());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn objects_and_lists_become_columns() {
        let row = json!({"a": 1, "b": [0.5, null], "c": {"d": "x", "f": 2}, "e": {"y.z": true, "\t": []}});
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
        let row = json!({"a": "\t\n\r\\\"\u{8}\u{c}\u{1}/é", "e": {"p:\t": ""}});
        assert_eq!(written(true, &[row]), "first\tp:\\t\n\\t\\n\\r\\\\\"\u{8}\u{c}\u{1}/é\t\n");
    }

    #[test]
    fn numbers_may_have_a_decimal_comma() {
        let row = json!({"a": "1.5; x", "b": [0.5, -2], "c": {"d": 1e-9}});
        let form = ValueForm { separator: Separator::Semicolon, decimal_comma: true };
        assert_eq!(written_in(form, false, &[row]), "0,5;-2;\"1.5; x\";1e-9\n");
    }

    #[test]
    fn values_in_csv_are_quoted_where_they_must_be() {
        let row = json!({"a": "x,y", "b": [0.5, "\"q\""], "c": {"d": "a\nb\tc"}, "e": {"k,": "C:\\new"}});
        let expected = "b_1,b_2,first,d,\"k,\"\n0.5,\"\"\"q\"\"\",\"x,y\",\"a\nb\tc\",C:\\new\n";
        assert_eq!(separated(Separator::Comma, true, &[row]), expected);
    }
}
