//! Records as tab-separated values: one record per line, nothing quoted or escaped.

use super::NoSegments;
use super::checked_lines::CheckedLines;
use super::header::{Header, check_cells};
use super::open::InputStream;
use super::record::{ColumnIndices, Columns, Place, Record, Records};
use anyhow::{Result, anyhow, bail};

/// A table of tab-separated values.
pub struct Tsv {
    lines: CheckedLines,
    columns: Columns,
    header: Option<Header>,
    /// End of each cell of a line.
    ends: Vec<usize>,
}

impl Tsv {
    /// A reader of these columns.
    pub fn new(lines: CheckedLines, columns: Columns) -> Tsv {
        Tsv { lines, columns, header: None, ends: Vec::new() }
    }
}

/// A cell of a line, by the ends of all cells.
fn cell<'a>(line: &'a [u8], ends: &[usize], column: usize) -> &'a [u8] {
    let start = if column == 0 { 0 } else { ends[column - 1] + 1 };
    &line[start..ends[column]]
}

/// Checks that a row has as many cells as the first, and no null of Hive among those that are asked for: whether that
/// means an empty text or none, only the writer of the table knows.
fn check_row(line: &[u8], ends: &[usize], columns: usize, wanted: &ColumnIndices) -> Result<(), String> {
    // Hadoop streaming takes a line for a key and adds a tab and an empty value.
    let has_tab_of_hadoop = ends.len() == columns + 1 && line.ends_with(b"\t");
    if !has_tab_of_hadoop {
        let advice = match line.is_empty() {
            true => "remove the blank line",
            false => "a tab or line end inside a text must be replaced by a space",
        };
        check_cells(ends.len(), columns, advice)?;
    }
    let labels = wanted.labels.iter().map(|(column, _)| column);
    let mut columns = wanted.candidates.iter().chain(&wanted.references).chain(labels);
    match columns.find(|&&column| cell(line, ends, column) == b"\\N") {
        Some(column) => Err(format!(
            "column {}: \\N, which is null in tables of Hive; replace it, for example with an empty text, or remove the \
             row",
            column + 1
        )),
        None => Ok(()),
    }
}

impl Records for Tsv {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        if self.header.is_none() && !self.columns.are_numbers() {
            let Some(line) = self.lines.next_line()? else { return Ok(false) };
            let header = Header::new(&self.columns, line.split(|&byte| byte == b'\t'));
            self.header = Some(header.map_err(|message| anyhow!("{}: {message}", self.lines.name()))?);
        }
        let Some(line) = self.lines.next_line()? else {
            if self.lines.number() == 1 && !self.columns.are_numbers() {
                bail!(NoSegments(format!("{}: only a header; there is nothing to score", self.lines.name())));
            }
            return Ok(false);
        };
        if self.header.is_none() {
            match Header::new(&self.columns, line.split(|&byte| byte == b'\t')) {
                Ok(header) => self.header = Some(header),
                Err(message) => bail!("{}: line 1: {message}", self.lines.name()),
            }
        }
        let Some(Header { names, wanted }) = &self.header else { return Ok(false) };
        self.ends.clear();
        self.ends.extend(memchr::memchr_iter(b'\t', line));
        self.ends.push(line.len());
        let checked = check_row(line, &self.ends, names.len(), wanted);
        if checked.is_ok() {
            record.fill(wanted, |column| cell(line, &self.ends, column));
        }
        record.place = Place::Line(self.lines.number());
        match checked {
            Ok(()) => Ok(true),
            Err(message) => bail!("{}: {}: {message}", self.lines.name(), record.place),
        }
    }

    fn is_ready(&self) -> bool {
        self.lines.is_ready()
    }

    fn name(&self) -> &str {
        self.lines.name()
    }

    fn inputs(&self) -> Vec<&InputStream> {
        vec![self.lines.input()]
    }

    fn known_names(&self) -> Vec<String> {
        self.header.iter().flat_map(|header| &header.names).cloned().collect()
    }
}
