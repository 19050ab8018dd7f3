//! Candidate lines that have no more in common with their reference lines than by chance.

use super::{Check, Relation};
use crate::diagnose::alignment::permutation::UnrelatedRange;
use crate::diagnose::evidence::{Evidence, SPOILS_LINES};
use crate::diagnose::finding::{Finding, SegmentRange};
use crate::diagnose::problem::Problem;
use crate::what_if::Change;
use std::cmp::Reverse;

pub const CHECK: Check = Check::new(find).accounting_for(|cause, other, evidence| {
    let Problem::Unrelated { compared, related, .. } = cause else { return Relation::Independent };
    // Another language has other letters.
    let is_most = 2 * (compared - related) > evidence.segments.all;
    Relation::effect_if(match other {
        Problem::DroppedLetters { .. } => is_most,
        Problem::Difference(effect) if effect.change == Change::Diacritics => {
            is_most && effect.difference < SPOILS_LINES
        }
        _ => false,
    })
});

fn find(evidence: &Evidence) -> Option<Finding> {
    let ranges: Vec<(usize, UnrelatedRange)> =
        (1..).zip(evidence.comparisons).filter_map(|(r, comparison)| Some((r, comparison.unrelated?))).collect();
    let &(reference, UnrelatedRange { first, last, compared, related, .. }) =
        ranges.iter().max_by_key(|(r, range)| (range.evidence, Reverse(*r)))?;
    let other_references = ranges.iter().map(|(r, _)| *r).filter(|r| *r != reference).collect();
    let problem = Problem::Unrelated { reference, other_references, compared, related };
    let loss = evidence.share(last - first + 1) * (1.0 - related as f64 / compared.max(1) as f64);
    Some(Finding::new(problem).at([SegmentRange { first, last }]).with_loss(loss))
}
