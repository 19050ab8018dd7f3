//! Bare numbers, for scripts: a line per system or segment, in which tabs separate the numbers.

use std::io::{self, Write};

/// Writes a line.
pub fn write_line(numbers: &[String], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", numbers.join("\t"))
}
