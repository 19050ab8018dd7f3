//! Candidate lines that repeat the source.

use super::{Check, Relation};
use crate::diagnose::evidence::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;

/// Minimum number of such lines: this many, and one in this many.
const MIN_LINES: u64 = 3;
const LINES_PER_COPY: u64 = 200;

pub const CHECK: Check = Check::new(find).accounting_for(|cause, other, _| match (cause, other) {
    (Problem::Untranslated { lines, .. }, Problem::Unrelated { compared, related, .. }) => {
        Relation::effect_if(2 * lines >= compared - related)
    }
    // The source is in another script.
    (_, Problem::ForeignLines { .. } | Problem::OtherScript { .. }) => Relation::Consequence,
    _ => Relation::Independent,
});

fn find(evidence: &Evidence) -> Option<Finding> {
    let copies = &evidence.segments.untranslated;
    if copies.segments < MIN_LINES.max(evidence.segments.all / LINES_PER_COPY) {
        return None;
    }
    let problem = Problem::Untranslated { lines: copies.segments, segments: evidence.segments.all };
    Some(Finding::new(problem).at(copies.ranges()).with_loss(evidence.share(copies.segments)))
}
