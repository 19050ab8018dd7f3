//! A format: its name, its help, and the kind of result that it shows.

use super::support::OutputFormats;
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// The values of `--format`, in the order of the help.
pub const FORMATS: &[Format] = &[TEXT, JSON, JSONL, TSV, CSV, MARKDOWN, LATEX];

pub const TEXT: Format = Format { name: "text", help: "readable text", kind: FormatKind::Text };

pub const JSON: Format = Format {
    name: "json",
    help: "for programs: all numbers, unrounded; an object, or an array of several",
    kind: FormatKind::Value,
};

pub const JSONL: Format = Format {
    name: "jsonl",
    help: "for programs: the same, as one object per line, from 0 to 1",
    kind: FormatKind::Objects,
};

pub const TSV: Format = Format {
    name: "tsv",
    help: "for programs and spreadsheets: a header, then one row per system, unrounded",
    kind: FormatKind::Rows(Separator::Tab),
};

pub const CSV: Format =
    Format { name: "csv", help: "the same, separated by commas", kind: FormatKind::Rows(Separator::Comma) };

pub const MARKDOWN: Format = Format { name: "markdown", help: "a Markdown table", kind: FormatKind::Tables };

pub const LATEX: Format =
    Format { name: "latex", help: "a LaTeX table (package booktabs)", kind: FormatKind::PaperTables };

/// The format of `--score-only`.
pub const SCORES: Format = Format { name: "scores", help: "bare numbers", kind: FormatKind::Numbers };

/// An output format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Value of `--format`.
    pub name: &'static str,
    /// Help on it.
    pub help: &'static str,
    pub kind: FormatKind,
}

/// Kind of result that a format shows.
#[derive(Clone, Copy, Debug)]
pub enum FormatKind {
    /// Documents and lines for people, as text.
    Text,
    /// One value of JSON.
    Value,
    /// Objects of JSON, one per line.
    Objects,
    /// Rows of values.
    Rows(Separator),
    /// Tables for people.
    Tables,
    /// Tables for papers: the best numbers are marked, which a caption says, and each system is a row.
    PaperTables,
    /// Bare numbers.
    Numbers,
}

/// How values are separated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Separator {
    /// TSV: tabs and line ends in values are escaped.
    #[default]
    Tab,
    /// CSV as in RFC 4180, except that lines end with line feeds alone: values with commas, quotes or line ends are in quotes.
    Comma,
    /// CSV as Excel writes it where decimals have a comma.
    Semicolon,
}

impl OutputFormats {
    /// Whether a format is one of these.
    pub fn include(self, format: Format) -> bool {
        match format.kind {
            FormatKind::Text => !matches!(self, OutputFormats::Own | OutputFormats::Listings),
            FormatKind::Value | FormatKind::Objects => self != OutputFormats::Own,
            FormatKind::Rows(_) => matches!(
                self,
                OutputFormats::Lines | OutputFormats::Listings | OutputFormats::Tables | OutputFormats::All
            ),
            FormatKind::Tables => {
                matches!(self, OutputFormats::Listings | OutputFormats::Tables | OutputFormats::All)
            }
            FormatKind::PaperTables => matches!(self, OutputFormats::Tables | OutputFormats::All),
            FormatKind::Numbers => matches!(self, OutputFormats::Lines | OutputFormats::All),
        }
    }
}

impl Format {
    /// Whether it is text for people.
    pub fn is_text(&self) -> bool {
        matches!(self.kind, FormatKind::Text)
    }

    /// Whether it is for programs: complete and unrounded.
    pub fn is_for_programs(&self) -> bool {
        self.is_json() || matches!(self.kind, FormatKind::Rows(_))
    }

    /// Whether it consists of objects of JSON.
    pub fn is_json(&self) -> bool {
        matches!(self.kind, FormatKind::Value | FormatKind::Objects)
    }

    /// Whether its tables can have rules between rows.
    pub fn has_rules(&self) -> bool {
        !matches!(self.kind, FormatKind::Tables)
    }

    /// Whether its tables are made for papers.
    pub fn is_for_papers(&self) -> bool {
        matches!(self.kind, FormatKind::PaperTables)
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        FORMATS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.help))
    }
}
