//! A line on a terminal that says how far long work has come.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Work that is done by then needs no such line.
const PATIENCE: Duration = Duration::from_millis(700);

/// The time between two numbers, for eyes.
const PAUSE: Duration = Duration::from_millis(100);

/// A line on standard error, where that is a terminal; it is erased when this is dropped.
pub struct Progress {
    line: Line,
    total: usize,
    due: Instant,
}

enum Line {
    /// There is none, and will be none.
    Off,
    /// There may be one.
    Awaited,
    /// There is one, of so many characters.
    Shown(usize),
}

impl Progress {
    /// A line about `total` resamples, to be shown when they take long.
    pub fn new(total: usize, quiet: bool) -> Progress {
        let line = if quiet || !io::stderr().is_terminal() { Line::Off } else { Line::Awaited };
        Progress { line, total, due: Instant::now() + PATIENCE }
    }

    /// So many were begun.
    pub fn show(&mut self, begun: usize) {
        if matches!(self.line, Line::Off) || Instant::now() < self.due {
            return;
        }
        self.due = Instant::now() + PAUSE;
        let line = format!("bleu: resample {begun} of {}", self.total);
        // A terminal that is gone takes no harm.
        let _ = write!(io::stderr(), "\r{line}");
        self.line = Line::Shown(line.len());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Line::Shown(length) = self.line {
            let _ = write!(io::stderr(), "\r{:length$}\r", "");
        }
    }
}
