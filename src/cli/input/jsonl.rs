//! Records as JSON Lines, one object per line, or as an array of objects.
//!
//! A name is a key, or a [path](super::json_path) of keys and items. A candidate is a string; samples are an array of
//! strings. A reference is a string, an array of strings, or missing: null, or a key that is not there. A label is a string,
//! or a number or a Boolean as it is written: as a floating-point number it might equal another.
//!
//! A line is parsed once, and only the values that are asked for are kept: a text without escapes is borrowed from the line.

use super::checked_lines::CheckedLines;
use super::json_array::{array_items, items_of_key};
use super::json_path::{self, Step, after_key, first_step};
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records, Role};
use crate::cli::display::escape;
use crate::cli::suggestions::unknown;
use anyhow::{Result, anyhow, bail};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as SerdeError, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::mem;

/// A file of JSON Lines, or of an array of objects.
pub struct Jsonl {
    lines: CheckedLines,
    /// Whether the lines are items of an array.
    is_array: bool,
    columns: Vec<Column>,
    /// Names of the first record.
    first: Vec<String>,
    other_format: &'static str,
}

/// Values that are read from each record.
struct Column {
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

impl Column {
    fn new(name: String, role: Role) -> Column {
        let has_all_items = json_path::has_all_items(&name);
        let is_joined = !has_all_items && json_path::has_condition(&name);
        Column { name, role, has_all_items, is_joined, is_seen: false }
    }

    /// Adds its texts in a line to a record; `None` if the line does not have it. `first` are the names of the first record.
    fn add<'a>(
        &mut self,
        line: &'a str,
        texts: Option<Vec<Option<Cow<'a, str>>>>,
        first: &[String],
        record: &mut Record,
    ) -> Result<(), Fault<'a>> {
        let Column { name, role, .. } = self;
        self.is_seen |= texts.is_some();
        match (texts, *role) {
            (None, Role::Answer | Role::Answers) => record.add(*role, None),
            (Some(texts), Role::Answer | Role::Answers) if texts.is_empty() => record.add(*role, None),
            (Some(texts), _) if self.is_joined && texts.iter().any(Option::is_some) => {
                record.add(*role, Some(texts.into_iter().flatten().collect::<String>().as_bytes()));
            }
            (Some(texts), _) => texts.iter().for_each(|text| record.add(*role, text.as_deref().map(str::as_bytes))),
            (None, Role::Reference) => record.add(*role, None),
            (None, Role::Status) => {}
            (None, _) if first.iter().any(|known| json_path::is_same(known, name)) => {
                return Err(Fault::Content(format!("no '{name}' in this record; add it, or remove the segment")));
            }
            // Keys are unknown also if the first line has a text that cannot be read.
            (None, _) => return parse::<Value>(line).and_then(|_| Err(Fault::Content(unknown("key", name, first)))),
        }
        Ok(())
    }
}

impl Jsonl {
    /// A reader of these columns. `other_format` is added to messages about lines that are not JSON.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn open(mut input: InputStream, columns: Columns, other_format: &'static str) -> Result<Jsonl> {
        let first = |head: &[u8]| head.iter().copied().find(|byte| !byte.is_ascii_whitespace());
        let is_array = input.peek(first)? == b'[';
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
        let columns = columns.into_iter().map(|(name, role)| Column::new(name, role)).collect();
        Jsonl { lines: CheckedLines::new(input), is_array, columns, first: Vec::new(), other_format }
    }

    /// Returns an error if a name of a reference or of an answer occurred in no record.
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
        self.columns.iter().find(|column| !column.is_seen && column.role != Role::Status).map(|column| &column.name)
    }
}

/// Adds the values of a line to a record. `first` are the names of the first record.
fn read_line<'a>(
    line: &'a str,
    columns: &mut [Column],
    first: &[String],
    record: &mut Record,
) -> Result<(), Fault<'a>> {
    let paths: Vec<(usize, &str)> = columns.iter().enumerate().map(|(i, column)| (i, &*column.name)).collect();
    let texts = columns.iter().map(|_| None).collect();
    let mut values = Values { columns, texts, fault: None };
    let mut parser = serde_json::Deserializer::from_str(line);
    let found = parser.deserialize_map(Seed { wanted: &[], paths: &paths, values: &mut values });
    values.outcome(line, found.and_then(|()| parser.end()))?;
    let texts = mem::take(&mut values.texts);
    columns.iter_mut().zip(texts).try_for_each(|(column, texts)| column.add(line, texts, first, record))
}

