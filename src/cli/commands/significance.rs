//! `--confidence`, `--paired` and `--all-pairs`: scores with confidence intervals and significance tests; with `--robust`,
//! the tests again under other choices.

use super::counted::CountedSegments;
use super::counting::sum_counts;
use super::groups::{Counts, Grouped};
use super::robust;
use super::score::print_scores;
use crate::cli::input_summary::InputSummary;
use crate::cli::progress::ResamplingProgress;
use crate::cli::report::{CorpusSums, Significance};
use crate::cli::{Job, SignificanceTest};
use crate::{Definition, Resampling, SegmentStatistics, Systems};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, tests them, and prints the results.
pub fn run(job: &Arc<Job>, test: SignificanceTest, resampling: &Resampling, out: &mut dyn Write) -> Result<()> {
    let (choices, asked) = (robust::choices(job, test), Some((test, *resampling)));
    if choices.is_empty() {
        let (corpus, summary) = read(job)?;
        return print_scores(job, asked, corpus, summary, out);
    }
    let (corpus, summary) = robust::read(job, choices)?;
    print_scores(job, asked, corpus, summary, out)
}

/// Reads the statistics of the segments: a table for each candidate.
pub(super) fn read(job: &Arc<Job>) -> Result<(Grouped<Vec<SegmentStatistics>>, InputSummary)> {
    let definition = job.definition.clone();
    sum_counts(job, move |counted| {
        let grouped = tables(&definition, &counted)?;
        Ok(Grouped { whole: counted.systems, ..grouped })
    })
}

/// Returns the statistics of the segments of each group in a batch, a table for each candidate; those of the whole batch
/// are left out.
pub(super) fn tables(definition: &Definition, counted: &CountedSegments) -> Result<Grouped<Vec<SegmentStatistics>>> {
    let empty = definition.counting().segment_table();
    Grouped::of_batch(Vec::new(), counted, |tables: &mut Vec<_>, segment| {
        tables.resize(segment.len(), empty.clone());
        tables.iter_mut().zip(segment).try_for_each(|(table, statistics)| Ok(table.push(statistics)?))
    })
}

impl Counts for Vec<SegmentStatistics> {
    fn sums(&self, definition: &Definition) -> CorpusSums {
        CorpusSums::of_tables(definition, self)
    }

    fn tables(&self) -> &[SegmentStatistics] {
        self
    }

    fn test(&self, job: &Job, test: SignificanceTest, resampling: &Resampling) -> Result<Significance> {
        test_systems(job, test, resampling, self.into())
    }
}

/// Tests systems, or only resamples them.
pub(in crate::cli::commands) fn test_systems(
    job: &Job,
    test: SignificanceTest,
    resampling: &Resampling,
    systems: Systems,
) -> Result<Significance> {
    let (definition, fields) = (&job.definition, test.resampling(resampling, systems.len()));
    let progress = ResamplingProgress::new(fields.resamples, job.style.quiet);
    let resampling = resampling.progress(|begun| progress.show(begun));
    Ok(match test {
        SignificanceTest::Confidence => {
            Significance::Confidence { resampling: fields, systems: resampling.confidence(definition, systems)? }
        }
        SignificanceTest::Paired(test) => {
            let systems = resampling.paired(test, definition, systems)?;
            Significance::Paired { test, resampling: fields, systems, robust: None }
        }
        SignificanceTest::AllPairs(test) => Significance::AllPairs {
            test,
            resampling: fields,
            ranking: resampling.all_pairs(test, definition, systems)?,
            robust: None,
        },
    })
}
