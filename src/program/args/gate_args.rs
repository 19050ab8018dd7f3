//! Flags for results that end in exit status 3.

use super::headings::OUTPUT;
use super::values::score;
use crate::bleu::significance::SIGNIFICANCE_LEVEL;
use crate::checks::diagnose::CHECK_NAMES;
use crate::program::request::{ANY, Gates, Least};
use crate::text::suggestions::unknown;

/// Flags that set limits of results.
#[derive(Debug, clap::Args)]
pub struct GateArgs {
    /// Exit status 3 if a score is below X
    ///
    /// Prints the scores as usual; if any is below X, also prints a message and exits with status 3. X is on the scale
    /// of the output: 0 to 1, or 0 to 100 with --percent, or
    /// if --as prints a line with percentages. With --runs, mean scores are checked. Repeat it with group=X for the
    /// scores of all groups (--by), with NAME=X for the group NAME, and with segments=N for the number of segments.
    #[arg(long, value_name = "X", allow_hyphen_values = true, value_parser = least, help_heading = OUTPUT)]
    pub fail_under: Vec<Least>,

    /// Exit status 3 if significantly worse than the first
    ///
    /// With --paired: if a system scores significantly below the first, at the level P [default: 0.05]: with bootstrap, p_interval
    /// is at most P; with randomization, the p-value is below P.
    /// With --by, in any group too; there, p-values are corrected for the number of groups (Holm), and the number of
    /// resamples is enough for that, unless --resamples is given.
    #[arg(long, hide_short_help = true, value_name = "P", num_args = 0..=1, require_equals = true, default_missing_value = "0.05", allow_negative_numbers = true, value_parser = level, help_heading = OUTPUT)]
    pub fail_if_worse: Option<f64>,

    /// Exit status 3 if worse than the first by more than X
    ///
    /// With --paired: if a system scores more than X below the first, on the scale of the output. With --fail-if-worse, only
    /// if the difference is significant too: a drop of X or less is then allowed, in groups as well.
    #[arg(long, hide_short_help = true, value_name = "X", allow_negative_numbers = true, value_parser = score, help_heading = OUTPUT)]
    pub max_drop: Option<f64>,

    /// Exit status 3 if a check, or any, finds a problem
    ///
    /// Looks for likely problems with the input, as --explain does; if one of these checks, separated by commas, finds any,
    /// also prints a message and exits with status 3. `any` stands for the problems that a score alone warns of. The
    /// manual lists the checks.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',', value_parser = check, help_heading = OUTPUT)]
    pub fail_on: Vec<&'static str>,
}

fn least(text: &str) -> Result<Least, String> {
    match text.rsplit_once('=') {
        None => Ok(Least::Score(score(text)?)),
        Some(("group", least)) => Ok(Least::EachGroup(score(least)?)),
        Some(("segments", number)) => {
            number.parse().map(Least::Segments).map_err(|_| format!("'{number}' is not a number of segments"))
        }
        Some((name, least)) => Ok(Least::Group(name.into(), score(least)?)),
    }
}

fn level(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(level) if level > 0.0 && level <= 1.0 => Ok(level),
        _ => Err(format!("a level is a number above 0, at most 1, as in {SIGNIFICANCE_LEVEL}")),
    }
}

/// Parses the name of a check, which may have hyphens for spaces.
fn check(name: &str) -> Result<&'static str, String> {
    let wanted = name.trim().to_lowercase().replace(['-', '_'], " ");
    let known = [&CHECK_NAMES[..], &[ANY]].concat();
    known.iter().copied().find(|check| *check == wanted).ok_or_else(|| unknown("check", name, &known))
}

impl GateArgs {
    /// The limits that the flags set.
    pub fn gates(&self) -> Gates {
        let GateArgs { fail_under, fail_if_worse, max_drop, fail_on } = self;
        Gates {
            fail_under: fail_under.clone(),
            fail_if_worse: *fail_if_worse,
            max_drop: *max_drop,
            fail_on: fail_on.clone(),
        }
    }
}
