//! Inputs of different lengths: their lengths, and likely causes.
//!
//! Some tools end lines at characters that others treat as text. Counts of these characters often explain a difference.

use super::hints::Hint;
use super::line_reader::LineReader;
use super::not_utf8::{plain_file, with_inner_ending};
use super::open::InputStream;
use super::open::rewind_standard_input;
use super::reference_groups::groups_in;
use crate::bleu::lines::lines;
use crate::text::display::{count, escape, is_standard_input, shell_word};
use crate::text::further_lines::error_with_lines;
use anyhow::{Error, Result};
use memchr::memchr_iter;
use memchr::memmem;
use std::collections::HashSet;
use std::sync::mpsc;
use std::thread::Builder;
use std::time::Instant;

/// Maximum number of inputs named in the message, and of those compared with the others.
const MAX_NAMED: usize = 8;
const MAX_EXPLAINED: usize = 3;

/// Maximum number of bytes read or reread to determine an input's length and line breaks.
const MAX_EXAMINED_BYTES: usize = 256 << 20;

/// Maximum size in bytes of files whose lines are compared.
const MAX_COMPARED_BYTES: usize = 32 << 20;

/// Size in bytes of a read when a file is read again.
const READ_BYTES: usize = 64 << 10;

/// A text whose lines were counted.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredText<'t> {
    /// Name of the input.
    pub name: &'t str,
    /// All of it.
    pub text: &'t str,
    /// Whether it is a candidate.
    pub is_candidate: bool,
}

/// A function that describes how two texts differ, the one with fewer lines first.
pub type DescribeDivergence = fn(&MeasuredText, &MeasuredText) -> Option<String>;

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
#[derive(Clone, Debug, Default)]
pub struct InputLength {
    /// The input's name, for messages.
    name: String,
    /// Number of lines found, the last one perhaps incomplete.
    lines: u64,
    /// Whether these are all lines; false if counting stopped before the end.
    complete: bool,
    line_breaks: LineBreakCounts,
    /// The text, if it could be read again, unless it is too large.
    text: Option<String>,
    is_candidate: bool,
}

impl InputLength {
    fn describe(&self) -> String {
        let more = if self.complete { "" } else { " or more" };
        format!("{} has {}{more}", self.name, count(self.lines, "line"))
    }
}

/// Counts the lines of the whole input, until a point in time and up to [`MAX_EXAMINED_BYTES`] of further text.
/// `line_breaks` are those so far, if the input cannot be read again.
pub fn measure(reader: LineReader, line_breaks: LineBreakCounts, until: Instant) -> Result<InputLength> {
    if reader.input().is_regular_file() {
        return measure_all(reader, line_breaks);
    }
    let (name, lines) = (reader.input().name().to_owned(), reader.lines() + u64::from(reader.has_rest()));
    let so_far = InputLength { name, lines, ..InputLength::default() };
    // A blocked read stays behind in its thread.
    let (sender, measured) = mpsc::channel();
    let _ = Builder::new().spawn(move || sender.send(measure_all(reader, line_breaks)));
    measured.recv_timeout(until.saturating_duration_since(Instant::now())).unwrap_or(Ok(so_far))
}

fn measure_all(mut reader: LineReader, mut line_breaks: LineBreakCounts) -> Result<InputLength> {
    let complete = read_on(&mut reader, |text| line_breaks.add(text))?;
    let (input, lines, mut text) = (reader.input(), reader.lines(), None);
    if input.is_regular_file() || is_standard_input(input.path()) && rewind_standard_input() {
        line_breaks = LineBreakCounts::default();
        let mut again = LineReader::new(InputStream::open(input.path())?, READ_BYTES);
        let mut all = Vec::new();
        read_on(&mut again, |block| {
            line_breaks.add(block);
            all.extend_from_slice(if all.len() > MAX_COMPARED_BYTES { b"" } else { block });
        })?;
        let is_kept = again.lines() == lines && all.len() <= MAX_COMPARED_BYTES;
        text = is_kept.then(|| String::from_utf8_lossy(&all).into_owned());
    }
    Ok(InputLength { name: input.name().to_owned(), lines, complete, line_breaks, text, is_candidate: false })
}

