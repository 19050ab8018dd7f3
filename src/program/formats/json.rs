//! JSON, for programs: every number unrounded.

use serde::Serialize;
use std::io;
use std::io::Write;

/// Writes a value with indentation.
pub fn write(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes a line of JSON Lines: an object, after the version of its keys.
pub fn write_row(row: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    write_line(&ScoreLine { format: "bleu-scores", version: 1, row }, out)
}

#[derive(Serialize)]
struct ScoreLine<'a, T> {
    format: &'static str,
    /// Raised when keys change their names or meanings; new keys may come without.
    version: u32,
    #[serde(flatten)]
    row: &'a T,
}

/// Writes a value as a line.
pub fn write_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
