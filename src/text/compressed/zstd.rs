//! zstd (RFC 8878).
//!
//! Frames are read one after the other, and skippable frames are skipped, as the program zstd does. ruzstd decodes one
//! frame and computes its checksum, which is compared here, as is its size.
//!
//! In a frame without a checksum, not all damage can be found. Of 20,000 such frames with a damaged byte, ruzstd takes 9 that
//! the C library refuses: in 3, reserved bits of the modes of sequences are set; in 6, a single stream of literals ends
//! before or after its last bit. It refuses 4,281 that the C library takes, nearly all with another number of literals than
//! announced.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::ErrorKind;
use std::io::{self, BufRead, Read};
use std::iter;

/// Maximum size in bytes of a frame's window, as of the program zstd without `--long`. It bounds the memory.
const MAX_WINDOW_BYTES: u64 = 128 << 20;

/// The first bytes of a frame with text, the place of its flags after them, and the flag that a later version of the format
/// may give a meaning.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
const FLAGS: usize = MAGIC.len();
const RESERVED: u8 = 1 << 3;

/// Decompresses the frames of a zstd stream one after the other.
pub struct Unzstd<R: BufRead> {
    packed: R,
    decoder: FrameDecoder,
    is_in_frame: bool,
    /// Bytes of the frame's text that have been read.
    frame_bytes: u64,
}

impl<R: BufRead> Unzstd<R> {
    /// Reads a stream that begins with a frame.
    pub fn new(packed: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW_BYTES);
        Unzstd { packed, decoder, is_in_frame: false, frame_bytes: 0 }
    }

    /// Begins the next frame; false if it was skipped.
    fn begin(&mut self) -> io::Result<bool> {
        self.frame_bytes = 0;
        let mut head = Vec::new();
        (&mut self.packed).take(FLAGS as u64 + 1).read_to_end(&mut head)?;
        if head.starts_with(&MAGIC) && head.get(FLAGS).is_some_and(|flags| flags & RESERVED != 0) {
            return Err(damaged("a reserved bit is set"));
        }
        match self.decoder.reset(head.chain(&mut self.packed)) {
            Ok(()) => Ok(true),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                let skipped = io::copy(&mut (&mut self.packed).take(length.into()), &mut io::sink())?;
                if skipped < u64::from(length) { Err(cut_off()) } else { Ok(false) }
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(_))) => {
                Err(io::Error::other("the zstd stream is followed by other data"))
            }
            Err(FrameDecoderError::WindowSizeTooBig { .. }) => Err(io::Error::other(
                "the zstd stream needs more than 128 MiB of memory; unpack it: zstd -dc --long=31 FILE | bleu ...",
            )),
            Err(error) => Err(describe(&error)),
        }
    }

    /// Checks a frame whose text has been read.
    fn check(&self) -> io::Result<()> {
        let checksum = self.decoder.get_checksum_from_data();
        if checksum.is_some() && checksum != self.decoder.get_calculated_checksum() {
            return Err(damaged("its checksum is wrong"));
        }
        // A size of 0 stands for none.
        let size = self.decoder.content_size();
        if size > 0 && size != self.frame_bytes { Err(damaged("its size is wrong")) } else { Ok(()) }
    }
}

impl<R: BufRead> Read for Unzstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_in_frame {
                if self.packed.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                self.is_in_frame = self.begin()?;
                continue;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let blocks = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.packed, blocks).map_err(|error| describe(&error))?;
            }
            let read = self.decoder.read(buffer)?;
            self.frame_bytes += read as u64;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.check()?;
            self.is_in_frame = false;
        }
    }
}

fn damaged(reason: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("the zstd stream is damaged ({reason})"))
}

fn cut_off() -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, "the zstd stream is cut off")
}

/// Describes a decoder's error in terms of the file.
fn describe(error: &(dyn std::error::Error + 'static)) -> io::Error {
    let causes = iter::successors(Some(error), |error| error.source());
    let mut kinds = causes.filter_map(|error| error.downcast_ref::<io::Error>()).map(io::Error::kind);
    if kinds.any(|kind| kind == ErrorKind::UnexpectedEof) {
        return cut_off();
    }
    io::Error::new(ErrorKind::InvalidData, "the zstd stream is damaged")
}
