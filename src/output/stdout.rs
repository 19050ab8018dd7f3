//! Standard output that reports every error.

use std::io;

/// Returns standard output as a file. The standard library's handle ignores one error: a descriptor that is not open
/// for writing.
#[cfg(unix)]
pub fn stdout() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Returns standard output.
#[cfg(not(unix))]
pub fn stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}
