//! Records as tab-separated values: one record per line, nothing quoted or escaped.

use super::NoSegments;
use super::lines::Lines;
use super::names::{Header, check_cells};
use super::record::{Columns, Place, Record, Records, Wanted};
use anyhow::{Result, anyhow, bail};

/// A table of tab-separated values.
pub struct Tsv {
    lines: Lines,
    columns: Columns,
    header: Option<Header>,
    /// End of each cell of a line.
    ends: Vec<usize>,
}

impl Tsv {
    /// A reader of these columns.
    pub fn new(lines: Lines, columns: Columns) -> Tsv {
        Tsv { lines, columns, header: None, ends: Vec::new() }
    }
}

/// Refuses the mark of Hive for null: whether it means an empty text or none, only the writer of the table knows.
fn check_null<'a>(wanted: &Wanted, cell: impl Fn(usize) -> &'a [u8]) -> Result<(), String> {
    match wanted.candidates.iter().chain(&wanted.references).find(|&&column| cell(column) == b"\\N") {
        Some(column) => Err(format!(
            "column {}: \\N, which is null in tables of Hive; write an empty text instead, or leave the row out",
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
                bail!(NoSegments(format!("{}: only a header; there is no row to score", self.lines.name())));
            }
            return Ok(false);
        };
        let header = match self.header.take() {
            Some(header) => Ok(header),
            None => Header::new(&self.columns, line.split(|&byte| byte == b'\t')),
        };
        self.ends.clear();
        self.ends.extend(memchr::memchr_iter(b'\t', line));
        self.ends.push(line.len());
        let ends = &self.ends;
        let filled = header.and_then(|header| {
            let Header { names, wanted } = self.header.insert(header);
            // Hadoop streaming takes a line for a key and adds a tab and an empty value.
            let has_tab_of_hadoop = ends.len() == names.len() + 1 && line.ends_with(b"\t");
            if !has_tab_of_hadoop {
                let advice = match line.is_empty() {
                    true => "remove the blank line",
                    false => "a tab or line end inside a text must be replaced by a space",
                };
                check_cells(ends.len(), names.len(), advice)?;
            }
            let cell = |column: usize| {
                let start = if column == 0 { 0 } else { ends[column - 1] + 1 };
                &line[start..ends[column]]
            };
            check_null(wanted, cell)?;
            record.fill(wanted, cell);
            Ok(())
        });
        record.place = Place::Line(self.lines.number());
        match filled {
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

    fn known_names(&self) -> Vec<String> {
        self.header.iter().flat_map(|header| &header.names).cloned().collect()
    }

    fn with_byte_order_mark(&self) -> Vec<&str> {
        self.lines.with_byte_order_mark()
    }
}
