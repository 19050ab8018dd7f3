//! Diagnosis of a corpus: the sum of inspected batches.

use super::alignment::thresholds::MAX_LINES;
use super::alignment::{Neighbors, Sketch, permutation, strongest};
use super::checks;
use super::common_ends::{ENDS, common_ends};
use super::evidence::{Evidence, SegmentCounts};
use super::finding::Finding;
use super::inspector::{InspectedBatch, Inspector};
use super::line_record::LineRecord;
use super::text_profile::TextProfile;
use super::windows::{Excerpt, Places};
use crate::Error;
use crate::bleu::{Definition, ReferenceLists, SegmentLines, SegmentStatistics, Statistics, count_corpus_lines};
use crate::explain::OrderTerm;
use crate::lines::as_strs;
use crate::what_if::{WhatIf, WhatIfScore};

/// Adds up inspected batches and diagnoses each candidate.
///
/// Of each text, the first 262,144 lines are kept as sketches and records of about 300 bytes: at most 80 MB. All else is constant.
#[derive(Debug)]
pub struct Diagnoser {
    definition: Definition,
    candidates: Vec<Candidate>,
    references: Vec<TextProfile>,
    what_if: WhatIf,
    /// The places of the segments in the input, if these are not all.
    places: Places,
}

/// Diagnosis of a candidate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// Likely problems; those that cost most come first.
    pub findings: Vec<Finding>,
    /// The score after each change, in the order of [`Change::ALL`](crate::what_if::Change::ALL).
    pub what_if: Vec<WhatIfScore>,
}

#[derive(Debug, Default)]
struct Candidate {
    segments: SegmentCounts,
    profile: TextProfile,
    /// Statistics of the first segments.
    table: Option<SegmentStatistics>,
    /// Alignment with each reference.
    alignments: Vec<Neighbors>,
}

impl Diagnoser {
    /// Creates a diagnoser of a number of candidates that are scored by this definition.
    ///
    /// # Errors
    /// If there is no candidate, or if the score is not by sacreBLEU's formula ([`Definition::uses_sacrebleu_formula`]).
    pub fn new(definition: &Definition, candidates: usize) -> Result<Self, Error> {
        let what_if = WhatIf::new(definition, candidates)?;
        let candidates = (0..candidates).map(|_| Candidate::default()).collect();
        Ok(Diagnoser {
            definition: definition.clone(),
            candidates,
            references: Vec::new(),
            what_if,
            places: Places::default(),
        })
    }

    /// Returns the findings on a candidate whose windows were kept.
    ///
    /// # Errors
    /// If a text is too long.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program keeps windows"))]
    pub(crate) fn look_at(definition: &Definition, excerpt: Excerpt) -> Result<Vec<Finding>, Error> {
        let Excerpt { candidate, references, missing, places } = excerpt;
        let mut diagnoser = Diagnoser { places, ..Diagnoser::new(definition, 1)? };
        diagnoser.add_lines_with_missing(&[candidate], &references, |reference, line| missing[reference][line])?;
        Ok(diagnoser.finish().into_iter().flat_map(|diagnosis| diagnosis.findings).collect())
    }

    /// Adds the next lines of the corpus: line i of each candidate with line i of each reference.
    ///
    /// # Errors
    /// If there is no reference, if there are not as many candidates as were declared, if the texts differ in their number
    /// of lines, or if a text is too long.
    pub fn add_lines(&mut self, candidates: &[impl AsRef<str>], references: &[impl AsRef<str>]) -> Result<(), Error> {
        self.add_lines_with_missing(candidates, references, |_, _| false)
    }

    /// Adds the next lines of the corpus, some without references: `is_missing(r, i)` is whether line i of reference
    /// r, both from 0, only stands for a reference that is not there.
    ///
    /// # Errors
    /// As [`add_lines`](Self::add_lines), and if a segment lacks all references.
    pub fn add_lines_with_missing(
        &mut self,
        candidates: &[impl AsRef<str>],
        references: &[impl AsRef<str>],
        is_missing: impl Fn(usize, usize) -> bool,
    ) -> Result<(), Error> {
        let texts = [&*as_strs(candidates), &as_strs(references)];
        let (definition, expected, before) = (self.definition.clone(), self.candidates.len(), self.segments());
        count_corpus_lines(definition.counting(), texts, is_missing, expected, before, |texts, counted| {
            let mut inspector = match self.places.all() {
                Some(_) => Inspector::of_windows(&definition),
                None => Inspector::new(&definition),
            };
            self.add(inspector.inspect(texts, &counted.tokens, &counted.systems, None)?)
        })
    }

