//! Sections that explain the score of one segment.

use super::ExplainedSegment;
use super::document::{Block, Column, ColumnKind, Entry, Section, Table};
use super::factors::fraction;
use super::factors::{brevity_penalty, has_match, product, smoothing};
use crate::checks::explain::NgramRow;
use crate::checks::explain::{NgramTable, OrderTerm};
use crate::program::request::color::Emphasis;
use crate::program::request::style::Style;
use crate::text::display::count;
use std::collections::HashMap;

/// Maximum number of tokens of a text, and of n-grams of an order, that are listed.
const MAX_LISTED: usize = 1000;

/// The tokens of all texts, or the first of them.
pub fn texts(segment: &ExplainedSegment) -> Block {
    let tables = &segment.tables;
    let emphasis = tables.tables.first().map(|words| token_emphasis(&tables.candidate, words)).unwrap_or_default();
    let candidate = Entry { emphasis, ..Entry::new("candidate", first_tokens(&tables.candidate)) };
    let references = (1..).zip(&tables.references);
    let references = references.map(|(i, tokens)| Entry::new(format!("reference {i}"), first_tokens(tokens)));
    Block::Entries(std::iter::once(candidate).chain(references).collect())
}

/// The tokens of a text; of many, the first, and their number.
fn first_tokens(tokens: &[String]) -> String {
    match tokens.get(..MAX_LISTED) {
        Some(first) if tokens.len() > MAX_LISTED => {
            format!("{} … ({MAX_LISTED} of {} tokens)", first.join(" "), tokens.len())
        }
        _ => tokens.join(" "),
    }
}

/// Emphasis of each token of the candidate. Of a repeated word, the first occurrences count as correct.
fn token_emphasis(tokens: &[String], words: &NgramTable) -> Vec<Emphasis> {
    let mut left: HashMap<&str, u64> = words.rows.iter().map(|row| (row.ngram.as_str(), row.clipped)).collect();
    let emphasis = |token: &String| match left.get_mut(token.as_str()) {
        Some(left) if *left > 0 => {
            *left -= 1;
            Emphasis::Good
        }
        _ => Emphasis::Bad,
    };
    tokens.iter().take(MAX_LISTED).map(emphasis).collect()
}

/// Whether all, some or none of the occurrences of an n-gram are correct.
fn row_emphasis(row: &NgramRow) -> Emphasis {
    match row.clipped {
        0 => Emphasis::Bad,
        clipped if clipped < row.candidate => Emphasis::Warning,
        _ => Emphasis::Good,
    }
}

/// Returns a section for the n-grams of each order, and one for the score that they give.
pub fn sections(segment: &ExplainedSegment, style: Style) -> Vec<Section> {
    let tables = &segment.tables;
    let has_match = has_match(&tables.terms);
    let orders = tables.tables.iter().zip(&tables.terms).filter(|(table, _)| has_match || !table.rows.is_empty());
    let order = |(table, term): (&NgramTable, &OrderTerm)| {
        let table_blocks = ngram_blocks(table, term, tables.references.len(), style);
        let smoothing = smoothing(term, style).filter(|_| has_match).map(Block::paragraph);
        let blocks = table_blocks.into_iter().chain(smoothing).collect();
        Section::new(format!("{}-grams", table.order), blocks)
    };
    orders.map(order).chain([score(segment, style)]).collect()
}

/// The table of the n-grams of an order, with their precision; nothing without any.
fn ngram_blocks(table: &NgramTable, term: &OrderTerm, references: usize, style: Style) -> Vec<Block> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let number = table.rows.len();
    let rest = (number > MAX_LISTED)
        .then(|| format!("the first {MAX_LISTED} of {number} n-grams; --format json lists all of them"));
    let words = rest.into_iter().chain([precision(table, term, style)]);
    std::iter::once(Block::Table(ngram_table(table, references))).chain(words.map(Block::paragraph)).collect()
}

/// One row for each of the first n-grams of the candidate, with its counts in all texts, and the sum of all.
fn ngram_table(table: &NgramTable, references: usize) -> Table {
    let rows = &table.rows[..table.rows.len().min(MAX_LISTED)];
    let counts = |title: String, sum: Option<u64>, cell: &dyn Fn(&NgramRow) -> u64| {
        let cells = rows.iter().map(|row| cell(row).to_string());
        let sum = sum.map_or_else(String::new, |sum| sum.to_string());
        Column::new(title, ColumnKind::Number, cells.chain([sum]).collect::<Vec<_>>())
    };
    let ngrams = rows.iter().map(|row| row.ngram.clone()).chain(["sum".into()]);
    let mut columns = vec![
        Column::new(format!("{}-gram", table.order), ColumnKind::Shortenable, ngrams)
            .with_emphasis(rows.iter().map(row_emphasis)),
        counts("candidate".into(), Some(table.total()), &|row| row.candidate),
    ];
    columns.extend((0..references).map(|i| counts(format!("ref {}", i + 1), None, &move |row| row.references[i])));
    columns.push(counts("max".into(), None, &|row| row.max));
    columns.push(counts("clipped".into(), Some(table.clipped()), &|row| row.clipped));
    Table::new(columns)
}

/// The precision of one order, with and without clipping.
fn precision(table: &NgramTable, term: &OrderTerm, style: Style) -> String {
    let (n, total, digits) = (term.order, term.total, style.digits);
    let share = |count: u64| count as f64 / total.max(1) as f64 * style.scale();
    let (clipped, unclipped) = (term.correct, table.unclipped());
    format!(
        "p{n} = {clipped}/{total} = {:.digits$} (without clipping: {unclipped}/{total} = {:.digits$})",
        share(clipped),
        share(unclipped)
    )
}

/// Lengths, and the product that is the score.
fn score(segment: &ExplainedSegment, style: Style) -> Section {
    let (score, terms) = (&segment.score, &segment.tables.terms);
    let mut blocks: Vec<Block> = lengths(segment).map(Block::paragraph).into_iter().collect();
    blocks.push(Block::paragraph(brevity_penalty(score, "the closest reference has")));
    blocks.push(product(score, terms, style, fraction));
    if segment.as_sentence != score.value() {
        let score = style.number(segment.as_sentence);
        blocks.push(Block::paragraph(format!(
            "--sentence gives {score}, because by default it omits orders longer than the segment"
        )));
    }
    Section::new("Score of the segment", blocks)
}

/// The lengths of all texts, and which reference is the closest.
fn lengths(segment: &ExplainedSegment) -> Option<String> {
    let tables = &segment.tables;
    let closest = tables.closest?;
    let hyp_len = tables.candidate.len();
    let lengths: Vec<usize> = tables.references.iter().map(Vec::len).collect();
    let references = (1..).zip(&lengths).map(|(i, length)| format!(", reference {i} {length}"));
    let references: String = references.collect();
    let text = format!("length: the candidate has {}{references}", count(hyp_len as u64, "token"));
    if lengths.len() == 1 {
        return Some(text);
    }
    let distance = |length: usize| hyp_len.abs_diff(length);
    let place = match distance(lengths[closest]) {
        0 => String::from("of the same length"),
        distance => format!("at a distance of {distance}"),
    };
    let is_rival = |&other: &usize| other != lengths[closest] && distance(other) == distance(lengths[closest]);
    let rival = lengths.iter().position(is_rival).map_or_else(String::new, |rival| {
        format!(", as is reference {}: the shorter of equally close ones counts", rival + 1)
    });
    Some(format!("{text}; the closest is reference {}, {place}{rival}", closest + 1))
}
