//! Records as JSON Lines: one object per line.
//!
//! A name is a key, or a path of keys joined by dots. A candidate is a string; samples are an array of strings. A reference is a string, an array of
//! strings, or missing: null, or a key that is not there. A label is a string, or a number or a Boolean as it is written:
//! as a floating-point number it might equal another.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records, Role};
use crate::cli::suggestions::unknown;
use anyhow::{Result, bail};
use memchr::memchr;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A file of JSON Lines.
pub struct Jsonl {
    lines: CheckedLines,
    columns: Vec<Column>,
    /// Names of the first record.
    first: Vec<String>,
    other_format: &'static str,
}

/// Values that are read from each record.
struct Column {
    name: String,
    role: Role,
    /// The name with dots in place of brackets, and `*` for all items of an array.
    dotted: String,
    /// Whether it is all items of an array.
    has_all_items: bool,
    /// Whether a record has had it.
    is_seen: bool,
}

impl Column {
    fn new(name: String, role: Role) -> Column {
        let dotted = dotted(&name);
        let has_all_items = dotted.split('.').any(|step| step == "*");
        Column { name, role, dotted, has_all_items, is_seen: false }
    }

    /// The paths to its values: its name may be that of a key.
    fn paths(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.name).chain(Some(&*self.dotted).filter(|dotted| *dotted != self.name))
    }

    /// Adds the values of a line to a record. `first` are the names of the first record.
    fn add<'a>(
        &mut self,
        line: &'a str,
        mut values: impl Iterator<Item = &'a str>,
        first: &[String],
        record: &mut Record,
    ) -> Result<(), Fault<'a>> {
        let Column { name, role, dotted: path, has_all_items, .. } = self;
        let Some(value) = values.next() else {
            return match role {
                Role::Reference => add(record, *role, name, "null"),
                _ if first.iter().any(|known| dotted(known) == *path) => {
                    Err(Fault::Content(format!("no '{name}' in this record; add it, or remove the segment")))
                }
                // Keys are unknown also if the first line has a text that cannot be read.
                _ => parse::<Value>(line).and_then(|_| Err(Fault::Content(unknown("key", name, first)))),
            };
        };
        self.is_seen = true;
        let mut values = std::iter::once(value).chain(values);
        match role {
            Role::Samples if *has_all_items => values.try_for_each(|json| add_sample(record, name, json)),
            _ if *has_all_items && *role != Role::Reference => {
                let advice = "name one item, as in [0], or use --samples array for a candidate";
                Err(Fault::Content(format!("'{name}' may have several values; {advice}")))
            }
            _ => values.try_for_each(|json| add(record, *role, name, json)),
        }
    }
}

impl Jsonl {
    /// A reader of these columns. `other_format` is added to messages about lines that are not JSON.
    pub fn new(lines: CheckedLines, columns: Columns, other_format: &'static str) -> Jsonl {
        let columns = columns.into_iter().map(|(name, role)| Column::new(name, role)).collect();
        Jsonl { lines, columns, first: Vec::new(), other_format }
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
        self.columns.iter().find(|column| !column.is_seen).map(|column| &column.name)
    }
}

impl Records for Jsonl {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        let Jsonl { lines, columns, first, other_format } = self;
        while let Some(line) = lines.next_line()? {
            if is_between_records(line) {
                continue;
            }
            let line = simdutf8::basic::from_utf8(line)?;
            if first.is_empty() {
                *first = keys(line);
            }
            let parsed = (|| {
                let paths =
                    columns.iter().enumerate().flat_map(|(i, column)| column.paths().map(move |path| (i, path)));
                let mut values: Vec<(usize, &str)> = Vec::new();
                find(line, &paths.collect::<Vec<_>>(), &mut |column, json| {
                    let Column { name, has_all_items, .. } = &columns[column];
                    let is_second = !has_all_items && values.iter().any(|(of, _)| *of == column);
                    values.push((column, json));
                    if is_second { Err(twice(name)) } else { Ok(()) }
                })?;
                columns.iter_mut().enumerate().try_for_each(|(i, column)| {
                    let of_column = values.iter().filter(|(of, _)| *of == i).map(|(_, json)| *json);
                    column.add(line, of_column, first, record)
                })
            })();
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

    fn unknown_reference(&self) -> Option<String> {
        self.unseen().map(|name| unknown("key", name, &self.first))
    }

    fn missing_reference(&self) -> String {
        let references = self.columns.iter().filter(|column| column.role == Role::Reference);
        let names = references.map(|column| &*column.name).collect::<Vec<_>>().join(" or ");
        format!("no reference; add a text to {names}, or leave out such segments with --empty-reference skip")
    }
}

/// Whether lines hold no record: nothing but the white space of JSON.
fn is_between_records(lines: &[u8]) -> bool {
    lines.iter().all(|byte| b" \t\r\n".contains(byte))
}

/// Returns a path with dots in place of brackets, and `*` for all items of an array.
fn dotted(path: &str) -> String {
    path.replace("[]", ".*").replace('[', ".").replace(']', "")
}

/// Returns the paths to the values of an object, as far as they are in objects and in the first items of arrays.
fn keys(line: &str) -> Vec<String> {
    fn add(path: String, value: &Value, keys: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                object.iter().for_each(|(key, value)| add(format!("{path}.{key}"), value, keys));
            }
            Value::Array(items) if items.first().is_some_and(|item| item.is_object() || item.is_array()) => {
                add(format!("{path}[0]"), &items[0], keys);
            }
            _ => keys.push(path),
        }
    }
    let mut keys = Vec::new();
    if let Ok(Value::Object(object)) = serde_json::from_str(line) {
        object.iter().for_each(|(key, value)| add(key.clone(), value, &mut keys));
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

/// A function that is given each value that is found, as JSON, with the number of its column.
type Found<'f, 'a> = &'f mut dyn FnMut(usize, &'a str) -> Result<(), Fault<'a>>;

