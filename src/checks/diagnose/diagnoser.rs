//! Diagnosis of a corpus: the sum of inspected batches.

use super::alignment::Sketch;
use super::alignment::permutation;
use super::alignment::permutation::Comparison;
use super::alignment::thresholds::{FEW_SUBSTRINGS, MAX_LINES, MIN_SUBSTRINGS};
use super::checks;
use super::checks::unrelated::are_hardly_correct;
use super::evidence::Evidence;
use super::finding::{Finding, Text};
use super::inspected_batch::InspectedBatch;
use super::line_ends::common_ends;
use super::line_shape::End;
use super::odd_segments::{OddSegment, odd_segments};
use super::text_profile::TextProfile;
use super::windows::{Places, Windows};
use crate::bleu::error::Error;
use crate::bleu::ngram::CountedBatch;
use crate::bleu::parallel::map_numbers;
use crate::bleu::scoring::only;
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::checks::segments::{AddCounted, AddSegments};
use crate::checks::what_if::{Recounter, WhatIf, WhatIfScore};
use std::cell::OnceCell;

/// Adds up inspected batches and diagnoses each candidate.
///
/// Findings are about the first 262,144 segments. The lines of these are kept, long ones in part, each with about 400 bytes of
/// facts; all else is constant. The what-if scores are of all segments.
#[derive(Debug)]
pub struct Diagnoser {
    definition: Definition,
    segments: u64,
    candidates: Vec<Candidate>,
    references: Vec<TextProfile>,
    /// Sketches of the source, if it is known.
    source: Vec<Sketch>,
    what_if: WhatIf,
    /// The places of the segments in the input, if these are not all.
    places: Places,
}

/// Diagnosis of a candidate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// Likely problems, each left after those before it are undone.
    pub findings: Vec<Finding>,
    /// Number of segments that the findings are about, which are the first ones.
    pub looked_at: u64,
    /// Single segments, of the same ones, that are worth a look although they may cost next to nothing.
    pub odd_segments: Vec<OddSegment>,
    /// The score after each change, in the order of [`Change::ALL`](crate::checks::what_if::Change::ALL).
    pub what_if: Vec<WhatIfScore>,
}

#[derive(Debug, Default)]
struct Candidate {
    profile: TextProfile,
    /// Statistics of its lines.
    table: Option<SegmentStatistics>,
}

impl AddCounted for Diagnoser {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn candidates(&self) -> Option<usize> {
        Some(self.candidates.len())
    }

    fn segments(&self) -> u64 {
        self.segments
    }

