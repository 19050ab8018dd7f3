//! `--repair`: writes the candidate without what is not translation, and says what each repair gains.

use super::counted::count;
use super::counting::{fold, run_workers};
use super::{Mode, open};
use crate::bleu::lines::{joined, lines};
use crate::bleu::scoring::BatchCounter;
use crate::bleu::scoring::{Definition, Statistics};
use crate::bleu::signature::ReferenceCount;
use crate::checks::diagnose::misread_lines;
use crate::checks::diagnose::misread_lines::RestoredLines;
use crate::checks::diagnose::{Fit, Side, compare_lengths};
use crate::checks::repair::{Repair, Repairs};
use crate::program::request::Request;
use crate::program::request::support::{ONE, OutputFormats, RequiredInput, Support};
use crate::program::results::Results;
use crate::program::results::input_summary::{CleanedLines, InputSummary};
use crate::program::results::repairs::{RepairReport, TriedRepair};
use crate::program::streams::output_file::OutputFile;
use crate::text::display::input_name;
use crate::text::{BatchReader, Cleaning, KeptText, Origin, Segments, Source, open_lines};
use crate::text::{Input, ParallelFiles, SegmentRules};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// The candidate with the repairs that were named, or with those that raise the score of the lines that they alter, in a file of
/// its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairMode {
    /// The file to write.
    pub file: OutputFile,
}

impl Mode for RepairMode {
    fn support(&self) -> Support {
        Support {
            flag: "--repair",
            input: RequiredInput::Texts,
            candidates: ONE,
            formats: OutputFormats::Documents,
            features: &[],
        }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        (!definition.is_score_of_sums()).then_some("--repair needs a score computed from corpus sums")
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        self.file.check_is_writable()?;
        let asked = request.input.rules.repairs();
        let request = &without_cleaning(request);
        let candidate = request.candidates[0].as_path();
        let (reader, inserted) =
            if asked.is_empty() { with_missing_lines(request)? } else { (open(request)?, Vec::new()) };
        let text = KeptText::all();
        let trials = Trials::read(request, reader.kept(&text, &[candidate]))?;
        let made = if asked.is_empty() { trials.gaining_repairs(request) } else { asked };
        let restored = if asked.is_empty() { trials.restored_lines(request)? } else { None };
        let reader = |steps: Steps| -> Result<BatchReader> {
            let source = match restored.as_ref().filter(|_| steps.restores) {
                Some(restored) => trials.restored_source(request, restored),
                None => text.source(&[candidate]).context("the text was not read to its end")?,
            };
            Ok(BatchReader::new(source))
        };
        let steps = Steps { repairs: made, restores: restored.is_some() };
        let steps = if asked.is_empty() { steps.without_losses(request, &reader)? } else { steps };
        let end = trials.line_end();
        let mut new = self.file.create()?;
        let (after, mut lines) = count_repaired(request, reader(steps)?, steps.repairs, |batch| {
            // A repair may drop white space at the end of a line.
            let text: String = lines(batch).map(|line| line.trim_end_matches('\r').to_owned() + end).collect();
            new.write(|out| out.write_all(text.as_bytes()))
        })?;
        new.finish()?;
        let restored = restored.as_ref().map(|restored| (restored, steps.restores));
        let restored_lines = restored.iter().filter(|(_, is_made)| *is_made).flat_map(|(restored, _)| &restored.lines);
        lines.extend(restored_lines.map(|(line, _)| *line as u64));
        Ok(Results::Repairs(RepairReport {
            system: request.systems[0].clone(),
            file: self.file.name(),
            segments: trials.summary.segments,
            signature: trials.summary.signature(request).to_string(),
            before: request.definition.evaluate(&trials.before),
            after: request.definition.evaluate(&after),
            lines: lines.len() as u64,
            inserted,
            tried: trials.rows(request, steps.repairs, restored),
        }))
    }
}

/// The request without repairs before counting, so that each can be tried.
fn without_cleaning(request: &Request) -> Arc<Request> {
    let rules = SegmentRules { clean: Vec::new(), ..request.input.rules.clone() };
    Request { input: Input { rules, ..request.input.clone() }, ..request.clone() }.into()
}

/// The candidate as it was given, and the effect of each repair on it.
struct Trials {
    /// Statistics of the candidate.
    before: Statistics,
    /// Lines that each repair alters, in the order of [`Repair::ALL`].
    tried: Vec<CleanedLines>,
    /// The candidate, then its references.
    texts: Vec<String>,
    summary: InputSummary,
}

