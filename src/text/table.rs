//! Records as a table: rows of cells; the first may be a header.

use super::checked_lines::CheckedLines;
use super::csv::Quotes;
use super::record::{Columns, Record, RecordPlace, Records, Role};
use super::repeats::Repeats;
use super::source::NoSegments;
use super::tsv::WritingSigns;
use crate::text::display::{count, escape};
use crate::text::suggestions::unknown;
use anyhow::{Result, anyhow, bail, ensure};
use std::ops::Range;

/// How rows are written.
#[derive(Clone, Copy)]
pub struct Syntax {
    /// Reads the next row into one that is empty, given what separates cells; false at the end of the input.
    pub read: fn(&mut CheckedLines, u8, &mut TableRow) -> Result<bool>,
    /// Whether these lines, which were read already, begin with a whole row.
    pub has_row: fn(&[u8]) -> bool,
    /// Whether Hive and Hadoop write tables in this way: a row may end in an empty cell that the first does not have.
    pub is_of_hive: bool,
    /// Place of the first row, for messages about a column that a table without a header lacks.
    pub first_row: &'static str,
    /// Advice for a row with another number of cells than the first.
    pub advice: &'static str,
}

/// A row of a table.
#[derive(Default)]
pub struct TableRow {
    /// Line on which it begins.
    pub line: u64,
    /// Its number, as a spreadsheet counts: the header is row 1.
    pub number: u64,
    pub cells: Vec<Cell>,
    /// Text of the cells that are not as they are written.
    pub text: Vec<u8>,
    /// All lines of a row that has several.
    pub lines: Vec<u8>,
    /// How quotes in quoted texts are written, so far.
    pub quotes: Quotes,
}

/// Place of a cell.
#[derive(Clone, Debug)]
pub enum Cell {
    /// In the lines of the row, as it is written.
    Written(Range<usize>),
    /// In the text of the row.
    Changed(Range<usize>),
}

impl TableRow {
    /// Empties the row, keeping its memory, its place and how quotes are written.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.text.clear();
        self.lines.clear();
    }

    /// Its place for messages: its line; where cells have contained line ends, its number in a spreadsheet.
    pub fn place(&self) -> RecordPlace {
        match self.line == self.number {
            true => RecordPlace::new("line", self.line),
            false => RecordPlace::new("row", self.number),
        }
    }

    /// The texts of the cells, given the line that was read last.
    pub fn texts(&self, line: &[u8]) -> Vec<String> {
        (0..self.cells.len()).map(|column| String::from_utf8_lossy(self.cell(column, line)).into_owned()).collect()
    }

    /// Whether the cell of a column is part of a line.
    fn is_as_written(&self, column: usize) -> bool {
        self.lines.is_empty() && matches!(self.cells.get(column), Some(Cell::Written(_)))
    }

    /// The cell of a column, given the line that was read last; empty if the row has fewer.
    fn cell<'l>(&'l self, column: usize, line: &'l [u8]) -> &'l [u8] {
        match self.cells.get(column) {
            Some(Cell::Written(range)) if self.lines.is_empty() => &line[range.clone()],
            Some(Cell::Written(range)) => &self.lines[range.clone()],
            Some(Cell::Changed(range)) => &self.text[range.clone()],
            None => &[],
        }
    }
}

/// Usual names of columns.
const TITLES: &str =
    "ref reference references mt hyp hypothesis candidate translation prediction output system src source target";

/// A cell that is null, as databases and Hive write it, also in CSV.
const NULL: &[u8] = b"\\N";

/// Maximum length of the name of a column.
const LONGEST_NAME: usize = 32;

/// Number of rows below a header that show that it is one, and the number of rows among which one may have such names too.
const MIN_ROWS: u64 = 3;
const ROWS_PER_NAME: u64 = 50;

