//! `--runs`: systems of several runs each, which tell a better system from a lucky run.

use super::{print_runs, significance};
use crate::Resampling;
use crate::cli::Job;
use crate::display::system_name;
use crate::progress::Progress;
use crate::report::runs::{RunsOfSystem, RunsReport};
use crate::style::SystemNames;
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Scores all candidates, of which each `runs` consecutive ones are of one system, tests the systems, and prints the
/// results.
pub fn run(job: &Arc<Job>, runs: usize, resampling: Resampling, out: impl Write) -> Result<()> {
    let corpus = significance::read(job)?;
    let mut progress = Progress::new(resampling.resamples, job.style.quiet);
    let found = resampling.runs(&job.definition, &corpus.tables, runs, &mut |begun| progress.show(begun))?;
    drop(progress);
    let files = job.candidates.chunks(runs).map(|files| files.iter().map(|path| system_name(path)).collect());
    let system = |(number, (files, found)): (usize, _)| {
        let given_name = (job.style.names == SystemNames::Given).then(|| job.systems[number].clone());
        RunsOfSystem { given_name, files, found }
    };
    let systems = files.zip(found).enumerate().map(system).collect();
    let (segments, signature) = (corpus.summary.segments, corpus.summary.signature(job).to_string());
    print_runs(job, RunsReport { systems, runs, segments, signature, resampling }, out)
}
