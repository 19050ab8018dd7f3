//! The summary: likely problems, scores with their intervals, their factors, and what-if scores.

use super::charts::{self, Axis, Interval, SERIES};
use super::{for_each_other, readable};
use crate::SIGNIFICANCE_LEVEL;
use crate::cli::report::findings;
use crate::cli::report::page::Page;
use crate::cli::report::sections::Document;
use crate::cli::report::what_if::{label, matters};
use crate::cli::report::{ExplainedSystem, Significance};
use crate::cli::style::{Format, Style};
use crate::diagnose::Finding;
use crate::explain::SmoothingApplied;
use crate::what_if::{Change, WhatIfScore};
use maud::{Markup, html};

pub fn section(page: &Page) -> Markup {
    html! {
        (likely_problems(page))
        (systems(page))
        p.signature {
            span { "Signature" } " "
            code #signature { "BLEU|" (page.report.signature) } " "
            button #copy-signature type="button" { "Copy" }
        }
        (captions(page))
        @if !page.explanations.is_empty() {
            (for_each_other(page, |other| {
                let explained = explained(page, other);
                html! { (factors(page, &explained)) (what_if(page, &explained)) }
            }))
        }
    }
}

/// The first system and another one, or the only one, with their explanations and names.
pub(super) fn explained(page: &Page, other: usize) -> Vec<(&str, &ExplainedSystem)> {
    let Some(explanation) = page.explanations.get(other.saturating_sub(1)) else { return Vec::new() };
    [0, other].iter().map(|&place| page.names[place].as_str()).zip(&explanation.systems).collect()
}

