//! Scores of systems of several runs each.

use super::comparison::{MAX_DESCRIBED, correction_note, finding, mark_caption};
use super::document::{Column, ColumnKind, Document, Table};
use super::findings::FindingFields;
use super::object::object;
use super::{Results, TableColumns, VerdictText, p_values};
use crate::cli::display::{count, isolated};
use crate::cli::style::Style;
use crate::diagnose::Finding;
use crate::{Comparison, ResamplingFields, SIGNIFICANCE_LEVEL, SystemRuns};
use serde::{Serialize, Serializer};
use std::path::Path;
use std::sync::Arc;

/// The test of systems of several runs.
const TEST: &str = "approximate randomization, stratified over segments and runs";

/// Scores of systems of several runs each, compared with the first.
pub struct RunsReport {
    /// In the order given.
    pub systems: Vec<RunsOfSystem>,
    /// Number of runs of each system.
    pub runs: usize,
    /// Number of segments.
    pub segments: u64,
    /// Signature of the scores.
    pub signature: String,
    /// How the systems were tested.
    pub resampling: ResamplingFields,
}

impl RunsReport {
    /// Sorts the systems by their mean scores, the best first; the one that they were tested against stays the first.
    pub fn sort(&mut self) {
        self.systems.get_mut(1..).unwrap_or_default().sort_by(|a, b| b.result.mean.total_cmp(&a.result.mean));
    }
}

/// A system and its runs.
pub struct RunsOfSystem {
    /// Name that was given to the system; `None` if its files name it.
    pub given_name: Option<String>,
    /// The files that hold the runs, as given.
    pub files: Vec<String>,
    /// Scores and comparison.
    pub result: SystemRuns,
    /// If scores are means over test sets, the label of each, and the mean score of the runs on it.
    pub sets: Vec<(Arc<str>, f64)>,
    /// Likely problems of each run, if they were looked for.
    pub findings: Option<Vec<Vec<Finding>>>,
}

impl RunsOfSystem {
    /// Name of the system: that given, or what the names of its files share, as in `new.*.txt`; their list if they
    /// begin differently.
    pub fn name(&self) -> String {
        if let Some(name) = &self.given_name {
            return name.clone();
        }
        let Some((first, others)) = self.files.split_first() else { return String::new() };
        let agree = |other: &&String| first.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        let prefix = others.iter().map(|other| agree(&other)).min().unwrap_or(0);
        let agree = |other: &&String| first.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b).count();
        let suffix = others.iter().map(|other| agree(&other)).min().unwrap_or(0);
        let shortest = self.files.iter().map(|file| file.chars().count()).min().unwrap_or(0);
        let start: String = first.chars().take(prefix).collect();
        if prefix == shortest && suffix == shortest {
            return first.clone();
        }
        if Path::new(&start).file_name().is_none() || start.ends_with('/') {
            return self.files.join(",");
        }
        let length = first.chars().count();
        let end: String = first.chars().skip(length - suffix.min(shortest - prefix)).collect();
        format!("{start}*{end}")
    }
}

/// Scores by the labels of test sets, and their scale.
struct SetScores<'a>(&'a [(Arc<str>, f64)], f64);

impl Serialize for SetScores<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(label, score)| (&**label, score * self.1)))
    }
}

/// Returns the table of the systems.
fn table(report: &RunsReport, style: Style) -> Table {
    let column = |title, cell: &dyn Fn(&SystemRuns) -> String| {
        Column::of_rows(title, ColumnKind::Number, &report.systems, |system| cell(&system.result))
    };
    let difference = |difference| style.difference(difference, 0);
    let resamples = report.resampling.resamples;
    let set = |place: usize| {
        let cell = |system: &RunsOfSystem| style.number(system.sets[place].1);
        Column::of_rows(&*report.systems[0].sets[place].0, ColumnKind::Number, &report.systems, cell)
    };
    let names = Column::new("system", ColumnKind::LeftAligned, system_names(report, style));
    let sets = (0..report.systems[0].sets.len()).map(set);
    let results = [
        column("mean BLEU", &|result| style.number(result.mean)),
        column("s runs", &|result| style.number(result.run_deviation)),
        column("s test set", &|result| style.number(result.resample_deviation)),
        column("Δ", &|result| result.difference.map_or_else(|| String::from("-"), difference)),
        column("p-value ", &|result| p_values::cell(result.p_value, resamples)),
    ];
    Table::new(std::iter::once(names).chain(sets).chain(results).collect())
}

