//! The lines of a table, one at a time.

use super::line_reader::LineReader;
use super::not_utf8::not_utf8_message;
use super::open::InputStream;
use anyhow::{Result, anyhow};
use std::ops::Range;

/// Size in bytes of a read: with what is made of it, it stays in the processor's cache.
const READ_BYTES: usize = 64 << 10;

/// Maximum number of lines that are taken from the reader together.
const MAX_LINES: usize = 16 << 10;

/// Some lines of an input that were read together, which are returned one at a time, checked to be UTF-8.
#[derive(Default)]
pub struct LineBlock {
    text: Vec<u8>,
    /// Start of the line returned last, and of the next.
    last: usize,
    next: usize,
    /// Number of lines of the input that were returned.
    number: u64,
    /// Whether all of the text is UTF-8, once that was looked at; otherwise, each line is checked.
    is_valid: Option<bool>,
}

impl LineBlock {
    /// The text, to be replaced by the next lines of the input, each ended by LF.
    pub fn text_mut(&mut self) -> &mut Vec<u8> {
        (self.last, self.next, self.is_valid) = (0, 0, None);
        &mut self.text
    }

    /// Returns the next line, with its LF; `None` after the last.
    pub fn next_line(&mut self, input: &InputStream) -> Result<Option<&[u8]>> {
        let is_valid = *self.is_valid.get_or_insert_with(|| simdutf8::basic::from_utf8(&self.text).is_ok());
        match self.take_line() {
            Some(line) if is_valid => Ok(Some(&self.text[line])),
            Some(line) => self.text_of(line, input).map(|line| Some(line.as_bytes())),
            None => Ok(None),
        }
    }

    /// The same, as text.
    pub fn next_text(&mut self, input: &InputStream) -> Result<Option<&str>> {
        self.take_line().map(|line| self.text_of(line, input)).transpose()
    }

    /// Moves on to the next line, and returns its place; `None` after the last.
    fn take_line(&mut self) -> Option<Range<usize>> {
        let rest = &self.text[self.next..];
        if rest.is_empty() {
            return None;
        }
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |feed| feed + 1);
        (self.last, self.next) = (self.next, self.next + length);
        self.number += 1;
        Some(self.last..self.next)
    }

    /// The text of the line that was taken last.
    fn text_of(&self, line: Range<usize>, input: &InputStream) -> Result<&str> {
        let line = &self.text[line];
        simdutf8::basic::from_utf8(line).map_err(|_| {
            let skipped = if self.number == 1 { input.skipped_bytes() } else { 0 };
            anyhow!(not_utf8_message(input.name(), self.number, line, skipped))
        })
    }
}

/// Lines of an input, checked to be UTF-8.
pub struct CheckedLines {
    reader: LineReader,
    lines: LineBlock,
}

impl CheckedLines {
    /// The lines that were read already and not returned yet.
    pub fn rest(&self) -> &[u8] {
        &self.lines.text[self.lines.next..]
    }

    /// The line that was returned last, or that is not UTF-8.
    pub fn last(&self) -> &[u8] {
        &self.lines.text[self.lines.last..self.lines.next]
    }

    /// Number of the line returned last, from 1.
    pub fn number(&self) -> u64 {
        self.lines.number
    }

    /// The input.
    pub fn input(&self) -> &InputStream {
        self.reader.input()
    }

    /// Name of the input, for messages.
    pub fn name(&self) -> &str {
        self.reader.input().name()
    }
}

impl CheckedLines {
    /// The lines of an input that has not been read.
    pub fn new(input: InputStream) -> CheckedLines {
        CheckedLines { reader: LineReader::new(input, READ_BYTES), lines: LineBlock::default() }
    }

    /// Returns the next line, without its LF and a CR before it; `None` at the end of the input.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>> {
        Ok(self.next_line_with_end()?.map(without_end))
    }

    /// Returns the next line as text, without its LF and a CR before it; `None` at the end of the input.
    pub fn next_text(&mut self) -> Result<Option<&str>> {
        self.fill()?;
        let line = self.lines.next_text(self.reader.input())?;
        Ok(line.map(|line| line.strip_suffix('\n').unwrap_or(line)).map(|line| line.strip_suffix('\r').unwrap_or(line)))
    }

    /// Makes the line that was returned last the next one again.
    pub fn put_back(&mut self) {
        self.lines.number -= u64::from(self.lines.next > self.lines.last);
        self.lines.next = self.lines.last;
    }

    /// Returns the next line with its LF; `None` at the end of the input. A last line without LF is given one.
    pub fn next_line_with_end(&mut self) -> Result<Option<&[u8]>> {
        self.fill()?;
        self.lines.next_line(self.reader.input())
    }

    /// Reads further lines if none is left of those that were read.
    fn fill(&mut self) -> Result<()> {
        if self.rest().is_empty() {
            self.reader.fill(self.lines.text_mut(), 1..=MAX_LINES, 1)?;
        }
        Ok(())
    }
}

/// A line without its LF and a CR before it.
pub fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
