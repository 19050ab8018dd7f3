//! `--confidence`, `--paired` and `--all-pairs`: scores, and whether they or their differences are due to chance.

use super::counting::{self, Counted, InputSummary};
use super::print;
use crate::cli::{Job, SignificanceTest};
use crate::display::system_name;
use crate::progress::Progress;
use crate::report::{Report, Significance, System};
use crate::{ReferenceCount, Resampling, SegmentStatistics, Statistics, warnings};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, tests them, and prints the results.
pub fn run(job: &Arc<Job>, test: SignificanceTest, resampling: &Resampling, out: impl Write) -> Result<()> {
    let (tables, segments) = read(job)?;
    let sums: Vec<Statistics> = tables.iter().map(SegmentStatistics::sum).collect();
    let significance = resample(job, test, resampling, &tables)?;
    let system = |system: usize| System {
        name: system_name(&job.candidates[system]),
        score: job.definition.evaluate(&sums[system]),
    };
    let systems = match &significance {
        Significance::AllPairs { ranking, .. } => ranking.systems.iter().map(|ranked| system(ranked.system)).collect(),
        _ => (0..tables.len()).map(system).collect(),
    };
    let signature = job.signature(ReferenceCount::Fixed(job.references.len())).to_string();
    print(job, &Report { systems, segments, signature, significance }, out)
}

/// Reads the statistics of the segments of each candidate, and their number.
pub fn read(job: &Arc<Job>) -> Result<(Vec<SegmentStatistics>, u64)> {
    let mut tables = vec![job.definition.segment_table(); job.candidates.len()];
    let mut summary = InputSummary::default();
    let mut batches = counting::run(job, |counted: Counted| counted.systems)?;
    for batch in &mut batches {
        let (systems, batch_summary) = batch?;
        for (table, segments) in tables.iter_mut().zip(&systems) {
            table.append(segments)?;
        }
        summary += batch_summary;
    }
    warnings::after_reading(job, batches.source(), &summary);
    let sums: Vec<Statistics> = tables.iter().map(SegmentStatistics::sum).collect();
    warnings::unmatched_orders(job, &sums);
    Ok((tables, summary.segments))
}

/// Resamples the segments for an answer.
fn resample(
    job: &Job,
    test: SignificanceTest,
    resampling: &Resampling,
    tables: &[SegmentStatistics],
) -> Result<Significance> {
    let mut progress = Progress::new(resampling.resamples, job.style.quiet);
    let progress = &mut |begun| progress.show(begun);
    let (definition, resampling) = (&job.definition, *resampling);
    Ok(match test {
        SignificanceTest::Confidence => Significance::Confidence(resampling.confidence(definition, tables, progress)?),
        SignificanceTest::Paired(test) => {
            Significance::Paired { test, resampling, systems: resampling.paired(test, definition, tables, progress)? }
        }
        SignificanceTest::AllPairs(test) => Significance::AllPairs {
            test,
            resampling,
            ranking: resampling.all_pairs(test, definition, tables, progress)?,
        },
    })
}
