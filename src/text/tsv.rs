//! Rows of tab-separated values: one row per line. Programs write them in three ways: nothing is quoted or escaped; texts with a
//! tab, a line end or a quote are in quotes, as in CSV; or tabs and line ends are written with a backslash.
//!
//! Lines without a quote or a backslash are the same in each way, so the way is decided when the first line shows it.

use super::checked_lines::{CheckedLines, without_end};
use super::csv;
use super::table::{Cell, Syntax, TableRow};
use anyhow::{Result, bail};
use memchr::{memchr, memchr_iter, memchr2, memrchr};
use std::mem;
use std::ops::Range;

/// Form of a tab, or a line end, inside a text.
const ADVICE: &str = "a tab or line end inside a text must be replaced by a space";

/// Rows in which nothing is quoted or escaped.
pub const TSV: Syntax = Syntax {
    read: read_plain,
    has_row: |lines| !lines.is_empty(),
    is_of_hive: true,
    first_row: "line 1: ",
    advice: ADVICE,
};

/// Rows in which texts may be in quotes, as pandas, polars, DuckDB and Excel write them.
pub const QUOTED: Syntax = Syntax { is_of_hive: false, first_row: "line 1: ", ..csv::CSV };

/// Rows in which a backslash begins a tab or a line end, as PostgreSQL, ClickHouse and jq write them.
pub const ESCAPED: Syntax = Syntax { read: read_escaped, ..TSV };

/// How the rows of a table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// Texts are in quotes.
    Quoted,
    /// Tabs and line ends are escaped.
    Escaped,
}

impl Writing {
    /// The rows of a table that is written like this.
    pub fn syntax(self) -> &'static Syntax {
        match self {
            Writing::Quoted => &QUOTED,
            Writing::Escaped => &ESCAPED,
        }
    }
}

/// Evidence of the quotes, or the backslashes, of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    /// They are text.
    Text,
    /// They enclose texts, or begin escapes.
    Syntax,
    /// They may be either.
    Unclear,
}

/// Finds out how the rows of a table are written, line by line.
#[derive(Default)]
pub struct WritingSigns {
    /// Whether the table is in UTF-16, in which only spreadsheets save tables.
    pub is_utf_16: bool,
    /// How they are written, and the line that shows it.
    found: Option<(Writing, u64)>,
    /// Whether quotes are text, and whether backslashes are.
    has_plain_quotes: bool,
    has_plain_backslashes: bool,
    /// The first line whose quotes, or backslashes, are unclear, or at variance with others.
    unclear_quotes: Option<u64>,
    unclear_backslashes: Option<u64>,
    /// The line whose last text begins with a quote that does not end on it.
    open_quote: Option<u64>,
}

impl WritingSigns {
    /// Takes a line of a table with this many columns, or an unknown number; returns how rows are written from this one on, if the
    /// line is the first that shows it.
    pub fn take(&mut self, line: &[u8], number: u64, columns: Option<usize>) -> Option<Writing> {
        let line = without_end(line);
        if self.found.is_some() {
            return None;
        }
        memchr2(b'"', b'\\', line)?;
        let last_cell = &line[memrchr(b'\t', line).map_or(0, |tab| tab + 1)..];
        if let Some(rest) = last_cell.strip_prefix(b"\"")
            && !rest.ends_with(b"\"")
        {
            self.open_quote = Some(number);
        }
        // Once quotes are text, further ones show nothing.
        if self.has_plain_quotes && memchr(b'\\', line).is_none() {
            return None;
        }
        let cells: Vec<&[u8]> = line.split(|&byte| byte == b'\t').collect();
        let quotes = match quotes(&cells, columns) {
            Some(Marks::Unclear) if self.is_utf_16 && are_of_spreadsheet(&cells) => Some(Marks::Syntax),
            quotes => quotes,
        };
        if quotes == Some(Marks::Syntax) && !self.has_plain_quotes && self.unclear_quotes.is_none() {
            self.found = Some((Writing::Quoted, number));
            return Some(Writing::Quoted);
        }
        if matches!(quotes, Some(Marks::Syntax | Marks::Unclear)) {
            self.unclear_quotes.get_or_insert(number);
        }
        self.has_plain_quotes |= quotes == Some(Marks::Text);
        let backslashes = backslashes(&cells)?;
        self.has_plain_backslashes |= backslashes == Marks::Text;
        if backslashes == Marks::Unclear || self.unclear_backslashes.is_some() {
            self.unclear_backslashes.get_or_insert(number);
            return None;
        }
        if self.has_plain_backslashes {
            return None;
        }
        self.found = Some((Writing::Escaped, number));
        Some(Writing::Escaped)
    }

