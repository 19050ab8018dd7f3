//! Lines whose words are right, but in another order.
//!
//! | `word order` | lines with the right words in another order, or reversed by characters |
//!
//! - `word order`: 5 lines or more of at least 8 tokens with half of the tokens of a reference, but fewer than 3 correct bigrams for
//!   20 correct tokens: 1.5 % more than three quarters of the lines that have fewer than 6. Punctuation does not count, nor lines of
//!   which it is half. Or 8 lines or more, and 1 in 50, that begin with the final mark of their references and end with the first
//!   letter.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};

/// Minimum number of tokens of a line that is judged.
const MIN_TOKENS: u32 = 8;

/// Minimum number of such lines, and their share of those judged, three quarters of the lines that have few correct bigrams
/// subtracted: weak translations have more of these.
const MIN_LINES: u64 = 5;
const MIN_SHARE: f64 = 0.015;

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let (mut found, mut few, mut judged) = (SegmentList::default(), 0u64, 0u64);
    for (segment, row) in (0..).zip(evidence.table.rows()).filter(|_| evidence.table.order() > 1) {
        let (tokens, words, bigrams) = (row[0].min(row[1]), row[2], row[3]);
        // Marks are in any line; lists and letters of a wrong encoding have nearly as many as words.
        let marks = evidence.candidate.records.get(segment as usize).map_or(0, |record| record.marks);
        if tokens < MIN_TOKENS || 2 * marks >= tokens {
            continue;
        }
        judged += 1;
        // At least half of the words are right, and hardly two of them in a row.
        if 2 * words.saturating_sub(marks) >= tokens - marks {
            if 20 * bigrams < 3 * words {
                found.add(segment);
            } else if 20 * bigrams < 6 * words {
                few += 1;
            }
        }
    }
    let share = (found.segments as f64 - 0.75 * few as f64) / judged as f64;
    (found.segments >= MIN_LINES && share >= MIN_SHARE).then(|| {
        Finding::of_lines(Problem::WordOrder { min_tokens: MIN_TOKENS }, Text::Candidate, &found, judged, evidence)
            .spoiled(evidence)
    })
}
