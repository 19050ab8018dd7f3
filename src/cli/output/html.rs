//! A web page, for people: everything in one file, which opens no address.
//!
//! Markup is made by maud, which escapes all text; data for the page's program are JSON in elements that browsers do not
//! run. The content security policy allows the style and the program of the page, by their hashes, and nothing else.

mod charts;
mod documents;
mod ngrams;
mod origin;
mod summary;

use crate::cli::display::escape_for_reading;
use crate::cli::report::page::Page;
use crate::unprintable::escape_as_json;
use hmac_sha256::Hash;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::io::{self, Write};

const STYLE: &str = include_str!("html/page.css");
const PROGRAM: &str = include_str!("html/page.js");

/// Writes a report.
pub fn write(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let segments = serde_json::to_string(&page.segment_data())?;
    let results = serde_json::to_string_pretty(&page.json())?;
    out.write_all(document(page, &segments, &results).into_string().as_bytes())
}

fn document(page: &Page, segment_data: &str, results: &str) -> Markup {
    let verdict = page.verdict();
    let has_segments = !page.segments.is_empty();
    let sections = [
        ("summary", "Summary", Some(summary::section(page))),
        ("origin", "Where it comes from", origin::section(page)),
        ("documents", "Documents", documents::section(page)),
        ("segments", "Segments", has_segments.then(|| segments(page))),
        ("ngrams", "N-grams", ngrams::section(page)),
        ("data", "Data", Some(machine_view(page))),
    ];
    let sections = sections.into_iter().filter_map(|(id, title, body)| Some((id, title, body?)));
    let sections: Vec<(&str, &str, Markup)> = sections.collect();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                meta name="generator" content={ "bleu " (env!("CARGO_PKG_VERSION")) };
                title { (verdict.headline.replace(['\u{2068}', '\u{2069}'], "")) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the results" }
                header {
                    p.kicker { "BLEU report" }
                    h1 { (verdict.headline) }
                    dl {
                        (verdict_part("Scores", std::slice::from_ref(&verdict.scores)))
                        (verdict_part("How sure", &verdict.certainty))
                        (verdict_part("Why", &verdict.reasons))
                    }
                }
                nav aria-label="Sections" {
                    ul {
                        @for (id, title, _) in &sections {
                            li { a href={ "#" (id) } { (title) } }
                        }
                    }
                    (pair(page))
                }
                main #main {
                    @for (id, title, body) in &sections {
                        section #(id) aria-labelledby={ (id) "-title" } {
                            h2 id={ (id) "-title" } { (title) }
                            (body)
                        }
                    }
                }
                footer {
                    p { "Made by bleu " (env!("CARGO_PKG_VERSION")) ". This page holds all its data and opens no address." }
                }
                script type="application/json" #segment-data { (json(segment_data)) }
                script type="application/json" #result-data { (json(results)) }
                script { (PreEscaped(PROGRAM)) }
            }
        }
    }
}

/// A part of the result, in sentences, whose names are readable.
fn verdict_part(title: &str, sentences: &[String]) -> Markup {
    html! {
        @if !sentences.is_empty() {
            dt { (title) }
            @for sentence in sentences { dd { (sentence) } }
        }
    }
}

/// The policy that forbids all but the page's own style and program.
fn policy() -> String {
    let hash = |text: &str| format!("'sha256-{}'", base64(&Hash::hash(text.as_bytes())));
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        hash(PROGRAM),
        hash(STYLE)
    )
}

/// Returns bytes in Base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |chunk: &[u8]| {
        let word = (0..3).fold(0u32, |word, i| word << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        let digit = |i: usize| if i > chunk.len() { '=' } else { DIGITS[(word >> (18 - 6 * i) & 63) as usize].into() };
        [0, 1, 2, 3].map(digit)
    };
    bytes.chunks(3).flat_map(digits).collect()
}

/// JSON for a script element: no character in it can end the element or begin a comment.
fn json(text: &str) -> PreEscaped<String> {
    PreEscaped(escape_as_json(text).replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026"))
}

/// Text with its unprintable characters made visible; maud escapes the others.
fn readable(text: &str) -> String {
    escape_for_reading(text).into_owned()
}

/// A table, which scrolls sideways where it is too wide, given the cells of its head.
fn table(label: &str, class: &str, head: Markup, bodies: Markup) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(label) {
            table class=(class) {
                thead { tr { (head) } }
                (bodies)
            }
        }
    }
}

/// The label of a part about the first system and another, or about the only one.
fn of_pair(label: &str, page: &Page, other: usize) -> String {
    if other > 0 { format!("{label}, {}", page.names[other]) } else { label.to_owned() }
}

