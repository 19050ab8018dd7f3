//! Values inside JSON as lines, so that they are read like JSON Lines, in constant memory: the items of an array, the values of an
//! object, or values that follow each other, each over several lines.

use super::lookahead::Reader;
use memchr::memchr3;
use std::io::{self, Error, Read};
use std::mem;

/// Size in bytes of a read.
const READ_BYTES: usize = 64 << 10;

/// Returns the items of an array, each on a line. Line ends in an item become spaces. The items themselves are not
/// checked.
pub fn array_items(array: Reader) -> Reader {
    items(array, None)
}

/// Returns the items of the array to which these keys lead, one in the other, each on a line. If the last is [`ALL`], the items are
/// the values of an object.
pub fn items_at(object: Reader, keys: &[&str]) -> Reader {
    items(object, Some(keys.iter().map(|key| key.as_bytes().to_vec()).collect()))
}

/// Stands for all keys of an object.
pub const ALL: &str = "*";

/// Returns values that follow each other, each on a line.
pub fn values(input: Reader) -> Reader {
    let scanner = Scanner { place: ArrayPlace::Between, ..Scanner::default() };
    Box::new(ArrayItems { input, scanner, lines: Vec::new(), next: 0 })
}

fn items(input: Reader, keys: Option<Vec<Vec<u8>>>) -> Reader {
    let is_of_object = keys.as_ref().and_then(|keys| keys.last()).is_some_and(|last| last == ALL.as_bytes());
    let scanner = Scanner { keys, is_of_object, is_first: true, ..Scanner::default() };
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
    /// The keys that lead to the array, if it is in an object.
    keys: Option<Vec<Vec<u8>>>,
    /// Whether the items are the values of an object.
    is_of_object: bool,
    /// The last string before the array, which may be a key.
    last_string: Vec<u8>,
    /// The keys of the objects around the next byte, before the array; none for an array.
    path: Vec<Option<Vec<u8>>>,
    /// Whether the next byte is of a key of an object whose values are items.
    is_in_key: bool,
    place: ArrayPlace,
    is_in_string: bool,
    is_after_backslash: bool,
    /// Number of objects and arrays around the next byte, the array itself not among them.
    depth: usize,
    /// Whether an item has begun, and whether it is the first.
    has_item: bool,
    is_first: bool,
}

/// Place of a byte: before, in or after the array, or between values that follow each other.
#[derive(Clone, Copy, Default, PartialEq)]
enum ArrayPlace {
    #[default]
    Before,
    Inside,
    After,
    Between,
}

impl Scanner {
    /// Takes the next byte, and returns the one that is written for it. The error is a message.
    fn next(&mut self, byte: u8) -> Result<Option<u8>, &'static str> {
        if self.place == ArrayPlace::Between {
            return Ok(Some(self.next_of_value(byte)));
        }
        let is_inside = self.place == ArrayPlace::Inside;
        let is_written = is_inside && !self.is_in_key;
        if self.is_in_string {
            self.is_in_string = self.is_after_backslash || byte != b'"';
            self.is_after_backslash = byte == b'\\' && !self.is_after_backslash;
            if !is_inside && self.is_in_string {
                self.last_string.push(byte);
            }
            // A line end within a string is not JSON, and stays wrong as this control character.
            return Ok(is_written.then_some(if byte == b'\n' { b'\x01' } else { byte }));
        }
        let is_white = b" \t\r\n".contains(&byte);
        match (self.place, byte) {
            (ArrayPlace::Inside, b':') if self.is_in_key => {
                self.is_in_key = false;
                return Ok(None);
            }
            (ArrayPlace::Inside, b',' | b']' | b'}') if self.depth == 0 && (byte == b',' || self.is_end(byte)) => {
                return self.end_item(byte).map(Some);
            }
            (ArrayPlace::Before, b'[' | b'{') if self.begins(byte) => {
                (self.place, self.depth, self.is_in_key) = (ArrayPlace::Inside, 0, self.is_of_object);
                return Ok(None);
            }
            (ArrayPlace::Before, _) if !is_white && self.keys.is_none() => return Err("not an array of JSON"),
            (ArrayPlace::After, _) if !is_white && self.depth == 0 => {
                return Err(match self.keys {
                    None => "text after the end of the array; remove it",
                    Some(_) => "more than one object; a path with a colon leads into the only one",
                });
            }
            (_, b'"') => {
                self.is_in_string = true;
                self.last_string.clear();
            }
            (ArrayPlace::Before, b':') => {
                let key = mem::take(&mut self.last_string);
                self.path.iter_mut().last().into_iter().for_each(|last| *last = Some(key.clone()));
            }
            (ArrayPlace::Before, b'{' | b'[') => self.path.push(None),
            (ArrayPlace::Before, b'}' | b']') => drop(self.path.pop()),
            (_, b'{' | b'[') => self.depth += 1,
            (_, b'}' | b']') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.has_item |= is_written && !is_white;
        Ok(is_written.then_some(if is_white { b' ' } else { byte }))
    }

