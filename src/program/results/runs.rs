//! Scores of systems of several runs each.

use super::columns::TableColumns;
use super::comparison::{MAX_DESCRIBED, correction_note, finding, mark_caption};
use super::document::{Column, ColumnKind, Document, Table};
use super::findings::FindingFields;
use super::object::object;
use super::verdict::VerdictText;
use super::{Present, p_values};
use crate::bleu::significance::SystemRuns;
use crate::bleu::significance::{Comparison, ResamplingFields};
use crate::checks::diagnose::Finding;
use crate::program::request::style::Style;
use crate::text::display::{count, isolated};
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
        let files: Vec<Vec<char>> = self.files.iter().map(|file| file.chars().collect()).collect();
        let Some(first) = files.first() else { return String::new() };
        let shortest = files.iter().map(Vec::len).min().unwrap_or(0);
        let has_all = |at: &dyn Fn(&[char]) -> char| files.iter().all(|file| at(file) == at(first));
        let prefix = (0..shortest).take_while(|i| has_all(&|file| file[*i])).count();
        let suffix = (1..=shortest).take_while(|i| has_all(&|file| file[file.len() - i])).count();
        if prefix == shortest && suffix == shortest {
            return self.files[0].clone();
        }
        let end = first.len() - suffix.min(shortest - prefix);
        let [start, end] = [&first[..prefix], &first[end..]].map(|part| part.iter().collect::<String>());
        if Path::new(&start).file_name().is_none() || start.ends_with('/') {
            return self.files.join(",");
        }
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
    let systems = &report.systems;
    let column = |title, cell: &dyn Fn(&SystemRuns) -> String| {
        Column::from_rows(title, ColumnKind::Number, systems, |system| cell(&system.result))
    };
    let difference = |difference| style.difference(difference, 0);
    let sets = systems[0].sets.iter().enumerate().map(|(place, (label, _))| {
        Column::from_rows(label, ColumnKind::Number, systems, |system| style.number(system.sets[place].1))
    });
    let results = [
        column("mean BLEU", &|result| style.number(result.mean)),
        column("s runs", &|result| style.number(result.run_deviation)),
        column("s test set", &|result| style.number(result.resample_deviation)),
        column("Δ", &|result| result.difference.map_or_else(|| String::from("-"), difference)),
        column("p-value ", &|result| {
            p_values::cell(result.p_value, report.resampling.resamples, is_significant(result))
        }),
    ];
    let names = Column::new("system", ColumnKind::LeftAligned, system_names(report, style));
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
        mark_caption(&format!("difference from {}", names[0]), TEST, resampling, names.len() - 1),
    ]
}

/// Describes each comparison if there are few.
fn remarks(report: &RunsReport, style: Style) -> Vec<String> {
    let names = system_names(report, style);
    let comparisons = report.systems.iter().filter_map(|system| comparison(&system.result));
    let correction = correction_note(&report.resampling, comparisons).into_iter();
    let described = if report.systems.len() <= 1 + MAX_DESCRIBED { 1..report.systems.len() } else { 0..0 };
    correction.chain(described.filter_map(|system| words(report, &names, system, style))).collect()
}

/// Describes the comparison of a system with the first. The test swaps segments, not whole runs, so variation between
/// runs is reported separately.
fn words(report: &RunsReport, names: &[String], system: usize, style: Style) -> Option<String> {
    let [first, result] = [0, system].map(|place| &report.systems[place].result);
    let comparison = comparison(result)?;
    let difference = comparison.difference;
    let (places, better) =
        if difference < 0.0 { ([0, system], comparison.mirrored()) } else { ([system, 0], comparison) };
    let finding = finding(places.map(|place| &*names[place]), &better, report.resampling.resamples, style);
    let (runs, error) = (report.runs, error(report, first, result));
    let luck = if difference.abs() < 2.0 * error { ", so it may be due to variation between runs" } else { "" };
    Some(match difference == 0.0 {
        true => format!("{finding} Both are means of {runs} runs."),
        false => format!(
            "{finding} With {runs} runs each, the standard error of the difference is {}{luck}.",
            style.number(error)
        ),
    })
}

/// The comparison of a system with the first, by randomization; `None` for the first itself.
pub fn comparison(result: &SystemRuns) -> Option<Comparison> {
    let (difference, p_value) = (result.difference?, result.p_value?);
    Some(Comparison { difference, p_value, p_interval: None, spread: None, segments: None })
}

fn is_significant(result: &SystemRuns) -> bool {
    comparison(result).is_some_and(|comparison| comparison.is_significant())
}

/// Standard error of the difference of two systems, by the variation between runs.
fn error(report: &RunsReport, one: &SystemRuns, other: &SystemRuns) -> f64 {
    one.run_deviation.hypot(other.run_deviation) / (report.runs as f64).sqrt()
}

impl Present for RunsReport {
    fn columns(&self, _: Style) -> TableColumns {
        let columns = "system score sets/*=score:* run_deviation resample_deviation difference p_value significant \
                       runs/*/score=run_* segments signature";
        columns.split(' ').collect()
    }

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let scale = style.scale();
        self.systems.iter().map(move |system| {
            let result = &system.result;
            let run = |(place, (file, score)): (usize, (&String, &f64))| {
                // Tables have no room for them.
                let findings = system.findings.as_ref().filter(|_| style.format.is_json());
                let findings = findings.and_then(|findings| findings.get(place));
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
                significant: comparison(result).map(|comparison| comparison.is_significant()),
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
        let names: Vec<String> = system_names(self, style).iter().map(|name| isolated(name)).collect();
        let sets = match self.systems.first()?.sets.len() {
            0 => String::new(),
            sets => format!(" and {}", count(sets as u64, "set")),
        };
        let runs = format!("in the mean of {}{sets}", count(self.runs as u64, "run"));
        let score = |place: usize| self.systems[place].result.mean;
        let headline = match &self.systems[..] {
            [first, system] => {
                let difference = system.result.difference?;
                let [better, worse] = if difference > 0.0 { [&names[1], &names[0]] } else { [&names[0], &names[1]] };
                let (size, error) = (difference.abs(), error(self, &first.result, &system.result));
                let luck = if size < 2.0 * error { ", but that may be due to variation between runs" } else { "" };
                match is_significant(&system.result) {
                    true => format!("{better} scores {} BLEU higher than {worse} {runs}{luck}", style.number(size)),
                    false => format!("No significant difference between {better} and {worse} {runs}"),
                }
            }
            systems => {
                let best = (0..systems.len()).max_by(|a, b| score(*a).total_cmp(&score(*b)))?;
                format!("{} scores highest, with {} BLEU {runs}", names[best], style.number(score(best)))
            }
        };
        let scores = names.iter().enumerate();
        let scores = scores.map(|(place, name)| format!("{name}: {} BLEU", style.number(score(place))));
        let scores = scores.collect::<Vec<_>>().join("; ");
        Some(VerdictText {
            headline,
            scores: format!("{scores}; on {}.", count(self.segments, "segment")),
            certainty: remarks(self, style),
            reasons: Vec::new(),
        })
    }

    fn document(&self, style: Style) -> Document {
        let (tables, captions) = (vec![table(self, style)], captions(self, style));
        Document::from_tables(tables, &self.signature, captions, remarks(self, style))
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
