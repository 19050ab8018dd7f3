//! gzip.
//!
//! Members are read one after the other, and zeros after the last are skipped, as the program gzip does. The decoder of
//! several members in flate2 (`MultiGzDecoder`) does not accept such padding, which tapes and some archives have, and
//! its errors do not distinguish truncated streams from damaged ones or from trailing data.

use super::GZIP;
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};

/// Decompresses the members of a gzip stream one after the other.
pub struct Gunzip<R: BufRead> {
    /// `None` after the last member.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gunzip<R> {
    /// Reads a stream that begins with [`GZIP`].
    pub fn new(packed: R) -> Self {
        Gunzip { member: Some(GzDecoder::new(packed)) }
    }

    /// Begins the next member, if there is one. Only zeros may follow the last.
    fn next_member(&mut self) -> io::Result<()> {
        let Some(mut packed) = self.member.take().map(GzDecoder::into_inner) else { return Ok(()) };
        if packed.fill_buf()?.first() == Some(&GZIP[0]) {
            self.member = Some(GzDecoder::new(packed));
            return Ok(());
        }
        while let rest @ [_, ..] = packed.fill_buf()? {
            if rest.iter().any(|&byte| byte != 0) {
                return Err(io::Error::other("the gzip stream is followed by other data"));
            }
            let zeros = rest.len();
            packed.consume(zeros);
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer).map_err(describe)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.next_member()?;
        }
        Ok(0)
    }
}

/// Describes a decoder's error in terms of the file.
fn describe(error: io::Error) -> io::Error {
    let message = match error.kind() {
        io::ErrorKind::UnexpectedEof => "the gzip stream is cut off".to_owned(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => format!("the gzip stream is damaged ({error})"),
        _ => return error,
    };
    io::Error::new(error.kind(), message)
}
