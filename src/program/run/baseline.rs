//! `--baseline`: the statistics of an earlier run are the first system. The candidates are counted as records of segments, to
//! which the statistics of the earlier run are added, with all the checks that shards have.

use super::from_stats::merged;
use super::records;
use super::stats::{self, StatsDetail, StatsMode};
use super::{Mode, check_definition};
use crate::bleu::shards::{Record, RecordError, Shards};
use crate::program::request::{Request, StatisticsSource};
use crate::program::results::Results;
use crate::program::results::input_summary::CleanedLines;
use crate::program::words::warnings;
use crate::text::display::{count, path_name, shell_word};
use crate::text::hints::Hint;
use anyhow::Error;
use anyhow::{Result, anyhow, bail, ensure};
use std::io::Write;
use std::mem;
use std::path::Path;
use std::sync::Arc;

/// Counts all candidates, and prints what is asked for of them and of the baseline.
pub fn run(mode: &dyn Mode, request: &Arc<Request>, file: &Path, name: &str, out: &mut dyn Write) -> Result<Results> {
    let counting = StatsMode { detail: StatsDetail::Segments, poisson: None };
    check_definition(&counting, &request.definition)?;
    let mut shards = Shards::default().keeping_segments();
    read(request, file, name, &mut shards)?;
    let mut records = Vec::new();
    let mut summary = stats::record(request, counting, &mut records)?;
    let failed = |fault| differs(request, file, fault);
    let records = records.split_inclusive(|byte| *byte == b'\n').map(Record::parse);
    let mut records = records.collect::<Result<Vec<Record>, _>>().map_err(failed)?;
    let ids = ids(&records, &request.systems[0]);
    // Sums say how they were counted, for the error.
    records.sort_by_key(|record| matches!(record, Record::Segment(_)));
    records.into_iter().try_for_each(|record| shards.add(record)).map_err(failed)?;
    let mut corpus = shards.finish().map_err(failed)?;
    let systems: Vec<String> = std::iter::once(name.to_owned()).chain(request.systems.iter().cloned()).collect();
    corpus.arrange(&systems).map_err(failed)?;
    // Resamples are drawn in the order of the text, as without a baseline.
    corpus.arrange_segments(&ids);
    // The baseline has no text.
    summary.findings.iter_mut().for_each(|findings| findings.insert(0, Vec::new()));
    if !summary.cleaned.is_empty() {
        summary.cleaned.insert(0, CleanedLines::default());
    }
    if !summary.endings.is_empty() {
        summary.endings.insert(0, Default::default());
    }
    merged(mode, &Request { systems, ..Request::clone(request) }, corpus, summary, out)
}

/// The ids of the segments of a system, in their order.
fn ids(records: &[Record], system: &str) -> Vec<String> {
    let segments = records.iter().filter_map(|record| match record {
        Record::Segment(segment) if segment.system == system => Some(segment.id.to_string()),
        _ => None,
    });
    segments.collect()
}

/// Reads the records of the baseline, which get this name.
fn read(request: &Request, file: &Path, name: &str, shards: &mut Shards) -> Result<()> {
    if matches!(file.try_exists(), Ok(false)) {
        bail!("{}: there is no such file; {}", path_name(file), advice(request, file));
    }
    let has_groups = request.input.by.is_some();
    let (mut system, mut has_segments, mut has_references) = (None, false, true);
    records::each(file, |_, record| {
        let mut record = record.map_err(|fault| failed(request, file, fault))?;
        let found = match &mut record {
            Record::Sum(record) => {
                record.sums.poisson = None;
                record.group.take_if(|_| !has_groups);
                mem::replace(&mut record.system, name.to_owned())
            }
            Record::Segment(record) => {
                has_segments = true;
                has_references &= record.references.is_some();
                record.group.take_if(|_| !has_groups);
                mem::replace(&mut record.system, name.into()).into_owned()
            }
        };
        let first = system.get_or_insert_with(|| found.clone());
        if *first != found {
            bail!("{}: contains statistics of {first} and {found}; keep the records of one system", path_name(file));
        }
        shards.add(record).map_err(|fault| failed(request, file, fault))
    })?;
    ensure!(has_segments, "{}: has no statistics of segments; {}", path_name(file), advice(request, file));
    if !has_references {
        warnings::unknown_references(request, file);
    }
    Ok(())
}

/// Says why the records of the candidates, which are read after the baseline's records, do not go with it.
fn differs(request: &Request, file: &Path, fault: RecordError) -> Error {
    let RecordError::OtherDefinition { found, expected } = fault else { return failed(request, file, fault) };
    // Versions before 0.5 knew one version of Unicode, which signatures did not name.
    let unicode = found.split('|').find(|field| field.starts_with("unicode:"));
    let is_only_unicode = unicode.is_some_and(|unicode| found.replace(&format!("|{unicode}"), "") == expected);
    let older = if is_only_unicode { "add --unicode 17, as version 0.4 counted, or " } else { "" };
    anyhow!(
        "{}: counted as {expected}, but this run counts as {found}; {older}{}",
        path_name(file),
        advice(request, file)
    )
}

/// Says what is wrong with a baseline, or with its records beside the records of the candidates.
fn failed(request: &Request, file: &Path, fault: RecordError) -> Error {
    let fault = match fault {
        RecordError::OtherReferences { segments, first, .. } => {
            let segments = count(segments, "segment");
            format!("the references have changed since then: {segments}, the first is {first}")
        }
        fault => fault.to_string(),
    };
    anyhow!("{}: {fault}; {}", path_name(file), advice(request, file))
}

/// Says how to make a baseline for a request. Only a file that is not there is named, since another may be a text.
fn advice(request: &Request, file: &Path) -> String {
    let StatisticsSource::Baseline { flags, .. } = &request.statistics else { return String::new() };
    let candidate = if request.input.table().is_some() { "NAME" } else { "base.txt" };
    let to = if matches!(file.try_exists(), Ok(false)) { shell_word(file) } else { "base.jsonl".into() };
    format!("make it of one candidate: {}", Hint::Baseline { flags: flags.join(" "), candidate, to })
}
