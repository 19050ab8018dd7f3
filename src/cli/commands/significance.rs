//! `--confidence`, `--paired` and `--all-pairs`: scores with confidence intervals and significance tests; with `--robust`,
//! the tests again under other choices.

use super::counting::sum_counts;
use super::groups::{Grouped, tables};
use super::robust;
use super::score::print_scores;
use crate::cli::input_summary::InputSummary;
use crate::cli::{Job, SignificanceTest};
use crate::{Resampling, SegmentStatistics};
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
