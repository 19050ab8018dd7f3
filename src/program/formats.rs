//! Output formats, one file each.
//!
//! Every kind of result is a [`Present`], which says what of it goes into a format: the same rows for all formats for
//! programs, one document for all formats for people. To add a format, write its file, and add it to
//! [`FORMATS`]. What the files share is imported here.

pub mod html;
pub mod json;
mod latex;
mod layout;
mod markdown;
mod separated;
mod text;
pub mod tool_line;

pub use super::request::format::{FORMATS, SCORES};
use super::request::format::{FormatKind, Separator};
use super::request::style::Style;
use super::results::document::Document;
use super::results::{Present, Results};
pub use layout::wrap;
use separated::ValueForm;
use std::io;
use std::io::Write;
use tool_line::ToolLine;

/// Writes what a command returned: the only score as its tool's line, if there is one.
pub fn write(results: &Results, style: Style, line: Option<ToolLine>, out: &mut impl Write) -> io::Result<()> {
    match results {
        Results::Scores(report) => match line {
            Some(line) => tool_line::write(report, line, out),
            None => write_presented(report, style, out),
        },
        Results::Explanation(explanation) => write_presented(explanation, style, out),
        Results::WhatIf(report) => write_presented(report, style, out),
        Results::Tools(scores) => write_presented(scores, style, out),
        Results::Runs(report) => write_presented(report, style, out),
        Results::Repairs(report) => write_presented(report, style, out),
        Results::Samples(choices) => write_presented(choices, style, out),
        Results::Verification(found) => write_presented(found, style, out),
        Results::Segments(_) => Ok(()),
    }
}

/// The paragraphs beside tables of results in a style; none for results without tables.
pub fn paragraphs(results: &Results, style: Style) -> Vec<String> {
    let document = match results {
        Results::Scores(report) => report.document(style),
        Results::Runs(report) => report.document(style),
        Results::Samples(choices) => choices.document(style),
        _ => Document::default(),
    };
    document.paragraphs().map(|paragraph| paragraph.to_string()).collect()
}

/// Writes results of one kind.
fn write_presented(results: &impl Present, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format.kind {
        FormatKind::Value => json::write(&results.json(style), out),
        FormatKind::Objects | FormatKind::Rows(_) | FormatKind::Numbers => RowWriter::new(style, 0).write(results, out),
        FormatKind::Text => text::write(shown(results, style), style, out),
        FormatKind::Tables => markdown::write(&shown(results, style), out),
        FormatKind::PaperTables => latex::write(&shown(results, style), style.latex, out),
    }
}

/// Writes segments: a table in formats for people, otherwise one line for each.
pub fn write_segments(segments: &impl Present, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format.kind {
        FormatKind::Value => RowWriter::new(style, 0).write(segments, out),
        _ => write_presented(segments, style, out),
    }
}

/// The document of a result, without the paragraphs that are not wanted.
fn shown(results: &impl Present, style: Style) -> Document {
    let document = results.document(style);
    match style.quiet {
        true => Document { captions: Vec::new(), remarks: Vec::new(), ..document },
        false => document,
    }
}

/// Writes a line in which tabs separate the parts.
fn write_parts(parts: impl Iterator<Item = String>, out: &mut impl Write) -> io::Result<()> {
    for (i, part) in parts.enumerate() {
        out.write_all(if i > 0 { b"\t" } else { b"" })?;
        out.write_all(part.as_bytes())?;
    }
    out.write_all(b"\n")
}

/// Writes results line by line; one writer for consecutive segments saves time.
pub struct RowWriter {
    style: Style,
    /// Whether a header comes before the first row of a table.
    has_header: bool,
    table: Option<separated::TableWriter>,
}

impl RowWriter {
    /// A writer in this style for results after this number of segments.
    pub fn new(style: Style, before: u64) -> RowWriter {
        RowWriter { style, has_header: before == 0, table: None }
    }

    /// Writes a result, such as that for the next segment.
    pub fn write(&mut self, results: &impl Present, out: &mut impl Write) -> io::Result<()> {
        let style = self.style;
        match style.format.kind {
            FormatKind::Value => results.objects(style).try_for_each(|row| json::write_line(&row, out)),
            FormatKind::Objects => results.objects(style).try_for_each(|row| json::write_row(&row, out)),
            FormatKind::Rows(separator) => {
                let separator = if separator == Separator::Tab { separator } else { style.csv_separator };
                let form = ValueForm { separator, decimal_comma: style.decimal_comma };
                let new = || separated::TableWriter::new(results.columns(style), form, self.has_header);
                let table = self.table.get_or_insert_with(new);
                results.rows(style).try_for_each(|row| table.write(&row, out))
            }
            FormatKind::Text | FormatKind::Tables | FormatKind::PaperTables | FormatKind::Numbers => {
                results.lines(style).try_for_each(|parts| write_parts(parts, out))
            }
        }
    }
}
