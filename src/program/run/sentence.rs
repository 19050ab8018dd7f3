//! `--sentence`: the scores of each segment, printed as soon as its batch is read.

use super::counted::{CountedSegments, each_segment};
use super::counting::fold_counts;
use super::{orders, segments_read, write_now};
use crate::bleu::scoring::{Definition, SegmentStatistics, Statistics};
use crate::checks::diagnose::segment_list::SegmentList;
use crate::program::formats::{RowWriter, tool_line};
use crate::program::request::Job;
use crate::program::results::{Labels, OptionalScore, Results, ScoredSegments};
use crate::program::words::warnings;
use anyhow::Result;
use std::io;
use std::io::Write;

/// Scores and prints all segments.
pub fn run(job: &'static Job, out: &mut dyn Write) -> Result<Results> {
    let orders = orders(job)?;
    let format = move |counted: CountedSegments| {
        let segments = counted.segments;
        let labels = |segment: usize| Labels {
            id: segments.ids().get(segment).map(String::as_str),
            group: segments.groups().get(segment).map(|group| &*group.label),
        };
        let mut bytes = Vec::new();
        let failed = write_segments(job, &orders, &counted.systems, segments.before(), labels, &mut bytes)?;
        Ok((bytes, failed))
    };
    let mut failed = SegmentList::default();
    let summary = fold_counts(job, format, |(bytes, batch_failed)| {
        failed.append(&batch_failed, 0);
        write_now(out, &bytes)
    })?;
    warnings::failed_segments(job, &failed);
    Ok(segments_read(job, summary))
}

/// Writes the scores of segments, from a table for each system, and returns the segments on which the tool fails.
/// `before` is the number of segments before them, and `labels` gives the labels of each.
pub(super) fn write_segments<'a>(
    job: &Job,
    orders: &[Definition],
    tables: &[SegmentStatistics],
    before: u64,
    labels: impl Fn(usize) -> Labels<'a>,
    out: &mut impl Write,
) -> io::Result<SegmentList> {
    let (mut writer, mut failed) = (RowWriter::new(job.style, before), SegmentList::default());
    let score = |statistics: &Statistics| {
        let own = || OptionalScore::of_segment(&job.definition, statistics);
        if orders.is_empty() {
            return own();
        }
        let orders = orders.iter().map(|definition| definition.evaluate(statistics)).collect();
        OptionalScore::of_orders(orders).unwrap_or_else(own)
    };
    let of_sentences = job.definition.tool().is_some_and(|tool| tool.name() == "moses-sentence");
    let (own_line, mut scores) = (
        tool_line::asked(job, &job.definition, job.systems.len()).filter(|_| of_sentences),
        Vec::with_capacity(tables.len()),
    );
    each_segment(tables, |i, statistics| {
        scores.clear();
        scores.extend(statistics.iter().map(score));
        let (index, labels, systems) = (before + i as u64, labels(i), &job.systems);
        if scores.iter().any(|score: &OptionalScore| score.value.is_none()) {
            failed.add(index);
        }
        match (&scores[..], own_line) {
            ([score], Some(line)) => writeln!(out, "{}", line("", &score.parts, "", false)),
            _ => writer.write(&ScoredSegments { segment: index + 1, labels, systems, scores: &scores }, out),
        }
    })?;
    Ok(failed)
}
