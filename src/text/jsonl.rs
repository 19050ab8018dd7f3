//! Records as JSON Lines, one object per line, as an array of objects, or further in: `a.b:c` is `c` in each item of the array `b`
//! of `a`, and `*:c` is `c` in each value of an object.
//!
//! A name is a key, or a [path](super::json_path) of keys and items. A candidate is a string; samples are an array of
//! strings. A reference is a string, an array of strings, or missing: null, or a key that is not there. A label is a string,
//! or a number or a Boolean as it is written: as a floating-point number it might equal another. A text may also be a list of
//! tokens; and if there is only one record, its lists are the [texts of all segments](super::parallel_lists).
//!
//! A line is parsed once: of the values that are asked for, the places are noted, and others are passed over.

use super::checked_lines::CheckedLines;
use super::json_array::{array_items, items_at, values};
use super::json_cursor::Skipped;
use super::json_path;
use super::json_path::{PathTree, step_of_key, step_of_path};
use super::json_scan::{find, scan};
use super::json_shape::{JsonShape, ShapeValue};
use super::json_values::{FoundValue, FoundValues, LineFault, find_by_steps, items, joined_tokens, parse, text, twice};
use super::open::InputStream;
use super::parallel_lists::ParallelLists;
use super::record::{Columns, Record, RecordPlace, Records, Role};
use super::repeats::Repeats;
use crate::text::display::{escape, listed};
use crate::text::suggestions::{nearest, unknown, unknown_but};
use anyhow::{Result, anyhow, bail};
use memchr::memchr;
use serde_json::Value;
use std::borrow::Cow;

/// A file of JSON Lines, or of an array of objects.
pub struct Jsonl {
    lines: CheckedLines,
    layout: Layout,
    values: RecordValues,
    /// Names of the first record if it is the only one, in whose array records are.
    item_paths: Vec<String>,
    /// The line that was read last, if the line after it was looked at.
    kept_line: Option<String>,
    /// Segments of a record that has lists of all texts, which are still to be returned.
    lists: Option<ParallelLists>,
}

/// The values that are read from each record.
struct RecordValues {
    columns: Vec<JsonColumn>,
    /// Places of the columns that say something of each record, also if it lacks them.
    expected: Vec<usize>,
    /// The paths of the columns.
    paths: PathTree,
    /// Names of the first record.
    first: Vec<String>,
    /// Columns that may show that records repeat segments, once there is a record; they follow the others.
    repeats: Option<Repeats>,
    other_format: &'static str,
    /// The shape of a line that was read, and how many lines since then had it.
    shape: Option<JsonShape>,
    alike: u64,
    /// Number of lines that were read without a shape, or had another.
    unlike: u64,
}

/// Where records are in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// One on each line.
    Lines,
    /// Each over several lines.
    Values,
    /// Items of an array, or values of an object.
    Items,
}

impl Layout {
    /// The noun that stands before the number of a record.
    fn noun(self) -> &'static str {
        if self == Layout::Lines { "line" } else { "item" }
    }
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
    /// Whether a value was a list of tokens.
    has_tokens: bool,
    /// Whether all references that are in lists have one word; `None` without such a list.
    are_words: Option<bool>,
    /// Whether a candidate has several words.
    has_text: bool,
}

impl JsonColumn {
    fn new(name: String, role: Role) -> JsonColumn {
        let has_all_items = json_path::has_all_items(&name);
        let is_joined = !has_all_items && json_path::has_condition(&name);
        JsonColumn {
            name,
            role,
            has_all_items,
            is_joined,
            is_seen: false,
            has_tokens: false,
            are_words: None,
            has_text: false,
        }
    }

