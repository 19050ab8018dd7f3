//! Results that end in exit status 3, after they were printed: `--fail-under`, `--fail-if-worse`, `--max-drop`, `--fail-on`.

use crate::bleu::exact::exact;
use crate::bleu::significance::{Comparison, Correction};
use crate::checks::diagnose::Finding;
use crate::program::formats::tool_line::score_style;
use crate::program::request::Least;
use crate::program::request::style::Style;
use crate::program::request::{Gates, Request};
use crate::program::results::findings;
use crate::program::results::runs::{RunsReport, comparison, system_names};
use crate::program::results::tools::ToolScores;
use crate::program::results::{Explanation, Group, Report, Results, SegmentsRead, System};
use crate::text::display::{count, escape};
use anyhow::Error;
use anyhow::Result;
use std::fmt;
use std::fmt::{Display, Formatter};

/// The error that results are not good enough, in a line for each.
#[derive(Debug)]
pub struct Failed(pub Vec<String>);

impl Display for Failed {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

/// Results that are checked.
#[derive(Default)]
struct Checked<'a> {
    /// Group, name and score of each system; on the corpus, there is no group.
    scores: Vec<(Option<String>, String, f64)>,
    /// Whether the scores are means of several runs.
    are_means: bool,
    /// Number of segments, if it may be checked.
    segments: Option<u64>,
    /// Systems that are worse than the first.
    worse: Vec<Worse>,
    /// Findings on each system.
    findings: Vec<(String, &'a [Finding])>,
}

/// A system that is worse than the first.
struct Worse {
    /// The group in which it is; `None` for the corpus.
    group: Option<String>,
    /// Names of the system and of the first.
    systems: [String; 2],
    /// Their scores, from 0 to 1.
    scores: [f64; 2],
    /// The comparison with the first: a difference below 0. In a group, the p-values are corrected for the number of groups.
    comparison: Comparison,
}

impl Checked<'_> {
    /// The scores of systems, on the corpus and on its groups, their differences from the first, and the findings.
    fn from_report(report: &Report) -> Checked<'_> {
        let mut checked = Checked { segments: Some(report.segments), ..Checked::default() };
        for (place, System { name, score, findings, .. }) in report.systems.iter().enumerate() {
            checked.scores.push((None, name.clone(), score.parts.value()));
            checked.findings.extend(findings.as_deref().map(|findings| (name.clone(), findings)));
            let mut add = |group: Option<&Group>, comparison: Comparison| {
                let scores = [place, 0].map(|place| report.score(group, place).value.unwrap_or_default());
                let systems = [name, &report.systems[0].name].map(String::clone);
                let group = group.map(|group| group.name().to_owned());
                let is_worse = comparison.difference < 0.0;
                checked.worse.extend(is_worse.then_some(Worse { group, systems, scores, comparison }));
            };
            if let Some(found) = report.significance.against_first(place) {
                add(None, found);
            }
            let tested =
                report.groups.iter().filter_map(|group| Some((group, group.significance.against_first(place)?)));
            let (groups, mut found): (Vec<&Group>, Vec<Comparison>) = tested.unzip();
            Correction::Holm.correct(&mut found);
            groups.into_iter().zip(found).for_each(|(group, found)| add(Some(group), found));
        }
        for group in &report.groups {
            let scores = report.systems.iter().enumerate().filter_map(|(place, system)| {
                Some((Some(group.name().to_owned()), system.name.clone(), report.score(Some(group), place).value?))
            });
            checked.scores.extend(scores);
        }
        checked
    }

    /// The scores that an explanation is about.
    fn from_explanation(explanation: &Explanation) -> Checked<'_> {
        let corpora = || explanation.names.iter().cloned().zip(&explanation.corpora);
        Checked {
            scores: corpora().map(|(name, corpus)| (None, name, corpus.explanation.score.value())).collect(),
            segments: Some(explanation.segments),
            findings: corpora().map(|(name, corpus)| (name, &corpus.diagnosis.findings[..])).collect(),
            ..Checked::default()
        }
    }

    /// The mean scores of systems of several runs, and their differences from the first.
    fn from_runs(report: &RunsReport, style: Style) -> Checked<'_> {
        let names = || system_names(report, style).into_iter();
        let means = report.systems.iter().map(|system| system.result.mean);
        let worse = names().zip(&report.systems).filter_map(|(system, runs)| {
            let comparison = comparison(&runs.result).filter(|comparison| comparison.difference < 0.0)?;
            let scores = [runs, report.systems.first()?].map(|system| system.result.mean);
            Some(Worse { group: None, systems: [system, names().next()?], scores, comparison })
        });
        let runs = report.systems.iter().flat_map(|system| system.files.iter().zip(system.findings.iter().flatten()));
        Checked {
            are_means: true,
            scores: names().zip(means).map(|(name, mean)| (None, name, mean)).collect(),
            segments: Some(report.segments),
            worse: worse.collect(),
            findings: runs.map(|(file, findings)| (file.clone(), &findings[..])).collect(),
        }
    }

    /// The scores of all tools, which have no limit, and the findings.
    fn from_tools(scores: &ToolScores) -> Checked<'_> {
        let systems = scores.systems.iter();
        let findings = systems.filter_map(|system| Some((system.name.clone(), system.findings.as_deref()?)));
        Checked { segments: Some(scores.segments), findings: findings.collect(), ..Checked::default() }
    }

    /// The number of segments of the input, and the findings.
    fn from_segments(read: &SegmentsRead) -> Checked<'_> {
        let findings = read.findings.iter().map(|(name, findings)| (name.clone(), &findings[..])).collect();
        Checked { segments: read.segments, findings, ..Checked::default() }
    }

    /// The parts of results that may be checked.
    fn from_results(results: &Results, style: Style) -> Checked<'_> {
        match results {
            Results::Scores(report) => Checked::from_report(report),
            Results::Explanation(explanation) => Checked::from_explanation(explanation),
            Results::WhatIf(report) => Checked::from_report(&report.report),
            Results::Tools(scores) => Checked::from_tools(scores),
            Results::Runs(report) => Checked::from_runs(report, style),
            Results::Repairs(report) => Checked { segments: Some(report.segments), ..Checked::default() },
            Results::Samples(_) | Results::Verification(_) => Checked::default(),
            Results::Segments(read) => Checked::from_segments(read),
        }
    }
}