    /// Adds segments: `candidates[c]` lists the segments of candidate c. Line feeds inside a text are white space.
    ///
    /// # Errors
    /// As [`add_lines`](Self::add_lines), and if there are not references for as many segments as each candidate has.
    pub fn add_segments(&mut self, candidates: &[&[impl AsRef<str>]], references: ReferenceLists) -> Result<(), Error> {
        let lines = SegmentLines::new(&self.definition, candidates, references, self.segments())?;
        self.add_lines_with_missing(&lines.candidates, &lines.references, |r, i| lines.is_missing(r, i))
    }

    /// Number of segments so far.
    fn segments(&self) -> u64 {
        self.candidates.first().map_or(0, |candidate| candidate.segments.all)
    }

    /// Adds the next batch of the corpus, which has as many candidates as were declared.
    ///
    /// # Errors
    /// If the batch was counted by another definition.
    pub(crate) fn add(&mut self, batch: InspectedBatch) -> Result<(), Error> {
        let mut texts = batch.texts;
        let references = texts.split_off(batch.segments.len());
        let before = self.candidates.first().map_or(0, |candidate| candidate.profile.sketches.len());
        // Segments may have more references than those before.
        if self.references.len() < references.len() {
            self.references.resize_with(references.len(), TextProfile::default);
        }
        for (candidate, table) in self.candidates.iter_mut().zip(batch.tables) {
            match &mut candidate.table {
                Some(known) if known.len() < MAX_LINES => known.append(&table)?,
                Some(_) => {}
                None => candidate.table = Some(table),
            }
        }
        let none = Sketch::default();
        for ((candidate, segments), text) in self.candidates.iter_mut().zip(&batch.segments).zip(texts) {
            let segments_before = candidate.segments.all;
            candidate.segments.append(segments);
            candidate.alignments.resize_with(self.references.len(), || {
                let mut alignment = Neighbors::default();
                (0..segments_before).for_each(|_| alignment.add(&none, &none));
                alignment
            });
            for (number, alignment) in candidate.alignments.iter_mut().enumerate() {
                let reference = references.get(number).map(|reference| &reference.sketches);
                for (i, line) in text.sketches.iter().enumerate() {
                    alignment.add(line, reference.map_or(&none, |sketches| &sketches[i]));
                }
            }
            candidate.profile += text;
        }
        for (profile, text) in self.references.iter_mut().zip(references) {
            profile.sketches.resize_with(before, Sketch::default);
            profile.records.resize_with(before, LineRecord::default);
            *profile += text;
        }
        self.what_if.add(batch.what_if)
    }

    /// Returns the diagnosis of each candidate, when all batches have been added. Without any segment there are no findings.
    pub fn finish(self) -> Vec<Diagnosis> {
        let Diagnoser { definition, candidates, references, what_if, places } = self;
        let empty = definition.counting().segment_table();
        let statistics: Vec<Statistics> = what_if.statistics().cloned().collect();
        let diagnose = |((candidate, statistics), what_if): ((Candidate, Statistics), Vec<WhatIfScore>)| {
            if candidate.segments.all == 0 {
                return Diagnosis { findings: Vec::new(), what_if };
            }
            let score = definition.evaluate(&statistics);
            let (mut shifted, mut comparisons) = (Vec::new(), Vec::new());
            for (alignment, reference) in candidate.alignments.into_iter().zip(&references) {
                let mut ranges = alignment.finish();
                let comparison = permutation::compare(&candidate.profile.sketches, &reference.sketches, &ranges);
                ranges.extend(&comparison.shifted);
                shifted.push(strongest(ranges));
                comparisons.push(comparison);
            }
            let findings = checks::findings(&Evidence {
                definition: &definition,
                table: candidate.table.as_ref().unwrap_or(&empty),
                statistics: &statistics,
                score: &score,
                terms: &OrderTerm::all(&definition, &statistics, &score),
                segments: &candidate.segments,
                common_ends: &ENDS.map(|end| common_ends(&candidate.profile, &references, end)),
                candidate: &candidate.profile,
                references: &references,
                shifted: &shifted,
                comparisons: &comparisons,
                what_if: &what_if,
                places: &places,
            });
            Diagnosis { findings, what_if }
        };
        candidates.into_iter().zip(statistics).zip(what_if.finish()).map(diagnose).collect()
    }
}