impl Trials {
    /// Reads the candidate, and tries each repair on it.
    fn read(request: &Arc<Request>, reader: BatchReader) -> Result<Trials> {
        let mut tried = vec![CleanedLines::default(); Repair::ALL.len()];
        let (mut before, mut texts) = (Statistics::EMPTY, Vec::new());
        let make_worker = move |request: Arc<Request>| {
            let [mut counter, mut repair_counter] = [0; 2].map(|_| BatchCounter::new(request.definition.counting()));
            move |segments: &Segments| {
                let counted = count(&mut counter, segments)?;
                let trials = Repair::ALL.iter().map(|repair| {
                    let repairs = Repairs::from(*repair);
                    counted.try_repairs(&mut repair_counter, 0, repairs)
                });
                let trials: Vec<CleanedLines> = trials.collect::<Result<_>>()?;
                let texts: Vec<String> = segments.texts().iter().map(|text| (*text).to_owned()).collect();
                Ok(((counted.systems[0].sum(), trials, texts), counted.summary(false)))
            }
        };
        let summary = fold(request, reader, request.jobs, make_worker, |(sum, trials, batch)| {
            before.merge(&sum)?;
            texts.resize(batch.len(), String::new());
            texts.iter_mut().zip(&batch).for_each(|(text, more)| text.push_str(more));
            tried.iter_mut().zip(trials).for_each(|(sum, trial)| *sum += trial);
            Ok(())
        })?;
        Ok(Trials { before, tried, texts, summary })
    }

    /// The repairs that raise the score of the lines that they alter.
    fn gaining_repairs(&self, request: &Request) -> Repairs {
        let score = |statistics: &Statistics| request.definition.evaluate(statistics).value();
        let trials = Repair::ALL.iter().zip(&self.tried);
        trials.filter(|(_, trial)| score(&trial.others) > score(&trial.own)).map(|(repair, _)| *repair).collect()
    }

    /// The lines that were read in another encoding than they were written in, if there are many.
    fn restored_lines(&self, request: &Request) -> Result<Option<RestoredLines>> {
        if !matches!(self.summary.references, Some(ReferenceCount::Fixed(_))) {
            return Ok(None);
        }
        Ok(misread_lines::restore(&request.definition, &self.texts[0], &self.texts[1..])?)
    }

    /// The texts, with the restored lines in the candidate.
    fn restored_source(&self, request: &Request, restored: &RestoredLines) -> Source {
        let mut candidate: Vec<&str> = lines(&self.texts[0]).collect();
        restored.lines.iter().for_each(|(line, text)| candidate[*line] = text);
        let texts = std::iter::once(joined(candidate.into_iter())).chain(self.texts[1..].iter().cloned());
        Source::Files(ParallelFiles::from_texts(texts.map(|text| (request.systems[0].clone(), text))))
    }

    /// The end of most lines of the candidate.
    fn line_end(&self) -> &'static str {
        let crlf = lines(&self.texts[0]).filter(|line| line.ends_with('\r')).count();
        if 2 * crlf > lines(&self.texts[0]).count() { "\r\n" } else { "\n" }
    }

    /// The repairs that alter lines, with the score of each by itself, given whether lines were restored.
    fn rows(&self, request: &Request, made: Repairs, restored: Option<(&RestoredLines, bool)>) -> Vec<TriedRepair> {
        let score = |from: &Statistics, to: &Statistics| request.definition.evaluate(&self.before.replace(from, to));
        let mut rows = Vec::new();
        if let Some((restored, is_made)) = restored {
            let RestoredLines { encodings: [written, read], statistics: [from, to], lines } = restored;
            let (name, lines) = (format!("{written} read as {read}"), lines.len() as u64);
            rows.push(TriedRepair { name, lines, score: score(from, to), is_made });
        }
        for (repair, CleanedLines { lines, own, others, .. }) in Repair::ALL.iter().zip(&self.tried) {
            if *lines > 0 {
                let (name, is_made) = (repair.to_string(), made.contains(*repair));
                rows.push(TriedRepair { name, lines: *lines, score: score(own, others), is_made });
            }
        }
        rows
    }
}

/// Steps that alter the candidate.
#[derive(Clone, Copy)]
struct Steps {
    repairs: Repairs,
    /// Whether lines that were read in another encoding are restored.
    restores: bool,
}

