//! Candidate lines that have no more in common with their reference lines than by chance.

use super::case::has_other_case;
use super::differences::costly;
use super::script::{has_foreign_lines, has_other_script};
use super::{Evidence, encoding, subwords};
use crate::diagnose::alignment::UnrelatedRange;
use crate::diagnose::finding::{Finding, SegmentRange};
use crate::diagnose::words::and_for;
use std::cmp::Reverse;

pub fn check(e: &Evidence) -> Option<Finding> {
    // Each of these makes lines unrelated, and says why, unless most lines are related nevertheless.
    let incomparable = subwords::check(e).is_some() || costly(e);
    if has_foreign_lines(e) || encoding::spoils_most_lines(e) {
        return None;
    }
    let is_explained = |r: usize| {
        let reference = &e.references[r];
        let is_latin = reference.letters.shares().first().is_some_and(|first| first.script == "Latin");
        // Lines are compared without the case of ASCII letters.
        let incomparable = incomparable || !is_latin && has_other_case(e.candidate, reference);
        has_other_script(e.candidate, reference) || incomparable && e.comparisons[r].is_weak
    };
    let range = |r: usize| e.comparisons[r].unrelated.filter(|_| !is_explained(r)).map(|range| (r + 1, range));
    let ranges: Vec<(usize, UnrelatedRange)> = (0..e.references.len()).filter_map(range).collect();
    let &(reference, UnrelatedRange { first, last, compared, related, .. }) =
        ranges.iter().max_by_key(|(r, range)| (range.evidence, Reverse(*r)))?;
    let others: Vec<usize> = ranges.iter().map(|(r, _)| *r).filter(|r| *r != reference).collect();
    let evidence = format!(
        "in segments {first} to {last}, only {related} of {compared} candidate lines have more in common with the line of \
         reference {reference} than with random other lines of it{}",
        and_for(&others)
    );
    let finding =
        Finding::new("unrelated", evidence, "do the files hold the same text, in the same order and language?")
            .count("compared", compared)
            .count("related", related)
            .at([SegmentRange { first, last }]);
    Some(finding.costs(e.share(last - first + 1) * (1.0 - related as f64 / compared.max(1) as f64)))
}
