//! `--repair`: writes the candidate without what is not translation, and says what each repair gains.

use super::counted::{CountedSegments, count};
use super::counting::fold;
use super::gates::Checked;
use super::{open, print_checked};
use crate::Statistics;
use crate::bleu::BatchCounter;
use crate::cli::Job;
use crate::cli::input::{Cleaning, Input, KeptText, Origin, ParallelFiles, Segments, Source, open_lines};
use crate::cli::input_summary::{CleanedLines, InputSummary};
use crate::cli::output_file::OutputFile;
use crate::cli::report::repairs::{RepairReport, TriedRepair};
use crate::cli::style::Style;
use crate::diagnose::{Fit, Side, compare_lengths};
use crate::lines::lines;
use crate::repair::{Repair, Repairs};
use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Writes the candidate with the repairs that were named, or with those that raise the score of the lines that they alter.
pub fn run(job: &Arc<Job>, out: &mut dyn Write) -> Result<()> {
    let file = job.repair.as_ref().context("no file to write is named")?;
    let asked = job.input.clean;
    let job = Arc::new(Job { input: Input { clean: Repairs::default(), ..job.input.clone() }, ..(**job).clone() });
    let candidate = job.candidates[0].as_path();
    let (source, inserted) = if asked.is_empty() { with_missing_lines(&job)? } else { (open(&job)?, Vec::new()) };
    let text = KeptText::all();
    let mut tried = vec![CleanedLines::default(); Repair::ALL.len()];
    let mut before = Statistics::EMPTY;
    let summary = fold(&job, text.keep(source, &[candidate]), job.jobs, try_repairs, |batch| {
        before.merge(&batch.sum)?;
        tried.iter_mut().zip(batch.repairs).for_each(|(sum, trial)| *sum += trial);
        Ok(())
    })?;
    let score = |statistics: &Statistics| job.definition.evaluate(statistics);
    let is_proved = |trial: &CleanedLines| score(&trial.after).value() > score(&trial.before).value();
    let is_made = |repair: Repair, trial: &CleanedLines| match asked.is_empty() {
        true => is_proved(trial),
        false => asked.contains(repair),
    };
    let trials = || Repair::ALL.iter().copied().zip(&tried);
    let made: Repairs = trials().filter(|(repair, trial)| is_made(*repair, trial)).map(|(repair, _)| repair).collect();
    let (after, lines) = write(&job, &text, made, file)?;
    let of_trial = |(repair, trial): (Repair, &CleanedLines)| TriedRepair {
        repair,
        lines: trial.lines,
        score: score(&before.replace(&trial.before, &trial.after)),
        is_made: made.contains(repair),
    };
    let report = RepairReport {
        system: job.systems[0].clone(),
        file: file.name(),
        segments: summary.segments,
        signature: summary.signature(&job).to_string(),
        before: score(&before),
        after: score(&after),
        lines,
        inserted,
        tried: trials().filter(|(_, trial)| trial.lines > 0).map(of_trial).collect(),
    };
    print_checked(&job, &report, &Checked::of_input(&summary, &job), out)
}

/// The statistics of a batch, and the lines that each repair by itself alters.
struct Trials {
    sum: Statistics,
    repairs: Vec<CleanedLines>,
}

/// Returns what tries each repair by itself on batches.
fn try_repairs(job: &Arc<Job>) -> impl FnMut(&Segments) -> Result<(Trials, InputSummary)> + use<> {
    let [mut counter, mut of_repaired] = [0; 2].map(|_| BatchCounter::new(job.definition.counting()));
    move |segments: &Segments| {
        let counted = count(&mut counter, segments)?;
        let mut try_repair = |repair: &Repair| {
            let cleaned = Repairs::from(*repair).clean_text(segments.candidates()[0]).unwrap_or_default();
            let all: Vec<&str> = lines(&cleaned.text).collect();
            let altered: Vec<_> = cleaned.altered.iter().map(|(line, _)| (*line, all[*line])).collect();
            let [before, after] = counted.recount(&mut of_repaired, 0, &altered)?;
            Ok(CleanedLines { lines: altered.len() as u64, before, after })
        };
        let repairs = Repair::ALL.iter().map(&mut try_repair).collect::<Result<_>>()?;
        Ok((Trials { sum: sum(&counted), repairs }, counted.summary()))
    }
}

