//! Recounting of the segments of a batch that a change alters.

use super::replace::ChangeSet;
use super::{Altered, CandidateSums, Change, MAX_SEGMENTS, Recount};
use crate::bleu::error::Error;
use crate::bleu::lines::bits;
use crate::bleu::scoring::{BatchCounter, Definition, SegmentStatistics};
use crate::bleu::tokenize::Tokens;
use std::ops::Range;

/// One in this many more places or lines are nearly as many.
const PART_OF_ALIKE: u64 = 8;

/// Applies the changes to batches; keeps its memory from one batch to the next.
#[derive(Debug)]
pub(crate) struct Recounter {
    counter: BatchCounter,
    changed: Vec<ChangedText>,
    /// For each text, the lines of altered segments.
    altered: Vec<String>,
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
    fn fill(&mut self, lines: &[RecountedLine], change: Change) {
        self.text.clear();
        self.lines.clear();
        self.altered = Altered::default();
        for (line, changes) in lines {
            let begin = self.text.len();
            let places = if changes.contains(change) { change.rewrite(line, &mut self.text) } else { 0 };
            if places == 0 {
                self.text.truncate(begin);
            }
            self.lines.push((places > 0).then_some(begin..self.text.len()));
            self.altered += Altered { lines: u64::from(places > 0), places };
        }
    }
}

impl Recounter {
    pub fn new(definition: &Definition) -> Recounter {
        let counter = BatchCounter::new(definition.counting());
        Recounter { counter, changed: Vec::new(), altered: Vec::new(), skips_alike: false }
    }

    /// One that takes the score after a change that alters both sides alike for that before.
    pub fn for_differences(definition: &Definition) -> Recounter {
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
        self.changed.resize_with(lines.len(), ChangedText::default);
        self.altered.resize_with(lines.len(), String::new);
        let possible = lines.iter().flatten().fold(ChangeSet::default(), |all, (_, changes)| all.with(*changes));
        for (place, change) in Change::ALL.iter().copied().enumerate().filter(|(_, change)| possible.contains(*change))
        {
            self.changed.iter_mut().zip(&lines).for_each(|(changed, lines)| changed.fill(lines, change));
            let is_altered = |segment: &usize| self.changed.iter().any(|text| text.lines[*segment].is_some());
            let altered: Vec<usize> = (0..segments).filter(is_altered).collect();
            let skips = self.skips_alike && !change.may_inflate();
            if altered.is_empty() || skips && are_alike(&self.changed, systems.len()) {
                continue;
            }
            for ((to, changed), lines) in self.altered.iter_mut().zip(&self.changed).zip(&lines) {
                to.clear();
                for &segment in &altered {
                    let line = changed.lines[segment].clone().map_or(lines[segment].0, |place| &changed.text[place]);
                    to.push_str(line);
                    to.push('\n');
                }
            }
            let missing: Vec<Vec<u64>> =
                (systems.len()..lines.len()).map(|i| bits(&altered, |segment| tokens[i].is_missing(segment))).collect();
            let texts: Vec<&str> = self.altered.iter().map(String::as_str).collect();
            let counted = self.counter.count(&texts, systems.len(), |i| Some(&missing[i][..]))?;
            let (candidates, references) = self.changed.split_at(systems.len());
            let mut references_altered = Altered::default();
            references.iter().for_each(|text| references_altered += text.altered);
            for (i, sums) in batch.iter_mut().enumerate() {
                let alters_candidate = |segment: usize| candidates[i].lines[segment].is_some();
                let alters_references = |segment: usize| references.iter().any(|text| text.lines[segment].is_some());
                let is_one_sided = |segment: &usize| alters_candidate(*segment) != alters_references(*segment);
                let one_sided: Vec<usize> = altered.iter().copied().filter(is_one_sided).collect();
                let only_candidate = one_sided.iter().filter(|segment| alters_candidate(**segment)).count();
                sums.changes[place] = Recount {
                    before: systems[i].sum_of(&altered),
                    after: counted.systems[i].sum(),
                    candidate: candidates[i].altered,
                    references: references_altered,
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
