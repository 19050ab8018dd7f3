//! Lines that are copies of a reference.
//!
//! | `copied` | lines that equal a reference to the last token |
//!
//! - `copied`: 10 lines or more: 1 in 5 lines of at least 8 tokens, or 1 in 6 lines of at least 20.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};
use std::ops::AddAssign;

/// Minimum number of tokens of a line that is not equal by chance, and of a long one.
const MIN_TOKENS: u32 = 8;
const LONG: u32 = 20;

/// Minimum number of copies, and of the lines that are compared, one is a copy of this many; of the long ones, fewer are
/// equal. In good translations of easy texts, one line in twelve is equal.
const MIN_COPIES: u64 = 10;
const LINES_PER_COPY: u64 = 5;
const LONG_LINES_PER_COPY: u64 = 6;

pub const CHECK: Check = Check::new("copied", "lines are copies of a reference", find);

/// Numbers of copies, and of lines that are compared; of all and of the long ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Copies([[u64; 2]; 2]);

impl Copies {
    /// Adds a segment, given its row of statistics of some order; returns whether it is a copy.
    #[inline]
    pub fn add(&mut self, row: &[u32], order: usize) -> bool {
        let tokens = row[0].min(row[1]);
        if tokens < MIN_TOKENS {
            return false;
        }
        // All n-grams are correct, and none is missing. Seldom are all tokens.
        let is_copy = row[0] == row[2] && row[0] == row[1] && row[2..2 + order] == row[2 + order..];
        let is_long = u64::from(tokens >= LONG);
        let [of_all, of_long] = &mut self.0;
        of_all[0] += u64::from(is_copy);
        of_all[1] += 1;
        of_long[0] += u64::from(is_copy) & is_long;
        of_long[1] += is_long;
        is_copy
    }

    /// Whether there are many copies.
    pub fn are_many(&self) -> bool {
        let are_many = |([copies, compared], lines_per_copy): ([u64; 2], u64)| {
            copies >= MIN_COPIES && lines_per_copy * copies >= compared
        };
        self.0.into_iter().zip([LINES_PER_COPY, LONG_LINES_PER_COPY]).any(are_many)
    }
}

impl AddAssign for Copies {
    fn add_assign(&mut self, next: Copies) {
        self.0.iter_mut().flatten().zip(next.0.iter().flatten()).for_each(|(sum, more)| *sum += more);
    }
}

fn find(evidence: &Evidence) -> Option<Finding> {
    // A score of 1 has a finding of its own.
    if evidence.score.value() >= 1.0 {
        return None;
    }
    let (mut copies, mut found) = (Copies::default(), SegmentList::default());
    for (segment, row) in (0..).zip(evidence.table.rows()) {
        if copies.add(row, evidence.table.order()) {
            found.add(segment);
        }
    }
    let compared = copies.0[0][1];
    let are_distinct = evidence.distinct(found.lines()) as u64 >= MIN_COPIES;
    (copies.are_many() && are_distinct).then(|| {
        let in_words = format!("of {MIN_TOKENS} tokens or more have exactly the tokens of a reference");
        let advice = "does the candidate hold its reference?";
        Finding::of_lines(Problem::Copied, Text::Candidate, &found, compared, &in_words, advice, evidence)
            .count("compared", compared)
    })
}
