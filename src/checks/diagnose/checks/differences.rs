//! Differences that a change removes, which raises the score, because only one side has them.
//!
//! | `quotes`, `normalization`, `invisible characters`, `entities`, `spaces`, `punctuation`, `diacritics`, `markup` | differences of one kind, if they cost more than in good texts |
//!
//! - `quotes`, `diacritics` and the other differences: the what-if score is half a point of 100 higher, or as much as hardly
//!   any pair of good texts (`quotes` 5.5 points, `punctuation` 2.6, NFKC 1.2, `diacritics` 0.9), and one side has four times as
//!   many places that the change alters, or four times as many segments in which only that side is altered. In a text with a
//!   low score, it is a share of the score that is eight times as large, 4 % for half a point, and eight times as many.
//!   `diacritics` must be other ones in words that are the same apart from them, in 1 in 4 of these segments.
//! - `normalization` (NFD), `invisible characters`, `entities` and `markup` also if they are in a few more segments on one side,
//!   four times as many, and the score rises at all; `normalization` also if 3 lines have such forms
//!   on one side only, and it rises by half a point (NFC) or 1.2 points (NFKC).

use super::{Change, Check, Evidence, Finding, LineRecord, Problem, Repair, SegmentRange, Text, TextProfile};
use crate::bleu::lines::not_ascii;
use crate::checks::diagnose::finding::SPOILED;
use crate::checks::diagnose::good_text::min_rise;
use crate::checks::diagnose::limits::{CLEARLY_MANY_TIMES, FEW_LINES, MANY_TIMES, SHORTEST_WORD, WHOLE_LOSS};
use crate::checks::diagnose::problem::AlteredPlaces;
use crate::checks::what_if::WhatIfScore;
use memchr::memchr_iter;
use std::cmp::Reverse;

/// The kinds of quotes and dashes that are counted each, and how many of them are named.
const QUOTES_AND_DASHES: &str = "\"'„“”‘’‚«»‹›「」『』-–—…";
const MOST_KINDS: usize = 4;

pub const NORMALIZATION: Check = Check::new(normalization);
pub const INVISIBLE_CHARACTERS: Check = Check::new(invisible_characters);
pub const QUOTES: Check = Check::new(quotes);
pub const ENTITIES: Check = Check::new(|evidence| difference(evidence, Change::Entities));
pub const SPACES: Check = Check::new(|evidence| difference(evidence, Change::Spaces));
pub const MARKUP: Check = Check::new(|evidence| difference(evidence, Change::Markup));
pub const DIACRITICS: Check = Check::new(diacritics);
pub const PUNCTUATION: Check = Check::new(|evidence| difference(evidence, Change::Punctuation));

fn normalization(evidence: &Evidence) -> Option<Finding> {
    // NFKC does what NFC does, and replaces ellipses and spaces.
    let others = [Change::Nfc, Change::Quotes, Change::Spaces].map(|change| evidence.rise(change)).into_iter();
    let is_compatibility = evidence.rise(Change::Nfkc) - others.fold(0.0, f64::max) >= min_rise(Change::Nfkc);
    let is_composition = evidence.is_most_of(Change::Nfc, Change::Nfkc);
    let change = if is_compatibility && !is_composition { Change::Nfkc } else { Change::Nfc };
    // Both sides may have such forms, but the score rises where they are not the same. If hardly a line has them on one side only,
    // other tokens are why.
    let rises = evidence.rise(change) >= min_rise(change);
    let found = rises.then(|| of_change(evidence, evidence.what_if(change)));
    found.filter(|found| found.lines >= FEW_LINES).or_else(|| difference(evidence, change))
}

fn invisible_characters(evidence: &Evidence) -> Option<Finding> {
    // In place of spaces, they cost much, but dropping them does not help.
    let what_if = evidence.what_if(Change::InvisibleCharacters);
    let text = evidence.profile(faulty_text(evidence, what_if));
    let (candidate, reference) = evidence.places(what_if);
    let are_spaces = candidate.max(reference) >= evidence.segments().max(MANY_TIMES * text.counts.spaces)
        && evidence.has_other_places(what_if, CLEARLY_MANY_TIMES);
    if !are_spaces {
        return difference(evidence, Change::InvisibleCharacters);
    }
    let mut finding = of_change(evidence, what_if).with_loss(WHOLE_LOSS);
    if let Problem::Difference { are_spaces, .. } = &mut finding.problem {
        *are_spaces = true;
    }
    Some(finding)
}

fn quotes(evidence: &Evidence) -> Option<Finding> {
    let mut finding = difference(evidence, Change::Quotes)?;
    let own = quotes_and_dashes(evidence.candidate);
    let counts = |reference: &TextProfile| -> Vec<(char, u64, u64)> {
        own.iter().zip(quotes_and_dashes(reference)).map(|(&(kind, own), (_, other))| (kind, own, other)).collect()
    };
    let distance = |counts: &[(char, u64, u64)]| counts.iter().map(|(_, own, other)| own.abs_diff(*other)).sum::<u64>();
    // The reference that differs least.
    let nearest = (1..).zip(evidence.references.iter().map(counts)).min_by_key(|(_, counts)| distance(counts));
    if let (Problem::Difference { kinds, counted_in, .. }, Some((number, mut counted))) =
        (&mut finding.problem, nearest)
    {
        counted.sort_by_key(|&(_, own, other)| Reverse(own.abs_diff(other)));
        kinds.extend(counted.into_iter().take(MOST_KINDS).filter(|(_, own, other)| own != other));
        *counted_in = (evidence.references.len() > 1).then_some(number);
    }
    Some(finding)
}

