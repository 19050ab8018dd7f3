//! The default: the score of each candidate on the whole corpus.

use super::counting::{self, Counted, InputSummary};
use super::print;
use crate::cli::Job;
use crate::display::system_name;
use crate::report::{Report, Significance, System};
use crate::{ReferenceCount, SegmentStatistics, Statistics, warnings};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates and prints the scores.
pub fn run(job: &Arc<Job>, out: impl Write) -> Result<()> {
    let mut sums = vec![Statistics::EMPTY; job.candidates.len()];
    let mut summary = InputSummary::default();
    let mut batches = counting::run(job, |counted: Counted| -> Vec<Statistics> {
        counted.systems.iter().map(SegmentStatistics::sum).collect()
    })?;
    for batch in &mut batches {
        let (systems, batch_summary) = batch?;
        for (sum, statistics) in sums.iter_mut().zip(systems) {
            *sum = (*sum + statistics)?;
        }
        summary += batch_summary;
    }
    warnings::after_reading(job, batches.source(), &summary);
    warnings::unmatched_orders(job, &sums);
    let systems = job.candidates.iter().zip(&sums);
    let systems =
        systems.map(|(path, sum)| System { name: system_name(path), score: job.definition.evaluate(sum) }).collect();
    let signature = job.signature(ReferenceCount::Fixed(job.references.len())).to_string();
    print(job, &Report { systems, segments: summary.segments, signature, significance: Significance::None }, out)
}
