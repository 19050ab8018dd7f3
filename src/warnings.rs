//! What may be wrong though a score can be computed, said on standard error.

use crate::cli::Job;
use crate::corpus::Seen;
use crate::input::{Input, is_standard_input};
use crate::output::shown;
use bleu::Tokenization;
use std::fmt::Display;
use std::fs;
use std::io::{self, IsTerminal, Write};

/// So many lines that look tokenized are no accident (sacreBLEU's number).
const MANY_LINES: u64 = 100;

/// Says it. Where standard error cannot be written, there is nobody to tell, and the score matters more.
fn say(message: impl Display) {
    let _ = writeln!(io::stderr(), "bleu: {message}");
}

/// What can be said before anything is read.
pub fn before(job: &Job) {
    if job.quiet {
        return;
    }
    if job.candidates.iter().chain(&job.references).any(|file| is_standard_input(file)) {
        if io::stdin().is_terminal() {
            say("waiting for a text on standard input, one segment a line; end it with Ctrl-D");
        }
    } else if fs::metadata("/dev/stdin").is_ok_and(|stdin| stdin.is_file()) {
        say(format_args!(
            "warning: standard input is a file, but is not read, since a candidate is named: {}; every reference \
             needs a -r of its own",
            shown(&job.candidates[0])
        ));
    }
}

/// What the texts showed.
pub fn after(job: &Job, input: &Input, seen: &Seen) {
    if job.quiet {
        return;
    }
    byte_order_marks(job, input);
    if job.preprocessing.tokenization != Tokenization::V13a {
        return;
    }
    let segments = seen.segments;
    for (name, &lines) in input.names().iter().zip(&seen.periods_apart) {
        if lines >= MANY_LINES && 2 * lines > segments {
            say(format_args!(
                "warning: {name}: {lines} of {segments} lines end in \" .\"; the text looks tokenized already: \
                 detokenize it and the references, or, if all are tokenized alike, score with --tokenize none"
            ));
        }
    }
}

/// Which inputs began with a byte order mark.
pub fn byte_order_marks(job: &Job, input: &Input) {
    if job.quiet {
        return;
    }
    for name in input.with_byte_order_mark() {
        say(format_args!("warning: {name}: skipped the byte order mark (U+FEFF) at its start"));
    }
}
