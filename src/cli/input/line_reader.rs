//! One input as lines: a plain file, compressed or not, or SGML.

use super::compressed::{decompress, uninterrupted};
use super::length_mismatch::LineBreakCounts;
use super::open::{InputStream, Reader, open};
use super::sgml::{self, Ids};
use anyhow::{Context, Error, Result, anyhow};
use std::io::{self, BufRead, BufReader};
use std::mem;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Maximum length in bytes of a line. Longer lines are not sentences. Positions in a text have 32 bits, also after
/// normalization, which can make a line eleven times as long.
const MAX_LINE_BYTES: usize = 256 << 20;

/// Limit on unread text, in bytes: reading stops here even with fewer lines than requested.
const ENOUGH_BYTES: usize = 1 << 20;

/// Least size of a read, in bytes. A file is read in at least 16 parts if that makes parts of this size or more, so
/// that every thread gets part of a short file, and little new memory is touched, which dominates the time for short
/// files.
const MIN_READ_BYTES: usize = 16 << 10;

/// The byte order mark U+FEFF in UTF-8, with which some editors begin a file.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads an input line by line: [`complete_lines`](Self::complete_lines) reads until enough lines are there,
/// [`take_lines`](Self::take_lines) hands out some of them.
pub struct LineReader {
    name: String,
    path: PathBuf,
    /// The input before anything is read from it.
    raw: Option<Reader>,
    reader: BufReader<Reader>,
    /// Text that was read but not taken; its last line may be incomplete.
    unread: Vec<u8>,
    /// Number of complete lines in `unread`.
    unread_lines: usize,
    /// The error that ended reading.
    fault: Option<Error>,
    /// Number of lines that were taken.
    lines: u64,
    byte_order_mark: bool,
    /// Ids of the segments of a file of SGML, once it was read.
    ids: Option<Ids>,
    pub(super) line_breaks: LineBreaks,
}

/// How the line breaks in lines that were already taken can be counted, if inputs prove to differ in length.
pub enum LineBreaks {
    /// By reading the file again.
    Reread(PathBuf),
    /// While lines are taken, because the input cannot be read again.
    Counted(LineBreakCounts),
}

impl LineReader {
    /// Opens a file, or standard input, to be read `read_bytes` at a time. Reads nothing yet.
    pub fn open(path: &Path, read_bytes: usize) -> Result<LineReader> {
        open(path).map(|input| LineReader::new(input, read_bytes))
    }

    /// A reader of an input of which nothing has been read, to be read `read_bytes` at a time.
    pub fn new(input: InputStream, read_bytes: usize) -> LineReader {
        let InputStream { name, path, reader, file_size, is_unpacked } = input;
        let read_bytes = match file_size.and_then(|size| usize::try_from(size / 16).ok()) {
            Some(part) => part.clamp(MIN_READ_BYTES.min(read_bytes), read_bytes),
            None => read_bytes,
        };
        // Input that is already decompressed is a table, not SGML.
        let (raw, reader): (_, Reader) =
            if is_unpacked { (None, reader) } else { (Some(reader), Box::new(io::empty())) };
        LineReader {
            name,
            path: path.clone(),
            raw,
            reader: BufReader::with_capacity(read_bytes, reader),
            ids: None,
            unread: Vec::new(),
            unread_lines: 0,
            fault: None,
            lines: 0,
            byte_order_mark: false,
            line_breaks: match file_size {
                Some(_) => LineBreaks::Reread(path),
                None => LineBreaks::Counted(LineBreakCounts::default()),
            },
        }
    }

    /// The path, as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name for messages: the path, or `standard input`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of lines that were taken.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Whether it is a regular file, which can be read without waiting for a writer.
    pub fn is_regular_file(&self) -> bool {
        matches!(self.line_breaks, LineBreaks::Reread(_))
    }

    /// Whether a byte order mark was skipped.
    pub fn had_byte_order_mark(&self) -> bool {
        self.byte_order_mark
    }

    /// The ids of the segments, if this is a file of SGML of which something was read.
    pub fn ids(&self) -> Option<&Ids> {
        self.ids.as_ref()
    }

