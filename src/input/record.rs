//! Records: segments as readers of tables give them, one at a time.

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
    /// Label of the segments that become one.
    pub join: Option<String>,
}

impl Columns {
    /// All names: candidates, references, group, join.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.candidates.iter().chain(&self.references).chain(&self.group).chain(&self.join).map(String::as_str)
    }
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

    /// Names that could be asked for, as far as the first records show.
    fn known_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// Names of the inputs that began with a byte order mark, which was skipped.
    fn with_byte_order_mark(&self) -> Vec<&str>;

    /// Advice for the message about a segment that has no reference.
    fn missing_reference_advice(&self) -> String {
        String::from("add one, or leave the segment out")
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
                write!(f, "document {}, segment {segment}", crate::display::escape(document))
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
        (self.group, self.join) = (None, None);
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

    /// Makes an added text the label of the group.
    pub fn set_group(&mut self, range: Range<usize>) {
        self.group = Some(range);
    }

    /// Makes an added text the label of the segments that become one.
    pub fn set_join(&mut self, range: Range<usize>) {
        self.join = Some(range);
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

    /// Label of the segments that become one.
    pub fn join(&self) -> Option<&[u8]> {
        self.join.as_ref().map(|range| self.text(range))
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
    pub fn fill<'a>(&mut self, wanted: &Wanted, cell: impl Fn(usize) -> &'a [u8]) {
        for &column in &wanted.candidates {
            let range = self.add_text(cell(column));
            self.push_candidate(range);
        }
        for &column in &wanted.references {
            let range = self.add_text(cell(column));
            self.push_reference(Some(range));
        }
        self.group = wanted.group.map(|column| self.add_text(cell(column)));
        self.join = wanted.join.map(|column| self.add_text(cell(column)));
    }
}

/// The columns that a job asks for, as indices into the cells of a row.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub candidates: Vec<usize>,
    pub references: Vec<usize>,
    pub group: Option<usize>,
    pub join: Option<usize>,
}
