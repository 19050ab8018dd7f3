//! Bare numbers, for scripts: a line per system or segment, in which tabs separate the numbers.

use super::Style;
use crate::Score;
use crate::cli::report::cumulative::CumulativeScores;
use crate::cli::report::runs::RunsReport;
use crate::cli::report::{OptionalScore, Report, Significance, p_values};
use std::io::{self, Write};

/// Writes a line per system: the score; with a bootstrap, the mean of the resamples and the half-width of the 95%
/// interval; with a paired test, the p-value, or `-` for the system that the others are tested against.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    for (place, system) in report.systems.iter().enumerate() {
        let mut numbers = vec![style.number(system.score.score)];
        if let Some(found) = report.significance.confidence(place) {
            numbers.extend([style.number(found.mean), style.number(found.half_width)]);
        }
        if let Significance::Paired { resampling, systems, .. } = &report.significance {
            let p_value = systems[place].comparison.map(|comparison| comparison.p_value);
            numbers.push(optional_p_value(p_value, resampling.resamples));
        }
        write_line(numbers, out)?;
    }
    Ok(())
}

/// Writes a line per system: the mean score, the standard deviations over the runs and over the resamples, and the
/// p-value.
pub fn write_runs(report: &RunsReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    report.systems.iter().try_for_each(|system| {
        let result = &system.result;
        let numbers = [result.mean, result.run_deviation, result.resample_deviation].map(|number| style.number(number));
        let p_value = optional_p_value(result.p_value, report.resampling.resamples);
        write_line(numbers.into_iter().chain([p_value]), out)
    })
}

/// Writes a line per system: the scores of all orders.
pub fn write_cumulative(systems: &[CumulativeScores], style: Style, out: &mut impl Write) -> io::Result<()> {
    systems.iter().try_for_each(|system| write_line(system.scores.iter().map(|score| of(score, style)), out))
}

/// Writes the scores of a segment, one per system; `nan` if there is none.
pub fn write_segment(scores: &[OptionalScore], style: Style, out: &mut impl Write) -> io::Result<()> {
    let number = |score: &OptionalScore| score.value.map_or_else(|| String::from("nan"), |value| style.number(value));
    write_line(scores.iter().map(number), out)
}

/// Writes the scores of a segment, of all orders, one system after the other.
pub fn write_cumulative_segment(systems: &[CumulativeScores], style: Style, out: &mut impl Write) -> io::Result<()> {
    write_line(systems.iter().flat_map(|system| &system.scores).map(|score| of(score, style)), out)
}

fn of(score: &Score, style: Style) -> String {
    style.number(score.score)
}

fn optional_p_value(p_value: Option<f64>, resamples: usize) -> String {
    p_value.map_or_else(|| String::from("-"), |p_value| p_values::number(p_value, resamples))
}

fn write_line(numbers: impl IntoIterator<Item = String>, out: &mut impl Write) -> io::Result<()> {
    let mut tab = "";
    for number in numbers {
        write!(out, "{tab}{number}")?;
        tab = "\t";
    }
    writeln!(out)
}
