//! The summary: likely problems, scores with their intervals, their factors, and what-if scores.

use super::charts::{self, Axis, Interval, SERIES};
use super::{for_each_other, of_pair, readable, table};
use crate::SIGNIFICANCE_LEVEL;
use crate::cli::display::count;
use crate::cli::report::contributions::contributions;
use crate::cli::report::findings;
use crate::cli::report::page::Page;
use crate::cli::report::what_if::{label, matters};
use crate::cli::report::{ExplainedSystem, Significance};
use crate::diagnose::Finding;
use crate::explain::SmoothingApplied;
use crate::what_if::{Change, WhatIfScore};
use maud::{Markup, html};

/// Maximum number of systems that are named in a sentence.
const MAX_NAMED: usize = 4;

pub fn section(page: &Page) -> Markup {
    html! {
        (likely_problems(page))
        (systems(page))
        p.signature {
            span { "Signature" } " "
            code #signature { "BLEU|" (page.signature) } " "
            button #copy-signature type="button" { "Copy" }
        }
        (p_values(page))
        @if !page.explanations.is_empty() {
            (for_each_other(page, |other| {
                let explained = explained(page, other);
                html! { (factors(page, other, &explained)) (what_if(page, other, &explained)) }
            }))
        }
    }
}

/// The first system and another one, or the only one, with their explanations and names.
pub(super) fn explained(page: &Page, other: usize) -> Vec<(&str, &ExplainedSystem)> {
    let Some(explanation) = page.explanations.get(other.saturating_sub(1)) else { return Vec::new() };
    [0, other].iter().map(|&place| page.names[place].as_str()).zip(&explanation.systems).collect()
}

