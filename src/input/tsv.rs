//! Records as tab-separated values: one record per line, nothing quoted or escaped.

use super::NoSegments;
use super::lines::Lines;
use super::names::check_cells;
use super::record::{Columns, Place, Record, Records, Wanted};
use anyhow::{Result, bail};

/// A table of tab-separated values.
pub struct Tsv {
    lines: Lines,
    columns: Columns,
    table: Option<Table>,
    /// End of each cell of a line.
    ends: Vec<usize>,
}

struct Table {
    header: Vec<String>,
    wanted: Wanted,
}

impl Tsv {
    /// A reader of these columns.
    pub fn new(lines: Lines, columns: Columns) -> Tsv {
        Tsv { lines, columns, table: None, ends: Vec::new() }
    }

    /// Reads the header, if there is one, and finds the columns.
    fn read_header(&mut self, line: &[u8]) -> Result<Table> {
        let cells: Vec<String> =
            line.split(|&byte| byte == b'\t').map(|cell| String::from_utf8_lossy(cell).into_owned()).collect();
        Ok(Table { wanted: self.columns.find(self.lines.name(), &cells)?, header: cells })
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
        if self.table.is_none() {
            let Some(line) = self.lines.next_line()?.map(<[u8]>::to_vec) else { return Ok(false) };
            let table = self.read_header(&line)?;
            if self.columns.are_numbers() {
                record.place = Place::Line(1);
                let cells: Vec<&[u8]> = line.split(|&byte| byte == b'\t').collect();
                if let Err(fault) = check_null(&table.wanted, |column| cells[column]) {
                    bail!("{}: line 1, {fault}", self.lines.name());
                }
                record.fill(&table.wanted, |column| cells[column]);
                self.table = Some(table);
                return Ok(true);
            }
            self.table = Some(table);
        }
        let Some(Table { header, wanted }) = &self.table else { return Ok(false) };
        let Some(line) = self.lines.next_line()? else {
            if self.lines.number() == 1 && !self.columns.are_numbers() {
                bail!(NoSegments(format!("{}: only a header; there is no row to score", self.lines.name())));
            }
            return Ok(false);
        };
        self.ends.clear();
        self.ends.extend(memchr::memchr_iter(b'\t', line));
        self.ends.push(line.len());
        let ends = &self.ends;
        // Hadoop streaming takes a line for a key and adds a tab and an empty value.
        let has_tab_of_hadoop = ends.len() == header.len() + 1 && line.ends_with(b"\t");
        if ends.len() == header.len() || has_tab_of_hadoop {
            let cell = |column: usize| {
                let start = if column == 0 { 0 } else { ends[column - 1] + 1 };
                &line[start..ends[column]]
            };
            let checked = check_null(wanted, cell);
            record.fill(wanted, cell);
            record.place = Place::Line(self.lines.number());
            return match checked {
                Ok(()) => Ok(true),
                Err(fault) => bail!("{}: line {}, {fault}", self.lines.name(), self.lines.number()),
            };
        }
        let advice = if line.is_empty() {
            "remove the blank line"
        } else {
            "a tab or line end inside a text must be replaced by a space"
        };
        check_cells(self.lines.name(), self.lines.number(), ends.len(), header.len(), advice).map(|()| true)
    }

    fn is_ready(&self) -> bool {
        self.lines.is_ready()
    }

    fn name(&self) -> &str {
        self.lines.name()
    }

    fn known_names(&self) -> Vec<String> {
        self.table.iter().flat_map(|table| &table.header).cloned().collect()
    }

    fn with_byte_order_mark(&self) -> Vec<&str> {
        self.lines.with_byte_order_mark()
    }
}
