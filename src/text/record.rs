//! Records: segments read from tables, one at a time.

use super::checked_lines::CheckedLines;
use super::file_read::FileRead;
use super::logs::Endings;
use super::open::InputStream;
use crate::bleu::tokenize::is_white_space;
use crate::text::display::escape;
use anyhow::Result;
use std::fmt;
use std::ops::Range;

/// Meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The source text, if it is not read as a candidate.
    Source,
    /// Texts that candidates are scored against.
    Reference,
    /// Texts that are scored.
    Candidate,
    /// Lists of texts that are scored: samples of a segment. In a record, each of them is a candidate.
    Samples,
    /// Answers of a log that are scored: as candidates, but they may be missing. In a record, each of them is a candidate.
    Answer,
    /// Lists of them: samples of a segment.
    Answers,
    /// How an answer ended. In a record, the path and then the value.
    Status,
    /// Groups of the segments.
    Group,
    /// Labels of segments that become one.
    Join,
    /// Ids of the segments.
    Id,
    /// Ids of segments that have several samples, each in a row.
    Segment,
    /// Names of systems, if a row has the candidate of one.
    System,
}

impl Role {
    /// Whether it is a text that is scored, or that it is scored against or translated from.
    pub fn is_text(self) -> bool {
        !self.is_label() && self != Role::Status
    }

    /// Whether it is a label of segments.
    pub fn is_label(self) -> bool {
        matches!(self, Role::Group | Role::Join | Role::Id | Role::Segment | Role::System)
    }

    /// Whether it is read from a log.
    pub fn is_answer(self) -> bool {
        matches!(self, Role::Answer | Role::Answers)
    }

    /// Whether it is a text that is scored.
    pub fn is_scored(self) -> bool {
        self.is_answer() || matches!(self, Role::Candidate | Role::Samples)
    }

    /// Its role in a record.
    pub fn in_record(self) -> Role {
        if self.is_scored() { Role::Candidate } else { self }
    }
}

/// The columns that a request asks for, by name, number or place: candidates, then references, then labels.
pub type Columns<T = String> = Vec<(T, Role)>;

/// Returns the number of columns with a role.
pub fn count_of<T>(columns: &[(T, Role)], role: Role) -> usize {
    columns.iter().filter(|(_, of)| *of == role).count()
}

/// Returns the escaped names of the references.
pub fn reference_names(columns: &[(String, Role)]) -> Vec<String> {
    columns.iter().filter(|(_, role)| *role == Role::Reference).map(|(name, _)| escape(name)).collect()
}

/// A reader of records.
pub trait Records: Send {
    /// Reads the next record into `record`, which is empty; false at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read or is not well-formed. Nothing is read after an error.
    fn read(&mut self, record: &mut Record) -> Result<bool>;

    /// The records that these are made of, if they are made of others, which then answer the following.
    fn inner(&self) -> Option<&dyn Records> {
        None
    }

    /// The lines that the records are made of, if they are made of lines of one input.
    fn lines(&self) -> Option<&CheckedLines> {
        None
    }

    /// Whether the next record can be read without waiting for the writer of a pipe.
    fn is_ready(&self) -> bool {
        self.inner().is_some_and(|inner| inner.is_ready())
    }

    /// Name of the input, for messages about a record.
    fn name(&self) -> &str {
        let own = self.lines().map_or("input", CheckedLines::name);
        self.inner().map_or(own, |inner| inner.name())
    }

    /// Name of the input that has the labels of a role.
    fn name_of_labels(&self, role: Role) -> &str {
        self.inner().map_or_else(|| self.name(), |inner| inner.name_of_labels(role))
    }

    /// Names of texts and names of labels that could be asked for, as far as the first records show.
    fn known_names(&self) -> [Vec<String>; 2] {
        self.inner().map(|inner| inner.known_names()).unwrap_or_default()
    }

    /// The inputs of text that is read here, for warnings about them.
    fn inputs(&self) -> Vec<&InputStream> {
        let own = || self.lines().map(CheckedLines::input).into_iter().collect();
        self.inner().map_or_else(own, |inner| inner.inputs())
    }

    /// Message about a reference that is asked for, but that no record so far has, if there is one.
    fn unknown_reference(&self) -> Option<String> {
        self.inner()?.unknown_reference()
    }

    /// Message about a segment that has no reference: what is wrong, and what to do.
    fn missing_reference(&self) -> String {
        let usual = || "no reference; add one, or leave out such segments with --empty-reference skip".into();
        self.inner().map_or_else(usual, |inner| inner.missing_reference())
    }

    /// Notes and warnings about what was read here.
    fn remarks(&self) -> Vec<String> {
        self.inner().map(|inner| inner.remarks()).unwrap_or_default()
    }

    /// How the files that are not plain lines were read.
    fn files(&self) -> Vec<FileRead> {
        self.inner().map(|inner| inner.files()).unwrap_or_default()
    }

    /// How the answers of each log ended; none if candidates are not logs.
    fn endings(&self) -> Vec<Endings> {
        self.inner().map(|inner| inner.endings()).unwrap_or_default()
    }
}

