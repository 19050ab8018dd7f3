//! Where the score comes from: the scores of segments, by length, and of two systems against each other.

use super::charts::{self, SERIES};
use super::{for_each_other, of_pair, table};
use crate::cli::report::page::Page;
use crate::explain::SegmentScores;
use maud::{Markup, html};

/// The section; none for a corpus of one segment.
pub fn section(page: &Page) -> Option<Markup> {
    (page.report.segments > 1).then(|| for_each_other(page, |other| pair(page, other)))
}

fn pair(page: &Page, other: usize) -> Markup {
    let places: Vec<usize> = if other == 0 { vec![0] } else { vec![0, other] };
    html! {
        div.columns {
            div {
                (distribution(page, &places))
                @if other > 0 { (lengths(page, &places)) }
            }
            div {
                @if other > 0 { (scatter(page, other)) } @else { (lengths(page, &places)) }
            }
        }
    }
}

/// Histograms of the scores of segments.
fn distribution(page: &Page, places: &[usize]) -> Markup {
    let style = page.style;
    let scores: Vec<SegmentScores> = places
        .iter()
        .map(|&place| SegmentScores::new(page.scores[place].iter().map(|score| score.unwrap_or_default()).collect()))
        .collect();
    let series: Vec<(&str, &[u64])> = places
        .iter()
        .zip(&scores)
        .map(|(&place, scores)| (page.names[place].as_str(), &scores.histogram[..]))
        .collect();
    let bins = series.first().map_or(0, |(_, counts)| counts.len());
    let decimals = usize::from(!style.percent);
    let bounds: Vec<String> =
        (0..=bins).map(|i| format!("{:.decimals$}", i as f64 / bins as f64 * style.scale())).collect();
    html! {
        h3 { "Scores of single segments" }
        (charts::histogram(&series, &bounds, "Histogram of the scores of single segments"))
        @for ((name, _), scores) in series.iter().zip(&scores) {
            p.note { bdi { (name) } ": mean " (style.number(scores.mean)) ", median " (style.number(scores.median)) }
        }
        details {
            summary { "As a table" }
            table {
                thead { tr { th scope="col" { "Score" } @for (name, _) in &series { th.number scope="col" { bdi { (name) } } } } }
                tbody {
                    @for bin in 0..bins {
                        tr {
                            th scope="row" { (bounds[bin]) " to " (bounds[bin + 1]) }
                            @for (_, counts) in &series { td.number { (counts[bin]) } }
                        }
                    }
                }
            }
        }
    }
}

/// The place for the scatter plot, which the program draws from the data of the segments.
fn scatter(page: &Page, other: usize) -> Markup {
    html! {
        div.scatter-box hidden {
            h3 { "Segment by segment" }
            div.scatter {}
            p.note {
                "Each point is a segment; above the line, " bdi { (page.names[other]) } " is better. A click opens it. "
                button.largest type="button" { "List the largest differences" }
            }
        }
    }
}

/// Scores by the length of the references.
fn lengths(page: &Page, places: &[usize]) -> Markup {
    let highest = page.lengths.iter().flat_map(|range| &range.scores).copied().fold(f64::MIN_POSITIVE, f64::max);
    html! {
        h3 { "BLEU by length of the reference" }
        (table(&of_pair("Scores by length", page, places.last().copied().unwrap_or_default()), "lengths cards", html! {
            th scope="col" { "Tokens" }
            th.number scope="col" { "Segments" }
            th.chart scope="col" { span.hidden { "Chart" } }
            @for &place in places { th.number scope="col" { bdi { (page.names[place]) } } }
        }, html! {
            tbody {
                @for range in &page.lengths {
                    tr {
                        th scope="row" { (range.least) @if range.most > range.least { "–" (range.most) } }
                        td.number { (range.segments) }
                        td.chart {
                            @for (&place, series) in places.iter().zip(SERIES) {
                                (charts::bar(range.scores[place] / highest, series))
                            }
                        }
                        @for &place in places { td.number { (page.style.number(range.scores[place])) } }
                    }
                }
            }
        }))
    }
}