impl Steps {
    /// The steps, without those that lower the score of the text: repairs that raise the score of their lines may do that, or lower
    /// the score of lines that others repair too. A reader has the text for some steps.
    fn without_losses(
        mut self,
        request: &Arc<Request>,
        reader: &impl Fn(Steps) -> Result<BatchReader>,
    ) -> Result<Steps> {
        let score = |steps: Steps| -> Result<f64> {
            let (statistics, _) = count_repaired(request, reader(steps)?, steps.repairs, |_| Ok(()))?;
            Ok(request.definition.evaluate(&statistics).value())
        };
        let mut highest = score(self)?;
        loop {
            let fewer = self.without_one().map(|fewer| Ok((fewer, score(fewer)?)));
            let fewer: Vec<(Steps, f64)> = fewer.collect::<Result<_>>()?;
            let best = fewer.into_iter().max_by(|one, other| one.1.total_cmp(&other.1));
            let Some((fewer, score)) = best.filter(|(_, score)| *score > highest) else { return Ok(self) };
            (self, highest) = (fewer, score);
        }
    }

    /// All steps but one, for each of them.
    fn without_one(self) -> impl Iterator<Item = Steps> {
        let others = move |repair| self.repairs.iter().filter(|other| *other != repair).collect();
        let fewer = self.repairs.iter().map(move |repair| Steps { repairs: others(repair), ..self });
        fewer.chain(self.restores.then_some(Steps { restores: false, ..self }))
    }
}

/// Counts the candidate with these repairs, and passes on its text in batches. Returns its statistics, and the lines that the
/// repairs alter, from 0.
fn count_repaired(
    request: &Arc<Request>,
    mut reader: BatchReader,
    repairs: Repairs,
    mut pass_on: impl FnMut(&str) -> Result<()>,
) -> Result<(Statistics, BTreeSet<u64>)> {
    let make_worker = move |request: Arc<Request>| {
        let mut counter = BatchCounter::new(request.definition.counting());
        move |segments: &Segments| {
            let counted = count(&mut counter, segments)?;
            let altered = segments.uncleaned(0).map(|(line, _)| segments.before() + line as u64);
            let altered: Vec<u64> = altered.collect();
            Ok((segments.candidates()[0].to_owned(), counted.systems[0].sum(), altered))
        }
    };
    reader.cleaning = Cleaning { repairs, clean: Repairs::clean_text, candidates: 1 };
    let (mut sum, mut lines) = (Statistics::EMPTY, BTreeSet::new());
    for batch in run_workers(request, reader, request.jobs, make_worker) {
        let (text, statistics, altered) = batch?;
        sum.merge(&statistics)?;
        lines.extend(altered);
        pass_on(&text)?;
    }
    Ok((sum, lines))
}

/// Opens the source of a request's segments. If the candidate lacks lines that the first reference has, empty lines are inserted, whose
/// numbers are returned, from 1. Only files that can be read twice are looked at.
fn with_missing_lines(request: &Request) -> Result<(BatchReader, Vec<u64>)> {
    if request.input.origin == Origin::Files && request.can_be_read_again() {
        let (candidate, reference) = (all_lines(&request.candidates[0])?, all_lines(&request.references[0])?);
        let missing = missing_lines(&candidate, &reference);
        if !missing.is_empty() {
            let mut given = lines(&candidate);
            let line = |number| if missing.contains(&number) { "" } else { given.next().unwrap_or_default() };
            let text = joined((1..=(lines(&candidate).count() + missing.len()) as u64).map(line));
            let references = request.references.iter().map(|path| Ok((input_name(path), all_lines(path)?)));
            let texts = std::iter::once(Ok((input_name(&request.candidates[0]), text))).chain(references);
            let files = ParallelFiles::from_texts(texts.collect::<Result<Vec<_>>>()?);
            return Ok((BatchReader::new(Source::Files(files)), missing));
        }
    }
    Ok((open(request)?, Vec::new()))
}

/// The numbers, from 1, of the lines of a reference that a candidate lacks, if that is all in which their numbers of lines
/// differ.
fn missing_lines(candidate: &str, reference: &str) -> Vec<u64> {
    // Where some lines end with a carriage return alone, none is missing.
    let has_lone_cr = lines(candidate).any(|line| line.trim_end_matches('\r').contains('\r'));
    if has_lone_cr || lines(candidate).count() >= lines(reference).count() {
        return Vec::new();
    }
    match compare_lengths(lines(candidate), lines(reference)) {
        Some(Fit::Extra(extra)) if extra.iter().all(|lines| lines.side == Side::Longer) => {
            extra.iter().flat_map(|lines| lines.first as u64 + 1..=lines.last as u64 + 1).collect()
        }
        _ => Vec::new(),
    }
}

/// The text of a file.
fn all_lines(path: &Path) -> Result<String> {
    let (mut lines, mut text) = (open_lines(path)?, Vec::new());
    while let Some(line) = lines.next_line_with_end()? {
        text.extend_from_slice(line);
    }
    Ok(String::from_utf8(text)?)
}
