//! One input as lines.

use super::not_utf8::wide_encoding_message;
use super::open::InputStream;
use crate::bleu::lines::{count_feeds, lines_end};
use anyhow::{Error, Result, anyhow};
use memchr::{memchr, memrchr};
use std::io::Read;
use std::ops::RangeInclusive;

/// Maximum length in bytes of a line. Longer lines are not sentences. Positions in a text have 32 bits, also after
/// normalization, which can make a line eleven times as long.
const MAX_LINE_BYTES: usize = 256 << 20;

/// Size in bytes of much text: reading stops here even with fewer lines than requested.
const ENOUGH_BYTES: usize = 1 << 20;

/// Least size of a read, in bytes. A file is read in at least 16 parts if that makes parts of this size or more, so
/// that every thread gets part of a short file, and little new memory is touched, which dominates the time for short
/// files.
const MIN_READ_BYTES: usize = 16 << 10;

/// Reads an input some lines at a time.
pub struct LineReader {
    input: InputStream,
    /// Size of a read, in bytes.
    read_bytes: usize,
    /// Text that was read but is not handed out yet; its last line may be incomplete.
    rest: Vec<u8>,
    /// The error that ended reading; it concerns the text after `rest`.
    fault: Option<Error>,
    /// Number of lines that were handed out.
    lines: u64,
}

impl LineReader {
    /// The input.
    pub fn input(&self) -> &InputStream {
        &self.input
    }

    /// Number of lines that were handed out.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Whether text was read that was not handed out.
    pub fn has_rest(&self) -> bool {
        !self.rest.is_empty()
    }
}

impl LineReader {
    /// A reader of an input that has not been read, to be read `read_bytes` at a time.
    pub fn new(input: InputStream, read_bytes: usize) -> LineReader {
        let read_bytes = match input.file_size().and_then(|size| usize::try_from(size / 16).ok()) {
            Some(part) => part.clamp(MIN_READ_BYTES.min(read_bytes), read_bytes),
            None => read_bytes,
        };
        LineReader { input, read_bytes, rest: Vec::new(), fault: None, lines: 0 }
    }

    /// Replaces `text` by the next lines, each ended by LF, and returns their number. Reads until there are as many as
    /// `range` begins with: fewer, but not fewer than `enough`, are handed out if they are much text, fewer than that only
    /// at the end of the input and before an error; more, up to the end of `range`, if they were read along with the
    /// others.
    ///
    /// # Errors
    /// If the input cannot be read, or a line is too long, and no line is left before that.
    pub fn fill(&mut self, text: &mut Vec<u8>, range: RangeInclusive<usize>, enough: usize) -> Result<usize> {
        let (least, most) = range.into_inner();
        // The text is read into memory of its own, which stays with the thread that works on it. What it has after its first `length`
        // bytes is of the text before: setting it to zeros would take time.
        let mut length = self.rest.len();
        if text.len() < length {
            text.resize(length, 0);
        }
        text[..length].copy_from_slice(&self.rest);
        self.rest.clear();
        let mut lines = count_feeds(&text[..length]);
        let mut last_line = complete_lines_end(&text[..length]);
        while self.fault.is_none() && lines < least && (lines < enough || length < ENOUGH_BYTES) {
            let begin = length;
            if text.len() < begin + self.read_bytes {
                text.resize(begin + self.read_bytes, 0);
            }
            let room = &mut text[begin..begin + self.read_bytes];
            match self.input.read(room) {
                Ok(0) => {
                    if begin > last_line {
                        room[0] = b'\n';
                        length += 1;
                        lines += 1;
                    }
                    break;
                }
                Ok(read) => length += read,
                Err(error) => {
                    length = last_line;
                    self.fault = Some(Error::new(error).context(self.input.name().to_owned()));
                    break;
                }
            }
            // Only the line that was incomplete before can be so long.
            let read = &text[begin..length];
            if begin + memchr(b'\n', read).unwrap_or(read.len()) - last_line > MAX_LINE_BYTES {
                let (name, line) = (self.input.name(), self.lines + lines as u64 + 1);
                self.fault = Some(anyhow!("{name}: line {line} is longer than 256 MiB; is this a text file?"));
                length = last_line;
                text.truncate(length);
                text.shrink_to_fit();
                break;
            }
            lines += count_feeds(read);
            last_line = memrchr(b'\n', read).map_or(last_line, |end| begin + end + 1);
        }
        if self.lines == 0
            && let Some(message) = wide_encoding_message(self.input().name(), &text[..length])
        {
            self.fault = Some(anyhow!(message));
            (length, lines) = (0, 0);
        }
        let end = if lines > most { lines_end(&text[..length], most) } else { complete_lines_end(&text[..length]) };
        text.truncate(length);
        self.keep(text, end);
        if lines == 0
            && least > 0
            && let Some(fault) = self.fault.take()
        {
            return Err(fault);
        }
        let lines = lines.min(most);
        self.lines += lines as u64;
        Ok(lines)
    }

