//! Standard output, where every error counts.

use std::io;

/// Standard output as a file. What the standard library has for it passes over one error: a descriptor that is not
/// open for writing.
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