/// A segment: texts and labels that are UTF-8 and may hold line feeds, in the order of the columns. A column of
/// references may have any number of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Place in the input, for messages.
    pub place: RecordPlace,
    /// All texts and labels, one after the other.
    text: Vec<u8>,
    /// Whether one of them may have a line feed.
    may_have_line_feed: bool,
    /// `None` for a reference that is missing.
    fields: Vec<(Role, Option<Range<usize>>)>,
}

/// The fields of a record, told in one pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordFields {
    /// Number of texts of candidates and references.
    pub texts: usize,
    /// Whether there is a reference that is not missing.
    pub has_reference: bool,
    pub has_labels: bool,
}

/// Place of a record in its input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordPlace {
    /// The file or the document around it, if there are several, as messages name it.
    pub part: String,
    /// Name of the unit that is counted: lines, items of an array, or segments.
    pub unit: &'static str,
    /// Its number, from 1.
    pub number: u64,
}

impl RecordPlace {
    /// A place in an input of one part.
    pub fn new(unit: &'static str, number: u64) -> RecordPlace {
        RecordPlace { part: String::new(), unit, number }
    }
}

impl fmt::Display for RecordPlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{} {}", self.part, self.unit, self.number)
    }
}

impl Record {
    /// Empties the record, keeping its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.fields.clear();
        self.may_have_line_feed = false;
    }

    /// Adds the text or label of the next column; `None` for a reference that is missing.
    pub fn add(&mut self, role: Role, text: Option<&[u8]>) {
        self.may_have_line_feed = true;
        self.add_line(role, text);
    }

    /// The same, of a text or label that has no line feed.
    pub fn add_line(&mut self, role: Role, text: Option<&[u8]>) {
        let start = self.text.len();
        self.text.extend_from_slice(text.unwrap_or_default());
        self.fields.push((role.in_record(), text.map(|_| start..self.text.len())));
    }

    /// Number of texts and labels.
    pub fn field_count(&self) -> usize {
        self.fields.len()
    }

    /// Makes one text of the texts from this one on, unless all of them are missing.
    pub fn join_from(&mut self, first: usize) {
        let parts = self.fields[first..].iter().filter_map(|(role, range)| Some((*role, range.clone()?)));
        if let Some((role, range)) = parts.reduce(|(role, all), (_, part)| (role, all.start..part.end)) {
            self.fields.truncate(first);
            self.fields.push((role, Some(range)));
        }
    }

    /// All texts and labels; `None` for a reference that is missing.
    pub fn fields(&self) -> impl Iterator<Item = (Role, Option<&[u8]>)> {
        self.fields_of(|_| true)
    }

    /// The texts and labels of some roles.
    fn fields_of(&self, is_wanted: impl Fn(Role) -> bool) -> impl Iterator<Item = (Role, Option<&[u8]>)> {
        let fields = self.fields.iter().filter(move |(role, _)| is_wanted(*role));
        fields.map(|(role, range)| (*role, range.as_ref().map(|range| &self.text[range.clone()])))
    }

    /// Kinds of the fields.
    pub fn kinds(&self) -> RecordFields {
        let mut kinds = RecordFields::default();
        for (role, range) in &self.fields {
            kinds.texts += usize::from(role.is_text());
            kinds.has_reference |= *role == Role::Reference && range.is_some();
            kinds.has_labels |= role.is_label();
        }
        kinds
    }

    /// The texts of candidates and references; `None` for a reference that is missing.
    pub fn texts(&self) -> impl Iterator<Item = Option<&[u8]>> {
        self.fields_of(Role::is_text).map(|(_, text)| text)
    }

    /// Texts and labels that the rows of a segment have in common, if each has a candidate.
    pub fn shared(&self) -> impl Iterator<Item = (Role, Option<&[u8]>)> {
        self.fields().filter(|(role, _)| !matches!(role, Role::Candidate | Role::System))
    }

    /// The first difference from a further row.
    pub fn difference(&self, row: &Record) -> Option<&'static str> {
        match self.shared().zip(row.shared()).find(|(own, other)| own != other) {
            Some(((Role::Reference, _), _)) => Some("reference"),
            Some(_) => Some("label"),
            None => (self.shared().count() != row.shared().count()).then_some("number of references"),
        }
    }

    /// A label.
    pub fn label(&self, role: Role) -> Option<&[u8]> {
        self.of_role(role).next()?
    }

    /// The texts of a role; `None` for a reference that is missing.
    pub fn of_role(&self, role: Role) -> impl Iterator<Item = Option<&[u8]>> {
        self.fields_of(move |of| of == role).map(|(_, text)| text)
    }

    /// Whether a text or a label has a line feed.
    pub fn has_line_feed(&self) -> bool {
        self.may_have_line_feed && memchr::memchr(b'\n', &self.text).is_some()
    }

    /// Makes missing all references that have nothing but white space.
    pub fn drop_blank_references(&mut self) {
        for (role, range) in &mut self.fields {
            range.take_if(|range| *role == Role::Reference && is_blank(&self.text[range.clone()]));
        }
    }
}

/// Whether a text has nothing but white space.
pub fn is_blank(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| text.chars().all(is_white_space))
}
