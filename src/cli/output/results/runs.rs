//! Scores of systems of several runs each.

use super::object;
use crate::cli::output::tsv::Columns;
use crate::cli::output::{Results, Style};
use crate::cli::report::p_values;
use crate::cli::report::runs::{RunsOfSystem, RunsReport};
use crate::cli::report::sections::Document;
use serde::Serialize;

impl Results for RunsReport {
    fn columns(&self) -> Columns {
        &[
            ("/system", "system"),
            ("/score", "score"),
            ("/run_deviation", "run_deviation"),
            ("/resample_deviation", "resample_deviation"),
            ("/difference", "difference"),
            ("/p_value", "p_value"),
            ("/runs/", "run_"),
            ("/segments", "segments"),
            ("/signature", "signature"),
        ]
    }

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.systems.iter().map(move |system| row(self, system, |_, score| score, style))
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
        let run = |system, score| object! { system: system, score: score };
        self.systems.iter().map(|system| row(self, system, run, style)).collect::<Vec<_>>()
    }

    fn document(&self, style: Style) -> Document<'_> {
        Document::Tables(self.tables(style))
    }
}

/// The scores of a system; each of its runs is an object, or, in a table, a score.
fn row<'a, R: Serialize>(
    report: &'a RunsReport,
    system: &'a RunsOfSystem,
    run: impl Fn(&'a str, f64) -> R,
    style: Style,
) -> impl Serialize {
    let (result, scale) = (&system.result, style.scale());
    let runs = system.files.iter().zip(&result.scores);
    object! {
        system: system.name(),
        name: "BLEU",
        // Mean over the runs.
        score: result.mean * scale,
        run_deviation: result.run_deviation * scale,
        resample_deviation: result.resample_deviation * scale,
        // Null for the system against which the others are tested, as is `p_value`.
        difference: result.difference.map(|difference| difference * scale),
        p_value: result.p_value,
        runs: runs.map(|(file, score)| run(file, score * scale)).collect::<Vec<_>>(),
        segments: report.segments,
        signature: &report.signature,
    }
}
