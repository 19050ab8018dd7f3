//! `--explain` and `--explain-segment`: why the score of a corpus, or of one of its segments, is what it is.

use super::counting::{BatchCounter, Counted, InputSummary};
use super::{open, write_buffered};
use crate::cli::{Explain, Job};
use crate::display::system_name;
use crate::explain::{CorpusExamination, Examiner, Notes, Plan, SegmentTables, Spare};
use crate::input::{Segments, Source};
use crate::output::{self, ExplainedSegment, ExplainedSystem, Explanation, Format};
use crate::{Line, Metric, SegmentStatistics, Tokens, pipeline, warnings};
use anyhow::{Result, ensure};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Maximum number of threads: more produce notes faster than one thread adds them up, and waiting notes take memory.
const MAX_JOBS: NonZeroUsize = NonZeroUsize::new(6).expect("is not 0");

/// What is known of a batch.
struct Examined {
    summary: InputSummary,
    /// Notes for the explanation of the corpus, if that is wanted.
    notes: Option<Notes>,
    /// For each candidate, the tables of the wanted segment, if it is in this batch.
    segment: Option<Vec<ExplainedSegment>>,
}

/// What is wanted of the input.
#[derive(Clone, Copy)]
struct Wanted {
    corpus: bool,
    /// Number of a segment, from 1.
    segment: Option<u64>,
}

/// Explains the score of each candidate and prints the explanation.
pub fn run(job: &Arc<Job>, explain: Explain, out: impl Write) -> Result<()> {
    let explanation = explain_job(job, explain, open(job)?)?;
    write_buffered(out, |out| output::write_explanation(&explanation, job.style, out))
}

fn explain_job(job: &Arc<Job>, explain: Explain, source: Box<dyn Source>) -> Result<Explanation> {
    let segment_metric = Metric { effective_order: explain.effective_order_of_segments, ..job.metric.clone() };
    let Explain { segment, show, .. } = explain;
    let plan = Plan { preprocessing: job.preprocessing, metric: job.metric.clone(), segment_metric, show };
    let plan = Arc::new(plan);
    let wanted = Wanted { corpus: segment.is_none() || job.style.format == Format::Json, segment };

    // Memory of notes that were added up, for use by later notes.
    let spares: Arc<Mutex<Vec<Spare>>> = Arc::default();
    let make_worker = {
        let (job, plan, spares) = (Arc::clone(job), Arc::clone(&plan), Arc::clone(&spares));
        move || {
            let mut worker = Worker {
                counter: BatchCounter::new(&job),
                examiner: Examiner::new(Arc::clone(&plan)),
                plan: Arc::clone(&plan),
                wanted,
            };
            let spares = Arc::clone(&spares);
            move |segments: &Segments| {
                let spare = spares.lock().ok().and_then(|mut spares| spares.pop());
                worker.examine(segments, spare)
            }
        }
    };
    let mut corpus = CorpusExamination::new(&plan, job.candidates.len(), job.references.len());
    let mut summary = InputSummary::default();
    let mut tables = None;
    let mut batches = pipeline::run(source, job.jobs.min(MAX_JOBS), make_worker);
    for batch in &mut batches {
        let examined: Examined = batch?;
        summary += examined.summary;
        let spare = examined.notes.map(|notes| corpus.add(notes));
        if let Ok(mut spares) = spares.lock() {
            spares.extend(spare);
        }
        tables = tables.take().or(examined.segment);
    }

    let segments = summary.segments;
    ensure!(
        segment.is_none_or(|segment| segment <= segments),
        "there is no segment {}; the corpus has {segments}, so that the last one is {segments}",
        segment.unwrap_or_default()
    );
    warnings::after_reading(job, batches.source(), &summary);
    if segment.is_none() && segments > 1 {
        tables = None;
    }
    let (corpora, difference) = if wanted.corpus { corpus.explain() } else { (Vec::new(), None) };
    let (mut corpora, mut tables) = (corpora.into_iter(), tables.unwrap_or_default().into_iter());
    let system =
        |path: &PathBuf| ExplainedSystem { name: system_name(path), corpus: corpora.next(), segment: tables.next() };
    Ok(Explanation {
        systems: job.candidates.iter().map(system).collect(),
        difference,
        segments,
        signature: job.signature().to_string(),
    })
}

impl Wanted {
    /// Returns the line of a batch, from 0, whose tables are wanted: that of the wanted segment, or the first of a
    /// corpus that may prove to have only one segment.
    fn line(self, segments: &Segments) -> Option<usize> {
        let line = match self.segment {
            Some(segment) => (segment - 1).checked_sub(segments.before())?,
            None if segments.before() == 0 && segments.len() == 1 => 0,
            None => return None,
        };
        usize::try_from(line).ok().filter(|&line| line < segments.len())
    }
}

/// Examines batches; keeps its memory from one batch to the next.
struct Worker {
    counter: BatchCounter,
    examiner: Examiner,
    plan: Arc<Plan>,
    wanted: Wanted,
}

impl Worker {
    fn examine(&mut self, segments: &Segments, spare: Option<Spare>) -> Examined {
        let line = self.wanted.line(segments);
        if segments.is_empty() || !self.wanted.corpus && line.is_none() {
            let summary = InputSummary { segments: segments.len() as u64, ..InputSummary::default() };
            return Examined { summary, notes: None, segment: None };
        }
        let counted = self.counter.count(segments);
        let summary = counted.summary();
        let segment = line.map(|line| explain_segment(&self.plan, &counted, line));
        let Counted { tokens, systems, .. } = counted;
        let notes = self.wanted.corpus.then(|| self.examiner.examine(segments.texts(), &tokens, systems, spare));
        Examined { summary, notes, segment }
    }
}

/// Explains the segment on a line of a batch, for each candidate.
fn explain_segment(plan: &Plan, counted: &Counted, line: usize) -> Vec<ExplainedSegment> {
    let (candidates, references) = counted.tokens.split_at(counted.systems.len());
    let references: Vec<Line> = references.iter().map(|reference| reference.line(line)).collect();
    let explain = |(candidate, statistics): (&Tokens, &SegmentStatistics)| {
        let counts = statistics.iter().nth(line).unwrap_or_default();
        ExplainedSegment {
            segment: counted.segments_before + line as u64 + 1,
            tables: SegmentTables::new(candidate.line(line), &references, &plan.metric),
            score: plan.metric.score(&counts),
            as_sentence: plan.segment_metric.score(&counts).score,
        }
    };
    candidates.iter().zip(&counted.systems).map(explain).collect()
}
