//! One side is tokenized, the other is not.

use super::Evidence;
use super::differences::of_change;
use super::encoding::spoils_most_lines;
use crate::diagnose::finding::Finding;
use crate::diagnose::text_profile::TextProfile;
use crate::what_if::Change;

/// Minimum rise of the score without the spaces of tokenizers: a tenth of a point of 100. Most tokenizers split punctuation
/// in any text, so that tokenized text costs little; if every line has such spaces, it is named even if it costs nothing.
const MIN_RISE: f64 = 0.001;

/// Factor between the numbers of such spaces on both sides, and the same if they cost nothing.
const MIN_DISPARITY: f64 = 3.0;
const CLEAR_DISPARITY: f64 = 10.0;

pub fn check(e: &Evidence) -> Option<Finding> {
    // These tokenizers ignore spaces, and letters that are question marks are not punctuation.
    if e.definition.tokenization().ignores_spaces() || spoils_most_lines(e) {
        return None;
    }
    let x = e.what_if(Change::Tokenized)?;
    let (candidate, reference) = e.places(x);
    let costs = x.difference >= MIN_RISE && e.is_disparate(x, MIN_DISPARITY);
    if !(costs || candidate.max(reference) >= e.segments.all && e.is_disparate(x, CLEAR_DISPARITY)) {
        return None;
    }
    let tokenized = e.references_that(TextProfile::looks_tokenized).map(|(references, _)| references);
    let (looks, advice) = match tokenized {
        Some(references) if reference > candidate => {
            let look = if references.is_singular() { "looks" } else { "look" };
            (format!("{} {look} tokenized, the candidate does not", references.name()), "use untokenized references")
        }
        _ if reference > candidate => {
            ("the references look tokenized, the candidate does not".into(), "use untokenized references")
        }
        _ => ("the candidate looks tokenized, unlike the references".into(), "detokenize the candidate"),
    };
    let finding = of_change(e, x, "tokenized", &format!("{looks}: spaces before punctuation"), advice);
    Some(finding.costs(e.loss(Change::Tokenized).max(0.01)))
}