    /// Whether text was read that is still to be taken.
    pub fn has_unread(&self) -> bool {
        !self.unread.is_empty()
    }

    /// Recycles the memory of a text for the next lines.
    pub fn reuse(&mut self, mut memory: Vec<u8>) {
        memory.clear();
        memory.extend_from_slice(&self.unread);
        self.unread = memory;
    }

    /// Reads until as many complete lines are there as `range` begins with, and returns the number that can be taken:
    /// fewer if they are much text, at the end of the input, or if it cannot be read further; more, up to the end of
    /// `range`, if they were read along with the others.
    pub fn complete_lines(&mut self, range: RangeInclusive<usize>) -> usize {
        let (least, most) = (*range.start(), *range.end());
        while self.unread_lines < least && (self.unread_lines == 0 || self.unread.len() < ENOUGH_BYTES) {
            match self.read_some(least, most) {
                Ok(true) => {}
                Ok(false) => {
                    self.end_last_line();
                    break;
                }
                Err(error) => {
                    self.fail(error);
                    break;
                }
            }
            // Only the first line can be so long: after others, reading stops at much less text.
            if self.unread.len() > MAX_LINE_BYTES
                && memchr::memchr(b'\n', &self.unread).unwrap_or(self.unread.len()) > MAX_LINE_BYTES
            {
                let line = self.lines + 1;
                let error = anyhow!("{}: line {line} is longer than 256 MiB; is this a text file?", self.name);
                (self.unread, self.unread_lines) = (Vec::new(), 0);
                self.fail(error);
                break;
            }
        }
        self.unread_lines.min(most)
    }

    /// Does one read, and keeps what it gives: no more lines than make `most`, and no part of a line after the first
    /// `least`; the rest stays in the reader's buffer. False at the end of the input.
    fn read_some(&mut self, least: usize, most: usize) -> Result<bool> {
        if let Some(raw) = self.raw.take() {
            let lines = decompress(raw, &self.path).and_then(|text| sgml::as_lines(text, &self.path));
            (*self.reader.get_mut(), self.ids) = lines.with_context(|| self.name.clone())?;
        }
        uninterrupted(|| self.reader.fill_buf().map(<[u8]>::len)).with_context(|| self.name.clone())?;
        let read = self.reader.buffer();
        if read.is_empty() {
            // A terminal could deliver more text after its end-of-file.
            *self.reader.get_mut() = Box::new(io::empty());
            return Ok(false);
        }
        let (least, most) = (least - self.unread_lines, most - self.unread_lines);
        let found = memchr::memchr_iter(b'\n', read).count();
        let end = if found > most {
            lines_end(read, most)
        } else if found >= least {
            complete_lines_end(read)
        } else {
            read.len()
        };
        self.unread.extend_from_slice(&read[..end]);
        self.unread_lines += found.min(most);
        self.reader.consume(end);
        Ok(true)
    }

    /// At the end of the input, ends a last line that lacks its LF.
    fn end_last_line(&mut self) {
        if self.lines == 0 && self.unread == BYTE_ORDER_MARK {
            // An empty text, as some editors save it.
            self.byte_order_mark = true;
            self.unread.clear();
        }
        if self.unread.last().is_some_and(|&last| last != b'\n') {
            self.unread.push(b'\n');
            self.unread_lines += 1;
        }
    }

    /// Stops reading because of an error. Complete lines before it can still be taken.
    fn fail(&mut self, fault: Error) {
        *self.reader.get_mut() = Box::new(io::empty());
        self.fault = Some(fault);
        self.unread.truncate(complete_lines_end(&self.unread));
    }

    /// Takes the error that ended reading, if one did: it concerns the text after the lines read so far.
    pub fn take_fault(&mut self) -> Option<Error> {
        self.fault.take()
    }

