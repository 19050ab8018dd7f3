//! Rows of comma-separated values (RFC 4180), which may be separated by another character.
//!
//! The crate csv accepts malformed input: an unclosed quote swallows the rest of the file, and text after a closing
//! quote is appended. A score must not depend on that, so this reader is strict; tests compare it with the crate on
//! well-formed files.

use super::checked_lines::{CheckedLines, without_end};
use super::table::{Cell, Syntax, TableRow};
use anyhow::{Result, bail, ensure};
use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memchr3};

/// Maximum size in bytes of a row. A quote that is never closed takes in all that follows it.
const MAX_ROW_BYTES: usize = 64 << 20;

/// How a quote inside a quoted text is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quotes {
    /// Twice, as RFC 4180 has it.
    #[default]
    Doubled,
    /// After a backslash, as Spark writes it; a backslash is then doubled.
    AfterBackslash,
}

/// How rows of comma-separated values are written.
pub const CSV: Syntax = Syntax {
    read,
    // A line end outside of quotes ends a row.
    has_row: |lines| first_row(lines).is_some(),
    is_of_hive: false,
    first_row: "",
    advice: "a separator inside a text needs quotes around the text",
};

/// Returns the separator of a file with this beginning, given the names or numbers of the columns that are wanted: a comma, or the semicolon of spreadsheets in countries with a decimal comma. The error is a message.
pub fn separator(head: &[u8], names: &[&str]) -> Result<u8, String> {
    let line = &head[..memchr(b'\n', head).unwrap_or(0)];
    if let Some(separator) = line.strip_prefix(b"sep=").map(String::from_utf8_lossy) {
        let separator = separator.trim_end();
        return Err(format!(
            "sep={separator} is a hint for Excel, not a row; remove the line, and say: --delimiter '{separator}'"
        ));
    }
    let row = &head[..first_row(head).unwrap_or(head.len())];
    let [commas, semicolons] = [b',', b';'].map(|separator| titles(row, separator));
    let has_all = |titles: &[String]| {
        let is_number = |name: &str| name.parse().is_ok_and(|number: usize| (1..=titles.len()).contains(&number));
        names.iter().all(|name| is_number(name)) || names.iter().all(|name| titles.iter().any(|title| title == name))
    };
    match (has_all(&commas), has_all(&semicolons)) {
        _ if semicolons.len() == 1 => Ok(b','),
        _ if commas.len() == 1 => Ok(b';'),
        (true, true) => {
            Err("commas or semicolons may separate the cells; say which: --delimiter , or --delimiter ';'".into())
        }
        (false, true) => Ok(b';'),
        _ => Ok(b','),
    }
}

/// Length of the first row of a text, with its line end; `None` if it does not end.
fn first_row(text: &[u8]) -> Option<usize> {
    let mut is_quoted = false;
    let end = memchr2_iter(b'"', b'\n', text).find(|&at| {
        is_quoted ^= text[at] == b'"';
        text[at] == b'\n' && !is_quoted
    });
    end.map(|end| end + 1)
}

/// Cells of a row with this separator; one, if with it the row is malformed.
fn titles(row: &[u8], separator: u8) -> Vec<String> {
    let mut cells = TableRow::default();
    match parse(row, separator, &mut cells) {
        Ok(_) => cells.texts(row),
        Err(_) => vec![String::new()],
    }
}

/// Reads the cells of a row, which is given with its line end; false if a quote is open at its end.
fn parse(line: &[u8], separator: u8, row: &mut TableRow) -> Result<bool, &'static str> {
    let TableRow { text, cells, quotes, .. } = row;
    let content = without_end(line);
    let mut at = 0;
    loop {
        if content.get(at) == Some(&b'"') {
            at += 1;
            let (begin, own) = (at, text.len());
            // The part that is as it is written begins here, after others that are in the text.
            let mut rest = begin;
            // Inside quotes, line ends are text.
            let end = loop {
                let mark = match quotes {
                    Quotes::Doubled => memchr(b'"', &line[at..]),
                    Quotes::AfterBackslash => memchr2(b'"', b'\\', &line[at..]),
                };
                let Some(length) = mark else { return Ok(false) };
                let end = at + length;
                at = end + 1;
                let escaped = match (line[end], line.get(at)) {
                    (b'"', Some(b'"')) if *quotes == Quotes::Doubled => b'"',
                    (b'"', _) => break end,
                    (_, Some(&escaped @ (b'"' | b'\\'))) => escaped,
                    // A backslash that begins nothing is text.
                    _ => continue,
                };
                text.extend_from_slice(&line[rest..end]);
                text.push(escaped);
                at += 1;
                rest = at;
            };
            if rest == begin {
                cells.push(Cell::Written(begin..end));
            } else {
                text.extend_from_slice(&line[rest..end]);
                cells.push(Cell::Changed(own..text.len()));
            }
        } else {
            let rest = &content[at..];
            let mut length = memchr3(separator, b'"', b'\r', rest).unwrap_or(rest.len());
            let mut has_return = false;
            if rest.get(length) == Some(&b'\r') {
                length = memchr2(separator, b'"', rest).unwrap_or(rest.len());
                has_return = memchr(b'\r', &rest[..length]).is_some();
            }
            if rest.get(length) == Some(&b'"') {
                return Err("a quote inside a text that is not quoted; quote the text and double the quote");
            }
            if has_return {
                return Err("a carriage return inside a text that is not quoted; quote the text");
            }
            cells.push(Cell::Written(at..at + length));
            at += length;
        }
        match content.get(at) {
            None => return Ok(true),
            Some(&next) if next == separator => at += 1,
            Some(_) => return Err("text after a closing quote; double each quote inside a quoted text"),
        }
    }
}

