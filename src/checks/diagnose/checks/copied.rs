//! Lines that are copies of a reference.
//!
//! | `copied` | lines that equal a reference to the last token |
//!
//! - `copied`: 10 lines or more: 1 in 5 lines of at least 8 tokens, or 1 in 6 lines of at least 20, except lines that
//!   are half marks.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};

/// Minimum number of tokens of a line that is not equal by chance, and of a long one.
pub const MIN_TOKENS: u32 = 8;
pub const LONG: u32 = 20;

/// Minimum number of copies, and of the lines that are compared, one is a copy of this many; of the long ones, fewer are
/// equal. In good translations of easy texts, one line in twelve is equal.
const MIN_COPIES: u64 = 10;
const LINES_PER_COPY: u64 = 5;
const LONG_LINES_PER_COPY: u64 = 6;

pub const CHECK: Check = Check::new(find);

/// Whether a segment is a copy, given its row of statistics of some order: all n-grams are correct, and none is missing.
#[inline]
pub fn is_copy(row: &[u32], order: usize) -> bool {
    row[0] == row[1] && row[0] == row[2] && row[2..2 + order] == row[2 + order..]
}

/// Whether there are many copies, given the numbers of these and of all lines that are compared, and the same of long ones.
pub fn are_many(numbers: [[u64; 2]; 2]) -> bool {
    let are_many = |([copies, compared], lines_per_copy): ([u64; 2], u64)| {
        copies >= MIN_COPIES && lines_per_copy * copies >= compared
    };
    numbers.into_iter().zip([LINES_PER_COPY, LONG_LINES_PER_COPY]).any(are_many)
}

fn find(evidence: &Evidence) -> Option<Finding> {
    // A score of 1 has a finding of its own.
    if evidence.score.value() >= 1.0 {
        return None;
    }
    let table = evidence.table;
    let of_length = |least: u32| {
        // Placeholders and tags are the same in any translation.
        let has_words = |line: usize, tokens: u32| 2 * evidence.candidate.records[line].marks < tokens;
        let rows = (0..).zip(table.rows()).filter(|(line, row)| {
            let tokens = row[0].min(row[1]);
            tokens >= least && has_words(*line, tokens)
        });
        let rows: Vec<(usize, &[u32])> = rows.collect();
        let copies = rows.iter().filter(|(_, row)| is_copy(row, table.order())).map(|(line, _)| *line);
        (copies.collect::<SegmentList>(), rows.len() as u64)
    };
    let [(found, compared), (long, long_compared)] = [MIN_TOKENS, LONG].map(of_length);
    let are_distinct = evidence.distinct(Text::Candidate, &found) as u64 >= MIN_COPIES;
    let are_many = are_many([[found.segments, compared], [long.segments, long_compared]]);
    (are_many && are_distinct).then(|| {
        Finding::of_lines(Problem::Copied { min_tokens: MIN_TOKENS }, Text::Candidate, &found, compared, evidence)
    })
}
