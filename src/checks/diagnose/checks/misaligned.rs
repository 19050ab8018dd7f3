//! Candidate lines that are most similar to reference lines further up or down.
//!
//! | `misaligned` | blocks of lines that resemble a reference's lines further up or down |
//!
//! - `misaligned`: blocks of 8 or more lines, at any distance.

use super::{Check, Evidence, Finding, Problem, clearest, wrong_text};
use crate::checks::diagnose::alignment::ShiftedRange;
use crate::checks::diagnose::alignment::permutation::Comparison;

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    // In a shuffled text, some lines are by chance as far away as their neighbors.
    let losing = |comparison: &Comparison| comparison.shuffled.as_ref().map_or(0, |shuffled| shuffled.losing);
    let misaligned = (1..).zip(evidence.comparisons).filter(|(_, found)| lines(&found.shifted) > losing(found));
    let strength = |found: &&Comparison| lines(&found.shifted);
    let (references, Comparison { shifted, .. }) = clearest(misaligned, strength, evidence)?;
    let (text, ranges) = (wrong_text(&references), shifted.clone());
    Some(
        Finding { lines: lines(shifted), ..Finding::new(Problem::Misaligned { references, ranges }) }
            .of(text)
            .at(shifted.iter().map(|range| range.segments))
            .with_loss(evidence.share(lines(shifted))),
    )
}

fn lines(ranges: &[ShiftedRange]) -> u64 {
    ranges.iter().map(|range| range.segments.len()).sum()
}