impl Jsonl {
    /// Reads the next record; false at the end of the input.
    fn read_record(&mut self, record: &mut Record) -> Result<bool> {
        let Jsonl { lines, is_array, columns, first, other_format } = self;
        while let Some(line) = lines.next_line()? {
            if is_between_records(line) {
                continue;
            }
            let line = simdutf8::basic::from_utf8(line)?;
            if first.is_empty() {
                *first = keys(line);
            }
            let read = read_line(line, columns, first, record).map_err(|fault| match fault {
                // After a line of keys, the format is certain.
                Fault::Syntax { json, error } => {
                    describe(line, json, &error, if first.is_empty() { other_format } else { "" })
                }
                Fault::Content(message) => format!(": {message}"),
            });
            record.place = if *is_array { Place::Item(lines.number()) } else { Place::Line(lines.number()) };
            return match read {
                Ok(()) => Ok(true),
                Err(message) => bail!("{}: {}{message}", lines.name(), record.place),
            };
        }
        self.check_names().map(|()| false)
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
#[derive(PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Parses a part of a line.
fn parse<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, Fault<'a>> {
    serde_json::from_str(json).map_err(|error| Fault::Syntax { json, error })
}

/// The values of a line that were found.
struct Values<'c, 'a> {
    columns: &'c [Column],
    /// Texts of each column, `None` for a reference that is null; `None` as long as it was not found.
    texts: Vec<Option<Vec<Option<Cow<'a, str>>>>>,
    /// The fault that ended the search, if the line is JSON so far.
    fault: Option<Fault<'a>>,
}

impl<'a> Values<'_, 'a> {
    /// Adds a text of a column.
    fn add(&mut self, column: usize, text: Option<Cow<'a, str>>) {
        self.texts[column].get_or_insert_default().push(text);
    }

    /// Finds values in a part of a line.
    fn find<E: SerdeError>(&mut self, json: &'a str, wanted: &[usize], paths: &[(usize, &str)]) -> Result<(), E> {
        let mut parser = serde_json::Deserializer::from_str(json);
        let found = Seed { wanted, paths, values: self }.deserialize(&mut parser);
        self.outcome(json, found).map_err(|fault| {
            self.fault = Some(fault);
            E::custom("")
        })
    }

    /// The outcome of a search in a part of a line.
    fn outcome(&mut self, json: &'a str, found: serde_json::Result<()>) -> Result<(), Fault<'a>> {
        found.map_err(|error| self.fault.take().unwrap_or(Fault::Syntax { json, error }))
    }

    /// Adds the texts of an array.
    fn visit_texts<S: SeqAccess<'a>>(&mut self, column: usize, mut items: S) -> Result<(), S::Error> {
        let role = self.columns[column].role;
        if !matches!(role, Role::Samples | Role::Reference)
            || self.columns[column].has_all_items && role == Role::Samples
        {
            return Err(self.refuse(column, "an array"));
        }
        self.texts[column].get_or_insert_default();
        while let Some(item) = items.next_element::<&RawValue>()? {
            let json = item.get();
            match json.as_bytes() {
                [b'"', ..] => self.add_string(column, json)?,
                [b'n', ..] if role == Role::Reference => self.add(column, None),
                _ => return Err(self.refuse(column, &format!("an array that holds {}", kind(json)))),
            }
        }
        let is_empty = self.texts[column].as_ref().is_none_or(Vec::is_empty);
        if is_empty && role == Role::Samples { Err(self.refuse(column, "an empty array")) } else { Ok(()) }
    }

    /// Ends the search with a message about the values.
    fn fail<E: SerdeError>(&mut self, message: String) -> E {
        self.fault = Some(Fault::Content(message));
        E::custom("")
    }