/// Checks results by all of a request's limits.
///
/// # Errors
/// [`Failed`] if one is not good enough.
pub fn check(request: &Request, results: &Results) -> Result<()> {
    if let Results::Verification(found) = results {
        let failures = found.failures();
        return if failures.is_empty() { Ok(()) } else { Err(Error::msg(Failed(failures))) };
    }
    let checked = &Checked::from_results(results, request.style);
    let style = match results {
        Results::Scores(report) => score_style(request, &report.definition, report.systems.len()),
        _ => score_style(request, &request.definition, request.systems.len()),
    };
    let gate = Gate { request, style, checked };
    let low = limits_in_force(&request.gates.fail_under).into_iter().flat_map(|least| gate.shortfalls(least));
    let worse = checked.worse.iter().filter_map(|worse| too_bad(request, style, worse));
    let failures: Vec<String> = low.chain(worse).chain(found(request, &checked.findings)).collect();
    if failures.is_empty() { Ok(()) } else { Err(Error::msg(Failed(failures))) }
}

/// The limits of `--fail-under` that count, in the order of their messages: of the score, of all groups, of single groups, of the
/// number of segments. The last limit of a kind replaces those before it, except limits of single groups.
fn limits_in_force(limits: &[Least]) -> Vec<&Least> {
    let groups = limits.iter().filter(|least| matches!(least, Least::Group(..)));
    last_limit(limits, |least| matches!(least, Least::Score(_)))
        .into_iter()
        .chain(last_limit(limits, |least| matches!(least, Least::EachGroup(_))))
        .chain(groups)
        .chain(last_limit(limits, |least| matches!(least, Least::Segments(_))))
        .collect()
}

/// The last limit of a kind.
fn last_limit(limits: &[Least], is_of_kind: fn(&Least) -> bool) -> Option<&Least> {
    limits.iter().rev().find(|least| is_of_kind(least))
}

/// Results beside the limits that they are checked by.
struct Gate<'a> {
    request: &'a Request,
    /// Style of the scores in messages.
    style: Style,
    checked: &'a Checked<'a>,
}

