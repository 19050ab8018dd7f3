//! Messages on standard error. All but the progress line are printed here, where unprintable characters are escaped: text
//! from files and names may hold any. A line feed in such text is one of them, so that none of it looks like a line of ours.

use crate::text::display::{Printable, escape_lines};
use crate::text::further_lines::FurtherLines;
use anyhow::Error;
use std::fmt::Display;
use std::io;
use std::io::Write;

/// Numbers of bytes at the start and at the end of a line that are printed if it is longer.
const START: usize = 3000;
const END: usize = 1000;

/// Prints a message of one line; write errors are ignored, because scores and the exit status matter more.
pub fn say(message: impl Display) {
    print(&message.to_string(), &[]);
}

/// Prints an error.
pub fn say_error(error: &Error) {
    let (mut causes, mut further) = (Vec::new(), &[][..]);
    for cause in error.chain() {
        match cause.downcast_ref() {
            Some(FurtherLines(lines)) => further = lines,
            None => causes.push(cause.to_string()),
        }
    }
    print(&causes.join(": "), further);
}

/// Prints lines about the command line, as clap words them; write errors are ignored.
pub fn say_lines(lines: &str) {
    let _ = io::stderr().write_all(escape_lines(lines).as_bytes());
}

fn print(first: &str, further: &[String]) {
    let mut message = format!("bleu: {}\n", shortened(first));
    message.extend(further.iter().map(|line| format!("  {}\n", shortened(line))));
    let _ = io::stderr().write_all(message.as_bytes());
}

/// Returns a line without its middle if that is long, such as a name of megabytes.
fn shortened(line: &str) -> Printable {
    if line.len() <= START + END {
        return line.into();
    }
    let (start, end) = (line.floor_char_boundary(START), line.ceil_char_boundary(line.len() - END));
    format!("{}…{}", &line[..start], &line[end..]).into()
}
