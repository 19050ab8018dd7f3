//! Standard output, with escapes for the characters that a terminal would obey, and the width of the terminal.

use crate::bleu::unprintable::escape_as_json;
use std::io;
use std::io::IsTerminal;
use std::io::Write;

/// Columns of output if the width of the terminal is unknown.
const DEFAULT_WIDTH: usize = 80;

/// Maximum number of columns of output.
const MAX_WIDTH: usize = 1000;

/// Output for programs, in which unprintable characters are escaped as in strings of JSON, so that a program reads the same
/// text. A character must not be divided between two writes.
pub struct EscapedOutput<W>(pub W);

impl<W: Write> Write for EscapedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_plain(bytes) {
            self.0.write_all(bytes)?;
            return Ok(bytes.len());
        }
        for chunk in bytes.utf8_chunks() {
            self.0.write_all(escape_as_json(chunk.valid()).as_bytes())?;
            self.0.write_all(chunk.invalid())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Standard output as a file. The standard library's own handle ignores one error: a descriptor that is not open for
/// writing.
#[cfg(unix)]
pub fn stdout() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Standard output.
#[cfg(not(unix))]
pub fn stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

/// Whether standard output is a terminal.
pub fn goes_to_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Returns the number of columns of the terminal that standard output is. If it is none: the value of the environment
/// variable COLUMNS, else 80.
pub fn terminal_width() -> usize {
    let terminal = terminal_size::terminal_size().filter(|_| goes_to_terminal()).map(|(width, _)| width.0.into());
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0);
    terminal.or_else(variable).unwrap_or(DEFAULT_WIDTH).min(MAX_WIDTH)
}

/// Whether text consists of printable characters of ASCII, line feeds and tabs, as most output does. Every byte is looked
/// at, without a branch, which is faster than to stop.
fn is_plain(text: &[u8]) -> bool {
    text.iter().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}
