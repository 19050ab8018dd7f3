//! Flags for statistics of shards.

use super::job::StatsDetail;
use clap::Args;
use std::path::PathBuf;

/// Statistics that add up.
#[derive(Debug, Args)]
pub struct ShardArgs {
    /// Statistics that add up, in place of a score
    ///
    /// One record for each candidate, and with --by for each group: a line of JSON. --stats=segments adds a record for
    /// each segment. With --resamples, records hold the sums of so many Poisson resamples, for --confidence and
    /// --paired.
    #[arg(long, group = "mode", value_enum, value_name = "segments", num_args = 0..=1, require_equals = true, default_missing_value = "sums", hide_possible_values = true, help_heading = "Modes, one per run (default: the corpus score)")]
    pub stats: Option<StatsDetail>,

    /// Ids of segments for --stats: a column, or a file
    #[arg(long, value_name = "NAME|FILE", help_heading = "Input")]
    pub id: Option<PathBuf>,

    /// The arguments are statistics of shards
    ///
    /// Adds up the records that --stats printed, in any order, and scores their sum. --by group scores groups; --names
    /// puts systems into an order.
    #[arg(long, help_heading = "Input", conflicts_with_all = [
        "references", "records", "records_format", "join_by", "empty_reference", "test_set", "id", "tokenize",
        "normalize", "lowercase", "max_order", "weights", "smooth", "explain", "explain_segment", "print_tokens",
    ])]
    pub from_stats: bool,

    /// Refuse another number of segments
    #[arg(long, value_name = "N", requires = "from_stats", help_heading = "Input")]
    pub expect_segments: Option<u64>,
}
