//! `--report`: a web page about the scores, written after the request's command has run, from the text that it has read.

use super::counting::{run_workers, set_of};
use super::explain::{self, ExplainMode, answer_test};
use super::groups::Counts;
use super::score::ReportOptions;
use super::{Command, compare, open_with_source_text, score, sets};
use crate::bleu::lines::{lines, lines_of};
use crate::bleu::scoring::{Definition, SegmentStatistics};
use crate::bleu::tokenize::Tokenizer;
use crate::program::request::ReportFile;
use crate::program::request::style::Style;
use crate::program::request::{AskedTest, ExplainPart, Gates, Request, SignificanceTest};
use crate::program::results::Report;
use crate::program::results::page::Printed;
use crate::program::results::page::{LengthRange, Page, PageSegment, choose, joined_tokens};
use crate::program::results::provenance::Provenance;
use crate::program::results::{Explanation, OptionalScore, Results};
use crate::text::Segments;
use crate::text::display::system_name;
use anyhow::Result;
use std::env;
use std::sync::Arc;

/// Gathers all that the report of a request shows whose command has run and returned these results.
///
/// # Errors
/// If the text that was read cannot be scored.
pub fn page(request: &Request, command: &Command, file: &ReportFile, results: Option<&Results>) -> Result<Page> {
    let printed = results.filter(|_| !command.is_shown_by_reports());
    let printed = printed.map(|results| Printed::new(results, request.style));
    let printed = printed.transpose()?.flatten();
    if command.is_of_samples() {
        return Ok(without_texts(request, printed));
    }
    let request = &Arc::new(request_of_page(request, command));
    let asked = command.mode().asked_test();
    let choices = asked.map(|asked| compare::choices(request, asked)).unwrap_or_default();
    let mut corpus = compare::read(request, choices)?;
    let has_sets = request.input.sets.is_some();
    let order = match has_sets {
        true => order(request, asked, corpus.counts.groups.values().map(|(_, tables)| tables)),
        false => order(request, asked, std::iter::once(&corpus.counts.whole)),
    };
    let request = &Arc::new(request.with_candidates(&order));
    let corpora = corpus.counts.groups.values_mut().map(|(_, tables)| tables);
    corpora.chain([&mut corpus.counts.whole]).for_each(|tables| compare::arrange_systems(tables, &order));
    let test = answer_test(request, asked, corpus.summary.segments);
    let sign = |signature| command.mode().sign(signature, request.candidates.len());
    let report = match has_sets {
        true => sets::report(request, test, &sign, &corpus)?,
        false => {
            let signature = sign(corpus.summary.signature(request));
            // The results of the command tell what was cleaned.
            corpus.summary.cleaned.clear();
            let options = ReportOptions { test, orders: Vec::new(), signature };
            // The command has compared the same systems.
            let known = match results {
                Some(Results::Scores(report)) => report.significance.of_ranked_systems(&order),
                _ => None,
            };
            let test = |asked| known.map_or_else(|| corpus.counts.whole.test(request, asked), Ok);
            score::report_with(request, &options, &corpus, test)?
        }
    };
    let tables = corpus.counts.whole.tables();
    let scores: Vec<_> = tables.iter().map(|table| segment_scores(request, file, table)).collect();
    Ok(Page {
        report,
        explanations: explanations(request, file, corpus.summary.segments)?,
        // The tokens of sets are not of one kind.
        lengths: if has_sets { Vec::new() } else { LengthRange::from_tables(&request.definition, tables) },
        segments: segments(request, choose(&scores, file.segments))?,
        scores,
        ..without_texts(request, printed)
    })
}

/// The page of results about other texts than one for each segment and candidate.
fn without_texts(request: &Request, printed: Option<Printed>) -> Page {
    Page {
        report: Report::without_tests(request, Vec::new(), 0, String::new()),
        explanations: Vec::new(),
        lengths: Vec::new(),
        segments: Vec::new(),
        scores: Vec::new(),
        printed,
        provenance: provenance(request),
        style: request.style,
    }
}

/// Where the results are from, with the file of the run if it was saved.
fn provenance(request: &Request) -> Provenance {
    let provenance = Provenance::new(env::args_os().skip(1), &request.files());
    let saved = request.save.as_ref().and_then(|save| Some((save.file.name(), save.file.read()?)));
    match saved {
        Some((name, bytes)) => provenance.with_saved(name, &bytes),
        None => provenance,
    }
}

/// The request with a system for each candidate, to read the text a second time: without another look for problems, without
/// another record, and without warnings.
fn request_of_page(request: &Request, command: &Command) -> Request {
    let systems = match command {
        Command::Runs(_) => request.candidates.iter().map(|path| system_name(path)).collect(),
        _ => request.systems.clone(),
    };
    // The limits were checked, but decide how often groups are resampled.
    let gates = Gates { fail_if_worse: request.gates.fail_if_worse, ..Gates::default() };
    let style = Style { quiet: true, ..request.style };
    Request { systems, style, gates, diagnoses: false, recording: None, ..request.clone() }
}

