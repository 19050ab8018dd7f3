//! A line on the terminal that shows the progress of long work.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time before the line appears; most work is done by then.
const DELAY: Duration = Duration::from_millis(700);

/// Time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// A progress line on standard error, if that is a terminal; erased when this is dropped.
pub struct Progress {
    line: ProgressLine,
    total: usize,
    /// Time of the next update.
    due: Instant,
}

enum ProgressLine {
    /// Not wanted, or standard error is no terminal.
    Off,
    /// Not yet printed.
    Pending,
    /// Printed, with this number of characters.
    Shown(usize),
}

impl Progress {
    /// A line about `total` resamples, to be shown if they take long.
    pub fn new(total: usize, quiet: bool) -> Progress {
        let line = if quiet || !io::stderr().is_terminal() { ProgressLine::Off } else { ProgressLine::Pending };
        Progress { line, total, due: Instant::now() + DELAY }
    }

    /// Shows the number of resamples begun so far, if an update is due.
    pub fn show(&mut self, begun: usize) {
        if matches!(self.line, ProgressLine::Off) || Instant::now() < self.due {
            return;
        }
        self.due = Instant::now() + INTERVAL;
        let line = format!("bleu: resample {begun} of {}", self.total);
        // The terminal may be gone; progress does not matter then.
        let _ = write!(io::stderr(), "\r{line}");
        self.line = ProgressLine::Shown(line.len());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let ProgressLine::Shown(length) = self.line {
            let _ = write!(io::stderr(), "\r{:length$}\r", "");
        }
    }
}