    /// Advice if a row has too few cells and the line before it, which may be its beginning, has an open quote.
    pub fn advice(&self, number: u64) -> Option<String> {
        let line = self.open_quote.filter(|line| *line + 1 == number)?;
        Some(format!(
            "the last text of line {line} begins with a quote; if quotes enclose texts: --input-format tsv-quoted"
        ))
    }

    /// Message about the rows of an input.
    pub fn remarks(&self, name: &str) -> Vec<String> {
        let note = self.found.map(|(writing, line)| {
            let how = match writing {
                Writing::Quoted => "texts are in quotes, and read as tsv-quoted",
                Writing::Escaped => "tabs and line ends are escaped, and read as tsv-escaped",
            };
            format!("note: {name}: as line {line} shows, {how}")
        });
        // If quotes, or backslashes, are text elsewhere, they are usual.
        let quotes = self.unclear_quotes.filter(|_| !self.has_plain_quotes).map(|line| {
            format!(
                "warning: {name}: line {line}: the quotes around a text are scored; name the format: --input-format tsv if they are \
                 text, tsv-quoted if not"
            )
        });
        let is_escaped = matches!(self.found, Some((Writing::Escaped, _)));
        let are_usual = self.has_plain_backslashes || is_escaped;
        let backslashes = self.unclear_backslashes.filter(|_| !are_usual).map(|line| {
            format!(
                "warning: {name}: line {line}: \\n and \\t are scored as they stand; name the format: --input-format tsv if they are \
                 text, tsv-escaped if they are line ends and tabs"
            )
        });
        note.into_iter().chain(quotes).chain(backslashes).collect()
    }
}

/// Evidence of the quotes in the cells of a line; `None` if there are none.
fn quotes(cells: &[&[u8]], columns: Option<usize>) -> Option<Marks> {
    let with_quotes = || cells.iter().filter(|cell| memchr(b'"', cell).is_some());
    with_quotes().next()?;
    let inner = |cell: &[u8]| Some(cell.strip_prefix(b"\"")?.strip_suffix(b"\"")?.to_vec());
    // A quoted text may contain a tab, or go on in the next line.
    let begins_quoted = cells.iter().any(|cell| cell.starts_with(b"\""));
    if begins_quoted && columns.is_some_and(|columns| columns != cells.len()) {
        return Some(Marks::Syntax);
    }
    let texts: Option<Vec<Vec<u8>>> = with_quotes().map(|cell| inner(cell)).collect();
    let Some(texts) = texts else { return Some(Marks::Text) };
    let has_single = |text: &Vec<u8>| String::from_utf8_lossy(text).replace("\"\"", "").contains('"');
    if texts.iter().any(has_single) {
        return Some(Marks::Text);
    }
    let is_header = columns.is_none() && texts.len() == cells.len();
    let has_doubled = texts.iter().any(|text| memchr(b'"', text).is_some());
    Some(if is_header || has_doubled { Marks::Syntax } else { Marks::Unclear })
}

/// Whether each cell in quotes has a reason for which Excel encloses a text in quotes when it saves "Unicode text", although tabs
/// separate the cells.
fn are_of_spreadsheet(cells: &[&[u8]]) -> bool {
    let mut quoted = cells.iter().filter(|cell| cell.starts_with(b"\""));
    quoted.all(|cell| memchr2(b',', b';', cell).is_some())
}

/// Evidence of the backslashes in the cells of a line; `None` if there are none, apart from null.
fn backslashes(cells: &[&[u8]]) -> Option<Marks> {
    let mut found = None;
    for cell in cells.iter().filter(|cell| **cell != b"\\N") {
        let mut places = memchr_iter(b'\\', cell);
        while let Some(at) = places.next() {
            match cell.get(at + 1) {
                // The second of two backslashes begins nothing.
                Some(b'\\') => drop(places.next()),
                Some(b'n' | b't' | b'r') if may_be_text(cell, at) => {
                    found = Some(Marks::Unclear);
                    continue;
                }
                Some(b'n' | b't' | b'r') => {}
                _ => return Some(Marks::Text),
            }
            found = found.or(Some(Marks::Syntax));
        }
    }
    found
}

/// Whether the backslash at this place, with the letter after it, may be text: of a path (`C:\new`), a command of LaTeX
/// (`a \textbf{b}`), or a sentence about escapes (`a \t in it`).
fn may_be_text(cell: &[u8], at: usize) -> bool {
    let (before, after) = (&cell[..at], &cell[at + 2..]);
    if let [.., drive, b':'] = before {
        let is_alone = before.len() == 2 || !before[before.len() - 3].is_ascii_alphanumeric();
        return drive.is_ascii_alphabetic() && is_alone;
    }
    let begins_word = before.last().is_none_or(|byte| matches!(byte, b' ' | b'$' | b'(' | b'{' | b'"' | b'\'' | b'`'));
    begins_word && after.first().is_none_or(|byte| !byte.is_ascii_uppercase() && !matches!(byte, b'\\'))
}

