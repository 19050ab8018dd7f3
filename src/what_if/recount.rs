//! Recounting of the segments of a batch that a change alters.

use super::replace::ChangeSet;
use super::{Altered, CandidateSums, Change, MAX_SEGMENTS, Recount};
use crate::Error;
use crate::bleu::{BatchCounter, Definition, SegmentStatistics};
use crate::lines::{as_strs, bits, joined};
use crate::tokenize::Tokens;
use std::ops::Range;

/// One in this many more places or lines are nearly as many.
const PART_OF_ALIKE: u64 = 8;

/// Applies the changes to batches.
#[derive(Debug)]
pub(crate) struct Recounter {
    counter: BatchCounter,
    /// Whether changes that alter both sides alike are not counted.
    skips_alike: bool,
}

/// Sums over the segments of a batch, for each candidate.
#[derive(Debug)]
pub(crate) struct RecountedBatch(pub(super) Vec<CandidateSums>);

/// The lines of a text that a change alters.
#[derive(Debug, Default)]
struct ChangedText {
    text: String,
    /// For each line its place in the text, if it is altered.
    lines: Vec<Option<Range<usize>>>,
    altered: Altered,
}

/// A line of a text, and the changes that may alter it.
type RecountedLine<'a> = (&'a str, ChangeSet);

impl ChangedText {
    fn new(lines: &[RecountedLine], change: Change) -> ChangedText {
        let mut changed = ChangedText::default();
        for (line, changes) in lines {
            let begin = changed.text.len();
            let places = if changes.contains(change) { change.rewrite(line, &mut changed.text) } else { 0 };
            if places == 0 {
                changed.text.truncate(begin);
            }
            changed.lines.push((places > 0).then_some(begin..changed.text.len()));
            changed.altered += Altered { lines: u64::from(places > 0), places };
        }
        changed
    }
}

impl Recounter {
    pub fn new(definition: &Definition) -> Recounter {
        Recounter { counter: BatchCounter::new(definition.counting()), skips_alike: false }
    }

    /// One that takes the score after a change that alters both sides alike for that before.
    pub fn of_differences(definition: &Definition) -> Recounter {
        Recounter { skips_alike: true, ..Recounter::new(definition) }
    }

    /// Applies every change to a batch, given the lines of its texts, the candidates first, their tokens, and the
    /// statistics of each candidate.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn recount(
        &mut self,
        lines: &[Vec<&str>],
        tokens: &[Tokens],
        systems: &[SegmentStatistics],
    ) -> Result<RecountedBatch, Error> {
        let segments = systems.first().map_or(0, SegmentStatistics::len);
        let lines: Vec<Vec<RecountedLine>> = lines
            .iter()
            .map(|lines| lines.iter().map(|line| (*line, ChangeSet::possible_in(line))).collect())
            .collect();
        let sums = |table: &SegmentStatistics| CandidateSums {
            segments: table.len() as u64,
            statistics: table.sum(),
            changes: Default::default(),
        };
        let mut batch: Vec<CandidateSums> = systems.iter().map(sums).collect();
        for (place, change) in Change::ALL.iter().copied().enumerate() {
            let changed: Vec<ChangedText> = lines.iter().map(|lines| ChangedText::new(lines, change)).collect();
            let is_altered = |segment: &usize| changed.iter().any(|text| text.lines[*segment].is_some());
            let altered: Vec<usize> = (0..segments).filter(is_altered).collect();
            if altered.is_empty() || self.skips_alike && are_alike(&changed, systems.len()) {
                continue;
            }
            let altered_lines = |(changed, lines): (&ChangedText, &Vec<RecountedLine>)| {
                let line = |&segment: &usize| match changed.lines[segment].clone() {
                    Some(place) => &changed.text[place],
                    None => lines[segment].0,
                };
                joined(altered.iter().map(line))
            };
            let texts: Vec<String> = changed.iter().zip(&lines).map(altered_lines).collect();
            let missing: Vec<Vec<u64>> =
                (systems.len()..lines.len()).map(|i| bits(&altered, |segment| tokens[i].is_missing(segment))).collect();
            let counted = self.counter.count(&as_strs(&texts), systems.len(), |i| Some(&missing[i][..]))?;
            let (candidates, references) = changed.split_at(systems.len());
            let mut of_references = Altered::default();
            references.iter().for_each(|text| of_references += text.altered);
            for (i, sums) in batch.iter_mut().enumerate() {
                let in_candidate = |segment: usize| candidates[i].lines[segment].is_some();
                let in_references = |segment: usize| references.iter().any(|text| text.lines[segment].is_some());
                let is_one_sided = |segment: &usize| in_candidate(*segment) != in_references(*segment);
                let one_sided: Vec<usize> = altered.iter().copied().filter(is_one_sided).collect();
                let only_candidate = one_sided.iter().filter(|segment| in_candidate(**segment)).count();
                let correct = |table: &SegmentStatistics, row: usize| u64::from(table.row(row)[2]);
                let restored =
                    (0..).zip(&altered).filter(|(_, segment)| is_one_sided(segment)).map(|(row, segment)| {
                        correct(&counted.systems[i], row).saturating_sub(correct(&systems[i], *segment))
                    });
                sums.changes[place] = Recount {
                    restored: restored.sum(),
                    before: systems[i].sum_of(&altered),
                    after: counted.systems[i].sum(),
                    candidate: candidates[i].altered,
                    references: of_references,
                    only_candidate: only_candidate as u64,
                    only_references: (one_sided.len() - only_candidate) as u64,
                    one_sided: one_sided.iter().take(MAX_SEGMENTS).map(|&segment| segment as u64).collect(),
                };
            }
        }
        Ok(RecountedBatch(batch))
    }
}

/// Whether a change alters the candidates and the references, on average, in nearly as many places and lines.
fn are_alike(changed: &[ChangedText], candidates: usize) -> bool {
    let (candidates, references) = changed.split_at(candidates);
    let are_alike = |one: u64, other: u64| one.abs_diff(other) * PART_OF_ALIKE <= one.max(other);
    candidates.iter().all(|one| {
        references.iter().all(|other| {
            are_alike(one.altered.places, other.altered.places) && are_alike(one.altered.lines, other.altered.lines)
        })
    })
}
