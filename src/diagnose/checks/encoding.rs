//! Letters that were decoded or encoded wrongly.

use super::differences::{diacritics, entities};
use super::script::has_other_script;
use super::{Evidence, MIN_LETTERS};
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;
use crate::diagnose::text_profile::{TextProfile, share};

/// Minimum number of lines with such letters: this many, and one in this many.
const MIN_LINES: u64 = 3;
const LINES_PER_ODD_LINE: u64 = 100;

/// Minimum share of letters that are not ASCII in a reference, and factor by which a candidate without them has fewer.
const MIN_SHARE: f64 = 0.01;
const MAX_LEFT: f64 = 50.0;

/// Factor by which the other side must have fewer.
const MIN_DISPARITY: u64 = 3;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    let mojibake: fn(&TextProfile) -> u64 = |text| text.oddities.mojibake.segments;
    let replaced: fn(&TextProfile) -> u64 = |text| text.oddities.replaced.segments;
    let in_candidate = |count: fn(&TextProfile) -> u64| {
        let is_such = |(_, reference): (usize, &TextProfile)| stands_out(evidence.candidate, reference, count);
        (1..).zip(evidence.references).all(is_such).then(|| count(evidence.candidate))
    };
    let odd = &evidence.candidate.oddities;
    if let Some(lines) = in_candidate(mojibake) {
        let finding = Finding::new(Problem::Mojibake { lines });
        return Some(finding.at(odd.mojibake.ranges()).with_loss(evidence.share(lines)));
    }
    if let Some(lines) = in_candidate(replaced) {
        let finding = Finding::new(Problem::ReplacedLetters { lines });
        return Some(finding.at(odd.replaced.ranges()).with_loss(evidence.share(lines)));
    }
    if let Some(finding) = dropped_letters(evidence) {
        return Some(finding);
    }
    let (number, reference) = (1..).zip(evidence.references).find(|(_, reference)| {
        [mojibake, replaced].into_iter().any(|count| stands_out(reference, evidence.candidate, count))
    })?;
    let lines = mojibake(reference).max(replaced(reference));
    Some(Finding::new(Problem::ReferenceEncoding { reference: number, lines }).with_loss(evidence.share(lines)))
}

/// All letters that are not ASCII are missing from the candidate, not only their diacritics.
fn dropped_letters(evidence: &Evidence) -> Option<Finding> {
    let per_letter = |text: &TextProfile| share(text.not_ascii, text.letters.sum());
    let candidate = per_letter(evidence.candidate);
    let (references, profile) = evidence.references_that(|text| {
        let lacks = per_letter(text) >= MIN_SHARE && candidate * MAX_LEFT < per_letter(text);
        lacks
            && text.letters.sum().min(evidence.candidate.letters.sum()) >= MIN_LETTERS
            && !has_other_script(evidence.candidate, text)
    })?;
    if [diacritics, entities].into_iter().any(|check| check(evidence).is_some()) {
        return None;
    }
    let reference = per_letter(&profile);
    Some(
        Finding::new(Problem::DroppedLetters { references, candidate, reference })
            .with_loss((5.0 * reference).min(0.5)),
    )
}

/// Whether most lines of the candidate have letters of a wrong encoding.
pub fn spoils_most_lines(evidence: &Evidence) -> bool {
    let odd = &evidence.candidate.oddities;
    2 * odd.mojibake.segments.max(odd.replaced.segments) > evidence.segments.all && check(evidence).is_some()
}

/// Whether a text has many more of such lines than another.
fn stands_out(text: &TextProfile, other: &TextProfile, count: fn(&TextProfile) -> u64) -> bool {
    let lines = count(text);
    lines >= MIN_LINES.max(text.lines / LINES_PER_ODD_LINE) && lines > MIN_DISPARITY * count(other)
}
