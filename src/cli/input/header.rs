//! The first line of a table: finds the columns that a job asks for.

use super::record::{ColumnIndices, Columns};
use crate::cli::display::{count, escape};
use crate::cli::suggestions::unknown;

/// The first line of a table.
pub struct Header {
    /// Names of the columns; if columns are asked for by number, the cells of the first row.
    pub names: Vec<String>,
    /// The columns that are asked for.
    pub wanted: ColumnIndices,
}

impl Header {
    /// Finds the columns in the cells of the first line. The error is a message without the file.
    pub fn new<'a>(columns: &Columns, cells: impl Iterator<Item = &'a [u8]>) -> Result<Header, String> {
        let names: Vec<String> = cells.map(|cell| String::from_utf8_lossy(cell).into_owned()).collect();
        Ok(Header { wanted: columns.find(&names)?, names })
    }

    /// Refuses a row with another number of cells than the first; `advice` is for a row that is not blank.
    pub fn check_cells(&self, cells: usize, is_blank: bool, advice: &str) -> Result<(), String> {
        let columns = self.names.len();
        if cells == columns {
            return Ok(());
        }
        let advice = if is_blank { "remove the blank line" } else { advice };
        Err(format!("{}, but the first line has {columns}; {advice}", count(cells as u64, "cell")))
    }
}

impl Columns {
    /// Whether all names are numbers of columns, so that the table has no header.
    pub fn are_numbers(&self) -> bool {
        self.names().all(is_number)
    }

    /// Finds the columns that are asked for by their names in a header, or by their numbers if there is none, in which
    /// case `cells` is the first row.
    fn find(&self, cells: &[String]) -> Result<ColumnIndices, String> {
        let by_number = self.are_numbers();
        let advice = if !by_number && self.names().any(is_number) {
            "\n  perhaps: give all columns by number (the table has no header), or all by name"
        } else if let [line] = cells
            && self.names().all(|name| line.split(';').any(|cell| cell == name))
        {
            "\n  perhaps: semicolons separate the cells; replace them by tabs: tr ';' '\\t' < FILE | bleu --records - ..."
        } else if cells.len() == 1 {
            "\n  perhaps: the table is in another format, since its first line is one column; set --records-format"
        } else {
            ""
        };
        let index = |name: &String| {
            let found = if by_number { by_number_in(cells.len(), name) } else { by_name_in(cells, name) };
            found.map_err(|message| message + advice)
        };
        Ok(ColumnIndices {
            candidates: self.candidates.iter().map(index).collect::<Result<_, _>>()?,
            references: self.references.iter().map(index).collect::<Result<_, _>>()?,
            labels: self.labels().map(|(name, kind)| Ok((index(name)?, kind))).collect::<Result<_, String>>()?,
        })
    }
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

fn by_number_in(columns: usize, name: &str) -> Result<usize, String> {
    match name.parse::<usize>() {
        Ok(number) if (1..=columns).contains(&number) => Ok(number - 1),
        _ => Err(format!("no column {name}; columns count from 1 to {columns}")),
    }
}

fn by_name_in(header: &[String], name: &str) -> Result<usize, String> {
    let mut found = header.iter().enumerate().filter(|(_, column)| *column == name).map(|(index, _)| index);
    match (found.next(), found.next()) {
        (Some(index), None) => Ok(index),
        (Some(first), Some(second)) => Err(format!(
            "columns {} and {} are both named '{}'; rename one, or give all columns by number and remove the \
             header",
            first + 1,
            second + 1,
            escape(name)
        )),
        (None, _) => Err(unknown("column", name, header)),
    }
}
