//! Progress line on the terminal for long reading or resampling.

use std::io;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Delay before resampling progress appears; most runs finish earlier.
const RESAMPLING_DELAY: Duration = Duration::from_millis(700);

/// Time before progress of reading appears.
const READING_DELAY: Duration = Duration::from_secs(2);

/// Time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// Names of units of bytes, each 1000 times the one before.
const UNITS: [&str; 5] = ["B", "kB", "MB", "GB", "TB"];

/// A line on standard error, if that is a terminal; erased when this is dropped.
struct StatusLine {
    /// Whether it is wanted, and standard error is a terminal.
    is_on: bool,
    /// Number of characters of the text that is shown.
    length: usize,
    /// Time of the next update.
    due: Instant,
}

impl StatusLine {
    fn new(delay: Duration, quiet: bool) -> StatusLine {
        StatusLine { is_on: !quiet && io::stderr().is_terminal(), length: 0, due: Instant::now() + delay }
    }

    /// Shows a text, at least as long as the previous one, if an update is due.
    fn show(&mut self, text: impl FnOnce() -> String) {
        if !self.is_on || Instant::now() < self.due {
            return;
        }
        self.due = Instant::now() + INTERVAL;
        let (text, previous) = (text(), self.length);
        // The terminal may be gone; progress does not matter then.
        let _ = write!(io::stderr(), "\r{text:previous$}");
        self.length = text.chars().count();
    }

    /// Erases the line, and shows no other.
    fn end(&mut self) {
        let length = std::mem::take(&mut self.length);
        if length > 0 {
            let _ = write!(io::stderr(), "\r{:length$}\r", "");
        }
        self.is_on = false;
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.end();
    }
}

/// Returns what shows the number of resamples begun so far, of `total`, if they take long.
pub fn resampling_progress(total: usize, quiet: bool) -> impl Fn(usize) -> ControlFlow<()> + Sync {
    let line = Mutex::new(StatusLine::new(RESAMPLING_DELAY, quiet));
    move |begun| {
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        line.show(|| format!("bleu: resample {begun} of {total}"));
        ControlFlow::Continue(())
    }
}

/// A line with the amount of text that was read, and how fast, if reading takes long.
pub struct ReadingProgress {
    line: StatusLine,
    begin: Instant,
    /// Amount of text so far.
    bytes: u64,
}

impl ReadingProgress {
    /// Progress of reading that begins now; `None` if it is not wanted or would not be seen.
    pub fn new(quiet: bool) -> Option<ReadingProgress> {
        let line = StatusLine::new(READING_DELAY, quiet);
        line.is_on.then(|| ReadingProgress { line, begin: Instant::now(), bytes: 0 })
    }

    /// Shows that this many bytes of text more were read; `None` at the end of the input.
    pub fn show(&mut self, bytes: Option<u64>) {
        match bytes {
            Some(bytes) => {
                self.bytes += bytes;
                self.line.show(|| reading(self.bytes, self.begin.elapsed()));
            }
            None => self.line.end(),
        }
    }
}

/// Describes an amount of text that was read in some time.
fn reading(bytes: u64, time: Duration) -> String {
    let rate = bytes as f64 / time.as_secs_f64().max(1e-9);
    format!("bleu: {} of text read, {}/s", amount(bytes as f64), amount(rate))
}

/// Formats a number of bytes with three digits.
pub fn amount(mut bytes: f64) -> String {
    let mut unit = 0;
    while bytes >= 999.5 && unit + 1 < UNITS.len() {
        bytes /= 1000.0;
        unit += 1;
    }
    let decimals = match bytes {
        _ if unit == 0 => 0,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{bytes:.decimals$} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_three_digits() {
        assert_eq!(
            [0.0, 999.0, 999.6, 1234.0, 12_345.0, 999_400.0, 999_600.0, 9_996_000.0, 1.5e9, 1e17].map(amount),
            ["0 B", "999 B", "1.00 kB", "1.23 kB", "12.3 kB", "999 kB", "1.00 MB", "10.0 MB", "1.50 GB", "100000 TB"]
        );
        assert_eq!(reading(3_000_000_000, Duration::from_secs(2)), "bleu: 3.00 GB of text read, 1.50 GB/s");
    }
}
