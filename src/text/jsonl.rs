//! Records as JSON Lines, one object per line, or as an array of objects.
//!
//! A name is a key, or a [path](super::json_path) of keys and items. A candidate is a string; samples are an array of
//! strings. A reference is a string, an array of strings, or missing: null, or a key that is not there. A label is a string,
//! or a number or a Boolean as it is written: as a floating-point number it might equal another.
//!
//! A line is parsed once: of the values that are asked for, the places are noted, and others are passed over.

use super::checked_lines::CheckedLines;
use super::json_array::{array_items, items_of_key};
use super::json_path;
use super::json_path::PathTree;
use super::json_values::{LineFault, find, items, parse, text, twice};
use super::open::InputStream;
use super::record::{Columns, Record, RecordPlace, Records, Role};
use crate::text::display::escape;
use crate::text::suggestions::unknown;
use anyhow::{Result, anyhow, bail};
use serde_json::Value;

/// A file of JSON Lines, or of an array of objects.
pub struct Jsonl {
    lines: CheckedLines,
    /// Whether the lines are items of an array.
    is_array: bool,
    columns: Vec<JsonColumn>,
    /// The paths of the columns.
    paths: PathTree,
    /// Names of the first record.
    first: Vec<String>,
    other_format: &'static str,
}

/// Values that are read from each record.
struct JsonColumn {
    /// The path to the values.
    name: String,
    role: Role,
    /// Whether it is all items of an array.
    has_all_items: bool,
    /// Whether its values are parts of one text.
    is_joined: bool,
    /// Whether a record has had it.
    is_seen: bool,
}

impl JsonColumn {
    fn new(name: String, role: Role) -> JsonColumn {
        let has_all_items = json_path::has_all_items(&name);
        let is_joined = !has_all_items && json_path::has_condition(&name);
        JsonColumn { name, role, has_all_items, is_joined, is_seen: false }
    }

    /// Adds its values, which were found in a line, as fields of the record. `first` are the names of the first record.
    fn add<'l>(
        &mut self,
        line: &'l str,
        found: &[&'l str],
        first: &[String],
        record: &mut Record,
    ) -> Result<(), LineFault<'l>> {
        let JsonColumn { name, role, has_all_items, is_joined, .. } = self;
        let message = match (found.len(), *role) {
            (_, Role::Status) => return found.iter().try_for_each(|json| self.read(json, record)),
            (0, Role::Reference | Role::Answer | Role::Answers) => {
                record.add(*role, None);
                return Ok(());
            }
            (0, _) if first.iter().any(|known| json_path::is_same(known, name)) => {
                format!("no '{name}' in this record; add it, or remove the segment")
            }
            // Keys are unknown also if the first line has a text that cannot be read.
            (0, _) => parse::<Value>(line).map(|_| unknown("key", name, first))?,
            (_, Role::Candidate | Role::Answer) if *has_all_items => {
                let advice = "name one item, as in [0], or use --samples array for a candidate";
                format!("'{name}' may have several values; {advice}")
            }
            (2.., _) if !*has_all_items && !*is_joined => return Err(twice(name)),
            _ => {
                self.is_seen = true;
                let before = record.field_count();
                found.iter().try_for_each(|json| self.read(json, record))?;
                if self.is_joined {
                    record.join_from(before);
                }
                return Ok(());
            }
        };
        Err(LineFault::Content(message))
    }

    /// Adds the texts that a value holds. How an answer ended is the path and the value.
    fn read<'l>(&self, json: &'l str, record: &mut Record) -> Result<(), LineFault<'l>> {
        let JsonColumn { name, role, has_all_items, .. } = self;
        let mut add = |text: Option<&str>| record.add(*role, text.map(str::as_bytes));
        match (json.as_bytes()[0], *role) {
            (b'"' | b'-' | b'0'..=b'9' | b't', Role::Status) => {
                add(Some(name));
                add(Some(&text(json).unwrap_or(json.into())));
            }
            // An object or an array says nothing by itself.
            (_, Role::Status) => {}
            (b'"', role) if role != Role::Samples || *has_all_items => add(Some(&text(json)?)),
            (b'-' | b'0'..=b'9' | b't' | b'f', role) if role.is_label() => add(Some(json)),
            (b'n', Role::Reference | Role::Answer | Role::Answers) => add(None),
            (b'[', role) if role == Role::Reference || role == Role::Samples && !has_all_items => {
                let items = items(json)?;
                for item in &items {
                    match item.as_bytes()[0] {
                        b'"' => add(Some(&text(item)?)),
                        b'n' if role == Role::Reference => add(None),
                        _ => return Err(self.refuse(&format!("an array that holds {}", kind(item)))),
                    }
                }
                if items.is_empty() && role == Role::Samples {
                    return Err(self.refuse("an empty array"));
                }
            }
            _ => return Err(self.refuse(kind(json))),
        }
        Ok(())
    }

    /// The fault that it has a value of this kind.
    fn refuse<'l>(&self, found: &str) -> LineFault<'l> {
        let JsonColumn { name, role, has_all_items, .. } = self;
        let (noun, expected) = match role {
            Role::Candidate if found == "an array" => ("candidate", "a string; for several samples: --samples array"),
            Role::Samples if !has_all_items => ("candidate", "an array of strings"),
            Role::Candidate | Role::Samples | Role::Status => ("candidate", "a string"),
            Role::Answer | Role::Answers if found == "an array" => {
                ("answer", "a string; name the texts in it, as in content[type=text].text")
            }
            Role::Answer | Role::Answers => ("answer", "a string or null"),
            Role::Reference => ("reference", "a string, an array of strings, or null"),
            Role::Source => ("source", "a string"),
            Role::Group | Role::Join | Role::Id | Role::Segment | Role::System => ("label", "a string or a number"),
        };
        LineFault::Content(format!("the {noun} '{name}' is {found}; it must be {expected}"))
    }
}

