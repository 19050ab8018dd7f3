//! Diagnosis of a corpus: inspected batches and their sum.

use super::alignment::{Alignment, MIN_SUBSTRINGS, ShiftedRange, Sketch};
use super::checks::{self, Evidence, FirstWords, SegmentCounts};
use super::finding::Finding;
use super::oddities;
use super::permutation::{self, MAX_LINES};
use super::text_profile::{Letters, PropertyCache, TextProfile};
use crate::Error;
use crate::bleu::{BatchCounter, Definition, SegmentStatistics, Statistics};
use crate::explain::OrderTerm;
use crate::lines::lines_of;
use crate::tokenize::Tokens;
use crate::what_if::{RecountedBatch, Recounter, WhatIf, WhatIfScore};
use std::cmp::Reverse;
use std::sync::Arc;

/// Similarity to the source from which a line counts as a copy of it.
const COPIED: f64 = 0.8;

/// Inspects batches of segments; keeps its memory from one batch to the next.
#[derive(Debug)]
pub(crate) struct Inspector {
    properties: PropertyCache,
    recounter: Recounter,
}

/// Observations on a batch of segments, for [`Diagnoser::add`].
#[derive(Debug)]
pub(crate) struct InspectedBatch {
    candidates: Vec<CandidateBatch>,
    /// The candidates' texts, then the references'.
    texts: Vec<TextBatch>,
    what_if: RecountedBatch,
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
    sketches: Vec<Arc<Sketch>>,
}

impl Inspector {
    pub fn new(definition: &Definition) -> Inspector {
        Inspector { properties: PropertyCache::default(), recounter: Recounter::new(definition) }
    }

    /// Inspects a batch, given its texts as they were read, the candidates first, their tokens, the statistics of each
    /// candidate, and the source text if it is known.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn inspect(
        &mut self,
        texts: &[&str],
        tokens: &[Tokens],
        statistics: &[SegmentStatistics],
        source: Option<&str>,
    ) -> Result<InspectedBatch, Error> {
        let mut inspected: Vec<TextBatch> = texts.iter().map(|_| TextBatch::default()).collect();
        inspected.iter_mut().zip(texts).for_each(|(inspected, text)| inspected.profile.add_text(text));
        let mut candidates: Vec<CandidateBatch> =
            statistics.iter().map(|table| CandidateBatch { statistics: table.sum(), segments: count(table) }).collect();
        let mut letters = vec![Letters::default(); texts.len()];
        let lines = lines_of(texts);
        let sources: Vec<Sketch> = lines_of(source.as_slice()).into_iter().flatten().map(Sketch::new).collect();
        for segment in 0..statistics.first().map_or(0, SegmentStatistics::len) {
            let is_missing = |text: usize| tokens.get(text).is_some_and(|tokens| tokens.is_missing(segment));
            for (number, text) in inspected.iter_mut().enumerate() {
                text.sketches.push(Arc::new(Sketch::new(lines[number][segment])));
                if is_missing(number) {
                    letters[number] = Letters::default();
                } else {
                    text.profile.add(lines[number][segment], &mut self.properties, &mut letters[number]);
                }
            }
            let references = candidates.len();
            for i in 0..references {
                let (texts, of_references) = inspected.split_at_mut(references);
                let is_loop = |text: usize| oddities::loops(lines[text][segment]);
                if texts[i].sketches[segment].is_repetitive() && is_loop(i) && !(references..lines.len()).any(is_loop) {
                    texts[i].profile.oddities.loops.add(segment as u64);
                }
                let is_like_source = |sketch: &Sketch| {
                    let source = sources.get(segment);
                    source.is_some_and(|source: &Sketch| {
                        source.ones() >= MIN_SUBSTRINGS && source.similarity(sketch) >= COPIED
                    })
                };
                let is_usual = || of_references.iter().any(|text| is_like_source(&text.sketches[segment]));
                if is_like_source(&texts[i].sketches[segment]) && !is_usual() {
                    candidates[i].segments.untranslated.add(segment as u64);
                }
            }
            for (i, CandidateBatch { segments, .. }) in candidates.iter_mut().enumerate() {
                let (candidate, of_references) = (&letters[i], &letters[references..]);
                if candidate.are_foreign_to(of_references) {
                    segments.foreign.add(segment as u64);
                    segments.foreign_letters += candidate;
                    of_references.iter().for_each(|letters| segments.replaced_letters += letters);
                }
                let [first, second] = first_words(lines[i][segment]);
                segments.first_words.resize_with(lines.len() - references, FirstWords::default);
                for (words, reference) in segments.first_words.iter_mut().zip(references..) {
                    let [other_first, other_second] = first_words(lines[reference][segment]);
                    if !first.is_empty() && is_same_word(first, other_first) && is_same_word(second, other_second) {
                        words.same += 1;
                        if first != other_first {
                            words.in_other_case.add(segment as u64);
                        }
                    }
                }
                let is_copy =
                    |reference: usize| lines[reference][segment] == lines[i][segment] && !is_missing(reference);
                segments.identical += u64::from((references..lines.len()).any(is_copy));
            }
        }
        let what_if = self.recounter.recount(&lines, tokens, statistics)?;
        Ok(InspectedBatch { candidates, texts: inspected, what_if })
    }
}

