//! `--cumulative`: BLEU-1, BLEU-2, ... up to the order, of the corpus or of each segment.

use super::counting::{Counted, fold_counts, sum_counts};
use super::{ensure_tool_succeeds, print_checked, write_now};
use crate::cli::Job;
use crate::cli::output::{CumulativeSegment, SegmentWriter};
use crate::cli::report::CorpusSums;
use crate::cli::report::cumulative::{CumulativeReport, CumulativeScores};
use crate::cli::warnings;
use crate::{Definition, SegmentStatistics, Statistics};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates with all orders, and prints the scores.
pub fn run(job: &Arc<Job>, sentences: bool, out: impl Write) -> Result<()> {
    if sentences { each(job, out) } else { corpus(job, out) }
}

/// The definitions of all orders.
pub(super) fn definitions(job: &Job) -> Result<Vec<Definition>> {
    let of_order = |order| job.definition.to_builder().order(order).build();
    Ok((1..=job.definition.order()).map(of_order).collect::<Result<_, _>>()?)
}

/// The scores of statistics, by each definition.
pub(super) fn evaluate(definitions: &[Definition], name: &str, statistics: &Statistics) -> CumulativeScores {
    let scores = definitions.iter().map(|definition| definition.evaluate(statistics)).collect();
    CumulativeScores { name: name.to_owned(), scores }
}

fn corpus(job: &Arc<Job>, out: impl Write) -> Result<()> {
    let definition = job.definition.clone();
    let (corpus, summary) = sum_counts(job, move |counted| Ok(CorpusSums::of_tables(&definition, &counted.systems)))?;
    report(job, &corpus, summary.signature(job).to_string(), out)
}

/// Prints the scores of all candidates, given the sums of the corpus.
pub(super) fn report(job: &Job, corpus: &CorpusSums, signature: String, out: impl Write) -> Result<()> {
    let sums = corpus.statistics();
    ensure_tool_succeeds(job, &job.systems, &sums)?;
    warnings::unmatched_orders(job, &sums);
    let definitions = definitions(job)?;
    let systems = job.systems.iter().zip(&sums).map(|(name, sum)| evaluate(&definitions, name, sum)).collect();
    let report = CumulativeReport { systems, segments: corpus.segments, signature };
    let scores = report.systems.iter().filter_map(|system| Some((system.name.clone(), system.scores.last()?.value())));
    print_checked(job, &report, scores, out)
}

fn each(job: &Arc<Job>, mut out: impl Write) -> Result<()> {
    let (style, definitions, names) = (job.style, Arc::new(definitions(job)?), job.systems.clone());
    let format = move |counted: Counted| -> Result<Vec<u8>> {
        let (mut bytes, mut writer) = (Vec::new(), SegmentWriter::new(style));
        let mut systems: Vec<_> = counted.systems.iter().map(SegmentStatistics::iter).collect();
        let segments = counted.systems.first().map_or(0, |segments| segments.len() as u64);
        for segment in counted.segments_before + 1..=counted.segments_before + segments {
            let statistics = systems.iter_mut().filter_map(Iterator::next);
            let score = |(statistics, name): (_, &String)| evaluate(&definitions, name, &statistics);
            let scores: Vec<_> = statistics.zip(&names).map(score).collect();
            writer.write(&CumulativeSegment { segment, systems: &scores }, &mut bytes)?;
        }
        Ok(bytes)
    };
    fold_counts(job, format, |bytes| write_now(&mut out, &bytes))?;
    Ok(())
}
