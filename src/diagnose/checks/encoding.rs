//! Letters that were decoded or encoded wrongly.

use super::differences::{diacritics, entities};
use super::script::has_other_script;
use super::{Evidence, MIN_LETTERS};
use crate::diagnose::finding::Finding;
use crate::diagnose::text_profile::{TextProfile, share};

/// Minimum number of lines with such letters: this many, and one in this many.
const MIN_LINES: u64 = 3;
const LINES_PER_ODD_LINE: u64 = 100;

/// Minimum share of letters that are not ASCII in a reference, and factor by which a candidate without them has fewer.
const MIN_SHARE: f64 = 0.01;
const MAX_LEFT: f64 = 50.0;

/// Factor by which the other side must have fewer.
const MIN_DISPARITY: u64 = 3;

pub fn check(e: &Evidence) -> Option<Finding> {
    let mojibake: fn(&TextProfile) -> u64 = |text| text.oddities.mojibake.segments;
    let replaced: fn(&TextProfile) -> u64 = |text| text.oddities.replaced.segments;
    let in_candidate = |count: fn(&TextProfile) -> u64| {
        let is_such = |(_, reference): (usize, &TextProfile)| stands_out(e.candidate, reference, count);
        (1..).zip(e.references).all(is_such).then(|| count(e.candidate))
    };
    if let Some(lines) = in_candidate(mojibake) {
        let evidence =
            format!("{lines} lines of the candidate have UTF-8 that was read as another encoding, such as fÃ¼r");
        let advice = "read the text as UTF-8, or repair it by iconv -f UTF-8 -t WINDOWS-1252";
        let finding = Finding::new("encoding", evidence, advice).at(e.candidate.oddities.mojibake.ranges());
        return Some(finding.count("lines", lines).costs(e.share(lines)));
    }
    if let Some(lines) = in_candidate(replaced) {
        let evidence = format!("{lines} lines of the candidate have ? or U+FFFD in place of letters");
        let advice = "write the text as UTF-8 from the beginning; what was replaced cannot be restored";
        let finding = Finding::new("encoding", evidence, advice).at(e.candidate.oddities.replaced.ranges());
        return Some(finding.count("lines", lines).costs(e.share(lines)));
    }
    if let Some(finding) = dropped_letters(e) {
        return Some(finding);
    }
    let (number, reference) = (1..).zip(e.references).find(|(_, reference)| {
        [mojibake, replaced].into_iter().any(|count| stands_out(reference, e.candidate, count))
    })?;
    let lines = mojibake(reference).max(replaced(reference));
    let evidence = format!("{lines} lines of reference {number} have letters of a wrong encoding, or ? in their place");
    let finding = Finding::new("encoding", evidence, "get the reference as UTF-8").count("lines", lines);
    Some(finding.costs(e.share(lines)))
}

/// All letters that are not ASCII are missing from the candidate, not only their diacritics.
fn dropped_letters(e: &Evidence) -> Option<Finding> {
    let per_letter = |text: &TextProfile| share(text.not_ascii, text.letters.sum());
    let candidate = per_letter(e.candidate);
    let (references, profile) = e.references_that(|text| {
        let lacks = per_letter(text) >= MIN_SHARE && candidate * MAX_LEFT < per_letter(text);
        lacks
            && text.letters.sum().min(e.candidate.letters.sum()) >= MIN_LETTERS
            && !has_other_script(e.candidate, text)
    })?;
    if [diacritics, entities].into_iter().any(|check| check(e).is_some()) {
        return None;
    }
    let reference = per_letter(&profile);
    let evidence = format!(
        "letters that are not ASCII are missing: {:.2} % of the candidate's letters, {:.2} % of those of {}",
        100.0 * candidate,
        100.0 * reference,
        references.name()
    );
    let finding = Finding::new("encoding", evidence, "were they dropped or transliterated? write the text as UTF-8")
        .number("candidate_share", candidate)
        .number("reference_share", reference);
    Some(finding.costs((5.0 * reference).min(0.5)))
}

/// Whether most lines of the candidate have letters of a wrong encoding.
pub fn spoils_most_lines(e: &Evidence) -> bool {
    let odd = &e.candidate.oddities;
    2 * odd.mojibake.segments.max(odd.replaced.segments) > e.segments.all && check(e).is_some()
}

/// Whether a text has many more of such lines than another.
fn stands_out(text: &TextProfile, other: &TextProfile, count: fn(&TextProfile) -> u64) -> bool {
    let lines = count(text);
    lines >= MIN_LINES.max(text.lines / LINES_PER_ODD_LINE) && lines > MIN_DISPARITY * count(other)
}
