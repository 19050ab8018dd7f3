//! The same few lines or phrases in place of many translations: refusals, messages of errors, `nan`.
//!
//! | `stock lines` | the same line or phrase in many places: refusals, `nan`, messages, explanations |
//!
//! - `stock lines`: the same line in a few places, where 8 in 10 references differ from each other and from it;
//!   in a reference, where the candidate's do. Or some lines which resemble their references less than half as often as the
//!   other lines, that begin or end with the same 12 characters, apart from numbers, as some others, four times as
//!   many as on the other side; not if more than half of their references share a word at their beginning or end that is four
//!   times as frequent there as in other lines, or resemble each other more than other lines do, since a phrase is then
//!   translated by a phrase.

use super::{Check, Evidence, Finding, Problem};
use crate::checks::diagnose::alignment::thresholds::ALIGNED;
use crate::checks::diagnose::limits::{InGoodText, is_nearly_all};
use crate::checks::diagnose::line_ends::{CommonEnd, has_own_phrase, summary};
use crate::checks::diagnose::problem::{CommonPhrase, Phrase};
use foldhash::fast::RandomState;
use std::collections::{HashMap, HashSet};

/// The same line in place of many translations.
pub const LINES: Check = Check::new(stock_lines).of_any_text();

/// Lines that begin or end with the same phrases in place of translations.
pub const PHRASES: Check = Check::new(stock_phrases);

fn stock_lines(evidence: &Evidence) -> Option<Finding> {
    let records = &evidence.candidate.records;
    let mut of_hash: HashMap<u64, Vec<usize>, RandomState> = HashMap::default();
    for (i, record) in records.iter().enumerate().filter(|(_, record)| record.characters > 0) {
        of_hash.entry(record.sketch.hash()).or_default().push(i);
    }
    let least = InGoodText::Never.least(evidence.segments()) as usize;
    let stock = of_hash.into_values().filter(|lines| lines.len() >= least && have_other_references(lines, evidence));
    let with_line = |lines: Vec<usize>| {
        let record = &records[lines[0]];
        let is_whole = record.characters as usize <= record.beginning().chars().count();
        (Phrase::Line { beginning: record.beginning().into(), is_whole }, lines)
    };
    finding(stock.map(with_line).collect(), evidence, |phrases, different| Problem::StockLines { phrases, different })
}

fn stock_phrases(evidence: &Evidence) -> Option<Finding> {
    let is_stock = |lines: &[usize]| !evidence.are_translations(lines) && have_other_references(lines, evidence);
    let stock = evidence.common_ends.iter().flatten().filter(|(_, lines)| is_stock(lines)).cloned();
    finding(stock.collect(), evidence, |phrases, different| Problem::StockPhrases { phrases, different })
        .filter(|finding| finding.lines >= InGoodText::Seldom.least(evidence.segments()))
}

/// Returns the finding on lines, given what they have in common.
fn finding(
    mut stock: Vec<CommonEnd>,
    evidence: &Evidence,
    problem: fn(Vec<CommonPhrase>, u64) -> Problem,
) -> Option<Finding> {
    stock.sort_by_key(|(_, lines)| lines[0]);
    let (lines, phrases, different) = summary(stock);
    (lines.segments > 0).then(|| {
        let finding = Finding::new(problem(phrases, different)).in_lines(&lines, evidence);
        let loss = evidence.loss_in(&finding.segments).max(finding.loss);
        finding.with_loss(loss)
    })
}

/// Whether the references of most of these lines differ from each other, and are not like the lines.
fn have_other_references(lines: &[usize], evidence: &Evidence) -> bool {
    evidence.references.iter().all(|text| {
        let references = || lines.iter().filter_map(|line| text.records.get(*line));
        let different: HashSet<u64, RandomState> = references().map(|record| record.sketch.hash()).collect();
        let candidate = &evidence.candidate.records[lines[0]];
        let unlike = lines.len() - references().filter(|record| candidate.similarity(record) >= ALIGNED).count();
        let are_nearly_all = |lines_such: usize| is_nearly_all(lines_such as u64, lines.len() as u64);
        are_nearly_all(different.len()) && are_nearly_all(unlike) && !has_own_phrase(text, lines)
    })
}