/// Returns the names of the systems in the table, which are short and distinct.
pub fn system_names(report: &RunsReport, style: Style) -> Vec<String> {
    style.system_names(report.systems.iter().map(RunsOfSystem::name))
}

/// Explains the table in words.
fn captions(report: &RunsReport, style: Style) -> Vec<String> {
    let RunsReport { runs, resampling, .. } = report;
    let names = system_names(report, style);
    let first = &names[0];
    let sets = match report.systems[0].sets.len() {
        0 => String::new(),
        sets => format!(
            " and {sets} sets, each with the tokenizer of its language; segments are resampled within each set, and the sets \
             are taken as given"
        ),
    };
    vec![
        format!(
            "mean BLEU: over {runs} runs{sets}. s runs: standard deviation over the runs. s test set: standard deviation over \
             {} bootstrap resamples of the test set.",
            resampling.resamples
        ),
        mark_caption(&format!("difference from {first}"), TEST, resampling, names.len() - 1),
    ]
}

/// Describes each comparison if there are few.
fn remarks(report: &RunsReport, style: Style) -> Vec<String> {
    let names = system_names(report, style);
    let p_values: Vec<f64> = report.systems.iter().filter_map(|system| system.result.p_value).collect();
    let mut remarks: Vec<String> = correction_note(&report.resampling, &p_values).into_iter().collect();
    if report.systems.len() <= 1 + MAX_DESCRIBED {
        remarks.extend((1..report.systems.len()).filter_map(|system| words(report, &names, system, style)));
    }
    remarks
}

/// Describes the comparison of a system with the first. The test swaps segments, not whole runs, so variation between
/// runs is reported separately.
fn words(report: &RunsReport, names: &[String], system: usize, style: Style) -> Option<String> {
    let [first, result] = [0, system].map(|place| &report.systems[place].result);
    let (difference, p_value) = (result.difference?, result.p_value?);
    let comparison = Comparison { difference: difference.abs(), p_value, spread: None, segments: None };
    let places = if difference < 0.0 { [0, system] } else { [system, 0] };
    let finding = finding(places.map(|place| &*names[place]), &comparison, report.resampling.resamples, style);
    let runs = report.runs;
    if difference == 0.0 {
        return Some(format!("{finding} Both are means of {runs} runs."));
    }
    let error = error(report, first, result);
    let luck = if difference.abs() < 2.0 * error { ", so it may be due to variation between runs" } else { "" };
    let error = style.number(error);
    Some(format!("{finding} With {runs} runs each, the standard error of the difference is {error}{luck}."))
}

/// Standard error of the difference of two systems, by the variation between runs.
fn error(report: &RunsReport, one: &SystemRuns, other: &SystemRuns) -> f64 {
    one.run_deviation.hypot(other.run_deviation) / (report.runs as f64).sqrt()
}

