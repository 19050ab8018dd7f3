//! Lines that repeat the same words over and over.

use super::{Check, Relation};
use crate::diagnose::evidence::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;

pub const CHECK: Check = Check::new(find).accounting_for(|cause, other, evidence| match (cause, other) {
    // One line in fifty that loops is why a text is longer.
    (Problem::Repetition { lines }, Problem::Length { hyp_len, ref_len, .. }) => {
        Relation::consequence_if(hyp_len > ref_len && evidence.share(*lines) >= 0.02)
    }
    _ => Relation::Independent,
});

fn find(evidence: &Evidence) -> Option<Finding> {
    let loops = &evidence.candidate.garbled.loops;
    let lines = loops.segments;
    (lines > 0).then(|| Finding::new(Problem::Repetition { lines }).at(loops.ranges()).with_loss(evidence.share(lines)))
}
