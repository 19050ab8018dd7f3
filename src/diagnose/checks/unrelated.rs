//! Candidate lines that have no more in common with their reference lines than by chance.

use super::case::has_other_case;
use super::differences::costly;
use super::script::{has_foreign_lines, has_other_script};
use super::{Evidence, encoding, subwords};
use crate::diagnose::alignment::UnrelatedRange;
use crate::diagnose::finding::{Finding, SegmentRange};
use crate::diagnose::problem::Problem;
use std::cmp::Reverse;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    // Each of these makes lines unrelated, and says why, unless most lines are related nevertheless.
    let incomparable = subwords::check(evidence).is_some() || costly(evidence);
    if has_foreign_lines(evidence) || encoding::spoils_most_lines(evidence) {
        return None;
    }
    let is_explained = |r: usize| {
        let reference = &evidence.references[r];
        let is_latin = reference.letters.shares().first().is_some_and(|first| first.script == "Latin");
        // Lines are compared without the case of ASCII letters.
        let incomparable = incomparable || !is_latin && has_other_case(evidence.candidate, reference);
        has_other_script(evidence.candidate, reference) || incomparable && evidence.comparisons[r].is_weak
    };
    let range = |r: usize| evidence.comparisons[r].unrelated.filter(|_| !is_explained(r)).map(|range| (r + 1, range));
    let ranges: Vec<(usize, UnrelatedRange)> = (0..evidence.references.len()).filter_map(range).collect();
    let &(reference, UnrelatedRange { first, last, compared, related, .. }) =
        ranges.iter().max_by_key(|(r, range)| (range.evidence, Reverse(*r)))?;
    let other_references = ranges.iter().map(|(r, _)| *r).filter(|r| *r != reference).collect();
    let problem = Problem::Unrelated { reference, other_references, compared, related };
    let loss = evidence.share(last - first + 1) * (1.0 - related as f64 / compared.max(1) as f64);
    Some(Finding::new(problem).at([SegmentRange { first, last }]).with_loss(loss))
}
