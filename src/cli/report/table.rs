//! The model of tables for people, which text, Markdown and LaTeX lay out.

use crate::cli::color::Emphasis;
use crate::cli::display::escape;
use unicode_width::UnicodeWidthStr;

/// Tables of results.
#[derive(Debug)]
pub struct Tables<'a> {
    /// Tables, from top to bottom.
    pub tables: Vec<Table>,
    /// Signature of the scores.
    pub signature: &'a str,
    /// Paragraphs that explain the tables.
    pub captions: Vec<String>,
    /// Paragraphs on the results, after the captions.
    pub remarks: Vec<String>,
}

impl<'a> Tables<'a> {
    /// Tables without remarks.
    pub fn new(tables: Vec<Table>, signature: &'a str, captions: Vec<String>) -> Tables<'a> {
        Tables { tables, signature, captions, remarks: Vec::new() }
    }

    /// All paragraphs.
    pub fn paragraphs(&self) -> impl Iterator<Item = &String> {
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
    pub title: String,
    pub kind: Kind,
    /// One cell per row. Numbers without a mark end in a space, to align with marked ones.
    cells: Vec<String>,
    /// Emphasis of the cells; those after the last are plain.
    pub emphasis: Vec<Emphasis>,
}

/// Kind of cells in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
    /// A column, in which unprintable characters are escaped.
    pub fn new(title: impl Into<String>, kind: Kind, cells: impl IntoIterator<Item = String>) -> Column {
        let cells = cells.into_iter().map(|cell| escape(&cell)).collect();
        Column { title: escape(&title.into()), kind, cells, emphasis: Vec::new() }
    }

    /// A column with a cell for each of these rows.
    pub fn of_rows<T>(title: impl Into<String>, kind: Kind, rows: &[T], cell: impl Fn(&T) -> String) -> Column {
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
        let titles = self.columns.iter().map(|column| column.title.as_str()).collect();
        let rows = self.columns.first().map_or(0, |column| column.cells.len());
        let row = |row: usize| self.columns.iter().map(|column| &*column.cells[row]).collect();
        std::iter::once(titles).chain((0..rows).map(row))
    }
}
