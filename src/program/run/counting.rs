//! Counting the n-grams of a corpus, batch by batch: the work that the commands share.

use super::counted::{CountedSegments, count};
use super::{diagnosis, open, open_with_source_text, recording};
use crate::bleu::scoring::BatchCounter;
use crate::bleu::shards::saved::CountedPart;
use crate::checks::repair::Repairs;
use crate::program::request::format::FormatKind;
use crate::program::request::{BatchTexts, Request};
use crate::program::results::input_summary::{CleanedLines, InputSummary};
use crate::program::words::warnings;
use crate::text::pipeline::{self, Batches};
use crate::text::{BatchReader, Segments};
use anyhow::Result;
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Reads all batches, and prints the warnings about the input. Workers, one per thread, make a result of each
/// batch; `add` takes the results in input order.
///
/// # Errors
/// The first error of reading, of a worker or of `add`; results before it were added.
pub fn fold<T, W>(
    request: &Arc<Request>,
    reader: BatchReader,
    jobs: NonZeroUsize,
    make_worker: impl Fn(Arc<Request>) -> W + Send + Sync + 'static,
    mut add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary>
where
    T: Send + 'static,
    W: FnMut(&Segments) -> Result<(T, InputSummary)> + 'static,
{
    let mut batches = run_workers(request, reader, jobs, make_worker);
    let mut summary = InputSummary::default();
    for batch in &mut batches {
        let (result, batch_summary) = batch?;
        add(result)?;
        summary += batch_summary;
    }
    if let Some(reader) = batches.reader() {
        if request.is_diagnosed() {
            summary.findings = diagnosis::input_findings(request, reader, &summary)?;
        }
        summary.endings = reader.source.endings();
        summary.files = reader.source.files();
        warnings::after_reading(request, &reader.source, &summary);
    }
    Ok(summary)
}

/// Runs workers on all batches. They share the request, since threads that read its input may outlive its command.
pub fn run_workers<T, W>(
    request: &Arc<Request>,
    reader: BatchReader,
    jobs: NonZeroUsize,
    make_worker: impl Fn(Arc<Request>) -> W + Send + Sync + 'static,
) -> Batches<T>
where
    T: Send + 'static,
    W: FnMut(&Segments) -> Result<T> + 'static,
{
    let request = Arc::clone(request);
    pipeline::run(reader, jobs, move || make_worker(Arc::clone(&request)))
}

/// [`fold`]s what `map` makes of the counts of each batch of a request.
pub fn fold_counts<T: Send + 'static>(
    request: &Arc<Request>,
    map: impl FnMut(&Request, CountedSegments) -> Result<T> + Clone + Send + Sync + 'static,
    add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary> {
    match request.saved() {
        Some(saved) => recording::replay(request, saved, map, add),
        None => fold_counts_of(request, open(request)?, false, map, add),
    }
}

/// [`fold_counts`] with the source text, if it is known.
pub fn fold_counts_with_source<T: Send + 'static>(
    request: &Arc<Request>,
    map: impl FnMut(&Request, CountedSegments) -> Result<T> + Clone + Send + Sync + 'static,
    add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary> {
    fold_counts_of(request, open_with_source_text(request)?, request.source.is_some(), map, add)
}

/// [`fold`]s what `map` makes of the counts of each batch of a reader, whose last candidate may be the source text.
fn fold_counts_of<T: Send + 'static>(
    request: &Arc<Request>,
    reader: BatchReader,
    has_source: bool,
    map: impl FnMut(&Request, CountedSegments) -> Result<T> + Clone + Send + Sync + 'static,
    mut add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary> {
    let extras = Extras { has_source, has_signs: request.is_diagnosed(), repairs: RepairTrials::new(request) };
    let make_worker = move |request: Arc<Request>| {
        let (mut worker, mut map) = (CountingWorker::new(request, extras), map.clone());
        let mut map_recorded = move |request: &Request, counted: CountedSegments| {
            let record = request.recording.as_ref().map(|_| recording::batch(request, &counted));
            Ok((map(request, counted)?, record))
        };
        move |segments: &Segments| worker.count(segments, &mut map_recorded)
    };
    let add_recorded = |(next, record): (T, Option<(CountedPart, BatchTexts)>)| {
        request.recording.iter().zip(record).for_each(|(recording, (part, texts))| recording.push(part, texts));
        add(next)
    };
    let summary = fold(request, reader, request.jobs, make_worker, add_recorded)?;
    recording::finish(request, &summary)?;
    Ok(summary)
}

/// Counts batches, on one thread.
struct CountingWorker {
    request: Arc<Request>,
    counters: Counters,
    extras: Extras,
    /// For lines before or after repairs.
    repair_counter: BatchCounter,
}

impl CountingWorker {
    fn new(request: Arc<Request>, extras: Extras) -> CountingWorker {
        let repair_counter = BatchCounter::new(request.definition.counting());
        CountingWorker { counters: Counters::new(Arc::clone(&request)), request, extras, repair_counter }
    }

    /// Counts a batch, and returns what `map` makes of its counts.
    fn count<T>(
        &mut self,
        segments: &Segments,
        map: &mut impl FnMut(&Request, CountedSegments) -> Result<T>,
    ) -> Result<(T, InputSummary)> {
        let mut segments = Cow::Borrowed(segments);
        let source = if self.extras.has_source { segments.to_mut().take_last_candidate() } else { None };
        let segments = &*segments;
        let counted = count(self.counters.counter(segments)?, segments)?.with_source(source);
        let mut summary = counted.summary(self.extras.has_signs);
        summary.cleaned = self.extras.repairs.count(&mut self.repair_counter, &counted)?;
        summary.set_references.extend(set_of(&self.request, segments).map(|set| (set, segments.reference_count())));
        Ok((map(&self.request, counted)?, summary))
    }
}

/// Facts to find out about each batch besides its counts.
#[derive(Clone, Copy)]
struct Extras {
    /// Whether the last candidate is the source text.
    has_source: bool,
    /// Whether problems are looked for.
    has_signs: bool,
    repairs: RepairTrials,
}

/// Repairs whose effect on the score is counted too.
#[derive(Clone, Copy)]
enum RepairTrials {
    None,
    /// The repairs that were made: lines are also counted as they were before.
    Made,
    /// The repairs of logs, which were not asked for.
    Logs,
}

impl RepairTrials {
    fn new(request: &Request) -> RepairTrials {
        let (are_made, is_log) = (!request.input.rules.clean.is_empty(), request.input.at.is_some());
        // The counts of test sets are of definitions of their own.
        if request.input.sets.is_some() {
            RepairTrials::None
        } else if are_made {
            RepairTrials::Made
        } else if is_log && shows_repairs(request) {
            RepairTrials::Logs
        } else {
            RepairTrials::None
        }
    }

    /// The lines of each candidate that repairs have altered, or would alter.
    fn count(self, counter: &mut BatchCounter, counted: &CountedSegments) -> Result<Vec<CleanedLines>> {
        match self {
            RepairTrials::None => Ok(Vec::new()),
            RepairTrials::Made => counted.cleaned(counter),
            RepairTrials::Logs => {
                let systems = 0..counted.systems.len();
                systems.map(|system| counted.try_repairs(counter, system, Repairs::log_repairs())).collect()
            }
        }
    }
}

/// Whether the output has room for what repairs would alter.
fn shows_repairs(request: &Request) -> bool {
    !request.input.answers_lines && !matches!(request.style.format.kind, FormatKind::Numbers)
}

/// Counters of n-grams: one, or one for each test set; a batch belongs to one set.
struct Counters {
    request: Arc<Request>,
    by_set: HashMap<Option<Arc<str>>, BatchCounter>,
}

impl Counters {
    fn new(request: Arc<Request>) -> Counters {
        Counters { request, by_set: HashMap::new() }
    }

    /// The counter of the segments of a batch.
    fn counter(&mut self, segments: &Segments) -> Result<&mut BatchCounter> {
        match self.by_set.entry(set_of(&self.request, segments)) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(new) => {
                let definition = self.request.definition_of(new.key().as_deref())?;
                Ok(new.insert(BatchCounter::new(definition.counting())))
            }
        }
    }
}

/// The test set that a batch is of, if groups are test sets.
pub fn set_of(request: &Request, segments: &Segments) -> Option<Arc<str>> {
    request.input.sets.as_ref().and(segments.groups().first()).map(|group| Arc::clone(&group.label))
}
