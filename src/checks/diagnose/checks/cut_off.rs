//! Lines that end in the middle of a sentence.
//!
//! | `cut off` | lines that end early, previews that end in `...`, lines of one length, lines without their first or last characters |
//!
//! - `cut off`: 8 lines or more of one side, and 1 in 20, without the final mark of the other side, or with `...` in its
//!   place, and less than 65 % as long as usual, if the longer lines lack it a quarter as often; or half of all lines, if
//!   most are short. Or as many lines of one length in characters or words, from 4 on, which are most of the lines of
//!   this length or more whose counterparts are a quarter longer. Or many lines of one side that begin, or end, with the
//!   four characters, in any case, that counterparts of 20 characters or more have further inside, among the outermost
//!   40, if they are four times as many as those that begin, or end, like a counterpart; not if most lines of that side begin with a
//!   capital, or end with a mark, or if what the other side has there is common to its lines, or a label.

use super::{Check, Evidence, Finding, LineRecord, Problem, SegmentList, Text};
use crate::checks::diagnose::limits::{MANY_LINES, MANY_TIMES, NEARLY_ALL, SENTENCE_CHARACTERS, SHORTEST_WORD};
use crate::checks::diagnose::problem::{LengthLimit, LengthUnit};
use crate::checks::diagnose::shares::quantile;
use std::collections::BTreeMap;

/// Share of the length that most lines have, in proportion to their references, below which a line may be cut. At 0.8, lines of 2 of
/// 490 parts of outputs of WMT22 were taken for cut ones.
const SHORT: f64 = 0.65;

/// One line in this number must be cut. Of the lines of real translations, fewer end early: at one in 100, and a share of 0.8, 6 of
/// these parts were.
const LINES_PER_CUT: u64 = 20;

pub const CHECK: Check = Check::new(find);

/// Units that lines may be limited in, each with the largest shortfall of a line at the limit: a space at the end is not counted.
const UNITS: [Unit; 2] =
    [(LengthUnit::Characters, 1, |line| line.characters), (LengthUnit::Words, 0, |line| line.spaces + 1)];

type Unit = (LengthUnit, u32, fn(&LineRecord) -> u32);

fn find(evidence: &Evidence) -> Option<Finding> {
    let of_text = |text: Text| {
        let pairs = pairs(evidence, text);
        let at_limits = UNITS.iter().filter_map(|unit| at_limit(evidence, text, &pairs, unit));
        at_limits.chain(in_sentence(evidence, text, &pairs)).collect::<Vec<Finding>>()
    };
    evidence.texts().flat_map(|(text, _)| of_text(text)).max_by_key(|found| found.lines)
}

/// Lines that are all of the same length, though their counterparts are longer.
fn at_limit(evidence: &Evidence, text: Text, pairs: &[Pair], &(unit, slack, length): &Unit) -> Option<Finding> {
    let mut short: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for &(line, own, other) in pairs {
        if ratio(own, other) < NEARLY_ALL && length(own) >= SHORTEST_WORD as u32 {
            short.entry(length(own)).or_default().push(line);
        }
    }
    let at = |limit: u32| -> SegmentList {
        SegmentList::of_lines(short.range(limit - slack..=limit).flat_map(|(_, lines)| lines).copied().collect())
    };
    let (limit, cut) = short.keys().map(|limit| (*limit, at(*limit))).max_by_key(|(_, cut)| cut.segments)?;
    // Where text is cut, hardly a line is longer.
    let are_most = 2 * cut.segments > short.range(limit - slack..).map(|(_, lines)| lines.len() as u64).sum();
    // The same line in many places is no cut one.
    let distinct = evidence.distinct(text, &cut).min(evidence.profile(text).distinct(cut.lines())) as u64;
    let are_many = distinct >= least(evidence) && evidence.without_templates(text, &cut) >= MANY_LINES;
    (are_most && are_many).then(|| finding(evidence, text, &cut, Some(LengthLimit { length: limit, unit })))
}

fn least(evidence: &Evidence) -> u64 {
    MANY_LINES.max(evidence.segments() / LINES_PER_CUT)
}

fn finding(evidence: &Evidence, text: Text, cut: &SegmentList, limit: Option<LengthLimit>) -> Finding {
    Finding::of_lines(Problem::CutOff { limit }, text, cut, evidence.segments(), evidence).spoiled(evidence)
}

/// Lines that end in the middle of a sentence.
fn in_sentence(evidence: &Evidence, text: Text, pairs: &[Pair]) -> Option<Finding> {
    let ratios: Vec<f64> = pairs.iter().map(|(_, own, other)| ratio(own, other)).collect();
    let usual = quantile(ratios.clone(), |count| (NEARLY_ALL * count as f64) as usize)?;
    let unfinished = pairs.iter().filter(|(_, own, other)| own.lacks_end(other));
    let unfinished: Vec<(usize, f64)> = unfinished.map(|(line, own, other)| (*line, ratio(own, other))).collect();
    // If all lines are cut, they are as short as most.
    let are_most = evidence.are_most(unfinished.len() as u64) && usual < NEARLY_ALL;
    // If words are lost anywhere, lines of any length lack their ends.
    let is_short = |ratio: f64| ratio < SHORT * usual.min(1.0);
    let short = ratios.iter().filter(|ratio| is_short(**ratio)).count();
    let short_unfinished = unfinished.iter().filter(|(_, ratio)| is_short(*ratio)).count();
    let (longer, longer_unfinished) = (ratios.len() - short, unfinished.len() - short_unfinished);
    if !are_most && MANY_TIMES as usize * longer_unfinished * short > short_unfinished * longer {
        return None;
    }
    let cut = unfinished.into_iter().filter(|(_, ratio)| are_most || is_short(*ratio));
    let cut: SegmentList = cut.map(|(line, _)| line).collect();
    (cut.segments >= least(evidence)).then(|| finding(evidence, text, &cut, None))
}

/// A line that may be cut: its number, its record, and its longest counterpart.
type Pair<'a> = (usize, &'a LineRecord, &'a LineRecord);

/// The lines of a text that may be cut.
fn pairs<'a>(evidence: &'a Evidence, text: Text) -> Vec<Pair<'a>> {
    let longest = |line| {
        let (own, other) = evidence.pairs(text, line).max_by_key(|(_, other)| other.characters)?;
        (other.characters >= SENTENCE_CHARACTERS && own.characters > 0).then_some((line, own, other))
    };
    (0..evidence.profile(text).records.len()).filter_map(longest).collect()
}

fn ratio(candidate: &LineRecord, reference: &LineRecord) -> f64 {
    f64::from(candidate.characters) / f64::from(reference.characters)
}
