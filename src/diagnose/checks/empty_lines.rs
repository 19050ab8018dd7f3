//! Candidate lines without a token, and empty reference lines.

use super::Evidence;
use crate::diagnose::finding::Finding;

/// One segment in this many must be affected.
const MIN_AFFECTED: u64 = 100;

pub fn check(e: &Evidence) -> Option<Finding> {
    let (lost, segments) = (&e.segments.lost, e.segments.all);
    let is_frequent = |lines: u64| lines > 0 && lines * MIN_AFFECTED >= segments;
    if is_frequent(lost.segments) {
        let evidence =
            format!("{} of {segments} candidate lines have no token, but their references do", lost.segments);
        let finding = Finding::new("empty lines", evidence, "did the translation fail on them?")
            .count("lines", lost.segments)
            .count("segments", segments);
        return Some(finding.at(lost.ranges()).costs(e.share(lost.segments)));
    }
    let lines = (1..).zip(e.references).map(|(reference, text)| (text.empty_lines, reference));
    let (empty, reference) = lines.max()?;
    if empty <= e.candidate.empty_lines || !is_frequent(empty) {
        return None;
    }
    let evidence = format!("{empty} of {segments} lines of reference {reference} are empty");
    let advice = "each counts as a reference of length 0, so that a short candidate escapes the brevity penalty; \
                  --empty-reference missing leaves them out";
    let finding = Finding::new("empty lines", evidence, advice).count("lines", empty).count("segments", segments);
    Some(finding.costs(e.share(empty)))
}
