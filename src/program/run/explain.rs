//! `--explain` and `--explain-segment`: why the score of a corpus, or of one of its segments, is what it is.

use super::counted::CountedSegments;
use super::counting::fold;
use super::diagnosis::MAX_JOBS;
use super::gates::Checked;
use super::groups::{Append, Grouped, tables};
use super::{counted, open_with_source_text, print_checked, score};
use crate::bleu::scoring::BatchCounter;
use crate::bleu::scoring::SegmentStatistics;
use crate::bleu::significance::{PairedTest, Resampling};
use crate::bleu::tokenize::Tokens;
use crate::checks::diagnose::Diagnoser;
use crate::checks::diagnose::inspected_batch::InspectedBatch;
use crate::checks::explain::batch::ExplainedBatch;
use crate::checks::explain::segment_tables::words;
use crate::checks::explain::{Explainer, Plan, SegmentTables};
use crate::checks::what_if::Recounter;
use crate::program::display::count;
use crate::program::input_summary::InputSummary;
use crate::program::results::{ExplainedCorpus, ExplainedSegment};
use crate::program::results::{Explanation, MIN_SEGMENTS_OF_GROUP};
use crate::program::{Explain, ExplainPart};
use crate::program::{Job, Mode, SignificanceTest};
use crate::text::Segments;
use anyhow::{Result, bail};
use std::io::Write;
use std::sync::Arc;

/// Results for a batch.
#[derive(Default)]
struct Examined {
    /// For the explanation of the corpus, if it is scope.
    corpus: Option<(ExplainedBatch, InspectedBatch)>,
    /// The segment for each candidate, if the batch has it.
    segment: Option<Vec<ExplainedSegment>>,
    /// Statistics of the segments, if an answer is asked for.
    tables: Grouped<Vec<SegmentStatistics>>,
    /// Ids of the segments, if they have ids.
    ids: Vec<String>,
}

/// Explains the score of each candidate and prints the explanation.
pub fn run(job: &'static Job, explain: Explain, out: &mut dyn Write) -> Result<()> {
    // Programs get the groups from it.
    let answer = explain.segment.is_none() && (!job.style.format.is_json() || job.input.by.is_some());
    let explanation = explain_job(job, explain, answer)?;
    let corpora = || explanation.names.iter().cloned().zip(&explanation.corpora);
    let checked = Checked {
        scores: corpora().map(|(name, corpus)| (None, name, corpus.explanation.score.value())).collect(),
        segments: Some(explanation.segments),
        findings: corpora().map(|(name, corpus)| (name, &corpus.diagnosis.findings[..])).collect(),
        ..Checked::default()
    };
    print_checked(job, &explanation, &checked, out)
}

/// Explains the score of each candidate, and tests it for an answer if there is to be one.
pub fn explain_job(job: &'static Job, explain: Explain, answer: bool) -> Result<Explanation> {
    let plan = Plan::new(job.definition.clone()).effective_order_of_segments(explain.effective_order_of_segments);
    let plan = plan.show(explain.show);
    let plan = Arc::new(match explain.part {
        ExplainPart::Summary => plan.without_texts(),
        ExplainPart::Segments => plan.without_ngrams(),
        ExplainPart::Ngrams | ExplainPart::All => plan,
    });
    // JSON also explains the corpus.
    let explains_corpus = explain.segment.is_none() || job.style.format.is_json();
    let worker_plan = Arc::clone(&plan);
    let make_worker = move || {
        let plan = Arc::clone(&worker_plan);
        let mut counter = BatchCounter::new(plan.definition.counting());
        let mut recounter = Recounter::new(&plan.definition);
        move |segments: &Segments| {
            let mut segments = segments.clone();
            let source = if job.source.is_some() { segments.take_last_candidate() } else { None };
            let line = line_to_explain(&segments, explain.segment);
            if segments.is_empty() || !explains_corpus && line.is_none() {
                let summary = InputSummary { segments: segments.len() as u64, ..InputSummary::default() };
                return Ok((Examined::default(), summary));
            }
            let counted = counted::count(&mut counter, &segments)?;
            let (summary, mut examined) = (counted.summary(false), Examined::default());
            examined.segment = line.map(|line| explain_segment(&plan, &counted, line));
            examined.ids = segments.ids().to_vec();
            if answer {
                examined.tables = tables(&counted)?;
            }
            if explains_corpus {
                let (tokens, tables) = (&counted.tokens, &counted.systems);
                let inspected = InspectedBatch::new(&mut recounter, segments.texts(), tokens, tables, source)?;
                let explained = ExplainedBatch::new(&plan, segments.texts(), &counted.tokens, counted.systems);
                examined.corpus = Some((explained, inspected));
            }
            Ok((examined, summary))
        }
    };
    let (source, jobs) = (open_with_source_text(job)?, job.jobs.min(MAX_JOBS));
    let candidates = job.candidates.len();
    let mut explainer = Explainer::new(Arc::clone(&plan), candidates)?;
    let mut diagnoser = Diagnoser::new(&plan.definition, candidates)?;
    let (mut segment, mut tables, mut ids) = (None, Grouped::<Vec<SegmentStatistics>>::default(), Vec::new());
    let summary = fold(job, source, jobs, make_worker, |examined: Examined| {
        if let Some((examined, inspected)) = examined.corpus {
            explainer.add(examined)?;
            diagnoser.add(inspected)?;
        }
        segment = segment.take().or(examined.segment);
        ids.extend(examined.ids);
        tables.append(examined.tables)
    })?;
    let segments = summary.segments;
    // The scores with their significance, as the page of --report has them.
    let tested = || score::report(&Job { mode: answer_mode(job, segments), ..job.clone() }, &tables, &summary);
    let answer = if answer { Some(tested()?) } else { None };
    if let Some(segment) = explain.segment.filter(|segment| *segment > segments) {
        bail!("there is no segment {segment}; the corpus has {}", count(segments, "segment"));
    }
    // The first segment was explained in case it is the only one.
    let segment = segment.filter(|_| explain.segment.is_some() || segments == 1);
    let explanation = explains_corpus.then(|| explainer.finish());
    let (corpora, difference) = explanation.map_or_else(Default::default, |found| (found.systems, found.difference));
    let explained = corpora.into_iter().zip(diagnoser.finish());
    Ok(Explanation {
        names: job.systems.clone(),
        corpora: explained.map(|(explanation, diagnosis)| ExplainedCorpus { explanation, diagnosis }).collect(),
        explained_segments: segment.unwrap_or_default(),
        difference,
        answer,
        part: explain.part,
        segments,
        ids,
        signature: summary.signature(job).to_string(),
    })
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

/// The mode of an answer: the test that is asked for, if it compares all systems; else the bootstrap, unless there are too few
/// segments, or the score is not one of sums.
pub fn answer_mode(job: &Job, segments: u64) -> Mode {
    let all = |test| match job.candidates.len() {
        1 => SignificanceTest::Confidence,
        2 => SignificanceTest::Paired(test),
        _ => SignificanceTest::AllPairs(test),
    };
    match job.mode {
        Mode::Significance(SignificanceTest::Confidence, resampling) => {
            Mode::Significance(all(PairedTest::Bootstrap), resampling)
        }
        Mode::Significance(..) => job.mode,
        _ if segments < MIN_SEGMENTS_OF_GROUP || !job.definition.is_score_of_sums() => Mode::Corpus,
        _ => Mode::Significance(all(PairedTest::Bootstrap), Resampling::new().threads(job.jobs.get())),
    }
}