    /// Adds its values, which were found in a line, as fields of the record. `first` are the names of the first record.
    fn add<'l>(
        &mut self,
        line: &'l str,
        found: &[FoundValue<'l>],
        first: &[String],
        is_of_tokens: bool,
        record: &mut Record,
    ) -> Result<(), LineFault<'l>> {
        let JsonColumn { name, role, has_all_items, is_joined, .. } = self;
        let message = match (found.len(), *role) {
            (0, Role::Reference | Role::Answer | Role::Answers) => {
                record.add(*role, None);
                return Ok(());
            }
            (0, _) if first.iter().any(|known| json_path::is_same(known, name)) => {
                format!("no '{name}' in this record; add it, or remove the segment")
            }
            // Keys are unknown also if the first line has a text that cannot be read.
            (0, _) => return parse::<Value>(line).and_then(|_| Err(LineFault::UnknownKey(name.clone()))),
            (_, Role::Candidate | Role::Answer) if *has_all_items => {
                return Err(LineFault::SeveralValues(name.clone()));
            }
            (2.., _) if !*has_all_items && !*is_joined => return Err(twice(name)),
            _ => {
                self.is_seen = true;
                let before = record.field_count();
                found.iter().try_for_each(|value| self.read(value, is_of_tokens, record))?;
                if self.is_joined {
                    record.join_from(before);
                }
                return Ok(());
            }
        };
        Err(LineFault::Content(message))
    }

    /// Adds the texts that a value holds. How an answer ended is the path and the value.
    fn read<'l>(
        &mut self,
        value: &FoundValue<'l>,
        is_of_tokens: bool,
        record: &mut Record,
    ) -> Result<(), LineFault<'l>> {
        let json = value.json;
        let JsonColumn { name, role, has_all_items, has_tokens, are_words, has_text, .. } = self;
        *has_text |= !*has_text && *role == Role::Candidate && json.starts_with('"') && json.contains(' ');
        let may_have_tokens = *role == Role::Candidate || *role == Role::Reference && is_of_tokens;
        if may_have_tokens && let Some(text) = joined_tokens(json) {
            *has_tokens = true;
            record.add(*role, Some(text.as_bytes()));
            return Ok(());
        }
        let mut add = |text: Option<&str>| record.add(*role, text.map(str::as_bytes));
        if *has_tokens && *role == Role::Candidate && json[1..].trim_ascii_start() == "]" {
            add(Some(""));
            return Ok(());
        }
        match (json.as_bytes()[0], *role) {
            (b'"' | b'-' | b'0'..=b'9' | b't', Role::Status) => {
                add(Some(name));
                add(Some(&value.text().unwrap_or(json.into())));
            }
            // An object or an array says nothing by itself.
            (_, Role::Status) => {}
            (b'"', role) if role != Role::Samples || *has_all_items => add(Some(&value.text()?)),
            (b'-' | b'0'..=b'9' | b't' | b'f', role) if role.is_label() => add(Some(json)),
            (b'n', Role::Reference | Role::Answer | Role::Answers) => add(None),
            (b'[', role) if role == Role::Reference || role == Role::Samples && !*has_all_items => {
                let items = items(json)?;
                if *are_words != Some(false) && items.len() > 1 {
                    *are_words = Some(items.iter().all(|item| item.starts_with('"') && !item.contains(' ')));
                }
                for item in &items {
                    match item.as_bytes()[0] {
                        b'"' => add(Some(&text(item)?)),
                        b'n' if role == Role::Reference => add(None),
                        _ => match joined_tokens(item).filter(|_| role == Role::Reference) {
                            Some(text) => {
                                *has_tokens = true;
                                add(Some(&text));
                            }
                            None => return Err(self.refuse(&format!("an array that holds {}", kind(item)))),
                        },
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

    /// Adds a value as [`read`](Self::read) does, if it can be nothing but a field.
    fn add_simple(&mut self, value: ShapeValue, record: &mut Record) -> Option<()> {
        let text = value.text()?;
        // Only an escape can be a line feed.
        let add = |record: &mut Record, role| match &text {
            Cow::Borrowed(text) => record.add_line(role, Some(text)),
            Cow::Owned(text) => record.add(role, Some(text)),
        };
        match (value.json[0], self.role) {
            (b'"', role) if role.is_text() && (role != Role::Samples || self.has_all_items) => add(record, role),
            (b'"' | b'-' | b'0'..=b'9' | b't' | b'f', role) if role.is_label() => add(record, role),
            (b'n', role @ (Role::Reference | Role::Answer | Role::Answers)) => record.add_line(role, None),
            (b'"' | b'-' | b'0'..=b'9' | b't', Role::Status) => {
                record.add_line(Role::Status, Some(self.name.as_bytes()));
                add(record, Role::Status);
            }
            (_, Role::Status) => {}
            _ => return None,
        }
        if !self.has_text && self.role == Role::Candidate {
            self.has_text = value.kind != Skipped::Other && memchr(b' ', value.json).is_some();
        }
        Some(())
    }

    /// The fault that it has a value of this kind.
    fn refuse<'l>(&self, found: &str) -> LineFault<'l> {
        let JsonColumn { name, role, has_all_items, .. } = self;
        let (noun, expected) = match role {
            Role::Candidate if found == "an array" => ("candidate", "a string; for several samples: --samples array"),
            Role::Samples if !has_all_items => ("candidate", "an array of strings"),
            Role::Candidate | Role::Samples | Role::Status => ("candidate", "a string"),
            Role::Answer | Role::Answers if found == "an array" => (
                "answer",
                "a string; name the texts in it, as in content[type=text].text, or one of them, as in texts[0]",
            ),
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
        if input.peek(first_byte)? == b'[' {
            return Ok(Jsonl::new(input.map(array_items), Layout::Items, columns, other_format));
        }
        if let Some((path, columns)) = of_items(&mut input, &columns)? {
            return Jsonl::open_items(input, &path, columns);
        }
        // An object may be over several lines.
        let ends_on_line = input.examine(|head, is_all| first_object_ends(head).or(is_all.then_some(true)))?;
        Ok(match ends_on_line {
            true => Jsonl::new(input, Layout::Lines, columns, other_format),
            false => Jsonl::new(input.map(values), Layout::Values, columns, other_format),
        })
    }

    /// A reader of the array to which a path of keys leads, or of the values of an object.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn open_items(mut input: InputStream, path: &str, columns: Columns) -> Result<Jsonl> {
        input.peek(|_| Some(()))?;
        let keys: Vec<&str> = json_path::keys(path).collect();
        Ok(Jsonl::new(input.map(|object| items_at(object, &keys)), Layout::Items, columns, ""))
    }

    fn new(input: InputStream, layout: Layout, columns: Columns, other_format: &'static str) -> Jsonl {
        Jsonl {
            lines: CheckedLines::new(input),
            layout,
            values: RecordValues::new(columns, other_format),
            item_paths: Vec::new(),
            kept_line: None,
            lists: None,
        }
    }

    /// Takes the names of the first record.
    fn begin(&mut self, line: &str) -> Result<()> {
        self.take_lists(line)?;
        self.values.begin(line);
        let has_arrays = self.layout != Layout::Items && self.values.first.iter().any(|path| path.contains("[0]"));
        self.item_paths = if has_arrays { keys(line, true) } else { Vec::new() };
        Ok(())
    }

    /// Takes the lists of a record, if its candidates are lists and there is no other record: the texts of all segments.
    fn take_lists(&mut self, line: &str) -> Result<()> {
        let Ok(found) = find(line, &self.values.paths) else { return Ok(()) };
        let role = |column: usize| self.values.columns.get(column).map(|column| column.role);
        let is_list = |value: &FoundValue| value.json.starts_with('[') && role(value.column) == Some(Role::Candidate);
        if !found.iter().any(is_list) || !self.is_last()? {
            return Ok(());
        }
        let lists = ParallelLists::of(&self.values.asked(), &found);
        self.lists = lists.map_err(|message| anyhow!("{}: line 1: {message}", self.lines.name()))?;
        Ok(())
    }

    /// Whether no further line has a record. The line that was read last is kept.
    fn is_last(&mut self) -> Result<bool> {
        let line = || String::from_utf8_lossy(self.lines.last()).into_owned();
        self.kept_line.get_or_insert_with(line);
        let is_last = self.lines.next_text()?.is_none_or(|next| is_between_records(next.as_bytes()));
        self.lines.put_back();
        Ok(is_last)
    }

    /// The input.
    pub fn input(&self) -> &InputStream {
        self.lines.input()
    }

    /// Reads the next record; false at the end of the input.
    fn read_record(&mut self, record: &mut Record) -> Result<bool> {
        if let Some(lists) = &mut self.lists {
            return Ok(lists.read(record));
        }
        self.kept_line = None;
        loop {
            record.place = RecordPlace::new(self.layout.noun(), self.lines.number() + 1);
            let Some(line) = self.lines.next_line()? else { break };
            if self.values.read_alike(line, record) {
                return Ok(true);
            }
            // It was found to be UTF-8 with the lines around it.
            let line = simdutf8::basic::from_utf8(line)?;
            if is_between_records(line.as_bytes()) {
                continue;
            }
            let read = if self.values.first.is_empty() {
                let line = line.to_owned();
                self.begin(&line)?;
                if let Some(lists) = &mut self.lists {
                    return Ok(lists.read(record));
                }
                self.values.read(&line, record)
            } else {
                self.values.read(line, record)
            };
            let Err(fault) = read else { return Ok(true) };
            let message = self.message(fault);
            bail!("{}: {}{message}", self.lines.name(), record.place);
        }
        let unknown = self.unknown_reference().filter(|_| !self.values.first.is_empty());
        unknown.map_or(Ok(false), |message| bail!("{}: {message}", self.lines.name()))
    }

    /// Words a fault of the line that was read last, as it follows the place of the record.
    fn message(&mut self, fault: RecordFault) -> String {
        match fault {
            RecordFault::Message(message) => message,
            RecordFault::UnknownKey(name) => format!(": {}", unknown_key(&name, self.known_paths())),
            RecordFault::SeveralValues(name) => format!(": {}", several_values(&name, self.known_paths())),
        }
    }

    /// The paths that could be meant.
    fn known_paths(&mut self) -> &[String] {
        let is_only = !self.item_paths.is_empty() && self.is_last().unwrap_or(true);
        if is_only { &self.item_paths } else { &self.values.first }
    }

    /// The id of the record that was read last, which has a fault, as far as it can be read.
    fn faulty_id(&self) -> Option<String> {
        let path = self.values.columns.iter().find(|column| column.role == Role::Id).map(|column| &*column.name)?;
        let key = json_path::last_key(path);
        let line = String::from_utf8_lossy(self.kept_line.as_ref().map_or(self.lines.last(), String::as_bytes));
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
        // A file makes nobody wait.
        self.lists.is_some() || self.lines.input().is_regular_file() || !is_between_records(self.lines.rest())
    }

    fn lines(&self) -> Option<&CheckedLines> {
        Some(&self.lines)
    }

    fn known_names(&self) -> [Vec<String>; 2] {
        [self.values.first.clone(), self.values.first.clone()]
    }

    fn remarks(&self) -> Vec<String> {
        let name = self.lines.name();
        let lists = self.lists.iter().map(|lists| format!("note: {name}: {}", lists.description()));
        let of_tokens = self.values.columns.iter().filter(|column| column.has_tokens);
        let names: Vec<String> = of_tokens.map(|column| format!("'{}'", escape(&column.name))).collect();
        let tokens = (!names.is_empty())
            .then(|| format!("note: {name}: lists of tokens in {} are joined by spaces", listed(&names, "and")));
        let has_texts = self.values.columns.iter().any(|column| column.has_text);
        let of_words = self.values.columns.iter().filter(|column| has_texts && column.are_words == Some(true));
        let words = of_words.map(|column| {
            format!(
                "warning: {name}: each reference in the lists of '{}' is one word; if a list is the tokens of one reference, write it as \
                 one text",
                escape(&column.name)
            )
        });
        lists.chain(tokens).chain(words).collect()
    }

    fn unknown_reference(&self) -> Option<String> {
        let unseen = self.values.columns.iter().find(|column| !column.is_seen && column.role != Role::Status);
        let is_only = !self.item_paths.is_empty() && self.lines.number() == 1;
        let paths = if is_only { &self.item_paths } else { &self.values.first };
        unseen.map(|column| unknown_key(&column.name, paths))
    }

    fn missing_reference(&self) -> String {
        let references = self.values.columns.iter().filter(|column| column.role == Role::Reference);
        let names = references.map(|column| &*column.name).collect::<Vec<_>>().join(" or ");
        format!("no reference; add a text to {names}, or leave out such segments with --empty-reference skip")
    }
}

/// A fault of a record, as its message follows the place of the record, or as far as other records decide the message.
enum RecordFault {
    Message(String),
    /// See [`LineFault::UnknownKey`].
    UnknownKey(String),
    /// See [`LineFault::SeveralValues`].
    SeveralValues(String),
}

impl RecordValues {
    fn new(columns: Columns, other_format: &'static str) -> RecordValues {
        let mut paths = PathTree::default();
        columns.iter().enumerate().for_each(|(place, (name, _))| paths.add(name, place));
        let columns: Vec<JsonColumn> = columns.into_iter().map(|(name, role)| JsonColumn::new(name, role)).collect();
        let expected = (0..columns.len()).filter(|place| columns[*place].role != Role::Status).collect();
        RecordValues {
            columns,
            expected,
            paths,
            first: Vec::new(),
            repeats: None,
            other_format,
            shape: None,
            alike: 0,
            unlike: 0,
        }
    }

    /// The columns that are asked for.
    fn asked(&self) -> Vec<(&str, Role)> {
        self.columns.iter().map(|column| (&*column.name, column.role)).collect()
    }

    /// Takes the names of the first record.
    fn begin(&mut self, line: &str) {
        self.first = keys(line, false);
        self.repeats = Repeats::among(&self.first, &self.asked());
        for (place, name) in self.repeats.iter().flat_map(Repeats::names).enumerate() {
            self.paths.add(name, self.columns.len() + place);
        }
    }

    /// Adds the values in a line as fields of a record, which has its place.
    fn read(&mut self, line: &str, record: &mut Record) -> Result<(), RecordFault> {
        let scanned = scan(line, &self.paths);
        let without_nan = if scanned.is_none() { without_nan(line) } else { None };
        let line = without_nan.as_deref().unwrap_or(line);
        let found = scanned.map_or_else(|| find_by_steps(line, &self.paths), Ok);
        let added = found.and_then(|found| self.add(line, found, record));
        if added.is_ok() {
            self.take_shape(line);
        }
        added.map_err(|fault| match fault {
            LineFault::Syntax { json, error } => {
                // After a line of keys, the format is certain.
                let other_format = if self.first.is_empty() { self.other_format } else { "" };
                RecordFault::Message(describe(line, json, &error, other_format))
            }
            LineFault::Content(message) => {
                let remark = if without_nan.is_some() { " (NaN is null)" } else { "" };
                RecordFault::Message(format!(": {message}{remark}"))
            }
            LineFault::UnknownKey(name) => RecordFault::UnknownKey(name),
            LineFault::SeveralValues(name) => RecordFault::SeveralValues(name),
        })
    }

    /// Takes the shape of a line that was read, unless lines are of many shapes: then it is looked for less and less.
    fn take_shape(&mut self, line: &str) {
        // Until keys are known, each line is asked for them.
        if self.first.is_empty() {
            return;
        }
        self.unlike += 1;
        if self.unlike <= self.alike + 1 || self.unlike.is_power_of_two() {
            // Fields come first, then endings, then what is only watched.
            let order = |column: usize| {
                let role = self.columns.get(column).map(|column| column.role);
                (role.is_none(), role == Some(Role::Status), column)
            };
            self.shape = JsonShape::of(line, &self.paths, order);
            self.alike = 0;
        }
    }

    /// Adds the values of a line as fields of a record, if it has the shape of a line before, and all values are read as they are
    /// written or only have escapes. False for all others, also if they have a fault; the record is then empty.
    fn read_alike(&mut self, line: &[u8], record: &mut Record) -> bool {
        let is_read = self.add_alike(line, record).is_some();
        self.alike += u64::from(is_read);
        if !is_read {
            record.clear();
        }
        is_read
    }

    fn add_alike(&mut self, line: &[u8], record: &mut Record) -> Option<()> {
        let RecordValues { columns, expected, shape, repeats, .. } = self;
        let mut found = shape.as_mut()?.values(line)?.peekable();
        for &place in &*expected {
            let column = &mut columns[place];
            let before = record.field_count();
            while let Some(value) = found.next_if(|value| value.column == place) {
                column.add_simple(value, record)?;
            }
            // The line before lacked it too, as it may.
            if record.field_count() == before {
                record.add_line(column.role, None);
            }
            if column.is_joined {
                record.join_from(before);
            }
        }
        while let Some(value) = found.next_if(|value| value.column < columns.len()) {
            columns[value.column].add_simple(value, record)?;
        }
        let Some(repeats) = repeats else { return Some(()) };
        let mut watched = vec![None; repeats.names().count()];
        for value in found {
            watched[value.column - columns.len()].get_or_insert(value.text()?);
        }
        let watched = watched.iter().map(|text| Some(String::from_utf8_lossy(text.as_deref()?))).collect();
        repeats.add(watched, record, record.place.number).is_none().then_some(())
    }

    /// Adds values that were found in a line.
    fn add<'l>(&mut self, line: &'l str, mut found: FoundValues<'l>, record: &mut Record) -> Result<(), LineFault<'l>> {
        found.sort_by_key(|value| value.column);
        add_values(&mut self.columns, &self.expected, line, &found, &self.first, record)?;
        let Some(repeats) = &mut self.repeats else { return Ok(()) };
        let value = |place| values_of(&found, place).first().map(|value| value.text().unwrap_or_default());
        let watched = (0..repeats.names().count()).map(|place| value(self.columns.len() + place)).collect();
        repeats.add(watched, record, record.place.number).map_or(Ok(()), |message| Err(LineFault::Content(message)))
    }
}

/// The values of a column, among values that are sorted by their columns.
fn values_of<'f, 'l>(found: &'f [FoundValue<'l>], column: usize) -> &'f [FoundValue<'l>] {
    let begin = found.partition_point(|value| value.column < column);
    let length = found[begin..].iter().take_while(|value| value.column == column).count();
    &found[begin..begin + length]
}

/// Adds values that were found in a line, sorted by their columns, as fields of a record. `first` are the names of the first record.
fn add_values<'l>(
    columns: &mut [JsonColumn],
    expected: &[usize],
    line: &'l str,
    found: &[FoundValue<'l>],
    first: &[String],
    record: &mut Record,
) -> Result<(), LineFault<'l>> {
    let is_list = |place: &usize| {
        let has_tokens = || values_of(found, *place).iter().any(|value| joined_tokens(value.json).is_some());
        columns[*place].role == Role::Candidate && (columns[*place].has_tokens || has_tokens())
    };
    let is_of_tokens = expected.iter().any(is_list);
    // Faults of values come before values that are not there.
    let mut missing = Ok(());
    for &place in expected {
        let found = values_of(found, place);
        match columns[place].add(line, found, first, is_of_tokens, record) {
            Err(fault) if found.is_empty() => missing = missing.and(Err(fault)),
            added => added?,
        }
    }
    missing?;
    for value in found {
        let status = columns.get_mut(value.column).filter(|column| column.role == Role::Status);
        status.map_or(Ok(()), |column| column.read(value, false, record))?;
    }
    Ok(())
}

