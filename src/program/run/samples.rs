//! `--samples`: several samples of each segment.

pub mod choices;
pub mod compared;
pub mod pairwise;
pub mod pick;
pub mod self_bleu;

use super::counting::fold;
use super::groups::Grouped;
use super::{open, recording};
use crate::bleu::error::Error;
use crate::bleu::samples::Samples;
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics, first_highest};
use crate::bleu::shards::saved::CountedSamples;
use crate::bleu::signature::ReferenceCount;
use crate::bleu::significance::difference::standard_deviation;
use crate::bleu::significance::mean;
use crate::program::request::{BatchTexts, Request};
use crate::program::results::SampleSpread;
use crate::program::results::input_summary::{InputSummary, merged};
use crate::program::words::warnings;
use crate::text::display::count;
use crate::text::{SegmentGroup, Segments};
use anyhow::{Result, anyhow};
use std::sync::Arc;

/// Choice of one of several samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SampleChoice {
    /// minimum Bayes risk: the highest mean score against the other samples, or against pseudo-references
    Mbr,
    /// the highest score against the references
    Best,
    /// the lowest score against the references
    Worst,
}

impl SampleChoice {
    /// The place of the chosen sample, given the scores of all. Ties go to the first.
    pub fn place(self, scores: &[f64]) -> usize {
        let sign = if self == SampleChoice::Worst { -1.0 } else { 1.0 };
        first_highest(scores.iter().map(|score| sign * score))
    }
}

/// Why the choice by minimum Bayes risk needs more than one sample.
pub const RISK_NEEDS_OTHERS: &str = "minimum Bayes risk compares each sample with the others of its segment, and needs at \
                                 least two, or pseudo-references (-r)";

/// Why a mode for samples objects to a definition.
fn objection_of_samples(definition: &Definition) -> Option<&'static str> {
    (!definition.uses_sacrebleu_formula()).then_some("samples are scored only by sacreBLEU's formula")
}

/// The samples of a segment, and its references.
struct Sampled<'a> {
    /// Number of the segment, from 1.
    segment: u64,
    /// Its id, if segments have ids.
    id: Option<&'a str>,
    samples: &'a [&'a str],
    references: &'a [&'a str],
    group: Option<&'a SegmentGroup>,
}

/// Statistics of segments: a table for each choice of samples, then for each sample that every segment has, by its place.
type SampleTables = Vec<SegmentStatistics>;

/// Statistics of the samples of a batch and, if they are recorded, its texts.
#[derive(Default)]
struct SampleBatch {
    tables: Grouped<SampleTables>,
    /// Number of references and of samples of each segment; `None` without segments.
    numbers: Option<[ReferenceCount; 2]>,
    texts: Option<BatchTexts>,
}

impl SampleBatch {
    /// Adds the text of a segment.
    fn record(&mut self, sampled: &Sampled) {
        let texts = self.texts.get_or_insert_default();
        texts.push_samples(sampled.segment, sampled.samples, sampled.references);
        texts.groups.extend(sampled.group.map(|group| (group.number, Arc::clone(&group.label))));
        texts.ids.extend(sampled.id.map(str::to_owned));
        let numbers = [sampled.references, sampled.samples].map(|texts| ReferenceCount::from_len(texts.len()));
        let merged = |known: [ReferenceCount; 2]| [known[0].merge(numbers[0]), known[1].merge(numbers[1])];
        self.numbers = Some(self.numbers.map_or(numbers, merged));
    }
}

/// Adds a segment to the statistics of samples.
type PushSegment = fn(&mut Grouped<SampleTables>, &mut Samples, &Sampled) -> Result<(), Error>;

/// Reads the samples of a system of a request, which are counted by this definition, or takes their statistics from a saved run.
/// `push` adds a segment to the tables of its batch; `add` takes these in input order.
fn fold_tables(
    request: &Arc<Request>,
    system: usize,
    definition: &Definition,
    push: PushSegment,
    mut add: impl FnMut(Grouped<SampleTables>) -> Result<()>,
) -> Result<InputSummary> {
    if let Some(saved) = request.saved() {
        let (tables, summary) = recording::saved_samples(saved, system)?;
        add(tables)?;
        return Ok(summary);
    }
    let is_recorded = request.recording.is_some();
    let push = move |_: &Request, batch: &mut SampleBatch, samples: &mut Samples, sampled: &Sampled| {
        if is_recorded {
            batch.record(sampled);
        }
        push(&mut batch.tables, samples, sampled)
    };
    let add = |SampleBatch { tables, numbers, texts }: SampleBatch| {
        if let (Some(recording), Some([references, samples]), Some(texts)) = (&request.recording, numbers, texts) {
            let counted = CountedSamples { references, samples, tables: tables.whole.clone() };
            recording.push_samples(system, counted, texts);
        }
        add(tables)
    };
    fold_samples(&request_of_system(request, system), definition, RISK_NEEDS_OTHERS, push, add)
}

