//! Lines that are copies of a reference.
//!
//! | `copied` | lines that equal a reference to the last token |
//!
//! - `copied`: 10 lines or more: 1 in 5 lines of at least 8 tokens.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};
use std::ops::AddAssign;

/// Minimum number of tokens of a line that is not equal by chance.
const MIN_TOKENS: u32 = 8;

/// Minimum number of copies, and of the lines that are compared, one is a copy of this many. In good translations of easy texts, one
/// line in twelve is equal.
const MIN_COPIES: u64 = 10;
const LINES_PER_COPY: u64 = 5;

pub const CHECK: Check = Check::new("copied", "lines are copies of a reference", find);

/// Numbers of copies, and of lines that are compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Copies {
    copies: u64,
    compared: u64,
}

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
        self.copies += u64::from(is_copy);
        self.compared += 1;
        is_copy
    }

    /// Whether there are many copies.
    pub fn are_many(&self) -> bool {
        self.copies >= MIN_COPIES && LINES_PER_COPY * self.copies >= self.compared
    }
}

impl AddAssign for Copies {
    fn add_assign(&mut self, next: Copies) {
        add_fields!(self, next; copies, compared);
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
    let are_distinct = evidence.distinct(found.lines()) as u64 >= MIN_COPIES;
    (copies.are_many() && are_distinct).then(|| {
        let in_words = format!("of {MIN_TOKENS} tokens or more have exactly the tokens of a reference");
        let advice = "does the candidate hold its reference?";
        Finding::of_lines(Problem::Copied, Text::Candidate, &found, copies.compared, &in_words, advice, evidence)
            .count("compared", copies.compared)
    })
}
