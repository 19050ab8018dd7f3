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
    /// Place of a quote or a backslash before which, from the line returned last on, none is; the end of the text if there is none.
    quote: Option<usize>,
}

impl LineBlock {
    /// The text, to be replaced by the next lines of the input, each ended by LF.
    pub fn text_mut(&mut self) -> &mut Vec<u8> {
        (self.last, self.next, self.is_valid, self.quote) = (0, 0, None, None);
        &mut self.text
    }

    /// Returns the next line, with its LF; `None` after the last.
    pub fn next_line(&mut self, input: &InputStream) -> Result<Option<&[u8]>> {
        match self.take_line() {
            Some(line) => self.checked(line, input).map(Some),
            None => Ok(None),
        }
    }

    /// The same, without its LF and a CR before it. Tells `add` the places in it of the parts between separators; LF is no separator.
    pub fn next_parts(
        &mut self,
        separator: u8,
        mut add: impl FnMut(Range<usize>),
        input: &InputStream,
    ) -> Result<Option<&[u8]>> {
        let rest = &self.text[self.next..];
        if rest.is_empty() {
            return Ok(None);
        }
        // Both are sought in one pass.
        let (mut start, mut length) = (0, rest.len());
        for place in memchr::memchr2_iter(b'\n', separator, rest) {
            if rest[place] == b'\n' {
                length = place + 1;
                break;
            }
            add(start..place);
            start = place + 1;
        }
        add(start..without_end(&rest[..length]).len());
        self.move_on(length);
        self.checked(self.last..self.next, input).map(|line| Some(without_end(line)))
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
        self.move_on(length);
        Some(self.last..self.next)
    }

    /// Moves on to the line after the next, which has this length.
    fn move_on(&mut self, length: usize) {
        (self.last, self.next) = (self.next, self.next + length);
        self.number += 1;
    }

    /// Whether the line returned last has a quote or a backslash. They are sought in all lines that were read together.
    fn has_quote(&mut self) -> bool {
        let place = self.quote.filter(|place| *place >= self.last).unwrap_or_else(|| {
            let place = memchr::memchr2(b'"', b'\\', &self.text[self.last..]);
            place.map_or(self.text.len(), |place| self.last + place)
        });
        self.quote = Some(place);
        place < self.next
    }

    /// The line that was taken last, checked with the lines around it.
    fn checked(&mut self, line: Range<usize>, input: &InputStream) -> Result<&[u8]> {
        let is_valid = *self.is_valid.get_or_insert_with(|| simdutf8::basic::from_utf8(&self.text).is_ok());
        if is_valid { Ok(&self.text[line]) } else { self.text_of(line, input).map(str::as_bytes) }
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

    /// Whether the line that was returned last has a quote or a backslash.
    pub fn has_quote(&mut self) -> bool {
        self.lines.has_quote()
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

    /// Returns the next line as [`next_line`](Self::next_line), and tells `add` the places in it of the parts between separators;
    /// LF is no separator.
    pub fn next_parts(&mut self, separator: u8, add: impl FnMut(Range<usize>)) -> Result<Option<&[u8]>> {
        self.fill()?;
        self.lines.next_parts(separator, add, self.reader.input())
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{prop_assert_eq, proptest};
    use std::io::Cursor;

    proptest! {
        #[test]
        fn parts_of_lines_are_those_of_a_split(text in "[a\t\r\n\"\\\\]{0,30}") {
            let lines = || CheckedLines::new(InputStream::of("input", Box::new(Cursor::new(text.clone()))));
            let (mut split, mut plain) = (lines(), lines());
            loop {
                let mut parts = Vec::new();
                let found = split.next_parts(b'\t', |part| parts.push(part)).unwrap().map(<[u8]>::to_vec);
                let expected = plain.next_line().unwrap();
                prop_assert_eq!(found.as_deref(), expected);
                let Some(line) = found else { break };
                let parts: Vec<&[u8]> = parts.into_iter().map(|part| &line[part]).collect();
                prop_assert_eq!(parts, line.split(|byte| *byte == b'\t').collect::<Vec<_>>());
                // Not asked of each line.
                if line.len() % 3 > 0 {
                    prop_assert_eq!(split.has_quote(), line.contains(&b'"') || line.contains(&b'\\'));
                }
            }
            prop_assert_eq!(split.number(), plain.number());
        }
    }
}
