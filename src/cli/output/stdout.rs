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

/// Returns the number of columns of the terminal that standard output is. If it is none: the value of the environment
/// variable COLUMNS, else 80.
pub fn terminal_width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0);
    terminal.or_else(variable).unwrap_or(DEFAULT_WIDTH)
}
