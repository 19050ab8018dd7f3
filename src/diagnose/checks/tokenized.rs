//! One side is tokenized, the other is not.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::text_profile::TextProfile;
use crate::what_if::Change;

/// Minimum number of periods and commas of a text whose use of them is judged.
const MIN_MARKS: u64 = 20;

pub fn check(e: &Evidence) -> Option<Finding> {
    // These tokenizers ignore spaces.
    if e.definition.tokenization().ignores_spaces() {
        return None;
    }
    let differ = |tokenized: &TextProfile, other: &TextProfile| {
        tokenized.marks.min(other.marks) >= MIN_MARKS && tokenized.apart_share() > 0.5 && other.apart_share() < 0.2
    };
    let (looks, advice, (set, profile)) = if let Some(found) = e.references_that(|text| differ(e.candidate, text)) {
        (format!("the candidate looks tokenized, unlike {}", found.0.name()), "detokenize the candidate", found)
    } else {
        let found = e.references_that(|text| differ(text, e.candidate))?;
        let look = if found.0.is_singular() { "looks" } else { "look" };
        let looks = format!("{} {look} tokenized, the candidate does not", found.0.name());
        (looks, "use untokenized references", found)
    };
    let (candidate, reference) = (e.candidate.apart_share(), profile.apart_share());
    let evidence = format!(
        "{looks}: {:.0} % of the candidate's periods and commas have a space before them, {:.0} % of those of {}",
        100.0 * candidate,
        100.0 * reference,
        set.name()
    );
    let finding = Finding::new("tokenized", evidence, advice)
        .number("candidate_share", candidate)
        .number("reference_share", reference);
    Some(finding.costs(e.loss(Change::Tokenized).max(0.01)))
}
