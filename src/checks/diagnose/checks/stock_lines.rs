//! The same few lines or phrases in place of many translations: refusals, messages of errors, `nan`.
//!
//! | `stock lines` | the same line or phrase in many places: refusals, `nan`, messages, explanations |
//!
//! - `stock lines`: the same line 4 times or more, and 1 in 250, where 7 in 10 references differ from each other and from it. Or 1 in
//!   50 lines, which resemble their references less than half as often as the other lines, that begin or end with the same 12
//!   characters, apart from numbers, as 5 others, and 1 in 200, eight times as many as on the other side; not if more than half of
//!   their references share a word at their beginning or end that is three times as frequent there as in other lines, or resemble
//!   each other more than other lines do, since a phrase is then translated by a phrase.

use super::{Check, Evidence, Finding, Problem, quoted};
use crate::checks::diagnose::alignment::thresholds::ALIGNED;
use crate::checks::diagnose::line_ends::{CommonEnd, has_own_phrase, quote};
use foldhash::fast::RandomState;
use std::collections::{HashMap, HashSet};

/// Minimum number of copies of a line: this many, and one line in so many.
const MIN_COPIES: usize = 4;
const LINES_PER_COPY: usize = 250;

/// Of ten copies, as many must have references that differ from each other.
const DIFFERENT: usize = 7;

/// Minimum number of lines that begin or end alike: one in so many.
const LINES_PER_PHRASE: u64 = 50;

/// The same line in place of many translations.
pub const LINES: Check = Check::new("stock lines", "the same lines stand for translations", stock_lines);

/// Lines that begin or end with the same phrases in place of translations.
pub const PHRASES: Check = Check::new("stock lines", "stock phrases stand for translations", stock_phrases);

fn stock_lines(evidence: &Evidence) -> Option<Finding> {
    let records = &evidence.candidate.records;
    let mut of_hash: HashMap<u64, Vec<usize>, RandomState> = HashMap::default();
    for (i, record) in records.iter().enumerate().filter(|(_, record)| record.characters > 0) {
        of_hash.entry(record.sketch.hash()).or_default().push(i);
    }
    let least = MIN_COPIES.max(records.len() / LINES_PER_COPY);
    let stock = of_hash.into_values().filter(|lines| lines.len() >= least && have_other_references(lines, evidence));
    let with_words = |lines: Vec<usize>| {
        let record = &records[lines[0]];
        let more = if record.characters as usize > record.beginning().chars().count() { "..." } else { "" };
        (format!("{}{more}", quoted(record.beginning())), lines)
    };
    finding(
        Problem::StockLines,
        stock.map(with_words).collect(),
        "are always the same, though their references differ",
        evidence,
    )
}

fn stock_phrases(evidence: &Evidence) -> Option<Finding> {
    let is_stock = |lines: &[usize]| !evidence.are_translations(lines) && have_other_references(lines, evidence);
    let stock = evidence.common_ends.iter().flatten().filter(|(_, lines)| is_stock(lines)).cloned();
    let are = "begin or end alike, but are not like their references";
    finding(Problem::StockPhrases, stock.collect(), are, evidence)
        .filter(|finding| finding.lines * LINES_PER_PHRASE >= evidence.segments())
}

/// Returns the finding on lines, given in words with what they have in common.
fn finding(problem: Problem, mut stock: Vec<CommonEnd>, are: &str, evidence: &Evidence) -> Option<Finding> {
    stock.sort_by_key(|(_, lines)| lines[0]);
    let different = stock.len() as u64;
    let (lines, quoted) = quote(stock, evidence);
    let in_words = format!("{} candidate lines {are}: {quoted}", lines.segments);
    let advice = "did the model refuse, or the translation fail on them?";
    (lines.segments > 0).then(|| {
        let finding = Finding::new(problem, in_words, advice).in_lines(&lines, evidence);
        let loss = evidence.loss_in(&finding.segments).max(finding.loss);
        finding.count("different_lines", different).with_loss(loss)
    })
}

/// Whether the references of most of these lines differ from each other, and are not like the lines.
fn have_other_references(lines: &[usize], evidence: &Evidence) -> bool {
    evidence.references.iter().all(|text| {
        let references = || lines.iter().filter_map(|line| text.records.get(*line));
        let different: HashSet<u64, RandomState> = references().map(|record| record.sketch.hash()).collect();
        let candidate = &evidence.candidate.records[lines[0]];
        let alike = references().filter(|record| candidate.similarity(record) >= ALIGNED).count();
        10 * different.len() >= DIFFERENT * lines.len()
            && 10 * alike <= (10 - DIFFERENT) * lines.len()
            && !has_own_phrase(text, lines)
    })
}
