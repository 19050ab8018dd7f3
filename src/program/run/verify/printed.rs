//! Tables as they are printed: cells of text, with their marks, of LaTeX, Markdown, TSV and CSV.

mod markdown;
pub mod number;
mod separated;
mod tex;

use crate::text::InputStream;
use crate::text::display::path_name;
use anyhow::{Context, Result};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;

/// A file with tables.
#[derive(Debug)]
pub struct Printed {
    pub tables: Vec<PrintedTable>,
    /// Signatures, with the numbers of their lines.
    pub signatures: Vec<(usize, String)>,
    /// The text of lines outside of tables, with their numbers.
    pub lines: Vec<(usize, String)>,
    /// Whether asterisks are explained, or in a cell.
    pub has_marks: bool,
    pub kind: PrintedKind,
}

/// A kind of printed tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintedKind {
    /// Significant differences are marked, and the highest score is in bold.
    Latex,
    /// Significant differences are marked.
    Markdown,
    /// Decisions have columns.
    Separated,
}

/// A table: its rows, the header first.
#[derive(Debug, Default)]
pub struct PrintedTable {
    pub rows: Vec<PrintedRow>,
}

/// A row of a table.
#[derive(Debug, Default)]
pub struct PrintedRow {
    /// Number of its line, from 1.
    pub line: usize,
    pub cells: Vec<Cell>,
}

/// A cell, whose text has no markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    /// Whether it has an asterisk.
    pub is_marked: bool,
    pub is_bold: bool,
    pub is_underlined: bool,
    /// Whether it is a further column of the cell before it.
    pub is_continued: bool,
}

impl Cell {
    /// A cell of text without markup; an asterisk at its end is a mark.
    fn plain(text: &str) -> Cell {
        let text = text.trim();
        let without = text.trim_end_matches(['*', ' ']);
        let is_marked = without.len() < text.len() && text.ends_with('*');
        let text = if is_marked { without } else { text };
        Cell { text: text.replace(['−', '–'], "-"), is_marked, ..Cell::default() }
    }
}

/// Returns the tables in a text.
type ParseTables = fn(&str) -> Vec<PrintedTable>;

/// The kind of the tables of a file, which its name tells, and how they are parsed.
fn kind(path: &Path) -> Option<(PrintedKind, ParseTables)> {
    Some(match path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().as_str() {
        "tex" => (PrintedKind::Latex, tex::tables),
        "md" | "markdown" => (PrintedKind::Markdown, markdown::tables),
        "tsv" => (PrintedKind::Separated, |text| separated::tables(text, '\t')),
        "csv" => (PrintedKind::Separated, |text| separated::tables(text, separated::separator(text))),
        _ => return None,
    })
}

/// Whether a file has printed tables, by its name.
pub fn is_table(path: &Path) -> bool {
    kind(path).is_some()
}

/// Reads the tables of a file.
///
/// # Errors
/// If it cannot be read, or is in another format.
pub fn read(path: &Path) -> Result<Printed> {
    let (kind, parse) = kind(path).with_context(|| format!("{}: not a table", path_name(path)))?;
    let mut text = String::new();
    // Excel saves UTF-16, which is decoded.
    InputStream::open(path)?.read_to_string(&mut text).with_context(|| path_name(path))?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let tables = parse(text);
    let mut cells = tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
    // A name may end in an asterisk.
    let is_marked = cells.any(|cell| cell.is_marked && !cell.text.starts_with(char::is_alphabetic));
    let explains = |line: &str| ["* ", "{*} ", "\\* ", "% * "].iter().any(|mark| line.trim_start().starts_with(mark));
    let has_marks = is_marked || text.lines().any(explains);
    let table_lines: HashSet<usize> = tables.iter().flat_map(|table| &table.rows).map(|row| row.line).collect();
    let lines = text.lines().zip(1..).filter(|(_, number)| !table_lines.contains(number));
    let lines = lines.filter_map(|(line, number)| {
        let text = match kind {
            PrintedKind::Latex => tex::undone(line.trim_start_matches(['%', ' '])).into_iter().next()?.text,
            PrintedKind::Markdown => markdown::undone(line).text,
            PrintedKind::Separated => return None,
        };
        Some((number, text))
    });
    Ok(Printed { lines: lines.collect(), tables, signatures: signatures(text), has_marks, kind })
}

/// The signatures in a text, with the numbers of their lines.
fn signatures(text: &str) -> Vec<(usize, String)> {
    let end = |byte: char| byte.is_whitespace() || "`}),;\"".contains(byte);
    let undone = |line: &str| {
        let undone =
            [("\\allowbreak{}", ""), ("\\allowbreak ", ""), ("\\textbar{}", "|"), ("\\|", "|"), ("&#124;", "|")];
        undone.iter().fold(line.to_owned(), |line, (from, to)| line.replace(from, to)).replace('\\', "")
    };
    let found = text.lines().zip(1..).flat_map(|(line, number)| {
        let line = undone(line);
        let places = line.match_indices("nrefs:").map(|(at, _)| at).collect::<Vec<_>>();
        let signature = |at: usize| line[at..].split(end).next().unwrap_or_default().trim_end_matches('.').to_owned();
        places.into_iter().map(|at| (number, signature(at))).collect::<Vec<_>>()
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_latex_is_undone() {
        let text = "\\begin{tabular}{@{}lr@{}} % no & here\n\\toprule\nsystem & BLEU \\\\\n\\midrule\nA\\_1 & \\textbf{0.52}{*} \\\\\n\
                    B & $-$0.1 $\\pm$ 0.2 \\\\[2pt]\n\\multirow{2}{*}{C} & \\multicolumn{2}{c}{34.0$^*$} & 1 \\\\\n\\end{tabular}\n";
        let tables = tex::tables(text);
        let cells: Vec<(usize, Vec<Cell>)> = tables[0].rows.iter().map(|row| (row.line, row.cells.clone())).collect();
        let plain = |text: &str| Cell { text: text.into(), ..Cell::default() };
        assert_eq!(cells[0], (3, vec![plain("system"), plain("BLEU")]));
        assert_eq!(cells[1], (5, vec![plain("A_1"), Cell { is_marked: true, is_bold: true, ..plain("0.52") }]));
        assert_eq!(cells[2], (6, vec![plain("B"), plain("-0.1 ± 0.2")]));
        let spanning = Cell { is_marked: true, ..plain("34.0") };
        let continued = Cell { is_continued: true, ..spanning.clone() };
        assert_eq!(cells[3], (7, vec![plain("C"), spanning, continued, plain("1")]));
    }

    #[test]
    fn markup_of_markdown_is_undone() {
        let tables =
            markdown::tables("text\n\n| system | BLEU |\n| :-- | --: |\n| a\\_b | **0.5**\\* |\n| c | 0.4* |\n");
        let plain = |text: &str| Cell { text: text.into(), ..Cell::default() };
        let rows: Vec<_> = tables[0].rows.iter().map(|row| (row.line, row.cells.clone())).collect();
        assert_eq!(rows[1], (5, vec![plain("a_b"), Cell { is_marked: true, is_bold: true, ..plain("0.5") }]));
        assert_eq!(rows[2], (6, vec![plain("c"), Cell { is_marked: true, ..plain("0.4") }]));
    }
}
