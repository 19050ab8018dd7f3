//! N-grams that cost most, and those that make the difference between two systems.

use super::summary::explained;
use super::{for_each_other, readable};
use crate::cli::report::page::Page;
use crate::explain::{OrderDifference, OrderLosses};
use maud::{Markup, html};

/// The section; none without explanations, or for a corpus of one segment.
pub fn section(page: &Page) -> Option<Markup> {
    let has_lists = !page.explanations.is_empty() && page.report.segments > 1;
    has_lists.then(|| {
        html! {
            p.note { "An n-gram opens the segments that have it." }
            (for_each_other(page, |other| pair(page, other)))
        }
    })
}

fn pair(page: &Page, other: usize) -> Markup {
    let difference = page.explanations.get(other.saturating_sub(1)).and_then(|found| found.difference.as_ref());
    let names = [page.names[0].as_str(), page.names[other].as_str()];
    html! {
        @if let Some(difference) = difference {
            h3 { "What makes the difference" }
            @for order in &difference.orders { (advantages(order, names)) }
        }
        @for (name, system) in explained(page, other) {
            @if let Some(corpus) = &system.corpus {
                h3 { "What costs " bdi { (name) } " most" }
                @for losses in &corpus.explanation.losses { (costs(losses)) }
            }
        }
    }
}

/// A list of n-grams with their counts.
type List<'a> = Vec<(&'a str, String)>;

fn advantages(order: &OrderDifference, names: [&str; 2]) -> Markup {
    let lists = [&order.first_better, &order.second_better].map(|list| {
        list.iter().map(|found| (found.ngram.as_str(), format!("{} : {}", found.first, found.second))).collect()
    });
    let title = |name: &str| html! { "correct more often in " bdi { (name) } };
    let [first, second]: [List; 2] = lists;
    html! {
        (order_lists(order.order, order.order == 4, vec![(title(names[0]), first), (title(names[1]), second)], order.error))
    }
}

fn costs(losses: &OrderLosses) -> Markup {
    let unmatched: List = losses.unmatched.iter().map(|loss| (loss.ngram.as_str(), loss.count.to_string())).collect();
    let over: List = losses
        .over_generated
        .iter()
        .map(|loss| (loss.ngram.as_str(), format!("{} of {}", loss.count - loss.allowed.min(loss.count), loss.count)))
        .collect();
    let missed: List = losses.missed.iter().map(|loss| (loss.ngram.as_str(), loss.count.to_string())).collect();
    let lists =
        vec![(html! { "in no reference" }, unmatched), (html! { "too often" }, over), (html! { "missed" }, missed)];
    order_lists(losses.order, losses.order == 1, lists, losses.error)
}

/// The lists of an order.
fn order_lists(order: usize, is_open: bool, lists: Vec<(Markup, List)>, error: u64) -> Markup {
    html! {
        details.ngrams open[is_open] {
            summary { (order) "-grams" }
            div.columns {
                @for (title, list) in &lists {
                    div {
                        h4 { (title) }
                        @if list.is_empty() {
                            p.note { "none" }
                        } @else {
                            ol {
                                @for (ngram, count) in list {
                                    li { button.ngram type="button" { bdi { (readable(ngram)) } } " " span.times { (count) } }
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