impl Gate<'_> {
    /// Says what is below a limit of `--fail-under`.
    fn shortfalls(&self, least: &Least) -> Vec<String> {
        match least {
            Least::Score(least) => self.below("", *least, |group| group.is_none()),
            Least::EachGroup(least) => self.below("group=", *least, |group| group.is_some()),
            Least::Group(label, least) if !self.has_score(label) => {
                let label = escape(label);
                let least = exact(*least);
                vec![format!("no group {label} has a score to be checked by --fail-under {label}={least}")]
            }
            Least::Group(label, least) => self.below(&format!("{label}="), *least, |group| group == Some(label)),
            Least::Segments(least) => {
                let segments = self.checked.segments.filter(|segments| segments < least);
                let words =
                    |segments| format!("{} are fewer than --fail-under segments={least}", count(segments, "segment"));
                segments.map(words).into_iter().collect()
            }
        }
    }

    /// Whether a group of this label has a score.
    fn has_score(&self, label: &String) -> bool {
        self.checked.scores.iter().any(|(group, ..)| group.as_ref() == Some(label))
    }

    /// Says which scores of these groups, on the scale on which they are shown, are below a limit, which has a name.
    fn below(&self, name: &str, least: f64, is_meant: impl Fn(Option<&String>) -> bool) -> Vec<String> {
        let (style, scale) = (self.style, self.style.scale());
        let measure = if self.checked.are_means { "mean BLEU" } else { "BLEU" };
        let mut low = Vec::new();
        for (group, system, score) in &self.checked.scores {
            let score = score * scale;
            if is_meant(group.as_ref()) && score < least {
                let shown = beyond(style, score, |shown| shown < least);
                let label = label(self.request, group.as_ref(), system);
                low.push(format!("{label}: {measure} {shown} is below --fail-under {name}{}", exact(least)));
            }
        }
        low
    }
}

/// Says which findings are of a check of `--fail-on`.
fn found(request: &Request, systems: &[(String, &[Finding])]) -> Vec<String> {
    let forbidden = |(name, findings): &(String, &[Finding])| {
        let label = request.system_label(name);
        let found = findings.iter().filter(|finding| request.gates.forbid(finding));
        found.map(|finding| format!("{label}: {}", findings::sentence(finding, request.style))).collect::<Vec<_>>()
    };
    systems.iter().flat_map(forbidden).collect()
}

/// The name of a system in a group, or on the corpus.
fn label(request: &Request, group: Option<&String>, name: &str) -> String {
    let group = group.map_or_else(String::new, |group| format!(": group {group}"));
    request.system_label(name) + &group
}

/// Says that a system is worse than the first, significantly or by more than is allowed, if that is not allowed.
fn too_bad(request: &Request, style: Style, worse: &Worse) -> Option<String> {
    let Worse { group, systems, scores, comparison } = worse;
    let &Gates { fail_if_worse, max_drop, .. } = &request.gates;
    let drop = -comparison.difference * style.scale();
    let is_large = max_drop.is_none_or(|most| drop > most);
    let is_significant =
        fail_if_worse.map_or(max_drop.is_some() && group.is_none(), |level| comparison.is_significant_at(level));
    if !(is_large && is_significant) {
        return None;
    }
    let significantly = fail_if_worse.map(|level| {
        let corrected = if group.is_some() { ", corrected for the number of groups" } else { "" };
        let p_value = match comparison.p_interval {
            Some(p_interval) => format!("p = {p_interval:.4} <= {}, by the interval", exact(level)),
            None => format!("p = {:.4} < {}", comparison.p_value, exact(level)),
        };
        format!("significantly worse than the first ({p_value}{corrected})")
    });
    let by = max_drop.map(|most| {
        format!(
            "{} lower than the first, more than --max-drop {}",
            beyond(style, drop, |shown| shown > most),
            exact(most)
        )
    });
    let reasons: Vec<String> = significantly.into_iter().chain(by).collect();
    let named = |(name, score): (&String, &f64)| format!("{} {}", request.system_label(name), style.number(*score));
    let named: Vec<String> = systems.iter().zip(scores).map(named).collect();
    let group = group.as_ref().map_or_else(String::new, |group| format!("group {group}: "));
    Some(format!("{group}{}: {}", named.join(", "), reasons.join(", ")))
}

/// Formats a number on the scale of the output; all of it if, rounded, it would not be beyond a limit.
fn beyond(style: Style, number: f64, is_beyond: impl Fn(f64) -> bool) -> String {
    let shown = style.scaled(number);
    if shown.parse().is_ok_and(is_beyond) { shown } else { exact(number) }
}
