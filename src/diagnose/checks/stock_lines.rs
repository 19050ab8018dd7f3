//! The same few lines or phrases in place of many translations: refusals, messages of errors, `nan`.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text, quoted};
use crate::diagnose::alignment::thresholds::ALIGNED;
use crate::diagnose::line_ends::{CommonEnd, has_own_phrase, min_alike};
use foldhash::fast::RandomState;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Of ten copies, as many must have references that differ from each other.
const DIFFERENT: usize = 7;

const ADVICE: &str = "did the model refuse, or the translation fail on them?";

/// Minimum number of lines that begin or end alike: one in so many.
const LINES_PER_PHRASE: u64 = 50;

/// Number of characters by which lines with an added phrase must be longer.
const MIN_LONGER: u32 = 6;

/// Number of groups of lines that are quoted.
const QUOTED: usize = 3;

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
    let least = min_alike(evidence.candidate);
    let stock = of_hash.into_values().filter(|lines| lines.len() >= least && have_other_references(lines, evidence));
    let with_words = |lines: Vec<usize>| {
        let record = &records[lines[0]];
        let more = if record.characters as usize > record.beginning().chars().count() { "..." } else { "" };
        (format!("{}{more}", quoted(record.beginning())), lines)
    };
    let are = "are always the same, though their references differ";
    finding(Problem::StockLines, stock.map(with_words).collect(), are, ADVICE, evidence)
}

fn stock_phrases(evidence: &Evidence) -> Option<Finding> {
    let is_stock = |lines: &[usize]| !evidence.are_translations(lines) && have_other_references(lines, evidence);
    let are = "begin or end alike, but are not like their references";
    finding(Problem::StockPhrases, phrases(evidence, is_stock), are, ADVICE, evidence)
        .filter(|found| LINES_PER_PHRASE * found.lines >= evidence.segments())
}

/// Lines that begin or end with phrases besides their translation, which their references lack.
pub fn added_phrases(evidence: &Evidence) -> Option<Finding> {
    if evidence.candidate.counts.has_letters_apart() {
        return None;
    }
    let is_longer = |line: &&usize| {
        evidence.pairs(Text::Candidate, **line).all(|(own, other)| own.characters >= other.characters + MIN_LONGER)
    };
    let are_longer = |lines: &[usize]| 2 * lines.iter().filter(is_longer).count() > lines.len();
    let added = phrases(evidence, |lines| evidence.are_translations(lines) && are_longer(lines));
    let are = "begin or end with what the references lack";
    finding(Problem::PartlyWrapped, added, are, super::wrapped::ADVICE, evidence)
        .filter(|found| LINES_PER_PHRASE * found.lines >= evidence.segments())
}

/// The common beginnings and ends of lines with a property.
fn phrases(evidence: &Evidence, are_such: impl Fn(&[usize]) -> bool) -> Vec<CommonEnd> {
    evidence.common_ends.iter().flatten().filter(|(_, lines)| are_such(lines)).cloned().collect()
}

/// Returns the finding on groups of lines, given in words with what they have in common, those of the largest groups.
fn finding(
    problem: Problem,
    mut groups: Vec<CommonEnd>,
    are: &str,
    advice: &'static str,
    evidence: &Evidence,
) -> Option<Finding> {
    groups.sort_by_key(|(_, lines)| (Reverse(lines.len()), lines[0]));
    let lines = SegmentList::of_lines(groups.iter().flat_map(|(_, lines)| lines).copied().collect());
    let largest = groups.iter().take(QUOTED).map(|(words, lines)| format!("{words} ({} times)", lines.len()));
    let words = largest.collect::<Vec<_>>().join(", ");
    let others = if groups.len() > QUOTED { ", ..." } else { "" };
    let segments = evidence.list(&lines.ranges());
    let in_words = format!("{} candidate lines {are}: {words}{others}; {segments}", lines.segments);
    let finding = || Finding::new(problem, in_words, advice).count("different_lines", groups.len() as u64);
    (lines.segments > 0).then(|| finding().in_lines(&lines, evidence))
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
