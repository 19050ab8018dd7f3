//! `--keep-going`: candidates that cannot be read are named and left out, and the others are scored.

use crate::program::request::Unread;
use crate::program::request::{Job, Mode, SignificanceTest};
use crate::program::streams::messages::say_error;
use crate::text::display::count;
use crate::text::pipeline;
use crate::text::{BatchReader, Segments};
use anyhow::{Result, anyhow, bail, ensure};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Reads each candidate of a job by itself, if it is to keep going, and returns the job of those that can be read, and the
/// error about the others, which are named on standard error.
///
/// # Errors
/// If no candidate can be read, or the others cannot be scored without one.
pub fn readable(job: &'static Job) -> Result<(&'static Job, Result<()>)> {
    if !job.keeps_going || job.candidates.len() < 2 {
        return Ok((job, Ok(())));
    }
    let (mut rest, mut errors) = (Vec::new(), Vec::new());
    for (place, candidate) in job.candidates.iter().enumerate() {
        match read(job, candidate) {
            Ok(()) => rest.push(place),
            Err(error) => errors.push((place, error)),
        }
    }
    if errors.is_empty() || rest.is_empty() {
        return errors.into_iter().next().map_or(Ok(()), |(_, error)| Err(error)).map(|()| (job, Ok(())));
    }
    let mut rest = job.of_candidates(&rest);
    for (place, error) in &errors {
        say_error(error);
        rest.unread.push(Unread { system: job.systems[*place].clone(), error: format!("{error:#}") });
    }
    let is_first_needed = matches!(job.mode, Mode::Significance(SignificanceTest::Paired(_), _));
    if is_first_needed && errors[0].0 == 0 {
        bail!("the first candidate, with which the others are compared, cannot be read");
    }
    let (systems, range) =
        (rest.candidates.len() + usize::from(job.baseline.is_some()), job.mode.capabilities().candidates);
    ensure!(systems >= *range.start(), "too few candidates can be read");
    let (failed, total) = (errors.len(), count(job.candidates.len() as u64, "candidate"));
    Ok((rest.keep(), Err(anyhow!("{failed} of {total} cannot be read; the others are scored"))))
}

/// Reads a candidate with the references, to the end.
fn read(job: &Job, candidate: &Path) -> Result<()> {
    let references: Vec<&Path> = job.references.iter().map(PathBuf::as_path).collect();
    let source = job.input.open(&[candidate], &references, &job.definition)?;
    pipeline::run(BatchReader::new(source), NonZeroUsize::MIN, || |_: &Segments| Ok(())).collect()
}