/// A table as records.
pub struct TableRecords {
    lines: CheckedLines,
    syntax: &'static Syntax,
    separator: u8,
    columns: Columns,
    /// Whether the first row is a header. If columns are asked for by name, it is.
    has_header: bool,
    row: TableRow,
    /// Names of the columns; if they are asked for by number, the cells of the first row. Empty before that was read.
    names: Vec<String>,
    /// Places of the columns that are asked for.
    wanted: Columns<usize>,
    /// Number of rows that are scored, and how many of them have only names in the columns that are asked for.
    scored: u64,
    with_names: u64,
    /// Whether there has been a row after the header.
    has_rows: bool,
    /// Number of rows, and for each wanted column of those in which it is a printed list.
    rows: u64,
    printed_lists: Vec<u64>,
    /// How the rows of TSV are written, if that follows from what is in them.
    writing: Option<WritingSigns>,
    /// Columns that may show that rows repeat segments, once there is a header, and their places.
    repeats: Option<Repeats>,
    watched: Vec<usize>,
}

impl TableRecords {
    /// The records of these columns. The first row is a header if columns are asked for by name, or if it is said to be.
    pub fn new(
        lines: CheckedLines,
        (syntax, separator): (&'static Syntax, u8),
        columns: Columns,
        has_header: bool,
    ) -> TableRecords {
        // How an answer ended stands only in JSON.
        let columns: Columns = columns.into_iter().filter(|(_, role)| *role != Role::Status).collect();
        let has_header = has_header || !are_numbers(&columns);
        let (row, names, wanted) = (TableRow::default(), Vec::new(), Columns::new());
        let (scored, with_names, has_rows) = (0, 0, false);
        TableRecords {
            lines,
            syntax,
            separator,
            columns,
            has_header,
            row,
            names,
            wanted,
            scored,
            with_names,
            has_rows,
            rows: 0,
            printed_lists: Vec::new(),
            writing: None,
            repeats: None,
            watched: Vec::new(),
        }
    }

    /// The records of the same table, in which quotes are written like this.
    pub fn with_quotes(mut self, quotes: Quotes) -> TableRecords {
        self.row.quotes = quotes;
        self
    }

    /// The records of the same table, whose rows show whether they are quoted or escaped.
    pub fn with_signs(self) -> TableRecords {
        TableRecords { writing: Some(WritingSigns::default()), ..self }
    }

    /// Reads the next row; false at the end of the input.
    fn read_row(&mut self) -> Result<bool> {
        self.row.clear();
        self.row.line = self.lines.number() + 1;
        self.row.number += 1;
        let is_read = (self.syntax.read)(&mut self.lines, self.separator, &mut self.row)?;
        let Some(writing) = self.writing.as_mut().filter(|_| is_read) else { return Ok(is_read) };
        // Only quotes and backslashes are signs.
        if !self.lines.has_quote() {
            return Ok(true);
        }
        let columns = Some(self.names.len()).filter(|columns| *columns > 0);
        writing.is_utf_16 = self.lines.input().is_utf_16();
        if let Some(writing) = writing.take(self.lines.last(), self.row.line, columns) {
            self.syntax = writing.syntax();
            self.lines.put_back();
            self.row.clear();
            return (self.syntax.read)(&mut self.lines, self.separator, &mut self.row);
        }
        Ok(true)
    }

    /// Checks that no column has printed lists only.
    fn check_printed_lists(&self) -> Result<()> {
        let Some(place) = self.printed_lists.iter().position(|printed| *printed > 0 && *printed == self.rows) else {
            return Ok(());
        };
        let (column, name) = (self.wanted[place].0, self.lines.name());
        let title =
            if self.has_header { format!("'{}'", escape(&self.names[column])) } else { (column + 1).to_string() };
        bail!(
            "{name}: column {title}: each cell is a printed list, such as ['a', 'b'], whose brackets and quotes would be scored; write \
             it as JSON, for example by pandas: to_json(..., orient='records', lines=True)"
        )
    }

    /// Whether the first row is like a header, unlike the rows below it: it has names, and they have text.
    fn begins_with_names(&self) -> bool {
        let mut names = self.wanted.iter().map(|(column, _)| self.names[*column].as_bytes());
        names.all(is_name) && self.scored > MIN_ROWS && self.with_names <= 1 + self.scored / ROWS_PER_NAME
    }

    /// Checks that a row fits the first. The error is a message without the place.
    fn check(&self) -> Result<(), String> {
        let (cells, columns) = (self.row.cells.len(), self.names.len());
        // Hadoop streaming takes a line for a key and adds a tab and an empty value.
        let ends_in_empty_cell = cells == columns + 1 && self.cell(columns).is_empty();
        if cells != columns && !(self.syntax.is_of_hive && ends_in_empty_cell) {
            let open_quote = self.writing.as_ref().and_then(|writing| writing.advice(self.row.line));
            let is_blank = (0..cells).all(|column| self.cell(column).is_empty());
            let usual = if is_blank { "remove the blank line" } else { self.syntax.advice };
            let advice = open_quote.filter(|_| cells < columns).unwrap_or_else(|| usual.to_owned());
            return Err(format!("{}, but the first line has {columns}; {advice}", count(cells as u64, "cell")));
        }
        Ok(())
    }

    /// The id of the row in brackets, if it has one.
    fn id(&self) -> String {
        let id = self.wanted.iter().find(|(_, role)| *role == Role::Id);
        let id = id.map(|(column, _)| String::from_utf8_lossy(self.cell(*column))).filter(|id| !id.is_empty());
        id.map_or_else(String::new, |id| format!(" (id {})", escape(&id)))
    }

    /// The cell of a column of the row that was read last; empty if the row has fewer.
    fn cell(&self, column: usize) -> &[u8] {
        self.row.cell(column, self.lines.last())
    }
}

impl Records for TableRecords {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        let (is_first, mut is_read) = (self.names.is_empty(), self.read_row()?);
        if is_first && is_read {
            self.names = self.row.texts(self.lines.last());
            let place = if are_numbers(&self.columns) { self.syntax.first_row } else { "" };
            let wanted = find(&self.columns, &self.names);
            self.wanted = wanted.map_err(|message| anyhow!("{}: {place}{message}", self.lines.name()))?;
            let asked: Vec<(&str, Role)> = self.columns.iter().map(|(name, role)| (&**name, *role)).collect();
            self.repeats = Repeats::among(&self.names, &asked).filter(|_| self.has_header);
            let place = |name: &str| self.names.iter().position(|known| known == name);
            self.watched = self.repeats.iter().flat_map(Repeats::names).filter_map(place).collect();
            is_read = !self.has_header || self.read_row()?;
        }
        if !is_read {
            let has_only_header = !self.names.is_empty() && !self.has_rows;
            let name = self.lines.name();
            ensure!(!has_only_header, NoSegments(format!("{name}: only a header; there is nothing to score")));
            self.check_printed_lists()?;
            return Ok(false);
        }
        self.has_rows = true;
        record.place = self.row.place();
        self.check().map_err(|message| anyhow!("{}: {}{}: {message}", self.lines.name(), record.place, self.id()))?;
        self.rows += 1;
        self.printed_lists.resize(self.wanted.len(), 0);
        let mut are_names = true;
        for (place, &(column, role)) in self.wanted.iter().enumerate() {
            let text = self.cell(column);
            // A reference may be missing.
            let is_null = text == NULL;
            if is_null && role != Role::Reference {
                let (name, id, column) = (self.lines.name(), self.id(), column + 1);
                let advice = "replace it, for example with an empty text, or remove the row";
                let meaning = "which is null in tables of Hive and other databases";
                bail!("{name}: {}{id}: column {column}: \\N, {meaning}; {advice}", record.place);
            }
            are_names = are_names && is_name(text);
            let text = if is_null { None } else { Some(text) };
            match self.row.is_as_written(column) {
                true => record.add_line(role, text),
                false => record.add(role, text),
            }
            self.printed_lists[place] += u64::from(role.is_text() && text.is_some_and(is_printed_list));
        }
        self.scored += 1;
        self.with_names += u64::from(are_names);
        let TableRecords { repeats, watched, row, lines, .. } = self;
        let cell = |column| row.cell(column, lines.last());
        let Some(repeats) = repeats else { return Ok(true) };
        let values = watched.iter().map(|column| Some(String::from_utf8_lossy(cell(*column)))).collect();
        if let Some(message) = repeats.add(values, record, row.number) {
            bail!("{}: {}: {message}", self.lines.name(), record.place);
        }
        Ok(true)
    }

