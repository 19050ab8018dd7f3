//! `--keep-going`: candidates that cannot be read are named and left out, and the others are scored.

use crate::cli::display::count;
use crate::cli::input::Batch;
use crate::cli::messages::say_error;
use crate::cli::report::Unread;
use crate::cli::{Job, Mode, SignificanceTest};
use anyhow::{Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads each candidate of a job by itself, if it is to keep going, and returns the job of those that can be read, and the
/// error about the others, which are named on standard error.
///
/// # Errors
/// If no candidate can be read, or the others cannot be scored without one.
pub fn readable(job: &Arc<Job>) -> Result<(Arc<Job>, Result<()>)> {
    if !job.keeps_going || job.candidates.len() < 2 {
        return Ok((Arc::clone(job), Ok(())));
    }
    let errors: Vec<Result<()>> = job.candidates.iter().map(|candidate| read(job, candidate)).collect();
    let failed = errors.iter().filter(|read| read.is_err()).count();
    if failed == 0 || failed == errors.len() {
        return errors.into_iter().next().unwrap_or(Ok(())).map(|()| (Arc::clone(job), Ok(())));
    }
    let is_first_needed = matches!(job.mode, Mode::Significance(SignificanceTest::Paired(_), _));
    let is_first_read = errors[0].is_ok();
    let mut rest = Job::clone(job);
    let systems = rest.systems.drain(..).zip(rest.candidates.drain(..)).zip(&errors).collect::<Vec<_>>();
    for ((system, candidate), read) in systems {
        match read {
            Ok(()) => {
                rest.systems.push(system);
                rest.candidates.push(candidate);
            }
            Err(error) => {
                say_error(error);
                rest.unread.push(Unread { system, error: format!("{error:#}") });
            }
        }
    }
    ensure!(
        is_first_read || !is_first_needed,
        "the first candidate, with which the others are compared, cannot be read"
    );
    ensure!(
        rest.candidates.len() + usize::from(job.baseline.is_some()) >= *job.mode.capabilities().candidates.start(),
        "too few candidates can be read"
    );
    let total = count(errors.len() as u64, "candidate");
    Ok((Arc::new(rest), (|| bail!("{failed} of {total} cannot be read; the others are scored"))()))
}

/// Reads a candidate with the references, to the end.
fn read(job: &Job, candidate: &Path) -> Result<()> {
    let references: Vec<&Path> = job.references.iter().map(PathBuf::as_path).collect();
    let mut source = job.input.open(&[candidate], &references, &job.definition)?;
    let (mut batch, mut segments) = (Batch::default(), 0);
    while source.read(&mut batch)? {
        if let (_, Some(error)) = batch.segments() {
            return Err(error);
        }
        segments += batch.len() as u64;
        batch.begin(segments);
    }
    Ok(())
}
