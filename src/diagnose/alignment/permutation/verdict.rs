//! Classification of a text by the lines that were found elsewhere, or nowhere.

use super::Comparison;
use super::sample::{Line, Sample};
use super::search::{Found, Place};
use crate::diagnose::alignment::ShiftedRange;
use crate::diagnose::alignment::thresholds::{
    FEW_SHUFFLED, LINES_PER_LOSING, LOSING, MIN_UNRELATED, SHORT_TEXT, SHUFFLED, UNRELATED,
};
use crate::diagnose::finding::SegmentRange;

/// Candidate lines that are most similar to reference lines of other segments, all over the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffled {
    /// Lines that are long enough to be compared.
    pub compared: u64,
    /// Compared lines that are no more similar to their own reference than to random other lines.
    pub losing: u64,
    /// Losing lines that were looked for in the whole reference.
    pub searched: u64,
    /// Lines that were found at another place.
    pub elsewhere: u64,
    /// Whether the text is in reverse order.
    pub reversed: bool,
    /// Lines that were found at another place.
    pub segments: Vec<SegmentRange>,
}

/// A range of candidate lines that are not similar to their reference lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnrelatedRange {
    /// First segment, from 1.
    pub first: u64,
    /// Last segment.
    pub last: u64,
    /// Lines that are long enough to be compared.
    pub compared: u64,
    /// Compared lines that are more similar to their own reference than by chance.
    pub related: u64,
    /// Strength of the evidence, in arbitrary units.
    pub evidence: i64,
}

/// Says whether a text is shuffled, or a part of it another text, outside of the ranges that are shifted.
pub fn verdict(sample: &Sample, found: &Found, shifted: Vec<ShiftedRange>) -> Comparison {
    let outside = |line: usize| !shifted.iter().any(|range| range.has_line(line));
    let lines: Vec<Line> = sample.compared.iter().filter(|line| outside(line.index)).copied().collect();
    let losing = lines.iter().filter(|line| line.is_losing()).count();
    let searched = found.searched.iter().filter(|line| outside(**line)).count();
    let elsewhere: Vec<Place> = found.places.iter().filter(|place| outside(place.line)).copied().collect();
    let mostly_dissimilar = sample.is_mostly_dissimilar();
    let least = if LINES_PER_LOSING * losing >= sample.compared.len() { SHUFFLED } else { FEW_SHUFFLED };
    let is_shuffled = elsewhere.len() >= least.lines && least.searched_per_line * elsewhere.len() >= searched;
    let reversed = elsewhere.iter().filter(|place| place.line + place.at + 1 == sample.lines()).count();
    let shuffled = is_shuffled.then(|| Shuffled {
        compared: sample.compared.len() as u64,
        losing: losing as u64,
        searched: searched as u64,
        elsewhere: elsewhere.len() as u64,
        reversed: 5 * reversed >= 4 * elsewhere.len(),
        segments: SegmentRange::of(elsewhere.iter().map(|place| place.line as u64)),
    });
    let unshifted = lines.iter().filter(|line| !line.is_shifted);
    let unrelated = if is_shuffled { None } else { unrelated_range(unshifted, mostly_dissimilar) };
    Comparison { shifted, shuffled, mostly_dissimilar, unrelated }
}

/// Returns the range of lines with the most evidence for another text.
fn unrelated_range<'a>(lines: impl Iterator<Item = &'a Line>, mostly_dissimilar: bool) -> Option<UnrelatedRange> {
    let votes = if mostly_dissimilar { LOSING } else { UNRELATED };
    let (mut range, mut most, mut compared) = (UnrelatedRange::default(), UnrelatedRange::default(), 0.0);
    for line in lines {
        compared += 1.0;
        let is_related = line.wins || !mostly_dissimilar && line.is_related;
        range.add(line.index as u64 + 1, is_related, if is_related { votes.related } else { votes.unrelated });
        if range.evidence > most.evidence {
            most = range;
        }
    }
    let by_chance = if mostly_dissimilar { f64::ln(compared / SHORT_TEXT).max(0.0) } else { 0.0 };
    (most.evidence as f64 >= (MIN_UNRELATED * votes.unrelated) as f64 * (1.0 + by_chance)).then_some(most)
}

impl UnrelatedRange {
    /// Adds a line, and evidence for or against another text.
    fn add(&mut self, segment: u64, is_related: bool, evidence: i64) {
        if self.evidence <= 0 {
            *self = UnrelatedRange { first: segment, ..UnrelatedRange::default() };
        }
        self.last = segment;
        self.compared += 1;
        self.related += u64::from(is_related);
        self.evidence += evidence;
    }
}
