//! `--self-bleu` and `--pool-references`: each line of a candidate against one pool of lines.

use super::{open_file, print, write_buffered};
use crate::cli::Job;
use crate::display::system_name;
use crate::input::Segments;
use crate::report::{Report, Significance, System};
use crate::{Pool, ReferenceCount, Score, SegmentStatistics, output, pipeline};
use anyhow::{Result, bail};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

/// Scores the lines of all candidates and prints the means, or each score.
pub fn run(job: &Arc<Job>, pool: Pool, sentences: bool, out: impl Write) -> Result<()> {
    let references = job.references.iter().map(|path| read(path)).collect::<Result<Vec<_>>>()?;
    let references: Vec<&str> = references.iter().map(String::as_str).collect();
    let mut tables = Vec::new();
    for path in &job.candidates {
        tables.push(count(job, pool, path, &references)?);
    }
    let names: Vec<String> = job.candidates.iter().map(|path| system_name(path)).collect();
    if sentences {
        return print_each(job, &names, &tables, out);
    }
    let scores = tables.iter().map(|table| mean(job, table));
    let systems = names.into_iter().zip(scores).map(|(name, score)| System { name, score }).collect();
    let segments = tables.first().map_or(0, |table| table.len() as u64);
    let lines = match pool {
        Pool::OtherLines => segments as usize - 1,
        Pool::References => references.iter().map(|text| text.lines().count()).sum(),
    };
    let signature = job.signature(ReferenceCount::Fixed(lines)).to_string();
    print(job, &Report { systems, segments, signature, significance: Significance::None }, out)
}

fn count(job: &Job, pool: Pool, path: &Path, references: &[&str]) -> Result<SegmentStatistics> {
    let (text, name) = (read(path)?, system_name(path));
    let counted = match pool {
        Pool::OtherLines => job.definition.count_against_others(&text),
        Pool::References => job.definition.count_against_pool(&text, references),
    };
    match counted {
        Err(crate::Error::NoReference { .. }) if pool == Pool::OtherLines => {
            bail!("{name}: {} line, which has no other lines to be compared with", text.lines().count())
        }
        Err(crate::Error::NoReference { .. }) => bail!("the references have no lines"),
        counted => Ok(counted?),
    }
}

/// The mean of the scores of all lines, with the counts of all.
fn mean(job: &Job, table: &SegmentStatistics) -> Score {
    let sum: f64 = table.iter().map(|line| job.definition.evaluate(&line).score).sum();
    let mut score = job.definition.evaluate(&table.sum());
    score.score = if table.is_empty() { 0.0 } else { sum / table.len() as f64 };
    score
}

fn print_each(job: &Job, names: &[String], tables: &[SegmentStatistics], out: impl Write) -> Result<()> {
    let most = tables.iter().map(SegmentStatistics::len).max().unwrap_or(0);
    if let Some((name, table)) = names.iter().zip(tables).find(|(_, table)| table.len() != most) {
        bail!("{name}: {} lines, but another candidate has {most}; score them one by one", table.len());
    }
    let mut lines: Vec<_> = tables.iter().map(SegmentStatistics::iter).collect();
    write_buffered(out, |out| {
        for segment in 1..=most as u64 {
            let statistics = lines.iter_mut().filter_map(Iterator::next);
            let scores: Vec<Score> = statistics.map(|line| job.definition.evaluate(&line)).collect();
            output::write_segment(segment, names, &scores, job.style, out)?;
        }
        Ok(())
    })
}

/// Reads all lines of a file, each ended by LF.
fn read(path: &Path) -> Result<String> {
    let take_text = || |segments: &Segments| Ok(segments.texts()[0].to_owned());
    pipeline::run(open_file(path)?, NonZeroUsize::MIN, take_text).collect()
}