/// The first byte that is not white space; `None` if more of the text is needed to know.
pub fn first_byte(head: &[u8]) -> Option<u8> {
    head.iter().copied().find(|byte| !byte.is_ascii_whitespace())
}

impl Jsonl {
    /// A reader of these columns. `other_format` is added to messages about lines that are not JSON.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn open(mut input: InputStream, columns: Columns, other_format: &'static str) -> Result<Jsonl> {
        let is_array = input.peek(first_byte)? == b'[';
        Ok(Jsonl::new(if is_array { input.map(array_items) } else { input }, is_array, columns, other_format))
    }

    /// A reader of the array that a key of an object has.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn open_items(mut input: InputStream, key: &str, columns: Columns) -> Result<Jsonl> {
        input.peek(|_| Some(()))?;
        Ok(Jsonl::new(input.map(|object| items_of_key(object, key)), true, columns, ""))
    }

    fn new(input: InputStream, is_array: bool, columns: Columns, other_format: &'static str) -> Jsonl {
        let mut paths = PathTree::default();
        columns.iter().enumerate().for_each(|(place, (name, _))| paths.add(name, place));
        let columns = columns.into_iter().map(|(name, role)| JsonColumn::new(name, role)).collect();
        let lines = CheckedLines::new(input);
        Jsonl { lines, is_array, columns, paths, first: Vec::new(), other_format }
    }

    /// Reads the next record; false at the end of the input.
    fn read_record(&mut self, record: &mut Record) -> Result<bool> {
        let Jsonl { lines, is_array, columns, paths, first, other_format } = self;
        while let Some(line) = lines.next_line()? {
            if is_between_records(line) {
                continue;
            }
            let line = simdutf8::basic::from_utf8(line)?;
            if first.is_empty() {
                *first = keys(line);
            }
            let mut found = vec![Vec::new(); columns.len()];
            let read = find(line, paths, &mut found).and_then(|()| {
                // Faults of values come before values that are not there.
                let mut missing = Ok(());
                for (column, found) in columns.iter_mut().zip(&found) {
                    match column.add(line, found, first, record) {
                        Err(fault) if found.is_empty() => missing = missing.and(Err(fault)),
                        added => added?,
                    }
                }
                missing
            });
            let read = read.map_err(|fault| match fault {
                // After a line of keys, the format is certain.
                LineFault::Syntax { json, error } => {
                    describe(line, json, &error, if first.is_empty() { other_format } else { "" })
                }
                LineFault::Content(message) => format!(": {message}"),
            });
            record.place = RecordPlace::new(if *is_array { "item" } else { "line" }, lines.number());
            return match read {
                Ok(()) => Ok(true),
                Err(message) => bail!("{}: {}{message}", lines.name(), record.place),
            };
        }
        let unknown = self.unknown_reference().filter(|_| !self.first.is_empty());
        unknown.map_or(Ok(false), |message| bail!("{}: {message}", self.lines.name()))
    }

    /// The id of the record that was read last, which has a fault, as far as it can be read.
    fn faulty_id(&self) -> Option<String> {
        let path = self.columns.iter().find(|column| column.role == Role::Id).map(|column| &*column.name)?;
        let key = path.rsplit(['.', ']']).next()?;
        let line = String::from_utf8_lossy(self.lines.last());
        let (_, rest) = line.split_once(&format!("\"{key}\""))?;
        let value = rest.trim_start().strip_prefix(':')?;
        match serde_json::Deserializer::from_str(value).into_iter::<Value>().next()?.ok()? {
            Value::String(id) => Some(escape(&id)),
            Value::Number(id) => Some(id.to_string()),
            _ => None,
        }
    }
}

impl Records for Jsonl {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        let before = self.lines.number();
        self.read_record(record).map_err(|error| match self.faulty_id().filter(|_| self.lines.number() > before) {
            Some(id) => anyhow!("{error:#}; the id of the record is {id}"),
            None => error,
        })
    }

    fn is_ready(&self) -> bool {
        !is_between_records(self.lines.rest())
    }

    fn lines(&self) -> Option<&CheckedLines> {
        Some(&self.lines)
    }

    fn known_names(&self) -> [Vec<String>; 2] {
        [self.first.clone(), self.first.clone()]
    }

    fn unknown_reference(&self) -> Option<String> {
        let unseen = self.columns.iter().find(|column| !column.is_seen && column.role != Role::Status);
        unseen.map(|column| unknown("key", &column.name, &self.first))
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

/// Describes text that is not JSON in a part of a line: `, byte N: `, and what is wrong. `other_format` is added unless
/// the line is surely JSON.
fn describe(line: &str, part: &str, error: &serde_json::Error, other_format: &str) -> String {
    let byte = (part.as_ptr() as usize - line.as_ptr() as usize) + error.column().max(1);
    let parser = error.to_string();
    let parser = parser.rsplit_once(" at line ").map_or(&*parser, |(message, _place)| message);
    let message = match line.trim_start().bytes().next() {
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
