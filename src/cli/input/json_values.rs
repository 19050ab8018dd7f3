//! Values in a line of JSON to which paths lead. All others are only passed over.

use super::json_path::{PathTree, Step};
use crate::tokenize::simd::{is, within};
use serde::Deserialize;
use serde::de::Error as _;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::ops::Range;
use std::ptr;
use tinyvec::TinyVec;
use wide::u8x16;

/// A fault in a line.
pub enum LineFault<'l> {
    /// Text that is not JSON, in this part of the line.
    Syntax { json: &'l str, error: serde_json::Error },
    /// A message about the values.
    Content(String),
}

/// A value that was found: its column, and its place in the line.
pub type FoundValue = (usize, Range<usize>);

/// Finds the values of an object, which is a line, to which paths lead.
pub fn find<'l>(line: &'l str, paths: &PathTree, found: &mut Vec<FoundValue>) -> Result<(), LineFault<'l>> {
    let mut finder = Finder { line, at: 0 };
    finder.find_in_object(paths, found)?;
    if finder.next_byte().is_none() { Ok(()) } else { Err(finder.fault()) }
}

/// Parses a part of a line.
pub fn parse<'l, T: Deserialize<'l>>(json: &'l str) -> Result<T, LineFault<'l>> {
    serde_json::from_str(json).map_err(|error| LineFault::Syntax { json, error })
}

/// Reads each item of an array.
pub fn read_items<'l>(
    array: &'l str,
    mut read: impl FnMut(&'l str) -> Result<(), LineFault<'l>>,
) -> Result<(), LineFault<'l>> {
    Finder { line: array, at: 0 }.read_all(b"[]", |finder| read(finder.pass_value()?))
}

/// The text of a string; a value that is none stays as it is written.
pub fn text(json: &str) -> Result<Cow<'_, str>, LineFault<'_>> {
    match json.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(text) if memchr::memchr(b'\\', text.as_bytes()).is_none() => Ok(text.into()),
        Some(text) => unescaped(text).map_or_else(|| parse(json), Ok).map(Cow::Owned),
        None => Ok(json.into()),
    }
}

/// A text whose escapes were checked, without escapes; `None` if it has half of a surrogate pair. This takes less memory, and
/// so less time, than the parser.
fn unescaped(text: &str) -> Option<String> {
    let (mut unescaped, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, escape)) = rest.split_once('\\') {
        let (character, length) = match escape.as_bytes()[0] {
            b'u' => {
                let unit = |at: usize| u16::from_str_radix(escape.get(at..at + 4)?, 16).ok();
                let first = unit(1)?;
                let second = unit(7).filter(|_| matches!(first, 0xD800..0xDC00) && escape[5..].starts_with("\\u"));
                let character = char::decode_utf16([first].into_iter().chain(second)).next()?.ok()?;
                (character, if second.is_some() { 11 } else { 5 })
            }
            b'b' => ('\x08', 1),
            b'f' => ('\x0C', 1),
            b'n' => ('\n', 1),
            b'r' => ('\r', 1),
            b't' => ('\t', 1),
            other => (other.into(), 1),
        };
        unescaped += before;
        unescaped.push(character);
        rest = &escape[length..];
    }
    Some(unescaped + rest)
}

pub fn twice<'l>(name: &str) -> LineFault<'l> {
    LineFault::Content(format!("two values for '{name}'; keep one"))
}

/// The string that a text begins with, unless it has escapes, or control characters, which are a fault.
fn plain_string(json: &str) -> Option<&str> {
    let text = &json.as_bytes()[1..];
    let (lanes, rest) = text.as_chunks();
    // The zeros after the rest are control characters.
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    let length = lanes.iter().copied().chain([last]).zip((0..).step_by(16)).find_map(|(lane, start)| {
        let lane = u8x16::new(lane);
        let special = (is(lane, b'"') | is(lane, b'\\') | within(lane, 0, b' ' - 1)).to_bitmask();
        (special != 0).then(|| start + special.trailing_zeros() as usize)
    })?;
    (text.get(length) == Some(&b'"')).then(|| &json[..length + 2])
}

/// Reads a line from a place on.
struct Finder<'l> {
    line: &'l str,
    at: usize,
}

impl<'l> Finder<'l> {
    /// Goes to the next byte that is not white space.
    fn next_byte(&mut self) -> Option<u8> {
        let bytes = self.line.as_bytes();
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = bytes.get(self.at) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// Passes over a byte.
    fn pass_byte(&mut self, byte: u8) -> Result<(), LineFault<'l>> {
        let is_next = self.next_byte() == Some(byte);
        self.at += usize::from(is_next);
        if is_next { Ok(()) } else { Err(self.fault()) }
    }