/// Returns the path of the array that has the records, and the columns in each, if the names of texts begin with it and a colon.
fn of_items(input: &mut InputStream, columns: &Columns) -> Result<Option<(String, Columns)>> {
    let texts = || columns.iter().filter(|(_, role)| role.is_text()).map(|(name, _)| name);
    let Some((name, (path, _))) = texts().find_map(|name| Some((name, json_path::split_items(name)?))) else {
        return Ok(None);
    };
    // A key may itself have a colon.
    let key = serde_json::to_string(json_path::key_with_colon(name).unwrap_or_default())?;
    let is_key = input.examine(|head, is_all| {
        let is_there = memchr::memmem::find(head, key.as_bytes()).is_some();
        (is_there || is_all || head.len() >= MAX_KEYS).then_some(is_there)
    })?;
    if is_key {
        return Ok(None);
    }
    let within = |name: &str| Some(name.strip_prefix(path)?.strip_prefix(':')?.to_owned());
    if let Some(other) = texts().find(|name| within(name).is_none()) {
        let within = json_path::split_items(other).map_or(&**other, |(_, within)| within);
        let within = within.strip_prefix(path).and_then(|rest| rest.strip_prefix('.')).unwrap_or(within);
        let input = input.name();
        bail!(
            "{input}: '{name}' and '{other}' are not in the same records; name both in one array, as in '{path}:{within}'"
        );
    }
    let columns = columns.iter().map(|(name, role)| (within(name).unwrap_or_else(|| name.clone()), *role));
    Ok(Some((path.to_owned(), columns.collect())))
}