    /// Replaces `text` by the next `lines` lines, each ended by LF; at least as many must be there. A byte order mark
    /// is removed from the first line.
    pub fn take_lines(&mut self, lines: usize, text: &mut Vec<u8>) {
        let end = match self.unread_lines {
            all if all == lines => complete_lines_end(&self.unread),
            _ => lines_end(&self.unread, lines),
        };
        // The rest is short, and mostly empty.
        let rest = self.unread[end..].to_vec();
        *text = mem::replace(&mut self.unread, rest);
        text.truncate(end);
        self.unread_lines -= lines;
        if self.lines == 0 && text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
            self.byte_order_mark = true;
        }
        self.lines += lines as u64;
        if let LineBreaks::Counted(counts) = &mut self.line_breaks {
            counts.add(text);
        }
    }

    /// Whether no line is left.
    pub fn is_at_end(&mut self) -> bool {
        self.complete_lines(1..=1) == 0
    }
}

/// Returns the end of the first `lines` lines of `text`, which has at least as many.
pub fn lines_end(text: &[u8], lines: usize) -> usize {
    let last = lines.checked_sub(1).and_then(|last| memchr::memchr_iter(b'\n', text).nth(last));
    last.map_or(0, |last| last + 1)
}

/// Returns the end of the last line of `text` that has its LF.
fn complete_lines_end(text: &[u8]) -> usize {
    memchr::memrchr(b'\n', text).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prop_assert, prop_assert_eq, proptest};
    use std::collections::VecDeque;
    use std::io::Read;

    /// Gives one item of the list per read, and then its end.
    struct Pieces(VecDeque<io::Result<Vec<u8>>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let mut piece = self.0.pop_front().unwrap_or_else(|| Ok(Vec::new()))?;
            let rest = piece.split_off(piece.len().min(buffer.len()));
            if !rest.is_empty() {
                self.0.push_front(Ok(rest));
            }
            buffer[..piece.len()].copy_from_slice(&piece);
            Ok(piece.len())
        }
    }

    fn reader<'a>(pieces: impl IntoIterator<Item = io::Result<&'a [u8]>>) -> LineReader {
        let pieces = pieces.into_iter().map(|piece| piece.map(<[u8]>::to_vec)).collect();
        let mut reader = LineReader::open(Path::new("-"), 100).unwrap();
        reader.raw = Some(Box::new(Pieces(pieces)));
        reader
    }

    fn of_text(pieces: &[impl AsRef<str>]) -> LineReader {
        reader(pieces.iter().map(|piece| Ok(piece.as_ref().as_bytes())))
    }

    /// Reads lines within this range, and takes all of them.
    fn read(reader: &mut LineReader, range: RangeInclusive<usize>) -> String {
        let lines = reader.complete_lines(range);
        let mut text = Vec::new();
        reader.take_lines(lines, &mut text);
        assert_eq!(memchr::memchr_iter(b'\n', &text).count(), lines);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn one_read_that_completes_a_line_is_enough() {
        let mut reader = of_text(&["a", "b\nc", "d\n", "e\nf\ng", "\n"]);
        let found: Vec<_> = (0..5).map(|_| read(&mut reader, 1..=9)).collect();
        assert_eq!(found, ["ab\n", "cd\n", "e\nf\n", "g\n", ""]);
    }

    #[test]
    fn no_more_lines_come_than_are_wanted() {
        let mut reader = of_text(&["a\nb\nc\nd\ne\nf"]);
        let found = [2..=2, 0..=0, 1..=3, 7..=7].map(|range| read(&mut reader, range));
        assert_eq!(found, ["a\nb\n", "", "c\nd\ne\n", "f\n"]);
        assert!(reader.is_at_end());
    }

    #[test]
    fn lines_that_are_not_taken_stay_unread() {
        let mut reader = of_text(&["a\nb\nc\nd", "\ne\nf"]);
        let mut text = Vec::new();
        for (range, taken, expected) in
            [(1..=9, 1, "a\n"), (1..=1, 0, ""), (1..=9, 1, "b\n"), (5..=9, 2, "c\nd\n"), (2..=2, 2, "e\nf\n")]
        {
            assert!(reader.complete_lines(range) >= taken);
            reader.take_lines(taken, &mut text);
            assert_eq!(str::from_utf8(&text), Ok(expected));
        }
        assert!(reader.is_at_end());
        assert_eq!(reader.lines(), 6);
    }

    proptest! {
        #[test]
        fn all_text_is_taken_once_and_in_order(
            pieces in vec("[a\n]{1,20}", 0..20),
            wishes in vec((0..5usize, 0..5usize, 0..9usize), 0..60),
        ) {
            let mut reader = of_text(&pieces);
            let (mut all, mut text) = (Vec::new(), Vec::new());
            for (least, more, wanted) in wishes {
                let lines = reader.complete_lines(least..=least + more);
                prop_assert!(lines <= least + more);
                reader.take_lines(wanted.min(lines), &mut text);
                all.append(&mut text);
                // Fewer lines than wanted were there only at the end.
                prop_assert!(lines >= least || wanted < lines || reader.is_at_end());
            }
            while !reader.is_at_end() {
                all.extend_from_slice(read(&mut reader, 1..=3).as_bytes());
            }
            let mut expected = pieces.concat();
            if !expected.is_empty() && !expected.ends_with('\n') {
                expected.push('\n');
            }
            prop_assert_eq!(String::from_utf8(all).unwrap(), expected);
        }
    }

    #[test]
    fn reading_stops_at_much_text_after_whole_lines() {
        let long = "x".repeat(ENOUGH_BYTES / 2);
        let mut reader = of_text(&["a\n", &*format!("{long}\n{long}"), "\nb\nc\n"]);
        let lengths = [4..=4, 4..=4, 2..=2].map(|range| read(&mut reader, range).len());
        assert_eq!(lengths, [ENOUGH_BYTES / 2 + 3, ENOUGH_BYTES / 2 + 5, 0]);
    }

    #[test]
    fn nothing_is_read_after_the_end_of_a_terminal() {
        let mut reader = of_text(&["a\nb", "", "c\n"]);
        assert_eq!([1..=9, 1..=9, 1..=9].map(|range| read(&mut reader, range)), ["a\n", "b\n", ""]);
        let mut reader = of_text(&["a\n", "", "c\n"]);
        assert_eq!([1..=1, 1..=1].map(|range| read(&mut reader, range)), ["a\n", ""]);
        assert!(reader.is_at_end());
    }

    #[test]
    fn a_byte_order_mark_is_recognized_in_pieces() {
        let mut marked = reader([b"\xEF".as_slice(), b"\xBB", b"\xBFa\n"].map(Ok));
        assert_eq!((read(&mut marked, 1..=1), marked.had_byte_order_mark()), ("a\n".to_owned(), true));
        let mut alone = of_text(&["\u{FEFF}"]);
        assert!(alone.is_at_end() && alone.had_byte_order_mark());
        let mut with_empty_line = of_text(&["\u{FEFF}\n"]);
        assert_eq!(read(&mut with_empty_line, 1..=1), "\n");
    }

    #[test]
    fn text_that_begins_like_gzip_is_text() {
        assert_eq!(read(&mut of_text(&["\u{1F}", "a\n"]), 1..=1), "\u{1F}a\n");
        assert_eq!(read(&mut of_text(&["\u{1F}"]), 1..=1), "\u{1F}\n");
    }

    #[test]
    fn an_interrupted_read_is_repeated() {
        let interrupted = || Err(io::Error::from(io::ErrorKind::Interrupted));
        let mut reader = reader([interrupted(), Ok(b"a".as_slice()), interrupted(), Ok(b"\n")]);
        assert_eq!(read(&mut reader, 1..=1), "a\n");
        assert!(reader.take_fault().is_none());
    }

    #[test]
    fn complete_lines_before_a_read_error_are_kept() {
        let broken = || Err(io::Error::other("broken"));
        let mut reader = reader([Ok(b"a\nb\nc".as_slice()), broken()]);
        assert_eq!(read(&mut reader, 5..=5), "a\nb\n");
        assert_eq!(format!("{:#}", reader.take_fault().unwrap()), "standard input: broken");
        assert_eq!(read(&mut reader, 1..=1), "");
    }

    #[test]
    fn lines_end_after_their_last_line_feed() {
        assert_eq!([0, 1, 2, 3].map(|lines| lines_end(b"a\n\nbc\nd", lines)), [0, 2, 3, 6]);
    }
}
