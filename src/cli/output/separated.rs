//! Tables for programs and spreadsheets, with values separated by tabs or commas: a header, then rows, every number
//! unrounded.
//!
//! A row is an object of JSON, flattened: each number or text in it has a path of keys and of places in lists, from 1, such
//! as `/score`, `/precisions/2` or `/confidence/mean`, and a table says which paths are its columns.

use super::format::{Format, FormatKind, Separator};
use crate::cli::report::TableColumns;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter};
use std::fmt;
use std::io::{self, Write};

pub const TSV: Format = Format {
    name: "tsv",
    help: "for programs and spreadsheets: a header, then one row per system, unrounded",
    kind: FormatKind::Rows(Separator::Tab),
};

pub const CSV: Format =
    Format { name: "csv", help: "the same, separated by commas", kind: FormatKind::Rows(Separator::Comma) };

/// A table that is being written. Its first row decides how many columns a list has; values that a row lacks are empty.
#[derive(Default)]
pub struct TableWriter {
    columns: TableColumns,
    separator: Separator,
    /// Whether a header is to come before the first row.
    has_header: bool,
    /// Paths of the columns, once there is a row.
    header: Vec<String>,
    row: Flattener,
    /// Values of the row, each ended by a tab.
    values: Vec<u8>,
    /// Paths of the values of the row before, and the place of each column's value in it.
    paths: String,
    places: Vec<Option<usize>>,
    /// Ends of the values.
    ends: Vec<usize>,
}

impl TableWriter {
    /// A table of these columns.
    pub fn new(columns: TableColumns, separator: Separator, has_header: bool) -> TableWriter {
        TableWriter { columns, separator, has_header, ..TableWriter::default() }
    }

    /// Writes a row.
    pub fn write(&mut self, row: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
        self.row.paths.clear();
        self.values.clear();
        row.serialize(&mut Serializer::with_formatter(&mut self.values, &mut self.row))?;
        self.ends.clear();
        self.ends.extend(memchr::memchr_iter(b'\t', &self.values));
        if self.header.is_empty() {
            self.begin(out)?;
        }
        if self.paths != self.row.paths {
            self.paths.clone_from(&self.row.paths);
            let paths: Vec<&str> = self.paths.split_terminator('\t').collect();
            self.places = self.header.iter().map(|column| paths.iter().position(|path| path == column)).collect();
        }
        let value = |place: usize| {
            let start = place.checked_sub(1).map_or(0, |before| self.ends[before] + 1);
            &self.values[start..self.ends[place]]
        };
        write_line(self.places.iter().map(|place| place.map_or(&b""[..], value)), self.separator, out)
    }

    /// Finds the columns of the first row, and writes their names.
    fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        let mut names = Vec::new();
        for column in &*self.columns {
            let last_part = || column.rsplit_once('/').map_or(*column, |(_, last)| last);
            let (wanted, name) = column.split_once('=').unwrap_or_else(|| (column, last_part()));
            let any_part = |path: &str| match wanted.split_once('*') {
                Some((start, end)) => path.strip_prefix(start)?.strip_suffix(end).map(str::to_owned),
                None => (path == wanted).then(String::new),
            };
            for path in self.row.paths.split_terminator('\t') {
                if let Some(part) = any_part(path.strip_prefix('/').unwrap_or(path)) {
                    self.header.push(path.to_owned());
                    names.push(name.replace('*', &part));
                }
            }
        }
        if !self.has_header {
            return Ok(());
        }
        write_line(names.iter().map(String::as_bytes), self.separator, out)
    }
}

fn write_line<'a>(cells: impl Iterator<Item = &'a [u8]>, separator: Separator, out: &mut impl Write) -> io::Result<()> {
    for (place, cell) in cells.enumerate() {
        match separator {
            _ if place == 0 => {}
            Separator::Tab => out.write_all(b"\t")?,
            Separator::Comma => out.write_all(b",")?,
        }
        match separator {
            Separator::Comma if cell.iter().any(|byte| b"\\,\"".contains(byte)) => write_quoted(cell, out)?,
            _ => out.write_all(cell)?,
        }
    }
    out.write_all(b"\n")
}

