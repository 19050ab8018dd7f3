//! Lines with a fault that can be seen in a line and its references alone.
//!
//! - `spaces` also finds a few lines with spaces between letters; or some, about as long as their references, without spaces
//!   between words; or many lines with a quarter more words in as many characters, or with more words that a hyphen
//!   breaks, as in `Über- setzung` and `Über-setzung`, if 1 in 8 of them have two words that are one on the other side, or 4 letters of it. Not in
//!   Korean, where writers choose whether the parts of a compound are words.
//! - `punctuation` also finds many lines without any where the other side has two marks or more, or one if hardly
//!   a line of the candidate has any. Here and for cuts at one length, neighbors whose counterparts are of one template count as one
//!   line, unless they are most of the text.

use super::{Check, Evidence, Finding, Garbling, LineRecord, Problem, SegmentList, Sketch, Text, TextProfile};
use crate::checks::diagnose::evidence::Oddity;
use crate::checks::diagnose::limits::{InGoodText, MANY_LINES, is_large_share, is_negligible};
use std::collections::HashSet;

/// Lines whose letters are separated.
pub const SPREAD: Check = Check::new(|evidence| {
    let found = odd(evidence, Oddity::Spread, LineRecord::is_spread, InGoodText::Never);
    found.filter(|_| !evidence.definition.tokenization().ignores_spaces())
});

/// Lines whose words are in several parts.
pub const SPLIT: Check = Check::new(|evidence| {
    let found = odd(evidence, Oddity::Split, LineRecord::is_split, InGoodText::Often)?;
    let has_parts = |line: &usize| evidence.pairs(found.text, *line).any(|(own, other)| own.has_parts_of(other));
    let with_parts = found.listed_lines().filter(has_parts).count() as u64;
    let has_free_spaces = evidence.texts().any(|(_, text)| text.counts.is_korean());
    (has_words(evidence) && !has_free_spaces && is_large_share(with_parts, found.lines)).then_some(found)
});

/// Lines without spaces between words.
pub const JOINED: Check = Check::new(|evidence| {
    odd(evidence, Oddity::Joined, LineRecord::is_joined, InGoodText::Seldom).filter(|_| has_words(evidence))
});

/// Words of letters that look alike in two scripts.
pub const MIXED_SCRIPTS: Check = Check::new(|evidence| {
    odd(evidence, Oddity::MixedScripts, |line, other| line.mixes_scripts && !other.mixes_scripts, InGoodText::Never)
});

/// Lines without the letters that are not ASCII.
pub const DROPPED_LETTERS: Check = Check::new(|evidence| {
    let least = least(3, evidence, |line| line.not_ascii > 0);
    odd(evidence, Oddity::DroppedLetters, |line, other| line.lacks_letters(other, least), InGoodText::Often)
});

/// Lines without punctuation.
pub const DROPPED_MARKS: Check = Check::new(|evidence| {
    let least = least(2, evidence, |line| line.marks > 0);
    let found = odd(evidence, Oddity::DroppedMarks, |line, other| line.lacks_marks(other, least), InGoodText::Often)?;
    let lines = found.listed_lines().collect();
    (evidence.without_templates(found.text, &lines) >= MANY_LINES).then_some(found)
});

/// Lines whose characters are in reverse order. Where some show it by themselves, others show it beside their counterparts.
pub const REVERSED: Check = Check::new(|evidence| {
    let found = find(evidence, Problem::OddLines(Oddity::Reversed), LineRecord::is_reversed, InGoodText::Never)?;
    let shown: HashSet<usize> = found.listed_lines().collect();
    let records = &evidence.profile(found.text).records;
    let is_reversed = |line: &usize| {
        let reversed = Sketch::new(&records[*line].text.chars().rev().collect::<String>());
        let mut pairs = evidence.pairs(found.text, *line);
        pairs.any(|(own, other)| reversed.similarity(&other.sketch) > own.similarity(other))
    };
    let lines: SegmentList = (0..records.len()).filter(|line| shown.contains(line) || is_reversed(line)).collect();
    Some(Finding::of_lines(found.problem, found.text, &lines, evidence.segments(), evidence).spoiled(evidence))
});

/// How many of what a line lacks its counterparts must have: one is enough if hardly a line of a text has any.
fn least(usual: u32, evidence: &Evidence, has_any: fn(&LineRecord) -> bool) -> u32 {
    let hardly_has_any = |text: &TextProfile| is_negligible(text.lines_that(has_any).segments, evidence.segments());
    if evidence.texts().any(|(_, text)| hardly_has_any(text)) { 1 } else { usual }
}

/// Whether spaces separate words, and the tokenizer minds them.
fn has_words(evidence: &Evidence) -> bool {
    let has_words = !evidence.texts().any(|(_, text)| text.counts.is_unspaced());
    has_words && !evidence.definition.tokenization().ignores_spaces()
}

/// Whether a line is garbled in a way, unlike another version.
pub fn garbled(garbling: Garbling) -> impl Fn(&LineRecord, &LineRecord) -> bool {
    move |line, other| line.garblings.include(garbling) && !other.garblings.include(garbling)
}

/// Returns the finding on lines with a fault that are worse for it, but not lost.
fn odd(
    evidence: &Evidence,
    oddity: Oddity,
    has_fault: impl Fn(&LineRecord, &LineRecord) -> bool,
    in_good_text: InGoodText,
) -> Option<Finding> {
    Some(find(evidence, Problem::OddLines(oddity), has_fault, in_good_text)?.spoiled(evidence))
}

/// Returns the finding on lines with a fault that none of their counterparts has, if they are more
/// than good text has.
pub fn find(
    evidence: &Evidence,
    problem: Problem,
    has_fault: impl Fn(&LineRecord, &LineRecord) -> bool,
    in_good_text: InGoodText,
) -> Option<Finding> {
    let odd_lines = |(text, _)| (text, evidence.lines_unlike(text, &has_fault));
    let odd: Vec<(Text, SegmentList)> = evidence.texts().map(odd_lines).collect();
    let (text, lines) = odd.iter().rev().max_by_key(|(_, lines)| lines.segments)?;
    if lines.segments < in_good_text.least(evidence.segments()) {
        return None;
    }
    Some(Finding::of_lines(problem, *text, lines, evidence.segments(), evidence))
}
