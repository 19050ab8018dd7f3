//! gzip streams as the program gzip reads them: members joined, zeros behind them.

use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};

/// The first bytes of every gzip stream.
pub const MAGIC: [u8; 2] = [0x1F, 0x8B];

/// Unpacks the members of a gzip stream one after the other.
pub struct Gunzip<R: BufRead> {
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gunzip<R> {
    /// Reads from a stream that begins with [`MAGIC`].
    pub fn new(packed: R) -> Self {
        Gunzip { member: Some(GzDecoder::new(packed)) }
    }

    /// Goes on behind a member: to the next one, or over padding zeros to the end.
    fn next_member(&mut self, mut packed: R) -> io::Result<()> {
        let mut padded = false;
        loop {
            let rest = packed.fill_buf()?;
            let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
            match rest.get(zeros) {
                None if rest.is_empty() => return Ok(()),
                None => {
                    padded = true;
                    packed.consume(zeros);
                }
                Some(&byte) if byte == MAGIC[0] && zeros == 0 && !padded => {
                    self.member = Some(GzDecoder::new(packed));
                    return Ok(());
                }
                Some(_) => return Err(io::Error::other("the gzip stream is followed by something else")),
            }
        }
    }
}

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer).map_err(describe)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if let Some(done) = self.member.take() {
                self.next_member(done.into_inner())?;
            }
        }
        Ok(0)
    }
}

/// Says what the decoder's error means for the file.
fn describe(error: io::Error) -> io::Error {
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => "the gzip stream is cut off".to_owned(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => format!("the gzip stream is damaged ({error})"),
        _ => return error,
    };
    io::Error::new(error.kind(), what)
}
