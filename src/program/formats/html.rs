//! A web page, for people: everything in one file, which opens no address.
//!
//! The page's program draws its sections from the data that the page embeds. For readers without scripts, the tables that
//! other formats have stand in their place. Markup is made by maud, which escapes all text; data are JSON in elements that
//! browsers do not run. The content security policy allows the style and the program of the page, by their hashes, and
//! nothing else.

use super::Style;
use crate::bleu::unprintable::escape_as_json;
use crate::program::request::format::TEXT;
use crate::program::results::Present;
use crate::program::results::document::{Block, ColumnKind, Document, Section, Table};
use crate::program::results::page::Page;
use crate::text::display::without_isolates;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};
use std::io;
use std::io::Write;

const STYLE: &str = include_str!("html/page/style.css");

/// The program: one function, so that it leaves no names behind.
const PROGRAM: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("html/page/data.js"),
    include_str!("html/page/elements.js"),
    include_str!("html/page/charts.js"),
    include_str!("html/page/texts.js"),
    include_str!("html/page/summary.js"),
    include_str!("html/page/holds.js"),
    include_str!("html/page/origin.js"),
    include_str!("html/page/groups.js"),
    include_str!("html/page/ngrams.js"),
    include_str!("html/page/segments.js"),
    include_str!("html/page/program.js"),
    "})();\n"
);

/// Writes a report.
pub fn write(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let verdict = page.verdict();
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                meta name="generator" content={ "bleu " (env!("CARGO_PKG_VERSION")) };
                title { (without_isolates(&verdict.headline)) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the results" }
                header {
                    p.kicker { "BLEU report" }
                    h1 { (verdict.headline) }
                    dl {
                        @for (title, sentences) in verdict.parts() {
                            @if !sentences.is_empty() {
                                dt { (title) }
                                @for sentence in sentences { dd { (sentence) } }
                            }
                        }
                    }
                }
                nav #contents aria-label="Sections" {}
                main #main {
                    @if let Some(printed) = &page.printed {
                        section #printed aria-labelledby="printed-title" {
                            h2 #printed-title { "Result" }
                            @for section in &printed.sections { (plain_section(section)) }
                        }
                    }
                    div #sections {}
                    noscript { (plain(page)) }
                }
                footer {
                    p { "Made by bleu " (env!("CARGO_PKG_VERSION")) ". This page holds all its data and opens no address." }
                }
                script type="application/json" #page-data { (json(&serde_json::to_string(&page.data())?)) }
                script type="application/json" #result-data { (json(&serde_json::to_string(&page.json())?)) }
                script type="application/json" #notes { "{}" }
                script { (PreEscaped(PROGRAM)) }
            }
        }
    };
    out.write_all(document.into_string().as_bytes())
}

/// The policy that forbids all but the page's own style and program.
fn policy() -> String {
    let hash = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())));
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

/// The scores and their explanations, for readers without scripts.
fn plain(page: &Page) -> Markup {
    let style = Style { format: TEXT, ..page.style };
    let explanations = page.explanations.iter().map(|explanation| explanation.document(style));
    let scores = (!page.report.systems.is_empty()).then(|| page.report.document(style));
    let documents = scores.into_iter().chain(explanations);
    html! {
        p.note { "This page draws charts and the table of segments with JavaScript, which is part of this file." }
        @for section in documents.flat_map(Document::into_sections) { section { (plain_section(&section)) } }
    }
}

fn plain_section(section: &Section) -> Markup {
    html! {
        @if let Some(title) = &section.title { h3 { (title) } }
        @for block in &section.blocks { (plain_block(block)) }
    }
}

fn plain_block(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Paragraph(text) => p { (text) },
            Block::Line(text) => p { code { (text) } },
            Block::Table(table) => (plain_table(table)),
            Block::Bars(bars) => dl { @for bar in bars { dt { (bar.label) } dd { (bar.value) } } },
            Block::Entries(entries) => dl { @for entry in entries { dt { (entry.label) } dd { (entry.text) } } },
        }
    }
}

fn plain_table(table: &Table) -> Markup {
    let class = |column: usize| (table.columns[column].kind == ColumnKind::Number).then_some("number");
    let mut rows = table.rows();
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr { @for (i, title) in rows.next().iter().flatten().enumerate() { th class=[class(i)] { (title) } } } }
                tbody { @for row in rows { tr { @for (i, cell) in row.iter().enumerate() { td class=[class(i)] { (cell) } } } } }
            }
        }
    }
}
