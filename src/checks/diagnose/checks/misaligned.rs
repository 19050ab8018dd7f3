//! Candidate lines that are most similar to reference lines further up or down.
//!
//! | `misaligned` | blocks of lines that resemble a reference's lines further up or down |
//!
//! - `misaligned`: blocks of 8 or more lines, at any distance.

use super::{Check, Evidence, Finding, Problem, also_for, clearest, wrong_text};
use crate::checks::diagnose::alignment::ShiftedRange;
use crate::checks::diagnose::alignment::permutation::Comparison;

/// Maximum number of shifted ranges that are listed.
const LISTED_RANGES: usize = 3;

pub const CHECK: Check = Check::new("misaligned", "lines are shifted", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    // In a shuffled text, some lines are by chance as far away as their neighbors.
    let losing = |comparison: &Comparison| comparison.shuffled.as_ref().map_or(0, |shuffled| shuffled.losing);
    let misaligned = (1..).zip(evidence.comparisons).filter(|(_, found)| lines(&found.shifted) > losing(found));
    let (reference, Comparison { shifted: ranges, .. }, others) = clearest(misaligned, |found| lines(&found.shifted))?;
    let in_words = |range: &ShiftedRange| {
        format!(
            "in segments {} to {}, {} candidate lines are most similar to the line of reference {reference} that is {} \
             further {}, {} to their own",
            evidence.places.of(range.segments.first) + 1,
            evidence.places.of(range.segments.last) + 1,
            range.shifted,
            range.shift.unsigned_abs(),
            if range.shift > 0 { "down" } else { "up" },
            range.own
        )
    };
    let mut parts: Vec<String> = ranges.iter().take(LISTED_RANGES).map(in_words).collect();
    if ranges.len() > LISTED_RANGES {
        parts.push(format!("and {} more ranges", ranges.len() - LISTED_RANGES));
    }
    let in_words = format!("{}{}", parts.join("; "), also_for(reference, &others, evidence));
    Some(
        Finding::new(Problem::Misaligned, in_words, advice(ranges, evidence))
            .lines(lines(ranges))
            .of(wrong_text(reference, &others, evidence))
            .number("shift", ranges.first().map_or(0.0, |range| range.shift as f64))
            .at(ranges.iter().map(|range| range.segments))
            .with_loss(evidence.share(lines(ranges))),
    )
}

fn lines(ranges: &[ShiftedRange]) -> u64 {
    ranges.iter().map(|range| range.segments.len()).sum()
}

/// Says where lines are missing or superfluous.
fn advice(ranges: &[ShiftedRange], evidence: &Evidence) -> String {
    let is_swapped = ranges.iter().any(|range| range.shift > 0) && ranges.iter().any(|range| range.shift < 0);
    let Some(first) = ranges.first().filter(|_| !is_swapped) else {
        return "blocks of lines may be in another order".into();
    };
    let (lacking, other) = if first.shift > 0 { ("candidate", "reference") } else { ("reference", "candidate") };
    let lines = match first.shift.unsigned_abs() {
        1 => "a line".into(),
        count => format!("{count} lines"),
    };
    format!(
        "look near segment {}: the {lacking} lacks {lines}, or the {other} has {lines} too many",
        evidence.places.of(first.segments.first) + 1
    )
}
