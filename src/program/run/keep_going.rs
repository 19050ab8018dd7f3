//! `--keep-going`: candidates that cannot be read are named and left out, and the others are scored.

use super::Command;
use crate::program::request::Unread;
use crate::program::request::{Request, SignificanceTest};
use crate::program::streams::messages::say_error;
use crate::text::display::count;
use crate::text::pipeline;
use crate::text::{BatchReader, Segments};
use anyhow::{Result, anyhow, bail, ensure};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads each candidate of a request by itself, if it is to keep going, and returns the request of those that can be read, and the
/// error about the others, which are named on standard error.
///
/// # Errors
/// If no candidate can be read, or the others cannot be scored without one.
pub fn readable(request: &Arc<Request>, command: &Command) -> Result<(Arc<Request>, Result<()>)> {
    if !request.keeps_going || request.candidates.len() < 2 {
        return Ok((Arc::clone(request), Ok(())));
    }
    let (mut rest, mut errors) = (Vec::new(), Vec::new());
    for (place, candidate) in request.candidates.iter().enumerate() {
        match read(request, candidate) {
            Ok(()) => rest.push(place),
            Err(error) => errors.push((place, error)),
        }
    }
    if errors.is_empty() || rest.is_empty() {
        return errors
            .into_iter()
            .next()
            .map_or(Ok(()), |(_, error)| Err(error))
            .map(|()| (Arc::clone(request), Ok(())));
    }
    let mut rest = request.with_candidates(&rest);
    for (place, error) in &errors {
        say_error(error);
        rest.unread.push(Unread { system: request.systems[*place].clone(), error: format!("{error:#}") });
    }
    let is_first_needed =
        matches!(command, Command::Compare(mode) if matches!(mode.asked.test, SignificanceTest::Paired(_)));
    if is_first_needed && errors[0].0 == 0 {
        bail!("the first candidate, with which the others are compared, cannot be read");
    }
    ensure!(rest.expected_systems() >= *command.mode().support().candidates.start(), "too few candidates can be read");
    let (failed, total) = (errors.len(), count(request.candidates.len() as u64, "candidate"));
    Ok((rest.into(), Err(anyhow!("{failed} of {total} cannot be read; the others are scored"))))
}

/// Reads a candidate with the references, to the end.
fn read(request: &Request, candidate: &Path) -> Result<()> {
    let references: Vec<&Path> = request.references.iter().map(PathBuf::as_path).collect();
    let source = request.input.open(&[candidate], None, &references, &request.definition)?;
    pipeline::run(BatchReader::new(source), NonZeroUsize::MIN, || |_: &Segments| Ok(())).collect()
}