    /// Shortens `text`, which was just filled, to its first `lines` lines. The others are handed out again.
    pub fn put_back(&mut self, text: &mut Vec<u8>, lines: usize) {
        let end = lines_end(text, lines);
        self.lines -= count_feeds(&text[end..]) as u64;
        self.keep(text, end);
    }

    /// Moves the text from this place on to before the text that is not handed out.
    fn keep(&mut self, text: &mut Vec<u8>, end: usize) {
        let kept = self.rest.len();
        self.rest.extend_from_slice(&text[end..]);
        self.rest.rotate_left(kept);
        text.truncate(end);
    }

    /// Whether no line is left.
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    pub fn is_at_end(&mut self) -> Result<bool> {
        let mut text = Vec::new();
        let lines = self.fill(&mut text, 1..=1, 1)?;
        self.put_back(&mut text, 0);
        Ok(lines == 0)
    }

    /// Takes the error that ended reading, if one did, although lines before it may be left.
    pub fn take_fault(&mut self) -> Option<Error> {
        self.fault.take()
    }
}

/// Returns the end of the last line of `text` that has its LF.
fn complete_lines_end(text: &[u8]) -> usize {
    memrchr(b'\n', text).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prop_assert, prop_assert_eq, proptest};
    use std::collections::VecDeque;
    use std::io::{self, Read};

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
        LineReader::new(InputStream::of("input", Box::new(Pieces(pieces))), 100)
    }

    fn of_text(pieces: &[impl AsRef<str>]) -> LineReader {
        reader(pieces.iter().map(|piece| Ok(piece.as_ref().as_bytes())))
    }

    fn read(reader: &mut LineReader, range: RangeInclusive<usize>) -> String {
        let mut text = Vec::new();
        let lines = reader.fill(&mut text, range, 1).unwrap();
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
        assert!(reader.is_at_end().unwrap());
    }

    #[test]
    fn lines_that_are_put_back_come_again() {
        let mut reader = of_text(&["a\nb\nc\nd", "\ne\nf"]);
        let mut text = Vec::new();
        for (range, kept, expected) in
            [(1..=9, 1, "a\n"), (1..=1, 0, ""), (1..=9, 1, "b\n"), (5..=9, 2, "c\nd\n"), (2..=2, 2, "e\nf\n")]
        {
            assert!(reader.fill(&mut text, range, 1).unwrap() >= kept);
            reader.put_back(&mut text, kept);
            assert_eq!(str::from_utf8(&text), Ok(expected));
        }
        assert!(reader.is_at_end().unwrap());
        assert_eq!(reader.lines(), 6);
    }

    proptest! {
        #[test]
        fn all_text_comes_once_and_in_order(
            pieces in vec("[a\n]{1,20}", 0..20),
            wishes in vec((0..5usize, 0..5usize, 0..9usize), 0..60),
        ) {
            let mut reader = of_text(&pieces);
            let (mut all, mut text) = (Vec::new(), Vec::new());
            for (least, more, wanted) in wishes {
                let lines = reader.fill(&mut text, least..=least + more, 1).unwrap();
                prop_assert!(lines <= least + more);
                reader.put_back(&mut text, wanted.min(lines));
                all.append(&mut text);
                // Fewer lines than wanted were there only at the end.
                prop_assert!(lines >= least || wanted < lines || reader.is_at_end().unwrap());
            }
            while !reader.is_at_end().unwrap() {
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
        assert!(reader.is_at_end().unwrap());
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
        assert!(reader.is_at_end().unwrap());
    }

    #[test]
    fn complete_lines_before_a_read_error_are_kept() {
        let broken = || Err(io::Error::other("broken"));
        let mut reader = reader([Ok(b"a\nb\nc".as_slice()), broken()]);
        assert_eq!(read(&mut reader, 5..=5), "a\nb\n");
        let fault = reader.fill(&mut Vec::new(), 1..=1, 1).unwrap_err();
        assert_eq!(format!("{fault:#}"), "input: broken");
        assert_eq!(read(&mut reader, 1..=1), "");
    }
}
