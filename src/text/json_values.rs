//! Values in a line of JSON to which paths lead, found step by step, and the texts that they are.

use super::json_cursor::code_unit;
use super::json_path::ItemStep;
use super::json_path::PathTree;
use crate::bleu::tokenize::is_white_space;
use anyhow::Result;
use memchr::memchr;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::char::decode_utf16;
use std::collections::HashMap;
use std::fmt;
use std::ptr;
use tinyvec::TinyVec;

/// A fault in a line.
pub enum LineFault<'l> {
    /// Text that is not JSON, in this part of the line.
    Syntax { json: &'l str, error: serde_json::Error },
    /// A message about the values.
    Content(String),
    /// No value at this path, nor at one like it in the first record.
    UnknownKey(String),
    /// A path that leads to all items of an array, where one text is wanted.
    SeveralValues(String),
}

/// A value as it is written, to which the path of a column leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundValue<'l> {
    pub column: usize,
    pub json: &'l str,
    /// Whether it is a string without escapes, which is its text.
    pub is_plain: bool,
}

/// The values of a line; few need no memory of their own.
pub type FoundValues<'l> = TinyVec<[FoundValue<'l>; 4]>;

impl<'l> FoundValue<'l> {
    /// The text of a string; a value that is none stays as it is written.
    pub fn text(&self) -> Result<Cow<'l, str>, LineFault<'l>> {
        if self.is_plain { Ok(self.json[1..self.json.len() - 1].into()) } else { text(self.json) }
    }
}

/// Finds the values that paths lead to in an object, which is a line, step by step: values that lead on are parsed again. So it
/// knows which fault comes first.
pub fn find_by_steps<'l>(json: &'l str, paths: &PathTree) -> Result<FoundValues<'l>, LineFault<'l>> {
    let mut found = FoundValues::default();
    find_in_object(json, paths, &mut found).map(|()| found)
}

/// The same, in an object to which some paths may lead already.
fn find_in_object<'l>(json: &'l str, paths: &PathTree, found: &mut FoundValues<'l>) -> Result<(), LineFault<'l>> {
    let mut parser = serde_json::Deserializer::from_str(json);
    let members = parser.deserialize_map(Members { paths, found: Vec::new() });
    let members = members.and_then(|members| parser.end().map(|()| members));
    let members = members.map_err(|error| LineFault::Syntax { json, error })?;
    for (place, (JsonText(key), next, value)) in members.iter().enumerate() {
        if members[..place].iter().any(|(_, known, _)| ptr::eq(*known, *next)) {
            return Err(twice(key));
        }
        find_in_value(value.get(), next, found)?;
    }
    Ok(())
}

/// The same for a value, to which some paths lead already.
fn find_in_value<'l>(json: &'l str, paths: &PathTree, found: &mut FoundValues<'l>) -> Result<(), LineFault<'l>> {
    let is_plain = json.starts_with('"') && memchr(b'\\', json.as_bytes()).is_none();
    found.extend(paths.columns.iter().map(|&column| FoundValue { column, json, is_plain }));
    match json.as_bytes()[0] {
        _ if paths.is_end() => {}
        b'{' => return find_in_object(json, paths, found),
        b'[' => {
            for (number, item) in items(json)?.into_iter().enumerate() {
                find_in_item(item, number, paths, found)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// The same for an item of an array to which some paths lead.
pub fn find_in_item<'l>(
    item: &'l str,
    number: usize,
    paths: &PathTree,
    found: &mut FoundValues<'l>,
) -> Result<(), LineFault<'l>> {
    for (step, next) in paths.item_steps() {
        let leads_here = match step {
            ItemStep::Condition { key, value } => has_value(item, key, value),
            _ => step.may_lead_to(number),
        };
        if leads_here {
            find_in_value(item, next, found)?;
        }
    }
    Ok(())
}

/// The text of a key, as it is written; `None` if it is none.
pub fn key_text(json: &str, has_escapes: bool) -> Option<Cow<'_, str>> {
    if has_escapes { text(json).ok() } else { Some(json[1..json.len() - 1].into()) }
}

/// Parses a part of a line.
pub fn parse<'l, T: Deserialize<'l>>(json: &'l str) -> Result<T, LineFault<'l>> {
    serde_json::from_str(json).map_err(|error| LineFault::Syntax { json, error })
}

/// The items of an array, as they are written.
pub fn items(array: &str) -> Result<Vec<&str>, LineFault<'_>> {
    Ok(parse::<Vec<&RawValue>>(array)?.into_iter().map(RawValue::get).collect())
}

/// The text of a string, which is JSON; a value that is none stays as it is written.
pub fn text(json: &str) -> Result<Cow<'_, str>, LineFault<'_>> {
    match json.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(text) if memchr(b'\\', text.as_bytes()).is_none() => Ok(text.into()),
        Some(text) => {
            let whole = unescaped(text.as_bytes()).and_then(|whole| String::from_utf8(whole).ok());
            // The parser knows what is wrong.
            whole.map_or_else(|| parse::<JsonText>(json).map(|JsonText(text)| text), |whole| Ok(whole.into()))
        }
        None => Ok(json.into()),
    }
}

