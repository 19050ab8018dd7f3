//! Scores of systems of several runs each, as tab-separated values.

use super::{Line, write_table};
use crate::cli::output::Style;
use crate::cli::report::runs::{RunsOfSystem, RunsReport};
use std::io::{self, Write};

/// Writes a row for each system.
pub fn write(report: &RunsReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    write_table(report.systems.iter(), |system, line| fields(report, system, style, line), out)
}

fn fields(report: &RunsReport, system: &RunsOfSystem, style: Style, line: &mut Line) -> io::Result<()> {
    let (result, scale) = (&system.result, style.scale());
    line.text("system", &system.name())?;
    line.number("score", result.mean * scale)?;
    line.number("run_deviation", result.run_deviation * scale)?;
    line.number("resample_deviation", result.resample_deviation * scale)?;
    line.number("difference", result.difference.map(|difference| difference * scale))?;
    line.number("p_value", result.p_value)?;
    for (run, score) in (1..).zip(&result.scores) {
        line.number(format_args!("run_{run}"), score * scale)?;
    }
    line.integer("segments", report.segments)?;
    line.text("signature", &report.signature)
}
