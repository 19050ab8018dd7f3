//! Reads the input for an explanation of the whole corpus or of one segment.

use crate::cli::{Explain, Job};
use crate::corpus::Seen;
use crate::input::{Batch, Input};
use crate::output::Format;
use crate::report::{ExplainedCorpus, ExplainedSegment, ExplainedSystem, Explanation};
use crate::{or_fail, pipeline};
use anyhow::{Result, bail};
use bleu::diagnose::{Diagnoser, InspectedBatch, Inspector};
use bleu::explain::{ExaminedBatch, Examiner, Explainer, Plan, SegmentTables};
use bleu::{Counter, Line, Metric, SegmentStatistics, Tokenizer, Tokens};
use memchr::memchr_iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Maximum number of threads that examine batches; more would wait for the one that adds them up.
const MAX_JOBS: NonZeroUsize = NonZeroUsize::new(6).expect("is not 0");

/// Results for a batch.
struct Examined {
    segments: u64,
    periods_apart: Vec<u64>,
    /// For the explanation of the corpus, if it is wanted.
    corpus: Option<(ExaminedBatch, InspectedBatch)>,
    /// The wanted segment for each candidate, if the batch has it.
    segment: Option<Vec<ExplainedSegment>>,
}

/// Reads all input and explains the scores.
pub fn examine(job: &Job, explain: Explain, input: &mut Input) -> Result<(Explanation, Seen)> {
    let segment_metric = Metric { effective_order: explain.effective_order_of_segments, ..job.metric.clone() };
    let Explain { segment, show, .. } = explain;
    let plan = Plan { preprocessing: job.preprocessing, metric: job.metric.clone(), segment_metric, show };
    // JSON has the corpus beside a segment.
    let wanted = Wanted { corpus: segment.is_none() || job.style.format == Format::Json, segment };

    let names = input.names();
    let make_worker = || {
        let (mut worker, names) = (Worker::new(job, &plan, wanted), &names);
        move |batch: &Batch| {
            let (texts, fault) = batch.texts(names);
            (worker.examine(&texts, batch.lines_before), fault)
        }
    };
    let (candidates, references) = (job.candidates.len(), job.references.len());
    let mut explainer = Explainer::new(&plan, candidates);
    let mut diagnoser = Diagnoser::new(&job.metric, job.preprocessing, candidates, references);
    let mut seen = Seen { segments: 0, periods_apart: vec![0; candidates] };
    let mut segments = None;
    pipeline::run(input, job.jobs.min(MAX_JOBS), make_worker, |batch| {
        let examined: Examined = or_fail(batch);
        seen.segments += examined.segments;
        seen.periods_apart.iter_mut().zip(examined.periods_apart).for_each(|(sum, lines)| *sum += lines);
        if let Some((examined, inspected)) = examined.corpus {
            explainer.add(examined);
            diagnoser.add(inspected);
        }
        segments = segments.take().or(examined.segment);
    });

    if let Some(segment) = segment.filter(|&segment| segment > seen.segments) {
        let segments = seen.segments;
        bail!("there is no segment {segment}; the corpus has {segments}, so that the last one is {segments}");
    }
    if segment.is_none() && seen.segments > 1 {
        segments = None;
    }
    let explanation = wanted.corpus.then(|| explainer.finish());
    let (corpora, difference) = explanation.map_or_else(Default::default, |found| (found.systems, found.difference));
    let explained = corpora.into_iter().zip(diagnoser.finish());
    let mut corpora = explained.map(|(explanation, findings)| ExplainedCorpus { explanation, findings });
    let mut segments = segments.unwrap_or_default().into_iter();
    let system = |path: &PathBuf| ExplainedSystem {
        name: path.display().to_string(),
        corpus: corpora.next(),
        segment: segments.next(),
    };
    let explanation = Explanation {
        systems: job.candidates.iter().map(system).collect(),
        difference,
        segments: seen.segments,
        signature: job.signature().to_string(),
    };
    Ok((explanation, seen))
}

/// The parts of the input that are explained.
#[derive(Clone, Copy)]
struct Wanted {
    corpus: bool,
    /// Number of the segment, from 1.
    segment: Option<u64>,
}

impl Wanted {
    /// Returns the wanted line (from 0) of a batch: the segment asked for, or the first of a corpus, which may prove to
    /// be the only one.
    fn line(self, lines_before: u64, lines: usize) -> Option<usize> {
        let line = match self.segment {
            Some(segment) => (segment - 1).checked_sub(lines_before)?,
            None if lines_before == 0 && lines == 1 => 0,
            None => return None,
        };
        usize::try_from(line).ok().filter(|&line| line < lines)
    }
}

/// Examines batches; keeps its memory from one batch to the next.
struct Worker<'a> {
    plan: &'a Plan,
    wanted: Wanted,
    /// One for each candidate, then one for each reference.
    tokenizers: Vec<Tokenizer>,
    candidates: usize,
    counter: Counter,
    examiner: Examiner<'a>,
    inspector: Inspector,
}

impl<'a> Worker<'a> {
    fn new(job: &Job, plan: &'a Plan, wanted: Wanted) -> Self {
        let candidates = job.candidates.len();
        let tokenizers = (0..candidates + job.references.len()).map(|_| Tokenizer::new(job.preprocessing));
        Worker {
            plan,
            wanted,
            tokenizers: tokenizers.collect(),
            candidates,
            counter: Counter::default(),
            examiner: Examiner::new(plan),
            inspector: Inspector::default(),
        }
    }

    fn examine(&mut self, texts: &[&str], lines_before: u64) -> Examined {
        let lines = texts.first().map_or(0, |text| memchr_iter(b'\n', text.as_bytes()).count());
        let line = self.wanted.line(lines_before, lines);
        let mut examined =
            Examined { segments: lines as u64, periods_apart: vec![0; self.candidates], corpus: None, segment: None };
        if lines == 0 || !self.wanted.corpus && line.is_none() {
            return examined;
        }
        let tokens: Vec<Tokens> = self.tokenizers.iter_mut().zip(texts).map(|(t, text)| t.tokenize(text)).collect();
        let (candidates, references) = tokens.split_at(self.candidates);
        let mut count = |candidate: &Tokens| {
            let mut statistics = SegmentStatistics::new(self.plan.metric.order);
            self.counter.count(*candidate, references, &mut statistics);
            statistics
        };
        let statistics: Vec<SegmentStatistics> = candidates.iter().map(&mut count).collect();
        examined.periods_apart = candidates.iter().map(Tokens::lines_with_period_apart).collect();
        examined.segment = line.map(|line| {
            let references: Vec<Line> = references.iter().map(|reference| reference.line(line)).collect();
            let explain = |(candidate, statistics): (&Tokens, &SegmentStatistics)| {
                let statistics = statistics.iter().nth(line).unwrap_or_default();
                ExplainedSegment {
                    segment: lines_before + line as u64 + 1,
                    tables: SegmentTables::new(candidate.line(line), &references, &self.plan.metric),
                    score: self.plan.metric.score(&statistics),
                    as_sentence: self.plan.segment_metric.score(&statistics).score,
                }
            };
            candidates.iter().zip(&statistics).map(explain).collect()
        });
        examined.corpus = self.wanted.corpus.then(|| {
            let inspected = self.inspector.inspect(texts, &statistics);
            (self.examiner.examine(texts, &tokens, statistics), inspected)
        });
        examined
    }
}
