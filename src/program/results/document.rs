//! Documents: what people read, which text, Markdown, LaTeX and the page lay out.

use crate::program::request::color::Emphasis;
use crate::text::display::Printable;
use unicode_width::UnicodeWidthStr;

/// A report for people.
#[derive(Debug, Default)]
pub struct Document {
    pub sections: Vec<Section>,
    /// Signature of the scores in tables.
    pub signature: Option<Printable>,
    /// Paragraphs that explain the tables.
    pub captions: Vec<Printable>,
    /// Paragraphs on the results, after the captions.
    pub remarks: Vec<Printable>,
}

impl Document {
    /// These sections alone.
    pub fn from_sections(sections: Vec<Section>) -> Document {
        Document { sections, ..Document::default() }
    }

    /// Tables of scores with this signature, and with paragraphs.
    pub fn from_tables(tables: Vec<Table>, signature: &str, captions: Vec<String>, remarks: Vec<String>) -> Document {
        let printable = |texts: Vec<String>| texts.into_iter().map(Printable::from).collect();
        Document {
            sections: tables.into_iter().map(|table| Section::untitled(vec![Block::Table(table)])).collect(),
            signature: Some(signature.into()),
            captions: printable(captions),
            remarks: printable(remarks),
        }
    }

    /// The tables in it.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks.filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None })
    }

    /// All paragraphs after the tables.
    pub fn paragraphs(&self) -> impl Iterator<Item = &Printable> {
        self.captions.iter().chain(&self.remarks)
    }

    /// The sections. The last one has the signature and the paragraphs.
    pub fn into_sections(mut self) -> Vec<Section> {
        if let Some(signature) = &self.signature {
            let signature = Block::Line(format!("BLEU|{signature}").into());
            let paragraphs = self.paragraphs().cloned().map(Block::Paragraph);
            self.sections.push(Section::untitled(std::iter::once(signature).chain(paragraphs).collect()));
        }
        self.sections
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

/// A table: columns with the same number of cells.
#[derive(Debug)]
pub struct Table {
    /// Columns, from left to right. If the width is too small, further columns follow in blocks that repeat the first
    /// column.
    pub columns: Vec<Column>,
    /// Rows with a rule above them.
    pub ruled: Vec<usize>,
    /// Spaces between columns in plain text.
    pub gap: usize,
}

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    pub title: Printable,
    pub kind: ColumnKind,
    /// One cell per row. Numbers without a mark end in a space, to align with marked ones.
    cells: Vec<Printable>,
    /// Emphasis of the cells; those after the last are plain.
    pub emphasis: Vec<Emphasis>,
}

/// Kind of cells in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Aligned at the left.
    LeftAligned,
    /// Aligned at the right.
    Number,
    /// Aligned at the left, and shortened if lines are too short.
    Shortenable,
    /// Aligned at the left, and continued in further lines if lines are too short.
    Wrappable,
}

impl Column {
    /// A column without emphasis.
    pub fn new(title: impl Into<Printable>, kind: ColumnKind, cells: impl IntoIterator<Item = String>) -> Column {
        let cells = cells.into_iter().map(Printable::from).collect();
        Column { title: title.into(), kind, cells, emphasis: Vec::new() }
    }

    /// A column with a cell for each of these rows.
    pub fn from_rows<T>(title: &str, kind: ColumnKind, rows: &[T], cell: impl Fn(&T) -> String) -> Column {
        Column::new(title, kind, rows.iter().map(cell))
    }

    /// A column with a text for each of these rows, as it is to be read.
    pub fn from_texts<'a, T>(title: &str, rows: &'a [T], text: impl Fn(&'a T) -> &'a str) -> Column {
        let cells = rows.iter().map(|row| Printable::for_reading(text(row))).collect();
        Column { title: title.into(), kind: ColumnKind::LeftAligned, cells, emphasis: Vec::new() }
    }

    /// Gives the cells emphasis.
    pub fn with_emphasis(self, emphasis: impl IntoIterator<Item = Emphasis>) -> Column {
        Column { emphasis: emphasis.into_iter().collect(), ..self }
    }

    /// The title and all cells.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.title).chain(self.cells.iter().map(|cell| &**cell))
    }

    /// Width of the widest cell on a terminal.
    pub fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.width()).fold(self.title.width(), usize::max)
    }
}

impl Table {
    /// A table without rules.
    pub fn new(columns: Vec<Column>) -> Table {
        Table { columns, ruled: Vec::new(), gap: 2 }
    }

    /// Returns the titles, then the cells of each row, from left to right.
    pub fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        let titles = self.columns.iter().map(|column| &*column.title).collect();
        let rows = self.columns.first().map_or(0, |column| column.cells.len());
        let row = |row: usize| self.columns.iter().map(|column| &*column.cells[row]).collect();
        std::iter::once(titles).chain((0..rows).map(row))
    }
}
