//! Counting the n-grams of a corpus, batch by batch: the work that the commands share.

use super::open;
use crate::bleu::rules::EmptySegments;
use crate::cli::Job;
use crate::input::Segments;
use crate::ngram::Counter;
use crate::pipeline::{self, Batches};
use crate::{Definition, SegmentStatistics, SegmentTokens, Tokenizer, Tokens};
use anyhow::Result;
use std::ops::AddAssign;
use std::sync::Arc;

/// Tokenizes and counts batches of segments; keeps its memory from one batch to the next.
pub struct BatchCounter {
    definition: Definition,
    /// One per text: candidates, then references.
    tokenizers: Vec<Tokenizer>,
    /// One per candidate.
    counters: Vec<Counter>,
}

/// The tokens and n-gram counts of a batch.
pub struct Counted<'a> {
    /// Number of segments before this batch.
    pub segments_before: u64,
    /// Tokens of each text: candidates, then references.
    pub tokens: Vec<Tokens<'a>>,
    /// Statistics of the segments, for each candidate.
    pub systems: Vec<SegmentStatistics>,
}

/// Properties of the input that warnings are about. Those of batches add up.
#[derive(Clone, Debug, Default)]
pub struct InputSummary {
    /// Number of segments.
    pub segments: u64,
    /// For each candidate, the number of lines that end in a period separated by a space.
    pub periods_apart: Vec<u64>,
}

impl AddAssign for InputSummary {
    fn add_assign(&mut self, other: InputSummary) {
        self.segments += other.segments;
        if self.periods_apart.len() < other.periods_apart.len() {
            self.periods_apart.resize(other.periods_apart.len(), 0);
        }
        self.periods_apart.iter_mut().zip(other.periods_apart).for_each(|(sum, lines)| *sum += lines);
    }
}

impl BatchCounter {
    /// A counter for batches of this job.
    pub fn new(job: &Arc<Job>) -> BatchCounter {
        BatchCounter::for_definition(job.definition.clone())
    }

    /// A counter for batches by a definition.
    pub fn for_definition(definition: Definition) -> BatchCounter {
        BatchCounter { definition, tokenizers: Vec::new(), counters: Vec::new() }
    }

    /// Tokenizes and counts a batch.
    ///
    /// # Errors
    /// If a text is too long to be tokenized.
    pub fn count<'a>(&'a mut self, segments: &Segments<'a>) -> Result<Counted<'a>> {
        let texts = segments.texts();
        let definition = &self.definition;
        let candidates = segments.candidates().len();
        self.counters.resize_with(candidates, Counter::default);
        if self.tokenizers.len() < candidates {
            self.tokenizers.resize_with(candidates, || Tokenizer::for_definition(definition));
        }
        if self.tokenizers.len() < texts.len() {
            self.tokenizers.resize_with(texts.len(), || Tokenizer::for_references(definition));
        }
        let tokenizers = self.tokenizers.iter_mut();
        let tokens = tokenizers.zip(texts).map(|(tokenizer, text)| tokenizer.tokenize_lines(text));
        let mut tokens: Vec<Tokens> = tokens.collect::<Result<_, _>>()?;
        let (candidates, references) = tokens.split_at_mut(segments.candidates().len());
        for (i, reference) in references.iter_mut().enumerate() {
            *reference = reference.with_missing(segments.missing(i));
        }
        let mut systems = Vec::with_capacity(candidates.len());
        for ((candidate, counter), text) in candidates.iter().zip(&mut self.counters).zip(segments.candidates()) {
            let mut statistics = definition.segment_table();
            counter.count(*candidate, references, definition, &mut statistics);
            if let (EmptySegments::LeftOut, [reference, ..]) =
                (definition.rules().empty_segments, segments.references())
            {
                statistics.leave_out_blank(text, reference);
            }
            systems.push(statistics);
        }
        Ok(Counted { segments_before: segments.before(), tokens, systems })
    }
}

impl Counted<'_> {
    /// The summary of this batch.
    pub fn summary(&self) -> InputSummary {
        let candidates = &self.tokens[..self.systems.len()];
        InputSummary {
            segments: self.systems.first().map_or(0, |segments| segments.len() as u64),
            periods_apart: candidates.iter().map(lines_with_period_apart).collect(),
        }
    }
}

/// Returns the number of lines that end in a period separated by a space.
fn lines_with_period_apart(tokens: &Tokens) -> u64 {
    tokens.segments().filter(SegmentTokens::ends_in_period_apart).count() as u64
}

/// Counts all segments of a job. The iterator gives, for each batch, its summary and what `map` makes of its counts in
/// the worker's thread.
pub fn run<T: Send + 'static>(
    job: &Arc<Job>,
    map: impl Fn(Counted) -> T + Clone + Send + Sync + 'static,
) -> Result<Batches<(T, InputSummary)>> {
    let source = open(job)?;
    let worker_job = Arc::clone(job);
    let make_worker = move || {
        let (mut counter, map) = (BatchCounter::new(&worker_job), map.clone());
        move |segments: &Segments| {
            let counted = counter.count(segments)?;
            let summary = counted.summary();
            Ok((map(counted), summary))
        }
    };
    Ok(pipeline::run(source, job.jobs, make_worker))
}
