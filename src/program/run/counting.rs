//! Counting the n-grams of a corpus, batch by batch: the work that the commands share.

use super::counted::{CountedSegments, count};
use super::groups::Append;
use super::{diagnosis, open};
use crate::bleu::scoring::BatchCounter;
use crate::checks::repair::Repairs;
use crate::program::request::format::FormatKind;
use crate::program::request::{Job, Mode};
use crate::program::results::input_summary::InputSummary;
use crate::program::words::warnings;
use crate::text::pipeline;
use crate::text::{BatchReader, Segments};
use anyhow::Result;
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
    job: &Job,
    reader: BatchReader,
    jobs: NonZeroUsize,
    make_worker: impl Fn() -> W + Send + Sync + 'static,
    mut add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary>
where
    T: Send + 'static,
    W: FnMut(&Segments) -> Result<(T, InputSummary)> + 'static,
{
    let mut summary = InputSummary::default();
    let mut batches = pipeline::run(reader, jobs, make_worker);
    for batch in &mut batches {
        let (result, batch_summary) = batch?;
        add(result)?;
        summary += batch_summary;
    }
    if let Some(reader) = batches.reader() {
        if job.is_diagnosed() {
            summary.findings = diagnosis::of_input(job, reader, &summary)?;
        }
        summary.endings = reader.source.endings();
        summary.files = reader.source.files();
        warnings::after_reading(job, Some(&*reader.source), &summary);
    }
    Ok(summary)
}

/// [`fold`]s what `map` makes of the counts of each batch of a job.
pub fn fold_counts<T: Send + 'static>(
    job: &'static Job,
    map: impl FnMut(CountedSegments) -> Result<T> + Clone + Send + Sync + 'static,
    add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary> {
    let has_look = job.is_diagnosed();
    let make_worker = move || {
        let (mut map, mut counters) = (map.clone(), Counters::new(job));
        let mut of_uncleaned = BatchCounter::new(job.definition.counting());
        move |segments: &Segments| {
            let counted = count(counters.of(segments)?, segments)?;
            let mut summary = counted.summary(has_look);
            // The counts of test sets are of definitions of their own.
            if job.input.sets.is_none() {
                if !job.input.rules.clean.is_empty() {
                    summary.cleaned = counted.cleaned(&mut of_uncleaned)?;
                } else if job.input.at.is_some() && shows_repairs(job) {
                    let mut tried = |candidate| counted.try_repairs(&mut of_uncleaned, candidate, Repairs::of_logs());
                    summary.cleaned = (0..counted.systems.len()).map(&mut tried).collect::<Result<_>>()?;
                }
            }
            summary.set_references.extend(set_of(job, segments).map(|set| (set, segments.reference_count())));
            Ok((map(counted)?, summary))
        }
    };
    fold(job, open(job)?, job.jobs, make_worker, add)
}

/// Whether the output has room for what repairs would alter.
fn shows_repairs(job: &Job) -> bool {
    !matches!(job.mode, Mode::Sentence) && !matches!(job.style.format.kind, FormatKind::Numbers)
}

/// Counters of n-grams: one, or one for each test set; a batch belongs to one set.
pub struct Counters {
    job: &'static Job,
    by_set: HashMap<Option<Arc<str>>, BatchCounter>,
}

impl Counters {
    pub fn new(job: &'static Job) -> Counters {
        Counters { job, by_set: HashMap::new() }
    }

    /// The counter of the segments of a batch.
    pub fn of(&mut self, segments: &Segments) -> Result<&mut BatchCounter> {
        match self.by_set.entry(set_of(self.job, segments)) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(new) => {
                let definition = self.job.definition_of(new.key().as_deref())?;
                Ok(new.insert(BatchCounter::new(definition.counting())))
            }
        }
    }
}

/// The test set that a batch is of, if groups are test sets.
fn set_of(job: &Job, segments: &Segments) -> Option<Arc<str>> {
    job.input.sets.as_ref().and(segments.groups().first()).map(|group| Arc::clone(&group.label))
}

/// Adds up what `map` makes of the counts of each batch of a job.
pub fn sum_counts<T: Append + Default + Send + 'static>(
    job: &'static Job,
    map: impl FnMut(CountedSegments) -> Result<T> + Clone + Send + Sync + 'static,
) -> Result<(T, InputSummary)> {
    let mut sum = T::default();
    let summary = fold_counts(job, map, |next| sum.append(next))?;
    Ok((sum, summary))
}
