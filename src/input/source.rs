//! One input: a file or standard input, plain or gzip, as lines.

use super::census::{Census, Count};
use super::gzip::{Gunzip, MAGIC};
use crate::output::shown;
use anyhow::{Context, Error, Result, anyhow, bail};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

/// The longest line that is read. Longer ones are no sentences; and positions in a text have 32 bits, also after
/// normalizing, which can make it eleven times as long.
const LONGEST_LINE: usize = 256 << 20;

/// How many bytes of an input that does not match are read on, or again, to find out its length and what is wrong.
const EXAMINED: usize = 256 << 20;

/// So much text is enough, where one more line was asked for: whoever works on it need not have memory for more.
const MUCH: usize = 1 << 20;

/// How many bytes are read at a time where it matters little.
const CHUNK: usize = 64 << 10;

/// The bytes that are worth a read of their own. A file of few such shares is read in smaller ones, so that all threads
/// get some and less fresh memory is touched, which is what takes time then.
const SMALL_CHUNK: usize = 16 << 10;

/// The byte order mark U+FEFF in UTF-8, which some editors begin a file with.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

type Reader = Box<dyn Read + Send>;

/// An open input.
pub struct Source {
    name: String,
    /// Nothing is read from it before the first line is asked for.
    raw: Option<Reader>,
    reader: BufReader<Reader>,
    /// What was taken from the reader, but is still to be handed out.
    held: Vec<u8>,
    /// The lines that were last read, and await being handed out.
    read: usize,
    /// Why reading came to its end, if not because all was read.
    fault: Option<Error>,
    lines: u64,
    byte_order_mark: bool,
    memory: Memory,
}

/// How to find out about lines that were handed out.
enum Memory {
    /// By reading the file again.
    Again(PathBuf),
    /// By what was noted, since it cannot be read again.
    Noted(Census),
}

/// Whether a path means standard input: `-`, or its other name, which where it is a pipe or a terminal is the same
/// stream.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdin")
}

