//! Records as JSON Lines, one object per line, or as an array of objects.
//!
//! A name is a key, or a [path](super::json_path) of keys and items. A candidate is a string; samples are an array of
//! strings. A reference is a string, an array of strings, or missing: null, or a key that is not there. A label is a string,
//! or a number or a Boolean as it is written: as a floating-point number it might equal another.
//!
//! A line is parsed once: of the values that are asked for, the text goes to the record as it is parsed, and others are skipped.

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
use std::ops::Range;

/// A file of JSON Lines, or of an array of objects.
pub struct Jsonl {
    lines: CheckedLines,
    /// Whether the lines are items of an array.
    is_array: bool,
    columns: Vec<JsonColumn>,
    /// Values that the columns want of an object.
    wanted: Wanted,
    /// Number of objects so far.
    objects: u64,
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
        Jsonl {
            lines: CheckedLines::new(input),
            is_array,
            columns,
            wanted,
            objects: 0,
            found,
            first: Vec::new(),
            other_format,
        }
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
        let Jsonl { lines, is_array, columns, wanted, objects, found, first, other_format } = self;
        while let Some(line) = lines.next_line()? {
            if is_between_records(line) {
                continue;
            }
            let line = simdutf8::basic::from_utf8(line)?;
            if first.is_empty() {
                *first = keys(line);
            }
            found.iter_mut().for_each(FoundValues::clear);
            let mut values = Values { columns, record, found, objects, fault: None };
            let read = values.read(line, wanted).and_then(|()| {
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
#[derive(PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

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
    /// The object in which its key occurred last.
    object: u64,
    /// Values wanted of the items to which these paths lead.
    items: Vec<(Vec<usize>, Wanted)>,
    /// Places of the first items of an array among these, unless a path leads to items by their values.
    first_items: Vec<usize>,
    /// Whether a path leads to items by their values, once it is known.
    has_condition: Option<bool>,
}

/// Maximum number of keys of an object, and of items of an array, that are kept.
const MAX_KEPT: usize = 256;

impl Wanted {
    /// Whether nothing is wanted.
    fn is_nothing(&self) -> bool {
        self.columns.is_empty() && self.paths.is_empty()
    }

    /// Values to which these paths lead, each with the rest of the path.
    fn of(paths: impl Iterator<Item = (usize, String)>) -> Wanted {
        let (columns, paths): (Vec<_>, Vec<_>) = paths.partition(|(_, rest)| rest.is_empty());
        Wanted { columns: columns.into_iter().map(|(column, _)| column).collect(), paths, ..Wanted::default() }
    }

    /// Finds what is wanted of the value of a key; `None` if that is nothing, and there are too many keys.
    fn find_key(&mut self, key: &str) -> Option<usize> {
        let is_next = self.keys.get(self.next_key).is_some_and(|(known, _)| known == key);
        let known = if is_next { Some(self.next_key) } else { self.keys.iter().position(|(known, _)| known == key) };
        let place = known.or_else(|| {
            let after = |(column, path): &(usize, String)| Some((*column, after_key(path, key)?.to_owned()));
            let wanted = Wanted::of(self.paths.iter().filter_map(after));
            let is_kept = !wanted.is_nothing() || self.keys.len() < MAX_KEPT;
            is_kept.then(|| {
                self.keys.push((key.to_owned(), wanted));
                self.keys.len() - 1
            })
        })?;
        self.next_key = place + 1;
        Some(place)
    }

    /// Whether a path leads to items of an array by their values.
    fn has_condition(&mut self) -> bool {
        let is_condition = |(_, path): &(usize, String)| matches!(first_step(path), Some((Step::Condition { .. }, _)));
        *self.has_condition.get_or_insert_with(|| self.paths.iter().any(is_condition))
    }

    /// Values wanted of an item of an array, whose text is known if a path leads to it by its values.
    fn item(&mut self, number: usize, json: Option<&str>) -> &mut Wanted {
        if let Some(&place) = self.first_items.get(number) {
            return &mut self.items[place].1;
        }
        let leads_here = |(_, path): &(usize, String)| {
            first_step(path).is_some_and(|(step, _)| match step {
                Step::All => true,
                Step::Item(item) => item == number,
                Step::Condition { key, value } => json.is_some_and(|item| has_value(item, key, value)),
            })
        };
        let leading: Vec<usize> = (0..self.paths.len()).filter(|place| leads_here(&self.paths[*place])).collect();
        let place = self.items.iter().position(|(known, _)| *known == leading).unwrap_or_else(|| {
            let rest = |place: &usize| {
                let (column, path) = &self.paths[*place];
                Some((*column, first_step(path)?.1.to_owned()))
            };
            let wanted = Wanted::of(leading.iter().filter_map(rest));
            self.items.push((leading, wanted));
            self.items.len() - 1
        });
        if json.is_none() && number < MAX_KEPT {
            self.first_items.push(place);
        }
        &mut self.items[place].1
    }
}

/// A key of an object, which is found among those that are wanted.
struct Key<'w>(&'w mut Wanted);

impl<'a> DeserializeSeed<'a> for Key<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<Option<usize>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: SerdeError>(self, key: &str) -> Result<Option<usize>, E> {
        Ok(self.0.find_key(key))
    }
}

/// Value of a record in a column.
#[derive(Default)]
struct FoundValues {
    is_there: bool,
    /// Places of its texts in the text of the record; `None` for a reference that is null.
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

