//! The same few lines in place of many translations: refusals, messages of errors, `nan`.

use super::{Check, Consequence, Effect, Evidence, Finding, Problem, SegmentRange};
use crate::diagnose::alignment::thresholds::ALIGNED;
use crate::diagnose::segment_list::SegmentList;
use foldhash::fast::RandomState;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Minimum number of copies of a line: this many, and one line in so many.
const MIN_COPIES: usize = 4;
const LINES_PER_COPY: usize = 250;

/// Of ten copies, as many must have references that differ from each other.
const DIFFERENT: usize = 7;

/// Number of lines that are quoted.
const QUOTED: usize = 3;

pub const CHECK: Check = Check::new("stock lines", find).accounting_for(|cause, other, evidence| match other.problem {
    Problem::Duplicated
    | Problem::Unrelated
    | Problem::Shuffled
    | Problem::ForeignLines
    | Problem::UnrelatedLines
    | Problem::OtherLanguageLines
    | Problem::PartlyWrapped
    | Problem::Additions => cause.holds_most_of(other).then_some(Effect),
    Problem::OtherScript | Problem::OtherLanguage => (2 * cause.lines > evidence.segments.all).then_some(Effect),
    Problem::Length | Problem::Case => Some(Consequence),
    _ => None,
});

fn find(evidence: &Evidence) -> Option<Finding> {
    let sketches = &evidence.candidate.sketches;
    let mut of_hash: HashMap<u64, Vec<usize>, RandomState> = HashMap::default();
    for (i, record) in evidence.candidate.records.iter().enumerate().filter(|(_, record)| record.characters > 0) {
        debug_assert!(!record.beginning.is_empty());
        of_hash.entry(sketches[i].hash()).or_default().push(i);
    }
    let least = MIN_COPIES.max(sketches.len() / LINES_PER_COPY);
    let mut stock: Vec<Vec<usize>> =
        of_hash.into_values().filter(|lines| lines.len() >= least && have_other_references(lines, evidence)).collect();
    stock.sort_by_key(|lines| (Reverse(lines.len()), lines[0]));
    let mut all: Vec<usize> = stock.iter().flatten().copied().collect();
    all.sort_unstable();
    let mut lines = SegmentList::default();
    all.iter().for_each(|line| lines.add(*line as u64));
    let quoted = |lines: &Vec<usize>| {
        let record = &evidence.candidate.records[lines[0]];
        let more = if record.characters as usize > record.beginning.chars().count() { "..." } else { "" };
        format!("{:?}{more} ({} times)", record.beginning, lines.len())
    };
    let in_words = format!(
        "{} candidate lines are always the same, though their references differ: {}{}; {}",
        lines.segments,
        stock.iter().take(QUOTED).map(quoted).collect::<Vec<_>>().join(", "),
        if stock.len() > QUOTED { ", ..." } else { "" },
        SegmentRange::list(&lines.ranges())
    );
    let advice = "did the model refuse, or the translation fail on them?";
    (lines.segments > 0).then(|| {
        let finding = Finding::new(Problem::StockLines, in_words, advice).in_lines(&lines, evidence);
        let loss = evidence.loss_in(&finding.segments).max(finding.loss);
        finding.count("different_lines", stock.len() as u64).with_loss(loss)
    })
}

/// Whether the references of most of these lines differ from each other, and are not like the lines.
fn have_other_references(lines: &[usize], evidence: &Evidence) -> bool {
    evidence.references.iter().all(|text| {
        let references = || lines.iter().filter_map(|line| text.sketches.get(*line));
        let different: HashSet<u64, RandomState> = references().map(|sketch| sketch.hash()).collect();
        let candidate = &evidence.candidate.sketches[lines[0]];
        let alike = references().filter(|sketch| candidate.similarity(sketch) >= ALIGNED).count();
        10 * different.len() >= DIFFERENT * lines.len() && 10 * alike <= (10 - DIFFERENT) * lines.len()
    })
}
