//! Tables of Markdown.

use super::{Cell, PrintedRow, PrintedTable};

/// Stands for an asterisk that is text.
const ASTERISK: char = '\u{E000}';

/// The tables in a text: consecutive lines with bars.
pub fn tables(text: &str) -> Vec<PrintedTable> {
    let (mut tables, mut table) = (Vec::new(), PrintedTable::default());
    for (line, number) in text.lines().chain([""]).zip(1..) {
        let cells = cells(line);
        if cells.len() < 2 {
            if table.rows.len() > 1 {
                tables.push(std::mem::take(&mut table));
            }
            table.rows.clear();
        } else if !cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| "-: ".contains(c))) {
            table.rows.push(PrintedRow { line: number, cells: cells.iter().map(|cell| undone(cell)).collect() });
        }
    }
    tables
}

/// The cells of a line, which bars separate.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let (mut cells, mut cell, mut chars) = (Vec::new(), String::new(), line.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                cell.push(c);
                cell.extend(chars.next());
            }
            '|' => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            c => cell.push(c),
        }
    }
    cells.push(cell.trim().to_owned());
    // Bars at both ends are usual.
    if line.starts_with('|') {
        cells.remove(0);
    }
    if line.ends_with('|') && cells.len() > 1 {
        cells.pop();
    }
    cells
}

/// A cell without its markup.
pub fn undone(cell: &str) -> Cell {
    let text = cell.replace("\\*", &ASTERISK.to_string());
    // Two asterisks after a number are not bold, but a mark.
    let is_pair = |sign: &str| text.matches(sign).count() >= 2;
    let is_bold = is_pair("**") || is_pair("__") || text.contains("<b>") || text.contains("<strong>");
    let mut text = if is_pair("**") { text.replace("**", "") } else { text.clone() }.replace("__", "");
    let is_underlined = text.contains("<u>");
    for tag in ["<b>", "</b>", "<strong>", "</strong>", "<sup>", "</sup>", "<u>", "</u>"] {
        text = text.replace(tag, "");
    }
    let is_emphasis = text.starts_with('*') && text.ends_with('*') && text.len() > 1;
    let text = if is_emphasis { text.trim_matches('*').to_owned() } else { text.replace('*', &ASTERISK.to_string()) };
    let is_marked = text.contains(ASTERISK);
    let (mut plain, mut chars) = (String::new(), text.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' => plain.extend(chars.next()),
            ASTERISK | '`' => {}
            '−' | '–' => plain.push('-'),
            c => plain.push(c),
        }
    }
    Cell { text: plain.trim().to_owned(), is_marked, is_bold, is_underlined, is_continued: false }
}
