//! A look at a text before it is read. A pipe can be read only once, so what the look reads is kept.

use super::compressed::Reader;
use std::io::{self, Cursor, Read};
use std::sync::{Arc, Mutex, PoisonError};

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
    let Seen { text, rest } = std::mem::replace(&mut *seen, Seen { text: Vec::new(), rest: Box::new(io::empty()) });
    (found, Box::new(Cursor::new(text).chain(rest)))
}

impl Read for Look {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Seen { text, rest } = &mut *seen;
        let read = rest.read(buffer)?;
        text.extend_from_slice(&buffer[..read]);
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
