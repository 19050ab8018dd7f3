//! The lines of a table, one at a time.

use super::line_reader::LineReader;
use super::not_utf8::not_utf8_message;
use super::open::InputStream;
use anyhow::{Result, anyhow};

/// Size in bytes of a read.
const READ_BYTES: usize = 256 << 10;

/// Maximum number of lines that are taken from the reader together.
const MAX_LINES: usize = 16 << 10;

/// Lines of an input, checked to be UTF-8.
pub struct CheckedLines {
    reader: LineReader,
    /// Lines that were read together.
    text: Vec<u8>,
    /// Whether all of them are UTF-8: it takes less time to check many lines together.
    is_utf8: bool,
    /// Start of the line returned last in `text`.
    start: usize,
    /// Start of the next line.
    next: usize,
    number: u64,
}

impl CheckedLines {
    /// The lines of an input of which nothing has been read.
    pub fn new(input: InputStream) -> CheckedLines {
        let reader = LineReader::new(input, READ_BYTES);
        CheckedLines { reader, text: Vec::new(), is_utf8: true, start: 0, next: 0, number: 0 }
    }

    /// Returns the next line, without its LF and a CR before it; `None` at the end of the input.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>> {
        let is_read = self.next_line_with_end()?.is_some();
        Ok(is_read.then(|| self.line()))
    }

    /// The line returned last, without its LF and a CR before it.
    pub fn line(&self) -> &[u8] {
        let line = &self.text[self.start..self.next];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// Returns the next line with its LF; `None` at the end of the input. A last line without LF is given one.
    pub fn next_line_with_end(&mut self) -> Result<Option<&[u8]>> {
        if !self.is_ready() {
            (self.start, self.next) = (0, 0);
            if self.reader.fill(&mut self.text, 1..=MAX_LINES)? == 0 {
                return Ok(None);
            }
            self.is_utf8 = simdutf8::basic::from_utf8(&self.text).is_ok();
        }
        let rest = &self.text[self.next..];
        let line = &rest[..memchr::memchr(b'\n', rest).map_or(rest.len(), |feed| feed + 1)];
        self.start = self.next;
        self.next += line.len();
        self.number += 1;
        if !self.is_utf8 && str::from_utf8(line).is_err() {
            let skipped = if self.number == 1 { self.reader.input().skipped_bytes() } else { 0 };
            let message = not_utf8_message(self.reader.input().name(), self.number, line, skipped);
            return Err(anyhow!(message));
        }
        Ok(Some(line))
    }

    /// Whether a further line was read already.
    pub fn is_ready(&self) -> bool {
        !self.rest().is_empty()
    }

    /// The lines that were read already and not returned yet.
    pub fn rest(&self) -> &[u8] {
        &self.text[self.next..]
    }

    /// Number of the line returned last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The input.
    pub fn input(&self) -> &InputStream {
        self.reader.input()
    }

    /// Name of the input, for messages.
    pub fn name(&self) -> &str {
        self.input().name()
    }
}
