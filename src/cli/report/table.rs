//! The model of tables for people, which text, Markdown and LaTeX lay out.

use crate::cli::color::Emphasis;
use crate::cli::display::Printable;
use unicode_width::UnicodeWidthStr;

/// Tables of results.
#[derive(Debug)]
pub struct Tables {
    /// Tables, from top to bottom.
    pub tables: Vec<Table>,
    /// Signature of the scores.
    pub signature: Printable,
    /// Paragraphs that explain the tables.
    pub captions: Vec<Printable>,
    /// Paragraphs on the results, after the captions.
    pub remarks: Vec<Printable>,
}

impl Tables {
    /// Tables with these captions and remarks.
    pub fn new(tables: Vec<Table>, signature: &str, captions: Vec<String>, remarks: Vec<String>) -> Tables {
        let printable = |texts: Vec<String>| texts.into_iter().map(Printable::from).collect();
        Tables { tables, signature: signature.into(), captions: printable(captions), remarks: printable(remarks) }
    }

    /// All paragraphs.
    pub fn paragraphs(&self) -> impl Iterator<Item = &Printable> {
        self.captions.iter().chain(&self.remarks)
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
    pub fn of_rows<T>(
        title: impl Into<Printable>,
        kind: ColumnKind,
        rows: &[T],
        cell: impl Fn(&T) -> String,
    ) -> Column {
        Column::new(title, kind, rows.iter().map(cell))
    }

    /// Gives the cells emphasis.
    pub fn with_emphasis(self, emphasis: impl IntoIterator<Item = Emphasis>) -> Column {
        Column { emphasis: emphasis.into_iter().collect(), ..self }
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
