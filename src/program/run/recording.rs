//! The counts of a run as they are saved, and runs on counts that were saved: the modes do not see the difference.

use super::counted::CountedSegments;
use super::counting::set_of;
use super::groups::Grouped;
use super::sets;
use crate::bleu::lines::lines;
use crate::bleu::scoring::{Definition, SegmentStatistics};
use crate::bleu::shards::saved::{CountedPart, CountedRun, CountedSamples, hash_line};
use crate::bleu::signature::Signature;
use crate::program::request::{BatchTexts, RecordedLines, Request, SavedCounts, StatisticsSource};
use crate::program::results::input_summary::{InputSummary, merged};
use crate::text::{Batch, SegmentGroup, Segments};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The counts and the texts of a batch, to be recorded.
pub fn batch(request: &Request, counted: &CountedSegments) -> (CountedPart, BatchTexts) {
    let segments = counted.segments;
    let all = segments.len();
    let recorded = |text: &&str, missing: Vec<u64>| RecordedLines {
        text: (*text).to_owned(),
        hashes: lines(text).map(hash_line).collect(),
        missing,
    };
    let missing = |reference: usize| {
        let lacking = (0..all).filter(|segment| !segments.has(reference, *segment));
        lacking.map(|segment| segments.before() + segment as u64 + 1).collect()
    };
    let references = segments.references().iter().enumerate();
    let texts = BatchTexts {
        before: segments.before(),
        segments: all as u64,
        groups: segments.groups().iter().map(|group| (group.number, Arc::clone(&group.label))).collect(),
        ids: segments.ids().to_vec(),
        candidates: segments.candidates().iter().map(|text| recorded(text, Vec::new())).collect(),
        references: references.map(|(place, text)| recorded(text, missing(place))).collect(),
    };
    let set = set_of(request, segments).map(|set| set.to_string());
    (CountedPart { set, references: segments.reference_count(), tables: counted.systems.clone() }, texts)
}

/// Records the signature of the scores, or of the scores of each test set, after all input was counted.
///
/// # Errors
/// If the tokenizer of a set cannot be loaded.
pub fn finish(request: &Request, summary: &InputSummary) -> Result<()> {
    let Some(recording) = &request.recording else { return Ok(()) };
    recording.push_definition(None, &summary.signature(request));
    for label in summary.set_references.keys() {
        recording.push_definition(Some(label), &sets::set_request(request, label, summary)?.1);
    }
    Ok(())
}