    fn add_counted(&mut self, texts: &[&str], counted: CountedBatch) -> Result<(), Error> {
        // In windows, what makes no difference is left out.
        let mut recounter = match self.places.all() {
            Some(_) => Recounter::for_differences(&self.definition),
            None => Recounter::new(&self.definition),
        };
        self.add(InspectedBatch::new(&mut recounter, texts, &counted.tokens, &counted.systems, None)?)
    }
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
            segments: 0,
            candidates,
            references: Vec::new(),
            source: Vec::new(),
            what_if,
            places: Places::default(),
        })
    }

    /// Returns the findings on some candidates in windows, which hold this many.
    ///
    /// # Errors
    /// If a text is [too long](crate#limits).
    pub(super) fn diagnose_windows(
        definition: &Definition,
        windows: &Windows,
        chosen: &[usize],
        candidates: usize,
    ) -> Result<Vec<Vec<Finding>>, Error> {
        // Other formulas have no what-if scores, and their findings would not be about the score.
        let default = Definition::default();
        let definition = if definition.uses_sacrebleu_formula() { definition } else { &default };
        let mut diagnoser = Diagnoser { places: windows.places(), ..Diagnoser::new(definition, chosen.len())? };
        let texts: Vec<String> = chosen.iter().map(|candidate| windows.text(*candidate)).collect();
        let (references, missing): (Vec<String>, Vec<Vec<bool>>) =
            (candidates..windows.texts()).map(|text| (windows.text(text), windows.missing(text))).unzip();
        diagnoser.add_lines_with_missing(&texts, &references, |reference, place| missing[reference][place])?;
        Ok(diagnoser.finish().into_iter().map(|diagnosis| diagnosis.findings).collect())
    }

    /// Adds the next batch of the corpus, which has as many candidates as were declared.
    ///
    /// # Errors
    /// If the batch was counted by another definition.
    pub(crate) fn add(&mut self, batch: InspectedBatch) -> Result<(), Error> {
        self.segments += batch.tables.first().map_or(0, |table| table.len() as u64);
        let before = self.candidates.first().map_or(0, |candidate| candidate.profile.records.len());
        if before < MAX_LINES {
            let mut texts = batch.texts.into_iter();
            for ((candidate, table), text) in self.candidates.iter_mut().zip(batch.tables).zip(&mut texts) {
                match &mut candidate.table {
                    Some(known) => known.append(&table)?,
                    None => candidate.table = Some(table),
                }
                candidate.profile += text;
            }
            // Segments may have more references than those before.
            self.references.resize_with(self.references.len().max(texts.len()), TextProfile::default);
            for (profile, text) in self.references.iter_mut().zip(texts) {
                profile.add_missing(before);
                *profile += text;
            }
            self.source.extend(batch.source);
        }
        self.what_if.add(batch.what_if)
    }

    /// Adds the source texts of the next segments, for the check `untranslated` and for segments that repeat their source. Without
    /// them, neither is looked for.
    pub fn add_source(&mut self, lines: &[impl AsRef<str>]) {
        let free = MAX_LINES.saturating_sub(self.source.len());
        self.source.extend(lines.iter().take(free).map(|line| Sketch::new(line.as_ref())));
    }

    /// Returns the diagnosis of each candidate, when all batches have been added. Without any segment there are no findings.
    pub fn finish(self) -> Vec<Diagnosis> {
        self.finish_on_threads(1)
    }

    /// [`finish`](Self::finish), with up to this many threads that share the work.
    pub(crate) fn finish_on_threads(self, threads: usize) -> Vec<Diagnosis> {
        let statistics: Vec<Statistics> = self.what_if.statistics().cloned().collect();
        let what_if = self.what_if.scores();
        let findings = map_numbers(self.candidates.len(), threads, |place| {
            let candidate = &self.candidates[place];
            let odd_segments = odd_segments(&candidate.profile, &self.references, &self.source);
            (self.findings(candidate, &statistics[place], &what_if[place]), odd_segments)
        });
        let looked_at = self.candidates.first().map_or(0, |candidate| candidate.profile.records.len() as u64);
        let diagnoses = findings.into_iter().zip(what_if);
        let diagnosis = |((findings, odd_segments), what_if)| Diagnosis { findings, looked_at, odd_segments, what_if };
        diagnoses.map(diagnosis).collect()
    }

    /// Returns the diagnosis of the only candidate.
    ///
    /// # Errors
    /// If several candidates were declared.
    pub fn finish_one(self) -> Result<Diagnosis, Error> {
        only(self.finish())
    }

    /// Returns what the checks find in the lines of a candidate and its references, without causes and effects, given sketches of
    /// the source.
    ///
    /// # Errors
    /// As [`add_lines_with_missing`](Self::add_lines_with_missing).
    pub(super) fn observe(
        definition: &Definition,
        candidate: &str,
        references: &[String],
        is_missing: impl Fn(usize, usize) -> bool,
        source: Vec<Sketch>,
    ) -> Result<Vec<Finding>, Error> {
        let mut diagnoser = Diagnoser::new(definition, 1)?;
        diagnoser.add_lines_with_missing(&[candidate], references, is_missing)?;
        diagnoser.source = source;
        let (candidate, what_if) = (&diagnoser.candidates[0], diagnoser.what_if.scores());
        let statistics = diagnoser.what_if.statistics().next().cloned().unwrap_or_default();
        Ok(diagnoser.examine(candidate, &statistics, &what_if[0], checks::observe))
    }

    fn findings(&self, candidate: &Candidate, statistics: &Statistics, what_if: &[WhatIfScore]) -> Vec<Finding> {
        self.examine(candidate, statistics, what_if, checks::findings)
    }

    /// Gathers the evidence on a candidate for a function.
    fn examine(
        &self,
        candidate: &Candidate,
        statistics: &Statistics,
        what_if: &[WhatIfScore],
        find: impl FnOnce(&Evidence) -> Vec<Finding>,
    ) -> Vec<Finding> {
        let Candidate { profile, table: Some(table) } = candidate else { return Vec::new() };
        if profile.records.is_empty() {
            return Vec::new();
        }
        let score = self.definition.evaluate(statistics);
        let lines = profile.sketches();
        let [correct, tokens] = statistics.counts(0);
        let least = if are_hardly_correct(correct, tokens) { FEW_SUBSTRINGS } else { MIN_SUBSTRINGS };
        let compare = |reference: &TextProfile| permutation::compare(&lines, &reference.sketches(), least);
        let comparisons: Vec<Comparison> = self.references.iter().map(compare).collect();
        find(&Evidence {
            definition: &self.definition,
            table,
            statistics,
            score: &score,
            common_ends: End::BOTH.map(|end| common_ends(profile, &self.references, end)),
            text: Text::Candidate,
            candidate: profile,
            source: &self.source,
            references: &self.references,
            comparisons: &comparisons,
            what_if,
            places: &self.places,
            aligned: OnceCell::new(),
        })
    }
}
