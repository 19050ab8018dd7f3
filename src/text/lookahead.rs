//! Text that is looked at before it is read. A pipe can be read only once, so what a look reads is kept.

use super::compressed::Reader;
use std::io::{self, Cursor, Read};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A stream that can be looked at from its beginning several times, and then read.
#[derive(Clone)]
pub struct Lookahead(Arc<Mutex<Seen>>);

struct Seen {
    /// What the looks have read.
    text: Vec<u8>,
    /// What comes after it.
    rest: Reader,
}

/// A look at a stream.
struct Look {
    stream: Lookahead,
    position: usize,
}

impl Lookahead {
    /// A stream that nothing has been read of.
    pub fn new(stream: Reader) -> Lookahead {
        Lookahead(Arc::new(Mutex::new(Seen { text: Vec::new(), rest: stream })))
    }

    /// Begins a look at the stream.
    pub fn look(&self) -> Reader {
        Box::new(Look { stream: self.clone(), position: 0 })
    }

    /// The whole stream. The looks are over.
    pub fn into_stream(self) -> Reader {
        let mut seen = self.lock();
        let (text, rest) = (mem::take(&mut seen.text), mem::replace(&mut seen.rest, Box::new(io::empty())));
        Box::new(Cursor::new(text).chain(rest))
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for Look {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut seen = self.stream.lock();
        let Seen { text, rest } = &mut *seen;
        let read = match &text[self.position..] {
            [] => {
                let read = rest.read(buffer)?;
                text.extend_from_slice(&buffer[..read]);
                read
            }
            mut known => known.read(buffer)?,
        };
        self.position += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_look_reads_is_read_again() {
        let stream = Lookahead::new(Box::new(Cursor::new(b"one two three")));
        for length in [3, 7, 5, 100] {
            let mut seen = Vec::new();
            stream.look().take(length).read_to_end(&mut seen).unwrap();
            assert!(b"one two three".starts_with(&seen) && seen.len() == 13.min(length as usize));
        }
        let mut all = Vec::new();
        stream.into_stream().read_to_end(&mut all).unwrap();
        assert_eq!(all, b"one two three");
    }
}
