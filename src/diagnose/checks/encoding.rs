//! Letters that were decoded or encoded wrongly.

use super::script::has_other_script;
use super::{Evidence, MIN_LETTERS};
use crate::diagnose::finding::Finding;
use crate::diagnose::occurrences::Occurrences;
use crate::diagnose::problem::{Problem, Text};
use crate::diagnose::text_profile::{TextProfile, share};

/// Minimum number of lines with such letters: this many, and one in this many.
const MIN_LINES: u64 = 3;
const LINES_PER_ODD_LINE: u64 = 100;

/// Minimum share of letters that are not ASCII in a reference, and factor by which a candidate without them has fewer.
const MIN_SHARE: f64 = 0.01;
const MAX_LEFT: f64 = 50.0;

/// Factor by which the other side must have fewer.
const MIN_DISPARITY: u64 = 3;

/// UTF-8 of the candidate was read as another encoding.
pub fn mojibake(evidence: &Evidence) -> Option<Finding> {
    let lines = of_candidate(evidence, |text| &text.oddities.mojibake)?;
    Some(in_lines(evidence, Problem::Mojibake { lines: lines.segments }, lines))
}

/// Letters of the candidate are replaced by `?` or U+FFFD.
pub fn replaced_letters(evidence: &Evidence) -> Option<Finding> {
    let lines = of_candidate(evidence, |text| &text.oddities.replaced)?;
    Some(in_lines(evidence, Problem::ReplacedLetters { lines: lines.segments }, lines))
}

/// Letters of one side are written as escapes, such as `\u00fc`.
pub fn escaped_letters(evidence: &Evidence) -> Option<Finding> {
    let escaped: Lines = |text| &text.oddities.escaped;
    let in_candidate = of_candidate(evidence, escaped).map(|lines| (Text::Candidate, lines));
    let (text, lines) = in_candidate.or_else(|| of_any_reference(evidence, escaped))?;
    Some(in_lines(evidence, Problem::EscapedLetters { text, lines: lines.segments }, lines))
}

/// Letters of a reference were decoded or encoded wrongly.
pub fn of_reference(evidence: &Evidence) -> Option<Finding> {
    let kinds: [Lines; 2] = [|text| &text.oddities.mojibake, |text| &text.oddities.replaced];
    let (text, lines) = kinds.into_iter().find_map(|kind| of_any_reference(evidence, kind))?;
    let Text::Reference(reference) = text else { return None };
    Some(in_lines(evidence, Problem::ReferenceEncoding { reference, lines: lines.segments }, lines))
}

/// Lines of a text with an oddity.
type Lines = fn(&TextProfile) -> &Occurrences;

/// Such lines of the candidate, if it has many more of them than each reference.
fn of_candidate<'a>(evidence: &Evidence<'a>, lines: Lines) -> Option<&'a Occurrences> {
    let candidate = evidence.candidate;
    evidence.references.iter().all(|text| stands_out(candidate, text, lines)).then(|| lines(candidate))
}

/// Such lines of a reference that has many more of them than the candidate.
fn of_any_reference<'a>(evidence: &Evidence<'a>, lines: Lines) -> Option<(Text, &'a Occurrences)> {
    let (number, text) =
        (1..).zip(evidence.references).find(|(_, text)| stands_out(text, evidence.candidate, lines))?;
    Some((Text::Reference(number), lines(text)))
}

fn in_lines(evidence: &Evidence, problem: Problem, lines: &Occurrences) -> Finding {
    Finding::new(problem).at(lines.ranges()).with_loss(evidence.share(lines.segments))
}

/// All letters that are not ASCII are missing from the candidate, not only their diacritics.
pub fn dropped_letters(evidence: &Evidence) -> Option<Finding> {
    let per_letter = |text: &TextProfile| share(text.not_ascii, text.letters.sum());
    let candidate = per_letter(evidence.candidate);
    let (references, profile) = evidence.references_that(|text| {
        let lacks = per_letter(text) >= MIN_SHARE && candidate * MAX_LEFT < per_letter(text);
        lacks
            && text.letters.sum().min(evidence.candidate.letters.sum()) >= MIN_LETTERS
            && !has_other_script(evidence.candidate, text)
    })?;
    let reference = per_letter(&profile);
    Some(
        Finding::new(Problem::DroppedLetters { references, candidate, reference })
            .with_loss((5.0 * reference).min(0.5)),
    )
}

/// Whether a text has many more of such lines than another.
fn stands_out(text: &TextProfile, other: &TextProfile, lines: Lines) -> bool {
    let (lines, usual) = (lines(text).segments, lines(other).segments);
    lines >= MIN_LINES.max(text.lines / LINES_PER_ODD_LINE) && lines > MIN_DISPARITY * usual
}
