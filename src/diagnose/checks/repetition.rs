//! Lines that repeat the same words over and over.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    let loops = &evidence.candidate.oddities.loops;
    let lines = loops.segments;
    (lines > 0).then(|| Finding::new(Problem::Repetition { lines }).at(loops.ranges()).with_loss(evidence.share(lines)))
}
