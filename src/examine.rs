//! Reads the input for an explanation: the whole corpus, or one segment of it.

use crate::cli::{Explain, Job};
use crate::corpus::Seen;
use crate::input::{Batch, Input};
use crate::output::{ExplainedSegment, ExplainedSystem, Explanation, Format};
use crate::{or_fail, pipeline};
use anyhow::{Result, bail};
use bleu::explain::{CorpusExamination, Examiner, Notes, Plan, SegmentTables, Spare};
use bleu::{Counter, Line, Metric, SegmentStatistics, Tokenizer, Tokens};
use memchr::memchr_iter;
use std::num::NonZeroUsize;
use std::sync::Mutex;

/// The most threads that make notes: they make more of them than one thread adds up, and waiting notes take memory.
const MOST_JOBS: NonZeroUsize = NonZeroUsize::new(6).expect("is not 0");

/// What is known of a batch.
struct Examined {
    segments: u64,
    periods_apart: Vec<u64>,
    notes: Option<Notes>,
    /// For each candidate, the tables of the segment that is asked for, if it is here.
    segment: Option<Vec<ExplainedSegment>>,
}

/// Reads everything, and explains what was asked for.
pub fn examine(job: &Job, explain: Explain, input: &mut Input) -> Result<(Explanation, Seen)> {
    let segment_metric = Metric { effective_order: explain.effective_order_of_segments, ..job.metric.clone() };
    let Explain { segment, show, .. } = explain;
    let plan = Plan { preprocessing: job.preprocessing, metric: job.metric.clone(), segment_metric, show };
    let wanted = Wanted { corpus: segment.is_none() || job.style.format == Format::Json, segment };

    // Memory of notes that were added up, for those to come.
    let spares: Mutex<Vec<Spare>> = Mutex::default();
    let take = || spares.lock().ok()?.pop();
    let names = input.names();
    let make_worker = || {
        let (mut worker, names, plan, take) = (Worker::new(job), &names, &plan, &take);
        let mut examiner = Examiner::new(plan);
        move |batch: &Batch| {
            let (texts, fault) = batch.texts(names);
            (worker.examine(&texts, batch.lines_before, wanted, plan, &mut examiner, take()), fault)
        }
    };
    let mut corpus = CorpusExamination::new(&plan, job.candidates.len(), job.references.len());
    let mut seen = Seen { segments: 0, periods_apart: vec![0; job.candidates.len()] };
    let mut tables = None;
    pipeline::run(input, job.jobs.min(MOST_JOBS), make_worker, |batch| {
        let examined: Examined = or_fail(batch);
        seen.segments += examined.segments;
        seen.periods_apart.iter_mut().zip(examined.periods_apart).for_each(|(sum, lines)| *sum += lines);
        let spare = examined.notes.map(|notes| corpus.add(notes));
        if let Ok(mut spares) = spares.lock() {
            spares.extend(spare);
        }
        tables = tables.take().or(examined.segment);
    });

    if let Some(segment) = segment.filter(|&segment| segment > seen.segments) {
        let segments = seen.segments;
        bail!("there is no segment {segment}; the corpus has {segments}, so that the last one is {segments}");
    }
    if segment.is_none() && seen.segments > 1 {
        tables = None;
    }
    let (corpora, difference) = if wanted.corpus { corpus.explain() } else { (Vec::new(), None) };
    let (mut corpora, mut tables) = (corpora.into_iter(), tables.unwrap_or_default().into_iter());
    let system = |path: &std::path::PathBuf| ExplainedSystem {
        name: path.display().to_string(),
        corpus: corpora.next(),
        segment: tables.next(),
    };
    let explanation = Explanation {
        systems: job.candidates.iter().map(system).collect(),
        difference,
        segments: seen.segments,
        signature: job.signature().to_string(),
    };
    Ok((explanation, seen))
}

#[derive(Clone, Copy)]
struct Wanted {
    corpus: bool,
    segment: Option<u64>,
}

impl Wanted {
    /// The line, from 0, of a batch whose tables are wanted: that of the segment asked for, or that of a corpus that
    /// may prove to have but one.
    fn line(self, lines_before: u64, lines: usize) -> Option<usize> {
        let line = match self.segment {
            Some(segment) => (segment - 1).checked_sub(lines_before)?,
            None if lines_before == 0 && lines == 1 => 0,
            None => return None,
        };
        usize::try_from(line).ok().filter(|&line| line < lines)
    }
}

/// Examines batches; keeps the memory that this takes.
struct Worker {
    /// The candidates', then the references'.
    tokenizers: Vec<Tokenizer>,
    candidates: usize,
    counter: Counter,
}

impl Worker {
    fn new(job: &Job) -> Worker {
        let candidates = job.candidates.len();
        let tokenizers = (0..candidates + job.references.len()).map(|_| Tokenizer::new(job.preprocessing));
        Worker { tokenizers: tokenizers.collect(), candidates, counter: Counter::default() }
    }

    fn examine(
        &mut self,
        texts: &[&str],
        lines_before: u64,
        wanted: Wanted,
        plan: &Plan,
        examiner: &mut Examiner,
        spare: Option<Spare>,
    ) -> Examined {
        let lines = texts.first().map_or(0, |text| memchr_iter(b'\n', text.as_bytes()).count());
        let line = wanted.line(lines_before, lines);
        let mut examined =
            Examined { segments: lines as u64, periods_apart: vec![0; self.candidates], notes: None, segment: None };
        if lines == 0 || !wanted.corpus && line.is_none() {
            return examined;
        }
        let tokens: Vec<Tokens> = self.tokenizers.iter_mut().zip(texts).map(|(t, text)| t.tokenize(text)).collect();
        let (candidates, references) = tokens.split_at(self.candidates);
        let mut count = |candidate: &Tokens| {
            let mut statistics = SegmentStatistics::new(plan.metric.order);
            self.counter.count(*candidate, references, &mut statistics);
            statistics
        };
        let statistics: Vec<SegmentStatistics> = candidates.iter().map(&mut count).collect();
        let periods = candidates.iter().map(|tokens| tokens.lines_with_period_apart());
        examined.periods_apart = periods.collect();
        examined.segment = line.map(|line| {
            let references: Vec<Line> = references.iter().map(|reference| reference.line(line)).collect();
            let systems = candidates.iter().zip(&statistics);
            let explain = |(candidate, statistics): (&Tokens, &SegmentStatistics)| {
                let counted = statistics.iter().nth(line).unwrap_or_default();
                ExplainedSegment {
                    segment: lines_before + line as u64 + 1,
                    tables: SegmentTables::new(candidate.line(line), &references, &plan.metric),
                    score: plan.metric.score(&counted),
                    as_sentence: plan.segment_metric.score(&counted).score,
                }
            };
            systems.map(explain).collect()
        });
        examined.notes = wanted.corpus.then(|| examiner.examine(texts, &tokens, statistics, spare));
        examined
    }
}
