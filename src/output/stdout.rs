//! Standard output: as a file whose errors are all reported, and its width as a terminal.

use std::io;

/// Columns of output if the width of the terminal is unknown.
const DEFAULT_WIDTH: usize = 80;

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

/// Returns the number of columns of the terminal that standard output is, or 80 if it is none.
pub fn terminal_width() -> usize {
    terminal_size::terminal_size_of(io::stdout()).map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0))
}
