//! Scores of all orders as tab-separated values.

use super::{Put, Value, write_rows, write_table};
use crate::output::Style;
use crate::report::cumulative::{CumulativeReport, CumulativeScores};
use std::io::{self, Write};

/// Writes a row for each candidate.
pub fn write(report: &CumulativeReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    let fields = |system: &CumulativeScores, put: &mut Put| {
        score_fields(system, style, put)?;
        put(format_args!("segments"), Value::Integer(report.segments))?;
        put(format_args!("signature"), Value::Text(&report.signature))
    };
    write_table(report.systems.iter(), fields, out)
}

/// Writes a row for each candidate; a header comes before the first segment.
pub fn write_segment(segment: u64, systems: &[CumulativeScores], style: Style, out: &mut impl Write) -> io::Result<()> {
    let fields = |system: &CumulativeScores, put: &mut Put| {
        put(format_args!("segment"), Value::Integer(segment))?;
        score_fields(system, style, put)
    };
    match segment {
        1 => write_table(systems.iter(), fields, out),
        _ => write_rows(systems.iter(), fields, out),
    }
}

fn score_fields(system: &CumulativeScores, style: Style, put: &mut Put) -> io::Result<()> {
    put(format_args!("system"), Value::Text(&system.name))?;
    for (order, score) in (1..).zip(&system.scores) {
        put(format_args!("bleu_{order}"), Value::Number(score.score * style.scale()))?;
    }
    Ok(())
}
