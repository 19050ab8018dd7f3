//! Records as JSON Lines: one object per line.
//!
//! A name is a key, or a path of keys joined by dots. A candidate is a string; samples are an array of strings. A reference is a string, an array of
//! strings, or missing: null, or a key that is not there. A label is a string, or a number or a Boolean as it is written:
//! as a floating-point number it might equal another.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records, Role, reference_names};
use crate::cli::display::escape;
use crate::cli::suggestions::unknown;
use anyhow::{Result, bail};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A file of JSON Lines.
pub struct Jsonl {
    lines: CheckedLines,
    columns: Columns,
    /// Whether a record has had the column.
    seen: Vec<bool>,
    /// Names of the first record.
    first: Vec<String>,
    other_format: &'static str,
}

impl Jsonl {
    /// A reader of these columns. `other_format` is added to messages about lines that are not JSON.
    pub fn new(lines: CheckedLines, columns: Columns, other_format: &'static str) -> Jsonl {
        Jsonl { lines, seen: vec![false; columns.len()], columns, first: Vec::new(), other_format }
    }

    /// Returns an error if a name of a reference occurred in no record.
    fn check_names(&self) -> Result<()> {
        match self.unseen() {
            Some(name) if !self.first.is_empty() => {
                bail!("{}: {}", self.lines.name(), unknown("key", name, &self.first))
            }
            _ => Ok(()),
        }
    }

    /// Returns a name that no record has had so far.
    fn unseen(&self) -> Option<&String> {
        self.columns.iter().zip(&self.seen).find(|(_, seen)| !**seen).map(|((name, _), _)| name)
    }
}

impl Records for Jsonl {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        let Jsonl { lines, columns, seen, first, other_format } = self;
        while let Some(line) = lines.next_line()? {
            if is_between_records(line) {
                continue;
            }
            let line = str::from_utf8(line)?;
            if first.is_empty() {
                *first = keys(line);
            }
            let parsed = find(line, columns).and_then(|values| {
                seen.iter_mut().zip(&values).for_each(|(seen, value)| *seen |= value.is_some());
                let mut columns = columns.iter().zip(values);
                columns.try_for_each(|((name, role), value)| match value {
                    Some(json) => add(record, *role, name, json),
                    None if *role == Role::Reference => add(record, *role, name, "null"),
                    None if first.contains(name) => {
                        let name = escape(name);
                        Err(Fault::Content(format!("no '{name}' in this record; add it, or remove the segment")))
                    }
                    // Keys are unknown also if the first line has a text that cannot be read.
                    None => parse::<Value>(line).and_then(|_| Err(Fault::Content(unknown("key", name, first)))),
                })
            });
            let parsed = parsed.map_err(|fault| match fault {
                // After a line of keys, the format is certain.
                Fault::Syntax { json, error } => {
                    describe(line, json, &error, if first.is_empty() { other_format } else { "" })
                }
                Fault::Content(message) => format!(": {message}"),
            });
            record.place = Place::Line(lines.number());
            return match parsed {
                Ok(()) => Ok(true),
                Err(message) => bail!("{}: {}{message}", lines.name(), record.place),
            };
        }
        self.check_names().map(|()| false)
    }

    fn is_ready(&self) -> bool {
        !is_between_records(self.lines.rest())
    }

    fn name(&self) -> &str {
        self.lines.name()
    }

    fn inputs(&self) -> Vec<&InputStream> {
        vec![self.lines.input()]
    }

    fn known_names(&self) -> Vec<String> {
        self.first.clone()
    }

    fn missing_reference(&self) -> String {
        match self.unseen() {
            Some(name) => unknown("key", name, &self.first),
            None => {
                let names = reference_names(&self.columns).join(" or ");
                format!("no reference; add a text to {names}, or remove the segment")
            }
        }
    }
}

/// Whether lines hold no record: nothing but the white space of JSON.
fn is_between_records(lines: &[u8]) -> bool {
    lines.iter().all(|byte| b" \t\r\n".contains(byte))
}

/// Returns the keys of an object, those of objects inside it joined by dots.
fn keys(line: &str) -> Vec<String> {
    fn add(prefix: &str, object: &serde_json::Map<String, Value>, keys: &mut Vec<String>) {
        for (key, value) in object {
            match value {
                Value::Object(inner) => add(&format!("{prefix}{key}."), inner, keys),
                _ => keys.push(format!("{prefix}{key}")),
            }
        }
    }
    let mut keys = Vec::new();
    if let Ok(Value::Object(object)) = serde_json::from_str(line) {
        add("", &object, &mut keys);
    }
    keys
}

/// A fault in a line.
enum Fault<'a> {
    /// Text that is not JSON, in this part of the line.
    Syntax { json: &'a str, error: serde_json::Error },
    /// A message about the values.
    Content(String),
}

