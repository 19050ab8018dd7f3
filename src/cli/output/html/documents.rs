//! Documents: the scores of the groups of segments.

use super::charts::{Axis, Interval, SERIES};
use super::{for_each_other, readable, table};
use crate::SIGNIFICANCE_LEVEL;
use crate::cli::report::page::Page;
use crate::cli::report::{Group, MIN_SEGMENTS_OF_GROUP, OptionalScore};
use maud::{Markup, html};

/// Maximum number of intervals that are drawn; of more, the scores are listed.
const DRAWN: usize = 5000;

/// The section; none without groups.
pub fn section(page: &Page) -> Option<Markup> {
    if page.report.groups.is_empty() {
        return None;
    }
    let score = |group: &Group, system: usize| page.report.group_score(group, system);
    let systems = 0..page.names.len();
    let has_intervals = page.report.groups.iter().any(|group| group.significance.resampling().is_some());
    let draws = page.report.groups.len() * page.names.len() <= DRAWN;
    let axis = Axis::of(page.report.groups.iter().flat_map(|group| {
        systems.clone().flat_map(|system| {
            let ends = group.significance.confidence(system).map(|found| [found.low, found.high]);
            ends.into_iter().flatten().chain(score(group, system).value)
        })
    }));
    Some(html! {
        (table("Scores of the documents", "documents sortable cards", html! {
            th scope="col" { "Document" }
            th.number scope="col" { "Segments" }
            @for name in &page.names { th.number scope="col" { bdi { (name) } } }
            @if page.names.len() > 1 { th.number scope="col" { "Difference" } }
            @if draws {
                th.chart.fixed scope="col" { span.hidden { "Scores with 95% confidence intervals" } (axis.numbers(page.style)) }
            }
        }, html! {
            tbody {
                @for (number, group) in page.report.groups.iter().enumerate() {
                    @let scores = systems.clone().map(|system| score(group, system)).collect::<Vec<_>>();
                    tr {
                        th scope="row" {
                            button.document type="button" data-group=(number) { bdi { (readable(group.name())) } }
                        }
                        td.number { (group.sums.segments) }
                        @for (system, score) in scores.iter().enumerate() {
                            td.number {
                                (score.text(page.style))
                                @if group.significance.comparison(system).is_some_and(|found| found.p_value < SIGNIFICANCE_LEVEL) {
                                    span title="differs significantly from the first system" { "*" }
                                }
                            }
                        }
                        @if page.names.len() > 1 {
                            td.number { (for_each_other(page, |other| difference(page, [&scores[0], &scores[other]]))) }
                        }
                        @if draws {
                            td.chart { (chart(page, &axis, group, &scores)) }
                        }
                    }
                }
            }
        }))
        p.note {
            "A document opens its segments, in their order."
            @if draws && has_intervals {
                " Lines are 95% confidence intervals; documents of fewer than " (MIN_SEGMENTS_OF_GROUP) " segments have none."
            }
            @if page.names.len() > 1 && has_intervals {
                " *: differs significantly from " bdi { (page.names[0]) } " (p < " (SIGNIFICANCE_LEVEL) ")."
            }
        }
    })
}

/// The difference of a system from the first in a group.
fn difference(page: &Page, scores: [&OptionalScore; 2]) -> Markup {
    let [first, other] = scores.map(|score| score.value);
    html! { (first.zip(other).map_or_else(|| "–".into(), |(first, other)| page.difference(other - first))) }
}

/// The scores of the systems in a group, with their intervals.
fn chart(page: &Page, axis: &Axis, group: &Group, scores: &[OptionalScore]) -> Markup {
    let (mut intervals, mut labels) = (Vec::new(), Vec::new());
    for (system, score) in scores.iter().enumerate() {
        let ends = group.significance.confidence(system).map(|found| [found.low, found.high]);
        labels.push(match ends.map(|ends| ends.map(|end| page.style.number(end))) {
            Some([low, high]) => format!("{}: 95% confidence interval {low} to {high}", page.names[system]),
            None => format!("{}: {}", page.names[system], score.text(page.style)),
        });
        intervals.extend(score.value.map(|score| Interval { score, ends, series: SERIES[system.min(1)] }));
    }
    axis.intervals(&intervals, Some(&labels.join("; ")))
}
