//! JSON, for programs: every number unrounded.

use super::format::{Format, FormatKind};
use serde::Serialize;
use std::io;
use std::io::Write;

pub const JSON: Format = Format {
    name: "json",
    help: "for programs: all numbers, unrounded; an object, or an array of several",
    kind: FormatKind::Value,
};

pub const JSONL: Format = Format {
    name: "jsonl",
    help: "for programs: the same, as one object per line, from 0 to 1",
    kind: FormatKind::Objects,
};

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
