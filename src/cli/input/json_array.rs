//! An array of JSON as lines: each item becomes one, so that it is read like JSON Lines, in constant memory.

use super::compressed::Reader;
use std::io::{self, Error, Read};

/// Size in bytes of a read.
const READ_BYTES: usize = 64 << 10;

/// Returns the items of an array, each on a line. Line ends in an item become spaces. The items themselves are not
/// checked.
pub fn array_items(array: Reader) -> Reader {
    Box::new(ArrayItems { array, key: None, place: Place::Before, lines: Vec::new(), next: 0 })
}

/// Returns the items of the array that a key of an object has, each on a line.
pub fn items_of_key(object: Reader, key: &str) -> Reader {
    let place = Place::Outside { depth: 0, string: InString::No, is_value: false };
    Box::new(ArrayItems {
        array: object,
        key: Some((key.as_bytes().to_vec(), Vec::new())),
        place,
        lines: Vec::new(),
        next: 0,
    })
}

struct ArrayItems {
    array: Reader,
    /// The key of the array if it is in an object, and the last key of the object that was read.
    key: Option<(Vec<u8>, Vec<u8>)>,
    place: Place,
    /// Lines that were made of what was read, and the first byte of them that is still to be returned.
    lines: Vec<u8>,
    next: usize,
}

/// Place in an array.
#[derive(Clone, Copy)]
enum Place {
    Before,
    /// In an object, before the array.
    Outside {
        depth: usize,
        string: InString,
        is_value: bool,
    },
    /// After the bracket, a comma, or a part of an item.
    Inside {
        depth: usize,
        string: InString,
        has_item: bool,
        is_first: bool,
    },
    After,
}

#[derive(Clone, Copy, PartialEq)]
enum InString {
    No,
    Yes,
    AfterBackslash,
}

impl Place {
    /// The place after a byte, and the byte that is written for it. The error is a message.
    fn after(self, byte: u8) -> Result<(Place, Option<u8>), &'static str> {
        let begin = |is_first| Place::Inside { depth: 0, string: InString::No, has_item: false, is_first };
        let is_white = b" \t\r\n".contains(&byte);
        let written = if is_white { b' ' } else { byte };
        match self {
            Place::Outside { .. } => Ok((self, None)),
            Place::Before if byte == b'[' => Ok((begin(true), None)),
            Place::Before | Place::After if is_white => Ok((self, None)),
            Place::Before => Err("not an array of JSON"),
            Place::After => Err("text after the end of the array; remove it"),
            Place::Inside { depth, string: string @ InString::No, has_item, is_first } => match byte {
                b',' | b']' if depth == 0 && !has_item && (byte == b',' || !is_first) => {
                    Err("a comma without an object on both sides; remove it")
                }
                b',' if depth == 0 => Ok((begin(false), Some(b'\n'))),
                b']' if depth == 0 => Ok((Place::After, Some(b'\n'))),
                _ => {
                    let depth = match byte {
                        b'{' | b'[' => depth + 1,
                        b'}' | b']' => depth.saturating_sub(1),
                        _ => depth,
                    };
                    let string = string.after(byte);
                    Ok((Place::Inside { depth, string, has_item: has_item || !is_white, is_first }, Some(written)))
                }
            },
            Place::Inside { depth, string, has_item, is_first } => {
                let string = string.after(byte);
                // A line end within a string is not JSON, and stays wrong as this control character.
                let written = if byte == b'\n' { b'\x01' } else { byte };
                Ok((Place::Inside { depth, string, has_item, is_first }, Some(written)))
            }
        }
    }
}

impl InString {
    /// The place after a byte.
    fn after(self, byte: u8) -> InString {
        match (self, byte) {
            (InString::No, b'"') | (InString::AfterBackslash, _) => InString::Yes,
            (InString::No, _) | (InString::Yes, b'"') => InString::No,
            (InString::Yes, b'\\') => InString::AfterBackslash,
            (InString::Yes, _) => InString::Yes,
        }
    }
}

