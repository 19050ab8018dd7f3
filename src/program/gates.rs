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

/// The error that a result is not good enough.
#[derive(Debug)]
pub struct Failed(String);

impl Display for Failed {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.0)
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
    /// Name of the system.
    system: String,
    /// The comparison with the first: a difference below 0. In a group, the p-values are corrected for the number of groups.
    comparison: Comparison,
}

impl Checked<'_> {
    /// The scores of systems, on the corpus and on its groups, their differences from the first, and the findings.
    fn of_report(report: &Report) -> Checked<'_> {
        let mut checked = Checked { segments: Some(report.segments), ..Checked::default() };
        for (place, System { name, score, findings, .. }) in report.systems.iter().enumerate() {
            checked.scores.push((None, name.clone(), score.parts.value()));
            checked.findings.extend(findings.as_deref().map(|findings| (name.clone(), findings)));
            let mut add = |group: Option<&Group>, comparison: Comparison| {
                let group = group.map(|group| group.name().to_owned());
                let is_worse = comparison.difference < 0.0;
                checked.worse.extend(is_worse.then(|| Worse { group, system: name.clone(), comparison }));
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
    fn of_explanation(explanation: &Explanation) -> Checked<'_> {
        let corpora = || explanation.names.iter().cloned().zip(&explanation.corpora);
        Checked {
            scores: corpora().map(|(name, corpus)| (None, name, corpus.explanation.score.value())).collect(),
            segments: Some(explanation.segments),
            findings: corpora().map(|(name, corpus)| (name, &corpus.diagnosis.findings[..])).collect(),
            ..Checked::default()
        }
    }

    /// The mean scores of systems of several runs, and their differences from the first.
    fn of_runs(report: &RunsReport, style: Style) -> Checked<'_> {
        let names = || system_names(report, style).into_iter();
        let means = report.systems.iter().map(|system| system.result.mean);
        let worse = names().zip(&report.systems).filter_map(|(system, runs)| {
            let comparison = comparison(&runs.result).filter(|comparison| comparison.difference < 0.0)?;
            Some(Worse { group: None, system, comparison })
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
    fn of_tools(scores: &ToolScores) -> Checked<'_> {
        let systems = scores.systems.iter();
        let findings = systems.filter_map(|system| Some((system.name.clone(), system.findings.as_deref()?)));
        Checked { segments: Some(scores.segments), findings: findings.collect(), ..Checked::default() }
    }

    /// The number of segments of the input, and the findings.
    fn of_segments(read: &SegmentsRead) -> Checked<'_> {
        let findings = read.findings.iter().map(|(name, findings)| (name.clone(), &findings[..])).collect();
        Checked { segments: read.segments, findings, ..Checked::default() }
    }

    /// The parts of results that may be checked.
    fn of_results(results: &Results, style: Style) -> Checked<'_> {
        match results {
            Results::Scores(report) => Checked::of_report(report),
            Results::Explanation(explanation) => Checked::of_explanation(explanation),
            Results::WhatIf(report) => Checked::of_report(&report.report),
            Results::Tools(scores) => Checked::of_tools(scores),
            Results::Runs(report) => Checked::of_runs(report, style),
            Results::Repairs(report) => Checked { segments: Some(report.segments), ..Checked::default() },
            Results::Samples(_) => Checked::default(),
            Results::Segments(read) => Checked::of_segments(read),
        }
    }
}