    /// Ends the search since a column has a value of this kind.
    fn refuse<E: SerdeError>(&mut self, column: usize, found: &str) -> E {
        let Column { name, role, has_all_items, .. } = &self.columns[column];
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
        self.fail(format!("the {noun} '{name}' is {found}; it must be {expected}"))
    }

    /// Begins to add a value of a column, of which there may be one only, unless it is all items of an array.
    fn begin<E: SerdeError>(&mut self, column: usize) -> Result<(), E> {
        let Column { name, role, has_all_items, is_joined, .. } = &self.columns[column];
        if *has_all_items && matches!(role, Role::Candidate | Role::Answer) {
            let advice = "name one item, as in [0], or use --samples array for a candidate";
            return Err(self.fail(format!("'{name}' may have several values; {advice}")));
        }
        if self.texts[column].is_some() && !has_all_items && !is_joined && *role != Role::Status {
            return Err(self.fail(twice(name)));
        }
        Ok(())
    }

    /// Adds a label, which may be a number or a Boolean.
    fn add_label<E: SerdeError>(&mut self, column: usize, json: &'a str) -> Result<(), E> {
        match json.as_bytes() {
            bytes if self.columns[column].role == Role::Status => {
                // An object or an array says nothing by itself.
                if let [b'"' | b'-' | b'0'..=b'9' | b't', ..] = bytes {
                    let value = serde_json::from_str(json).map_or(Cow::Borrowed(json), |Text(value)| value);
                    let status = format!("{}\n{value}", self.columns[column].name);
                    self.add(column, Some(status.into()));
                }
                Ok(())
            }
            [b'"', ..] => self.add_string(column, json),
            [b'-' | b'0'..=b'9' | b't' | b'f', ..] => {
                self.add(column, Some(json.into()));
                Ok(())
            }
            _ => Err(self.refuse(column, kind(json))),
        }
    }

    /// Adds a string.
    fn add_string<E: SerdeError>(&mut self, column: usize, json: &'a str) -> Result<(), E> {
        match parse::<Text>(json) {
            Ok(Text(text)) => {
                self.add(column, Some(text));
                Ok(())
            }
            Err(fault) => {
                self.fault = Some(fault);
                Err(E::custom(""))
            }
        }
    }
}

fn twice(name: &str) -> String {
    format!("two values for '{name}'; keep one")
}

/// A value of a line: what is wanted of it.
struct Seed<'s, 'c, 'a> {
    /// The columns of which it is a value.
    wanted: &'s [usize],
    /// The rests of the paths that lead to values in it.
    paths: &'s [(usize, &'s str)],
    values: &'s mut Values<'c, 'a>,
}

impl<'a> DeserializeSeed<'a> for Seed<'_, '_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        let Seed { wanted, paths, ref values } = self;
        match wanted {
            [] if paths.is_empty() => IgnoredAny::deserialize(deserializer).map(drop),
            [] => deserializer.deserialize_any(self),
            [column] if paths.is_empty() && values.columns[*column].role.is_text() => {
                self.values.begin(*column)?;
                deserializer.deserialize_any(self)
            }
            // A label stays as it is written. Rarely, a value is that of two columns, or has another in it.
            _ => {
                let json = <&RawValue>::deserialize(deserializer)?.get();
                let values = self.values;
                for column in wanted {
                    if values.columns[*column].role.is_text() {
                        values.find(json, &[*column], &[])?;
                    } else {
                        values.begin(*column)?;
                        values.add_label(*column, json)?;
                    }
                }
                values.find(json, &[], paths)
            }
        }
    }
}

