//! Lines that repeat the same words over and over.

use super::Evidence;
use super::encoding::spoils_most_lines;
use super::length;
use crate::diagnose::finding::Finding;
use crate::diagnose::words::segments;

/// Share of lines that loop from which loops are why a text is longer.
const LENGTHENING: f64 = 0.02;

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
    // Loops make a text longer.
    let longer = length::check(e).filter(|_| e.score.ratio() > 1.0 && e.share(loops.segments) >= LENGTHENING);
    Some(finding.costs(longer.map_or(0.0, |length| 1.01 * length.loss).max(e.share(loops.segments))))
}