/// Reads on to the end of the input; false if that is too far.
fn read_on(reader: &mut LineReader, mut look_at: impl FnMut(&[u8])) -> Result<bool> {
    let (mut text, mut bytes) = (Vec::new(), 0);
    while bytes < MAX_EXAMINED_BYTES {
        if reader.fill(&mut text, 1..=usize::MAX, 1)? == 0 {
            return Ok(true);
        }
        look_at(&text);
        bytes += text.len();
    }
    Ok(false)
}

/// Returns the message for inputs that differ in length, the candidates first, and its further lines, the likely causes.
pub fn explain(
    lengths: &mut [InputLength],
    candidates: usize,
    describe: Option<DescribeDivergence>,
) -> (String, Vec<String>) {
    lengths.iter_mut().take(candidates).for_each(|length| length.is_candidate = true);
    let lengths = &*lengths;
    let Some(usual) = usual(lengths, candidates) else {
        return (String::from("the inputs differ in length"), Vec::new());
    };
    // Of an incomplete input, only that it is longer can be known.
    let differs = |length: &&InputLength| length.lines > usual.lines || length.complete && length.lines != usual.lines;
    let mut seen = HashSet::new();
    let mut others = lengths.iter().filter(differs).filter(|length| seen.insert(length.lines)).peekable();
    if others.peek().is_none() {
        let changed = lengths.first().map_or("an input", |first| &first.name);
        return (format!("{changed} changed while it was read; try again"), Vec::new());
    }
    let mut named = HashSet::new();
    let different = lengths.iter().filter(|length| named.insert((length.lines, length.complete)));
    let described: Vec<_> = different.take(MAX_NAMED).map(InputLength::describe).collect();
    let message = format!("different lengths: {}; all inputs must have the same number of lines", described.join(", "));
    let causes = others.take(MAX_EXPLAINED).flat_map(|other| {
        let (shorter, longer) = if other.lines > usual.lines { (usual, other) } else { (other, usual) };
        causes(shorter, longer, describe)
    });
    (message, causes.map(|cause| format!("perhaps: {cause}")).collect())
}

/// The error about an input that ends within a segment, or before others, given the numbers of lines of their segments.
pub fn of_samples(lengths: &[InputLength], lines_per_segment: &[usize], candidates: usize) -> Error {
    let inputs = || lengths.iter().zip(lines_per_segment.iter().map(|lines| *lines as u64));
    let cause = match inputs().position(|(length, per_segment)| !length.lines.is_multiple_of(per_segment)) {
        Some(input) if input < candidates => "the number of lines is not a multiple of --samples",
        Some(_) => "the number of lines is not a multiple of --reference-samples",
        None => "the numbers of segments differ",
    };
    error_with_lines(format!("{cause}:"), inputs().map(|(length, per_segment)| segment_count(length, per_segment)))
}

/// Says how many segments of this many lines an input has.
fn segment_count(length: &InputLength, per_segment: u64) -> String {
    let at_least = if length.complete { "" } else { "at least " };
    let mut words = format!("{}: {at_least}{}", length.name, count(length.lines, "line"));
    if per_segment > 1 {
        words += &format!(", {} of {per_segment}", count(length.lines / per_segment, "segment"));
    }
    if !length.lines.is_multiple_of(per_segment) {
        words += &format!(" and {} more", count(length.lines % per_segment, "line"));
    }
    words
}

/// Returns an input of the length that most have, a reference if possible: the others are compared with it.
fn usual(lengths: &[InputLength], candidates: usize) -> Option<&InputLength> {
    let (candidates, references) = lengths.split_at_checked(candidates)?;
    let inputs_with = |lines: u64| lengths.iter().filter(|length| length.complete && length.lines == lines).count();
    // The last of several maxima is found.
    let preferred_last = candidates.iter().rev().chain(references.iter().rev());
    preferred_last.filter(|length| length.complete).max_by_key(|length| inputs_with(length.lines))
}

/// Returns likely causes of the difference, the likeliest first.
fn causes(shorter: &InputLength, longer: &InputLength, describe: Option<DescribeDivergence>) -> Vec<String> {
    let missing = longer.lines - shorter.lines;
    if shorter.lines == 0 {
        return vec![format!("{} is empty: did the program that writes it fail?", shorter.name)];
    }
    let mut causes = line_breaks(shorter, longer);
    if longer.complete && longer.line_breaks.empty_at_end >= missing {
        let lines = if missing == 1 { "an empty line".to_owned() } else { format!("{missing} empty lines") };
        causes.push(format!("{} ends with {lines} too many", longer.name));
    }
    if longer.complete && causes.is_empty() {
        causes.extend(groups(shorter, longer).or_else(|| lines_without_text(shorter, longer)));
    }
    if causes.is_empty() {
        causes.extend(describe.and_then(|describe| divergence(shorter, longer, describe)));
    }
    causes
}

