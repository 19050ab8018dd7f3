//! Documents: the scores of the groups of segments.

use super::charts::{self, Axis, Interval, SERIES};
use super::readable;
use crate::SIGNIFICANCE_LEVEL;
use crate::cli::report::page::Page;
use crate::cli::report::{Group, MIN_SEGMENTS_OF_GROUP, OptionalScore};
use maud::{Markup, html};

/// Number of systems whose intervals are drawn; of more, the scores are listed.
const DRAWN: usize = 2;

/// The section; none without groups.
pub fn section(page: &Page) -> Option<Markup> {
    if page.groups.is_empty() {
        return None;
    }
    let score = |group: &Group, system: usize| page.report.group_score(group, system);
    let systems = 0..page.names.len();
    let has_intervals = page.groups.iter().any(|group| group.significance.resampling().is_some());
    let draws = page.names.len() <= DRAWN;
    let axis = Axis::of(page.groups.iter().flat_map(|group| {
        systems.clone().flat_map(|system| {
            let ends = group.significance.confidence(system).map(|found| [found.low, found.high]);
            ends.into_iter().flatten().chain(score(group, system).value)
        })
    }));
    Some(html! {
        @if draws && page.names.len() > 1 {
            (charts::key(&page.names.iter().map(String::as_str).collect::<Vec<_>>()))
        }
        div.scroll tabindex="0" role="region" aria-label="Scores of the documents" {
            table.documents.sortable {
                thead {
                    tr {
                        th scope="col" { "Document" }
                        th.number scope="col" { "Segments" }
                        @for name in &page.names { th.number scope="col" { bdi { (name) } } }
                        @if page.names.len() == 2 { th.number scope="col" { "Difference" } }
                        @if draws {
                            th.chart.fixed scope="col" { span.hidden { "Scores with 95% confidence intervals" } (axis.numbers(page.style)) }
                        }
                    }
                }
                tbody {
                    @for (number, group) in page.groups.iter().enumerate() {
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
                            @if let [first, second] = &scores[..] {
                                td.number {
                                    (first.value.zip(second.value).map_or_else(|| "–".into(), |(a, b)| page.style.difference(b - a, 0)))
                                }
                            }
                            @if draws {
                                td.chart { (chart(page, &axis, group, &scores)) }
                            }
                        }
                    }
                }
            }
        }
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

/// The scores of the systems in a group, with their intervals.
fn chart(page: &Page, axis: &Axis, group: &Group, scores: &[OptionalScore]) -> Markup {
    let (mut intervals, mut labels) = (Vec::new(), Vec::new());
    for ((system, score), series) in scores.iter().enumerate().zip(SERIES) {
        let ends = group.significance.confidence(system).map(|found| [found.low, found.high]);
        labels.push(match ends.map(|ends| ends.map(|end| page.style.number(end))) {
            Some([low, high]) => format!("{}: 95% confidence interval {low} to {high}", page.names[system]),
            None => format!("{}: {}", page.names[system], score.text(page.style)),
        });
        intervals.extend(score.value.map(|score| Interval { score, ends, series }));
    }
    axis.intervals(&intervals, &labels.join("; "))
}
