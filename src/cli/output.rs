//! Output formats, one file each.
//!
//! To add a format for people, write its file, declare the module here, and add it to [`Format`], with a line of help,
//! and to `write_tables`. A format for programs is added to the other functions too: it writes results, not tables.

mod json;
mod latex;
mod layout;
mod markdown;
mod scores;
mod stdout;
mod text;
pub mod tool_line;
mod tsv;

pub use crate::cli::style::{Format, Style};

use crate::cli::report::cumulative::{CumulativeReport, CumulativeScores};
use crate::cli::report::runs::RunsReport;
use crate::cli::report::table::Tables;
use crate::cli::report::tools::ToolScores;
use crate::cli::report::what_if::{self, WhatIfReport};
use crate::cli::report::{Explanation, OptionalScore, Report, explanation};
pub use layout::wrap;
use std::io::{self, Write};
pub use stdout::{stdout, terminal_width};

/// Writes the scores of a corpus.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    match (style.format, &report.systems[..]) {
        (Format::Scores, _) => scores::write_report(report, style, out),
        (Format::Json, _) => json::write_report(report, style, out),
        (Format::Tsv, _) => tsv::write_report(report, style, out),
        (Format::Text, [system]) => text::write_system(report, system, style, out),
        _ => write_tables(report.tables(style), style, out),
    }
}

/// Writes the scores of systems of several runs each.
pub fn write_runs(report: &RunsReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Scores => scores::write_runs(report, style, out),
        Format::Json => json::runs::write(report, style, out),
        Format::Tsv => tsv::runs::write(report, style, out),
        _ => write_tables(report.tables(style), style, out),
    }
}

/// Writes the scores of all orders.
pub fn write_cumulative(report: &CumulativeReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Scores => scores::write_cumulative(&report.systems, style, out),
        Format::Json => json::cumulative::write(report, style, out),
        Format::Tsv => tsv::cumulative::write(report, style, out),
        _ => write_tables(report.tables(style), style, out),
    }
}

/// Writes the scores of all tools.
pub fn write_tool_scores(scores: &ToolScores, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Json => json::tools::write(scores, style, out),
        Format::Tsv => tsv::tools::write(scores, style, out),
        _ => write_tables(scores.tables(style), style, out),
    }
}

/// Writes tables in a format for people.
fn write_tables(mut tables: Tables, style: Style, out: &mut impl Write) -> io::Result<()> {
    if style.quiet {
        tables.captions.clear();
    }
    match style.format {
        Format::Markdown => markdown::write(&tables, out),
        Format::Latex => latex::write(&tables, out),
        _ => text::write_tables(&tables, style, out),
    }
}

/// A segment, for its scores.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// Number, from 1.
    pub number: u64,
    /// Label of its group, if segments have groups.
    pub group: Option<&'a str>,
}

/// Writes the scores of one segment, one for each of `systems`; call in the order of the segments.
pub fn write_segment(
    segment: Segment,
    systems: &[String],
    scores: &[OptionalScore],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    match style.format {
        Format::Json => json::write_segment(segment, systems, scores, style, out),
        Format::Tsv => tsv::write_segment(segment, systems, scores, style, out),
        _ => scores::write_segment(scores, style, out),
    }
}

/// Writes the scores of one segment (from 1) of all orders; call in the order of the segments.
pub fn write_cumulative_segment(
    segment: u64,
    systems: &[CumulativeScores],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    match style.format {
        Format::Json => json::cumulative::write_segment(segment, systems, style, out),
        Format::Tsv => tsv::cumulative::write_segment(segment, systems, style, out),
        _ => scores::write_cumulative_segment(systems, style, out),
    }
}

/// Writes an explanation as JSON or, for all other formats, as text.
pub fn write_explanation(explanation: &Explanation, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Json => json::explanation::write(explanation, style, out),
        _ => text::write_sections(&explanation::sections(explanation, style), style, out),
    }
}

/// Writes what-if scores as JSON or, for all other formats, as text.
pub fn write_what_if(report: &WhatIfReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Json => json::what_if::write(report, style, out),
        _ => text::write_sections(&what_if::sections(report, style), style, out),
    }
}