/// The text of a string of JSON, which is given without its quotes; `None` if its escapes are not characters.
pub fn unescaped(json: &[u8]) -> Option<Vec<u8>> {
    // No escape is shorter than its character.
    let (mut text, mut length, mut rest) = (vec![0; json.len()], 0, json);
    loop {
        let plain = memchr(b'\\', rest).unwrap_or(rest.len());
        text[length..length + plain].copy_from_slice(&rest[..plain]);
        length += plain;
        rest = &rest[plain..];
        if rest.is_empty() {
            text.truncate(length);
            return Some(text);
        }
        // In some scripts, each letter is an escape, and spaces are between them.
        while let [b'\\', escaped, ..] = *rest {
            let character = match escaped {
                b'u' => escaped_character(rest)?,
                b'n' => '\n',
                b'r' => '\r',
                b't' => '\t',
                b'b' => '\u{8}',
                b'f' => '\u{c}',
                b'"' | b'\\' | b'/' => char::from(escaped),
                _ => return None,
            };
            length += character.encode_utf8(&mut text[length..]).len();
            rest = &rest[if escaped == b'u' { 6 * character.len_utf16() } else { 2 }..];
            if let [b' ', b'\\', ..] = rest {
                text[length] = b' ';
                length += 1;
                rest = &rest[1..];
            }
        }
        if rest == b"\\" {
            return None;
        }
    }
}

/// The character with whose escape, by its code units, a text begins; both halves of a surrogate pair are escaped.
fn escaped_character(json: &[u8]) -> Option<char> {
    let unit = |json: &[u8]| match *json {
        [b'\\', b'u', a, b, c, d, ..] => code_unit([a, b, c, d]),
        _ => None,
    };
    let first = unit(json)?;
    match first {
        0xD800..0xDC00 => decode_utf16([first, unit(json.get(6..)?)?]).next()?.ok(),
        _ => char::from_u32(first.into()),
    }
}

/// The tokens of a list, joined by spaces; `None` for another value, for an empty list, which tells nothing of its kind, or if an
/// item has white space or is not a string.
pub fn joined_tokens(json: &str) -> Option<String> {
    let tokens: Vec<JsonText> = json.starts_with('[').then(|| serde_json::from_str(json).ok())??;
    let is_token = |JsonText(text): &JsonText| !text.is_empty() && !text.contains(is_white_space);
    let words: Vec<&str> = tokens.iter().map(|JsonText(text)| &**text).collect();
    (!tokens.is_empty() && tokens.iter().all(is_token)).then(|| words.join(" "))
}

/// A string, borrowed unless it has escapes.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonText<'l>(#[serde(borrow)] pub Cow<'l, str>);

/// A member of an object: its key, the paths that lead on from there, and its value.
type Member<'p, 'l> = (JsonText<'l>, &'p PathTree, &'l RawValue);

/// Collects the members of an object to which paths lead.
struct Members<'p, 'l> {
    paths: &'p PathTree,
    found: Vec<Member<'p, 'l>>,
}

impl<'p, 'l> Visitor<'l> for Members<'p, 'l> {
    type Value = Vec<Member<'p, 'l>>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'l>>(mut self, mut object: A) -> Result<Self::Value, A::Error> {
        while let Some(JsonText(key)) = object.next_key()? {
            match self.paths.after_key(&key) {
                Some(next) => self.found.push((JsonText(key), next, object.next_value()?)),
                None => drop(object.next_value::<IgnoredAny>()?),
            }
        }
        Ok(self.found)
    }
}

pub fn twice<'l>(name: &str) -> LineFault<'l> {
    LineFault::Content(format!("two values for '{name}'; keep one"))
}

/// Whether a value is an object in which a key has this value.
fn has_value(json: &str, key: &str, value: &str) -> bool {
    let members: HashMap<JsonText, &RawValue> = serde_json::from_str(json).unwrap_or_default();
    members
        .get(&JsonText(key.into()))
        .is_some_and(|found| text(found.get()).map_or(found.get() == value, |text| text == value))
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
