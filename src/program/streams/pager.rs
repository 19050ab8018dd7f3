//! Long text for people: through a pager on a terminal, as it is elsewhere.

use super::{goes_to_terminal, stdout};
use anyhow::{Context, Result};
use std::env;
use std::io::Write;
use std::process::{Command, Stdio};

/// The pager where the environment names none. It ends by itself if the text fits on the screen.
const DEFAULT_PAGER: &str = "less -FRX";

/// Shows a text on standard output. On a terminal it goes through the pager that the environment variable PAGER names, if it is
/// not empty and can be started.
///
/// # Errors
/// If standard output cannot be written.
pub fn show(text: &str) -> Result<()> {
    if goes_to_terminal() && is_paged(text) {
        return Ok(());
    }
    let written = stdout().and_then(|mut out| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    written.context("standard output")
}

/// Shows the text with the pager; returns whether it did.
fn is_paged(text: &str) -> bool {
    let command = env::var("PAGER").unwrap_or_else(|_| DEFAULT_PAGER.to_owned());
    // The variable is a command line, by custom.
    let mut words = command.split_whitespace();
    let Some(program) = words.next() else { return false };
    let Ok(mut pager) = Command::new(program).args(words).stdin(Stdio::piped()).spawn() else { return false };
    // A reader who leaves the pager before the end closes the pipe, which is not an error.
    let _ = pager.stdin.take().map(|mut stdin| stdin.write_all(text.as_bytes()));
    pager.wait().is_ok()
}
