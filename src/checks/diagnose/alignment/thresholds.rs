//! Thresholds of all comparisons of lines, with the measurements behind them.
//!
//! | observed | value | thresholds |
//! | --- | --- | --- |
//! | an unrelated line wins against 8 random ones | 1 line in 9 | [`RANDOM_LINES`] |
//! | lines of another text of the same kind that seem to be found elsewhere | at most 1 in 7 | [`SHUFFLED`] |
//! | unrelated lines of the worst of 57 translations from WMT 2022 | 1 line in 9 | [`UNRELATED`] |

use crate::checks::diagnose::limits::{ENOUGH, LARGE_SHARE, MANY_LINES, MANY_TIMES, NEARLY_ALL, SENTENCE_CHARACTERS};

// Lines.

/// Similarity, or share of correct tokens, from which a line counts as aligned with its own reference.
pub const ALIGNED: f64 = 0.3;

/// Lead in similarity from which a line is more like one line than like another: its own reference, a line nearby, the second most
/// similar one, or one at random.
pub const LEAD: f64 = LARGE_SHARE;

/// Similarity below which a line has hardly anything in common with another.
pub const DISSIMILAR: f64 = 0.05;

/// Minimum number of different substrings of lines that may count as unrelated.
pub const MIN_SUBSTRINGS: u32 = SENTENCE_CHARACTERS;

/// The same in a text that has hardly a correct token, so that its short lines are compared too.
pub const FEW_SUBSTRINGS: u32 = SENTENCE_CHARACTERS / 2;

// Ranges of shifted lines.

/// Maximum distance of lines that are compared one by one, and maximum number of lines in a row that the shorter of two
/// texts may have alone.
pub const MAX_SHIFT: i64 = 8;

/// Evidence for a shift, added by a line that votes for it, by one that votes for another shift or none, and by one
/// without a vote.
pub const VOTE_FOR: i64 = 4;
pub const VOTE_AGAINST: i64 = -VOTE_FOR;
pub const NO_VOTE: i64 = -1;

/// Minimum evidence for a shifted range.
pub const MIN_SHIFT_EVIDENCE: i64 = MANY_LINES as i64 * VOTE_FOR;

// Lines at any distance.

/// Maximum number of lines that are compared with distant ones; their sketches stay in memory.
pub const MAX_LINES: usize = 1 << 18;

/// Number of other references that each line is compared with. An unrelated line beats all 8 with probability 1/9.
pub const RANDOM_LINES: u64 = 8;

/// Maximum number of comparisons in the search for lines, and minimum number of lines that are looked for in the longest texts.
pub const MAX_COMPARISONS: usize = 1_000_000;
pub const MIN_SEARCHED: usize = 40;

/// Maximum number of distances at which all lines are compared, because a few were found there.
pub const MAX_DISTANCES: usize = 12;

/// Lines that must be found elsewhere in a shuffled text: half of those that were looked for; a third, if a large share of all lines
/// belong nowhere, since their references may be lost.
pub const SHUFFLED: Elsewhere = Elsewhere { lines: MANY_LINES as usize, searched_per_line: 3 };
pub const FEW_SHUFFLED: Elsewhere = Elsewhere { lines: 20, searched_per_line: 2 };

/// Minimum number of lines that are found elsewhere, and minimum share of the lines that were looked for, as one in N.
pub struct Elsewhere {
    pub lines: usize,
    pub searched_per_line: usize,
}

/// Evidence for another text in a text whose lines are mostly similar to their references: it grows if more than a
/// quarter of the lines are unrelated.
pub const UNRELATED: LineVotes = LineVotes { unrelated: 3, related: -1 };

/// The same in a mostly dissimilar text: it grows if fewer than a sixth of the lines win against random ones, hardly more
/// than by chance.
pub const LOSING: LineVotes = LineVotes { unrelated: 1, related: -5 };

/// Evidence for another text that an unrelated line adds, and a related one.
#[derive(Clone, Copy)]
pub struct LineVotes {
    pub unrelated: i64,
    pub related: i64,
}

/// Minimum evidence for another text, in lines; times 1 + ln(lines/[`ENOUGH`](crate::checks::diagnose::limits::ENOUGH)) in dissimilar
/// texts.
pub const MIN_UNRELATED: i64 = (MANY_TIMES * MANY_LINES) as i64;

// Texts of different lengths.

/// Maximum number of lines, times their shifts, that are all compared; 24 bytes of memory for each.
pub const MAX_STEPS: usize = 4 << 20;

/// Similarity that lines must gain from a further shift: more than half a line's, so that lines in another order
/// are no reason for one.
pub const SHIFT_COST: f64 = NEARLY_ALL;

/// Minimum similarity that all lines together gain from the shifts.
pub const MIN_GAIN: f64 = 2.0;

/// Number of lines that must be at least so similar together, in proportion to all: if they are not, the texts differ
/// in another way too.
pub const STRETCH: usize = ENOUGH as usize / 2;
pub const MIN_STRETCH_SHARE: f64 = LARGE_SHARE;
