//! Scores of systems of several runs each, as JSON.

use super::{Style, write_pretty};
use crate::cli::report::runs::{RunsOfSystem, RunsReport};
use serde::Serialize;
use std::io::{self, Write};

/// Writes an array of objects, one per system.
pub fn write(report: &RunsReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    let objects: Vec<Object> = report.systems.iter().map(|system| Object::new(report, system, style)).collect();
    write_pretty(&objects, out)
}

#[derive(Serialize)]
struct Object<'a> {
    system: String,
    name: &'static str,
    /// Mean over the runs.
    score: f64,
    run_deviation: f64,
    resample_deviation: f64,
    /// Null for the system against which the others are tested, as is `p_value`.
    difference: Option<f64>,
    p_value: Option<f64>,
    runs: Vec<Run<'a>>,
    segments: u64,
    signature: &'a str,
}

#[derive(Serialize)]
struct Run<'a> {
    system: &'a str,
    score: f64,
}

impl<'a> Object<'a> {
    fn new(report: &'a RunsReport, system: &'a RunsOfSystem, style: Style) -> Object<'a> {
        let (result, scale) = (&system.result, style.scale());
        let runs = system.files.iter().zip(&result.scores);
        Object {
            system: system.name(),
            name: "BLEU",
            score: result.mean * scale,
            run_deviation: result.run_deviation * scale,
            resample_deviation: result.resample_deviation * scale,
            difference: result.difference.map(|difference| difference * scale),
            p_value: result.p_value,
            runs: runs.map(|(file, score)| Run { system: file, score: score * scale }).collect(),
            segments: report.segments,
            signature: &report.signature,
        }
    }
}