impl ArrayItems {
    /// Whether a byte is part of the object around the array; the array then begins after the bracket.
    fn is_outside(&mut self, byte: u8) -> bool {
        let Some((key, last)) = &mut self.key else { return false };
        match &mut self.place {
            Place::Outside { depth, string, is_value } => {
                let before = *string;
                *string = before.after(byte);
                match (before, byte) {
                    (InString::No, b'"') if *depth == 1 && !*is_value => last.clear(),
                    (InString::No, b'[') if *depth == 1 && *is_value && key == last => {
                        let string = InString::No;
                        self.place = Place::Inside { depth: 0, string, has_item: false, is_first: true };
                    }
                    (InString::No, b'{' | b'[') => *depth += 1,
                    (InString::No, b'}' | b']') => *depth = depth.saturating_sub(1),
                    (InString::No, b':' | b',') if *depth == 1 => *is_value = byte == b':',
                    (InString::Yes | InString::AfterBackslash, _) if *depth == 1 && *string != InString::No => {
                        last.push(byte);
                    }
                    _ => {}
                }
                true
            }
            // The rest of the object.
            Place::After => true,
            _ => false,
        }
    }
}

impl Read for ArrayItems {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.next == self.lines.len() {
            let mut read = [0; READ_BYTES];
            let length = self.array.read(&mut read)?;
            if length == 0 {
                let is_whole = matches!(self.place, Place::After);
                return match &self.key {
                    _ if is_whole => Ok(0),
                    Some((key, _)) if matches!(self.place, Place::Outside { .. }) => {
                        Err(Error::other(format!("no array '{}' in an object", String::from_utf8_lossy(key))))
                    }
                    _ => Err(Error::other("the array never ends; is the file cut off?")),
                };
            }
            self.lines.clear();
            self.next = 0;
            for &byte in &read[..length] {
                if self.is_outside(byte) {
                    continue;
                }
                let (place, written) = self.place.after(byte).map_err(Error::other)?;
                self.place = place;
                self.lines.extend(written);
            }
        }
        let rest = &self.lines[self.next..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.next += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn lines(array: &'static str) -> Result<String, String> {
        let mut lines = String::new();
        array_items(Box::new(Cursor::new(array))).read_to_string(&mut lines).map_err(|error| error.to_string())?;
        Ok(lines)
    }

    #[test]
    fn each_item_becomes_a_line() {
        for (array, expected) in [
            ("[]", "\n"),
            (" [{\"a\": [1, 2]},\n {\"b\":\n \"],\\\"\"}]\n", "{\"a\": [1, 2]}\n  {\"b\":  \"],\\\"\"}\n"),
        ] {
            assert_eq!(lines(array).as_deref(), Ok(expected), "{array}");
        }
    }

    #[test]
    fn an_array_is_found_by_its_key() {
        let object = r#"{"b": ["x"], "c": {"a": [1]}, "d": "a", "a": [{"e": "]"}, {}], "f": [3]}"#;
        let mut lines = String::new();
        items_of_key(Box::new(Cursor::new(object)), "a").read_to_string(&mut lines).unwrap();
        assert_eq!(lines, "{\"e\": \"]\"}\n {}\n");
        let error = items_of_key(Box::new(Cursor::new(object)), "e").read_to_string(&mut lines).unwrap_err();
        assert_eq!(error.to_string(), "no array 'e' in an object");
    }

    #[test]
    fn an_array_that_is_not_whole_is_refused() {
        for (array, message) in [
            ("[{}", "never ends"),
            ("[{}, ]", "a comma without"),
            ("[,{}]", "a comma without"),
            ("[{}] {}", "text after the end"),
            ("[\"a", "never ends"),
        ] {
            assert!(lines(array).is_err_and(|error| error.contains(message)), "{array}");
        }
    }
}
