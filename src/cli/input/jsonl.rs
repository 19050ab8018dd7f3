//! Records as JSON Lines: one object per line.
//!
//! A name is a key, or a path of keys joined by dots. A candidate is a string. A reference is a string, an array of
//! strings, or missing: null, or a key that is not there.

mod object;

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records};
use crate::cli::display::escape;
use crate::cli::suggestions::unknown;
use anyhow::{Result, bail};
use object::{Object, Value, message};
use serde_json::Value as Json;

/// A file of JSON Lines.
pub struct Jsonl {
    lines: CheckedLines,
    columns: Columns,
    /// Names in the order of [`Columns::names`].
    names: Vec<String>,
    /// Whether a record has had the name.
    seen: Vec<bool>,
    /// Values in a record.
    values: Vec<Value>,
    /// Names of the first record.
    first: Vec<String>,
    other_format: &'static str,
}

impl Jsonl {
    /// A reader of these names. `other_format` is added to messages about lines that are not JSON.
    pub fn new(lines: CheckedLines, columns: Columns, other_format: &'static str) -> Jsonl {
        let names: Vec<String> = columns.names().map(String::from).collect();
        let (seen, values) = (vec![false; names.len()], vec![Value::Absent; names.len()]);
        Jsonl { lines, columns, names, seen, values, first: Vec::new(), other_format }
    }

    /// Moves the values into the record.
    fn fill(&mut self, record: &mut Record) -> Result<(), String> {
        let first = &self.first;
        let absent = |name: &String| match first.contains(name) {
            true => format!("no '{}' in this record; add it, or remove the segment", escape(name)),
            false => unknown("key", name, first),
        };
        let mut values = self.values.iter_mut().map(std::mem::take).zip(&self.names);
        for (value, name) in values.by_ref().take(self.columns.candidates.len()) {
            match value {
                Value::Text(range) => record.push_candidate(range),
                Value::Absent => return Err(absent(name)),
                value => return Err(wrong("candidate", name, "a string", &value)),
            }
        }
        for (value, name) in values.by_ref().take(self.columns.references.len()) {
            let expected = "a string, an array of strings, or null";
            match value {
                Value::Absent | Value::Null => record.push_reference(None),
                Value::Text(range) => record.push_reference(Some(range)),
                Value::List(values) => {
                    for value in values {
                        match value {
                            Value::Null => record.push_reference(None),
                            Value::Text(range) => record.push_reference(Some(range)),
                            value => {
                                let kind = value.kind();
                                return Err(format!(
                                    "the reference '{}' is an array that holds {kind}; it must be {expected}",
                                    escape(name)
                                ));
                            }
                        }
                    }
                }
                value => return Err(wrong("reference", name, expected, &value)),
            }
        }
        let labels = values.map(|(value, name)| match value {
            Value::Text(range) | Value::Scalar(range, _) => Ok(range),
            Value::Absent => Err(absent(name)),
            value => Err(wrong("label", name, "a string or a number", &value)),
        });
        for (label, (_, kind)) in labels.zip(self.columns.labels()) {
            record.set_label(kind, label?);
        }
        Ok(())
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
        self.names.iter().zip(&self.seen).find(|(_, seen)| !**seen).map(|(name, _)| name)
    }
}

fn wrong(role: &str, name: &str, expected: &str, value: &Value) -> String {
    format!("the {role} '{}' is {}; it must be {expected}", escape(name), value.kind())
}

impl Records for Jsonl {
    fn read(&mut self, record: &mut Record) -> Result<bool> {
        loop {
            let Some(line) = self.lines.next_line()? else { return self.check_names().map(|()| false) };
            if is_between_records(line) {
                continue;
            }
            let Ok(text) = str::from_utf8(line) else { bail!("a line that was checked is not UTF-8") };
            if self.first.is_empty() {
                self.first = keys(text);
            }
            let mut object = Object {
                values: &mut self.values,
                labels_from: self.columns.candidates.len() + self.columns.references.len(),
                record,
                names: &self.names,
                repeated: None,
            };
            // After a line of keys, the format is certain.
            let other_format = if self.first.is_empty() { self.other_format } else { "" };
            let parsed = object.parse(text).map_err(|error| Fault::new(&error, text, other_format));
            let repeated = object.repeated;
            let place = Place::Line(self.lines.number());
            if let Err(fault) = parsed {
                let Fault { byte, message } = fault;
                bail!("{}: {place}, byte {byte}: {message}", self.lines.name());
            }
            if let Some(key) = repeated {
                bail!("{}: {place}: two values for '{}'; keep one", self.lines.name(), escape(&key));
            }
            for (seen, value) in self.seen.iter_mut().zip(&self.values) {
                *seen |= !matches!(value, Value::Absent);
            }
            if let Err(message) = self.fill(record) {
                bail!("{}: {place}: {message}", self.lines.name());
            }
            record.place = place;
            return Ok(true);
        }
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
        if let Some(name) = self.unseen() {
            return unknown("key", name, &self.first);
        }
        let names: Vec<String> = self.columns.references.iter().map(|name| escape(name)).collect();
        format!("no reference; add a text to {}, or remove the segment", names.join(" or "))
    }
}

/// Whether lines hold no record: nothing but the white space of JSON.
fn is_between_records(lines: &[u8]) -> bool {
    lines.iter().all(|byte| b" \t\r\n".contains(byte))
}

/// Returns the keys of an object, those of objects inside it joined by dots.
fn keys(line: &str) -> Vec<String> {
    fn add(prefix: &str, object: &serde_json::Map<String, Json>, keys: &mut Vec<String>) {
        for (key, value) in object {
            match value {
                Json::Object(inner) => add(&format!("{prefix}{key}."), inner, keys),
                _ => keys.push(format!("{prefix}{key}")),
            }
        }
    }
    let mut keys = Vec::new();
    if let Ok(Json::Object(object)) = serde_json::from_str(line) {
        add("", &object, &mut keys);
    }
    keys
}

/// A fault in a line.
struct Fault {
    /// Number of the byte, from 1.
    byte: usize,
    message: String,
}

impl Fault {
    /// A fault, and `other_format` unless the line is surely JSON.
    fn new(error: &serde_json::Error, line: &str, other_format: &str) -> Fault {
        let message = match line.trim_start().bytes().next() {
            Some(b'[') => "an array; write one object per line: jq -c '.[]' FILE | bleu --records - ...".to_owned(),
            _ if error.is_eof() => {
                "the object ends on another line; write one object per line: jq -c . FILE | bleu --records - ..."
                    .to_owned()
            }
            Some(b'{') if message(error).contains("hex escape") => {
                "half of a surrogate pair (such as \\ud800); was the text cut in the middle of a character?".to_owned()
            }
            Some(b'{') => format!("not JSON: {}{other_format}", message(error)),
            _ => format!("not a JSON object, such as {{\"ref\": \"...\", \"mt\": \"...\"}}{other_format}"),
        };
        Fault { byte: error.column().max(1), message }
    }
}