/// Describes text that is not JSON in a part of a line: `, byte N: `, and what is wrong. `other_format` is added unless
/// the line is surely JSON.
fn describe(line: &str, part: &str, error: &serde_json::Error, other_format: &str) -> String {
    let byte = (part.as_ptr() as usize - line.as_ptr() as usize) + error.column().max(1);
    let parser = error.to_string();
    let parser = parser.rsplit_once(" at line ").map_or(&*parser, |(message, _place)| message);
    let message = match line.trim_start().bytes().next() {
        Some(b'[') => "an array; write one object per line: jq -c '.[]' FILE | bleu --records - ...".to_owned(),
        _ if error.is_eof() => {
            "the object ends on another line; write one object per line: jq -c . FILE | bleu --records - ...".to_owned()
        }
        Some(b'{') if parser.contains("hex escape") => {
            "half of a surrogate pair (such as \\ud800); was the text cut in the middle of a character?".to_owned()
        }
        Some(b'{') => format!("not JSON: {parser}{other_format}"),
        _ => format!("not a JSON object, such as {{\"ref\": \"...\", \"mt\": \"...\"}}{other_format}"),
    };
    format!(", byte {byte}: {message}")
}

/// A string, which is borrowed if it has no escapes.
#[derive(serde::Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The keys and values of an object.
struct Pairs<'a>(Vec<(Text<'a>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs<'de>, D::Error> {
        struct PairsVisitor;
        impl<'de> Visitor<'de> for PairsVisitor {
            type Value = Pairs<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs<'de>, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(PairsVisitor)
    }
}

/// Parses a part of a line.
fn parse<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, Fault<'a>> {
    serde_json::from_str(json).map_err(|error| Fault::Syntax { json, error })
}

/// Finds the values of the columns in a line, as JSON; `None` for those that are not there.
fn find<'a>(line: &'a str, columns: &'a [(String, Role)]) -> Result<Vec<Option<&'a str>>, Fault<'a>> {
    let twice = |name: &str| Err(Fault::Content(format!("two values for '{}'; keep one", escape(name))));
    let mut values: Vec<Option<&str>> = vec![None; columns.len()];
    // Objects to look into. Each path is a column, and the rest of its name below the object.
    let paths: Vec<(usize, &str)> = columns.iter().map(|(name, _)| name.as_str()).enumerate().collect();
    let mut objects = vec![(line, paths)];
    while let Some((object, paths)) = objects.pop() {
        let Pairs(pairs) = parse(object)?;
        let mut nested: Vec<Cow<str>> = Vec::new();
        for (Text(key), value) in pairs {
            let mut of_key = paths.iter().filter(|(_, path)| **path == *key).peekable();
            if of_key.peek().is_some() {
                for &(column, _) in of_key {
                    if values[column].replace(value.get()).is_some() {
                        return twice(&columns[column].0);
                    }
                }
                continue;
            }
            let inner = |path: &(usize, &'a str)| Some((path.0, path.1.strip_prefix(&*key)?.strip_prefix('.')?));
            let inner: Vec<(usize, &str)> = paths.iter().filter_map(inner).collect();
            if inner.is_empty() {
                continue;
            }
            if nested.contains(&key) {
                return twice(&key);
            }
            nested.push(key);
            if value.get().starts_with('{') {
                objects.push((value.get(), inner));
            }
        }
    }
    Ok(values)
}

/// Adds a value to the record.
fn add<'a>(record: &mut Record, role: Role, name: &str, json: &'a str) -> Result<(), Fault<'a>> {
    let wrong = |found: &str| {
        let (noun, expected) = match role {
            Role::Candidate if json.starts_with('[') => ("candidate", "a string; for several samples: --samples array"),
            Role::Candidate => ("candidate", "a string"),
            Role::Samples => ("candidate", "an array of strings"),
            Role::Reference => ("reference", "a string, an array of strings, or null"),
            Role::Group | Role::Join | Role::Id | Role::Segment => ("label", "a string or a number"),
        };
        Fault::Content(format!("the {noun} '{}' is {found}; it must be {expected}", escape(name)))
    };
    match (role, json.as_bytes()) {
        (Role::Samples, [b'[', ..]) => {
            let samples = parse::<Vec<&RawValue>>(json)?;
            if samples.is_empty() {
                return Err(wrong("an empty array"));
            }
            for sample in samples {
                match sample.get().as_bytes() {
                    [b'"', ..] => add(record, Role::Candidate, name, sample.get())?,
                    _ => return Err(wrong(&format!("an array that holds {}", kind(sample.get())))),
                }
            }
        }
        (Role::Samples, _) => return Err(wrong(kind(json))),
        (_, [b'"', ..]) => record.add(role, Some(parse::<Text>(json)?.0.as_bytes())),
        (Role::Reference, [b'n', ..]) => record.add(role, None),
        (Role::Reference, [b'[', ..]) => {
            for item in parse::<Vec<&RawValue>>(json)? {
                match item.get().as_bytes() {
                    [b'"' | b'n', ..] => add(record, role, name, item.get())?,
                    _ => return Err(wrong(&format!("an array that holds {}", kind(item.get())))),
                }
            }
        }
        (Role::Group | Role::Join | Role::Id | Role::Segment, [b'-' | b'0'..=b'9' | b't' | b'f', ..]) => {
            record.add(role, Some(json.as_bytes()));
        }
        _ => return Err(wrong(kind(json))),
    }
    Ok(())
}

/// Returns the kind of a value, with its article.
fn kind(json: &str) -> &'static str {
    match json.as_bytes() {
        [b'"', ..] => "a string",
        [b'[', ..] => "an array",
        [b'{', ..] => "an object",
        [b'n', ..] => "null",
        [b't' | b'f', ..] => "a Boolean",
        _ => "a number",
    }
}