/// Number of bytes that are looked at for a key that has a colon.
const MAX_KEYS: usize = 64 << 10;

/// Whether the object with which a text begins ends on its first line; `None` if more of the text is needed to know.
fn first_object_ends(head: &[u8]) -> Option<bool> {
    let text = head.trim_ascii_start();
    let line = &text[..memchr(b'\n', text)?];
    let (mut depth, mut is_in_string, mut is_escaped) = (0_i64, false, false);
    for &byte in line {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_in_string,
            b'"' => is_in_string = !is_in_string,
            b'{' | b'[' if !is_in_string => depth += 1,
            b'}' | b']' if !is_in_string => depth -= 1,
            _ => {}
        }
    }
    // Any other end is a fault of the line.
    let goes_on = matches!(line.trim_ascii_end().last(), Some(b'{' | b'[' | b','));
    Some(depth <= 0 || is_in_string || !goes_on)
}

/// Returns a line with null for each NaN and infinity, which Python writes, if it has one.
fn without_nan(line: &str) -> Option<String> {
    const NUMBERS: [&str; 3] = ["NaN", "-Infinity", "Infinity"];
    if !line.contains("NaN") && !line.contains("Infinity") {
        return None;
    }
    let (mut result, mut rest, mut is_in_string) = (String::new(), line, false);
    let mut has_any = false;
    while let Some(character) = rest.chars().next() {
        if let Some(number) = NUMBERS.iter().find(|number| !is_in_string && rest.starts_with(**number)) {
            result.push_str("null");
            rest = &rest[number.len()..];
            has_any = true;
            continue;
        }
        let length = if is_in_string && character == '\\' { rest.len().min(2) } else { character.len_utf8() };
        let length = (length..=rest.len()).find(|length| rest.is_char_boundary(*length)).unwrap_or(rest.len());
        is_in_string ^= character == '"';
        result.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    has_any.then_some(result)
}

/// Whether lines hold no record: nothing but the white space of JSON.
fn is_between_records(lines: &[u8]) -> bool {
    lines.iter().all(|byte| b" \t\r\n".contains(byte))
}

/// Returns the paths to the values of an object, as far as they are in objects and in the first items of arrays. If the object is
/// the only one, the items of the first array on a path are records: a colon is before the path in each.
fn keys(line: &str, is_only: bool) -> Vec<String> {
    fn add(path: String, is_only: bool, value: &Value, keys: &mut Vec<String>) {
        match value {
            Value::Object(object) => object.iter().for_each(|(key, value)| {
                let step = if is_only { step_of_path(key) } else { step_of_key(key) };
                let separator = if path.is_empty() || path.ends_with(':') { "" } else { "." };
                add(format!("{path}{separator}{step}"), is_only, value, keys);
            }),
            Value::Array(items) if items.first().is_some_and(|item| item.is_object() || item.is_array()) => {
                let is_of_records = is_only && items[0].is_object();
                let item = if is_of_records { ":" } else { "[0]" };
                add(format!("{path}{item}"), is_only && !is_of_records, &items[0], keys);
            }
            _ => keys.push(path),
        }
    }
    let mut keys = Vec::new();
    if let Ok(value @ Value::Object(_)) = serde_json::from_str(line) {
        add(String::new(), is_only, &value, &mut keys);
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
        _ if error.is_eof() => "the object ends on another line; write each object on a line of its own".to_owned(),
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

/// Returns the message about a path that may lead to several values.
fn several_values(name: &str, known: &[String]) -> String {
    let of_items = name.replacen("[].", ":", 1);
    let advice = match known.contains(&of_items) {
        true => format!("to read the items as records, name it '{of_items}'"),
        false => "name one item, as in [0], or use --samples array for a candidate".to_owned(),
    };
    format!("'{name}' may have several values; {advice}")
}

/// Returns the message about a key that is not known. If the objects within an object have it, their texts may be meant.
fn unknown_key(name: &str, known: &[String]) -> String {
    let ending = format!(".{name}");
    let is_within = |path: &&String| path.strip_suffix(&ending).is_some_and(|key| !key.contains('.'));
    match known.iter().filter(is_within).count() {
        0 | 1 => {
            let last_key = |path: &str| json_path::last_key(path.rsplit(':').next().unwrap_or(path)).to_lowercase();
            let same: Vec<&String> = known.iter().filter(|path| last_key(path) == last_key(name)).collect();
            match nearest(name, &same).or(same.first().map(|path| &***path)) {
                Some(path) => unknown_but("key", name, known, path),
                None => unknown("key", name, known),
            }
        }
        objects => {
            format!("no key '{name}'; {objects} objects within have it: for the text of each, name it '*:{name}'")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, option, prop_assert, prop_assert_eq, proptest, sample::select};

    const COLUMNS: [&[(&str, Role)]; 6] = [
        &[("a", Role::Candidate), ("b", Role::Reference)],
        &[("b", Role::Candidate), ("a", Role::Reference), ("c", Role::Reference), ("id", Role::Id)],
        &[("a.b", Role::Answer), ("a.error", Role::Status), ("b", Role::Status), ("id", Role::Id), ("c", Role::Status)],
        &[("a[].b", Role::Samples), ("b", Role::Reference)],
        &[("a", Role::Samples), ("b[0]", Role::Reference)],
        &[("a[t=u].b", Role::Answer), ("c", Role::Source), ("model", Role::Group)],
    ];

    const KEYS: [&str; 7] = ["a", "b", "c", "id", "model", "error", "t"];

    const VALUES: [&str; 14] = [
        "\"\"",
        "\"a b\"",
        r#""\n\u00e9""#,
        r#""\ud83d""#,
        "1.50",
        "NaN",
        "true",
        "false",
        "null",
        "[]",
        r#"["u", "v w"]"#,
        r#"{"b": "x", "error": null}"#,
        r#"{"b": "y z", "error": "e"}"#,
        r#"[{"b": "x", "t": "u"}, {"b": "y"}]"#,
    ];

    /// A reader of the values of lines that are like this one, if it is read.
    fn values(columns: &[(&str, Role)], line: &str) -> Option<RecordValues> {
        let columns = columns.iter().map(|(name, role)| (name.to_string(), *role)).collect();
        let mut values = RecordValues::new(columns, "");
        values.begin(line);
        values.read(line, &mut Record::default()).is_ok().then_some(values)
    }

    proptest! {
        #[test]
        fn a_line_like_another_is_read_as_alone(
            columns in select(&COLUMNS[..]),
            members in vec((select(&KEYS[..]), option::of(select(&VALUES[..])), option::of(select(&VALUES[..]))), 1..6),
        ) {
            let line = |members: Vec<(&str, Option<&str>)>| {
                let members = members.into_iter().filter_map(|(key, value)| Some(format!("\"{key}\": {}", value?)));
                format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
            };
            let first = line(members.iter().map(|(key, value, _)| (*key, *value)).collect());
            // Mostly the same keys.
            let other = line(members.iter().map(|(key, value, other)| (*key, value.and(*other).or(*value))).collect());
            let [Some(mut alike), Some(mut alone)] = [values(columns, &first), values(columns, &first)] else { return Ok(()) };
            let [mut found, mut expected] = [Record::default(), Record::default()];
            if alike.read_alike(other.as_bytes(), &mut found) {
                prop_assert!(alone.read(&other, &mut expected).is_ok());
                prop_assert!(found.fields().eq(expected.fields()), "{} {}: {:?}, not {:?}", first, other, found, expected);
                prop_assert!(found.has_line_feed() == expected.has_line_feed());
                for (one, other) in alike.columns.iter().zip(&alone.columns) {
                    prop_assert_eq!((one.is_seen, one.has_text, one.has_tokens), (other.is_seen, other.has_text, other.has_tokens));
                    prop_assert_eq!(one.are_words, other.are_words);
                }
            } else {
                prop_assert_eq!(found.field_count(), 0);
            }
        }
    }

    #[test]
    fn lines_of_one_shape_are_alike() {
        let line = r#"{"a": "x", "b": "y", "id": 1}"#;
        let mut values = values(COLUMNS[1], line).unwrap();
        let mut record = Record::default();
        assert!(!values.read_alike(br#"{"b": "y", "a": "x", "id": 2}"#, &mut record));
        assert!(values.read_alike(br#"{"a": null, "b": "\u00e9", "id": 2}"#, &mut record));
        let texts: Vec<_> = record.fields().map(|(_, text)| text.map(String::from_utf8_lossy)).collect();
        assert_eq!(texts, [Some("é".into()), None, None, Some("2".into())]);
    }
}