fn read_plain(lines: &mut CheckedLines, separator: u8, row: &mut TableRow) -> Result<bool> {
    let line = lines.next_parts(separator, |cell| row.cells.push(Cell::Written(cell)))?;
    Ok(line.is_some())
}

/// Places of the cells of a line.
fn cells(line: &[u8], separator: u8) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    memchr_iter(separator, line).chain([line.len()]).map(move |end| mem::replace(&mut start, end + 1)..end)
}

fn read_escaped(lines: &mut CheckedLines, separator: u8, row: &mut TableRow) -> Result<bool> {
    let Some(line) = lines.next_line()? else { return Ok(false) };
    let mut fault = None;
    for place in cells(line, separator) {
        let cell = &line[place.clone()];
        // Null stays as it is written.
        if cell == b"\\N" || memchr(b'\\', cell).is_none() {
            row.cells.push(Cell::Written(place));
            continue;
        }
        let start = row.text.len();
        if let Err(found) = unescape(cell, &mut row.text) {
            fault = Some(found);
        }
        row.cells.push(Cell::Changed(start..row.text.len()));
    }
    if let Some(found) = fault {
        let advice = "double it if it is text, or name the format: --input-format tsv";
        bail!("{}: line {}: \\{found} is not an escape; {advice}", lines.name(), lines.number());
    }
    Ok(true)
}

/// Adds a cell without its escapes. The error is what follows a backslash that begins none.
fn unescape(cell: &[u8], text: &mut Vec<u8>) -> Result<(), String> {
    let mut rest = cell;
    while let Some(at) = memchr(b'\\', rest) {
        text.extend_from_slice(&rest[..at]);
        text.push(match rest.get(at + 1) {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'b' | b'f' | b'v' | b'0') => b' ',
            Some(&byte @ (b'\\' | b'\'' | b'"' | b'/')) => byte,
            Some(_) => return Err(String::from_utf8_lossy(&rest[at + 1..]).chars().take(1).collect()),
            None => return Err("at the end of a text".into()),
        });
        rest = &rest[at + 2..];
    }
    text.extend_from_slice(rest);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_show_how_a_table_is_written() {
        let (quoted, escaped) = (Some(Writing::Quoted), Some(Writing::Escaped));
        for (lines, expected) in [
            (&["a\tb\n"][..], None),
            (&["\"He said \"\"no\"\".\"\tb\n"], quoted),
            (&["\"Yes.\"\t\"No.\"\n"], None),
            (&["\"Yes,\" he said\tb\n", "\"a \"\"b\"\"\"\tb\n"], None),
            (&["\"a line\n"], quoted),
            (&["\"a\ttab\"\tb\n"], quoted),
            (&["a\\nb\t\\\\frac\n"], escaped),
            // Quotes that are text say nothing about backslashes.
            (&["say \"no\"\tb\n", "a\\tb\tc\n"], escaped),
            (&["C:\\Users\tb\n", "a\\n\tb\n"], None),
            (&["a\t\\N\n", "a\tb\\\n"], None),
            (&["Title:\\nText\tb\n"], escaped),
            // A path, LaTeX and a sentence about escapes; then nothing is certain any more.
            (&["C:\\new\\table\tb\n", "a\\nb\tc\n"], None),
            (&["the \\textbf{word}\tb\n"], None),
            (&["with \\t and \\n\tb\n"], None),
        ] {
            let mut signs = WritingSigns::default();
            let found = lines.iter().find_map(|line| signs.take(line.as_bytes(), 2, Some(2)));
            assert_eq!(found, expected, "{lines:?}");
        }
        assert_eq!(WritingSigns::default().take(b"\"ref\"\t\"mt\"\n", 1, None), quoted);
        // Excel encloses a text in quotes because of its commas; it would have doubled quotes that are text.
        for (line, expected) in [("a\t\"b, c\"\n", quoted), ("a, b\t\"c; d\"\n", quoted), ("a, b\t\"c\"\n", None)] {
            let mut signs = WritingSigns { is_utf_16: true, ..WritingSigns::default() };
            assert_eq!(signs.take(line.as_bytes(), 2, Some(2)), expected, "{line}");
        }
    }

    #[test]
    fn escapes_are_undone() {
        let mut text = Vec::new();
        unescape(b"a\\tb\\\\n\\n", &mut text).unwrap();
        assert_eq!(text, b"a\tb\\n\n");
        assert!(unescape(b"\\x", &mut text).is_err() && unescape(b"\\", &mut text).is_err());
    }
}
