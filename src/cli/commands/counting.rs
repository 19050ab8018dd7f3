//! Counting the n-grams of a corpus, batch by batch: the work that the commands share.

use super::groups::Append;
use super::{diagnosis, open, open_with_source_text};
use crate::bleu::BatchCounter;
use crate::cli::Job;
use crate::cli::input::{Segments, Source};
use crate::cli::input_summary::InputSummary;
use crate::cli::{pipeline, warnings};
use crate::diagnose::{Finding, Suspicion, TextSurvey};
use crate::tokenize::Newlines;
use crate::{ReferenceCount, SegmentStatistics, Statistics, Tokens};
use anyhow::Result;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The tokens and n-gram counts of a batch.
pub struct CountedSegments<'a> {
    pub segments: &'a Segments<'a>,
    /// Tokens of each text.
    pub tokens: Vec<Tokens<'a>>,
    /// Statistics of the segments, for each candidate.
    pub systems: Vec<SegmentStatistics>,
    /// Number of references per segment.
    pub references: ReferenceCount,
}

/// Tokenizes and counts a batch.
///
/// # Errors
/// If a text is too long to be tokenized.
pub fn count<'a>(counter: &'a mut BatchCounter, segments: &'a Segments<'a>) -> Result<CountedSegments<'a>> {
    let candidates = segments.candidates().len();
    let counted = counter.count(segments.texts(), candidates, Newlines::Separate, |i| segments.missing(i));
    let counted = counted.map_err(|error| segments.locate(error))?;
    let references = segments.reference_count();
    Ok(CountedSegments { segments, tokens: counted.tokens, systems: counted.systems, references })
}

impl CountedSegments<'_> {
    /// The summary of this batch.
    pub fn summary(&self) -> InputSummary {
        let segments = self.systems.first().map_or(0, |segments| segments.len() as u64);
        let (texts, before) = (self.segments.texts(), self.segments.before());
        InputSummary {
            segments,
            references: (segments > 0).then_some(self.references),
            surveys: TextSurvey::of_batch(texts, before, &self.tokens, &self.systems),
            suspicions: self.systems.iter().map(Suspicion::of_batch).collect(),
            ..InputSummary::default()
        }
    }
}

/// Visits each segment with its place and its statistics, one for each system, of which there is a table each.
///
/// # Errors
/// The first error of `visit`.
pub fn each_segment<E>(
    tables: &[SegmentStatistics],
    mut visit: impl FnMut(usize, &[Statistics]) -> Result<(), E>,
) -> Result<(), E> {
    let mut systems: Vec<_> = tables.iter().map(SegmentStatistics::iter).collect();
    let mut segment = Vec::with_capacity(systems.len());
    (0..tables.first().map_or(0, SegmentStatistics::len)).try_for_each(|i| {
        segment.clear();
        segment.extend(systems.iter_mut().filter_map(Iterator::next));
        visit(i, &segment)
    })
}

/// Reads all batches of a source, and prints the warnings about the input. Workers, one per thread, make a result of each
/// batch; `add` takes the results in input order.
///
/// # Errors
/// The first error of reading, of a worker or of `add`; results before it were added.
pub fn fold<T, W>(
    job: &Arc<Job>,
    source: Box<dyn Source>,
    jobs: NonZeroUsize,
    make_worker: impl Fn(&Arc<Job>) -> W + Send + Sync + 'static,
    mut add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary>
where
    T: Send + 'static,
    W: FnMut(&Segments) -> Result<(T, InputSummary)> + 'static,
{
    let mut summary = InputSummary::default();
    let worker_job = Arc::clone(job);
    let mut batches = pipeline::run(source, jobs, move || make_worker(&worker_job));
    for batch in &mut batches {
        let (result, batch_summary) = batch?;
        add(result)?;
        summary += batch_summary;
    }
    if let Some(source) = batches.source()
        && diagnosis::is_wanted(job)
        && (!job.gates.fail_on.is_empty() || summary.is_alarming())
    {
        summary.findings = diagnose_again(job, source, &summary)?;
    }
    warnings::after_reading(job, batches.source(), &summary);
    Ok(summary)
}

/// Diagnoses the candidates of a source that was read; `None` if that fails, but no exit status depends on it.
fn diagnose_again(job: &Job, source: &dyn Source, summary: &InputSummary) -> Result<Option<Vec<Vec<Finding>>>> {
    let kept = source.again().filter(|_| job.source.is_none());
    let again = kept.map_or_else(|| open_with_source_text(job), Ok);
    let found = again.and_then(|again| diagnosis::diagnose(job, again, summary.surveys.len(), summary.segments));
    if !job.gates.fail_on.is_empty() {
        return found.map(Some);
    }
    let has_problem = |findings: &Vec<Finding>| findings.iter().any(Finding::is_structural);
    Ok(found.ok().filter(|found| found.iter().any(has_problem)))
}

/// [`fold`]s what `map` makes of the counts of each batch of a job.
pub fn fold_counts<T: Send + 'static>(
    job: &Arc<Job>,
    map: impl Fn(CountedSegments) -> Result<T> + Clone + Send + Sync + 'static,
    add: impl FnMut(T) -> Result<()>,
) -> Result<InputSummary> {
    let make_worker = move |job: &Arc<Job>| {
        let (job, map) = (Arc::clone(job), map.clone());
        let mut counters = Counters::new(Arc::clone(&job));
        move |segments: &Segments| {
            let counted = count(counters.of(segments)?, segments)?;
            let mut summary = counted.summary();
            summary.set_references.extend(set_of(&job, segments).map(|set| (set, counted.references)));
            Ok((map(counted)?, summary))
        }
    };
    fold(job, open(job)?, job.jobs, make_worker, add)
}

/// Counters of n-grams: one, or one for each test set, of which a batch has one.
struct Counters {
    job: Arc<Job>,
    usual: BatchCounter,
    of_sets: HashMap<Arc<str>, BatchCounter>,
}

impl Counters {
    fn new(job: Arc<Job>) -> Counters {
        Counters { usual: BatchCounter::new(job.definition.counting()), job, of_sets: HashMap::new() }
    }

    /// The counter of the segments of a batch.
    fn of(&mut self, segments: &Segments) -> Result<&mut BatchCounter> {
        let Some(set) = set_of(&self.job, segments) else { return Ok(&mut self.usual) };
        match self.of_sets.entry(set) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(new) => {
                let definition = self.job.definition_of(new.key())?;
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
    job: &Arc<Job>,
    map: impl Fn(CountedSegments) -> Result<T> + Clone + Send + Sync + 'static,
) -> Result<(T, InputSummary)> {
    let mut sum = T::default();
    let summary = fold_counts(job, map, |next| sum.append(next))?;
    Ok((sum, summary))
}