    /// Number of the next bytes that are within a string and are written as they are, which [`next`](Self::next) finds too, one by
    /// one.
    fn text_length(&self, bytes: &[u8]) -> usize {
        let is_written = self.place == ArrayPlace::Between || self.place == ArrayPlace::Inside && !self.is_in_key;
        let is_text = self.is_in_string && !self.is_after_backslash && is_written;
        if is_text { memchr3(b'"', b'\\', b'\n', bytes).unwrap_or(bytes.len()) } else { 0 }
    }

    /// Takes the next byte of values that follow each other, and returns the one that is written for it.
    fn next_of_value(&mut self, byte: u8) -> u8 {
        if self.is_in_string {
            self.is_in_string = self.is_after_backslash || byte != b'"';
            self.is_after_backslash = byte == b'\\' && !self.is_after_backslash;
            return if byte == b'\n' { b'\x01' } else { byte };
        }
        match byte {
            b'"' => self.is_in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b'\n' | b'\r' if self.depth > 0 => return b' ',
            _ => {}
        }
        byte
    }

    /// Whether a bracket begins the array.
    fn begins(&self, bracket: u8) -> bool {
        let Some(keys) = &self.keys else { return bracket == b'[' };
        let steps = if self.is_of_object { &keys[..keys.len() - 1] } else { &keys[..] };
        bracket == (if self.is_of_object { b'{' } else { b'[' })
            && self.path.iter().map(Option::as_ref).eq(steps.iter().map(Some))
    }

    /// Whether a bracket ends the array.
    fn is_end(&self, bracket: u8) -> bool {
        bracket == if self.is_of_object { b'}' } else { b']' }
    }

