//! Lines that are copies of a reference.
//!
//! | `copied` | lines that equal a reference to the last token |
//!
//! - `copied`: 8 lines or more: 1 in 4 lines of at least 8 tokens, except lines that are half marks.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};
use crate::checks::diagnose::limits::{MANY_LINES, MANY_TIMES, SENTENCE_TOKENS};

pub const CHECK: Check = Check::new(find);

/// Whether a segment is a copy, given its row of statistics of some order: all n-grams are correct, and none is missing.
#[inline]
pub fn is_copy(row: &[u32], order: usize) -> bool {
    row[0] == row[1] && row[0] == row[2] && row[2..2 + order] == row[2 + order..]
}

/// Whether there are many copies, of this many lines.
pub fn are_many(copies: u64, compared: u64) -> bool {
    // In good translations of easy texts, one in twelve is equal.
    copies >= MANY_LINES && MANY_TIMES * copies >= compared
}

fn find(evidence: &Evidence) -> Option<Finding> {
    // A score of 1 has a finding of its own.
    if evidence.score.value() >= 1.0 {
        return None;
    }
    // Placeholders and tags are the same in any translation.
    let has_words = |line: usize, tokens: u32| 2 * evidence.candidate.records[line].marks < tokens;
    let rows = (0..).zip(evidence.table.rows()).filter(|(line, row)| {
        let tokens = row[0].min(row[1]);
        tokens >= SENTENCE_TOKENS && has_words(*line, tokens)
    });
    let rows: Vec<(usize, &[u32])> = rows.collect();
    let copies = rows.iter().filter(|(_, row)| is_copy(row, evidence.table.order())).map(|(line, _)| *line);
    let (found, compared) = (copies.collect::<SegmentList>(), rows.len() as u64);
    let are_distinct = evidence.distinct(Text::Candidate, &found) as u64 >= MANY_LINES;
    (are_many(found.segments, compared) && are_distinct).then(|| {
        let problem = Problem::Copied { min_tokens: SENTENCE_TOKENS };
        Finding::of_lines(problem, Text::Candidate, &found, compared, evidence)
    })
}
