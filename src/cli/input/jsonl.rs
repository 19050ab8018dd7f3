//! Records as JSON Lines, one object per line, or as an array of objects.
//!
//! A name is a key, or a [path](super::json_path) of keys and items. A candidate is a string; samples are an array of
//! strings. A reference is a string, an array of strings, or missing: null, or a key that is not there. A label is a string,
//! or a number or a Boolean as it is written: as a floating-point number it might equal another.
//!
//! A line is parsed as an object of values that are not parsed yet. Only the values to which a path leads are parsed further.

use super::checked_lines::CheckedLines;
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
use std::ops::Range;

/// A file of JSON Lines, or of an array of objects.
pub struct Jsonl {
    lines: CheckedLines,
    /// Whether the lines are items of an array.
    is_array: bool,
    columns: Vec<JsonColumn>,
    /// Values that the columns want of an object.
    wanted: Wanted,
    /// Values of a record, for each column.
    found: Vec<FoundValues>,
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

    /// Adds its texts in a line, whose places in the record's text were found, as fields of the record; `None` if the line does
    /// not have it. `first` are the names of the first record.
    fn add<'a>(
        &mut self,
        line: &'a str,
        found: Option<&[Option<Range<usize>>]>,
        first: &[String],
        record: &mut Record,
    ) -> Result<(), LineFault<'a>> {
        let JsonColumn { name, role, .. } = self;
        self.is_seen |= found.is_some();
        match (found, *role) {
            (None | Some([]), Role::Answer | Role::Answers) => record.add_range(*role, None),
            (Some(ranges @ [_, _, ..]), _) if self.is_joined && ranges.iter().any(Option::is_some) => {
                let joined = record.join(ranges.iter().flatten());
                record.add_range(*role, Some(joined));
            }
            (Some(ranges), _) => ranges.iter().for_each(|range| record.add_range(*role, range.clone())),
            (None, Role::Reference) => record.add_range(*role, None),
            (None, Role::Status) => {}
            (None, _) if first.iter().any(|known| json_path::is_same(known, name)) => {
                return Err(LineFault::Content(format!("no '{name}' in this record; add it, or remove the segment")));
            }
            // Keys are unknown also if the first line has a text that cannot be read.
            (None, _) => {
                return parse::<Value>(line).and_then(|_| Err(LineFault::Content(unknown("key", name, first))));
            }
        }
        Ok(())
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
        let columns: Vec<JsonColumn> = columns.into_iter().map(|(name, role)| JsonColumn::new(name, role)).collect();
        let paths = columns.iter().enumerate().map(|(place, column)| (place, column.name.clone())).collect();
        let found = columns.iter().map(|_| FoundValues::default()).collect();
        let wanted = Wanted { paths, ..Wanted::default() };
        Jsonl { lines: CheckedLines::new(input), is_array, columns, wanted, found, first: Vec::new(), other_format }
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
        let Jsonl { lines, is_array, columns, wanted, found, first, other_format } = self;
        while let Some(line) = lines.next_line()? {
            if is_between_records(line) {
                continue;
            }
            let line = simdutf8::basic::from_utf8(line)?;
            if first.is_empty() {
                *first = keys(line);
            }
            found.iter_mut().for_each(FoundValues::clear);
            let mut values = Values { columns, record, found };
            let read = parse(line).and_then(|object| values.take_from(object, wanted)).and_then(|()| {
                let mut columns = columns.iter_mut().zip(&*found);
                columns.try_for_each(|(column, found)| column.add(line, found.ranges(), first, record))
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
#[derive(PartialEq, serde::Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// An object: its keys, and its values as they are written.
struct Object<'a>(Vec<(Text<'a>, &'a RawValue)>);

impl<'a> Deserialize<'a> for Object<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'a> Visitor<'a> for Entries {
            type Value = Object<'a>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<Object<'a>, M::Error> {
                std::iter::from_fn(|| map.next_entry().transpose()).collect::<Result<_, _>>().map(Object)
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// Parses a part of a line.
fn parse<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, LineFault<'a>> {
    serde_json::from_str(json).map_err(|error| LineFault::Syntax { json, error })
}

/// Values wanted of a value and of the values in it. Targets of keys and items are kept, so that paths are followed once.
#[derive(Default)]
struct Wanted {
    /// The columns of which it is a value.
    columns: Vec<usize>,
    /// The rests of the paths that lead to values in it.
    paths: Vec<(usize, String)>,
    /// Values wanted behind the keys that occurred so far, in the order of the first object.
    keys: Vec<(String, Wanted)>,
    /// The key that is likely next.
    next_key: usize,
    /// Values wanted of the items to which these paths lead.
    items: Vec<(Vec<usize>, Wanted)>,
}

/// Maximum number of unwanted keys that are kept.
const MAX_KEPT: usize = 256;

impl Wanted {
    /// Values to which these paths lead, each with the rest of the path.
    fn of(paths: impl Iterator<Item = (usize, String)>) -> Wanted {
        let (columns, paths): (Vec<_>, Vec<_>) = paths.partition(|(_, rest)| rest.is_empty());
        Wanted { columns: columns.into_iter().map(|(column, _)| column).collect(), paths, ..Wanted::default() }
    }

    /// Values wanted behind a key; `None` if there are none.
    fn key(&mut self, key: &str) -> Option<&mut Wanted> {
        let kept = self.keys.len();
        let known = (self.next_key..kept).chain(0..self.next_key).find(|place| self.keys[*place].0 == key);
        let place = known.unwrap_or(kept);
        if known.is_none() {
            let after = |(column, path): &(usize, String)| Some((*column, after_key(path, key)?.to_owned()));
            let wanted = Wanted::of(self.paths.iter().filter_map(after));
            if wanted.is_nothing() && kept >= MAX_KEPT {
                return None;
            }
            self.keys.push((key.to_owned(), wanted));
        }
        self.next_key = place + 1;
        Some(&mut self.keys[place].1).filter(|wanted| !wanted.is_nothing())
    }

    /// Whether nothing is wanted.
    fn is_nothing(&self) -> bool {
        self.columns.is_empty() && self.paths.is_empty()
    }

    /// Values wanted of an item of an array.
    fn item(&mut self, number: usize, json: &str) -> &mut Wanted {
        let rest = |(_, path): &(usize, String)| {
            let (step, rest) = first_step(path)?;
            let leads_here = match step {
                Step::All => true,
                Step::Item(item) => item == number,
                Step::Condition { key, value } => has_value(json, key, value),
            };
            leads_here.then(|| rest.to_owned())
        };
        let rests: Vec<(usize, String)> =
            self.paths.iter().enumerate().filter_map(|(place, path)| Some((place, rest(path)?))).collect();
        let leading: Vec<usize> = rests.iter().map(|(place, _)| *place).collect();
        let place = self.items.iter().position(|(known, _)| *known == leading).unwrap_or_else(|| {
            let paths = rests.into_iter().map(|(place, rest)| (self.paths[place].0, rest));
            self.items.push((leading, Wanted::of(paths)));
            self.items.len() - 1
        });
        &mut self.items[place].1
    }
}

/// Whether an item is an object with a value for a key.
fn has_value(item: &str, key: &str, value: &str) -> bool {
    let Ok(Object(entries)) = parse(item) else { return false };
    let found = entries.iter().rev().find(|(known, _)| known.0 == key);
    found.is_some_and(|(_, found)| match serde_json::from_str(found.get()) {
        Ok(Text(text)) => text == value,
        Err(_) => found.get() == value,
    })
}

/// Values of one record for a column, as places in the text of the record.
#[derive(Default)]
struct FoundValues {
    is_there: bool,
    /// `None` for null.
    ranges: Vec<Option<Range<usize>>>,
}

impl FoundValues {
    fn clear(&mut self) {
        self.is_there = false;
        self.ranges.clear();
    }

    fn add(&mut self, range: Option<Range<usize>>) {
        self.is_there = true;
        self.ranges.push(range);
    }

    /// The values; `None` if the record does not have the column.
    fn ranges(&self) -> Option<&[Option<Range<usize>>]> {
        self.is_there.then_some(&*self.ranges)
    }
}

/// The values of one record, as they are found.
struct Values<'c> {
    columns: &'c [JsonColumn],
    /// The record, whose text holds those of the values.
    record: &'c mut Record,
    /// For each column.
    found: &'c mut [FoundValues],
}

impl Values<'_> {
    /// Takes what is wanted of a value.
    fn take<'a>(&mut self, json: &'a str, wanted: &mut Wanted) -> Result<(), LineFault<'a>> {
        wanted.columns.iter().try_for_each(|&column| self.add(column, json))?;
        match json.as_bytes() {
            _ if wanted.paths.is_empty() => Ok(()),
            [b'{', ..] => self.take_from(parse(json)?, wanted),
            [b'[', ..] => {
                let mut items = parse::<Vec<&RawValue>>(json)?.into_iter().enumerate();
                items.try_for_each(|(number, item)| self.take(item.get(), wanted.item(number, item.get())))
            }
            _ => Ok(()),
        }
    }

    /// Takes what is wanted of the values of an object.
    fn take_from<'a>(&mut self, Object(entries): Object<'a>, wanted: &mut Wanted) -> Result<(), LineFault<'a>> {
        wanted.next_key = 0;
        for (place, (key, value)) in entries.iter().enumerate() {
            let Some(wanted) = wanted.key(&key.0) else { continue };
            self.take(value.get(), wanted)?;
            if entries[..place].iter().any(|(other, _)| other == key) {
                return Err(twice(&key.0));
            }
        }
        Ok(())
    }

    /// Adds a value of a column.
    fn add<'a>(&mut self, column: usize, json: &'a str) -> Result<(), LineFault<'a>> {
        let of = &self.columns[column];
        if of.has_all_items && matches!(of.role, Role::Candidate | Role::Answer) {
            let advice = "name one item, as in [0], or use --samples array for a candidate";
            return Err(LineFault::Content(format!("'{}' may have several values; {advice}", of.name)));
        }
        if self.found[column].is_there && !of.has_all_items && !of.is_joined && of.role != Role::Status {
            return Err(twice(&of.name));
        }
        match (of.role, json.as_bytes()) {
            (Role::Status, [b'"' | b'-' | b'0'..=b'9' | b't', ..]) => {
                let value = serde_json::from_str(json).map_or(Cow::Borrowed(json), |Text(value)| value);
                let range = self.record.append([&*of.name, "\n", &*value]);
                self.found[column].add(Some(range));
            }
            (Role::Status, _) => {}
            (Role::Samples, [b'"', ..]) if !of.has_all_items => return Err(of.refuse("a string")),
            (_, [b'"', ..]) => self.add_string(column, json)?,
            (Role::Reference | Role::Answer | Role::Answers, [b'n', ..]) => self.found[column].add(None),
            (Role::Reference, [b'[', ..]) => self.add_texts(column, json)?,
            (Role::Samples, [b'[', ..]) if !of.has_all_items => self.add_texts(column, json)?,
            (role, [b'-' | b'0'..=b'9' | b't' | b'f', ..]) if role.is_label() => {
                let range = self.record.append([json]);
                self.found[column].add(Some(range));
            }
            _ => return Err(of.refuse(kind(json))),
        }
        Ok(())
    }

    /// Adds an array of texts, which are references or samples.
    fn add_texts<'a>(&mut self, column: usize, json: &'a str) -> Result<(), LineFault<'a>> {
        let of = &self.columns[column];
        self.found[column].is_there = true;
        for item in parse::<Vec<&RawValue>>(json)? {
            match item.get().as_bytes() {
                [b'"', ..] => self.add_string(column, item.get())?,
                [b'n', ..] if of.role == Role::Reference => self.found[column].add(None),
                _ => return Err(of.refuse(&format!("an array that holds {}", kind(item.get())))),
            }
        }
        let is_empty = self.found[column].ranges.is_empty();
        if is_empty && of.role == Role::Samples { Err(of.refuse("an empty array")) } else { Ok(()) }
    }

    fn add_string<'a>(&mut self, column: usize, json: &'a str) -> Result<(), LineFault<'a>> {
        let Text(text) = parse(json)?;
        let range = self.record.append([&*text]);
        self.found[column].add(Some(range));
        Ok(())
    }
}

impl JsonColumn {
    /// The fault that a value is of a kind that it must not be.
    fn refuse<'a>(&self, found: &str) -> LineFault<'a> {
        let (noun, expected) = match self.role {
            Role::Candidate if found == "an array" => ("candidate", "a string; for several samples: --samples array"),
            Role::Samples if !self.has_all_items => ("candidate", "an array of strings"),
            Role::Candidate | Role::Samples | Role::Status => ("candidate", "a string"),
            Role::Answer | Role::Answers if found == "an array" => {
                ("answer", "a string; name the texts in it, as in content[type=text].text")
            }
            Role::Answer | Role::Answers => ("answer", "a string or null"),
            Role::Reference => ("reference", "a string, an array of strings, or null"),
            Role::Source => ("source", "a string"),
            Role::Group | Role::Join | Role::Id | Role::Segment | Role::System => ("label", "a string or a number"),
        };
        LineFault::Content(format!("the {noun} '{}' is {found}; it must be {expected}", self.name))
    }
}

/// The fault that a key or a column has two values.
fn twice<'a>(name: &str) -> LineFault<'a> {
    LineFault::Content(format!("two values for '{name}'; keep one"))
}

/// The kind of a value, in words.
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
