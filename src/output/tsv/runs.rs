//! Scores of systems of several runs each, as tab-separated values.

use super::{Part, Put, Value, write_line};
use crate::output::Style;
use crate::report::runs::{RunsOfSystem, RunsReport};
use std::io::{self, Write};

/// Writes a row for each system.
pub fn write(report: &RunsReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    for (i, system) in report.systems.iter().enumerate() {
        if i == 0 {
            write_line(out, Part::Names, |put| fields(report, system, style, put))?;
        }
        write_line(out, Part::Values, |put| fields(report, system, style, put))?;
    }
    Ok(())
}

fn fields(report: &RunsReport, system: &RunsOfSystem, style: Style, put: &mut Put) -> io::Result<()> {
    let (found, scale) = (&system.found, style.scale());
    let optional = |number: Option<f64>| number.map_or(Value::Missing, Value::Number);
    put(format_args!("system"), Value::Text(&system.name()))?;
    put(format_args!("score"), Value::Number(found.mean * scale))?;
    put(format_args!("run_deviation"), Value::Number(found.run_deviation * scale))?;
    put(format_args!("resample_deviation"), Value::Number(found.resample_deviation * scale))?;
    put(format_args!("difference"), optional(found.difference.map(|difference| difference * scale)))?;
    put(format_args!("p_value"), optional(found.p_value))?;
    for (run, score) in (1..).zip(&found.scores) {
        put(format_args!("run_{run}"), Value::Number(score * scale))?;
    }
    put(format_args!("segments"), Value::Integer(report.segments))?;
    put(format_args!("signature"), Value::Text(&report.signature))
}