/// The first two words of a line, without marks around them; empty if there are fewer.
fn first_words(line: &str) -> [&str; 2] {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    [(); 2].map(|()| words.next().unwrap_or_default())
}

/// Whether two words are the same, whatever their case.
fn is_same_word(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || !one.is_ascii() && one.to_lowercase() == other.to_lowercase()
}

/// Counts the segments of one candidate by their lengths.
fn count(table: &SegmentStatistics) -> SegmentCounts {
    let mut counts = SegmentCounts { all: table.len() as u64, ..SegmentCounts::default() };
    for (segment, row) in (0..).zip(table.rows()) {
        let (hyp_len, ref_len) = (u64::from(row[0]), u64::from(row[1]));
        if hyp_len == 0 && ref_len > 0 {
            counts.lost.add(segment);
        }
        if 2 * hyp_len < ref_len {
            counts.below_half.add(segment);
        }
        if hyp_len > 2 * ref_len {
            counts.above_double.add(segment);
        }
    }
    counts
}

/// Adds up inspected batches and diagnoses each candidate.
#[derive(Debug)]
pub struct Diagnoser {
    definition: Definition,
    candidates: Vec<Candidate>,
    references: Vec<TextProfile>,
    /// The first lines of each reference.
    reference_sketches: Vec<Vec<Arc<Sketch>>>,
    what_if: WhatIf,
}

/// Diagnosis of a candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// Likely problems; those that cost most come first.
    pub findings: Vec<Finding>,
    /// The score after each change, in the order of [`Change::ALL`](crate::what_if::Change::ALL).
    pub what_if: Vec<WhatIfScore>,
}

#[derive(Debug, Default)]
struct Candidate {
    statistics: Statistics,
    segments: SegmentCounts,
    profile: TextProfile,
    /// Alignment with each reference.
    alignments: Vec<Alignment>,
    /// The first lines.
    sketches: Vec<Arc<Sketch>>,
}

impl Diagnoser {
    /// Creates a diagnoser for texts that are scored by this definition.
    pub fn new(definition: &Definition) -> Self {
        Diagnoser {
            definition: definition.clone(),
            candidates: Vec::new(),
            references: Vec::new(),
            reference_sketches: Vec::new(),
            what_if: WhatIf::new(definition),
        }
    }

    /// Adds the next lines of the corpus: line i of each candidate with line i of each reference.
    ///
    /// # Errors
    /// If there is no candidate or no reference, if there are not as many candidates as before, if the texts differ in
    /// their number of lines, if a text is too long, or if the score is not by sacreBLEU's formula
    /// ([`Definition::uses_sacrebleu_formula`]).
    pub fn add_lines(&mut self, candidates: &[&str], references: &[&str]) -> Result<(), Error> {
        self.definition.check_sacrebleu_formula()?;
        let mut counter = BatchCounter::new(self.definition.counting());
        let segments = self.candidates.first().map_or(0, |candidate| candidate.segments.all);
        let (texts, counted) = counter.count_lines(candidates, references, self.candidates.len(), segments)?;
        self.add(Inspector::new(&self.definition).inspect(&texts, &counted.tokens, &counted.systems, None)?)
    }

