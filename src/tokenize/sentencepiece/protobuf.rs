//! Fields of a protocol buffer, without a schema.
//!
//! Encoding: <https://protobuf.dev/programming-guides/encoding/>.

use super::refused;
use crate::Error;

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

/// Returns the fields of a message in their order: numbers and values.
///
/// # Errors
/// If it is not a message.
pub fn fields(mut message: &[u8]) -> Result<Vec<(u64, Value<'_>)>, Error> {
    let mut fields = Vec::new();
    while !message.is_empty() {
        fields.push(field(&mut message).ok_or_else(not_a_model)?);
    }
    Ok(fields)
}

fn field<'a>(rest: &mut &'a [u8]) -> Option<(u64, Value<'a>)> {
    let key = varint(rest)?;
    let value = match key & 7 {
        0 => Value::Integer(varint(rest)?),
        1 => rest.split_off(..8).map(|_| Value::Fixed64)?,
        2 => {
            let length = usize::try_from(varint(rest)?).ok()?;
            Value::Bytes(rest.split_off(..length)?)
        }
        5 => Value::Fixed32(*rest.split_off(..4)?.first_chunk()?),
        _ => return None,
    };
    (key >> 3 != 0).then_some((key >> 3, value))
}

/// Reads an integer of seven bits per byte, the lowest first.
fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = *rest.split_off_first()?;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}
