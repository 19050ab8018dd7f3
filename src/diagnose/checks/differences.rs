//! Differences that a change removes, which raises the score, because only one side has them.

use super::script::has_other_script;
use super::{Evidence, MIN_LETTERS, MIN_RISE};
use crate::diagnose::finding::{Finding, SegmentRange};
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

pub fn normalization(e: &Evidence) -> Option<Finding> {
    // NFKC does what NFC does, and replaces ellipses and spaces.
    let others = [Change::Nfc, Change::Quotes, Change::Spaces].map(|change| e.rise(change)).into_iter();
    if e.rise(Change::Nfkc) - others.fold(0.0, f64::max) >= MIN_RISE {
        let what = "full-width forms, ligatures or other variants of characters";
        return difference(e, Change::Nfkc, "normalization", what, "--normalize nfkc scores without the difference");
    }
    let what = "characters that are not composed (NFC)";
    difference(e, Change::Nfc, "normalization", what, "--normalize nfc scores without the difference")
}

pub fn invisible_characters(e: &Evidence) -> Option<Finding> {
    let what = "invisible characters, such as soft hyphens or zero-width spaces";
    difference(e, Change::InvisibleCharacters, "invisible characters", what, "remove them")
}

pub fn entities(e: &Evidence) -> Option<Finding> {
    difference(e, Change::Entities, "entities", "entities, such as &quot;", "replace them by their characters")
}

pub fn quotes(e: &Evidence) -> Option<Finding> {
    let what = "curly or other quotes, dashes or ellipses";
    // Good systems differ in them from good references.
    let finding = difference(e, Change::Quotes, "quotes", what, "use the same kinds in both")?;
    Some(finding.costs(0.5 * e.loss(Change::Quotes)))
}

pub fn markup(e: &Evidence) -> Option<Finding> {
    // Tokens of unknown words have a check of their own.
    let unknown = e.candidate.oddities.unknown.segments;
    let lines = e.what_if(Change::Markup).map_or(0, |x| x.candidate.lines);
    if unknown > 0 && 2 * unknown > lines {
        return None;
    }
    difference(e, Change::Markup, "markup", "tags or control tokens", "remove them")
}

pub fn diacritics(e: &Evidence) -> Option<Finding> {
    // Decomposed letters hold diacritics.
    let is_form = [Change::Nfc, Change::Nfkc].into_iter().any(|form| 2.0 * e.rise(form) >= e.rise(Change::Diacritics));
    let finding = || difference(e, Change::Diacritics, "diacritics", "diacritics", "does one side lack them?");
    if is_form { None } else { finding() }
}

pub fn punctuation(e: &Evidence) -> Option<Finding> {
    // The side with other marks has more punctuation.
    let candidate_has_more = |change| {
        e.what_if(change).is_some_and(|x| {
            let (candidate, reference) = e.places(x);
            candidate > reference
        })
    };
    let is_other = MARKED.into_iter().any(|other| {
        2.0 * e.rise(other) >= e.rise(Change::Punctuation)
            && candidate_has_more(other) == candidate_has_more(Change::Punctuation)
    });
    let finding = || difference(e, Change::Punctuation, "punctuation", "punctuation", "does one side lack it?");
    if is_other { None } else { finding() }
}

/// The spaces between words are missing, or kinds of spaces differ.
pub fn spaces(e: &Evidence) -> Option<Finding> {
    unspaced_words(e).or_else(|| difference(e, Change::Spaces, "spaces", "unusual spaces", "use plain ones"))
}

/// Words without spaces between them, in a language that has them.
fn unspaced_words(e: &Evidence) -> Option<Finding> {
    let per_character = |text: &TextProfile| share(text.spaces, text.characters);
    let unusual = e.what_if(Change::Spaces).map_or(0, |x| x.candidate.places);
    let candidate = share(e.candidate.spaces + unusual, e.candidate.characters);
    let (references, profile) = e.references_that(|text| {
        let is_spaced = per_character(text) >= SPACED && text.characters.min(e.candidate.characters) >= MIN_LETTERS;
        is_spaced && candidate < UNSPACED * per_character(text) && !has_other_script(e.candidate, text)
    })?;
    // Subwords may have marks in place of spaces.
    if e.rise(Change::Subwords) >= MIN_RISE {
        return None;
    }
    let reference = per_character(&profile);
    let evidence = format!(
        "the candidate has few spaces between words: {:.1} per 100 characters, {} {:.1}",
        100.0 * candidate,
        references.name(),
        100.0 * reference
    );
    let finding = Finding::new("spaces", evidence, "did the decoding of subwords drop the spaces?")
        .number("candidate_spaces", candidate)
        .number("reference_spaces", reference);
    Some(finding.costs(0.9))
}

/// Whether a difference costs so much that the lines cannot be compared without regard to it.
pub fn costly(e: &Evidence) -> bool {
    let findings = [normalization, invisible_characters, entities, spaces, quotes, markup, diacritics, punctuation];
    let rise = |finding: Finding| finding.numbers.iter().find(|(name, _)| *name == "difference").map_or(0.0, |x| x.1);
    findings.into_iter().filter_map(|find| find(e)).any(|finding| rise(finding) >= COSTLY * MIN_RISE)
}

fn difference(e: &Evidence, change: Change, check: &'static str, what: &str, advice: &str) -> Option<Finding> {
    let x = e.what_if(change).filter(|_| e.is_one_sided(change))?;
    Some(of_change(e, x, check, what, advice))
}

/// Returns the finding on the difference that a change removes.
pub fn of_change(e: &Evidence, x: &WhatIfScore, check: &'static str, what: &str, advice: &str) -> Finding {
    let evidence = format!(
        "{what}: in {} lines of the candidate ({} in all), in {} lines of the references ({} in all); without this \
         difference the score would be {:.4} ({:+.4})",
        x.candidate.lines, x.candidate.places, x.references.lines, x.references.places, x.score, x.difference
    );
    let finding = Finding::new(check, evidence, advice)
        .number("score", x.score)
        .number("difference", x.difference)
        .count("candidate_lines", x.candidate.lines)
        .count("reference_lines", x.references.lines)
        .count("candidate_places", x.candidate.places)
        .count("reference_places", x.references.places)
        .at(SegmentRange::of(x.one_sided.iter().copied()));
    finding.costs(e.loss(x.change))
}