/// Number of each kind of quotes and dashes in a text.
fn quotes_and_dashes(text: &TextProfile) -> Vec<(char, u64)> {
    let mut counts: Vec<(char, u64)> = QUOTES_AND_DASHES.chars().map(|kind| (kind, 0)).collect();
    for line in text.records.iter().map(|line| &*line.text) {
        let in_ascii = |kind: char| memchr_iter(kind as u8, line.as_bytes()).count() as u64;
        counts.iter_mut().filter(|(kind, _)| kind.is_ascii()).for_each(|(kind, count)| *count += in_ascii(*kind));
        for (_, c) in not_ascii(line) {
            counts.iter_mut().filter(|(kind, _)| *kind == c).for_each(|(_, count)| *count += 1);
        }
    }
    counts
}

fn diacritics(evidence: &Evidence) -> Option<Finding> {
    let finding = difference(evidence, Change::Diacritics)?;
    let words = |record: &LineRecord| -> Vec<(String, String)> {
        let words = record.text.split_whitespace().filter(|word| word.chars().count() >= SHORTEST_WORD);
        words.map(|word| (word.into(), Change::Diacritics.apply(word))).collect()
    };
    // Other words have other diacritics too.
    let has_same_word = |line: &usize| {
        evidence.pairs(Text::Candidate, *line).any(|(own, other)| {
            let [own, other] = [own, other].map(words);
            own.iter().any(|(word, plain)| other.iter().any(|(second, same)| plain == same && word != second))
        })
    };
    let lines: Vec<usize> = finding.listed_lines().collect();
    let with_word = lines.iter().filter(|line| has_same_word(line)).count();
    (MANY_TIMES as usize * with_word >= lines.len()).then_some(finding)
}

pub fn difference(evidence: &Evidence, change: Change) -> Option<Finding> {
    let is_found = evidence.is_one_sided(change) || evidence.is_damaged(change);
    is_found.then(|| of_change(evidence, evidence.what_if(change)))
}

/// Returns the finding on the difference that a change removes.
fn of_change(evidence: &Evidence, what_if: &WhatIfScore) -> Finding {
    let (change, altered) = (what_if.change, altered_places(what_if));
    let problem = Problem::Difference { change, altered, kinds: Vec::new(), counted_in: None, are_spaces: false };
    // References are not repaired.
    let is_of_candidate = what_if.candidate.places > what_if.references.places;
    let repair = match change {
        Change::Entities => Some(Repair::Entities),
        Change::Markup => Some(Repair::Markup),
        _ => None,
    };
    let finding = Finding { repair: repair.filter(|_| is_of_candidate), ..difference_of(evidence, what_if, problem) };
    let damaged = if evidence.is_damaged(change) { evidence.share(finding.lines) } else { 0.0 };
    let loss = finding.loss.max(SPOILED * damaged);
    finding.with_loss(loss)
}

/// The text that has what a change takes away: the reference with most of it, if the candidate has less and no text should have
/// it.
pub fn faulty_text(evidence: &Evidence, what_if: &WhatIfScore) -> Text {
    use Change::{Entities, InvisibleCharacters, Markup, Nfc, Spaces, Subwords, Tokenized};
    let change = what_if.change;
    let (candidate, reference) = evidence.places(what_if);
    let is_fault = matches!(change, Entities | InvisibleCharacters | Markup | Nfc | Spaces | Subwords | Tokenized);
    if !is_fault || reference <= candidate {
        return Text::Candidate;
    }
    let lines = |text: &TextProfile| text.lines_that(|line| change.apply(&line.text) != *line.text).segments;
    let most = (1..).zip(evidence.references).max_by_key(|(number, text)| (lines(text), Reverse(*number)));
    most.map_or(Text::Candidate, |(number, _)| Text::Reference(number))
}

/// Lines and places that a change alters on each side.
pub fn altered_places(what_if: &WhatIfScore) -> AlteredPlaces {
    AlteredPlaces { candidate: what_if.candidate, references: what_if.references }
}

/// Returns the finding on a problem that a change removes, with its effect on the score.
pub fn difference_of(evidence: &Evidence, what_if: &WhatIfScore, problem: Problem) -> Finding {
    let lines = what_if.only_candidate + what_if.only_references;
    Finding { lines, text: faulty_text(evidence, what_if), ..Finding::new(problem) }
        .without(what_if.score, what_if.difference)
        .at(SegmentRange::of(what_if.one_sided.iter().copied()))
        .with_loss(evidence.loss(what_if.change))
}
