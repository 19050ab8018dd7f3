//! Single segments that are worth a look, however little they cost: no findings, which are about many lines.

use super::alignment::Sketch;
use super::alignment::thresholds::{COPIED, MIN_SUBSTRINGS};
use super::line_record::LineRecord;
use super::text_profile::TextProfile;

/// Share of the shortest reference's characters below which a line that lacks the final mark stops early. It was chosen on 27 outputs
/// of WMT22, in which 7 of 51,429 lines do (0.65 names up to 19 lines of one output); of their lines cut after two fifths of the
/// words, 511 of 577 do.
const SHORT: f64 = 0.5;

/// Minimum number of characters of the shortest reference of a line that stops early.
const MIN_CHARACTERS: u32 = 40;

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
    /// The candidate is much shorter than every reference, and lacks the mark with which each ends.
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
    let lines = candidate.records.iter().enumerate();
    let odd = lines.filter_map(|(segment, line)| {
        let others = references.iter().filter_map(|text| text.records.get(segment)).filter(|other| other.is_there);
        let others: Vec<&LineRecord> = others.collect();
        let reason = reason(line, &others, source.get(segment))?;
        Some(OddSegment { segment: segment as u64, reason })
    });
    odd.collect()
}

fn reason(line: &LineRecord, references: &[&LineRecord], source: Option<&Sketch>) -> Option<OddSegmentReason> {
    let repeats = |source: &Sketch, line: &LineRecord| source.similarity(&line.sketch) >= COPIED;
    let is_untranslated = |source: &Sketch| {
        let is_long = source.ones() >= MIN_SUBSTRINGS;
        is_long && repeats(source, line) && !references.iter().any(|reference| repeats(source, reference))
    };
    let shortest = references.iter().map(|reference| reference.characters).min()?;
    let is_short = f64::from(line.characters) < SHORT * f64::from(shortest) && shortest >= MIN_CHARACTERS;
    if line.is_empty {
        references.iter().any(|reference| !reference.is_empty).then_some(OddSegmentReason::Empty)
    } else if source.is_some_and(is_untranslated) {
        Some(OddSegmentReason::RepeatsSource)
    } else if is_short && references.iter().all(|reference| line.lacks_end(reference)) {
        Some(OddSegmentReason::StopsEarly)
    } else {
        None
    }
}
