//! Letters that were decoded or encoded wrongly.

use super::script::has_other_script;
use super::{Check, Relation};
use crate::diagnose::evidence::{Evidence, MIN_LETTERS};
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::{Problem, Text};
use crate::diagnose::segment_list::SegmentList;
use crate::diagnose::text_profile::{TextProfile, share};
use crate::what_if::WhatIfScore;

/// Minimum number of lines with such letters: this many, and one in this many.
const MIN_LINES: u64 = 3;
const LINES_PER_ODD_LINE: u64 = 100;

/// Minimum share of letters that are not ASCII in a reference, and factor by which a candidate without them has fewer.
const MIN_SHARE: f64 = 0.01;
const MAX_LEFT: f64 = 50.0;

/// Factor by which the other side must have fewer.
const MIN_DISPARITY: u64 = 3;

pub const MOJIBAKE: Check = Check::new(mojibake).accounting_for(accounts_for);
pub const REPLACED_LETTERS: Check = Check::new(replaced_letters).accounting_for(accounts_for);
pub const ESCAPED_LETTERS: Check = Check::new(escaped_letters).accounting_for(accounts_for);
pub const REFERENCE: Check = Check::new(of_reference).accounting_for(accounts_for);
pub const DROPPED_LETTERS: Check = Check::new(dropped_letters);

/// UTF-8 of the candidate was read as another encoding.
fn mojibake(evidence: &Evidence) -> Option<Finding> {
    let lines = of_candidate(evidence, |text| &text.garbled.mojibake)?;
    Some(in_lines(evidence, Problem::Mojibake { lines: lines.segments }, lines))
}

/// Letters of the candidate are replaced by `?` or U+FFFD.
fn replaced_letters(evidence: &Evidence) -> Option<Finding> {
    let lines = of_candidate(evidence, |text| &text.garbled.replaced)?;
    Some(in_lines(evidence, Problem::ReplacedLetters { lines: lines.segments }, lines))
}

/// Letters of one side are written as escapes, such as `\u00fc`.
fn escaped_letters(evidence: &Evidence) -> Option<Finding> {
    let escaped: Lines = |text| &text.garbled.escaped;
    let in_candidate = of_candidate(evidence, escaped).map(|lines| (Text::Candidate, lines));
    let (text, lines) = in_candidate.or_else(|| of_any_reference(evidence, escaped))?;
    Some(in_lines(evidence, Problem::EscapedLetters { text, lines: lines.segments }, lines))
}

/// Letters of a reference were decoded or encoded wrongly.
fn of_reference(evidence: &Evidence) -> Option<Finding> {
    let kinds: [Lines; 2] = [|text| &text.garbled.mojibake, |text| &text.garbled.replaced];
    let (text, lines) = kinds.into_iter().find_map(|kind| of_any_reference(evidence, kind))?;
    let Text::Reference(reference) = text else { return None };
    Some(in_lines(evidence, Problem::ReferenceEncoding { reference, lines: lines.segments }, lines))
}

/// Lines of a text with an oddity.
type Lines = fn(&TextProfile) -> &SegmentList;

/// Such lines of the candidate, if it has many more of them than each reference.
fn of_candidate<'a>(evidence: &Evidence<'a>, lines: Lines) -> Option<&'a SegmentList> {
    let candidate = evidence.candidate;
    evidence.references.iter().all(|text| stands_out(candidate, text, lines)).then(|| lines(candidate))
}

/// Such lines of a reference that has many more of them than the candidate.
fn of_any_reference<'a>(evidence: &Evidence<'a>, lines: Lines) -> Option<(Text, &'a SegmentList)> {
    let (number, text) =
        (1..).zip(evidence.references).find(|(_, text)| stands_out(text, evidence.candidate, lines))?;
    Some((Text::Reference(number), lines(text)))
}

fn in_lines(evidence: &Evidence, problem: Problem, lines: &SegmentList) -> Finding {
    Finding::new(problem).at(lines.ranges()).with_loss(evidence.share(lines.segments))
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

/// Wrong letters are of another script, and like none; they look like marks, begin alike, and repeat.
fn accounts_for(cause: &Problem, other: &Problem, evidence: &Evidence) -> Relation {
    let (Problem::Mojibake { lines }
    | Problem::ReplacedLetters { lines }
    | Problem::EscapedLetters { lines, .. }
    | Problem::ReferenceEncoding { lines, .. }) = cause
    else {
        return Relation::Independent;
    };
    let are_most_of = |others: u64| 2 * lines > others;
    let consequence_for = |others: u64| Relation::consequence_if(are_most_of(others));
    let one_sided = |what_if: &WhatIfScore| what_if.only_candidate + what_if.only_references;
    let effect = Relation::effect_if(are_most_of(evidence.segments.all));
    let is_escaped = matches!(cause, Problem::EscapedLetters { .. });
    match other {
        // JSON, which has escapes, is also in quotes.
        Problem::Wrapped { prefix, .. } if is_escaped && prefix.starts_with(['"', '{']) => Relation::Independent,
        Problem::Unrelated { .. } | Problem::OtherScript { .. } | Problem::Wrapped { .. } => effect,
        Problem::Repetition { lines } => effect.or(consequence_for(*lines)),
        Problem::Tokenized { what_if, .. } => effect.or(consequence_for(one_sided(what_if))),
        Problem::Difference(what_if) => consequence_for(one_sided(what_if)),
        Problem::Case { differing: lines, .. } | Problem::Length { extreme_segments: lines, .. } => {
            consequence_for(*lines)
        }
        Problem::ForeignLines { lines: others, .. } | Problem::Shuffled { lines: others, .. } => {
            Relation::effect_if(2 * lines >= *others)
        }
        // One wrong decoding may leave both.
        Problem::ReplacedLetters { .. } => Relation::effect_if(matches!(cause, Problem::Mojibake { .. })),
        Problem::DroppedLetters { .. } => Relation::effect_if(match cause {
            Problem::EscapedLetters { text, .. } => *text == Text::Candidate,
            cause => !matches!(cause, Problem::ReferenceEncoding { .. }),
        }),
        _ => Relation::Independent,
    }
}
