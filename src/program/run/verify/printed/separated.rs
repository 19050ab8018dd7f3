//! Tables whose cells tabs, commas or semicolons separate.

use super::{Cell, PrintedRow, PrintedTable};

/// The separator of CSV: the one that its header has more of.
pub fn separator(text: &str) -> char {
    let header = text.lines().next().unwrap_or_default();
    if header.matches(';').count() > header.matches(',').count() { ';' } else { ',' }
}

/// The only table of a text.
pub fn tables(text: &str, separator: char) -> Vec<PrintedTable> {
    let (mut rows, mut cells, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut row_line, mut is_quoted) = (1, 1, false);
    let mut chars = text.chars().chain(['\n']).peekable();
    while let Some(c) = chars.next() {
        line += usize::from(c == '\n');
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if separator != '\t' => is_quoted = !is_quoted,
            c if c == separator && !is_quoted => cells.push(Cell::plain(&std::mem::take(&mut cell))),
            '\n' if !is_quoted => {
                cells.push(Cell::plain(&std::mem::take(&mut cell)));
                let cells = std::mem::take(&mut cells);
                if cells.iter().any(|cell| !cell.text.is_empty()) {
                    rows.push(PrintedRow { line: row_line, cells });
                }
                row_line = line;
            }
            c => cell.push(c),
        }
    }
    vec![PrintedTable { rows }]
}