/// Says which line breaks inside lines may make an input shorter than another.
fn line_breaks(shorter: &InputLength, longer: &InputLength) -> Vec<String> {
    let LineBreakCounts { lone_cr, line_separators, next_lines, .. } = shorter.line_breaks;
    let breaks = [
        (lone_cr, "× CR (carriage return) without LF"),
        (line_separators, "× U+2028 (line separator)"),
        (next_lines, "× U+0085 (next line)"),
    ];
    let cause = |(count, breaks): (u64, &str)| {
        let (name, rule) = (&shorter.name, "only a line feed (LF) ends a line here");
        let is_difference = count == longer.lines - shorter.lines && longer.complete;
        let exactly = if is_difference { ", exactly the difference" } else { "" };
        let remedy = match plain_file(name).filter(|_| is_difference && count == lone_cr) {
            Some(file) => {
                let (file, to) = (shell_word(file), shell_word(&with_inner_ending(file, "lf")));
                format!("replace them: {}", Hint::ReplaceCarriageReturns { file, to })
            }
            None => "use the same line splitting for both files".to_owned(),
        };
        format!("{name} has {count} {breaks} inside lines{exactly}; {rule}; {remedy}")
    };
    breaks.into_iter().filter(|(count, ..)| *count > 0).map(cause).collect()
}

/// Says that references are in groups between empty lines, and how many, if the candidate does not have as many lines.
fn groups(shorter: &InputLength, longer: &InputLength) -> Option<String> {
    let groups = groups_in(longer.text.as_deref().filter(|_| !longer.is_candidate)?)?;
    let name = &longer.name;
    Some(match groups == shorter.lines {
        true => format!("{name} has {groups} groups of references between empty lines: --input-format groups"),
        false => {
            let lines = count(shorter.lines, "line");
            format!("{name} has {groups} groups of references between empty lines, but {} has {lines}", shorter.name)
        }
    })
}

/// Says that empty lines, or fences, are as many as there are lines too many.
fn lines_without_text(shorter: &InputLength, longer: &InputLength) -> Option<String> {
    let has_none = |line: &&str| line.starts_with("```") || !line.contains(char::is_alphanumeric);
    let texts = [shorter.text.as_deref()?, longer.text.as_deref()?];
    let [of_shorter, of_longer] = texts.map(|text| lines(text).map(str::trim).filter(has_none));
    let (known, mut found) = (of_shorter.count() as u64, of_longer.peekable());
    let first = *found.peek()?;
    let missing = longer.lines - shorter.lines;
    let example =
        if first.is_empty() { "are empty".into() } else { format!("hold no text, such as {}", escape(first)) };
    (missing > 1 && found.count() as u64 == known + missing)
        .then(|| format!("remove the lines of {} that {example}: they are exactly the difference", longer.name))
}

/// Describes where two files diverge, if they could be read again.
fn divergence(shorter: &InputLength, longer: &InputLength, describe: DescribeDivergence) -> Option<String> {
    if !(shorter.complete && longer.complete) {
        return None;
    }
    let [shorter, longer] = [shorter, longer].map(|InputLength { name, text, is_candidate, .. }| {
        Some(MeasuredText { name, text: text.as_deref()?, is_candidate: *is_candidate })
    });
    describe(&shorter?, &longer?)
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
        InputLength { name: name.into(), lines, complete, ..InputLength::default() }
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
        let mut lengths = [length("hyp", 900, false), length("ref1", 500, false), length("ref2", 200, true)];
        let (message, causes) = explain(&mut lengths, 1, None);
        let expected = "hyp has 900 lines or more, ref1 has 500 lines or more, ref2 has 200 lines;";
        assert!(message.contains(expected), "{message}");
        assert!(!causes.concat().contains("as long"), "{causes:?}");
    }

    #[test]
    fn one_input_is_named_per_length() {
        let lengths = [("a", 9), ("b", 9), ("c", 8), ("d", 7), ("e", 8)];
        let (message, _) = explain(&mut lengths.map(|(name, lines)| length(name, lines, true)), 1, None);
        assert!(message.contains(": a has 9 lines, c has 8 lines, d has 7 lines;"), "{message}");
    }
}
