//! Results that end in exit status 3, after they were printed: `--fail-under`, `--fail-if-worse`, `--fail-on`.

use crate::cli::display::count;
use crate::cli::input_summary::InputSummary;
use crate::cli::job::Gates;
use crate::cli::report::findings;
use crate::cli::{Job, Mode};
use crate::diagnose::Finding;
use anyhow::{Result, bail};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The error that a result is not good enough.
#[derive(Debug)]
pub struct Failed(String);

impl Error for Failed {}

impl Display for Failed {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Results that are checked.
#[derive(Default)]
pub struct Checked<'a> {
    /// Corpus score of each system, by its name.
    pub scores: Vec<(String, f64)>,
    /// Score of each system in each group, by the label of the group.
    pub groups: Vec<(String, String, f64)>,
    /// Number of segments, if it may be checked.
    pub segments: Option<u64>,
    /// p-value of each system that is worse than the first.
    pub worse: Vec<(String, f64)>,
    /// Findings on each system.
    pub findings: Vec<(String, &'a [Finding])>,
}

impl Checked<'_> {
    /// The number of segments of the input, and the findings.
    pub fn of_input<'a>(summary: &'a InputSummary, job: &Job) -> Checked<'a> {
        let findings = summary.findings.iter().flatten().zip(&job.systems);
        let findings = findings.map(|(findings, name)| (name.clone(), &findings[..])).collect();
        Checked { segments: Some(summary.segments), findings, ..Checked::default() }
    }
}

/// Checks results by all of a job's limits.
///
/// # Errors
/// [`Failed`] if one is not good enough.
pub fn check(job: &Job, checked: &Checked) -> Result<()> {
    let Gates { fail_under, fail_under_of_groups, min_segments, fail_if_worse, .. } = job.gates;
    let mut failures: Vec<String> = Vec::new();
    let scores = checked.scores.iter().map(|(name, score)| (job.system_label(name), *score));
    failures.extend(below(job, fail_under, scores));
    let groups = checked.groups.iter().map(|(group, name, score)| (in_group(job, group, name), *score));
    failures.extend(below(job, fail_under_of_groups, groups));
    if let (Some(least), Some(segments)) = (min_segments, checked.segments)
        && segments < least
    {
        failures.push(format!("{} are fewer than --fail-under segments={least}", count(segments, "segment")));
    }
    if let Some(level) = fail_if_worse {
        let is_significant = |(_, p_value): &&(String, f64)| *p_value < level;
        failures.extend(checked.worse.iter().filter(is_significant).map(|(name, p_value)| {
            format!("{}: significantly worse than the first (p = {p_value:.4} < {level})", job.system_label(name))
        }));
    }
    failures.extend(found(job, &checked.findings));
    if failures.is_empty() { Ok(()) } else { bail!(Failed(failures.join("; "))) }
}

/// Says which findings are of a check of `--fail-on`.
fn found(job: &Job, systems: &[(String, &[Finding])]) -> Vec<String> {
    let of_system = |(name, findings): &(String, &[Finding])| {
        let label = job.system_label(name);
        let found = findings.iter().filter(|finding| job.gates.forbid(finding));
        found.map(|finding| format!("{label}: {}", findings::in_words(finding, job.style))).collect::<Vec<_>>()
    };
    systems.iter().flat_map(of_system).collect()
}

fn in_group(job: &Job, group: &str, name: &str) -> String {
    format!("{}: group {}", job.system_label(name), if group.is_empty() { "(none)" } else { group })
}

/// Says which scores, on the scale on which they are shown, are below a limit.
fn below(job: &Job, least: Option<f64>, scores: impl Iterator<Item = (String, f64)>) -> Option<String> {
    let least = least?;
    let style = job.score_style();
    let below = scores.filter(|(_, score)| score * style.scale() < least);
    let measure = if matches!(job.mode, Mode::Runs(..)) { "mean BLEU" } else { "BLEU" };
    let in_words = below.map(|(label, score)| {
        let shown = style.number(score);
        // The rounded score may equal the limit.
        let is_lower = shown.parse().is_ok_and(|shown: f64| shown < least);
        let shown = if is_lower { shown } else { (score * style.scale()).to_string() };
        format!("{label}: {measure} {shown}")
    });
    match &in_words.collect::<Vec<_>>()[..] {
        [] => None,
        [system] => Some(format!("{system} is below --fail-under {least}")),
        systems => Some(format!("{} are below --fail-under {least}", systems.join("; "))),
    }
}