/// What tells the pipe of this name from all other pipes: device and inode. `None` for anything else.
#[cfg(unix)]
pub fn pipe(path: &Path) -> Option<(u64, u64)> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let metadata = if is_standard_input(path) {
        File::from(io::stdin().as_fd().try_clone_to_owned().ok()?).metadata()
    } else {
        path.metadata()
    };
    let metadata = metadata.ok()?;
    let kind = metadata.file_type();
    (kind.is_fifo() || kind.is_socket()).then(|| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
pub fn pipe(_: &Path) -> Option<(u64, u64)> {
    None
}

impl Source {
    /// Opens a path, or standard input, to be read `chunk` bytes at a time. Reads nothing yet.
    pub fn open(path: &Path, chunk: usize) -> Result<Source> {
        let mut source = Source {
            name: shown(path),
            raw: None,
            reader: BufReader::with_capacity(chunk, Box::new(io::empty())),
            held: Vec::new(),
            read: 0,
            fault: None,
            lines: 0,
            byte_order_mark: false,
            memory: Memory::Noted(Census::default()),
        };
        if is_standard_input(path) {
            source.name = "standard input".to_owned();
            source.raw = Some(Box::new(io::stdin()));
            return Ok(source);
        }
        let name = || source.name.clone();
        let file = File::open(path).map_err(advise).with_context(name)?;
        let metadata = file.metadata().with_context(name)?;
        if metadata.is_dir() {
            bail!("{}: is a directory; name a file", source.name);
        }
        if metadata.is_file() {
            source.memory = Memory::Again(path.to_owned());
            let share = usize::try_from(metadata.len() / 16).unwrap_or(chunk);
            source.reader = BufReader::with_capacity(share.clamp(SMALL_CHUNK.min(chunk), chunk), Box::new(io::empty()));
        }
        source.raw = Some(Box::new(file));
        Ok(source)
    }

    /// The name for messages: the path, or `standard input`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is a file, which answers without waiting for somebody to write.
    pub fn is_file(&self) -> bool {
        matches!(self.memory, Memory::Again(_))
    }

    /// Whether a byte order mark was skipped.
    pub fn had_byte_order_mark(&self) -> bool {
        self.byte_order_mark
    }

    /// Reads lines into `text`, each ended by LF, and returns how many: at least the first of `range`, fewer only where
    /// they are much text, at the input's end, or where it cannot be read further; and of those that are read then as
    /// many as `range` allows. They are to be handed out before more are read.
    pub fn read_lines(&mut self, range: RangeInclusive<usize>, text: &mut Vec<u8>) -> usize {
        text.clear();
        self.read = 0;
        while self.read < *range.start() && (self.read == 0 || text.len() < MUCH) {
            match self.read_some(*range.start() - self.read, *range.end() - self.read, text) {
                Ok(Some(lines)) => self.read += lines,
                Ok(None) => {
                    self.read += self.end_last_line(text);
                    break;
                }
                Err(error) => {
                    self.give_up(error, text);
                    break;
                }
            }
            // Only the first line can be so long: behind others, much text is enough.
            if text.len() > LONGEST_LINE && memchr::memchr(b'\n', text).unwrap_or(text.len()) > LONGEST_LINE {
                self.read = 0;
                text.clear();
                let line = self.lines + 1;
                let what = format!("{}: line {line} ends after more than 256 MiB, or never; is this text?", self.name);
                self.give_up(anyhow!(what), text);
                break;
            }
        }
        if text.last().is_some_and(|&last| last != b'\n') {
            self.hold(text.split_off(whole_lines_end(text)));
        }
        self.read
    }

    /// Takes what one read gives, but no more lines than `most`, and no part of a line behind `enough` lines. Returns
    /// the lines; `None` at the end.
    fn read_some(&mut self, enough: usize, most: usize, text: &mut Vec<u8>) -> Result<Option<usize>> {
        if let Some(raw) = self.raw.take() {
            *self.reader.get_mut() = unpack(raw).with_context(|| self.name.clone())?;
        }
        let is_held = !self.held.is_empty();
        if !is_held {
            uninterrupted(|| self.reader.fill_buf().map(<[u8]>::len)).with_context(|| self.name.clone())?;
        }
        let read = if is_held { &self.held } else { self.reader.buffer() };
        if read.is_empty() {
            // A terminal would go on after its end.
            *self.reader.get_mut() = Box::new(io::empty());
            return Ok(None);
        }
        let found = memchr::memchr_iter(b'\n', read).count();
        let end = if found > most {
            lines_end(read, most)
        } else if found >= enough {
            whole_lines_end(read)
        } else {
            read.len()
        };
        text.extend_from_slice(&read[..end]);
        if is_held {
            self.held.drain(..end);
        } else {
            self.reader.consume(end);
        }
        Ok(Some(found.min(most)))
    }

    /// Keeps text, which was read last, for the next time.
    fn hold(&mut self, text: Vec<u8>) {
        self.held.splice(0..0, text);
    }

    /// At the input's end, ends a line that lacks its LF; returns the lines this makes.
    fn end_last_line(&mut self, text: &mut Vec<u8>) -> usize {
        if self.lines == 0 && text == BYTE_ORDER_MARK {
            // An empty text, as some editors save it.
            self.byte_order_mark = true;
            text.clear();
        }
        let unended = text.last().is_some_and(|&last| last != b'\n');
        text.extend(unended.then_some(b'\n'));
        usize::from(unended)
    }

    /// The error that ended reading, if one did: it is about what comes behind the lines read so far.
    pub fn take_fault(&mut self) -> Option<Error> {
        self.fault.take()
    }

    /// Reads no further. Of `text`, whole lines stand.
    fn give_up(&mut self, fault: Error, text: &mut Vec<u8>) {
        *self.reader.get_mut() = Box::new(io::empty());
        self.fault = Some(fault);
        text.truncate(whole_lines_end(text));
    }

    /// Of the `text` that was read last, leaves what goes out: its first `lines` lines. The others will be read again.
    pub fn hand_out(&mut self, lines: usize, text: &mut Vec<u8>) {
        if lines < self.read {
            self.hold(text.split_off(lines_end(text, lines)));
        }
        if self.lines == 0 && text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
            self.byte_order_mark = true;
        }
        self.lines += lines as u64;
        if let Memory::Noted(census) = &mut self.memory {
            census.add(text);
        }
    }

    /// Whether nothing is left to hand out.
    pub fn is_at_end(&mut self) -> bool {
        let mut text = Vec::new();
        let lines = self.read_lines(1..=1, &mut text);
        self.hand_out(0, &mut text);
        lines == 0
    }

    /// Counts the lines of the whole input, within bounds, and looks at their ends.
    pub fn count(mut self, until: Instant) -> Result<Count> {
        let lines = self.lines + u64::from(!self.held.is_empty());
        let so_far = Count { name: self.name.clone(), lines, ended: false, census: Census::default() };
        if let Memory::Again(_) = self.memory {
            return self.count_all();
        }
        // A read that does not return is left behind.
        let (sender, counted) = mpsc::channel();
        let thread = Builder::new().spawn(move || sender.send(self.count_all()));
        let Ok(count) = counted.recv_timeout(until.saturating_duration_since(Instant::now())) else {
            return Ok(so_far);
        };
        let _ = thread.map(JoinHandle::join);
        count
    }

    fn count_all(&mut self) -> Result<Count> {
        let ended = self.read_on()?;
        let mut count = Count { name: self.name.clone(), lines: self.lines, ended, census: Census::default() };
        match &self.memory {
            Memory::Noted(census) => count.census = census.clone(),
            Memory::Again(path) => {
                let mut again = Source::open(path, CHUNK)?;
                again.memory = Memory::Noted(Census::default());
                again.read_on()?;
                if let Memory::Noted(census) = again.memory {
                    count.census = census;
                }
            }
        }
        Ok(count)
    }

    /// Reads on to the end; false where that is too far.
    fn read_on(&mut self) -> Result<bool> {
        let (mut text, mut bytes) = (Vec::new(), 0);
        while bytes < EXAMINED {
            let lines = self.read_lines(1..=usize::MAX, &mut text);
            if lines == 0 {
                return self.take_fault().map_or(Ok(true), Err);
            }
            bytes += text.len();
            self.hand_out(lines, &mut text);
        }
        Ok(false)
    }
}

