//! Flags for statistics of shards.

use super::headings::{EXPLANATION, INPUT, MODES, SCORE};
use super::values::whole;
use crate::cli::mode::StatsDetail;
use clap::{Arg, Args};
use std::path::PathBuf;

/// Statistics of shards.
#[derive(Debug, Args)]
pub struct ShardArgs {
    /// Print mergeable statistics instead of a score
    ///
    /// Prints one record (a line of JSON) per candidate and, with --by, per group. --stats=segments adds one record per
    /// segment. With --resamples N, records also contain the sums of N Poisson resamples, for --confidence and
    /// --paired.
    #[arg(long, group = "mode", value_enum, value_name = "segments", num_args = 0..=1, require_equals = true, default_missing_value = "sums", hide_possible_values = true, help_heading = MODES)]
    pub stats: Option<StatsDetail>,

    /// Ids of segments (column, or file of lines)
    ///
    /// For --sentence, --pick, --stats, --baseline and --systems-by. With --at, records are joined by it, in any order.
    #[arg(long, hide_short_help = true, value_name = "NAME|FILE", help_heading = INPUT)]
    pub id: Option<PathBuf>,

    /// Statistics of an earlier run, as the first system
    ///
    /// FILE is the output of an earlier run with --stats=segments, of one candidate. Its text is not needed. The references
    /// must not have changed since then. For scores, --confidence, --paired and --all-pairs.
    #[arg(long, hide_short_help = true, value_name = "FILE", help_heading = INPUT)]
    pub baseline: Option<PathBuf>,

    /// Read records printed by --stats, not texts
    ///
    /// Adds up the records, in any order, and scores the sum. --by group also scores groups; --names sets the order of
    /// systems.
    #[arg(long, hide_short_help = true, help_heading = INPUT)]
    pub from_stats: bool,

    /// With --from-stats: fail unless each system has N segments
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX), help_heading = INPUT)]
    pub expect_segments: Option<u64>,
}

/// Flags of input, score and explanation that work without texts. The others under these headings exclude
/// `--from-stats`.
const WITHOUT_TEXT: [&str; 6] = ["candidates", "by", "from_stats", "expect_segments", "effective_order", "cumulative"];

/// Makes a flag that needs texts exclude `--from-stats`.
pub fn exclude_from_stats(flag: Arg) -> Arg {
    let needs_text = matches!(flag.get_help_heading(), Some(INPUT | SCORE | EXPLANATION))
        && !WITHOUT_TEXT.contains(&flag.get_id().as_str());
    if needs_text { flag.conflicts_with("from_stats") } else { flag }
}