/// How quotes inside a quoted text are written in a table that begins like this: doubled, unless that is malformed and quotes
/// after backslashes are not.
pub fn quotes(head: &[u8], separator: u8) -> Quotes {
    let is_well_formed = |quotes| is_well_formed(head, separator, quotes);
    let is_of_spark = memchr::memmem::find(head, b"\\\"").is_some();
    let is_malformed = is_of_spark && !is_well_formed(Quotes::Doubled);
    if is_malformed && is_well_formed(Quotes::AfterBackslash) { Quotes::AfterBackslash } else { Quotes::Doubled }
}

/// Whether all rows at the beginning of a table are well-formed if quotes are written in a way, and have as many cells.
fn is_well_formed(head: &[u8], separator: u8, quotes: Quotes) -> bool {
    let (mut row, mut rest, mut width) = (TableRow { quotes, ..TableRow::default() }, head, None);
    while let Some(length) = row_length(rest, separator, &mut row) {
        let Ok(length) = length else { return false };
        if *width.get_or_insert(row.cells.len()) != row.cells.len() {
            return false;
        }
        rest = &rest[length..];
    }
    true
}

/// Length of the row with which a text begins, whose cells are read, or its fault; `None` if it does not end.
fn row_length(text: &[u8], separator: u8, row: &mut TableRow) -> Option<Result<usize, &'static str>> {
    for feed in memchr_iter(b'\n', text) {
        row.clear();
        match parse(&text[..=feed], separator, row) {
            Ok(true) => return Some(Ok(feed + 1)),
            Ok(false) => {}
            Err(fault) => return Some(Err(fault)),
        }
    }
    None
}

/// Reads the cells of a row as [`parse`]. From a row on that is malformed otherwise, quotes come after backslashes.
fn parse_either(line: &[u8], separator: u8, row: &mut TableRow) -> Result<bool, &'static str> {
    let found = parse(line, separator, row);
    if found.is_ok() || row.quotes == Quotes::AfterBackslash || memchr::memmem::find(line, b"\\\"").is_none() {
        return found;
    }
    row.clear();
    row.quotes = Quotes::AfterBackslash;
    if parse(line, separator, row) == Ok(true) {
        return Ok(true);
    }
    row.quotes = Quotes::Doubled;
    found
}

/// Reads a row that begins on the next line, and that goes on to further lines as long as a quote is open.
fn read(lines: &mut CheckedLines, separator: u8, row: &mut TableRow) -> Result<bool> {
    // The lines of a row that has several.
    let mut begun: Vec<u8> = Vec::new();
    while let Some(next) = lines.next_line_with_end()? {
        if !begun.is_empty() {
            begun.extend_from_slice(next);
            // Only a quote can end the row.
            if memchr(b'"', next).is_none() && begun.len() <= MAX_ROW_BYTES {
                continue;
            }
        }
        row.clear();
        match parse_either(if begun.is_empty() { next } else { &begun }, separator, row) {
            Ok(true) => {
                row.lines = begun;
                return Ok(true);
            }
            Ok(false) if begun.is_empty() => begun.extend_from_slice(next),
            Ok(false) if begun.len() <= MAX_ROW_BYTES => {}
            Ok(false) => {
                bail!("{}: {}: this row is longer than 64 MiB; is a quote not closed?", lines.name(), row.place())
            }
            Err(fault) if row.line == row.number => bail!("{}: line {}: {fault}", lines.name(), lines.number()),
            Err(fault) => bail!("{}: {}: {fault}", lines.name(), row.place()),
        }
    }
    let (name, place, advice) = (lines.name(), row.place(), "close it, and double each quote inside a quoted text");
    ensure!(begun.is_empty(), "{name}: {place}: a quote that begins in this row is never closed; {advice}");
    Ok(false)
}
