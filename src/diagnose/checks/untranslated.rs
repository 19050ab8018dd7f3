//! Candidate lines that repeat the source.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::problem::Problem;

/// Minimum number of such lines: this many, and one in this many.
const MIN_LINES: u64 = 3;
const LINES_PER_COPY: u64 = 200;

pub fn check(evidence: &Evidence) -> Option<Finding> {
    let copies = &evidence.segments.untranslated;
    if copies.segments < MIN_LINES.max(evidence.segments.all / LINES_PER_COPY) {
        return None;
    }
    let problem = Problem::Untranslated { lines: copies.segments, segments: evidence.segments.all };
    Some(Finding::new(problem).at(copies.ranges()).with_loss(evidence.share(copies.segments)))
}
