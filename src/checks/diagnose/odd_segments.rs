//! Single segments that are worth a look, however little they cost: no findings, which are about many lines.

use super::alignment::Sketch;
use super::alignment::thresholds::MIN_SUBSTRINGS;
use super::limits::{NEARLY_ALL, SENTENCE_CHARACTERS};
use super::line_record::LineRecord;
use super::text_profile::TextProfile;
use std::collections::HashSet;

/// Share of the shortest reference's characters below which a line that lacks the final mark stops early. It was chosen on 27 outputs
/// of WMT22, in which 7 of 51,429 lines do (0.65 names up to 19 lines of one output); of their lines cut after two fifths of the
/// words, 511 of 577 do.
const SHORT: f64 = 0.5;

/// Minimum number of characters of the shortest reference of a line that stops early.
const MIN_CHARACTERS: u32 = 2 * SENTENCE_CHARACTERS;

/// Share of the shortest reference's characters below which a line that also lacks the end of each reference stops early, and
/// the largest share of the end's trigrams in the line, by the share of the reference's other trigrams. They were chosen on the
/// same outputs: where few lines lack their final mark, 1.2 further lines of an output are named, and of lines cut after 6, 7, 8
/// and 9 tenths of the words 85, 78, 68 and 43 in 100.
const LATE: f64 = 0.9;
const MAX_END_SHARE: f64 = 0.5;

/// One in how many lines, besides one, may lack its final mark. Where more do, as where the source has none, only half of a line
/// stops early.
const LINES_PER_OPEN: usize = 50;

/// Number of characters of the end of a reference, and of a substring of it.
const END: usize = 24;
const SUBSTRING: usize = 3;

/// A segment that is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddSegment {
    /// Number of the segment, from 0.
    pub segment: u64,
    /// The reason to look at it.
    pub reason: OddSegmentReason,
}

/// Reason to look at a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OddSegmentReason {
    /// The candidate is empty, and a reference is not.
    Empty,
    /// The candidate repeats the source, and no reference does.
    RepeatsSource,
    /// The candidate is shorter than every reference, and lacks the mark with which each ends: half of the text too, or its last words.
    StopsEarly,
}

impl OddSegmentReason {
    /// Its name in output for programs.
    pub fn name(self) -> &'static str {
        match self {
            OddSegmentReason::Empty => "empty",
            OddSegmentReason::RepeatsSource => "repeats source",
            OddSegmentReason::StopsEarly => "stops early",
        }
    }
}

/// Returns the segments of a candidate that are worth a look, in their order. `source` is empty if it is not known.
pub fn odd_segments(candidate: &TextProfile, references: &[TextProfile], source: &[Sketch]) -> Vec<OddSegment> {
    let others = |segment: usize| -> Vec<&LineRecord> {
        let others = references.iter().filter_map(|text| text.records.get(segment));
        others.filter(|other| other.is_there).collect()
    };
    let lines = candidate.records.iter().enumerate().map(|(segment, line)| (segment, line, others(segment)));
    let lines: Vec<(usize, &LineRecord, Vec<&LineRecord>)> = lines.collect();
    let open = lines.iter().filter(|(_, line, others)| line.is_open() && lacks_every_end(line, others)).count();
    let are_few_open = open <= 1 + lines.len() / LINES_PER_OPEN;
    let odd = lines.iter().filter_map(|(segment, line, others)| {
        let reason = reason(line, others, source.get(*segment), are_few_open)?;
        Some(OddSegment { segment: *segment as u64, reason })
    });
    odd.collect()
}

/// The reason to look at a line, given whether few lines of the candidate lack their final mark.
fn reason(
    line: &LineRecord,
    references: &[&LineRecord],
    source: Option<&Sketch>,
    are_few_open: bool,
) -> Option<OddSegmentReason> {
    let repeats = |source: &Sketch, line: &LineRecord| source.similarity(&line.sketch) >= NEARLY_ALL;
    let is_untranslated = |source: &Sketch| {
        let is_long = source.ones() >= MIN_SUBSTRINGS;
        is_long && repeats(source, line) && !references.iter().any(|reference| repeats(source, reference))
    };
    if line.is_empty {
        references.iter().any(|reference| !reference.is_empty).then_some(OddSegmentReason::Empty)
    } else if source.is_some_and(is_untranslated) {
        Some(OddSegmentReason::RepeatsSource)
    } else if stops_early(line, references, are_few_open) {
        Some(OddSegmentReason::StopsEarly)
    } else {
        None
    }
}

/// Whether a line lacks the final mark of each reference, and either half of the text or the words at the end.
fn stops_early(line: &LineRecord, references: &[&LineRecord], are_few_open: bool) -> bool {
    let Some(shortest) = references.iter().map(|reference| reference.characters).min() else { return false };
    let is_below = |share: f64| f64::from(line.characters) < share * f64::from(shortest);
    let may_be_cut = shortest >= MIN_CHARACTERS && is_below(LATE) && lacks_every_end(line, references);
    let is_cut_late = || are_few_open && line.is_open() && references.iter().all(|other| lacks_last_words(line, other));
    may_be_cut && (is_below(SHORT) || is_cut_late())
}

/// Whether a line lacks the final mark of each reference.
fn lacks_every_end(line: &LineRecord, references: &[&LineRecord]) -> bool {
    !references.is_empty() && references.iter().all(|reference| line.lacks_end(reference))
}

/// Whether the end of a reference is not in a line, in which more of its other text is.
fn lacks_last_words(line: &LineRecord, reference: &LineRecord) -> bool {
    let [own, other] = [line, reference].map(|record| record.text.to_lowercase().chars().collect::<Vec<char>>());
    let known: HashSet<&[char]> = own.windows(SUBSTRING).collect();
    let share = |text: &[char]| {
        let found = text.windows(SUBSTRING).filter(|substring| known.contains(substring)).count();
        found as f64 / text.len().saturating_sub(SUBSTRING - 1).max(1) as f64
    };
    let (body, end) = other.split_at(other.len().saturating_sub(END));
    share(end) <= MAX_END_SHARE * share(body)
}
