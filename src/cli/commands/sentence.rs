//! `--sentence`: the scores of each segment, printed as soon as its batch is read.

use super::counting::{Counted, fold_counts};
use super::write_now;
use crate::cli::Job;
use crate::cli::output::tool_line::OutputLine;
use crate::cli::output::{SegmentScores, SegmentWriter, tool_line};
use crate::cli::report::OptionalScore;
use crate::cli::warnings;
use crate::diagnose::segment_list::SegmentList;
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores and prints all segments.
pub fn run(job: &Arc<Job>, mut out: impl Write) -> Result<()> {
    let mut failed = SegmentList::default();
    let names: Arc<[String]> = job.systems.iter().cloned().collect();
    let worker_job = Arc::clone(job);
    let format = move |counted: Counted| format_segments(&worker_job, &names, &counted);
    fold_counts(job, format, |(bytes, batch_failed)| {
        failed.append(&batch_failed, 0);
        write_now(&mut out, &bytes)
    })?;
    warnings::failed_segments(job, &failed);
    Ok(())
}

/// Returns the output for the segments of a batch, and the segments on which the tool fails.
fn format_segments(job: &Job, names: &[String], counted: &Counted) -> Result<(Vec<u8>, SegmentList)> {
    let (mut bytes, mut failed) = (Vec::new(), SegmentList::default());
    let mut writer = SegmentWriter::new(job.style);
    let mut systems: Vec<_> = counted.systems.iter().map(|segments| segments.iter()).collect();
    let segments = counted.systems.first().map_or(0, |segments| segments.len() as u64);
    for segment in counted.segments_before + 1..=counted.segments_before + segments {
        let statistics = systems.iter_mut().filter_map(Iterator::next);
        let score = |statistics| OptionalScore::of_segment(&job.definition, &statistics);
        let scores: Vec<OptionalScore> = statistics.map(score).collect();
        if scores.iter().any(|score| score.value.is_none()) {
            failed.add(segment - 1);
        }
        let group = counted.groups.get((segment - counted.segments_before - 1) as usize).map(|group| &*group.label);
        match (&scores[..], job.tool_line()) {
            ([score], Some(OutputLine::MosesSentence)) => {
                tool_line::write(OutputLine::MosesSentence, "", &score.parts, "", false, &mut bytes)?;
            }
            _ => writer.write(&SegmentScores { segment, group, systems: names, scores: &scores }, &mut bytes)?,
        }
    }
    Ok((bytes, failed))
}
