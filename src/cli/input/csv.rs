//! Rows of comma-separated values (RFC 4180).
//!
//! The crate csv accepts malformed input: an unclosed quote swallows the rest of the file, and text after a closing
//! quote is appended. A score must not depend on that, so this reader is strict; tests compare it with the crate on
//! well-formed files.

use super::checked_lines::CheckedLines;
use super::header::Header;
use super::table::Rows;
use anyhow::{Result, bail};
use memchr::{memchr, memchr2, memchr2_iter};
use std::ops::Range;

/// Maximum size in bytes of a row. A quote that is never closed takes in all that follows it.
const MAX_ROW_BYTES: usize = 64 << 20;

/// The rows of a table of comma-separated values.
pub struct Csv {
    lines: CheckedLines,
    /// Text of the row: its cells, without quotes, one after the other.
    text: Vec<u8>,
    cells: Vec<Range<usize>>,
    /// Line on which the row begins.
    line: u64,
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
    /// The rows of these lines.
    pub fn new(lines: CheckedLines) -> Csv {
        Csv { lines, text: Vec::new(), cells: Vec::new(), line: 0 }
    }
}

impl Rows for Csv {
    const FIRST_ROW: &str = "";

    fn read(&mut self) -> Result<bool> {
        let Csv { lines, text, cells, line } = self;
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

    fn cells(&self) -> usize {
        self.cells.len()
    }

    fn cell(&self, column: usize) -> &[u8] {
        &self.text[self.cells[column].clone()]
    }

    fn line(&self) -> u64 {
        self.line
    }

    fn check(&self, header: &Header) -> Result<(), String> {
        let advice = "a comma inside a text needs quotes around the text";
        header.check_cells(self.cells.len(), self.text.is_empty(), advice)
    }

    fn lines(&self) -> &CheckedLines {
        &self.lines
    }

    /// Whether there is a line end outside of quotes.
    fn is_ready(&self) -> bool {
        let text = self.lines.rest();
        let mut is_quoted = false;
        memchr2_iter(b'"', b'\n', text).any(|at| {
            is_quoted ^= text[at] == b'"';
            text[at] == b'\n' && !is_quoted
        })
    }
}
