//! Fields of a protocol buffer, without a schema.
//!
//! Encoding: <https://protobuf.dev/programming-guides/encoding/>.

use super::refused;
use crate::bleu::error::Error;

/// Value of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// An integer, a bool or an enum.
    Integer(u64),
    /// A float, or another value of four bytes.
    Fixed32([u8; 4]),
    /// A value of eight bytes, which no field of models is.
    Fixed64,
    /// Text, bytes or a message.
    Bytes(&'a [u8]),
}

/// The error that a file is not a protocol buffer, or cut off.
pub fn not_a_model() -> Error {
    refused("not a SentencePiece model, or cut off")
}

/// The fields of a message in their order: numbers and values. Ends after the first error.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    /// The fields of this message.
    pub fn new(message: &'a [u8]) -> Self {
        Fields { rest: message }
    }

    fn read(&mut self) -> Option<(u64, Value<'a>)> {
        let key = self.varint()?;
        let value = match key & 7 {
            0 => Value::Integer(self.varint()?),
            1 => self.take(8).map(|_| Value::Fixed64)?,
            2 => {
                let length = usize::try_from(self.varint()?).ok()?;
                Value::Bytes(self.take(length)?)
            }
            5 => Value::Fixed32(*self.take(4)?.first_chunk()?),
            _ => return None,
        };
        (key >> 3 != 0).then_some((key >> 3, value))
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    /// An integer of seven bits per byte, the lowest first.
    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u64, Value<'a>), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let field = self.read();
        if field.is_none() {
            self.rest = &[];
        }
        Some(field.ok_or_else(not_a_model))
    }
}
