//! Inputs of different lengths: their lengths, and likely causes.
//!
//! Some tools end lines at characters that others treat as text. Counts of these characters often explain a difference.

use super::divergence::{Fit, compare_files};
use super::line_reader::{LineBreaks, LineReader};
use crate::display::count;
use anyhow::Result;
use memchr::{memchr_iter, memmem};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

/// Maximum number of inputs named in the message.
const MAX_NAMED: usize = 8;

/// Maximum number of bytes read or reread to determine an input's length and line breaks.
const MAX_EXAMINED_BYTES: usize = 256 << 20;

/// Size in bytes of a read when a file is read again.
const READ_BYTES: usize = 64 << 10;

/// Counts of characters that other tools treat as line breaks, and of empty lines at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineBreakCounts {
    /// Carriage returns without a line feed after them.
    lone_cr: u64,
    /// U+2028, the line separator.
    line_separators: u64,
    /// U+0085, the next-line character.
    next_lines: u64,
    /// Empty lines at the end of the text so far.
    empty_at_end: u64,
}

impl LineBreakCounts {
    /// Adds the next lines, each ended by LF.
    pub fn add(&mut self, text: &[u8]) {
        let count = |needle: &[u8]| memmem::find_iter(text, needle).count() as u64;
        self.lone_cr += memchr_iter(b'\r', text).count() as u64 - count(b"\r\n");
        self.line_separators += count("\u{2028}".as_bytes());
        self.next_lines += count("\u{85}".as_bytes());
        let content = text.iter().rposition(|&byte| byte != b'\n');
        let feeds_at_end = (text.len() - content.map_or(0, |last| last + 1)) as u64;
        // The first of them ends the last line that has content.
        self.empty_at_end =
            if content.is_some() { feeds_at_end.saturating_sub(1) } else { self.empty_at_end + feeds_at_end };
    }
}

/// The length of an input.
#[derive(Clone, Debug)]
pub struct InputLength {
    /// The input's name, for messages.
    name: String,
    /// Number of lines found, the last one perhaps incomplete.
    lines: u64,
    /// Whether these are all lines; false if counting stopped before the end.
    complete: bool,
    line_breaks: LineBreakCounts,
    /// A regular file, which can be read again.
    file: Option<PathBuf>,
}

impl InputLength {
    fn describe(&self) -> String {
        let more = if self.complete { "" } else { " or more" };
        format!("{} has {}{more}", self.name, count(self.lines, "line"))
    }
}

/// Counts the lines of the whole input, until a point in time and up to [`MAX_EXAMINED_BYTES`] of further text.
pub fn measure(mut input: LineReader, until: Instant) -> Result<InputLength> {
    if input.is_regular_file() {
        return measure_all(&mut input);
    }
    let so_far = InputLength {
        name: input.name().to_owned(),
        lines: input.lines() + u64::from(input.has_unread()),
        complete: false,
        line_breaks: LineBreakCounts::default(),
        file: None,
    };
    // A blocked read stays behind in its thread.
    let (sender, measured) = mpsc::channel();
    let thread = Builder::new().spawn(move || sender.send(measure_all(&mut input)));
    let Ok(length) = measured.recv_timeout(until.saturating_duration_since(Instant::now())) else {
        return Ok(so_far);
    };
    let _ = thread.map(JoinHandle::join);
    length
}

fn measure_all(input: &mut LineReader) -> Result<InputLength> {
    let complete = read_on(input)?;
    let line_breaks = match &input.line_breaks {
        LineBreaks::Counted(counts) => counts.clone(),
        LineBreaks::Reread(path) => {
            let mut again = LineReader::open(path, READ_BYTES)?;
            again.line_breaks = LineBreaks::Counted(LineBreakCounts::default());
            read_on(&mut again)?;
            match again.line_breaks {
                LineBreaks::Counted(counts) => counts,
                LineBreaks::Reread(_) => LineBreakCounts::default(),
            }
        }
    };
    let file = input.is_regular_file().then(|| input.path().to_owned());
    Ok(InputLength { name: input.name().to_owned(), lines: input.lines(), complete, line_breaks, file })
}