    fn is_ready(&self) -> bool {
        // A file makes nobody wait, so the end of its row is not looked for twice.
        self.lines.input().is_regular_file() || (self.syntax.has_row)(self.lines.rest())
    }

    fn lines(&self) -> Option<&CheckedLines> {
        Some(&self.lines)
    }

    fn remarks(&self) -> Vec<String> {
        let mut cells = self.wanted.iter().map(|(column, _)| &*self.names[*column]).filter(|_| !self.has_header);
        let is_title = |cell: &str| TITLES.split(' ').any(|title| cell.eq_ignore_ascii_case(title));
        let title = cells.find(|cell| is_title(cell) || are_numbered(&self.names) || self.begins_with_names());
        let remark = |title| {
            let name = self.lines.name();
            format!("warning: {name}: the first row, with '{title}', is scored; if it is a header, add --header")
        };
        let signs = self.writing.iter().flat_map(|writing| writing.remarks(self.lines.name()));
        title.map(remark).into_iter().chain(signs).collect()
    }

    fn known_names(&self) -> [Vec<String>; 2] {
        [self.names.clone(), self.names.clone()]
    }
}

/// Whether a cell is a list of strings as Python prints it.
fn is_printed_list(cell: &[u8]) -> bool {
    let begins = cell.starts_with(b"['") || cell.starts_with(b"[\"");
    begins && (cell.ends_with(b"']") || cell.ends_with(b"\"]"))
}

