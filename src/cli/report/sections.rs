//! Documents: what people read, which any format for them can lay out.

use super::table::{Table, Tables};
use crate::cli::color::Emphasis;
use crate::cli::display::escape;

/// A report for people.
#[derive(Debug)]
pub enum Document<'a> {
    /// The score of the only system as a line, then the table of its groups and its caption, if there are any.
    Line { line: String, groups: Option<Table>, caption: Option<String> },
    /// Tables with their signature and captions.
    Tables(Tables<'a>),
    /// Titled parts.
    Sections(Vec<Section>),
}

impl Document<'_> {
    /// Leaves out the paragraphs that explain tables.
    pub fn drop_captions(&mut self) {
        match self {
            Document::Line { caption, .. } => *caption = None,
            Document::Tables(tables) => {
                tables.captions.clear();
                tables.remarks.clear();
            }
            Document::Sections(_) => {}
        }
    }
}

/// A titled part of a report.
#[derive(Debug)]
pub struct Section {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Debug)]
pub enum Block {
    /// Running text.
    Paragraph(String),
    /// A line that is not wrapped, so that it can be copied.
    Line(String),
    /// Columns of numbers and text.
    Table(Table),
    /// A bar chart.
    Bars(Vec<Bar>),
    /// Labeled texts.
    Entries(Vec<Entry>),
}

/// A bar of a chart.
#[derive(Debug)]
pub struct Bar {
    pub label: String,
    pub value: u64,
}

/// A text with a label.
#[derive(Debug)]
pub struct Entry {
    pub label: String,
    pub label_emphasis: Emphasis,
    pub text: String,
    /// Emphasis of the words of the text, which single spaces separate; words after the last are plain.
    pub emphasis: Vec<Emphasis>,
}

impl Entry {
    /// An entry, in which unprintable characters are escaped.
    pub fn new(label: impl Into<String>, text: impl Into<String>) -> Entry {
        let (label, text) = (escape(&label.into()), escape(&text.into()));
        Entry { label, label_emphasis: Emphasis::Plain, text, emphasis: Vec::new() }
    }
}

impl Section {
    /// A section, in whose title unprintable characters are escaped.
    pub fn new(title: impl Into<String>, blocks: Vec<Block>) -> Section {
        Section { title: escape(&title.into()), blocks }
    }
}