/// Likely problems of each system; those of all systems alike are said once.
fn likely_problems(page: &Page) -> Markup {
    let others = page.explanations.iter().filter_map(|explanation| explanation.systems.get(1));
    let systems =
        page.explanations.first().and_then(|explanation| explanation.systems.first()).into_iter().chain(others);
    let mut found: Vec<(&Finding, Vec<&str>)> = Vec::new();
    for (system, name) in systems.zip(&page.names) {
        for finding in system.corpus.iter().flat_map(|corpus| &corpus.diagnosis.findings) {
            match found.iter_mut().find(|(other, _)| other.to_string() == finding.to_string()) {
                Some((_, names)) => names.push(name),
                None => found.push((finding, vec![name])),
            }
        }
    }
    html! {
        @if !found.is_empty() {
            div.findings {
                h3 { "Likely problems" }
                ul {
                    @for (finding, names) in &found {
                        li {
                            @if page.names.len() > 1 {
                                bdi.who { (names.join(", ")) } " – "
                            }
                            strong { (finding.check) } ": " (readable(&findings::evidence(finding, page.style))) "; " (readable(&findings::advice(finding)))
                            @if let Some(range) = finding.segments.first() {
                                " " a href={ "#s" (range.first) } { "Segment " (range.first) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The scores of all systems, with a chart of their intervals.
fn systems(page: &Page) -> Markup {
    let (report, style) = (&page.report, page.style);
    let interval = |place: usize| report.significance.confidence(place).map(|found| [found.low, found.high]);
    let score = |place: usize| report.systems[place].score.parts.value();
    let places = 0..report.systems.len();
    let axis = Axis::of(places.clone().flat_map(|place| interval(place).into_iter().flatten().chain([score(place)])));
    let ranking = match &report.significance {
        Significance::AllPairs { ranking, .. } => Some(ranking),
        _ => None,
    };
    let has_intervals = interval(0).is_some();
    let is_tested = matches!(report.significance, Significance::Paired { .. });
    let orders = report.systems.first().map_or(0, |system| system.score.parts.precisions().len());
    let cluster = |place: usize| ranking.map_or(1, |ranking| ranking.systems[place].cluster);
    html! {
        div.scroll tabindex="0" role="region" aria-label="Scores of the systems" {
            table.systems {
                caption.hidden { "Scores of the systems" }
                thead {
                    tr {
                        @if ranking.is_some() {
                            th scope="col" { "Rank" }
                        }
                        th scope="col" { "System" }
                        th.number scope="col" { "BLEU" }
                        th.chart scope="col" {
                            span.hidden { @if has_intervals { "95% confidence interval" } @else { "Chart" } }
                            (axis.numbers(style))
                        }
                        @if is_tested {
                            th.number scope="col" { "Difference" }
                            th.number scope="col" { "p-value" }
                        }
                        @for n in 1..=orders {
                            th.number scope="col" { abbr title={ "precision of " (n) "-grams" } { "p" (n) } }
                        }
                        th.number scope="col" { abbr title="brevity penalty" { "BP" } }
                        th.number scope="col" { abbr title="candidate length / reference length" { "ratio" } }
                    }
                }
                tbody {
                    @for place in places {
                        @let score = &report.systems[place].score;
                        @let parts = &score.parts;
                        @let series = if page.names.len() > 2 { SERIES[0] } else { SERIES[page.places[place].min(1)] };
                        tr.even[cluster(place) % 2 == 0].first[place > 0 && cluster(place) != cluster(place - 1)] {
                            @if let Some(ranking) = ranking {
                                @let ranked = &ranking.systems[place];
                                td.number {
                                    (ranked.best_rank)
                                    @if ranked.best_rank < ranked.worst_rank { "–" (ranked.worst_rank) }
                                }
                            }
                            th scope="row" { bdi { (page.name(place)) } }
                            td.number.score { (score.text(style)) }
                            td.chart { (axis.intervals(&[Interval { score: parts.value(), ends: interval(place), series }], &interval_label(page, place))) }
                            @if is_tested {
                                @let comparison = report.significance.comparison(place);
                                td.number { (comparison.map_or_else(|| "–".into(), |found| style.difference(found.difference, 0))) }
                                td.number {
                                    @match comparison {
                                        Some(found) => {
                                            (format!("{:.4}", found.p_value))
                                            @if found.p_value < SIGNIFICANCE_LEVEL { span title="significant" { "*" } }
                                        },
                                        None => "–",
                                    }
                                }
                            }
                            @for precision in parts.precisions() {
                                td.number { (format!("{:.1}%", precision.percent())) }
                            }
                            td.number { (format!("{:.3}", parts.bp())) }
                            td.number { (format!("{:.3}", parts.ratio())) }
                        }
                    }
                }
            }
        }
        @if ranking.is_some() {
            p.note { "Shading and lines separate rank clusters: every system above a line is significantly better than every system below it." }
        }
    }
}

fn interval_label(page: &Page, place: usize) -> String {
    match page.report.significance.confidence(place) {
        Some(found) => {
            let [low, high] = [found.low, found.high].map(|end| page.style.number(end));
            format!("95% confidence interval {low} to {high}")
        }
        None => page.report.systems[place].score.text(page.style),
    }
}

/// The paragraphs that explain the table of scores.
fn captions(page: &Page) -> Markup {
    // As beside any table of scores.
    let Document::Tables(tables) = page.report.document(Style { format: Format::Markdown, columns: &[], ..page.style })
    else {
        return html! {};
    };
    html! {
        @if tables.paragraphs().next().is_some() {
            details.captions {
                summary { "How to read these numbers" }
                @for caption in tables.paragraphs() { p { (readable(caption)) } }
            }
        }
    }
}

/// The factors of the scores, and what each costs.
fn factors(page: &Page, explained: &[(&str, &ExplainedSystem)]) -> Markup {
    let style = page.style;
    let corpora: Vec<_> = explained
        .iter()
        .zip(SERIES)
        .filter_map(|((name, system), series)| Some((*name, series, &system.corpus.as_ref()?.explanation)))
        .collect();
    let cost = |score: f64, other: Option<f64>| other.map_or_else(|| "–".into(), |other| style.number(other - score));
    html! {
        h3 { "Precisions and brevity penalty, and what each costs" }
        div.scroll tabindex="0" role="region" aria-label="Factors of the scores" {
            table.factors {
                thead {
                    tr {
                        th scope="col" { "Factor" }
                        th scope="col" { "System" }
                        th.chart scope="col" { span.hidden { "Chart" } }
                        th.number scope="col" { "Value" }
                        th.number scope="col" { "Correct" }
                        th.number scope="col" { "Cost in BLEU" }
                    }
                }
                @for n in 0..page.order {
                    tbody {
                        @for (i, (name, series, system)) in corpora.iter().enumerate() {
                            @let term = &system.terms[n];
                            tr {
                                @if i == 0 { th scope="rowgroup" rowspan=(corpora.len()) { (n + 1) "-grams" } }
                                td { bdi { (name) } }
                                td.chart { (charts::bar(term.precision.value(), series)) }
                                td.number {
                                    (format!("{:.1}%", term.precision.percent()))
                                    @if term.smoothing != SmoothingApplied::Unchanged { span title="smoothed or left out" { "†" } }
                                }
                                td.number { (term.correct) " / " (term.total) }
                                td.number { (cost(system.score.value(), system.counterfactuals.perfect_order[n])) }
                            }
                        }
                    }
                }
                tbody {
                    @for (i, (name, series, system)) in corpora.iter().enumerate() {
                        tr {
                            @if i == 0 { th scope="rowgroup" rowspan=(corpora.len()) { "Brevity penalty" } }
                            td { bdi { (name) } }
                            td.chart { (charts::bar(system.score.bp(), series)) }
                            td.number { (format!("{:.3}", system.score.bp())) }
                            td.number { (system.score.hyp_len()) " / " (system.score.ref_len()) }
                            td.number { (cost(system.score.value(), Some(system.counterfactuals.no_brevity_penalty))) }
                        }
                    }
                }
            }
        }
        p.note { "Cost: by how much BLEU would rise if all n-grams of the order were correct, or without the brevity penalty." }
    }
}

/// What-if scores that differ from the score.
fn what_if(page: &Page, explained: &[(&str, &ExplainedSystem)]) -> Markup {
    let style = page.style;
    let systems: Vec<(&str, &[WhatIfScore])> = explained
        .iter()
        .filter_map(|(name, system)| Some((*name, &system.corpus.as_ref()?.diagnosis.what_if[..])))
        .collect();
    let largest = |place: &usize| systems.iter().map(|(_, scores)| scores[*place].difference.abs()).fold(0.0, f64::max);
    let mut places: Vec<usize> =
        (0..Change::ALL.len()).filter(|&place| systems.iter().any(|(_, scores)| matters(&scores[place]))).collect();
    places.sort_by(|a, b| largest(b).total_cmp(&largest(a)));
    html! {
        h3 { "If a kind of difference were ignored" }
        @if places.is_empty() {
            p { "Ignoring case, quotes, punctuation and the like would not change the score." }
        } @else {
            div.scroll tabindex="0" role="region" aria-label="What-if scores" {
                table {
                    thead {
                        tr {
                            th scope="col" { "Ignoring" }
                            @for (name, _) in &systems {
                                th.number scope="col" { bdi { (name) } }
                                th.number scope="col" { "change" }
                            }
                            th.number scope="col" { "lines of references" }
                        }
                    }
                    tbody {
                        @for &place in &places {
                            tr {
                                th scope="row" { (label(Change::ALL[place])) }
                                @for (_, scores) in &systems {
                                    td.number { (style.number(scores[place].score)) }
                                    td.number { (style.difference(scores[place].difference, 0)) }
                                }
                                td.number { (systems.first().map_or(0, |(_, scores)| scores[place].references.lines)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
