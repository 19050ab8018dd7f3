//! `--report`: a web page about the scores, written after the job's command has run, from the text that it has read.

use super::counted::CountedSegments;
use super::counting::Counters;
use super::explain::{self, answer_test};
use super::groups::Counts;
use super::score::ScoreOptions;
use super::{counted, open_with_source_text, score, sets, significance};
use crate::bleu::lines::{lines, lines_of};
use crate::bleu::scoring::{Definition, SegmentStatistics};
use crate::bleu::tokenize::Tokens;
use crate::program::request::ReportFile;
use crate::program::request::style::Style;
use crate::program::request::{Gates, Job, Mode, SignificanceTest};
use crate::program::results::Report;
use crate::program::results::input_summary::InputSummary;
use crate::program::results::page::Printed;
use crate::program::results::page::{LengthRange, Page, PageSegment, choose, joined_tokens};
use crate::program::results::provenance::Provenance;
use crate::program::results::{Explanation, OptionalScore, Results};
use crate::text::Segments;
use crate::text::display::system_name;
use crate::text::pipeline;
use anyhow::Result;
use std::env;
use std::sync::Arc;

/// Gathers all that the report of a job shows whose command has run and returned these results.
///
/// # Errors
/// If the text that was read cannot be scored.
pub fn page(job: &Job, file: &ReportFile, results: Option<&Results>) -> Result<Page> {
    // The results of these are on the page anyway.
    let is_computed_again =
        matches!(job.mode, Mode::Corpus | Mode::Sentence | Mode::Significance(..) | Mode::Explain(_));
    let printed = results.filter(|_| !is_computed_again).map(|results| Printed::new(results, job.style));
    let printed = printed.transpose()?.flatten();
    if job.mode.is_of_samples() {
        return Ok(without_texts(job, printed));
    }
    let job = of_systems(job).keep();
    // The command has tested single references.
    let choices = match job.mode {
        Mode::Significance(..) if job.robust => significance::choices(job),
        _ => Vec::new(),
    };
    let (mut corpus, summary) = significance::read_again(job, choices)?;
    let has_sets = job.input.sets.is_some();
    let order = match has_sets {
        true => order(job, corpus.groups.values().map(|(_, tables)| tables)),
        false => order(job, std::iter::once(&corpus.whole)),
    };
    let job = job.of_candidates(&order).keep();
    let corpora = corpus.groups.values_mut().map(|(_, tables)| tables);
    corpora.chain([&mut corpus.whole]).for_each(|tables| significance::arrange_systems(tables, &order));
    let test = answer_test(job, summary.segments);
    let report = match has_sets {
        true => sets::report(job, test, &corpus, &summary)?,
        false => {
            let options = ScoreOptions { test, orders: Vec::new(), signature: summary.signature(job) };
            score::report(job, &options, &corpus, &InputSummary::default())?
        }
    };
    let tables = corpus.whole.tables();
    let scores: Vec<_> = tables.iter().map(|table| segment_scores(job, file, table)).collect();
    Ok(Page {
        report,
        explanations: explanations(job, file, summary.segments)?,
        // The tokens of sets are not of one kind.
        lengths: if has_sets { Vec::new() } else { LengthRange::of_tables(&job.definition, tables) },
        segments: segments(job, choose(&scores, file.segments))?,
        scores,
        ..without_texts(job, printed)
    })
}

/// The page of results about other texts than one for each segment and candidate.
fn without_texts(job: &Job, printed: Option<Printed>) -> Page {
    Page {
        report: Report::of_job(job, Vec::new(), 0, String::new()),
        explanations: Vec::new(),
        lengths: Vec::new(),
        segments: Vec::new(),
        scores: Vec::new(),
        printed,
        provenance: Provenance::new(env::args_os().skip(1), &job.files()),
        style: job.style,
    }
}

/// The job with a system for each candidate, without warnings, which were printed when the text was read.
fn of_systems(job: &Job) -> Job {
    let systems = match job.mode {
        Mode::Runs(..) => job.candidates.iter().map(|path| system_name(path)).collect(),
        _ => job.systems.clone(),
    };
    // The limits were checked, but decide how often groups are resampled.
    let gates = Gates { fail_if_worse: job.gates.fail_if_worse, ..Gates::default() };
    Job { systems, style: Style { quiet: true, ..job.style }, gates, ..job.clone() }
}