    /// Ends an item, and the array if this byte does.
    fn end_item(&mut self, byte: u8) -> Result<u8, &'static str> {
        if !self.has_item && (byte == b',' || !self.is_first) {
            return Err("a comma without an object on both sides; remove it");
        }
        (self.has_item, self.is_first) = (false, false);
        self.is_in_key = self.is_of_object;
        if self.is_end(byte) {
            // The objects around the array go on.
            (self.place, self.depth) = (ArrayPlace::After, self.path.len());
        }
        Ok(b'\n')
    }

    /// Checks that the array has ended.
    fn check_end(&self) -> io::Result<()> {
        match (self.place, &self.keys) {
            (ArrayPlace::After | ArrayPlace::Between, _) => Ok(()),
            (ArrayPlace::Before, Some(keys)) => {
                let path: Vec<_> = keys.iter().map(|key| String::from_utf8_lossy(key)).collect();
                let kind = if self.is_of_object { "object" } else { "array" };
                Err(Error::other(format!("no {kind} '{}' in an object", path.join("."))))
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
            let mut rest = &read[..length];
            while let Some((&byte, after)) = rest.split_first() {
                let (text, others) = rest.split_at(self.scanner.text_length(rest));
                self.lines.extend_from_slice(text);
                rest = others;
                if text.is_empty() {
                    self.lines.extend(self.scanner.next(byte).map_err(Error::other)?);
                    rest = after;
                }
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
    fn text_is_found_as_byte_by_byte() {
        for (json, keys) in [
            (r#"["a\"", "\\", "é]\n\"", {"x": "[\u0041"}, "", "\\\""]"#, None),
            ("[\"a\nb\", \"\\\n\"]", None),
            (r#"{"a]\"": "]", "b": ["x\"y", {"a": "\\"}]}"#, Some(&["b"][..])),
            (r#"{"a": "x", "b\"": "\"}"}"#, Some(&[ALL])),
        ] {
            let keys = || keys.map(|keys| keys.iter().map(|key| key.as_bytes().to_vec()).collect::<Vec<_>>());
            let is_of_object = keys().is_some_and(|keys| keys[0] == ALL.as_bytes());
            let mut scanner = Scanner { keys: keys(), is_of_object, is_first: true, ..Scanner::default() };
            let expected: Vec<u8> = json.bytes().filter_map(|byte| scanner.next(byte).unwrap()).collect();
            let mut found = Vec::new();
            items(Box::new(Cursor::new(json)), keys()).read_to_end(&mut found).unwrap();
            assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&expected), "{json}");
        }
    }

    #[test]
    fn an_array_is_found_by_its_key() {
        let object = r#"{"b": ["x"], "c": {"a": [1]}, "d": "a", "a": [{"e": "]"}, {}], "f": [3]}"#;
        let mut lines = String::new();
        items_at(Box::new(Cursor::new(object)), &["a"]).read_to_string(&mut lines).unwrap();
        assert_eq!(lines, "{\"e\": \"]\"}\n {}\n");
        let error = items_at(Box::new(Cursor::new(object)), &["e"]).read_to_string(&mut lines).unwrap_err();
        assert_eq!(error.to_string(), "no array 'e' in an object");
    }

    #[test]
    fn objects_after_the_only_one_are_refused() {
        for (objects, keys, is_one) in [
            (r#"{"a": [{}], "b": {"c": ["}"]}} "#, &["a"][..], true),
            (r#"{"a": [{}]} {"a": [{}]}"#, &["a"], false),
            (r#"{"a": {"b": [{}]}, "c": [[]]}"#, &["a", "b"], true),
            (r#"{"a": {"b": [{}]}} ["#, &["a", "b"], false),
            (r#"{"a": {"x": 1}} {}"#, &["*"], false),
        ] {
            let mut lines = String::new();
            let read = items_at(Box::new(Cursor::new(objects)), keys).read_to_string(&mut lines);
            assert_eq!(read.is_ok(), is_one, "{objects}");
        }
    }

    #[test]
    fn items_are_found_further_in() {
        for (object, keys, expected) in [
            (
                r#"{"r": {"x": [1], "r": [{"a": 1}, {"b": [2]}]}, "s": []}"#,
                &["r", "r"][..],
                "{\"a\": 1}\n {\"b\": [2]}\n",
            ),
            (r#"{"q1": {"a": "}"}, "q:2": {"a": {}}}"#, &["*"], " {\"a\": \"}\"}\n {\"a\": {}}\n"),
            (r#"{"x": [{"r": {"q": 0}}], "r": {"q": {"a": 1}}}"#, &["r", "*"], " {\"a\": 1}\n"),
        ] {
            let mut lines = String::new();
            items_at(Box::new(Cursor::new(object)), keys).read_to_string(&mut lines).unwrap();
            assert_eq!(lines, expected, "{object}");
        }
    }

    #[test]
    fn values_over_several_lines_become_lines() {
        let mut lines = String::new();
        values(Box::new(Cursor::new("{\n \"a\": \"}\"\n}\n[\n1]\n"))).read_to_string(&mut lines).unwrap();
        assert_eq!(lines, "{  \"a\": \"}\" }\n[ 1]\n");
    }

    #[test]
    fn an_array_that_is_not_whole_is_refused() {
        for (array, message) in [
            ("[{}", "never ends"),
            ("[{}, ]", "a comma without"),
            ("[,{}]", "a comma without"),
            ("[{}] {}", "text after the end"),
            ("[{}] \"a\"", "text after the end"),
            ("[\"a", "never ends"),
        ] {
            assert!(lines(array).is_err_and(|error| error.contains(message)), "{array}");
        }
    }
}