/// Writes a value for CSV, given as it is in TSV.
fn write_quoted(cell: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut value = Vec::with_capacity(cell.len() + 2);
    let mut bytes = cell.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => value.push(match bytes.next() {
                Some(b't') => b'\t',
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                other => other.unwrap_or(byte),
            }),
            b'"' => value.extend(b"\"\""),
            byte => value.push(byte),
        }
    }
    if value.iter().any(|byte| b",\"\r\n".contains(byte)) {
        value.insert(0, b'"');
        value.push(b'"');
    }
    out.write_all(&value)
}

/// Writes only the values of JSON, each ended by a tab, and keeps their paths.
#[derive(Default)]
struct Flattener {
    /// Path of each value, ended by a tab.
    paths: String,
    /// Path of the value that is being written.
    path: String,
    /// Lengths of the paths of the objects and lists around it.
    parents: Vec<usize>,
    /// Places in the lists around it.
    places: Vec<usize>,
    /// Whether a key is being written.
    in_key: bool,
    /// Whether the value is a number or a text.
    is_plain: bool,
}

impl Flattener {
    /// Goes on to a value in an object or a list.
    fn enter(&mut self) {
        self.parents.push(self.path.len());
        self.path.push('/');
        self.is_plain = true;
    }

    /// Goes back from a value in an object or a list.
    fn leave<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        if std::mem::replace(&mut self.is_plain, false) {
            self.paths.push_str(&self.path);
            self.paths.push('\t');
            out.write_all(b"\t")?;
        }
        self.path.truncate(self.parents.pop().unwrap_or(0));
        Ok(())
    }
}

impl Formatter for &mut Flattener {
    fn write_null<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    /// Writes the fewest digits that parse as the same number. JSON writes the same ones, faster, but fewer numbers with an
    /// exponent.
    fn write_f64<W: ?Sized + Write>(&mut self, out: &mut W, value: f64) -> io::Result<()> {
        if value == 0.0 || (1e-4..1e16).contains(&value.abs()) {
            return CompactFormatter.write_f64(out, value);
        }
        write!(out, "{value:?}")
    }

    fn begin_string<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn end_string<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        if self.in_key {
            self.path.push_str(text);
            return Ok(());
        }
        out.write_all(text.as_bytes())
    }

    /// Escapes tabs and line ends, which separate fields and rows; all else stands for itself.
    fn write_char_escape<W: ?Sized + Write>(&mut self, out: &mut W, escape: CharEscape) -> io::Result<()> {
        let text = match escape {
            CharEscape::ReverseSolidus => "\\\\",
            CharEscape::Tab => "\\t",
            CharEscape::LineFeed => "\\n",
            CharEscape::CarriageReturn => "\\r",
            CharEscape::Quote => "\"",
            CharEscape::Solidus => "/",
            CharEscape::Backspace => "\u{8}",
            CharEscape::FormFeed => "\u{c}",
            CharEscape::AsciiControl(byte) => {
                return self.write_string_fragment(out, char::from(byte).encode_utf8(&mut [0; 4]));
            }
        };
        self.write_string_fragment(out, text)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_plain = false;
        self.places.push(0);
        Ok(())
    }

    fn end_array<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.places.pop();
        Ok(())
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, _: &mut W, _: bool) -> io::Result<()> {
        self.enter();
        if let Some(place) = self.places.last_mut() {
            *place += 1;
            // Text always accepts what is written to it.
            let _ = fmt::Write::write_fmt(&mut self.path, format_args!("{place}"));
        }
        Ok(())
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.leave(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_plain = false;
        Ok(())
    }

    fn end_object<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, _: &mut W, _: bool) -> io::Result<()> {
        self.enter();
        self.in_key = true;
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.in_key = false;
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.leave(out)
    }
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
        let (mut table, mut out) = (TableWriter::new(COLUMNS.into(), separator, has_header), Vec::new());
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
    fn values_in_csv_are_quoted_where_they_must_be() {
        let row = json!({"a": "x,y", "b": [0.5, "\"q\""], "c": {"d": "a\nb\tc"}, "e": {"k,": "C:\\new"}});
        let expected = "b_1,b_2,first,d,\"k,\"\n0.5,\"\"\"q\"\"\",\"x,y\",\"a\nb\tc\",C:\\new\n";
        assert_eq!(separated(Separator::Comma, true, &[row]), expected);
    }
}
