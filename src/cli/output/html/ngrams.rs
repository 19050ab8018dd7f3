//! N-grams that cost most, and those that make the difference between two systems.

use super::summary::explained;
use super::{for_each_other, readable};
use crate::cli::report::page::Page;
use crate::explain::{OrderDifference, OrderLosses};
use maud::{Markup, html};

/// N-grams of a kind, with their counts.
struct List<'a> {
    title: Markup,
    /// Name of the kind for the page's program, which finds the segments.
    kind: &'static str,
    /// The system that has the n-grams, or lacks them.
    system: usize,
    ngrams: Vec<(&'a str, String)>,
}

/// The section; none without explanations, or for a corpus of one segment.
pub fn section(page: &Page) -> Option<Markup> {
    let has_lists = !page.explanations.is_empty() && page.report.segments > 1;
    has_lists.then(|| {
        html! {
            p.note { "An n-gram opens the segments that it is counted in." }
            (for_each_other(page, |other| difference(page, other)))
            (costs_of(page, page.names.len().min(2) - 1, 0))
            @if page.names.len() > 1 { (for_each_other(page, |other| costs_of(page, other, other))) }
        }
    })
}

/// N-grams that make the difference between the first system and another.
fn difference(page: &Page, other: usize) -> Markup {
    let difference = page.explanations.get(other.saturating_sub(1)).and_then(|found| found.difference.as_ref());
    html! {
        @if let Some(difference) = difference {
            h3 { "What makes the difference" }
            p.note {
                "Numbers: how often the n-gram is correct only in " bdi { (page.names[0]) } ", and how often only in " bdi { (page.names[other]) } "."
            }
            @for order in &difference.orders { (advantages(page, order, [0, other])) }
        }
    }
}

/// The n-grams that cost a system most, from the explanation of the first system and another.
fn costs_of(page: &Page, other: usize, place: usize) -> Markup {
    let explained = explained(page, other).into_iter().zip([0, other]).find(|(_, found)| *found == place);
    let Some(((name, system), _)) = explained else { return html! {} };
    html! {
        @if let Some(corpus) = &system.corpus {
            h3 { "What costs " bdi { (name) } " most" }
            @for losses in &corpus.explanation.losses { (costs(losses, place)) }
        }
    }
}

fn advantages(page: &Page, order: &OrderDifference, systems: [usize; 2]) -> Markup {
    let lists = systems.into_iter().zip([&order.first_better, &order.second_better]).map(|(system, better)| List {
        title: html! { "correct more often in " bdi { (page.names[system]) } },
        kind: "better",
        system,
        ngrams: better.iter().map(|found| (&*found.ngram, format!("{} : {}", found.first, found.second))).collect(),
    });
    order_lists(order.order, order.order == 4, lists.collect(), order.error)
}

fn costs(losses: &OrderLosses, system: usize) -> Markup {
    let unmatched = losses.unmatched.iter().map(|loss| (&*loss.ngram, loss.count.to_string()));
    let over = losses.over_generated.iter();
    let over =
        over.map(|loss| (&*loss.ngram, format!("{} of {}", loss.count.saturating_sub(loss.allowed), loss.count)));
    let missed = losses.missed.iter().map(|loss| (&*loss.ngram, loss.count.to_string()));
    let lists = vec![
        List { title: html! { "in no reference" }, kind: "unmatched", system, ngrams: unmatched.collect() },
        List { title: html! { "too often" }, kind: "over", system, ngrams: over.collect() },
        List { title: html! { "missed" }, kind: "missed", system, ngrams: missed.collect() },
    ];
    order_lists(losses.order, losses.order == 1, lists, losses.error)
}

/// The lists of an order.
fn order_lists(order: usize, is_open: bool, lists: Vec<List>, error: u64) -> Markup {
    html! {
        details.ngrams open[is_open] {
            summary { (order) "-grams" }
            div.columns {
                @for List { title, kind, system, ngrams } in &lists {
                    div {
                        h4 { (title) }
                        @if ngrams.is_empty() {
                            p.note { "none" }
                        } @else {
                            ol {
                                @for (ngram, count) in ngrams {
                                    li {
                                        span.times { (count) } " "
                                        button.ngram type="button" data-kind=(kind) data-system=(system) { bdi { (readable(ngram)) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if error > 0 {
                p.note { "Counts may be low by up to " (error) ", because the rarest n-grams were dropped." }
            }
        }
    }
}
