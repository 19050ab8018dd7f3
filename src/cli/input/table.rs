//! Tables: rows of cells, whose columns are asked for by their names in a header, or by number if there is none.

use super::NoSegments;
use super::checked_lines::CheckedLines;
use super::header::Header;
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records};
use anyhow::{Result, anyhow, bail, ensure};

/// The rows of a table, one at a time.
pub trait Rows: Send {
    /// Place of the first row, for messages about a column that a table without a header lacks.
    const FIRST_ROW: &str;

    /// Reads the next row; false at the end of the input.
    fn read(&mut self) -> Result<bool>;

    /// Number of cells of the row.
    fn cells(&self) -> usize;

    /// A cell of the row.
    fn cell(&self, column: usize) -> &[u8];

    /// Line on which the row begins.
    fn line(&self) -> u64;

    /// Checks that the row fits the first. The error is a message without the place.
    fn check(&self, header: &Header) -> Result<(), String>;

    /// The lines that rows are read from.
    fn lines(&self) -> &CheckedLines;

    /// Whether a whole row was read already.
    fn is_ready(&self) -> bool;
}

/// A table as records.
pub struct Table<R> {
    rows: R,
    columns: Columns,
    header: Option<Header>,
    /// Whether there has been a row after the header.
    has_rows: bool,
}

impl<R: Rows> Table<R> {
    /// The records of these columns.
    pub fn new(rows: R, columns: Columns) -> Table<R> {
        Table { rows, columns, header: None, has_rows: false }
    }

    /// Reads the next row, other than the header; false at the end of the input.
    fn read_row(&mut self) -> Result<bool> {
        if !self.rows.read()? {
            let name = self.rows.lines().name();
            let is_empty = self.header.is_none();
            ensure!(is_empty || self.has_rows, NoSegments(format!("{name}: only a header; there is nothing to score")));
            return Ok(false);
        }
        if self.header.is_some() {
            return Ok(true);
        }
        let by_number = self.columns.are_numbers();
        let cells = (0..self.rows.cells()).map(|column| self.rows.cell(column));
        let place = if by_number { R::FIRST_ROW } else { "" };
        let header = Header::new(&self.columns, cells);
        self.header = Some(header.map_err(|message| anyhow!("{}: {place}{message}", self.rows.lines().name()))?);
        if by_number { Ok(true) } else { self.read_row() }
    }
}

impl<R: Rows> Records for Table<R> {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        if !self.read_row()? {
            return Ok(false);
        }
        self.has_rows = true;
        let Some(header) = &self.header else { return Ok(false) };
        record.place = Place::Line(self.rows.line());
        if let Err(message) = self.rows.check(header) {
            bail!("{}: {}: {message}", self.rows.lines().name(), record.place);
        }
        record.fill(&header.wanted, |column| self.rows.cell(column));
        Ok(true)
    }

    fn is_ready(&self) -> bool {
        self.rows.is_ready()
    }

    fn name(&self) -> &str {
        self.rows.lines().name()
    }

    fn inputs(&self) -> Vec<&InputStream> {
        vec![self.rows.lines().input()]
    }

    fn known_names(&self) -> Vec<String> {
        self.header.iter().flat_map(|header| &header.names).cloned().collect()
    }
}
