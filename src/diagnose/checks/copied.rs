//! Lines that are copies of a reference.

use super::{Check, Evidence, Finding, Problem};
use crate::diagnose::segment_list::SegmentList;

/// Minimum number of tokens of a line that is not equal by chance, and of a long one.
const MIN_TOKENS: u32 = 8;
const LONG: u32 = 20;

/// Minimum number of copies, and of the lines that are compared, one is a copy of this many; of the long ones, fewer are
/// equal. In good translations of easy texts, one line in twelve is equal.
const MIN_COPIES: u64 = 10;
const LINES_PER_COPY: u64 = 5;
const LONG_LINES_PER_COPY: u64 = 6;

pub const CHECK: Check = Check::new("copied", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    // A score of 1 has a finding of its own.
    if evidence.score.value() >= 1.0 {
        return None;
    }
    let (mut copies, mut long_copies, mut compared, mut long) = (SegmentList::default(), 0, 0, 0);
    for (segment, row) in (0..).zip(evidence.table.rows()) {
        let tokens = row[0].min(row[1]);
        if tokens < MIN_TOKENS {
            continue;
        }
        let order = evidence.table.order();
        // All n-grams are correct, and none is missing.
        let is_copy = row[0] == row[1] && row[2..2 + order] == row[2 + order..];
        let is_long = u64::from(tokens >= LONG);
        (compared, long) = (compared + 1, long + is_long);
        if is_copy {
            copies.add(segment);
            long_copies += is_long;
        }
    }
    let are_many = LINES_PER_COPY * copies.segments >= compared && copies.segments >= MIN_COPIES
        || LONG_LINES_PER_COPY * long_copies >= long && long_copies >= MIN_COPIES;
    let are_distinct = evidence.distinct(copies.lines()) as u64 >= MIN_COPIES;
    (are_many && are_distinct).then(|| {
        let in_words = format!("of {MIN_TOKENS} tokens or more have exactly the tokens of a reference");
        let advice = "does the candidate hold its reference?";
        Finding::of_lines(Problem::Copied, &copies, compared, &in_words, advice, evidence).count("compared", compared)
    })
}
