//! Messages on standard error. All but the progress line are printed here, where unprintable characters are escaped, whatever
//! was escaped before: text from files and names may hold any.

use crate::cli::display::{escape, escape_lines};
use std::fmt::Display;
use std::io::{self, Write};

/// Beginning of a further line of a message. Other line feeds belong to text from files and names.
const NEXT_LINE: &str = "\n  ";

/// Numbers of bytes at the start and at the end of a message that are printed if it is longer.
const START: usize = 3000;
const END: usize = 1000;

/// Prints a message; write errors are ignored, because scores and the exit status matter more.
pub fn say(message: impl Display) {
    let message = shortened(message.to_string());
    let lines: Vec<String> = message.split(NEXT_LINE).map(escape).collect();
    let _ = writeln!(io::stderr(), "bleu: {}", lines.join(NEXT_LINE));
}

/// Prints lines about the command line, as clap words them; write errors are ignored.
pub fn say_lines(lines: &str) {
    let _ = io::stderr().write_all(escape_lines(lines).as_bytes());
}

/// Returns the message without its middle if that is long, such as a name of megabytes.
fn shortened(message: String) -> String {
    if message.len() <= START + END {
        return message;
    }
    let (start, end) = (message.floor_char_boundary(START), message.ceil_char_boundary(message.len() - END));
    format!("{}…{}", &message[..start], &message[end..])
}
