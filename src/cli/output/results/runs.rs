//! Scores of systems of several runs each.

use crate::cli::output::tsv::Columns;
use crate::cli::output::{Results, Style};
use crate::cli::report::p_values;
use crate::cli::report::runs::{RunsOfSystem, RunsReport};
use crate::cli::report::sections::Document;
use serde::Serialize;

impl Results for RunsReport {
    const COLUMNS: Columns = &[
        ("system", "system"),
        ("score", "score"),
        ("run_deviation", "run_deviation"),
        ("resample_deviation", "resample_deviation"),
        ("difference", "difference"),
        ("p_value", "p_value"),
        ("runs.", "run_"),
        ("segments", "segments"),
        ("signature", "signature"),
    ];

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.systems.iter().map(move |system| Row::new(self, system, |_, score| score, style))
    }

    /// Returns a line per system: the mean score, the standard deviations over the runs and over the resamples, and the
    /// p-value.
    fn numbers(&self, style: Style) -> impl Iterator<Item = Vec<String>> {
        self.systems.iter().map(move |system| {
            let result = &system.result;
            let numbers = [result.mean, result.run_deviation, result.resample_deviation];
            let p_value = p_values::optional(result.p_value, self.resampling.resamples);
            numbers.into_iter().map(|number| style.number(number)).chain([p_value]).collect()
        })
    }

    /// Returns an array of objects, one per system.
    fn json(&self, style: Style) -> impl Serialize {
        let run = |system, score| Run { system, score };
        self.systems.iter().map(|system| Row::new(self, system, run, style)).collect::<Vec<_>>()
    }

    fn document(&self, style: Style) -> Document<'_> {
        Document::Tables(self.tables(style))
    }
}

#[derive(Serialize)]
struct Row<'a, R> {
    system: String,
    name: &'static str,
    /// Mean over the runs.
    score: f64,
    run_deviation: f64,
    resample_deviation: f64,
    /// Null for the system against which the others are tested, as is `p_value`.
    difference: Option<f64>,
    p_value: Option<f64>,
    /// An object per run, or, in a table, its score.
    runs: Vec<R>,
    segments: u64,
    signature: &'a str,
}

#[derive(Serialize)]
struct Run<'a> {
    system: &'a str,
    score: f64,
}

impl<'a, R> Row<'a, R> {
    fn new(report: &'a RunsReport, system: &'a RunsOfSystem, run: impl Fn(&'a str, f64) -> R, style: Style) -> Self {
        let (result, scale) = (&system.result, style.scale());
        let runs = system.files.iter().zip(&result.scores);
        Row {
            system: system.name(),
            name: "BLEU",
            score: result.mean * scale,
            run_deviation: result.run_deviation * scale,
            resample_deviation: result.resample_deviation * scale,
            difference: result.difference.map(|difference| difference * scale),
            p_value: result.p_value,
            runs: runs.map(|(file, score)| run(file, score * scale)).collect(),
            segments: report.segments,
            signature: &report.signature,
        }
    }
}
