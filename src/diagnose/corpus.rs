//! Diagnosis of a corpus: inspected batches and their sum.

use super::alignment::{Alignment, Sketch};
use super::checks::{Evidence, SegmentCounts, findings};
use super::finding::Finding;
use super::text_profile::{Letters, PropertyCache, TextProfile};
use crate::Error;
use crate::bleu::{BatchCounter, Definition, SegmentStatistics, Statistics};
use crate::explain::OrderTerm;
use crate::tokenize::LineFeeds;

/// Inspects batches of segments; keeps its memory from one batch to the next.
#[derive(Debug, Default)]
pub(crate) struct Inspector {
    properties: PropertyCache,
}

/// Observations on a batch of segments, for [`Diagnoser::add`].
#[derive(Debug)]
pub(crate) struct InspectedBatch {
    candidates: Vec<CandidateBatch>,
    /// The candidates' texts, then the references'.
    texts: Vec<TextBatch>,
}

#[derive(Debug)]
struct CandidateBatch {
    statistics: Statistics,
    segments: SegmentCounts,
}

#[derive(Debug, Default)]
struct TextBatch {
    profile: TextProfile,
    /// A sketch of each line.
    sketches: Vec<Sketch>,
}

impl Inspector {
    /// Inspects a batch, given its texts as they were read, the candidates first, and the statistics of each candidate.
    pub fn inspect(&mut self, texts: &[&str], statistics: &[SegmentStatistics]) -> InspectedBatch {
        let mut inspected: Vec<TextBatch> = texts.iter().map(|_| TextBatch::default()).collect();
        inspected.iter_mut().zip(texts).for_each(|(inspected, text)| inspected.profile.add_text(text));
        let mut candidates: Vec<CandidateBatch> =
            statistics.iter().map(|table| CandidateBatch { statistics: table.sum(), segments: count(table) }).collect();
        let mut letters = vec![Letters::default(); texts.len()];
        let mut remaining: Vec<_> = texts.iter().map(|text| text.split('\n')).collect();
        let mut lines: Vec<&str> = Vec::new();
        for _ in 0..statistics.first().map_or(0, SegmentStatistics::len) {
            lines.clear();
            lines.extend(remaining.iter_mut().map(|lines| lines.next().unwrap_or_default()));
            for ((text, line), letters) in inspected.iter_mut().zip(&lines).zip(&mut letters) {
                text.sketches.push(Sketch::new(line));
                text.profile.add(line, &mut self.properties, letters);
            }
            let references = candidates.len();
            for (i, CandidateBatch { segments, .. }) in candidates.iter_mut().enumerate() {
                segments.foreign += u64::from(letters[i].are_foreign_to(&letters[references..]));
                segments.identical += u64::from(lines[references..].contains(&lines[i]));
            }
        }
        InspectedBatch { candidates, texts: inspected }
    }
}

/// Counts the segments of one candidate by their lengths.
fn count(table: &SegmentStatistics) -> SegmentCounts {
    let mut counts = SegmentCounts { all: table.len() as u64, ..SegmentCounts::default() };
    for segment in table.iter() {
        let Statistics { hyp_len, ref_len, .. } = segment;
        counts.lost += u64::from(hyp_len == 0 && ref_len > 0);
        counts.below_half += u64::from(2 * hyp_len < ref_len);
        counts.above_double += u64::from(hyp_len > 2 * ref_len);
    }
    counts
}

/// Adds up inspected batches and diagnoses each candidate.
#[derive(Debug)]
pub struct Diagnoser {
    definition: Definition,
    candidates: Vec<Candidate>,
    references: Vec<TextProfile>,
}

#[derive(Debug)]
struct Candidate {
    statistics: Statistics,
    segments: SegmentCounts,
    profile: TextProfile,
    /// Alignment with each reference.
    alignments: Vec<Alignment>,
}

impl Diagnoser {
    /// Creates a diagnoser for texts that are scored by this definition.
    pub fn new(definition: &Definition, candidates: usize, references: usize) -> Self {
        let candidate = || Candidate {
            statistics: Statistics::EMPTY,
            segments: SegmentCounts::default(),
            profile: TextProfile::default(),
            alignments: (0..references).map(|_| Alignment::default()).collect(),
        };
        Diagnoser {
            definition: definition.clone(),
            candidates: (0..candidates).map(|_| candidate()).collect(),
            references: vec![TextProfile::default(); references],
        }
    }

    /// Adds the next lines of the corpus: line i of each candidate with line i of each reference.
    ///
    /// # Errors
    /// If there are not as many candidates or references as there are to be, if the texts differ in their number of
    /// lines, or if a text is too long.
    pub fn add_lines(&mut self, candidates: &[&str], references: &[&str]) -> Result<(), Error> {
        for (expected, found) in [(self.candidates.len(), candidates.len()), (self.references.len(), references.len())]
        {
            if expected != found {
                return Err(Error::CandidateCountMismatch { expected, found });
            }
        }
        let texts = [candidates, references].concat();
        let mut counter = BatchCounter::new(&self.definition);
        let counted = counter.count(&texts, candidates.len(), LineFeeds::EndLines, |_| None)?;
        self.add(Inspector::default().inspect(&texts, &counted.systems))
    }

    /// Adds the next batch of the corpus.
    ///
    /// # Errors
    /// If the batch was counted by another definition.
    pub(crate) fn add(&mut self, batch: InspectedBatch) -> Result<(), Error> {
        let (texts, references) = batch.texts.split_at(batch.candidates.len());
        for (profile, text) in self.references.iter_mut().zip(references) {
            *profile += &text.profile;
        }
        for ((candidate, inspected), text) in self.candidates.iter_mut().zip(&batch.candidates).zip(texts) {
            candidate.statistics = (candidate.statistics + inspected.statistics)?;
            candidate.segments += inspected.segments;
            candidate.profile += &text.profile;
            for (alignment, reference) in candidate.alignments.iter_mut().zip(references) {
                for (line, reference) in text.sketches.iter().zip(&reference.sketches) {
                    alignment.add(line.clone(), reference.clone());
                }
            }
        }
        Ok(())
    }

    /// Returns the findings on each candidate, when all batches have been added.
    pub fn finish(self) -> Vec<Vec<Finding>> {
        let Diagnoser { definition, candidates, references } = self;
        let diagnose = |candidate: Candidate| {
            let score = definition.evaluate(&candidate.statistics);
            let (shifted, unrelated): (Vec<_>, Vec<_>) =
                candidate.alignments.into_iter().map(Alignment::finish).unzip();
            findings(&Evidence {
                definition: &definition,
                score: &score,
                terms: &OrderTerm::of_score(&definition, &candidate.statistics, &score),
                segments: candidate.segments,
                candidate: &candidate.profile,
                references: &references,
                shifted: &shifted,
                unrelated: &unrelated,
            })
        };
        candidates.into_iter().map(diagnose).collect()
    }
}
