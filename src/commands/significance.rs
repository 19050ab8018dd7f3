//! `--confidence`, `--paired` and `--all-pairs`: scores, and whether they or their differences are due to chance.

use super::counting::{self, Counted, InputSummary};
use super::print;
use crate::cli::{Job, SignificanceTest};
use crate::display::system_name;
use crate::output::{Findings, Report, System};
use crate::progress::Progress;
use crate::{Resampling, SegmentStatistics, Statistics, warnings};
use anyhow::{Result, ensure};
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, tests them, and prints the results.
pub fn run(job: &Arc<Job>, test: SignificanceTest, resampling: &Resampling, out: impl Write) -> Result<()> {
    let mut tables = vec![SegmentStatistics::new(job.metric.order); job.candidates.len()];
    let mut summary = InputSummary::default();
    let mut batches = counting::run(job, |counted: Counted| counted.systems)?;
    for batch in &mut batches {
        let (systems, batch_summary) = batch?;
        tables.iter_mut().zip(&systems).for_each(|(table, segments)| table.append(segments));
        summary += batch_summary;
    }
    warnings::after_reading(job, batches.source(), &summary);
    ensure!(
        u32::try_from(summary.segments).is_ok(),
        "resampling supports at most {} segments, and there are {}; use a random sample",
        u32::MAX,
        summary.segments
    );
    let sums: Vec<Statistics> = tables.iter().map(SegmentStatistics::sum).collect();
    warnings::unmatched_orders(job, &sums);
    let findings = findings(job, test, resampling, &tables);
    let system =
        |system: usize| System { name: system_name(&job.candidates[system]), score: job.metric.score(&sums[system]) };
    let systems = match &findings {
        Findings::AllPairs { ranking, .. } => ranking.systems.iter().map(|ranked| system(ranked.system)).collect(),
        _ => (0..tables.len()).map(system).collect(),
    };
    let signature = job.signature().to_string();
    print(job, &Report { systems, segments: summary.segments, signature, findings }, out)
}

/// Resamples the segments for an answer.
fn findings(job: &Job, test: SignificanceTest, resampling: &Resampling, tables: &[SegmentStatistics]) -> Findings {
    let mut progress = Progress::new(resampling.resamples, job.style.quiet);
    let progress = &mut |begun| progress.show(begun);
    let (metric, resamples) = (&job.metric, resampling.resamples);
    match test {
        SignificanceTest::Confidence => Findings::Confidence(resampling.confidence(metric, tables, progress)),
        SignificanceTest::Paired(test) => {
            Findings::Paired { test, resamples, systems: resampling.paired(test, metric, tables, progress) }
        }
        SignificanceTest::AllPairs(test) => {
            Findings::AllPairs { test, resamples, ranking: resampling.all_pairs(test, metric, tables, progress) }
        }
    }
}
