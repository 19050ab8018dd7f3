//! Differences that a change removes, which raises the score, because only one side has them.

use super::script::has_other_script;
use super::{CLEAR_DISPARITY, Evidence, MIN_LETTERS, MIN_RISE};
use crate::diagnose::finding::{Finding, SegmentRange};
use crate::diagnose::problem::Problem;
use crate::diagnose::text_profile::{TextProfile, share};
use crate::what_if::{Change, WhatIfScore};

/// Spaces per character from which a text is one of a language with spaces between words, and the share of the
/// reference's spaces below which a candidate lacks them.
const SPACED: f64 = 0.08;
const UNSPACED: f64 = 0.25;

/// Estimated loss if the spaces between words are missing: nothing but single words matches.
const MISSING_SPACES_LOSS: f64 = 0.9;

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
    // In place of spaces, they cost much, but dropping them does not help.
    let are_spaces = || {
        let what_if = evidence.what_if(Change::InvisibleCharacters)?;
        let is_such = what_if.candidate.places >= evidence.segments.all
            && evidence.has_other_places(what_if, CLEAR_DISPARITY)
            && missing_spaces(evidence).is_some();
        is_such.then(|| of_change(evidence, what_if).with_loss(MISSING_SPACES_LOSS))
    };
    difference(evidence, Change::InvisibleCharacters).or_else(are_spaces)
}

pub fn entities(evidence: &Evidence) -> Option<Finding> {
    difference(evidence, Change::Entities)
}

pub fn quotes(evidence: &Evidence) -> Option<Finding> {
    // Good systems differ in them from good references.
    Some(difference(evidence, Change::Quotes)?.with_loss(0.5 * evidence.loss(Change::Quotes)))
}

pub fn markup(evidence: &Evidence) -> Option<Finding> {
    difference(evidence, Change::Markup)
}

pub fn diacritics(evidence: &Evidence) -> Option<Finding> {
    difference(evidence, Change::Diacritics)
}

pub fn punctuation(evidence: &Evidence) -> Option<Finding> {
    difference(evidence, Change::Punctuation)
}

pub fn spaces(evidence: &Evidence) -> Option<Finding> {
    difference(evidence, Change::Spaces)
}

/// Words without spaces between them, in a language that has them.
pub fn missing_spaces(evidence: &Evidence) -> Option<Finding> {
    let per_character = |text: &TextProfile| share(text.spaces, text.characters);
    let unusual = evidence.what_if(Change::Spaces).map_or(0, |what_if| what_if.candidate.places);
    let candidate = share(evidence.candidate.spaces + unusual, evidence.candidate.characters);
    let (references, profile) = evidence.references_that(|text| {
        let is_spaced =
            per_character(text) >= SPACED && text.characters.min(evidence.candidate.characters) >= MIN_LETTERS;
        is_spaced
            && !text.is_unspaced()
            && candidate < UNSPACED * per_character(text)
            && !has_other_script(evidence.candidate, text)
    })?;
    let reference = per_character(&profile);
    Some(Finding::new(Problem::MissingSpaces { references, candidate, reference }).with_loss(MISSING_SPACES_LOSS))
}

fn difference(evidence: &Evidence, change: Change) -> Option<Finding> {
    evidence.what_if(change).filter(|_| evidence.is_one_sided(change)).map(|what_if| of_change(evidence, what_if))
}

/// Returns the finding on the difference that a change removes.
fn of_change(evidence: &Evidence, what_if: &WhatIfScore) -> Finding {
    let segments = SegmentRange::of(what_if.one_sided.iter().copied());
    Finding::new(Problem::Difference(what_if.clone())).at(segments).with_loss(evidence.loss(what_if.change))
}
