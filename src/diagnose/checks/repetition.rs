//! Lines that repeat the same words over and over.

use super::Evidence;
use super::encoding::spoils_most_lines;
use crate::diagnose::finding::Finding;
use crate::diagnose::words::segments;

pub fn check(e: &Evidence) -> Option<Finding> {
    let loops = &e.candidate.oddities.loops;
    // Marks in place of letters repeat.
    if loops.segments == 0 || spoils_most_lines(e) {
        return None;
    }
    let ranges = loops.ranges();
    let what = match loops.segments {
        1 => "1 candidate line repeats the same words over and over, unlike its references".into(),
        lines => format!("{lines} candidate lines repeat the same words over and over, unlike their references"),
    };
    let evidence = format!("{what}: {}", segments(&ranges));
    let advice = "did the model loop? limit the length of its output, or forbid repeated n-grams";
    let finding = Finding::new("repetition", evidence, advice).count("lines", loops.segments).at(ranges);
    Some(finding.costs(e.share(loops.segments)))
}