/// The sum of the statistics of the only candidate.
fn sum(counted: &CountedSegments) -> Statistics {
    counted.systems.iter().map(|table| table.sum()).next().unwrap_or(Statistics::EMPTY)
}

/// Writes the candidate with these repairs. Returns its statistics, and the number of lines that they alter.
fn write(job: &Job, text: &KeptText, repairs: Repairs, file: &OutputFile) -> Result<(Statistics, u64)> {
    // Warnings were printed when the text was read.
    let job = Arc::new(Job { style: Style { quiet: true, ..job.style }, ..job.clone() });
    let source = text.source(&[&job.candidates[0]]).context("the text was not read to its end")?;
    let source = Cleaning { repairs, candidates: 1 }.of(source);
    let make_worker = |job: &Arc<Job>| {
        let mut counter = BatchCounter::new(job.definition.counting());
        move |segments: &Segments| {
            let counted = count(&mut counter, segments)?;
            let altered = segments.uncleaned(0).count() as u64;
            Ok(((segments.candidates()[0].to_owned(), sum(&counted), altered), InputSummary::default()))
        }
    };
    let mut new = file.create()?;
    let (mut sum, mut lines) = (Statistics::EMPTY, 0);
    fold(&job, source, job.jobs, make_worker, |(text, statistics, altered)| {
        sum.merge(&statistics)?;
        lines += altered;
        new.write(|out| out.write_all(text.as_bytes()))
    })?;
    new.finish()?;
    Ok((sum, lines))
}

/// Opens the source of a job's segments. If the candidate lacks lines that the first reference has, empty ones are put in, whose
/// numbers are returned, from 1. Only files that can be read twice are looked at.
fn with_missing_lines(job: &Job) -> Result<(Box<dyn Source>, Vec<u64>)> {
    let missing = if job.input.origin == Origin::Files && job.can_be_read_again() { missing_lines(job)? } else { None };
    let Some((text, missing)) = missing else { return Ok((open(job)?, Vec::new())) };
    let mut given = lines(&text);
    let line = |number| if missing.contains(&number) { "" } else { given.next().unwrap_or_default() };
    let text: Vec<&str> = (1..=(lines(&text).count() + missing.len()) as u64).map(line).collect();
    let name = job.system_label(&job.systems[0]);
    Ok((Box::new(ParallelFiles::open_text(name, &text.join("\n"), &job.references)?), missing))
}

/// The text of the candidate, and the lines of the first reference, from 1, that it lacks, if that is all in which their
/// numbers of lines differ.
fn missing_lines(job: &Job) -> Result<Option<(String, Vec<u64>)>> {
    let [candidate, reference] = [&job.candidates[0], &job.references[0]].map(|path| all_lines(path));
    let (candidate, reference) = (candidate?, reference?);
    if lines(&candidate).count() >= lines(&reference).count() {
        return Ok(None);
    }
    Ok(match compare_lengths(lines(&candidate), lines(&reference)) {
        Some(Fit::Extra(extra)) if extra.iter().all(|lines| lines.side == Side::Longer) => {
            let missing = extra.iter().flat_map(|lines| lines.first as u64..=lines.last as u64);
            Some((candidate, missing.collect()))
        }
        _ => None,
    })
}

/// The text of a file.
fn all_lines(path: &Path) -> Result<String> {
    let (mut lines, mut text) = (open_lines(path)?, Vec::new());
    while let Some(line) = lines.next_line_with_end()? {
        text.extend_from_slice(line);
    }
    Ok(String::from_utf8(text)?)
}
