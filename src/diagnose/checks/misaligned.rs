//! Candidate lines that are most similar to reference lines further up or down.

use super::Check;
use crate::diagnose::alignment::ShiftedRange;
use crate::diagnose::evidence::Evidence;
use crate::diagnose::finding::{Finding, SegmentRange};
use crate::diagnose::problem::Problem;
use std::cmp::Reverse;

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    // In a shuffled text, some lines are by chance as far away as their neighbors.
    let is_found = |number: usize, ranges: &[ShiftedRange]| match &evidence.comparisons[number - 1].shuffled {
        Some(shuffled) => lines(ranges) > shuffled.losing,
        None => !ranges.is_empty(),
    };
    let misaligned: Vec<(usize, &Vec<ShiftedRange>)> =
        (1..).zip(evidence.shifted).filter(|(number, ranges)| is_found(*number, ranges)).collect();
    let &(reference, ranges) = misaligned.iter().max_by_key(|(number, ranges)| (lines(ranges), Reverse(*number)))?;
    let problem = Problem::Misaligned {
        reference,
        ranges: ranges.clone(),
        other_references: misaligned.iter().map(|(number, _)| *number).filter(|number| *number != reference).collect(),
    };
    let finding =
        Finding::new(problem).at(ranges.iter().map(|range| SegmentRange { first: range.first, last: range.last }));
    Some(finding.with_loss(evidence.share(lines(ranges))))
}

fn lines(ranges: &[ShiftedRange]) -> u64 {
    ranges.iter().map(ShiftedRange::lines).sum()
}
