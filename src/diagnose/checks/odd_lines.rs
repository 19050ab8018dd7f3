//! Lines with a fault that can be seen in a line and its references alone.

use super::{Check, Consequence, Effect, Evidence, Finding, Problem, SegmentRange};
use crate::diagnose::evidence::Oddity;

/// Minimum number of lines with a fault.
const MIN_LINES: u64 = 5;

/// Lines whose letters are separated.
pub const SPREAD: Check = check("spaces", |evidence| {
    if evidence.definition.tokenization().ignores_spaces() {
        return None;
    }
    let words = "candidate lines have spaces between letters, unlike their references";
    find(evidence, Oddity::Spread, 50, words, "was the text split into characters? join them")
});

/// Words of letters that look alike in two scripts.
pub const MIXED_SCRIPTS: Check = check("script", |evidence| {
    let words = "candidate lines have words with letters of two scripts that look alike, as Latin a for Cyrillic а";
    find(evidence, Oddity::MixedScripts, 100, words, "replace the letters by those of the language")
});

const fn check(name: &'static str, find: fn(&Evidence) -> Option<Finding>) -> Check {
    Check::new(name, find).accounting_for(|cause, other, _| match (cause.problem, other.problem) {
        (_, Problem::Length) => Some(Consequence),
        (_, Problem::Unrelated | Problem::Shuffled) => cause.is_half_of(other).then_some(Effect),
        (Problem::OddLines(Oddity::Spread), Problem::Tokenized | Problem::Difference(_)) => Some(Effect),
        (Problem::OddLines(Oddity::MixedScripts), Problem::Case) => Some(Effect),
        _ => None,
    })
}

/// Returns the finding on lines with a fault if they are one in so many.
fn find(evidence: &Evidence, oddity: Oddity, lines_per_odd: u64, words: &str, advice: &'static str) -> Option<Finding> {
    let lines = evidence.segments.odd(oddity);
    if lines.segments < MIN_LINES.max(evidence.segments.all / lines_per_odd) {
        return None;
    }
    let segments = SegmentRange::list(&lines.ranges());
    let in_words = format!("{} of {} {words}: {segments}", lines.segments, evidence.segments.all);
    let finding = Finding::new(Problem::OddLines(oddity), in_words, advice).in_lines(lines, evidence);
    let loss = evidence.loss_in(&finding.segments);
    Some(finding.with_loss(loss))
}
