//! Streams of bytes, and a look at one before it is read. A pipe can be read only once, so what the look reads is kept.

use std::io::{self, Cursor, Read};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

/// A stream of bytes.
pub type Reader = Box<dyn Read + Send>;

/// Size in bytes of the first read of the beginning of a stream.
const LOOK_BYTES: usize = 4 << 10;

/// A stream, and what was read of it.
struct Seen {
    text: Vec<u8>,
    rest: Reader,
}

/// The stream of a look.
struct Look(Arc<Mutex<Seen>>);

/// Lets `look` read a stream as far as it wants, and returns its result and the whole stream.
pub fn look<T>(stream: Reader, look: impl FnOnce(Reader) -> T) -> (T, Reader) {
    let seen = Arc::new(Mutex::new(Seen { text: Vec::new(), rest: stream }));
    let found = look(Box::new(Look(Arc::clone(&seen))));
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    let Seen { text, rest } = mem::replace(&mut *seen, Seen { text: Vec::new(), rest: Box::new(io::empty()) });
    (found, Box::new(Cursor::new(text).chain(rest)))
}

/// Reads a stream until `known` recognizes its beginning, given what was read and whether that is all. Each read takes what is
/// there, so that a slow pipe is not waited for; its maximum size is that of all before it. Returns the result, or the default if
/// `known` does not recognize the whole. The bytes are still to be read.
pub fn examine<T: Default>(stream: &mut Reader, known: impl Fn(&[u8], bool) -> Option<T>) -> io::Result<T> {
    look_at_beginning(stream, |read| read.max(LOOK_BYTES), known)
}

/// Reads a stream byte by byte, so that a slow pipe is asked for no more than is needed, until `known` recognizes its beginning.
/// Returns the result, or the default result if the stream ends before. The bytes are still to be read.
pub fn peek<T: Default>(stream: &mut Reader, known: impl Fn(&[u8]) -> Option<T>) -> io::Result<T> {
    if let Some(found) = known(&[]) {
        return Ok(found);
    }
    look_at_beginning(stream, |_| 1, |head, is_all| known(head).filter(|_| !is_all))
}

/// Reads a stream until `known` recognizes its beginning. After this many bytes, `most` is the maximum size of the next read.
fn look_at_beginning<T: Default>(
    stream: &mut Reader,
    most: impl Fn(usize) -> usize,
    known: impl Fn(&[u8], bool) -> Option<T>,
) -> io::Result<T> {
    let mut head = Vec::new();
    let found = loop {
        let begin = head.len();
        head.resize(begin + most(begin), 0);
        let read = uninterrupted(|| stream.read(&mut head[begin..]));
        head.truncate(begin + read.as_ref().map_or(0, |length| *length));
        let is_all = match read {
            Ok(length) => length == 0,
            Err(error) => break Err(error),
        };
        if is_all {
            // A terminal could deliver more text after its end-of-file.
            *stream = Box::new(io::empty());
        }
        if let Some(found) = known(&head, is_all).or_else(|| is_all.then(T::default)) {
            break Ok(found);
        }
    };
    let rest = mem::replace(stream, Box::new(io::empty()));
    *stream = Box::new(Cursor::new(head).chain(rest));
    found
}

/// Repeats a read that a signal interrupted.
pub fn uninterrupted(mut read: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

impl Read for Look {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Seen { text, rest } = &mut *seen;
        let read = rest.read(buffer)?;
        text.extend_from_slice(&buffer[..read]);
        if read == 0 && !buffer.is_empty() {
            // A terminal could deliver more text after its end-of-file.
            *rest = Box::new(io::empty());
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_look_reads_is_read_again() {
        let mut stream: Reader = Box::new(Cursor::new(b"one two three"));
        for length in [3, 7, 5, 100] {
            let mut seen = Vec::new();
            let (read, again) = look(stream, |text| text.take(length).read_to_end(&mut seen));
            assert!(b"one two three".starts_with(&seen) && read.unwrap() == 13.min(length as usize));
            stream = again;
        }
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        assert_eq!(all, b"one two three");
    }
}
