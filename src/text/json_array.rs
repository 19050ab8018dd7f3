//! An array of JSON as lines: each item becomes one, so that it is read like JSON Lines, in constant memory.

use super::compressed::Reader;
use anyhow::Result;
use std::io;
use std::io::Error;
use std::io::Read;

/// Size in bytes of a read.
const READ_BYTES: usize = 64 << 10;

/// Returns the items of an array, each on a line. Line ends in an item become spaces. The items themselves are not
/// checked.
pub fn array_items(array: Reader) -> Reader {
    items(array, None)
}

/// Returns the items of the array that a key of an object has, each on a line.
pub fn items_of_key(object: Reader, key: &str) -> Reader {
    items(object, Some(key.as_bytes().to_vec()))
}

fn items(input: Reader, key: Option<Vec<u8>>) -> Reader {
    let scanner = Scanner { key, is_first: true, ..Scanner::default() };
    Box::new(ArrayItems { input, scanner, lines: Vec::new(), next: 0 })
}

struct ArrayItems {
    input: Reader,
    scanner: Scanner,
    /// Lines that were made of what was read, and the first byte of them that is still to be returned.
    lines: Vec<u8>,
    next: usize,
}

/// Finds the items, byte by byte.
#[derive(Default)]
struct Scanner {
    /// The key of the array, if it is in an object.
    key: Option<Vec<u8>>,
    /// The last string before the array, which may be its key.
    last_string: Vec<u8>,
    place: ArrayPlace,
    is_in_string: bool,
    is_after_backslash: bool,
    /// Number of objects and arrays around the next byte, the array itself not among them.
    depth: usize,
    /// Whether an item has begun, and whether it is the first.
    has_item: bool,
    is_first: bool,
}

/// Place of a byte: before, in or after the array.
#[derive(Clone, Copy, Default, PartialEq)]
enum ArrayPlace {
    #[default]
    Before,
    Inside,
    After,
}

impl Scanner {
    /// Takes the next byte, and returns the one that is written for it. The error is a message.
    fn next(&mut self, byte: u8) -> Result<Option<u8>, &'static str> {
        let is_inside = self.place == ArrayPlace::Inside;
        if self.is_in_string {
            self.is_in_string = self.is_after_backslash || byte != b'"';
            self.is_after_backslash = byte == b'\\' && !self.is_after_backslash;
            if !is_inside && self.is_in_string {
                self.last_string.push(byte);
            }
            // A line end within a string is not JSON, and stays wrong as this control character.
            return Ok(is_inside.then_some(if byte == b'\n' { b'\x01' } else { byte }));
        }
        let is_white = b" \t\r\n".contains(&byte);
        match (self.place, byte) {
            (ArrayPlace::Inside, b',' | b']') if self.depth == 0 => return self.end_item(byte).map(Some),
            (ArrayPlace::Before, b'[') if self.is_array() => {
                (self.place, self.depth) = (ArrayPlace::Inside, 0);
                return Ok(None);
            }
            (ArrayPlace::Before, _) if !is_white && self.key.is_none() => return Err("not an array of JSON"),
            (ArrayPlace::After, _) if !is_white && self.key.is_none() => {
                return Err("text after the end of the array; remove it");
            }
            (_, b'"') => {
                self.is_in_string = true;
                self.last_string.clear();
            }
            (_, b'{' | b'[') => self.depth += 1,
            (_, b'}' | b']') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.has_item |= is_inside && !is_white;
        Ok(is_inside.then_some(if is_white { b' ' } else { byte }))
    }

    /// Whether a bracket begins the array.
    fn is_array(&self) -> bool {
        self.key.as_ref().is_none_or(|key| self.depth == 1 && *key == self.last_string)
    }

    /// Ends an item, and the array if this byte does.
    fn end_item(&mut self, byte: u8) -> Result<u8, &'static str> {
        if !self.has_item && (byte == b',' || !self.is_first) {
            return Err("a comma without an object on both sides; remove it");
        }
        (self.has_item, self.is_first) = (false, false);
        if byte == b']' {
            self.place = ArrayPlace::After;
        }
        Ok(b'\n')
    }

    /// Checks that the array has ended.
    fn check_end(&self) -> io::Result<()> {
        match (self.place, &self.key) {
            (ArrayPlace::After, _) => Ok(()),
            (ArrayPlace::Before, Some(key)) => {
                Err(Error::other(format!("no array '{}' in an object", String::from_utf8_lossy(key))))
            }
            _ => Err(Error::other("the array never ends; is the file cut off?")),
        }
    }
}

impl Read for ArrayItems {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.next == self.lines.len() {
            let mut read = [0; READ_BYTES];
            let length = self.input.read(&mut read)?;
            if length == 0 {
                return self.scanner.check_end().map(|()| 0);
            }
            self.lines.clear();
            self.next = 0;
            for &byte in &read[..length] {
                self.lines.extend(self.scanner.next(byte).map_err(Error::other)?);
            }
        }
        let length = (&self.lines[self.next..]).read(buffer)?;
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
