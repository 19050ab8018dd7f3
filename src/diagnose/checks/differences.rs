//! Differences that a change removes, which raises the score, because only one side has them.

use super::script::has_other_script;
use super::{Evidence, MIN_LETTERS, MIN_RISE};
use crate::diagnose::finding::{Finding, SegmentRange};
use crate::diagnose::problem::Problem;
use crate::diagnose::text_profile::{TextProfile, share};
use crate::what_if::{Change, WhatIfScore};

/// Changes of text whose marks look like punctuation.
const MARKED: [Change; 5] = [Change::Quotes, Change::Entities, Change::Markup, Change::Subwords, Change::Tokenized];

/// Rise of the score by a change that makes lines hard to compare, in multiples of that which is reported.
const COSTLY: f64 = 4.0;

/// Spaces per character from which a text is one of a language with spaces between words, and the share of the
/// reference's spaces below which a candidate lacks them.
const SPACED: f64 = 0.08;
const UNSPACED: f64 = 0.25;

pub fn normalization(evidence: &Evidence) -> Option<Finding> {
    // Both sides may have such forms, but the score rises only where they are not the same.
    let finding = |change| {
        let what_if = evidence
            .what_if(change)
            .filter(|what_if| what_if.difference >= MIN_RISE || evidence.is_one_sided(change))?;
        Some(of_change(evidence, what_if))
    };
    // NFKC does what NFC does, and replaces ellipses and spaces.
    let others = [Change::Nfc, Change::Quotes, Change::Spaces].map(|change| evidence.rise(change)).into_iter();
    let is_compatibility = evidence.rise(Change::Nfkc) - others.fold(0.0, f64::max) >= MIN_RISE;
    finding(if is_compatibility { Change::Nfkc } else { Change::Nfc })
}

pub fn invisible_characters(evidence: &Evidence) -> Option<Finding> {
    difference(evidence, Change::InvisibleCharacters)
}

pub fn entities(evidence: &Evidence) -> Option<Finding> {
    difference(evidence, Change::Entities)
}

pub fn quotes(evidence: &Evidence) -> Option<Finding> {
    // Good systems differ in them from good references.
    Some(difference(evidence, Change::Quotes)?.with_loss(0.5 * evidence.loss(Change::Quotes)))
}

pub fn markup(evidence: &Evidence) -> Option<Finding> {
    // Tokens of unknown words have a check of their own.
    let unknown = evidence.candidate.oddities.unknown.segments;
    let lines = evidence.what_if(Change::Markup).map_or(0, |what_if| what_if.candidate.lines);
    if unknown > 0 && 2 * unknown > lines {
        return None;
    }
    difference(evidence, Change::Markup)
}

pub fn diacritics(evidence: &Evidence) -> Option<Finding> {
    // Decomposed letters hold diacritics.
    let is_form = [Change::Nfc, Change::Nfkc]
        .into_iter()
        .any(|form| 2.0 * evidence.rise(form) >= evidence.rise(Change::Diacritics));
    if is_form { None } else { difference(evidence, Change::Diacritics) }
}

pub fn punctuation(evidence: &Evidence) -> Option<Finding> {
    // The side with other marks has more punctuation.
    let candidate_has_more = |change| {
        evidence.what_if(change).is_some_and(|what_if| {
            let (candidate, reference) = evidence.places(what_if);
            candidate > reference
        })
    };
    let is_other = MARKED.into_iter().any(|other| {
        2.0 * evidence.rise(other) >= evidence.rise(Change::Punctuation)
            && candidate_has_more(other) == candidate_has_more(Change::Punctuation)
    });
    if is_other { None } else { difference(evidence, Change::Punctuation) }
}

/// The spaces between words are missing, or kinds of spaces differ.
pub fn spaces(evidence: &Evidence) -> Option<Finding> {
    unspaced_words(evidence).or_else(|| difference(evidence, Change::Spaces))
}

/// Words without spaces between them, in a language that has them.
fn unspaced_words(evidence: &Evidence) -> Option<Finding> {
    let per_character = |text: &TextProfile| share(text.spaces, text.characters);
    let unusual = evidence.what_if(Change::Spaces).map_or(0, |what_if| what_if.candidate.places);
    let candidate = share(evidence.candidate.spaces + unusual, evidence.candidate.characters);
    let (references, profile) = evidence.references_that(|text| {
        let is_spaced =
            per_character(text) >= SPACED && text.characters.min(evidence.candidate.characters) >= MIN_LETTERS;
        is_spaced && candidate < UNSPACED * per_character(text) && !has_other_script(evidence.candidate, text)
    })?;
    // Subwords may have marks in place of spaces.
    if evidence.rise(Change::Subwords) >= MIN_RISE {
        return None;
    }
    let reference = per_character(&profile);
    Some(Finding::new(Problem::MissingSpaces { references, candidate, reference }).with_loss(0.9))
}

/// Whether a difference costs so much that the lines cannot be compared without regard to it.
pub fn costly(evidence: &Evidence) -> bool {
    let findings = [normalization, invisible_characters, entities, spaces, quotes, markup, diacritics, punctuation];
    let is_costly = |finding: Finding| match finding.problem {
        Problem::Difference(what_if) => what_if.difference >= COSTLY * MIN_RISE,
        _ => false,
    };
    findings.into_iter().filter_map(|find| find(evidence)).any(is_costly)
}

fn difference(evidence: &Evidence, change: Change) -> Option<Finding> {
    evidence.what_if(change).filter(|_| evidence.is_one_sided(change)).map(|what_if| of_change(evidence, what_if))
}

/// Returns the finding on the difference that a change removes.
fn of_change(evidence: &Evidence, what_if: &WhatIfScore) -> Finding {
    let segments = SegmentRange::of(what_if.one_sided.iter().copied());
    Finding::new(Problem::Difference(what_if.clone())).at(segments).with_loss(evidence.loss(what_if.change))
}
