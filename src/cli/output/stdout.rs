//! Standard output, with escapes for the characters that a terminal would obey, and the width of the terminal.

use crate::unprintable::escape_as_json;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

/// Columns of output if the width of the terminal is unknown.
const DEFAULT_WIDTH: usize = 80;

/// Maximum number of columns of output.
const MAX_WIDTH: usize = 1000;

/// Standard output. Text for people is made of [`Printable`](crate::cli::display::Printable)s; for programs, unprintable
/// characters are escaped here. A character must not be divided between two writes.
pub struct Output<W> {
    out: W,
    escapes: Escapes,
}

/// How unprintable characters are escaped.
pub enum Escapes {
    /// Not at all: text for people has none, and tokens are input of another program, which needs them as they are.
    None,
    /// As in strings of JSON, so that a program reads the same text.
    Json,
}

impl<W> Output<W> {
    /// Output in which unprintable characters are escaped so.
    pub fn new(out: W, escapes: Escapes) -> Output<W> {
        Output { out, escapes }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_plain(bytes) {
            self.out.write_all(bytes)?;
            return Ok(bytes.len());
        }
        for chunk in bytes.utf8_chunks() {
            let text = chunk.valid();
            let text = match self.escapes {
                Escapes::None => Cow::Borrowed(text),
                Escapes::Json => escape_as_json(text),
            };
            self.out.write_all(text.as_bytes())?;
            self.out.write_all(chunk.invalid())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
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