impl Results for RunsReport {
    fn columns(&self, _: Style) -> TableColumns {
        [
            "system",
            "score",
            "sets/*=score:*",
            "run_deviation",
            "resample_deviation",
            "difference",
            "p_value",
            "runs/*/score=run_*",
            "segments",
            "signature",
        ]
        .into_iter()
        .collect()
    }

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let scale = style.scale();
        self.systems.iter().map(move |system| {
            let result = &system.result;
            let run = |(place, (file, score)): (usize, (&String, &f64))| {
                let findings = system.findings.as_ref().and_then(|findings| findings.get(place));
                object! {
                    system: file.clone(),
                    score: score * scale,
                    #[serde(flatten)]
                    findings: findings.map(|found| object! { findings: FindingFields::all_of(found, style) }),
                }
            };
            object! {
                system: system.name(),
                name: "BLEU",
                // Mean over the runs.
                score: result.mean * scale,
                #[serde(flatten)]
                sets: (!system.sets.is_empty()).then(|| object! { sets: SetScores(&system.sets, scale) }),
                run_deviation: result.run_deviation * scale,
                resample_deviation: result.resample_deviation * scale,
                // Null for the system against which the others are tested, as is `p_value`.
                difference: result.difference.map(|difference| difference * scale),
                p_value: result.p_value,
                runs: system.files.iter().zip(&result.scores).enumerate().map(run).collect::<Vec<_>>(),
                segments: self.segments,
                signature: &self.signature,
            }
        })
    }

    /// Returns a line per system: the mean score, the standard deviations over the runs and over the resamples, and the
    /// p-value.
    fn lines(&self, style: Style) -> impl Iterator<Item = impl Iterator<Item = String>> {
        self.systems.iter().map(move |system| {
            let result = &system.result;
            let numbers = [result.mean, result.run_deviation, result.resample_deviation];
            let p_value = p_values::optional(result.p_value, self.resampling.resamples);
            numbers.into_iter().map(move |number| style.number(number)).chain([p_value])
        })
    }

    /// Says how the second system scores against the first, or which of several scores highest.
    fn verdict(&self, style: Style) -> Option<VerdictText> {
        let names = system_names(self, style);
        let sets = match self.systems.first()?.sets.len() {
            0 => String::new(),
            sets => format!(" and {}", count(sets as u64, "set")),
        };
        let runs = format!("in the mean of {}{sets}", count(self.runs as u64, "run"));
        let score = |place: usize| self.systems[place].result.mean;
        let headline = match &self.systems[..] {
            [first, system] => {
                let difference = system.result.difference?;
                let [better, worse] =
                    if difference > 0.0 { [1, 0] } else { [0, 1] }.map(|place| isolated(&names[place]));
                match system.result.p_value? < SIGNIFICANCE_LEVEL {
                    true => {
                        let (size, error) = (difference.abs(), error(self, &first.result, &system.result));
                        let luck =
                            if size < 2.0 * error { ", but that may be due to variation between runs" } else { "" };
                        format!("{better} scores {} BLEU higher than {worse} {runs}{luck}", style.number(size))
                    }
                    false => format!("No significant difference between {better} and {worse} {runs}"),
                }
            }
            systems => {
                let best = (0..systems.len()).max_by(|a, b| score(*a).total_cmp(&score(*b)))?;
                format!("{} scores highest, with {} BLEU {runs}", isolated(&names[best]), style.number(score(best)))
            }
        };
        let scores = names.iter().enumerate();
        let scores: Vec<String> =
            scores.map(|(place, name)| format!("{}: {} BLEU", isolated(name), style.number(score(place)))).collect();
        Some(VerdictText {
            headline,
            scores: format!("{}; on {}.", scores.join("; "), count(self.segments, "segment")),
            certainty: remarks(self, style),
            reasons: Vec::new(),
        })
    }

    fn document(&self, style: Style) -> Document {
        let (tables, captions) = (vec![table(self, style)], captions(self, style));
        Document::of_tables(tables, &self.signature, captions, remarks(self, style))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(files: &[&str]) -> String {
        let result = SystemRuns {
            scores: Vec::new(),
            mean: 0.0,
            run_deviation: 0.0,
            resample_deviation: 0.0,
            difference: None,
            p_value: None,
        };
        let files = files.iter().map(|file| String::from(*file)).collect();
        RunsOfSystem { given_name: None, files, result, sets: Vec::new(), findings: None }.name()
    }

    #[test]
    fn a_system_is_named_by_what_its_files_share() {
        assert_eq!(name(&["out/new.1.txt", "out/new.2.txt", "out/new.10.txt"]), "out/new.*.txt");
        assert_eq!(name(&["run1/base", "run2/base"]), "run*/base");
        assert_eq!(name(&["a11", "a1"]), "a1*");
        assert_eq!(name(&["é1", "è1"]), "é1,è1");
        assert_eq!(name(&["x/a", "x/b"]), "x/a,x/b");
        assert_eq!(name(&["a", "a"]), "a");
    }
}
