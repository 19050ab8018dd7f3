//! Text in UTF-16, as Excel saves "Unicode text", read as UTF-8.

use super::lookahead::Reader;
use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_16BE, UTF_16LE};
use std::io;
use std::io::{ErrorKind, Read};

/// Number of bytes of UTF-16 that are decoded at once.
const CHUNK: usize = 16 << 10;

/// Maximum number of bytes of UTF-8 per byte of UTF-16: three for two.
const MAX_GROWTH: usize = 2;

/// Returns the encoding of a text that begins like this, if its byte order mark is UTF-16's; `None` if more of it is needed to
/// know.
pub fn marked_encoding(head: &[u8]) -> Option<Option<&'static Encoding>> {
    match head {
        // The mark of UTF-32 begins like that of UTF-16.
        [0xFF, 0xFE, 0, 0, ..] => Some(None),
        [0xFF, 0xFE, _, _, ..] => Some(Some(UTF_16LE)),
        [0xFE, 0xFF, ..] => Some(Some(UTF_16BE)),
        [] | [0xFE] | [0xFF] | [0xFF, 0xFE, ..] => None,
        _ => Some(None),
    }
}

/// A text in UTF-16 that is read as UTF-8, without its byte order mark.
pub struct Utf16Reader {
    source: Reader,
    decoder: Decoder,
    /// Text that was decoded, and the number of its bytes that were read.
    decoded: Vec<u8>,
    read: usize,
    is_at_end: bool,
}

impl Utf16Reader {
    /// The text of a source in one of the encodings of [`marked_encoding`].
    pub fn new(source: Reader, encoding: &'static Encoding) -> Utf16Reader {
        let decoder = encoding.new_decoder_with_bom_removal();
        Utf16Reader { source, decoder, decoded: Vec::new(), read: 0, is_at_end: false }
    }

    /// Decodes the next bytes of the source.
    fn decode_more(&mut self) -> io::Result<()> {
        let mut bytes = [0; CHUNK];
        let len = self.source.read(&mut bytes)?;
        self.is_at_end = len == 0;
        // Room for a character that the last call left incomplete too.
        self.decoded.resize(MAX_GROWTH * len + 16, 0);
        let (result, _, written) =
            self.decoder.decode_to_utf8_without_replacement(&bytes[..len], &mut self.decoded, self.is_at_end);
        (self.read, _) = (0, self.decoded.truncate(written));
        match result {
            DecoderResult::InputEmpty => Ok(()),
            DecoderResult::Malformed(..) | DecoderResult::OutputFull => {
                let message = "begins as UTF-16, but goes on with bytes that are not; save it as UTF-8 again";
                Err(io::Error::new(ErrorKind::InvalidData, message))
            }
        }
    }
}

impl Read for Utf16Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.decoded.len() && !self.is_at_end {
            self.decode_more()?;
        }
        let len = (&self.decoded[self.read..]).read(buffer)?;
        self.read += len;
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// The text as UTF-16 in one order of bytes, with a byte order mark.
    fn utf_16(text: &str, is_little: bool) -> Vec<u8> {
        let units = "\u{FEFF}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(|unit| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
    }

    fn decoded(bytes: Vec<u8>) -> io::Result<String> {
        let encoding = marked_encoding(&bytes).flatten().unwrap();
        let mut text = String::new();
        Utf16Reader::new(Box::new(Cursor::new(bytes)), encoding).read_to_string(&mut text).map(|_| text)
    }

    #[test]
    fn text_of_any_length_is_decoded() {
        for len in [0, 1, 2, CHUNK / 4, CHUNK / 2 - 1, CHUNK / 2, CHUNK] {
            for piece in ["a", "é", "漢", "😀", "a😀"] {
                let text = piece.repeat(len);
                for is_little in [true, false] {
                    let bytes = utf_16(&text, is_little);
                    if bytes.len() >= 4 {
                        assert_eq!(decoded(bytes).unwrap(), text, "{piece} {len}");
                    }
                }
            }
        }
    }

    #[test]
    fn damage_is_an_error() {
        let mut odd = utf_16("abc", true);
        odd.push(1);
        assert_eq!(decoded(odd).unwrap_err().kind(), ErrorKind::InvalidData);
        assert!(decoded(vec![0xFE, 0xFF, 0xD8, 0, 0, b'a']).is_err());
    }

    #[test]
    fn only_marks_of_utf_16_are_known() {
        assert_eq!(marked_encoding(&[0xFF, 0xFE, 0, 0]), Some(None));
        assert_eq!(marked_encoding(&[0xFF, 0xFE]), None);
        assert_eq!(marked_encoding(b"a"), Some(None));
        assert_eq!(marked_encoding(&[0xFF, 0xFE, b'a', 0]), Some(Some(UTF_16LE)));
    }
}
