//! `--confidence`, `--paired` and `--all-pairs`: scores with confidence intervals and significance tests.

use super::counting::sum_counts;
use super::groups::Grouped;
use super::{ensure_tool_succeeds, print};
use crate::cli::input_summary::InputSummary;
use crate::cli::progress::ResamplingProgress;
use crate::cli::report::{CorpusSums, Group, MIN_SEGMENTS_OF_GROUP, OptionalScore, Report, Significance, System};
use crate::cli::warnings;
use crate::cli::{Job, SignificanceTest};
use crate::{PairedTest, Resampling, SegmentStatistics, Statistics};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, tests them, and prints the results.
pub fn run(job: &Arc<Job>, test: SignificanceTest, resampling: &Resampling, out: impl Write) -> Result<()> {
    let (corpus, summary) = read(job)?;
    let sums = |tables: &[SegmentStatistics]| CorpusSums::of_tables(&job.definition, tables);
    let whole = sums(&corpus.whole);
    ensure_tool_succeeds(job, &job.systems, &whole.statistics())?;
    let significance = resample(job, test, resampling, &corpus.whole)?;
    let systems = systems(job, &whole, &significance);
    let group = |(label, tables): (Arc<str>, Vec<SegmentStatistics>)| {
        group(job, test, label, sums(&tables), || resample(job, test, resampling, &tables))
    };
    let groups = corpus.groups.into_values().map(group).collect::<Result<_>>()?;
    let signature = summary.signature(job).to_string();
    let (definition, segments) = (job.definition.clone(), whole.segments);
    print(job, Report { systems, definition, segments, signature, significance, groups }, out)
}

/// Returns the systems and their scores, in the order of their significance.
pub(super) fn systems(job: &Job, corpus: &CorpusSums, significance: &Significance) -> Vec<System> {
    let score = |place: usize| corpus.systems[place].evaluate(job.definition.formula());
    let system = |place: usize| System { name: job.systems[place].clone(), score: (&score(place)).into() };
    match significance {
        Significance::AllPairs { ranking, .. } => ranking.systems.iter().map(|ranked| system(ranked.system)).collect(),
        _ => (0..corpus.systems.len()).map(system).collect(),
    }
}

/// Returns the results for a group, which is resampled if it is large enough and the tool gives a score for each
/// system.
pub(super) fn group(
    job: &Job,
    test: SignificanceTest,
    label: Arc<str>,
    sums: CorpusSums,
    resample: impl FnOnce() -> Result<Significance>,
) -> Result<Group> {
    let fails = sums.systems.iter().any(|totals| OptionalScore::of_group(&job.definition, totals).value.is_none());
    let is_too_small = test.test() == PairedTest::Bootstrap && sums.segments < MIN_SEGMENTS_OF_GROUP;
    let significance = if is_too_small || fails { None } else { Some(Box::new(resample()?)) };
    Ok(Group { label, sums, significance })
}

/// Reads the statistics of the segments: a table for each candidate.
pub(super) fn read(job: &Arc<Job>) -> Result<(Grouped<Vec<SegmentStatistics>>, InputSummary)> {
    let empty = job.definition.counting().segment_table();
    let (corpus, summary) = sum_counts(job, move |counted| -> Result<Grouped<Vec<SegmentStatistics>>> {
        let mut batch = Grouped::of_batch(Vec::new(), &counted, |tables: &mut Vec<_>, segment| {
            tables.resize(segment.len(), empty.clone());
            tables.iter_mut().zip(segment).try_for_each(|(table, statistics)| Ok(table.push(statistics)?))
        })?;
        batch.whole = counted.systems;
        Ok(batch)
    })?;
    let sums: Vec<Statistics> = corpus.whole.iter().map(SegmentStatistics::sum).collect();
    warnings::unmatched_orders(job, &sums);
    Ok((corpus, summary))
}

/// Runs the test on the segments.
pub(super) fn resample(
    job: &Job,
    test: SignificanceTest,
    resampling: &Resampling,
    tables: &[SegmentStatistics],
) -> Result<Significance> {
    let (definition, fields) = (&job.definition, resampling.fields(test.test()));
    let progress = ResamplingProgress::new(fields.resamples, job.style.quiet);
    let resampling = resampling.progress(|begun| progress.show(begun));
    Ok(match test {
        SignificanceTest::Confidence => {
            Significance::Confidence { resamples: fields.kind, systems: resampling.confidence(definition, tables)? }
        }
        SignificanceTest::Paired(test) => {
            Significance::Paired { test, resampling: fields, systems: resampling.paired(test, definition, tables)? }
        }
        SignificanceTest::AllPairs(test) => Significance::AllPairs {
            test,
            resampling: fields,
            ranking: resampling.all_pairs(test, definition, tables)?,
        },
    })
}