/// The two systems that are compared, with their colors; if there are more, the second can be chosen.
fn pair(page: &Page) -> Markup {
    html! {
        @if let [first, others @ ..] = &page.names[..] && !others.is_empty() {
            p.key {
                span.swatch.a {} " " bdi { (first) } " "
                span.swatch.b {} " "
                @if let [other] = others {
                    bdi { (other) }
                } @else {
                    label.hidden for="pair" { "Compare with" }
                    select #pair autocomplete="off" {
                        @for (place, name) in others.iter().enumerate() { option value=(place + 1) { (name) } }
                    }
                }
                " "
                span.convention { "Differences: the second − the first; above 0, the second is better." }
            }
        }
    }
}

/// A part for each other system that the first is compared with, of which one is shown.
fn for_each_other(page: &Page, part: impl Fn(usize) -> Markup) -> Markup {
    html! {
        @if page.names.len() <= 2 {
            (part(page.names.len() - 1))
        } @else {
            @for other in 1..page.names.len() {
                div.pair data-other=(other) hidden[other != 1] { (part(other)) }
            }
        }
    }
}

/// The table of segments, which the program fills.
fn segments(page: &Page) -> Markup {
    let total = page.report.segments;
    html! {
        @if page.is_selection() {
            p.note {
                "The report has " (page.segments.len()) " of " (total) " segments: the worst, the best, those with the \
                largest differences, and a random choice of the others."
            }
        }
        noscript { p.note { "The table of segments needs JavaScript, which is part of this file." } }
        form #filters role="search" aria-label="Segments" {
            div { label for="search" { "Text" } input #search type="search" autocomplete="off" spellcheck="false" placeholder="words, or \"an n-gram\""; }
            @if !page.report.groups.is_empty() {
                div {
                    label for="group" { "Document" }
                    select #group autocomplete="off" {
                        option value="" { "all" }
                        @for (i, group) in page.report.groups.iter().enumerate() {
                            option value=(i) { (readable(group.name())) }
                        }
                    }
                }
            }
            div { label for="least" { "Score from" } input #least type="number" min="0" max=(page.style.scale()) step="any" autocomplete="off"; }
            div { label for="most" { "to" } input #most type="number" min="0" max=(page.style.scale()) step="any" autocomplete="off"; }
            @if page.names.len() > 1 { (select("differs", "Difference", &DIFFERENCES)) }
            (select("order", "Order", if page.names.len() > 1 { &ORDERS } else { &ORDERS[..3] }))
            @if page.names.len() > 1 {
                div.check { input #words type="checkbox" autocomplete="off"; label for="words" { "Differences word by word" } }
            }
            div { button #reset type="reset" { "Show all" } }
        }
        p #count role="status" {}
        @if !page.explanations.is_empty() {
            (legend(page))
        }
        div #rows {}
        p #token-info hidden {}
    }
}

/// Differences of two systems by which segments are chosen: values for the page's program, and their names.
const DIFFERENCES: [(&str, &str); 4] =
    [("", "any"), ("better", "second is better"), ("worse", "first is better"), ("equal", "same score")];

/// Orders of segments; the last ones are of two systems.
const ORDERS: [(&str, &str); 6] = [
    ("number", "as in the text"),
    ("worst", "worst first"),
    ("best", "best first"),
    ("gain", "second better first"),
    ("loss", "first better first"),
    ("difference", "largest difference first"),
];

/// A choice of one of some values.
fn select(id: &str, label: &str, values: &[(&str, &str)]) -> Markup {
    html! {
        div {
            label for=(id) { (label) }
            select #(id) autocomplete="off" { @for (value, name) in values { option value=(value) { (name) } } }
        }
    }
}

/// The meaning of the marks.
fn legend(page: &Page) -> Markup {
    html! {
        p.legend {
            span.legend-title { "Longest correct n-gram: " }
            @for n in 1..=page.order.min(4) {
                span class={ "m m" (n) } { (n) @if n == 4 && page.order > 4 { " or more" } }
                " "
            }
            span.over { "too often" } " "
            span.none { "in no reference" } " "
            span.missed { "missed (in a reference)" }
        }
    }
}

/// The results for programs.
fn machine_view(page: &Page) -> Markup {
    html! {
        p {
            "All numbers of this report, unrounded, as " code { "--format json" } " prints them: the scores, intervals and \
            tests, the explanations, and the scores by length. The scores and texts of the segments are a table."
        }
        p.buttons {
            button #save-json type="button" { "Save the results (JSON)" } " "
            @if !page.segments.is_empty() {
                button #save-tsv type="button" { "Save the segments shown (TSV)" }
            }
        }
        details #json-view {
            summary { "Show the JSON" }
            pre tabindex="0" { code {} }
        }
    }
}
