//! `--confidence`, `--paired` and `--all-pairs`: scores with confidence intervals and significance tests.

use super::counting::sum_counts;
use super::groups::{Counts, Grouped};
use super::score::print_scores;
use crate::cli::input_summary::InputSummary;
use crate::cli::progress::ResamplingProgress;
use crate::cli::report::{CorpusSums, Significance};
use crate::cli::{Job, SignificanceTest};
use crate::{Definition, Resampling, SegmentStatistics};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, tests them, and prints the results.
pub fn run(job: &Arc<Job>, test: SignificanceTest, resampling: &Resampling, out: &mut dyn Write) -> Result<()> {
    let (corpus, summary) = read(job)?;
    print_scores(job, Some((test, resampling)), corpus, summary, out)
}

/// Reads the statistics of the segments: a table for each candidate.
pub(super) fn read(job: &Arc<Job>) -> Result<(Grouped<Vec<SegmentStatistics>>, InputSummary)> {
    let empty = job.definition.counting().segment_table();
    sum_counts(job, move |counted| -> Result<Grouped<Vec<SegmentStatistics>>> {
        let mut batch = Grouped::of_batch(Vec::new(), &counted, |tables: &mut Vec<_>, segment| {
            tables.resize(segment.len(), empty.clone());
            tables.iter_mut().zip(segment).try_for_each(|(table, statistics)| Ok(table.push(statistics)?))
        })?;
        batch.whole = counted.systems;
        Ok(batch)
    })
}

impl Counts for Vec<SegmentStatistics> {
    fn sums(&self, definition: &Definition) -> CorpusSums {
        CorpusSums::of_tables(definition, self)
    }

    fn test(&self, job: &Job, test: SignificanceTest, resampling: &Resampling) -> Result<Significance> {
        let (definition, fields) = (&job.definition, test.resampling(resampling, self.len()));
        let progress = ResamplingProgress::new(fields.resamples, job.style.quiet);
        let resampling = resampling.progress(|begun| progress.show(begun));
        Ok(match test {
            SignificanceTest::Confidence => {
                Significance::Confidence { resampling: fields, systems: resampling.confidence(definition, self)? }
            }
            SignificanceTest::Paired(test) => {
                Significance::Paired { test, resampling: fields, systems: resampling.paired(test, definition, self)? }
            }
            SignificanceTest::AllPairs(test) => Significance::AllPairs {
                test,
                resampling: fields,
                ranking: resampling.all_pairs(test, definition, self)?,
            },
        })
    }
}
