//! Limits of results, beyond which the program ends with exit status 3.

use crate::bleu::significance::Resampling;
use crate::checks::diagnose::Finding;

/// Limits of results.
#[derive(Clone, Debug, Default)]
pub struct Gates {
    /// Lowest scores, and the least number of segments.
    pub fail_under: Vec<Least>,
    /// Level at which a system must not be significantly worse than the first.
    pub fail_if_worse: Option<f64>,
    /// Largest loss of a system against the first, on the scale of the output.
    pub max_drop: Option<f64>,
    /// Checks that must not find a problem; [`ANY`] stands for those whose findings are said unasked.
    pub fail_on: Vec<&'static str>,
}

/// Value of --fail-under; scores are on the scale of the output.
#[derive(Clone, Debug, PartialEq)]
pub enum Least {
    Score(f64),
    /// Of each group.
    EachGroup(f64),
    /// Of the group of this label.
    Group(String, f64),
    Segments(u64),
}

/// Value of --fail-on for all checks whose findings are said unasked.
pub const ANY: &str = "any";

impl Gates {
    /// Number of resamples with which a system can be found worse in one of this many groups, whose p-values are corrected
    /// for their number: the lowest one, corrected, is a tenth of the level. 0 if no such limit is set.
    pub fn resamples_needed(&self, groups: usize) -> usize {
        self.fail_if_worse
            .map_or(0, |level| (10.0 * groups as f64 / level).ceil() as usize)
            .min(Resampling::MAX_RESAMPLES)
    }

    /// Whether a finding is one that must not be.
    pub fn forbid(&self, finding: &Finding) -> bool {
        self.fail_on.iter().any(|name| *name == finding.check() || *name == ANY && finding.is_structural())
    }
}
