//! A format: its name, its help, and the kind of result that it shows.

use crate::program::mode::OutputFormats;
use crate::program::results::document::Document;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::io;
use std::io::Write;

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
    Tables {
        write: fn(&Document, &mut dyn Write) -> io::Result<()>,
        /// Whether the tables are for papers: the best numbers are marked, which a caption says, and each system is a
        /// row.
        are_of_papers: bool,
    },
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
}

impl OutputFormats {
    /// Whether a format is one of these.
    pub fn include(self, format: Format) -> bool {
        match format.kind {
            FormatKind::Text | FormatKind::Value | FormatKind::Objects => self != OutputFormats::Own,
            FormatKind::Rows(_) => matches!(self, OutputFormats::Lines | OutputFormats::Tables | OutputFormats::All),
            FormatKind::Tables { .. } => matches!(self, OutputFormats::Tables | OutputFormats::All),
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

    /// Whether its tables are made for papers.
    pub fn is_for_papers(&self) -> bool {
        matches!(self.kind, FormatKind::Tables { are_of_papers: true, .. })
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        super::FORMATS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.help))
    }
}