/// The end of the first `lines` lines of `text`, which has at least as many.
pub fn lines_end(text: &[u8], lines: usize) -> usize {
    let last = lines.checked_sub(1).and_then(|last| memchr::memchr_iter(b'\n', text).nth(last));
    last.map_or(0, |last| last + 1)
}

/// The end of the last line of `text` that has its LF.
fn whole_lines_end(text: &[u8]) -> usize {
    memchr::memrchr(b'\n', text).map_or(0, |last| last + 1)
}

/// Looks at the first bytes: gzip is unpacked, anything else passes as it is.
fn unpack(mut raw: Reader) -> io::Result<Reader> {
    let mut head = Vec::new();
    // Byte by byte, so as not to wait for a second byte that plain text may not have yet.
    while MAGIC.starts_with(&head) && head.len() < MAGIC.len() {
        let mut byte = [0];
        if uninterrupted(|| raw.read(&mut byte))? == 0 {
            break;
        }
        head.push(byte[0]);
    }
    let is_gzip = head == MAGIC;
    let whole = Cursor::new(head).chain(raw);
    Ok(if is_gzip { Box::new(Gunzip::new(BufReader::with_capacity(CHUNK, whole))) } else { Box::new(whole) })
}

fn uninterrupted(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Adds what to do where the system's words do not say it.
fn advise(error: io::Error) -> anyhow::Error {
    let too_many_files = error.raw_os_error() == Some(24);
    let error = anyhow::Error::new(error);
    if too_many_files { error.context("raise the limit, for example by ulimit -n 10000") } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prop_assert, prop_assert_eq, proptest};
    use std::collections::VecDeque;

    /// Gives what is in the list, one item a read, and then its end.
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

    fn source<'a>(pieces: impl IntoIterator<Item = io::Result<&'a [u8]>>) -> Source {
        let pieces = pieces.into_iter().map(|piece| piece.map(<[u8]>::to_vec)).collect();
        let mut source = Source::open(Path::new("-"), 100).unwrap();
        source.raw = Some(Box::new(Pieces(pieces)));
        source
    }

    fn of_text(pieces: &[impl AsRef<str>]) -> Source {
        source(pieces.iter().map(|piece| Ok(piece.as_ref().as_bytes())))
    }

    /// What one call of `read_lines` gives.
    fn read(source: &mut Source, range: RangeInclusive<usize>) -> String {
        let mut text = Vec::new();
        let lines = source.read_lines(range, &mut text);
        assert_eq!(memchr::memchr_iter(b'\n', &text).count(), lines);
        source.hand_out(lines, &mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn one_line_is_enough_however_it_comes() {
        let mut source = of_text(&["a", "b\nc", "d\n", "e\nf\ng", "\n"]);
        let found: Vec<_> = (0..5).map(|_| read(&mut source, 1..=9)).collect();
        assert_eq!(found, ["ab\n", "cd\n", "e\nf\n", "g\n", ""]);
    }

    #[test]
    fn no_more_lines_come_than_are_wanted() {
        let mut source = of_text(&["a\nb\nc\nd\ne\nf"]);
        let found = [2..=2, 0..=0, 1..=3, 7..=7].map(|range| read(&mut source, range));
        assert_eq!(found, ["a\nb\n", "", "c\nd\ne\n", "f\n"]);
        assert!(source.is_at_end());
    }

    #[test]
    fn lines_that_are_not_handed_out_are_read_again() {
        let mut source = of_text(&["a\nb\nc\nd", "\ne\nf"]);
        let mut text = Vec::new();
        for (range, handed_out, expected) in
            [(1..=9, 1, "a\n"), (1..=1, 0, ""), (1..=9, 1, "b\n"), (5..=9, 2, "c\nd\n"), (2..=2, 2, "e\nf\n")]
        {
            let lines = source.read_lines(range, &mut text);
            assert!(lines >= handed_out);
            source.hand_out(handed_out, &mut text);
            assert_eq!(str::from_utf8(&text), Ok(expected));
        }
        assert!(source.is_at_end());
        assert_eq!(source.lines, 6);
    }

    proptest! {
        #[test]
        fn what_goes_out_is_what_comes_in(
            pieces in vec("[a\n]{1,20}", 0..20),
            wishes in vec((0..5usize, 0..5usize, 0..9usize), 0..60),
        ) {
            let mut source = of_text(&pieces);
            let (mut all, mut text) = (Vec::new(), Vec::new());
            for (least, more, wanted) in wishes {
                let lines = source.read_lines(least..=least + more, &mut text);
                prop_assert!(lines <= least + more);
                source.hand_out(wanted.min(lines), &mut text);
                all.append(&mut text);
                // There would have been more.
                prop_assert!(lines >= least || wanted < lines || source.is_at_end());
            }
            while !source.is_at_end() {
                all.extend_from_slice(read(&mut source, 1..=3).as_bytes());
            }
            let mut expected = pieces.concat().into_bytes();
            source.end_last_line(&mut expected);
            prop_assert_eq!(all, expected);
        }
    }

    #[test]
    fn much_text_is_enough_but_lines_are_whole() {
        let long = "x".repeat(MUCH / 2);
        let mut source = of_text(&["a\n", &*format!("{long}\n{long}"), "\nb\nc\n"]);
        let lengths = [4..=4, 4..=4, 2..=2].map(|range| read(&mut source, range).len());
        assert_eq!(lengths, [MUCH / 2 + 3, MUCH / 2 + 5, 0]);
    }

    #[test]
    fn the_end_is_the_end_also_of_a_terminal_that_could_go_on() {
        let mut source = of_text(&["a\nb", "", "c\n"]);
        assert_eq!([1..=9, 1..=9, 1..=9].map(|range| read(&mut source, range)), ["a\n", "b\n", ""]);
        let mut source = of_text(&["a\n", "", "c\n"]);
        assert_eq!([1..=1, 1..=1].map(|range| read(&mut source, range)), ["a\n", ""]);
        assert!(source.is_at_end());
    }

    #[test]
    fn a_byte_order_mark_is_known_in_pieces() {
        let mut source = source([b"\xEF".as_slice(), b"\xBB", b"\xBFa\n"].map(Ok));
        assert_eq!((read(&mut source, 1..=1), source.had_byte_order_mark()), ("a\n".to_owned(), true));
        let mut source = of_text(&["\u{FEFF}"]);
        assert!(source.is_at_end() && source.had_byte_order_mark());
        let mut source = of_text(&["\u{FEFF}\n"]);
        assert_eq!(read(&mut source, 1..=1), "\n");
    }

    #[test]
    fn text_that_begins_like_gzip_is_text() {
        assert_eq!(read(&mut of_text(&["\u{1F}", "a\n"]), 1..=1), "\u{1F}a\n");
        assert_eq!(read(&mut of_text(&["\u{1F}"]), 1..=1), "\u{1F}\n");
    }

    #[test]
    fn a_read_that_is_interrupted_is_tried_again() {
        let interrupted = || Err(io::Error::from(io::ErrorKind::Interrupted));
        let mut source = source([interrupted(), Ok(b"a".as_slice()), interrupted(), Ok(b"\n")]);
        assert_eq!(read(&mut source, 1..=1), "a\n");
        assert!(source.take_fault().is_none());
    }

    #[test]
    fn whole_lines_before_a_read_error_stand() {
        let broken = || Err(io::Error::other("broken"));
        let mut source = source([Ok(b"a\nb\nc".as_slice()), broken()]);
        assert_eq!(read(&mut source, 5..=5), "a\nb\n");
        assert_eq!(format!("{:#}", source.take_fault().unwrap()), "standard input: broken");
        assert_eq!(read(&mut source, 1..=1), "");
    }

    #[test]
    fn lines_end_behind_their_last_line_feed() {
        assert_eq!([0, 1, 2, 3].map(|lines| lines_end(b"a\n\nbc\nd", lines)), [0, 2, 3, 6]);
    }
}
