//! `--runs`: systems of several runs each, which tell a better system from a lucky run.

use super::{print_runs, significance};
use crate::cli::Job;
use crate::progress::Progress;
use crate::report::runs::{RunsOfSystem, RunsReport};
use crate::{ReferenceCount, Resampling};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, of which each `runs` consecutive ones are of one system, tests the systems, and prints the
/// results.
pub fn run(job: &Arc<Job>, runs: usize, resampling: Resampling, out: impl Write) -> Result<()> {
    let (tables, segments) = significance::read(job)?;
    let mut progress = Progress::new(resampling.resamples, job.style.quiet);
    let found = resampling.runs(&job.definition, &tables, runs, &mut |begun| progress.show(begun))?;
    drop(progress);
    let systems =
        job.candidates.chunks(runs).zip(found).map(|(files, found)| RunsOfSystem::new(files, found)).collect();
    let signature = job.signature(ReferenceCount::Fixed(job.references.len())).to_string();
    print_runs(job, &RunsReport { systems, runs, segments, signature, resampling }, out)
}
