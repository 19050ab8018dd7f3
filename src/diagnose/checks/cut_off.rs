//! Lines that end in the middle of a sentence.

use super::{Check, Consequence, Effect, Evidence, Finding, Problem, SegmentRange};
use crate::diagnose::line_record::LineRecord;
use crate::diagnose::segment_list::SegmentList;

/// Minimum number of such lines: this many, and one in so many. Of real translations, fewer than one in twenty end so.
const MIN_LINES: u64 = 8;
const LINES_PER_CUT: u64 = 20;

/// Share of the length that most lines have, in proportion to their references, below which a line may be cut.
const SHORT: f64 = 0.65;

/// Share of the length that most lines have if all are cut.
const SHORT_TEXT: f64 = 0.85;

/// Of this many other lines, at most one may lack its end.
const LONGER_PER_UNFINISHED: usize = 7;

/// Minimum number of characters of a reference whose line may be cut.
const MIN_CHARACTERS: u32 = 20;

/// In tenths, the share of the lines without their final mark from which the text as a whole is cut.
const MOST: u64 = 5;

pub const CHECK: Check = Check::new("cut off", find).accounting_for(|cause, other, evidence| match other.problem {
    Problem::Length => Some(Consequence),
    Problem::Difference(_) => (2 * cause.lines > evidence.segments.all).then_some(Effect),
    _ => None,
});

fn find(evidence: &Evidence) -> Option<Finding> {
    let lines = || (0..evidence.candidate.records.len()).filter_map(|line| Some((line, pair(evidence, line)?)));
    let mut ratios: Vec<f64> = lines().map(|(_, (one, other))| ratio(one, other)).collect();
    let upper = 3 * ratios.len() / 4;
    if ratios.is_empty() {
        return None;
    }
    let usual = *ratios.select_nth_unstable_by(upper, f64::total_cmp).1;
    let unfinished: Vec<(usize, f64)> = lines()
        .filter(|(_, (one, other))| one.lacks_end(other))
        .map(|(line, (one, other))| (line, ratio(one, other)))
        .collect();
    // If all lines are cut, they are as short as most.
    let are_most = 10 * unfinished.len() as u64 >= MOST * evidence.segments.all && usual < SHORT_TEXT;
    // If words are lost anywhere, lines of any length lack their ends.
    let is_short = |ratio: f64| ratio < SHORT * usual.min(1.0);
    let longer = ratios.iter().filter(|ratio| !is_short(**ratio)).count();
    let longer_unfinished = unfinished.iter().filter(|(_, ratio)| !is_short(*ratio)).count();
    if !are_most && LONGER_PER_UNFINISHED * longer_unfinished > longer {
        return None;
    }
    let mut cut = SegmentList::default();
    for (line, ratio) in unfinished {
        if are_most || is_short(ratio) {
            cut.add(line as u64);
        }
    }
    if cut.segments < MIN_LINES.max(evidence.segments.all / LINES_PER_CUT) {
        return None;
    }
    let in_words = format!(
        "{} of {} candidate lines end without the final mark of their references, and are much shorter: {}",
        cut.segments,
        evidence.segments.all,
        SegmentRange::list(&cut.ranges())
    );
    let finding = Finding::new(Problem::CutOff, in_words, "is the length of the output limited?");
    let finding = finding.in_lines(&cut, evidence);
    let loss = evidence.loss_in(&finding.segments);
    Some(finding.with_loss(loss))
}

/// A line and its longest reference.
fn pair<'a>(evidence: &'a Evidence, line: usize) -> Option<(&'a LineRecord, &'a LineRecord)> {
    let references = evidence.references.iter().filter_map(|text| text.records.get(line));
    let reference = references.max_by_key(|record| record.characters)?;
    let candidate = &evidence.candidate.records[line];
    (reference.characters >= MIN_CHARACTERS && candidate.characters > 0).then_some((candidate, reference))
}

fn ratio(candidate: &LineRecord, reference: &LineRecord) -> f64 {
    f64::from(candidate.characters) / f64::from(reference.characters)
}
