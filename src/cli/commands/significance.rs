//! `--confidence`, `--paired` and `--all-pairs`: scores with confidence intervals and significance tests.

use super::counting::{self, Counted, InputSummary};
use super::groups::{self, Part};
use super::{ensure_tool_succeeds, print};
use crate::cli::input::Source;
use crate::cli::progress::ResamplingProgress;
use crate::cli::report::{Group, MIN_SEGMENTS_OF_GROUP, OptionalScore, Report, Significance, System};
use crate::cli::warnings;
use crate::cli::{Job, SignificanceTest};
use crate::signature::Resamples;
use crate::{PairedTest, Resampling, SegmentStatistics, Statistics};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, tests them, and prints the results.
pub fn run(job: &Arc<Job>, test: SignificanceTest, resampling: &Resampling, out: impl Write) -> Result<()> {
    let corpus = read(job)?;
    let whole = Part::of_tables(&corpus.tables);
    for (name, sum) in job.systems.iter().zip(&whole.sums) {
        ensure_tool_succeeds(job, &job.system_label(name), sum)?;
    }
    let significance = resample(job, test, resampling, &corpus.tables)?;
    let systems = systems(job, &whole, &significance);
    let group = |(label, tables): (Arc<str>, Vec<SegmentStatistics>)| {
        group(job, test, label, Part::of_tables(&tables), || resample(job, test, resampling, &tables))
    };
    let groups = groups::divide(job, &corpus).map(group).collect::<Result<_>>()?;
    let signature = corpus.summary.signature(job).to_string();
    let (definition, segments) = (job.definition.clone(), whole.segments);
    print(job, Report { systems, definition, segments, signature, significance, groups }, out)
}

/// Returns the systems and their scores, in the order of their significance.
pub(super) fn systems(job: &Job, corpus: &Part, significance: &Significance) -> Vec<System> {
    let system =
        |place: usize| System { name: job.systems[place].clone(), score: job.definition.evaluate(&corpus.sums[place]) };
    match significance {
        Significance::AllPairs { ranking, .. } => ranking.systems.iter().map(|ranked| system(ranked.system)).collect(),
        _ => (0..corpus.sums.len()).map(system).collect(),
    }
}

/// Returns the results for a group, which is resampled if it is large enough and the tool gives a score for each
/// system.
pub(super) fn group(
    job: &Job,
    test: SignificanceTest,
    label: Arc<str>,
    part: Part,
    resample: impl FnOnce() -> Result<Significance>,
) -> Result<Group> {
    let totals = part.totals();
    let fails = totals.iter().any(|totals| OptionalScore::of_group(&job.definition, totals).value.is_none());
    let is_too_small = test.test() == PairedTest::Bootstrap && part.segments < MIN_SEGMENTS_OF_GROUP;
    let significance = match is_too_small || fails {
        true => Significance::None,
        false => resample()?,
    };
    Ok(Group { label, segments: part.segments, totals, significance })
}

/// The statistics of a corpus by segment.
pub struct CorpusTables {
    /// One table for each candidate.
    pub tables: Vec<SegmentStatistics>,
    /// Properties of the input.
    pub summary: InputSummary,
    /// Group of each segment, as an index into the labels; none if segments have no groups.
    pub groups: Vec<u32>,
    /// Labels of the groups, in order of first appearance.
    pub labels: Vec<Arc<str>>,
}

/// Reads the statistics of the segments of each candidate.
pub fn read(job: &Arc<Job>) -> Result<CorpusTables> {
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
    let labels = batches.source().map(Source::groups).unwrap_or_default().to_vec();
    Ok(CorpusTables { tables, summary, groups, labels })
}

/// Runs the test on the segments.
pub(super) fn resample(
    job: &Job,
    test: SignificanceTest,
    resampling: &Resampling,
    tables: &[SegmentStatistics],
) -> Result<Significance> {
    let mut progress = ResamplingProgress::new(resampling.resamples, job.style.quiet);
    let progress = &mut |begun| progress.show(begun);
    let (definition, resampling) = (&job.definition, *resampling);
    Ok(match test {
        SignificanceTest::Confidence => Significance::Confidence {
            resamples: Resamples::Test(PairedTest::Bootstrap),
            systems: resampling.confidence(definition, tables, progress)?,
        },
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
