//! Candidate and references differ in case.

use super::script::has_other_script;
use super::{Evidence, MIN_LETTERS, MIN_RISE};
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::{CaseUse, Problem};
use crate::diagnose::text_profile::TextProfile;
use crate::what_if::Change;

/// Share of a low score that case must cost.
const MIN_LOSS: f64 = 0.1;

/// Minimum relative difference between shares of uppercase letters. Between good translations, it may be a ninth.
const MIN_CHANGE: f64 = 0.15;

/// Share of letters below which a case hardly occurs.
const RARE: f64 = 0.001;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    if evidence.definition.lowercase() {
        return None;
    }
    // Bad translations have fewer or more uppercase letters too, but a text has none only if its case was changed.
    let costs = evidence.rise(Change::Case) >= MIN_RISE || evidence.loss(Change::Case) >= MIN_LOSS;
    let differs = |reference: &TextProfile| {
        (costs || has_one_case(evidence.candidate) != has_one_case(reference))
            && (has_other_letters(evidence.candidate, reference)
                || has_other_lines(evidence.candidate, reference)
                || has_other_beginnings(evidence.candidate, reference))
    };
    let (references, profile) =
        evidence.references_that(|reference| differs(reference) && !has_other_script(evidence.candidate, reference))?;
    let problem = Problem::Case { references, candidate: case_use(evidence.candidate), reference: case_use(&profile) };
    let finding = Finding::new(problem).with_loss(evidence.loss(Change::Case).max(0.01));
    let is_in_lines = has_other_lines(evidence.candidate, &profile);
    Some(if is_in_lines { finding.at(evidence.candidate.of_one_case.ranges()) } else { finding })
}

fn case_use(text: &TextProfile) -> CaseUse {
    CaseUse {
        uppercase: text.upper_share(),
        uppercase_lines: text.begin_upper_share(),
        lines_of_one_case: text.of_one_case.segments,
    }
}

/// Whether the candidate differs from a reference in more than the beginnings of its lines.
pub fn differs_beyond_beginnings(evidence: &Evidence) -> bool {
    let differs = |text| has_other_letters(evidence.candidate, text) || has_other_lines(evidence.candidate, text);
    evidence.references.iter().any(differs)
}

/// Whether the candidate has many more lines of one case than each of its references, or fewer.
pub fn differs_in_lines(evidence: &Evidence) -> bool {
    evidence.references.iter().all(|text| has_other_lines(evidence.candidate, text))
}

/// Whether nearly all letters are lowercase, or nearly all uppercase.
fn has_one_case(text: &TextProfile) -> bool {
    text.upper_share() < RARE || text.upper_share() > 1.0 - RARE
}

fn has_other_letters(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (upper, usual) = (candidate.upper_share(), reference.upper_share());
    has_case(candidate, reference) && upper.max(usual) > 2.0 * upper.min(usual) && (upper - usual).abs() > 0.02
}

fn has_other_beginnings(candidate: &TextProfile, reference: &TextProfile) -> bool {
    has_other_share(candidate, reference) && (candidate.begin_upper_share() - reference.begin_upper_share()).abs() > 0.5
}

/// Whether one text has many more lines of one case than the other: one line in so many, and several times as many.
fn has_other_lines(candidate: &TextProfile, reference: &TextProfile) -> bool {
    const LINES_PER_LINE: u64 = 50;
    const MIN_DISPARITY: u64 = 3;
    let (lines, usual) = (candidate.of_one_case.segments, reference.of_one_case.segments);
    let (least, most) = (lines.min(usual), lines.max(usual));
    has_other_share(candidate, reference)
        && most >= MIN_DISPARITY * least
        && LINES_PER_LINE * (most - least) >= candidate.lines
        && most - least >= 3
}

/// Whether the shares of uppercase letters differ at all. If words are missing or in another order, they do not.
fn has_other_share(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let (upper, usual) = (candidate.upper_share(), reference.upper_share());
    has_case(candidate, reference) && (upper - usual).abs() > MIN_CHANGE * upper.max(usual)
}

/// Whether both texts have enough letters with case.
fn has_case(candidate: &TextProfile, reference: &TextProfile) -> bool {
    let cased = |text: &TextProfile| text.upper + text.lower;
    cased(candidate).min(cased(reference)) >= MIN_LETTERS
}
