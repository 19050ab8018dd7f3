//! Rows of comma-separated values (RFC 4180), which may be separated by another character.
//!
//! The crate csv accepts malformed input: an unclosed quote swallows the rest of the file, and text after a closing
//! quote is appended. A score must not depend on that, so this reader is strict; tests compare it with the crate on
//! well-formed files.

use super::checked_lines::CheckedLines;
use super::table::{Row, Syntax};
use anyhow::{Result, bail};
use memchr::{memchr, memchr2, memchr2_iter};
use std::ops::Range;

/// Maximum size in bytes of a row. A quote that is never closed takes in all that follows it.
const MAX_ROW_BYTES: usize = 64 << 20;

/// How rows of comma-separated values are written.
pub const CSV: Syntax = Syntax {
    read,
    has_row,
    is_of_hive: false,
    first_row: "",
    advice: "a separator inside a text needs quotes around the text",
};

/// Returns the separator of a file that begins like this, of which the columns of these names are wanted, or those of these
/// numbers: a comma, or the semicolon of spreadsheets in countries with a decimal comma. The error is that both may be.
pub fn separator(head: &[u8], names: &[&str]) -> Result<u8, ()> {
    let row = &head[..first_row(head).unwrap_or(head.len())];
    let [commas, semicolons] = [b',', b';'].map(|separator| titles(row, separator));
    let has_all = |titles: &[String]| {
        let is_number = |name: &str| name.parse().is_ok_and(|number: usize| (1..=titles.len()).contains(&number));
        names.iter().all(|name| is_number(name)) || names.iter().all(|name| titles.iter().any(|title| title == name))
    };
    match (commas.len(), semicolons.len()) {
        (_, 1) => Ok(b','),
        (1, _) => Ok(b';'),
        _ => match (has_all(&commas), has_all(&semicolons)) {
            (true, true) => Err(()),
            (false, true) => Ok(b';'),
            _ => Ok(b','),
        },
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
    let (mut text, mut cells) = (Vec::new(), Vec::new());
    match scan(row, separator, &mut CellState::CellStart, &mut text, &mut cells) {
        Ok(()) => cells.into_iter().map(|range| String::from_utf8_lossy(&text[range]).into_owned()).collect(),
        Err(_) => vec![String::new()],
    }
}

/// Position in a row between two lines.
enum CellState {
    CellStart,
    /// In a quoted cell that starts here in the row's text.
    Quoted {
        start: usize,
    },
}

/// Reads the cells of a line, which is given with its line end. Leaves the state `Quoted` if a quote is open at its
/// end.
fn scan(
    line: &[u8],
    separator: u8,
    state: &mut CellState,
    text: &mut Vec<u8>,
    cells: &mut Vec<Range<usize>>,
) -> Result<(), &'static str> {
    let content = line.strip_suffix(b"\n").unwrap_or(line);
    let content = content.strip_suffix(b"\r").unwrap_or(content);
    let mut at = 0;
    loop {
        let start = match *state {
            CellState::Quoted { start } => start,
            CellState::CellStart if content.get(at) == Some(&b'"') => {
                at += 1;
                text.len()
            }
            CellState::CellStart => {
                let rest = &content[at..];
                let end = memchr2(separator, b'"', rest).unwrap_or(rest.len());
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
                *state = CellState::Quoted { start };
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
        *state = CellState::CellStart;
        match content.get(at) {
            None => return Ok(()),
            Some(&next) if next == separator => at += 1,
            Some(_) => return Err("text after a closing quote; double each quote inside a quoted text"),
        }
    }
}

/// Reads a row that begins on the next line, and that goes on to further lines as long as a quote is open.
fn read(lines: &mut CheckedLines, separator: u8, row: &mut Row) -> Result<bool> {
    let Row { line, text, cells } = row;
    let mut state = CellState::CellStart;
    while let Some(next) = lines.next_line_with_end()? {
        if let Err(fault) = scan(next, separator, &mut state, text, cells) {
            bail!("{}: line {}: {fault}", lines.name(), lines.number());
        }
        if matches!(state, CellState::CellStart) {
            return Ok(true);
        }
        if text.len() > MAX_ROW_BYTES {
            bail!("{}: line {line}: this row is longer than 64 MiB; is a quote not closed?", lines.name());
        }
    }
    if matches!(state, CellState::CellStart) {
        return Ok(false);
    }
    bail!(
        "{}: line {line}: a quote that begins in this row is never closed; close it, and double each quote inside a \
         quoted text",
        lines.name()
    )
}

/// Whether there is a line end outside of quotes.
fn has_row(lines: &[u8]) -> bool {
    first_row(lines).is_some()
}
