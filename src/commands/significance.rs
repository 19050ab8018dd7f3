//! `--confidence`, `--paired` and `--all-pairs`: scores, and whether they or their differences are due to chance.

use super::counting::{self, Counted, InputSummary};
use super::{groups, print};
use crate::cli::{Job, SignificanceTest};
use crate::progress::Progress;
use crate::report::{Group, Report, Significance, System};
use crate::{Resampling, SegmentStatistics, Statistics, warnings};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, tests them, and prints the results.
pub fn run(job: &Arc<Job>, test: SignificanceTest, resampling: &Resampling, out: impl Write) -> Result<()> {
    let mut tables = vec![job.definition.segment_table(); job.candidates.len()];
    let mut summary = InputSummary::default();
    let mut groups: Vec<u32> = Vec::new();
    let mut batches = counting::run(job, |counted: Counted| {
        let groups = counted.groups.map(<[u32]>::to_vec);
        (counted.systems, groups.unwrap_or_default())
    })?;
    for batch in &mut batches {
        let ((systems, batch_groups), batch_summary) = batch?;
        groups.extend(batch_groups);
        for (table, segments) in tables.iter_mut().zip(&systems) {
            table.append(segments)?;
        }
        summary += batch_summary;
    }
    warnings::after_reading(job, batches.source(), &summary);
    let sums: Vec<Statistics> = tables.iter().map(SegmentStatistics::sum).collect();
    warnings::unmatched_orders(job, &sums);
    let significance = resample(job, test, resampling, &tables)?;
    let system =
        |system: usize| System { name: job.systems[system].clone(), score: job.definition.evaluate(&sums[system]) };
    let systems = match &significance {
        Significance::AllPairs { ranking, .. } => ranking.systems.iter().map(|ranked| system(ranked.system)).collect(),
        _ => (0..tables.len()).map(system).collect(),
    };
    let signature = summary.signature(job).to_string();
    let groups = groups::divide(job, &tables, &groups, batches.source())
        .map(|(label, tables)| group(job, test, resampling, label, &tables))
        .collect::<Result<_>>()?;
    print(job, Report { systems, segments: summary.segments, signature, significance, groups }, out)
}

/// Scores and tests the segments of a group.
fn group(
    job: &Job,
    test: SignificanceTest,
    resampling: &Resampling,
    label: String,
    tables: &[SegmentStatistics],
) -> Result<Group> {
    Ok(Group {
        label,
        segments: tables.first().map_or(0, |table| table.len() as u64),
        scores: tables.iter().map(|table| job.definition.evaluate(&table.sum())).collect(),
        significance: resample(job, test, resampling, tables)?,
    })
}

/// Resamples the segments for an answer.
pub(super) fn resample(
    job: &Job,
    test: SignificanceTest,
    resampling: &Resampling,
    tables: &[SegmentStatistics],
) -> Result<Significance> {
    let mut progress = Progress::new(resampling.resamples, job.style.quiet);
    let progress = &mut |begun| progress.show(begun);
    let (definition, resamples) = (&job.definition, resampling.resamples);
    Ok(match test {
        SignificanceTest::Confidence => Significance::Confidence(resampling.confidence(definition, tables, progress)?),
        SignificanceTest::Paired(test) => {
            Significance::Paired { test, resamples, systems: resampling.paired(test, definition, tables, progress)? }
        }
        SignificanceTest::AllPairs(test) => Significance::AllPairs {
            test,
            resamples,
            ranking: resampling.all_pairs(test, definition, tables, progress)?,
        },
    })
}