/// Finds the values of paths in an object. Of a path to all items of an array there may be any number.
fn find<'a>(object: &'a str, paths: &[(usize, &str)], found: Found<'_, 'a>) -> Result<(), Fault<'a>> {
    let Pairs(pairs) = parse(object)?;
    for (i, (Text(key), value)) in pairs.iter().enumerate() {
        let mut below = Vec::new();
        let mut is_wanted = false;
        for &(column, path) in paths {
            match path.strip_prefix(&**key) {
                Some("") => found(column, value.get())?,
                Some(rest) if rest.starts_with('.') => below.push((column, &rest[1..])),
                _ => continue,
            }
            is_wanted = true;
        }
        if is_wanted && pairs[..i].iter().any(|(Text(other), _)| other == key) {
            return Err(twice(key));
        }
        find_below(value.get(), &below, found)?;
    }
    Ok(())
}

/// Finds the values of paths, if there are any, in a value, if it is an object or array.
fn find_below<'a>(value: &'a str, paths: &[(usize, &str)], found: Found<'_, 'a>) -> Result<(), Fault<'a>> {
    match value.as_bytes() {
        _ if paths.is_empty() => Ok(()),
        [b'{', ..] => find(value, paths, found),
        [b'[', ..] => {
            for (i, item) in parse::<Vec<&RawValue>>(value)?.into_iter().enumerate() {
                let mut below = Vec::new();
                for &(column, path) in paths {
                    match path.split_once('.').unwrap_or((path, "")) {
                        (step, _) if step != "*" && step.parse() != Ok(i) => {}
                        (_, "") => found(column, item.get())?,
                        (_, rest) => below.push((column, rest)),
                    }
                }
                find_below(item.get(), &below, found)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn twice<'a>(name: &str) -> Fault<'a> {
    Fault::Content(format!("two values for '{name}'; keep one"))
}

/// Adds a sample to the record.
fn add_sample<'a>(record: &mut Record, name: &str, json: &'a str) -> Result<(), Fault<'a>> {
    match json.as_bytes() {
        [b'"', ..] => add(record, Role::Candidate, name, json),
        _ => Err(Fault::Content(format!("the candidate '{name}' is {}; it must be a string", kind(json)))),
    }
}

/// Adds a value to the record.
fn add<'a>(record: &mut Record, role: Role, name: &str, json: &'a str) -> Result<(), Fault<'a>> {
    let wrong = |found: &str| {
        let (noun, expected) = match role {
            Role::Candidate if json.starts_with('[') => ("candidate", "a string; for several samples: --samples array"),
            Role::Candidate => ("candidate", "a string"),
            Role::Samples => ("candidate", "an array of strings"),
            Role::Reference => ("reference", "a string, an array of strings, or null"),
            Role::Source => ("source", "a string"),
            Role::Group | Role::Join | Role::Id | Role::Segment | Role::System => ("label", "a string or a number"),
        };
        Fault::Content(format!("the {noun} '{name}' is {found}; it must be {expected}"))
    };
    match (role, json.as_bytes()) {
        (Role::Samples | Role::Reference, [b'[', ..]) => {
            let items = parse::<Vec<&RawValue>>(json)?;
            let (of_items, beginnings) =
                if role == Role::Samples { (Role::Candidate, "\"") } else { (Role::Reference, "\"n") };
            if role == Role::Samples && items.is_empty() {
                return Err(wrong("an empty array"));
            }
            for item in items.into_iter().map(RawValue::get) {
                if !item.starts_with(|first| beginnings.contains(first)) {
                    return Err(wrong(&format!("an array that holds {}", kind(item))));
                }
                add(record, of_items, name, item)?;
            }
        }
        (Role::Samples, _) => return Err(wrong(kind(json))),
        // A string without escapes is not read again.
        (_, [b'"', text @ .., b'"']) if memchr(b'\\', text).is_none() => record.add(role, Some(text)),
        (_, [b'"', ..]) => record.add(role, Some(parse::<Text>(json)?.0.as_bytes())),
        (Role::Reference, [b'n', ..]) => record.add(role, None),
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
