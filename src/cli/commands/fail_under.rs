//! `--fail-under`: exit status 3 if a score is too low.

use crate::cli::{Job, Mode};
use anyhow::{Result, bail};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The error that a score is below `--fail-under`.
#[derive(Debug)]
pub struct ScoreTooLow(String);

impl Error for ScoreTooLow {}

impl Display for ScoreTooLow {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks that the corpus score of each system, on the scale on which it is shown, is high enough.
///
/// # Errors
/// [`ScoreTooLow`] if one is not.
pub fn check(job: &Job, scores: impl IntoIterator<Item = (String, f64)>) -> Result<()> {
    let Some(least) = job.fail_under else { return Ok(()) };
    let style = job.score_style();
    let below = scores.into_iter().filter(|(_, score)| score * style.scale() < least);
    let measure = if matches!(job.mode, Mode::Runs(..)) { "mean BLEU" } else { "BLEU" };
    let in_words = below.map(|(name, score)| {
        let shown = style.number(score);
        // The rounded score may equal the limit.
        let is_lower = shown.parse().is_ok_and(|shown: f64| shown < least);
        let shown = if is_lower { shown } else { (score * style.scale()).to_string() };
        format!("{}: {measure} {shown}", job.system_label(&name))
    });
    match &in_words.collect::<Vec<_>>()[..] {
        [] => Ok(()),
        [system] => bail!(ScoreTooLow(format!("{system} is below --fail-under {least}"))),
        systems => bail!(ScoreTooLow(format!("{} are below --fail-under {least}", systems.join("; ")))),
    }
}