/// Reads on to the end of the input; false if that is too far.
fn read_on(input: &mut LineReader) -> Result<bool> {
    let (mut text, mut bytes) = (Vec::new(), 0);
    while bytes < MAX_EXAMINED_BYTES {
        input.reuse(std::mem::take(&mut text));
        let lines = input.complete_lines(1..=usize::MAX);
        if lines == 0 {
            return input.take_fault().map_or(Ok(true), Err);
        }
        input.take_lines(lines, &mut text);
        bytes += text.len();
    }
    Ok(false)
}

/// Returns the message for inputs, the candidate first, that differ in length.
pub fn explain(lengths: &[InputLength]) -> String {
    // All inputs are read to the length of the shortest, so at least one was read to its end.
    let complete = lengths.iter().filter(|length| length.complete);
    let (Some(first), Some(shortest)) = (lengths.first(), complete.min_by_key(|length| length.lines)) else {
        return String::from("the inputs differ in length");
    };
    let is_longer = |length: &&InputLength| length.lines > shortest.lines;
    let other = if is_longer(&first) { Some(shortest) } else { lengths.iter().find(is_longer) };
    let Some(other) = other else {
        return format!("{} changed while it was read; try again", first.name);
    };
    let mut seen = HashSet::new();
    let different = lengths.iter().filter(|length| seen.insert((length.lines, length.complete)));
    let named: Vec<_> = different.take(MAX_NAMED).map(InputLength::describe).collect();
    let mut message = format!("different lengths: {}; all inputs must have the same number of lines", named.join(", "));
    let (shorter, longer) = if is_longer(&first) { (other, first) } else { (first, other) };
    for cause in causes(shorter, longer) {
        message.push_str("\n  perhaps: ");
        message.push_str(&cause);
    }
    message
}

/// Returns likely causes of the difference, the likeliest first.
fn causes(shorter: &InputLength, longer: &InputLength) -> Vec<String> {
    let missing = longer.lines - shorter.lines;
    let mut causes = Vec::new();
    if shorter.lines == 0 {
        causes.push(format!("{} is empty: did the program that writes it fail?", shorter.name));
        return causes;
    }
    let breaks = [
        (shorter.line_breaks.lone_cr, "× CR (carriage return) without LF", "tr '\\r' '\\n'"),
        (shorter.line_breaks.line_separators, "× U+2028 (line separator)", "the same line splitting for both files"),
        (shorter.line_breaks.next_lines, "× U+0085 (next line)", "the same line splitting for both files"),
    ];
    for (count, name, remedy) in breaks {
        if count > 0 {
            let exactly = if count == missing && longer.complete { ", exactly the difference" } else { "" };
            causes.push(format!(
                "{} has {count} {name} inside lines{exactly}; only a line feed (LF) ends a line here; use {remedy}",
                shorter.name
            ));
        }
    }
    if longer.complete && longer.line_breaks.empty_at_end >= missing {
        let lines = if missing == 1 { "an empty line".to_owned() } else { format!("{missing} empty lines") };
        causes.push(format!("{} ends with {lines} too many", longer.name));
    }
    if longer.complete
        && longer.lines > shorter.lines
        && longer.lines.is_multiple_of(shorter.lines)
        && shorter.lines > 1
    {
        let times = longer.lines / shorter.lines;
        let times = if times == 2 { "exactly twice".to_owned() } else { format!("exactly {times} times") };
        causes.push(format!("{} is {times} as long: are several texts joined in it?", longer.name));
    }
    if causes.is_empty() {
        causes.extend(divergence(shorter, longer));
    }
    causes
}

