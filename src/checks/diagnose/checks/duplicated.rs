//! Blocks of candidate lines that repeat earlier ones, though their references differ.
//!
//! | `duplicated` | lines that repeat earlier lines, though their references differ |
//!
//! - `duplicated`: blocks of 3 or more long lines that equal earlier ones, or 3 or more long lines that equal the line before. Blocks
//!   of fewer than 8 lines count only if the earlier lines fit their references better; blocks of fewer than 3, if they are 8 lines
//!   in all, and 1 in 100. In a text in another order, only lines that equal the line before count.

use super::{Check, Evidence, Finding, Problem, SegmentRange, Sketch, TextProfile};
use crate::checks::diagnose::alignment::ShiftedRange;
use crate::checks::diagnose::alignment::thresholds::{ALIGNED, LEAD, MIN_SUBSTRINGS};
use crate::checks::diagnose::limits::{FEW_LINES, InGoodText, MANY_LINES, is_nearly_all};
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// A block of lines that equals an earlier one; indices from 0.
struct Block {
    first: usize,
    lines: usize,
    /// Distance from the earlier block.
    distance: usize,
}

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let lines_of_candidate = evidence.candidate.sketches();
    let references: Vec<Vec<&Sketch>> = evidence.references.iter().map(TextProfile::sketches).collect();
    let texts = || references.iter().zip(evidence.comparisons.iter().map(|comparison| &comparison.shifted));
    // Long enough not to occur twice by chance.
    let is_distinctive = |line: usize| lines_of_candidate[line].ones() >= MIN_SUBSTRINGS;
    // A sentence that a test set has twice may be translated differently.
    let references_differ = |one: usize, other: usize| {
        texts().all(|(text, shifted)| {
            let [one, other] = [one, other].map(|line| line as i64 + shift_of(line, shifted));
            // A copy of a line may be found in its place.
            let are_other = |(a, b): (&Sketch, &Sketch)| a.hash() != b.hash() && a.similarity(b) < ALIGNED;
            one == other || line_at(text, one).zip(line_at(text, other)).is_none_or(are_other)
        })
    };
    // In a text in another order, neither line fits its reference.
    let fits_better = |block: &Block, line: usize| {
        let first = line - block.distance;
        let best = |line: usize| {
            let references =
                texts().filter_map(|(text, shifted)| line_at(text, line as i64 + shift_of(first, shifted)));
            references.map(|reference| lines_of_candidate[line].similarity(reference)).fold(0.0, f64::max)
        };
        best(first) >= best(line) + LEAD
    };
    let is_copy = |block: &Block, line: &usize| {
        is_distinctive(*line)
            && references_differ(line - block.distance, *line)
            && (block.lines as u64 >= MANY_LINES || fits_better(block, *line))
    };
    let is_found = |block: &Block| {
        let copies = (block.first..block.first + block.lines).filter(|line| is_copy(block, line)).count();
        let distinctive = (block.first..block.first + block.lines).filter(|line| is_distinctive(*line)).count();
        copies > 0 && is_nearly_all(copies as u64, distinctive as u64)
    };
    let mut blocks: Vec<Block> = blocks(&lines_of_candidate, is_distinctive).into_iter().filter(is_found).collect();
    // A few short blocks may be sentences that the text has twice.
    let is_short = |block: &Block| (block.lines as u64) < FEW_LINES && block.distance > 1;
    let short: u64 = blocks.iter().filter(|block| is_short(block)).map(|block| block.lines as u64).sum();
    if short < InGoodText::Seldom.least(lines_of_candidate.len() as u64) {
        blocks.retain(|block| !is_short(block));
    }
    let neighbors: usize = blocks.iter().filter(|block| block.distance == 1).map(|block| block.lines).sum();
    if (neighbors as u64) < FEW_LINES {
        blocks.retain(|block| block.distance > 1);
    }
    let lines: usize = blocks.iter().map(|block| block.lines).sum();
    // In a text in another order, the lines that a test set has twice have lost their references, which tell them from copies.
    if 2 * neighbors <= lines && evidence.comparisons.iter().all(|comparison| comparison.shuffled.is_some()) {
        return None;
    }
    let first = blocks.first()?;
    let range = |first: usize, lines: usize| SegmentRange { first: first as u64, last: (first + lines) as u64 - 1 };
    let ranges: Vec<SegmentRange> = blocks.iter().map(|block| range(block.first, block.lines)).collect();
    let problem = Problem::Duplicated {
        blocks: blocks.len() as u64,
        neighbors: neighbors as u64,
        first: ranges[..1].to_vec(),
        earlier: vec![range(first.first - first.distance, first.lines)],
    };
    Some(
        Finding { lines: lines as u64, ..Finding::new(problem) }
            .at(ranges)
            // A block in the place of another one is misaligned too.
            .with_loss(evidence.share(lines as u64)),
    )
}

/// Distance of the reference of a candidate line.
fn shift_of(line: usize, shifted: &[ShiftedRange]) -> i64 {
    let range = shifted.iter().find(|range| range.segments.contains(line));
    range.map_or(0, |range| range.shift)
}

fn line_at<'a>(text: &[&'a Sketch], line: i64) -> Option<&'a Sketch> {
    text.get(usize::try_from(line).ok()?).copied()
}

/// Returns the blocks of lines that equal earlier ones.
fn blocks(lines: &[&Sketch], is_distinctive: impl Fn(usize) -> bool) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut first = HashMap::with_capacity_and_hasher(lines.len(), RandomState::default());
    for (i, line) in lines.iter().enumerate() {
        let first = *first.entry(line.hash()).or_insert(i);
        if let Some(block) = blocks.last_mut()
            && block.first + block.lines == i
            && lines[i - block.distance].hash() == line.hash()
        {
            block.lines += 1;
        } else if first < i && is_distinctive(i) {
            blocks.push(Block { first: i, lines: 1, distance: i - first });
        }
    }
    blocks
}
