//! One side is tokenized, the other is not.

use super::{Check, Effect, Evidence, Finding, Problem, TextSurvey, differences};
use crate::diagnose::evidence::Oddity;
use crate::diagnose::text_profile::TextProfile;
use crate::what_if::Change;

/// Minimum rise of the score without the spaces of tokenizers: a tenth of a point of 100. Most tokenizers split punctuation
/// in any text, so that tokenized text costs little; if every line has such spaces, it is named even if it costs nothing.
const MIN_RISE: f64 = 0.001;

/// Factor between the numbers of such spaces on both sides, and the same if they cost nothing.
const MIN_DISPARITY: f64 = 3.0;
const CLEAR_DISPARITY: f64 = 10.0;

/// Number of marks apart of which one, at least, is a period or a comma.
const MARKS_PER_PERIOD: u64 = 12;

/// Minimum number of lines that end in a period apart, as in sacreBLEU.
const MIN_PERIODS_APART: u64 = 100;

pub const CHECK: Check =
    Check::new("tokenized", "one side is tokenized", find).with_sign(sign).accounting_for(|_, other, evidence| {
        match other.problem {
            Problem::OddLines(Oddity::Split) => Some(Effect),
            Problem::Difference(Change::Punctuation) => differences::for_punctuation(Change::Tokenized, evidence),
            _ => None,
        }
    });

/// Most lines end in a period apart.
fn sign(survey: &TextSurvey) -> Option<Problem> {
    let lines = survey.periods_apart;
    let is_sign = 2 * lines > survey.lines && !survey.sample.has_letters_apart();
    (lines >= MIN_PERIODS_APART && is_sign).then_some(Problem::Tokenized)
}

fn find(evidence: &Evidence) -> Option<Finding> {
    if evidence.definition.tokenization().ignores_spaces() {
        return None;
    }
    let what_if = evidence.what_if(Change::Tokenized)?;
    let (candidate, reference) = evidence.places(what_if);
    let costs = what_if.difference >= MIN_RISE && evidence.is_disparate(what_if, MIN_DISPARITY);
    if !(costs || candidate.max(reference) >= evidence.segments.all && evidence.is_disparate(what_if, CLEAR_DISPARITY))
    {
        return None;
    }
    // A style may set one kind of mark apart; a tokenizer does so with periods and commas too.
    let apart = |text: &TextProfile| text.marks_apart;
    let [own, others] = [apart(evidence.candidate), evidence.references.iter().map(apart).sum()];
    if MARKS_PER_PERIOD * own.abs_diff(others) < candidate.abs_diff(reference) {
        return None;
    }
    let (looks, advice) = if reference > candidate {
        // If none of them looks tokenized alone, they are so on average.
        let tokenized = evidence.references_that(TextProfile::looks_tokenized);
        let set = tokenized.map_or_else(|| "the references".into(), |(set, _)| set);
        let look = if set.starts_with("reference ") { "looks" } else { "look" };
        (format!("{set} {look} tokenized, the candidate does not"), "use untokenized references")
    } else {
        ("the candidate looks tokenized, unlike the references".into(), "detokenize the candidate")
    };
    let characters = format!("{looks}: spaces before punctuation");
    let finding = differences::in_numbers(evidence, what_if, Problem::Tokenized, &characters, advice.into());
    Some(finding.with_loss(evidence.loss(Change::Tokenized).max(0.01)))
}
