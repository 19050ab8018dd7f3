//! The counts of a run as they are saved, and runs on counts that were saved: the modes do not see the difference.

use super::counted::CountedSegments;
use super::counting::set_of;
use super::sets;
use crate::bleu::lines::lines;
use crate::bleu::scoring::Definition;
use crate::bleu::shards::saved::{CountedPart, CountedRun, hash_line};
use crate::bleu::signature::Signature;
use crate::program::request::{BatchRecord, RecordedLines, Request, SavedCounts, StatisticsSource};
use crate::program::results::input_summary::{InputSummary, merged};
use crate::text::{Batch, SegmentGroup, Segments};
use anyhow::{Context, Result, ensure};
use std::sync::Arc;

/// The record of a batch that was counted.
pub fn batch(request: &Request, counted: &CountedSegments) -> BatchRecord {
    let segments = counted.segments;
    let set = set_of(request, segments).map(|set| set.to_string());
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
    BatchRecord {
        before: segments.before(),
        part: CountedPart {
            set,
            references: segments.reference_count(),
            samples: None,
            tables: counted.systems.clone(),
        },
        groups: segments.groups().iter().map(|group| (group.number, Arc::clone(&group.label))).collect(),
        ids: segments.ids().to_vec(),
        candidates: segments.candidates().iter().map(|text| recorded(text, Vec::new())).collect(),
        references: references.map(|(place, text)| recorded(text, missing(place))).collect(),
    }
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

/// Runs `map` and `add` on counts that were saved, as on those of a text.
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
        summary.samples = merged(summary.samples, part.samples);
        if let Some(set) = &part.set {
            let references = summary.set_references.entry(set.as_str().into()).or_insert(part.references);
            *references = references.merge(part.references);
        }
    }
    Ok(summary)
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
fn definition<'a>(signature: &Signature, parts: impl Iterator<Item = &'a CountedPart>) -> Result<Definition> {
    let order = signature.formula().counted_order();
    for table in parts.flat_map(|part| &part.tables) {
        ensure!(table.order() == order, "statistics of order {} for scores of order {order}", table.order());
    }
    signature.definition_with(|tokenizer| Ok(tokenizer.name().parse().unwrap_or_default()))
}

/// A request of a run, to be run on the counts that were saved with it.
///
/// # Errors
/// If they do not belong to it.
pub fn on_counts(request: Request, counts: Arc<CountedRun>) -> Result<Request> {
    let tables = request.candidates.len();
    ensure!(
        counts.parts.iter().all(|part| part.tables.len() == tables),
        "there are not statistics of {tables} systems"
    );
    let signature = signature(&counts, None)?;
    let set_definition = |set: &str| {
        let parts = counts.parts.iter().filter(|part| part.set.as_deref() == Some(set));
        definition(&self::signature(&counts, Some(set))?, parts)
    };
    let mut input = request.input.clone();
    if let Some(sets) = &input.sets {
        let labels = counts.definitions.iter().filter_map(|definition| definition.set.as_deref());
        let known = labels.map(|set| Ok((set.to_owned(), set_definition(set)?))).collect::<Result<_>>()?;
        input.sets = Some(Arc::new(sets.known(known)));
    }
    let own = counts.parts.iter().filter(|part| part.set.is_none());
    let definition = definition(&signature, own)?;
    Ok(Request {
        definition,
        input,
        statistics: StatisticsSource::Saved(SavedCounts { counts, signature }.into()),
        ..request
    })
}
