//! `--fail-under`: scores that are too low end the program with an exit status of their own.

use crate::display::input_name;
use crate::report::Report;
use crate::style::Style;
use anyhow::{Result, bail};
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::path::Path;

/// The error that some scores are below the least that is wanted.
#[derive(Debug)]
pub struct ScoreTooLow(String);

impl Error for ScoreTooLow {}

impl Display for ScoreTooLow {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks that each score, on the scale on which it is shown, is at least `least`.
///
/// # Errors
/// [`ScoreTooLow`] if one is below.
pub fn check(least: Option<f64>, report: &Report, style: Style) -> Result<()> {
    let Some(least) = least else { return Ok(()) };
    let below = report.systems.iter().filter(|system| system.score.score * style.scale() < least);
    let in_words = below.map(|system| {
        let (score, shown) = (system.score.score * style.scale(), style.number(system.score.score));
        // Rounded, it may seem not to be below.
        let shown = if shown.parse().is_ok_and(|shown: f64| shown < least) { shown } else { score.to_string() };
        format!("{}: BLEU {shown}", input_name(Path::new(&system.name)))
    });
    match &in_words.collect::<Vec<_>>()[..] {
        [] => Ok(()),
        systems => bail!(ScoreTooLow(format!("{}; --fail-under wants {least} or more", systems.join("; ")))),
    }
}
