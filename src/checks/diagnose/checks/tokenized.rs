//! One side is tokenized, the other is not.
//!
//! | `tokenized` | spaces before punctuation on one side |
//!
//! - `tokenized`: four times as many spaces before punctuation, if the what-if score is half a point higher; or eight times as
//!   many, and one per line. 1 in 8 must be before a period or a comma: a style may set one kind of mark apart.

use super::{Change, Check, Definition, Evidence, Finding, Problem, TextProfile, WindowSigns, differences};
use crate::bleu::tokenize::Tokenization;
use crate::checks::diagnose::good_text::MIN_RISE;
use crate::checks::diagnose::limits::{CLEARLY_MANY_TIMES, MANY_TIMES, is_large_share};

/// Minimum number of lines that end in a period apart, as in sacreBLEU.
const MIN_PERIODS_APART: u64 = 100;

pub const CHECK: Check = Check::new(find).with_sign(sign);

/// More than a quarter of the lines that are searched end in a period apart: it may be most of all lines.
fn sign(window_signs: &WindowSigns, definition: &Definition) -> bool {
    let text = window_signs.candidate;
    let is_tokenized_again = *definition.tokenization() == Tokenization::V13A;
    is_tokenized_again && MANY_TIMES as usize * text.with_period_apart > text.len() && !text.has_letters_apart()
}

fn find(evidence: &Evidence) -> Option<Finding> {
    on_one_side(evidence).or_else(|| again(evidence))
}

/// Text that 13a tokenizes again, on both sides. sacreBLEU warns of it too.
fn again(evidence: &Evidence) -> Option<Finding> {
    let lines = evidence.candidate.lines_that(|record| record.text.trim_end().ends_with(" ."));
    let segments = evidence.segments();
    let are_many = lines.segments >= MIN_PERIODS_APART && evidence.are_most(lines.segments);
    let is_again = *evidence.definition.tokenization() == Tokenization::V13A && are_many;
    let is_text = !evidence.candidate.counts.has_letters_apart();
    (is_again && is_text).then(|| Finding::new(Problem::TokenizedTwice).in_segments(&lines, segments))
}

fn on_one_side(evidence: &Evidence) -> Option<Finding> {
    if evidence.definition.tokenization().ignores_spaces() {
        return None;
    }
    let what_if = evidence.what_if(Change::Tokenized);
    let (candidate, reference) = evidence.places(what_if);
    let costs = what_if.difference >= MIN_RISE && evidence.is_disparate(what_if, MANY_TIMES);
    if !(costs || candidate.max(reference) >= evidence.segments() && evidence.is_disparate(what_if, CLEARLY_MANY_TIMES))
    {
        return None;
    }
    // A style may set one kind of mark apart; a tokenizer does so with periods and commas too.
    let apart = |text: &TextProfile| text.counts.marks_apart;
    let [own, others] = [apart(evidence.candidate), evidence.references.iter().map(apart).sum()];
    if !is_large_share(own.abs_diff(others), candidate.abs_diff(reference)) {
        return None;
    }
    let references = (reference > candidate).then(|| {
        // If none of them looks tokenized alone, they are so on average.
        let tokenized = evidence.references_that(|text| text.counts.looks_tokenized());
        tokenized.or_else(|| evidence.references_that(|_| true))
    });
    let references = references.flatten().map(|(references, _)| references);
    let problem = Problem::Tokenized { references, altered: differences::altered_places(what_if) };
    Some(differences::difference_of(evidence, what_if, problem))
}
