//! Statistics that were counted before, read one record after the other: of `--stats`, or of a run that was saved.

use super::saving;
use crate::bleu::shards::{Record, RecordError};
use crate::text::{CheckedLines, InputStream};
use anyhow::{Result, anyhow};
use std::fmt;
use std::fmt::{Display, Formatter};
use std::path::Path;

/// The place of a record: its file and, if it is a line of it, the number of the line.
pub struct Place<'a> {
    file: &'a str,
    line: Option<u64>,
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(self.file)?;
        self.line.map_or(Ok(()), |line| write!(f, ": line {line}"))
    }
}

/// Passes all records of a file on, and returns their number.
///
/// # Errors
/// If the file cannot be read, is a damaged saved run, or `add` fails.
pub fn each(path: &Path, mut add: impl FnMut(Place, Result<Record, RecordError>) -> Result<()>) -> Result<u64> {
    let mut input = InputStream::open(path)?;
    let is_saved_run = saving::begins_as_saved_run(&mut input)?;
    let mut lines = CheckedLines::new(input);
    let file = lines.name().to_owned();
    if is_saved_run {
        let records = saving::read_lines(lines)?.records().map_err(|fault| anyhow!("{file}: {fault}"))?;
        let number = records.len() as u64;
        records.into_iter().try_for_each(|record| add(Place { file: &file, line: None }, Ok(record)))?;
        return Ok(number);
    }
    let mut number = 0;
    while let Some(line) = lines.next_line()? {
        number += 1;
        add(Place { file: &file, line: Some(number) }, Record::parse(line))?;
    }
    Ok(number)
}
