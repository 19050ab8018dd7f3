//! Candidate lines that repeat the source.

use super::Evidence;
use crate::diagnose::finding::Finding;
use crate::diagnose::words::segments;

/// Minimum number of such lines: this many, and one in this many.
const MIN_LINES: u64 = 3;
const LINES_PER_COPY: u64 = 200;

pub fn check(e: &Evidence) -> Option<Finding> {
    let copies = &e.segments.untranslated;
    if copies.segments < MIN_LINES.max(e.segments.all / LINES_PER_COPY) {
        return None;
    }
    let ranges = copies.ranges();
    let evidence = format!(
        "{} of {} candidate lines repeat the source, unlike their references: {}",
        copies.segments,
        e.segments.all,
        segments(&ranges)
    );
    let finding = Finding::new("untranslated", evidence, "did the translation fail on them?")
        .count("lines", copies.segments)
        .count("segments", e.segments.all)
        .at(ranges);
    Some(finding.costs(e.share(copies.segments)))
}
