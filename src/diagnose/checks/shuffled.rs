//! Candidate lines that are most similar to reference lines of other segments, all over the text.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::permutation::Shuffled;
use crate::diagnose::words::and_for;
use std::cmp::Reverse;

pub fn check(e: &Evidence) -> Option<Finding> {
    let found =
        (1..).zip(e.comparisons).filter_map(|(number, comparison)| Some((number, comparison.shuffled.as_ref()?)));
    let found: Vec<(usize, &Shuffled)> = found.collect();
    let &(reference, lines) = found.iter().max_by_key(|(number, lines)| (lines.losing, Reverse(*number)))?;
    let others: Vec<usize> = found.iter().map(|(number, _)| *number).filter(|number| *number != reference).collect();
    let order = if lines.reversed { "the candidate is in reverse order" } else { "the lines are in another order" };
    let evidence = format!(
        "{} of {} candidate lines are no more similar to the line of reference {reference} than to random other lines, \
         and {} of {} of them that were looked for are most similar to a line elsewhere{}",
        lines.losing,
        lines.compared,
        lines.elsewhere,
        lines.searched,
        and_for(&others)
    );
    let finding = Finding::new("shuffled", evidence, format!("{order}: bring both files into the same order"))
        .count("compared", lines.compared)
        .count("lines", lines.losing)
        .count("searched", lines.searched)
        .count("found_elsewhere", lines.elsewhere)
        .at(lines.segments.iter().copied());
    Some(finding.costs(lines.losing as f64 / lines.compared.max(1) as f64))
}