/// Likely problems, each with the systems that have it.
fn likely_problems(page: &Page) -> Markup {
    let others = page.explanations.iter().filter_map(|explanation| explanation.systems.get(1));
    let systems =
        page.explanations.first().and_then(|explanation| explanation.systems.first()).into_iter().chain(others);
    let mut found: Vec<Vec<(&str, &Finding)>> = Vec::new();
    for (system, name) in systems.zip(&page.names) {
        for finding in system.corpus.iter().flat_map(|corpus| &corpus.diagnosis.findings) {
            match found.iter_mut().find(|same| same[0].1.check == finding.check) {
                Some(same) => same.push((name, finding)),
                None => found.push(vec![(name, finding)]),
            }
        }
    }
    html! {
        @if !found.is_empty() {
            div.findings {
                h3 { "Likely problems" }
                ul {
                    @for same in &found {
                        @let (name, finding) = same[0];
                        li {
                            strong { (finding.check) } ": " (evidence(page, name, finding)) "; " (readable(&findings::advice(finding)))
                            @if same.len() > 1 {
                                details {
                                    summary {
                                        "Also in "
                                        @if same.len() <= MAX_NAMED {
                                            (same[1..].iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "))
                                        } @else {
                                            (count(same.len() as u64 - 1, "other system"))
                                        }
                                    }
                                    @for (name, finding) in &same[1..] { p { (evidence(page, name, finding)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The evidence of a finding, with the system if there are several, and the first segment.
fn evidence(page: &Page, name: &str, finding: &Finding) -> Markup {
    html! {
        @if page.names.len() > 1 { bdi.who { (name) } " – " }
        (readable(&findings::evidence(finding, page.style)))
        @if let Some(range) = finding.segments.first() {
            " (" a href={ "#s" (range.first) } { "segment " (range.first) } ")"
        }
    }
}

/// The scores of all systems, with a chart of their intervals.
fn systems(page: &Page) -> Markup {
    let (report, style) = (&page.report, page.style);
    let interval = |place: usize| report.significance.confidence(place).map(|found| [found.low, found.high]);
    let places = 0..page.names.len();
    let axis =
        Axis::of(places.clone().flat_map(|place| interval(place).into_iter().flatten().chain([page.score(place)])));
    let ranking = match &report.significance {
        Significance::AllPairs { ranking, .. } => Some(ranking),
        _ => None,
    };
    let (has_intervals, is_tested) = (interval(0).is_some(), page.comparison(1).is_some());
    let cluster = |place: usize| ranking.map_or(1, |ranking| ranking.systems[place].cluster);
    html! {
        (table("Scores of the systems", "systems cards", html! {
            @if ranking.is_some() {
                th scope="col" { "Rank" }
            }
            th scope="col" { "System" }
            th.number scope="col" { "BLEU" }
            th.chart scope="col" { span.hidden { "Chart" } (axis.numbers(style)) }
            @if has_intervals {
                th.number scope="col" { "95% interval" }
            }
            @if is_tested {
                th.number scope="col" { "Difference" }
                th.number scope="col" { "p-value" }
            }
            th.number scope="col" { "Precisions, %" }
            th.number scope="col" { "BP" }
            th.number scope="col" { "Length ratio" }
        }, html! {
            tbody {
                @for place in places {
                    @let score = &report.systems[place].score;
                    @let parts = &score.parts;
                    @let series = if page.names.len() > 2 { SERIES[0] } else { SERIES[place] };
                    tr.even[cluster(place) % 2 == 0].first[place > 0 && cluster(place) != cluster(place - 1)] {
                        @if let Some(ranking) = ranking {
                            @let ranked = &ranking.systems[place];
                            td {
                                (ranked.best_rank)
                                @if ranked.best_rank < ranked.worst_rank { "–" (ranked.worst_rank) }
                            }
                        }
                        th scope="row" { bdi { (page.names[place]) } }
                        td.number.score { (score.text(style)) }
                        td.chart { (axis.intervals(&[Interval { score: parts.value(), ends: interval(place), series }], None)) }
                        @if has_intervals {
                            td.number { (ends(page, interval(place))) }
                        }
                        @if is_tested {
                            @let comparison = page.comparison(place);
                            td.number { (comparison.map_or_else(|| "–".into(), |found| page.difference(found.difference))) }
                            td.number { (comparison.map_or_else(|| "–".into(), |found| p_value(found.p_value))) }
                        }
                        td.number.precisions { (parts.precisions().iter().map(|p| format!("{:.1}", p.percent())).collect::<Vec<_>>().join(" / ")) }
                        td.number { (format!("{:.3}", parts.bp())) }
                        td.number { (format!("{:.3}", parts.ratio())) }
                    }
                }
            }
        }))
        @if ranking.is_some() {
            p.note { "Shading and lines separate rank clusters: every system above a line is significantly better than every system below it." }
        }
        @if is_tested {
            p.note { "Difference: of the system, minus " bdi { (page.names[0]) } "." }
        }
        details.captions {
            summary { "How to read these numbers" }
            @for note in page.report.notes(style) { p { (note) } }
        }
    }
}

/// The ends of an interval.
fn ends(page: &Page, ends: Option<[f64; 2]>) -> String {
    ends.map_or_else(|| "–".into(), |ends| ends.map(|end| page.style.number(end)).join(" – "))
}

fn p_value(p_value: f64) -> String {
    format!("{p_value:.4}{}", if p_value < SIGNIFICANCE_LEVEL { "*" } else { "" })
}

/// The p-values of all pairs, if there are more than those with the first system.
fn p_values(page: &Page) -> Markup {
    let Significance::AllPairs { ranking, .. } = &page.report.significance else { return html! {} };
    let systems = page.names.len();
    html! {
        details.pairs {
            summary { "p-values of all pairs" }
            (table("p-values of all pairs", "", html! {
                th { }
                @for name in &page.names[..systems - 1] { th.number scope="col" { bdi { (name) } } }
            }, html! {
                tbody {
                    @for row in 1..systems {
                        tr {
                            th scope="row" { bdi { (page.names[row]) } }
                            @for column in 0..systems - 1 {
                                td.number { @if column < row { (ranking.p_value(row, column).map_or_else(String::new, p_value)) } }
                            }
                        }
                    }
                }
            }))
        }
    }
}

/// The factors of the scores, what each costs, and its part in the difference of two.
fn factors(page: &Page, other: usize, explained: &[(&str, &ExplainedSystem)]) -> Markup {
    let style = page.style;
    let corpora: Vec<_> = explained
        .iter()
        .zip(SERIES)
        .filter_map(|((name, system), series)| Some((*name, series, &system.corpus.as_ref()?.explanation)))
        .collect();
    let parts = page.explanations.get(other.saturating_sub(1)).and_then(contributions);
    let cost = |score: f64, other: Option<f64>| other.map_or_else(|| "–".into(), |other| style.number(other - score));
    html! {
        h3 { "Precisions and brevity penalty, and what each costs" }
        (table(&of_pair("Factors of the scores", page, other), "factors cards", html! {
            th scope="col" { "Factor" }
            th scope="col" { "System" }
            th.chart scope="col" { span.hidden { "Chart" } }
            th.number scope="col" { "Value" }
            th.number scope="col" { "Correct" }
            th.number scope="col" { "Cost in BLEU" }
            @if parts.is_some() { th.number scope="col" { "Part of the difference" } }
        }, html! {
            @for n in 0..=page.order {
                tbody {
                    @for (i, (name, series, system)) in corpora.iter().enumerate() {
                        tr {
                            @if i == 0 {
                                th scope="rowgroup" rowspan=(corpora.len()) {
                                    @if n < page.order { (n + 1) "-grams" } @else { "Brevity penalty" }
                                }
                            }
                            td { bdi { (name) } }
                            @if let Some(term) = system.terms.get(n) {
                                td.chart { (charts::bar(term.precision.value(), series)) }
                                td.number {
                                    (format!("{:.1}%", term.precision.percent()))
                                    @if term.smoothing != SmoothingApplied::Unchanged { span title="smoothed or left out" { "†" } }
                                }
                                td.number { (term.correct) " / " (term.total) }
                                td.number { (cost(system.score.value(), system.counterfactuals.perfect_order[n])) }
                            } @else {
                                td.chart { (charts::bar(system.score.bp(), series)) }
                                td.number { (format!("{:.3}", system.score.bp())) }
                                td.number { (system.score.hyp_len()) " / " (system.score.ref_len()) }
                                td.number { (cost(system.score.value(), Some(system.counterfactuals.no_brevity_penalty))) }
                            }
                            @if let (0, Some(parts)) = (i, &parts) {
                                td.number rowspan=(corpora.len()) { (page.difference(parts[n].part)) }
                            }
                        }
                    }
                }
            }
        }))
        p.note { "Cost: by how much BLEU would rise if all n-grams of the order were correct, or without the brevity penalty." }
    }
}

/// What-if scores that differ from the score.
fn what_if(page: &Page, other: usize, explained: &[(&str, &ExplainedSystem)]) -> Markup {
    let style = page.style;
    let systems: Vec<(&str, &[WhatIfScore])> = explained
        .iter()
        .filter_map(|(name, system)| Some((*name, &system.corpus.as_ref()?.diagnosis.what_if[..])))
        .collect();
    let largest = |place: &usize| systems.iter().map(|(_, scores)| scores[*place].difference.abs()).fold(0.0, f64::max);
    let mut places: Vec<usize> =
        (0..Change::ALL.len()).filter(|&place| systems.iter().any(|(_, scores)| matters(&scores[place]))).collect();
    places.sort_by(|a, b| largest(b).total_cmp(&largest(a)));
    let difference = |score: &dyn Fn(&[WhatIfScore]) -> f64| match &systems[..] {
        [(_, first), (_, second)] => Some(page.difference(score(second) - score(first))),
        _ => None,
    };
    html! {
        h3 { "If a kind of difference were ignored" }
        @if places.is_empty() {
            p { "Ignoring case, quotes, punctuation and the like would not change the score." }
        } @else {
            (table(&of_pair("What-if scores", page, other), "cards", html! {
                th scope="col" { "Ignoring" }
                @for (name, _) in &systems {
                    th.number scope="col" { bdi { (name) } }
                    th.number scope="col" { "Change" }
                }
                @if systems.len() > 1 { th.number scope="col" { "Difference" } }
                th.number scope="col" { "Lines of references" }
            }, html! {
                tbody {
                    @for &place in &places {
                        tr {
                            th scope="row" { (label(Change::ALL[place])) }
                            @for (_, scores) in &systems {
                                td.number { (style.number(scores[place].score)) }
                                td.number { (page.difference(scores[place].difference)) }
                            }
                            @if let Some(difference) = difference(&|scores| scores[place].score) { td.number { (difference) } }
                            td.number { (systems.first().map_or(0, |(_, scores)| scores[place].references.lines)) }
                        }
                    }
                }
            }))
        }
    }
}
