//! Letters that were decoded or encoded wrongly.

use super::script::has_other_script;
use super::{Check, Evidence, Finding, Problem, Relation, wrapped};
use crate::diagnose::evidence::{MIN_LETTERS, Text};
use crate::diagnose::segment_list::SegmentList;
use crate::diagnose::text_profile::{TextProfile, share};

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
    let in_words =
        format!("{} lines of the candidate have UTF-8 that was read as another encoding, as Ã¼ is ü", lines.segments);
    let advice = "read the original text as UTF-8, where it was read as Latin-1, Windows-1252 or the like";
    Some(Finding::new(Problem::Mojibake, in_words, advice).in_lines(lines, evidence))
}

/// Letters of the candidate are replaced by `?` or U+FFFD.
fn replaced_letters(evidence: &Evidence) -> Option<Finding> {
    let lines = of_candidate(evidence, |text| &text.garbled.replaced)?;
    let in_words = format!("{} lines of the candidate have ? or U+FFFD in place of letters", lines.segments);
    let advice = "write the text as UTF-8 from the beginning; what was replaced cannot be restored";
    Some(Finding::new(Problem::ReplacedLetters, in_words, advice).in_lines(lines, evidence))
}

/// Letters of one side are written as escapes, such as `\u00fc`.
fn escaped_letters(evidence: &Evidence) -> Option<Finding> {
    let escaped: Lines = |text| &text.garbled.escaped;
    let in_candidate = of_candidate(evidence, escaped).map(|lines| (Text::Candidate, lines));
    let (text, lines) = in_candidate.or_else(|| of_any_reference(evidence, escaped))?;
    let in_words = format!("{} lines of {text} have letters written as escapes, such as \\u00fc", lines.segments);
    let advice = "decode them as JSON does; a program that writes JSON may have an option for plain letters (in Python, \
                  ensure_ascii=False)";
    Some(Finding::new(Problem::EscapedLetters, in_words, advice).in_lines(lines, evidence).of(text))
}

/// Letters of a reference were decoded or encoded wrongly.
fn of_reference(evidence: &Evidence) -> Option<Finding> {
    let kinds: [Lines; 2] = [|text| &text.garbled.mojibake, |text| &text.garbled.replaced];
    let (text, lines) = kinds.into_iter().find_map(|kind| of_any_reference(evidence, kind))?;
    let in_words = format!("{} lines of {text} have letters of a wrong encoding, or ? in their place", lines.segments);
    Some(Finding::new(Problem::ReferenceEncoding, in_words, "get the reference as UTF-8").in_lines(lines, evidence))
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
    let in_words = format!(
        "letters that are not ASCII are missing: {:.2}% of the candidate's letters, {:.2}% of those of {references}",
        100.0 * candidate,
        100.0 * reference
    );
    let advice = "were they dropped or transliterated? write the text as UTF-8";
    Some(
        Finding::new(Problem::DroppedLetters, in_words, advice)
            .number("candidate_share", candidate)
            .number("reference_share", reference)
            .with_loss((5.0 * reference).min(0.5)),
    )
}

/// Whether a text has many more of such lines than another.
fn stands_out(text: &TextProfile, other: &TextProfile, lines: Lines) -> bool {
    let (lines, usual) = (lines(text).segments, lines(other).segments);
    lines >= MIN_LINES.max(text.lines / LINES_PER_ODD_LINE) && lines > MIN_DISPARITY * usual
}

/// Wrong letters are of another script, and like none; they look like marks, begin alike, and repeat.
fn accounts_for(cause: &Finding, other: &Finding, evidence: &Evidence) -> Relation {
    let effect = Relation::effect_if(2 * cause.lines > evidence.segments.all);
    let consequence = Relation::consequence_if(2 * cause.lines > other.lines);
    let is_escaped = cause.problem == Problem::EscapedLetters;
    match other.problem {
        // JSON, which has escapes, is also in quotes.
        Problem::Wrapped if is_escaped && wrapped::is_json(evidence.profile(other.text)) => Relation::Independent,
        Problem::Unrelated | Problem::OtherScript | Problem::Wrapped => effect,
        Problem::Repetition | Problem::Tokenized => effect.or(consequence),
        Problem::Difference(_) | Problem::Case | Problem::Length => consequence,
        Problem::ForeignLines | Problem::Shuffled => Relation::effect_if(cause.is_half_of(other)),
        // One wrong decoding may leave both.
        Problem::ReplacedLetters => Relation::effect_if(cause.problem == Problem::Mojibake),
        Problem::DroppedLetters => Relation::effect_if(if is_escaped {
            cause.text == Text::Candidate
        } else {
            cause.problem != Problem::ReferenceEncoding
        }),
        _ => Relation::Independent,
    }
}
