//! Candidate lines that are most similar to reference lines further up or down.

use super::Evidence;
use crate::diagnose::alignment::ShiftedRange;
use crate::diagnose::finding::{Finding, SegmentRange};
use crate::diagnose::words::numbered;
use std::cmp::Reverse;

/// Maximum number of shifted ranges that are listed.
const MAX_RANGES: usize = 3;

pub fn check(e: &Evidence) -> Option<Finding> {
    // In a shuffled text, some lines are by chance as far away as their neighbors.
    let is_found = |number: usize, ranges: &[ShiftedRange]| match &e.comparisons[number - 1].shuffled {
        Some(shuffled) => lines(ranges) > shuffled.losing,
        None => !ranges.is_empty(),
    };
    let misaligned: Vec<(usize, &Vec<ShiftedRange>)> =
        (1..).zip(e.shifted).filter(|(number, ranges)| is_found(*number, ranges)).collect();
    let &(reference, ranges) = misaligned.iter().max_by_key(|(number, ranges)| (lines(ranges), Reverse(*number)))?;
    let mut parts: Vec<String> = ranges.iter().take(MAX_RANGES).map(|range| in_words(range, reference)).collect();
    if ranges.len() > MAX_RANGES {
        parts.push(format!("and {} more ranges", ranges.len() - MAX_RANGES));
    }
    let others: Vec<usize> =
        misaligned.iter().map(|(number, _)| *number).filter(|number| *number != reference).collect();
    if !others.is_empty() {
        parts.push(format!("lines are shifted against {} too", numbered(&others)));
    }
    let shifted = lines(ranges);
    let finding = Finding::new("misaligned", parts.join("; "), advice(ranges))
        .count("lines", shifted)
        .number("shift", ranges.first().map_or(0.0, |range| range.shift as f64))
        .at(ranges.iter().map(|range| SegmentRange { first: range.first, last: range.last }));
    Some(finding.costs(e.share(shifted)))
}

fn lines(ranges: &[ShiftedRange]) -> u64 {
    ranges.iter().map(|range| range.last - range.first + 1).sum()
}

fn in_words(range: &ShiftedRange, reference: usize) -> String {
    format!(
        "in segments {} to {}, {} candidate lines are most similar to the line of reference {reference} that is {} \
         further {}, {} to their own",
        range.first,
        range.last,
        range.shifted,
        range.shift.unsigned_abs(),
        if range.shift > 0 { "down" } else { "up" },
        range.own
    )
}

fn advice(ranges: &[ShiftedRange]) -> String {
    let is_swapped = ranges.iter().any(|range| range.shift > 0) && ranges.iter().any(|range| range.shift < 0);
    let Some(first) = ranges.first().filter(|_| !is_swapped) else {
        return "blocks of lines may be in another order".into();
    };
    let (lacking, other) = if first.shift > 0 { ("candidate", "reference") } else { ("reference", "candidate") };
    let lines = match first.shift.unsigned_abs() {
        1 => "a line".into(),
        count => format!("{count} lines"),
    };
    format!("look near segment {}: the {lacking} lacks {lines}, or the {other} has {lines} too many", first.first)
}