/// The order of the systems in the page: the first is the one that the others are compared with. That is the best, unless
/// there are two, or the test is against the first. The others follow, the best first.
fn order<'a>(
    request: &Request,
    asked: Option<AskedTest>,
    sets: impl Iterator<Item = &'a (impl Counts + 'a)>,
) -> Vec<usize> {
    let mut scores = vec![0.0; request.candidates.len()];
    for set in sets {
        let sums = set.sums(&request.definition).systems;
        let set_scores =
            sums.iter().map(|sum| OptionalScore::group(&request.definition, sum).value.unwrap_or_default());
        scores.iter_mut().zip(set_scores).for_each(|(sum, score)| *sum += score);
    }
    let is_against_first = asked.is_some_and(|asked| matches!(asked.test, SignificanceTest::Paired(_)));
    let fixed = if is_against_first || scores.len() <= 2 { 1 } else { 0 };
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.get_mut(fixed..).unwrap_or_default().sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    order
}

/// Explains the first system with each of the others, or alone.
fn explanations(request: &Arc<Request>, file: &ReportFile, segments: u64) -> Result<Vec<Explanation>> {
    if !request.definition.uses_sacrebleu_formula() || request.input.sets.is_some() {
        return Ok(Vec::new());
    }
    let &ReportFile { show, effective_order_of_segments, .. } = file;
    let explain = ExplainMode { segment: None, part: ExplainPart::All, show, effective_order_of_segments };
    explain::explanations(request, explain, segments)
}

/// The score of each segment, as explanations have it.
fn segment_scores(request: &Request, file: &ReportFile, table: &SegmentStatistics) -> Vec<Option<f64>> {
    let definition = &request.definition;
    if !definition.uses_sacrebleu_formula() {
        return table.iter().map(|segment| OptionalScore::segment(definition, &segment).value).collect();
    }
    let formula = definition.formula().clone().with_effective_order(file.effective_order_of_segments);
    table.iter().map(|segment| Some(formula.evaluate(&segment).value())).collect()
}

/// The texts of the segments at these places.
fn segments(request: &Arc<Request>, places: Vec<usize>) -> Result<Vec<PageSegment>> {
    let places = Arc::new(places);
    let make_worker = move |request: Arc<Request>| {
        let places = Arc::clone(&places);
        move |segments: &Segments| {
            let before = segments.before() as usize;
            let first = places.partition_point(|&place| place < before);
            let end = places.partition_point(|&place| place < before + segments.len());
            let chosen: Vec<usize> = places[first..end].iter().map(|place| place - before).collect();
            if chosen.is_empty() { Ok(Vec::new()) } else { page_segments(&request, segments, &chosen) }
        }
    };
    let batches = run_workers(request, open_with_source_text(request)?, request.jobs, make_worker);
    Ok(batches.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// The segments on these lines of a batch.
fn page_segments(request: &Request, segments: &Segments, chosen: &[usize]) -> Result<Vec<PageSegment>> {
    let mut segments = segments.clone();
    let source = if request.source.is_some() { segments.take_last_candidate() } else { None };
    let source: Vec<&str> = source.map(|text| lines(text).collect()).unwrap_or_default();
    let [candidates, references] = [segments.candidates(), segments.references()].map(lines_of);
    let definition = request.definition_of(set_of(request, &segments).as_deref())?;
    let mut tokenizers = [definition.tokenizer(), definition.reference_tokenizer()];
    let mut segment = |&line: &usize| {
        let mut joined = |kind: usize, text: &Vec<&str>| page_tokens(&definition, &mut tokenizers[kind], text[line]);
        let present = (0..references.len()).filter(|reference| segments.has(*reference, line));
        Ok(PageSegment {
            number: segments.before() + line as u64 + 1,
            id: segments.ids().get(line).cloned(),
            group: segments.groups().get(line).map(|group| group.number),
            candidates: candidates.iter().map(|text| joined(0, text)).collect::<Result<_>>()?,
            references: present.map(|reference| joined(1, &references[reference])).collect::<Result<_>>()?,
            source: source.get(line).map(|line| (*line).to_owned()),
        })
    };
    chosen.iter().map(&mut segment).collect()
}

/// The tokens of a line, as the page has them.
fn page_tokens(definition: &Definition, tokenizer: &mut Tokenizer, line: &str) -> Result<String> {
    let text = format!("{line}\n");
    let tokens = tokenizer.tokenize_lines(&text)?;
    let shown = if definition.lowercase() { line.to_lowercase() } else { line.to_owned() };
    Ok(joined_tokens(&shown, tokens.segment(0).iter()))
}
