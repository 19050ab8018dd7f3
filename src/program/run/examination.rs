//! The examination of systems for explanations: the work on each batch, which any thread does, and its sum.

use super::corpus::Corpus;
use super::counted::{self, CountedSegments};
use super::counting::fold;
use super::diagnosis::MAX_JOBS;
use super::explain::ExplainMode;
use super::groups::{Append, Grouped, tables};
use super::open_with_source_text;
use crate::bleu::scoring::{BatchCounter, SegmentStatistics};
use crate::bleu::tokenize::Tokens;
use crate::checks::diagnose::Diagnoser;
use crate::checks::diagnose::inspected_batch::InspectedBatch;
use crate::checks::explain::batch::ExplainedBatch;
use crate::checks::explain::segment_tables::words;
use crate::checks::explain::{Difference, Explainer, Plan, SegmentTables};
use crate::checks::what_if::Recounter;
use crate::program::request::{ExplainPart, Request};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::{ExplainedCorpus, ExplainedSegment};
use crate::text::Segments;
use anyhow::Result;
use std::sync::Arc;

/// What is examined.
#[derive(Clone)]
pub struct Scope {
    /// Settings of the explanation.
    pub plan: Arc<Plan>,
    /// Whether the corpus is explained.
    pub has_corpus: bool,
    /// Number of the segment that is explained, from 1; `None` for the first, in case it is the only one.
    pub segment: Option<u64>,
    /// Whether the statistics of the segments are kept.
    pub has_tables: bool,
}

impl Scope {
    /// The scope of an explanation without tables.
    pub fn new(request: &Request, explain: ExplainMode) -> Scope {
        let plan =
            Plan::new(request.definition.clone()).effective_order_of_segments(explain.effective_order_of_segments);
        let plan = plan.show(explain.show);
        let plan = match explain.part {
            ExplainPart::Summary => plan.without_texts(),
            ExplainPart::Segments => plan.without_ngrams(),
            ExplainPart::Ngrams | ExplainPart::All => plan,
        };
        // JSON also explains the corpus.
        let has_corpus = explain.segment.is_none() || request.style.format.is_json();
        Scope { plan: Arc::new(plan), has_corpus, segment: explain.segment, has_tables: false }
    }
}

/// Facts about all systems of a request.
pub struct Examination {
    /// Explanation and diagnosis of each system, if the corpus is in scope.
    pub corpora: Vec<ExplainedCorpus>,
    /// The differences between the first system and each other one, if the corpus is in scope.
    pub differences: Vec<Difference>,
    /// The explained segment for each candidate, if the corpus has it.
    pub segment: Option<Vec<ExplainedSegment>>,
    /// The corpus, with statistics of the segments if they are in scope.
    pub corpus: Corpus<Vec<SegmentStatistics>>,
    /// Ids of the segments, if they have ids.
    pub ids: Vec<String>,
}

impl Examination {
    /// Number of segments.
    pub fn segments(&self) -> u64 {
        self.corpus.summary.segments
    }
}

/// Reads and examines all candidates of a request.
pub fn examine(request: &Arc<Request>, scope: Scope) -> Result<Examination> {
    let (source, jobs) = (open_with_source_text(request)?, request.jobs.min(MAX_JOBS));
    let candidates = request.candidates.len();
    let mut explainer = Explainer::for_systems(Arc::clone(&scope.plan), candidates)?;
    let mut diagnoser = Diagnoser::new(&scope.plan.definition, candidates)?;
    let (mut segment, mut counts, mut ids) = (None, Grouped::<Vec<SegmentStatistics>>::default(), Vec::new());
    let Scope { has_corpus, segment: asked_segment, .. } = scope;
    let has_source = request.source.is_some();
    let make_worker = move |_| {
        let mut examiner = Examiner::new(scope.clone(), has_source);
        move |segments: &Segments| examiner.examine(segments.clone())
    };
    let add = |examined: Examined| {
        if let Some((examined, inspected)) = examined.corpus {
            explainer.add(examined)?;
            diagnoser.add(inspected)?;
        }
        segment = segment.take().or(examined.segment);
        ids.extend(examined.ids);
        counts.append(examined.tables)
    };
    let summary = fold(request, source, jobs, make_worker, add)?;
    // The first segment was explained in case it is the only one.
    let segment = segment.filter(|_| asked_segment.is_some() || summary.segments == 1);
    let (corpora, differences) = if has_corpus { explainer.finish_systems(jobs.get()) } else { Default::default() };
    let corpora = corpora.into_iter().zip(diagnoser.finish_on_threads(jobs.get()));
    let corpora = corpora.map(|(explanation, diagnosis)| ExplainedCorpus { explanation, diagnosis }).collect();
    Ok(Examination { corpora, differences, segment, corpus: Corpus { counts, summary }, ids })
}

