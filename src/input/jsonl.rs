//! Records as JSON Lines: one object per line.
//!
//! A name is a key, or a path of keys joined by dots. A candidate is a string. A reference is a string, an array of
//! strings, or missing: null, or a key that is not there.

use super::lines::Lines;
use super::names::unknown;
use super::record::{Columns, Place, Record, Records};
use crate::display::escape;
use anyhow::{Result, bail};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A file of JSON Lines.
pub struct Jsonl {
    lines: Lines,
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

/// A value, whose text is in the record.
#[derive(Clone, Debug, Default)]
enum Value {
    #[default]
    Absent,
    Null,
    Text(Range<usize>),
    /// A number or a Boolean, as text.
    Scalar(Range<usize>, &'static str),
    List(Vec<Value>),
    Object,
}

impl Value {
    fn kind(&self) -> &'static str {
        match self {
            Value::Absent => "missing",
            Value::Null => "null",
            Value::Text(_) => "a string",
            Value::Scalar(_, kind) => kind,
            Value::List(_) => "an array",
            Value::Object => "an object",
        }
    }
}

impl Jsonl {
    /// A reader of these names. `other_format` is added to messages about lines that are not JSON.
    pub fn new(lines: Lines, columns: Columns, other_format: &'static str) -> Jsonl {
        let names: Vec<String> = columns.names().map(String::from).collect();
        let (seen, values) = (vec![false; names.len()], vec![Value::Absent; names.len()]);
        Jsonl { lines, columns, names, seen, values, first: Vec::new(), other_format }
    }

    /// Moves the values into the record.
    fn fill(&mut self, record: &mut Record) -> Result<(), String> {
        let first = &self.first;
        let absent = |name: &String| match first.contains(name) {
            true => format!("no '{}' in this record; add it, or leave the segment out", escape(name)),
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
            // Lines of white space between records are no records.
            if line.iter().all(|byte| b" \t\r".contains(byte)) {
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
            let mut parser = serde_json::Deserializer::from_str(text);
            let paths = self.names.iter().map(String::as_str).enumerate().collect();
            let parsed = Nested { object: &mut object, paths }.deserialize(&mut parser).and_then(|()| parser.end());
            let parsed = parsed.map_err(|error| Fault::new(&error, text));
            let repeated = object.repeated;
            let place = Place::Line(self.lines.number());
            if let Err(fault) = parsed {
                bail!(
                    "{}: {place}, byte {}: {}; each line must be a JSON object, such as {{\"ref\": \"...\", \"mt\": \
                     \"...\"}}{}",
                    self.lines.name(),
                    fault.byte,
                    fault.message,
                    self.other_format
                );
            }
            if let Some(key) = repeated {
                bail!("{}: {place}: the key '{}' occurs twice; keep one", self.lines.name(), escape(&key));
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
        self.lines.is_ready()
    }

    fn name(&self) -> &str {
        self.lines.name()
    }

    fn known_names(&self) -> Vec<String> {
        self.first.clone()
    }

    fn with_byte_order_mark(&self) -> Vec<&str> {
        self.lines.with_byte_order_mark()
    }

    fn missing_reference(&self) -> String {
        if let Some(name) = self.unseen() {
            return unknown("key", name, &self.first);
        }
        let names: Vec<String> = self.columns.references.iter().map(|name| escape(name)).collect();
        format!("no reference; add a text to {}, or leave the segment out", names.join(" or "))
    }
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
    fn new(error: &serde_json::Error, line: &str) -> Fault {
        let message = match line.trim_start().bytes().next() {
            Some(b'[') if error.is_data() => "an array".to_owned(),
            Some(b'"') if error.is_data() => "a string".to_owned(),
            Some(first) if error.is_data() && first != b'{' => "a single value".to_owned(),
            _ => message(error),
        };
        Fault { byte: error.column().max(1), message }
    }
}

/// Returns the message of an error of the parser, without its place.
fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message).to_owned()
}

/// What is filled while an object is parsed.
struct Object<'a> {
    values: &'a mut [Value],
    /// Number of the first name of a label.
    labels_from: usize,
    record: &'a mut Record,
    /// Names that are asked for.
    names: &'a [String],
    /// A name or a key that occurs twice, on the way to a value that is asked for.
    repeated: Option<String>,
}

/// Parses an object: the outer one, or one that is the value of a key. Each path is the number of a name, and what is
/// left of the name within this object.
struct Nested<'a, 'b> {
    object: &'b mut Object<'a>,
    paths: Vec<(usize, &'a str)>,
}

impl<'de> DeserializeSeed<'de> for Nested<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, 'a> Visitor<'de> for Nested<'a, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let Nested { object, paths } = self;
        let mut nested: Vec<Cow<str>> = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            let mut of_key = paths.iter().filter(|(_, path)| **path == *key).map(|(number, _)| *number).peekable();
            if let Some(&number) = of_key.peek() {
                if !matches!(object.values[number], Value::Absent) {
                    object.repeated = Some(object.names[number].clone());
                }
                let value = match number >= object.labels_from || of_key.clone().any(|of| of >= object.labels_from) {
                    true => label(map.next_value()?, object.record).map_err(M::Error::custom)?,
                    false => map.next_value_seed(Parse(object.record))?,
                };
                of_key.for_each(|number| object.values[number] = value.clone());
                continue;
            }
            let inner = |path: &(usize, &'a str)| Some((path.0, path.1.strip_prefix(&*key)?.strip_prefix('.')?));
            let inner: Vec<(usize, &'a str)> = paths.iter().filter_map(inner).collect();
            if inner.is_empty() {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            if nested.contains(&key) {
                object.repeated = Some(key.clone().into_owned());
            }
            nested.push(key);
            map.next_value_seed(MaybeNested(Nested { object, paths: inner }))?;
        }
        Ok(())
    }
}

/// Parses a value that is a label. A number keeps its text: as a floating-point number it might equal another.
fn label(json: &RawValue, record: &mut Record) -> Result<Value, String> {
    let json = json.get();
    if json.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        return Ok(Value::Scalar(record.add_text(json.as_bytes()), "a number"));
    }
    Parse(record).deserialize(&mut serde_json::Deserializer::from_str(json)).map_err(|error| message(&error))
}

/// Parses a value that should be an object; any other has none of the keys.
struct MaybeNested<'a, 'b>(Nested<'a, 'b>);

impl<'de> DeserializeSeed<'de> for MaybeNested<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MaybeNested<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<(), M::Error> {
        self.0.visit_map(map)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<(), S::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// Parses a key, without copying one that has no escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}

/// Parses a value, whose text goes into the record.
struct Parse<'a>(&'a mut Record);

impl<'de> DeserializeSeed<'de> for Parse<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Parse<'_> {
    fn scalar(self, value: impl fmt::Display, kind: &'static str) -> Value {
        Value::Scalar(self.0.add_text(value.to_string().as_bytes()), kind)
    }
}

impl<'de> Visitor<'de> for Parse<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(self.0.add_text(text.as_bytes())))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(self.scalar(number, "a number"))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(self.scalar(number, "a number"))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(self.scalar(Json::from(number), "a number"))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(self.scalar(value, "a Boolean"))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<Value, S::Error> {
        let mut values = Vec::new();
        while let Some(value) = items.next_element_seed(Parse(self.0))? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Value, M::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Object)
    }
}