/// Checks results by all of a request's limits.
///
/// # Errors
/// [`Failed`] if one is not good enough.
pub fn check(request: &Request, results: &Results) -> Result<()> {
    let checked = &Checked::of_results(results, request.style);
    let style = match results {
        Results::Scores(report) => score_style(request, &report.definition, report.systems.len()),
        _ => score_style(request, &request.definition, request.systems.len()),
    };
    let limits = &request.gates.fail_under;
    // The last limit of a kind replaces those before it.
    let last = |is_of_kind: fn(&&Least) -> bool| limits.iter().rev().find(is_of_kind).into_iter();
    let of_group = limits.iter().filter(|least| matches!(least, Least::OfGroup(..)));
    let of_groups = last(|least| matches!(least, Least::OfGroups(_))).chain(of_group);
    let of_corpus = last(|least| matches!(least, Least::Score(_)));
    let of_size = last(|least| matches!(least, Least::Segments(_)));
    let failure = |least: &Least| match least {
        Least::Score(least) => below(request, style, checked, "", *least, |group| group.is_none()),
        Least::OfGroups(least) => below(request, style, checked, "group=", *least, |group| group.is_some()),
        Least::OfGroup(label, least) if checked.scores.iter().all(|(group, ..)| group.as_ref() != Some(label)) => {
            Some(format!(
                "no group {} has a score to be checked by --fail-under {}={}",
                escape(label),
                escape(label),
                exact(*least)
            ))
        }
        Least::OfGroup(label, least) => {
            below(request, style, checked, &format!("{label}="), *least, |group| group == Some(label))
        }
        Least::Segments(least) => {
            let segments = count(checked.segments.filter(|segments| segments < least)?, "segment");
            Some(format!("{segments} are fewer than --fail-under segments={least}"))
        }
    };
    let failures = of_corpus.chain(of_groups).chain(of_size).filter_map(failure);
    let worse = checked.worse.iter().filter_map(|worse| too_bad(request, style, worse));
    let failures: Vec<String> = failures.chain(worse).chain(found(request, &checked.findings)).collect();
    if failures.is_empty() { Ok(()) } else { Err(Error::msg(Failed(failures.join("; ")))) }
}

/// Says which findings are of a check of `--fail-on`.
fn found(request: &Request, systems: &[(String, &[Finding])]) -> Vec<String> {
    let forbidden = |(name, findings): &(String, &[Finding])| {
        let label = request.system_label(name);
        let found = findings.iter().filter(|finding| request.gates.forbid(finding));
        found.map(|finding| format!("{label}: {}", findings::in_words(finding, request.style))).collect::<Vec<_>>()
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
    let Worse { group, system, comparison } = worse;
    let &Gates { fail_if_worse, max_drop, .. } = &request.gates;
    let drop = -comparison.difference * style.scale();
    let is_large = max_drop.is_none_or(|most| drop > most);
    let is_significant =
        fail_if_worse.map_or(max_drop.is_some() && group.is_none(), |level| comparison.is_significant_at(level));
    if !(is_large && is_significant) {
        return None;
    }
    let label = label(request, group.as_ref(), system);
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
    Some(format!("{label}: {}", reasons.join(", ")))
}

/// Formats a number on the scale of the output; all of it if, rounded, it would not be beyond a limit.
fn beyond(style: Style, number: f64, is_beyond: impl Fn(f64) -> bool) -> String {
    let shown = style.scaled(number);
    if shown.parse().is_ok_and(is_beyond) { shown } else { exact(number) }
}

/// Says which scores of these groups, on the scale on which they are shown, are below a limit, which has a name.
fn below(
    request: &Request,
    style: Style,
    checked: &Checked,
    name: &str,
    least: f64,
    is_meant: impl Fn(Option<&String>) -> bool,
) -> Option<String> {
    let scale = style.scale();
    let scores = checked.scores.iter().filter(|(group, _, score)| is_meant(group.as_ref()) && score * scale < least);
    let measure = if checked.are_means { "mean BLEU" } else { "BLEU" };
    let in_words = scores.map(|(group, system, score)| {
        let score = beyond(style, score * scale, |shown| shown < least);
        format!("{}: {measure} {score}", label(request, group.as_ref(), system))
    });
    match &in_words.collect::<Vec<_>>()[..] {
        [] => None,
        [system] => Some(format!("{system} is below --fail-under {name}{}", exact(least))),
        systems => Some(format!("{} are below --fail-under {name}{}", systems.join("; "), exact(least))),
    }
}
