//! `--self-bleu` and `--pool-references`: each line of a candidate against one pool of lines.

use super::counting::fold;
use super::sentence::write_segments;
use super::{ensure_has_score, open_texts, scores, write_buffered};
use crate::bleu::scoring::{Score, SegmentStatistics};
use crate::bleu::signature::Pool;
use crate::bleu::signature::ReferenceCount;
use crate::program::request::Job;
use crate::program::results::Report;
use crate::program::results::input_summary::InputSummary;
use crate::program::results::{Labels, Results, SegmentsRead, System};
use crate::text::display::count as count_of;
use crate::text::{Origin, Segments};
use anyhow::{Result, anyhow, bail};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Scores the lines of all candidates, and returns the means, or passes on each score.
pub fn run(job: &'static Job, pool: Pool, sentences: bool, out: &mut dyn Write) -> Result<Results> {
    let (texts, references) = read_all(job)?;
    let count = |(name, text): (&String, &String)| count(job, pool, name, text, &references);
    let tables: Vec<SegmentStatistics> = job.systems.iter().zip(&texts).map(count).collect::<Result<_>>()?;
    if sentences {
        let most = tables.iter().map(SegmentStatistics::len).max().unwrap_or(0);
        if let Some((name, table)) = job.systems.iter().zip(&tables).find(|(_, table)| table.len() != most) {
            let (name, lines) = (job.system_label(name), table.len());
            bail!("{name}: {lines} lines, but another candidate has {most}; score the candidates separately");
        }
        write_buffered(out, |out| write_segments(job, &[], &tables, 0, |_| Labels::default(), out).map(drop))?;
        return Ok(Results::Segments(SegmentsRead::default()));
    }
    let number = |table: &SegmentStatistics| match pool {
        Pool::LeaveOneOut => ReferenceCount::from_len(table.len() - 1),
        Pool::References => ReferenceCount::from_len(references.lines().count()),
    };
    let segments = tables.iter().map(SegmentStatistics::len).min().unwrap_or(0) as u64;
    let differ = tables.iter().any(|table| table.len() as u64 != segments);
    let system = |(name, table): (&String, &SegmentStatistics)| {
        let own = (table.len() as u64, job.signature(number(table)).to_string());
        let score = (&mean(job, name, table)?).into();
        Ok(System { own: Some(own).filter(|_| differ), ..System::new(name, score) })
    };
    let systems = job.systems.iter().zip(&tables).map(system).collect::<Result<_>>()?;
    let all = tables.iter().map(number).reduce(ReferenceCount::merge);
    let signature = job.signature(all.unwrap_or(ReferenceCount::Varying)).to_string();
    Ok(scores(job, Report::of_job(job, systems, segments, signature)))
}

/// The lines of each candidate and of all references, each ended by LF.
type PooledTexts = (Vec<String>, String);

/// Reads all lines of a job.
fn read_all(job: &'static Job) -> Result<PooledTexts> {
    if job.input.origin != Origin::Files {
        return read(job, &job.candidates, &job.references);
    }
    // Files need not have the same number of lines.
    let candidates = job.candidates.chunks(1).map(|candidate| Ok(read(job, candidate, &[])?.0.concat()));
    let references = job.references.chunks(1).map(|reference| Ok(read(job, &[], reference)?.1));
    Ok((candidates.collect::<Result<_>>()?, references.collect::<Result<Vec<_>>>()?.concat()))
}

/// Reads texts that have the same number of segments.
fn read(job: &'static Job, candidates: &[PathBuf], references: &[PathBuf]) -> Result<PooledTexts> {
    let (mut texts, mut pool) = (vec![String::new(); candidates.len()], String::new());
    let take = || {
        |segments: &Segments| {
            let candidates: Vec<String> = segments.candidates().iter().map(|&text| text.to_owned()).collect();
            Ok(((candidates, present_references(segments)), InputSummary::default()))
        }
    };
    let source = open_texts(job, candidates, references)?;
    fold(job, source, NonZeroUsize::MIN, take, |(candidates, references): PooledTexts| {
        texts.iter_mut().zip(&candidates).for_each(|(text, lines)| text.push_str(lines));
        pool.push_str(&references);
        Ok(())
    })?;
    Ok((texts, pool))
}

/// The lines of all references that are not missing.
fn present_references(segments: &Segments) -> String {
    let mut lines = String::new();
    for (reference, text) in segments.references().iter().enumerate() {
        let present = text.split_inclusive('\n').enumerate().filter(|(segment, _)| segments.has(reference, *segment));
        lines.extend(present.map(|(_, line)| line));
    }
    lines
}

fn count(job: &Job, pool: Pool, name: &str, text: &str, references: &str) -> Result<SegmentStatistics> {
    let counted = match pool {
        Pool::LeaveOneOut => job.definition.count_against_others(text),
        Pool::References => job.definition.count_against_pool(text, &[references]),
    };
    let name = job.system_label(name);
    counted.map_err(|error| match error {
        crate::bleu::error::Error::TooFew { .. } if pool == Pool::LeaveOneOut => {
            anyhow!("{name}: {}; Self-BLEU needs at least two", count_of(text.lines().count() as u64, "line"))
        }
        crate::bleu::error::Error::TooFew { .. } => anyhow!("the references have no lines"),
        crate::bleu::error::Error::TextTooLong if text.len() < references.len() => anyhow!("the references: {error}"),
        crate::bleu::error::Error::TextTooLong => anyhow!("{name}: {error}"),
        error => error.into(),
    })
}

/// The mean score of all lines, with their summed counts.
fn mean(job: &Job, name: &str, table: &SegmentStatistics) -> Result<Score> {
    let name = job.system_label(name);
    for (line, number) in table.iter().zip(1..) {
        ensure_has_score(job, &format!("{name}: line {number}"), &line)?;
    }
    Ok(job.definition.mean_score(table))
}
