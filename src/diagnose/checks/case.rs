//! Candidate and references differ in case.

use super::script::has_other_script;
use super::{Evidence, MIN_LETTERS, MIN_RISE, columns, wrapped};
use crate::diagnose::finding::Finding;
use crate::diagnose::text_profile::TextProfile;
use crate::what_if::Change;

/// Share of a low score that case must cost.
const MIN_LOSS: f64 = 0.1;

/// Minimum relative difference between shares of uppercase letters. Between good translations, it may be a ninth.
const MIN_CHANGE: f64 = 0.15;

/// Share of letters below which a case hardly occurs.
const RARE: f64 = 0.001;

pub fn check(e: &Evidence) -> Option<Finding> {
    // Marks of subwords may be uppercase letters, and lines in tags do not begin with a letter.
    let others = [Change::Markup, Change::Subwords].map(|change| e.rise(change)).into_iter();
    let is_marked = others.fold(0.0, f64::max) > e.rise(Change::Case).max(MIN_RISE);
    if e.definition.lowercase() || is_marked && !e.references.iter().all(|text| has_other_lines(e.candidate, text)) {
        return None;
    }
    let begins_with_text = wrapped::check(e).is_none() && columns::check(e).is_none();
    // Bad translations have fewer or more uppercase letters too, but a text has none only if its case was changed.
    let costs = e.rise(Change::Case) >= MIN_RISE || e.loss(Change::Case) >= MIN_LOSS;
    let differs = |reference: &TextProfile| {
        (costs || has_one_case(e.candidate) != has_one_case(reference))
            && (has_other_letters(e.candidate, reference)
                || has_other_lines(e.candidate, reference)
                || begins_with_text && has_other_beginnings(e.candidate, reference))
    };
    let (references, profile) =
        e.references_that(|reference| differs(reference) && !has_other_script(e.candidate, reference))?;
    let (candidate, other) = (e.candidate, &profile);
    let evidence = format!(
        "{:.1} % of the candidate's cased letters are uppercase, {:.1} % of those of {}; {:.0} % of its lines begin with \
         an uppercase letter, {:.0} % of theirs; {} of its lines are all lowercase or uppercase, {} of theirs",
        100.0 * candidate.upper_share(),
        100.0 * other.upper_share(),
        references.name(),
        100.0 * candidate.begin_upper_share(),
        100.0 * other.begin_upper_share(),
        candidate.of_one_case.segments,
        other.of_one_case.segments
    );
    let finding = Finding::new("case", evidence, "--lowercase scores without case")
        .number("candidate_uppercase", candidate.upper_share())
        .number("reference_uppercase", other.upper_share())
        .number("candidate_uppercase_lines", candidate.begin_upper_share())
        .number("reference_uppercase_lines", other.begin_upper_share());
    let finding = if has_other_lines(candidate, other) { finding.at(candidate.of_one_case.ranges()) } else { finding };
    Some(finding.costs(e.loss(Change::Case).max(0.01)))
}

/// Whether one text has uppercase letters, or begins lines with them, much more often than the other.
pub fn has_other_case(candidate: &TextProfile, reference: &TextProfile) -> bool {
    has_other_letters(candidate, reference) || has_other_beginnings(candidate, reference)
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
