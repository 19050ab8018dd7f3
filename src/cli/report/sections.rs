//! Documents: what people read, which any format for them can lay out.

use super::table::{Table, Tables};
use crate::cli::color::Emphasis;
use crate::cli::display::Printable;

/// A report for people.
#[derive(Debug)]
pub enum Document {
    /// Tables with their signature and captions.
    Tables(Tables),
    /// Parts.
    Sections(Vec<Section>),
}

impl Document {
    /// Leaves out the paragraphs that explain tables.
    pub fn drop_captions(&mut self) {
        if let Document::Tables(tables) = self {
            tables.captions.clear();
            tables.remarks.clear();
        }
    }

    /// The sections; of tables: these, then the signature and the paragraphs, without titles.
    pub fn into_sections(self) -> Vec<Section> {
        let tables = match self {
            Document::Tables(tables) => tables,
            Document::Sections(sections) => return sections,
        };
        let signature = Block::Line(format!("BLEU|{}", tables.signature).into());
        let paragraphs = tables.captions.into_iter().chain(tables.remarks).map(Block::Paragraph);
        let text = Section::untitled(std::iter::once(signature).chain(paragraphs).collect());
        let tables = tables.tables.into_iter().map(|table| Section::untitled(vec![Block::Table(table)]));
        tables.chain([text]).collect()
    }
}

/// A part of a report.
#[derive(Debug)]
pub struct Section {
    pub title: Option<Printable>,
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Debug)]
pub enum Block {
    /// Running text.
    Paragraph(Printable),
    /// A line that is not wrapped, so that it can be copied.
    Line(Printable),
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
    pub label: Printable,
    pub value: u64,
}

/// A text with a label.
#[derive(Debug)]
pub struct Entry {
    pub label: Printable,
    pub label_emphasis: Emphasis,
    pub text: Printable,
    /// Emphasis of the words of the text, which single spaces separate; words after the last are plain.
    pub emphasis: Vec<Emphasis>,
}

impl Entry {
    /// An entry without emphasis.
    pub fn new(label: impl Into<Printable>, text: impl Into<Printable>) -> Entry {
        Entry { label: label.into(), label_emphasis: Emphasis::Plain, text: text.into(), emphasis: Vec::new() }
    }
}

impl Block {
    /// A paragraph.
    pub fn paragraph(text: impl Into<Printable>) -> Block {
        Block::Paragraph(text.into())
    }
}

impl Section {
    /// A section with this title.
    pub fn new(title: impl Into<Printable>, blocks: Vec<Block>) -> Section {
        Section { title: Some(title.into()), blocks }
    }

    /// A section without a title.
    pub fn untitled(blocks: Vec<Block>) -> Section {
        Section { title: None, blocks }
    }
}
