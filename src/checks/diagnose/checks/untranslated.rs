//! Candidate lines that repeat the source.
//!
//! | `untranslated` | lines that repeat the text of `--source`, though their references do not |
//!
//! - `untranslated`: a few lines.

use super::{Check, Evidence, Finding, LineRecord, Problem, SegmentList, Sketch, Text};
use crate::checks::diagnose::alignment::thresholds::MIN_SUBSTRINGS;
use crate::checks::diagnose::limits::{InGoodText, NEARLY_ALL};

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let is_copy = |(line, source): &(usize, &Sketch)| {
        let is_copy = |line: &LineRecord| source.similarity(&line.sketch) >= NEARLY_ALL;
        source.ones() >= MIN_SUBSTRINGS
            && is_copy(&evidence.candidate.records[*line])
            && !evidence.pairs(Text::Candidate, *line).any(|(_, other)| is_copy(other))
    };
    let lines = evidence.source.iter().enumerate().take(evidence.candidate.records.len());
    let copies: Vec<usize> = lines.filter(is_copy).map(|(line, _)| line).collect();
    if (copies.len() as u64) < InGoodText::Never.least(evidence.segments()) {
        return None;
    }
    let is_exact = |line: &usize| evidence.source[*line].hash() == evidence.candidate.records[*line].sketch.hash();
    let problem = Problem::Untranslated { are_exact: copies.iter().all(is_exact) };
    let copies: SegmentList = copies.into_iter().collect();
    Some(Finding::of_lines(problem, Text::Candidate, &copies, evidence.segments(), evidence))
}
