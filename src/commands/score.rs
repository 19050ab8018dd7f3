//! The default: the score of each candidate on the whole corpus.

use super::counting::{self, Counted, InputSummary};
use super::groups::GroupSums;
use super::print;
use crate::cli::Job;
use crate::report::{Report, Significance, System};
use crate::{SegmentStatistics, Statistics, warnings};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates and prints the scores.
pub fn run(job: &Arc<Job>, out: impl Write) -> Result<()> {
    let mut sums = vec![Statistics::EMPTY; job.candidates.len()];
    let mut summary = InputSummary::default();
    let mut groups = GroupSums::default();
    let mut batches = counting::run(job, |counted: Counted| -> (Vec<Statistics>, GroupSums) {
        (counted.systems.iter().map(SegmentStatistics::sum).collect(), GroupSums::of_batch(&counted))
    })?;
    for batch in &mut batches {
        let ((systems, batch_groups), batch_summary) = batch?;
        groups.add(batch_groups)?;
        for (sum, statistics) in sums.iter_mut().zip(systems) {
            *sum = (*sum + statistics)?;
        }
        summary += batch_summary;
    }
    warnings::after_reading(job, batches.source(), &summary);
    warnings::unmatched_orders(job, &sums);
    let systems = job.systems.iter().zip(&sums);
    let systems =
        systems.map(|(name, sum)| System { name: name.clone(), score: job.definition.evaluate(sum) }).collect();
    let signature = summary.signature(job).to_string();
    let groups = groups.finish(job, batches.source());
    print(job, Report { systems, segments: summary.segments, signature, significance: Significance::None, groups }, out)
}
