//! `--repair`: writes the candidate without what is not translation, and says what each repair gains.

use super::counted::count;
use super::counting::fold;
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
use crate::program::results::input_summary::CleanedLines;
use crate::program::results::repairs::{RepairReport, TriedRepair};
use crate::program::streams::output_file::OutputFile;
use crate::text::display::input_name;
use crate::text::pipeline;
use crate::text::{BatchReader, Cleaning, KeptText, Origin, Segments, Source, open_lines};
use crate::text::{Input, ParallelFiles, SegmentRules};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

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

    fn run(&self, request: &'static Request, _: &mut dyn Write) -> Result<Results> {
        let file = &self.file;
        file.check_is_writable()?;
        let asked = request.input.rules.repairs();
        let rules = SegmentRules { clean: Vec::new(), ..request.input.rules.clone() };
        let request = Request { input: Input { rules, ..request.input.clone() }, ..request.clone() }.keep();
        let candidate = request.candidates[0].as_path();
        let (reader, inserted) =
            if asked.is_empty() { with_missing_lines(request)? } else { (open(request)?, Vec::new()) };
        let text = KeptText::all();
        let mut tried = vec![CleanedLines::default(); Repair::ALL.len()];
        let (mut before, mut texts) = (Statistics::EMPTY, Vec::new());
        let make_worker = move || {
            let [mut counter, mut repair_counter] = [0; 2].map(|_| BatchCounter::new(request.definition.counting()));
            move |segments: &Segments| {
                let counted = count(&mut counter, segments)?;
                let mut try_repair =
                    |repair: &Repair| counted.try_repairs(&mut repair_counter, 0, Repairs::from(*repair));
                let trials: Vec<CleanedLines> = Repair::ALL.iter().map(&mut try_repair).collect::<Result<_>>()?;
                let texts: Vec<String> = segments.texts().iter().map(|text| (*text).to_owned()).collect();
                Ok(((counted.systems[0].sum(), trials, texts), counted.summary(false)))
            }
        };
        let summary =
            fold(request, reader.kept(&text, &[candidate]), request.jobs, make_worker, |(sum, trials, batch)| {
                before.merge(&sum)?;
                texts.resize(batch.len(), String::new());
                texts.iter_mut().zip(&batch).for_each(|(text, more)| text.push_str(more));
                tried.iter_mut().zip(trials).for_each(|(sum, trial)| *sum += trial);
                Ok(())
            })?;
        let score = |statistics: &Statistics| request.definition.evaluate(statistics);
        let is_made = |(repair, trial): &(Repair, &CleanedLines)| match asked.is_empty() {
            true => score(&trial.others).value() > score(&trial.own).value(),
            false => asked.contains(*repair),
        };
        let trials = || Repair::ALL.iter().copied().zip(&tried);
        let made: Repairs = trials().filter(is_made).map(|(repair, _)| repair).collect();
        let has_all_references = matches!(summary.references, Some(ReferenceCount::Fixed(_)));
        let restored = match asked.is_empty() && has_all_references {
            true => misread_lines::restore(&request.definition, &texts[0], &texts[1..])?,
            false => None,
        };
        let source = match &restored {
            Some(restored) => {
                let mut candidate: Vec<&str> = lines(&texts[0]).collect();
                restored.lines.iter().for_each(|(line, text)| candidate[*line] = text);
                texts[0] = joined(candidate.into_iter());
                Source::Files(ParallelFiles::of_texts(texts.into_iter().map(|text| (request.systems[0].clone(), text))))
            }
            None => text.source(&[candidate]).context("the text was not read to its end")?,
        };
        let (after, mut lines) = write(request, BatchReader::new(source), made, file)?;
        lines.extend(restored.iter().flat_map(|restored| &restored.lines).map(|(line, _)| *line as u64));
        let tried_repair = |name: String, lines: u64, [from, to]: [&Statistics; 2], is_made: bool| TriedRepair {
            name,
            lines,
            score: score(&before.replace(from, to)),
            is_made,
        };
        let tried = |(repair, trial): (Repair, &CleanedLines)| {
            tried_repair(repair.to_string(), trial.lines, [&trial.own, &trial.others], made.contains(repair))
        };
        let restored_lines = |restored: &RestoredLines| {
            let ([written, read], [from, to]) = (restored.encodings, &restored.statistics);
            tried_repair(format!("{written} read as {read}"), restored.lines.len() as u64, [from, to], true)
        };
        let tried = trials().filter(|(_, trial)| trial.lines > 0).map(tried);
        Ok(Results::Repairs(RepairReport {
            system: request.systems[0].clone(),
            file: file.name(),
            segments: summary.segments,
            signature: summary.signature(request).to_string(),
            before: score(&before),
            after: score(&after),
            lines: lines.len() as u64,
            inserted,
            tried: restored.iter().map(restored_lines).chain(tried).collect(),
        }))
    }
}

/// Writes the candidate with these repairs. Returns its statistics, and the lines that they alter, from 0.
fn write(
    request: &'static Request,
    mut reader: BatchReader,
    repairs: Repairs,
    file: &OutputFile,
) -> Result<(Statistics, BTreeSet<u64>)> {
    let make_worker = move || {
        let mut counter = BatchCounter::new(request.definition.counting());
        move |segments: &Segments| {
            let counted = count(&mut counter, segments)?;
            let altered = segments.uncleaned(0).map(|(line, _)| segments.before() + line as u64);
            let altered: Vec<u64> = altered.collect();
            Ok((segments.candidates()[0].to_owned(), counted.systems[0].sum(), altered))
        }
    };
    reader.cleaning = Cleaning { repairs, clean: Repairs::clean_text, candidates: 1 };
    let mut new = file.create()?;
    let (mut sum, mut lines) = (Statistics::EMPTY, BTreeSet::new());
    for batch in pipeline::run(reader, request.jobs, make_worker) {
        let (text, statistics, altered) = batch?;
        sum.merge(&statistics)?;
        lines.extend(altered);
        new.write(|out| out.write_all(text.as_bytes()))?;
    }
    new.finish()?;
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
            let files = ParallelFiles::of_texts(texts.collect::<Result<Vec<_>>>()?);
            return Ok((BatchReader::new(Source::Files(files)), missing));
        }
    }
    Ok((open(request)?, Vec::new()))
}

/// The numbers, from 1, of the lines of a reference that a candidate lacks, if that is all in which their numbers of lines
/// differ.
fn missing_lines(candidate: &str, reference: &str) -> Vec<u64> {
    if lines(candidate).count() >= lines(reference).count() {
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
