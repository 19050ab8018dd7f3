//! Errors that need more than one line: a message, and further lines below it.

use anyhow::Error;
use std::fmt;
use std::fmt::{Display, Formatter};

/// The further lines of an error's message, such as advice: the cause of the error with the first.
#[derive(Debug)]
pub struct FurtherLines(pub Vec<String>);

impl Display for FurtherLines {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

impl std::error::Error for FurtherLines {}

/// Returns an error whose message has further lines, if there are any.
pub fn error_with_lines(first: String, further: impl IntoIterator<Item: Into<String>>) -> Error {
    Error::new(FurtherLines(further.into_iter().map(Into::into).collect())).context(first)
}