/// Results for a batch.
#[derive(Default)]
struct Examined {
    /// For the explanation of the corpus, if it is in scope.
    corpus: Option<(ExplainedBatch, InspectedBatch)>,
    /// The segment for each candidate, if the batch has it.
    segment: Option<Vec<ExplainedSegment>>,
    /// Statistics of the segments, if they are in scope.
    tables: Grouped<Vec<SegmentStatistics>>,
    /// Ids of the segments, if they have ids.
    ids: Vec<String>,
}

/// Examines batches, on one thread.
struct Examiner {
    scope: Scope,
    /// Whether the last candidate is the source text.
    has_source: bool,
    counter: BatchCounter,
    recounter: Recounter,
}

impl Examiner {
    fn new(scope: Scope, has_source: bool) -> Examiner {
        let counter = BatchCounter::new(scope.plan.definition.counting());
        let recounter = Recounter::new(&scope.plan.definition);
        Examiner { scope, has_source, counter, recounter }
    }

    fn examine(&mut self, mut segments: Segments) -> Result<(Examined, InputSummary)> {
        let plan = &self.scope.plan;
        let source = if self.has_source { segments.take_last_candidate() } else { None };
        let line = line_to_explain(&segments, self.scope.segment);
        if segments.is_empty() || !self.scope.has_corpus && line.is_none() {
            let summary = InputSummary { segments: segments.len() as u64, ..InputSummary::default() };
            return Ok((Examined::default(), summary));
        }
        let counted = counted::count(&mut self.counter, &segments)?;
        let (summary, mut examined) = (counted.summary(false), Examined::default());
        examined.segment = line.map(|line| explain_segment(plan, &counted, line));
        examined.ids = segments.ids().to_vec();
        if self.scope.has_tables {
            examined.tables = tables(&counted)?;
        }
        if self.scope.has_corpus {
            let (tokens, tables) = (&counted.tokens, &counted.systems);
            let inspected = InspectedBatch::new(&mut self.recounter, segments.texts(), tokens, tables, source)?;
            let explained = ExplainedBatch::new(plan, segments.texts(), &counted.tokens, counted.systems);
            examined.corpus = Some((explained, inspected));
        }
        Ok((examined, summary))
    }
}

/// Returns the line of a batch, from 0, to explain: the requested segment, or segment 1 as long as it may be the only one.
fn line_to_explain(segments: &Segments, requested: Option<u64>) -> Option<usize> {
    let line = match requested {
        Some(segment) => (segment - 1).checked_sub(segments.before())?,
        None if segments.before() == 0 && segments.len() == 1 => 0,
        None => return None,
    };
    usize::try_from(line).ok().filter(|&line| line < segments.len())
}

/// Explains the segment on a line of a batch, for each candidate.
fn explain_segment(plan: &Plan, counted: &CountedSegments, line: usize) -> Vec<ExplainedSegment> {
    let (candidates, references) = counted.tokens.split_at(counted.systems.len());
    let present = references.iter().filter(|reference| !reference.is_missing(line));
    let references: Vec<Vec<String>> = present.map(|reference| words(reference.segment(line))).collect();
    let explain = |(candidate, statistics): (&Tokens, &SegmentStatistics)| {
        let statistics = statistics.iter().nth(line).unwrap_or_default();
        ExplainedSegment {
            segment: counted.segments.before() + line as u64 + 1,
            tables: SegmentTables::from_words(words(candidate.segment(line)), references.clone(), &plan.definition),
            score: plan.definition.evaluate(&statistics),
            as_sentence: plan.segment_formula.evaluate(&statistics).value(),
        }
    };
    candidates.iter().zip(&counted.systems).map(explain).collect()
}