/// Describes where two files diverge, if a comparison of their lines shows it.
fn divergence(shorter: &InputLength, longer: &InputLength) -> Option<String> {
    if !(shorter.complete && longer.complete) {
        return None;
    }
    let fit = compare_files(shorter.file.as_ref()?, longer.file.as_ref()?)?;
    let (shorter_name, longer_name) = (&shorter.name, &longer.name);
    Some(match fit {
        Fit::Truncated => format!(
            "{shorter_name} ends early: its {} match the beginning of {longer_name}",
            count(shorter.lines, "line")
        ),
        Fit::Extra(runs) => {
            let extra = |(first, last): &(usize, usize)| {
                if first == last {
                    format!("line {first} of {longer_name} is extra, or missing in {shorter_name}")
                } else {
                    format!("lines {first} to {last} of {longer_name} are extra, or missing in {shorter_name}")
                }
            };
            let (first, last) = runs.first()?;
            let others = if runs.len() > 1 { format!("; also {}", extra(&runs[1])) } else { String::new() };
            let more = if runs.len() > 2 { ", and more" } else { "" };
            let distance = last - first + 1;
            format!(
                "from line {first} on, lines of {longer_name} match lines of {shorter_name} {distance} further up: \
                 {}{others}{more}",
                extra(&runs[0])
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_breaks(texts: &[&str]) -> LineBreakCounts {
        let mut counts = LineBreakCounts::default();
        texts.iter().for_each(|text| counts.add(text.as_bytes()));
        counts
    }

    fn length(name: &str, lines: u64, complete: bool) -> InputLength {
        InputLength { name: name.into(), lines, complete, line_breaks: LineBreakCounts::default(), file: None }
    }

    #[test]
    fn only_carriage_returns_without_a_line_feed_are_counted() {
        assert_eq!(line_breaks(&["a\r\nb\rc\r\r\n"]).lone_cr, 2);
        assert_eq!(line_breaks(&["a\r\n", "b\r\n"]).lone_cr, 0);
    }

    #[test]
    fn separators_are_summed_over_batches() {
        let counts = line_breaks(&["a\u{2028}b\u{85}c\n", "\u{85}\u{2029}\n"]);
        assert_eq!((counts.line_separators, counts.next_lines), (1, 2));
    }

    #[test]
    fn empty_lines_at_the_end_do_not_depend_on_batches() {
        for (texts, empty) in [
            (&["a\n\n\n"][..], 2),
            (&["a\n", "\n", "\n"], 2),
            (&["a\n\n", "\n"], 2),
            (&["\n\n", "a\n"], 0),
            (&["a\n\nb\n"], 0),
            (&["\n", "\n"], 2),
            (&[], 0),
        ] {
            assert_eq!(line_breaks(texts).empty_at_end, empty, "{texts:?}");
        }
    }

    #[test]
    fn an_incomplete_count_is_never_the_shorter() {
        // Counting of the second stopped early because of long lines; it has as many as the first, or more.
        let lengths = [length("hyp", 900, false), length("ref1", 500, false), length("ref2", 200, true)];
        let message = explain(&lengths);
        let expected = "hyp has 900 lines or more, ref1 has 500 lines or more, ref2 has 200 lines;";
        assert!(message.contains(expected) && !message.contains("as long"), "{message}");
    }

    #[test]
    fn one_input_is_named_per_length() {
        let lengths = [("a", 9), ("b", 9), ("c", 8), ("d", 7), ("e", 8)];
        let message = explain(&lengths.map(|(name, lines)| length(name, lines, true)));
        assert!(message.contains(": a has 9 lines, c has 8 lines, d has 7 lines;"), "{message}");
    }

    #[test]
    fn the_candidate_is_compared_with_the_reference_that_differs() {
        let lengths = [length("hyp", 10, true), length("ref1", 10, true), length("ref2", 20, true)];
        let message = explain(&lengths);
        assert!(message.contains("hyp has 10 lines, ref2 has 20 lines"), "{message}");
        assert!(message.contains("ref2 is exactly twice as long"), "{message}");
    }
}