    /// The places of its texts, if it is there.
    fn ranges(&self) -> Option<&[Option<Range<usize>>]> {
        self.is_there.then_some(&*self.ranges)
    }
}

/// The values of a line that were found.
struct Values<'c, 'a> {
    columns: &'c [JsonColumn],
    /// The record, to whose text they are added.
    record: &'c mut Record,
    /// Values found, for each column.
    found: &'c mut [FoundValues],
    /// Number of objects so far.
    objects: &'c mut u64,
    /// The fault that ended the search, if the line is JSON so far.
    fault: Option<LineFault<'a>>,
}

impl<'a> Values<'_, 'a> {
    /// Finds the values of a line.
    fn read(&mut self, line: &'a str, wanted: &mut Wanted) -> Result<(), LineFault<'a>> {
        let mut parser = serde_json::Deserializer::from_str(line);
        let found = parser.deserialize_map(Seed { wanted, values: self });
        self.outcome(line, found.and_then(|()| parser.end()))
    }

    /// Adds a text of a column.
    fn add(&mut self, column: usize, text: Option<&str>) {
        let range = text.map(|text| self.record.append([text]));
        self.found[column].add(range);
    }

    /// Finds values in a part of a line.
    fn find<E: SerdeError>(&mut self, json: &'a str, wanted: &mut Wanted) -> Result<(), E> {
        let mut parser = serde_json::Deserializer::from_str(json);
        let found = Seed { wanted, values: self }.deserialize(&mut parser);
        self.outcome(json, found).map_err(|fault| {
            self.fault = Some(fault);
            E::custom("")
        })
    }

    /// The outcome of a search in a part of a line.
    fn outcome(&mut self, json: &'a str, found: serde_json::Result<()>) -> Result<(), LineFault<'a>> {
        found.map_err(|error| self.fault.take().unwrap_or(LineFault::Syntax { json, error }))
    }

    /// Adds the texts of an array.
    fn visit_texts<S: SeqAccess<'a>>(&mut self, column: usize, mut items: S) -> Result<(), S::Error> {
        let role = self.columns[column].role;
        if !matches!(role, Role::Samples | Role::Reference)
            || self.columns[column].has_all_items && role == Role::Samples
        {
            return Err(self.refuse(column, "an array"));
        }
        self.found[column].is_there = true;
        while let Some(item) = items.next_element::<&RawValue>()? {
            let json = item.get();
            match json.as_bytes() {
                [b'"', ..] => self.add_string(column, json)?,
                [b'n', ..] if role == Role::Reference => self.add(column, None),
                _ => return Err(self.refuse(column, &format!("an array that holds {}", kind(json)))),
            }
        }
        let is_empty = self.found[column].ranges.is_empty();
        if is_empty && role == Role::Samples { Err(self.refuse(column, "an empty array")) } else { Ok(()) }
    }

    /// Ends the search with a message about the values.
    fn fail<E: SerdeError>(&mut self, message: String) -> E {
        self.fault = Some(LineFault::Content(message));
        E::custom("")
    }

    /// Ends the search since a column has a value of this kind.
    fn refuse<E: SerdeError>(&mut self, column: usize, found: &str) -> E {
        let JsonColumn { name, role, has_all_items, .. } = &self.columns[column];
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
        let JsonColumn { name, role, has_all_items, is_joined, .. } = &self.columns[column];
        if *has_all_items && matches!(role, Role::Candidate | Role::Answer) {
            let advice = "name one item, as in [0], or use --samples array for a candidate";
            return Err(self.fail(format!("'{name}' may have several values; {advice}")));
        }
        if self.found[column].is_there && !has_all_items && !is_joined && *role != Role::Status {
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
                    let range = self.record.append([&*self.columns[column].name, "\n", &*value]);
                    self.found[column].add(Some(range));
                }
                Ok(())
            }
            [b'"', ..] => self.add_string(column, json),
            [b'-' | b'0'..=b'9' | b't' | b'f', ..] => {
                self.add(column, Some(json));
                Ok(())
            }
            _ => Err(self.refuse(column, kind(json))),
        }
    }

    /// Adds a string.
    fn add_string<E: SerdeError>(&mut self, column: usize, json: &'a str) -> Result<(), E> {
        match parse::<Text>(json) {
            Ok(Text(text)) => {
                self.add(column, Some(&text));
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
    wanted: &'s mut Wanted,
    values: &'s mut Values<'c, 'a>,
}

impl<'a> DeserializeSeed<'a> for Seed<'_, '_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        let Seed { wanted, values } = self;
        match &wanted.columns[..] {
            [] if wanted.paths.is_empty() => IgnoredAny::deserialize(deserializer).map(drop),
            [] => deserializer.deserialize_any(Seed { wanted, values }),
            [column] if wanted.paths.is_empty() && values.columns[*column].role.is_text() => {
                values.begin(*column)?;
                deserializer.deserialize_any(Seed { wanted, values })
            }
            // A label stays as it is written. Rarely, a value is that of two columns, or has another in it.
            _ => {
                let json = <&RawValue>::deserialize(deserializer)?.get();
                for &column in &wanted.columns {
                    if values.columns[column].role.is_text() {
                        values.find(json, &mut Wanted { columns: vec![column], ..Wanted::default() })?;
                    } else {
                        values.begin(column)?;
                        values.add_label(column, json)?;
                    }
                }
                if wanted.paths.is_empty() {
                    return Ok(());
                }
                // The values in it alone.
                let columns = mem::take(&mut wanted.columns);
                let found = values.find(json, wanted);
                wanted.columns = columns;
                found
            }
        }
    }
}