    /// Adds the next batch of the corpus, which has as many candidates as those before.
    ///
    /// # Errors
    /// If the batch was counted by another definition.
    pub(crate) fn add(&mut self, batch: InspectedBatch) -> Result<(), Error> {
        let (texts, references) = batch.texts.split_at(batch.candidates.len());
        let before = self.candidates.first().map_or(0, |candidate| candidate.sketches.len());
        self.candidates.resize_with(texts.len(), Candidate::default);
        // Segments may have more references than those before.
        if self.references.len() < references.len() {
            self.references.resize_with(references.len(), TextProfile::default);
        }
        for (profile, text) in self.references.iter_mut().zip(references) {
            *profile += &text.profile;
        }
        for ((candidate, inspected), text) in self.candidates.iter_mut().zip(&batch.candidates).zip(texts) {
            let segments_before = candidate.segments.all;
            candidate.statistics = (candidate.statistics + inspected.statistics)?;
            candidate.segments.append(&inspected.segments);
            candidate.profile += &text.profile;
            keep_first(&mut candidate.sketches, &text.sketches);
            candidate.alignments.resize_with(self.references.len(), || {
                let mut alignment = Alignment::default();
                (0..segments_before).for_each(|_| alignment.add(Arc::default(), Arc::default()));
                alignment
            });
            for (number, alignment) in candidate.alignments.iter_mut().enumerate() {
                let reference = references.get(number).map(|reference| &reference.sketches);
                for (i, line) in text.sketches.iter().enumerate() {
                    let reference = reference.map_or_else(Arc::default, |sketches| Arc::clone(&sketches[i]));
                    alignment.add(Arc::clone(line), reference);
                }
            }
        }
        self.reference_sketches.resize_with(self.references.len(), Vec::new);
        for (kept, text) in self.reference_sketches.iter_mut().zip(references) {
            kept.resize_with(before, Arc::default);
            keep_first(kept, &text.sketches);
        }
        self.what_if.add(batch.what_if)
    }

    /// Returns the diagnosis of each candidate, when all batches have been added.
    pub fn finish(self) -> Vec<Diagnosis> {
        let Diagnoser { definition, candidates, references, reference_sketches, what_if } = self;
        let diagnose = |(candidate, what_if): (Candidate, Vec<WhatIfScore>)| {
            let score = definition.evaluate(&candidate.statistics);
            let (mut shifted, mut comparisons) = (Vec::new(), Vec::new());
            for (alignment, reference) in candidate.alignments.into_iter().zip(&reference_sketches) {
                let mut ranges = alignment.finish();
                let comparison = permutation::compare(&candidate.sketches, reference, &ranges);
                ranges.extend(&comparison.shifted);
                shifted.push(strongest(ranges));
                comparisons.push(comparison);
            }
            let findings = checks::findings(&Evidence {
                definition: &definition,
                score: &score,
                terms: &OrderTerm::of_score(&definition, &candidate.statistics, &score),
                segments: &candidate.segments,
                candidate: &candidate.profile,
                references: &references,
                sketches: &candidate.sketches,
                reference_sketches: &reference_sketches,
                shifted: &shifted,
                comparisons: &comparisons,
                what_if: &what_if,
            });
            Diagnosis { findings, what_if }
        };
        candidates.into_iter().zip(what_if.finish()).map(diagnose).collect()
    }
}

/// Returns the ranges without those that lie mostly within stronger ones, in their order.
fn strongest(mut ranges: Vec<ShiftedRange>) -> Vec<ShiftedRange> {
    ranges.sort_by_key(|range| (Reverse(range.shifted), range.first, range.shift));
    let mut kept: Vec<ShiftedRange> = Vec::new();
    for range in ranges {
        let common =
            |other: &ShiftedRange| (range.last.min(other.last) + 1).saturating_sub(range.first.max(other.first));
        if 2 * kept.iter().map(common).sum::<u64>() <= range.last - range.first + 1 {
            kept.push(range);
        }
    }
    kept.sort_by_key(|range| (range.first, range.shift));
    kept
}

/// Appends lines, as long as there are not too many.
fn keep_first(kept: &mut Vec<Arc<Sketch>>, lines: &[Arc<Sketch>]) {
    kept.extend(lines.iter().take(MAX_LINES - kept.len()).cloned());
}
