//! Finished reports, written in one of several formats, one file each.

mod json;
mod latex;
mod layout;
mod markdown;
pub mod names;
mod stdout;
mod text;
mod tsv;

pub use crate::style::{Format, Style};

use crate::report::{Explanation, Report};
use bleu::Score;
pub use names::{printable, shown};
use std::io::{self, Write};
pub use stdout::stdout;

/// Writes the scores of a corpus.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    if style.score_only {
        return text::write_scores(report, style, out);
    }
    match style.format {
        Format::Text => text::write_report(report, style, out),
        Format::Json => json::write_report(report, style, out),
        Format::Tsv => tsv::write_report(report, style, out),
        Format::Markdown => markdown::write_report(report, style, out),
        Format::Latex => latex::write_report(report, style, out),
    }
}

/// Writes the scores of one segment (from 1), one for each of `systems`; call in the order of the segments.
pub fn write_segment(
    segment: u64,
    systems: &[String],
    scores: &[Score],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    match style.format {
        Format::Json if !style.score_only => json::write_segment(segment, systems, scores, style, out),
        Format::Tsv if !style.score_only => tsv::write_segment(segment, systems, scores, style, out),
        _ => text::write_segment(scores, style, out),
    }
}

/// Writes an explanation as JSON or, for all other formats, as text.
pub fn write_explanation(explanation: &Explanation, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Json => json::explanation::write(explanation, style, out),
        _ => text::write_explanation(explanation, style, out),
    }
}