/// Counts the samples of all systems of a request, to record them.
fn record(request: &Arc<Request>, definition: &Definition, push: PushSegment) -> Result<()> {
    let mut all = InputSummary::default();
    for system in 0..request.candidates.len() {
        let summary = fold_tables(request, system, definition, push, |_| Ok(()))?;
        all = summary_of_systems(all, summary);
    }
    recording::finish(request, &all)
}

/// The summary of a system, with the numbers of samples of those before it.
fn summary_of_systems(before: InputSummary, summary: InputSummary) -> InputSummary {
    InputSummary { samples: merged(before.samples, summary.samples), ..summary }
}

/// Adds a segment, given the statistics of its samples, and the places of the chosen ones.
fn push_segment(tables: &mut SampleTables, segment: &SegmentStatistics, places: &[usize]) {
    let samples: Vec<&[u32]> = segment.rows().collect();
    let rows = places.iter().map(|place| samples[*place]).chain(samples.iter().copied());
    if tables.is_empty() {
        tables.resize(places.len() + samples.len(), segment.empty_like());
    }
    tables.truncate(places.len() + samples.len());
    tables.iter_mut().zip(rows).for_each(|(table, row)| table.push_row(row));
}

/// Reads all segments of a request. Workers make a result of each batch by adding one segment after the other to it; `add`
/// takes the results in input order. The sentences are scored by this definition. `needs_others` says why one sample is not enough.
fn fold_samples<T: Default + Send + 'static>(
    request: &Arc<Request>,
    definition: &Definition,
    needs_others: &'static str,
    push: impl Fn(&Request, &mut T, &mut Samples, &Sampled) -> Result<(), Error> + Clone + Send + Sync + 'static,
    add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary> {
    let definition = definition.clone();
    let make_worker = move |request: Arc<Request>| {
        let (mut samples, push) = (Samples::new(&definition), push.clone());
        move |segments: &Segments| {
            let samples = samples.as_mut().map_err(|error| error.clone())?;
            let (mut result, mut summary) = (T::default(), InputSummary::default());
            for (i, [candidates, references]) in segments.lists().enumerate() {
                let segment = segments.before() + i as u64 + 1;
                samples.set(&candidates);
                summary += InputSummary {
                    segments: 1,
                    references: Some(ReferenceCount::from_len(references.len())),
                    samples: Some(ReferenceCount::from_len(candidates.len())),
                    ..InputSummary::default()
                };
                let group = segments.groups().get(i);
                let id = segments.ids().get(i).map(String::as_str);
                let sampled = Sampled { segment, id, samples: &candidates, references: &references, group };
                push(&request, &mut result, samples, &sampled)
                    .map_err(|error| located(&request, segment, error, needs_others))?;
            }
            Ok((result, summary))
        }
    };
    fold(request, open(request)?, request.jobs, make_worker, add)
}

/// An error about the samples of a segment, which has this number.
fn located(request: &Request, segment: u64, error: Error, needs_others: &str) -> anyhow::Error {
    let name = request.system_label(&request.systems[0]);
    let fault = match error {
        Error::TooFew { found, .. } => format!("{}; {needs_others}", count(found as u64, "sample")),
        error => error.to_string(),
    };
    anyhow!("{name}: segment {segment}: {fault}")
}

/// Says if segments have different numbers of samples; all have as many as are scored.
fn note_unequal(request: &Request, summary: &InputSummary, scored: usize) {
    if summary.segments > 0 && summary.samples == Some(ReferenceCount::Varying) {
        warnings::unequal_samples(request, scored);
    }
}

/// The request of one system.
fn request_of_system(request: &Request, place: usize) -> Arc<Request> {
    Request { report: None, ..request.with_candidates(&[place]) }.into()
}

/// The scores of the samples of a system, which have these sums, and how they vary.
fn spread(definition: &Definition, sums: impl Iterator<Item = Statistics>) -> SampleSpread {
    let scores: Vec<f64> = sums.map(|sum| definition.evaluate(&sum).value()).collect();
    let mean = mean(&scores);
    SampleSpread { samples: scores.len(), deviation: standard_deviation(&scores), mean, differ_as_wholes: false }
}
