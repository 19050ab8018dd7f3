//! Lines that end in the middle of a sentence.

use super::{Check, Evidence, Finding, LineRecord, Problem, SegmentList, Text};
use crate::diagnose::shares::quantile;

/// Minimum number of such lines: this many, and one in so many. Of real translations, fewer than one in twenty end so.
const MIN_LINES: u64 = 8;
const LINES_PER_CUT: u64 = 20;

/// Share of the length that most lines have, in proportion to their references, below which a line may be cut.
const SHORT: f64 = 0.65;

/// Share of the length that most lines have if all are cut.
const SHORT_TEXT: f64 = 0.85;

/// Factor by which other lines must lack their ends less often.
const MIN_FACTOR: usize = 3;

/// Minimum number of characters of a reference whose line may be cut.
const MIN_CHARACTERS: u32 = 20;

/// In tenths, the share of the lines without their final mark from which the text as a whole is cut.
const MOST: u64 = 5;

pub const CHECK: Check = Check::new("cut off", "lines are cut off", find);

/// Number of lengths on each side that a limit is compared with, and factor by which more lines must have its length, or one
/// less: a space at the end is not counted.
const NEIGHBORS: usize = 4;
const MIN_PILE: usize = 5;

/// Minimum length of their references, in proportion.
const LONGER_REFERENCE: f64 = 1.25;

fn find(evidence: &Evidence) -> Option<Finding> {
    at_limit(evidence).or_else(|| evidence.texts().find_map(|(text, _)| in_sentence(evidence, text)))
}

/// Lines that are all of the same length, though their references are longer.
fn at_limit(evidence: &Evidence) -> Option<Finding> {
    let records = &evidence.candidate.records;
    let mut lines_of_length: Vec<Vec<usize>> = Vec::new();
    for (line, record) in records.iter().enumerate() {
        let length = record.characters as usize;
        // Sentences are not limited to so much.
        if length < 1 << 12 {
            lines_of_length.resize_with(lines_of_length.len().max(length + 1 + NEIGHBORS), Vec::new);
            lines_of_length[length].push(line);
        }
    }
    let distinct: Vec<usize> = lines_of_length.iter().map(|lines| evidence.distinct(lines.iter().copied())).collect();
    let count = |length: usize| distinct.get(length).copied().unwrap_or_default();
    let is_pile = |limit: &usize| {
        let neighbors = (limit - NEIGHBORS..limit - 1).chain(limit + 1..=limit + NEIGHBORS).map(count).sum::<usize>();
        let pile = count(*limit) + count(limit - 1);
        // Two lengths against all neighbors.
        (2 * NEIGHBORS - 1) * pile >= 2 * MIN_PILE * neighbors
    };
    let limit =
        (NEIGHBORS..lines_of_length.len()).filter(is_pile).max_by_key(|limit| count(*limit) + count(limit - 1))?;
    let mut pile: Vec<usize> = lines_of_length[limit - 1..=limit].concat();
    pile.retain(|line| {
        pair(evidence, Text::Candidate, *line).is_some_and(|(own, other)| ratio(own, other) * LONGER_REFERENCE < 1.0)
    });
    let cut = SegmentList::of_lines(pile);
    let distinct = evidence.distinct(cut.lines()) as u64;
    (distinct >= MIN_LINES.max(evidence.segments() / LINES_PER_CUT)).then(|| {
        let what = format!("have {limit} characters, and their references more");
        finding(evidence, Text::Candidate, &cut, &what)
    })
}

fn finding(evidence: &Evidence, text: Text, cut: &SegmentList, what: &str) -> Finding {
    let advice = match text {
        Text::Candidate => "is the length of the output limited?",
        Text::Reference(_) => "get the reference in full",
    };
    Finding::of_lines(Problem::CutOff, text, cut, evidence.segments(), what, advice, evidence).spoiled(evidence)
}

/// Lines that end in the middle of a sentence.
fn in_sentence(evidence: &Evidence, text: Text) -> Option<Finding> {
    let lines =
        || (0..evidence.profile(text).records.len()).filter_map(|line| Some((line, pair(evidence, text, line)?)));
    let ratios: Vec<f64> = lines().map(|(_, (one, other))| ratio(one, other)).collect();
    let usual = quantile(ratios.clone(), |count| 3 * count / 4)?;
    let unfinished: Vec<(usize, f64)> = lines()
        .filter(|(_, (one, other))| one.lacks_end(other))
        .map(|(line, (one, other))| (line, ratio(one, other)))
        .collect();
    // If all lines are cut, they are as short as most.
    let are_most = 10 * unfinished.len() as u64 >= MOST * evidence.segments() && usual < SHORT_TEXT;
    // If words are lost anywhere, lines of any length lack their ends.
    let is_short = |ratio: f64| ratio < SHORT * usual.min(1.0);
    let short = ratios.iter().filter(|ratio| is_short(**ratio)).count();
    let short_unfinished = unfinished.iter().filter(|(_, ratio)| is_short(*ratio)).count();
    let (longer, longer_unfinished) = (ratios.len() - short, unfinished.len() - short_unfinished);
    if !are_most && MIN_FACTOR * longer_unfinished * short > short_unfinished * longer {
        return None;
    }
    let cut = unfinished.into_iter().filter(|(_, ratio)| are_most || is_short(*ratio));
    let cut: SegmentList = cut.map(|(line, _)| line).collect();
    if cut.segments < MIN_LINES.max(evidence.segments() / LINES_PER_CUT) {
        return None;
    }
    let others = if text == Text::Candidate { "their references" } else { "those of the candidate" };
    Some(finding(evidence, text, &cut, &format!("end without the final mark of {others}, and are much shorter")))
}

/// A line of a text and its longest counterpart.
fn pair<'a>(evidence: &'a Evidence, text: Text, line: usize) -> Option<(&'a LineRecord, &'a LineRecord)> {
    let (own, other) = evidence.pairs(text, line).max_by_key(|(_, other)| other.characters)?;
    (other.characters >= MIN_CHARACTERS && own.characters > 0).then_some((own, other))
}

fn ratio(candidate: &LineRecord, reference: &LineRecord) -> f64 {
    f64::from(candidate.characters) / f64::from(reference.characters)
}
