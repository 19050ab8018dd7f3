//! Records as JSON Lines, one object per line, or as an array of objects.
//!
//! A name is a key, or a [path](super::json_path) of keys and items. A candidate is a string; samples are an array of
//! strings. A reference is a string, an array of strings, or missing: null, or a key that is not there. A label is a string,
//! or a number or a Boolean as it is written: as a floating-point number it might equal another.
//!
//! Of a line, only the objects and arrays on the way to values that are asked for are taken apart.

use super::checked_lines::CheckedLines;
use super::endings::keys;
use super::json_array::{array_items, items_of_key};
use super::json_path::{self, Step, after_key, first_step};
use super::open::InputStream;
use super::record::{Columns, Place, Record, Records, Role};
use crate::cli::display::escape;
use crate::cli::suggestions::unknown;
use anyhow::{Result, anyhow, bail};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A file of JSON Lines, or of an array of objects.
pub struct Jsonl {
    lines: CheckedLines,
    /// Whether the lines are items of an array.
    is_array: bool,
    columns: Vec<JsonColumn>,
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

    /// Adds its values in a line as fields of the record. `first` are the names of the first record.
    fn add<'a>(
        &mut self,
        line: &'a str,
        values: impl Iterator<Item = &'a str>,
        first: &[String],
        record: &mut Record,
    ) -> Result<(), LineFault<'a>> {
        let (mut number, mut texts) = (0, Vec::new());
        for value in values {
            number += 1;
            self.check_number(number)?;
            self.read(value, &mut texts)?;
        }
        self.is_seen |= number > 0;
        match self.role {
            Role::Reference | Role::Answer | Role::Answers if number == 0 => record.add(self.role, None),
            Role::Status => texts.iter().flatten().for_each(|text| record.add(self.role, Some(text.as_bytes()))),
            _ if number == 0 && first.iter().any(|known| json_path::is_same(known, &self.name)) => {
                return Err(LineFault::Content(format!(
                    "no '{}' in this record; add it, or remove the segment",
                    self.name
                )));
            }
            // Keys are unknown also if the first line has a text that cannot be read.
            _ if number == 0 => {
                return parse::<Value>(line).and_then(|_| Err(LineFault::Content(unknown("key", &self.name, first))));
            }
            _ if self.is_joined && texts.len() > 1 && texts.iter().any(Option::is_some) => {
                record.add(self.role, Some(texts.into_iter().flatten().collect::<String>().as_bytes()));
            }
            _ => texts.iter().for_each(|text| record.add(self.role, text.as_ref().map(|text| text.as_bytes()))),
        }
        Ok(())
    }

    /// Checks that a record may have this many values.
    fn check_number<'a>(&self, number: usize) -> Result<(), LineFault<'a>> {
        let JsonColumn { name, role, has_all_items, is_joined, .. } = self;
        if *has_all_items && matches!(role, Role::Candidate | Role::Answer) {
            let advice = "name one item, as in [0], or use --samples array for a candidate";
            return Err(LineFault::Content(format!("'{name}' may have several values; {advice}")));
        }
        let may_be_several = *has_all_items || *is_joined || *role == Role::Status;
        if number > 1 && !may_be_several { Err(LineFault::Content(twice(name))) } else { Ok(()) }
    }

    /// Adds the texts that a value holds; `None` for null.
    fn read<'a>(&self, json: &'a str, texts: &mut Vec<Option<Cow<'a, str>>>) -> Result<(), LineFault<'a>> {
        let is_list = self.role == Role::Reference || self.role == Role::Samples && !self.has_all_items;
        match (kind(json), self.role) {
            ("an object", Role::Status) => {
                let paths: Vec<Rest> = keys().enumerate().collect();
                let values = Values::find(json, &paths)?;
                let found =
                    keys().enumerate().flat_map(|(place, key)| values.of_column(place).map(move |json| (key, json)));
                let stated = found.filter_map(|(key, json)| Some(format!("{key}\n{}", status(json)?)));
                texts.extend(stated.map(|text| Some(text.into())));
                values.repeated.map_or(Ok(()), |key| Err(LineFault::Content(twice(&key))))?;
            }
            (_, Role::Status) => {}
            ("a string", role) if role != Role::Samples || !is_list => texts.push(Some(parse::<Text>(json)?.0)),
            ("a number" | "a Boolean", role) if role.is_label() => texts.push(Some(json.into())),
            ("null", Role::Reference | Role::Answer | Role::Answers) => texts.push(None),
            ("an array", role) if is_list => {
                for item in parse::<Vec<&RawValue>>(json)?.into_iter().map(RawValue::get) {
                    match kind(item) {
                        "a string" => texts.push(Some(parse::<Text>(item)?.0)),
                        "null" if role == Role::Reference => texts.push(None),
                        other => return Err(self.refuse(&format!("an array that holds {other}"))),
                    }
                }
                if texts.is_empty() && role == Role::Samples {
                    return Err(self.refuse("an empty array"));
                }
            }
            (kind, _) => return Err(self.refuse(kind)),
        }
        Ok(())
    }

    /// The fault that it has a value of this kind.
    fn refuse<'a>(&self, found: &str) -> LineFault<'a> {
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
        let columns = columns.into_iter().map(|(name, role)| JsonColumn::new(name, role)).collect();
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
                *first = paths_in(line);
            }
            let paths: Vec<Rest> = columns.iter().map(|column| &*column.name).enumerate().collect();
            let read = Values::find(line, &paths).and_then(|values| {
                for (place, column) in columns.iter_mut().enumerate() {
                    column.add(line, values.of_column(place), first, record)?;
                }
                values.repeated.map_or(Ok(()), |key| Err(LineFault::Content(twice(&key))))
            });
            let read = read.map_err(|fault| match fault {
                // After a line of keys, the format is certain.
                LineFault::Syntax { json, error } => {
                    describe(line, json, &error, if first.is_empty() { other_format } else { "" })
                }
                LineFault::Content(message) => format!(": {message}"),
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
fn paths_in(line: &str) -> Vec<String> {
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
enum LineFault<'a> {
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
fn parse<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, LineFault<'a>> {
    serde_json::from_str(json).map_err(|error| LineFault::Syntax { json, error })
}

/// The rest of a path, and the place of its column.
type Rest<'p> = (usize, &'p str);

/// The values of a line that columns ask for, as they are written.
struct Values<'a> {
    /// Each with the place of its column.
    found: Vec<(usize, &'a str)>,
    /// A key on the way to them that an object has twice.
    repeated: Option<Cow<'a, str>>,
}

impl<'a> Values<'a> {
    /// Finds the values of an object to which these paths lead.
    fn find(object: &'a str, paths: &[Rest]) -> Result<Values<'a>, LineFault<'a>> {
        let itself = paths.iter().filter(|(_, path)| path.is_empty());
        let mut values = Values { found: itself.map(|(column, _)| (*column, object.trim())).collect(), repeated: None };
        values.add_of_object(object, paths)?;
        Ok(values)
    }

    fn of_column(&self, column: usize) -> impl Iterator<Item = &'a str> {
        self.found.iter().filter(move |(of, _)| *of == column).map(|(_, json)| *json)
    }

    /// Adds the values of an object to which these paths lead.
    fn add_of_object(&mut self, json: &'a str, paths: &[Rest]) -> Result<(), LineFault<'a>> {
        let Object(members) = parse(json)?;
        for (place, (key, value)) in members.iter().enumerate() {
            let rests: Vec<Rest> =
                paths.iter().filter_map(|(column, path)| Some((*column, after_key(path, key)?))).collect();
            if !rests.is_empty() && members[..place].iter().any(|(known, _)| known == key) {
                self.repeated.get_or_insert_with(|| key.clone());
            }
            self.add(value.get(), rests)?;
        }
        Ok(())
    }

    /// Adds a value, or those in it, to which these paths lead.
    fn add(&mut self, json: &'a str, mut inside: Vec<Rest>) -> Result<(), LineFault<'a>> {
        let here = inside.extract_if(.., |(_, rest)| rest.is_empty());
        self.found.extend(here.map(|(column, _)| (column, json)));
        match json.as_bytes() {
            [b'{', ..] if !inside.is_empty() => self.add_of_object(json, &inside),
            [b'[', ..] if !inside.is_empty() => {
                for (number, item) in parse::<Vec<&RawValue>>(json)?.into_iter().map(RawValue::get).enumerate() {
                    let leads_here = |step| match step {
                        Step::All => true,
                        Step::Item(item) => item == number,
                        Step::Condition { key, value } => has_value(item, key, value),
                    };
                    let steps = inside.iter().filter_map(|(column, path)| Some((column, first_step(path)?)));
                    let rests = steps.filter(|(_, (step, _))| leads_here(*step));
                    self.add(item, rests.map(|(column, (_, rest))| (*column, rest)).collect())?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Members of an object, in its order; a key may be repeated.
struct Object<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Deserialize<'a> for Object<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Object(Vec::new()))
    }
}

impl<'a> Visitor<'a> for Object<'a> {
    type Value = Object<'a>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(mut self, mut map: M) -> Result<Object<'a>, M::Error> {
        while let Some((Text(key), value)) = map.next_entry()? {
            self.0.push((key, value));
        }
        Ok(self)
    }
}

/// A value that says how an answer ended, as text; none for null, `false`, objects and arrays, which say nothing by themselves.
fn status(json: &str) -> Option<Cow<'_, str>> {
    match kind(json) {
        "a number" | "a Boolean" if json != "false" => Some(json.into()),
        "a string" => Some(serde_json::from_str(json).map_or(Cow::Borrowed(json), |Text(value)| value)),
        _ => None,
    }
}

fn twice(name: &str) -> String {
    format!("two values for '{name}'; keep one")
}

/// Whether an item is an object in which a key has this value.
fn has_value(item: &str, key: &str, value: &str) -> bool {
    let members = serde_json::from_str(item).map_or(Vec::new(), |Object(members)| members);
    let found = members.iter().rfind(|(known, _)| known == key).map(|(_, value)| value.get());
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