    /// Passes over a value, and returns it.
    fn pass_value(&mut self) -> Result<&'l str, LineFault<'l>> {
        let first = self.next_byte();
        let json = &self.line[self.at..];
        let plain = if first == Some(b'"') { plain_string(json) } else { None };
        let parse = || <&RawValue>::deserialize(&mut serde_json::Deserializer::from_str(json)).map(RawValue::get);
        let value = plain.map_or_else(parse, Ok).map_err(|error| LineFault::Syntax { json, error })?;
        self.at += value.len();
        Ok(value)
    }

    /// The fault that the line is not one object. The parser says where and why.
    fn fault(&self) -> LineFault<'l> {
        let parsed = serde_json::from_str::<Map<String, Value>>(self.line);
        let error = parsed.err().unwrap_or_else(|| serde_json::Error::custom("expected one object"));
        LineFault::Syntax { json: self.line, error }
    }

    /// Reads the items of an array or the members of an object, which are between these brackets.
    fn read_all(
        &mut self,
        [open, close]: &[u8; 2],
        mut read: impl FnMut(&mut Self) -> Result<(), LineFault<'l>>,
    ) -> Result<(), LineFault<'l>> {
        self.pass_byte(*open)?;
        let mut is_first = true;
        loop {
            match self.next_byte() {
                Some(byte) if byte == *close => return self.pass_byte(byte),
                _ if is_first => is_first = false,
                _ => self.pass_byte(b',')?,
            }
            read(self)?;
        }
    }

    /// Reads the members of an object, given what reads the value of a key.
    fn read_members(
        &mut self,
        mut read: impl FnMut(&mut Self, Cow<'l, str>) -> Result<(), LineFault<'l>>,
    ) -> Result<(), LineFault<'l>> {
        self.read_all(b"{}", |finder| {
            let key = if finder.next_byte() == Some(b'"') { finder.pass_value()? } else { return Err(finder.fault()) };
            finder.pass_byte(b':')?;
            read(finder, text(key)?)
        })
    }

    /// Finds the values of an object.
    fn find_in_object(&mut self, paths: &PathTree, found: &mut Vec<FoundValue>) -> Result<(), LineFault<'l>> {
        let mut known: TinyVec<[usize; 4]> = TinyVec::new();
        self.read_members(|finder, key| {
            let Some(next) = paths.after_key(&key) else { return finder.pass_value().map(drop) };
            finder.find_in_value(next, found)?;
            let place = ptr::from_ref(next).addr();
            if known.contains(&place) {
                return Err(twice(&key));
            }
            known.push(place);
            Ok(())
        })
    }

    /// Finds the values of an array.
    fn find_in_array(&mut self, paths: &PathTree, found: &mut Vec<FoundValue>) -> Result<(), LineFault<'l>> {
        let mut number = 0;
        self.read_all(b"[]", |finder| {
            let start = finder.at;
            for (step, next) in paths.item_steps() {
                let leads_here = match step {
                    Step::All => true,
                    Step::Item(item) => item == number,
                    Step::Condition { key, value } => Finder { at: start, ..*finder }.has_value(key, value)?,
                };
                if leads_here {
                    finder.at = start;
                    finder.find_in_value(next, found)?;
                }
            }
            number += 1;
            if finder.at == start { finder.pass_value().map(drop) } else { Ok(()) }
        })
    }

    /// Finds the next value and the values in it.
    fn find_in_value(&mut self, paths: &PathTree, found: &mut Vec<FoundValue>) -> Result<(), LineFault<'l>> {
        let first = self.next_byte();
        let start = self.at;
        match first {
            Some(b'{') if !paths.is_end() => self.find_in_object(paths, found)?,
            Some(b'[') if !paths.is_end() => self.find_in_array(paths, found)?,
            _ => drop(self.pass_value()?),
        }
        found.extend(paths.columns.iter().map(|column| (*column, start..self.at)));
        Ok(())
    }

    /// Whether the next value is an object in which a key has this value.
    fn has_value(&mut self, key: &str, value: &str) -> Result<bool, LineFault<'l>> {
        let mut has_value = false;
        if self.next_byte() == Some(b'{') {
            self.read_members(|finder, known| {
                let json = finder.pass_value()?;
                if known == key {
                    has_value = text(json).map_or(json == value, |text| text == value);
                }
                Ok(())
            })?;
        }
        Ok(has_value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_those_of_the_parser() {
        for json in [r#""""#, r#""a""#, r#""\u00e9\ud83d\ude00\\\"\/ü\n\t\r\b\f""#, r#""\\u0041\u0041""#, r#""\\\\""#]
        {
            assert_eq!(text(json).ok().map(Cow::into_owned), serde_json::from_str(json).ok(), "{json}");
        }
        for json in [r#""\ud83d""#, r#""\ude00\ud83d""#, r#""\ud83dx\ude00""#, r#""\ud83d\n""#, r#""\ud83d\u0041""#] {
            assert!(text(json).is_err(), "{json}");
        }
        assert_eq!(text("1.50").ok().as_deref(), Some("1.50"));
    }
}
