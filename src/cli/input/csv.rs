//! Records as comma-separated values (RFC 4180).
//!
//! The crate csv accepts malformed input: an unclosed quote swallows the rest of the file, and text after a closing
//! quote is appended. A score must not depend on that, so this reader is strict; tests compare it with the crate on
//! well-formed files.

use super::NoSegments;
use super::checked_lines::CheckedLines;
use super::header::{Header, check_cells};
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records};
use anyhow::{Result, anyhow, bail};
use memchr::{memchr, memchr2, memchr2_iter};
use std::ops::Range;

/// Maximum size in bytes of a row. A quote that is never closed takes in all that follows it.
const MAX_ROW_BYTES: usize = 64 << 20;

/// A table of comma-separated values.
pub struct Csv {
    rows: Rows,
    columns: Columns,
    header: Option<Header>,
    /// Whether there has been a row after the header.
    has_rows: bool,
}

/// The rows of a table, one at a time.
struct Rows {
    lines: CheckedLines,
    /// Text of the row: its cells, without quotes, one after the other.
    text: Vec<u8>,
    cells: Vec<Range<usize>>,
    /// Line on which the row begins.
    line: u64,
}

impl Rows {
    /// Reads the next row; false at the end of the input.
    fn read(&mut self) -> Result<bool> {
        let Rows { lines, text, cells, line } = self;
        text.clear();
        cells.clear();
        // A row that begins on this line, and that goes on to further lines as long as a quote is open.
        let mut state = State::CellStart;
        *line = lines.number() + 1;
        while let Some(next) = lines.next_line_with_end()? {
            if let Err(fault) = scan(next, &mut state, text, cells) {
                bail!("{}: line {}: {fault}", lines.name(), lines.number());
            }
            if matches!(state, State::CellStart) {
                return Ok(true);
            }
            if text.len() > MAX_ROW_BYTES {
                bail!("{}: line {line}: this row is longer than 64 MiB; is a quote not closed?", lines.name());
            }
        }
        if matches!(state, State::CellStart) {
            return Ok(false);
        }
        bail!(
            "{}: line {line}: a quote that begins in this row is never closed; close it, and double each quote inside a \
             quoted text",
            lines.name()
        )
    }

    fn cell(&self, column: usize) -> &[u8] {
        &self.text[self.cells[column].clone()]
    }

    /// The row as the first line of a table.
    fn header(&self, columns: &Columns) -> Result<Header> {
        let header = Header::new(columns, (0..self.cells.len()).map(|column| self.cell(column)));
        header.map_err(|message| anyhow!("{}: {message}", self.lines.name()))
    }

    /// Whether a whole row was read already: a line end outside of quotes.
    fn is_ready(&self) -> bool {
        let text = self.lines.rest();
        let mut is_quoted = false;
        memchr2_iter(b'"', b'\n', text).any(|at| {
            is_quoted ^= text[at] == b'"';
            text[at] == b'\n' && !is_quoted
        })
    }
}

/// Position in a row between two lines.
enum State {
    CellStart,
    /// In a quoted cell that starts here in the row's text.
    Quoted {
        start: usize,
    },
}

/// Reads the cells of a line, which is given with its line end. Leaves the state `Quoted` if a quote is open at its
/// end.
fn scan(line: &[u8], state: &mut State, text: &mut Vec<u8>, cells: &mut Vec<Range<usize>>) -> Result<(), &'static str> {
    let content = line.strip_suffix(b"\n").unwrap_or(line);
    let content = content.strip_suffix(b"\r").unwrap_or(content);
    let mut at = 0;
    loop {
        let start = match *state {
            State::Quoted { start } => start,
            State::CellStart if content.get(at) == Some(&b'"') => {
                at += 1;
                text.len()
            }
            State::CellStart => {
                let rest = &content[at..];
                let end = memchr2(b',', b'"', rest).unwrap_or(rest.len());
                if rest.get(end) == Some(&b'"') {
                    return Err("a quote inside a text that is not quoted; quote the text and double the quote");
                }
                if memchr(b'\r', &rest[..end]).is_some() {
                    return Err("a carriage return inside a text that is not quoted; quote the text");
                }
                let start = text.len();
                text.extend_from_slice(&rest[..end]);
                cells.push(start..text.len());
                at += end;
                if at == content.len() {
                    return Ok(());
                }
                at += 1;
                continue;
            }
        };
        // Inside quotes, line ends are text.
        loop {
            let rest = &line[at..];
            let Some(quote) = memchr(b'"', rest) else {
                text.extend_from_slice(rest);
                *state = State::Quoted { start };
                return Ok(());
            };
            text.extend_from_slice(&rest[..quote]);
            at += quote + 1;
            if line.get(at) != Some(&b'"') {
                break;
            }
            text.push(b'"');
            at += 1;
        }
        cells.push(start..text.len());
        *state = State::CellStart;
        match content.get(at) {
            None => return Ok(()),
            Some(b',') => at += 1,
            Some(_) => return Err("text after a closing quote; double each quote inside a quoted text"),
        }
    }
}

impl Csv {
    /// A reader of these columns.
    pub fn new(lines: CheckedLines, columns: Columns) -> Csv {
        Csv {
            rows: Rows { lines, text: Vec::new(), cells: Vec::new(), line: 0 },
            columns,
            header: None,
            has_rows: false,
        }
    }
}

impl Records for Csv {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        let has_header = !self.columns.are_numbers();
        if self.header.is_none() && has_header {
            if !self.rows.read()? {
                return Ok(false);
            }
            self.header = Some(self.rows.header(&self.columns)?);
        }
        if !self.rows.read()? {
            if has_header && !self.has_rows {
                bail!(NoSegments(format!("{}: only a header; there is nothing to score", self.rows.lines.name())));
            }
            return Ok(false);
        }
        self.has_rows = true;
        if self.header.is_none() {
            self.header = Some(self.rows.header(&self.columns)?);
        }
        let Some(Header { names, wanted }) = &self.header else { return Ok(false) };
        let advice = match self.rows.text.is_empty() {
            true => "remove the blank line",
            false => "a comma inside a text needs quotes around the text",
        };
        record.place = Place::Line(self.rows.line);
        if let Err(message) = check_cells(self.rows.cells.len(), names.len(), advice) {
            bail!("{}: {}: {message}", self.rows.lines.name(), record.place);
        }
        record.fill(wanted, |column| self.rows.cell(column));
        Ok(true)
    }

    fn is_ready(&self) -> bool {
        self.rows.is_ready()
    }

    fn name(&self) -> &str {
        self.rows.lines.name()
    }

    fn inputs(&self) -> Vec<&InputStream> {
        vec![self.rows.lines.input()]
    }

    fn known_names(&self) -> Vec<String> {
        self.header.iter().flat_map(|header| &header.names).cloned().collect()
    }
}