/// Runs `map` and `add` on counts that were saved, as on the counts of a text.
///
/// # Errors
/// As these.
pub fn replay<T>(
    request: &Request,
    saved: &SavedCounts,
    mut map: impl FnMut(&Request, CountedSegments) -> Result<T>,
    mut add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary> {
    let counts = &saved.counts;
    let labels: Vec<Arc<str>> = counts.groups.iter().map(|label| Arc::from(label.as_str())).collect();
    let (mut summary, mut batch) = (InputSummary::default(), Batch::default());
    for part in &counts.parts {
        let (before, next) = (summary.segments as usize, summary.segments as usize + part.segments());
        let places = counts.group_places.get(before..next).unwrap_or_default();
        let group = |place: &u32| SegmentGroup { number: *place, label: Arc::clone(&labels[*place as usize]) };
        let ids = counts.ids.get(before..next).unwrap_or_default();
        batch.set_labels(before as u64, part.segments(), places.iter().map(group).collect(), ids.to_vec());
        let (segments, _): (Segments, _) = batch.segments();
        add(map(request, CountedSegments::without_texts(&segments, part.tables.clone()))?)?;
        summary.segments = next as u64;
        summary.references = merged(summary.references, Some(part.references));
        if let Some(set) = &part.set {
            let references = summary.set_references.entry(set.as_str().into()).or_insert(part.references);
            *references = references.merge(part.references);
        }
    }
    Ok(summary)
}

/// The statistics of the samples of a system that were saved, for the corpus and for its groups.
///
/// # Errors
/// If there are none.
pub fn saved_samples(saved: &SavedCounts, system: usize) -> Result<(Grouped<Vec<SegmentStatistics>>, InputSummary)> {
    let counts = &saved.counts;
    let CountedSamples { references, samples, tables } =
        counts.samples.get(system).context("statistics of samples are missing")?;
    let mut grouped = Grouped { whole: tables.clone(), groups: BTreeMap::new() };
    let labels: Vec<Arc<str>> = counts.groups.iter().map(|label| Arc::from(label.as_str())).collect();
    let mut rows: Vec<_> = tables.iter().map(SegmentStatistics::rows).collect();
    for place in &counts.group_places {
        let group = SegmentGroup { number: *place, label: Arc::clone(&labels[*place as usize]) };
        for own in grouped.segment_parts(Some(&group)).skip(1) {
            if own.is_empty() {
                own.extend(tables.iter().map(SegmentStatistics::empty_like));
            }
            own.iter_mut()
                .zip(&mut rows)
                .for_each(|(table, rows)| rows.next().into_iter().for_each(|row| table.push_row(row)));
        }
    }
    let summary = InputSummary {
        segments: counts.segments() as u64,
        references: Some(*references),
        samples: Some(*samples),
        ..InputSummary::default()
    };
    Ok((grouped, summary))
}

/// The signature of the scores of a run, or of the scores of a test set.
///
/// # Errors
/// If there is none, or it cannot be read.
pub fn signature(counts: &CountedRun, set: Option<&str>) -> Result<Signature> {
    let found = counts.definitions.iter().find(|definition| definition.set.as_deref() == set);
    let text = &found.context("a signature is missing")?.signature;
    text.parse().with_context(|| format!("signature {text}"))
}

/// The definition of a signature. Counts are scored without its tokenizer, whose data need not be here.
///
/// # Errors
/// If the counts are not such as it needs.
fn definition<'a>(signature: &Signature, tables: impl Iterator<Item = &'a SegmentStatistics>) -> Result<Definition> {
    let order = signature.formula().counted_order();
    for table in tables {
        ensure!(table.order() == order, "statistics of order {} for scores of order {order}", table.order());
    }
    signature.definition_with(|tokenizer| Ok(tokenizer.name().parse().unwrap_or_default()))
}

/// A request of a run, to be run on the counts that were saved with it.
///
/// # Errors
/// If they do not belong to it.
pub fn on_counts(request: Request, counts: Arc<CountedRun>) -> Result<Request> {
    let systems = request.candidates.len();
    let has_all = match counts.samples.is_empty() {
        true => counts.parts.iter().all(|part| part.tables.len() == systems),
        false => counts.samples.len() == systems,
    };
    ensure!(has_all, "there are not statistics of {systems} systems");
    let signature = signature(&counts, None)?;
    let set_definition = |set: &str| {
        let parts = counts.parts.iter().filter(|part| part.set.as_deref() == Some(set));
        definition(&self::signature(&counts, Some(set))?, parts.flat_map(|part| &part.tables))
    };
    let mut input = request.input.clone();
    if let Some(sets) = &input.sets {
        let labels = counts.definitions.iter().filter_map(|definition| definition.set.as_deref());
        let known = labels.map(|set| Ok((set.to_owned(), set_definition(set)?))).collect::<Result<_>>()?;
        input.sets = Some(Arc::new(sets.known(known)));
    }
    let own = counts.parts.iter().filter(|part| part.set.is_none()).flat_map(|part| &part.tables);
    let samples = counts.samples.iter().flat_map(|samples| &samples.tables);
    let definition = definition(&signature, own.chain(samples))?;
    Ok(Request {
        definition,
        input,
        statistics: StatisticsSource::Saved(SavedCounts { counts, signature }.into()),
        ..request
    })
}