impl<'a> Visitor<'a> for Seed<'_, '_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_str<E: SerdeError>(self, text: &str) -> Result<(), E> {
        let Some(&column) = self.wanted.columns.first() else { return Ok(()) };
        let JsonColumn { role, has_all_items, .. } = self.values.columns[column];
        if role == Role::Samples && !has_all_items {
            return Err(self.values.refuse(column, "a string"));
        }
        self.values.add(column, Some(text));
        Ok(())
    }

    fn visit_unit<E: SerdeError>(self) -> Result<(), E> {
        let Some(column) = self.wanted.columns.first() else { return Ok(()) };
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
        let Seed { wanted, values } = self;
        if let [column, ..] = wanted.columns[..] {
            return Err(values.refuse(column, "an object"));
        }
        *values.objects += 1;
        let object = *values.objects;
        wanted.next_key = 0;
        while let Some(place) = map.next_key_seed(Key(wanted))? {
            let Some((key, wanted)) = place.map(|place| &mut wanted.keys[place]) else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let is_repeated = wanted.object == object && !wanted.is_nothing();
            map.next_value_seed(Seed { wanted, values })?;
            if is_repeated {
                return Err(values.fail(twice(key)));
            }
            wanted.object = object;
        }
        Ok(())
    }

    fn visit_seq<S: SeqAccess<'a>>(self, mut items: S) -> Result<(), S::Error> {
        let Seed { wanted, values } = self;
        if let [column, ..] = wanted.columns[..] {
            return values.visit_texts(column, items);
        }
        let has_condition = wanted.has_condition();
        for number in 0.. {
            // An item with a condition is read twice.
            if has_condition {
                let Some(item) = items.next_element::<&RawValue>()? else { break };
                values.find(item.get(), wanted.item(number, Some(item.get())))?;
            } else if items.next_element_seed(Seed { wanted: wanted.item(number, None), values })?.is_none() {
                break;
            }
        }
        Ok(())
    }
}

impl Seed<'_, '_, '_> {
    fn visit_other<E: SerdeError>(self, kind: &str) -> Result<(), E> {
        self.wanted.columns.first().map_or(Ok(()), |column| Err(self.values.refuse(*column, kind)))
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