impl<'a> Visitor<'a> for Seed<'_, '_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_borrowed_str<E: SerdeError>(self, text: &'a str) -> Result<(), E> {
        self.visit_text(text.into())
    }

    fn visit_str<E: SerdeError>(self, text: &str) -> Result<(), E> {
        self.visit_text(text.to_owned().into())
    }

    fn visit_unit<E: SerdeError>(self) -> Result<(), E> {
        let Some(column) = self.wanted.first() else { return Ok(()) };
        let role = self.values.columns[*column].role;
        if role != Role::Reference && !role.is_answer() {
            return Err(self.values.refuse(*column, "null"));
        }
        self.values.add(*column, None);
        Ok(())
    }

    fn visit_bool<E: SerdeError>(self, _: bool) -> Result<(), E> {
        self.visit_other("a Boolean")
    }

    fn visit_i64<E: SerdeError>(self, _: i64) -> Result<(), E> {
        self.visit_other("a number")
    }

    fn visit_u64<E: SerdeError>(self, _: u64) -> Result<(), E> {
        self.visit_other("a number")
    }

    fn visit_f64<E: SerdeError>(self, _: f64) -> Result<(), E> {
        self.visit_other("a number")
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<(), M::Error> {
        let Seed { wanted, paths, values } = self;
        if let [column, ..] = wanted {
            return Err(values.refuse(*column, "an object"));
        }
        let mut seen: Vec<Text> = Vec::new();
        while let Some(key) = map.next_key::<Text>()? {
            let (mut wanted, mut below) = (Vec::new(), Vec::new());
            for &(column, path) in paths {
                match after_key(path, &key.0) {
                    Some("") => wanted.push(column),
                    Some(rest) => below.push((column, rest)),
                    None => {}
                }
            }
            map.next_value_seed(Seed { wanted: &wanted, paths: &below, values })?;
            if !wanted.is_empty() || !below.is_empty() {
                if seen.contains(&key) {
                    return Err(values.fail(twice(&key.0)));
                }
                seen.push(key);
            }
        }
        Ok(())
    }

    fn visit_seq<S: SeqAccess<'a>>(self, mut items: S) -> Result<(), S::Error> {
        let Seed { wanted, paths, values } = self;
        if let [column, ..] = wanted {
            return values.visit_texts(*column, items);
        }
        let has_condition = paths.iter().any(|(_, path)| matches!(first_step(path), Some((Step::Condition { .. }, _))));
        for number in 0.. {
            // An item with a condition is read twice.
            let item = if has_condition { items.next_element::<&RawValue>()?.map(RawValue::get) } else { None };
            let (mut wanted, mut below) = (Vec::new(), Vec::new());
            for &(column, path) in paths {
                let Some((step, rest)) = first_step(path) else { continue };
                let leads_here = match step {
                    Step::All => true,
                    Step::Item(item) => item == number,
                    Step::Condition { key, value } => item.is_some_and(|item| has_value(item, key, value)),
                };
                match rest {
                    _ if !leads_here => {}
                    "" => wanted.push(column),
                    rest => below.push((column, rest)),
                }
            }
            let seed = Seed { wanted: &wanted, paths: &below, values };
            match item {
                Some(item) => seed.values.find(item, seed.wanted, seed.paths)?,
                None if has_condition => break,
                None if items.next_element_seed(seed)?.is_none() => break,
                None => {}
            }
        }
        Ok(())
    }
}

impl<'a> Seed<'_, '_, 'a> {
    fn visit_text<E: SerdeError>(self, text: Cow<'a, str>) -> Result<(), E> {
        let Some(column) = self.wanted.first() else { return Ok(()) };
        let Column { role, has_all_items, .. } = self.values.columns[*column];
        if role == Role::Samples && !has_all_items {
            return Err(self.values.refuse(*column, "a string"));
        }
        self.values.add(*column, Some(text));
        Ok(())
    }

    fn visit_other<E: SerdeError>(self, kind: &str) -> Result<(), E> {
        self.wanted.first().map_or(Ok(()), |column| Err(self.values.refuse(*column, kind)))
    }
}

/// Whether an item is an object in which a key has this value.
fn has_value(item: &str, key: &str, value: &str) -> bool {
    let object: Option<BTreeMap<Text, &RawValue>> = serde_json::from_str(item).ok();
    let found = object.and_then(|object| Some(object.get(&Text(key.into()))?.get()));
    found.is_some_and(|found| match serde_json::from_str(found) {
        Ok(Text(text)) => text == value,
        Err(_) => found == value,
    })
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