/// The order of the systems in the page: the first is the one that the others are compared with. That is the best, unless
/// there are two, or the test is against the first. The others follow, the best first.
fn order<'a>(job: &Job, sets: impl Iterator<Item = &'a (impl Counts + 'a)>) -> Vec<usize> {
    let mut scores = vec![0.0; job.candidates.len()];
    for set in sets {
        let sums = set.sums(&job.definition).systems;
        let of_set = sums.iter().map(|sum| OptionalScore::of_group(&job.definition, sum).value.unwrap_or_default());
        scores.iter_mut().zip(of_set).for_each(|(sum, score)| *sum += score);
    }
    let is_against_first = matches!(job.mode, Mode::Significance(SignificanceTest::Paired(_), _));
    let fixed = if is_against_first || scores.len() <= 2 { 1 } else { 0 };
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.get_mut(fixed..).unwrap_or_default().sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    order
}

/// Explains the first system with each of the others, or alone.
fn explanations(job: &'static Job, file: &ReportFile, segments: u64) -> Result<Vec<Explanation>> {
    if !job.definition.uses_sacrebleu_formula() || job.input.sets.is_some() {
        return Ok(Vec::new());
    }
    explain::explanations(job, file.explain, segments)
}

/// The score of each segment, as explanations have it.
fn segment_scores(job: &Job, file: &ReportFile, table: &SegmentStatistics) -> Vec<Option<f64>> {
    let definition = &job.definition;
    if !definition.uses_sacrebleu_formula() {
        return table.iter().map(|segment| OptionalScore::of_segment(definition, &segment).value).collect();
    }
    let formula = definition.formula().clone().with_effective_order(file.explain.effective_order_of_segments);
    table.iter().map(|segment| Some(formula.evaluate(&segment).value())).collect()
}

/// The texts of the segments at these places.
fn segments(job: &'static Job, places: Vec<usize>) -> Result<Vec<PageSegment>> {
    let places = Arc::new(places);
    let make_worker = move || {
        let (places, mut counters) = (Arc::clone(&places), Counters::new(job));
        move |segments: &Segments| {
            let before = segments.before() as usize;
            let first = places.partition_point(|&place| place < before);
            let end = places.partition_point(|&place| place < before + segments.len());
            if first == end {
                return Ok(Vec::new());
            }
            let mut segments = segments.clone();
            let source = if job.source.is_some() { segments.take_last_candidate() } else { None };
            let counted = counted::count(counters.of(&segments)?, &segments)?;
            let chosen = places[first..end].iter().map(|place| place - before);
            let texts = lines_of(segments.texts());
            let source: Vec<&str> = source.map(|text| lines(text).collect()).unwrap_or_default();
            let chosen = chosen.map(|line| PageSegment {
                source: source.get(line).map(|line| (*line).to_owned()),
                ..segment(&job.definition, &counted, &texts, line)
            });
            Ok(chosen.collect::<Vec<_>>())
        }
    };
    let batches = pipeline::run(open_with_source_text(job)?, job.jobs, make_worker);
    Ok(batches.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// The segment on a line of a batch, given the lines of its texts.
fn segment(definition: &Definition, counted: &CountedSegments, lines: &[Vec<&str>], line: usize) -> PageSegment {
    let systems = counted.systems.len();
    let text_line = |text: usize| match definition.lowercase() {
        true => lines[text][line].to_lowercase(),
        false => lines[text][line].to_owned(),
    };
    let joined = |first: usize, texts: &[Tokens]| {
        let present = (first..).zip(texts).filter(|(_, tokens)| !tokens.is_missing(line));
        present.map(|(text, tokens)| joined_tokens(&text_line(text), tokens.segment(line).iter())).collect()
    };
    let (candidates, references) = counted.tokens.split_at(systems);
    PageSegment {
        number: counted.segments.before() + line as u64 + 1,
        id: counted.segments.ids().get(line).cloned(),
        group: counted.segments.groups().get(line).map(|group| group.number),
        candidates: joined(0, candidates),
        references: joined(systems, references),
        source: None,
    }
}
