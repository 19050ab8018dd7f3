//! Rows of tab-separated values: one row per line, nothing quoted or escaped.

use super::checked_lines::CheckedLines;
use super::header::Header;
use super::table::Rows;
use anyhow::Result;

/// The rows of a table of tab-separated values.
pub struct Tsv {
    lines: CheckedLines,
    /// End of each cell of the line.
    ends: Vec<usize>,
}

impl Tsv {
    /// The rows of these lines.
    pub fn new(lines: CheckedLines) -> Tsv {
        Tsv { lines, ends: Vec::new() }
    }
}

impl Rows for Tsv {
    const FIRST_ROW: &str = "line 1: ";

    fn read(&mut self) -> Result<bool> {
        let Some(line) = self.lines.next_line()? else { return Ok(false) };
        self.ends.clear();
        self.ends.extend(memchr::memchr_iter(b'\t', line));
        self.ends.push(line.len());
        Ok(true)
    }

    fn cells(&self) -> usize {
        self.ends.len()
    }

    fn cell(&self, column: usize) -> &[u8] {
        let start = if column == 0 { 0 } else { self.ends[column - 1] + 1 };
        &self.lines.line()[start..self.ends[column]]
    }

    fn line(&self) -> u64 {
        self.lines.number()
    }

    /// Checks the number of cells, and that no null of Hive is among those that are asked for: whether that means an
    /// empty text or none, only the writer of the table knows.
    fn check(&self, header: &Header) -> Result<(), String> {
        let line = self.lines.line();
        // Hadoop streaming takes a line for a key and adds a tab and an empty value.
        let has_tab_of_hadoop = self.ends.len() == header.names.len() + 1 && line.ends_with(b"\t");
        if !has_tab_of_hadoop {
            let advice = "a tab or line end inside a text must be replaced by a space";
            header.check_cells(self.ends.len(), line.is_empty(), advice)?;
        }
        match header.wanted.all().find(|&column| self.cell(column) == b"\\N") {
            Some(column) => Err(format!(
                "column {}: \\N, which is null in tables of Hive; replace it, for example with an empty text, or \
                 remove the row",
                column + 1
            )),
            None => Ok(()),
        }
    }

    fn lines(&self) -> &CheckedLines {
        &self.lines
    }

    fn is_ready(&self) -> bool {
        self.lines.is_ready()
    }
}