/// Whether all names are numbers of columns, so that the table has no header.
fn are_numbers(columns: &Columns) -> bool {
    columns.iter().all(|(name, _)| is_number(name))
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a cell is like the name of a column: one short word, such as `refA`, `mt_1` or `src`. A sentence begins with a capital.
fn is_name(cell: &[u8]) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let is_technical = |byte: &u8| byte.is_ascii_digit() || *byte == b'_';
    (1..=LONGEST_NAME).contains(&cell.len())
        && cell.iter().all(is_of_name)
        && !cell.ends_with(b".")
        && cell.iter().any(u8::is_ascii_alphabetic)
        && (cell[0].is_ascii_lowercase() || cell.iter().any(is_technical))
}

/// Whether several cells of a row count from 0 or 1, like a header of numbers.
fn are_numbered(cells: &[String]) -> bool {
    let counts_from = |first: usize| (first..).zip(cells).all(|(number, cell)| *cell == number.to_string());
    cells.len() > 1 && (counts_from(0) || counts_from(1))
}

/// Finds columns by their names in a header, or by their numbers if there is none, in which case `cells` is the first
/// row.
fn find(columns: &Columns, cells: &[String]) -> Result<Columns<usize>, String> {
    let by_number = are_numbers(columns);
    let advice = if !by_number && columns.iter().any(|(name, _)| is_number(name)) {
        "; give all columns by number (with --header if the table has one), or all by name"
    } else if cells.len() == 1 {
        "; perhaps the table is in another format, since its first line is one column; set --input-format, or \
         --delimiter"
    } else {
        ""
    };
    let place = |name: &str| find_place(name, by_number, cells).map_err(|message| message + advice);
    columns.iter().map(|(name, role)| Ok((place(name)?, *role))).collect()
}

/// Finds the place of a column by its name in a header, or by its number.
fn find_place(name: &str, by_number: bool, cells: &[String]) -> Result<usize, String> {
    let is_named = |place: &usize| if by_number { name.parse() == Ok(place + 1) } else { cells[*place] == name };
    let mut found = (0..cells.len()).filter(is_named);
    match (found.next(), found.next()) {
        (Some(place), None) => Ok(place),
        (Some(first), Some(second)) => {
            let remedy = "rename one, or give all columns by number, with --header";
            Err(format!("columns {} and {} are both named '{name}'; {remedy}", first + 1, second + 1))
        }
        (None, _) if by_number => Err(format!("no column {name}; columns count from 1 to {}", cells.len())),
        (None, _) => Err(unknown("column", name, cells)),
    }
}
