//! `--samples --self-bleu`: how alike the samples of each segment are, as the mean of their scores against the others.

use super::{Sampled, fold_samples};
use crate::bleu::CorpusTotals;
use crate::cli::Job;
use crate::cli::commands::groups::{Append, Grouped};
use crate::cli::commands::{print, score};
use crate::cli::input_summary::InputSummary;
use crate::cli::report::CorpusSums;
use crate::{ReferenceCount, Samples};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Prints the mean over the segments and their groups.
pub fn run(job: &Arc<Job>, out: &mut dyn Write) -> Result<()> {
    let push = |sums: &mut Grouped<CorpusSums>, samples: &mut Samples, sampled: &Sampled| {
        let table = samples.count_against_others()?;
        let (statistics, score) = (table.sum(), samples.definition().mean_score(&table));
        sums.of_segment(sampled.group).try_for_each(|sums| {
            sums.segments += 1;
            sums.systems.resize(1, CorpusTotals::default());
            sums.systems[0].push_score(&statistics, score.value())
        })
    };
    let mut sums = Grouped::<CorpusSums>::default();
    let summary = fold_samples(job, &job.definition, push, |batch| sums.append(batch))?;
    let others = match summary.samples {
        Some(ReferenceCount::Fixed(samples)) => ReferenceCount::from(samples.get() - 1),
        _ => ReferenceCount::Varying,
    };
    let signature = summary.signature(job).with_references(others);
    print(job, score::report(job, None, &sums, signature, &InputSummary::default())?, out)
}
