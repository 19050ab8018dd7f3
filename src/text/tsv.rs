//! Rows of tab-separated values: one row per line, nothing quoted or escaped.

use super::checked_lines::CheckedLines;
use super::table::{Syntax, TableRow};
use anyhow::Result;

/// How rows of tab-separated values are written.
pub const TSV: Syntax = Syntax {
    read,
    has_row: |lines| !lines.is_empty(),
    is_of_hive: true,
    first_row: "line 1: ",
    advice: "a tab or line end inside a text must be replaced by a space",
};

fn read(lines: &mut CheckedLines, separator: u8, row: &mut TableRow) -> Result<bool> {
    let Some(line) = lines.next_line()? else { return Ok(false) };
    row.text.extend_from_slice(line);
    let mut start = 0;
    for end in memchr::memchr_iter(separator, line).chain([line.len()]) {
        row.cells.push(start..end);
        start = end + 1;
    }
    Ok(true)
}
