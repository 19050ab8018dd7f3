//! Candidate lines that are most similar to reference lines of other segments, all over the text.

use super::Check;
use crate::diagnose::alignment::permutation::Shuffled;
use crate::diagnose::evidence::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;
use std::cmp::Reverse;

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let found = (1..)
        .zip(evidence.comparisons)
        .filter_map(|(number, comparison)| Some((number, comparison.shuffled.as_ref()?)));
    let found: Vec<(usize, &Shuffled)> = found.collect();
    let &(reference, lines) = found.iter().max_by_key(|(number, lines)| (lines.losing, Reverse(*number)))?;
    let problem = Problem::Shuffled {
        reference,
        other_references: found.iter().map(|(number, _)| *number).filter(|number| *number != reference).collect(),
        compared: lines.compared,
        lines: lines.losing,
        searched: lines.searched,
        found_elsewhere: lines.elsewhere,
        is_reversed: lines.reversed,
    };
    let loss = lines.losing as f64 / lines.compared.max(1) as f64;
    Some(Finding::new(problem).at(lines.segments.iter().copied()).with_loss(loss))
}
