//! Finished reports, written in one of several formats, one file each.
//!
//! To add a format, write its file, declare the module here, add it to [`Format`] with a line of help, and to
//! [`write_report`]. The formats that each mode accepts are in `cli/mode.rs`.

mod comparison;
pub mod cumulative;
mod json;
mod latex;
mod layout;
mod markdown;
mod stdout;
mod text;
pub mod tool_line;
mod tsv;

pub use crate::style::{Format, Style};

use crate::Score;
use crate::report::runs::{self, RunsReport};
use crate::report::tools::Comparison;
use crate::report::what_if::{self, WhatIfReport};
use crate::report::{Explanation, Report, explanation};
use std::io::{self, Write};
pub use stdout::{stdout, terminal_width};

/// Writes the scores of a corpus.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Scores => text::write_scores(report, style, out),
        Format::Text => text::write_report(report, style, out),
        Format::Json => json::write_report(report, style, out),
        Format::Tsv => tsv::write_report(report, style, out),
        Format::Markdown => markdown::write_report(report, style, out),
        Format::Latex => latex::write_report(report, style, out),
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

/// Writes the scores of systems of several runs each.
pub fn write_runs(report: &RunsReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    let tables = [runs::table(report, style)];
    let (signature, captions) = (&report.signature, runs::captions(report, style));
    match style.format {
        Format::Scores => text::write_run_scores(report, style, out),
        Format::Text => text::write_tables(&tables, signature, &captions, style, out),
        Format::Json => json::runs::write(report, style, out),
        Format::Tsv => tsv::runs::write(report, style, out),
        Format::Markdown => markdown::write_tables(&tables, signature, &captions, style, out),
        Format::Latex => latex::write_tables(&tables, signature, &captions, style, out),
    }
}

/// Writes the scores of one segment, one for each of `systems`; call in the order of the segments.
pub fn write_segment(
    segment: Segment,
    systems: &[String],
    scores: &[Score],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    match style.format {
        Format::Json => json::write_segment(segment, systems, scores, style, out),
        Format::Tsv => tsv::write_segment(segment, systems, scores, style, out),
        _ => text::write_segment(scores, style, out),
    }
}

/// Writes the scores of all tools.
pub fn write_comparison(comparison: &Comparison, style: Style, out: &mut impl Write) -> io::Result<()> {
    comparison::write(comparison, style, out)
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
