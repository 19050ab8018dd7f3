//! Lines with a fault that can be seen in a line and its references alone.

use super::Problem::OddLines;
use super::differences::has_translations;
use super::{Check, Evidence, Finding, LineRecord, Text};
use crate::diagnose::evidence::Oddity;

/// Minimum number of lines with a fault.
const MIN_LINES: u64 = 8;

/// Lines whose letters are separated.
pub const SPREAD: Check = Check::new("spaces", "letters are separated by spaces", |evidence| {
    let words = "have spaces between letters, unlike";
    let advice = "was the text split into characters? join them";
    let found = find(evidence, Oddity::Spread, LineRecord::is_spread, 100, words, advice);
    found.filter(|_| !evidence.definition.tokenization().ignores_spaces())
});

/// Lines whose words are in several parts.
pub const SPLIT: Check = Check::new("spaces", "words are in several parts", |evidence| {
    let words = "have words in several parts, shorter than those of";
    let advice = "were hyphens or marks of subwords dropped? join the parts";
    find(evidence, Oddity::Split, LineRecord::is_split, 5, words, advice).filter(|_| has_translated_words(evidence))
});

/// Lines without spaces between words.
pub const JOINED: Check = Check::new("spaces", "spaces between words are missing", |evidence| {
    let words = "have hardly a space between words, unlike";
    let advice = "did the decoding of subwords drop the spaces?";
    find(evidence, Oddity::Joined, LineRecord::is_joined, 100, words, advice).filter(|_| has_translated_words(evidence))
});

/// Words of letters that look alike in two scripts.
pub const MIXED_SCRIPTS: Check = Check::new("script", "letters of two scripts are mixed", |evidence| {
    let words = "have words with letters of two scripts that look alike, as Latin a for Cyrillic а, unlike";
    let advice = "replace the letters by those of the language";
    find(evidence, Oddity::MixedScripts, |line, _| line.mixes_scripts, 100, words, advice)
});

/// Lines without the letters that are not ASCII.
pub const DROPPED_LETTERS: Check = Check::new("encoding", "letters outside ASCII are missing", |evidence| {
    let words = "lack the letters that are not ASCII, unlike";
    let advice = "were they dropped or transliterated? write the text as UTF-8";
    find(evidence, Oddity::DroppedLetters, LineRecord::lacks_letters, 10, words, advice)
});

/// Lines without punctuation.
pub const DROPPED_MARKS: Check = Check::new("punctuation", "punctuation is missing", |evidence| {
    let words = "have no punctuation, unlike";
    find(evidence, Oddity::DroppedMarks, LineRecord::lacks_marks, 10, words, "is it the normalized text of speech?")
});

/// Lines whose characters are in reverse order.
pub const REVERSED: Check = Check::new("word order", "characters are in reverse order", |evidence| {
    let words = "have their characters in reverse order, unlike";
    let advice = "is it text for display from right to left? rev restores such lines";
    find(evidence, Oddity::Reversed, LineRecord::is_reversed, 50, words, advice)
});

/// Whether spaces separate words, the tokenizer minds them, and lines are translations but for these.
fn has_translated_words(evidence: &Evidence) -> bool {
    let has_words = !evidence.texts().any(|(_, text)| text.counts.is_unspaced());
    has_words && !evidence.definition.tokenization().ignores_spaces() && has_translations(evidence)
}

/// Returns the finding on lines with a fault if they are one in so many of the candidate or of the references, and more
/// than of the other side.
fn find(
    evidence: &Evidence,
    oddity: Oddity,
    has_fault: fn(&LineRecord, &LineRecord) -> bool,
    lines_per_odd: u64,
    words: &str,
    advice: &'static str,
) -> Option<Finding> {
    // A candidate line has a fault that all its references show.
    let of_candidate = evidence.segments_that(|segment| {
        let are_all_others = !segment.any_reference(|reference| !has_fault(segment.line, reference));
        are_all_others && !segment.references.is_empty() && !segment.has_only_marks()
    });
    let of_references = evidence.segments_that(|segment| {
        segment.any_reference(|reference| has_fault(reference, segment.line)) && !segment.has_only_marks()
    });
    let in_candidate = of_candidate.segments >= of_references.segments;
    let (odd, others) = if in_candidate { (of_candidate, of_references) } else { (of_references, of_candidate) };
    if odd.segments < MIN_LINES.max(evidence.segments() / lines_per_odd) || odd.segments < 3 * others.segments {
        return None;
    }
    let (own, compared) = if in_candidate { ("candidate", "references") } else { ("reference", "candidate's") };
    let segments = evidence.list(&odd.ranges());
    let in_words =
        format!("{} of {} {own} lines {words} the {compared}: {segments}", odd.segments, evidence.segments());
    let text = if in_candidate { Text::Candidate } else { Text::Reference(1) };
    Some(Finding::new(OddLines(oddity), in_words, advice).in_lines(&odd, evidence).spoiled(evidence).of(text))
}
