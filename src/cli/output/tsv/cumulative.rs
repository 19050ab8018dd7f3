//! Scores of all orders as tab-separated values.

use super::{Line, write_rows, write_table};
use crate::cli::output::Style;
use crate::cli::report::cumulative::{CumulativeReport, CumulativeScores};
use std::io::{self, Write};

/// Writes a row for each candidate.
pub fn write(report: &CumulativeReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    let fields = |system: &CumulativeScores, line: &mut Line| {
        score_fields(system, style, line)?;
        line.integer("segments", report.segments)?;
        line.text("signature", &report.signature)
    };
    write_table(report.systems.iter(), fields, out)
}

/// Writes a row for each candidate; a header comes before the first segment.
pub fn write_segment(segment: u64, systems: &[CumulativeScores], style: Style, out: &mut impl Write) -> io::Result<()> {
    let fields = |system: &CumulativeScores, line: &mut Line| {
        line.integer("segment", segment)?;
        score_fields(system, style, line)
    };
    match segment {
        1 => write_table(systems.iter(), fields, out),
        _ => write_rows(systems.iter(), fields, out),
    }
}

fn score_fields(system: &CumulativeScores, style: Style, line: &mut Line) -> io::Result<()> {
    line.text("system", &system.name)?;
    for (order, score) in (1..).zip(&system.scores) {
        line.number(format_args!("bleu_{order}"), score.score * style.scale())?;
    }
    Ok(())
}
