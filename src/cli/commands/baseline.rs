//! `--baseline`: the statistics of an earlier run are the first system. The candidates are counted as records of segments, to
//! which the statistics of the earlier run are added, with all the checks that shards have.

use super::from_stats::print_merged;
use super::stats;
use crate::cli::display::{path_name, shell_word, system_name};
use crate::cli::input::open_lines;
use crate::cli::input_summary::CleanedLines;
use crate::cli::{Job, MergeOptions, Mode, StatsDetail, StatsRequest, check_mode, warnings};
use crate::shards::{Record, RecordError, Shards};
use anyhow::{Error, Result, anyhow, bail, ensure};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Counts all candidates, and prints what is asked for of them and of the baseline.
pub fn run(job: &Arc<Job>, file: &Path, out: &mut dyn Write) -> Result<()> {
    let name = system_name(file);
    let mut shards = Shards::default().keeping_segments();
    read(job, file, &name, &mut shards)?;
    let request = StatsRequest { detail: StatsDetail::Segments, poisson: None };
    let counting = Arc::new(Job { mode: Mode::Stats(request), ..Job::clone(job) });
    check_mode(&counting.definition, counting.mode).map_err(Error::msg)?;
    let mut records = Vec::new();
    let mut summary = stats::record(&counting, request, &mut records)?;
    let failed = |fault: RecordError| match fault {
        RecordError::OtherReferences { segments, first, .. } => {
            let number = if segments == 1 { "1 segment".into() } else { format!("{segments} segments") };
            anyhow!(
                "{}: the references have changed since then: {number}, the first is {first}; {}",
                path_name(file),
                advice(job, file)
            )
        }
        fault => anyhow!("{}: {fault}; {}", path_name(file), advice(job, file)),
    };
    // Sums say how they were counted, for the error.
    let records = records.split_inclusive(|byte| *byte == b'\n').map(Record::parse);
    let mut records = records.collect::<Result<Vec<Record>, _>>().map_err(failed)?;
    records.sort_by_key(|record| matches!(record, Record::Segment(_)));
    records.into_iter().try_for_each(|record| shards.add(record)).map_err(failed)?;
    let mut corpus = shards.finish().map_err(failed)?;
    let systems: Vec<String> = std::iter::once(&name).chain(&job.systems).cloned().collect();
    corpus.arrange(&systems).map_err(failed)?;
    // The baseline has no text.
    summary.findings.iter_mut().for_each(|findings| findings.insert(0, Vec::new()));
    if !summary.cleaned.is_empty() {
        summary.cleaned.insert(0, CleanedLines::default());
    }
    if !summary.endings.is_empty() {
        summary.endings.insert(0, Default::default());
    }
    let request = MergeOptions { expected_segments: None, effective_order: None, resampling_flag: None };
    print_merged(&Job { systems, ..Job::clone(job) }, request, corpus, &summary, out)
}

/// Reads the records of the baseline, which get this name.
fn read(job: &Job, file: &Path, name: &str, shards: &mut Shards) -> Result<()> {
    if matches!(file.try_exists(), Ok(false)) {
        bail!("{}: there is no such file; {}", path_name(file), advice(job, file));
    }
    let mut lines = open_lines(file)?;
    let (mut system, mut has_segments, mut has_references) = (None, false, true);
    while let Some(line) = lines.next_line()? {
        let mut record =
            Record::parse(line).map_err(|fault| anyhow!("{}: {fault}; {}", path_name(file), advice(job, file)))?;
        let found = match &mut record {
            Record::Sum(record) => {
                record.sums.poisson = None;
                (&mut record.group, std::mem::replace(&mut record.system, name.to_owned())).1
            }
            Record::Segment(record) => {
                has_segments = true;
                has_references &= record.references.is_some();
                std::mem::replace(&mut record.system, name.into()).into_owned()
            }
        };
        let first = system.get_or_insert_with(|| found.clone());
        ensure!(
            *first == found,
            "{}: contains statistics of {first} and {found}; keep the records of one system",
            path_name(file)
        );
        if job.input.by.is_none() {
            record = without_group(record);
        }
        shards.add(record).map_err(|fault| anyhow!("{}: {fault}; {}", path_name(file), advice(job, file)))?;
    }
    ensure!(has_segments, "{}: has no statistics of segments; {}", path_name(file), advice(job, file));
    if !has_references {
        warnings::unknown_references(job, file);
    }
    Ok(())
}

fn without_group(record: Record) -> Record {
    match record {
        Record::Sum(mut record) => {
            record.group = None;
            Record::Sum(record)
        }
        Record::Segment(mut record) => {
            record.group = None;
            Record::Segment(record)
        }
    }
}

/// Says how to make a baseline for a job. Only a file that is not there is named, since another may be a text.
fn advice(job: &Job, file: &Path) -> String {
    let references: String = job.references.iter().map(|path| format!("-r {} ", shell_word(path))).collect();
    let by = job.input.by.as_ref().map(|by| format!("--by {} ", shell_word(by))).unwrap_or_default();
    let file = if matches!(file.try_exists(), Ok(false)) { shell_word(file) } else { "base.jsonl".into() };
    format!(
        "make it of one candidate with the flags of this run: bleu {references}{by}--stats=segments base.txt > {file}"
    )
}
