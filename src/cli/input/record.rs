//! Records: segments read from tables, one at a time.

use super::open::InputStream;
use crate::tokenize::is_white_space;
use anyhow::Result;
use std::fmt;
use std::ops::Range;

/// The columns that a job asks for, by name.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Texts that are scored.
    pub candidates: Vec<String>,
    /// Texts that they are scored against.
    pub references: Vec<String>,
    /// Label of the group of a segment.
    pub group: Option<String>,
    /// Label of segments to join.
    pub join: Option<String>,
    /// Id of a segment.
    pub id: Option<String>,
}

impl Columns {
    /// The names of labels: group, join, id.
    pub fn labels(&self) -> impl Iterator<Item = (&String, LabelKind)> {
        let labels = [(&self.group, LabelKind::Group), (&self.join, LabelKind::Join), (&self.id, LabelKind::Id)];
        labels.into_iter().filter_map(|(name, kind)| Some((name.as_ref()?, kind)))
    }

    /// All names: candidates, references, labels.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let labels = self.labels().map(|(name, _)| name);
        self.candidates.iter().chain(&self.references).chain(labels).map(String::as_str)
    }
}

/// Meaning of a segment's label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// The group of the segment.
    Group,
    /// The segments that become one with it.
    Join,
    /// Its id.
    Id,
}

/// A reader of records.
pub trait Records: Send {
    /// Reads the next record into `record`, which is empty; false at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read or is not well-formed. Nothing is read after an error.
    fn read(&mut self, record: &mut Record) -> Result<bool>;

    /// Whether the next record can be read without waiting for the writer of a pipe.
    fn is_ready(&self) -> bool;

    /// Name of the input, for messages about a record.
    fn name(&self) -> &str;

    /// Name of the input that has the labels of a kind.
    fn name_of_labels(&self, _kind: LabelKind) -> &str {
        self.name()
    }

    /// Available names, as far as the first records show.
    fn known_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// Labels that could be asked for, as far as the first records show.
    fn known_labels(&self) -> Vec<String> {
        self.known_names()
    }

    /// The inputs of text that is read here, for warnings about them.
    fn inputs(&self) -> Vec<&InputStream>;

    /// Message about a segment that has no reference: what is wrong, and what to do.
    fn missing_reference(&self) -> String {
        String::from("no reference; add one, or remove the segment")
    }
}

/// A segment: texts that are UTF-8 and may hold line feeds.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Place in the input, for messages.
    pub place: Place,
    /// All texts and labels, one after the other.
    text: Vec<u8>,
    candidates: Vec<Range<usize>>,
    /// `None` for a reference that is missing.
    references: Vec<Option<Range<usize>>>,
    group: Option<Range<usize>>,
    join: Option<Range<usize>>,
    id: Option<Range<usize>>,
}

/// Place of a record in its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line, from 1.
    Line(u64),
    /// A segment of a document.
    Segment { document: String, segment: u64 },
}

impl Default for Place {
    fn default() -> Self {
        Place::Line(0)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Segment { document, segment } => {
                write!(f, "document {}, segment {segment}", crate::cli::display::escape(document))
            }
        }
    }
}

impl Record {
    /// Empties the record, keeping its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.candidates.clear();
        self.references.clear();
        (self.group, self.join, self.id) = (None, None, None);
    }

    /// Adds a text without a meaning yet, and returns where it is.
    pub fn add_text(&mut self, text: &[u8]) -> Range<usize> {
        let start = self.text.len();
        self.text.extend_from_slice(text);
        start..self.text.len()
    }

    /// A text that was added.
    pub fn text(&self, range: &Range<usize>) -> &[u8] {
        &self.text[range.clone()]
    }

    /// Makes an added text the next candidate's.
    pub fn push_candidate(&mut self, range: Range<usize>) {
        self.candidates.push(range);
    }

    /// Makes an added text the next reference; `None` for one that is missing.
    pub fn push_reference(&mut self, range: Option<Range<usize>>) {
        self.references.push(range);
    }

    /// Adds the text of the next candidate.
    pub fn add_candidate(&mut self, text: &[u8]) {
        let range = self.add_text(text);
        self.push_candidate(range);
    }

    /// Adds the text of the next reference; `None` for one that is missing.
    pub fn add_reference(&mut self, text: Option<&[u8]>) {
        let range = text.map(|text| self.add_text(text));
        self.push_reference(range);
    }

    /// Adds a label.
    pub fn add_label(&mut self, kind: LabelKind, text: &[u8]) {
        let range = self.add_text(text);
        self.set_label(kind, range);
    }

    /// Makes an added text a label.
    pub fn set_label(&mut self, kind: LabelKind, range: Range<usize>) {
        match kind {
            LabelKind::Group => self.group = Some(range),
            LabelKind::Join => self.join = Some(range),
            LabelKind::Id => self.id = Some(range),
        }
    }

    /// Texts of the candidates.
    pub fn candidates(&self) -> impl Iterator<Item = &[u8]> {
        self.candidates.iter().map(|range| self.text(range))
    }

    /// Texts of the references; `None` for one that is missing.
    pub fn references(&self) -> impl Iterator<Item = Option<&[u8]>> {
        self.references.iter().map(|range| range.as_ref().map(|range| self.text(range)))
    }

    /// Label of the group.
    pub fn group(&self) -> Option<&[u8]> {
        self.group.as_ref().map(|range| self.text(range))
    }

    /// Label of segments to join.
    pub fn join(&self) -> Option<&[u8]> {
        self.join.as_ref().map(|range| self.text(range))
    }

    /// Id of the segment.
    pub fn id(&self) -> Option<&[u8]> {
        self.id.as_ref().map(|range| self.text(range))
    }

    /// Whether a text or a label has a line feed.
    pub fn has_line_feed(&self) -> bool {
        memchr::memchr(b'\n', &self.text).is_some()
    }

    /// Makes missing all references for which `is_missing` is true.
    pub fn drop_references(&mut self, is_missing: impl Fn(&[u8]) -> bool) {
        for reference in &mut self.references {
            if reference.as_ref().is_some_and(|range| is_missing(&self.text[range.clone()])) {
                *reference = None;
            }
        }
    }

    /// Fills the record with these cells of a row, by the indices that `wanted` has for each column asked for.
    pub fn fill<'a>(&mut self, wanted: &ColumnIndices, cell: impl Fn(usize) -> &'a [u8]) {
        for &column in &wanted.candidates {
            self.add_candidate(cell(column));
        }
        for &column in &wanted.references {
            self.add_reference(Some(cell(column)));
        }
        for &(column, kind) in &wanted.labels {
            self.add_label(kind, cell(column));
        }
    }
}

/// Whether a text has nothing but white space.
pub fn is_blank(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| text.chars().all(is_white_space))
}

/// The columns that a job asks for, as indices into the cells of a row.
#[derive(Clone, Debug, Default)]
pub struct ColumnIndices {
    pub candidates: Vec<usize>,
    pub references: Vec<usize>,
    pub labels: Vec<(usize, LabelKind)>,
}

impl ColumnIndices {
    /// All of them: candidates, references, labels.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        let labels = self.labels.iter().map(|(column, _)| column);
        self.candidates.iter().chain(&self.references).chain(labels).copied()
    }
}
