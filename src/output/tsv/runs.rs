//! Scores of systems of several runs each, as tab-separated values.

use super::{Put, Value, write_table};
use crate::output::Style;
use crate::report::runs::{RunsOfSystem, RunsReport};
use std::io::{self, Write};

/// Writes a row for each system.
pub fn write(report: &RunsReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    write_table(report.systems.iter(), |system, put| fields(report, system, style, put), out)
}

fn fields(report: &RunsReport, system: &RunsOfSystem, style: Style, put: &mut Put) -> io::Result<()> {
    let (result, scale) = (&system.result, style.scale());
    put(format_args!("system"), Value::Text(&system.name()))?;
    put(format_args!("score"), Value::Number(result.mean * scale))?;
    put(format_args!("run_deviation"), Value::Number(result.run_deviation * scale))?;
    put(format_args!("resample_deviation"), Value::Number(result.resample_deviation * scale))?;
    put(format_args!("difference"), result.difference.map(|difference| difference * scale).into())?;
    put(format_args!("p_value"), result.p_value.into())?;
    for (run, score) in (1..).zip(&result.scores) {
        put(format_args!("run_{run}"), Value::Number(score * scale))?;
    }
    put(format_args!("segments"), Value::Integer(report.segments))?;
    put(format_args!("signature"), Value::Text(&report.signature))
}
